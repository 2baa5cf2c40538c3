"""A table as a fold of its log. Everything that happens at a table is one act; acts alone rebuild it.

The rules of the game see moves only; sitting down, releasing, pausing and playing again are the table's own business.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any, Literal

import msgspec
from msgspec import Struct

from referee.chance import commitment, mixed
from referee.game import Actor, Game, Outcome, TableOptions
from referee.record import Turn
from referee.registry import game

Phase = Literal["open", "playing", "over", "abandoned"]
ALIKE = 12  # notices of one kind about one seat in a game: what comes then takes the place of the latest of them
OLD_NOTICES = 200  # of games before the last one


class Opened(Struct, frozen=True, tag="opened", tag_field="act", omit_defaults=True):
    """A table was opened for a game."""

    game: str
    lang: str
    seats: int
    options: Any
    salt: str = ""  # goes into its codes: a name that is given again must not revive old ones


class Arranged(Struct, frozen=True, tag="arranged", tag_field="act"):
    """The host changed how it will be played. `anyone` as in Freed, when seats fall away."""

    lang: str
    seats: int
    options: Any
    anyone: int = 0


class Took(Struct, frozen=True, tag="took", tag_field="act"):
    """Somebody sat down, or changed name or colour."""

    seat: int
    name: str
    colour: int


class Freed(Struct, frozen=True, tag="freed", tag_field="act"):
    """The host released a seat: its phones and its old code are worth nothing any more.

    `anyone`: the number of the code for any free seat from now on; 0 where it stayed, as it did in older versions.
    """

    seat: int
    anyone: int = 0


class Pledged(Struct, frozen=True, tag="pledged", tag_field="act"):
    """A phone has bound itself to a share of the chance of the next game, whose commitment it had seen."""

    seat: int
    pledge: str
    commitment: str
    by: str  # the hash of the phone: it may pledge anew, another phone of the same seat may not


class Dealing(Struct, frozen=True, tag="dealing", tag_field="act"):
    """The host began a game and phones have pledged: from now on they reveal their shares, and no pledge is taken."""

    seed: str
    pledges: list[str | None]
    at: float


class Revealed(Struct, frozen=True, tag="revealed", tag_field="act"):
    """A phone has given the share that it had pledged."""

    seat: int
    share: str


class Began(Struct, frozen=True, tag="began", tag_field="act"):
    """A game was dealt. The seed stays here until the game is over.

    Pledges and shares are of each seat, or none at all where no phone pledged anything; null in games that the version
    before has dealt, when phones had no say.
    """

    seed: str
    events: list[Any]
    pledges: list[str | None] | None = None
    shares: list[str | None] | None = None


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


class Closed(Struct, frozen=True, tag="closed", tag_field="act"):
    """The host closed the table for good, or opened it again."""

    closed: bool


Act = (
    Opened
    | Arranged
    | Took
    | Freed
    | Pledged
    | Dealing
    | Revealed
    | Began
    | Moved
    | Stood
    | Halted
    | Abandoned
    | Closed
)


DECODER = msgspec.json.Decoder(Act)  # made once: a log has thousands


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
        self.options: TableOptions  # since it was opened
        self.chairs: list[Chair] = []
        self.phase: Phase = "open"
        self.paused = False
        self.closed = False  # nobody sits down and no game begins until it is opened again
        self.salt = ""
        self.number = 0  # games begun at this table
        self.seed = b""  # that the laptop committed to
        self.dice = b""  # that the game on the table follows from: the seed, and what phones mixed in
        self.pledges: tuple[str | None, ...] = ()  # of each seat for the game on the table
        self.shares: tuple[str | None, ...] = ()
        self.alone = True  # it was dealt by a version where phones had no say
        self.pledged: dict[int, Pledged] = {}  # by seat, for the next game
        self.tries: dict[int, int] = {}  # how often a seat has pledged for it
        self.dealing: Dealing | None = None
        self.revealed: dict[int, str] = {}
        self.state: Any = (
            None  # of the game on the table; none before the first, nor once another number of seats plays
        )
        self.turns: list[Turn] = []
        self.notices: list[Notice] = []  # also of games before: somebody may not have put them away yet
        self.since = 0  # those after that version are of this game, and of the time before it
        self.ended = 0  # the version with which the last game was over
        self._releases: dict[int, int] = {}
        self.anyone = 0  # how often the code for any free seat has changed
        self.game: Game

    @property
    def notices_of_this_game(self) -> list[Notice]:
        """The notices of this game and of the time before it."""
        return [notice for notice in self.notices if notice.version > self.since]

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

    @property
    def coded(self) -> str:
        """What its codes are made from: its name, and what sets it apart from a deleted table of that name."""
        return f"{self.id} {self.salt}" if self.salt else self.id

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
        self.slug, self.game, self.salt = act.game, game(act.game), act.salt
        self._arranged(Arranged(act.lang, act.seats, act.options))

    def _arranged(self, act: Arranged) -> None:
        self.lang, self.anyone = act.lang, act.anyone or self.anyone
        self.options = msgspec.convert(act.options, self.game.Options, str_keys=True)
        if act.seats != self.seats:
            self._put_away()
        self._releases |= {i: chair.releases for i, chair in enumerate(self.chairs)}  # a revoked code stays revoked
        more = [Chair(colour=i, releases=self._releases.get(i, 0)) for i in range(self.seats, act.seats)]
        self.chairs = self.chairs[: act.seats] + more
        self.pledged = {seat: pledge for seat, pledge in self.pledged.items() if seat < act.seats}

    def _put_away(self) -> None:
        """The last game had other seats: nothing of it can be shown or put right any more. Its record stays."""
        self.phase, self.seed, self.state, self.turns, self.since = "open", b"", None, [], self.ended
        self.dice, self.pledges, self.shares = b"", (), ()

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
            if self.phase == "open":
                return
            if act.name != was[0]:
                self._notice("renamed", act.seat, was[0])
            else:
                self._notice("recoloured", act.seat)

    def _freed(self, act: Freed) -> None:
        chair = self.chairs[act.seat]
        self._notice("freed", act.seat)
        chair.taken = False
        chair.releases += 1
        self.anyone = act.anyone or self.anyone
        self.pledged = {seat: pledge for seat, pledge in self.pledged.items() if seat != act.seat}
        self.tries = {seat: tries for seat, tries in self.tries.items() if seat != act.seat}

    def _pledged(self, act: Pledged) -> None:
        self.pledged = {**self.pledged, act.seat: act}
        self.tries = {**self.tries, act.seat: self.tries.get(act.seat, 0) + 1}

    def _dealing(self, act: Dealing) -> None:
        self.dealing, self.revealed = act, {}

    def _revealed(self, act: Revealed) -> None:
        self.revealed = {**self.revealed, act.seat: act.share}

    def _began(self, act: Began) -> None:
        self.number += 1
        self.phase, self.paused, self.seed = "playing", False, bytes.fromhex(act.seed)
        self.pledges, self.shares, self.alone = tuple(act.pledges or ()), tuple(act.shares or ()), act.pledges is None
        self.dice = mixed(self.seed, read(self.pledges), read(self.shares))
        self.pledged, self.tries, self.dealing, self.revealed = {}, {}, None, {}
        self.state, self.turns = self.game.start(), []
        before = [n for n in self.notices if n.version <= self.since]
        self.notices = before[-OLD_NOTICES:] + [n for n in self.notices if n.version > self.since]
        self.since = self.ended
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

    def _closed(self, act: Closed) -> None:
        self.closed = act.closed

    def _notice(self, kind: Kind, seat: int, was: str = "") -> None:
        chair = self.chairs[seat]
        before = [n for n in self.notices if (n.kind, n.seat) == (kind, seat) and n.version > self.since]
        if len(before) >= ALIKE:  # few enough to read, and no one can push out what he wants to hide
            self.notices = [n for n in self.notices if n is not before[-1]]
        self.notices = [*self.notices, Notice(self.version + 1, kind, seat, chair.name, was, chair.colour)]


def read(given: Iterable[str | None]) -> tuple[bytes | None, ...]:
    """What seats pledged or gave, as bytes."""
    return tuple(None if each is None else bytes.fromhex(each) for each in given)


def fold(table: str, acts: Iterable[tuple[int, bytes]], start: Sitting | None = None) -> Sitting:
    """The table that a log makes, from its first act or from a table that a snapshot gave."""
    found = start or Sitting(table)
    for version, act in acts:
        try:
            found.follow(version, decode(act))
        except Exception as mistake:
            raise Unreadable(f"table {table} cannot be read: act {version}") from mistake
    return found


class Snapshot(Struct, frozen=True, forbid_unknown_fields=True):
    """A table between two games: all that an act may still depend on once the next one has begun.

    Nothing here has a default: what another version kept in another shape is not read, and the log is.
    """

    form: int
    slug: str
    lang: str
    options: Any
    chairs: list[Chair]
    phase: Phase
    paused: bool
    closed: bool
    salt: str
    number: int
    notices: list[Notice]
    since: int
    ended: int
    releases: dict[int, int]
    anyone: int


FORM = 1  # another one when an act comes to mean something else
OF_THE_GAME = frozenset(  # what `_began` makes anew
    ["seed", "dice", "pledges", "shares", "alone", "pledged", "tries", "dealing", "revealed", "state", "turns"]
)


def snapshot(sitting: Sitting) -> bytes:
    """What is kept of a table when a game begins."""
    kept = Snapshot(
        FORM,
        sitting.slug,
        sitting.lang,
        msgspec.to_builtins(sitting.options),
        sitting.chairs,
        sitting.phase,
        sitting.paused,
        sitting.closed,
        sitting.salt,
        sitting.number,
        sitting.notices,
        sitting.since,
        sitting.ended,
        sitting._releases,
        sitting.anyone,
    )
    return msgspec.json.encode(kept)


def restored(table: str, version: int, body: bytes) -> Sitting:
    """The table of a snapshot, without the game that was on it; `Unreadable` if another program wrote it."""
    try:
        kept = msgspec.json.decode(body, type=Snapshot)
        if kept.form != FORM:
            raise ValueError(f"form {kept.form}")
        found = Sitting(table)
        found.version, found.slug, found.game = version, kept.slug, game(kept.slug)
        found.options = msgspec.convert(kept.options, found.game.Options, str_keys=True)
        found.lang, found.chairs, found.phase, found.paused = kept.lang, kept.chairs, kept.phase, kept.paused
        found.closed, found.salt = kept.closed, kept.salt
        found.number, found.notices, found.since, found.ended = kept.number, kept.notices, kept.since, kept.ended
        found._releases, found.anyone = kept.releases, kept.anyone
    except Exception as mistake:
        raise Unreadable(f"table {table}: the snapshot at {version} cannot be read") from mistake
    return found


def encode(act: Act) -> bytes:
    """An act as the store keeps it."""
    return msgspec.json.encode(act)


def decode(data: bytes) -> Act:
    """An act as the store gave it."""
    found: Act = DECODER.decode(data)
    return found
