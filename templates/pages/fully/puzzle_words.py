"""Puzzles of Fully in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.fully.pieces import DIGITS, Colour, Phrase, Place
from referee.knowledge import Fact
from referee.puzzles import Puzzle
from templates.i18n import say
from templates.pages.puzzles import AnswerField, kit_words

SEATS = ("north", "east", "south", "west")


def kit() -> Any:
    """The words of the kit."""
    return kit_words("fully")


def seat(number: int) -> str:
    """Who sits there."""
    return str(kit()["seats"][SEATS[number]]["name"])


def colour(name: str) -> str:
    """A colour by its name."""
    return str(kit()["colours"][name]["name"])


def row(colours: tuple[str, ...]) -> str:
    """A row, place by place."""
    return ", ".join(f"{place} {colour(each)}" for place, each in zip(Place, colours, strict=True))


def phrase(name: str) -> str:
    """What a digit of the team from East and West can mean; North and South are who they speak of."""
    about = {"first_has": 0, "has_first": 0, "second_has": 2, "has_second": 2}.get(name)
    return str(kit()["phrases"][name]).format(seat="" if about is None else seat(about))


def quoted(said: str) -> str:
    """Words that somebody says."""
    return say("“{words}”").format(words=said)


def question(puzzle: Puzzle) -> str:
    """What is to be found."""
    return say("What does each digit of theirs mean, and what is {seat}’s row?").format(seat=seat(3))


def rules() -> list[str]:
    """How to solve one."""
    names = ", ".join(quoted(phrase(each)) for each in kit()["phrases"])
    return [
        say("{east} and {west} talk in a code: each of the digits 1 to 9 means one of nine phrases: {phrases}.").format(
            east=seat(1), west=seat(3), phrases=names
        ),
        say(
            "Each of the four has a row of five colours in the places A to E. One names a colour, a place and a digit; the "
            "partner replies with a digit. Here everything that is said is true. After a question comes its answer; after a "
            "statement comes any of the three answers, and means nothing. Everybody knows their own row; about another one "
            "they may say that they do not know."
        ),
    ]


def shown(puzzle: Puzzle) -> list[str]:
    """The rows that are known, and which digits are which."""
    known = puzzle.shown
    lines = [
        say("{seat}’s row: {row}").format(seat=seat(number), row=row(found))
        for number, found in ((0, known.north), (1, known.east), (2, known.south))
    ]
    digits = ", ".join(map(str, known.answering))
    return [*lines, say("The digits {digits} are “yes”, “no” and “I don’t know”, in some order.").format(digits=digits)]


def clue(puzzle: Puzzle, number: int) -> str:
    """What was said, and the reply."""
    line = puzzle.clues[number]
    return say("{seat}: {colour}, {place}, {digit} – {partner}: {reply}").format(
        seat=seat(line.seat), colour=colour(line.colour), place=line.place.value, digit=line.digit,
        partner=seat((line.seat + 2) % 4), reply=line.reply,
    )  # fmt: skip


def fact(puzzle: Puzzle, fact: Fact) -> str:
    """What a digit means, or a place is, or not."""
    what, value = fact.value
    if fact.part == "phrase":
        said = say("{digit} means “{phrase}”") if fact.so else say("{digit} does not mean “{phrase}”")
        return said.format(digit=what, phrase=phrase(value))
    said = say("{seat} has {colour} in {place}") if fact.so else say("{seat} does not have {colour} in {place}")
    return said.format(seat=seat(fact.about), colour=colour(value), place=what)


def answer(puzzle: Puzzle) -> str:
    """The solution."""
    code, found = puzzle.solution
    means = say("; ").join(f"{digit} {quoted(phrase(name))}" for digit, name in code)
    return say("{code}. {seat}’s row: {row}").format(code=means, seat=seat(3), row=row(found))


def picture(puzzle: Puzzle) -> str:
    """Words tell all of it."""
    return ""


def table(puzzle: Puzzle) -> tuple[list[str], list[str]]:
    """Every phrase with every digit."""
    return [phrase(each.value) for each in Phrase], [str(digit) for digit in DIGITS]


def fields(puzzle: Puzzle) -> list[AnswerField]:
    """A phrase for each digit, a colour for each place."""
    phrases = tuple((each.value, phrase(each.value)) for each in Phrase)
    colours = tuple((each.value, colour(each.value)) for each in Colour)
    digits = [AnswerField(f"digit{digit}", say("{digit} means").format(digit=digit), phrases) for digit in DIGITS]
    places = [
        AnswerField(f"place{place}", say("{seat}, {place}").format(seat=seat(3), place=place), colours)
        for place in Place
    ]
    return [*digits, *places]


def right(puzzle: Puzzle, given: Mapping[str, str]) -> bool:
    """The whole code and the whole row."""
    code, found = puzzle.solution
    wanted = {f"digit{digit}": name for digit, name in code}
    wanted |= {f"place{place}": each for place, each in zip(Place, found, strict=True)}
    return all(given.get(name) == value for name, value in wanted.items())
