"""Inkognito keeps its secrets: in worlds that somebody cannot tell apart he sees the same, may do the same and is refused the
same. Then leaks are planted, in exchanges, with the Ambassador and with the agent that nobody plays, and each is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from support.companion.scenes import Scene
from support.companion.scenes import sample as scene_by_number
from support.companion.visits import differences
from support.companion.worlds import Eyes, Turn, Twins
from support.companion.worlds_inkognito import games, sample, twins

from referee.chance import Chance
from referee.game import ARBITER, TABLE, Observer, Refused, replay
from referee.inkognito import calls, offers, paper, rules, secrets, views
from referee.inkognito import moves as m
from referee.inkognito.game import GAME
from referee.inkognito.pieces import ALLIES, AMBASSADOR, Card, Fragment, Identity, Place
from referee.inkognito.state import State

SEED = bytes(32)
BLACK: tuple[m.Black, ...] = ("identity", "fragment")


def every_move() -> Iterator[m.Move]:
    """One of each kind with everything that can stand in it, sensible or not; calls that all contradict themselves."""
    yield from map(m.Go, Place)
    for to in range(5):
        yield from (m.Pair(cards, to) for cards in combinations_with_replacement(Card, 2))
        yield from (m.Show(card, to, heard) for card in BLACK for heard in (False, True))
        yield from (m.Ask(to, card) for card in (None, *BLACK))
        yield m.Skip(to)
    yield from map(m.Answer, BLACK)
    yield from map(m.Look, BLACK)
    yield from (m.Pass(), m.Again(), m.Retract())
    what = tuple(Fragment)
    for met in (None, 0, 1, 2, 3):
        yield m.Call((Identity.X,) * 4, what, met)  # type: ignore[arg-type]
        for who in ("FBZX", "BFXZ", "ZXFB", "FZBX"):
            yield m.Call(tuple(map(Identity, who)), what, met)  # type: ignore[arg-type]


EVERY = tuple(every_move())


def answer(state: State, actor: Any, move: m.Move) -> str:
    """What somebody hears who tries that. Of a call that may be made, only that it may."""
    try:
        GAME.decide(state, actor, move, Chance(SEED, 1))
    except Refused as refusal:
        return str(refusal)
    return "taken"


def told(turns: tuple[Turn, ...], eyes: Eyes) -> list[object]:
    """All that the referee tells those eyes of a world, from the first event to what it refuses in the end."""
    seats: list[Any] = sorted(eyes - {TABLE})
    observers: list[Observer] = [*seats, TABLE, ARBITER, 99]
    found: list[object] = []
    state = GAME.start()
    for turn in turns:
        for event in turn.events:
            state = GAME.evolve(state, event)
            found += [msgspec.json.encode(GAME.witness(state, event, observer)) for observer in observers]
        found.append(GAME.awaited(state))
        found += [msgspec.json.encode(GAME.view(state, observer)) for observer in observers]
        found += [msgspec.json.encode(GAME.moves(state, actor)) for actor in (*seats, TABLE)]
    found += [answer(state, actor, move) for actor in (*seats, TABLE) for move in EVERY]
    return found


def whole(twin: Twins) -> list[tuple[Turn, ...]]:
    """Both worlds with the last move."""
    more = twin.further or ((), ())
    return [(*world, *([last] if last else [])) for world, last in zip(twin.worlds, more, strict=True)]  # type: ignore[misc]


def leaks(twin: Twins) -> bool:
    """Can those eyes tell the worlds apart?"""
    here, there = (told(world, twin.eyes) for world in whole(twin))
    return here != there


@settings(max_examples=max(25, settings().max_examples // 4), suppress_health_check=[HealthCheck.too_slow])
@given(games, st.data())
def test_the_referee_tells_nobody_what_is_not_for_him(game: Any, data: st.DataObject) -> None:
    """Views, offers, events and refusals, for one seat, several, the table and the host."""
    eyes = data.draw(st.frozensets(st.sampled_from([*range(game.seats), TABLE]), max_size=3))
    assert not leaks(twins(game, eyes, data.draw(st.integers(0, 10**6))))


@cache
def many() -> tuple[Twins, ...]:
    """Worlds with all kinds of eyes in them."""
    found = []
    for number in range(60):
        game = sample(number)
        for eyes in (frozenset({number // 3 % game.seats}), frozenset({game.seats - 1}), frozenset({TABLE})):
            found.append(twins(game, eyes, number))
    return tuple(found)


def test_the_worlds_are_worth_comparing() -> None:
    """Other people, other pairs, other true cards shown, another place face down, other orders in the packs; with three,
    four and five, on phones and on paper. And the two can be told apart by whoever sees all."""
    differ: set[tuple[str, int]] = set()
    for twin in many():
        here, there = ([event for turn in world for event in turn.events] for world in whole(twin))
        for one, other in zip(here, there, strict=True):
            if one != other:
                kind = f"{type(one).__name__}{' ' + type(one.choice).__name__ if isinstance(one, m.Sealed) else ''}"
                differ.add((kind, twin.game.seats))
                if isinstance(one, m.Sealed) and type(one.choice) is not type(other.choice):  # type: ignore[union-attr]
                    differ.add(("another choice", twin.game.seats))
            if isinstance(one, m.Dealt) and one.fictitious != other.fictitious:  # type: ignore[union-attr]
                differ.add(("pack of nobody", 3))
    everywhere = {(kind, seats) for kind in ("Dealt", "Sealed Pair", "Shown", "Noted") for seats in (3, 4, 5)}
    assert everywhere <= differ
    assert {("Hidden", 5), ("Sealed Look", 3), ("pack of nobody", 3), ("Turned", 4), ("another choice", 4)} <= differ
    assert {("Sealed Ask", 3), ("Sealed Show", 5)} <= differ


# Leaks


class Patch:
    """Puts something wrong into the referee."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.set = monkeypatch.setattr

    def view(self, spoilt: Callable[[State, Observer, Any], Any]) -> None:
        usual = GAME.view
        self.set(GAME, "view", lambda state, observer: spoilt(state, observer, usual(state, observer)), raising=False)

    def witness(self, kind: type, spoilt: Callable[[Any, Any], Any]) -> None:
        usual = GAME.witness

        def leaking(state: State, event: Any, observer: Observer) -> Any:
            seen = usual(state, event, observer)
            return spoilt(event, seen) if isinstance(event, kind) else seen

        self.set(GAME, "witness", leaking, raising=False)


def sealed_in_view(patch: Patch) -> None:
    """The other's choice, before one has chosen oneself."""

    def met(meeting: Any, seat: int | None) -> Any:
        laid = next((choice for who, choice in meeting.choices if who != seat), None)
        return replace(usual(meeting, seat), mine=laid)

    usual = views.met
    patch.set(views, "met", met)


def sealed_in_event(patch: Patch) -> None:
    """The same as it is laid down."""
    patch.witness(m.Sealed, lambda event, seen: event)


def exchange_seen_by_all(patch: Patch) -> None:
    """What two hand each other, on everybody's sheet."""
    patch.set(views, "sees", lambda by, to, seat: True)


def exchange_in_event(patch: Patch) -> None:
    """The same as an event."""
    patch.witness(m.Shown, lambda event, seen: event)


def black_or_pair(patch: Patch) -> None:
    """Only whether it was a pair or a true card."""
    patch.witness(m.Shown, lambda event, seen: replace(seen, black=event.black))


def call_for_allies(patch: Patch) -> None:
    """The telephone is offered to whoever meets his true ally."""

    def moves(state: State, actor: Any) -> Any:
        found = usual(state, actor)
        return [offer for offer in found if offer.kind != "call" or allied(state, actor, offer.settled.get("met"))]

    def allied(state: State, actor: Any, met: int | None) -> bool:
        return met is None or ALLIES[state.identities[actor]] == state.identities[met]

    usual = GAME.moves
    patch.set(GAME, "moves", moves, raising=False)


def refused_by_the_truth(patch: Patch) -> None:
    """A form is refused because the one who is met is no ally, not because the form says so."""
    usual = calls.whom

    def whom(state: State, seat: int, move: m.Call) -> int | None:
        met = usual(state, seat, move)
        if met is not None and ALLIES[state.identities[seat]] != state.identities[met]:
            raise Refused("not your ally", seat=met)
        return met

    patch.set(calls, "whom", whom)


def pairs_of_the_other(patch: Patch) -> None:
    """Pairs are offered in an order that depends on who is met."""
    usual = offers.pairs_left

    def pairs_left(state: State, by: int, to: int) -> Any:
        found = usual(state, by, to)
        return found[::-1] if to < AMBASSADOR and state.identities[to] in "FB" else found

    patch.set(offers, "pairs_left", pairs_left)


def place_face_down(patch: Patch) -> None:
    """Where the fifth player will be."""
    patch.view(lambda state, observer, view: replace(view, laid=state.down))


def place_in_event(patch: Patch) -> None:
    """The same as he lays it."""
    patch.witness(m.Hidden, lambda event, seen: event)


def places_left(patch: Patch) -> None:
    """What he still has in hand: it tells what lies face down."""
    patch.view(
        lambda state, observer, view: replace(view, hand=view.hand or (state.hand(AMBASSADOR) if state.seats else ()))
    )


def top_of_the_pack(patch: Patch) -> None:
    """The Ambassador's next card is in the event of the deal."""
    patch.witness(m.Dealt, lambda event, seen: [seen, event.ambassador[1:]])


def order_after_five(patch: Patch) -> None:
    """His pack after it was shuffled anew."""
    patch.witness(m.Turned, lambda event, seen: event)


def audience_for_two(patch: Patch) -> None:
    """Before the fifth player, either agent sees what the other shows."""

    def sees(state: State, showing: Any, seat: int) -> bool:
        return bool(usual(state, showing, seat) or (AMBASSADOR in showing.to and seat < AMBASSADOR))

    usual = views.on_sheet
    patch.set(views, "on_sheet", sees)


def what_others_know(patch: Patch) -> None:
    """Whom the Ambassador may be sent to, after what others have seen of him."""
    usual = offers.askable

    def askable(state: State, asker: int) -> Any:
        seen = [s.by for s in state.shown if s.black]
        return {agent: cards for agent, cards in usual(state, asker).items() if seen.count(agent) < 2}

    patch.set(offers, "askable", askable)


def both_known_to_others(patch: Patch) -> None:
    """The same in a refusal: a card that somebody else has seen."""
    usual = secrets.black_left

    def black_left(state: State, by: int, to: int) -> Any:
        gone = {card for s in state.shown if s.by == by and s.black for card in s.cards}
        return tuple(card for card in usual(state, by, to) if state.true(by, card) not in gone)

    patch.set(secrets, "black_left", black_left)


def looks_seen_by_all(patch: Patch) -> None:
    """What somebody looks at, on everybody's sheet."""

    def sees(state: State, showing: Any, seat: int) -> bool:
        return bool(usual(state, showing, seat) or showing.by == state.nobody)

    usual = views.on_sheet
    patch.set(views, "on_sheet", sees)


def look_in_event(patch: Patch) -> None:
    """The same as an event."""
    patch.witness(m.Shown, lambda event, seen: event if event.by == 3 else seen)


def nobody_is_known(patch: Patch) -> None:
    """Who the agent is that nobody plays, for the table."""
    patch.view(
        lambda state, observer, view: (
            replace(view, identity=view.identity or state.identities[3]) if state.nobody is not None else view
        )
    )


def nobody_goes(patch: Patch) -> None:
    """Where he will go next."""
    patch.view(
        lambda state, observer, view: replace(view, laid=state.fictitious[-1]) if state.fictitious else view,
    )


def noted_pairs(patch: Patch) -> None:
    """With paper: the pair that is handed over stands in the phone of whoever gets it, before he has chosen his."""
    patch.set(views, "on_sheet", lambda state, showing, seat: views.sees(showing.by, showing.to, seat))


def how_much_is_noted(patch: Patch) -> None:
    """With paper: how much all have noted, in the name of an offer."""
    patch.set(offers, "written", lambda state, seat: len(state.shown))


LEAKS: dict[Callable[[Patch], None], tuple[int, ...]] = {  # where it must be found
    sealed_in_view: (3, 4, 5),
    sealed_in_event: (3, 4, 5),
    exchange_seen_by_all: (3, 4, 5),
    exchange_in_event: (3, 4, 5),
    black_or_pair: (3, 4, 5),
    call_for_allies: (4,),
    refused_by_the_truth: (4,),
    pairs_of_the_other: (3, 4, 5),
    place_face_down: (5,),
    place_in_event: (5,),
    places_left: (5,),
    top_of_the_pack: (3, 4),
    order_after_five: (3, 4),
    audience_for_two: (5,),
    what_others_know: (4,),
    both_known_to_others: (4,),
    looks_seen_by_all: (3,),
    look_in_event: (3,),
    nobody_is_known: (3,),
    nobody_goes: (3,),
    noted_pairs: (3, 4, 5),
    how_much_is_noted: (3, 4, 5),
}


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_the_referee_cannot_leak_unseen(leak: Callable[[Patch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """And without it there is no difference at that same table."""
    tables, found = many(), []
    leak(Patch(monkeypatch))
    for seats in LEAKS[leak]:
        found += [next((twin for twin in tables if twin.game.seats == seats and leaks(twin)), None)]
    monkeypatch.undo()
    assert [twin is not None and not leaks(twin) for twin in found] == [True] * len(LEAKS[leak])


# The same over the network


def states(scene: Scene) -> tuple[State, State]:
    """Both worlds as they are."""
    here, there = (replay(GAME, (event for turn in world for event in turn.events)) for world in scene.twins.worlds)  # type: ignore[arg-type]
    return here, there


def unopened(scene: Scene) -> bool:
    """Somebody has laid down something else at a meeting that goes on."""
    here, there = states(scene)
    return here.meetings != there.meetings


def face_down(scene: Scene) -> bool:
    """Another place lies face down."""
    here, there = states(scene)
    return here.down != there.down


def looked_at(scene: Scene) -> bool:
    """Somebody has seen another card of the agent that nobody plays."""
    here, there = ([one for one in state.shown if one.by == state.nobody] for state in states(scene))
    return here != there


def elsewhere(scene: Scene) -> bool:
    """Others have handed each other another pair."""
    here, there = ([one for one in state.shown if not one.black] for state in states(scene))
    return here != there and states(scene)[0].options.pieces == "phone"


def may_call(scene: Scene) -> bool:
    """A call is offered, and the next agent is on another side in the other world."""
    (seat,) = scene.person.seats
    here, there = (state.identities[next_to(seat)] in "FB" for state in states(scene))
    return here != there and any(offer.kind == "call" for offer in GAME.moves(states(scene)[0], seat))


def next_to(seat: int) -> int:
    return (seat + 1) % 4


@cache
def scene_where(fits: Callable[[Scene], bool], kind: str) -> Scene:
    """The first table that fits; without a leak nobody there can tell the worlds apart."""
    for number in range(300):
        scene = scene_by_number(kind, number, "inkognito")
        if fits(scene):
            assert differences(scene, extent="glance") == []
            return scene
    raise AssertionError("no table fits")


@pytest.mark.parametrize(
    ("leak", "fits", "kind"),
    [
        (sealed_in_view, unopened, "seat"),
        (exchange_seen_by_all, elsewhere, "seat"),
        (place_face_down, face_down, "spectator"),
        (looks_seen_by_all, looked_at, "seat"),
    ],
    ids=lambda part: getattr(part, "__name__", part),
)
def test_a_leak_of_the_referee_is_found_over_the_network(
    leak: Callable[[Patch], None], fits: Callable[[Scene], bool], kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = scene_where(fits, kind)
    leak(Patch(monkeypatch))
    found = differences(scene, extent="glance")
    assert found
    assert {one.part for one in found} <= {"body", "headers", "stream"}
    assert any(one.question.endswith("/view") for one in found)


def test_a_refusal_that_knows_more_is_found_over_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A form is wrong in itself, and the sentence about it depends on who somebody else is."""
    scene = scene_where(may_call, "seat")
    usual = calls.call

    def call(state: State, seat: int, move: m.Call) -> m.Called:
        try:
            return usual(state, seat, move)
        except Refused as refusal:
            if state.identities[next_to(seat)] in "FB":
                raise Refused("no call here") from refusal
            raise

    for module in (rules, paper):
        monkeypatch.setattr(module, "call", call)
    found = differences(scene, extent="glance")
    assert found
    assert all("/move" in one.question for one in found if one.part == "body")
