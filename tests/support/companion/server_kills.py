"""Kills servers that share a database, one after the other: phones go on at another, and nothing is lost or done twice.

As `crash` does with one server; but nobody waits for the one that was killed.
"""

from __future__ import annotations

import time
from pathlib import Path
from statistics import median

from support.companion.crash import LATELY, Crash, Robot, Wrong, answered
from support.companion.running import Answer, Phone, Running

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


class ServerKills(Crash):
    """One run: a table, its robots, and servers that do not live long."""

    def __init__(self, folder: Path, seed: int, url: str, servers: int = 2) -> None:
        super().__init__(folder, seed)
        self.url = url
        self.servers = [Running(folder, store=url) for _ in range(servers)]
        self.server = self.servers[0]
        self.slowest = 0.0  # seconds from a kill until every phone had an answer

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
        victim.kill()
        self.kills += 1
        begun = time.monotonic()
        while any(robot.answered_at < begun for robot in self.robots if isinstance(robot, WanderingRobot)):
            self.complain()
            if time.monotonic() > begun + 10 * SOON:
                raise Wrong("phones of a dead server do not go on at another")
            time.sleep(0.01)
        self.slowest = max(self.slowest, time.monotonic() - begun)
        self.party.host.server = next(server for server in self.servers if server is not victim)
        self.look_back([])
        victim.start()

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
        try:
            return phone.read(phone.send("POST", self.party.path(sent.seat, "move"), sent.body))  # type: ignore[attr-defined]
        finally:
            phone.hang_up()

    def kept(self) -> Store:
        """The shared store."""
        return Store(self.url)
