"""What a player of Fully can know: how likely each colour of the others and each digit of the other team's code is.

Bluffing is legal, so nothing is proven: what is as likely as SURE counts as certain here (`decoding.py` states what is
assumed about the truth of sentences). One's own team is heard with its code, the other team over all codes.
"""

from __future__ import annotations

from collections.abc import Collection
from math import prod
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from referee.fully import moves as m
from referee.fully.knowledge import decoding, partner
from referee.fully.knowledge.decoding import COLOURS, Cell, Evidence
from referee.fully.knowledge.trial import Decoder, Spoken, columns, decoded, digits_in
from referee.fully.pieces import SIGNAL, Colour, Phrase, Place
from referee.fully.seats import enemy, members, others, partner_of, team_of
from referee.fully.state import State
from referee.fully.views import View
from referee.knowledge import Fact, Missed, Reasoner, Unproven

SURE = 0.95


class Line(Struct, frozen=True):
    """A turn of the talk, and the numbers of the events that told it."""

    seat: int
    spoken: int
    colour: Colour | None = None  # None: passed over
    place: Place | None = None
    digit: int = SIGNAL
    reply: int = SIGNAL
    replied: int = 0

    def heard(self) -> tuple[tuple[int, Evidence], ...]:
        """What it may tell: each with the event. The signal is in no code and tells nothing."""
        if self.colour is None or self.place is None or self.digit == SIGNAL:
            return ()
        one = Evidence("say", self.seat, self.place, self.colour, self.digit)
        if not self.replied or self.reply == SIGNAL:
            return ((self.spoken, one),)
        to = partner_of(self.seat)
        return (self.spoken, one), (
            self.replied,
            Evidence("reply", to, self.place, self.colour, self.digit, self.reply),
        )


class TalkReasoner(Struct, frozen=True):
    """What a seat can make of the talk."""

    me: int
    heard: int = 0
    era: int = 0
    row: tuple[Colour, ...] = ()
    code: tuple[int, ...] = ()
    lines: tuple[Line, ...] = ()
    missed: tuple[Missed, ...] = ()

    @property
    def worlds(self) -> float:
        """How open the other team's code is."""
        return round(self.decoder().open, 1)

    @property
    def solutions(self) -> dict[str, float]:
        """How open the row of each other player is."""
        return {
            str(seat): round(prod(decoding.openness(self.colours(seat, place)) for place in Place), 1)
            for seat in others(self.me)
        }

    def evidence(self, team: int) -> tuple[tuple[int, Evidence], ...]:
        """All that a team said, with the numbers of the events."""
        return tuple(each for line in self.lines if team_of(line.seat) == team for each in line.heard())

    def decoder(self) -> Decoder:
        """What the other team's talk tells."""
        return decoded(tuple(each for _, each in self.evidence(enemy(team_of(self.me)))))

    def colours(self, seat: int, place: Place) -> tuple[float, ...]:
        """How likely each colour is in a place of another player's row."""
        if team_of(seat) == team_of(self.me):
            return self.partners((seat, place), tuple(each for _, each in self.evidence(team_of(self.me))))
        return self.decoder().colours((seat, place))

    def partners(self, cell: Cell, heard: tuple[Evidence, ...]) -> tuple[float, ...]:
        """The same for one's partner, whose code one knows. What one says oneself tells one nothing."""
        about = [each for each in heard if (each.seat, each.place) == cell and self.code]
        return partner.chances([partner.effect(self.code, each) for each in about])

    def phrases(self, digit: int) -> dict[Phrase, float]:
        """How likely a digit of the other team means each phrase."""
        chances = self.decoder().kinds(digit)
        return {
            phrase: chance / len(group)
            for group, chance in zip(decoding.KINDS, chances, strict=True)
            for phrase in group
        }

    def likely(self, fact: Fact) -> float:
        """How likely that is."""
        if fact.part == "phrase":
            digit, phrase = fact.value
            found = self.phrases(digit)[Phrase(phrase)]
        else:
            cells = zip(Place, fact.value, strict=True) if fact.part == "row" else [fact.value]
            found = min(self.colours(fact.about, Place(p))[COLOURS.index(Colour(c))] for p, c in cells)
        return found if fact.so else 1 - found

    def coherence(self) -> float:
        """How much likelier the other team's talk is than if its colours had nothing to do with its rows."""
        heard = tuple(each for _, each in self.evidence(enemy(team_of(self.me))))
        return columns(digits_in(heard)).coherence(heard)

    def certain(self) -> tuple[Fact, ...]:
        """Colours, rows and digits that are as good as certain."""
        found = [*self.solved()]
        for seat in others(self.me):
            for place in Place:
                best = max(zip(self.colours(seat, place), COLOURS, strict=True))
                found += [Fact("colour", seat, (place.value, best[1].value))] if best[0] >= SURE else []
        team = enemy(team_of(self.me))
        for digit in range(1, 10):
            phrase, chance = max(self.phrases(digit).items(), key=lambda each: each[1])
            found += [Fact("phrase", members(team)[0], (digit, phrase.value))] if chance >= SURE else []
        return tuple(found)

    def one_step(self) -> tuple[Fact, ...]:
        """Nothing: what somebody says may be a bluff."""
        return ()

    def solved(self) -> tuple[Fact, ...]:
        """The rows of which every place is as good as certain."""
        found = []
        for seat in others(self.me):
            best = [max(zip(self.colours(seat, place), COLOURS, strict=True)) for place in Place]
            if min(best)[0] >= SURE:
                found.append(Fact("row", seat, tuple(colour.value for _, colour in best), whole=True))
        return tuple(found)

    def holds(self, fact: Fact) -> bool:
        """Is it as good as certain?"""
        return self.likely(fact) >= SURE

    def claims(self, event: Any) -> tuple[Fact, ...]:
        """The rows that one puts down: whole ones, and else place by place."""
        if not isinstance(event, m.Sealed) or event.seat != self.me or event.found is None:
            return ()
        found: list[Fact] = []
        rows = (event.found.partner, event.found.first, event.found.second)
        for seat, row in zip(others(self.me), rows, strict=True):
            if None not in row:
                found.append(Fact("row", seat, tuple(str(colour) for colour in row), whole=True))
            found += [Fact("colour", seat, (p.value, str(c))) for p, c in zip(Place, row, strict=True) if c is not None]
        return tuple(found)

    def after(self, event: Any | None) -> Self:
        """The same after one more event."""
        now = replace(self, heard=self.heard + 1)
        if isinstance(event, m.RowSet) and event.seat == self.me and event.colours:
            return replace(now, row=event.colours)
        if isinstance(event, m.CodeSet) and event.team == team_of(self.me) and event.digits:
            return replace(now, code=event.digits)
        if isinstance(event, m.Spoken):
            line = Line(event.seat, now.heard, event.colour, event.place, event.digit)
            return replace(now, lines=(*self.lines, line))
        if isinstance(event, m.Replied):
            *before, last = self.lines
            return replace(now, lines=(*before, replace(last, reply=event.digit, replied=now.heard)))
        if isinstance(event, m.Amended):
            old = self.lines[event.line]
            answered = {"reply": event.reply, "replied": now.heard} if event.reply is not None else {"replied": 0}
            new = Line(old.seat, now.heard, event.colour, event.place, event.digit, **answered)
            return replace(now, lines=(*self.lines[: event.line], new, *self.lines[event.line + 1 :]))
        if isinstance(event, m.Skipped) and not (self.lines and not self.lines[-1].replied and self.open_line(event)):
            return replace(now, lines=(*self.lines, Line(event.seat, now.heard, replied=now.heard)))
        return now

    def open_line(self, event: m.Skipped) -> bool:
        """Is it the reply to the last line that was passed over, and not somebody's own words?"""
        last = self.lines[-1]
        return last.colour is not None and partner_of(last.seat) == event.seat

    def proof(self, fact: Fact) -> tuple[int, ...]:
        """Sentences that alone make it as good as certain: of one's own team as few as can be, of the others a set of which
        none can be left out."""
        if not self.holds(fact):
            raise Unproven
        if self.is_tellable(fact):
            return self.told_by_partner(fact)
        kept = self.telling(fact)
        step = max(1, len(kept) // 2)
        while True:  # first half of them, then a quarter, down to one by one: most of the talk tells nothing of it
            at = 0
            while at < len(kept):
                fewer = kept[:at] + kept[at + step :]
                if self.enough(fact, fewer):
                    kept = fewer
                else:
                    at += step
            if step == 1:
                return tuple(sorted({event for event, _ in kept}))
            step = max(1, step // 2)

    def told_by_partner(self, fact: Fact) -> tuple[int, ...]:
        """As few sentences as it takes: for a row those of each of its places, against it those of one."""
        every, found = self.evidence(team_of(self.me)), []
        for cell, colour in cells_of(fact):
            about = [each for each in every if (each[1].seat, each[1].place) == cell]
            found.append(partner.fewest_sentences(about, self.code, colour, fact.so, SURE))
        proofs = [events for events in found if events is not None]
        chosen = proofs if fact.so else [min(proofs, key=len)]
        return tuple(sorted({event for events in chosen for event in events}))

    def is_tellable(self, fact: Fact) -> bool:
        """Only of one's own team, whose code one knows: what the others mean follows from a dozen sentences together."""
        return team_of(fact.about) == team_of(self.me)

    def telling(self, fact: Fact) -> list[Spoken]:
        """Sentences that are enough, those that can matter least first: what is about the fact itself, then what has a digit
        of those, then the rest, as far as it is needed."""
        every = [*self.evidence(team_of(fact.about))]
        if fact.part == "phrase":
            about, wanted = [each for each in every if fact.value[0] in (each[1].digit, each[1].reply)], {fact.value[0]}
        else:
            cells = {cell for cell, _ in cells_of(fact)}
            about, wanted = [each for each in every if (each[1].seat, each[1].place) in cells], set[int]()
        digits = wanted | {digit for _, each in about for digit in (each.digit, each.reply)}
        akin = [each for each in every if each not in about and digits & {each[1].digit, each[1].reply}]
        rest = [each for each in every if each not in about and each not in akin]
        ranked, many = [*about, *akin, *rest], len(about)
        while many < len(ranked) and not self.enough(fact, ranked[:many]):
            many = many + max(2, len(ranked) // 8)
        return ranked[:many][::-1]

    def enough(self, fact: Fact, heard: list[Spoken]) -> bool:
        """Would these sentences alone make it as good as certain?"""
        only = [each for _, each in heard]
        decoder = columns(digits_in(only)).after(only)
        if fact.part == "phrase":
            group = next(i for i, phrases in enumerate(decoding.KINDS) if Phrase(fact.value[1]) in phrases)
            found = decoder.kinds(fact.value[0])[group] / len(decoding.KINDS[group])
        else:
            found = min(decoder.colours(cell)[COLOURS.index(colour)] for cell, colour in cells_of(fact))
        return (found if fact.so else 1 - found) >= SURE


def cells_of(fact: Fact) -> list[tuple[Cell, Colour]]:
    """The places that a fact speaks of, and the colour it gives each."""
    pairs = zip(Place, fact.value, strict=True) if fact.part == "row" else [fact.value]
    return [((fact.about, Place(place)), Colour(colour)) for place, colour in pairs]


def begin(view: View, dealt: Any, frank: Collection[int] = ()) -> Reasoner:
    """A reasoner for a seat that sits down; row and code come later."""
    assert isinstance(view.observer, int)
    return TalkReasoner(view.observer)


def is_so(state: State, fact: Fact) -> bool:
    """How it really is."""
    if fact.part == "phrase":
        digit, phrase = fact.value
        found = state.codes[team_of(fact.about)][-1][list(Phrase).index(Phrase(phrase))] == digit
    else:
        row = [colour.value for colour in state.rows[fact.about][-1]]
        found = (
            row == [*fact.value]
            if fact.part == "row"
            else row[list(Place).index(Place(fact.value[0]))] == fact.value[1]
        )
    return bool(found) == fact.so
