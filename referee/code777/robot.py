"""Plays any seat of Code 777 from its own view and memory: asks, answers truthfully, declares when only one code is left, and
if it is sharp also when waiting is worse."""

from __future__ import annotations

from collections import Counter

from referee.chance import Chance
from referee.code777 import moves as m
from referee.code777.entries import setter
from referee.code777.knowledge.reasoner import RackReasoner, glance
from referee.code777.pieces import TILES, TILES_ON_A_RACK
from referee.code777.questions import Answer, Rack, question
from referee.code777.state import State
from referee.code777.views import LineView, View
from referee.game import TABLE, Actor, Offer
from referee.mind import EASY, Mind

PATIENCE = 40  # so many answers about its tiles, and it guesses: games must end
WEIGHED = 8  # of more codes that are left hardly ever one is likely enough: a shortcut, which misses a few last dares
DARE = 0.6  # a sharp one declares what is as likely as this
LAST_DARE = 0.4  # and this, when another would win with his next point


def choose(view: View, offers: list[Offer], chance: Chance, mind: Mind = EASY) -> m.Move | None:
    """A move for this seat, or none: with nothing to do it waits."""
    assert isinstance(view.observer, int)
    kinds = {offer.kind: offer for offer in offers}
    if "declare" in kinds:
        digits = declaration(view, chance, mind)
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


def declaration(view: View, chance: Chance, mind: Mind) -> m.Digits | None:
    """The digits it holds, if no others are left; after long patience, or when being second is worse, the likeliest."""
    reasoner = mind.reasoner or glance(view)
    assert isinstance(reasoner, RackReasoner)
    left, tired = reasoner.solutions, len(reasoner.answers) >= PATIENCE
    if not left or (left > (WEIGHED if mind.sharp else 1) and not tired):
        return None
    codes = reasoner.codes()
    best = max(codes.values())
    if left == 1 or tired or (mind.sharp and best >= dare(view) * sum(codes.values())):
        first, second, third = chance.one(sorted(code for code, ways in codes.items() if ways == best))
        return first, second, third
    return None


def dare(view: View) -> float:
    """From which chance on it declares: sooner when somebody else needs but one more point."""
    behind = view.options.target - max(score for seat, score in enumerate(view.scores) if seat != view.observer)
    return LAST_DARE if behind <= 1 else DARE


def stood(view: View, rack: int, line: LineView) -> Rack:
    """What stood on a rack when that question was answered."""
    of = view.racks[rack]
    tiles = (*of.before, of.tiles)[line.about[rack]]
    assert tiles is not None, "every rack but its own is in its view"
    return tiles


def truth(view: View, line: LineView, seat: int) -> Answer:
    """What it must answer, counted from its own view."""
    return question(line.question).answer(tuple(stood(view, i, line) for i in range(len(view.racks)) if i != seat))
