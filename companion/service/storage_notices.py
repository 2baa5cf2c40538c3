"""What is said when the tables cannot be kept: one sentence on every phone and table screen, one in the terminal."""

from __future__ import annotations

from pathlib import Path

from companion.storage.database import UNWRITABLE
from companion.storage.file_identity import DAMAGED, GONE, OLDER
from companion.storage.store_errors import AWAY
from templates.i18n import say


def on_phones(kind: str) -> str:
    """For everybody at the table; nothing if all is well."""
    if not kind:
        return ""
    if kind == AWAY:
        return say(
            "The tables cannot be reached at the moment: what you see may be old, and no move is taken. Nothing is lost; it goes on by itself."
        )
    if kind == UNWRITABLE:
        return say(
            "The laptop cannot keep moves: its disk is full or cannot be written. Nothing is lost; it goes on by itself."
        )
    return say(
        "The laptop cannot keep moves: its file of tables is missing or another one. Its terminal tells the host what to do."
    )


def locked() -> str:
    """For whoever has waited for another program."""
    return say("Another program on the laptop holds the tables. Try again.")


def in_terminal(kind: str, file: Path | str) -> str:
    """For the host, also when it is over."""
    if not kind:
        return say("The tables can be kept again: the game goes on.")
    if kind == AWAY:
        return say(
            "{file} does not answer. Pages show what they showed last, and no move is taken until it is back; then it goes on by itself."
        ).format(file=file)
    if kind == UNWRITABLE:
        return say(
            "Cannot write to {file}: the disk is full or cannot be written. No move is taken until it can; then it goes on by itself."
        ).format(file=file)
    if kind == GONE:
        told = say("{file} is gone. No move is taken until it is back; then it goes on by itself.")
    elif kind == OLDER:
        told = say(
            "{file} is an older copy of what it was. No move is taken until the right one is back; to play on from the older one, stop and use `sousmain restore`."
        )
    elif kind == DAMAGED:
        told = say("{file} is damaged. No move is taken until it is whole again; then it goes on by itself.")
    else:
        told = say(
            "{file} is another database now. No move is taken until the right one is back; then it goes on by itself."
        )
    return told.format(file=file)


def another_secret(folder: Path) -> str:
    """Why a server does not start on a database whose codes follow from another secret."""
    return say(
        "The tables there were made by a server with another secret: copy the file `secret` of its data folder to {folder}. If it is lost, --new-codes gives every seat a new code."
    ).format(folder=folder)


def begun_anew(file: Path, copy: Path) -> str:
    """For the host, when a database has gone since the last time."""
    return say(
        "There was nothing in {file}: all tables begin anew. To have those back, stop and use `sousmain restore {copy}`."
    ).format(file=file, copy=copy)


def less_than(file: Path, copy: Path) -> str:
    """For the host, when a database is not what it was the last time."""
    return say(
        "{file} has less in it than the copy {copy}. If you did not mean that, stop and use `sousmain restore {copy}`."
    ).format(file=file, copy=copy)


def rescued(copy: Path) -> str:
    """Where all is that was answered."""
    return say(
        "All that was answered is saved in {copy}: copy that file there, or stop and use `sousmain restore`."
    ).format(copy=copy)


def latest(copy: Path) -> str:
    """Where most of it is."""
    return say("The latest copy is {copy}: `sousmain restore` takes it, once the companion is stopped.").format(
        copy=copy
    )


def damaged(folder: Path) -> str:
    """Why one that was due is not made."""
    return say(
        "The tables in {folder} are damaged: no copy is made of them, and the copies that are there stay. `sousmain doctor` says what to do."
    ).format(folder=folder)


def no_copy(folder: Path, why: str) -> str:
    """One that was due."""
    return say("No copy of the tables in {folder} could be made: {reason}. The game goes on.").format(
        folder=folder, reason=why
    )
