"""What is pushed is a number; it reaches those whom it concerns, and nobody can fill the server with listening."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.companion.playing import ask, dealt, play, together
from support.companion.rig import BASE, app_of, host_of, seated, tables_in
from support.companion.running import Party, Running, party
from werkzeug.test import EnvironBuilder

from companion.errors import Busy
from companion.storage import pubsub
from companion.storage.pubsub import GONE, MOST_A_SEAT, MOST_STREAMS, Hub, Listener, open_stream, stream_limit
from referee.game import TABLE


def heard(listener: Listener) -> list[Any]:
    """All that waits for a listener."""
    return list(iter(partial(listener.next, 0), None))


class TestHub:
    """Who listens to which table."""

    def test_a_version_reaches_all_of_a_table_and_nobody_else(self) -> None:
        hub = Hub()
        mine, screen, other = hub.listen("b", 0), hub.listen("b", TABLE), hub.listen("c", 0)
        heard(screen)
        hub.publish("b", 7)
        assert (heard(mine), heard(screen), heard(other)) == ([("version", 7)], [("version", 7)], [])
        hub.publish("nobody", 1)

    def test_notes_reach_that_seat_alone(self) -> None:
        hub = Hub()
        mine, twin, other, screen = hub.listen("b", 0), hub.listen("b", 0), hub.listen("b", 1), hub.listen("b", TABLE)
        elsewhere = hub.listen("c", 0)
        heard(screen)
        hub.publish_notes("b", 0, 3)
        assert heard(mine) == heard(twin) == [("notes", 3)]
        assert heard(other) == heard(screen) == heard(elsewhere) == []

    def test_a_released_seat_hears_its_end(self) -> None:
        hub = Hub()
        mine, other = hub.listen("b", 0), hub.listen("b", 1)
        hub.dismiss("b", 0)
        assert (heard(mine), heard(other)) == ([GONE], [])

    def test_the_screen_hears_who_comes_and_goes(self) -> None:
        hub = Hub()
        screen = hub.listen("b", TABLE)
        one, two = hub.listen("b", 0), hub.listen("b", 0)
        assert hub.here("b") == {0, TABLE} and heard(screen) == [("here", 0)]
        hub.leave(one)
        assert hub.here("b") == {0, TABLE} and heard(screen) == [], "another page of that seat is still open"
        hub.leave(two)
        assert hub.here("b") == {TABLE} and heard(screen) == [("here", 0)]

    def test_leaving_twice_is_leaving(self) -> None:
        hub = Hub()
        one, two = hub.listen("b", 0), hub.listen("b", 1)
        for _ in range(3):
            hub.leave(one)
        assert (len(hub), hub.here("b")) == (1, {1})
        hub.leave(two)
        hub.leave(two)
        assert (len(hub), hub.here("b"), hub._listeners) == (0, set(), {})

    def test_who_does_not_listen_gathers_no_heap(self) -> None:
        """A phone asleep for a week hears the last number of each kind."""
        listener = Listener("b", 0)
        for number in range(10_000):
            listener.push(("version", number))
            listener.push(("notes", 2 * number))
        assert heard(listener) == [("version", 9_999), ("notes", 19_998)]
        listener.push(("version", 5))
        listener.push(("version", 3))
        assert heard(listener) == [("version", 5)], "whoever was overtaken does not turn the clock back"

    def test_too_many_for_a_seat(self) -> None:
        hub = Hub()
        mine = [hub.listen("b", 0) for _ in range(MOST_A_SEAT)]
        for _ in range(3):
            with pytest.raises(Busy, match="Close some"):
                hub.listen("b", 0)
        assert len(hub) == MOST_A_SEAT
        hub.listen("b", 1)
        hub.listen("c", 0)
        hub.leave(mine[0])
        hub.listen("b", 0)

    def test_a_refusal_leaves_nobody_behind(self) -> None:
        hub = Hub(1)
        hub.listen("b", 0)
        with pytest.raises(Busy):
            hub.listen("c", 1)
        assert hub.here("c") == set() and hub._listeners.keys() == {"b"}

    def test_screens_leave_room_for_seats(self) -> None:
        """Anybody may open a table screen: that must not keep players out."""
        hub = Hub(10)
        screens = [hub.listen(f"b{i}", TABLE) for i in range(5)]
        with pytest.raises(Busy):
            hub.listen("b", TABLE)
        seats = [hub.listen("b", seat) for seat in range(5)]
        with pytest.raises(Busy):
            hub.listen("b", 5)
        for listener in (*screens, *seats):
            hub.leave(listener)
        assert len(hub) == 0
        assert [hub.listen(f"b{i}", TABLE) for i in range(5)]

    def test_the_room_follows_the_files_of_the_system(self, monkeypatch: pytest.MonkeyPatch) -> None:
        resource = pytest.importorskip("resource")

        def files(soft: int) -> None:
            monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, soft))

        for soft, streams in (
            (1024, 480),
            (8192, MOST_STREAMS),
            (256, 96),
            (64, 2),
            (resource.RLIM_INFINITY, MOST_STREAMS),
        ):
            files(soft)
            assert stream_limit() == streams
        files(80)
        hub = Hub()
        for seat in range(8):
            hub.listen("b", seat)
        with pytest.raises(Busy):
            hub.listen("b", 8)

    def test_many_threads(self) -> None:
        hub = Hub()

        def come_and_go(seat: int) -> None:
            for version in range(200):
                listener = hub.listen("b", seat)
                hub.publish("b", version)
                hub.leave(listener)
                hub.here("b")

        assert together(*(partial(come_and_go, seat) for seat in range(6))) == [None] * 6
        assert (len(hub), hub._listeners) == (0, {})

    def test_no_number_is_lost_between_threads(self) -> None:
        """Whatever is pushed while it is read, the last number is read in the end."""
        listener = Listener("b", 0)
        found: list[int] = []

        def read() -> None:
            while not found or found[-1] < 5000:
                message = listener.next(5)
                assert message
                found.append(message[1])

        def push() -> None:
            for number in range(1, 5001):
                listener.push(("version", number))

        assert together(read, push) == [None, None]
        assert found == sorted(found)


class TestStream:
    """Server-sent events."""

    def test_where_it_is_then_what_is_new_then_the_number_again(self) -> None:
        hub = Hub()
        sent = open_stream(hub, hub.listen("b", 0), lambda: 5, heartbeat=0.01)
        assert next(sent) == b"retry: 1000\n\nevent: version\ndata: 5\n\n"
        hub.publish("b", 6)
        hub.publish_notes("b", 0, 2)
        assert next(sent) == b"event: version\ndata: 6\n\n"
        assert next(sent) == b"event: notes\ndata: 2\n\n"
        assert next(sent) == b"event: version\ndata: 5\n\n", "the heartbeat"
        hub.dismiss("b", 0)
        assert list(sent) == [] and len(hub) == 0
        assert list(sent) == []

    def test_closed_before_it_began(self) -> None:
        """A generator would do nothing, and the seat would be there for ever."""
        hub = Hub()
        sent = open_stream(hub, hub.listen("b", 0), lambda: 5)
        sent.close()
        assert (len(hub), list(sent)) == (0, [])
        sent.close()

    def test_closed_while_it_is_read(self) -> None:
        hub = Hub()
        sent = open_stream(hub, hub.listen("b", 0), lambda: 5)
        next(sent)
        sent.close()
        assert len(hub) == 0

    @pytest.mark.parametrize("method", ["GET", "HEAD"])
    @pytest.mark.parametrize("read", [0, 1])
    @pytest.mark.parametrize("path", ["/t/{table}/seat/0/stream", "/t/{table}/stream"])
    def test_a_phone_that_vanishes_early(self, path: str, method: str, read: int, tmp_path: Path) -> None:
        """Whenever the server closes the answer, nobody is left listening."""
        tables = tables_in(tmp_path)
        app = app_of(tables)
        table, phones = seated(app, tables, "code777", 4)
        cookie = phones[0].client.get_cookie("sousmain-7770", domain="127.0.0.1")
        assert cookie
        headers = {"Cookie": f"{cookie.key}={cookie.value}"}
        environ = EnvironBuilder(path.format(table=table), BASE, method=method, headers=headers).get_environ()
        answer = app(environ, lambda *_: None)
        assert len(tables.hub) == 1
        for _, _ in zip(range(read), answer, strict=False):
            pass
        answer.close()
        assert len(tables.hub) == 0

    def test_a_seat_released_while_its_stream_is_being_opened(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Between the question whose seat it is and the listening: it must not be heard by those who lost it."""
        tables = tables_in(tmp_path)
        app = app_of(tables)
        table, phones = seated(app, tables, "code777", 4)
        real = tables.hub.listen

        def listen(*of: Any) -> Listener:
            tables.free(table, 0)
            return real(*of)

        monkeypatch.setattr(tables.hub, "listen", listen)
        assert phones[0].get(f"/t/{table}/seat/0/stream").status_code == 403
        assert len(tables.hub) == 0


class TestPoll:
    """For browsers that cannot hold a stream."""

    def test_it_answers_at_once_when_something_is_new_already(self, tmp_path: Path) -> None:
        tables = tables_in(tmp_path)
        table, phones = seated(app_of(tables), tables, "code777", 4)
        version = tables.table_state(table).version
        for known in (str(version - 1), "", "nonsense", str(version + 1)):
            assert phones[0].get(f"/t/{table}/seat/0/wait?version={known}").json == {"version": version}
        assert len(tables.hub) == 0

    def test_it_answers_when_something_is_new(self, tmp_path: Path) -> None:
        tables = tables_in(tmp_path)
        app = app_of(tables)
        table, phones = seated(app, tables, "code777", 4)
        host = host_of(app)
        version = tables.table_state(table).version

        def begin() -> None:
            while len(tables.hub) < 2:
                time.sleep(0.005)
            assert host.post(f"/t/{table}/begin").status_code == 200

        waits = [lambda: phones[0].get(f"/t/{table}/seat/0/wait?version={version}").json] * 2
        assert together(*waits, begin) == [{"version": version + 1}] * 2 + [None]
        assert len(tables.hub) == 0

    def test_what_came_while_it_was_being_asked_is_not_missed(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Published after the table was looked at and before anybody listens: no wait at all."""
        tables = tables_in(tmp_path)
        app = app_of(tables)
        table, phones = seated(app, tables, "code777", 4)
        version = tables.table_state(table).version
        real = tables.hub.listen

        def listen(*of: Any) -> Listener:
            tables.cache.known.clear()  # as if another object were read from now on
            tables.begin(table)
            tables.after_move(table)
            return real(*of)

        monkeypatch.setattr(tables.hub, "listen", listen)
        monkeypatch.setattr(Listener, "next", lambda self, timeout: pytest.fail("it waits for what has been"))
        assert phones[0].get(f"/t/{table}/seat/0/wait?version={version}").json == {"version": version + 1}

    def test_nothing_new(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.web.routes.hand.LONGEST_WAIT", 0.05)
        tables = tables_in(tmp_path)
        table, phones = seated(app_of(tables), tables, "code777", 4)
        version = tables.table_state(table).version
        assert phones[0].get(f"/t/{table}/seat/0/wait?version={version}").json == {"version": version}


class TestPublishing:
    """What the tables tell the hub."""

    def test_numbers_never_go_back(self, tmp_path: Path) -> None:
        """Many move at once; each listener hears the versions in their order, up to the last."""
        tables = tables_in(tmp_path)
        table, _ = dealt(tables, 4, target=5)
        listener = tables.hub.listen(table, TABLE)
        found: list[int] = []

        def listen() -> None:
            while message := listener.next(1):
                found.append(message[1])

        def settle() -> None:
            for _ in range(10):
                tables.after_move(table)

        assert together(listen, partial(play, tables, table, 20), settle, settle) == [None] * 4
        assert found == sorted(found) and found[-1] == tables.table_state(table).version

    def test_a_given_hub_is_used(self, tmp_path: Path) -> None:
        hub = Hub(3)
        assert tables_in(tmp_path, hub=hub).hub is hub

    def test_a_move_that_was_sent_again_is_published_again(self, tmp_path: Path) -> None:
        """The first answer may have been lost together with what followed it."""
        tables = tables_in(tmp_path)
        app = app_of(tables)
        table, phones = seated(app, tables, "code777", 4)
        tables.begin(table)
        seat, made = ask(tables, table)
        listener = tables.hub.listen(table, 3)
        for _ in range(2):
            assert phones[seat].post(f"/t/{table}/seat/{seat}/move", made).status_code == 200
            assert heard(listener) == [("version", tables.table_state(table).version)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A real server whose heart beats fast and whose room is small."""
    with Running(tmp_path_factory.mktemp("live"), heartbeat=0.3, most=30) as running:
        yield running


class TestServer:
    """Over the network."""

    @pytest.fixture
    def here(self, server: Running) -> Party:
        return party(server, "code777", 4)

    def ask(self, here: Party, seat: int) -> int:
        """A move of that seat; the version it led to."""
        offer = next(o["id"] for o in here.view(seat)["offers"] if o["kind"] == "ask")
        key = f"key-{time.monotonic_ns()}"
        answer = here.phones[seat].post(here.path(seat, "move"), {"offer": offer, "key": key, "move": {"kind": "ask"}})
        assert answer.status == 200
        version: int = answer.json["version"]
        return version

    def test_numbers_and_nothing_else(self, here: Party) -> None:
        """Every byte of a stream while a game goes on."""
        path = here.path(1, "stream")
        port = here.phones[1].server.port
        with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
            cookie = f"sousmain-{port}={here.phones[1].device}"
            line.sendall(f"GET {path} HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n".encode())
            data = line.recv(65536)
            last = [self.ask(here, seat) for seat in range(4)][-1]
            here.phones[1].post(here.path(1, "notes"), {"game": 1, "set": {"secret": "swordfish"}})
            end = time.monotonic() + 10
            while f"version\ndata: {last}".encode() not in data or b"event: notes" not in data:
                assert time.monotonic() < end, data
                data += line.recv(65536)
        head, _, body = data.partition(b"\r\n\r\n")
        assert b"text/event-stream" in head and b"no-store" in head
        lines = {line.partition(": ") for line in body.decode().splitlines() if line}
        assert {word for word, _, _ in lines} <= {"event", "data", "retry"}
        assert {rest for word, _, rest in lines if word == "event"} <= {"version", "notes"}
        assert all(rest.isdigit() for word, _, rest in lines if word in ("data", "retry"))

    def test_notes_are_pushed_to_that_seat_alone(self, here: Party) -> None:
        twin, other = (
            here.phones[0].twin().stream(here.path(0, "stream")),
            here.phones[1].stream(here.path(1, "stream")),
        )
        screen = here.host.stream(f"/t/{here.table}/stream")
        here.phones[0].post(here.path(0, "notes"), {"game": 1, "set": {"a": 1}})
        assert twin.until("notes") == 1
        version = self.ask(here, 0)
        for each in (other, screen):
            kinds = set()
            while (event := each.next()) != ("version", version):
                assert event
                kinds.add(event[0])
            assert "notes" not in kinds
        for each in (twin, other, screen):
            each.close()

    def test_heartbeat(self, here: Party) -> None:
        listening = here.phones[0].stream(here.path(0, "stream"))
        version = here.view(0)["table"]["version"]
        assert [listening.next(5) for _ in range(4)] == [("version", version)] * 4
        listening.close()

    def test_presence(self, here: Party) -> None:
        screen = here.host.stream(f"/t/{here.table}/stream")
        assert screen.next()
        phone = here.phones[2].stream(here.path(2, "stream"))
        screen.until("here")
        phone.close()
        screen.until("here")  # noticed when the next heartbeats cannot be sent
        screen.close()

    def test_who_closes_the_page_has_left_before_the_next_heartbeat(self, tmp_path: Path) -> None:
        with Running(tmp_path, heartbeat=1000) as quiet:
            here = party(quiet, "code777", 4)
            screen = here.host.stream(f"/t/{here.table}/stream")
            assert screen.next()
            phone = here.phones[2].stream(here.path(2, "stream"))
            assert phone.next()
            screen.until("here")
            assert here.host.get(f"/t/{here.table}").body.count(b'class="dot here"') == 1
            phone.close()
            screen.until("here")
            assert here.host.get(f"/t/{here.table}").body.count(b'class="dot here"') == 0
            screen.close()

    def test_a_released_seat_is_cut_off(self, here: Party) -> None:
        listening = here.phones[1].stream(here.path(1, "stream"))
        assert listening.next()
        assert here.do("free", seat=1).status == 200
        while listening.next():
            pass
        assert here.phones[1].get(here.path(1, "stream")).status == 403
        assert here.phones[1].get(here.path(1, "view")).status == 403

    def test_a_long_poll(self, here: Party) -> None:
        version = here.view(0)["table"]["version"]
        waiting = here.phones[2].send("GET", here.path(2, f"wait?version={version}"))
        moved = self.ask(here, 0)
        assert here.phones[2].read(waiting).json == {"version": moved}

    def test_one_stream_too_many(self, here: Party) -> None:
        """The seat's own limit, then the whole server's: a sentence, and everything else goes on."""
        mine = [here.phones[0].stream(here.path(0, "stream")) for _ in range(pubsub.MOST_A_SEAT)]
        assert {each.status for each in mine} == {200}
        refused = here.phones[0].get(here.path(0, "stream"))
        assert refused.status == 429 and "Close some" in refused.json["error"]
        others = []
        for seat in (1, 2, 3):
            others += [here.phones[seat].stream(here.path(seat, "stream")) for _ in range(pubsub.MOST_A_SEAT)]
        counts = [each.status for each in others]
        assert set(counts) == {200, 429} and counts.count(200) <= 30 - pubsub.MOST_A_SEAT
        sentence = json.loads(others[counts.index(429)].reply.read())["error"]
        assert "Close some" in sentence
        assert here.host.get(f"/t/{here.table}/stream").status == 429
        assert self.ask(here, 0) == mine[-1].until("version", self.version(here))
        for each in (*mine, *others):
            each.close()
        end = time.monotonic() + 10
        while (again := here.phones[0].stream(here.path(0, "stream"))).status != 200:
            again.close()
            assert time.monotonic() < end, "whoever has left must make room"
            time.sleep(0.1)
        again.close()

    def version(self, here: Party) -> int:
        """Where the table is now."""
        found: int = here.view(0)["table"]["version"]
        return found
