"""The table screen: what all may see. The host's browser can also arrange, start, release, pause and put right."""

from __future__ import annotations

from typing import Any, Literal

from flask import Blueprint, Response, current_app, g, request
from msgspec import Struct

from companion.errors import NotFound, NotYours
from companion.service import seat_cards
from companion.service.moves import MoveRequest
from companion.service.past.records import record_name
from companion.service.typed_codes import TOLD
from companion.table.notices import notices_on_screen, notices_that_hold, unread_notices
from companion.table.state import TableState
from companion.web import rendering, security
from companion.web.admission import must_be_admitted
from companion.web.feed import WINDOW
from companion.web.panels import Panel
from companion.web.routes import debriefs
from companion.web.routes.hand import as_json, move_reply, observer_view, part_reply, streaming, waiting
from companion.web.routes.home import NoChoice, host_only, is_host, json_reply, read_options
from companion.web.routes.join import typed_codes
from referee import options, sealcode
from referee.game import TABLE
from referee.mind import Strength
from templates import i18n
from templates.i18n import say

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
    robot: Strength | Literal[""] = ""  # who plays there meanwhile


class Robots(Struct, forbid_unknown_fields=True):
    """How well robots play on all seats that are free."""

    robot: Strength


class Label(Struct, forbid_unknown_fields=True):
    """What the host calls a table."""

    label: str


class Deletion(Struct, forbid_unknown_fields=True):
    """Whether the page of all tables asked."""

    house: bool = False


class Switch(Struct, forbid_unknown_fields=True):
    """Whether something holds."""

    on: bool


class Pace(Struct, forbid_unknown_fields=True):
    """How many seconds robots take to think."""

    seconds: int


class Closing(Struct, forbid_unknown_fields=True):
    """Whether a table is closed, and whether the front page asked."""

    on: bool
    home: bool = False


class AskedWord(Struct, forbid_unknown_fields=True):
    """The word that is asked for from now on; an empty one is asked for no more."""

    word: str


@pages.before_request
def admit() -> None:
    """Where a word is asked for, nobody sees the table who has not said it."""
    must_be_admitted((request.view_args or {}).get("table", ""))


@pages.get("")
def screen(table: str) -> str:
    """The screen."""
    table_state = watched(table)
    with i18n.speaking(spoken(table_state)):
        return rendering.render_followed_page("screen.html", **context(table_state))


@pages.get("/part")
def part(table: str) -> Response:
    """The part of the screen that changes."""
    return part_reply(lambda window: panels(table, window))


def panels(table: str, window: int) -> Panel:
    """The part of the screen that changes."""
    table_state = watched(table)
    with i18n.speaking(spoken(table_state)):
        return rendering.render_panels("screen_part.html", **context(table_state, window))


def watched(table: str) -> TableState:
    """The table, for whoever may see what lies on it: not for those who play, or might play, with the same cards."""
    must_be_admitted(table)  # a stream lasts: the word may have been asked for since
    tables = rendering.tables()
    table_state = tables.current(table)
    if not tables.duplicates.may_watch(table_state, g.device, is_host()):
        raise NotYours(say("Other tables play with the same cards: this screen opens when all of them are done."))
    return table_state


def spoken(table_state: TableState) -> str:
    """The language of the table on the host's screens, for all to read; whoever looks in on his own phone has his own."""
    return table_state.lang if is_host() else i18n.language()


def context(table_state: TableState, window: int = WINDOW) -> dict[str, Any]:
    """All that the screen shows; codes and buttons for the host alone."""
    tables = rendering.tables()
    host, here = is_host(), tables.here(table_state.id)
    shown = {**observer_view(table_state, TABLE), "host": host, "here": here, "seat": None, "window": window}
    shown["presence"] = rendering.presence(table_state)
    shown["held"] = tables.held(table_state.id, g.device)
    shown["decided"] = debriefs.on_screen(table_state)
    shown["spent"] = table_state.spent
    fresh = unread_notices(notices_on_screen(table_state.notices_of_this_game, table_state.start))
    shown["fresh"] = notices_that_hold(fresh, table_state)
    if not host:
        return {**shown, "offers": []}
    base, typed = security.door().base, typed_codes()
    letters = typed.of_doors(table_state)
    return shown | {
        "address": security.door().typed,
        "public": bool(security.door().public),
        "typed": letters.get(None, ""),
        "letters": letters,
        "longer": typed.length() > typed.shortest,
        "guessed": wrong if (wrong := typed.wrong()) >= TOLD else 0,
        "wifi": current_app.extensions["wifi"],
        "codes": [f"{base}/join/{tables.code(table_state, i)}" for i in range(table_state.seats)],
        "all_code": f"{base}/join/{tables.code(table_state, None)}",
        "fields": options.fields(table_state.game, table_state.options, table_state.seats),
        "chosen": options.option_words(table_state.game, table_state.options),
        "players": list(table_state.game.players),
        "fewest": max((seat + 1 for seat, chair in enumerate(table_state.chairs) if chair.taken), default=0),
        "settled": table_state.duplicate is not None,
        "spoken": table_state.lang,
        "word": "table" if tables.words.own(table_state.id) else "house" if tables.words.own() else "",
    }


@pages.get("/view")
def view(table: str) -> Response:
    """The table's view as JSON."""
    more: dict[str, Any] = {} if is_host() else {"offers": []}
    return Response(as_json(watched(table), TABLE, **more), mimetype="application/json")


@pages.get("/stream")
def stream(table: str) -> Response:
    """Tells what is new."""
    return streaming(lambda: watched(table), TABLE, lambda window: panels(table, window))


@pages.get("/wait")
def wait(table: str) -> Response:
    """The same without a stream."""
    return waiting(lambda: watched(table), TABLE)


@pages.get("/records")
def all_records(table: str) -> str:
    """The records of all games of a table."""
    table_state = rendering.tables().table_state(table)
    codes = {game: sealcode.seal_code(seal) for game, seal in rendering.tables().seals.of(table_state).items()}
    return rendering.render_page(
        "records.html",
        id=table,
        slug=table_state.slug,
        records=rendering.records(table_state),
        codes=codes,
        debrief=table_state.game.knowledge is not None,
    )


@pages.get("/record/<int:number>")
def saved(table: str, number: int) -> Response:
    """A finished game as a file that anybody can check."""
    name = record_name(rendering.tables().table_state(table).slug, table, number)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(rendering.tables().record(table, number), mimetype="application/jsonl", headers=headers)


@pages.get("/cards.pdf")
def cards(table: str) -> Response:
    """The seat cards of this table, to print."""
    host_only()
    tables = rendering.tables()
    data = seat_cards.seat_cards_pdf(tables, tables.table_state(table), security.door().base, i18n.language())
    return Response(data, mimetype="application/pdf")


@pages.post("/move")
def move(table: str) -> Response:
    """A move of the table: the host puts something right or passes over a player."""
    host_only()
    watched(table)
    return move_reply(table, TABLE, security.parsed_body(MoveRequest))


@pages.post("/<act>")
def do(table: str, act: str) -> Response:
    """What the host does with the table itself."""
    host_only()
    tables = rendering.tables()
    if act == "delete":  # also one that cannot be read
        asked: Deletion = security.parsed_body(Deletion)
        tables.delete(table)
        rendering.forget_names()
        return json_reply({"version": 0} if asked.house else {"go": "/"})
    if act == "label":
        tables.label(table, security.parsed_body(Label).label[:400])
        return json_reply({"version": 0})
    table_state = tables.table_state(table)
    if act == "word":
        tables.words.ask_for(security.parsed_body(AskedWord).word[:400], table)
        return json_reply({"version": table_state.version})
    home = False
    if act == "arrange":
        wanted: Arrangement = security.parsed_body(Arrangement)
        tables.arrange(
            table, wanted.players, read_options(table_state.slug, wanted.options, table_state.options), wanted.lang
        )
    elif act in ("begin", "abandon"):
        security.parsed_body(NoChoice)
        tables.begin(table) if act == "begin" else tables.abandon(table)
    elif act == "guests":
        security.parsed_body(NoChoice)
        tables.new_guests(table)
        rendering.forget_names()
    elif act == "close":
        closing: Closing = security.parsed_body(Closing)
        tables.close(table, closing.on)
        home = closing.home
    elif act == "pause":
        tables.pause(table, security.parsed_body(Switch).on)
    elif act == "pace":
        tables.pace(table, security.parsed_body(Pace).seconds)
    elif act == "robots":
        tables.fill_with_robots(table, security.parsed_body(Robots).robot)
    elif act in ("free", "absent"):
        chosen: Chosen = security.parsed_body(Chosen)
        tables.free(table, chosen.seat) if act == "free" else tables.absent(table, chosen.seat, chosen.on, chosen.robot)
    else:
        raise NotFound(say("There is no such page: the front page lists all tables."))
    response = json_reply({"go": "/"} if home else {"version": tables.table_state(table).version})
    response.call_on_close(lambda: tables.after_move(table))
    return response
