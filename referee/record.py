"""A finished game as a file that anybody can check, line by line; `docs/records.md` describes it.

Each line is sealed with a hash of itself and of the seal before it, so that a change shows where it was made. Seals alone
stop nobody who computes them anew: `verify` therefore plays the whole game again, with the dice that follow from the seed
and the shares in the last line but one, and compares every event and what everybody saw of it, byte by byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, Literal

from msgspec import MsgspecError, Raw, Struct, json
from msgspec.structs import asdict, replace

from referee.chance import PLEDGE_BYTES, SEED_BYTES, SHARE_BYTES, Chance, commitment, mixed, pledge
from referee.game import TABLE, Actor, Game, Observer, Outcome, Refused, decided
from referee.mind import Strength
from referee.registry import GAMES
from referee.registry import game as game_of

FORMAT = 2
DUPLICATE = 3  # of a game whose cards several tables have: the first line says who drew them, and no phone had a share
WITH_ROBOTS = 4  # of a game in which a robot plays when it ends: the first line says on which seats
FORMATS = (1, 2, 3, 4)  # that can be read; the first one knew no shares of phones
ONE_FORM = (
    2  # the format from which on each move has one form; before, phones and robots could send some of them in two
)
Ended = Literal["outcome", "abandoned"]
Drawn = Literal["laptop", "phrase"]  # who drew the cards of several tables: the laptop, or a phrase that somebody knew


Robots = tuple[Strength | None, ...]  # on each seat when the game ended; none where somebody played himself


class Setup(Struct, frozen=True):
    """What a game started from."""

    game: str
    seats: int
    options: Any
    names: tuple[str, ...]
    seed: bytes
    pledges: tuple[bytes | None, ...] = ()  # of each seat; none at all where no phone has pledged anything
    shares: tuple[bytes | None, ...] = ()
    format: int = FORMAT  # 1: a game that the version before has dealt
    deal: Drawn | None = None  # of a game whose cards other tables have as well
    robots: Robots = ()  # none at all where no robot sat in the end, or an older version dealt

    @property
    def dice(self) -> bytes:
        """The seed that all chance of the game follows from."""
        return mixed(self.seed, self.pledges, self.shares)


class Turn(Struct, frozen=True):
    """A move and what it led to. The first one is the deal: nobody's, and no move."""

    actor: Actor | None
    move: Any
    events: Sequence[Any]


class Record(Struct, frozen=True):
    """A game that was checked from its first line to its last."""

    setup: Setup
    turns: tuple[Turn, ...]
    ended: Ended
    outcome: Outcome | None


class Broken(Exception):
    """A record that is not what was written, or not what the rules and the dice give: in which line, and why."""

    def __init__(self, line: int, rule: str, **evidence: object) -> None:
        self.line, self.rule, self.evidence = line, rule, evidence
        super().__init__(f"line {line}: {rule} {evidence or ''}".rstrip())


class Head(Struct, frozen=True, forbid_unknown_fields=True, tag="record", tag_field="kind"):
    """The first line."""

    format: int
    game: str
    seats: int
    options: Raw
    names: tuple[str, ...]
    commitment: str
    pledges: tuple[str | None, ...]


class HeadOfDuplicate(Head, frozen=True, forbid_unknown_fields=True, tag="record", tag_field="kind"):
    """The first line in format 3."""

    deal: Drawn


class HeadWithRobots(Head, frozen=True, forbid_unknown_fields=True, tag="record", tag_field="kind"):
    """The first line in format 4."""

    deal: Drawn | None
    robots: Robots


class HeadBefore(Struct, frozen=True, forbid_unknown_fields=True, tag="record", tag_field="kind"):
    """The first line in format 1."""

    format: int
    game: str
    seats: int
    options: Raw
    names: tuple[str, ...]
    commitment: str


class Played(Struct, frozen=True, forbid_unknown_fields=True, tag="turn", tag_field="kind"):
    """A line for each move."""

    number: int
    actor: Actor | None
    move: Raw
    events: Raw
    witnessed: Raw  # observer -> for each event what he saw of it, or null


class End(Struct, frozen=True, forbid_unknown_fields=True, tag="end", tag_field="kind"):
    """The last line but one."""

    ended: Ended
    outcome: Outcome | None
    seed: str
    shares: tuple[str | None, ...]


class EndBefore(Struct, frozen=True, forbid_unknown_fields=True, tag="end", tag_field="kind"):
    """The last line but one in format 1."""

    ended: Ended
    outcome: Outcome | None
    seed: str


class Whole(Struct, frozen=True, forbid_unknown_fields=True, tag="whole", tag_field="kind"):
    """The last line: the hash of all bytes before it."""

    sha256: str


class Version(Struct, frozen=True):
    """What can be read of a first line of any format."""

    format: int


def with_robots(setup: Setup, robots: Robots) -> Setup:
    """The same with robots on these seats, if there is one."""
    return replace(setup, robots=robots, format=WITH_ROBOTS) if any(robots) else setup


def write(setup: Setup, turns: Sequence[Turn], ended: Ended) -> bytes:
    """A game as a record."""
    game = game_of(setup.game)
    bodies = [json.encode(head(setup))]
    state = game.start()
    for number, turn in enumerate(turns):
        if turn.actor is not None:  # a log of the version before may have it in another form
            turn = replace(turn, move=game.canonical(state, turn.actor, turn.move))
        line, state = played(game, setup.seats, number, turn, state)
        bodies.append(json.encode(line))
    outcome = game.outcome(state)
    if (ended == "outcome") != (outcome is not None):
        raise ValueError(f"a game that {'ended' if outcome else 'did not end'} is written down as {ended}")
    bodies.append(json.encode(end_of(setup, ended, outcome)))
    return sealed(bodies)


def head(setup: Setup) -> Head | HeadBefore:
    """The first line of a game."""
    first = HeadBefore(
        setup.format,
        setup.game,
        setup.seats,
        Raw(json.encode(setup.options)),
        setup.names,
        commitment(setup.seed),
    )
    if setup.format == 1:
        return first
    pledges = hexed(setup.pledges, setup.seats)
    if setup.robots:
        return HeadWithRobots(**asdict(first), pledges=pledges, deal=setup.deal, robots=setup.robots)
    if setup.deal:
        return HeadOfDuplicate(**asdict(first), pledges=pledges, deal=setup.deal)
    return Head(**asdict(first), pledges=pledges)


def end_of(setup: Setup, ended: Ended, outcome: Outcome | None) -> End | EndBefore:
    """The last line but one of a game."""
    if setup.format == 1:
        return EndBefore(ended, outcome, setup.seed.hex())
    return End(ended, outcome, setup.seed.hex(), hexed(setup.shares, setup.seats))


def hexed(given: Sequence[bytes | None], seats: int) -> tuple[str | None, ...]:
    """What each seat gave, in hex; null for one that gave nothing."""
    return tuple(None if each is None else each.hex() for each in given or (None,) * seats)


def played(game: Game, seats: int, number: int, turn: Turn, state: Any) -> tuple[Played, Any]:
    """The line of a move, and the state after it. Each event is witnessed in the state that it led to."""
    observers: list[Observer] = [*range(seats), TABLE]
    seen: dict[str, list[Any]] = {str(observer): [] for observer in observers}
    for event in turn.events:
        state = game.evolve(state, event)
        for observer in observers:
            seen[str(observer)].append(game.witness(state, event, observer))
    move, events, witnessed = (Raw(json.encode(part)) for part in (turn.move, turn.events, seen))
    return Played(number, turn.actor, move, events, witnessed), state


def sealed(bodies: Sequence[bytes]) -> bytes:
    """The lines with their seals, and the line about the whole."""
    lines = []
    before = ""
    for body in bodies:
        before = seal(before, body)
        lines.append(body[:-1] + b',"seal":"' + before.encode() + b'"}\n')
    data = b"".join(lines)
    return data + json.encode(Whole(sha256(data).hexdigest())) + b"\n"


def seal(before: str, body: bytes) -> str:
    """The seal of a line: the SHA-256 of the seal before it, in hex, and of the line without its own."""
    return sha256(before.encode() + body).hexdigest()


def verify(data: bytes) -> Record:
    """Checks everything there is to check; raises Broken with the first line that fails, whatever the bytes are."""
    *bodies, last = unsealed(data)
    if len(bodies) < 2:
        raise Broken(len(bodies) + 1, "not readable")
    line = len(bodies) + 1  # of the end
    first, options = read_head(bodies[0])
    end = decode(last, End if isinstance(first, Head) else EndBefore, line)
    seed = read_seed(end.seed, first.commitment, line)
    given = read_shares(first, end, line)
    drawn = first.deal if isinstance(first, (HeadOfDuplicate, HeadWithRobots)) else None
    if drawn and any(given):
        raise Broken(1, "shares")
    setup = Setup(first.game, first.seats, options, first.names, seed, *given, first.format, drawn, robots_of(first))
    game = game_of(first.game)
    state = game.start()
    turns = []
    for number, body in enumerate(bodies[1:]):
        turn, state = replayed(game, setup, number, body, state, one_form=first.format >= ONE_FORM)
        turns.append(turn)
    outcome = game.outcome(state)
    expected = end_of(setup, "outcome" if outcome else "abandoned", outcome)
    if end != expected:
        raise Broken(line, "outcome")
    same(last, json.encode(expected), line)
    return Record(setup, tuple(turns), expected.ended, outcome)


SEALED = re.compile(rb'(\{.*),"seal":"([0-9a-f]{64})"\}', re.DOTALL)
START, WHOLE = b'{"kind":"record",', b'{"kind":"whole",'


def unsealed(data: bytes) -> Iterator[bytes]:
    """The lines without their seals, each as it was written; the one about the whole is checked and left out."""
    if not data.startswith(START):
        raise Broken(1, "not a record")
    *lines, rest = data.split(b"\n")
    before, size = "", 0
    for number, line in enumerate(lines, 1):
        if line.startswith(WHOLE):
            if line != json.encode(Whole(sha256(data[:size]).hexdigest())):
                raise Broken(number, "changed")
            if len(data) > size + len(line) + 1:
                raise Broken(number + 1, "goes on")
            return
        match = SEALED.fullmatch(line)
        body = match[1] + b"}" if match else b""
        before = seal(before, body)
        if not match or match[2] != before.encode():
            raise Broken(number, "changed")
        yield body
        size += len(line) + 1
    raise Broken(len(lines) + 1, "cut short", within=bool(rest))


def read_head(body: bytes) -> tuple[Head | HeadBefore, Any]:
    """The first line, and the options in it."""
    version = decode(body, Version, 1).format
    if version not in FORMATS:
        raise Broken(1, "format", found=version, known=f"{FORMATS[0]}–{FORMATS[-1]}")
    shape = {1: HeadBefore, FORMAT: Head, DUPLICATE: HeadOfDuplicate, WITH_ROBOTS: HeadWithRobots}[version]
    found: Head | HeadBefore = decode(body, shape, 1)
    if found.game not in GAMES:
        raise Broken(1, "game", game=found.game)
    game = game_of(found.game)
    if found.seats not in game.players or len(found.names) != found.seats:
        raise Broken(1, "players", seats=found.seats, names=len(found.names))
    options = decode(bytes(found.options), game.Options, 1)
    same(body, json.encode(replace(found, options=Raw(json.encode(options)))), 1)
    return found, options


def robots_of(first: Head | HeadBefore) -> Robots:
    """The robots that a first line tells of; refuses one of that format that tells of none, or of another number of seats."""
    if not isinstance(first, HeadWithRobots):
        return ()
    if len(first.robots) != first.seats or not any(first.robots):
        raise Broken(1, "not readable")
    return first.robots


def read_seed(text: str, committed: str, line: int) -> bytes:
    """The seed, if it is the one that was committed to."""
    if not re.fullmatch(rf"[0-9a-f]{{{2 * SEED_BYTES}}}", text):
        raise Broken(line, "not readable")
    seed = bytes.fromhex(text)
    if commitment(seed) != committed:
        raise Broken(line, "seed")
    return seed


Given = tuple[bytes | None, ...]  # by each seat


def read_shares(first: Head | HeadBefore, end: End | EndBefore, line: int) -> tuple[Given, Given]:
    """What each seat pledged and gave, if every share is the one that was pledged under that commitment."""
    if not isinstance(first, Head) or not isinstance(end, End):
        return (), ()
    pledges = read_given(first.pledges, first.seats, PLEDGE_BYTES, 1)
    shares = read_given(end.shares, first.seats, SHARE_BYTES, line)
    for promised, share in zip(pledges, shares, strict=True):
        if share is not None and (promised is None or pledge(first.commitment, share) != promised):
            raise Broken(line, "shares")
    return (pledges, shares) if any(pledges) else ((), ())


def read_given(given: Sequence[str | None], seats: int, size: int, line: int) -> Given:
    """What each seat gave, as bytes."""
    shape = re.compile(rf"[0-9a-f]{{{2 * size}}}")
    if len(given) != seats or not all(each is None or shape.fullmatch(each) for each in given):
        raise Broken(line, "not readable")
    return tuple(None if each is None else bytes.fromhex(each) for each in given)


def replayed(game: Game, setup: Setup, number: int, body: bytes, state: Any, *, one_form: bool) -> tuple[Turn, Any]:
    """A move played again with its own dice, and what it must have led to."""
    line = number + 2
    found = decode(body, Played, line)
    chance = Chance(setup.dice, number)
    move = decode(bytes(found.move), game.Move, line) if number else decode(bytes(found.move), type(None), line)
    if (found.actor is None) != (number == 0):
        raise Broken(line, "not readable")
    try:
        if found.actor is None:
            events = deal_as_written(game, game.deal(setup.options, setup.seats, chance), bytes(found.events))
        else:
            decide = partial(decided, game) if one_form else game.decide
            events = decide(state, found.actor, move, chance)
    except Refused as refusal:
        raise Broken(line, "refused", refused=refusal.rule) from None
    turn = Turn(found.actor, move, tuple(events))
    expected, state = played(game, setup.seats, number, turn, state)
    for part in ("number", "events", "witnessed"):
        if getattr(found, part) != getattr(expected, part):
            raise Broken(line, part)
    same(body, json.encode(expected), line)
    return turn, state


def deal_as_written(game: Game, events: list[Any], written: bytes) -> list[Any]:
    """The deal in the form that the record has, if that is one of this version or of one before; else in that of today."""
    return next((each for each in (events, *game.deals_before(events)) if json.encode(each) == written), events)


def decode(data: bytes, shape: Any, line: int) -> Any:
    """JSON of that shape."""
    try:
        return json.decode(data, type=shape)
    except (MsgspecError, UnicodeDecodeError, RecursionError):
        raise Broken(line, "not readable") from None


def same(body: bytes, expected: bytes, line: int) -> None:
    """There is one way to write each line: any other could hide something."""
    if body != expected:
        raise Broken(line, "form")
