"""The two questions that every phone asks after every move, answered without most of the framework around them.

The same checks, the same functions, the same headers. Whatever is not plain goes the long way and is answered there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask
from werkzeug.http import parse_cookie

from companion.web import feed, rendering, security
from companion.web.routes import hand
from templates import i18n

ASKED = re.compile(r"/t/([a-z0-9]{1,32})/seat/([0-9]{1,2})/(part|view)")
ANSWERS: dict[str, Callable[[str, int, str], tuple[bytes, str]]] = {
    "part": lambda table, seat, query: feed.part_body(lambda window: hand.panels(table, seat, window), query),
    "view": lambda table, seat, _: (hand.as_json(hand.own_table(table, seat), seat), "application/json"),
}

Environ = dict[str, Any]
Way = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


def with_fast_path(app: Flask, names: security.TrustedHosts) -> Way:
    """The application with a short way to a phone's own view."""
    long: Way = app.wsgi_app

    def answered(environ: Environ, asked: re.Match[str]) -> tuple[bytes, str]:
        cookies = parse_cookie(environ.get("HTTP_COOKIE", ""))
        lang = rendering.language(cookies, environ.get("HTTP_ACCEPT_LANGUAGE", ""))
        with app.app_context(), i18n.speaking(lang):
            security.identify(cookies, names.cookie)
            return ANSWERS[asked[3]](asked[1], int(asked[2]), environ.get("QUERY_STRING", ""))

    def way(environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        asked = ASKED.fullmatch(environ["PATH_INFO"]) if environ["REQUEST_METHOD"] == "GET" else None
        if not asked or not names.know(environ.get("HTTP_HOST", "")):
            return long(environ, start_response)
        try:
            body, kind = answered(environ, asked)
        except Exception:  # a refusal or a fault: the long way has the words for it
            return long(environ, start_response)
        told = {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            **names.headers,
            **security.FRESH,
        }
        start_response("200 OK", list(told.items()))
        return [body]

    return way
