"""A companion in a process of its own, on loopback and a port that the system chooses, and phones that talk to it.

`Running` starts such a process, a fork of one that is warm already (forked.py): to start Python and to import everything
takes longer than most tests. `serve` is what it does, and says on its first line where. A program as well, for that process.
"""

from __future__ import annotations

import http.client
import re
import select
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import nullcontext, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec
from msgspec import Struct
from support.companion.forked import Forked

from companion.storage.tokens import load_secret

ROOT = Path(__file__).parents[3]
HOST_CODE = "h" * 26
START, STOP = 60.0, 10.0  # seconds; a machine may be busy


class Wish(Struct):
    """How a test wants its server."""

    heartbeat: float = 15.0
    most: int | None = None  # streams
    files: int | None = None  # that the system allows it
    linger: float = 0.0  # seconds between what is committed and the answer
    fault: str = ""  # a mistake made on purpose; see `spoil`
    err: str = ""  # a file for what it writes as mistakes
    patience: float = 1.0  # how long it waits for whoever says nothing, as a part of what is usual
    an_address: int = 100_000  # connections from one address
    store: str = ""  # the address of a database that other servers share


def serve(folder: Path, wish: Wish) -> None:
    """What `sousmain play` does, without its words."""
    from companion.network import listening
    from companion.server import connections, wsgi
    from companion.service.others import OtherServers
    from companion.service.tables import Tables
    from companion.service.upkeep import Upkeep
    from companion.storage import pubsub
    from companion.storage.data_folder import Folder
    from companion.storage.store import Store
    from companion.web.app import Door, create_app

    if wish.files:
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, (wish.files, wish.files))
    pubsub.HEARTBEAT = wish.heartbeat
    listener = listening("127.0.0.1", 0)
    port = listener.getsockname()[1]
    with Folder(folder, f"http://127.0.0.1:{port}", bool(wish.store)) as held:
        with held.starting() if wish.store else nullcontext():
            tables = Tables(Store(wish.store or held.url), load_secret(held.path), pubsub.Hub(wish.most))
        spoil(tables, wish)
        app = create_app(tables, Door("127.0.0.1", port, (), HOST_CODE), joins=10_000)
        tables.wake()
        print(port, flush=True)
        for kind in connections.PATIENCE:
            connections.PATIENCE[kind] *= wish.patience
        looks: list[Callable[[], None]] = []
        if wish.store:
            looks = [Upkeep(tables, wish.store, str), OtherServers(tables, f"http://127.0.0.1:{port}")]
        wsgi.run(app, listener, lambda: [look() for look in looks] and None, an_address=wish.an_address)
        tables.store.close()


def spoil(tables: Any, wish: Wish) -> None:
    """Makes room for kills where there is little; or the mistakes that the crash test must notice to be worth anything."""
    import gevent

    store, write = tables.store, tables.store.write

    def slowly(change: Any) -> None:
        write(change)
        gevent.sleep(wish.linger)

    def too_late(change: Any) -> None:
        if change.reply:
            gevent.spawn_later(0.1, at_last, change)
        else:
            write(change)

    def at_last(change: Any) -> None:
        with suppress(Exception):
            write(change)

    def without_reply(change: Any) -> None:
        change.reply = None
        write(change)

    if wish.linger:
        store.write = slowly
    if wish.fault == "answers before it commits":
        store.write = too_late
    if wish.fault == "forgets what it answered":
        store.write, store.reply = without_reply, lambda table, actor, key: None
    if wish.fault == "keeps notes in memory":
        kept: dict[Any, tuple[int, bytes]] = {}
        store.notes = lambda *of: kept.get(of, (0, b"{}"))
        store.write_notes = lambda table, game, seat, version, body: kept.update({(table, game, seat): (version, body)})


class Running:
    """Such a process, until the end of the block."""

    def __init__(self, folder: Path, **wish: Any) -> None:
        self.folder, self._wish, self.port = folder, Wish(**wish), 0

    def __enter__(self) -> Running:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, it: BaseException | None, trace: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(STOP)
        self.process.stdout.close()

    def start(self) -> None:
        """Starts, and waits until it listens."""
        self.process = Forked(
            ["-m", __name__, str(self.folder), msgspec.json.encode(self._wish).decode()], self._wish.err
        )
        ready, _, _ = select.select([self.process.stdout], [], [], START)
        said = self.process.stdout.readline() if ready else "nothing yet"
        if not said.strip().isdigit():
            self.kill()
            raise AssertionError(f"the server did not start: {said}")
        self.port = int(said)

    @property
    def host_code(self) -> str:
        """What the host's link ends with; servers that share a database share it."""
        return load_secret(self.folder).derived("host link", "0") if self._wish.store else HOST_CODE

    def kill(self) -> None:
        """As a power cut would end it, but for the disk."""
        self.process.kill()
        self.process.wait(STOP)
        self.process.stdout.close()

    def stop(self, timeout: float = STOP) -> int:
        """As Ctrl+C ends it; what it says to the system."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout)


class Answer(Struct, frozen=True):
    """What came back."""

    status: int
    body: bytes
    headers: dict[str, str]

    @property
    def json(self) -> Any:
        """The body, read."""
        return msgspec.json.decode(self.body)


class Phone:
    """A browser on a connection that it keeps. Its token is what counts: the server may come back at another port."""

    def __init__(self, server: Running) -> None:
        self.server, self.device, self.csrf = server, "", ""
        self._line: http.client.HTTPConnection | None = None

    def line(self) -> http.client.HTTPConnection:
        """The connection, opened if there is none."""
        if self._line is None or self._line.port != self.server.port:
            self.hang_up()
            self._line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
            self._line.connect()
            self._line.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self._line

    def hang_up(self) -> None:
        """Closes it."""
        if self._line:
            self._line.close()
            self._line = None

    def send(self, method: str, path: str, body: bytes | None = None) -> http.client.HTTPConnection:
        """Asks; the answer waits on the connection."""
        line = self.line()
        headers = {"Cookie": f"sousmain-{line.port}={self.device}"} if self.device else {}
        if body is not None:
            headers |= {
                "Origin": f"http://127.0.0.1:{line.port}",
                "X-Csrf": self.csrf,
                "Content-Type": "application/json",
            }
        line.request(method, path, body, headers)
        return line

    def read(self, line: http.client.HTTPConnection) -> Answer:
        """The answer, with what a browser keeps of it."""
        reply = line.getresponse()
        found = Answer(reply.status, reply.read(), {name.lower(): value for name, value in reply.getheaders()})
        cookie = re.match(r"sousmain-\d+=([a-z2-7]{26})", found.headers.get("set-cookie", ""))
        self.device = cookie[1] if cookie else self.device
        if found.headers.get("content-type", "").startswith("text/html"):
            token = re.search(rb'data-csrf="([^"]+)"', found.body)
            self.csrf = token[1].decode() if token else self.csrf
        return found

    def get(self, path: str) -> Answer:
        """Opens a page."""
        return self.read(self.send("GET", path))

    def post(self, path: str, data: Any = None) -> Answer:
        """Sends something."""
        return self.read(self.send("POST", path, msgspec.json.encode({} if data is None else data)))

    def twin(self) -> Phone:
        """The same phone on another connection."""
        other = Phone(self.server)
        other.device, other.csrf = self.device, self.csrf
        return other

    def stream(self, path: str) -> Listening:
        """Opens a stream, on a connection of its own."""
        return Listening(self.server.port, self.device, path)


class Listening:
    """An open stream."""

    def __init__(self, port: int, device: str, path: str) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._line.request("GET", path, headers={"Cookie": f"sousmain-{port}={device}"})
        self._sock = self._line.sock
        self.reply = self._line.getresponse()
        self.status = self.reply.status

    def next(self, timeout: float = 10.0) -> tuple[str, int] | None:
        """The next event; none when the stream has ended."""
        self._sock.settimeout(timeout)
        kind, number = "", 0
        while line := self.reply.readline():
            word, _, rest = line.decode().strip().partition(": ")
            if word == "event":
                kind = rest
            elif word == "data":
                number = int(rest)
            elif not word and kind:
                return kind, number
        return None

    def until(self, kind: str, least: int = 0) -> int:
        """Listens for an event of a kind with at least that number."""
        while found := self.next():
            if found[0] == kind and found[1] >= least:
                return found[1]
        raise AssertionError(f"the stream ended before {kind} {least}")

    def close(self) -> None:
        """Vanishes."""
        self.reply.close()
        self._line.close()
        self._sock.close()


class Party(Struct):
    """A table with a host and a phone on each seat, over the network."""

    table: str
    host: Phone
    phones: list[Phone]

    def path(self, seat: int, what: str = "") -> str:
        """An address of a seat."""
        return f"/t/{self.table}/seat/{seat}/{what}".rstrip("/")

    def view(self, seat: int) -> Any:
        """What a seat sees."""
        return self.phones[seat].get(self.path(seat, "view")).json

    def do(self, act: str, **data: Any) -> Answer:
        """What the host does."""
        return self.host.post(f"/t/{self.table}/{act}", data)


def party(server: Running, slug: str, seats: int, **options: str) -> Party:
    """Opens a table and sits down everywhere; the cards are dealt."""
    host = Phone(server)
    host.get(f"/host/{server.host_code}")
    host.get("/")
    opened = host.post("/open", {"game": slug, "players": seats, "lang": "en", "options": options})
    assert opened.status == 200, opened.body
    table = opened.json["go"].rpartition("/")[2]
    host.get(f"/t/{table}")
    code = load_secret(server.folder).table(table)  # what a phone reads from the screen
    found = Party(table, host, [Phone(server) for _ in range(seats)])
    for seat, phone in enumerate(found.phones):
        phone.get(f"/join/{code}")
        sat = phone.post(f"/join/{code}", {"seat": seat, "name": f"Player {seat + 1}", "colour": seat})
        assert sat.status == 200, sat.body
        phone.get(found.path(seat))
    assert found.do("begin").status == 200
    return found


if __name__ == "__main__":
    serve(Path(sys.argv[1]), msgspec.json.decode(sys.argv[2], type=Wish))
