"""Tokens: 128 bits each, known to the phone that holds one, stored as hashes alone.

The codes on seat cards follow from one secret of the data folder, so that a screen can show them again after a restart
although the database does not know them.
"""

from __future__ import annotations

import hmac
import os
import re
import secrets
from base64 import b32encode
from functools import lru_cache
from hashlib import sha256
from itertools import count
from pathlib import Path

TOKEN_BYTES = 16
KEY_BYTES = 32
WRITTEN = re.compile(r"[a-z2-7]{26}")


def encoded(data: bytes) -> str:
    """As it stands in an address: 26 letters and digits, none that look alike when shouted over a table."""
    return b32encode(data).decode().rstrip("=").lower()


def token() -> str:
    """A new token."""
    return encoded(secrets.token_bytes(TOKEN_BYTES))


def redacted(text: str) -> str:
    """A text without whatever looks like a token."""
    return WRITTEN.sub("…", text)


@lru_cache(5000)  # a page asks several times for that of its phone
def hashed(text: str) -> str:
    """What is stored of a token."""
    return sha256(b"sousmain token\0" + text.encode("utf-8", "replace")).hexdigest()


class FolderSecret:
    """The secret of a data folder, and what follows from it."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    @property
    def fingerprint(self) -> str:
        """Tells this secret from another one, and nothing of it."""
        return self.derived("fingerprint")

    def derived(self, *words: object) -> str:
        """A token for a purpose; without the secret nobody can make it."""
        message = "\0".join(map(str, words)).encode()
        return encoded(hmac.digest(self._key, message, "sha256")[:TOKEN_BYTES])

    def letters(self, alphabet: str, length: int, *words: object) -> str:
        """So many letters for a purpose; without the secret nobody can make them, though one may guess them."""
        message = "\0".join(map(str, words)).encode()
        number, found = int.from_bytes(hmac.digest(self._key, message, "sha256")), ""
        for _ in range(length):
            number, at = divmod(number, len(alphabet))
            found += alphabet[at]
        return found

    def seat(self, table: str, seat: int, releases: int) -> str:
        """The code of a seat; another one after each release."""
        return self.derived("seat", table, seat, releases)

    def table(self, table: str, number: int = 0) -> str:
        """The code for any free seat of a table; another one whenever a seat is released."""
        return self.derived("table", table, number) if number else self.derived("table", table)

    def seed(self, table: str, game: int) -> bytes:
        """The laptop's part in the chance of a game: fixed before anybody asks for it, and the same after a restart."""
        return hmac.digest(self._key, f"seed\0{table}\0{game}".encode(), "sha256")

    def csrf(self, device: str) -> str:
        """What a page must send along to prove that it is ours."""
        return self.derived("csrf", device)


def load_secret(folder: Path) -> FolderSecret:
    """The secret of a folder, made at the first use and readable by its owner alone. A damaged one is put aside."""
    file = folder / "secret"
    key = kept_secret(file)
    if key is None:
        key = secrets.token_bytes(KEY_BYTES)
        fresh = folder / "secret.new"  # under its name it is whole, or not there: half a secret is none
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as out:
            out.write(key.hex())
            out.flush()
            os.fsync(out.fileno())
        fresh.replace(file)
    return FolderSecret(key)


def kept_secret(file: Path) -> bytes | None:
    """What a file keeps, if it is a whole secret; what is not stays under another name, and none is there."""
    try:
        return read_secret(file)
    except ValueError:
        names = (file.with_name(f"secret.damaged{number or ''}") for number in count())
        file.rename(next(name for name in names if not name.exists()))
        return None


def read_secret(file: Path) -> bytes | None:
    """The bytes of a secret, none where there is no file; raises ValueError if it is damaged. Nothing is changed."""
    try:
        key = bytes.fromhex(file.read_text("ascii"))
    except FileNotFoundError:
        return None
    if len(key) != KEY_BYTES:
        raise ValueError("a secret has another length")
    return key
