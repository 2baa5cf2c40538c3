"""What each event changes in a game of Allo... la France."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from referee.allo import events as e
from referee.allo import turns
from referee.allo.pieces import DECK, Special
from referee.allo.state import Cable, Call, Secret, State, outcome


def dealt(state: State, event: e.Dealt) -> State:
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


def drawn(state: State, event: e.Drawn) -> State:
    """The top card is being played."""
    return replace(state, card=state.deck[0], deck=state.deck[1:], step="move")


def moved(state: State, event: e.Moved) -> State:
    """On to the cable."""
    state = without_kept(state, event.seat, Special.ANYWHERE) if event.jump else state
    return turns.onward(replace(state, places=exchanged(state.places, event.seat, event.city)))


def lifted(state: State, event: e.Lifted) -> State:
    """A link without its cable; the strips are in the supply again."""
    return replace(state, cables=tuple(c for c in state.cables if c.link != event.link))


def laid(state: State, event: e.Laid) -> State:
    """A link with cable, and the units it brought; on to the call."""
    state = with_units(state, event.seat, event.gained)
    return turns.onward(replace(state, cables=(*state.cables, Cable(event.link, event.strips))))


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


def built(state: State, event: e.Built) -> State:
    """A tower more, or one that stands elsewhere."""
    towers = tuple(city for city in state.towers if city != event.source)
    return turns.onward(replace(state, towers=(*towers, event.city)))


def kept(state: State, event: e.Kept) -> State:
    """The card does not go under the others: he has it."""
    assert state.card is not None
    cards = (*state.kept[event.seat], state.card)
    return turns.onward(replace(state, card=None, kept=exchanged(state.kept, event.seat, cards)))


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


def evolve(state: State, event: e.Event) -> State:
    """The state after an event. It is the last one now, but for the deal: nothing of that was entered."""
    return EVOLVE[type(event)](replace(state, last=event), event)


EVOLVE: dict[type, Callable[[State, Any], State]] = {
    e.Dealt: dealt,
    e.Drawn: drawn,
    e.Blocked: lambda state, event: turns.over(state),
    e.Moved: moved,
    e.Lifted: lifted,
    e.Laid: laid,
    e.Asked: called,
    e.Guessed: called,
    e.Shown: seen,
    e.Looked: seen,
    e.Built: built,
    e.Gained: lambda state, event: turns.onward(with_units(state, event.seat, event.units)),
    e.Kept: kept,
    e.Passed: lambda state, event: turns.onward(state),
    e.Skipped: lambda state, event: turns.over(state),
    e.Corrected: corrected,
}
