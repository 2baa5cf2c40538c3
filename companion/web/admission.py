"""Who may see a table where a word is asked for: whoever has said it, sits there, or hosts."""

from __future__ import annotations

from contextlib import suppress

from flask import Response, g, request

from companion.errors import NotFound, PutAside
from companion.service.door.word import WordWanted
from companion.web import rendering
from templates.i18n import say


def is_admitted(table: str) -> bool:
    """May whoever asks see that table?"""
    tables = rendering.tables()
    if tables.words.proved(table, g.get("words") or ()) and not is_masked(table):
        return True
    if not g.device:
        return False
    with suppress(NotFound, PutAside):
        return tables.is_host(g.device) or bool(tables.held(table, g.device))
    return False


def is_masked(table: str) -> bool:
    """Is that no table, in a house where some ask for a word? It answers as those do: else one could try which there are."""
    tables = rendering.tables()
    return not tables.words.asks(table) and tables.words.anywhere() and not tables.exists(table)


def must_be_admitted(table: str) -> None:
    """Refuses whoever has not said the word, and tells him nothing of the table."""
    if not is_admitted(table):
        raise WordWanted(say("A word is asked for here. The host knows it."))


def word_page(refusal: WordWanted) -> Response:
    """The page that asks for it: it says nothing of the table, not even which game is played."""
    there = request.view_args or {}
    place = {"code": there.get("code", ""), "id": there.get("table", "")}
    page = rendering.render_live_page("word.html", sentence=refusal.sentence, **place)
    return Response(page, refusal.status, mimetype="text/html")
