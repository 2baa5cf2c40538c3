"""Plays any seat of Fully from its own view: tells its partner the truth about its row, and guesses a little about others."""

from __future__ import annotations

from referee.chance import Chance
from referee.fully import moves as m
from referee.fully import tactics
from referee.fully.knowledge.reasoner import TalkReasoner
from referee.fully.pieces import ANSWERS, DIGITS, QUESTIONS, SIGNAL, Colour, Phrase, Place
from referee.fully.rules import random_code, random_row
from referee.fully.seats import team_of
from referee.fully.state import State
from referee.fully.views import View
from referee.game import TABLE, Actor, Offer
from referee.mind import EASY, Mind

BOLD = 200  # one time in so many that it could, it would call FULLY
GUESSES = 3  # one place in so many it guesses rather than leaving a hole
Known = dict[Place, Colour]


def choose(view: View, offers: list[Offer], chance: Chance, mind: Mind = EASY) -> m.Move | None:
    """A move for this seat, or none: with nothing to do it waits."""
    assert isinstance(view.observer, int)
    seat, kinds = view.observer, {offer.kind for offer in offers}
    start = set_up(view, seat, kinds, chance)
    if start:
        return start
    if isinstance(mind.reasoner, TalkReasoner) and (
        thought := thinking(view, seat, kinds, chance, mind, mind.reasoner)
    ):
        return thought
    if "agree" in kinds:
        return m.Agree(not chance.below(2))
    if "fully" in kinds and mind.strength == "easy" and not chance.below(BOLD) and (view.heard or not view.calls):
        return m.Propose()
    if "speak" in kinds and view.speaker == seat:
        return announcement(view, seat, chance)
    if "reply" in kinds and view.awaited == (seat,):
        return m.Reply(answer(view, seat, chance))
    if "seal" in kinds and not view.sealed[seat].times:
        return findings(view, seat, chance)
    return None


def thinking(view: View, seat: int, kinds: set[str], chance: Chance, mind: Mind, known: TalkReasoner) -> m.Move | None:
    """What a robot with a memory does otherwise: it puts down what pays and calls FULLY when that is likely; a sharp one also
    minds what the others hear."""
    if "agree" in kinds:
        return m.Agree(tactics.may_be_fully(known, mind.sharp))
    if "seal" in kinds and not view.sealed[seat].times:
        return tactics.findings(known, view.caller == team_of(seat))
    if not view.heard or view.phase != "talk":
        return None
    if "fully" in kinds and view.speaker == seat and tactics.may_be_fully(known, mind.sharp):
        return m.Propose()
    code = view.codes[team_of(seat)].digits
    if mind.sharp and "speak" in kinds and view.speaker == seat and code:
        return tactics.announcement(view, seat, own_row(view, seat), code, chance)
    if mind.sharp and "reply" in kinds and view.awaited == (seat,):
        return m.Reply(digit(view, seat, chance.one(ANSWERS)))
    return None


def stand_in(view: View, offers: list[Offer], chance: Chance) -> tuple[Actor, m.Move] | None:
    """For an absent player: a row by lot, any words, never FULLY, nothing found.

    The code is for the partner to set. It comes by lot only if the partner's row did: then he is absent as well.
    """
    assert isinstance(view.observer, int)
    seat, kinds = view.observer, {offer.kind for offer in offers}
    if "row" in kinds and not view.rows[seat].times:
        return TABLE, m.Skip(seat)
    if "code" in kinds and not view.codes[team_of(seat)].times and view.rows[view.others[0]].lot:
        return seat, m.SetCode(team_of(seat), random_code(chance))
    if "agree" in kinds:
        return seat, m.Agree(False)
    if "speak" in kinds and view.speaker == seat:
        return seat, m.Speak(chance.one(tuple(Colour)), chance.one(tuple(Place)), chance.one(DIGITS))
    if "reply" in kinds and view.awaited == (seat,):
        return seat, m.Reply(chance.one(DIGITS))
    if "seal" in kinds and seat in view.awaited:
        nothing = m.NOTHING_FOUND
        return seat, m.Seal(nothing.partner, nothing.first, nothing.second, nothing.code)
    return None


def hands(state: State, chance: Chance) -> tuple[Actor, m.Move] | None:
    """There is nothing for hands to do: with paper, too, each player tells his own row."""
    return None


def set_up(view: View, seat: int, kinds: set[str], chance: Chance) -> m.Move | None:
    """A row and a code by lot, if there is none."""
    if "row" in kinds and not view.rows[seat].times:
        return m.SetRow(seat, random_row(chance))
    team = team_of(seat)
    if "code" in kinds and not view.codes[team].times:
        return m.SetCode(team, random_code(chance))
    return None


def told_by_seat(view: View, seat: int) -> Known:
    """What that seat has told about its own row, as one who knows its code has heard it."""
    known: Known = {}
    for line in view.lines:
        words = line.words
        if not words:
            continue
        said = line.seat == seat and words.means == Phrase.I_HAVE
        granted = line.seat != seat and words.means == Phrase.HAVE_YOU and words.reply_means == Phrase.YES
        if said or granted:
            known[words.place] = words.colour
    return known


def announcement(view: View, seat: int, chance: Chance) -> m.Speak:
    """Something of its own that is not told yet, or a question about what it does not know; else that it has it all."""
    row, mine, partners = own_row(view, seat), told_by_seat(view, seat), told_by_seat(view, view.others[0])
    untold = [place for place in Place if place not in mine]
    unknown = [place for place in Place if place not in partners]
    if untold and (not unknown or chance.below(2)):
        place = chance.one(untold)
        return m.Speak(row[place], place, digit(view, seat, Phrase.I_HAVE))
    colour, place = chance.one(tuple(Colour)), chance.one(unknown or tuple(Place))
    return m.Speak(colour, place, digit(view, seat, Phrase.HAVE_YOU) if unknown else SIGNAL)


def answer(view: View, seat: int, chance: Chance) -> int:
    """The truth, if it is asked for something that it knows."""
    words = view.lines[-1].words
    assert words, "it is asked for a reply"
    if words.means == Phrase.HAVE_YOU:
        has = own_row(view, seat)[words.place] == words.colour
        return digit(view, seat, Phrase.YES if has else Phrase.NO)
    return digit(view, seat, Phrase.UNKNOWN if words.means in QUESTIONS else chance.one((Phrase.YES, Phrase.NO)))


def findings(view: View, seat: int, chance: Chance) -> m.Seal:
    """What its partner told, and a few guesses."""
    known = told_by_seat(view, view.others[0])
    digits = tuple(found if not chance.below(GUESSES) else None for found in random_code(chance))
    first, second = guesses(chance), guesses(chance)
    return m.Seal(tuple(known.get(place) for place in Place), first, second, digits)


def guesses(chance: Chance) -> tuple[Colour | None, ...]:
    """A row of holes, mostly."""
    return tuple(colour if not chance.below(GUESSES) else None for colour in random_row(chance))


def own_row(view: View, seat: int) -> Known:
    """Its row by place."""
    colours = view.rows[seat].colours
    assert colours
    return dict(zip(Place, colours, strict=True))


def digit(view: View, seat: int, phrase: Phrase) -> int:
    """How its team says that."""
    digits = view.codes[team_of(seat)].digits
    assert digits
    return digits[list(Phrase).index(phrase)]
