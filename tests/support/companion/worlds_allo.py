"""Worlds of Allo... la France: other numbers behind the same answers, other plates shown between others, other cards kept,
another deck.

The second world is played by the rules themselves, with the same moves and with plates and cards stacked otherwise. It is
kept only if `heard` finds that everything one could see or hear of it was the same from the first move to the last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace
from support.companion.worlds import Eyes, Game, Turn, Twins, played

from referee.allo import events as e
from referee.allo import moves as m
from referee.allo import robot
from referee.allo.game import GAME
from referee.allo.pieces import DECK, KEPT, Part
from referee.allo.state import State
from referee.allo.views import View
from referee.chance import Chance
from referee.game import TABLE, Actor, Offer, Refused

TRIES = 60  # changes that are proposed; what was heard refuses most of them
MISCHIEF = 5  # one move in so many is none that a robot would make
SHORT = {"surnames": 6, "firsts": 5, "jobs": 4}


class Stacked(Chance):
    """Dice that were asked before: each shuffle gives what is wanted."""

    def __init__(self, wanted: list[tuple[Any, ...]]) -> None:
        self._wanted = wanted

    def shuffled(self, items: Sequence[Any]) -> tuple[Any, ...]:
        """The order that is wanted."""
        order = self._wanted.pop(0)
        assert sorted(order) == sorted(items)
        return order


def play(seats: int, options: m.Options, seed: int, steps: int) -> Game:
    """A game by robots and by people who blunder, cut off before it is over."""
    (dealt,) = GAME.deal(options, seats, Chance(seed.to_bytes(32), 0))
    assert isinstance(dealt, e.Dealt)
    dealt = replace(dealt, deck=soon_kept(dealt.deck))
    return played("allo", seats, options, seed, steps, next_move, [dealt])


def soon_kept(deck: Sequence[int]) -> tuple[int, ...]:
    """The same cards with those that are kept near the top: there are four of them, and each is a secret."""
    found = [card for card in deck if DECK[card - 1].special not in KEPT]
    for place, card in enumerate(card for card in deck if DECK[card - 1].special in KEPT):
        found.insert(3 * place + 1, card)
    return tuple(found)


def next_move(state: State, seats: int, chance: Chance) -> tuple[Actor, m.Move]:
    """Somebody says a wild number, is passed over or puts something right; else a robot plays."""
    if not chance.below(MISCHIEF):
        offers = [(actor, offer) for actor in (*range(seats), TABLE) for offer in GAME.moves(state, actor)]
        wild = [each for each in offers if each[1].kind in ("guess", "skip", "correct", "pass", "show")]
        if wild:
            actor, offer = chance.one(wild)
            return actor, blunder(state, offer, chance)
    for seat in chance.shuffled(range(seats)):
        move = robot.choose(GAME.view(state, seat), GAME.moves(state, seat), chance)
        if move is not None and not (isinstance(move, m.Guess) and state.numbers[move.to].dialled == move.number):
            return seat, move
        if isinstance(move, m.Guess):
            return seat, m.Guess(move.to, number(state.options, chance), move.free)
    raise AssertionError("somebody has always something to do")


def number(options: m.Options, chance: Chance) -> str:
    """Any number."""
    return "".join(chance.one(options.values(part)) for part in Part)


def blunder(state: State, offer: Offer, chance: Chance) -> m.Move:
    """An answer to that offer that no robot would give."""
    if offer.kind == "guess":
        return m.Guess(chance.one(offer.choices), number(state.options, chance), offer.settled["free"])
    if offer.kind == "skip":
        return m.Skip(offer.settled["seat"])
    if offer.kind == "show":
        return m.Show(chance.one(offer.choices))
    if offer.kind == "pass":
        return m.Pass()
    line = offer.settled["line"]
    old = state.calls[line]
    if old.number is not None:
        return m.Correct(line, old.to, number=number(state.options, chance))
    part = chance.one([*Part])
    if part == Part.CITY:
        return m.Correct(line, old.to, part, at=chance.one(state.options.values(part)))
    return m.Correct(line, old.to, part, chance.one(state.options.values(part)))


def replayed(game: Game, orders: list[tuple[Any, ...]], moves: list[tuple[Actor, m.Move]]) -> tuple[Turn, ...] | None:
    """The same game with other plates and cards, by the rules; none if they forbid it or it would be over."""
    turns = [Turn(None, None, GAME.deal(game.options, game.seats, Stacked(list(orders))))]
    state = GAME.evolve(GAME.start(), turns[0].events[0])
    for actor, move in moves:
        try:
            events = GAME.decide(state, actor, move, Stacked([]))
        except Refused:
            return None
        for event in events:
            state = GAME.evolve(state, event)
        if GAME.outcome(state):
            return None
        turns.append(Turn(actor, move, events))
    return tuple(turns)


def heard(turns: Sequence[Turn], eyes: Eyes) -> Iterator[object]:
    """All that those eyes and their ears could learn at a real table. Written down here once more, by the rule book:
    what the program says about it is what is under test."""
    for turn in turns:
        yield turn.actor, turn.move if turn.actor in eyes or not turn.move else type(turn.move)
        for event in turn.events:
            if isinstance(event, e.Dealt):
                yield event.starts, event.first, [event.numbers[seat] for seat in sorted(eyes - {TABLE})]
            elif isinstance(event, e.Drawn):  # he holds his card up, and covers what he is going to keep
                covered = event.special in KEPT and event.seat not in eyes
                yield event.seat, event.move, event.call, event.part, None if covered else event.special
                yield event.card if event.seat in eyes else None
            elif isinstance(event, e.Kept):
                yield event.seat, event.special if event.seat in eyes else None
            elif isinstance(event, e.Shown):  # under the table
                yield event.seat, event.to, (event.part, event.value) if eyes & {event.seat, event.to} else None
            elif isinstance(event, e.Looked):
                yield event.seat, event.of, event.part, event.value if eyes & {event.seat, event.of} else None
            else:
                yield event  # done on the board, or said aloud


def twins(game: Game, eyes: Eyes, seed: int) -> Twins:
    """The game and another: plates and cards change places, other plates are shown, if nobody could notice."""
    chance = Chance(seed.to_bytes(32), 0)
    orders, known = shuffles(game), list(heard(game.turns, eyes))
    moves: list[tuple[Any, Any]] = [(turn.actor, turn.move) for turn in game.turns[1:]]
    other = game.turns
    for _ in range(TRIES):
        tried = changed(game, orders, moves, eyes, chance)
        world = replayed(game, *tried)
        if world and list(heard(world, eyes)) == known:
            (orders, moves), other = tried, world
    if len(game.turns) == 1:  # the deal is not made with these dice
        return Twins(game, eyes, (game.turns, other), None)
    return Twins(game, eyes, (game.turns[:-1], other[:-1]), (game.turns[-1], other[-1]))


def shuffles(game: Game) -> list[tuple[Any, ...]]:
    """Every order that chance gave at the deal, as one that gives the same deal: what was not dealt comes last."""
    dealt = game.turns[0].events[0]
    assert isinstance(dealt, e.Dealt)
    found: list[tuple[Any, ...]] = []
    if dealt.starts:
        found.append((*dealt.starts, *(c for c in game.options.map.codes if c not in dealt.starts)))
    for part in Part:
        plates = tuple(number.part(part) for number in dealt.numbers)
        found.append((*plates, *(code for code in game.options.values(part) if code not in plates)))
    return [*found, dealt.deck] if dealt.deck else found


def changed(game: Game, orders: list[Any], moves: list[Any], eyes: Eyes, chance: Chance) -> tuple[list[Any], list[Any]]:
    """A small change: two plates or two cards change places, or another plate is shown."""
    orders, moves = list(orders), list(moves)
    phone = game.options.pieces == "phone"
    shows = [i for i, (actor, move) in enumerate(moves) if isinstance(move, m.Show) and actor not in eyes]
    for _ in range(1 + chance.below(2)):
        kind = chance.below(4)
        if kind == 0 and shows:
            i = chance.one(shows)
            moves[i] = moves[i][0], m.Show(chance.one([*Part]))
        elif kind == 1 and phone:
            swap(orders, len(orders) - 1, *alike(orders[-1], chance))
        else:
            i = phone + chance.below(len(Part))
            hidden = [place for place in range(len(orders[i])) if place not in eyes]
            mine = [place for place in hidden if place < game.seats] or hidden
            swap(orders, i, chance.one(mine), chance.one(hidden))
    return orders, moves


def alike(deck: Sequence[int], chance: Chance) -> tuple[int, int]:
    """Where two cards lie that somebody could take for each other: the same move, barred or not."""
    first = chance.one(
        [*range(len(deck)), *(place for place, card in enumerate(deck) if DECK[card - 1].special in KEPT)]
    )
    card = DECK[deck[first] - 1]
    others = [
        place
        for place, other in enumerate(deck)
        if (DECK[other - 1].move, DECK[other - 1].call) == (card.move, card.call)
    ]
    kept = [place for place in others if DECK[deck[place] - 1].special in KEPT]
    return first, chance.one(kept if card.special in KEPT else others if chance.below(2) else range(len(deck)))


def swap(orders: list[Any], i: int, a: int, b: int) -> None:
    """Two change places."""
    order = list(orders[i])
    order[a], order[b] = order[b], order[a]
    orders[i] = tuple(order)


def forbidden(view: View, offers: list[Offer]) -> list[tuple[Offer, dict[str, Any]]]:
    """Too far, onto somebody, to nobody, oneself, plates that do not exist."""
    me = view.observer if isinstance(view.observer, int) else 0
    wrong: dict[str, list[dict[str, Any]]] = {
        "go": [{"city": "00"}, *({"city": place} for place in view.places[me - 1 : me] + view.places[me + 1 :])],
        "jump": [{"city": "00"}],
        "lay": [{"city": "00"}, {"city": "14", "lift": ["14", "15"]}],
        "ask": [
            {"to": me, "part": "job", "value": "10"},
            {"to": (me + 1) % view.seats, "part": "job", "value": "99"},
            {"to": (me + 1) % view.seats, "part": "city", "value": "14"},
        ],
        "guess": [{"to": (me + 1) % view.seats, "number": "00000000"}, {"to": me, "number": "14010110"}],
        "look": [{"to": me, "part": "job"}],
        "build": [{"source": "00"}],
        "correct": [{"to": me, "part": "job", "value": "99"}, {"to": 0, "number": "00000000"}],
        "show": [],
        "skip": [],
    }
    found = []
    for offer in offers:
        for fields in wrong.get(offer.kind, []):
            found.append((offer, {"kind": offer.kind, **fields, **offer.settled}))
        if offer.kind == "show":
            shown = [part for part in Part if part not in offer.choices]
            found += [(offer, {"kind": "show", "part": part}) for part in shown]
    return found


def options_of(pieces: str, short: bool) -> m.Options:
    """Phones or paper, a long game or a short one."""
    return replace(m.Options(**(SHORT if short else {})), pieces=pieces)


options = st.builds(options_of, st.sampled_from(["phone", "phone", "paper"]), st.booleans())


def sample(number: int) -> Game:
    """Players and options by turns, from the first moves to a long game."""
    kind = options_of("paper" if number % 3 == 2 else "phone", number % 4 < 2)
    return play(3 + number % 2, kind, 1000 * number, 3 + 11 * number % 70)


games = st.builds(play, st.sampled_from(GAME.players), options, st.integers(0, 10**9), st.integers(0, 70))
