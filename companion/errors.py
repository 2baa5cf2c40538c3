"""What a phone can be told instead of an answer: one sentence and a status, never a trace of anything else.

Sorry               something the person can understand and mend
├── NotFound        no such table, seat or link                           404
├── PutAside        a table that this program cannot read                 404, so that an open page says so
├── NotYours        a seat or a button that belongs to somebody else      403
├── Taken           the seat has an owner, or the name is in use          409
├── Closed          the offer that a move answers is no longer open       409, with the fresh view
├── Mismatch        a key that was used for something else                422
├── Unfit           what was sent makes no sense                          400
└── Busy            too many tries, or too many streams                   429, 503
"""

from __future__ import annotations


class Sorry(Exception):
    """One sentence for a person; `status` for the browser."""

    status = 400

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        super().__init__(sentence)


class NotFound(Sorry):
    """There is nothing there."""

    status = 404


class PutAside(Sorry):
    """It is there, and nobody can read it."""

    status = 404


class NotYours(Sorry):
    """It belongs to somebody else."""

    status = 403


class Taken(Sorry):
    """Somebody was first."""

    status = 409


class Closed(Sorry):
    """What the move answers is not on offer any more."""

    status = 409


class Mismatch(Sorry):
    """A key that came back with something else."""

    status = 422


class Unfit(Sorry):
    """What was sent makes no sense."""

    status = 400


class Busy(Sorry):
    """Too much at once."""

    status = 429
