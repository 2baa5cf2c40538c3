"""What one act writes, as whoever decided it hands it to the store."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.table.endings import FinishedGame


class StoredReply(Struct, frozen=True):
    """What was answered to a move, so that the same question gets the same answer."""

    status: int
    body: bytes
    digest: str = ""


class WriteSet(Struct):
    """All that one act writes, in one transaction."""

    table: str
    version: int = 0  # of the act; nothing is logged at 0
    act: bytes = b""
    at: float = 0.0
    opens: bool = False
    duplicate: str = ""  # the deal that it shares with other tables
    tokens: Sequence[tuple[str, int | None]] = ()  # hash, seat
    revoked: Sequence[str] = ()  # hashes
    holds: Sequence[tuple[int, str]] = ()  # seat, device
    read: int = 0  # notices up to that version are not for those
    released: Sequence[int] = ()  # seats
    game: int = 0  # that the reply belongs to
    moved: tuple[str, str] | None = None  # from device to device: all its seats, at every table, and the right to host
    reply: tuple[str, str, StoredReply] | None = None  # actor, key, reply
    forgotten: Sequence[str] = ()  # keys of that actor whose replies go
    snapshot: tuple[int, int, bytes] | None = None  # a game begins: its number; the table before it: version and body
    finished: FinishedGame | None = None  # a game has ended, or was put right after its end
    reopened: int = 0  # the number of a game that was over and goes on
    seal: str = ""  # of the record of the game that this act ends

    @property
    def is_move(self) -> bool:
        """Is it an act, perhaps with its reply, and nothing else?"""
        codes = self.tokens or self.revoked or self.holds or self.released or self.moved
        games = self.opens or self.snapshot or self.finished or self.reopened
        return self.version > 1 and not codes and not games and not self.forgotten
