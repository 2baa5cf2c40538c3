"""How mistakes of a running server are told: one line in the terminal, the details in a file, and nobody is served less."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from support.companion.running import ROOT, STOP, Phone
from support.companion.warm_server import die_with_parent

from companion.storage import error_log
from companion.storage.tokens import token
from templates.i18n import speaking


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    """The file with the details, while mistakes are kept."""
    with speaking("en"), error_log.logging_to(tmp_path) as found:
        yield found


def fail(*words: object) -> None:
    """A mistake, told as the server does."""
    try:
        raise RuntimeError("what it says", *words)
    except RuntimeError as mistake:
        error_log.LOG.error("%s in %s", type(mistake).__name__, "home.index", exc_info=mistake)


class TestLines:
    """What the terminal gets."""

    def test_one_line_that_names_the_file(self, file: Path, capfd: pytest.CaptureFixture[str]) -> None:
        assert not file.exists(), "no mistake, no file"
        fail()
        told = f"sousmain: Something went wrong: RuntimeError in home.index; the details are in {file}.\n"
        assert capfd.readouterr() == ("", told)
        text = file.read_text("utf-8")
        assert "Traceback" in text and "what it says" in text

    def test_the_same_again_is_counted(
        self, file: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A line a minute for each kind of mistake; the file has them all."""
        now = [1000.0]
        monkeypatch.setattr(error_log.time, "monotonic", lambda: now[0])
        for _ in range(50):
            fail()
        error_log.LOG.error("the clock stumbled")
        assert capfd.readouterr().err.count("\n") == 2
        now[0] += error_log.AGAIN
        fail()
        assert "Something went wrong, 50 times: RuntimeError in home.index" in capfd.readouterr().err
        assert file.read_text("utf-8").count("Traceback") == 51

    def test_it_speaks_the_language_of_whoever_started_it(
        self, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        """Not that of the phone whose request went wrong."""
        with speaking("fr"), error_log.logging_to(tmp_path), speaking("en"):
            fail()
        assert "Quelque chose a échoué : RuntimeError in home.index" in capfd.readouterr().err.replace("\xa0", " ")

    def test_afterwards_all_is_as_before(self, tmp_path: Path) -> None:
        hooks = sys.unraisablehook, threading.excepthook
        with error_log.logging_to(tmp_path):
            assert len(error_log.LOG.handlers) == 2
        assert (sys.unraisablehook, threading.excepthook) == hooks
        assert error_log.LOG.handlers == error_log.FLASK.handlers == []


class TestFile:
    """What it holds."""

    def test_it_is_bounded(self, file: Path) -> None:
        """However often, and however long each mistake is."""
        for _ in range(100):
            fail("É" * 50_000)
        files = [*file.parent.iterdir()]
        assert {each.name for each in files} == {"mistakes.log", "mistakes.log.1"}
        assert sum(each.stat().st_size for each in files) <= 2 * (error_log.MOST + 2 * error_log.LONGEST)

    @pytest.mark.skipif(os.name != "posix", reason="Windows keeps a user's folders from others by itself")
    def test_it_is_for_its_owner_alone(self, file: Path) -> None:
        before = os.umask(0)
        try:
            for _ in range(40):
                fail("É" * 50_000)
        finally:
            os.umask(before)
        assert {each.stat().st_mode & 0o777 for each in file.parent.iterdir()} == {0o600}
        assert len([*file.parent.iterdir()]) == 2

    def test_no_token_is_in_it(self, file: Path, capfd: pytest.CaptureFixture[str]) -> None:
        made = token()
        fail(f"/join/{made}")
        error_log.LOG.error("stuck at /host/%s", made)
        error_log.FLASK.error("Exception on /join/%s", made)
        assert made not in file.read_text("utf-8") + capfd.readouterr().err
        assert "/join/…" in file.read_text("utf-8")

    def test_letters_that_cannot_be_written(self, file: Path) -> None:
        fail("\ud800")
        assert "\\ud800" in file.read_text("utf-8")

    def test_a_disk_that_refuses_stops_nobody(
        self, file: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The line says so; when there is room again, the file goes on."""
        file.mkdir()  # also root cannot write there
        fail()
        assert capfd.readouterr().err.endswith("; no folder takes the details.\n")
        file.rmdir()
        error_log.LOG.error("another")
        assert capfd.readouterr().err.endswith(f"; the details are in {file}.\n")
        assert "another" in file.read_text("utf-8")

    def test_what_nobody_caught(self, file: Path, capfd: pytest.CaptureFixture[str]) -> None:
        """In a greenlet, in a thread, in a finaliser."""
        import gevent

        gevent.spawn(lambda: {}["greenlet"]).join()
        thread = threading.Thread(target=lambda: {}["thread"])
        thread.start()
        thread.join()

        class Last:
            def __del__(self) -> None:
                raise KeyError("finaliser")

        Last()
        err = capfd.readouterr().err
        assert err.count("\n") == 1 and "a mistake that nobody caught" in err
        text = file.read_text("utf-8")
        assert all(f"KeyError: '{each}'" in text for each in ("greenlet", "thread", "finaliser"))


SPOILT = """
import companion.server.wsgi
patch = companion.server.wsgi.patch
def later():
    patch()
    import companion.web.routes.home as home
    def rules(slug, edition="", phone=False):
        raise RuntimeError("no luck with " + slug)
    home.amounts.rules_with_amounts = rules
companion.server.wsgi.patch = later
from cli.entry import main
main()
"""


@contextmanager
def spoilt(folder: Path) -> Iterator[tuple[subprocess.Popen[str], Phone]]:
    """`sousmain play` with a page that fails, and a phone."""
    words = ("play", "--no-open", "--bind", "127.0.0.1", "--port", "0", "--lang", "en", "--data", str(folder))
    process = subprocess.Popen(
        [sys.executable, "-c", SPOILT, *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=die_with_parent,
    )
    assert process.stdout and process.stderr
    try:
        told = ""
        for line in process.stdout:
            told += line
            if "Ctrl+C" in line:
                break
        found = re.search(r"127\.0\.0\.1:(\d+)", told)
        assert found, process.stderr.read()
        yield process, Phone(SimpleNamespace(port=int(found[1])))  # type: ignore[arg-type]  # it asks for no more
    finally:
        process.kill()
        process.wait(STOP)
        process.stdout.close()
        process.stderr.close()


def test_a_route_that_fails_in_the_real_server(tmp_path: Path) -> None:
    """The phone gets a sentence, the terminal one line, the file the rest; the others are served, and it stops as ever."""
    with spoilt(tmp_path) as (process, phone):
        for _ in range(20):
            reply = phone.get("/rules/code777")
            assert reply.status == 500
            assert b"Something is wrong on the laptop" in reply.body and b"Traceback" not in reply.body
        assert phone.get("/help").status == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(STOP) == 0
        assert process.stderr
        err = process.stderr.read()
    file = tmp_path / error_log.FILE
    assert err == f"sousmain: Something went wrong: RuntimeError in home.rules; the details are in {file}.\n"
    assert file.read_text("utf-8").count("RuntimeError: no luck with code777") == 20
