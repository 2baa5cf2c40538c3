"""Which seats have a page open, at which server. A server that has said nothing for a while has none."""

from __future__ import annotations

from collections.abc import Set

from sqlalchemy import text

from companion.storage.postgres import Postgres

GONE = 6  # seconds
HERE = text(
    "INSERT INTO servers (id, at, address) VALUES (:me, extract(epoch FROM now()), :address)"
    " ON CONFLICT (id) DO UPDATE SET at = excluded.at"
)
LEFT = text(
    "DELETE FROM presence p WHERE p.server = :me AND NOT EXISTS"
    " (SELECT FROM unnest(CAST(:tables AS text[]), CAST(:seats AS int[])) AS h(t, s) WHERE h.t = p.table_id AND h.s = p.seat)"
)
CAME = text(
    "INSERT INTO presence (server, table_id, seat)"
    " SELECT :me, h.t, h.s FROM unnest(CAST(:tables AS text[]), CAST(:seats AS int[])) AS h(t, s) ON CONFLICT DO NOTHING"
)
ELSEWHERE = text(
    "SELECT p.table_id, array_agg(DISTINCT p.seat) FROM presence p JOIN servers s ON s.id = p.server"
    f" WHERE p.server <> :me AND s.at > extract(epoch FROM now()) - {GONE} GROUP BY p.table_id"
)
SWEPT = (
    text(
        f"DELETE FROM presence WHERE server IN (SELECT id FROM servers WHERE at < extract(epoch FROM now()) - {10 * GONE})"
    ),
    text(f"DELETE FROM servers WHERE at < extract(epoch FROM now()) - {10 * GONE}"),
)
LEAVE = (text("DELETE FROM presence WHERE server = :me"), text("DELETE FROM servers WHERE id = :me"))


def exchange(server: Postgres, me: str, address: str, here: Set[tuple[str, int]]) -> dict[str, frozenset[int]]:
    """The seats that have a page open at other servers, by table; those that have one here are told."""
    told = {"me": me, "tables": [table for table, _ in here], "seats": [seat for _, seat in here]}
    with server.writing() as connection:
        connection.execute(text("SET LOCAL synchronous_commit = off"))  # in a second it is told again
        connection.execute(HERE, {"me": me, "address": address})
        connection.execute(LEFT, told)
        connection.execute(CAME, told)
        for statement in SWEPT:
            connection.execute(statement)
        found = connection.execute(ELSEWHERE, {"me": me})
        return {table: frozenset(seats) for table, seats in found}


def leave(server: Postgres, me: str) -> None:
    """This server ends."""
    with server.writing() as connection:
        for statement in LEAVE:
            connection.execute(statement, {"me": me})


def running(server: Postgres) -> list[str]:
    """The addresses of the servers that use the database now."""
    query = text(f"SELECT address FROM servers WHERE at > extract(epoch FROM now()) - {GONE} ORDER BY address")
    with server.reading() as connection:
        return list(connection.execute(query).scalars())
