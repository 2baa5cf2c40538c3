"""All that is so in a game of Allo... la France, and what each event changes about it."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.allo import events as e
from referee.allo import moves as m
from referee.allo import strips, turns
from referee.allo.pieces import DECK, TOWERS, Card, Part, Special
from referee.allo.ways import Hop, Pair
from referee.game import Outcome


class Cable(Struct, frozen=True):
    """A link with cable on it, and the strips it is made of."""

    link: Pair
    strips: strips.Strips


class Call(Struct, frozen=True):
    """A line of the log that everybody has heard: a question with its answer, or a number that was said."""

    seat: int
    to: int
    at: str | None  # where the caller stood; with paper only if he asked how far
    part: Part | None  # of a question
    value: str | None
    answer: e.Answer | None
    number: str | None  # of a guess
    right: bool | None
    cost: int = 0
    way: tuple[Hop, ...] = ()
    free: bool = False
    was: tuple[tuple[Any, ...], ...] = ()  # to, part, value, at, answer, number, right as they were before a correction


class Secret(Struct, frozen=True):
    """A plate that somebody saw: by a card, or shown to him after a wrong guess."""

    owner: int
    to: int
    part: Part
    value: str
    why: Literal["card", "guess"]
    after: int  # so many calls had been made


class State(Struct, frozen=True):
    """All that is so, secrets included. Views are built from it, never cut out of it."""

    options: m.Options = m.Options()
    seats: int = 0
    numbers: tuple[m.Number, ...] = ()
    places: tuple[str, ...] = ()  # where everybody stands; with paper only they know
    units: tuple[int, ...] = ()
    kept: tuple[tuple[int, ...], ...] = ()  # of each player the numbers of the cards he keeps
    deck: tuple[int, ...] = ()
    card: int | None = None  # the one that is being played
    cables: tuple[Cable, ...] = ()
    towers: tuple[str, ...] = ()
    turn: int = 0
    turns: int = 0  # that are over: names the offers of a turn
    step: m.Step = ""
    calls: tuple[Call, ...] = ()
    secrets: tuple[Secret, ...] = ()
    owing: tuple[int, ...] = ()  # the lines of wrong guesses for which a plate is still to be shown
    paid: tuple[int, ...] = ()  # those for which one was
    last: e.Event | None = None  # what was entered last can be put right by its seat until something else happens

    @property
    def now(self) -> Card | None:
        """The card that is being played."""
        return DECK[self.card - 1] if self.card is not None else None

    @property
    def laid(self) -> frozenset[Pair]:
        """The links with cable."""
        return frozenset(cable.link for cable in self.cables)

    @property
    def supply(self) -> strips.Strips:
        """The strips that are left."""
        return strips.left(cable.strips for cable in self.cables)

    @property
    def towers_left(self) -> int:
        """How many towers stand nowhere."""
        return TOWERS - len(self.towers)

    @property
    def debts(self) -> tuple[tuple[int, int], ...]:
        """Who owes whom a plate after a wrong guess."""
        return tuple((self.calls[line].seat, self.calls[line].to) for line in self.owing)

    def holds(self, seat: int, special: Special) -> bool:
        """Does he keep such a card?"""
        return any(DECK[card - 1].special == special for card in self.kept[seat])

    def unseen(self, owner: int, to: int) -> tuple[Part, ...]:
        """The plates of one that the other has not been shown, in whatever way."""
        gone = {secret.part for secret in self.secrets if (secret.owner, secret.to) == (owner, to)}
        return tuple(part for part in Part if part not in gone)


def limit(state: State) -> None:
    """Nobody plays against the clock."""


def outcome(state: State) -> Outcome | None:
    """Whoever first says the number of another has won."""
    winner = next((call.seat for call in state.calls if call.right), None)
    if winner is None:
        return None
    return Outcome("guess", (winner,), tuple(int(seat == winner) for seat in range(state.seats)))


def evolve(state: State, event: e.Event) -> State:
    """The state after an event."""
    if isinstance(event, e.Dealt):
        return dealt(event)
    state = replace(state, last=event)
    if isinstance(event, e.Drawn):
        return replace(state, card=state.deck[0], deck=state.deck[1:], step="move")
    if isinstance(event, e.Moved):
        return moved(state, event)
    if isinstance(event, e.Lifted):
        return replace(state, cables=tuple(c for c in state.cables if c.link != event.link))
    if isinstance(event, e.Laid):
        state = with_units(state, event.seat, event.gained)
        return turns.onward(replace(state, cables=(*state.cables, Cable(event.link, event.strips))))
    if isinstance(event, e.Asked | e.Guessed):
        return called(state, event)
    if isinstance(event, e.Shown | e.Looked):
        return seen(state, event)
    if isinstance(event, e.Built):
        towers = tuple(city for city in state.towers if city != event.source)
        return turns.onward(replace(state, towers=(*towers, event.city)))
    if isinstance(event, e.Gained):
        return turns.onward(with_units(state, event.seat, event.units))
    if isinstance(event, e.Kept):
        assert state.card is not None
        kept = (*state.kept[event.seat], state.card)
        return turns.onward(replace(state, card=None, kept=exchanged(state.kept, event.seat, kept)))
    if isinstance(event, e.Passed):
        return turns.onward(state)
    if isinstance(event, e.Corrected):
        return corrected(state, event)
    return turns.over(state)


def dealt(event: e.Dealt) -> State:
    """Everybody stands on his first city without a unit; with paper there is no more than the numbers."""
    return State(
        options=event.options,
        seats=event.seats,
        numbers=event.numbers,
        places=event.starts,
        units=(0,) * event.seats,
        kept=((),) * event.seats,
        deck=event.deck,
        turn=event.first,
        step="paper" if event.options.pieces == "paper" else "card",
    )


def exchanged(of: tuple[Any, ...], seat: int, new: Any) -> tuple[Any, ...]:
    """The same with something else at one seat."""
    return (*of[:seat], new, *of[seat + 1 :])


def with_units(state: State, seat: int, more: int) -> State:
    """Units gained or paid. What does not fit on the card is in no event."""
    return replace(state, units=exchanged(state.units, seat, state.units[seat] + more))


def without_kept(state: State, seat: int, special: Special) -> State:
    """A kept card was played: it goes under the others."""
    card = next(card for card in state.kept[seat] if DECK[card - 1].special == special)
    rest = tuple(each for each in state.kept[seat] if each != card)
    return replace(state, kept=exchanged(state.kept, seat, rest), deck=(*state.deck, card))


def moved(state: State, event: e.Moved) -> State:
    """On to the cable."""
    state = without_kept(state, event.seat, Special.ANYWHERE) if event.jump else state
    return turns.onward(replace(state, places=exchanged(state.places, event.seat, event.city)))


def called(state: State, event: e.Asked | e.Guessed) -> State:
    """Paid, heard and written down; a wrong guess has its price before the turn goes on."""
    state = without_kept(state, event.seat, Special.FREE) if event.free else with_units(state, event.seat, -event.cost)
    call = Call(
        seat=event.seat,
        to=event.to,
        at=event.at,
        part=event.part if isinstance(event, e.Asked) else None,
        value=event.value if isinstance(event, e.Asked) else None,
        answer=event.answer if isinstance(event, e.Asked) else None,
        number=event.number if isinstance(event, e.Guessed) else None,
        right=event.right if isinstance(event, e.Guessed) else None,
        cost=event.cost,
        way=event.way,
        free=event.free,
    )
    state = replace(state, calls=(*state.calls, call))
    if isinstance(event, e.Guessed) and event.owes:
        return replace(state, owing=(*state.owing, len(state.calls) - 1))
    return turns.onward(state) if not outcome(state) else state


def seen(state: State, event: e.Shown | e.Looked) -> State:
    """A plate was seen: after a wrong guess, which is settled by that, or by a card. Where no plate is left to show, none
    is owed."""
    assert event.part is not None and event.value is not None
    if isinstance(event, e.Shown):
        secret = Secret(event.seat, event.to, event.part, event.value, "guess", len(state.calls))
        settled = state.owing[state.debts.index((event.seat, event.to))]
        owing = tuple(line for line in state.owing if line != settled)
        state = replace(state, owing=owing, paid=(*state.paid, settled))
    else:
        secret = Secret(event.of, event.seat, event.part, event.value, "card", len(state.calls))
    state = replace(state, secrets=(*state.secrets, secret))
    due = tuple(line for line, debt in zip(state.owing, state.debts, strict=True) if state.unseen(*debt))
    return turns.onward(replace(state, owing=due))


def corrected(state: State, event: e.Corrected) -> State:
    """A line that was put right keeps what everybody heard before. If it is a guess not paid for yet, whoever was called is owed."""
    old = state.calls[event.line]
    was = (old.to, old.part, old.value, old.at, old.answer, old.number, old.right)
    new = replace(
        old,
        to=event.to,
        part=event.part,
        value=event.value,
        at=event.at,
        answer=event.answer,
        number=event.number,
        right=event.right,
        was=(*old.was, was),
    )
    owing = set(state.owing) - {event.line}
    if new.right is False and event.line not in state.paid and state.unseen(new.seat, new.to):
        owing.add(event.line)
    calls = (*state.calls[: event.line], new, *state.calls[event.line + 1 :])
    return replace(state, calls=calls, owing=tuple(sorted(owing)))
