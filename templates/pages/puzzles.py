"""Puzzles in words, on paper and on phones alike: `puzzle_words.py` of each game says what is seen, what was said, what follows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Protocol, cast

from msgspec import Struct

from referee.knowledge import Fact
from referee.puzzles import Puzzle
from referee.registry import GAMES
from templates.i18n import language, say
from templates.loader import kit_data
from templates.overlay import current_overrides

_kits: dict[
    tuple[str, str], tuple[dict[str, Any], dict[str, Any]]
] = {}  # game, language -> what lay over it, its words


class AnswerField(Struct, frozen=True):
    """A part of an answer: chosen from some words, or typed where there are none."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...] = ()  # what is sent, and what is read


class PuzzleWords(Protocol):
    """What the `puzzle_words.py` of a game gives, in the language spoken."""

    def question(self, puzzle: Puzzle) -> str:
        """What is to be found."""
        ...

    def rules(self) -> list[str]:
        """How to solve one, for somebody who does not know the game."""
        ...

    def shown(self, puzzle: Puzzle) -> list[str]:
        """What one sees, in words, a line each."""
        ...

    def clue(self, puzzle: Puzzle, number: int) -> str:
        """What was said; nothing where all is seen."""
        ...

    def fact(self, puzzle: Puzzle, fact: Fact) -> str:
        """A conclusion as half a sentence."""
        ...

    def answer(self, puzzle: Puzzle) -> str:
        """The solution."""
        ...

    def picture(self, puzzle: Puzzle) -> str:
        """What words cannot tell, as SVG in the colour of the text; else nothing."""
        ...

    def table(self, puzzle: Puzzle) -> tuple[list[str], list[str]]:
        """The words at the left of a table to cross out, and those above it."""
        ...

    def fields(self, puzzle: Puzzle) -> list[AnswerField]:
        """What one fills in to answer."""
        ...

    def right(self, puzzle: Puzzle, given: Mapping[str, str]) -> bool:
        """Is that the solution?"""
        ...


def kit_words(slug: str) -> dict[str, Any]:
    """The texts of a kit in the language spoken. One puzzle asks for them a hundred times; they are read once, and again
    when something else lies over them."""
    over, key = current_overrides(), (slug, language())
    if key not in _kits or _kits[key][0] is not over:
        _kits[key] = over, kit_data(slug)
    return _kits[key][1]


def words(slug: str) -> PuzzleWords:
    """The words for the puzzles of a game."""
    return cast(PuzzleWords, import_module(GAMES[slug].presenter.rpartition(".")[0] + ".puzzle_words"))


def level_name(level: str) -> str:
    """How hard it is."""
    return {"easy": say("easy"), "medium": say("medium"), "hard": say("hard")}[level]


def clues(puzzle: Puzzle) -> list[str]:
    """All that was said, a line each."""
    said = words(puzzle.game)
    return [line for number in range(len(puzzle.clues)) if (line := said.clue(puzzle, number))]


def reasons(puzzle: Puzzle) -> Iterator[str]:
    """The way to the solution, a sentence each."""
    said = words(puzzle.game)
    for step in puzzle.chain:
        so = said.fact(puzzle, step.fact)
        if not clues(puzzle):  # all of it is seen
            yield f"{so[:1].upper()}{so[1:]}."
        elif not step.clues:
            yield say("Then {conclusion}.").format(conclusion=so)
        else:
            numbers = [str(number + 1) for number in step.clues]
            if len(numbers) == 1:
                yield say("From {number}: {conclusion}.").format(number=numbers[0], conclusion=so)
            else:
                yield say("From {numbers} and {last}: {conclusion}.").format(
                    numbers=", ".join(numbers[:-1]), last=numbers[-1], conclusion=so
                )
