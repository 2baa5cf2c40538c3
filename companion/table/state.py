"""A table as a fold of its log. Everything that happens at a table is one act; acts alone rebuild it.

The rules of the game see moves only; sitting down, releasing, pausing and playing again are the table's own business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from typing import Any, Literal

import msgspec
from msgspec import Struct

from companion.table.acts import (
    Act,
    AgainWished,
    AutoplaySet,
    DealBegun,
    DealShown,
    DuplicateDeal,
    GameAbandoned,
    GameBegun,
    GuestsLeft,
    MoveMade,
    PauseSet,
    RobotPaceSet,
    SeatReleased,
    SeatTaken,
    SharePledged,
    ShareRevealed,
    TableArranged,
    TableClosed,
    TableOpened,
    decode,
)
from referee.chance import commitment, mixed
from referee.game import Actor, Game, Outcome, TableOptions
from referee.mind import Strength
from referee.record import Turn
from referee.registry import game

Phase = Literal["open", "playing", "over", "abandoned"]
ALIKE = 12  # notices of one kind about one seat in a game: what comes then takes the place of the latest of them
OLD_NOTICES = 200  # of games before the last one
PACE = 5  # seconds that robots take to think, unless the host says otherwise: what just happened is read meanwhile
RESULTS = 50  # games whose winners are remembered: more than an evening has


class Chair(Struct):
    """A seat: who sits there, and how often it was released (its code changes each time)."""

    name: str = ""
    colour: int = 0
    taken: bool = False
    absent: bool = False
    robot: Strength | Literal[""] = ""  # plays to win while the seat is absent; else it does what is least harmful
    face: str = ""  # the robot that does, by its name
    releases: int = 0
    changes: int = 0  # of name or colour, since somebody sat down or the game began


Kind = Literal["freed", "took", "sat", "more", "absent", "robot", "back", "renamed", "recoloured"]


class Notice(Struct, frozen=True):
    """Something that happened to a seat and that everybody must know: all that stands here is told to anybody."""

    version: int
    kind: Kind
    seat: int
    name: str
    was: str = ""  # the name before; the robot's that plays there now
    colour: int = 0  # the one it has now


class Result(Struct, frozen=True):
    """How a game of the table ended: the version with which it was over, who played it by name, and who of them won."""

    number: int
    version: int
    names: tuple[str, ...]
    winners: tuple[str, ...]


class UnreadableLog(Exception):
    """A log that does not make a table: of a game or a version that this program does not know."""


class TableState:
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
        self.pace = PACE
        self.closed = False  # nobody sits down and no game begins until it is opened again
        self.salt = ""
        self.number = 0  # games begun at this table
        self.duplicate: DuplicateDeal | None = None  # other tables have the same cards
        self.shown = 0  # games whose cards no other table has still to play with
        self.seed = b""  # that the laptop committed to
        self.dice = b""  # that the game on the table follows from: the seed, and what phones mixed in
        self.pledges: tuple[str | None, ...] = ()  # of each seat for the game on the table
        self.shares: tuple[str | None, ...] = ()
        self.dealt_to: tuple[
            str, ...
        ] = ()  # the names of the seats at the deal: whoever sits there now had no hand in it
        self.alone = True  # it was dealt by a version where phones had no say
        self.tells_robots = False  # its record does
        self.pledged: dict[int, SharePledged] = {}  # by seat, for the next game
        self.tries: dict[int, int] = {}  # how often a seat has pledged for it
        self.dealing: DealBegun | None = None
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
        self.began: int | None = None  # the seat that began the last game
        self.start = 0  # the version with which that one began
        self.dealt: TableOptions | None = None  # what that one was dealt with
        self.results: tuple[Result, ...] = ()  # of the games that were played to their end, the last ones
        self.again: frozenset[int] = frozenset()  # the seats that want to play again
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

    def keeps(self, number: int) -> bool:
        """Must that game be kept from those who still play with the same cards?"""
        return self.duplicate is not None and number > self.shown

    @property
    def spent(self) -> bool:
        """Have the other tables with the same cards shown those of the next game? Then nothing can be dealt here."""
        return self.duplicate is not None and self.shown > self.number

    @property
    def commitment(self) -> str:
        """What was shown at the deal."""
        return commitment(self.seed) if self.state is not None else ""

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return self.game.awaited(self.state) if self.phase == "playing" else ()

    @property
    def unwilling(self) -> tuple[int, ...]:
        """The seats whose players are there and have not said that they want to play again."""
        return tuple(
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.taken and not chair.absent and seat not in self.again
        )

    @property
    def beginner(self) -> int | None:
        """Who begins the next game, as far as it is known."""
        found = self.options.in_turn(self.began, self.seats).beginner
        return None if found is None else found % self.seats

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
        FOLLOWED[type(act)](self, act)
        self.version = version

    def after(self, version: int, act: Act) -> TableState:
        """The same, as another table: this one stays as it is."""
        found = copy(self)
        found.chairs, found.turns, found.notices = [copy(c) for c in self.chairs], [*self.turns], [*self.notices]
        found._releases = {**self._releases}
        found.follow(version, act)
        return found

    def become(self, other: TableState) -> None:
        """All at once as that one: whoever looks meanwhile sees no act half done."""
        vars(self).update(vars(other))

    def _opened(self, act: TableOpened) -> None:
        self.slug, self.game, self.salt, self.duplicate = act.game, game(act.game), act.salt, act.duplicate
        self._arranged(TableArranged(act.lang, act.seats, act.options))

    def _arranged(self, act: TableArranged) -> None:
        self.lang, self.anyone = act.lang, act.anyone or self.anyone
        self.options = msgspec.convert(act.options, self.game.Options, str_keys=True)
        if act.seats != self.seats:
            self._put_away()
            self.again = frozenset()
        self._releases |= {i: chair.releases for i, chair in enumerate(self.chairs)}  # a revoked code stays revoked
        more = [Chair(colour=i, releases=self._releases.get(i, 0)) for i in range(self.seats, act.seats)]
        self.chairs = self.chairs[: act.seats] + more
        self.pledged = {seat: pledge for seat, pledge in self.pledged.items() if seat < act.seats}

    def _put_away(self) -> None:
        """The last game had other seats, or other people: nothing of it can be shown or put right any more. Its record stays."""
        self.phase, self.seed, self.state, self.turns, self.since = "open", b"", None, [], self.ended
        self.dice, self.pledges, self.shares, self.dealt_to = b"", (), (), ()

    def _took(self, act: SeatTaken) -> None:
        chair = self.chairs[act.seat]
        new, was = not chair.taken, (chair.name, chair.colour)
        chair.name, chair.colour, chair.taken = act.name, act.colour, True
        playing = self.phase == "playing"
        if new and chair.robot and not playing:  # it makes room
            chair.absent, chair.robot, chair.face = False, "", ""
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

    def _freed(self, act: SeatReleased) -> None:
        chair = self.chairs[act.seat]
        self._notice("freed", act.seat)
        chair.taken = False
        chair.releases += 1
        self.again -= {act.seat}
        self.anyone = act.anyone or self.anyone
        self.pledged = {seat: pledge for seat, pledge in self.pledged.items() if seat != act.seat}
        self.tries = {seat: tries for seat, tries in self.tries.items() if seat != act.seat}

    def _left(self, act: GuestsLeft) -> None:
        for seat, chair in enumerate(self.chairs):
            self._freed(SeatReleased(seat, act.anyone))
            chair.name, chair.absent, chair.robot, chair.face = "", False, "", ""
        self._put_away()
        self.results, self.notices = (), []  # they name whoever sat there

    def _pledged(self, act: SharePledged) -> None:
        self.pledged = {**self.pledged, act.seat: act}
        self.tries = {**self.tries, act.seat: self.tries.get(act.seat, 0) + 1}

    def _dealing(self, act: DealBegun) -> None:
        self.dealing, self.revealed = act, {}

    def _revealed(self, act: ShareRevealed) -> None:
        self.revealed = {**self.revealed, act.seat: act.share}

    def _began(self, act: GameBegun) -> None:
        self.number += 1
        self.dealt, self.again = self.options.in_turn(self.began, self.seats), frozenset()
        self.start = self.version + 1
        self.phase, self.paused, self.seed = "playing", False, bytes.fromhex(act.seed)
        self.pledges, self.shares, self.alone = tuple(act.pledges or ()), tuple(act.shares or ()), act.pledges is None
        self.dealt_to = tuple(chair.name for chair in self.chairs)
        self.dice = mixed(self.seed, bytes_by_seat(self.pledges), bytes_by_seat(self.shares))
        self.pledged, self.tries, self.dealing, self.revealed = {}, {}, None, {}
        self.tells_robots = act.tells_robots
        self.state, self.turns = self.game.start(), []
        before = [n for n in self.notices if n.version <= self.since]
        self.notices = before[-OLD_NOTICES:] + [n for n in self.notices if n.version > self.since]
        self.since = self.ended
        for chair in self.chairs:
            chair.changes = 0
        self._happened(None, None, act.events)
        first = self.state.options.beginner
        self.began = self.awaited[0] if first is None and len(self.awaited) == 1 else first

    def _moved(self, act: MoveMade) -> None:
        self._happened(act.actor, act.move, act.events)

    def _happened(self, actor: Actor | None, move: Any, raw: list[Any]) -> None:
        events = msgspec.convert(raw, list[self.game.Event], str_keys=True)  # type: ignore[name-defined]
        for event in events:
            self.state = self.game.evolve(self.state, event)
        made = msgspec.convert(move, self.game.Move, str_keys=True) if move is not None else None
        self.turns.append(Turn(actor, made, events))
        self.phase = "over" if self.outcome else "playing"  # a host's correction may open a game again
        self.results = tuple(each for each in self.results if each.number != self.number)
        if self.phase == "over":
            self.ended = self.version + 1
            self._won()

    def _won(self) -> None:
        """Keeps who won, under the names that they have now."""
        assert self.outcome
        names = tuple(chair.name for chair in self.chairs)
        won = tuple(names[seat] for seat in self.outcome.winners)
        self.results = (*self.results, Result(self.number, self.version + 1, names, won))[-RESULTS:]

    def _wished(self, act: AgainWished) -> None:
        self.again |= set(act.seats)

    def _stood(self, act: AutoplaySet) -> None:
        chair = self.chairs[act.seat]
        chair.absent, chair.robot = act.absent, act.robot if act.absent else ""
        was, chair.face = chair.face, act.name if chair.robot else ""
        if not chair.taken:
            if chair.face and (self.phase != "playing" or chair.name in ("", was)):
                chair.name, chair.colour = chair.face, self._free_colour(act.seat)
            elif chair.name == was:  # the robot's own went with it
                chair.name = ""
        if self.phase != "open" or chair.taken or not (chair.robot or was):  # before the first game all see who comes
            self._notice("robot" if chair.robot else "absent" if act.absent else "back", act.seat, chair.face)

    def _paced(self, act: RobotPaceSet) -> None:
        self.pace = act.seconds

    def _halted(self, act: PauseSet) -> None:
        self.paused = act.paused

    def _abandoned(self, act: GameAbandoned) -> None:
        self.phase, self.paused, self.ended = "abandoned", False, self.version + 1

    def _shown(self, act: DealShown) -> None:
        self.shown = max(self.shown, act.game)

    def _closed(self, act: TableClosed) -> None:
        self.closed = act.closed

    def _free_colour(self, seat: int) -> int:
        """The colour of a seat, or the first one that nobody else has."""
        own = self.chairs[seat].colour
        others = {chair.colour for i, chair in enumerate(self.chairs) if i != seat and (chair.taken or chair.robot)}
        return next((colour for colour in (own, *range(self.seats)) if colour not in others), own)

    def _notice(self, kind: Kind, seat: int, was: str = "") -> None:
        chair = self.chairs[seat]
        before = [n for n in self.notices if (n.kind, n.seat) == (kind, seat) and n.version > self.since]
        if len(before) >= ALIKE:  # few enough to read, and no one can push out what he wants to hide
            self.notices = [n for n in self.notices if n is not before[-1]]
        gone = kind in ("absent", "back") and not chair.taken  # whoever left is neither away nor back
        name = "" if gone else chair.name
        self.notices = [*self.notices, Notice(self.version + 1, kind, seat, name, was, chair.colour)]


FOLLOWED: dict[type[Act], Callable[[TableState, Any], None]] = {  # what each act changes
    TableOpened: TableState._opened,
    TableArranged: TableState._arranged,
    SeatTaken: TableState._took,
    SeatReleased: TableState._freed,
    GuestsLeft: TableState._left,
    SharePledged: TableState._pledged,
    DealBegun: TableState._dealing,
    ShareRevealed: TableState._revealed,
    GameBegun: TableState._began,
    MoveMade: TableState._moved,
    AutoplaySet: TableState._stood,
    RobotPaceSet: TableState._paced,
    PauseSet: TableState._halted,
    AgainWished: TableState._wished,
    GameAbandoned: TableState._abandoned,
    DealShown: TableState._shown,
    TableClosed: TableState._closed,
}


def bytes_by_seat(given: Iterable[str | None]) -> tuple[bytes | None, ...]:
    """What seats pledged or gave, as bytes."""
    return tuple(None if each is None else bytes.fromhex(each) for each in given)


def fold(table: str, acts: Iterable[tuple[int, bytes]], start: TableState | None = None) -> TableState:
    """The table that a log makes, from its first act or from a table that a snapshot gave."""
    found = start or TableState(table)
    for version, act in acts:
        try:
            found.follow(version, decode(act))
        except Exception as mistake:
            raise UnreadableLog(f"table {table} cannot be read: act {version}") from mistake
    return found
