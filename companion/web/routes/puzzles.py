"""The puzzle of the day: for whoever waits, or has nobody to play with. No table, no seat, nothing to keep."""

from __future__ import annotations

from datetime import date

from flask import Blueprint, Response, current_app, request
from markupsafe import Markup
from msgspec import Struct

from companion.errors import BadRequest, NotFound
from companion.service.daily_puzzles import DailyPuzzles
from companion.web import rendering, security
from companion.web.routes.home import json_reply
from referee.puzzles import LEVELS, Puzzle
from referee.registry import with_puzzles
from templates.dates import day_text
from templates.i18n import say
from templates.pages import puzzles as words

pages = Blueprint("puzzles", __name__)


class Given(Struct, forbid_unknown_fields=True):
    """An answer, field by field."""

    answer: dict[str, str]


class NextStep(Struct, forbid_unknown_fields=True):
    """How many steps were told before."""

    told: int


def asked(day: str, slug: str, level: str) -> Puzzle:
    """The puzzle that a page is about."""
    kept: DailyPuzzles = current_app.extensions["puzzles"]
    return kept.puzzle(day, slug, level)


@pages.get("/puzzles")
def index() -> str:
    """Those of today, or of another of the last days."""
    kept: DailyPuzzles = current_app.extensions["puzzles"]
    days = kept.week()
    day = request.args.get("day", days[0])
    if day not in days:
        raise NotFound(say("There is no such puzzle: the front page has those of today."))
    return rendering.render_page(
        "puzzles.html",
        day=day,
        days={each: day_text(date.fromisoformat(each)) for each in days},
        games=with_puzzles(),
        levels=LEVELS,
        level_name=words.level_name,
    )


@pages.get("/puzzle/<day>/<slug>/<level>")
def page(day: str, slug: str, level: str) -> str:
    """What is seen and said; the solution stays here."""
    puzzle = asked(day, slug, level)
    security.device()
    said = words.words(slug)
    rows, columns = said.table(puzzle)
    return rendering.render_page(
        "puzzle.html",
        slug=slug,
        day=day,
        date=day_text(date.fromisoformat(day)),
        level=level,
        level_name=words.level_name(level),
        question=said.question(puzzle),
        how=said.rules(),
        shown=said.shown(puzzle),
        seen=puzzle.shown,
        said=puzzle.clues,
        picture=Markup(said.picture(puzzle)),
        clues=words.clues(puzzle),
        rows=rows,
        columns=columns,
        fields=said.fields(puzzle),
        steps=puzzle.steps,
    )


@pages.post("/puzzle/<day>/<slug>/<level>/check")
def check(day: str, slug: str, level: str) -> Response:
    """Is that right?"""
    puzzle = asked(day, slug, level)
    given: Given = security.parsed_body(Given)
    said = words.words(slug)
    if not said.right(puzzle, given.answer):
        return json_reply({"right": False, "says": say("Not yet. Something does not fit.")})
    return json_reply({"right": True, "says": say("Right: {answer}").format(answer=said.answer(puzzle))})


@pages.post("/puzzle/<day>/<slug>/<level>/step")
def step(day: str, slug: str, level: str) -> Response:
    """The next step to the solution, with its reason."""
    puzzle = asked(day, slug, level)
    wanted: NextStep = security.parsed_body(NextStep)
    reasons = list(words.reasons(puzzle))
    if not 0 <= wanted.told < len(reasons):
        raise BadRequest(say("That was the last step."))
    return json_reply({"says": reasons[wanted.told], "last": wanted.told == len(reasons) - 1})
