"""What is different every time stands still, so that nothing but secrets can differ; and what the program writes is caught."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from datetime import datetime
from io import StringIO
from typing import Any
from unittest.mock import patch


class FrozenTime(datetime):
    """It is always the same moment."""

    @classmethod
    def now(cls, tz: Any = None) -> FrozenTime:
        """This one."""
        return cls(2000, 1, 1, tzinfo=tz)


class FrozenDice:
    """Stands where `secrets` stood: fresh tokens and names, the same ones in both worlds."""

    def __init__(self) -> None:
        self._count = 0

    def token_bytes(self, size: int) -> bytes:
        """The next ones."""
        self._count += 1
        return self._count.to_bytes(size)

    def choice(self, of: Any) -> Any:
        """The next one."""
        self._count += 1
        return of[self._count % len(of)]


@contextmanager
def frozen() -> Iterator[None]:
    """Tokens, the commitment, and time: nobody waits."""
    dice = FrozenDice()
    with ExitStack() as stack:
        for name, value in {
            "companion.storage.tokens.secrets": dice,
            "companion.service.tables.secrets": dice,
            "werkzeug.http.datetime": FrozenTime,  # cookies say when they expire
            "companion.table.state.commitment": lambda seed: "c" * 64,
            "companion.service.fair_deal.commitment": lambda seed: "c" * 64,
            "companion.web.routes.hand.LONGEST_WAIT": 0.0,
            "companion.storage.pubsub.HEARTBEAT": 0.0,
        }.items():
            stack.enter_context(patch(name, value))
        yield


@contextmanager
def logged() -> Iterator[StringIO]:
    """All that the program prints or logs. (SQLAlchemy's own log is the database in other words: it stays off.)"""
    out = StringIO()
    handler = logging.StreamHandler(out)
    root = logging.getLogger()
    levels = {root: logging.DEBUG, logging.getLogger("sqlalchemy"): logging.WARNING}
    levels[logging.getLogger("markdown_it")] = logging.INFO  # or it tells of every letter of the rules
    before = {logger: logger.level for logger in levels}
    root.addHandler(handler)
    try:
        for logger, level in levels.items():
            logger.setLevel(level)
        with redirect_stdout(out), redirect_stderr(out):
            yield out
    finally:
        root.removeHandler(handler)
        for logger, level in before.items():
            logger.setLevel(level)
