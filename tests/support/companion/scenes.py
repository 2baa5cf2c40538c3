"""Who looks at a table, and the table as each of two worlds has it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace
from support.companion.rig import PORT
from support.companion.worlds import Eyes, Game, Turn, Twins, worlds

from companion.service.tables import Tables
from companion.storage.store import Store, WriteSet
from companion.storage.tokens import FolderSecret, hashed
from companion.table.acts import (
    Act,
    AutoplaySet,
    DuplicateDeal,
    GameAbandoned,
    GameBegun,
    MoveMade,
    PauseSet,
    SeatReleased,
    SeatTaken,
    TableOpened,
    encode,
)
from companion.table.faces import ROBOTS
from referee.game import TABLE
from referee.mind import Strength
from referee.registry import GAMES

ID = "b23456"
ALIKE = "c23456"  # a table that had the same cards
DEAL = DuplicateDeal("d" * 12)
COOKIE = f"sousmain-{PORT}"
KEYS = FolderSecret(b"whatever the tests need")
SECRET = FolderSecret(bytes(32))


class Person(Struct, frozen=True):
    """Who looks: from which seats, as the host or not, with a cookie or without."""

    seats: frozenset[int]
    host: bool = False
    cookie: bool = True
    lang: str = "en"

    @property
    def eyes(self) -> Eyes:
        """What he looks with."""
        return self.seats | {TABLE} if self.host else self.seats

    @property
    def device(self) -> str:
        """The token in the cookie."""
        return KEYS.derived("device", *sorted(self.seats), self.host) if self.cookie else ""


class Scene(Struct, frozen=True):
    """Twin worlds, somebody who cannot tell them apart, and what else is the matter with the table."""

    twins: Twins
    person: Person
    again: bool = False  # it is the second game at this table
    freed: int | None = None  # a seat that the host has released
    paused: bool = False
    alike: bool = False  # another table has had the same cards, and is done with them
    robots: tuple[Strength, ...] = ()  # on all seats that nobody looks from, in this order; none: people


PEOPLE = {  # how many seats, the host, with a cookie
    "seat": (1, False, True),
    "two seats": (2, False, True),
    "seat and host": (1, True, True),
    "host": (0, True, True),
    "spectator": (0, False, True),
    "stranger": (0, False, False),
}


@st.composite
def scenes(draw: st.DrawFn, kind: str) -> Scene:
    """Somebody of that kind at some table, in worlds that he cannot tell apart."""
    playing = draw(st.sampled_from(tuple(GAMES)).flatmap(lambda slug: worlds(slug).games))
    seats, host, cookie = PEOPLE[kind]
    chosen = draw(st.permutations(range(playing.seats)))
    person = Person(frozenset(chosen[:seats]), host, cookie, draw(st.sampled_from(["en", "fr"])))
    twins = worlds(playing.slug).twins(playing, person.eyes, draw(st.integers(0, 10**6)))
    freed = draw(st.sampled_from([None, spare(twins)]))
    return Scene(twins, person, draw(st.booleans()), freed, draw(st.sampled_from([False, False, True])))


@cache
def sample(kind: str, number: int, slug: str) -> Scene:
    """The same by number, at a table that everything can be done to. To find worlds that look alike takes long, and several
    tests visit the same ones."""
    playing, person = whose(kind, number, slug)
    twins = worlds(slug).twins(playing, person.eyes, number)
    return Scene(twins, person, again=True, freed=spare(twins))


@cache
def first_of(kind: str, number: int, slug: str) -> Scene:
    """The same game for tests that look at one world alone: nobody searches for another."""
    playing, person = whose(kind, number, slug)
    *before, last = playing.turns
    here, further = (tuple(before), (last, last)) if before else (playing.turns, None)
    twins = Twins(playing, person.eyes, (here, here), further)
    return Scene(twins, person, again=True, freed=spare(twins))


def whose(kind: str, number: int, slug: str) -> tuple[Game, Person]:
    """A game by number, and who looks at it."""
    playing = worlds(slug).sample(number)
    count, host, cookie = PEOPLE[kind]
    chosen = [(number + i) % playing.seats for i in range(playing.seats)]
    return playing, Person(frozenset(chosen[:count]), host, cookie)


def with_help(scene: Scene, kind: str) -> Scene:
    """The same at a table with help for beginners."""
    twins = scene.twins

    def dealt(event: Any) -> Any:
        return replace(event, options=replace(event.options, help=kind)) if hasattr(event, "options") else event

    def helped(turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
        return tuple(replace(turn, events=[dealt(event) for event in turn.events]) for turn in turns)

    here, there = (helped(world) for world in twins.worlds)
    playing = replace(twins.game, options=replace(twins.game.options, help=kind), turns=helped(twins.game.turns))
    further = twins.further and (helped(twins.further[:1])[0], helped(twins.further[1:])[0])
    return replace(scene, twins=replace(twins, game=playing, worlds=(here, there), further=further))


def spare(twins: Twins) -> int | None:
    """A seat that nobody looks from and that does not make the next move."""
    busy = {*twins.eyes, *(turn.actor for turn in twins.further or ())}
    return next((seat for seat in range(twins.game.seats) if seat not in busy), None)


def built(scene: Scene, world: int) -> Tables:
    """The table as that world has it."""
    twins, person = scene.twins, scene.person
    slug, seats = twins.game.slug, twins.game.seats
    seed = bytes([world + 1]) * 32  # the dice are the deepest secret: they differ too
    tables = Tables(Store("sqlite://"), SECRET, clock=lambda: 0.0, dice=lambda n: seed[:n])
    tokens = [(hashed(SECRET.table(ID)), None), *((hashed(SECRET.seat(ID, i, 0)), i) for i in range(seats))]
    deal_of = DEAL if scene.alike else None
    acts: list[Act] = [TableOpened(slug, "en", seats, msgspec.to_builtins(twins.game.options), duplicate=deal_of)]
    acts += [SeatTaken(i, f"Player {i + 1}", i) for i in range(seats)]
    others = [i for i in range(seats) if i not in person.seats] if scene.robots else []
    acts += [AutoplaySet(i, True, scene.robots[i % len(scene.robots)], ROBOTS[i]) for i in others]
    if scene.again:
        acts += [GameBegun("03" * 32, plain(twins.game.turns[0].events)), GameAbandoned()]
    deal, *turns = twins.worlds[world]
    acts.append(GameBegun(seed.hex(), plain(deal.events)))
    acts += [MoveMade(turn.actor, msgspec.to_builtins(turn.move), plain(turn.events)) for turn in turns]  # type: ignore[arg-type]
    if scene.freed is not None:
        acts.append(SeatReleased(scene.freed))
    if scene.paused:
        acts.append(PauseSet(True))
    for version, act in enumerate(acts, 1):
        change = WriteSet(ID, version, encode(act))
        if isinstance(act, TableOpened):
            change.opens, change.tokens, change.duplicate = True, tokens, deal_of.id if deal_of else ""
            change.holds = [(i, hashed(holder(i, person, world))) for i in range(seats)]
        if isinstance(act, SeatReleased):
            change.revoked, change.released = [hashed(SECRET.seat(ID, act.seat, 0))], [act.seat]
            change.tokens = [(hashed(SECRET.seat(ID, act.seat, 1)), act.seat)]
        tables.store.write(change)
    if scene.alike:
        build_alike(tables, scene, world, seed)
    tables.add_host(the_host(person, world))
    for seat in range(seats):
        tables.note(ID, seat, {"text": "mine" if seat in person.seats else "not for you" * (world + 1)})
    return tables


def build_alike(tables: Tables, scene: Scene, world: int, seed: bytes) -> None:
    """Another table with the cards of that world, where the same has happened and all of it lies open."""
    twins = scene.twins
    deal, *turns = twins.worlds[world]
    acts: list[Act] = [
        TableOpened(twins.game.slug, "en", twins.game.seats, msgspec.to_builtins(twins.game.options), duplicate=DEAL),
        *(SeatTaken(i, f"Other {i + 1}", i) for i in range(twins.game.seats)),
        GameBegun(seed.hex(), plain(deal.events)),
        *(MoveMade(turn.actor, msgspec.to_builtins(turn.move), plain(turn.events)) for turn in turns),  # type: ignore[arg-type]
        GameAbandoned(),
    ]
    for version, act in enumerate(acts, 1):
        opens = isinstance(act, TableOpened)
        tables.store.write(WriteSet(ALIKE, version, encode(act), opens=opens, duplicate=DEAL.id if opens else ""))


def holder(seat: int, person: Person, world: int) -> str:
    """The phone that holds a seat. Other people's tokens are secrets too."""
    return person.device if seat in person.seats else KEYS.derived("phone", seat, world)


def the_host(person: Person, world: int) -> str:
    """The browser of the host."""
    return person.device if person.host else KEYS.derived("host", world)


def plain(events: Sequence[Any]) -> list[Any]:
    """Events as the store keeps them."""
    found: list[Any] = msgspec.to_builtins(list(events))
    return found
