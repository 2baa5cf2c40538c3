"""The real server: how it takes connections, what it refuses, how it starts after a crash, how it ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import luck
from support.companion.running import ROOT, Phone, Running, party
from support.soak import SOAK

from companion.network import PortTaken, listening
from companion.server import connections, wsgi
from companion.storage.data_folder import Folder, InUse, NotWritable
from companion.storage.tokens import KEY_BYTES, load_secret


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One that nobody stops."""
    with Running(tmp_path_factory.mktemp("serve")) as running:
        yield running


def test_the_chance_of_a_server_follows_from_its_test(tmp_path: Path) -> None:
    """Or a test that plays a game is red by luck, once in a hundred times; a long run wants true chance."""

    def dealt(seed: str) -> tuple[str, Any]:
        luck.drawn.seed(seed)
        with Running(Path(tempfile.mkdtemp(dir=tmp_path))) as running:
            game = party(running, "code777", 3)
            return game.table, game.phones[0].get(f"{game.path(0)}/view").json["view"]["racks"]

    assert SOAK or dealt("one") == dealt("one")
    assert dealt("one") != dealt("another")


class TestConnections:
    """Small questions, quick answers."""

    def test_small_answers_leave_at_once_and_vanished_phones_are_given_up(self) -> None:
        """Asked of the socket that the server itself accepted."""
        gevent = pytest.importorskip("gevent")
        from gevent import socket as green

        accepted: list[Any] = []

        def app(environ: Any, start: Any) -> list[bytes]:
            start("200 OK", [("Content-Length", "2")])
            return [b"ok"]

        listener = listening("127.0.0.1", 0)
        address = listener.getsockname()
        made = wsgi.server(app, listener)

        class Watched(made.handler_class):
            def __init__(self, sock: Any, *more: Any) -> None:
                accepted.append(sock)
                super().__init__(sock, *more)

        made.handler_class = Watched
        made.start()
        with gevent.Timeout(10):
            line = green.create_connection(address)
            line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert line.recv(1000).startswith(b"HTTP/1.1 200")
            assert accepted[0].getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                assert accepted[0].getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == connections.READING * 1000
            line.close()
            made.stop(1)

    def test_a_connection_is_kept(self, server: Running) -> None:
        phone = Phone(server)
        phone.get("/help")
        first = phone.line().sock
        for _ in range(50):
            assert phone.get("/help").status == 200
        assert phone.line().sock is first

    def test_nobody_waits_for_a_phone_that_dawdles(self, server: Running) -> None:
        """Half a question, and a question whose answer nobody reads."""
        slow = [socket.create_connection(("127.0.0.1", server.port), timeout=10) for _ in range(20)]
        for line in slow[:10]:
            line.sendall(b"POST /open HTTP/1.1\r\nHost: 127.0.0.1")
        for line in slow[10:]:
            line.sendall(f"GET /help HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode() * 50)
        assert Phone(server).get("/help").status == 200
        for line in slow:
            line.close()

    def test_streams_are_refused_before_files_run_out(self, tmp_path: Path) -> None:
        """A system that allows few files: the server says no to streams while it can still say anything."""
        pytest.importorskip("resource")
        with Running(tmp_path, files=128) as server:
            here = party(server, "code777", 4)
            streams = [here.phones[seat].stream(here.path(seat, "stream")) for seat in range(4) for _ in range(12)]
            allowed = [each for each in streams if each.status == 200]
            assert len(allowed) == 128 // 2 - 32
            assert {each.status for each in streams} == {200, 429}
            others = [Phone(server) for _ in range(20)]
            assert {other.get("/help").status for other in others} == {200}
            assert here.view(0)["table"]["phase"] == "playing"
            for each in streams:
                each.close()


class TestLimits:
    """Files, ports and folders."""

    @pytest.mark.parametrize(("soft", "hard"), [(128, 256), (128, 1024), (300, 1024), (128, 16384), (10000, 16384)])
    def test_as_many_files_as_the_system_allows(self, soft: int, hard: int) -> None:
        resource = pytest.importorskip("resource")
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        if most not in (resource.RLIM_INFINITY, -1):
            soft, hard = min(soft, most), min(hard, most)
        program = (
            "import resource\nfrom companion.server import wsgi\n"
            f"resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))\n"
            "wsgi.raise_limit()\nprint(resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
        )
        said = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
        assert int(said.stdout) == max(soft, min(hard, wsgi.MOST_FILES))

    def test_the_running_server_has_them(self, server: Running) -> None:
        limits = Path(f"/proc/{server.process.pid}/limits")
        if not limits.exists():
            pytest.skip("this system does not tell")
        (line,) = [line for line in limits.read_text().splitlines() if line.startswith("Max open files")]
        soft, hard = line.split()[3:5]
        assert soft == "unlimited" or int(soft) >= min(wsgi.MOST_FILES, int(hard) if hard != "unlimited" else 10**9)

    def test_a_port_that_is_taken(self) -> None:
        with listening("127.0.0.1", 0) as first:
            port = first.getsockname()[1]
            with pytest.raises(PortTaken, match=str(port)):
                listening("127.0.0.1", port)

    def test_a_folder_that_is_taken(self, server: Running) -> None:
        with pytest.raises(InUse, match=f"127.0.0.1:{server.port}"), Folder(server.folder, "elsewhere"):
            pass

    def test_a_folder_that_cannot_be_made(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        with pytest.raises(NotWritable), Folder(tmp_path / "file" / "data", "here"):
            pass


class TestEnd:
    """Told to stop, or killed."""

    @pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
    def test_it_ends_with_streams_open(self, name: str, tmp_path: Path) -> None:
        """And leaves a folder that is whole and free."""
        with Running(tmp_path) as server:
            here = party(server, "code777", 4)
            streams = [here.phones[seat].stream(here.path(seat, "stream")) for seat in range(4) for _ in range(5)]
            assert all(each.next() for each in streams)
            version = here.view(0)["table"]["version"]
            waiting = here.phones[0].send("GET", here.path(0, f"wait?version={version}"))
            start = time.monotonic()
            server.process.send_signal(getattr(signal, name))
            assert server.process.wait(20) == 0
            assert time.monotonic() - start < 8
            for each in streams:
                each.close()
            waiting.close()
        assert sorted(file.name for file in tmp_path.iterdir()) == ["in-use", "secret", "tables.sqlite"]
        with Folder(tmp_path, "here"):
            pass

    def test_after_a_kill_the_folder_is_free(self, tmp_path: Path) -> None:
        with Running(tmp_path) as server:
            here = party(server, "code777", 4)
            before = here.view(0)
            server.kill()
            server.start()
            assert here.view(0) == before, "the same phone, the same hand, at another port"

    @pytest.mark.parametrize("left", [b"", b"00" * (KEY_BYTES - 1), b"no secret at all"])
    def test_half_a_secret_is_none(self, left: bytes, tmp_path: Path) -> None:
        """An empty key would be everybody's key. What is left of it stays under another name."""
        for name in ("secret.damaged", "secret.damaged1"):
            (tmp_path / "secret").write_bytes(left)
            assert len(load_secret(tmp_path)._key) == KEY_BYTES
            assert (tmp_path / name).read_bytes() == left

    def test_a_secret_is_whole_or_not_there(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def dies(_: int) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", dies)
            with pytest.raises(KeyboardInterrupt):
                load_secret(tmp_path)
        assert not (tmp_path / "secret").exists()
        made = load_secret(tmp_path)
        assert made.table("b23456") == load_secret(tmp_path).table("b23456")
        assert (tmp_path / "secret").stat().st_mode & 0o077 == 0
        assert [file.name for file in tmp_path.iterdir()] == ["secret"]


def test_told_to_stop_before_it_serves() -> None:
    """Between the line that names Ctrl+C and the first phone lie imports, in which Python loses a KeyboardInterrupt."""
    names = (signal.SIGINT, signal.SIGTERM)
    before = [signal.getsignal(name) for name in names]
    try:
        stop = wsgi.StopSignal()
        signal.raise_signal(signal.SIGINT)
        assert stop.told
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            listener.listen()
            wsgi.run(lambda environ, start: [], listener, stop=stop)  # else it never comes back
    finally:
        for name, handler in zip(names, before, strict=True):
            signal.signal(name, handler)
