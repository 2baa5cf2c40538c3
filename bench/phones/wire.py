"""Connections as a phone has them, bare: one for questions, one for the stream."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable

PUSHED = re.compile(rb"event: (version|page)\n(.*?)\n\n", re.S)
LENGTH = re.compile(rb"(?i)\r\ncontent-length: *(\d+)")
LAST = re.compile(rb"(?i)HTTP/1\.0|\r\nconnection: *close")
VERSION = re.compile(rb'version"?[:=]"?(\d+)|\Adata: (\d+)\Z')


class Line(asyncio.Protocol):
    """For questions, one at a time; opened anew when the server has closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._transport: asyncio.Transport | None = None
        self._heard = bytearray()
        self._head = self._end = 0
        self._reply: asyncio.Future[tuple[int, int]] | None = None
        self._mine = asyncio.Lock()  # a number can overtake the answer to the move

    async def ask(self, question: bytes) -> tuple[int, int]:
        """The version that an answer tells, and how many bytes its body has."""
        async with self._mine:
            kept = self._transport is not None
            try:
                return await self._ask(question)
            except OSError:
                if not kept or self._heard:
                    raise
            return await self._ask(question)  # the server had just hung up an idle line; browsers ask again as well

    async def _ask(self, question: bytes) -> tuple[int, int]:
        loop = asyncio.get_running_loop()
        if self._transport is None:
            await loop.create_connection(lambda: self, "127.0.0.1", self._port)
        assert self._transport
        self._heard.clear()
        self._end = 0
        self._reply = loop.create_future()
        self._transport.write(question)
        return await self._reply

    @property
    def body(self) -> bytes:
        """The answer that came last."""
        return bytes(self._heard[self._head :])

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It stands."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """A piece of an answer."""
        self._heard += data
        if not self._end and (head := self._heard.find(b"\r\n\r\n")) > 0:
            found = LENGTH.search(self._heard, 0, head)
            self._head, self._end = head + 4, head + 4 + int(found[1]) if found else len(self._heard)
        if self._end and len(self._heard) >= self._end:
            self._finish()

    def _finish(self) -> None:
        if LAST.search(self._heard, 0, self._head):
            self.close()
        version = VERSION.search(self._heard, self._head)
        if not self._reply or self._reply.done():
            return
        if b" 200 " in self._heard[:16]:
            self._reply.set_result((int(version[1] or version[2]) if version else 0, self._end - self._head))
        else:
            self._reply.set_exception(OSError(bytes(self._heard[:1500]).decode(errors="replace")))

    def connection_lost(self, error: Exception | None) -> None:
        """The server hung up, or we did."""
        self._transport = None
        if self._reply and not self._reply.done():
            self._reply.set_exception(OSError(f"no answer: {error}"))

    def close(self) -> None:
        """Hangs up."""
        if self._transport:
            self._transport.close()
            self._transport = None


class Stream(asyncio.Protocol):
    """For what is pushed: numbers, or what is new on a page. Tells the version of each, and how many bytes came with it."""

    def __init__(self, question: bytes, heard: Callable[[int, int, bool], None]) -> None:
        self._question, self._tell = question, heard
        self._rest = b""
        self._transport: asyncio.Transport | None = None
        self._greeted: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def open(self, port: int) -> None:
        """Waits for the first event."""
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)
        await self._greeted

    @property
    def is_open(self) -> bool:
        """Was it greeted, and does it still stand?"""
        return self._transport is not None and self._greeted.done()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It stands."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._question)

    def data_received(self, data: bytes) -> None:
        """Events, whole or in pieces."""
        self._rest += data
        end = 0
        for found in PUSHED.finditer(self._rest):
            end = found.end()
            if not self._greeted.done():
                self._greeted.set_result(None)
            elif version := VERSION.search(found[2]):
                self._tell(int(version[1] or version[2]), end - found.start(), found[1] == b"page")
        self._rest = self._rest[end:]

    def connection_lost(self, error: Exception | None) -> None:
        """The server hung up, or we did."""
        self._transport = None
        if not self._greeted.done():
            self._greeted.set_exception(OSError(f"no stream: {self._rest[:300]!r} {error}"))

    def close(self) -> None:
        """Hangs up."""
        if self._transport:
            self._transport.close()
