"""Nobody learns in Rallye-Code what he has not noticed himself: in worlds with other offences and another order of the cards
view, events, offers and refusals are the same to the last byte; and a leak of each secret is planted, and found.

`test_http_secrets.py` compares what the pages make of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from support.companion import worlds_rallye
from support.companion.worlds import Eyes, Turn

from referee.chance import Chance
from referee.game import ARBITER, TABLE, Actor, Observer, Refused
from referee.rallye import changes, offers, police, views
from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye.game import GAME
from referee.rallye.police import FAULTS
from referee.rallye.road.driving import Drive
from referee.rallye.state import State

EYES = [frozenset[Actor](eyes) for eyes in ({0}, {1}, {0, 1}, {1, TABLE}, {TABLE}, ())]


def told(turns: tuple[Turn, ...], eyes: Eyes) -> Iterator[object]:
    """All that the referee tells those eyes, move by move; what he keeps to himself is nothing."""
    seats: list[Any] = sorted(eyes - {TABLE})
    observers: list[Observer] = [*seats, TABLE, ARBITER]
    state = GAME.start()
    for turn in turns:
        for event in turn.events:
            state = GAME.evolve(state, event)
            seen = (GAME.witness(state, event, observer) for observer in observers)
            yield from (each for each in seen if each is not None)
        yield from (GAME.view(state, observer) for observer in observers)
        yield GAME.awaited(state), GAME.outcome(state)
        for actor in [*seats, *({TABLE} & eyes)]:
            yield GAME.moves(state, actor)
            yield from (refusal(state, actor, move) for move in attempts(state))


def attempts(state: State) -> list[m.Move]:
    """One of every kind, many of them out of place."""
    return [
        *(m.Stop(car, fault) for car in range(len(state.cars) + 1) for fault in FAULTS),
        *(m.Claim(car, fault) for car in range(len(state.cars) + 1) for fault in FAULTS),
        *(m.Demand(due) for due in (-1, state.owed - 1, state.owed)),
        m.Answer(True),
        m.Roll((1, 1)),
        m.TakeBack(),
        *(m.Skip(seat) for seat in range(state.seats)),
    ]


def refusal(state: State, actor: Actor, move: m.Move) -> str:
    """What is answered; of a move that is taken, that it is: whoever has stopped a car has learnt something."""
    try:
        GAME.decide(state, actor, move, Chance(bytes(32), 1))
    except Refused as refused:
        return str(refused)
    return "taken"


def apart(game: Any, eyes: Eyes, seed: int) -> bool:
    """Can they tell the worlds apart?"""
    here, there = worlds_rallye.twins(game, eyes, seed).worlds
    return [msgspec.json.encode(one) for one in told(here, eyes)] != [
        msgspec.json.encode(one) for one in told(there, eyes)
    ]


@settings(max_examples=40)
@given(worlds_rallye.games, st.sampled_from(EYES), st.integers(0, 10**6))
def test_worlds_that_look_alike_are_told_alike(game: Any, eyes: Eyes, seed: int) -> None:
    assert not apart(game, eyes, seed)


class Leak(ABC):
    """Something that is shown to somebody who has not noticed it."""

    eyes: Eyes = frozenset({1})

    @abstractmethod
    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Introduces it."""


class NextCard(Leak):
    """The card that will be drawn next, on the table screen."""

    eyes = frozenset()

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = views.view
        monkeypatch.setattr(views, "view", lambda s, o: replace(usual(s, o), mat=s.mat + (s.deck[:1] or (0,))[0]))


class HintForThePoliceman(Leak):
    """A stop is offered for cars that did something."""

    eyes = frozenset({0, 1})

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = offers.stops
        monkeypatch.setattr(
            offers,
            "stops",
            lambda s, seat: (o for o in usual(s, seat) if any(car == o.settled["car"] for car, _ in s.offences)),
        )


class OrderOfReasons(Leak):
    """What it did stands first."""

    eyes = frozenset({0, 1})

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = offers.claims

        def spoilt(found: State, seat: int) -> Iterator[Any]:
            for offer in usual(found, seat):
                first = sorted(offer.choices, key=lambda fault: (offer.settled["car"], fault) not in found.offences)
                yield replace(offer, choices=tuple(first))

        monkeypatch.setattr(offers, "claims", spoilt)


class Names(Leak):
    """An offer whose name counts the offences."""

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = offers.moves
        monkeypatch.setattr(
            offers, "moves", lambda s, a: [replace(o, id=f"{o.id}.{len(s.offences)}") for o in usual(s, a)]
        )


class News(Leak):
    """What nobody has noticed is news."""

    eyes = frozenset()

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(changes, "UNTOLD", (e.Dealt, e.Waived))


class Breathless(Leak):
    """The next roll waits only where there is something to stop."""

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = offers.speakers
        monkeypatch.setattr(offers, "speakers", lambda s: usual(s) if s.offences else ())


class Witnessed(Leak):
    """The event of an offence."""

    eyes = frozenset()

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = views.witness
        monkeypatch.setattr(views, "witness", lambda it, o, s: it if isinstance(it, e.Noted) else usual(it, o, s))


class TheDeal(Leak):
    """The event of the deal, with the order of the cards."""

    eyes = frozenset()

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = views.witness
        monkeypatch.setattr(views, "witness", lambda it, o, s: it if isinstance(it, e.Dealt) else usual(it, o, s))


class Forgotten(Leak):
    """Only a car that got away with something counts as forgotten."""

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = views.forgotten
        monkeypatch.setattr(
            views, "forgotten", lambda s, i, car: usual(s, i, car) and any(car == i for car, _ in s.offences)
        )


class Oracle(Leak):
    """Too early is said only to those who are right."""

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = police.claim

        def spoilt(run: Any, seat: int, move: m.Claim) -> None:
            if (move.car, move.reason) not in run.state.offences:
                raise Refused("has not moved")
            usual(run, seat, move)

        monkeypatch.setattr(police, "claim", spoilt)


class Entry(Leak):
    """At a paper table: the judge's lines have the offence in them."""

    eyes = frozenset()

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Drive, "told", property(lambda drive: drive))


class HintAtThePaperTable(Leak):
    """A cry is offered for what there is."""

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = offers.cries

        def spoilt(found: State, actor: Actor) -> Iterator[Any]:
            for offer in usual(found, actor):
                there = tuple(fault for fault in offer.choices if (offer.settled["car"], fault) in found.offences)
                yield replace(offer, choices=there)

        monkeypatch.setattr(offers, "cries", spoilt)


LEAKS = (
    NextCard,
    HintForThePoliceman,
    OrderOfReasons,
    Names,
    News,
    Breathless,
    Witnessed,
    TheDeal,
    Forgotten,
    Oracle,
    Entry,
    HintAtThePaperTable,
)


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_of_each_kind_is_found(leak: type[Leak], monkeypatch: pytest.MonkeyPatch) -> None:
    """At some of these tables; without it, at none of them."""
    games = [worlds_rallye.sample(number) for number in range(6)]
    assert not any(apart(game, leak.eyes, number) for number, game in enumerate(games))
    leak().plant(monkeypatch)
    assert any(apart(game, leak.eyes, number) for number, game in enumerate(games))


def test_the_worlds_have_all_that_can_be_hidden() -> None:
    """Or the comparison would compare nothing: both kinds of offence are there in one world and not in the other, on phones and
    with paper."""
    kinds: set[object] = set()
    for number in range(32):
        here, there = worlds_rallye.twins(worlds_rallye.sample(number), frozenset({1}), number).worlds
        for one, other in zip(here, there, strict=True):
            noted = [{it.reason for it in turn.events if isinstance(it, e.Noted)} for turn in (one, other)]
            paper = any(isinstance(it, e.Entered) for it in one.events)
            kinds |= {(reason, reason in noted[0], paper) for reason in noted[0] ^ noted[1]}
        (deal,), (stacked,) = here[0].events, there[0].events
        kinds |= {"deck"} if deal.deck != stacked.deck else set()
    assert kinds == {"deck", *product(FAULTS, (False, True), (False, True))}
