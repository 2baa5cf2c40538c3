"""What is wrong with data that a table brings along: a map, a board.

The referee speaks no language: a flaw carries an English text and its evidence, and whoever shows it translates the text.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from referee.errors import UserError

T = TypeVar("T")
SAID = "{said}"  # the text of a flaw that msgspec found: its own sentence is the evidence


class BoardFlaw(UserError, ValueError):
    """What is wrong: at which key, and what was expected there. The evidence fills the placeholders of the text."""

    def __init__(self, key: str, text: str, /, **evidence: object) -> None:
        self.key, self.text, self.evidence = key, text, evidence
        super().__init__(f"{key}: {self.expected}")

    @property
    def expected(self) -> str:
        """What was expected, in English."""
        return self.text.format(**self.evidence)


def shaped(data: Any, shape: type[T], whole: str) -> T:
    """The content of a file in its shape; raises BoardFlaw with the key, or the name of the whole, and what was expected."""
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as mistake:
        message, _, where = str(mistake).partition(" - at `")
        key = where.rstrip("`").removeprefix("$").lstrip(".")
        raise BoardFlaw(key or whole, SAID, said=message[0].lower() + message[1:]) from None
