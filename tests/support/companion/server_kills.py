"""Kills servers that share a database, one after the other: phones go on at another, and nothing is lost or done twice.

As `crash` does with one server; but nobody waits for the one that was killed. `ShakenDatabase` also ends the database as a
crash would, and lets the way to it stall, while the robots play on.

    nice -n 10 .venv/bin/python tests/support/companion/server_kills.py 300 [SEED [EVERY [MINUTES]]]
"""

from __future__ import annotations

import http.client
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[3]), str(Path(__file__).parents[2])]

from support.companion.crash import LATELY, Crash, Robot, Wrong, answered
from support.companion.running import Answer, Phone, Running
from support.companion.stalling import Way
from support.postgres import Cluster, own_cluster

from companion.storage.store import Store

SOON = 3.0  # seconds in which every phone has gone on elsewhere


class WanderingRobot(Robot):
    """One seat whose phone goes to another server when its own does not answer."""

    kills: ServerKills
    answered_at = 0.0

    def wait_for_server(self) -> bool:
        """Somebody else answers."""
        servers = self.kills.servers
        self.phone.server = servers[(servers.index(self.phone.server) + 1) % len(servers)]
        time.sleep(0.05)  # as a browser does before it tries again
        return not self.crash.over.is_set()

    def step(self) -> None:
        """Looks, then does one thing, and remembers when."""
        super().step()
        self.answered_at = time.monotonic()

    def ask(self, kind: str, send: Callable[[], http.client.HTTPConnection]) -> Answer:
        """As a page does: what nobody could write down at the moment is sent again."""
        while (reply := super().ask(kind, send)).status == 503 and not self.crash.over.wait(0.1):
            self.kills.put_off += 1
        return reply


class ServerKills(Crash):
    """One run: a table, its robots, and servers that do not live long."""

    def __init__(self, folder: Path, seed: int, url: str, servers: int = 2) -> None:
        super().__init__(folder, seed)
        self.url = url
        self.servers = [Running(folder, store=url) for _ in range(servers)]
        self.server = self.servers[0]
        self.waits: list[float] = []  # seconds from each kill until every phone had an answer
        self.put_off = 0  # answers that nothing can be written at the moment

    def run(self, kills: int) -> None:
        """Plays, kills, compares."""
        for server in self.servers[1:]:
            server.start()
        try:
            super().run(kills)
        finally:
            for server in self.servers[1:]:
                server.__exit__(None, None, None)

    def robot(self, seat: int, phone: Phone) -> Robot:
        """Half of them begin at another server."""
        phone.server = self.servers[seat % len(self.servers)]
        made = WanderingRobot(self, seat, phone)
        made.kills = self
        return made

    def kill_once(self) -> None:
        """Lets them play for a moment, kills one server, sees that all go on, and starts it again."""
        self.rest(self.random.uniform(0.02, 0.25))
        self._sent.clear()
        self._armed.set()
        self.wait(self._sent)
        time.sleep(self.random.uniform(0, median(self.took[-LATELY:])))
        victim = self.random.choice(self.servers)
        now = time.perf_counter()
        victim.kill()
        self.kills += 1
        self.in_flight += any(robot.sent[0] and robot.sent[1] < now for robot in self.robots)
        self.waits.append(self.all_answered("phones of a dead server do not go on at another"))
        self.party.host.server = next(server for server in self.servers if server is not victim)
        self.look_back([])
        victim.start()

    @property
    def slowest(self) -> float:
        """The longest of them."""
        return max(self.waits, default=0.0)

    def all_answered(self, otherwise: str) -> float:
        """The seconds until every phone has done one thing more, from its beginning to its end."""
        begun = time.monotonic()
        while any(robot.answered_at < begun for robot in self.robots if isinstance(robot, WanderingRobot)):
            self.complain()
            if time.monotonic() > begun + 10 * SOON:
                raise Wrong(otherwise)
            time.sleep(0.01)
        return time.monotonic() - begun

    def between_games(self) -> bool:
        """Is there nothing to play? The host looks again on another line, where his own was given up meanwhile."""
        try:
            return super().between_games()
        except (OSError, http.client.HTTPException, KeyError):
            self.party.host.hang_up()
            return True

    def look_back(self, waiting: list[Robot]) -> None:
        """What was acknowledged is so at a server that lives, too."""
        for sent in [sent for robot in self.robots for sent in robot.moves[-4:-1] if answered(sent)]:
            again = self.send(sent)
            assert sent.reply
            if (again.status, again.body) != (sent.reply.status, sent.reply.body):
                raise Wrong(f"{sent.body!r} was answered {sent.reply.body!r}, now {again.status} {again.body!r}")

    def send(self, sent: object) -> Answer:
        """The same move again, from the same phone on another line."""
        phone = self.party.phones[sent.seat].twin()  # type: ignore[attr-defined]
        phone.server = self.party.host.server
        end = time.monotonic() + SOON
        try:
            while True:
                found = phone.read(phone.send("POST", self.party.path(sent.seat, "move"), sent.body))  # type: ignore[attr-defined]
                if found.status != 503 or time.monotonic() > end:
                    return found
                time.sleep(0.1)
        finally:
            phone.hang_up()

    def kept(self) -> Store:
        """The shared store."""
        return Store(self.url)


class ShakenDatabase(ServerKills):
    """The same, with a database that is not always there: after some kills it crashes and starts anew, or the way to it stalls."""

    def __init__(self, folder: Path, seed: int, cluster: Cluster, way: Way, servers: int = 3, every: int = 10) -> None:
        self.cluster, self.way, self.every = cluster, way, every
        self.straight = cluster.database("tables")
        super().__init__(folder, seed, way.address("tables"), servers)
        self.restarts = self.stalls = 0
        self.recovered = 0.0  # seconds from when it was back until every phone had written something

    def kill_once(self) -> None:
        """One more kill; now and then the database, too."""
        super().kill_once()
        if self.kills % self.every == 0:
            self.shake()
            self.recovered = max(self.recovered, self.all_answered("phones do not go on though the database is back"))
            self.look_back([])

    def shake(self) -> None:
        """The database is away for a moment: it has crashed, or nothing comes through and nobody is told."""
        self._sent.clear()
        self._armed.set()
        self.wait(self._sent)
        if self.random.random() < 0.5:
            self.restarts += 1
            self.cluster.stop()
            time.sleep(self.random.uniform(0, 1))
            self.cluster.start()
        else:
            self.stalls += 1
            self.way.stall()
            time.sleep(self.random.uniform(0.5, 6))  # a server gives up on a line after four
            self.way.go_on()

    def kept(self) -> Store:
        """The store, by the straight way."""
        return Store(self.straight)

    def __str__(self) -> str:
        return (
            f"{super().__str__()}; half of the kills were over for all phones after {median(self.waits or [0]):.2f} s, "
            f"{sum(wait < SOON for wait in self.waits)} within {SOON:.0f} s, the slowest {self.slowest:.2f} s; {self.restarts} crashes of the database, {self.stalls} stalls, "
            f"{self.put_off} times nothing could be written, all phones wrote again within {self.recovered:.2f} s"
        )


def main(kills: int, seed: int = 0, every: int = 10, minutes: int = 1440) -> None:
    """Runs it once, with no more kills after so many minutes, and says what was found."""
    end = time.monotonic() + 60 * minutes
    with tempfile.TemporaryDirectory() as folder, own_cluster() as cluster, Way(cluster.folder) as way:
        run = ShakenDatabase(Path(folder), seed, cluster, way, every=every)
        begun, kill = time.monotonic(), run.kill_once
        run.kill_once = lambda: kill() if time.monotonic() < end else None  # type: ignore[method-assign]
        try:
            run.run(kills)
            print("nothing lost, nothing done twice")
        finally:
            print(run, f"({(time.monotonic() - begun) / 60:.0f} min)", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
