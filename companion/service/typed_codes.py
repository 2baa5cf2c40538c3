"""Codes to type: a few letters beside the QR code for any seat, or for a seat that is free while a game is played, for
phones whose camera does not help.

Four letters can be guessed, a token cannot. Two limits make up for that. Whoever types many wrong codes waits, and until
then his right ones are refused as well. And for every so many wrong codes in an hour, whoever typed them, the codes on the
table screens get one letter more: what can be guessed in an hour stays one in 1,750 for each code, while the code that a
screen shows opens its table at any moment, for everybody who has not been guessing himself.
"""

from __future__ import annotations

import re
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from companion.errors import BadRequest, NotFound
from companion.service.tables import LISTED, Tables
from companion.storage.store import NotWritten
from companion.table.seating import free_for, free_meanwhile
from companion.table.state import TableState
from templates.i18n import say

LETTERS = "BCDFHJKLMNPRSTVWXZ"  # none that looks like another one or like a figure, and no words
AT_HOME, IN_PUBLIC, LONGEST = (
    4,
    6,
    8,
)  # letters: in one's own network, where the whole world may guess, and while it does
PATIENCE = 30  # wrong codes in an hour, until codes have one letter more
AN_HOUR = 3600.0
WRITTEN = re.compile(f"[{LETTERS}]{{{AT_HOME},{LONGEST}}}")
KIND = "code"  # of tries that all servers count
TOLD = 5  # wrong codes in an hour that the host hears of; fewer are slips of a thumb


class TypedCodes:
    """The codes that table screens show now, and how many wrong ones were typed."""

    def __init__(
        self, tables: Tables, clock: Callable[[], float], grown: Callable[[int], None], shortest: int = AT_HOME
    ) -> None:
        """`grown` hears how many letters codes have, each time it is one more than before; they begin with `shortest`."""
        self._tables, self._clock, self._grown, self.shortest = tables, clock, grown, shortest
        self._wrong: deque[float] = deque(maxlen=PATIENCE * (LONGEST - shortest))
        self._lock = threading.Lock()

    def wrong(self) -> int:
        """How many wrong codes were typed within an hour; there is a number above which nobody counts."""
        with self._lock:
            here = self._recent()
        return min(max(here, self._elsewhere()), PATIENCE * (LONGEST - self.shortest))

    def length(self) -> int:
        """How many letters a code has now."""
        return self.shortest + self.wrong() // PATIENCE

    def of(self, table_state: TableState) -> str:
        """The code of a table, or none while it has no free seat or is played at."""
        return self.of_doors(table_state).get(None, "")

    def of_doors(self, table_state: TableState) -> dict[int | None, str]:
        """The code for any seat of a table; while it is played at, those of its free seats."""
        shown = self._codes(self.length())
        return {seat: code for code, (table, seat) in shown.items() if table.id == table_state.id}

    def door(self, typed: str) -> tuple[TableState, int | None]:
        """The table whose code that is, and the seat if it is the code of one. A wrong one counts."""
        code = re.sub(r"[\s.·-]", "", typed).upper()
        if not WRITTEN.fullmatch(code):
            if len(code) == self.length():
                raise BadRequest(say("No code has these letters. Look at the table screen once more."))
            raise BadRequest(
                say("A code has {count} letters, as the table screen shows it.").format(count=self.length())
            )
        # A screen may show longer ones than are needed by now; and whoever is just typing the one before is let in.
        if len(code) >= max(self.shortest, self.length() - 1):
            found = self._codes(len(code)).get(code)
            if found:
                return found
        self._count()
        raise NotFound(
            say(
                "No table has a free seat with this code. Look at the table screen once more. While a game is played, the "
                "host releases your seat there and shows you its letters."
            )
        )

    def _codes(self, length: int) -> dict[str, tuple[TableState, int | None]]:
        """All codes. No two are the same: tables that wait for players come first, and what was opened first keeps it."""
        tables = self._tables.all(LISTED)[::-1]
        doors: list[tuple[TableState, int | None]] = [(table, None) for table in tables if free_for(table, None)]
        doors += [(table, seat) for table in tables for seat in free_meanwhile(table)]
        codes: dict[str, tuple[TableState, int | None]] = {}
        for door in doors:
            tries = 0
            while (code := self._code(*door, length, tries)) in codes:
                tries += 1
            codes[code] = door
        return codes

    def _code(self, table_state: TableState, seat: int | None, length: int, tries: int) -> str:
        """Follows from the code for any seat, or for this one, and changes with it."""
        return self._tables.secret.letters(
            LETTERS, length, "typed", self._tables.code(table_state, seat), length, tries
        )

    def _count(self) -> None:
        before = self.wrong() // PATIENCE
        with self._lock:
            self._wrong.append(self._clock())
        self._count_elsewhere()
        after = self.wrong() // PATIENCE
        if after > before:
            self._grown(self.shortest + after)

    def _recent(self) -> int:
        now = self._clock()
        while self._wrong and now - self._wrong[0] >= AN_HOUR:
            self._wrong.popleft()
        return len(self._wrong)

    def _elsewhere(self) -> int:
        """How many were typed at all servers of a database; while it is away each counts by itself."""
        store = self._tables.store
        with suppress(NotWritten):
            return store.tries(KIND, None, self._tables.cache.clock() - AN_HOUR) if store.shared else 0
        return 0

    def _count_elsewhere(self) -> None:
        store, now = self._tables.store, self._tables.cache.clock()
        with suppress(NotWritten):
            if store.shared:
                store.count_try(KIND, "", now, now - AN_HOUR)
