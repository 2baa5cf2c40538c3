"""Codes of seats, made anew when the secret of the folder is another one."""

from __future__ import annotations

from companion.errors import PhoneError
from companion.service.tables import Tables
from companion.storage.tokens import hashed
from templates.i18n import say

EVERY = 1_000_000  # tables, as many as a folder may have


def renew_codes(tables: Tables) -> bool:
    """Were the codes of all seats made anew? They are, if the secret is not the one that they follow from."""
    store, mark = tables.store, tables.secret.fingerprint
    lost = is_another(tables)
    fresh: list[tuple[str, str, int | None]] = []
    unread = []
    for table in store.tables(EVERY) if lost else store.without_codes():
        try:
            table_state = tables.table_state(table)
        except PhoneError:
            unread.append(table)  # they are made when it can be read
            continue
        fresh += [(hashed(tables.code(table_state, seat)), table, seat) for seat in (None, *range(table_state.seats))]
    if lost or fresh:
        store.reissue(fresh, unread, mark, tables.cache.clock() if lost else None)
    elif store.setting("secret") is None:
        store.write_setting("secret", mark)
    return lost


def is_another(tables: Tables) -> bool:
    """Is the secret another one than that of the codes that were given? A folder of the version before does not say:
    there a code tells."""
    known = tables.store.setting("secret")
    if known is not None:
        return known != tables.secret.fingerprint
    for table in tables.store.tables(EVERY):
        try:
            table_state = tables.table_state(table)
        except PhoneError:
            continue
        return tables.store.token(hashed(tables.code(table_state, None))) is None
    return False


def new_codes() -> str:
    """What the host is told when all codes were made anew."""
    codes = say(
        "The file `secret` is not the one that these tables were made with (that one was lost or damaged, or is in another "
        "folder): every seat has a new code. Phones keep their seats; seat cards that were printed are worth nothing now, so "
        "print them again. Phones may say that what the laptop had promised for the next deal was changed: this is why."
    )
    words = say("Where a word was asked for before the code, none is now: choose one again.")
    return f"{codes} {words}"
