"""The command `puzzles`: a booklet to print. Thin: words go to the order, seeds to the referee, puzzles to the press."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli import completion
from cli.console import console, progress
from cli.options import COMMANDS, DEFAULTS, Help, Json, OutFolder, Quiet, asking, metavar
from generator.order.fields import FIELDS, LEVELS, MOST_PUZZLES, PUZZLED, PUZZLES
from templates import i18n
from templates.i18n import say

if TYPE_CHECKING:
    from pathlib import Path

    from generator.order.request import PrintRequest
    from referee.puzzles import Level, Puzzle

EXAMPLE = "example"  # the seed of the one that is solved on the first page


@asking(PUZZLED)
def puzzles_(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar=metavar("[GAME]..."),
            show_default=False,
            help=say("from `sousmain games`; all unless given"),
            rich_help_panel=say("Games"),
            autocompletion=completion.games,
        ),
    ] = None,
    *,
    out: OutFolder = DEFAULTS["out"],
    json: Json = False,
    quiet: Quiet = False,
    help_: Help = False,
    **words: Any,
) -> None:
    """Nothing is written before all of it is made."""
    from generator.files import save
    from generator.kits.common.booklet import FOLD
    from generator.order.request import requests
    from referee.puzzles import puzzle, several
    from referee.registry import puzzle_maker, with_puzzles

    asked = {field.name: words.pop(field.name) for field in PUZZLES}
    levels = levels_of(asked["level"])
    seed, wanted = seeds(asked, levels)
    orders = requests(games or with_puzzles(), **words)
    with progress(len(orders) * len(wanted), quiet or json) as tick:
        made: list[tuple[PrintRequest, Puzzle, list[Puzzle]]] = []
        for order in orders:
            maker, found = puzzle_maker(order.game), []
            for each in several(maker, wanted):
                found.append(each)
                tick(len(found) + len(made) * len(wanted))
            made.append((order, puzzle(maker, EXAMPLE, "easy"), found))
    from generator.press.puzzle_booklet import booklet

    path = out / file_name(orders, seed)
    with i18n.speaking(orders[0].lang):  # what is on paper, and what programs read of it
        data = booklet(made, say("Puzzles {name}").format(name=seed))
        tale = told([each for _, _, found in made for each in found], path)
    save([(path, data)])
    if json:
        sys.stdout.buffer.write(tale)
    elif not quiet:
        count = sum(len(found) for _, _, found in made)
        line = say("{count} puzzles, seed “{seed}”: {path}").format(count=count, seed=seed, path=path)
        console().print(line, markup=False, soft_wrap=True, highlight=False)
        if orders[0].booklet:
            short = orders[0].sides == "short-edge"
            edge = (
                say("Sides: both, turned over the short edge.")
                if short
                else say("Sides: both, turned over the long edge.")
            )
            console().print(f"{say(FOLD)} {edge}", markup=False, soft_wrap=True, highlight=False)


def levels_of(given: str) -> tuple[Level, ...]:
    """The levels asked for, from easy to hard."""
    from generator.errors import Unknown

    found = [word.strip().lower() for word in given.split(",")]
    for word in found:
        if word not in LEVELS:
            raise Unknown("--level", word, LEVELS)
    return tuple(level for level in LEVELS if level in found)  # type: ignore[misc]


def seeds(asked: dict[str, Any], levels: Sequence[Level]) -> tuple[str, list[tuple[str, Level]]]:
    """What the booklet is called, and the seed and level of each puzzle."""
    from secrets import token_hex

    from generator.errors import PrintError
    from generator.order.words import whole_number
    from referee import daily

    if asked["daily"]:
        if asked["seed"]:
            raise PrintError(say("{first} and {second} do not go together.").format(first="--daily", second="--seed"))
        days = daily.month(asked["daily"])
        if days is None:
            raise FIELDS["daily"].refused(asked["daily"])
        return asked["daily"], list(daily.seeds_of(days, levels))
    count = whole_number("--count", asked["count"], 1, MOST_PUZZLES)
    seed = " ".join(asked["seed"].split()) or token_hex(4)
    each = [levels[i * len(levels) // count] for i in range(count)]
    return seed, [(f"{seed}/{number}", level) for number, level in enumerate(each, 1)]


def file_name(orders: Sequence[PrintRequest], seed: str) -> str:
    """What the booklet is called in its folder: its game if it has but one, its seed, and what changes the paper."""
    from generator.order.words import ascii_name

    first = orders[0]
    parts = [
        "puzzles",
        *([first.game] if len(orders) == 1 else []),
        ascii_name(seed)[:40],
        first.lang,
        first.paper.name,
    ]
    told = [*([first.ink] if first.ink != "full" else []), *(["booklet"] if first.booklet else [])]
    return "-".join([*parts, *told]) + ".pdf"


def told(found: Sequence[Puzzle], path: Path) -> bytes:
    """The puzzles for programs."""
    import msgspec

    from referee.registry import puzzle_maker

    puzzles = [{**common(each), **puzzle_maker(each.game).told(each)} for each in found]
    return msgspec.json.format(msgspec.json.encode({"file": str(path), "puzzles": puzzles})) + b"\n"


def common(puzzle: Puzzle) -> dict[str, Any]:
    """What all puzzles have."""
    return {
        "game": puzzle.game,
        "level": puzzle.level,
        "seed": puzzle.seed,
        "steps": puzzle.steps,
        "k": puzzle.k,
        "worlds": puzzle.worlds,
        "reasons": list(reasons(puzzle)),
    }


def reasons(puzzle: Puzzle) -> Iterator[dict[str, Any]]:
    """The way to the solution: the clues that each step needs, and what follows."""
    from templates.pages import puzzles as words

    for step, said in zip(puzzle.chain, words.reasons(puzzle), strict=True):
        yield {"clues": list(step.clues), "says": said}


def register(app: typer.Typer) -> None:
    """Adds this command."""
    app.command(
        "puzzles",
        help=say("Prints a booklet of puzzles for whoever has nobody to play with, solutions at the back."),
        rich_help_panel=COMMANDS,
    )(puzzles_)
