"""Sitting down. Looking at a code changes nothing: previews in chats may look as often as they like."""

from __future__ import annotations

from flask import Blueprint, Response, g
from msgspec import Struct

from companion import guard, looks
from companion.chairs import free_for
from companion.errors import NotFound
from companion.pages.home import told
from companion.sitting import Sitting

pages = Blueprint("join", __name__)


NEXT = -1  # the next free seat, whichever that is


class Wish(Struct, forbid_unknown_fields=True):
    """The seat that somebody takes, and how he wants to be called."""

    seat: int
    name: str = ""
    colour: int = 0
    key: str = ""  # the same when it is sent again
    alone: bool = False  # what this browser held before is somebody else's


@pages.get("/join/<code>")
def look(code: str) -> str:
    """What this code opens."""
    tables = looks.tables()
    sitting, seat = opened(code)
    held = tables.held(sitting.id, guard.device())
    # Also whoever holds the seat taps: his browser then has a token that nobody else can know.
    seats = () if seat in held else free_for(sitting, seat)
    return looks.live_page("join.html", table=looks.public(sitting), seats=seats, seat=seat, held=held, code=code)


@pages.post("/join/<code>")
def take(code: str) -> Response:
    """A tap takes the seat; from now on the cookie is the key, and the address holds no secret."""
    wish: Wish = guard.body(Wish)
    tables = looks.tables()
    sitting, only = opened(code)
    free = free_for(sitting, only)
    seat = free[0] if wish.seat == NEXT and free else wish.seat
    table, device = tables.take(code, seat, wish.name, wish.colour, g.device, wish.key[:64], wish.alone)
    guard.become(device)
    response = told({"go": f"/t/{table}/seat/{seat}"})
    response.call_on_close(lambda: tables.settle(table))
    return response


def opened(code: str) -> tuple[Sitting, int | None]:
    """The table and seat behind a code. Whoever tries many that do not exist has to wait; one that does is let in."""
    try:
        return looks.tables().opened_by(code)
    except NotFound:
        guard.wrong()
        raise
