"""Who sees what in Allo... la France. Built up from nothing: what is not put in here never leaves."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from referee import tags
from referee.allo import events as e
from referee.allo import moves as m
from referee.allo import turns
from referee.allo.pieces import DECK, KEPT, Card, Part, Special
from referee.allo.state import Cable, Call, Secret, Silence, State, outcome
from referee.allo.strips import Strips
from referee.allo.ways import Hop, Pair, first_bare
from referee.game import ARBITER, Observer, Outcome


class CardView(Struct, frozen=True):
    """The card that is being played; what is to be kept of it shows to its drawer alone."""

    move: int
    call: bool
    special: Special | None
    part: Part | None


class Line(Struct, frozen=True):
    """How to call somebody: the cheapest way, which costs a unit a hop, or the link that is missing."""

    to: int
    way: tuple[Hop, ...] | None
    bare: Pair | None  # of the shortest way on the board, in the direction of the call
    refused: Literal["call barred", "not connected", "units short"] | None  # why not, without a kept card


class Sheet(Struct, frozen=True):
    """The marking sheet about one player: what everybody has heard, and no conclusions."""

    seat: int
    distances: tuple[tuple[str, int], ...]  # so many links from that city
    surname: tuple[tuple[str, bool], ...]
    first: tuple[tuple[str, bool], ...]
    job: tuple[tuple[str, bool], ...]
    wrong: tuple[str, ...]  # numbers that were said and are not his


class Sight(Struct, frozen=True):
    """A plate that was seen: everybody knows that; what it is, its owner and whoever saw it. After a wrong guess the others
    do not even know which of the four it was."""

    owner: int
    to: int
    why: Literal["card", "guess"]
    part: Part | None
    value: str | None
    after: int  # so many calls had been made


class View(Struct, frozen=True):
    """What an observer may know."""

    observer: Observer
    options: m.Options  # with the map
    seats: int
    step: m.Step
    turn: int
    turns: int  # that are over
    numbers: tuple[m.Number | None, ...]  # his own; when the game is over, all
    places: tuple[str, ...]  # where everybody stands; none with paper
    units: tuple[int, ...]
    kept: tuple[int, ...]  # how many cards everybody keeps
    keeps: tuple[Special, ...]  # his own
    card: CardView | None
    ends: tuple[str, ...]  # where the move on the card can end
    lines: tuple[Line, ...]  # how he can call the others; for the table: whoever's turn it is
    cables: tuple[Cable, ...]
    supply: Strips  # strips of one, two, three and four sections that are left
    towers: tuple[str, ...]
    towers_left: int
    calls: tuple[Call, ...]  # the log: everybody has heard it
    silence: Silence | None  # the last turn that ended without the call that its card allowed
    sheets: tuple[Sheet, ...]  # the same by player
    secrets: tuple[Sight, ...]
    debts: tuple[tuple[int, int], ...]  # who owes whom a plate
    outcome: Outcome | None


def view(state: State, observer: Observer) -> View:
    """What that observer may know now."""
    end = outcome(state)
    seat = observer if isinstance(observer, int) and observer in range(state.seats) else None
    phone = bool(state.places)
    return View(
        observer=observer,
        options=state.options,
        seats=state.seats,
        step=state.step,
        turn=state.turn,
        turns=state.turns,
        numbers=tuple(n if end or i == seat else None for i, n in enumerate(state.numbers)),
        places=state.places,
        units=state.units if phone else (),
        kept=tuple(len(cards) for cards in state.kept),
        keeps=keeps(state, seat) if seat is not None else (),
        card=card(state.now, own=seat == state.turn) if state.now else None,
        ends=turns.reachable(state) if phone and state.step == "move" else (),
        lines=lines(state, state.turn if seat is None else seat) if phone and not end else (),
        cables=state.cables,
        supply=state.supply,
        towers=state.towers,
        towers_left=state.towers_left,
        calls=state.calls,
        silence=state.silence,
        sheets=tuple(sheet(state.calls, about) for about in range(state.seats)),
        secrets=tuple(sight(secret, end is not None or seat in (secret.owner, secret.to)) for secret in state.secrets),
        debts=state.debts,
        outcome=end,
    )


def keeps(state: State, seat: int) -> tuple[Special, ...]:
    """What he keeps himself."""
    found = (DECK[number - 1].special for number in state.kept[seat])
    return tuple(special for special in found if special)


def card(of: Card, own: bool) -> CardView:
    """A card, without what others are going to keep."""
    hidden = of.special in KEPT and not own
    return CardView(of.move, of.call, None if hidden else of.special, of.part)


def lines(state: State, seat: int) -> tuple[Line, ...]:
    """How that player can call the others from where he stands."""
    barred = seat == state.turn and state.now is not None and not state.now.call
    found = []
    for to in range(state.seats):
        if to != seat:
            way = turns.line(state, seat, to)
            bare = None
            refused: Literal["call barred", "not connected", "units short"] | None = "call barred" if barred else None
            if way is None:
                bare = first_bare(state.options.map, state.laid, state.towers, state.places[seat], state.places[to])
                refused = refused or "not connected"
            elif len(way) > state.units[seat]:
                refused = refused or "units short"
            found.append(Line(to, way, bare, refused))
    return tuple(found)


def sheet(calls: tuple[Call, ...], about: int) -> Sheet:
    """All that was heard about one player."""
    marks: dict[Part, dict[str, bool]] = {Part.SURNAME: {}, Part.FIRST: {}, Part.JOB: {}}
    distances: dict[tuple[str, int], None] = {}
    wrong: dict[str, None] = {}
    for call in calls:
        if call.to != about:
            continue
        if call.number and not call.right:
            wrong[call.number] = None
        elif call.part == Part.CITY and call.at and call.answer is not None:
            distances[call.at, int(call.answer)] = None
        elif call.part and call.value:
            marks[call.part][call.value] = bool(call.answer)
    surname, first, job = (tuple(sorted(found.items())) for found in marks.values())
    return Sheet(about, tuple(distances), surname, first, job, tuple(wrong))


def sight(secret: Secret, seen: bool) -> Sight:
    """A plate as somebody saw it, or saw that it was seen."""
    part = secret.part if seen or secret.why == "card" else None
    return Sight(secret.owner, secret.to, secret.why, part, secret.value if seen else None, secret.after)


class Deal(tags.Event, frozen=True, tag="dealt"):
    """A deal as somebody saw it: his own number. The options stand at the head of the record already."""

    seats: int
    starts: tuple[str, ...]
    first: int
    number: m.Number | None


def witness(event: e.Event, observer: Observer, state: State) -> e.Event | Deal:
    """The event as that observer saw it."""
    if observer == ARBITER and outcome(state):
        return event
    if isinstance(event, e.Dealt):
        own = isinstance(observer, int) and observer in range(event.seats)
        return Deal(event.seats, event.starts, event.first, event.numbers[int(observer)] if own else None)
    if isinstance(event, e.Drawn):
        if observer == event.seat:
            return event
        return replace(event, card=None, special=None if event.special in KEPT else event.special)
    if isinstance(event, e.Kept):
        return event if observer == event.seat else replace(event, special=None)
    if isinstance(event, e.Shown):
        return event if observer in (event.seat, event.to) else replace(event, part=None, value=None)
    if isinstance(event, e.Looked):
        return event if observer in (event.seat, event.of) else replace(event, value=None)
    return event
