"""The final seal of a record, and the short code of it that people read to each other.

Sixteen signs in groups of four. Nobody should take one for another, by ear or by eye, in English or French: no letters that
rhyme (B C D E G P T V, A H J), none that look like a digit (B G I L O Q S Z), and no 5, which is heard as 9.
"""

from __future__ import annotations

import re
from hashlib import sha256

SIGNS = "012346789FKMRWY"
LENGTH, GROUP = 16, 4  # 15 to the power of 16: 62.5 bits
MEANT = str.maketrans("OIL", "011")  # what somebody may type who has only heard it, or read it badly
BETWEEN = re.compile(r"[\s\-‐‑–—_.,:·]+")


def final_seal(record: bytes) -> str:
    """The SHA-256 of all lines of a record but the last, in hex; that last line tells the same."""
    lines, _, _ = record.removesuffix(b"\n").rpartition(b"\n")
    return sha256(lines + b"\n").hexdigest()


def seal_code(seal: str) -> str:
    """The short code of a seal: its remainder by 15 to the power of 16, in base 15, with our signs for digits."""
    number, signs = int(seal, 16), ""
    for _ in range(LENGTH):
        number, sign = divmod(number, len(SIGNS))
        signs = SIGNS[sign] + signs
    return " ".join(signs[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def parsed_seal(text: str) -> str | None:
    """A code or a whole seal as it would be written here, however it was typed; None for anything else."""
    bare = BETWEEN.sub("", text)
    if re.fullmatch(r"[0-9a-fA-F]{64}", bare):
        return bare.lower()
    signs = bare.upper().translate(MEANT)
    if len(signs) != LENGTH or not set(signs) <= set(SIGNS):
        return None
    return " ".join(signs[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def strange_signs(text: str) -> list[str]:
    """What no code has of something that is as long as one: it was misread, or mistyped."""
    signs = BETWEEN.sub("", text).upper()
    return [sign for sign in dict.fromkeys(signs) if sign.translate(MEANT) not in SIGNS] if len(signs) == LENGTH else []


def fits(seal: str, asked: str) -> bool:
    """Is that seal the one that was asked for, as `read` gave it?"""
    return asked in (seal, seal_code(seal))
