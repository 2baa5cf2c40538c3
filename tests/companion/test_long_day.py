"""A day of play at one table: memory stays flat, whoever plays how many games."""

from __future__ import annotations

import gc
import os
import time
from pathlib import Path

import msgspec
import pytest
from support.companion.rig import BASE, Browser, app_of, host_of, robot_call, seated, tables_in

from companion.service.tables import Tables
from companion.storage.schema import replies, snapshots
from companion.web import fragments
from referee.chance import Chance

MOVES = 20_000
FIRST = 5_000  # by then all that is kept up to a bound is full
PIECES = 4_000_000  # bytes of kept pieces: less than usual, so that they are full by then
MORE_MEMORY = 12_000_000  # bytes of the process that may be added between the two looks
MORE_OBJECTS = 0.05


def resident() -> int:
    """Bytes of this process in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Day:
    """Robots at the phones of one table, game after game, through the application."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.moves, self.games = tables, 0, 0
        app = app_of(tables)
        self.host = host_of(app)
        self.table, self.phones = seated(app, tables, "code777")

    def play(self, upto: int) -> None:
        """So many moves in all."""
        while self.moves < upto:
            if self.tables.table_state(self.table).phase != "playing":
                self.games += 1
                assert self.host.post(f"/t/{self.table}/begin").status_code == 200
            self.move()

    def move(self) -> None:
        """Whoever is awaited moves, and one of the phones after the other fetches its page."""
        (seat, *_) = self.tables.table_state(self.table).awaited
        here = f"/t/{self.table}/seat/{seat}"
        phone = self.phones[seat]
        made = robot_call("code777", asked(phone, f"{here}/view"), seat, Chance(bytes(32), self.moves))
        assert made
        assert phone.post(f"{here}/move", made).status_code == 200
        self.moves += 1
        other = self.moves % len(self.phones)
        page = f"/t/{self.table}/seat/{other}/part"
        assert self.phones[other].client.get(page, base_url=BASE).status_code == 200


def asked(phone: Browser, path: str) -> dict[str, object]:
    """JSON from there."""
    found: dict[str, object] = msgspec.json.decode(phone.client.get(path, base_url=BASE).data)
    return found


def rows(tables: Tables) -> tuple[int, int]:
    """Replies and snapshots that the store keeps."""
    with tables.store._reading() as connection:
        counted = [connection.exec_driver_sql(f"SELECT count(*) FROM {t.name}").scalar() for t in (replies, snapshots)]
    return int(counted[0] or 0), int(counted[1] or 0)


def live(folder: Path, first: int, last: int) -> None:
    """So many moves, measured at both points; prints the figures."""
    tables = tables_in(folder)
    day = Day(tables)
    figures = []
    for upto in (first, last):
        begun = time.monotonic()
        day.play(upto)
        gc.collect()
        took = (time.monotonic() - begun) * 1000 / (upto - (figures[-1][0] if figures else 0))
        figures.append((upto, resident(), len(gc.get_objects()), took, *rows(tables)))
        print(
            f"\n{day.moves} moves in {day.games} games: {resident() / 1e6:.1f} MB, {figures[-1][2]} objects, "
            f"{took:.2f} ms a move with its page, {figures[-1][4]} replies, {figures[-1][5]} snapshots",
            flush=True,
        )
    (_, memory, objects, *_), (moves, later, more, *_) = figures
    assert day.moves == moves == last, "fewer moves are no day"
    assert later - memory < MORE_MEMORY
    assert more < objects * (1 + MORE_OBJECTS)
    assert figures[-1][4] < 500, "replies of two games, and no more"
    tables.cache.forget(day.table)
    begun = time.monotonic()
    tables.table_state(day.table)
    print(f"read again in {(time.monotonic() - begun) * 1000:.1f} ms", flush=True)
    tables.store.close()


@pytest.mark.soak
@pytest.mark.figures
def test_twenty_thousand_moves_at_one_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Memory after all of them is what it was after a quarter."""
    monkeypatch.setattr(fragments, "MOST", PIECES)
    monkeypatch.setattr(fragments, "ROOM", PIECES // 10)
    with capsys.disabled():
        live(tmp_path, FIRST, MOVES)
