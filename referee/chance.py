"""Dice that can be checked: everything a table leaves to chance follows from one seed of 256 bits.

Nobody draws that seed alone. The laptop commits to its own, each phone pledges a share before it can know anything of the
others, the shares are revealed, and the game is dealt from all of them together: one who is honest is enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32
SHARE_BYTES = 16
PLEDGE_BYTES = 32


def commitment(seed: bytes) -> str:
    """What is shown at the deal: it binds the seed without telling it."""
    return sha256(b"sousmain seed\0" + seed).hexdigest()


def pledge(commitment: str, share: bytes) -> bytes:
    """What a phone says of its share before the deal: it binds the share, under that commitment, without telling it."""
    return sha256(b"sousmain pledge\0" + bytes.fromhex(commitment) + share).digest()


def mixed(seed: bytes, pledges: Sequence[bytes | None], shares: Sequence[bytes | None]) -> bytes:
    """The seed that a game is dealt from: made of the committed one and of what the phone of each seat gave.

    Where no phone has pledged anything it is the committed one. A pledge that was not kept is mixed in as it is: so no
    record can tell another one.
    """
    if not any(pledges):
        return seed
    given = (
        b"\0" if promised is None else b"\2" + promised if share is None else b"\1" + share
        for promised, share in zip(pledges, shares, strict=True)
    )
    return sha256(b"sousmain deal\0" + seed + b"".join(given)).digest()


class Chance:
    """The chance of one move: a stream that follows from the seed and the number of the move alone.

    Nothing has to be remembered between moves, so a restart, a replay and a check years later all see the same dice.
    """

    def __init__(self, seed: bytes, move: int) -> None:
        self._bytes = stream(seed, move)

    def below(self, n: int) -> int:
        """A number from 0 to n-1, each as likely as the others."""
        size = max(1, (n - 1).bit_length() + 7 >> 3)
        limit = 256**size - 256**size % n
        while True:
            number = int.from_bytes(bytes(next(self._bytes) for _ in range(size)))
            if number < limit:
                return number % n

    def one(self, of: Sequence[T]) -> T:
        """One of several."""
        return of[self.below(len(of))]

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The same in another order, every order as likely as the others."""
        deck = list(items)
        for i in range(len(deck) - 1, 0, -1):
            j = self.below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return tuple(deck)


def stream(seed: bytes, move: int) -> Iterator[int]:
    """Bytes without end: SHA-256 of the seed, the move and a counter."""
    block = 0
    while True:
        yield from sha256(b"sousmain chance\0" + seed + move.to_bytes(8) + block.to_bytes(8)).digest()
        block += 1
