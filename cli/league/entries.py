"""The records of a league: read from files and folders, verified, each counted once; and who is who in them."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from zipfile import BadZipFile, ZipFile, ZipInfo, is_zipfile

from msgspec import Struct

from cli.record_reports import BrokenRecord, UnreadableFile, file_bytes, read_record
from companion.table.names import cleaned, shapes
from generator.errors import PrintError
from referee import sealcode
from referee.debrief import debriefed
from referee.league import LeagueGame, leads
from referee.record import Record, Setup, Turn
from referee.registry import game
from templates.i18n import say

ENDING = ".jsonl"
FOLDERS = 5000  # that are looked through at most: who names a whole disk did not mean it
Source = tuple[Path, Callable[[], bytes]]  # what a record is called, and how its bytes are had
MOST_UNPACKED = 256_000_000  # bytes of records that are taken from one zip file


class RecordEntry(Struct, frozen=True):
    """A record that holds."""

    file: Path
    seal: str
    record: Record


class Entries(Struct):
    """What was found: records that hold, once each, and what is wrong with the others."""

    kept: list[RecordEntry] = []
    refused: list[str] = []  # a sentence for each file that was left out
    again: list[Path] = []  # files with a game that another one brought already


class Roster:
    """Players by their names, compared as a table compares them: nobody could take one for the other."""

    def __init__(self) -> None:
        self._known: tuple[dict[str, str], dict[str, str]] = {}, {}

    def player(self, name: str) -> str:
        """How that player was called first; nothing for a seat without a name."""
        bare = cleaned(name)
        if not bare:
            return ""
        looks = shapes(bare)
        player = next((known[look] for known, look in zip(self._known, looks, strict=True) if look in known), bare)
        for known, look in zip(self._known, looks, strict=True):
            known.setdefault(look, player)
        return player

    def players(self, names: Sequence[str]) -> tuple[str, ...]:
        """Those of one game; of two seats whose names look the same the second is another player."""
        found: list[str] = []
        for name in names:
            player, number = self.player(name), 2
            while player and player in found:
                player, number = self.player(f"{cleaned(name)} ({number})"), number + 1
            found.append(player)
        return tuple(found)

    def people(self, setup: Setup) -> tuple[str, ...]:
        """The same without robots: nothing for a seat where one played when the game ended."""
        robots = setup.robots or (None,) * setup.seats
        return tuple("" if robot else who for who, robot in zip(self.players(setup.names), robots, strict=True))


def files_of(told: Sequence[Path]) -> list[Source]:
    """The files that were named, and all records in folders and zip files that were."""
    found: list[Source] = []
    for path in told:
        if path.is_dir():
            found += ((file, partial(file_bytes, file)) for file in sorted(records_below(path)))
        elif path.is_file() and is_zipfile(path):
            found += unpacked(path)
        else:
            found.append((path, partial(file_bytes, path)))
    if not found:
        raise PrintError(say("There is no record in {places}.").format(places=", ".join(map(str, told))))
    for path in told:
        if not path.exists():
            raise UnreadableFile(path, say("there is no such file"))
    return found


def records_below(folder: Path) -> Iterator[Path]:
    """All records in a folder and those below it on the same disk. Folders that cannot be read are passed over; one with too
    many of them is no folder of records."""
    for number, (place, folders, files) in enumerate(os.walk(folder)):
        if number >= FOLDERS:
            raise PrintError(
                say("{folder} has more than {most} folders: name the one with the records.").format(
                    folder=folder, most=FOLDERS
                )
            )
        folders[:] = (name for name in folders if not os.path.ismount(os.path.join(place, name)))
        for name in files:
            if name.endswith(ENDING) and (file := Path(place, name)).is_file():
                yield file


def unpacked(path: Path) -> Iterator[Source]:
    """The records in a zip file, as the page of all tables gives it; nothing is written, and not more read than it says."""
    try:
        with ZipFile(path) as archive:
            inside = [each for each in archive.infolist() if each.filename.endswith(ENDING)]
    except (OSError, BadZipFile):
        raise UnreadableFile(path, say("it is a damaged zip file")) from None
    if sum(each.file_size for each in inside) > MOST_UNPACKED:
        raise UnreadableFile(path, say("it holds too much: unpack it first, and name the folder"))
    for each in inside:
        yield path / each.filename, partial(member_bytes, path, each)


def member_bytes(path: Path, member: ZipInfo) -> bytes:
    """The bytes of one file in a zip file."""
    try:
        with ZipFile(path) as archive:
            return archive.read(member)
    except (OSError, BadZipFile, RuntimeError, zlib.error):  # damaged, or locked with a password
        raise UnreadableFile(path / member.filename, say("it is a damaged zip file")) from None


def read_entries(files: Iterable[Source], tick: Callable[[int], None]) -> Entries:
    """All of them, checked from their first byte to their last."""
    found, seen = Entries(), set[str]()
    for file, read in files:
        try:
            data = read()
            entry = RecordEntry(file, sealcode.final_seal(data), read_record(file, data))
        except (BrokenRecord, UnreadableFile) as flaw:
            found.refused.append(str(flaw))
        else:
            if entry.seal in seen:
                found.again.append(file)
            else:
                found.kept.append(entry)
            seen.add(entry.seal)
        tick(1)
    outgrown = outgrown_seals(found.kept)
    found.again += (entry.file for entry in found.kept if entry.seal in outgrown)
    found.kept = [entry for entry in found.kept if entry.seal not in outgrown]
    return found


def outgrown_seals(entries: Iterable[RecordEntry]) -> set[str]:
    """The seals of games that were over, put right and played on: another record has all of their turns and more."""
    by_start: dict[object, list[RecordEntry]] = {}
    for entry in entries:
        setup = entry.record.setup
        # Names change while one plays. Of tables with the same cards they tell which one it was.
        whose = setup.names if setup.deal else ()
        start = setup.game, whose, setup.seed, setup.pledges, setup.shares
        by_start.setdefault(start, []).append(entry)
    return {
        before.seal
        for same in by_start.values()
        for before in same
        if before.record.outcome and any(goes_on(before.record.turns, after.record.turns) for after in same)
    }


def goes_on(before: Sequence[Turn], after: Sequence[Turn]) -> bool:
    """Does a game go on where another one stops?"""
    return len(after) > len(before) and after[: len(before)] == before


def results(
    entries: Sequence[RecordEntry], roster: Roster, lead: bool, tick: Callable[[int], None]
) -> Iterator[LeagueGame]:
    """The games that were played to their end."""
    for entry in entries:
        setup, outcome = entry.record.setup, entry.record.outcome
        rules = game(setup.game)
        if outcome:
            told: tuple[float | None, ...] = ()
            if lead and rules.knowledge is not None:
                told = leads(debriefed(rules, [turn.events for turn in entry.record.turns], setup.seats))
            yield LeagueGame(setup.game, roster.people(setup), outcome, told)
        tick(1)
