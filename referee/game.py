"""The contract that every game keeps.

A game is one plain value: data and pure functions. What happened is a list of events; `evolve` folds them into a state,
so that the list alone rebuilds the game. Chance enters `deal` and `decide` as an argument, and what it gave is in the event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any, ClassVar, Final, Literal, Protocol, Self, TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from referee.chance import Chance
from referee.errors import UserError
from referee.knowledge import Knowledge

Seat = int  # 0 for the first player, then clockwise: the next number sits to the left
TABLE: Final = "table"  # the shared screen, and the host who acts for the table
ARBITER: Final = "arbiter"  # sees everything, once the game is over
Help = Literal["none", "notes", "coach"]  # for beginners: see `helped`
Observer = int | Literal["table", "arbiter"]
Actor = int | Literal["table"]
Given = TypeVar("Given")
Made = TypeVar("Made")


class Refused(Exception):
    """A move that a rule forbids. Nothing has changed; the evidence says what broke the rule.

    Evidence under the key `seat` is always the number of a seat that exists, so that pages can print the player's name;
    a number that is none goes under `given`.
    """

    def __init__(self, rule: str, **evidence: object) -> None:
        self.rule, self.evidence = rule, evidence
        super().__init__(f"{rule} {evidence}" if evidence else rule)


class OptionClash(UserError, ValueError):
    """Two options that do not go together: the first at its value goes only with the second at that value."""

    def __init__(self, name: str, value: str, needs: str, at: str) -> None:
        self.name, self.value, self.needs, self.at = name, value, needs, at
        super().__init__(f"Expected `{needs}` {at} when `{name}` is {value}")


class Offer(Struct, frozen=True):
    """Something a seat may do now. The id stays the same for as long as it is the same thing to do.

    Three kinds are the table's everywhere: `skip` passes over the one seat in its choices; `time` says that the time is up,
    `proceed` that those had time enough to speak for whom the next move waits (`Game.breath`). `again` deals once more after
    a verdict that people want to look at: robots at a table leave it to them.
    """

    id: str
    kind: str  # the tag of the moves that answer it
    choices: tuple[Any, ...] = ()
    settled: dict[str, Any] = {}  # fields of the move that this offer leaves no choice about


class Outcome(Struct, frozen=True):
    """How a game ended."""

    reason: str
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]


class Breath(Struct, frozen=True):
    """Some seconds that the next move waits for those who may speak before it."""

    id: str  # the same for as long as it is the same wait
    seconds: int
    seats: tuple[Seat, ...]


class Newer(Struct, frozen=True):
    """An option that came later: what it is at a new table, and what it means where nothing is said of it."""

    now: Any
    unsaid: Any


UNHELPED: Final = Newer("none", "none")


class TableOptions(Protocol):
    """How a table plays: what the `Options` of every game say of themselves, whatever else there is to choose.

    The list is closed: a game that has no map, or no second edition, says so, or lets `PlainOptions` say it. Nobody needs
    to find out.
    """

    # Options that versions before did not have. They are not written where they were not chosen: records stay as they are.
    newer: ClassVar[Mapping[str, Newer]]

    def __init__(self, **chosen: Any) -> None: ...

    @property
    def pieces(self) -> Literal["phone", "paper"]:
        """Where the game is: on the phones, or on the table, where phones are only asked now and then."""
        ...

    @property
    def map(self) -> Any:
        """What it is played on, as `Game.maps` reads it; None in a game without."""
        ...

    @property
    def abroad(self) -> str:
        """The name of that map, unless it is the usual one."""
        ...

    @property
    def edition(self) -> str:
        """One of `Game.editions`; nothing in a game that has but one."""
        ...

    @property
    def sealed(self) -> bool:
        """Does the phone's chance decide anything? If not, there is no seed to account for."""
        ...

    @property
    def moot(self) -> tuple[str, ...]:
        """The names of the options that mean nothing beside the others as they are."""
        ...

    @property
    def help(self) -> Help | UnsetType:
        """What phones do for beginners, of every seat alike; unsaid: nothing."""
        ...

    @property
    def beginner(self) -> Seat | None:
        """The seat that begins, where the table says so and knows it; none where the game itself does."""
        ...

    def in_turn(self, last: Seat | None, seats: int) -> Self:
        """As the next game of the table is dealt, after one that `last` began."""
        ...


class PlainOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """What most games say of their tables: no map, one edition, chance from here alone, and every option means something.

    Where the game is played (`pieces`) each says itself: as a choice, or as what is always so.
    """

    map: ClassVar[None] = None
    abroad: ClassVar[str] = ""
    edition: ClassVar[str] = ""
    sealed: ClassVar[bool] = True
    newer: ClassVar[Mapping[str, Newer]] = {}

    @property
    def moot(self) -> tuple[str, ...]:
        """None: every option means something."""
        return ()

    @property
    def help(self) -> Help | UnsetType:
        """None: a game that gives help says so."""
        return UNSET

    @property
    def beginner(self) -> Seat | None:
        """None: the game itself says who begins."""
        return None

    def in_turn(self, last: Seat | None, seats: int) -> Self:
        """The same."""
        return self


class BeginnerOptions(PlainOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The same where the table may choose who begins: each in his turn from game to game, by chance, or one of the seats.

    Whose turn it is the table knows, and says it when it deals; by chance is decided in the deal. Then it is a seat.
    """

    begins: Literal["turns", "chance", "1", "2", "3", "4", "5"] | UnsetType = UNSET
    newer: ClassVar[Mapping[str, Newer]] = {"begins": Newer("turns", "1"), "help": UNHELPED}

    @property
    def beginner(self) -> Seat | None:
        """The seat that begins, if it is known; in games of the versions before the first one."""
        if isinstance(self.begins, UnsetType):
            return 0
        return int(self.begins) - 1 if self.begins.isdecimal() else None

    @property
    def first(self) -> Seat:
        """The same in a game that was dealt."""
        return self.beginner or 0

    def in_turn(self, last: Seat | None, seats: int) -> Self:
        """As the next game is dealt: after whoever began last, if they take turns."""
        if self.begins != "turns":
            return self
        return replace(self, begins=str(1 if last is None else (last + 1) % seats + 1))

    def drawn(self, seats: int, chance: Chance) -> Self:
        """As it is in the deal: a seat that plays."""
        if isinstance(self.begins, UnsetType):
            return self
        seat = chance.below(seats) if self.begins == "chance" else self.first % seats
        return replace(self, begins=str(seat + 1))


class AmountTable(Protocol):
    """What an edition of a game charges: fields by the names that texts have between braces."""

    @property
    def purse(self) -> int:
        """What a player begins with."""
        ...


class Maps(Protocol):
    """How a game reads a map that somebody brings along: `referee/<slug>/maps.py`."""

    KEY: str  # stands in every such file, and in none of another game
    OUTLINED: bool  # is NAME.outline.toml beside it drawn behind it?

    def check(self, data: Any, /) -> Any:
        """The map in the content of a file; raises BoardFlaw with the key and what was expected there."""
        ...

    def texts(self, of: Any, /) -> Iterator[tuple[str, str]]:
        """All that is printed from a map, each with its key."""
        ...


class Game(Protocol):
    """What `referee/<slug>/game.py` gives as `GAME`. Every game has all of it; mypy and tests/contract hold it to that."""

    slug: str
    players: range
    shared: bool  # may several phones hold one seat?
    secret: bool  # has a seat something that others must not see? If not, phones have nothing to cover
    knowledge: Knowledge | None  # what a seat can make of what it witnesses; none where nothing is to be found out
    maps: Maps | None  # where it can be played on another map than the usual one
    editions: Mapping[
        str, AmountTable
    ]  # the tariff of each, the usual one first; empty where there is but one set of rules
    notes: bool  # is it played with money that can be printed in smaller notes, too?
    Options: type[TableOptions]
    Move: Any  # tagged unions, for strict decoding
    Event: Any
    View: Any  # what `view` gives, for decoding it where it arrives

    def deal(self, options: Any, seats: int, chance: Chance) -> list[Any]:
        """The first events. Dealing is an event like any other."""
        ...

    def deals_before(self, events: Sequence[Any]) -> list[list[Any]]:
        """The same deal in every other form that versions before wrote: their records are played by the rules of then."""
        ...

    def start(self) -> Any:
        """The state before the deal. After it, every state knows the `options` that it was dealt with."""
        ...

    def decide(self, state: Any, actor: Actor, move: Any, chance: Chance) -> list[Any]:
        """What a move leads to; raises Refused if a rule forbids it."""
        ...

    def canonical(self, state: Any, actor: Actor, move: Any) -> Any:
        """A move that the rules take, in the one form it has: what the rules do not read has its default, what they know
        by themselves is said as the offer says it, and what has no order has a fixed one."""
        ...

    def evolve(self, state: Any, event: Any) -> Any:
        """The state after an event. Total, without chance."""
        ...

    def moves(self, state: Any, actor: Actor) -> list[Offer]:
        """What that actor may do now."""
        ...

    def awaited(self, state: Any) -> tuple[Seat, ...]:
        """The seats whose move the game waits for now. Everybody may know; none before the deal and when it is over."""
        ...

    def witness(self, state: Any, event: Any, observer: Observer) -> Any | None:
        """The event as that observer saw it, or nothing; `state` is the one it led to."""
        ...

    def view(self, state: Any, observer: Observer) -> Any:
        """What that observer may know, built up from nothing."""
        ...

    def outcome(self, state: Any) -> Outcome | None:
        """The one place where a game ends."""
        ...

    def limit(self, state: Any) -> int | None:
        """After how many minutes of play the table says that the time is up, if this table plays against the clock."""
        ...

    def breath(self, state: Any) -> Breath | None:
        """How long the next move waits for those who may speak before it, then the table says `proceed`; mostly not at all.

        Everybody may know of it, so it must not depend on what is secret.
        """
        ...


def helped(options: TableOptions) -> Help:
    """What phones do for beginners: nothing; `notes`: the sheet marks what follows from a single event; `coach`: they also
    say when something is certain, and why. Only what a seat can know by itself, and the same for every seat."""
    return "none" if isinstance(options.help, UnsetType) else options.help


def decided(game: Game, state: Any, actor: Actor, move: Any, chance: Chance) -> list[Any]:
    """What a move leads to, if it is told in its one form: two forms with the same events could be exchanged unseen."""
    events = game.decide(state, actor, move, chance)
    form = game.canonical(state, actor, move)
    if form != move:
        field = next(name for name in move.__struct_fields__ if getattr(form, name) != getattr(move, name))
        raise Refused("form", field=field)
    return events


def replay(game: Game, events: Iterable[Any]) -> Any:
    """The state that the events lead to."""
    state = game.start()
    for event in events:
        state = game.evolve(state, event)
    return state


KEPT = 300  # values whose answer is kept: about one for each table of a full café


def once_for_each(make: Callable[[Given], Made]) -> Callable[[Given], Made]:
    """The same function, run once for each value: it must be pure, and its value one that never changes. A state is told by which
    one it is, and not by what it is like: all phones of a table ask of the very same one, and to hash it would take longer."""
    kept: dict[int, tuple[Any, Any]] = {}

    @wraps(make)
    def found(given: Any) -> Any:
        there = kept.get(id(given))
        if there is not None and there[0] is given:  # it is held, so that no other one can have its number
            return there[1]
        made = make(given)
        if len(kept) >= KEPT:
            kept.clear()
        kept[id(given)] = given, made
        return made

    return found
