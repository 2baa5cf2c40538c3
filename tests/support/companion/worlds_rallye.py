"""Worlds of Rallye-Code: another order of the cards that nobody has drawn, other offences that nobody has judged.

Nobody sees these, not even the policeman, so the second world is the same for all eyes: the same public events, with other
cards below those that came up, and with offences noted where there were none and none where there were. `heard` says what one
could see or hear at a real table, and must find no difference. (The dice of the future differ in all twin worlds.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace
from support.companion.worlds import Eyes, Game, Turn, Twins, played

from referee.chance import Chance
from referee.game import TABLE, Actor, Offer, replay
from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye import robot
from referee.rallye.game import GAME
from referee.rallye.pieces import Till
from referee.rallye.police import FAULTS
from referee.rallye.state import State
from referee.rallye.views import View

MISCHIEF = 5  # one move in so many is none that a robot would make
WAYS = (("phone", "table"), ("phone", "phone"), ("phone", "table"), ("paper", "phone"))  # pieces, dice


def play(seats: int, options: m.Options, seed: int, steps: int) -> Game:
    """A game by robots and by people who cry out at random, cut off before it is over."""
    return played("rallye", seats, options, seed, steps, next_move)


def next_move(state: State, seats: int, chance: Chance) -> tuple[Actor, m.Move]:
    """Somebody is stopped or denounced, passed over or takes something back; else a robot plays."""
    if not chance.below(MISCHIEF):
        offers = [(actor, offer) for actor in (*range(seats), TABLE) for offer in GAME.moves(state, actor)]
        wild = [
            each
            for each in offers
            if each[1].kind in ("stop", "claim", "skip", "takeback", "demand", "letgo", "proceed")
        ]
        if wild:
            actor, offer = chance.one(wild)
            return actor, any_answer(offer, chance)
    for seat in chance.shuffled(range(seats)):
        move = robot.choose(GAME.view(state, seat), GAME.moves(state, seat), chance)
        if move is not None:
            return seat, move
    raise AssertionError("somebody has always something to do")


def any_answer(offer: Offer, chance: Chance) -> m.Move:
    """A move that answers that offer."""
    if offer.kind == "stop":
        return m.Stop(offer.settled["car"], chance.one(offer.choices))
    if offer.kind == "claim":
        return m.Claim(offer.settled["car"], chance.one(offer.choices))
    if offer.kind == "demand":
        return m.Demand(offer.settled["due"])
    if offer.kind == "skip":
        return m.Skip(offer.settled["seat"])
    return {"letgo": m.LetGo(), "proceed": m.Proceed(), "takeback": m.TakeBack()}[offer.kind]


def heard(turns: Sequence[Turn]) -> Iterator[object]:
    """All that eyes and ears could learn at a real table: everything but how the cards lie, and what nobody has noticed."""
    for turn in turns:
        yield turn.actor, turn.move
        for event in turn.events:
            if isinstance(event, e.Dealt):
                yield event.rolls, event.policeman
            elif isinstance(event, e.Entered):
                yield replace(event, drive=replace(event.drive, offences=()))
            elif not isinstance(event, e.Noted):
                yield event


def twins(game: Game, eyes: Eyes, seed: int) -> Twins:
    """The game and another; what differs is seen by nobody, whatever he looks with."""
    chance = Chance(seed.to_bytes(32), 0)
    other = tuple(restacked(turn, drawn(game), chance) if not n else turn for n, turn in enumerate(game.turns))
    other = tuple(renoted(game, other, chance))
    assert list(heard(game.turns)) == list(heard(other))
    last = game.turns[-1]
    lot = isinstance(last.move, m.Skip) or (isinstance(last.move, m.Roll) and last.move.dice is None)
    if len(other) == 1 or lot:  # the last move would be decided with the server's own dice
        return Twins(game, eyes, (game.turns, other), None)
    return Twins(game, eyes, (game.turns[:-1], other[:-1]), (last, other[-1]))


def drawn(game: Game) -> int:
    """How many cards have come up."""
    return sum(isinstance(event, e.Judged) and event.card is not None for turn in game.turns for event in turn.events)


def restacked(deal: Turn, known: int, chance: Chance) -> Turn:
    """The deal with the cards that nobody has seen in another order."""
    (dealt,) = deal.events
    assert isinstance(dealt, e.Dealt)
    deck = (*dealt.deck[:known], *chance.shuffled(dealt.deck[known:]))
    return Turn(deal.actor, deal.move, [replace(dealt, deck=deck)])


def renoted(game: Game, turns: Sequence[Turn], chance: Chance) -> Iterator[Turn]:
    """The same turns with other offences, but for those that were judged: right or wrong, everybody knows them."""
    for number, turn in enumerate(turns):
        drove = next((event for event in turn.events if isinstance(event, e.Drove | e.Entered)), None)
        if drove is None or not (drove.drive if isinstance(drove, e.Entered) else drove).trail:
            yield turn
            continue
        known = judged(game, number, drove.car)
        there = {event.reason for event in turn.events if isinstance(event, e.Noted)}
        noted = [fault for fault in FAULTS if (fault in there) == (fault in known or bool(chance.below(2)))]
        rest = [event for event in turn.events if not isinstance(event, e.Noted)]
        at = rest.index(drove)
        changed = [as_told(drove, noted), *(e.Noted(drove.car, fault) for fault in noted)]
        yield Turn(turn.actor, turn.move, [*rest[:at], *changed, *rest[at + 1 :]])


def as_told(event: e.Drove | e.Entered, offences: Sequence[m.Fault]) -> e.Drove | e.Entered:
    """The event as the rules would have told it, had there been those offences."""
    if isinstance(event, e.Drove):
        return event
    return replace(event, drive=replace(event.drive, offences=tuple(offences)).told)


def judged(game: Game, number: int, car: int) -> set[str]:
    """What a car was judged for after that turn, until its owner drove again; if that was taken back, also later. With paper
    until that car was entered again."""
    found = set()
    rest = game.turns[number + 1 :]
    back = any(isinstance(turn.move, m.TakeBack) for turn in rest)
    for turn in rest:
        if not back and any(out_of_reach(event, car, game.seats) for event in turn.events):
            break
        found |= {event.reason for event in turn.events if isinstance(event, e.Judged) and event.car == car}
    return found


def out_of_reach(event: e.Event, car: int, seats: int) -> bool:
    """Can nobody judge what that car did before this?"""
    if isinstance(event, e.Entered):
        return event.car == car
    return isinstance(event, e.Drove) and event.car % seats == car % seats


def forbidden(view: View, offers: list[Offer]) -> list[tuple[Offer, dict[str, Any]]]:
    """Dice that are not told or not asked for, squares, seats, cars and dues that do not exist."""
    wrong: dict[str, list[dict[str, Any]]] = {
        "roll": [
            {"dice": [1, 7]},
            *([{"dice": [3, 3]}] if view.options.dice == "phone" else [{"dice": None}, {"dice": []}]),
        ],
        "stop": [{"reason": "rain"}, {"reason": "sign", "car": 11}],
        "claim": [{"reason": "rain"}, {"reason": "sign", "car": 11}],
        "demand": [{"due": 999}],
        "answer": [{"sell": None}],
        "enter": [{"square": "Z9", "dice": [1, 2]}, {"square": "A1", "dice": [1, 2], "heading": 0}],
        "manage": [{"seat": 5 if view.seats < 6 else 6}],
        "count": [{"amount": 250}],
    }
    return [
        (offer, {"kind": offer.kind, **offer.settled, **fields})
        for offer in offers
        for fields in wrong.get(offer.kind, [])
    ]


def options_of(way: tuple[str, str], edition: str, minutes: int) -> m.Options:
    """A way to play; with or without a clock, and with time to speak in one edition."""
    pieces, dice = way
    breath = 8 if edition == "b" else UNSET
    return m.Options(pieces=pieces, dice=dice, edition=edition, minutes=minutes, breath=breath)  # type: ignore[arg-type]


def sample(number: int) -> Game:
    """Players and options by turns, from the first moves to a long game."""
    options = options_of(WAYS[number % len(WAYS)], "ab"[number % 2], 60 * (number % 3 > 0))
    game = play(2 + number % 5, options, 1000 * number, 6 + 11 * number % 60)
    return with_host(game) if number % 4 > 1 else game


def with_host(game: Game) -> Game:
    """One move more, of the host: he puts something right."""
    state = replay(GAME, (event for turn in game.turns for event in turn.events))
    move = m.Manage(Till.GARAGE, 1) if state.paper else m.TakeBack()
    if not any(offer.kind in ("manage", "takeback") for offer in GAME.moves(state, TABLE)):
        return game
    events = GAME.decide(state, TABLE, move, Chance(bytes(32), 0))
    return replace(game, turns=(*game.turns, Turn(TABLE, move, events)))


options = st.builds(options_of, st.sampled_from(WAYS), st.sampled_from("ab"), st.sampled_from([0, 60]))
games = st.builds(play, st.sampled_from(GAME.players), options, st.integers(0, 10**9), st.integers(0, 60))
