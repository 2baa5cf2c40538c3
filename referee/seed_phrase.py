"""A seed as a word that people can type: sixteen letters and digits, none of which looks like another."""

from __future__ import annotations

from hashlib import sha256

from referee.chance import commitment

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O and U
LENGTH = 16  # 80 bits: nobody finds a second word for a code, nor the word from it
GROUP = 4
MEANT = str.maketrans("ILO", "110", " -")
CODE = 16  # digits of the commitment that are shown


def grouped(text: str) -> str:
    """In groups, so that it can be read aloud."""
    return "-".join(text[i : i + GROUP] for i in range(0, len(text), GROUP))


def parsed(text: str) -> str | None:
    """The word that somebody typed, however he parted it; nothing if it cannot be one."""
    word = text.upper().translate(MEANT)
    return word if len(word) == LENGTH and set(word) <= set(LETTERS) else None


def seed(word: str, number: int = 1) -> bytes:
    """The seed that all chance of a deal follows from; of the games after the first, one that the first does not tell."""
    told = word if number == 1 else f"{word} {number}"
    return sha256(b"sousmain word\0" + told.encode()).digest()


def public_code(word: str) -> str:
    """What is shown before the game: the beginning of the commitment to the seed. It binds the word without telling it."""
    return grouped(commitment(seed(word))[:CODE])
