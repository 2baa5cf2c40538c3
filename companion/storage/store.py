"""What must not be lost: the log of every table, the hashes of tokens, replies by their keys, notes.

The primary key (table, version) keeps an act from being applied twice, whoever writes. How a database is opened, guarded
and let go is in `database`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from typing import Any, cast

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from companion.storage.database import Database
from companion.storage.file_identity import LastAct
from companion.storage.game_index import is_left_out, leave_out, list_games
from companion.storage.schema import (
    about,
    holders,
    hosts,
    log,
    metadata,
    notes,
    presence,
    replies,
    seals,
    snapshots,
    tables,
    tokens,
    tries,
)
from companion.storage.sqlite_engine import NotPlain, write_move
from companion.storage.store_errors import Conflict, DatabaseReplaced, Locked, NotTried, NotWritten, StoreError
from companion.storage.write_set import StoredReply, WriteSet

__all__ = [
    "Conflict",
    "DatabaseReplaced",
    "Locked",
    "NotTried",
    "NotWritten",
    "Store",
    "StoreError",
    "StoredReply",
    "WriteSet",
]

RESTORED = "restored"  # in `about`: another word each time that a copy is put in the place of the database


# Made once: building a statement anew takes longer than running it.
LOGGED, REPLIED = insert(log), insert(replies)
PRECEDED = select(log.c.version).where(log.c.table_id == bindparam("table"), log.c.version == bindparam("before"))
ANSWERED = select(replies.c.status, replies.c.body, replies.c.digest).where(
    replies.c.table_id == bindparam("table"), replies.c.actor == bindparam("by"), replies.c.key == bindparam("named")
)
HOSTED = select(hosts.c.device).where(hosts.c.device == bindparam("who"))


class Store(Database):
    """One database: what is written there, and what is read."""

    def write(self, change: WriteSet) -> None:
        """All or nothing, on the disk when this returns."""
        if self.server or not change.is_move:
            self._write(change)
        else:
            try:
                self._write_move(change)
            except NotPlain:
                self._write(change)
        if self._guard and change.version:
            self._guard.act = LastAct(change.table, change.version, change.act)

    def _write_move(self, change: WriteSet) -> None:
        """The same for a plain move on the disk of this computer; `NotPlain` if nothing was written."""
        with self._guarded(), closing(self._engine.raw_connection()) as connection:
            stamps = None
            if self._guard:
                self._guard.written = self._guard.stamp.next()
                stamps = str(self._guard.stamp), str(self._guard.written)
            try:
                write_move(cast(sqlite3.Connection, connection.driver_connection), change, stamps)
            except sqlite3.Error as mistake:
                raise DBAPIError.instance("COMMIT", None, mistake, sqlite3.Error, hide_parameters=True) from None

    def _write(self, change: WriteSet) -> None:
        """The same for whatever there is to write."""
        try:
            with self._writing() as connection:
                if change.opens:
                    connection.execute(insert(tables).values(id=change.table, at=change.at))
                    if change.duplicate:
                        self._say(connection, f"deal {change.duplicate} {change.table}", "")
                if (
                    change.version > 1
                    and not connection.execute(PRECEDED, {"table": change.table, "before": change.version - 1}).first()
                ):  # it was made from an act that is not here: a log has no holes
                    raise Conflict(change.table, change.version)
                if change.version:
                    row = {"table_id": change.table, "version": change.version, "at": change.at, "act": change.act}
                    connection.execute(LOGGED, row)
                if change.revoked:
                    connection.execute(delete(tokens).where(tokens.c.hash.in_(change.revoked)))
                if change.tokens:
                    rows = [{"hash": h, "table_id": change.table, "seat": seat} for h, seat in change.tokens]
                    connection.execute(insert(tokens), rows)
                if change.released:
                    mine = (holders.c.table_id == change.table) & holders.c.seat.in_(change.released)
                    connection.execute(delete(holders).where(mine))
                if change.moved:
                    move_device(connection, *change.moved)
                if change.holds:
                    new: dict[str, Any] = {"table_id": change.table, "read": change.read}
                    rows = [{**new, "seat": seat, "device": device} for seat, device in change.holds]
                    connection.execute(insert(holders), rows)
                if change.reply:
                    actor, key, reply = change.reply
                    values = {"digest": reply.digest, "status": reply.status, "body": reply.body, "game": change.game}
                    connection.execute(REPLIED, {"table_id": change.table, "actor": actor, "key": key, **values})
                    if change.forgotten:
                        mine = (replies.c.table_id == change.table) & (replies.c.actor == actor)
                        connection.execute(delete(replies).where(mine & replies.c.key.in_(change.forgotten)))
                if change.snapshot:
                    number, version, body = change.snapshot
                    row = {"table_id": change.table, "game": number, "version": version, "body": body}
                    connection.execute(insert(snapshots), row)
                    # The last move of the game that has just ended may still be asked for again; none of those before.
                    old = (replies.c.table_id == change.table) & (replies.c.game < number - 1)
                    connection.execute(delete(replies).where(old))
                if change.finished or change.reopened:
                    list_games(connection, change.table, [change.finished] if change.finished else [], change.reopened)
                if change.finished:  # a game that was put right, or went on again, keeps no seal of how it was before
                    mine = (seals.c.table_id == change.table) & (seals.c.game == change.finished.number)
                    connection.execute(delete(seals).where(mine))
                    if change.seal:
                        row = {"table_id": change.table, "game": change.finished.number, "version": change.version}
                        connection.execute(insert(seals), {**row, "seal": change.seal})
        except IntegrityError:
            raise Conflict(change.table, change.version) from None

    def acts(self, table: str, after: int = 0, upto: int | None = None) -> list[tuple[int, bytes]]:
        """The log of a table, from a version on; all of it, or up to another version."""
        query = select(log.c.version, log.c.act).where(log.c.table_id == table, log.c.version > after)
        if upto is not None:
            query = query.where(log.c.version <= upto)
        with self._reading() as connection:
            return [(v, bytes(act)) for v, act in connection.execute(query.order_by(log.c.version))]

    def snapshot(self, table: str, game: int | None = None) -> tuple[int, bytes] | None:
        """Version and body of the table before that game began, or before the last one that did."""
        query = select(snapshots.c.version, snapshots.c.body).where(snapshots.c.table_id == table)
        if game is not None:
            query = query.where(snapshots.c.game == game)
        with self._reading() as connection:
            row = connection.execute(query.order_by(snapshots.c.game.desc()).limit(1)).first()
        return (row[0], bytes(row[1])) if row else None

    def times(self, table: str, after: int = 0) -> list[float]:
        """When the acts of a table were written, one by one, from a version on."""
        query = select(log.c.at).where(log.c.table_id == table, log.c.version > after).order_by(log.c.version)
        with self._reading() as connection:
            return list(connection.execute(query).scalars())

    def version(self, table: str) -> int:
        """The last version of a table, whoever wrote it."""
        with self._reading() as connection:
            return connection.execute(select(func.max(log.c.version)).where(log.c.table_id == table)).scalar() or 0

    def tables(self, most: int) -> list[str]:
        """The tables opened last, the latest first."""
        query = select(tables.c.id).order_by(tables.c.at.desc(), tables.c.id).limit(most)
        with self._reading() as connection:
            return list(connection.execute(query).scalars())

    def labels(self) -> dict[str, str]:
        """What the host calls tables that have such a name."""
        with self._reading() as connection:
            found = connection.execute(select(tables.c.id, tables.c.label).where(tables.c.label != ""))
            return {row.id: row.label for row in found}

    def write_label(self, table: str, label: str) -> None:
        """What the host calls a table."""
        with self._writing() as connection:
            connection.execute(update(tables).where(tables.c.id == table).values(label=label))

    def token(self, hash: str) -> tuple[str, int | None] | None:
        """Table and seat that a code opens."""
        with self._reading() as connection:
            row = connection.execute(select(tokens.c.table_id, tokens.c.seat).where(tokens.c.hash == hash)).first()
        return (row[0], row[1]) if row else None

    def holders(self, table: str) -> list[tuple[int, str]]:
        """Seats and the phones that hold them."""
        query = select(holders.c.seat, holders.c.device).where(holders.c.table_id == table)
        with self._reading() as connection:
            return [(seat, device) for seat, device in connection.execute(query.order_by(holders.c.seat))]

    def read(self, table: str) -> dict[tuple[int, str], int]:
        """How far each phone of a seat has put its notices away, for those that have."""
        query = select(holders.c.seat, holders.c.device, holders.c.read)
        with self._reading() as connection:
            found = connection.execute(query.where(holders.c.table_id == table, holders.c.read > 0))
            return {(seat, device): version for seat, device, version in found}

    def write_read(self, table: str, seat: int, device: str, version: int) -> None:
        """A phone has put its notices away, up to that version."""
        mine = (holders.c.table_id == table) & (holders.c.seat == seat) & (holders.c.device == device)
        with self._writing() as connection:
            connection.execute(update(holders).where(mine & (holders.c.read < version)).values(read=version))

    def left_out(self, device: str) -> bool:
        """Has that phone said that its wins shall not be counted?"""
        with self._reading() as connection:
            return is_left_out(connection, device)

    def write_left_out(self, device: str, out: bool) -> None:
        """It says so, or takes it back, for all seats that it holds and will hold."""
        with self._writing() as connection:
            leave_out(connection, device, out)

    def seats(self, device: str) -> list[tuple[str, int]]:
        """The tables and seats that a phone holds."""
        query = select(holders.c.table_id, holders.c.seat).where(holders.c.device == device)
        with self._reading() as connection:
            return [(table, seat) for table, seat in connection.execute(query.order_by(holders.c.seat))]

    def holds(self, device: str) -> bool:
        """Does that phone hold any seat at all?"""
        with self._reading() as connection:
            return connection.execute(select(holders.c.seat).where(holders.c.device == device)).first() is not None

    def holds_at(self, table: str, device: str) -> bool:
        """Does that phone hold a seat there?"""
        mine = (holders.c.table_id == table) & (holders.c.device == device)
        with self._reading() as connection:
            return connection.execute(select(holders.c.seat).where(mine)).first() is not None

    def move(self, old: str, new: str) -> None:
        """All that one device may do, another may from now on, and the first no more."""
        with self._writing() as connection:
            move_device(connection, old, new)

    def hosts(self) -> set[str]:
        """The browsers that may host."""
        return {device for device, *_ in self.browsers()}

    def is_host(self, device: str) -> bool:
        """May that browser host?"""
        with self._reading() as connection:
            return connection.execute(HOSTED, {"who": device}).first() is not None

    def browsers(self) -> list[tuple[str, float, float, str, str]]:
        """The browsers that may host: since when, when last seen, what they are called, and who that is."""
        query = select(hosts.c.device, hosts.c.at, hosts.c.seen, hosts.c.label, hosts.c.name)
        with self._reading() as connection:
            return [(device, at, seen, label, name) for device, at, seen, label, name in connection.execute(query)]

    def name_host(self, device: str, name: str) -> None:
        """Who hosts with that browser."""
        with self._writing() as connection:
            connection.execute(update(hosts).where(hosts.c.device == device).values(name=name))

    def add_host(self, device: str, at: float = 0.0, label: str = "") -> None:
        """One more browser that may host."""
        with suppress(IntegrityError), self._writing() as connection:  # somebody else may say the same
            if not connection.execute(select(hosts).where(hosts.c.device == device)).first():
                connection.execute(insert(hosts).values(device=device, at=at, seen=at, label=label))

    def see_hosts(self, seen: Mapping[str, tuple[float, str]]) -> None:
        """When browsers that host were last seen, and what they are called."""
        with self._writing() as connection:
            for device, (at, label) in seen.items():
                connection.execute(update(hosts).where(hosts.c.device == device).values(seen=at, label=label))

    def count_try(self, kind: str, who: str, at: float, since: float) -> None:
        """Somebody tried a wrong code. What is older than that is forgotten."""
        with self._writing() as connection:
            connection.execute(delete(tries).where(tries.c.kind == kind, tries.c.at < since))
            connection.execute(insert(tries).values(kind=kind, who=who, at=at))

    def tries(self, kind: str, who: str | None, since: float) -> int:
        """How many wrong codes somebody tried since then, or everybody."""
        query = select(func.count()).select_from(tries).where(tries.c.kind == kind, tries.c.at >= since)
        with self._reading() as connection:
            return connection.execute(query if who is None else query.where(tries.c.who == who)).scalar() or 0

    def drop_host(self, device: str) -> None:
        """That browser may host no more."""
        with self._writing() as connection:
            connection.execute(delete(hosts).where(hosts.c.device == device))

    def reply(self, table: str, actor: str, key: str) -> StoredReply | None:
        """What was answered to that key."""
        with self._reading() as connection:
            row = connection.execute(ANSWERED, {"table": table, "by": actor, "named": key}).first()
        return StoredReply(row[0], bytes(row[1]), row[2]) if row else None

    def keys(self, table: str, actor: str, game: int, status: int) -> list[str]:
        """The keys that somebody was answered that way in a game, in no order."""
        mine = (replies.c.table_id == table) & (replies.c.actor == actor)
        query = select(replies.c.key).where(mine & (replies.c.game == game) & (replies.c.status == status))
        with self._reading() as connection:
            return list(connection.execute(query).scalars())

    def notes(self, table: str, game: int, seat: int) -> tuple[int, bytes]:
        """Version and notes of a seat in a game."""
        mine = (notes.c.table_id == table) & (notes.c.game == game) & (notes.c.seat == seat)
        with self._reading() as connection:
            row = connection.execute(select(notes.c.version, notes.c.body).where(mine)).first()
        return (row[0], bytes(row[1])) if row else (0, b"{}")

    def write_notes(self, table: str, game: int, seat: int, version: int, body: bytes) -> None:
        """Keeps the notes of a seat. Their version is one more than what they were made from, or somebody was faster."""
        mine = (notes.c.table_id == table) & (notes.c.game == game) & (notes.c.seat == seat)
        values = {"version": version, "body": body}
        before = mine & (notes.c.version == version - 1)
        try:
            with self._writing() as connection:
                if not connection.execute(update(notes).where(before).values(**values)).rowcount:
                    connection.execute(insert(notes).values(table_id=table, game=game, seat=seat, **values))
        except IntegrityError:
            raise Conflict(table, version) from None

    def seals(self, table: str) -> dict[int, tuple[int, str]]:
        """Of each game of a table the version that ended it, and the seal of its record."""
        query = select(seals.c.game, seals.c.version, seals.c.seal).where(seals.c.table_id == table)
        with self._reading() as connection:
            return {game: (version, seal) for game, version, seal in connection.execute(query)}

    def keep_seal(self, table: str, game: int, version: int, seal: str) -> None:
        """Keeps the seal of a game, instead of an older one if it was opened again."""
        mine = (seals.c.table_id == table) & (seals.c.game == game)
        values = {"version": version, "seal": seal}
        with suppress(IntegrityError), self._writing() as connection:  # another server may have made the same
            if not connection.execute(
                update(seals).where(mine & (seals.c.version <= version)).values(**values)
            ).rowcount:
                connection.execute(insert(seals).values(table_id=table, game=game, **values))

    def setting(self, key: str) -> str | None:
        """Something the program wrote down about itself."""
        with self._reading() as connection:
            return connection.execute(select(about.c.value).where(about.c.key == key)).scalar()

    def write_setting(self, key: str, value: str) -> None:
        """Writes it down."""
        with suppress(IntegrityError), self._writing() as connection:  # or somebody else was first to say something
            self._say(connection, key, value)

    def first_setting(self, beginning: str) -> str | None:
        """What is kept under some key that begins so; none if there is no such."""
        query = select(about.c.value).where(about.c.key.startswith(beginning, autoescape=True)).limit(1)
        with self._reading() as connection:
            found: str | None = connection.execute(query).scalar()
        return found

    def sharing(self, deal: str) -> list[str]:
        """The tables that have the same cards, in the order of their names; deleted ones are none any more."""
        query = (
            select(about.c.key).where(about.c.key.startswith(f"deal {deal} ", autoescape=True)).order_by(about.c.key)
        )
        with self._reading() as connection:
            return [key.rpartition(" ")[2] for key in connection.execute(query).scalars()]

    def untell(self, key: str) -> None:
        """That is not so any more."""
        with self._writing() as connection:
            connection.execute(delete(about).where(about.c.key == key))

    def drop(self, table: str) -> None:
        """Deletes a table with all that belongs to it. How many were is counted; which ones is forgotten."""
        with self._writing() as connection:
            for each in [*metadata.sorted_tables, *([presence] if self.server else [])]:
                if "table_id" in each.c:
                    connection.execute(delete(each).where(each.c.table_id == table))
            connection.execute(delete(about).where(about.c.key.endswith(f" {table}", autoescape=True)))
            if connection.execute(delete(tables).where(tables.c.id == table)).rowcount:
                counted = select(about.c.value).where(about.c.key == "deleted").with_for_update()
                before = connection.execute(counted).scalar()
                self._say(connection, "deleted", str(int(before or 0) + 1))

    def without_codes(self) -> list[str]:
        """Tables that could not be read when all codes were made anew."""
        with self._reading() as connection:
            found = connection.execute(select(about.c.key).where(about.c.key.startswith("codes "))).scalars()
            return [key.removeprefix("codes ") for key in found]

    def reissue(
        self, fresh: Sequence[tuple[str, str, int | None]], unread: Sequence[str], mark: str, at: float | None
    ) -> None:
        """New codes (hash, table, seat) instead of all that their tables had, made with the secret of that mark."""
        named = {table for _, table, _ in fresh}
        with self._writing() as connection:
            for table in named:
                connection.execute(delete(tokens).where(tokens.c.table_id == table))
                connection.execute(delete(about).where(about.c.key == f"codes {table}"))
            if fresh:
                rows = [{"hash": hash_, "table_id": table, "seat": seat} for hash_, table, seat in fresh]
                connection.execute(insert(tokens), rows)
            for table in unread:
                connection.execute(delete(tokens).where(tokens.c.table_id == table))
                self._say(connection, f"codes {table}", "none")
            self._say(connection, "secret", mark)
            if at is not None:
                self._say(connection, "new codes", str(at))
                # Words are hashed under the secret, too: nobody could say them any more.
                connection.execute(delete(about).where((about.c.key == "word") | about.c.key.startswith("word ")))

    def _say(self, connection: Connection, key: str, value: str) -> None:
        if not connection.execute(update(about).where(about.c.key == key).values(value=value)).rowcount:
            connection.execute(insert(about).values(key=key, value=value))


def move_device(connection: Connection, old: str, new: str) -> None:
    """Hands all that a device may do, and has said of itself, to another, in the transaction that it is given."""
    if is_left_out(connection, old):
        leave_out(connection, old, False)
        leave_out(connection, new, True)
    has = connection.execute(select(holders.c.table_id, holders.c.seat).where(holders.c.device == new))
    for table, seat in list(has):  # what it has already it does not get again
        twice = (holders.c.table_id == table) & (holders.c.seat == seat) & (holders.c.device == old)
        connection.execute(delete(holders).where(twice))
    connection.execute(update(holders).where(holders.c.device == old).values(device=new))
    if connection.execute(HOSTED, {"who": new}).first():
        connection.execute(delete(hosts).where(hosts.c.device == old))
    else:
        connection.execute(update(hosts).where(hosts.c.device == old).values(device=new))
