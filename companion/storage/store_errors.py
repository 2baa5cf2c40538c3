"""What a store says when it cannot read or write.

StoreError
├── DatabaseReplaced     the file is gone or another one
│   └── NotTried         … and nothing was tried (also a NotWritten)
├── NotWritten           nothing was written; what memory knows is right
│   └── Locked           … because somebody else is at it: try again in a moment
└── InDoubt              the connection broke while it was written: read again what became of it
Conflict                 somebody else has written that version
"""

from __future__ import annotations

AWAY = "away"  # a database on a server that does not answer


class StoreError(Exception):
    """The store cannot be trusted or used. `str()` says why, without saying it to phones."""


class DatabaseReplaced(StoreError):
    """The file is gone or another one. What was written last, if anything, may be in neither."""


class NotWritten(StoreError):
    """Nothing was written; what memory knows is right."""


class Locked(NotWritten):
    """Another program holds the database at the moment. Wait a little, hold nothing meanwhile, and try again."""


class InDoubt(StoreError):
    """It may have been written or not: the database went away in that moment."""


class NotTried(NotWritten, DatabaseReplaced):
    """The file is gone or another one: nothing was tried."""


class Conflict(Exception):
    """Somebody else has written that version. Read again, decide again."""
