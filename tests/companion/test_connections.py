"""Connections that do nothing: they end after a while, and never take the room that a table needs."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from support.companion.running import Party, Phone, Running, party

from companion.server import connections
from companion.server.connections import BUSY, IDLE, PATIENCE, READING, SILENT, UNFINISHED, Connections
from companion.server.unreadable_requests import ADDRESSES, EVERY, UnreadableRequests
from companion.storage.pubsub import HEARTBEAT


class Line:
    """A socket that only knows whether it was ended."""

    def __init__(self) -> None:
        self.ended = False

    def shutdown(self, _: int) -> None:
        self.ended = True


class Hall:
    """Connections, a clock that a test sets, and who came."""

    def __init__(self, most: int = 100, an_address: int = 10) -> None:
        self.now = 0.0
        self.all = Connections(most, an_address, lambda: self.now)

    def come(self, address: str = "a", kind: int = SILENT) -> Line | None:
        self.now += 0.001
        line = Line()
        if not self.all.admit(line, address):
            return None
        found = self.all.get(line)
        assert found
        if kind != SILENT:
            self.all.turn(found, kind)
        return line

    def lines(self, count: int, address: str = "a", kind: int = SILENT) -> list[Line]:
        found = [self.come(address, kind) for _ in range(count)]
        assert None not in found
        return found  # type: ignore[return-value]


class TestRoom:
    """Who goes, and who is turned away."""

    def test_one_address_takes_its_share_and_the_oldest_silent_one_goes_first(self) -> None:
        hall = Hall()
        idle, silent = hall.lines(5, kind=IDLE), hall.lines(5)
        newcomer = hall.come()
        assert newcomer and silent[0].ended and not any(line.ended for line in (*idle, *silent[1:], newcomer))
        assert len(hall.all) == 10

    def test_bodies_that_do_not_come_go_before_those_that_wait(self) -> None:
        hall = Hall()
        idle, unfinished = hall.lines(5, kind=IDLE), hall.lines(5, kind=UNFINISHED)
        hall.lines(5, kind=BUSY)
        assert all(line.ended for line in unfinished) and not any(line.ended for line in idle)
        hall.lines(1)
        assert [line.ended for line in idle] == [True, False, False, False, False]

    def test_streams_stay_and_the_newcomer_is_turned_away(self) -> None:
        hall = Hall()
        busy = hall.lines(10, kind=BUSY)
        assert hall.come() is None
        assert not any(line.ended for line in busy)
        assert hall.come("b"), "another address finds its place"
        hall.all.forget(busy[0])
        assert hall.come()

    def test_the_whole_room(self) -> None:
        """Many addresses: known phones stay, silent strangers go, and at the very end newcomers do."""
        hall = Hall(most=20, an_address=100)
        phones = hall.lines(8, "phones", BUSY)
        strangers = [hall.come(f"s{number}") for number in range(50)]
        assert len(hall.all) == 20 and not any(phone.ended for phone in phones)
        assert [line.ended for line in strangers if line] == [True] * 38 + [False] * 12
        more = hall.lines(12, "more", BUSY)
        assert hall.come("z") is None and not any(line.ended for line in (*phones, *more))

    def test_it_counts_nothing_twice_and_forgets_all(self) -> None:
        hall = Hall()
        lines = hall.lines(10)
        for line in (*lines, *lines):
            hall.all.forget(line)
        assert (len(hall.all), dict(hall.all._from), hall.all._kinds) == (0, {}, {})
        assert len(hall.lines(10)) == 10


class TestPatience:
    """How long each may take."""

    @pytest.mark.parametrize("kind", [SILENT, UNFINISHED, IDLE])
    def test_time_is_up(self, kind: int) -> None:
        hall = Hall()
        (line,) = hall.lines(1, kind=kind)
        since = hall.now
        hall.now = since + PATIENCE[kind] - 0.01
        hall.all.sweep()
        assert not line.ended
        hall.now = since + PATIENCE[kind]
        hall.all.sweep()
        assert line.ended and len(hall.all) == 0

    def test_a_stream_has_all_the_time_in_the_world(self) -> None:
        hall = Hall()
        (line,) = hall.lines(1, kind=BUSY)
        hall.now += 1e6
        hall.all.sweep()
        assert not line.ended

    def test_whoever_does_not_take_what_he_asked_for(self) -> None:
        hall = Hall()
        (line,) = hall.lines(1, kind=BUSY)
        found = hall.all.get(line)
        assert found
        with hall.all.writing(found):
            hall.now += READING - 0.01
            hall.all.sweep()
            assert not line.ended
        hall.now += READING
        hall.all.sweep()
        assert not line.ended, "he has taken it"
        with hall.all.writing(found):
            hall.now += READING
            hall.all.sweep()
        assert line.ended

    def test_each_question_gives_it_another_while(self) -> None:
        hall = Hall()
        (line,) = hall.lines(1)
        found = hall.all.get(line)
        assert found
        for _ in range(5):
            hall.now += 9.0
            hall.all.sweep()
            hall.all.turn(found, BUSY)
            hall.all.turn(found, IDLE)
        assert not line.ended


class TestStrangers:
    """What strangers send is told in one line, now and then."""

    def test_once_a_minute_in_one_line(self) -> None:
        now = [0.0]
        strangers = UnreadableRequests(lambda: now[0])
        assert strangers.summary() == ""
        for number in range(200):
            strangers.unreadable(f"10.0.0.{number % 2}")
        assert strangers.summary() == "Requests that could not be read: 200 (addresses: 2)."
        strangers.unreadable("10.0.0.1")
        strangers.turned_away("10.0.0.1")
        now[0] = EVERY - 1
        assert strangers.summary() == ""
        now[0] = EVERY
        told = strangers.summary()
        assert told.count("\n") == 0 and "read: 1 " in told and "too many: 1 " in told
        now[0] = 10 * EVERY
        assert strangers.summary() == ""

    def test_the_count_takes_no_room(self) -> None:
        strangers = UnreadableRequests(lambda: 0.0)
        for number in range(5 * ADDRESSES):
            strangers.unreadable(str(number))
        assert len(strangers._unreadable) <= ADDRESSES + 1
        assert f"read: {5 * ADDRESSES} " in strangers.summary()


BROKEN = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),  # a browser that tries https
    b"GET / HTP/9\r\n\r\n",
    b"nonsense\r\n\r\n",
    b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 200 + b"\r\n",
    b"GET / HTTP/1.1\r\nX: " + b"y" * 70_000 + b"\r\n\r\n",
    b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.x\r\n\r\n",
    b"POST /open HTTP/1.1\r\nHost: x\r\nContent-Length: nonsense\r\n\r\n",
    b"POST /open HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    b"POST /open HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST /open HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\nshort",
    b"GET / HTTP/1.1\r\nHost: x",  # and then nothing
    b"GET \xff\xfe\x00 HTTP/1.1\r\n\r\n",
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A real one."""
    with Running(tmp_path / "data", err=str(tmp_path / "err.txt"), patience=0.2, an_address=40) as running:
        yield running


def raw(port: int, data: bytes, reset: bool = False) -> bytes:
    """Sends bytes that no browser would send; what comes back."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        with suppress(OSError):
            line.sendall(data)
            if reset:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                return b""
            line.shutdown(socket.SHUT_WR)
        found = b""
        with suppress(OSError):
            while part := line.recv(65536):
                found += part
        return found


class TestServer:
    """A real server, whose patience is short."""

    def test_rubbish_leaves_no_trace_in_the_terminal_but_a_line(self, server: Running, tmp_path: Path) -> None:
        """Before, 200 of these wrote 333,600 bytes."""
        for number in range(200):
            found = raw(server.port, BROKEN[number % len(BROKEN)], reset=number % 5 == 4)
            assert found[:12] in (b"", b"HTTP/1.1 400", b"HTTP/1.1 414"), found[:100]
        phone = Phone(server)
        assert phone.get("/help").status == 200
        assert server.process.stdout
        told = server.process.stdout.readline()  # waits until it is told
        assert re.fullmatch(r"Requests that could not be read: \d+ \(addresses: 1\)\.\n", told)
        assert server.stop() == 0
        assert server.process.stdout.read() == ""
        assert (tmp_path / "err.txt").read_bytes() == b""

    def test_silent_connections_end_and_others_do_not(self, server: Running) -> None:
        here: Party = party(server, "code777", 4)
        stream = here.phones[0].stream(here.path(0, "stream"))
        with ExitStack() as stack:

            def line(data: bytes) -> socket.socket:
                found = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=20))
                found.sendall(data)
                return found

            host = f"Host: 127.0.0.1:{server.port}\r\n".encode()
            silent = [
                line(b""),
                line(b"G"),
                line(b"GET / HTTP/1.1\r\n" + host),
                line(b"POST /open HTTP/1.1\r\n" + host + b"Content-Length: 50\r\n\r\nhalf"),
            ]
            for each in silent:
                with suppress(ConnectionResetError):
                    while each.recv(65536):
                        pass  # until the server ends it
            dozing = Phone(server)
            dozing.get("/help")
            assert dozing.line().sock.recv(1) == b"", "one that asks nothing more is ended too"
        here.phones[0].hang_up()
        version = here.view(0)["table"]["version"]
        assert stream.until("version", version) == version
        stream.close()

    def test_one_address_takes_its_share_and_the_table_goes_on(self, server: Running) -> None:
        """40 from one address here; what is being answered stays, and silent ones make room for a phone."""
        here: Party = party(server, "code777", 4)
        streams = [here.phones[seat].stream(here.path(seat, "stream")) for seat in range(4)]
        assert all(each.next() for each in streams)
        with ExitStack() as stack:
            for _ in range(200):
                stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=20))
            late = Phone(server)
            start = time.monotonic()
            assert late.get(f"/t/{here.table}").status == 200
            assert time.monotonic() - start < 5
            assert here.do("pause", on=True).status == 200
            assert all(each.until("version", 7) for each in streams)
        for each in streams:
            each.close()

    def test_a_table_full_of_streams_turns_the_newcomer_away(self, tmp_path: Path) -> None:
        with Running(tmp_path / "data", an_address=10) as server:
            here: Party = party(server, "code777", 2)
            for phone in (here.host, *here.phones):
                phone.hang_up()
            streams = [here.phones[0].stream(here.path(0, "stream")) for _ in range(10)]
            assert {each.status for each in streams} == {200}
            answer = raw(server.port, f"GET /help HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
            assert answer == b"" or answer.startswith(b"HTTP/1.1 503 ")
            streams[0].close()
            streams[0].close()
            assert all(each.next() for each in streams[1:])

    def test_a_vanished_phone_gives_its_descriptor_back(self) -> None:
        """Asked of a socket: the system looks after those that say nothing, where it knows how."""
        with socket.socket() as sock:
            connections.set_up(sock)
            assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
            for name, value in connections.KEEPALIVE.items():
                if hasattr(socket, name):
                    assert sock.getsockopt(socket.IPPROTO_TCP, getattr(socket, name)) == value

    @pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system knows no such time-out")
    def test_who_is_only_told_what_is_new_is_given_up_sooner_than_who_takes_an_answer(self) -> None:
        """Or a print that pauses on its way would be cut off; and a line that waited for news may fetch one next."""
        hall = Hall()
        with socket.socket() as sock:

            def patience() -> float:
                return sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) / 1000

            connections.set_up(sock)
            assert hall.all.admit(sock, "a") and patience() == READING
            line = hall.all.get(sock)
            assert line
            hall.all.turn(line, BUSY)
            hall.all.follow(line, lambda: None)
            assert patience() == connections.VANISHED < READING
            assert connections.VANISHED + HEARTBEAT <= 18, "an empty chair is seen soon"
            hall.all.turn(line, IDLE)
            assert patience() == READING


SLOW = """
from companion.server import wsgi

wsgi.patch()
import gevent
import socket

from companion.network import listening
from companion.server import connections

connections.PATIENCE[connections.UNFINISHED] = 0.2
listener = listening("127.0.0.1", 0)
port = listener.getsockname()[1]
looks = []
HEAD = b"\\r\\n".join([b"POST / HTTP/1.1", b"Host: x", b"Connection: close", b"Content-Length: 4", b"", b""])

def slow(environ, answer):
    body = environ["wsgi.input"].read()
    start = len(looks)
    while len(looks) < start + 5:  # it works for longer than anybody may take for a body
        gevent.sleep(0.05)
    answer("200 OK", [("Content-Length", str(len(body)))])
    return [body]

made = wsgi.server(slow, listener)
made.start()

def sweep():
    while True:
        gevent.sleep(0.2)
        made.connections.sweep()
        looks.append(1)

gevent.spawn(sweep)

def asked(body):
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(HEAD + body)
        found = b""
        try:
            while part := line.recv(65536):
                found += part
        except OSError:
            pass
        return found

whole, half = gevent.spawn(asked, b"body"), gevent.spawn(asked, b"bo")
gevent.joinall([whole, half], timeout=30)
assert whole.value.startswith(b"HTTP/1.1 200") and whole.value.endswith(b"body"), whole.value
assert b" 200 " not in half.value, half.value
"""


def test_an_answer_may_take_longer_than_a_body() -> None:
    """A printer at work is not cut off; whoever never sends the rest of his question is."""
    done = subprocess.run([sys.executable, "-c", SLOW], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


MANY = 300


def test_whoever_asks_without_a_pause_waits_for_everybody_else(tmp_path: Path) -> None:
    """Hundreds of questions in one go on one connection: another phone is answered long before the last of them."""
    with Running(tmp_path / "data") as server:
        question = f"GET /help HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as rude:
            rude.sendall(question)
            answer = len(rude.recv(1 << 20))  # the first one: now it is not silent any more
            answers = bytearray()
            done = threading.Event()

            def read() -> None:
                while answers.count(b"HTTP/1.1 200") < MANY and (part := rude.recv(1 << 16)):
                    answers.extend(part)
                done.set()

            reader = threading.Thread(target=read, daemon=True)
            reader.start()
            rude.sendall(question * MANY)
            assert Phone(server).get("/help").status == 200
            before = answers.count(b"HTTP/1.1 200")
            assert before < MANY // 2, f"{before} of {MANY} were answered first"
            assert done.wait(60) and answer


def test_a_body_in_pieces_is_not_read(tmp_path: Path) -> None:
    """Nobody waits while somebody sends a letter at a time; no page of ours does that."""
    with Running(tmp_path / "data") as server:
        head = f"POST /open HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as rude:
            rude.sendall(head)
            assert rude.recv(1 << 16).startswith(b"HTTP/1.1 400")
            with suppress(OSError):
                rude.sendall(b"1\r\nx\r\n" * 10)
                assert rude.recv(1 << 16) == b""
        assert Phone(server).get("/help").status == 200
