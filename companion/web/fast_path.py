"""What phones ask most, answered without most of the framework around it: their page, their view, and the moves that they make.

The same checks, the same functions, the same headers. Whatever is not plain goes the long way and is answered there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from typing import Any

import msgspec
from flask import Flask, g
from werkzeug.http import HTTP_STATUS_CODES, parse_cookie

from companion.service.moves import REFUSED, MoveRequest
from companion.web import feed, rendering, security
from companion.web.routes import hand
from templates import i18n

ASKED = re.compile(r"/t/([a-z0-9]{1,32})/seat/([0-9]{1,2})/(part|view|move)")
JSON = "application/json"

Environ = dict[str, Any]
Way = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


class NotPlain(Exception):
    """This is for the long way."""


class Answer:
    """What is answered, of which type and status, and what is done when it has left."""

    def __init__(self, body: bytes, kind: str, status: int = 200, then: Callable[[], None] = lambda: None) -> None:
        self.body, self.kind, self._then = body, kind, then
        self.status = f"{status} {HTTP_STATUS_CODES[status].upper()}"

    def __iter__(self) -> Iterator[bytes]:
        return iter((self.body,))

    def close(self) -> None:
        """It has left."""
        self._then()


def part(table: str, seat: int, environ: Environ) -> Answer:
    """The part of a hand that changes, or what a page lacks of it."""
    return Answer(*feed.part_body(lambda window: hand.panels(table, seat, window), environ.get("QUERY_STRING", "")))


def view(table: str, seat: int, environ: Environ) -> Answer:
    """The view as JSON."""
    return Answer(hand.as_json(hand.own_table(table, seat), seat), JSON)


def move(table: str, seat: int, environ: Environ) -> Answer:
    """Plays a move: decided, committed, answered, then published; or refused by a rule."""
    tables = rendering.tables()
    reply = tables.play(table, seat, msgspec.json.decode(taken(environ), type=MoveRequest), g.device)
    if reply.status == REFUSED:
        return Answer(hand.told(reply), JSON, reply.status)
    return Answer(hand.told(reply), JSON, reply.status, lambda: tables.after_move(table))


ANSWERS: dict[tuple[str, str], Callable[[str, int, Environ], Answer]] = {
    ("GET", "part"): part,
    ("GET", "view"): view,
    ("POST", "move"): move,
}


def taken(environ: Environ) -> bytes:
    """The body that was sent; whoever answers instead finds it there again."""
    length = environ.get("CONTENT_LENGTH") or ""
    if not length.isdecimal() or int(length) > security.LARGEST_BODY:
        raise NotPlain
    body: bytes = environ["wsgi.input"].read(int(length))
    environ["wsgi.input"] = BytesIO(body)
    if len(body) != int(length):
        raise NotPlain
    return body


def with_fast_path(app: Flask, names: security.TrustedHosts) -> Way:
    """The application with a short way for what phones ask most."""
    long: Way = app.wsgi_app

    def answered(environ: Environ, asked: re.Match[str]) -> Answer:
        cookies = parse_cookie(environ.get("HTTP_COOKIE", ""))
        lang = rendering.language(cookies, environ.get("HTTP_ACCEPT_LANGUAGE", ""))
        with app.app_context(), i18n.speaking(lang):
            security.identify(cookies, names.cookie)
            if names.secure and security.came_plainly(environ):
                raise NotPlain
            if environ["REQUEST_METHOD"] == "POST":
                security.must_come_from_our_page(environ, names)
            return ANSWERS[environ["REQUEST_METHOD"], asked[3]](asked[1], int(asked[2]), environ)

    def way(environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        asked = ASKED.fullmatch(environ["PATH_INFO"])
        if not asked or not names.know(environ.get("HTTP_HOST", "")):
            return long(environ, start_response)
        try:
            answer = answered(environ, asked)
        except Exception:  # a refusal or a fault: the long way has the words for it
            return long(environ, start_response)
        told = {
            "Content-Type": answer.kind,
            "Content-Length": str(len(answer.body)),
            **names.headers,
            **security.FRESH,
        }
        start_response(answer.status, list(told.items()))
        return answer

    return way
