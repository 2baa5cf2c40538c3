"""Rudeness, measured: connections that say nothing, and requests that are none, while people sit down and play.

The long runs belong to `make soak`; their figures stand in docs/security.md. Fewer than promised is a failure.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.companion.fuzzing import RULES, bodies, headers, house, owner, paths, seldom
from support.companion.house import GUEST, READING, phone
from support.companion.rig import robot_call
from support.companion.running import Party, Phone, Running, party

from companion.server.connections import AN_ADDRESS
from companion.storage.tokens import load_secret, token
from referee.chance import Chance

PROGRAM = Path(__file__).parents[1] / "support" / "companion" / "rude.py"
ANSWERED = 30.0  # seconds: whoever waits longer has hung up


class Rude:
    """Somebody rude, until the end of the block."""

    def __init__(self, *words: object) -> None:
        self._words = [sys.executable, str(PROGRAM), *map(str, words)]
        self.did: dict[str, Any] = {}

    def __enter__(self) -> Rude:
        self._process = subprocess.Popen(self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout and self._process.stdout.readline() == "ready\n"
        return self

    def wait(self) -> None:
        """Until it has done all it was to do."""
        assert self._process.stdout
        self.did = json.loads(self._process.stdout.readline())

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        if not self.did:
            self.did = json.loads(self._process.stdout.readline() or "{}")
        self._process.wait(30)
        self._process.stdout.close()


def sits_down(server: Running, table: str, seat: int) -> float:
    """A new phone scans, taps, and sees its hand; in so many seconds."""
    code, new = load_secret(server.folder).table(table), Phone(server)
    start = time.monotonic()
    assert new.get(f"/join/{code}").status == 200
    wish = {"seat": seat, "name": f"Late {seat}", "colour": seat, "key": token()}
    assert new.post(f"/join/{code}", wish).status == 200
    assert new.get(f"/t/{table}/seat/{seat}").status == 200
    return time.monotonic() - start


def opened(server: Running) -> str:
    """A table with a host and nobody yet."""
    host = Phone(server)
    host.get("/host/" + "h" * 26)
    host.get("/")
    wish = {"game": "code777", "players": 5, "lang": "en", "options": {}}
    found: str = host.post("/open", wish).json["go"].rpartition("/")[2]
    return found


def silence(folder: Path, count: int, addresses: int, an_address: int) -> tuple[float, dict[str, Any]]:
    """How long a new phone takes at most to sit down among silent connections, and what those did."""
    with Running(folder, an_address=an_address) as server:
        table, other = opened(server), opened(server)
        sits_down(server, other, 0)  # what is made once has been made
        with Rude("idle", server.port, count, addresses) as rude:
            slowest = max(sits_down(server, table, seat) for seat in range(5))
    assert rude.did["opened"] >= count, rude.did
    return slowest, rude.did


def test_a_phone_sits_down_among_silent_connections(tmp_path: Path) -> None:
    """A tenth of what the soak run has, from one address that has its own share and no more."""
    slowest, _ = silence(tmp_path, 1000, 1, AN_ADDRESS)
    assert slowest < ANSWERED


@pytest.mark.soak
@pytest.mark.figures
@pytest.mark.parametrize(
    ("addresses", "an_address"),
    [(50, AN_ADDRESS), (1, AN_ADDRESS), (1, 100_000)],
    ids=["50 addresses", "one address", "one address that may have all"],
)
def test_ten_thousand_silent_connections(
    addresses: int, an_address: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A new phone sits down in under a second."""
    pytest.importorskip("resource")
    slowest, did = silence(tmp_path, 10_000, addresses, an_address)
    with capsys.disabled():
        print(f"\n{did['opened']} connections from {addresses} address(es), a phone sat down in {slowest:.2f} s; {did}")
    assert slowest < 1.0


class Moving(threading.Thread):
    """Robots on every seat of a table, one move after another."""

    def __init__(self, here: Party) -> None:
        super().__init__(daemon=True)
        self.here, self.over, self.took, self.wrong = here, threading.Event(), list[float](), list[object]()

    def run(self) -> None:
        """Until it is told to stop."""
        number = 0
        try:
            while not self.over.is_set():
                for seat, phone_ in enumerate(self.here.phones):
                    body = self.here.view(seat)
                    if body["table"]["phase"] != "playing":
                        assert self.here.do("begin").status == 200
                        continue
                    number += 1
                    call = robot_call("code777", body, seat, Chance(number.to_bytes(32), 0))
                    if call:
                        start = time.monotonic()
                        reply = phone_.post(self.here.path(seat, "move"), call)
                        self.took.append(time.monotonic() - start)
                        if reply.status != 200:
                            self.wrong.append(reply)
        except Exception as mistake:
            self.wrong.append(mistake)


def rubbish(folder: Path, a_second: int, count: int) -> tuple[dict[str, Any], list[float], int]:
    """What was sent, how long each move took meanwhile, and how many bytes the terminal got."""
    err = folder.parent / "err.txt"
    with Running(folder, err=str(err)) as server:
        moving = Moving(party(server, "code777", 4))
        with Rude("broken", server.port, a_second, count) as rude:
            moving.start()
            rude.wait()
            moving.over.set()
            moving.join(60)
        assert moving.wrong == []
        assert server.stop() == 0
        assert server.process.stdout
        written = len(server.process.stdout.read()) + err.stat().st_size
    assert rude.did["sent"] == rude.did["answered"] == count, rude.did
    return rude.did, sorted(moving.took), written


def test_moves_go_on_among_rubbish(tmp_path: Path) -> None:
    _, took, written = rubbish(tmp_path / "data", 500, 500)
    assert took and written < 200


@pytest.mark.soak
@pytest.mark.figures
def test_five_hundred_broken_requests_a_second(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """For twenty seconds; every move is answered, and the terminal has a line."""
    did, took, written = rubbish(tmp_path / "data", 500, 10_000)
    with capsys.disabled():
        print(
            f"\n{did['sent']} broken requests, {did['a second']} a second; {len(took)} moves answered meanwhile,"
            f" half of them within {1000 * took[len(took) // 2]:.0f} ms, the slowest {1000 * took[-1]:.0f} ms;"
            f" {written} bytes in the terminal"
        )
    assert did["a second"] >= 495
    assert len(took) >= 100 and took[-1] < 1.0
    assert written < 200


MANY = 100_000


@pytest.mark.soak
@pytest.mark.figures
def test_a_hundred_thousand_fuzzed_requests(capsys: pytest.CaptureFixture[str]) -> None:
    """None is answered with a 5xx, none changes anything that was not asked for properly."""
    sent = {"requests": 0, "done properly": 0}

    @settings(
        max_examples=MANY // 9 + 200,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(data=st.data())
    def fuzz(data: st.DataObject) -> None:
        rule, endpoint = data.draw(st.sampled_from(RULES))
        path, body = data.draw(paths(rule)), data.draw(bodies(endpoint.rpartition(".")[2]))
        more = data.draw(headers) if data.draw(seldom) else {}
        odd = data.draw(st.sampled_from(["HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "BREW"]))
        here = house()
        for method in ("GET", "POST", odd):
            for device in (owner(path), GUEST, data.draw(st.sampled_from(["", "x", "x" * 26, "ÿ", phone(0)]))):
                reply = here.ask(method, path, device, b"" if method in READING else body, **more)
                sent["requests"] += 1
                assert reply.status_code < 500, (method, path, device, body, more)
                if reply.status_code < 300 and method not in READING:
                    sent["done properly"] += 1
                    house.cache_clear()
        if house() is here:
            assert here.state() == here.before, (path, body, more)

    fuzz()
    with capsys.disabled():
        print(
            f"\n{sent['requests']} fuzzed requests, 0 × 5xx, 0 changes; {sent['done properly']} were proper by chance"
        )
    assert sent["requests"] >= MANY
