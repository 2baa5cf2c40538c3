"""The list of games that have ended, kept beside the logs: nobody reads all of them to find one, or to count wins."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select

from companion.storage.schema import about, games, holders, left_out, players
from companion.table.endings import FinishedGame
from companion.table.names import searchable

WINS = "wins by name"  # in `about`: the house counts them


def list_games(
    connection: Connection, table: str, finished: Sequence[FinishedGame], reopened: int = 0, counted: bool = True
) -> None:
    """Lists games of a table that have ended, in the transaction that it is given, and no more one that goes on.

    A win counts by name if the house counts them, and no phone of that seat has said that it shall not; never that of a
    robot, nor in games that were over before anybody could say so (`counted`).
    """
    numbers = [each.number for each in finished] + ([reopened] if reopened else [])
    for each in (games, players):
        connection.execute(delete(each).where(each.c.table_id == table, each.c.game.in_(numbers)))
    if not finished:
        return
    counts = counted and connection.execute(select(about.c.value).where(about.c.key == WINS)).scalar() is not None
    silent = select(holders.c.seat).join(left_out, left_out.c.device == holders.c.device)
    silent = silent.where(holders.c.table_id == table)
    out = set(connection.execute(silent).scalars()) if counts else set()
    for game in finished:
        row = {"table_id": table, "game": game.number}
        values = {"slug": game.slug, "at": game.at, "seconds": game.seconds, "abandoned": int(game.abandoned)}
        connection.execute(insert(games), {**row, **values})
        connection.execute(
            insert(players),
            [
                {
                    **row,
                    "seat": seat,
                    "slug": game.slug,
                    "at": game.at,
                    "name": name,
                    "searched": searchable(name),
                    "won": int(seat in game.winners),
                    "counted": int(counts and bool(name) and not game.abandoned and seat not in out.union(game.robots)),
                }
                for seat, name in enumerate(game.names)
            ],
        )


def is_left_out(connection: Connection, device: str) -> bool:
    """Has this phone said that its wins shall not be counted?"""
    return connection.execute(select(left_out).where(left_out.c.device == device)).first() is not None


def leave_out(connection: Connection, device: str, out: bool) -> None:
    """It says so, or takes it back."""
    connection.execute(delete(left_out).where(left_out.c.device == device))
    if out:
        connection.execute(insert(left_out).values(device=device))
