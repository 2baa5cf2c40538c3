"""Puzzles of Allo... la France in words."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from referee.allo.knowledge.worlds import PARTS, split
from referee.allo.pieces import Part
from referee.allo.puzzles.maker import NAMES, OPTIONS, OTHER
from referee.knowledge import Fact
from referee.puzzles import Puzzle
from templates.i18n import say
from templates.pages.puzzles import AnswerField, kit_words

PEOPLE = ("Nora", "Max")
WIDE, EDGE = 480.0, 60.0  # of the map on a page, in its own units


def kit() -> Any:
    """The words of the kit."""
    return kit_words("allo")


def plate(part: str, value: str) -> str:
    """What a plate says."""
    if part == Part.CITY:
        return str(OPTIONS.map.city(value).name)
    if part == Part.JOB:
        return str(kit()["job"][value])
    if part == Part.FIRST:
        him, her = kit()["people"]["first"][value]
        return str(him if her == him else f"{him}({her[len(him) :]})" if her.startswith(him) else f"{him}/{her}")
    return str(kit()["people"][part][value])


def dotted(number: str) -> str:
    """A telephone number in pairs."""
    return ".".join(split(number))


def in_words(number: str) -> str:
    """Whose number it is."""
    return ", ".join(plate(part.value, value) for part, value in zip(PARTS, split(number), strict=True))


def question(puzzle: Puzzle) -> str:
    """What is to be found."""
    return say("What is {name}’s number?").format(name=PEOPLE[0])


def rules() -> list[str]:
    """How to solve one."""
    lists = say("; ").join(
        ", ".join(f"{value} {plate(part.value, value)}" for value in OPTIONS.values(part)) for part in PARTS[1:]
    )
    return [
        say("A number is a city, a surname, a first name and a job: {parts} digits in four pairs.").format(parts=8),
        say("There are {count} names of each kind: {lists}. The cities are on the map.").format(
            count=NAMES, lists=lists
        ),
        say(
            "No plate is there twice: what you have, and what {other} has, {name} has not. A distance counts the links of "
            "the shortest way on the map."
        ).format(name=PEOPLE[0], other=PEOPLE[1]),
    ]


def shown(puzzle: Puzzle) -> list[str]:
    """One's own number."""
    number = puzzle.shown.dialled
    return [say("Your own number is {number}: {words}.").format(number=dotted(number), words=in_words(number))]


def links(count: int) -> str:
    """So many of them."""
    if count == 1:
        return say("1 link")
    return say("{count} links").format(count=count) if count else say("0 links")


def clue(puzzle: Puzzle, number: int) -> str:
    """What was said."""
    line = puzzle.clues[number]
    name = PEOPLE[line.rival]
    if line.kind == "distance":
        return say("{name}’s home is {count} from {city}.").format(
            name=name, count=links(line.answer), city=plate(line.part, line.value)
        )
    if line.kind == "wrong":
        return say("Somebody dials {number} to reach {name}: wrong.").format(number=dotted(line.value), name=name)
    said = (
        say("{name} is asked for “{plate}” and says yes.")
        if line.answer
        else say("{name} is asked for “{plate}” and says no.")
    )
    return said.format(name=PEOPLE[OTHER] if line.rival == OTHER else name, plate=plate(line.part, line.value))


def fact(puzzle: Puzzle, fact: Fact) -> str:
    """A plate that it is, or is not."""
    said = {
        (True, True): say("{name} lives in {plate}"),
        (True, False): say("{name} does not live in {plate}"),
        (False, True): say("{name} has “{plate}”"),
        (False, False): say("{name} does not have “{plate}”"),
    }[fact.part == Part.CITY, fact.so]
    return said.format(name=PEOPLE[0], plate=plate(fact.part, fact.value))


def answer(puzzle: Puzzle) -> str:
    """The solution."""
    return say("{number}: {words}").format(number=dotted(puzzle.solution), words=in_words(puzzle.solution))


def picture(puzzle: Puzzle) -> str:
    """The map: cities, and the links between them."""
    cities = {city.code: city for city in OPTIONS.map.cities}
    xs, ys = [city.x for city in cities.values()], [city.y for city in cities.values()]
    scale = WIDE / (max(xs) - min(xs))

    def at(code: str) -> tuple[float, float]:
        return EDGE + (cities[code].x - min(xs)) * scale, EDGE + (cities[code].y - min(ys)) * scale

    lines = "".join(
        '<path d="M{:.0f} {:.0f}L{:.0f} {:.0f}"/>'.format(*at(link.a), *at(link.b)) for link in OPTIONS.map.links
    )
    dots = "".join('<circle cx="{:.0f}" cy="{:.0f}" r="5"/>'.format(*at(code)) for code in cities)
    names = "".join(
        f'<text x="{at(code)[0]:.0f}" y="{at(code)[1] - 9:.0f}">{escape(city.name)}</text>'
        for code, city in cities.items()
    )
    high = (max(ys) - min(ys)) * scale + 2 * EDGE
    return (
        f'<svg viewBox="0 0 {WIDE + 2 * EDGE:.0f} {high:.0f}" role="img" aria-label="{escape(OPTIONS.map.name)}" class="cities">'
        f'<g stroke="currentColor" stroke-width="2">{lines}</g><g fill="currentColor">{dots}</g>'
        f'<g fill="currentColor" font-size="24" text-anchor="middle">{names}</g></svg>'
    )


def table(puzzle: Puzzle) -> tuple[list[str], list[str]]:
    """The names of each kind, under each other."""
    return [kit()["parts"][part.value] for part in PARTS[1:]], [str(i) for i in range(1, NAMES + 1)]


def fields(puzzle: Puzzle) -> list[AnswerField]:
    """The four plates."""
    return [
        AnswerField(
            part.value,
            str(kit()["parts"][part.value]),
            tuple((value, f"{value} {plate(part.value, value)}") for value in OPTIONS.values(part)),
        )
        for part in PARTS
    ]


def right(puzzle: Puzzle, given: Mapping[str, str]) -> bool:
    """The whole number."""
    wanted: str = puzzle.solution
    return "".join(given.get(part.value, "") for part in PARTS) == wanted
