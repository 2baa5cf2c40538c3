"""The program's own log. Somebody may look over the host's shoulder, or be sent the file: no token is ever in it."""

from __future__ import annotations

import logging
import traceback

from companion.secret import redacted


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
LOG.addFilter(Discreet())
logging.getLogger("companion").addFilter(Discreet())  # Flask's own, named after the application
