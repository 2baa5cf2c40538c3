"""The phones of a café, in a process of their own: streams, moves and views over plain sockets, with nothing to spare.

Reads a job from standard input and writes what it measured to standard output. A phone does what a page does: one stream
stays open, and brings what is new; or it brings a number, and the phone asks for its view on a second connection that it keeps.
"""

from __future__ import annotations

import asyncio
import gc
import re
import sys
import time
from collections.abc import Awaitable
from functools import partial
from random import Random
from time import perf_counter

import msgspec
from msgspec import Struct

from bench.phones.boardgame import Match
from bench.phones.cafe import Table
from bench.phones.wire import Line, Stream
from companion.server.wsgi import raise_limit

AT_ONCE = 50  # tables that are sitting down
PATIENCE = 30.0  # seconds until a view that does not come is a failure
WARM = 5  # moves that do not count
MARK = re.compile(rb"<!--~([\w-]{8})-->")  # the digest of a panel that the first page brings
BROWSER = (  # as long as what a phone sends
    "User-Agent: Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36\r\n"
    "Accept-Encoding: gzip, deflate\r\nAccept-Language: en-GB,en;q=0.9\r\n"
)


class Side(Struct, frozen=True):
    """A server and the tables at which it is played."""

    name: str
    port: int
    tables: list[Table]
    at_once: int  # tables that play; when one is done, the next in line takes its place
    others: list[int] = []  # ports of more servers: the phones of each table are spread over all of them
    pushed: bool = False  # does the stream bring what is new, or a number?
    boardgame: bool = False  # is it a server of boardgame.io?
    pid: int = 0  # its process


class Job(Struct, frozen=True):
    """Rounds of moves, each at every side in turn."""

    sides: list[Side]
    kinds: list[str]  # what phones ask for, where it is not pushed: "part", "view"
    rounds: int
    moves: int  # in a round, for each kind
    rate: float  # moves a second over all tables; 0: every table moves as soon as it can


class Block(Struct):
    """What one round brought. Times are seconds."""

    side: str
    kind: str
    answers: list[float] = []  # from the move until its answer
    views: list[float] = []  # from the move until the last phone had its view
    sizes: list[int] = []  # bytes of a view
    took: float = 0.0
    processor: float = 0.0  # seconds of it that the server took for the moves


class Told(Struct):
    """All that was measured."""

    blocks: list[Block]
    streams: dict[str, int]  # greeted, and still open at the end


class Sat:
    """A table that plays: its streams and lines."""

    def __init__(self, table: Table, ports: list[int], pushed: bool) -> None:
        self.table, self.left, self._pushed = table, list(reversed(table.moves)), pushed
        self.streams: list[Stream] = []
        self._ports = [ports[seat % len(ports)] for seat in range(len(table.phones))]
        self._version, self._kind, self._size = table.version, "", 0
        self._lines = [Line(port) for port in self._ports]
        self._waiting: dict[int, asyncio.Future[None]] = {}
        self._fetching: dict[int, asyncio.Task[None]] = {}

    def _question(self, seat: int, what: str, body: str | None = None) -> bytes:
        phone, port = self.table.phones[seat], self._ports[seat]
        origin = f"127.0.0.1:{port}"
        verb = "GET" if body is None else "POST"
        path = f"/t/{self.table.id}/seat/{seat}/{what}".removesuffix("/")
        head = f"{verb} {path} HTTP/1.1\r\nHost: {origin}\r\n{BROWSER}"
        head += f"Cookie: sousmain-{port}={phone.device}\r\n"
        if body is None:
            return f"{head}\r\n".encode()
        head += f"Origin: http://{origin}\r\nX-Csrf: {phone.csrf}\r\nContent-Type: application/json\r\n"
        return f"{head}Content-Length: {len(body.encode())}\r\n\r\n{body}".encode()

    async def arrive(self) -> None:
        """Loads each page once, as a phone has before anything moves, and opens its stream."""
        for seat, line in enumerate(self._lines):
            await asyncio.wait_for(line.ask(self._question(seat, "")), PATIENCE)
            has = b"".join(MARK.findall(line.body)).decode()
            path = f"stream?has={has}&window=" if self._pushed else "stream"
            stream = Stream(self._question(seat, path), partial(self._hear, seat))
            await asyncio.wait_for(stream.open(self._ports[seat]), PATIENCE)
            self.streams.append(stream)

    def leave(self) -> None:
        """Closes everything."""
        for stream in self.streams:
            stream.close()
        for line in self._lines:
            line.close()

    async def move(self, kind: str, block: Block) -> None:
        """Makes the next move, and waits until the last phone has its view."""
        self._kind, self._version = kind, self._version + 1
        loop = asyncio.get_running_loop()
        self._waiting = {seat: loop.create_future() for seat in range(len(self._lines))}
        done = asyncio.gather(*self._waiting.values())
        move = self.left.pop()
        question = self._question(move.seat, "move", move.body)
        start = perf_counter()
        await asyncio.wait_for(self._lines[move.seat].ask(question), PATIENCE)
        answered = perf_counter()
        await asyncio.wait_for(done, PATIENCE)
        block.views.append(perf_counter() - start)
        block.answers.append(answered - start)
        block.sizes.append(self._size)

    def _hear(self, seat: int, version: int, size: int, page: bool) -> None:
        """Something came: it is what is new, or a number, and then the phone asks for its view."""
        due = version >= self._version and seat in self._waiting and not self._waiting[seat].done()
        if due and page:
            self._size = size
            self._waiting[seat].set_result(None)
        elif due and not self._pushed and (seat not in self._fetching or self._fetching[seat].done()):
            self._fetching[seat] = asyncio.ensure_future(self._fetch(seat))

    async def _fetch(self, seat: int) -> None:
        waiting = self._waiting[seat]
        try:
            version, self._size = await self._lines[seat].ask(self._question(seat, self._kind))
            if version < self._version:
                raise OSError(f"a view of version {version} instead of {self._version}")
            waiting.set_result(None)
        except OSError as error:
            if not waiting.done():
                waiting.set_exception(error)


class Room:
    """A side while it plays."""

    def __init__(self, side: Side) -> None:
        self.side, self.sat = side, list[Sat | Match]()
        self.seating = 0.0  # seconds of the processor that its server took for tables that sat down later
        self._line = list(reversed(side.tables))
        self._gate = asyncio.Semaphore(AT_ONCE)

    async def open(self) -> None:
        """The first tables sit down."""
        await asyncio.gather(*(self._seat() for _ in range(self.side.at_once)))

    async def _seat(self) -> None:
        async with self._gate:
            table, ports = self._line.pop(), [self.side.port, *self.side.others]
            sat = Match(table, ports[0]) if self.side.boardgame else Sat(table, ports, self.side.pushed)
            await sat.arrive()
            self.sat.append(sat)

    async def _replace_done(self) -> None:
        """Nobody plays meanwhile."""
        before = processor(self.side.pid)
        for sat in [sat for sat in self.sat if not sat.left]:
            sat.leave()
            self.sat.remove(sat)
            await self._seat()
        self.seating += processor(self.side.pid) - before

    async def paced(self, kind: str, moves: int, rate: float, seed: int) -> Block:
        """So many moves a second, at any table; a table makes its next one when all its phones have seen the last."""
        block, chance = Block(self.side.name, kind), Random(seed)
        busy: dict[Sat | Match, asyncio.Task[None]] = {}
        start = due = perf_counter()
        for _ in range(moves):
            due += 1 / rate
            await asyncio.sleep(max(0.0, due - perf_counter()))
            while not (free := [sat for sat in self.sat if sat.left and (sat not in busy or busy[sat].done())]):
                if any(not task.done() for task in busy.values()):
                    await asyncio.wait(busy.values(), return_when=asyncio.FIRST_COMPLETED)
                else:
                    await self._replace_done()
            sat = chance.choice(free)
            if sat in busy:
                busy[sat].result()
            busy[sat] = asyncio.ensure_future(sat.move(kind, block))
        await asyncio.gather(*busy.values())
        block.took = perf_counter() - start
        await self._replace_done()
        return block

    async def rushed(self, kind: str, moves: int) -> Block:
        """Every table makes its next move as soon as all its phones have seen the last one."""
        block, each = Block(self.side.name, kind), max(1, moves // len(self.sat))

        async def play(sat: Sat | Match) -> None:
            for _ in range(min(each, len(sat.left))):
                await sat.move(kind, block)

        start = perf_counter()
        await asyncio.gather(*map(play, self.sat))
        block.took = perf_counter() - start
        await self._replace_done()
        return block

    @property
    def streams(self) -> int:
        """How many are really open."""
        return sum(stream.is_open for sat in self.sat for stream in sat.streams)


async def work(job: Job) -> Told:
    """Does a job. Sides take turns, and their order changes every round; the first few moves do not count."""
    rooms = [Room(side) for side in job.sides]
    for room in rooms:
        await room.open()
        for kind in job.kinds:
            await room.paced(kind, WARM, 20, 0)

    def run(room: Room, kind: str, seed: int) -> Awaitable[Block]:
        return room.paced(kind, job.moves, job.rate, seed) if job.rate else room.rushed(kind, job.moves)

    blocks = []
    for number in range(job.rounds):
        for kind in job.kinds:
            for room in rooms if number % 2 else rooms[::-1]:
                gc.collect()
                before, seating = processor(room.side.pid), room.seating
                block = await run(room, kind, number)
                block.processor = processor(room.side.pid) - before - (room.seating - seating)
                blocks.append(block)
    told = Told(blocks, {room.side.name: room.streams for room in rooms})
    for sat in (sat for room in rooms for sat in room.sat):
        sat.leave()
    await asyncio.sleep(0.5)  # some hang up politely
    return told


def processor(pid: int) -> float:
    """Seconds that a process has had of the processor, where the system tells: Linux has a clock for each, to the
    billionth. What `/proc` says counts hundredths, and a move of the floor takes less than one."""
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except (AttributeError, OSError):
        return 0.0


if __name__ == "__main__":
    raise_limit()
    gc.disable()  # between rounds instead
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=Job)
    sys.stdout.buffer.write(msgspec.json.encode(asyncio.run(work(asked))))
