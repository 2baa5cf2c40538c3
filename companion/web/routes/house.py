"""The house page: all tables as cards that follow the evening, for the host alone."""

from __future__ import annotations

import time
from typing import Any

from flask import Blueprint, Response, g, request
from msgspec import Struct

from companion.service import house
from companion.storage import pubsub
from companion.web import feed, rendering, security
from companion.web.panels import Panel
from companion.web.routes import hand
from companion.web.routes.hand import leave_with, listening, part_reply
from companion.web.routes.home import host_only, json_reply
from referee.game import TABLE
from referee.registry import GAMES

pages = Blueprint("house", __name__)
SHOWN = 200  # cards; what needs somebody comes first
PACE = 1.0  # seconds between two looks at all tables: a full house moves many times in one


class HostName(Struct, forbid_unknown_fields=True):
    """Who hosts with a browser."""

    host: str
    name: str
    house: bool = False  # the page of all tables asked


class HouseWord(Struct, forbid_unknown_fields=True):
    """The word that is asked for at all tables."""

    word: str


@pages.get("/house")
def all_tables() -> str:
    """The page."""
    host_only()
    return rendering.render_followed_page("house.html", **context())


@pages.get("/house/part")
def part() -> Response:
    """The part of it that changes."""
    host_only()
    return part_reply(lambda window: panels())


@pages.get("/house/stream")
def stream() -> Response:
    """Tells what is new, at any table."""
    host_only()
    hub, last = rendering.tables().hub, 0.0
    listener = hub.listen(pubsub.HOUSE, TABLE, listening())
    leave_with(listener)

    def paced(window: int) -> Panel:
        nonlocal last
        host_only()
        time.sleep(max(0.0, last + PACE - time.monotonic()))
        last = time.monotonic()
        return panels()

    told = feed.page_events(paced, request.query_string.decode(errors="replace"))
    sent = pubsub.open_stream(hub, listener, lambda: 0, page=told)
    return Response(sent, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})


@pages.get("/house/wait")
def wait() -> Response:
    """The same without a stream."""
    host_only()
    hub = rendering.tables().hub
    listener = hub.listen(pubsub.HOUSE, TABLE, listening())
    leave_with(listener)
    try:
        listener.next(hand.LONGEST_WAIT)
    finally:
        hub.leave(listener)
    return json_reply({"version": 0})


@pages.post("/house/word")
def ask_for_word() -> Response:
    """The word that is asked for at all tables from now on; an empty one is asked for no more."""
    host_only()
    wanted: HouseWord = security.parsed_body(HouseWord)
    rendering.tables().words.ask_for(wanted.word[:400])
    return json_reply({"version": 0})


@pages.post("/hosts/name")
def name_host() -> Response:
    """Says who hosts with a browser."""
    host_only()
    called: HostName = security.parsed_body(HostName)
    rendering.tables().hosts.rename(called.host, called.name[:200])
    return json_reply({"version": 0} if called.house else {"go": "/"})


def panels() -> Panel:
    """All cards."""
    return rendering.render_panels("house_part.html", **context())


def context() -> dict[str, Any]:
    """What the page shows."""
    tables = rendering.tables()
    found = house.cards(tables)
    shown = [
        {
            "table": rendering.set_apart(rendering.public_table(each.table)),
            "label": each.label,
            "since": time.strftime("%H:%M", time.localtime(each.since)) if each.since else "",
            "phones": each.phones,
            "seated": each.seated,
            "missing": each.missing,
            "minutes": None if each.left is None else int(each.left // 60),
            "trouble": each.trouble,
        }
        for each in found[:SHOWN]
    ]
    more = {"word": tables.words.own(), "shelf": list(GAMES), "hosts": tables.hosts.listed(g.device), "house": True}
    return {"cards": shown, "left_out": len(found) - len(shown), **more}
