"""Somebody who is rude to a server on loopback. A program, so that its own work is not that of the test:

    python rude.py idle PORT COUNT ADDRESSES     opens so many connections and says nothing; those that are ended come again
    python rude.py broken PORT A_SECOND COUNT    sends so many requests that are none, at that pace

It says `ready` when it has begun in earnest, goes on until its input is closed, and ends with a line of JSON.
"""

from __future__ import annotations

import json
import select
import socket
import sys
import threading
import time
from contextlib import suppress

SENDERS = 8
AGAIN = 500  # connections a second that come again
BROKEN = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200) + b"\n",
    b"GET / HTP/9\r\n\r\n",
    b"nonsense\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 200 + b"\r\n",
    b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n",
    b"POST /open HTTP/1.1\r\nHost: x\r\nContent-Length: nonsense\r\n\r\n",
    b"POST /open HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
)


def told_to_stop() -> bool:
    """Has whoever started it closed its input?"""
    return bool(select.select([sys.stdin], [], [], 0)[0])


def connected(port: int, source: str) -> socket.socket:
    """One more connection, from an address of this machine."""
    found = socket.socket()
    found.settimeout(30)
    found.bind((source, 0))
    found.connect(("127.0.0.1", port))
    found.setblocking(False)
    return found


def idle(port: int, most: int, addresses: int) -> dict[str, float]:
    """Opens them, and keeps them up."""
    import resource

    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    watch, lines, opened, ended = select.poll(), dict[int, socket.socket](), 0, 0
    start = time.monotonic()

    def one_more() -> None:
        nonlocal opened
        line = connected(port, f"127.0.1.{opened % addresses + 1}")
        lines[line.fileno()] = line
        watch.register(line, select.POLLIN)
        opened += 1

    for _ in range(most):
        one_more()
    took = time.monotonic() - start
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        line.sendall(b"nonsense\r\n")
        line.recv(1)  # connections are taken in their order: all others have been
    print("ready", flush=True)
    again = 0.0
    while not told_to_stop():
        for number, _ in watch.poll(100):
            watch.unregister(number)
            lines.pop(number).close()
            ended += 1
        again = min(AGAIN, again + AGAIN * 0.1)
        while len(lines) < most and again >= 1 and not told_to_stop():
            again -= 1
            one_more()
    return {"opened": opened, "ended": ended, "open": len(lines), "seconds to open": round(took, 1)}


def broken(port: int, a_second: int, most: int) -> dict[str, float]:
    """Sends them at that pace, or as fast as it goes."""
    numbers, answers, start = iter(range(most)), list[bool](), time.monotonic()
    print("ready", flush=True)

    def send() -> None:
        for number in numbers:
            ahead = number / a_second - (time.monotonic() - start)
            if ahead > 0:
                time.sleep(ahead)
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=30) as line:
                line.sendall(BROKEN[number % len(BROKEN)])
                answers.append(line.recv(100).startswith(b"HTTP/1.1 4"))

    threads = [threading.Thread(target=send) for _ in range(SENDERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.monotonic() - start
    return {"sent": len(answers), "answered": sum(answers), "a second": round(most / took), "seconds": round(took, 1)}


if __name__ == "__main__":
    kind, *numbers = sys.argv[1:]
    print(json.dumps({"idle": idle, "broken": broken}[kind](*map(int, numbers))), flush=True)
