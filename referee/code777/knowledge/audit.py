"""Do the entries of a paper evening of Code 777 fit together? Tiles that were told of racks, and answers that were said aloud.

Two questions, kept apart. `doubted` is for a seat while the game is on: it is asked of that seat's own view, so it can tell
no more than the seat could find out itself, least of all what stands on its own rack. `audited` is for whoever looks back on
a game that is over, and is asked of the whole log.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.code777 import moves as m
from referee.code777.changes import evolve
from referee.code777.knowledge import worlds
from referee.code777.knowledge.reasoner import glance
from referee.code777.questions import Answer, Rack
from referee.code777.state import Fillings, State, answer_then, filled_with
from referee.code777.views import View
from referee.knowledge import Contradiction, Entry

Filling = tuple[int, int]  # rack, and how often it was refilled before


def doubted(view: View) -> int | None:
    """The rack that this seat has set up, if its tiles leave none for the seat's own beside all that it sees and has heard."""
    me = view.observer
    if not isinstance(me, int) or view.outcome or view.options.racks != "paper":
        return None
    mine = (me + 1) % view.seats  # of which `setter` says so
    if not view.racks[mine].tiles:
        return None
    # Whether tiles that were put aside are in the stock again only hands know: they speak against nobody.
    return None if glance(replace(view, aside=())).left else mine


class Said(Struct, frozen=True):
    """An answer that somebody counted himself: about which racks, and the event with which he said it."""

    at: int
    seat: int
    question: int
    answer: Answer
    about: tuple[int, ...]

    def fits(self, fillings: Fillings) -> bool:
        """Does it follow from these tiles?"""
        return answer_then(self.question, self.seat, self.about, fillings) == self.answer

    def speaks_of(self, filling: Filling) -> bool:
        """Is it about these tiles?"""
        rack, number = filling
        return rack != self.seat and self.about[rack] == number


class Log:
    """All that people entered in a game: tiles, those who told them, what stood there together, and answers."""

    def __init__(self, events: Sequence[m.Event]) -> None:
        self.entries: dict[Filling, Entry] = {}
        self.moments: dict[frozenset[Filling], int] = {}  # what stood there together, and the first event that saw it
        self.answered: dict[int, int] = {}  # line of the log -> event
        state = State()
        for number, event in enumerate(events):
            state = evolve(state, event)
            if isinstance(event, m.Entered):
                self.entries[event.rack, event.filling] = Entry(number, event.by)
            elif isinstance(event, m.Answered):
                self.answered[len(state.lines) - 1] = number
            current = ((rack, len(filled) - 1) for rack, filled in enumerate(state.fillings))
            self.moments.setdefault(frozenset(each for each in current if each in self.entries), number)
        self.fillings = state.fillings
        # Where phones count, an answer follows from what was entered and proves nothing about it.
        counted = state.options.answers == "announced"
        self.said = [
            Said(at, line.seat, line.question, line.answer, line.about)
            for i, line in enumerate(state.lines)
            if counted and (at := self.answered.get(i)) is not None
        ]

    def crowded(self, moment: Iterable[Filling], fillings: Fillings) -> set[Any]:
        """The tiles of which more stood there than there are."""
        tiles = Counter(tile for rack, filling in moment for tile in fillings[rack][filling])
        return set(tiles - worlds.MANY)

    def crowded_at(self, moment: frozenset[Filling]) -> int:
        """The event with which too many tiles of a kind were on record, which may be one that put an entry right."""
        tiles = self.crowded(moment, self.fillings)
        those = (self.entries[each].at for each in moment if tiles & set(self.fillings[each[0]][each[1]]))
        return max(self.moments[moment], *those)

    def unfit_at(self, said: Said) -> int:
        """The event with which an answer stood against tiles that are on record."""
        return max(said.at, *(entry.at for filling, entry in self.entries.items() if said.speaks_of(filling)))

    def heals(self, filling: Filling, wrong: list[frozenset[Filling]], misfits: list[Said]) -> bool:
        """Would other tiles in that place, and nothing else, make all fit?"""
        if not all(filling in moment for moment in wrong) or not all(each.speaks_of(filling) for each in misfits):
            return False
        moments = [moment for moment in self.moments if filling in moment]
        said = [*misfits, *(each for each in self.said if each.speaks_of(filling) and each not in misfits)]
        return any(
            self.fit(filled_with(self.fillings, filling[0], rack, filling[1]), moments, said) for rack in racks()
        )

    def fit(self, fillings: Fillings, moments: Iterable[frozenset[Filling]], said: Iterable[Said]) -> bool:
        """Do these answers follow, and are there so many tiles?"""
        return all(each.fits(fillings) for each in said) and not any(self.crowded(each, fillings) for each in moments)


def racks() -> tuple[Rack, ...]:
    """Every rack there is."""
    return worlds.RACKS


def audited(events: Sequence[Any]) -> Contradiction | None:
    """Where what was entered first contradicts itself as it stands at the end, and whose entry alone would heal it."""
    first = events[0]
    if first.options.racks != "paper":
        return None
    log = Log(events)
    wrong = [moment for moment in log.moments if log.crowded(moment, log.fillings)]
    misfits = [each for each in log.said if not each.fits(log.fillings)]
    if not wrong and not misfits:
        return None
    at = min([*map(log.crowded_at, wrong), *map(log.unfit_at, misfits)])
    healing = [entry for filling, entry in log.entries.items() if log.heals(filling, wrong, misfits)]
    if len(misfits) == 1 and not wrong:  # he may simply have miscounted
        healing.append(Entry(misfits[0].at, misfits[0].seat))
    return Contradiction(at, tuple(sorted(healing, key=lambda each: each.at)))
