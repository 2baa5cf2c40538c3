"""Tables as a whole: closed and opened again, deleted, put aside when nobody can read them, and given new codes."""

from __future__ import annotations

from companion.errors import BadRequest, PutAside
from companion.storage.cache import TableCache
from companion.storage.store import WriteSet
from companion.storage.tokens import FolderSecret, hashed
from companion.table import acts
from companion.table.state import TableState
from templates.i18n import say


def must_be_open(table_state: TableState) -> None:
    """Refuses what a closed table does not do."""
    if table_state.closed:
        raise BadRequest(say("This table is closed: open it again first."))


def must_be_idle(table_state: TableState) -> None:
    """Refuses while a game is played."""
    if table_state.phase == "playing" or table_state.dealing:
        raise BadRequest(say("A game is being played here: end it first."))


def close(cache: TableCache, table: str, closed: bool) -> None:
    """Closes a table between two games, or opens it again."""
    cached = cache.current(table)
    must_be_idle(cached.table_state)
    if cached.table_state.closed != closed:
        cache.write(cached, acts.TableClosed(closed), WriteSet(table))


def delete(cache: TableCache, table: str) -> None:
    """Deletes a table and all that belongs to it; one that cannot be read, too. Its pages hear that it has gone."""
    try:
        table_state = cache.current(table).table_state
        if cache.store.version(table) != table_state.version:
            cache.forget(table)  # somebody else wrote: perhaps that a game began
            table_state = cache.load(table).table_state
        must_be_idle(table_state)
    except PutAside:
        pass
    cache.store.drop(table)
    cache.vanish(table)
    cache.hub.tell(table, 0)


def new_guests(cache: TableCache, secret: FolderSecret, table: str) -> None:
    """Releases all seats between two games and forgets their names, in one step: no old phone, code or name is left."""
    cached = cache.current(table)
    table_state = cached.table_state
    must_be_idle(table_state)
    number, seats = table_state.anyone + 1, range(table_state.seats)
    old = [secret.table(table_state.coded, table_state.anyone)]
    old += [secret.seat(table_state.coded, seat, table_state.releases(seat)) for seat in seats]
    change = WriteSet(table, released=list(seats), revoked=[hashed(code) for code in old])
    fresh = {seat: secret.seat(table_state.coded, seat, table_state.releases(seat) + 1) for seat in seats}
    change.tokens = [(hashed(secret.table(table_state.coded, number)), None)]
    change.tokens += [(hashed(code), seat) for seat, code in fresh.items()]
    cache.write(cached, acts.GuestsLeft(number), change)
