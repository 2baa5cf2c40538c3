"""A board that somebody brings along: how it is read from a file's content, and what is written on it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.rallye.board.squares import Board
from referee.rallye.board.validation import check, keyed

__all__ = ["KEY", "OUTLINED", "check", "texts"]
KEY = "main"  # stands in every such file, and in no map of another game
OUTLINED = False  # what is drawn behind a board is its scenery


def texts(board: Board) -> Iterator[tuple[str, str]]:
    """All that is printed from it, each with its key."""
    yield "name", board.name
    for key, square in keyed(board):
        yield f"{key}.town", square.town
