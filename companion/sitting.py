"""A table as a fold of its log. Everything that happens at a table is one act; acts alone rebuild it.

The rules of the game see moves only; sitting down, releasing, pausing and playing again are the table's own business.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any, Literal

import msgspec
from msgspec import Struct

from referee.chance import commitment
from referee.game import Actor, Game, Outcome
from referee.record import Turn
from referee.registry import game

Phase = Literal["open", "playing", "over", "abandoned"]
ALIKE = 12  # notices of one kind about one seat: what comes then takes the place of the latest of them


class Opened(Struct, frozen=True, tag="opened", tag_field="act"):
    """A table was opened for a game."""

    game: str
    lang: str
    seats: int
    options: Any


class Arranged(Struct, frozen=True, tag="arranged", tag_field="act"):
    """The host changed how it will be played."""

    lang: str
    seats: int
    options: Any


class Took(Struct, frozen=True, tag="took", tag_field="act"):
    """Somebody sat down, or changed name or colour."""

    seat: int
    name: str
    colour: int


class Freed(Struct, frozen=True, tag="freed", tag_field="act"):
    """The host released a seat: its phones and its old code are worth nothing any more."""

    seat: int


class Began(Struct, frozen=True, tag="began", tag_field="act"):
    """A game was dealt. The seed stays here until the game is over."""

    seed: str
    events: list[Any]


class Moved(Struct, frozen=True, tag="moved", tag_field="act"):
    """A move, and what it led to. `alone`: an absent seat that runs by itself."""

    actor: Actor
    move: Any
    events: list[Any]
    alone: bool = False


class Stood(Struct, frozen=True, tag="stood", tag_field="act"):
    """The host lets a seat run by itself, or ends that."""

    seat: int
    absent: bool


class Halted(Struct, frozen=True, tag="halted", tag_field="act"):
    """The host paused the game, or let it go on."""

    paused: bool


class Abandoned(Struct, frozen=True, tag="abandoned", tag_field="act"):
    """The host ended the game before its end."""


Act = Opened | Arranged | Took | Freed | Began | Moved | Stood | Halted | Abandoned


class Chair(Struct):
    """A seat: who sits there, and how often it was released (its code changes each time)."""

    name: str = ""
    colour: int = 0
    taken: bool = False
    absent: bool = False
    releases: int = 0
    changes: int = 0  # of name or colour, since somebody sat down or the game began


Kind = Literal["freed", "took", "sat", "more", "absent", "back", "renamed", "recoloured"]


class Notice(Struct, frozen=True):
    """Something that happened to a seat and that everybody must know: all that stands here is told to anybody."""

    version: int
    kind: Kind
    seat: int
    name: str
    was: str = ""  # the name before
    colour: int = 0  # the one it has now


class Unreadable(Exception):
    """A log that does not make a table: of a game or a version that this program does not know."""


class Sitting:
    """A table as it is now. Changed by `follow` alone, or by becoming another as a whole."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.version = 0
        self.slug = ""
        self.lang = "en"
        self.options: Any = None
        self.chairs: list[Chair] = []
        self.phase: Phase = "open"
        self.paused = False
        self.number = 0  # games begun at this table
        self.seed = b""
        self.state: Any = (
            None  # of the game on the table; none before the first, nor once another number of seats plays
        )
        self.turns: list[Turn] = []
        self.notices: list[Notice] = []  # of this game, and of the time before it
        self.ended = 0  # the version with which the last game was over
        self._releases: dict[int, int] = {}
        self.game: Game

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.chairs)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules."""
        return self.game.outcome(self.state) if self.state is not None else None

    @property
    def commitment(self) -> str:
        """What was shown at the deal."""
        return commitment(self.seed) if self.state is not None else ""

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return self.game.awaited(self.state) if self.phase == "playing" else ()

    def releases(self, seat: int) -> int:
        """How often a seat was released, also one that is not at the table now."""
        return self.chairs[seat].releases if seat < self.seats else self._releases.get(seat, 0)

    def follow(self, version: int, act: Act) -> None:
        """The table after one more act."""
        if version != self.version + 1:
            raise ValueError(f"table {self.id}: act {version} after {self.version}")
        getattr(self, f"_{type(act).__name__.lower()}")(act)
        self.version = version

    def after(self, version: int, act: Act) -> Sitting:
        """The same, as another table: this one stays as it is."""
        found = copy(self)
        found.chairs, found.turns, found.notices = [copy(c) for c in self.chairs], [*self.turns], [*self.notices]
        found._releases = {**self._releases}
        found.follow(version, act)
        return found

    def become(self, other: Sitting) -> None:
        """All at once as that one: whoever looks meanwhile sees no act half done."""
        vars(self).update(vars(other))

    def _opened(self, act: Opened) -> None:
        self.slug, self.game = act.game, game(act.game)
        self._arranged(Arranged(act.lang, act.seats, act.options))

    def _arranged(self, act: Arranged) -> None:
        self.lang = act.lang
        self.options = msgspec.convert(act.options, self.game.Options, str_keys=True)
        if act.seats != self.seats:
            self._put_away()
        self._releases |= {i: chair.releases for i, chair in enumerate(self.chairs)}  # a revoked code stays revoked
        more = [Chair(colour=i, releases=self._releases.get(i, 0)) for i in range(self.seats, act.seats)]
        self.chairs = self.chairs[: act.seats] + more

    def _put_away(self) -> None:
        """The last game had other seats: nothing of it can be shown or put right any more. Its record stays."""
        since = [n for n in self.notices if n.version > self.ended]
        self.phase, self.seed, self.state, self.turns, self.notices = "open", b"", None, [], since

    def _took(self, act: Took) -> None:
        chair = self.chairs[act.seat]
        new, was = not chair.taken, (chair.name, chair.colour)
        chair.name, chair.colour, chair.taken = act.name, act.colour, True
        playing = self.phase == "playing"
        if new:
            chair.changes = 0
            if self.phase != "open":  # before the first game everybody sees who sits down
                self._notice("took" if playing else "sat", act.seat)
        elif was == (act.name, act.colour):  # the same again is one more phone of a shared seat, and sees what it sees
            self._notice("more", act.seat)
        else:
            chair.changes += 1
            if playing and act.name != was[0]:
                self._notice("renamed", act.seat, was[0])
            elif playing:
                self._notice("recoloured", act.seat)

    def _freed(self, act: Freed) -> None:
        chair = self.chairs[act.seat]
        self._notice("freed", act.seat)
        chair.taken = False
        chair.releases += 1

    def _began(self, act: Began) -> None:
        self.number += 1
        self.phase, self.paused, self.seed = "playing", False, bytes.fromhex(act.seed)
        self.state, self.turns, self.notices = self.game.start(), [], self._strangers()
        for chair in self.chairs:
            chair.changes = 0
        self._happened(None, None, act.events)

    def _moved(self, act: Moved) -> None:
        self._happened(act.actor, act.move, act.events)

    def _happened(self, actor: Actor | None, move: Any, raw: list[Any]) -> None:
        events = msgspec.convert(raw, list[self.game.Event], str_keys=True)  # type: ignore[name-defined]
        for event in events:
            self.state = self.game.evolve(self.state, event)
        made = msgspec.convert(move, self.game.Move, str_keys=True) if move is not None else None
        self.turns.append(Turn(actor, made, events))
        self.phase = "over" if self.outcome else "playing"  # a host's correction may open a game again
        if self.phase == "over":
            self.ended = self.version + 1

    def _stood(self, act: Stood) -> None:
        self.chairs[act.seat].absent = act.absent
        self._notice("absent" if act.absent else "back", act.seat)

    def _halted(self, act: Halted) -> None:
        self.paused = act.paused

    def _abandoned(self, act: Abandoned) -> None:
        self.phase, self.paused, self.ended = "abandoned", False, self.version + 1

    def _notice(self, kind: Kind, seat: int, was: str = "") -> None:
        chair = self.chairs[seat]
        before = [n for n in self.notices if (n.kind, n.seat) == (kind, seat)]
        if len(before) >= ALIKE:  # few enough to read, and no one can push out what he wants to hide
            self.notices = [n for n in self.notices if n is not before[-1]]
        self.notices = [*self.notices, Notice(self.version + 1, kind, seat, chair.name, was, chair.colour)]

    def _strangers(self) -> list[Notice]:
        """The phones that came to a shared seat since the last game, and hold it still: they stay known in the next one."""
        freed = {n.seat: n.version for n in self.notices if n.kind == "freed"}
        return [n for n in self.notices if n.kind == "more" and n.version > max(self.ended, freed.get(n.seat, 0))]


def fold(table: str, acts: Iterable[tuple[int, bytes]]) -> Sitting:
    """The table that a log makes."""
    found = Sitting(table)
    for version, act in acts:
        try:
            found.follow(version, decode(act))
        except Exception as mistake:
            raise Unreadable(f"table {table} cannot be read: act {version}") from mistake
    return found


def encode(act: Act) -> bytes:
    """An act as the store keeps it."""
    return msgspec.json.encode(act)


def decode(data: bytes) -> Act:
    """An act as the store gave it."""
    found: Act = msgspec.json.decode(data, type=Act)
    return found
