"""Worlds of Inkognito: other people behind the same faces, other cards handed over where one does not look, other places
still in the packs and face down.

The second world is played by the rules themselves, move by move: what those eyes saw stays, and of all else each does
something that he may do in that world. It is kept only if `heard` finds that everything one could see or hear of it was
the same from the first move to the last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace
from support.companion.worlds import Eyes, Game, Turn, Twins, played

from referee.chance import Chance
from referee.game import TABLE, Actor, Offer, Refused
from referee.inkognito import moves as m
from referee.inkognito import robot
from referee.inkognito.game import GAME
from referee.inkognito.pieces import Card, Fragment, Identity, Place
from referee.inkognito.state import State
from referee.inkognito.views import View

TRIES = 12  # worlds that are proposed; most of them hold
MISCHIEF = 4  # one move in so many is none that a robot would make
AMBASSADOR, NOBODY = 4, 3
CARDS = [*Card]
ALLIED = ({"F", "B"}, {"Z", "X"})

Deed = m.Go | m.Choice | m.Answer | m.Retract


class Stacked(Chance):
    """Dice that were asked before: each shuffle gives what is wanted, and so does the choice of one thing."""

    def __init__(self, orders: list[tuple[Any, ...]], otherwise: Chance) -> None:
        self._orders, self._otherwise, self.wanted = list(orders), otherwise, [None]

    def shuffled(self, items: Sequence[Any]) -> tuple[Any, ...]:
        """The order that is wanted."""
        order = self._orders.pop(0)
        assert set(order) == set(items)
        return order

    def one(self, of: Sequence[Any]) -> Any:
        """What is wanted, if it is there."""
        return next((item for item in of if item in self.wanted), None) or self._otherwise.one(of)


# A game


def play(seats: int, options: m.Options, seed: int, steps: int) -> Game:
    """A game by robots and by people who blunder, cut off before it is over."""
    return played("inkognito", seats, options, seed, steps, next_move)


def next_move(state: State, seats: int, chance: Chance) -> tuple[Actor, m.Move]:
    """Somebody is passed over, guesses or does anything that he may; else a robot plays."""
    busy = [seat for seat in range(seats) if GAME.moves(state, seat)]
    seat = chance.one(busy)
    offers = GAME.moves(state, seat)
    if chance.below(MISCHIEF):
        for each in chance.shuffled(busy):
            move = robot.choose(GAME.view(state, each), GAME.moves(state, each), chance)
            if move is not None:
                return each, move
    skips = GAME.moves(state, TABLE)
    if skips and skips[0].kind == "skip" and not chance.below(3):
        return TABLE, m.Skip(chance.one(skips).settled["seat"])
    offer = chance.one(offers)
    if offer.kind == "call":
        if chance.below(6):
            return seat, any_deed(state, seat, [each for each in offers if each.kind != "call"] or offers, chance)
        return seat, guess(state, seat, offer, chance)
    return seat, any_deed(state, seat, [offer], chance)


def any_deed(state: State, seat: int, offers: list[Offer], chance: Chance) -> m.Move:
    """Anything that answers one of the offers."""
    offer = chance.one(offers)
    to = offer.settled.get("to", 0)
    if offer.kind == "go":
        lies = [trail[-1] for trail in state.trails[:AMBASSADOR] if len(trail) > state.round % 5]
        return m.Go(chance.one([place for place in lies if place in offer.choices] or offer.choices))
    if offer.kind == "pair":
        return m.Pair(chance.one(offer.choices), to)
    if offer.kind == "show":
        paper = "heard" not in offer.settled
        return m.Show(chance.one(offer.choices), to, paper and state.seats == 5 and not chance.below(2))
    if offer.kind == "ask":
        agent, cards = chance.one(offer.choices)
        return m.Ask(agent, chance.one(cards) if cards else None)
    if offer.kind == "answer":
        return m.Answer(chance.one(offer.choices))
    if offer.kind == "look":
        return m.Look(chance.one(offer.choices))
    if offer.kind == "call":
        return guess(state, seat, offer, chance)
    plain: dict[str, m.Move] = {"pass": m.Pass(), "retract": m.Retract(), "again": m.Again()}
    return plain[offer.kind]


def guess(state: State, seat: int, offer: Offer, chance: Chance) -> m.Call:
    """A call that the rules allow, right or wrong."""
    forms = [
        (who, what)
        for who in permutations(Identity)
        for what in permutations(Fragment)
        if seat == AMBASSADOR or (who[seat], what[seat]) == (state.identities[seat], state.fragments[seat])
    ]
    if state.seats != 4:
        return m.Call(*chance.one(forms))
    met = offer.settled.get("met", (seat + 1) % 4)
    return m.Call(*chance.one([form for form in forms if {form[0][seat], form[0][met]} in ALLIED]), met)


# What is known


def heard(turns: Sequence[Turn], eyes: Eyes) -> Iterator[object]:
    """All that those eyes and their ears could learn at a real table. Written down here once more, by the rule book:
    what the program says about it is what is under test."""
    for turn in turns:
        yield turn.actor, turn.move if turn.actor in eyes else None
        for event in turn.events:
            if isinstance(event, m.Dealt):
                yield event.number, event.options, event.seats  # and his own two cards; the Ambassador has none
                yield [(event.identities[a], event.fragments[a]) for a in range(min(4, event.seats)) if a in eyes]
            elif isinstance(event, m.Hidden):
                yield "a place is laid face down", event.place if AMBASSADOR in eyes else None
            elif isinstance(event, m.Sealed):
                yield "has chosen", event.seat, event.choice if event.seat in eyes else None
            elif isinstance(event, m.Shown):
                yield "shows something", event.by, event.to
                yield (event.cards, event.black) if eyes & {event.by, *event.to} else None
            elif isinstance(event, m.Noted | m.Retracted):
                yield event if event.seat in eyes else None  # something is written down, or struck out
            elif isinstance(event, m.Turned):
                yield "a round", event.round, event.back
            else:
                yield event  # a place face up, a question said aloud, a call and its verdict


def shuffles(game: Game, eyes: Eyes, chance: Chance) -> list[tuple[Any, ...]]:
    """What chance gives in the other world: the people of the deal that is not over, and what was not turned up yet."""
    events = [event for turn in game.turns for event in turn.events]
    found: list[tuple[Any, ...]] = []
    for i, event in enumerate(events):
        if not (isinstance(event, m.Dealt) or (isinstance(event, m.Turned) and event.back)):
            continue
        rest = events[i + 1 :]
        end = next((j for j, e in enumerate(rest) if isinstance(e, m.Dealt) or getattr(e, "back", False)), len(rest))
        block = rest[:end]
        if isinstance(event, m.Dealt):
            deal = rest[: next((j for j, e in enumerate(rest) if isinstance(e, m.Dealt)), len(rest))]
            found += people(event, deal, eyes, chance)
        turned = sum(isinstance(e, m.Revealed) for e in block)
        went = sum(isinstance(e, m.Went) and e.agent == NOBODY for e in block)
        for order, known in ((event.ambassador, turned), (event.fictitious, went)):
            if order:
                found.append((*order[:known], *chance.shuffled(order[known:])))
    return found


def people(event: m.Dealt, deal: Sequence[Any], eyes: Eyes, chance: Chance) -> list[tuple[Any, ...]]:
    """Who is who and who holds what: as it was if a call has told it, else anything that agrees with what was seen."""
    true = event.identities, event.fragments
    if any(isinstance(e, m.Called) for e in deal):
        return [*true]
    seen = [e for e in deal if isinstance(e, m.Shown) and eyes & {e.by, *e.to}]

    def agrees(who: Sequence[Any], what: Sequence[Any]) -> bool:
        own = all((who[a], what[a]) == (true[0][a], true[1][a]) for a in range(min(4, event.seats)) if a in eyes)
        return own and all(len({who[e.by], what[e.by]} & set(e.cards)) == 1 for e in seen)

    fit = [
        world for who in permutations(Identity) for what in permutations(Fragment) if agrees(*(world := (who, what)))
    ]
    return [*chance.one([world for world in fit if world != true] or [true])]


# The other world


class Double:
    """Plays the game again for those eyes, with other people in it."""

    def __init__(self, game: Game, eyes: Eyes, chance: Chance) -> None:
        self.game, self.eyes, self.chance = game, eyes, chance
        self.paper = game.options.pieces == "paper"
        self.before = states(game)
        self.dice = Stacked(shuffles(game, eyes, chance), chance)
        self.turns = [Turn(None, None, GAME.deal(game.options, game.seats, self.dice))]
        self.state = GAME.evolve(GAME.start(), self.turns[0].events[0])

    def play(self) -> tuple[Turn, ...] | None:
        """The whole game; none if somebody could not do there what he did."""
        for number, turn in enumerate(self.game.turns[1:], 1):
            move = self.instead(number, turn)
            try:
                events = GAME.decide(self.state, turn.actor, move, self.dice)  # type: ignore[arg-type]
            except Refused:
                return None
            for event in events:
                self.state = GAME.evolve(self.state, event)
            self.turns.append(Turn(turn.actor, move, events))
        return tuple(self.turns)

    def instead(self, number: int, turn: Turn) -> m.Move:
        """What is done there: the same where it is seen, anything else where it is not."""
        move = turn.move
        if not isinstance(move, m.Skip):
            return move if turn.actor in self.eyes else self.unseen(number, turn.actor, move)  # type: ignore[arg-type]
        done = deed_in(turn)
        wanted: Any = done if move.seat in self.eyes else self.unseen(number, move.seat, done)
        # the dice of the table choose a place, a pair or a card
        parts = [getattr(wanted, name) for name in ("place", "cards", "card") if hasattr(wanted, name)]
        self.dice.wanted = parts or [None]
        return move

    def unseen(self, number: int, seat: int, move: m.Move) -> m.Move:
        """Something else that those eyes cannot tell from it."""
        kinds = self.kinds(number, seat, move)
        offers = [offer for offer in GAME.moves(self.state, seat) if offer.kind in kinds]
        if isinstance(move, m.Show) and self.paper:  # everybody sees to whom
            offers = [offer for offer in offers if offer.settled.get("to") == move.to]
            return m.Show(self.chance.one(offers[0].choices), move.to, move.heard) if offers else move
        if isinstance(move, m.Ask) and self.opened(number, seat):
            choices = [cards for offer in offers for agent, cards in offer.choices if agent == move.agent and cards]
            return m.Ask(move.agent, self.chance.one(choices[0])) if choices else move
        if not offers:
            return move
        if isinstance(move, m.Go):
            return m.Go(self.chance.one(offers[0].choices))
        return any_deed(self.state, seat, offers, self.chance)

    def kinds(self, number: int, seat: int, move: m.Move) -> set[str]:
        """The kinds of moves that look like this one; none if it was seen itself."""
        eyes = self.eyes
        if isinstance(move, m.Pair | m.Retract) and self.paper:
            return {"pair", "retract"}  # something is noted, or struck out
        if isinstance(move, m.Show) and self.paper:
            return set() if eyes & {move.to, *([AMBASSADOR] if move.heard else [])} else {"show"}
        if isinstance(move, m.Go):
            return set() if seat != AMBASSADOR or self.turned_up(number) else {"go"}
        if isinstance(move, m.Pair | m.Show):
            seen = move.to in eyes and self.opened(number, seat)
            return set() if seen else {"pair", "show"} if move.to != AMBASSADOR else {"pair"}
        if isinstance(move, m.Answer):
            (shown,) = (e for e in self.game.turns[number].events if isinstance(e, m.Shown))
            return set() if eyes & {*shown.to} else {"answer"}
        if isinstance(move, m.Look):
            return {"look"}
        if isinstance(move, m.Ask) and self.opened(number, seat):
            return {"ask"}
        if isinstance(move, m.Ask | m.Pass) and seat != AMBASSADOR and not self.opened(number, seat):
            return {"ask", "pass"}
        return set()

    def turned_up(self, number: int) -> bool:
        """Has the place that was laid face down then been turned up?"""
        return any(isinstance(event, m.Revealed) for turn in self.game.turns[number:] for event in turn.events)

    def opened(self, number: int, seat: int) -> bool:
        """Has it come to light what somebody laid down then? Or does a meeting go on, or was a call faster?"""
        flat = [(n, event) for n, turn in enumerate(self.game.turns) for event in turn.events]
        start = max(i for i, (n, event) in enumerate(flat) if isinstance(event, m.Revealed) and n < number)
        chosen = set()
        for _, event in flat[start:]:
            if isinstance(event, m.Turned):
                return True
            if isinstance(event, m.Called):
                break
            if isinstance(event, m.Sealed):
                chosen.add(event.seat)
        trails = self.before[number].trails
        there = {who for who in range(self.game.seats) if trails[who][-1] == trails[seat][-1]}
        return there <= chosen


def states(game: Game) -> list[State]:
    """Before each turn of a game."""
    found = [GAME.start()]
    for turn in game.turns:
        found.append(found[-1])
        for event in turn.events:
            found[-1] = GAME.evolve(found[-1], event)
    return found


def deed_in(turn: Turn) -> Deed:
    """What the table did for somebody."""
    event = turn.events[0]
    if isinstance(event, m.Went | m.Hidden):
        return m.Go(event.place)  # type: ignore[arg-type]
    if isinstance(event, m.Sealed):
        assert event.choice
        return event.choice
    assert isinstance(event, m.Shown)
    return m.Answer("identity" if event.cards[0] in [*Identity] else "fragment")


def twins(game: Game, eyes: Eyes, seed: int) -> Twins:
    """The game and another that those eyes cannot tell from it."""
    chance = Chance(seed.to_bytes(32), 0)
    known = list(heard(game.turns, eyes))
    other = game.turns
    for _ in range(TRIES):
        world = Double(game, eyes, chance).play()
        if world and list(heard(world, eyes)) == known:
            other = world
            break
    last = (game.turns[-1], other[-1])
    if any(rolled(turn) for turn in last):  # the last move would be decided with the server's own dice
        return Twins(game, eyes, (game.turns, other), None)
    return Twins(game, eyes, (game.turns[:-1], other[:-1]), last)


def rolled(turn: Turn) -> bool:
    """Was there chance in it? Of what the table does for somebody, only passing is no choice."""
    return (isinstance(turn.move, m.Skip) and not isinstance(deed_in(turn), m.Pass)) or any(
        isinstance(event, m.Dealt) or (isinstance(event, m.Turned) and event.ambassador) for event in turn.events
    )


def forbidden(view: View, offers: list[Offer]) -> list[tuple[Offer, dict[str, Any]]]:
    """Cards that do not go together, cards and places that are gone, forms that contradict themselves."""
    found: list[tuple[Offer, dict[str, Any]]] = []
    own = [str(view.identity), str(view.fragment)]
    for offer in offers:
        move: dict[str, Any] = {"kind": offer.kind, **offer.settled}
        if offer.kind == "go":
            found += [(offer, move | {"place": place}) for place in Place if place not in offer.choices]
        elif offer.kind == "pair":
            false = [str(card) for card in CARDS if card not in own]
            shown = [[*one.cards] for one in view.sheet if one.by == view.observer and offer.settled["to"] in one.to]
            pairs = [own, false[:2], own[:1] * 2, *(cards for cards in shown if len(cards) == 2)]
            found += [(offer, move | {"cards": cards}) for cards in pairs]
        elif offer.kind in ("show", "look", "answer"):
            gone = [card for card in ("identity", "fragment") if card not in offer.choices]
            found += [(offer, move | {"card": card}) for card in gone]
        elif offer.kind == "ask":
            named = [agent for agent, _ in offer.choices]
            found += [(offer, move | {"agent": agent}) for agent in range(5) if agent not in named]
            found += [
                (offer, move | {"agent": agent, "card": None if cards else "identity"})
                for agent, cards in offer.choices
            ]
        elif offer.kind == "call":
            forms = (("FFZX", [*Fragment]), ("FBZX", ["0"] * 4), ("BFXZ", [*Fragment]), ("ZFXB", [*Fragment]))
            found += [(offer, move | {"identities": [*who], "fragments": what}) for who, what in forms]
    return [(offer, move) for offer, move in found if refused(view, move)]


def refused(view: View, move: dict[str, Any]) -> bool:
    """By a rule that whoever has that view can apply himself. A call that may be made is no trial."""
    if move["kind"] != "call":
        return True
    who, what = move["identities"], move["fragments"]
    if len({*who}) < 4 or len({*what}) < 4:
        return True
    return view.identity is not None and [who[view.observer], what[view.observer]] != [view.identity, view.fragment]


options = st.builds(
    lambda pieces: m.Options(pieces, 5),  # type: ignore[arg-type]
    st.sampled_from(["phone", "phone", "phone", "paper"]),
)
games = st.builds(play, st.integers(3, 5), options, st.integers(0, 10**9), st.integers(1, 70))


def sample(number: int) -> Game:
    """Players and options by turns, from the first moves to several rounds."""
    options = m.Options("paper" if number % 4 == 3 else "phone", 5)
    game = play(3 + number % 3, options, 1000 * number, 4 + 7 * number % 60)
    return passed_over(game, number) if number % 12 == 6 else game


def passed_over(game: Game, number: int) -> Game:
    """One that ends with a move of the table: it passes for somebody, which needs no dice."""
    for seed in range(1000 * number, 1000 * number + 100):
        turns = play(game.seats, game.options, seed, 60).turns
        for end in range(len(turns), 30, -1):
            if isinstance(turns[end - 1].move, m.Skip) and not rolled(turns[end - 1]):
                return replace(game, turns=turns[:end])
    raise AssertionError("nobody passes")
