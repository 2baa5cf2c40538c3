"""Puzzles of Code 777: three racks that you see, what their owners answered, and which digits are yours."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Struct

from referee.chance import Chance
from referee.code777.knowledge import worlds
from referee.code777.pieces import TILES, TILES_ON_A_RACK, Colour
from referee.code777.questions import ALL, DIGITS, Answer, Rack, question
from referee.knowledge import Fact
from referee.puzzles import Puzzle, PuzzleClue, Setting, from_worlds

THIRDS = (7.5, 11.5)
OTHERS = 3


class Line(Struct, frozen=True):
    """A question that the owner of a rack drew, and what he answered: he sees yours and the two others."""

    asker: int  # place of his rack among those you see
    question: int
    answer: Answer


@cache
def facts() -> tuple[tuple[Fact, int], ...]:
    """How many tiles of each digit and each colour are yours, or are not; and all three digits."""
    counts = range(TILES_ON_A_RACK + 1)
    masks: list[tuple[str, Any, int]] = [
        ("count", (digit, n), worlds.with_digit(digit, n)) for digit in DIGITS for n in counts
    ]
    masks += [("colour", (colour, n), with_colour(colour, n)) for colour in Colour for n in counts]
    found = [
        (Fact(part, 0, value, so), mask if so else worlds.ALL & ~mask)
        for part, value, mask in masks
        for so in (True, False)
    ]
    return (*((Fact("digits", 0, code), mask) for code, mask in worlds.CODES.items()), *found)


def with_colour(colour: Colour, count: int) -> int:
    """The racks with exactly so many tiles of a colour."""
    return worlds.where(lambda rack: sum(tile.colour == colour for tile in rack) == count)


def setting(chance: Chance) -> Setting:
    """Four racks from all tiles; you are the fourth."""
    tiles = chance.shuffled(TILES)
    racks: tuple[Rack, ...] = tuple(
        tuple(sorted(tiles[i * TILES_ON_A_RACK : (i + 1) * TILES_ON_A_RACK])) for i in range(OTHERS + 1)
    )
    *seen, mine = racks
    digits = worlds.digits_of(mine)
    fits = worlds.ALL & ~worlds.excluded(tile for rack in seen for tile in rack)
    return Setting(tuple(seen), mine, digits, fits, fits & worlds.CODES[digits], facts())


def clue(chance: Chance, setting: Setting, left: int) -> PuzzleClue:
    """Somebody draws a question and answers it."""
    seen, mine = setting.shown, setting.hidden
    asker, number = chance.below(OTHERS), chance.one(ALL).number
    others = tuple(rack for place, rack in enumerate(seen) if place != asker)
    answer = question(number).answer((*others, mine))
    return PuzzleClue(Line(asker, number, answer), worlds.ALL & ~worlds.agreeing(number, answer, others))


def attempt(seed: str) -> Puzzle | None:
    """The puzzle of a seed, unless it comes to nothing."""
    return from_worlds("code777", seed, THIRDS, setting, clue)


def told(puzzle: Puzzle) -> dict[str, Any]:
    """What programs read: the racks you see, the lines, and the three digits."""
    return {
        "racks": [[(tile.digit, tile.colour.value) for tile in rack] for rack in puzzle.shown],
        "lines": [{"asker": line.asker, "question": line.question, "answer": line.answer} for line in puzzle.clues],
        "solution": list(puzzle.solution),
    }
