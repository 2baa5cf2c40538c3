"""What goes over the line between the server and a worker: a few facts as JSON, and bytes behind them."""

from __future__ import annotations

import socket
from struct import Struct as Packing
from typing import Any

import msgspec

LENGTHS = Packing(">II")  # of the facts, and of the bytes
LARGEST = 1 << 28  # bytes of either: more than any kit has

Frame = tuple[dict[str, Any], bytes]


def send(line: socket.socket, facts: dict[str, Any], body: bytes = b"") -> None:
    """Sends one frame."""
    told = msgspec.json.encode(facts)
    line.sendall(LENGTHS.pack(len(told), len(body)) + told + body)


def receive(line: socket.socket) -> Frame:
    """The next frame; ConnectionError if there is none any more."""
    told, more = LENGTHS.unpack(exactly(line, LENGTHS.size))
    if max(told, more) > LARGEST:
        raise ConnectionError("a frame of that size is none of ours")
    return msgspec.json.decode(exactly(line, told)), exactly(line, more)


def exactly(line: socket.socket, count: int) -> bytes:
    """So many bytes, however many pieces they come in."""
    found = bytearray()
    while len(found) < count:
        piece = line.recv(min(1 << 16, count - len(found)))
        if not piece:
            raise ConnectionError("the other end has gone")
        found += piece
    return bytes(found)
