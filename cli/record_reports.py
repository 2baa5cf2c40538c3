"""Records and simulations in words: what `sousmain verify`, `replay` and `simulate` read and say."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from statistics import mean, median
from typing import Any

from msgspec import Struct, field

from companion.table.names import cleaned, isolated
from generator.errors import BadValue, PrintError, Unknown
from referee import options as choices
from referee import record, sealcode, simulation
from referee.chance import commitment
from referee.game import OptionClash, Outcome, TableOptions
from referee.mind import STRENGTHS, Strength
from referee.record import Broken, Record, Setup, Turn
from referee.registry import game, robot
from templates import loader
from templates.foreign_messages import reason
from templates.i18n import say
from templates.pages import presenter
from templates.pages.debrief import kind
from templates.regular_file import bounded_bytes
from templates.sentences import Scene, sentence, sentence_table

LARGEST = 64 << 20  # bytes of a record: a thousand times the longest game
ZIPPED = b"PK\x03\x04"  # how a zip file begins


class UnreadableFile(PrintError):
    """A file that the system does not let us read."""

    def __init__(self, file: Path, reason: str) -> None:
        self.file, self.reason = file, reason
        super().__init__(say("Cannot read {file}: {reason}.").format(file=file, reason=reason))


class BrokenRecord(PrintError):
    """A record that does not hold, with the line and what is wrong with it."""

    def __init__(self, file: Path, broken: Broken) -> None:
        self.file, self.line, self.rule = file, broken.line, broken.rule
        evidence = {key: plain(str(value)) for key, value in broken.evidence.items()}
        fault = faults()[broken.rule].format(**evidence)
        super().__init__(
            say("{file} does not hold: line {line} {fault}.").format(file=file, line=broken.line, fault=fault)
        )


class OtherSeal(PrintError):
    """A record that holds, of another game than the one whose seal was told."""

    def __init__(self, file: Path, found: str, asked: str) -> None:
        self.file, self.found, self.asked = file, found, asked
        if len(asked) == len(found):  # told whole
            asked = sealcode.seal_code(asked)
        super().__init__(
            say("{file} is the record of another game: its final seal is {found}, and not {asked}.").format(
                file=file, found=sealcode.seal_code(found), asked=asked
            )
        )


def faults() -> dict[str, str]:
    """What can be wrong with a line, for each rule of `referee/record.py`."""
    return {
        "not a record": say("is not how a record begins"),
        "changed": say("is not as it was written"),
        "cut short": say("is where it was cut off"),
        "goes on": say("comes after the end"),
        "not readable": say("is not what stands there in a record"),
        "form": say("is spelt otherwise than records are"),
        "format": say("tells format {found}, and this version reads format {known}"),
        "game": say("tells of the game “{game}”, which is not known"),
        "players": say("tells of {seats} seats and {names} names, which do not fit the game"),
        "seed": say("has another seed than the one sealed at the deal"),
        "shares": say("has a share of chance that was not pledged before the deal"),
        "number": say("has not the number that follows"),
        "refused": say("has a move that the rules refuse ({refused})"),
        "events": say("tells events that do not follow from the rules and the dice"),
        "witnessed": say("tells that somebody saw what the rules do not show"),
        "outcome": say("tells another end than the game had"),
    }


def file_bytes(file: Path) -> bytes:
    """The bytes of a file."""
    try:
        data = bounded_bytes(file, LARGEST)
    except OSError as refusal:
        raise UnreadableFile(file, reason(refusal)) from None
    if data.startswith(ZIPPED):
        raise UnreadableFile(file, say("it is a zip file: unpack it first"))
    return data


def read_record(file: Path, data: bytes | None = None) -> Record:
    """A record that holds, from its first byte to its last."""
    try:
        return record.verify(file_bytes(file) if data is None else data)
    except Broken as broken:
        raise BrokenRecord(file, broken) from None


def verified(file: Path, told: str = "") -> str:
    """What there is to say about a record that holds, and that has the final seal that was told."""
    asked = sealcode.parsed_seal(told) if told else None
    if told and asked is None and (strange := sealcode.strange_signs(told)):
        raise BadValue(
            "--seal", plain(told), say("no code has {signs} in it: look at it again").format(signs=", ".join(strange))
        )
    if told and asked is None:
        raise BadValue(
            "--seal",
            plain(told),
            say("it must be the code of {length} signs that was shown at the end, or the whole seal").format(
                length=sealcode.LENGTH
            ),
        )
    data = file_bytes(file)
    found = read_record(file, data)
    seal = sealcode.final_seal(data)
    if asked is not None and not sealcode.fits(seal, asked):
        raise OtherSeal(file, seal, asked)
    code = sealcode.seal_code(seal)
    last = (
        say("Final seal: {code}. Compare it with the one that was shown at the end of the game.")
        if asked is None
        else say("It is the game that ended with the final seal {code}.")
    )
    return f"{confirmed(file, found)} {last.format(code=code)}"


def confirmed(file: Path, found: Record) -> str:
    """One sentence when all is right, and one more where phones had a hand in the dice."""
    sentence = say(
        "{file} holds: {game} with {names}, {moves} moves; every line is as it was written, every move keeps the rules, "
        "and every draw follows from the seed that was sealed at the deal (seal {commitment})."
    ).format(
        file=file,
        game=loader.kit_data(found.setup.game)["name"],
        names=", ".join(player_names(found.setup)),
        moves=len(found.turns) - 1,
        commitment=commitment(found.setup.seed),
    )
    return " ".join([sentence, *mixed_in(found.setup), *told_of_robots(found.setup)])


def told_of_robots(setup: Setup) -> Iterator[str]:
    """One sentence if robots played at the end, and how well."""
    strengths = {"easy": say("easy"), "good": say("good"), "sharp": say("sharp")}
    told = zip(player_names(setup), setup.robots, strict=False)
    if named := [f"{name} ({strengths[robot]})" for name, robot in told if robot]:
        yield say("Robots when the game ended: {names}.").format(names=", ".join(named))


def mixed_in(setup: Setup) -> Iterator[str]:
    """Whose phones mixed chance of their own into the deal, and whose did not keep their promise."""
    if setup.format == 1:
        yield say("It is of format 1: no phone mixed chance into its deal, and some moves could be told in two ways.")
    elif setup.deal == "laptop":
        yield say("Several tables had these cards: the laptop drew them alone, and no phone mixed in chance.")
    elif setup.deal == "phrase":
        yield say("Its cards follow from a phrase that was told beforehand: whoever knew it could know all of them.")
    elif not any(setup.shares):
        yield say("No phone mixed chance into its deal.")
    told = list(zip(player_names(setup), setup.pledges, setup.shares, strict=False))
    given = [name for name, _, share in told if share]
    withheld = [name for name, promised, share in told if promised and not share]
    if given:
        yield say("Phones that mixed in chance of their own: {names}.").format(names=", ".join(given))
    if withheld:
        yield say("Promised, but not given in time: {names}.").format(names=", ".join(withheld))


def player_names(setup: Setup) -> list[str]:
    """What the players are called; a seat that nobody named has a number. A stranger's record commands no terminal."""
    return [isolated(cleaned(name)) or say("Seat {number}").format(number=i) for i, name in enumerate(setup.names, 1)]


def plain(text: str) -> str:
    """Without control characters."""
    return "".join(" " if unicodedata.category(c)[0] == "C" else c for c in text).strip()


def narrated_game(found: Record) -> Iterator[str]:
    """The game move by move: the number of each, and a line for whatever happened."""
    setup = found.setup
    played = game(setup.game)
    chosen = " ".join(f"{key}={value}" for key, value in choices.option_words(played, setup.options).items())
    yield say("{game}: {names} ({options})").format(
        game=loader.kit_data(setup.game)["name"], names=", ".join(player_names(setup)), options=chosen
    )
    yield from told_of_robots(setup)
    happened = narrator(setup)
    state = played.start()
    for number, turn in enumerate(found.turns):
        for i, event in enumerate(turn.events):
            state = played.evolve(state, event)
            yield f"{'' if i else number:>4}  {happened(event, state)}"
    yield f"      {ending(setup, found.outcome)}"


def narrator(setup: Setup) -> Callable[[Any, Any], str]:
    """Tells an event, with the state that it led to, in the words of `templates/pages/<slug>/narration.toml`."""
    table = sentence_table(setup.game, "narration")
    helpers = presenter(setup.game).NARRATION
    names, kit = player_names(setup), loader.kit_data(setup.game)

    def told(event: Any, state: Any) -> str:
        return sentence(table, kind(event), Scene(event, names, kit, event, state), helpers)

    return told


def ending(setup: Setup, outcome: Outcome | None) -> str:
    """How it ended."""
    if outcome is None:
        return say("The game was abandoned.")
    called = player_names(setup)
    scores = ", ".join(f"{name} ({score})" for name, score in zip(called, outcome.scores, strict=True))
    winners = ", ".join(called[seat] for seat in outcome.winners)
    return say("The end. First: {winners}. Points: {scores}.").format(winners=winners, scores=scores)


class Batch(Struct):
    """Many simulated games, added up."""

    slug: str
    seats: int
    options: TableOptions
    seed: str
    strengths: tuple[Strength, ...] = ()  # of each seat's robot; none: each looks at its view alone
    lengths: list[int] = []
    wins: Counter[int] = field(default_factory=Counter)
    points: Counter[int] = field(default_factory=Counter)
    fired: Counter[str] = field(default_factory=Counter)  # how often a rule came up
    within: Counter[str] = field(default_factory=Counter)  # in how many games

    def add(self, turns: Sequence[Turn], outcome: Outcome) -> None:
        """One more game."""
        self.lengths.append(len(turns) - 1)
        self.wins.update(outcome.winners)
        self.points.update(dict(enumerate(outcome.scores)))
        fired = simulation.fired(turns)
        self.fired.update(fired)
        self.within.update(fired.keys())


def on_map(slugs: Sequence[str], file: str) -> dict[str, Any]:
    """The map of a file, for those of the games that are played on one; none without a file."""
    from generator.order.maps import board_maps

    if file and not any(game(slug).maps for slug in slugs):
        raise PrintError(
            say("{option} is for games with a map, not for {games}.").format(option="--map", games=slugs[0])
        )
    return {slug: found.map for slug, found in board_maps(slugs, file).items()}


def options_from(slug: str, words: Iterable[str], map_: str = "", robots: bool = False) -> TableOptions:
    """The options of a game from NAME=VALUE, and from the file of a map; for robots, with nothing that only people need."""
    found = on_map((slug,), map_)
    before = (choices.plain_options if robots else choices.default_options)(game(slug), found.get(slug))
    given = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name.strip():
            raise BadValue("--option", word, say("it takes NAME=VALUE, such as target=2"))
        given[name.strip().lower()] = value.strip().lower()
    try:
        return choices.read_options(game(slug), given, before)
    except choices.UnknownOption as unfit:
        takes, option = unfit.field, f"--option {unfit.name}"
        if takes is None:
            raise Unknown(say("Option"), unfit.name, unfit.known) from None
        if takes.choices:
            raise Unknown(option, unfit.given, takes.choices) from None
        expected = say("it takes a whole number from {least} to {most}").format(least=takes.least, most=takes.most)
        raise BadValue(option, unfit.given, expected) from None
    except OptionClash as clash:
        raise PrintError(
            say("--option {name}={value} goes only with {needs}={at}.").format(
                name=clash.name, value=clash.value, needs=clash.needs, at=clash.at
            )
        ) from None


def strengths_from(told: str, seats: int) -> tuple[Strength, ...]:
    """How well the robot of each seat plays, from one word for all or one for each."""
    words = [word.strip().lower() for word in told.split(",")] if told else []
    for word in words:
        if word not in STRENGTHS:
            raise Unknown("--robots", word, STRENGTHS)
    if len(words) not in (0, 1, seats):
        raise BadValue("--robots", told, say("it takes one word, or one for each of {seats} seats").format(seats=seats))
    found = words * seats if len(words) == 1 else words
    return tuple(strength for word in found for strength in STRENGTHS if strength == word)


def simulated(batch: Batch, count: int) -> Iterator[tuple[str, bytes]]:
    """Plays so many games, adds them up, and gives each as a record under the name of its file."""
    played, by = game(batch.slug), robot(batch.slug)
    called = tuple(f"Robot {i + 1}" for i in range(batch.seats))  # in any language: the same bytes everywhere
    width = len(str(count))
    stem = re.sub(r"[^a-z0-9]+", "-", batch.seed.lower()).strip("-") or "seed"
    for number in range(1, count + 1):
        seed = simulation.seed_of(batch.seed, number)
        turns, outcome = simulation.play(played, by, batch.options, batch.seats, seed, batch.strengths)
        batch.add(turns, outcome)
        robots = batch.strengths or (STRENGTHS[0],) * batch.seats
        setup = record.with_robots(Setup(batch.slug, batch.seats, batch.options, called, seed), robots)
        name = f"{batch.slug}-{batch.seats}p-{stem}-{number:0{width}}.jsonl"
        yield name, record.write(setup, turns, "outcome")


Row = tuple[str, ...]


def batch_title(batch: Batch) -> str:
    """What was played."""
    chosen = " ".join(f"{key}={value}" for key, value in choices.option_words(game(batch.slug), batch.options).items())
    return say("{game}, robots: {players}, games: {count}, seed: {seed} ({options})").format(
        game=loader.kit_data(batch.slug)["name"],
        count=len(batch.lengths),
        players=batch.seats,
        seed=plain(batch.seed),
        options=chosen,
    )


def lengths(batch: Batch) -> list[Row]:
    """How long games were."""
    found = batch.lengths
    return [
        ("", say("shortest"), say("median"), say("mean"), say("longest")),
        (say("moves"), str(min(found)), f"{median(found):g}", f"{mean(found):.1f}", str(max(found))),
    ]


def results(batch: Batch) -> list[Row]:
    """What each seat won."""
    games = len(batch.lengths)
    rows: list[Row] = [(say("seat"), say("won"), say("share"), say("points a game"))]
    for seat in range(batch.seats):
        won, points = batch.wins[seat], batch.points[seat]
        name = f"{seat + 1} ({batch.strengths[seat]})" if batch.strengths else str(seat + 1)
        rows.append((name, str(won), percent(won, games), f"{points / games:.2f}"))
    return rows


def rule_counts(batch: Batch) -> list[Row]:
    """How often each rule came up."""
    games = len(batch.lengths)
    rows: list[Row] = [(say("rule"), say("times"), say("a game"), say("in games"))]
    for name in sorted(batch.fired):
        times = batch.fired[name]
        rows.append((name, str(times), f"{times / games:.2f}", percent(batch.within[name], games)))
    return rows


def percent(part: int, whole: int) -> str:
    """A share."""
    return f"{100 * part / whole:.1f} %"
