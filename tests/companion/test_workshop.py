"""Drawing apart from serving: a process of its own, bounded in time and memory, a short queue, and only the newest wish."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import Busy
from companion.storage.error_log import logging_to
from companion.web.shop import workshop
from companion.web.shop.folders import passing_folder, sweep
from companion.web.shop.workshop import LONG, QUICK, NotDone, Outdated, Worker, Workshop

# A worker that does what it is told: answers, or waits until it is ended, or complains.
PLAIN = """
import socket, sys, time
from companion.web.shop.frames import receive, send
port, word = sys.stdin.readline().split()
line = socket.create_connection(("127.0.0.1", int(port)))
line.sendall(word.encode())
while True:
    job, body = receive(line)
    if job["do"] == "hang":
        open(job["begun"], "w").close()
        time.sleep(600)
    if job["do"] == "die":
        sys.exit(3)
    send(line, {**job.get("reply", {}), "got": len(body)}, body * 2)
"""
COMMAND = sys.executable, "-c", PLAIN
QUICKLY = {QUICK: 5.0, LONG: 5.0}


@pytest.fixture
def shop() -> Iterator[Workshop]:
    made = Workshop(COMMAND, QUICKLY)
    yield made
    made.close()


def until(file: Path) -> None:
    """Until a worker says that it has begun."""
    end = time.monotonic() + 30
    while not file.exists():
        assert time.monotonic() < end
        time.sleep(0.01)


def process_of(shop: Workshop, kind: str = QUICK) -> int | None:
    """The process of a worker, if there is one."""
    process = shop._workers[kind]._process
    return process.pid if process else None


def test_a_job_is_answered_by_one_process_that_stays(shop: Workshop) -> None:
    assert process_of(shop) is None
    assert shop.ask({"do": "x"}, b"abc") == ({"got": 3}, b"abcabc")
    first = process_of(shop)
    assert shop.ask({"do": "x"}, bytes(300_000))[0] == {"got": 300_000}
    assert process_of(shop) == first and process_of(shop, LONG) is None
    shop.close()
    assert process_of(shop) is None


def test_mistakes_of_the_user_and_of_ours(shop: Workshop) -> None:
    with pytest.raises(NotDone) as told:
        shop.ask({"do": "x", "reply": {"error": "No.", "field": "paper"}})
    assert (told.value.sentence, told.value.field) == ("No.", "paper")
    with pytest.raises(NotDone, match="wrong on the laptop"):
        shop.ask({"do": "x", "reply": {"failed": "Traceback"}})


def test_what_takes_too_long_is_ended_and_the_next_is_answered(shop: Workshop, tmp_path: Path) -> None:
    shop._workers[QUICK]._seconds = 0.5
    shop.ask({"do": "x"})
    with pytest.raises(NotDone, match="seconds"):
        shop.ask({"do": "hang", "begun": str(tmp_path / "begun")})
    assert process_of(shop) is None
    shop._workers[QUICK]._seconds = 30
    assert shop.ask({"do": "x"})[0] == {"got": 0}
    with pytest.raises(NotDone):
        shop.ask({"do": "die"})
    assert shop.ask({"do": "x"})[0] == {"got": 0}


def test_a_newer_wish_of_a_page_ends_an_older_one(tmp_path: Path) -> None:
    """One that waits is refused when it comes up; one that is drawn is ended, once that has taken long; others are left."""
    now = 0.0
    shop, heard = Workshop(COMMAND, {QUICK: 60.0, LONG: 60.0}, clock=lambda: now), []

    def old() -> None:
        try:
            shop.ask({"do": "hang", "begun": str(tmp_path / "begun")}, tab="a", wish=1)
        except Outdated:
            heard.append("outdated")

    thread = threading.Thread(target=old)
    thread.start()
    until(tmp_path / "begun")
    now = workshop.PATIENCE + 0.1
    assert shop.ask({"do": "x"}, tab="a", wish=2)[0] == {"got": 0}
    thread.join(30)
    assert heard == ["outdated"]
    with pytest.raises(Outdated):
        shop.ask({"do": "x"}, tab="a", wish=1)
    assert shop.ask({"do": "x"}, tab="b", wish=1)[0] == {"got": 0}
    shop.close()


def test_a_worker_that_dies_or_is_ended_at_its_start_keeps_nobody_waiting(tmp_path: Path) -> None:
    """The test would wait for a minute, and be told of one, if somebody listened for a process that is gone."""
    began = time.monotonic()
    for command in ((sys.executable, "-c", "raise SystemExit(3)"), (str(tmp_path / "nothing"),)):
        with pytest.raises(NotDone, match="could not start"):
            Worker(command, 5, time.monotonic).ask({"do": "x"}, b"", "", 0)
    mute = f"import time; open({str(tmp_path / 'begun')!r}, 'w').close(); time.sleep(600)"
    worker, heard = Worker((sys.executable, "-c", mute), 5, time.monotonic), list[str]()

    def old() -> None:
        try:
            worker.ask({"do": "x"}, b"", "a", 1)
        except NotDone as told:
            heard.append(told.sentence)

    thread = threading.Thread(target=old)
    thread.start()
    until(tmp_path / "begun")
    assert worker._running is None, "nothing is drawn yet that a newer wish could end"
    worker.end()
    thread.join(workshop.STARTING)
    assert heard and "could not start" in heard[0] and time.monotonic() - began < workshop.STARTING / 2


def test_a_mistake_of_ours_is_one_line_in_the_terminal(
    shop: Workshop, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with logging_to(tmp_path) as details, pytest.raises(NotDone):
        shop.ask({"do": "x", "reply": {"failed": "Traceback\n  secret line\nKeyError: 'x'"}})
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "a worker stumbled over x;" in told and "KeyError" not in told
    assert "secret line" in details.read_text("utf-8")


def test_the_queue_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker(COMMAND, 5, time.monotonic)
    worker._waiting = workshop.WAITING
    with pytest.raises(Busy):
        worker.ask({"do": "x"}, b"", "", 0)
    assert worker._process is None


def test_a_worker_that_nobody_asks_goes(shop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "IDLE", 0.05)
    shop.ask({"do": "x"})
    end = time.monotonic() + 30
    while process_of(shop) is not None:
        assert time.monotonic() < end
        time.sleep(0.01)
    assert shop.ask({"do": "x"})[0] == {"got": 0}


def test_what_somebody_who_was_killed_has_left_is_taken_away(tmp_path: Path) -> None:
    """Only his, only in our names, and never what somebody still needs."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    kept = {f"sousmain-shop-{os.getpid()}-abc", "sousmain-shop-young", "other-1-abc", "sousmain-shop-link", "sousmain"}
    left = {f"sousmain-shop-{gone.pid}-abc", "sousmain-shop-old_1"}
    for name in (*left, *kept - {"sousmain-shop-link"}):
        (tmp_path / name / "word").mkdir(parents=True)
        (tmp_path / name / "word" / "ours.toml").write_text("#", "utf-8")
    (tmp_path / "sousmain-shop-link").symlink_to(tmp_path / "sousmain")
    for name in ("sousmain-shop-old_1", f"sousmain-shop-{os.getpid()}-abc", "other-1-abc"):
        os.utime(tmp_path / name, (0, 0))
    sweep(tmp_path)
    assert {each.name for each in tmp_path.iterdir()} == kept and any((tmp_path / "sousmain").iterdir())
    with passing_folder() as mine:
        sweep()
        assert Path(mine).is_dir()


def test_our_worker_draws_a_kit_within_bounds() -> None:
    """The real one: what the terminal would write, from a process that takes no more than its share."""
    from generator.order.request import requests
    from generator.press.build import compose, render

    shop = Workshop((sys.executable, "-P", "-m", "cli.shop"))
    try:
        words = {"only": ["racks"], "lang": "en"}
        facts, pdf = shop.ask({"do": "file", "game": "code777", "words": words, "spoken": "en"})
        assert pdf == render(compose(requests(["code777"], **words)[0])) and facts["file"] == "code777-racks-en-a4.pdf"
        limits = Path(f"/proc/{process_of(shop)}/limits")
        if limits.exists():
            bound = next(
                line for line in limits.read_text("utf-8").splitlines() if line.startswith("Max address space")
            )
            assert bound.split()[3].isdigit() and int(bound.split()[3]) <= 2 << 30
    finally:
        shop.close()
