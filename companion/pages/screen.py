"""The table screen: what all may see. The host's browser can also arrange, start, release, pause and put right."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, g
from msgspec import Struct

import templates
from companion import guard, looks, seatcards
from companion.calls import Call
from companion.errors import NotFound
from companion.notices import unread
from companion.pages.hand import as_json, played, seen, streaming, waiting
from companion.pages.home import Nothing, host_only, is_host, read_options, told
from companion.sitting import Sitting
from referee import options, sealcode
from referee.game import TABLE
from templates import say

pages = Blueprint("screen", __name__, url_prefix="/t/<table>")


class Arrangement(Struct, forbid_unknown_fields=True):
    """How the next game will be played."""

    players: int
    lang: str
    options: dict[str, str] = {}


class Chosen(Struct, forbid_unknown_fields=True):
    """A seat that the host means, and whether something holds for it."""

    seat: int
    on: bool = True


class Switch(Struct, forbid_unknown_fields=True):
    """Whether something holds."""

    on: bool


class Closing(Struct, forbid_unknown_fields=True):
    """Whether a table is closed, and whether the front page asked."""

    on: bool
    home: bool = False


@pages.get("")
def screen(table: str) -> str:
    """The screen, in the language of the table."""
    sitting = looks.tables().sitting(table)
    with templates.speaking(sitting.lang):
        return looks.live_page("screen.html", **context(sitting))


@pages.get("/part")
def part(table: str) -> str:
    """The part of the screen that changes."""
    sitting = looks.tables().sitting(table)
    with templates.speaking(sitting.lang):
        return looks.part("screen_part.html", **context(sitting))


def context(sitting: Sitting) -> dict[str, Any]:
    """All that the screen shows; codes and buttons for the host alone."""
    tables = looks.tables()
    host = is_host()
    shown = {**seen(sitting, TABLE), "host": host, "here": tables.hub.here(sitting.id), "seat": None}
    shown["held"] = tables.held(sitting.id, g.device)
    shown["fresh"] = unread(sitting.notices_of_this_game)
    if not host:
        return {**shown, "offers": []}
    base = guard.door().base
    return shown | {
        "codes": [f"{base}/join/{tables.code(sitting, i)}" for i in range(sitting.seats)],
        "all_code": f"{base}/join/{tables.code(sitting, None)}",
        "fields": options.fields(sitting.game, sitting.options),
        "chosen": options.words(sitting.game, sitting.options),
        "players": list(sitting.game.players),
        "spoken": sitting.lang,
    }


@pages.get("/view")
def view(table: str) -> Response:
    """The table's view as JSON."""
    more: dict[str, Any] = {} if is_host() else {"offers": []}
    return Response(as_json(looks.tables().sitting(table), TABLE, **more), mimetype="application/json")


@pages.get("/stream")
def stream(table: str) -> Response:
    """Tells when something is new."""
    return streaming(looks.tables().sitting(table), TABLE)


@pages.get("/wait")
def wait(table: str) -> Response:
    """The same without a stream."""
    return waiting(looks.tables().sitting(table), TABLE)


@pages.get("/records")
def all_records(table: str) -> str:
    """The records of all games of a table."""
    sitting = looks.tables().sitting(table)
    codes = {game: sealcode.code(seal) for game, seal in looks.tables().seals.of(sitting).items()}
    return looks.page("records.html", id=table, slug=sitting.slug, records=looks.records(sitting), codes=codes)


@pages.get("/record/<int:number>")
def saved(table: str, number: int) -> Response:
    """A finished game as a file that anybody can check."""
    name = f"{looks.tables().sitting(table).slug}-{table}-{number}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(looks.tables().record(table, number), mimetype="application/jsonl", headers=headers)


@pages.get("/cards.pdf")
def cards(table: str) -> Response:
    """The seat cards of this table, to print."""
    host_only()
    tables = looks.tables()
    data = seatcards.of(tables, tables.sitting(table), guard.door().base, templates.language())
    return Response(data, mimetype="application/pdf")


@pages.post("/move")
def move(table: str) -> Response:
    """A move of the table: the host puts something right or passes over a player."""
    host_only()
    return played(looks.tables().sitting(table), TABLE, guard.body(Call))


@pages.post("/<act>")
def do(table: str, act: str) -> Response:
    """What the host does with the table itself."""
    host_only()
    tables = looks.tables()
    if act == "delete":  # also one that cannot be read
        guard.body(Nothing)
        tables.delete(table)
        return told({"go": "/"})
    sitting = tables.sitting(table)
    home = False
    if act == "arrange":
        wanted: Arrangement = guard.body(Arrangement)
        tables.arrange(table, wanted.players, read_options(sitting.slug, wanted.options, sitting.options), wanted.lang)
    elif act in ("begin", "abandon"):
        guard.body(Nothing)
        tables.begin(table) if act == "begin" else tables.abandon(table)
    elif act == "close":
        closing: Closing = guard.body(Closing)
        tables.close(table, closing.on)
        home = closing.home
    elif act == "pause":
        tables.pause(table, guard.body(Switch).on)
    elif act in ("free", "absent"):
        chosen: Chosen = guard.body(Chosen)
        tables.free(table, chosen.seat) if act == "free" else tables.absent(table, chosen.seat, chosen.on)
    else:
        raise NotFound(say("There is no such page: the front page lists all tables."))
    response = told({"go": "/"} if home else {"version": tables.sitting(table).version})
    response.call_on_close(lambda: tables.settle(table))
    return response
