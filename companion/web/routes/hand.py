"""What a seat sees and does, on its own phones alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, inf
from typing import Any

import msgspec
from flask import Blueprint, Response, g, request
from msgspec import Struct

from companion.errors import NotYours, OfferClosed, PhoneError
from companion.service.moves import REFUSED, MoveRequest, refusal_of
from companion.service.tables import Tables
from companion.storage import pubsub
from companion.storage.store import StoredReply
from companion.storage.tokens import hashed
from companion.table.seating import free_for, free_meanwhile
from companion.table.state import TableState
from companion.web import coaching, feed, refusals, rendering, security
from companion.web.admission import must_be_admitted
from companion.web.panels import Panel
from companion.web.routes.home import NoChoice, json_bytes, json_reply
from referee.game import Actor

pages = Blueprint("hand", __name__, url_prefix="/t/<table>")
LONGEST_WAIT = 25.0  # seconds that a long poll may take


class NoteChange(Struct, forbid_unknown_fields=True):
    """What changes on the note page of a game; null rubs out."""

    game: int
    set: dict[str, str | int | bool | None]


class Clock(Struct, frozen=True):
    """Seconds until the time is up; and how many there will be if nobody does anything any more, for then it rests."""

    left: int
    least: int


class Countdown(Struct, frozen=True):
    """Seconds that the next move waits for those who may speak before it; which wait it is, for a page that counts on."""

    id: str
    left: int
    seats: tuple[int, ...]


class EveningSoFar(Struct, frozen=True):
    """What is told of the evening when a game is over: minutes of this game, wins by name, who wants to play again."""

    minutes: int
    games: int
    wins: tuple[tuple[str, int], ...]
    again: tuple[int, ...]
    unwilling: tuple[int, ...]
    beginner: int | None  # of the next game, if it is known
    spent: bool  # its cards are known already, and it cannot be dealt


class Counted(Struct, forbid_unknown_fields=True):
    """Whether the wins of whoever holds this phone are counted by name."""

    counted: bool


class PutAway(Struct, forbid_unknown_fields=True):
    """The notices up to that version are read."""

    version: int


class NameChange(Struct, forbid_unknown_fields=True):
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


def own_table(table: str, seat: int) -> TableState:
    """The table, if this phone holds that seat."""
    return rendering.tables().own_table(table, seat, g.device)


@pages.get("/seat/<int:seat>")
def hand(table: str, seat: int) -> str | Response:
    """The hand; for a phone that does not hold it, why not, and where it goes on."""
    try:
        return rendering.render_followed_page("hand.html", **context(own_table(table, seat), seat))
    except NotYours as refusal:
        must_be_admitted(table)
        table_state = rendering.tables().table_state(table)
        page = rendering.render_live_page(
            "not_yours.html",
            sentence=refusal.sentence,
            slug=table_state.slug,
            table=rendering.public_table(table_state),
            held=rendering.tables().held(table, g.device),
            free=free_for(table_state, None) or seat in free_meanwhile(table_state),
        )
        return Response(page, refusal.status, mimetype="text/html")


@pages.get("/seat/<int:seat>/part")
def part(table: str, seat: int) -> Response:
    """The part of the page that changes, or what a page lacks of it that says what it has."""
    return part_reply(lambda window: panels(table, seat, window))


def panels(table: str, seat: int, window: int) -> Panel:
    """The part of the page that changes, for whoever holds that seat now."""
    return rendering.render_panels("hand_part.html", **context(own_table(table, seat), seat, window))


def part_reply(page: Callable[[int], Panel]) -> Response:
    """The answer to whoever asks for a part of a page."""
    body, kind = feed.part_body(page, request.query_string.decode(errors="replace"))
    return Response(body, content_type=kind)


def context(table_state: TableState, seat: int, window: int = feed.WINDOW) -> dict[str, Any]:
    """All that the page of a seat shows, with so many entries of its log."""
    tables, device = rendering.tables(), g.device
    remote = bool(security.door().public)  # in a living room one sees who is there
    help_shown = coaching.help_for(table_state, seat)
    if help_shown != coaching.NO_HELP:  # a coach thinks for a while: the seat may have been released meanwhile
        table_state = own_table(table_state.id, seat)
    return {
        **observer_view(table_state, seat),
        "seat": seat,
        "held": tables.held(table_state.id, device),
        "fresh": tables.notices(table_state.id, seat, device),
        "window": window,
        "presence": rendering.presence_of_others(table_state, seat) if remote else (),
        "wins": tables.figures.counts(hashed(device)),
        "help": help_shown,
    }


def observer_view(table_state: TableState, observer: Actor) -> dict[str, Any]:
    """What an observer sees: the table's public side and the game's own view of him. There is no other way out."""
    tables = rendering.tables()
    playing = table_state.state is not None
    public = rendering.public_table(table_state, tables.seals.of(table_state))
    return {
        "table": {
            **public,
            "dice": tables.fairness.public(table_state),
            "breath": countdown(tables, table_state, public["awaited"]),
            "evening": evening(tables, table_state),
            "compared": tables.duplicates.comparison(table_state),
        },
        "view": table_state.game.view(table_state.state, observer) if playing else None,
        "offers": tables.offers(table_state, observer) if playing else [],
        "slug": table_state.slug,
        "clock": clock(tables, table_state),
    }


def clock(tables: Tables, table_state: TableState) -> Clock | None:
    """What the clock of the table shows, if there is one."""
    left, least = tables.left(table_state.id), tables.left(table_state.id, inf)
    return None if left is None or least is None else Clock(ceil(left), ceil(least))


def countdown(tables: Tables, table_state: TableState, awaited: Sequence[Any]) -> Countdown | None:
    """What everybody sees run while the next move, which those who are awaited are to make, waits for others."""
    idle = not awaited or table_state.state is None or table_state.paused
    breath = None if idle else table_state.game.breath(table_state.state)
    left = tables.to_speak(table_state.id) if breath else None
    return None if breath is None or left is None else Countdown(breath.id, ceil(left), breath.seats)


def evening(tables: Tables, table_state: TableState) -> EveningSoFar | None:
    """What is told of the evening when a game is over."""
    found = tables.evenings.of(table_state)
    if found is None:
        return None
    return EveningSoFar(
        found.minutes,
        found.games,
        found.wins,
        tuple(sorted(table_state.again)),
        table_state.unwilling,
        table_state.beginner,
        table_state.spent,
    )


def as_json(table_state: TableState, observer: Actor, **more: Any) -> bytes:
    """The same for programs."""
    data = observer_view(table_state, observer)
    return msgspec.json.encode({"table": data["table"], "view": data["view"], "offers": data["offers"], **more})


@pages.get("/seat/<int:seat>/view")
def view(table: str, seat: int) -> Response:
    """The view as JSON."""
    return Response(as_json(own_table(table, seat), seat), mimetype="application/json")


@pages.post("/seat/<int:seat>/move")
def move(table: str, seat: int) -> Response:
    """Plays a move: decided, committed, answered, then published."""
    call: MoveRequest = security.parsed_body(MoveRequest)
    return move_reply(table, seat, call)


def move_reply(table: str, actor: Actor, call: MoveRequest) -> Response:
    """The answer to a move, whose it is the service checks; 409 brings the fresh view along."""
    tables = rendering.tables()
    try:
        reply = tables.play(table, actor, call, g.device)
    except OfferClosed as closed:
        # The lock is let go: a seat that was released since sees nothing more.
        table_state = own_table(table, actor) if isinstance(actor, int) else tables.table_state(table)
        fresh = as_json(table_state, actor, error=closed.sentence)
        return Response(fresh, closed.status, mimetype="application/json")
    response = Response(told(reply), reply.status, mimetype="application/json")
    if reply.status != REFUSED:
        response.call_on_close(lambda: tables.after_move(table))
    return response


def told(reply: StoredReply) -> bytes:
    """What is answered to a move: that it was played, or why not."""
    refusal = refusal_of(reply)
    if refusal is None:
        return reply.body
    return json_bytes({"error": refusals.refusal_sentence(refusal), "rule": refusal.rule})


@pages.get("/seat/<int:seat>/notes")
def notes(table: str, seat: int) -> Response:
    """The note page of this seat."""
    table_state = own_table(table, seat)
    version, kept = rendering.tables().notes(table, seat)
    return json_reply({"game": table_state.number, "version": version, "notes": kept})


@pages.post("/seat/<int:seat>/notes")
def jot(table: str, seat: int) -> Response:
    """Writes on the note page; this seat's other phones are told, nobody else."""
    jotting: NoteChange = security.parsed_body(NoteChange)
    tables = rendering.tables()
    version = tables.note(table, seat, jotting.set, g.device, jotting.game)
    response = json_reply({"version": version})
    response.call_on_close(lambda: tables.hub.publish_notes(table, seat, version))
    return response


@pages.post("/seat/<int:seat>/name")
def rename(table: str, seat: int) -> Response:
    """Changes name or colour."""
    called: NameChange = security.parsed_body(NameChange)
    tables = rendering.tables()
    tables.rename(table, seat, called.name, called.colour, g.device)
    response = json_reply({})
    response.call_on_close(lambda: tables.after_move(table))
    return response


@pages.post("/seat/<int:seat>/back")
def back(table: str, seat: int) -> Response:
    """Whoever was away is back, and says so himself."""
    security.parsed_body(NoChoice)
    tables = rendering.tables()
    tables.back(table, seat, g.device)
    response = json_reply({})
    response.call_on_close(lambda: tables.after_move(table))
    return response


@pages.post("/seat/<int:seat>/read")
def put_away(table: str, seat: int) -> Response:
    """Puts notices away, on this phone alone: nobody else is told."""
    wanted: PutAway = security.parsed_body(PutAway)
    rendering.tables().put_away(table, seat, wanted.version, g.device)
    return json_reply({})


@pages.post("/seat/<int:seat>/wins")
def count_wins(table: str, seat: int) -> Response:
    """A player wants to stay out of the figures by name, or in them again: nobody else is told."""
    own_table(table, seat)
    wish: Counted = security.parsed_body(Counted)
    rendering.tables().figures.leave_out(hashed(g.device), not wish.counted)
    return json_reply({})


@pages.post("/seat/<int:seat>/again")
def again(table: str, seat: int) -> Response:
    """Wants to play again; with the last one who does, the next game begins."""
    security.parsed_body(NoChoice)
    tables = rendering.tables()
    tables.wish_again(table, seat, g.device)
    response = json_reply({})
    response.call_on_close(lambda: tables.after_move(table))
    return response


@pages.post("/seat/<int:seat>/pledge")
def pledge(table: str, seat: int) -> Response:
    """Binds this phone to a share of the chance of the next game."""
    given: Pledge = security.parsed_body(Pledge)
    tables = rendering.tables()
    tables.pledge(table, seat, given.pledge, given.commitment, g.device)
    response = json_reply({})
    response.call_on_close(lambda: tables.after_move(table))
    return response


@pages.post("/seat/<int:seat>/share")
def share(table: str, seat: int) -> Response:
    """Gives the share; with the last one the game is dealt, and everybody hears of it."""
    given: Share = security.parsed_body(Share)
    tables = rendering.tables()
    dealt = tables.reveal(table, seat, given.share, g.device)
    response = json_reply({})
    if dealt:
        response.call_on_close(lambda: tables.after_move(table))
    return response


@pages.get("/seat/<int:seat>/stream")
def stream(table: str, seat: int) -> Response:
    """Tells what is new."""
    return streaming(lambda: own_table(table, seat), seat, lambda window: panels(table, seat, window))


@pages.get("/seat/<int:seat>/wait")
def wait(table: str, seat: int) -> Response:
    """The same for browsers that cannot hold a stream: answers when something is new, or after a while."""
    return waiting(lambda: own_table(table, seat), seat)


def listening() -> pubsub.Who:
    """Who wants to hear of a table."""
    host = rendering.tables().is_host(g.device)
    return pubsub.Who(security.client_address(), hashed(g.device) if g.device else "", host)


def leave_with(listener: pubsub.Listener) -> None:
    """Who closes the page has left as soon as the server sees it, not when it next has something to say."""
    follow = request.environ.get("companion.follow")
    if follow:
        follow(lambda: listener.push(pubsub.GONE))


def streaming(allowed: Callable[[], TableState], observer: Actor, page: Callable[[int], Panel]) -> Response:
    """A stream of what is new on a page, or of numbers alone for a page that does not say what it has. It ends when it is
    not `allowed` any more."""
    tables, table = rendering.tables(), allowed().id
    listener = tables.hub.listen(table, observer, listening())
    try:
        allowed()  # again: before it listened it could not hear that the seat was released
    except BaseException:
        tables.hub.leave(listener)
        raise
    leave_with(listener)
    told = feed.page_events(page, request.query_string.decode(errors="replace"))
    still = feed.as_asked(allowed)
    sent = pubsub.open_stream(tables.hub, listener, lambda: latest(tables, table), page=told, allowed=still)
    return Response(sent, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})


def latest(tables: Tables, table: str) -> int:
    """The version of a table; none of one that was deleted a moment ago."""
    try:
        return tables.table_state(table).version
    except PhoneError:
        return 0


def waiting(allowed: Callable[[], TableState], observer: Actor) -> Response:
    """One number, when it has changed, if whoever waited is still `allowed` to hear it."""
    tables, table = rendering.tables(), allowed().id
    listener = tables.hub.listen(table, observer, listening())
    leave_with(listener)
    try:
        if request.args.get("version", "") == str(tables.table_state(table).version):
            listener.next(LONGEST_WAIT)
    finally:
        tables.hub.leave(listener)
    return json_reply({"version": allowed().version})
