"""Codes to type: a few letters beside the QR code for any seat, for phones whose camera does not help.

Four letters can be guessed, a token cannot. Two limits make up for that. Whoever types many wrong codes waits, and until
then his right ones are refused as well. And for every so many wrong codes in an hour, whoever typed them, the codes on the
table screens get one letter more: what can be guessed in an hour stays one in 1,750 for each table, while the code that a
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
from companion.table.seating import free_for
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
        """The code of a table, or none while it has no free seat."""
        shown = self._codes(self.length())
        return next((code for code, table in shown.items() if table.id == table_state.id), "")

    def table(self, typed: str) -> TableState:
        """The table whose code that is. A wrong one counts."""
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
        raise NotFound(say("No table has this code. Look at the table screen once more."))

    def _codes(self, length: int) -> dict[str, TableState]:
        """The codes of all tables with a free seat. No two are the same: the table that was opened first keeps it."""
        codes: dict[str, TableState] = {}
        for table_state in reversed(self._tables.all(LISTED)):
            if not free_for(table_state, None):
                continue
            tries = 0
            while (code := self._code(table_state, length, tries)) in codes:
                tries += 1
            codes[code] = table_state
        return codes

    def _code(self, table_state: TableState, length: int, tries: int) -> str:
        """Follows from the code for any seat, and changes with it."""
        return self._tables.secret.letters(
            LETTERS, length, "typed", self._tables.code(table_state, None), length, tries
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
