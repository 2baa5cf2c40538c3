"""What is wrong with data that a table brings along: a map, a board."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


class Flaw(ValueError):
    """What is wrong: at which key, and what was expected there."""

    def __init__(self, key: str, expected: str) -> None:
        self.key, self.expected = key, expected
        super().__init__(f"{key}: {expected}")


def shaped(data: Any, shape: type[T], whole: str) -> T:
    """The content of a file in its shape; raises Flaw with the key, or the name of the whole, and what was expected."""
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as mistake:
        message, _, where = str(mistake).partition(" - at `")
        key = where.rstrip("`").removeprefix("$").lstrip(".")
        raise Flaw(key or whole, message[0].lower() + message[1:]) from None
