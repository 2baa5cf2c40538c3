"""The second evening: the command that was typed the first time finds the same table and the same hands, however it ended.

Real processes, started by the words of the README; stopped by Ctrl+C, by the system, and by a power cut. The first game
starts Python each time; for the others, processes that have everything imported turn into that command.
"""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.companion.forked import Forked
from support.companion.rig import robot_call
from support.companion.running import ROOT, STOP, Party, Phone
from support.companion.warm_server import die_with_parent
from support.soak import SOAK

from companion.storage.tokens import load_secret
from referee.chance import Chance
from referee.registry import GAMES, game, pieces
from templates import loader

KITS = loader.SHELF / "kits"
USUAL = {"allo": KITS / "allo" / "france.toml", "rallye": KITS / "rallye" / "board.toml"}
MAPPED = tuple(slug for slug in GAMES if game(slug).maps)
MOVES = 5  # between one start and the next
ENDS = {signal.SIGINT: 0, signal.SIGTERM: 0, signal.SIGKILL: -signal.SIGKILL}


class Evening:
    """`sousmain play` in a process of its own, until somebody ends it; `cold`, from the start of Python."""

    def __init__(self, data: Path, *words: str, cold: bool) -> None:
        self.folder, self.err = data, data.with_name(f"{data.name}-err.txt")
        self.err.unlink(missing_ok=True)
        self.process = self.started(
            ["play", *words, "--no-open", "--bind", "127.0.0.1", "--port", "0", "--lang", "en", "--data", str(data)],
            cold,
        )
        assert self.process.stdout
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if "Ctrl+C" in line:
                break
        link = re.search(r":(\d+)(/host/\S+)", "".join(lines))
        assert link, self.err.read_text("utf-8")
        self.port, self.link = int(link[1]), link[2]

    def started(self, words: list[str], cold: bool) -> subprocess.Popen[str] | Forked:
        """The process."""
        if not cold:
            return Forked(["-m", "cli", *words], str(self.err))
        with self.err.open("w", encoding="utf-8") as err:
            return subprocess.Popen(
                [sys.executable, "-m", "cli", *words],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=err,
                text=True,
                preexec_fn=die_with_parent,
            )

    def host(self) -> tuple[Phone, str]:
        """The browser that the link opens, and the page that it leads to."""
        phone = Phone(self)  # type: ignore[arg-type]  # of a server, it asks for the port alone
        first = phone.get(self.link).headers["location"]
        phone.get(first)
        return phone, first

    def end(self, by: signal.Signals) -> None:
        """Ends it; there is nothing to complain about."""
        self.process.send_signal(by)
        assert self.process.wait(STOP) == ENDS[by]
        assert self.err.read_text("utf-8") == ""

    def close(self) -> None:
        """After a test that went wrong as well."""
        self.process.kill()
        self.process.wait(STOP)
        if self.process.stdout:
            self.process.stdout.close()


@contextmanager
def evening(data: Path, *words: str, cold: bool = False) -> Iterator[Evening]:
    """One, for as long as the block lasts."""
    found = Evening(data, *words, cold=cold)
    try:
        yield found
    finally:
        found.close()


def sit_down(server: Evening, host: Phone, table: str, slug: str) -> Party:
    """A phone on every seat, and the cards are dealt."""
    code = load_secret(server.folder).table(table)
    found = Party(table, host, [Phone(server) for _ in range(pieces(slug).USUAL)])  # type: ignore[arg-type]
    for seat, phone in enumerate(found.phones):
        phone.get(f"/join/{code}")
        sat = phone.post(f"/join/{code}", {"seat": seat, "name": f"Player {seat + 1}", "colour": seat})
        assert sat.status == 200, sat.body
        phone.get(found.path(seat))
    assert found.do("begin").status == 200
    return found


def move_on(party: Party, slug: str, number: int) -> None:
    """Robots make some moves, each from the view of its own phone."""
    made = 0
    while made < MOVES:
        before = made
        for seat, phone in enumerate(party.phones):
            call = robot_call(slug, party.view(seat), seat, Chance(bytes([number] * 32), made))
            if call and made < MOVES:
                reply = phone.post(party.path(seat, "move"), call)
                assert reply.status == 200, reply.body
                made += 1
        assert made > before, "somebody can always move"


def hands(party: Party) -> list[bytes]:
    """What each phone sees, byte by byte; but for the clock, which runs."""
    found = []
    for seat, phone in enumerate(party.phones):
        reply = phone.get(party.path(seat, "view"))
        assert reply.status == 200, reply.body
        body: dict[str, Any] = reply.json
        body.pop("left", None)
        (body["table"]["breath"] or {}).pop("left", None)
        found.append(msgspec.json.encode(body))
    return found


def moved_to(party: Party, server: Evening) -> None:
    """The same phones with the same tokens; only the port is another."""
    for phone in party.phones:
        phone.server = server  # type: ignore[assignment]
        assert phone.get("/").status == 200


@pytest.mark.parametrize("slug", GAMES)
def test_the_same_table_and_the_same_hands(slug: str, tmp_path: Path) -> None:
    """Started by the name of the game, by that again, without it, and by it once more; most games in one of these ways."""
    again = [((slug,), signal.SIGTERM), ((), signal.SIGKILL), ((slug,), signal.SIGINT)]
    which = list(GAMES).index(slug)
    if not SOAK and which:
        again = [again[which % len(again)]]
    data, cold = tmp_path / "data", which == 0
    with evening(data, slug, cold=cold) as server:
        host, first = server.host()
        party = sit_down(server, host, first.removeprefix("/t/"), slug)
        move_on(party, slug, 0)
        seen = hands(party)
        server.end(signal.SIGINT)
    for number, (words, ended) in enumerate(again, 1):
        with evening(data, *words, cold=cold) as server:
            host, first = server.host()
            assert first == (f"/t/{party.table}" if words else "/")
            assert host.get("/").body.count(b'href="/t/') == 1, "no other table was opened"
            moved_to(party, server)
            assert hands(party) == seen
            move_on(party, slug, number)
            seen = hands(party)
            server.end(ended)


@pytest.mark.parametrize("slug", MAPPED)
def test_the_same_on_a_map_of_ones_own(slug: str, tmp_path: Path) -> None:
    """Asked for with and without the name of the game; another map is another table."""
    own, data = elsewhere(slug, tmp_path), tmp_path / "data"
    with evening(data, "--map", str(own)) as server:
        host, first = server.host()
        assert first == "/"
        opened = host.post("/open", {"game": slug, "players": pieces(slug).USUAL, "lang": "en"}).json["go"]
        host.get(opened)
        party = sit_down(server, host, opened.removeprefix("/t/"), slug)
        assert b"Map: Elsewhere" in host.get(opened).body
        move_on(party, slug, 0)
        seen = hands(party)
        server.end(signal.SIGKILL)
    again = [
        ((slug, "--map", str(own)), signal.SIGINT),
        (("--map", str(own)), signal.SIGTERM),
        ((slug,), signal.SIGKILL),
        ((slug, "--map", str(USUAL[slug])), signal.SIGINT),
    ]
    if not SOAK:
        again = again[MAPPED.index(slug) % 2 :: 2]
    for number, (words, ended) in enumerate(again, 1):
        with evening(data, *words) as server:
            host, first = server.host()
            assert (first == opened) == (words[0] == slug and str(USUAL[slug]) not in words)
            moved_to(party, server)
            assert hands(party) == seen
            move_on(party, slug, number)
            seen = hands(party)
            server.end(ended)


def elsewhere(slug: str, folder: Path) -> Path:
    """The usual map under another name."""
    text = USUAL[slug].read_text("utf-8")
    assert 'name = "France"' in text
    file = folder / "elsewhere.toml"
    file.write_text(text.replace('name = "France"', 'name = "Elsewhere"', 1), "utf-8")
    return file
