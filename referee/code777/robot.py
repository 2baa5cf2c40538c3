"""Plays any seat of Code 777 from its own view: asks, answers truthfully, and declares when only one code is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement

from referee.chance import Chance
from referee.code777 import moves as m
from referee.code777.entries import setter
from referee.code777.pieces import TILES, TILES_ON_A_RACK
from referee.code777.questions import Answer, Rack, Racks, question
from referee.code777.state import State
from referee.code777.views import LineView, View
from referee.game import TABLE, Actor, Offer

PATIENCE = 40  # so many answers about its tiles, and it guesses: games must end


def choose(view: View, offers: list[Offer], chance: Chance) -> m.Move | None:
    """A move for this seat, or none: with nothing to do it waits."""
    assert isinstance(view.observer, int)
    kinds = {offer.kind: offer for offer in offers}
    if "declare" in kinds:
        digits = certain(view, view.observer, chance)
        if digits:
            return m.Declare(digits)
    if "announce" in kinds:
        return m.Announce(truth(view, view.lines[-1], view.observer))
    if "ask" in kinds:
        numbers = kinds["ask"].choices
        return m.Ask(chance.one(numbers) if numbers else None)
    return None


def stand_in(view: View, offers: list[Offer], chance: Chance) -> tuple[Actor, m.Move] | None:
    """For an absent player: draws and tells the truth, never declares. A paper card nobody draws for him: he is passed
    over. Nor does anybody enter racks for him: the host can, who sees them."""
    assert isinstance(view.observer, int)
    kinds = {offer.kind: offer for offer in offers}
    if "announce" in kinds:
        return view.observer, m.Announce(truth(view, view.lines[-1], view.observer))
    if "ask" in kinds:
        return (TABLE, m.Skip()) if kinds["ask"].choices else (view.observer, m.Ask())
    return None


def hands(state: State, chance: Chance) -> tuple[Actor, m.Move] | None:
    """Sets a paper rack that is empty, with tiles from what must be in the stock, and lets whoever set it tell them."""
    if not state.waiting:
        return None
    rack = state.waiting[0]
    stock = Counter(TILES) - Counter(state.aside) - Counter(tile for tiles in state.racks for tile in tiles)
    first, second, third = chance.shuffled(sorted(stock.elements()))[:TILES_ON_A_RACK]
    by = setter(state, rack)
    return chance.one(range(state.seats)) if by is None else by, m.Enter(
        rack, (first, second, third), state.refills[rack]
    )


def certain(view: View, seat: int, chance: Chance) -> m.Digits | None:
    """The digits it holds, if what it has heard leaves no others; after long patience, any that are possible."""
    heard = [line for line in view.lines if line.answer is not None and tells(line, view, seat)]
    codes = sorted({tuple(sorted(tile.digit for tile in rack)) for rack in possible(view, seat, heard)})
    if len(codes) == 1 or (len(heard) >= PATIENCE and codes):
        first, second, third = chance.one(codes)
        return first, second, third
    return None


def tells(line: LineView, view: View, seat: int) -> bool:
    """Is that answer about the tiles it has now, from somebody who sees them?"""
    return line.seat != seat and line.about[seat] == view.racks[seat].refills


def possible(view: View, seat: int, heard: list[LineView]) -> Iterator[Rack]:
    """Every rack that the tiles unseen could make and that agrees with all answers."""
    left = set(range(len(RACKS)))
    for line in heard:
        assert line.answer is not None
        others = tuple(stood(view, i, line) for i in range(len(view.racks)) if i not in (seat, line.seat))
        left &= agreeing(line.question, line.answer, others)
    unseen = Counter(TILES) - Counter(view.aside)
    unseen -= Counter(tile for i, rack in enumerate(view.racks) if i != seat for tile in rack.tiles or ())
    return (RACKS[i] for i in sorted(left) if not Counter(RACKS[i]) - unseen)


RACKS: tuple[Rack, ...] = tuple(
    rack
    for rack in combinations_with_replacement(sorted(set(TILES)), TILES_ON_A_RACK)
    if Counter(rack) <= Counter(TILES)
)


@lru_cache(maxsize=1000)  # it hears each answer once and thinks of it many times
def agreeing(number: int, answer: Answer, others: Racks) -> frozenset[int]:
    """The racks, by their place above, that give that answer together with the others that the asker saw."""
    return frozenset(i for i, rack in enumerate(RACKS) if question(number).answer((*others, rack)) == answer)


def stood(view: View, rack: int, line: LineView) -> Rack:
    """What stood on a rack when that question was answered."""
    of = view.racks[rack]
    tiles = (*of.before, of.tiles)[line.about[rack]]
    assert tiles is not None, "every rack but its own is in its view"
    return tiles


def truth(view: View, line: LineView, seat: int) -> Answer:
    """What it must answer, counted from its own view."""
    return question(line.question).answer(tuple(stood(view, i, line) for i in range(len(view.racks)) if i != seat))
