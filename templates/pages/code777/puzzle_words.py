"""Puzzles of Code 777 in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.code777.pieces import TILES_ON_A_RACK
from referee.code777.questions import DIGITS
from referee.knowledge import Fact
from referee.puzzles import Puzzle
from templates.i18n import say
from templates.pages.puzzles import AnswerField, kit_words

PEOPLE = ("Anne", "Bruno", "Clara")


def kit() -> Any:
    """The words of the kit."""
    return kit_words("code777")


def question(puzzle: Puzzle) -> str:
    """What is to be found."""
    return say("Which three digits are on your rack?")


def rules() -> list[str]:
    """How to solve one."""
    return [
        say(
            "You sit with three others. Everybody has three tiles on a rack and sees all tiles but their own. "
            "There are 28 tiles: one 1, two 2s, three 3s and so on, up to seven 7s."
        ),
        say("In these colours: {tiles}.").format(tiles=", ".join(supply())),
        say(
            "Whoever draws a question answers it truly from the three racks in view: yours and those of the two others, "
            "never their own. So you know two thirds of what is spoken of, and the rest is yours."
        ),
    ]


def supply() -> list[str]:
    """All tiles, as the triangle of the kit counts them."""
    from collections import Counter

    from referee.code777.pieces import TILES

    return [f"{count} × {tile.digit} {colour(tile.colour)}" for tile, count in Counter(TILES).items()]


def colour(name: str) -> str:
    """A colour by its name."""
    return str(kit()["colours"][name]["name"])


def shown(puzzle: Puzzle) -> list[str]:
    """The racks you see."""
    return [
        say("{name}: {tiles}").format(
            name=name, tiles=", ".join(f"{tile.digit} {colour(tile.colour)}" for tile in rack)
        )
        for name, rack in zip(PEOPLE, puzzle.shown, strict=True)
    ]


def clue(puzzle: Puzzle, number: int) -> str:
    """A question and its answer."""
    line = puzzle.clues[number]
    card = kit()["question"][line.question - 1]
    said = {"first": card.get("first"), "second": card.get("second"), "same": kit()["questions"]["same"]}
    return say("{name}: “{question}” – {answer}").format(
        name=PEOPLE[line.asker], question=card["text"], answer=said.get(line.answer, line.answer)
    )


def fact(puzzle: Puzzle, fact: Fact) -> str:
    """What you know of your rack."""
    if fact.part == "digits":
        return say("your digits are {digits}").format(digits=digits(fact.value))
    what, count = fact.value
    of = str(what) if fact.part == "count" else colour(what)
    if fact.part == "count":
        said = {
            (0, True): say("you have no {digit}"),
            (0, False): say("you have a {digit}"),
        }.get(
            (count, fact.so),
            say("you have exactly {count} × {digit}") if fact.so else say("you do not have {count} × {digit}"),
        )
        return said.format(digit=of, count=count)
    said = {
        (0, True): say("none of your tiles is {colour}"),
        (0, False): say("one of your tiles is {colour}"),
        (1, True): say("exactly one of your tiles is {colour}"),
    }.get(
        (count, fact.so),
        say("exactly {count} of your tiles are {colour}") if fact.so else say("not {count} of your tiles are {colour}"),
    )
    return said.format(colour=of, count=count)


def digits(found: tuple[int, ...]) -> str:
    """Three digits."""
    return " ".join(map(str, found))


def answer(puzzle: Puzzle) -> str:
    """The solution."""
    return digits(puzzle.solution)


def picture(puzzle: Puzzle) -> str:
    """Words tell all of it."""
    return ""


def table(puzzle: Puzzle) -> tuple[list[str], list[str]]:
    """How many of each digit."""
    return [str(digit) for digit in DIGITS], [f"{count} ×" for count in range(TILES_ON_A_RACK + 1)]


def fields(puzzle: Puzzle) -> list[AnswerField]:
    """Three digits."""
    choices = tuple((str(digit), str(digit)) for digit in DIGITS)
    return [AnswerField(f"digit{i}", say("Digit {number}").format(number=i), choices) for i in (1, 2, 3)]


def right(puzzle: Puzzle, given: Mapping[str, str]) -> bool:
    """In any order."""
    return sorted(given.get(field.name, "") for field in fields(puzzle)) == [str(digit) for digit in puzzle.solution]
