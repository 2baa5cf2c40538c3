"""Kills a server under play, again and again, and asks afterwards: is everything there that was acknowledged, and once?

Robots play every seat over connections that they keep. Each has one request on the way at a time, and sends it again, with
the same key and the same bytes, until it is answered: as the page does. The kill is armed when a move or a note has been
sent and comes a moment later, so that most kills fall between a request and its reply.
"""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import msgspec
from msgspec import Struct
from support.companion.rig import robot_call
from support.companion.running import Answer, Party, Phone, Running, party

from companion.storage.store import Store
from companion.storage.tokens import token
from companion.table.acts import MoveMade, decode
from companion.table.state import fold
from referee.chance import Chance

PATIENCE = 60.0  # seconds for what takes one
LATELY = 30  # answers whose time says how long one takes


class Wrong(AssertionError):
    """The server lost something, did it twice, or told two stories."""


class Sent(Struct):
    """A move, and what became of it."""

    seat: int
    body: bytes
    key: str
    move: dict[str, Any]
    reply: Answer | None = None


class Robot(threading.Thread):
    """One seat: moves when it can, writes notes when it cannot."""

    def __init__(self, crash: Crash, seat: int, phone: Phone) -> None:
        super().__init__(daemon=True)
        self.crash, self.seat, self.phone = crash, seat, phone
        self.random = Random(f"{crash.seed} {seat}")
        self.moves: list[Sent] = []
        self.noted: dict[int, int] = {}  # game -> the last number that was acknowledged
        self.sent: tuple[str, float] = ("", 0.0)  # what is on the way, "move" or "note" if it counts, and since when
        self.parked = threading.Event()

    def run(self) -> None:
        """Plays until it is told to stop, or something is wrong."""
        try:
            while not self.crash.over.is_set():
                self.step()
        except Exception as mistake:
            self.crash.mistakes.append(mistake)
            self.crash.over.set()
        finally:
            self.parked.set()

    def step(self) -> None:
        """Looks, then does one thing."""
        body = self.ask("", lambda: self.phone.send("GET", self.path("view"))).json
        number, call = body["table"]["number"], None
        if body["table"]["phase"] == "playing":
            call = self.choose(body)
        if call:
            sent = msgspec.json.encode(call)
            self.play(Sent(self.seat, sent, call["key"], msgspec.json.decode(sent)["move"]))
        else:
            self.note(number)

    def choose(self, body: dict[str, Any]) -> dict[str, Any] | None:
        """What a robot would do; now and then it says any digits, for then nobody has to wait for anybody."""
        declare = next((offer for offer in body["offers"] if offer["kind"] == "declare"), None)
        if declare and self.random.random() < 0.1:
            digits = [self.random.randint(1, 7) for _ in range(3)]
            return {"offer": declare["id"], "key": token(), "move": {"kind": "declare", "digits": digits}}
        dice = Chance(sha256(self.random.randbytes(32)).digest(), 0)
        try:
            return robot_call(self.crash.slug, body, self.seat, dice)
        except LookupError as mistake:
            raise Wrong(f"a view was answered that makes no sense: {short(body)}") from mistake

    def play(self, sent: Sent) -> None:
        """Sends a move until it is answered."""
        self.moves.append(sent)
        sent.reply = self.ask("move", lambda: self.phone.send("POST", self.path("move"), sent.body))
        if sent.reply.status not in (200, 409, 422):
            raise Wrong(f"{sent.reply.status} for {sent.body!r}: {sent.reply.body!r}")

    def note(self, number: int) -> None:
        """Writes a number down, one more than the last; on a page of the last game nobody writes any more."""
        value = self.noted.get(number, 0) + 1
        body = msgspec.json.encode({"game": number, "set": {"n": value}})
        reply = self.ask("note", lambda: self.phone.send("POST", self.path("notes"), body))
        if reply.status == 200:
            self.noted[number] = value
        elif reply.status != 400:
            raise Wrong(f"{reply.status} for a note: {reply.body!r}")

    def ask(self, kind: str, send: Callable[[], http.client.HTTPConnection]) -> Answer:
        """Asks until there is an answer; a server that dies meanwhile is waited for."""
        while True:
            try:
                line = send()
                self.sent = kind, time.perf_counter()
                if kind:
                    self.crash.on_the_way()
                reply = self.phone.read(line)
                if kind:
                    self.crash.took.append(time.perf_counter() - self.sent[1])
                self.sent = "", 0.0
                return reply
            except (OSError, http.client.HTTPException):
                self.phone.hang_up()
                if not self.wait_for_server():
                    raise

    def wait_for_server(self) -> bool:
        """Until it is back; no, if nobody had killed it, or if it is over and nobody starts it again."""
        if not self.crash.down.wait(1.0):
            return False
        back = self.crash.back
        self.parked.set()
        return back.wait(PATIENCE) and not self.crash.over.is_set()

    def path(self, what: str) -> str:
        return self.crash.party.path(self.seat, what)


class Crash:
    """One run: a table, its robots, a server that does not live long."""

    def __init__(self, folder: Path, seed: int, slug: str = "code777", seats: int = 4, **wish: Any) -> None:
        self.folder, self.seed, self.slug, self.seats = folder, seed, slug, seats
        self.random = Random(seed)
        self.server = Running(folder, **wish)
        self.party: Party
        self.robots: list[Robot] = []
        self.took: list[float] = [0.01]  # seconds of each answer
        self.mistakes: list[Exception] = []
        self.over, self.down, self.back = threading.Event(), threading.Event(), threading.Event()
        self._armed, self._sent = threading.Event(), threading.Event()
        self.kills = self.in_flight = self.committed = 0

    def run(self, kills: int) -> None:
        """Plays, kills, compares."""
        with self.server:
            self.party = party(self.server, self.slug, self.seats, target="5")
            robot_call(
                self.slug, self.party.view(0), 0, Chance(bytes(32), 0)
            )  # msgspec: types are met in one thread first
            self.robots = [self.robot(seat, phone) for seat, phone in enumerate(self.party.phones)]
            for robot in self.robots:
                robot.start()
            try:
                for _ in range(kills):
                    self.kill_once()
                self.rest(0.2)
            finally:
                self.over.set()
                self.back.set()
                for robot in self.robots:
                    robot.join(PATIENCE)
            self.complain()
            self.server.stop()
        self.compare()

    def robot(self, seat: int, phone: Phone) -> Robot:
        """Who plays a seat."""
        return Robot(self, seat, phone)

    def kill_once(self) -> None:
        """Lets them play for a moment, kills, starts again, asks what was answered before."""
        self.rest(self.random.uniform(0.02, 0.25))
        self._sent.clear()
        self._armed.set()
        self.wait(self._sent)
        time.sleep(self.random.uniform(0, median(self.took[-LATELY:])))
        self.back = threading.Event()
        for robot in self.robots:
            robot.parked.clear()
        now = time.perf_counter()
        self.server.kill()
        self.down.set()
        self.kills += 1
        for robot in self.robots:
            self.wait(robot.parked)
        waiting = [robot for robot in self.robots if robot.sent[0] and robot.sent[1] < now]
        self.in_flight += bool(waiting)
        self.server.start()
        self.look_back([robot for robot in waiting if robot.sent[0] == "move"])
        self.down.clear()
        self.back.set()

    def rest(self, seconds: float) -> None:
        """Lets the robots play; begins the next game when one is over."""
        end = time.monotonic() + seconds
        while time.monotonic() < end or self.between_games():
            if self.over.wait(0.02):
                self.complain()

    def between_games(self) -> bool:
        """Is there nothing to play?"""
        host = self.party.host
        if host.get(f"/t/{self.party.table}/view").json["table"]["phase"] == "playing":
            return False
        return self.party.do("begin").status == 200

    def on_the_way(self) -> None:
        """A robot has sent something."""
        if self._armed.is_set():
            self._armed.clear()
            self._sent.set()

    def look_back(self, waiting: list[Robot]) -> None:
        """After a start: what was acknowledged is still so; what was not may have been done or not."""
        seen = self.party.host.get(f"/t/{self.party.table}/view")
        if seen.status != 200:
            raise Wrong(f"the whole table is lost: {short(seen.body)}")
        table = seen.json["table"]
        told = [sent for robot in self.robots for sent in robot.moves[-3:] if answered(sent)]
        for sent in told:
            again = self.send(sent)
            assert sent.reply
            if (again.status, again.body) != (sent.reply.status, sent.reply.body):
                raise Wrong(
                    f"{sent.body!r} was answered {short(sent.reply.body)}, now {again.status} {short(again.body)}"
                )
        for robot in waiting:
            again = self.send(robot.moves[-1])
            self.committed += again.status == 200 and again.json["version"] <= table["version"]
        for robot in self.robots:
            kept = robot.phone.get(robot.path("notes")).json["notes"].get("n", 0)
            if kept < robot.noted.get(table["number"], 0):
                raise Wrong(f"seat {robot.seat}: note {robot.noted[table['number']]} acknowledged, now {kept}")

    def send(self, sent: Sent) -> Answer:
        """The same move again, for a robot that waits."""
        phone = self.party.phones[sent.seat]
        return phone.read(phone.send("POST", self.party.path(sent.seat, "move"), sent.body))

    def wait(self, event: threading.Event) -> None:
        """Until the robots have got there, or one of them has something to say."""
        end = time.monotonic() + PATIENCE
        while not event.wait(0.1):
            self.complain()
            if time.monotonic() > end:
                raise TimeoutError("the robots do not move on")
        self.complain()

    def complain(self) -> None:
        """What a robot found is our own finding."""
        if self.mistakes:
            raise self.mistakes[0]

    def kept(self) -> Store:
        """The store, when nobody writes any more."""
        return Store(f"sqlite:///{self.folder / 'tables.sqlite'}")

    def compare(self) -> None:
        """The store against the lists of the robots."""
        store = self.kept()
        try:
            if not store.sound():
                raise Wrong("the database is not sound")
            log = store.acts(self.party.table)
            fold(self.party.table, log)  # every version is there once, and makes sense
            moved = {v: act for v, data in log if isinstance(act := decode(data), MoveMade)}
            for sent in self.acknowledged:
                assert sent.reply
                act = moved.pop(sent.reply.json["version"], None)
                if not act or (act.actor, act.move) != (sent.seat, {**act.move, **sent.move}):
                    raise Wrong(
                        f"acknowledged and lost: {sent.body!r}, {sent.reply.body!r}, in the log {act and act.move}"
                    )
            if moved:
                raise Wrong(f"done twice, or never asked for: {short(moved)}")
            self.compare_replies(store)
            self.compare_notes(store)
        finally:
            store.close()

    def compare_replies(self, store: Store) -> None:
        """The same keys, the same answers; those of games before the last but one may have gone."""
        playing = fold(self.party.table, store.acts(self.party.table)).number
        for sent in [sent for robot in self.robots for sent in robot.moves if answered(sent)]:
            assert sent.reply
            kept = store.reply(self.party.table, str(sent.seat), sent.key)
            game = int(msgspec.json.decode(sent.body)["offer"].partition(".")[0])
            if not kept and game < playing - 1:
                continue
            if not kept or (kept.status, kept.body) != (sent.reply.status, sent.reply.body):
                raise Wrong(f"another answer is kept: {short(sent.reply.body)}, {short(kept)}")

    def compare_notes(self, store: Store) -> None:
        """The last number that was acknowledged is the one that stands there."""
        for robot in self.robots:
            for game, value in robot.noted.items():
                _, body = store.notes(self.party.table, game, robot.seat)
                kept = msgspec.json.decode(body).get("n", 0)
                if kept < value:
                    raise Wrong(f"seat {robot.seat}, game {game}: note {value} acknowledged, {kept} kept")

    @property
    def acknowledged(self) -> list[Sent]:
        """The moves that were answered with yes."""
        return [sent for robot in self.robots for sent in robot.moves if sent.reply and sent.reply.status == 200]

    def __str__(self) -> str:
        moves, notes = len(self.acknowledged), sum(sum(robot.noted.values()) for robot in self.robots)
        return (
            f"{self.kills} kills, {self.in_flight} in flight, {moves} moves acknowledged"
            f" ({self.committed} of them committed but not answered when the kill came), {notes} notes"
        )


def answered(sent: Sent) -> bool:
    """Was it answered for good? What came too late is not kept."""
    return sent.reply is not None and sent.reply.status != 409


def short(thing: object) -> str:
    """The beginning is enough to find it."""
    return repr(thing)[:200]
