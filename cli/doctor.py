"""The doctor: looks whether everything is in place to print and to play, and says what to do where it is not."""

from __future__ import annotations

import shutil
import sqlite3
import time
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

from msgspec import Struct

from cli import hosting_checks
from companion import network
from companion.server.launch import checked_store, has_screen
from companion.storage.data_folder import Folder, InUse, default_folder
from generator.errors import PrintError
from templates.foreign_messages import reason
from templates.i18n import say

TRIES = 3
ADVICE = ("browser",)  # a host without one opens the link somewhere


class Finding(Struct, frozen=True):
    """One thing that was looked at."""

    check: str  # for programs: the same in every language
    title: str
    ok: bool
    told: str  # what was found, or what to do about it
    needed: bool = True  # to print or to play; what is not is advice


class Installation(Struct, frozen=True):
    """What is looked at: where kits go, where tables are kept, where phones would come; a database and a proxy if named."""

    out: Path
    data: Path
    port: int
    store: str = ""
    public: str = ""

    @classmethod
    def of(cls, out: Path, data: Path | None, port: int, store: str = "", public: str = "") -> Installation:
        """With the usual folder unless told."""
        return cls(
            out, data or default_folder(), port, checked_store("--store", store), network.public("--public-url", public)
        )


def findings(patient: Installation) -> Iterator[Finding]:
    """All findings, one after the other. What an examination raises is what is wrong."""
    checks: dict[str, tuple[str, Callable[[Installation], str]]] = {
        "fonts": (say("Typefaces"), fonts),
        "output": (say("Folder for kits"), output),
        "data": (say("Folder for tables"), data),
        "port": (say("Port"), port),
        "lan": (say("Network"), lan),
        "browser": (say("Browser"), browser),
        "printers": (say("Printers"), printers),
    }
    if patient.store:
        checks["store"] = say("Shared database"), lambda patient: hosting_checks.store(patient.store)
    if patient.public:
        checks["certificate"] = say("Certificate"), lambda patient: hosting_checks.certificate(patient.public)
        checks["proxy"] = say("Proxy"), lambda patient: hosting_checks.proxy(patient.public)
    for check, (title, examine) in checks.items():
        needed = check not in ADVICE
        try:
            yield Finding(check, title, True, examine(patient), needed)
        except PrintError as wrong:
            yield Finding(check, title, False, str(wrong), needed and not isinstance(wrong, hosting_checks.Advice))


def fonts(patient: Installation) -> str:
    """Can every typeface be loaded?"""
    from generator.drawing.fonts import FILES, register

    found = [register(name) for name in FILES]
    return say("{count} typefaces are here.").format(count=len(found))


def output(patient: Installation) -> str:
    """Can kits be written?"""
    try:
        write_in(patient.out)
    except OSError as refusal:
        raise PrintError(
            say("Kits cannot be written to {folder}: {reason}. Choose another folder with --out.").format(
                folder=patient.out, reason=reason(refusal)
            )
        ) from None
    return say("Kits go to {folder}.").format(folder=patient.out.absolute())


def write_in(folder: Path) -> None:
    """Writes there and leaves nothing behind: in the folder, or where it would be made."""
    there = next(each for each in (folder.absolute(), *folder.absolute().parents) if each.exists())
    with TemporaryFile(dir=there):
        pass


def data(patient: Installation) -> str:
    """Can tables be kept?"""
    try:
        write_in(patient.data)
    except OSError as refusal:
        raise PrintError(
            say("Tables cannot be kept in {folder}: {reason}. Choose another folder with --data.").format(
                folder=patient.data, reason=reason(refusal)
            )
        ) from None
    if not Folder(patient.data, "").file.exists():
        return say("Tables are kept in {folder}.").format(folder=patient.data)
    return database_state(patient.data)


def database_state(folder: Path) -> str:
    """Is every page of the database in order, every table readable, and the secret there? When was the last copy made?

    A copy is looked at: a companion that runs is not disturbed, and nothing is changed where none does.
    """
    from companion.storage.copies import FOLDER, Unsound, checked_contents, connected, copy_database
    from companion.storage.restore import BESIDE
    from companion.storage.schema import SCHEMA

    file = Folder(folder, "").file
    copy, last = last_copy(folder / FOLDER)
    try:
        with TemporaryDirectory(prefix="sousmain-") as scratch:
            seen = Path(scratch) / file.name
            if serving(folder):
                with closing(connected(file)) as source:
                    copy_database(source, seen)
            else:
                for each in ("", *BESIDE[:1]):
                    with suppress(FileNotFoundError):
                        shutil.copyfile(f"{file}{each}", f"{seen}{each}")
            found = checked_contents(seen, "rw")
            if found.schema not in map(str, range(1, SCHEMA + 1)):
                raise PrintError(
                    say("The tables in {folder} were written by another version of Sousmain (schema {schema}).").format(
                        folder=folder, schema=found.schema
                    )
                )
            lost = unreadable(seen)
        secret(folder)
    except OSError as refusal:
        raise PrintError(
            say("The tables in {folder} cannot be read: {reason}.").format(folder=folder, reason=reason(refusal))
        ) from None
    except ValueError:
        raise PrintError(
            say("The file `secret` in {folder} is damaged: at the next start every seat gets a new code.").format(
                folder=folder
            )
        ) from None
    except (sqlite3.Error, Unsound):
        told = say("The tables in {folder} are damaged.").format(folder=folder)
        if copy:
            told += " " + say("`sousmain restore {file}` takes the copy of {date}.").format(file=copy, date=last)
        raise PrintError(told) from None
    if lost:
        raise PrintError(
            say("These tables in {folder} cannot be read: {names}. The others can.").format(
                folder=folder, names=", ".join(lost)
            )
        )
    told = say("Tables ({count}) are kept in {folder}, and every page of them is in order.").format(
        count=found.tables, folder=folder
    )
    return f"{told} " + (say("Last copy: {date}.").format(date=last) if last else say("There is no copy yet."))


def last_copy(folder: Path) -> tuple[Path | None, str]:
    """The latest copy, and when it was made. A companion that runs may thin it out at any moment, for a later one."""
    from companion.storage.copies import latest_copy

    for _ in range(TRIES):
        copy = latest_copy(folder)
        if not copy:
            break
        with suppress(OSError):
            return copy, time.strftime("%Y-%m-%d %H:%M", time.localtime(copy.stat().st_mtime))
    return None, ""


def unreadable(file: Path) -> list[str]:
    """The tables whose log makes no sense to this version."""
    from companion.storage.copies import connected
    from companion.table.state import UnreadableLog, fold

    lost = []
    with closing(connected(file)) as connection:
        for (table,) in connection.execute("SELECT id FROM tables ORDER BY at").fetchall():
            query = "SELECT version, act FROM log WHERE table_id = ? ORDER BY version"
            try:
                fold(table, [(version, bytes(act)) for version, act in connection.execute(query, (table,))])
            except (UnreadableLog, TypeError):
                lost.append(table)
    return lost


def secret(folder: Path) -> None:
    """Raises what is wrong with the secret; a companion that starts makes one where there is none."""
    from companion.storage import tokens

    tokens.read_secret(folder / "secret")


def port(patient: Installation) -> str:
    """Could phones come in there? If our own companion has the port, they do."""
    try:
        network.listening("0.0.0.0", patient.port).close()
    except network.PortTaken:
        if not serving(patient.data):
            raise
        return say("The companion is running.")
    return say("{port} is free.").format(port=patient.port)


def serving(folder: Path) -> bool:
    """Is a companion using that folder now?"""
    if not (folder / "in-use").exists():
        return False
    try:
        with Folder(folder, ""):
            return False
    except InUse:
        return True


def lan(patient: Installation) -> str:
    """Where would phones find us?"""
    found = network.lan()
    if not found:
        raise network.NoNetwork
    return say("Phones on the same Wi-Fi find this computer at {base}.").format(base=network.base(found, patient.port))


def browser(patient: Installation) -> str:
    """Can the host's screen be opened?"""
    advice = say("No browser can be opened from here: `sousmain play` shows a link; open it on this computer yourself.")
    if not has_screen():
        raise PrintError(advice)
    try:
        webbrowser.get()
    except webbrowser.Error:
        raise PrintError(advice) from None
    return say("The table screen opens by itself.")


def printers(patient: Installation) -> str:
    """Nobody can look into a print dialog; but profiles can be read, and advice given."""
    from generator.order.presets import known_presets
    from generator.order.printers import known_profiles

    known_presets()  # told if its file is broken: it names a printer, too
    scale = say("Print at 100 %, never “fit to page”; the bar on each page must measure 50 mm.")
    names = ", ".join(known_profiles())
    told = say("Profiles: {names}.").format(names=names) if names else say("If backs lie askew: `sousmain calibrate`.")
    return f"{scale} {told}"
