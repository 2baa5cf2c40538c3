"""What a phone can be told instead of an answer: one sentence and a status, never a trace of anything else.

PhoneError          something the person can understand and mend
├── NotFound        no such table, seat or link                           404
├── PutAside        a table that this program cannot read                 404, so that an open page says so
├── NotYours        a seat or a button that belongs to somebody else      403
├── WordWanted      a word is asked for first (`service/door/word.py`)    403, with a page that asks for it
├── Taken           the seat has an owner, or the name is in use          409
├── OfferClosed     the offer that a move answers is no longer open       409, with the fresh view
├── Mismatch        a key that was used for something else                422
├── BadRequest      what was sent makes no sense                          400
└── Busy            too many tries, or too many streams                   429, 503
"""

from __future__ import annotations

from referee.errors import UserError


class PhoneError(UserError):
    """One sentence for a person; `status` for the browser."""

    status = 400

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        super().__init__(sentence)


class NotFound(PhoneError):
    """There is nothing there."""

    status = 404


class PutAside(PhoneError):
    """It is there, and nobody can read it."""

    status = 404


class NotYours(PhoneError):
    """It belongs to somebody else."""

    status = 403


class Taken(PhoneError):
    """Somebody was first."""

    status = 409


class OfferClosed(PhoneError):
    """What the move answers is not on offer any more."""

    status = 409


class Mismatch(PhoneError):
    """A key that came back with something else."""

    status = 422


class BadRequest(PhoneError):
    """What was sent makes no sense."""

    status = 400


class Busy(PhoneError):
    """Too much at once."""

    status = 429
