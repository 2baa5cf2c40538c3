"""All that is so in a game of Code 777, and how it ends."""

from __future__ import annotations

from msgspec import Struct

from referee.code777 import moves as m
from referee.code777.pieces import Tile
from referee.code777.questions import Answer, Rack, Racks, question
from referee.game import Outcome

Fillings = tuple[tuple[Rack, ...], ...]


class Line(Struct, frozen=True):
    """A question and its answer in the log, with the racks they were about."""

    seat: int
    question: int
    answer: Answer
    about: tuple[int, ...]
    heard: bool = True  # announced answers are known to the rules before anyone hears them
    was: tuple[tuple[int, Answer], ...] = ()  # question and answer as everybody heard them before a correction


class Declaration(Struct, frozen=True):
    """What somebody said about his tiles, and whether it was so."""

    seat: int
    digits: m.Digits
    filling: int  # which tiles: the refills of his rack by then
    right: bool
    after: int  # so many questions had been asked
    was: tuple[bool, ...] = ()  # as it was judged before what was entered was put right


class State(Struct, frozen=True):
    """All that is so, secrets included. Views are built from it, never cut out of it."""

    options: m.Options = m.Options()
    about: m.About = "draw"  # of which racks an announced answer speaks
    seats: int = 0
    fillings: Fillings = ()  # of each rack, all its tiles so far; the last ones stand on it
    stock: tuple[Tile, ...] = ()  # with paper racks nobody knows it
    left: int = 0  # tiles in the stock
    out: tuple[tuple[int, int], ...] = ()  # rack and filling: put aside, and not yet shuffled in
    deck: tuple[int, ...] = ()
    turn: int = 0
    turns: int = 0  # questions drawn or passed over: names the offer to ask
    lines: tuple[Line, ...] = ()
    declarations: tuple[Declaration, ...] = ()
    last: m.Event | None = None  # what was entered last can be put right by its seat until something else happens

    @property
    def racks(self) -> Racks:
        """What stands on each rack now."""
        return tuple(filled[-1] for filled in self.fillings)

    @property
    def refills(self) -> tuple[int, ...]:
        """How often each rack was filled anew."""
        return tuple(len(filled) - 1 for filled in self.fillings)

    @property
    def aside(self) -> tuple[Tile, ...]:
        """The tiles put aside, as they are known by now."""
        return tuple(tile for rack, filling in self.out for tile in self.fillings[rack][filling])

    @property
    def scores(self) -> tuple[int, ...]:
        """A point for each right declaration."""
        return tuple(sum(d.right for d in self.declarations if d.seat == seat) for seat in range(self.seats))

    @property
    def waiting(self) -> tuple[int, ...]:
        """Paper racks whose tiles nobody has told yet."""
        return tuple(i for i, rack in enumerate(self.racks) if not rack)

    @property
    def pending(self) -> Line | None:
        """The question that its asker has yet to answer aloud."""
        return self.lines[-1] if self.lines and not self.lines[-1].heard else None

    @property
    def unseen(self) -> tuple[int, ...]:
        """Paper racks that the pending answer speaks of and whose tiles nobody has told yet."""
        line = self.pending
        if not line or self.about == "draw":
            return ()
        return tuple(rack for rack in self.waiting if rack != line.seat)


def limit(state: State) -> None:
    """Nobody plays against the clock."""


def outcome(state: State) -> Outcome | None:
    """The first to reach the target has won."""
    winners = tuple(i for i, score in enumerate(state.scores) if score >= state.options.target)
    return Outcome("target", winners, state.scores) if winners else None


def seen_by(seat: int, all_racks: Racks) -> Racks:
    """All racks but his own."""
    return tuple(rack for i, rack in enumerate(all_racks) if i != seat)


def answer_then(number: int, seat: int, about: tuple[int, ...], fillings: Fillings) -> Answer:
    """The true answer to a question about the racks as they stood then."""
    return question(number).answer(seen_by(seat, tuple(fillings[i][n] for i, n in enumerate(about))))


def filled_with(fillings: Fillings, rack: int, tiles: Rack, filling: int = -1) -> Fillings:
    """The same with other tiles on a rack, now or at an earlier filling."""
    changed = list(fillings[rack])
    changed[filling] = tuple(tiles)
    return (*fillings[:rack], tuple(changed), *fillings[rack + 1 :])
