"""Help for beginners on a phone: what its seat could note down and what has become certain to it, from what it witnessed alone."""

from __future__ import annotations

import re
from itertools import islice

from markupsafe import Markup
from msgspec import Struct

from companion.service.minds.memory import Learnt, SeatMemory
from companion.table.names import Name
from companion.table.state import TableState
from companion.web import narration, rendering
from referee.game import helped
from referee.knowledge import Fact

SHOWN = 4  # lessons on a page, the latest


class CoachLesson(Struct, frozen=True):
    """Something that is certain: where to look for it, then what it is, and what proves it."""

    id: str
    look: Markup
    fact: Markup
    clues: tuple[Markup, ...]


class HelpShown(Struct, frozen=True):
    """What a phone shows to help its seat."""

    plain: tuple[Fact, ...] = ()  # what follows from a single event, for the note sheet
    lessons: tuple[CoachLesson, ...] = ()
    certain: tuple[Fact, ...] = ()  # what is proven, for pages that must not contradict it
    likely: Markup = Markup("")  # said of everything where bluffing is legal, and nothing can be proven
    fresh: bool = False  # something has become certain since everybody had a turn


NO_HELP = HelpShown()


def help_for(table_state: TableState, seat: int) -> HelpShown:
    """What a phone shows to help its seat now; nothing at tables without help, and when nobody plays."""
    if table_state.phase != "playing" or table_state.game.knowledge is None:
        return NO_HELP
    kind = helped(table_state.state.options)
    if kind == "none":
        return NO_HELP
    memory = rendering.tables().memories.of(table_state, seat, facts=kind == "coach")
    assert memory.reasoner is not None
    plain = memory.reasoner.one_step() if memory.reasoner.worlds else ()
    if kind == "notes":
        return HelpShown(plain)
    newest = sorted(memory.learnt, key=lambda each: -each.turn)
    view = table_state.game.view(table_state.state, seat)
    looks = ((each, sentence(table_state, seat, f"look {each.fact.part}", each.fact, view)) for each in newest)
    told = [*islice((each for each in looks if each[1]), SHOWN)]  # without one the seat should not be told
    fresh = bool(told) and told[0][0].turn >= len(table_state.turns) - table_state.seats
    lessons = tuple(lesson(table_state, memory, each, look, view) for each, look in told)
    likely = sentence(table_state, seat, "likely", None, None)
    certain = () if likely else tuple(each.fact for each in memory.learnt)
    return HelpShown(plain, lessons, certain, likely, fresh)


def lesson(table_state: TableState, memory: SeatMemory, learnt: Learnt, look: Markup, view: object) -> CoachLesson:
    """A fact in words, with where to look for it and its proof."""
    fact, proof = learnt.fact, memory.proof(learnt.fact)
    sights = memory.sighted(table_state.turns, {*proof})
    return CoachLesson(
        f"{learnt.turn}-{fact.part}-{fact.about}-{re.sub(r'[^0-9A-Za-z]+', '', str(fact.value))}",
        look,
        sentence(table_state, memory.seat, fact.part, fact, view),
        tuple(
            sentence(
                table_state,
                memory.seat,
                f"by {type(sights[n].event).__struct_config__.tag}",
                sights[n].event,
                sights[n].view,
            )
            for n in proof
        ),
    )


def sentence(table_state: TableState, seat: int, key: str, it: object, view: object) -> Markup:
    """One sentence of the coach."""
    slug = table_state.slug
    called = [Name(chair.name) for chair in rendering.public_seats(table_state)]
    return narration.coach_sentence(slug, key, it, rendering.kit(slug), called, view, seat)
