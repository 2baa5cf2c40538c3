"""Tables as a whole: closed and opened again, deleted, put aside when nobody can read them, and given new codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion import sitting as s
from companion.errors import PutAside, Sorry, Unfit
from companion.memory import Memory
from companion.secret import hashed
from companion.sitting import Sitting
from companion.store import Change
from templates import say

if TYPE_CHECKING:
    from companion.tables import Tables

EVERY = 1_000_000  # tables, as many as a folder may have


def must_be_open(sitting: Sitting) -> None:
    """Refuses what a closed table does not do."""
    if sitting.closed:
        raise Unfit(say("This table is closed: open it again first."))


def must_be_idle(sitting: Sitting) -> None:
    """Refuses while a game is played."""
    if sitting.phase == "playing" or sitting.dealing:
        raise Unfit(say("A game is being played here: end it first."))


def close(memory: Memory, table: str, closed: bool) -> None:
    """Closes a table between two games, or opens it again."""
    pending = memory.load(table)
    must_be_idle(pending.sitting)
    if pending.sitting.closed != closed:
        memory.write(pending, s.Closed(closed), Change(table))


def delete(memory: Memory, table: str) -> None:
    """Deletes a table and all that belongs to it; one that cannot be read, too. Its pages hear that it has gone."""
    try:
        sitting = memory.load(table).sitting
        if memory.store.version(table) != sitting.version:
            memory.forget(table)  # somebody else wrote: perhaps that a game began
            sitting = memory.load(table).sitting
        must_be_idle(sitting)
    except PutAside:
        pass
    memory.store.drop(table)
    memory.forget(table)
    memory.aside.pop(table, None)
    memory.hub.dismiss(table)


def renew_codes(tables: Tables) -> bool:
    """Were the codes of all seats made anew? They are, if the secret is not the one that they follow from."""
    store, mark = tables.store, tables.secret.fingerprint
    lost = is_another(tables)
    fresh: list[tuple[str, str, int | None]] = []
    unread = []
    for table in store.tables(EVERY) if lost else store.without_codes():
        try:
            sitting = tables.sitting(table)
        except Sorry:
            unread.append(table)  # they are made when it can be read
            continue
        fresh += [(hashed(tables.code(sitting, seat)), table, seat) for seat in (None, *range(sitting.seats))]
    if lost or fresh:
        store.reissue(fresh, unread, mark, tables.memory.clock() if lost else None)
    elif store.told("secret") is None:
        store.tell("secret", mark)
    return lost


def is_another(tables: Tables) -> bool:
    """Is the secret another one than that of the codes that were given? A folder of the version before does not say:
    there a code tells."""
    known = tables.store.told("secret")
    if known is not None:
        return known != tables.secret.fingerprint
    for table in tables.store.tables(EVERY):
        try:
            sitting = tables.sitting(table)
        except Sorry:
            continue
        return tables.store.token(hashed(tables.code(sitting, None))) is None
    return False


def new_codes() -> str:
    """What the host is told when all codes were made anew."""
    return say(
        "The file `secret` is not the one that these tables were made with (that one was lost or damaged, or is in another "
        "folder): every seat has a new code. Phones keep their seats; seat cards that were printed are worth nothing now, so "
        "print them again. Phones may say that what the laptop had promised for the next deal was changed: this is why."
    )
