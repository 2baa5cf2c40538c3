"""What a seat sees and does, on its own phones alone."""

from __future__ import annotations

from math import ceil, inf
from typing import Any

import msgspec
from flask import Blueprint, Response, g, request
from msgspec import Struct

from companion import guard, live, looks
from companion.calls import Call
from companion.errors import Closed, Sorry
from companion.pages.home import told
from companion.secret import hashed
from companion.sitting import Sitting
from companion.tables import Tables, owner
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


class PutAway(Struct, forbid_unknown_fields=True):
    """The notices up to that version are read."""

    version: int


class Called(Struct, forbid_unknown_fields=True):
    """A new name or colour."""

    name: str
    colour: int


class Pledge(Struct, forbid_unknown_fields=True):
    """What a phone says of its share of chance, under the commitment that it has seen."""

    pledge: str
    commitment: str


class Share(Struct, forbid_unknown_fields=True):
    """What it has pledged."""

    share: str


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
    fresh = looks.tables().notices(sitting.id, seat, g.device)
    return {**seen(sitting, seat), "seat": seat, "held": held, "fresh": fresh}


def seen(sitting: Sitting, observer: Actor) -> dict[str, Any]:
    """What an observer sees: the table's public side and the game's own view of him. There is no other way out."""
    tables = looks.tables()
    playing = sitting.state is not None
    return {
        "table": {**looks.public(sitting, tables.seals.of(sitting)), "dice": tables.fairness.public(sitting)},
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


@pages.post("/seat/<int:seat>/read")
def put_away(table: str, seat: int) -> Response:
    """Puts notices away, on this phone alone: nobody else is told."""
    wanted: PutAway = guard.body(PutAway)
    looks.tables().put_away(table, seat, wanted.version, g.device)
    return told({})


@pages.post("/seat/<int:seat>/pledge")
def pledge(table: str, seat: int) -> Response:
    """Binds this phone to a share of the chance of the next game."""
    given: Pledge = guard.body(Pledge)
    mine(table, seat)
    tables = looks.tables()
    tables.pledge(table, seat, given.pledge, given.commitment, g.device)
    response = told({})
    response.call_on_close(lambda: tables.settle(table))
    return response


@pages.post("/seat/<int:seat>/share")
def share(table: str, seat: int) -> Response:
    """Gives the share; with the last one the game is dealt, and everybody hears of it."""
    given: Share = guard.body(Share)
    mine(table, seat)
    tables = looks.tables()
    dealt = tables.reveal(table, seat, given.share, g.device)
    response = told({})
    if dealt:
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


def listening() -> live.Who:
    """Who wants to hear of a table."""
    host = looks.tables().is_host(g.device)
    return live.Who(guard.caller(), hashed(g.device) if g.device else "", host)


def streaming(sitting: Sitting, observer: Actor) -> Response:
    """A stream of numbers."""
    tables = looks.tables()
    listener = tables.hub.listen(sitting.id, observer, listening())
    try:
        if isinstance(observer, int):
            mine(sitting.id, observer)  # again: before it listened it could not hear that the seat was released
    except BaseException:
        tables.hub.leave(listener)
        raise
    sent = live.stream(tables.hub, listener, lambda: latest(tables, sitting.id))
    return Response(sent, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})


def latest(tables: Tables, table: str) -> int:
    """The version of a table; none of one that was deleted a moment ago."""
    try:
        return tables.sitting(table).version
    except Sorry:
        return 0


def waiting(sitting: Sitting, observer: Actor) -> Response:
    """One number, when it has changed."""
    tables = looks.tables()
    listener = tables.hub.listen(sitting.id, observer, listening())
    try:
        if request.args.get("version", "") == str(tables.sitting(sitting.id).version):
            listener.next(LONGEST_WAIT)
    finally:
        tables.hub.leave(listener)
    return told({"version": tables.sitting(sitting.id).version})
