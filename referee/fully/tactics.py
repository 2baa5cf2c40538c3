"""How robots of Fully that think talk and what they put down: the partner learns every place, the others hear two digits of which
either could be the true one; and a place is guessed when that pays."""

from __future__ import annotations

from collections.abc import Sequence

from referee.chance import Chance
from referee.fully import moves as m
from referee.fully.knowledge.reasoner import TalkReasoner
from referee.fully.pieces import DIGITS, RIGHT, WRONG, Colour, Phrase, Place
from referee.fully.seats import others
from referee.fully.views import View

TRUE, FALSE = Phrase.I_HAVE, Phrase.FIRST_HAS  # what is meant, and what is said beside it as often
BOLD = 0.8  # when the least certain place of all three rows is as likely as this, it would call FULLY
SHARPER = 0.55  # the same for a sharp one, if what the others say hangs together:
COHERENT = 1.3  # so much likelier than if their colours had nothing to do with their rows


def announcement(view: View, seat: int, row: dict[Place, Colour], code: Sequence[int], chance: Chance) -> m.Speak:
    """Each place once as it is, and once with any colour in words that mean nothing to the partner; in any order. What is true
    comes in time."""
    said: dict[Phrase, set[Place]] = {TRUE: set(), FALSE: set()}
    for line in view.lines:
        if line.seat == seat and line.words and line.words.means in said:
            said[line.words.means].add(line.words.place)
    left = {phrase: [place for place in Place if place not in places] for phrase, places in said.items()}
    turns = view.options.rounds - view.round + 1
    open_, decoys = left[TRUE], left[FALSE] or list(Place)
    if open_ and (turns <= len(open_) or chance.below(len(open_) + len(left[FALSE])) < len(open_)):
        place = chance.one(open_)
        return m.Speak(row[place], place, digit(code, TRUE))
    return m.Speak(chance.one(tuple(Colour)), chance.one(decoys), digit(code, FALSE))


def digit(code: Sequence[int], phrase: Phrase) -> int:
    """How a team says that."""
    return code[list(Phrase).index(phrase)]


def may_be_fully(known: TalkReasoner, sharp: bool) -> bool:
    """Is the likeliest colour of every place likely enough to call FULLY? The partner's row is asked first: it is cheap. A
    sharp one is content with less where the talk hangs together, and calls nothing where it does not."""
    enough = SHARPER if sharp else BOLD
    likely = all(max(known.colours(seat, place)) >= enough for seat in others(known.me) for place in Place)
    return likely and (not sharp or known.coherence() >= COHERENT)


def findings(known: TalkReasoner, everything: bool) -> m.Seal:
    """Every place whose likeliest colour pays, or all of them where FULLY was called; the code as it is likeliest."""
    rows = []
    for i, seat in enumerate(others(known.me)):
        whose = "opponent" if i else "partner"
        pays = -WRONG[whose] / (RIGHT[whose] - WRONG[whose])
        best = [max(zip(known.colours(seat, place), Colour, strict=True)) for place in Place]
        rows.append(tuple(colour if chance > pays or everything else None for chance, colour in best))
    partner, first, second = rows
    return m.Seal(partner, first, second, likeliest_code(known))


def likeliest_code(known: TalkReasoner) -> tuple[int, ...]:
    """A digit for each phrase: one after the other the likeliest that is left. A wrong one costs nothing."""
    chances = {digit: known.phrases(digit) for digit in DIGITS}
    ranked = sorted(((chances[d][p], d, p) for d in DIGITS for p in Phrase), key=lambda each: (-each[0], each[1]))
    found: dict[Phrase, int] = {}
    for _, number, phrase in ranked:
        if phrase not in found and number not in found.values():
            found[phrase] = number
    return tuple(found[phrase] for phrase in Phrase)
