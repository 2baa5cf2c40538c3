"""A way to a database that can be cut, or that stalls: bytes are taken and go nowhere."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType


class Way:
    """Forwards a port on loopback to the socket of a cluster, until the end of the block."""

    def __init__(self, folder: Path) -> None:
        self._target = str(folder / ".s.PGSQL.5432")
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._lines: list[socket.socket] = []
        self._open, self._closed = threading.Event(), False
        self._open.set()
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Way:
        return self

    def __exit__(self, kind: type[BaseException] | None, it: BaseException | None, trace: TracebackType | None) -> None:
        self._closed = True
        self._listener.close()
        self.cut()
        self._open.set()

    def address(self, database: str) -> str:
        """Where the database is, by this way."""
        return f"postgresql://sousmain@127.0.0.1:{self._listener.getsockname()[1]}/{database}"

    def stall(self) -> None:
        """From now on nothing comes through, and nobody is told."""
        self._open.clear()

    def cut(self) -> None:
        """All connections end at once."""
        for line in [*self._lines]:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def go_on(self) -> None:
        """It works again; what had been on the way is lost."""
        self.cut()
        self._open.set()

    def _accept(self) -> None:
        while not self._closed:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            far = socket.socket(socket.AF_UNIX)
            try:
                far.connect(self._target)
            except OSError:
                near.close()
                continue
            self._lines += [near, far]
            threading.Thread(target=self._carry, args=(near, far), daemon=True).start()

    def _carry(self, near: socket.socket, far: socket.socket) -> None:
        """Both ways, until one of them ends; then its files are given back."""
        back = threading.Thread(target=self._forward, args=(far, near), daemon=True)
        back.start()
        self._forward(near, far)
        back.join()
        self._lines = [line for line in self._lines if line not in (near, far)]
        near.close()
        far.close()

    def _forward(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                self._open.wait()
                other.sendall(data)
        for line in (one, other):
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
