"""The program's own log. Somebody may look over the host's shoulder, or be sent the file: no token is ever in it.

The terminal gets one line for a mistake, the details go to a file in the data folder: see `kept`.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

from companion.storage.tokens import redacted
from templates.i18n import say

FILE = "mistakes.log"
MOST = 500_000  # bytes of that file, about; when it is full there is one before it, and no other
LONGEST = 20_000  # characters of one mistake: the last ones say what it was
AGAIN = 60.0  # seconds until the terminal hears of the same again


class Discreet(logging.Filter):
    """Blots out whatever looks like a token, in messages and in what a mistake says of itself."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Nothing is dropped, only blotted."""
        record.msg, record.args = redacted(record.getMessage()), ()
        if record.exc_info and record.exc_info[0]:
            told = "".join(traceback.format_exception(*record.exc_info))
            record.exc_text, record.exc_info = redacted(told).rstrip(), None
        return True


LOG = logging.getLogger("sousmain")
FLASK = logging.getLogger("companion")  # Flask's own, named after the application
LOG.addFilter(Discreet())
FLASK.addFilter(Discreet())


class Details(RotatingFileHandler):
    """The file with the details: for its owner's eyes alone, bounded, and made when there is something to write."""

    def __init__(self, file: Path) -> None:
        self.refused = False
        super().__init__(file, maxBytes=MOST, backupCount=1, encoding="utf-8", delay=True, errors="backslashreplace")
        self.setFormatter(logging.Formatter("%(asctime)s %(message)s"))

    def _open(self) -> TextIOWrapper:
        handle = os.open(self.baseFilename, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        self.refused = False
        return open(handle, "a", encoding=self.encoding, errors=self.errors)

    def format(self, record: logging.LogRecord) -> str:
        """With its beginning left out if it is too long."""
        return super().format(record)[-LONGEST:]

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the library's name
        """A disk that is full stops nobody."""
        self.refused = True


class Terminal(logging.Handler):
    """One line for a mistake. The same again is counted, and told once a minute."""

    def __init__(self, details: Details) -> None:
        super().__init__()
        self._details = details
        self._told: dict[str, tuple[float, int]] = {}  # when, and how often since then
        self._once = say("Something went wrong: {what}; {details}.")
        self._often = say("Something went wrong, {count} times: {what}; {details}.")
        self._there = say("the details are in {file}").format(file=details.baseFilename)
        self._nowhere = say("no folder takes the details")

    def emit(self, record: logging.LogRecord) -> None:
        """Never fails: the phones must be served."""
        with suppress(Exception):
            what, now = " ".join(record.getMessage().split()), time.monotonic()
            last, count = self._told.get(what, (now - AGAIN, 0))
            if now - last < AGAIN:
                self._told[what] = last, count + 1
                return
            if len(self._told) > 1000:
                self._told.clear()
            self._told[what] = now, 0
            details = self._nowhere if self._details.refused else self._there
            told = (self._often if count else self._once).format(what=what, details=details, count=count + 1)
            print(f"sousmain: {told}", file=sys.stderr, flush=True)


@contextmanager
def logging_to(folder: Path) -> Iterator[Path]:
    """Within this block mistakes are told so, also those that nobody caught; gives the file."""
    import gevent

    details = Details(folder / FILE)
    handlers = (details, Terminal(details))  # in this order: the line says whether there are details
    hub: Any = gevent.get_hub()
    hooks = sys.unraisablehook, threading.excepthook
    for handler in handlers:
        handler.setLevel(logging.WARNING)
        LOG.addHandler(handler)
        FLASK.addHandler(handler)
    hub.print_exception = lambda context, *mistake: uncaught(*mistake)
    sys.unraisablehook = lambda it: uncaught(it.exc_type, it.exc_value, it.exc_traceback)
    threading.excepthook = lambda it: uncaught(it.exc_type, it.exc_value, it.exc_traceback)
    try:
        yield folder / FILE
    finally:
        sys.unraisablehook, threading.excepthook = hooks
        del hub.print_exception
        for handler in handlers:
            LOG.removeHandler(handler)
            FLASK.removeHandler(handler)
            handler.close()


def uncaught(*mistake: Any) -> None:
    """What came up where nobody waited for it."""
    LOG.error("a mistake that nobody caught", exc_info=mistake)
