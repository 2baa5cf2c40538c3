"""Worlds of Code 777: other tiles on the racks that one does not see, another stock, another deck, the same answers.

The second world is played by the rules themselves, with the same moves and with cards and tiles stacked otherwise. It is
kept only if `heard` finds that everything one could see or hear of it was the same from the first move to the last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace
from support.companion.worlds import Eyes, Game, Turn, Twins, played

from referee.chance import Chance
from referee.code777 import moves as m
from referee.code777 import robot
from referee.code777.game import GAME
from referee.code777.pieces import QUESTIONS, TILES, TILES_ON_A_RACK
from referee.code777.state import State
from referee.code777.views import View
from referee.game import TABLE, Actor, Offer, Refused, replay

TRIES = 80  # changes that are proposed; what was heard refuses most of them
PAPER = (("phone", "phone"), ("phone", "phone"), ("paper", "phone"), ("paper", "paper"))  # cards, racks
MISCHIEF = 4  # one move in so many is none that a robot would make


class Stacked(Chance):
    """Dice that were asked before: each shuffle gives what is wanted, as near as the tiles that are there allow."""

    def __init__(self, wanted: list[tuple[Any, ...]]) -> None:
        self._wanted = wanted

    def shuffled(self, items: Sequence[Any]) -> tuple[Any, ...]:
        """The order that is wanted; for what is not there any more, what is there instead, the last places first."""
        order = list(self._wanted.pop(0))
        surplus, missing = Counter(order) - Counter(items), list((Counter(items) - Counter(order)).elements())
        for i in range(len(order) - 1, -1, -1):
            if surplus[order[i]]:
                surplus[order[i]] -= 1
                order[i] = missing.pop()
        return tuple(order)


def play(seats: int, options: m.Options, seed: int, steps: int) -> Game:
    """A game by robots and by people who blunder, cut off before it is over."""
    return played("code777", seats, options, seed, steps, next_move)


def next_move(state: State, seats: int, chance: Chance) -> tuple[Actor, m.Move]:
    """Somebody blunders, declares at random, is passed over or puts something right; else a robot plays."""
    done = robot.hands(state, chance)
    if done:
        return done
    if not chance.below(MISCHIEF):
        actor = chance.one([*range(seats), TABLE])
        offers = GAME.moves(state, actor)
        offer = chance.one(offers)
        if offer.kind == "declare":
            return actor, m.Declare((1 + chance.below(7), 1 + chance.below(7), 1 + chance.below(7)))  # type: ignore[arg-type]
        if offer.kind == "recall":
            return actor, m.Recall(1 + chance.below(QUESTIONS), offer.settled["line"])
        if offer.kind == "skip":
            return actor, m.Skip()
        if offer.kind == "enter":
            rack, filling = offer.settled["rack"], offer.settled["filling"]
            spare = Counter(TILES) - Counter(state.aside) - Counter(t for rack in state.racks for t in rack)
            first, *others = state.fillings[rack][filling]
            tiles = (
                (chance.one(sorted(spare.elements())), *others) if filling == state.refills[rack] else (first, *others)
            )
            return actor, m.Enter(rack, tiles, filling)  # type: ignore[arg-type]
    for seat in chance.shuffled(range(seats)):
        offers = GAME.moves(state, seat)
        if any(offer.kind in ("ask", "announce") for offer in offers):
            move = robot.choose(GAME.view(state, seat), offers, chance)
            assert move
            return seat, move
    raise AssertionError("somebody has always something to do")


def shuffles(turns: Sequence[Turn]) -> list[tuple[Any, ...]]:
    """Every order that chance gave in a game."""
    found: list[tuple[Any, ...]] = []
    for turn in turns:
        for event in turn.events:
            if isinstance(event, m.Dealt):
                found += [order for order in (event.tiles, event.questions) if order]
            elif isinstance(event, m.Reshuffled) and event.tiles:
                found.append(event.tiles)
    return found


def replayed(game: Game, orders: list[tuple[Any, ...]], moves: list[tuple[Actor, m.Move]]) -> tuple[Turn, ...] | None:
    """The same game with other dice, by the rules; none if they forbid it or the tiles do not suffice."""
    chance = Stacked(list(orders))
    turns = [Turn(None, None, GAME.deal(game.options, game.seats, chance))]
    state = GAME.evolve(GAME.start(), turns[0].events[0])
    for actor, move in moves:
        try:
            events = GAME.decide(state, actor, move, chance)
        except (Refused, IndexError):
            return None
        for event in events:
            state = GAME.evolve(state, event)
        if Counter(state.aside) + Counter(t for rack in state.racks for t in rack) - Counter(TILES):
            return None
        turns.append(Turn(actor, move, events))
    return tuple(turns)


def heard(turns: Sequence[Turn], eyes: Eyes) -> Iterator[object]:
    """All that those eyes and their ears could learn at a real table. Written down here once more, by the rule book:
    what the program says about it is what is under test."""
    seats = turns[0].events[0].seats

    def seen(rack: int) -> bool:
        return rack >= seats or bool(eyes - {rack, TABLE})

    state = GAME.start()
    for turn in turns:
        yield turn.actor, turn.move if turn.actor in eyes or not turn.move else type(turn.move)
        for event in turn.events:
            state = GAME.evolve(state, event)
            if isinstance(event, m.Dealt):
                yield [state.racks[i] for i in range(len(state.racks)) if seen(i)]
            elif isinstance(event, m.Asked):
                yield event.seat, event.question
            elif isinstance(event, m.Refilled):
                yield event.rack, event.tiles if seen(event.rack) else len(event.tiles)
            elif isinstance(event, m.Reshuffled):
                yield len(event.tiles)
            elif isinstance(event, m.Entered):
                gone = event.filling < state.refills[event.rack]
                yield replace(event, answers=(), tiles=event.tiles if gone or seen(event.rack) else ())
                yield [(i, answer) for i, answer in event.answers if state.lines[i].heard]
            elif isinstance(event, m.Recalled):
                yield replace(event, answer=event.answer if state.lines[event.line].heard else None)
            else:
                yield event  # said aloud


def twins(game: Game, eyes: Eyes, seed: int) -> Twins:
    """The game and another: some tiles, cards or entries change places, again and again, if nobody could notice."""
    chance = Chance(seed.to_bytes(32), 0)
    orders, known = shuffles(game.turns), list(heard(game.turns, eyes))
    moves: list[tuple[Any, Any]] = [(turn.actor, turn.move) for turn in game.turns[1:]]
    places, entries = hidden(game, eyes)
    other = game.turns
    for _ in range(TRIES):
        tried = changed(orders, moves, places, entries, chance)
        world = replayed(game, *tried)
        if world and list(heard(world, eyes)) == known:
            (orders, moves), other = tried, world
    worlds = (game.turns, other)
    dice = any(isinstance(event, m.Reshuffled | m.Dealt) for turns in worlds for event in turns[-1].events)
    if dice:  # the last move would be decided with the server's own dice
        return Twins(game, eyes, worlds, None)
    return Twins(game, eyes, (game.turns[:-1], other[:-1]), (game.turns[-1], other[-1]))


def hidden(game: Game, eyes: Eyes) -> tuple[list[list[int]], list[int]]:
    """Where something may be hidden from those eyes: places in each shuffle that nobody has turned up or that became
    a rack they do not see; and the moves that entered such a rack."""
    state = replay(GAME, (event for turn in game.turns for event in turn.events))
    secret = [rack for rack in range(game.seats) if not eyes - {rack, TABLE}]
    places: list[list[int]] = []
    taken: dict[int, list[int]] = {}  # of a rack: where its tiles lay in the shuffle they came from
    entries: dict[int, int] = {}
    shuffle = at = 0
    for number, turn in enumerate(game.turns):
        for event in turn.events:
            if isinstance(event, m.Dealt):
                at = TILES_ON_A_RACK * len(state.racks) if event.tiles else 0
                taken = {rack: [shuffle, rack * TILES_ON_A_RACK] for rack in range(len(state.racks)) if event.tiles}
                orders = [order for order in (event.tiles, event.questions) if order]
                places = [list(range(at if order is event.tiles else 0, len(order))) for order in orders]
            elif isinstance(event, m.Refilled) and event.tiles:
                taken[event.rack] = [shuffle, at]
                places[shuffle] = [place for place in places[shuffle] if place >= at + len(event.tiles)]
                at += len(event.tiles)
            elif isinstance(event, m.Reshuffled) and event.tiles:
                shuffle, at = len(places), 0
                places.append(list(range(len(event.tiles))))
            elif isinstance(event, m.Entered):
                entries[event.rack] = number - 1
    for rack in secret:
        if rack in taken:
            shuffle, at = taken[rack]
            places[shuffle] += 3 * [at, at + 1, at + 2]  # tried more often than the stock
    return places, [entries[rack] for rack in secret if rack in entries]


def changed(
    orders: list[Any], moves: list[Any], places: list[list[int]], entries: list[int], chance: Chance
) -> tuple[list[Any], list[Any]]:
    """A small change: up to three times two cards or tiles change places, or one tile of an entry is another."""
    orders, moves = list(orders), list(moves)
    for _ in range(1 + chance.below(3)):
        if entries and (not orders or chance.below(2)):
            i = chance.one(entries)
            actor, move = moves[i]
            tiles = list(move.tiles)
            tiles[chance.below(3)] = chance.one(TILES)
            moves[i] = actor, replace(move, tiles=tuple(tiles))
        elif any(places):
            i = chance.one([i for i, found in enumerate(places) if found])
            order = list(orders[i])
            a, b = chance.one(places[i]), chance.one(places[i])
            order[a], order[b] = order[b], order[a]
            orders[i] = tuple(order)
    return orders, moves


def forbidden(view: View, offers: list[Offer]) -> list[tuple[Offer, dict[str, Any]]]:
    """Miscounted, without its number or with one too many, tiles that cannot be there."""
    found: list[tuple[Offer, dict[str, Any]]] = []
    for offer in offers:
        if offer.kind == "announce":
            right = robot.truth(view, view.lines[-1], view.observer)  # type: ignore[arg-type]
            found += [
                (offer, {"kind": "announce", "answer": answer}) for answer in (*offer.choices, 99) if answer != right
            ]
            found.insert(0, (offer, {"kind": "announce", "answer": right, "sure": True}))
            found.append((offer, {"kind": "announce", "answer": "same" if isinstance(right, int) else 1}))
        elif offer.kind == "ask":
            found.append((offer, {"kind": "ask", "question": None if offer.choices else 1}))
        elif offer.kind == "enter":
            twice = {"digit": 1, "colour": "green"}
            found.append((offer, {"kind": "enter", **offer.settled, "tiles": [twice] * 3}))
    return found


options = st.builds(
    lambda paper, answers, target: m.Options(*paper, answers, target),  # type: ignore[arg-type]
    st.sampled_from(PAPER),
    st.sampled_from(["referee", "announced"]),
    st.integers(3, 5),
)


def sample(number: int) -> Game:
    """Players and options by turns, from the first moves to a long game."""
    kind, answers = PAPER[number // 4 % len(PAPER)], ("announced", "referee")[number // 2 % 2]
    return play(2 + number % 4, m.Options(*kind, answers, 4), 1000 * number, 3 + 5 * number % 28)  # type: ignore[arg-type]


games = st.builds(play, st.sampled_from(GAME.players), options, st.integers(0, 10**9), st.integers(0, 30))
