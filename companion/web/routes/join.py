"""Sitting down. Looking at a code changes nothing: previews in chats may look as often as they like."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, g
from msgspec import Struct

from companion.errors import NotFound, NotYours
from companion.service.typed_codes import TypedCodes
from companion.table.seating import free_for
from companion.table.state import TableState
from companion.web import rendering, security
from companion.web.admission import is_masked, must_be_admitted
from companion.web.routes.home import json_reply
from templates.i18n import say

pages = Blueprint("join", __name__)


LONGEST_TABLE = 32  # letters of its name
HOUSE = ""  # in place of a table: all of them
NEXT = -1  # the next free seat, whichever that is


class SeatChoice(Struct, forbid_unknown_fields=True):
    """The seat that somebody takes, and how he wants to be called."""

    seat: int
    name: str = ""
    colour: int = 0
    key: str = ""  # the same when it is sent again
    alone: bool = False  # what this browser held before is somebody else's


class Typed(Struct, forbid_unknown_fields=True):
    """A code of a few letters."""

    code: str


class SaidWord(Struct, forbid_unknown_fields=True):
    """The word, and where it is asked for: behind a code, or at a table."""

    word: str
    code: str = ""
    table: str = ""


@pages.post("/word")
def say_word() -> Response:
    """Lets whoever knows the word see the table. For who guesses on all are wrong; and where many guess, for everybody."""
    given: SaidWord = security.parsed_body(SaidWord)
    tables, address = rendering.tables(), security.client_address()
    of_address: security.RateLimiter = current_app.extensions["words"]
    of_address.check(address)
    table = table_behind(given.code)[0].id if given.code else given.table[:LONGEST_TABLE]
    if tables.words.asks(table) or is_masked(table):
        of_table: security.RateLimiter = current_app.extensions["table words"]
        guarded = (
            (table, HOUSE) if tables.words.own() else (table,)
        )  # the word of the house can be guessed at any table
        for each in guarded:
            of_table.check(each)
        proof = tables.words.proof(table, given.word) if tables.exists(table) else ""
        if not proof:
            of_address.count(address)
            for each in guarded:
                of_table.count(each)
            raise NotYours(say("That is not the word."))
        security.keep_proof(proof)
    table = tables.table_state(table).id
    return json_reply({"go": f"/join/{given.code}" if given.code else f"/t/{table}"})


@pages.post("/code")
def typed() -> Response:
    """Where a code of a few letters leads: to the page that the QR code beside it opens."""
    wanted: Typed = security.parsed_body(Typed)
    limit: security.RateLimiter = current_app.extensions["guesses"]
    limit.check(security.client_address())  # also the right one, else whoever guesses on would find it
    try:
        table_state, seat = typed_codes().door(wanted.code[:64])
    except NotFound:
        limit.count(security.client_address())
        raise
    return json_reply({"go": f"/join/{rendering.tables().code(table_state, seat)}"})


def typed_codes() -> TypedCodes:
    """The codes that can be typed."""
    found: TypedCodes = current_app.extensions["typed"]
    return found


@pages.get("/join/<code>")
def join_page(code: str) -> str:
    """What this code opens."""
    tables = rendering.tables()
    table_state, seat = table_behind(code)
    must_be_admitted(table_state.id)
    held = tables.held(table_state.id, security.device())
    # Also whoever holds the seat taps: his browser then has a token that nobody else can know.
    seats = () if seat in held else free_for(table_state, seat)
    return rendering.render_live_page(
        "join.html", table=rendering.public_table(table_state), seats=seats, seat=seat, held=held, code=code
    )


@pages.post("/join/<code>")
def take(code: str) -> Response:
    """A tap takes the seat; from now on the cookie is the key, and the address holds no secret."""
    wish: SeatChoice = security.parsed_body(SeatChoice)
    tables = rendering.tables()
    table_state, only = table_behind(code)
    must_be_admitted(table_state.id)
    free = free_for(table_state, only)
    seat = free[0] if wish.seat == NEXT and free else wish.seat
    table, device = tables.take(code, seat, wish.name, wish.colour, g.device, wish.key[:64], wish.alone)
    security.adopt_device(device)
    response = json_reply({"go": f"/t/{table}/seat/{seat}"})
    response.call_on_close(lambda: tables.after_move(table))
    return response


def table_behind(code: str) -> tuple[TableState, int | None]:
    """The table and seat behind a code. Whoever tries many that do not exist has to wait; one that does is let in."""
    try:
        return rendering.tables().opened_by(code)
    except NotFound:
        security.count_failed_try()
        raise
