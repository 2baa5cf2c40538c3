"""Puzzles of Inkognito in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.inkognito.pieces import AGENTS, Card, Colour, Fragment
from referee.knowledge import Fact
from referee.puzzles import Puzzle
from templates.i18n import say
from templates.pages.puzzles import AnswerField, kit_words

COLOURS = tuple(Colour)
IDENTITIES = ("F", "B", "Z", "X")


def kit() -> Any:
    """The words of the kit."""
    return kit_words("inkognito")


def agent(number: int) -> str:
    """An agent by his colour."""
    return str(kit()["colours"][COLOURS[number]]["name"])


def card(found: str) -> str:
    """An identity by its name, a fragment as it is."""
    return str(kit()["identities"][found]["name"]) if found in IDENTITIES else found


def question(puzzle: Puzzle) -> str:
    """What is to be found."""
    return say("Who is who, and who holds which fragment?")


def rules() -> list[str]:
    """How to solve one."""
    return [
        say(
            "Four agents, each of one colour. Each has one identity ({identities}) and one fragment of a telephone number "
            "({fragments}); no two have the same."
        ).format(identities=", ".join(map(card, IDENTITIES)), fragments="52, 11, 0, 29"),
        say(
            "An agent you meet shows you two cards of their colour. Exactly one of the two is true of that agent, the other "
            "is not. Now and then an agent shows a single black card: that one is true."
        ),
    ]


def shown(puzzle: Puzzle) -> list[str]:
    """Who you are."""
    seen = puzzle.shown
    if seen.seat not in AGENTS:
        return [say("You are the Ambassador, and nobody’s ally.")]
    return [
        say("You are the {colour} agent: {identity}, with fragment {fragment}.").format(
            colour=agent(seen.seat), identity=card(seen.identity), fragment=seen.fragment
        )
    ]


def clue(puzzle: Puzzle, number: int) -> str:
    """What was shown."""
    line = puzzle.clues[number]
    if len(line.cards) == 1:
        return say("The {colour} agent shows a black card: {card}.").format(
            colour=agent(line.agent), card=card(line.cards[0])
        )
    return say("The {colour} agent shows {one} and {other}.").format(
        colour=agent(line.agent), one=card(line.cards[0]), other=card(line.cards[1])
    )


def fact(puzzle: Puzzle, fact: Fact) -> str:
    """What is true of an agent, or not."""
    if fact.part == "identity":
        said = say("the {colour} agent is {card}") if fact.so else say("the {colour} agent is not {card}")
    else:
        said = say("the {colour} agent holds {card}") if fact.so else say("the {colour} agent does not hold {card}")
    return said.format(colour=agent(fact.about), card=card(fact.value))


def answer(puzzle: Puzzle) -> str:
    """The solution."""
    return say("; ").join(
        say("{colour}: {identity}, {fragment}").format(colour=agent(i), identity=card(who), fragment=what)
        for i, (who, what) in enumerate(puzzle.solution)
    )


def picture(puzzle: Puzzle) -> str:
    """Words tell all of it."""
    return ""


def table(puzzle: Puzzle) -> tuple[list[str], list[str]]:
    """Every agent with every card."""
    short = [str(kit()["identities"][each]["short"]) if each in IDENTITIES else each.value for each in Card]
    return [agent(number) for number in AGENTS], short


def fields(puzzle: Puzzle) -> list[AnswerField]:
    """Two cards of each agent."""
    who = tuple((each, card(each)) for each in IDENTITIES)
    what = tuple((each.value, each.value) for each in Fragment)
    return [
        each
        for i in AGENTS
        for each in (
            AnswerField(f"who{i}", say("{colour}: identity").format(colour=agent(i)), who),
            AnswerField(f"what{i}", say("{colour}: fragment").format(colour=agent(i)), what),
        )
    ]


def right(puzzle: Puzzle, given: Mapping[str, str]) -> bool:
    """Everything must be."""
    return all(
        (given.get(f"who{i}"), given.get(f"what{i}")) == (who, what) for i, (who, what) in enumerate(puzzle.solution)
    )
