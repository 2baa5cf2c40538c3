"""boardgame.io as a contender: its own server from npm, its sockets as its client uses them. Without node and npm it is left out."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import aiohttp

from bench.phones.cafe import Table

if TYPE_CHECKING:
    from bench.phones.clients import Block

PACKAGES = ("boardgame.io@0.50.2", "node-persist@3.1.3")  # the second is behind its file store
HOME = Path.home() / ".cache" / "sousmain-bench"
SCRIPT = Path(__file__).with_suffix(".js")
PATIENCE = 30.0
STATE = re.compile(r'"_stateID":(\d+)\},\[')
STORES = {  # what is promised when the process is killed, or the power goes
    "memory": "saves nothing: a crash ends every game",
    "file": "shows a move, then writes it, without fsync: a crash may take back what all have seen",
}


def missing() -> str:
    """Why it cannot be measured here; nothing if it can. Installs it the first time."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "there is no node with npm here"
    if not (HOME / "node_modules" / "node-persist").is_dir():
        HOME.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            ["npm", "install", "--no-audit", "--no-fund", "--silent", "--prefix", str(HOME), *PACKAGES],
            capture_output=True,
            check=False,
        )
        if done.returncode:
            return "npm could not install it"
    return ""


@contextmanager
def serving(store: str, folder: Path) -> Iterator[tuple[int, int]]:
    """The port and the process of a server that keeps its games there."""
    place = "memory" if store == "memory" else str(folder / "flat")
    command, modules = ["node", str(SCRIPT), place], {"NODE_PATH": str(HOME / "node_modules"), "PATH": "/usr/bin:/bin"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=modules)
    try:
        assert process.stdout
        port = next((line for line in process.stdout if line.strip().isdigit()), "")
        if not port:
            raise RuntimeError("boardgame.io did not start")
        yield int(port), process.pid
    finally:
        process.terminate()
        process.wait(10)


class Socket:
    """One phone: a WebSocket that speaks socket.io, as much of it as is needed."""

    def __init__(self, line: aiohttp.ClientWebSocketResponse) -> None:
        self._line = line
        self._reading = asyncio.ensure_future(self._read())
        self._wanted, self._due = 0, asyncio.get_running_loop().create_future()
        self.size = 0

    @property
    def is_open(self) -> bool:
        """Does it still stand?"""
        return not self._line.closed

    async def send(self, kind: str, *more: object) -> None:
        """An event of the game's namespace."""
        await self._line.send_str("42/questions," + json.dumps([kind, *more]))

    def wait_for(self, state: int) -> asyncio.Future[None]:
        """Done when that state, or a later one, has come."""
        self._wanted, self._due = state, asyncio.get_running_loop().create_future()
        return self._due

    async def _read(self) -> None:
        async for message in self._line:
            text = str(message.data)
            if text == "2":
                await self._line.send_str("3")
            found = STATE.search(text) if '["update"' in text[:40] else None
            if found and int(found[1]) >= self._wanted and not self._due.done():
                self.size = len(text.encode())
                self._due.set_result(None)

    async def close(self) -> None:
        """Hangs up."""
        self._reading.cancel()
        await self._line.close()


class Match:
    """A table that plays there; the moves are as many as those of the table, and each is a question."""

    def __init__(self, table: Table, port: int) -> None:
        self.table, self.left = table, list(reversed(table.moves))
        self.streams: list[Socket] = []
        self._port, self._state = port, 0
        self._session: aiohttp.ClientSession | None = None

    async def arrive(self) -> None:
        """Everybody comes to the match."""
        self._session = aiohttp.ClientSession()
        for seat in range(len(self.table.phones)):
            address = f"ws://127.0.0.1:{self._port}/socket.io/?EIO=4&transport=websocket"
            line = await asyncio.wait_for(self._session.ws_connect(address), PATIENCE)
            await line.receive()
            await line.send_str("40/questions,")
            await line.receive()
            socket = Socket(line)
            await socket.send("sync", self.table.id, str(seat), None, len(self.table.phones))
            self.streams.append(socket)

    def leave(self) -> None:
        """Everybody goes."""
        self._leaving = asyncio.ensure_future(self._leave())

    async def _leave(self) -> None:
        for socket in self.streams:
            await socket.close()
        if self._session:
            await self._session.close()

    async def move(self, _: str, block: Block) -> None:
        """Makes the next move, and waits until the last phone has the new state; the mover's own is its answer."""
        seat, state = self.left.pop().seat, self._state
        self._state += 1
        due = [socket.wait_for(self._state) for socket in self.streams]
        action = {"type": "MAKE_MOVE", "payload": {"type": "ask", "args": [], "playerID": str(seat)}}
        start = perf_counter()
        await self.streams[seat].send("update", action, state, self.table.id, str(seat))
        await asyncio.wait_for(due[seat], PATIENCE)
        answered = perf_counter()
        await asyncio.wait_for(asyncio.gather(*due), PATIENCE)
        block.views.append(perf_counter() - start)
        block.answers.append(answered - start)
        block.sizes.append(self.streams[seat].size)
