"""A word that the host asks for before a code works: at one table, or at all of them.

The word itself is kept nowhere: the store has a keyed hash of it, which a copy of the database does not open. Whoever has said
it gets a proof for his browser, which is worth nothing once the word is another one. Who sits already is not asked.
"""

from __future__ import annotations

import hmac
import time
import unicodedata
from collections.abc import Callable, Sequence

from companion.errors import BadRequest, PhoneError
from companion.storage.pubsub import Hub
from companion.storage.store import NotWritten, Store
from companion.storage.tokens import FolderSecret, token
from templates.i18n import say

LEAST, MOST = 4, 40  # letters
BELIEVED = 2.0  # seconds that an answer of the store holds, where other servers may have changed it
KNOWN = 1000  # tables in memory
HOUSE = "word"  # in `about`; with a table after it, of that one
ANY = "any"  # in memory, beside those


class WordWanted(PhoneError):
    """A word is asked for here, and whoever asks has not said it."""

    status = 403


class EntryWords:
    """The words that are asked for."""

    def __init__(self, store: Store, secret: FolderSecret, hub: Hub) -> None:
        self._store, self._secret, self._hub = store, secret, hub
        self._known: dict[str, tuple[float, str]] = {}  # by setting: until when it is believed, and what it is

    def asks(self, table: str) -> bool:
        """Is a word asked for at that table, its own or that of the house?"""
        return bool(self._mark(table))

    def own(self, table: str = "") -> bool:
        """Has that table a word of its own? Without a table: has the house one?"""
        return bool(self._setting(f"{HOUSE} {table}" if table else HOUSE))

    def anywhere(self) -> bool:
        """Is a word asked for at any table, or in the house?"""
        return bool(self._believed(ANY, lambda: self._store.first_setting(HOUSE)))

    def ask_for(self, word: str, table: str = "") -> None:
        """From now on this word is asked for, at a table or in the whole house; an empty one is asked for no more."""
        key = f"{HOUSE} {table}" if table else HOUSE
        if word.strip():
            flaw = flaw_of_word(word)
            if flaw:
                raise BadRequest(say("That will not do: {flaw}.").format(flaw=flaw))
            salt = token()
            self._store.write_setting(key, f"{salt} {self._hashed(salt, word)}")
        else:
            self._store.untell(key)
        self._known.clear()
        self._hub.stir()

    def proof(self, table: str, word: str) -> str:
        """What a browser keeps that has said the right word; nothing if it was a wrong one."""
        mark = self._mark(table)
        salt, _, right = mark.partition(" ")
        said = self._hashed(salt, word[: 10 * MOST])
        return self._proof(mark) if mark and hmac.compare_digest(said, right) else ""

    def proved(self, table: str, proofs: Sequence[str]) -> bool:
        """Has a browser that keeps those said the word that is asked for now?"""
        mark = self._mark(table)
        return not mark or any(hmac.compare_digest(self._proof(mark), proof) for proof in proofs)

    def _mark(self, table: str) -> str:
        return self._setting(f"{HOUSE} {table}") or self._setting(HOUSE)

    def _setting(self, key: str) -> str:
        return self._believed(key, lambda: self._store.setting(key))

    def _believed(self, key: str, ask: Callable[[], str | None]) -> str:
        until, found = self._known.get(key, (0.0, ""))
        if time.monotonic() < until:
            return found
        try:
            found = ask() or ""
        except NotWritten:
            if not until:
                raise  # nobody is let in because nobody can be asked
            return found
        while len(self._known) >= KNOWN:
            del self._known[next(iter(self._known))]
        self._known[key] = time.monotonic() + BELIEVED, found
        return found

    def _hashed(self, salt: str, word: str) -> str:
        return self._secret.derived("word", salt, said(word))

    def _proof(self, mark: str) -> str:
        return self._secret.derived("word said", mark)


def said(word: str) -> str:
    """A word as it sounds: capitals and blanks do not matter, for phones put them where they like."""
    return "".join(unicodedata.normalize("NFKC", word).casefold().split())


def flaw_of_word(word: str) -> str:
    """What is wrong with a word to be asked for, or nothing."""
    if not LEAST <= len(said(word)) <= MOST or not word.isprintable():
        return say("a word has {least} to {most} letters").format(least=LEAST, most=MOST)
    return ""
