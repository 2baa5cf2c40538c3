"""All that is so in a game of Code 777, and what each event changes about it."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from referee.code777 import moves as m
from referee.code777.pieces import TILES, TILES_ON_A_RACK, Tile, racks
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


def evolve(state: State, event: m.Event) -> State:
    """The state after an event."""
    if isinstance(event, m.Dealt):
        return dealt(event)
    state = replace(state, last=event)
    if isinstance(event, m.Asked):
        assert event.answer is not None
        line = Line(event.seat, event.question, event.answer, event.about, heard=False)
        deck = (*state.deck[1:], *state.deck[:1])
        return replace(state, lines=(*state.lines, line), deck=deck)
    if isinstance(event, m.Answered):
        heard = replace(state.lines[-1], answer=event.answer, heard=True)
        return next_turn(replace(state, lines=(*state.lines[:-1], heard)))
    if isinstance(event, m.Declared):
        filling = state.refills[event.seat]
        said = Declaration(event.seat, event.digits, filling, event.right, len(state.lines))
        return replace(state, declarations=(*state.declarations, said))
    if isinstance(event, m.Refilled):
        return refilled(state, event)
    if isinstance(event, m.Reshuffled):
        left = len(TILES) - TILES_ON_A_RACK * len(state.fillings)  # all that stand on no rack, entered or not
        return replace(state, stock=event.tiles, left=left, out=())
    if isinstance(event, m.Entered):
        return entered(state, event)
    if isinstance(event, m.Recalled):
        assert event.answer is not None
        lines = list(state.lines)
        lines[event.line] = put_right(lines[event.line], event.question, event.answer)
        return replace(state, lines=tuple(lines))
    return next_turn(state)


def dealt(event: m.Dealt) -> State:
    """Three tiles on each rack, in the order of the shuffled tiles; empty paper racks to be entered."""
    count = racks(event.seats)
    used = count * TILES_ON_A_RACK
    standing = [event.tiles[i * TILES_ON_A_RACK : (i + 1) * TILES_ON_A_RACK] for i in range(count)]
    return State(
        options=event.options,
        seats=event.seats,
        fillings=tuple((rack,) for rack in standing),
        stock=event.tiles[used:],
        left=len(TILES) - used,
        deck=event.questions,
    )


def refilled(state: State, event: m.Refilled) -> State:
    """What stood there is put aside."""
    rack = event.rack
    return replace(
        state,
        fillings=(*state.fillings[:rack], (*state.fillings[rack], event.tiles), *state.fillings[rack + 1 :]),
        out=(*state.out, (rack, state.refills[rack])),
        stock=state.stock[len(event.tiles) :],
        left=state.left - TILES_ON_A_RACK,
    )


def entered(state: State, event: m.Entered) -> State:
    """Tiles told or put right, with the answers and the declaration that spoke of them."""
    lines = list(state.lines)
    for i, answer in event.answers:
        lines[i] = put_right(lines[i], lines[i].question, answer)
    declarations = state.declarations
    if event.right is not None:
        declarations = tuple(
            replace(d, right=event.right, was=(*d.was, d.right))
            if (d.seat, d.filling) == (event.rack, event.filling)
            else d
            for d in declarations
        )
    fillings = filled_with(state.fillings, event.rack, event.tiles, event.filling)
    return replace(state, fillings=fillings, lines=tuple(lines), declarations=declarations)


def put_right(line: Line, number: int, answer: Answer) -> Line:
    """A corrected line keeps what everybody heard before."""
    was = (*line.was, (line.question, line.answer)) if line.heard else line.was
    return replace(line, question=number, answer=answer, was=was)


def next_turn(state: State) -> State:
    """Clockwise."""
    return replace(state, turn=(state.turn + 1) % state.seats, turns=state.turns + 1)
