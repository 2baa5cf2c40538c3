"""The floor: a bare aiohttp server that commits as much as the companion does, and pushes as much or pushes a number and gives as
much when it is asked; but it knows no rules, no seats and no pages.

`python -m bench.phones.bare_server FOLDER` serves a café and prints its port.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections import defaultdict
from pathlib import Path

from aiohttp import web

from bench.phones.cafe import FILE
from companion.server.wsgi import raise_limit
from companion.storage.pubsub import HEARTBEAT, event

MOVE = "INSERT INTO log (table_id, version, at, act) VALUES (?, ?, ?, ?)"
REPLY = "INSERT INTO replies (table_id, actor, key, digest, status, body) VALUES (?, ?, ?, ?, ?, ?)"


class Bare:
    """Numbers, a database, and two bodies as large as the real ones."""

    def __init__(self, folder: Path) -> None:
        self._database = sqlite3.connect(folder / FILE, isolation_level=None)
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            self._database.execute(f"PRAGMA {pragma}")
        self._versions = dict(self._database.execute("SELECT table_id, max(version) FROM log GROUP BY table_id"))
        self._act = b"a" * int((folder / "act").read_text())
        self._bodies = {kind: b"v" * int((folder / kind).read_text()) for kind in ("part", "view")}
        self._listeners: dict[str, set[asyncio.Queue[int]]] = defaultdict(set)

    async def move(self, request: web.Request) -> web.Response:
        """Commits, answers, publishes."""
        table, seat = request.match_info["table"], request.match_info["seat"]
        sent = await request.json()
        version = self._versions[table] = self._versions[table] + 1
        body = b'{"version":%d}' % version
        self._database.execute("BEGIN")
        self._database.execute(MOVE, (table, version, 0.0, self._act))
        self._database.execute(REPLY, (table, seat, sent["key"], "0" * 64, 200, body))
        self._database.execute("COMMIT")
        response = web.Response(body=body, content_type="application/json")
        await response.prepare(request)
        await response.write_eof()
        for queue in self._listeners[table]:
            queue.put_nowait(version)
        return response

    async def view(self, request: web.Request) -> web.Response:
        """A body of the right size."""
        kind = request.match_info.get("kind", "part")
        return web.Response(body=self._body(request.match_info["table"], kind), content_type="text/html")

    def _body(self, table: str, kind: str) -> bytes:
        version = b'"version":%d ' % self._versions[table]
        return version + self._bodies[kind][len(version) :]

    async def stream(self, request: web.Request) -> web.StreamResponse:
        """Numbers as they come, or as much as a page is sent."""
        table = request.match_info["table"]
        pushes = "has" in request.query
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        queue: asyncio.Queue[int] = asyncio.Queue()
        self._listeners[table].add(queue)
        try:
            await response.write(event(("version", self._versions[table])))
            while True:
                try:
                    version = await asyncio.wait_for(queue.get(), HEARTBEAT)
                except TimeoutError:
                    version = self._versions[table]
                if pushes:
                    await response.write(b"event: page\ndata: %s\n\n" % self._body(table, "part"))
                else:
                    await response.write(event(("version", version)))
        except ConnectionResetError:
            return response
        finally:
            self._listeners[table].discard(queue)


async def serve(folder: Path) -> None:
    """Until it is told to stop."""
    bare, app = Bare(folder), web.Application()
    seat = "/t/{table}/seat/{seat}"
    app.router.add_post(f"{seat}/move", bare.move)
    app.router.add_get(f"{seat}/stream", bare.stream)
    app.router.add_get(seat, bare.view)
    app.router.add_get(f"{seat}/{{kind:part|view}}", bare.view)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, backlog=1024)
    await site.start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    raise_limit()
    asyncio.run(serve(Path(sys.argv[1])))
