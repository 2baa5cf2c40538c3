"""Robots at the table tell nobody anything: pages are alike to the last byte in worlds that somebody cannot tell apart, a robot
does the same in worlds that its own seat cannot tell apart, and when it does it depends on nothing that is secret."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from support.companion.scenes import ID, Person, Scene, built, sample
from support.companion.visits import differences
from support.companion.worlds import worlds
from support.soak import SOAK

from companion.server.launch import robot_table
from companion.service.minds.memory import SeatMemories
from companion.service.minds.robots import Robots
from companion.service.tables import Tables
from companion.table.acts import AutoplaySet
from companion.table.state import PACE, TableState
from referee.mind import STRENGTHS, Strength
from referee.registry import GAMES, robot


@pytest.mark.parametrize("slug", GAMES)
def test_pages_are_alike_with_robots_at_the_table(slug: str) -> None:
    assert (
        differences(
            replace(sample("seat", 3, slug), freed=None, robots=STRENGTHS), extent="whole" if SOAK else "glance"
        )
        == []
    )


def alone(slug: str, number: int) -> tuple[Scene, int]:
    """Worlds that one seat cannot tell apart."""
    playing = worlds(slug).sample(number)
    seat = number % playing.seats
    person = Person(frozenset({seat}))
    return Scene(worlds(slug).twins(playing, person.eyes, number), person), seat


def thought(scene: Scene, world: int, seat: int, strength: Strength) -> Any:
    """What the robot of that seat is about to do there, with the same dice in every world: they are no part of its mind."""
    tables = built(scene, world)
    table_state = tables.table_state(ID)
    table_state = table_state.after(table_state.version + 1, AutoplaySet(seat, True, strength, "Bip"))
    table_state.dice = bytes(32)
    found = Robots(SeatMemories()).choice(table_state)
    tables.store.close()
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_a_robot_does_the_same_in_worlds_that_its_seat_cannot_tell_apart(slug: str) -> None:
    moved, least = 0, 9 if SOAK else 6
    for number in range(4 * least):
        if moved and number >= least:
            break
        scene, seat = alone(slug, number)
        strength = STRENGTHS[number % len(STRENGTHS)]
        here, there = (thought(scene, world, seat, strength) for world in (0, 1))
        assert here == there, (number, strength)
        moved += here is not None
    assert moved


class Watch:
    """A clock that goes on while somebody thinks."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("seconds", [0.0, 0.4, 0.9])
def test_when_a_robot_moves_does_not_tell_how_long_it_thought(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """It moves with the same beat of the clock, however long it took to find the move."""
    scene = replace(sample("seat", 0, "code777"), again=False, freed=None, robots=("good",))
    tables, watch = built(scene, 0), Watch()
    tables.cache.clock = watch
    real = robot("code777").choose

    def choose(*given: Any) -> Any:
        watch.now += seconds
        return real(*given)

    monkeypatch.setattr(robot("code777"), "choose", choose)
    assert beats_until_it_moves(tables, watch) == tables.cache.load(ID).at == PACE
    tables.store.close()


@pytest.mark.parametrize("jitter", [(0.0,), (0.3, 0.0, 0.1), (0.0, 0.2, 0.3)])
@pytest.mark.parametrize("seconds", [0.0, 0.4, 0.9])
def test_nor_how_long_another_table_thought(
    seconds: float, jitter: tuple[float, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor how late the beat was: another table, looked at before, has much to think about in every beat."""
    scene = replace(sample("seat", 0, "code777"), again=False, freed=None, robots=("good",))
    tables, watch = built(scene, 0), Watch()
    tables.cache.clock = watch
    other = robot_table(tables, "code777", 2)
    tables.take(tables.code(other, 0), 0, "Anne", 0, "")
    tables.begin(other.id)
    tables.cache.known = {other.id: tables.cache.known[other.id], **tables.cache.known}
    real, think = tables._robots.choice, []

    def choice(table_state: TableState) -> Any:
        think.append(table_state.id)
        watch.now += seconds * (table_state.id == other.id)
        return real(table_state)

    monkeypatch.setattr(tables._robots, "choice", choice)
    monkeypatch.setattr(tables._robots, "puzzled", lambda state: state.id == other.id or ID not in think)
    assert beats_until_it_moves(tables, watch, jitter) == PACE
    assert tables.cache.load(ID).at == PACE + jitter[PACE % len(jitter)], "before anybody thought in that beat"
    tables.store.close()


def test_tables_that_have_gone_are_forgotten() -> None:
    scene = replace(sample("seat", 0, "code777"), again=False, freed=None, robots=("good",))
    tables = built(scene, 0)
    tables.expire_clocks()
    assert set(tables._robots._thoughts) == {ID}
    tables.abandon(ID)
    tables.delete(ID)
    tables.expire_clocks()
    assert not tables._robots._thoughts
    tables.store.close()


def beats_until_it_moves(tables: Tables, watch: Watch, late: tuple[float, ...] = (0.0,)) -> int:
    """The server beats on the second or a blink later, whatever was done in between."""
    before = tables.table_state(ID).version
    for beat in range(10):
        watch.now = beat + late[beat % len(late)]
        tables.expire_clocks()
        if tables.table_state(ID).version > before:
            return beat
    raise AssertionError("it never moves")
