"""What a seat sees and does, on its own phones alone."""

from __future__ import annotations

from math import ceil, inf
from typing import Any

import msgspec
from flask import Blueprint, Response, g, request
from msgspec import Struct

from companion import guard, live, looks
from companion.calls import Call
from companion.errors import Closed
from companion.pages.home import told
from companion.sitting import Sitting
from companion.tables import owner
from referee.game import Actor

pages = Blueprint("hand", __name__, url_prefix="/t/<table>")
LONGEST_WAIT = 25.0  # seconds that a long poll may take


class Jotting(Struct, forbid_unknown_fields=True):
    """What changes on the note page of a game; null rubs out."""

    game: int
    set: dict[str, str | int | bool | None]


class Clock(Struct, frozen=True):
    """Seconds until the time is up; and how many there will be if nobody does anything any more, for then it rests."""

    left: int
    least: int


class Called(Struct, forbid_unknown_fields=True):
    """A new name or colour."""

    name: str
    colour: int


def mine(table: str, seat: int) -> Sitting:
    """The table, if this phone holds that seat."""
    return owner(looks.tables(), table, seat, g.device)


@pages.get("/seat/<int:seat>")
def hand(table: str, seat: int) -> str:
    """The hand."""
    return looks.live_page("hand.html", **context(mine(table, seat), seat))


@pages.get("/seat/<int:seat>/part")
def part(table: str, seat: int) -> str:
    """The part of the page that changes."""
    return looks.part("hand_part.html", **context(mine(table, seat), seat))


def context(sitting: Sitting, seat: int) -> dict[str, Any]:
    """All that the page of a seat shows."""
    held = looks.tables().held(sitting.id, g.device)
    return {**seen(sitting, seat), "seat": seat, "held": held}


def seen(sitting: Sitting, observer: Actor) -> dict[str, Any]:
    """What an observer sees: the table's public side and the game's own view of him. There is no other way out."""
    tables = looks.tables()
    playing = sitting.state is not None
    return {
        "table": looks.public(sitting, tables.seals.of(sitting)),
        "view": sitting.game.view(sitting.state, observer) if playing else None,
        "offers": tables.offers(sitting, observer) if playing else [],
        "slug": sitting.slug,
        "clock": clock(sitting),
    }


def clock(sitting: Sitting) -> Clock | None:
    """What the clock of the table shows, if there is one."""
    tables = looks.tables()
    left, least = tables.left(sitting.id), tables.left(sitting.id, inf)
    return None if left is None or least is None else Clock(ceil(left), ceil(least))


def as_json(sitting: Sitting, observer: Actor, **more: Any) -> bytes:
    """The same for programs."""
    data = seen(sitting, observer)
    return msgspec.json.encode({"table": data["table"], "view": data["view"], "offers": data["offers"], **more})


@pages.get("/seat/<int:seat>/view")
def view(table: str, seat: int) -> Response:
    """The view as JSON."""
    return Response(as_json(mine(table, seat), seat), mimetype="application/json")


@pages.post("/seat/<int:seat>/move")
def move(table: str, seat: int) -> Response:
    """Plays a move: decided, committed, answered, then published."""
    call: Call = guard.body(Call)
    return played(mine(table, seat), seat, call)


def played(sitting: Sitting, actor: Any, call: Call) -> Response:
    """The answer to a move; 409 brings the fresh view along."""
    tables = looks.tables()
    try:
        reply = tables.play(sitting.id, actor, call, g.device)
    except Closed as closed:
        fresh = as_json(tables.sitting(sitting.id), actor, error=closed.sentence)
        return Response(fresh, closed.status, mimetype="application/json")
    response = Response(reply.body, reply.status, mimetype="application/json")
    if reply.status == 200:
        response.call_on_close(lambda: tables.settle(sitting.id))
    return response


@pages.get("/seat/<int:seat>/notes")
def notes(table: str, seat: int) -> Response:
    """The note page of this seat."""
    sitting = mine(table, seat)
    version, kept = looks.tables().notes(table, seat)
    return told({"game": sitting.number, "version": version, "notes": kept})


@pages.post("/seat/<int:seat>/notes")
def jot(table: str, seat: int) -> Response:
    """Writes on the note page; this seat's other phones are told, nobody else."""
    jotting: Jotting = guard.body(Jotting)
    mine(table, seat)
    tables = looks.tables()
    version = tables.note(table, seat, jotting.set, g.device, jotting.game)
    response = told({"version": version})
    response.call_on_close(lambda: tables.hub.publish_notes(table, seat, version))
    return response


@pages.post("/seat/<int:seat>/name")
def rename(table: str, seat: int) -> Response:
    """Changes name or colour."""
    called: Called = guard.body(Called)
    mine(table, seat)
    tables = looks.tables()
    tables.rename(table, seat, called.name, called.colour, g.device)
    response = told({})
    response.call_on_close(lambda: tables.settle(table))
    return response


@pages.get("/seat/<int:seat>/stream")
def stream(table: str, seat: int) -> Response:
    """Tells when something is new."""
    return streaming(mine(table, seat), seat)


@pages.get("/seat/<int:seat>/wait")
def wait(table: str, seat: int) -> Response:
    """The same for browsers that cannot hold a stream: answers when something is new, or after a while."""
    return waiting(mine(table, seat), seat)


def streaming(sitting: Sitting, observer: Actor) -> Response:
    """A stream of numbers."""
    tables = looks.tables()
    listener = tables.hub.listen(sitting.id, observer)
    try:
        if isinstance(observer, int):
            mine(sitting.id, observer)  # again: before it listened it could not hear that the seat was released
    except BaseException:
        tables.hub.leave(listener)
        raise
    sent = live.stream(tables.hub, listener, lambda: tables.sitting(sitting.id).version)
    return Response(sent, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})


def waiting(sitting: Sitting, observer: Actor) -> Response:
    """One number, when it has changed."""
    tables = looks.tables()
    listener = tables.hub.listen(sitting.id, observer)
    try:
        if request.args.get("version", "") == str(tables.sitting(sitting.id).version):
            listener.next(LONGEST_WAIT)
    finally:
        tables.hub.leave(listener)
    return told({"version": tables.sitting(sitting.id).version})
