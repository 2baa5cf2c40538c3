"""A game looked back on when it is over: with any seat's eyes, for whoever may save its record, which is everybody."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Response, g, request
from msgspec import Struct

from companion.errors import NotFound
from companion.service.past.debriefs import LookedBack
from companion.table import names
from companion.table.state import TableState
from companion.web import narration, rendering
from companion.web.admission import must_be_admitted
from companion.web.routes.home import json_reply
from referee.debrief import denied, moments
from referee.knowledge import Fact
from referee.record import Setup
from templates.i18n import say
from templates.pages.debrief import DebriefWords, curves

pages = Blueprint("debriefs", __name__, url_prefix="/t/<table>/debrief/<int:number>")


class ProvableSentence(Struct, frozen=True):
    """Something that can be asked for its reason: what it is, and where the reason is to be had; nothing if there is none."""

    says: str
    why: str = ""


@pages.before_request
def admit() -> None:
    """Where a word is asked for, nobody looks back who has not said it."""
    must_be_admitted((request.view_args or {}).get("table", ""))


@pages.get("")
def page(table: str, number: int) -> str:
    """The whole game, with the eyes of one seat."""
    tables = rendering.tables()
    table_state = tables.current(table)
    found = tables.debriefs.of(table_state, number)
    held = tables.held(table, g.device)
    seat = chosen_seat(found, held)
    words = page_words(found)
    steps = found.debrief.steps
    return rendering.render_page(
        "debrief.html",
        slug=found.setup.game,
        id=table,
        number=number,
        seat=seat,
        back=f"/t/{table}/seat/{seat if seat in held else held[0]}" if held else f"/t/{table}",
        marks=[*(chair.colour for chair in table_state.chairs), *range(len(table_state.chairs), found.setup.seats)],
        you=seat in held and number == table_state.number,
        names=words.names,
        open=words.open_at_all(),
        known=known(words, seat),
        wrong=wrong(words, seat),
        told=[words.told_most(each) for each in found.debrief.telling if each.seat == seat],
        lost=[words.lost(each) for each in found.debrief.lost if each.fact.about == seat],
        decided=decided(found, words),
        audit=list(words.audit()),
        turns=words.turns_seen(seat),
        places=[words.place(step.turn) for step in steps],
        left=[[words.left(known) for known in step.seats] for step in steps],
        curves=curves(found.debrief),
    )


def chosen_seat(found: LookedBack, held: Sequence[int]) -> int:
    """The seat whose eyes were asked for; else one that this phone holds, or the first."""
    asked = request.args.get("seat", "")
    here = range(found.setup.seats)
    if asked:
        if asked not in map(str, here):
            raise NotFound(say("There is no such seat."))
        return int(asked)
    return next((seat for seat in held if seat in here), 0)


def called(setup: Setup) -> list[str]:
    """What the players of that game are called; a seat that nobody named has a number."""
    return [name or say("Seat {number}").format(number=i) for i, name in enumerate(setup.names, 1)]


def page_words(found: LookedBack) -> DebriefWords:
    """The words for a page: every name sets itself apart."""
    return DebriefWords(found.debrief, [names.Name(name) for name in called(found.setup)], narration.marked_up)


def script_words(found: LookedBack) -> DebriefWords:
    """The same for a script, which writes letters and no markup."""
    return DebriefWords(found.debrief, [names.isolated(name) for name in called(found.setup)])


def known(words: DebriefWords, seat: int) -> list[ProvableSentence]:
    """What a seat could have known, each with the way to its proof."""
    secrets = [secret for secret in words.debrief.secrets[seat] if secret.could_know is not None]
    return [ProvableSentence(words.could_know(each), way(each.could_know or 0, "secret", 0)) for each in secrets]


def wrong(words: DebriefWords, seat: int) -> list[ProvableSentence]:
    """What it said and was wrong; where that could be known, with the way to its proof."""
    found = []
    for turn in dict.fromkeys(each.turn for each in words.debrief.mistakes if each.seat == seat):
        here = [each for each in words.debrief.mistakes if (each.turn, each.seat) == (turn, seat)]
        for i, each in enumerate(here):
            found.append(
                ProvableSentence(words.mistake(each), way(turn, "mistake", i) if each.proof is not None else "")
            )
    return found


def decided(found: LookedBack, words: DebriefWords) -> list[str]:
    """The moments that decided it; of a game that was abandoned nothing was decided."""
    if found.outcome is None:
        return []
    return [words.moment(each) for each in moments(found.debrief, found.outcome.winners)]


def on_screen(table_state: TableState) -> list[str]:
    """The same for the table screen, as soon as somebody has looked back on that game."""
    found = rendering.tables().debriefs.ready(table_state)
    return decided(found, page_words(found)) if found else []


@pages.get("/seat/<int:seat>/<int:turn>.json")
def at_turn(table: str, number: int, seat: int, turn: int) -> Response:
    """What was certain to a seat after a turn; or why something was: `why` says what."""
    tables = rendering.tables()
    table_state = tables.current(table)
    debriefs = tables.debriefs
    facts = debriefs.certain(table_state, number, seat, turn)
    found = debriefs.of(table_state, number)
    words = script_words(found)
    asked = request.args.get("why", "")
    if not asked:
        told = [
            {"says": words.fact(each.fact), "new": each.new, "why": way(turn, "fact", i)}
            for i, each in enumerate(facts)
        ]
        return json_reply({"certain": told})
    kind, _, which = asked.partition(".")
    provable = claims(found, seat, turn) | {"fact": [(each.fact, found.last_event(turn)) for each in facts]}
    several = provable.get(kind, [])
    if which not in map(str, range(len(several))):
        raise NotFound(say("There is nothing to prove."))
    fact, last = several[int(which)]
    proof = debriefs.proof(table_state, number, seat, last, fact)
    return json_reply({"proof": [*words.proof(proof, seat)] or [say("The rules alone say so.")]})


def way(turn: int, kind: str, which: int) -> str:
    """Where the proof of something is to be had."""
    return f"{turn}.json?why={kind}.{which}"


def claims(found: LookedBack, seat: int, turn: int) -> dict[str, list[tuple[Fact, int]]]:
    """What a seat could know from that turn on, and the opposite of what it said there and was wrong; each with the last
    event that may prove it."""
    secrets = [each for each in found.debrief.secrets[seat] if each.could_know == turn]
    mistakes = [each for each in found.debrief.mistakes if (each.seat, each.turn) == (seat, turn)]
    return {
        "secret": [(each.fact, each.at) for each in secrets if each.fact],
        "mistake": [(denied(each.fact), each.at) for each in mistakes],
    }
