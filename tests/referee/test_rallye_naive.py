"""The referee against a second, plain implementation on random positions: where a car arrives, whom it hits, what it owes."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.referee import naive_rallye as naive

from referee.rallye.board.france import FRANCE
from referee.rallye.board.squares import layout
from referee.rallye.road.cars import Car, Hold
from referee.rallye.road.driving import drive
from referee.rallye.road.tariff import EDITIONS

HELD = {
    "garage": Hold(garage=True),
    "hotel": Hold(hotel=True),
    "crash": Hold(garage=True, crashed=True),
    "bad crash": Hold(garage=True, firstaid=True, crashed=True),
    "hit": Hold(hit=0),
    "hit in a hotel": Hold(hotel=True, hit=0, hit_aid=True),
}
BUSY = [
    "28",
    "29",
    "30",
    "31",
    "32",
    "33",
    "34",
    "36",
    "37",
    "38",
    "60",
    "61",
    "62",
    "63",
    "64",
    "65",
    "66",
    "67",
    "68",
    "69",
]
ROADS = [square.number for road in FRANCE.roads for square in road.squares]
ALL = [square.number for square in FRANCE.squares]


def position(dice: Random, squares: list[str]) -> Car:
    """A car somewhere, mostly where there is traffic."""
    at = dice.choice(squares if dice.random() < 0.9 else ALL)
    heading = 0 if layout(FRANCE).road[at] is None else dice.choice([1, -1])
    hold = dice.choice(list(HELD.values())) if dice.random() < 0.15 else Hold()
    return Car(at=at if dice.random() < 0.95 else "", heading=heading, hold=hold, tank=dice.random() < 0.1)  # type: ignore[arg-type]


def plainly(car: Car) -> dict[str, Any]:
    """The same car for the other implementation."""
    names = {"garage": "garage", "hotel": "hotel", "firstaid": "aid", "crashed": "crash"}
    held = {name for field, name in names.items() if getattr(car.hold, field)} | (
        {"hit"} if car.hold.hit is not None else set()
    )
    going = "loop" if not car.heading else car.at[:1] + (">" if car.heading > 0 else "<")
    return {"at": car.at, "going": going, "held": held, "tank": car.tank}


def compared(seed: int, squares: list[str]) -> Counter[str]:
    """One position judged twice; what came up."""
    dice = Random(seed)
    cars = [position(dice, squares) for _ in range(6)]
    mover = next((i for i, car in enumerate(cars) if car.at), None)
    if mover is None:
        return Counter()
    edition, points = dice.choice("ab"), dice.randint(2, 12)
    found = drive(FRANCE, EDITIONS[edition], cars, mover, points)
    expected = naive.judged([plainly(car) for car in cars], mover, points, edition)
    after = plainly(Car(at=found.at, heading=found.heading, hold=found.hold))
    assert found.at == expected["at"]
    assert after["held"] == expected["held"]
    assert {due.why: due.amount for due in found.dues} == expected["dues"]
    assert found.stays == expected.get("stays", False)
    assert found.waits == expected.get("waits", False)
    assert list(found.trail) == expected.get("trail", [])
    assert set(found.offences) == expected.get("offences", set())
    assert found.accident == expected.get("accident", False)
    hits = (found.hits.car, found.hits.at, found.hits.impact) if found.hits else None
    assert hits == expected.get("hits")
    if found.moved:
        assert after["going"] == expected["going"]
        assert found.parked == expected.get("parked", False)
        assert found.tank == expected.get("tank", False)
    names = [*found.offences, *(due.why for due in found.dues), *([found.hits.impact] if found.hits else [])]
    return Counter([*names, *(name for name in ("stays", "waits", "left", "sent") if getattr(found, name))])


@pytest.mark.parametrize("squares", [BUSY, [*ROADS, *BUSY], ALL], ids=["lanes", "cross-roads", "anywhere"])
def test_both_judge_alike(squares: list[str]) -> None:
    """Thousands of positions, in which everything comes up that the rules know."""
    seen: Counter[str] = Counter()
    for seed in range(3_000):
        seen += compared(seed, squares)
    wanted = {"sign", "overtaking", "oncoming", "crossing", "stays", "petrol", "garage", "garage_again", "crash", "aid"}
    assert {name for name in wanted if seen[name] < 20} == set()
    if squares != BUSY:
        wanted = {"waits", "left", "sent", "hotel", "hotel_again", "aid_again"}
        assert {name for name in wanted if seen[name] < 20} == set()


@given(st.integers(10_000, 2**62))
def test_and_anywhere_else(seed: int) -> None:
    compared(seed, ALL)
    compared(seed, [*ROADS, *BUSY])


def many(seeds: range) -> None:
    for seed in seeds:
        compared(seed, [*ROADS, *BUSY])


MUTATIONS: dict[str, tuple[str, Any]] = {
    "one square short": ("walk", lambda here, going, points, edition: plain_walk(here, going, points - 1, edition)),
    "never left": ("LEFT", set()),
    "nobody comes": ("FACES", {}),
    "no crossings": ("crossed", lambda number: None),
    "roads measured wrongly": ("apart", lambda a, b: plain_apart(a, b) + 1),
}
plain_walk, plain_apart = naive.walk, naive.apart


@pytest.mark.parametrize(("name", "other"), MUTATIONS.values(), ids=MUTATIONS)
def test_a_difference_would_be_found(monkeypatch: pytest.MonkeyPatch, name: str, other: Any) -> None:
    """Proof: the second implementation with one mistake no longer agrees."""
    monkeypatch.setattr(naive, name, other)
    with pytest.raises((AssertionError, KeyError)):
        many(range(3_000))
