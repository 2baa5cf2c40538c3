"""Writes docs/robots.md: how often each strength of robot wins against each, with standard errors.

    make strength
    make strength ARGS="--games 200"

One seat (in Fully a team) plays one strength and all others another; the same deals for every pair, seats in turn. The same
count gives the same file on every machine.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from statistics import mean, median
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from referee import simulation  # noqa: E402
from referee.mind import STRENGTHS, Strength  # noqa: E402
from referee.registry import GAMES, game, robot  # noqa: E402
from templates import loader  # noqa: E402

GAMES_EACH = 1000
FILE = ROOT / "docs" / "robots.md"
PAIRS: tuple[tuple[Strength, Strength], ...] = (("good", "easy"), ("sharp", "easy"), ("sharp", "good"))
HEAD = """# Robots

Three strengths, for `sousmain simulate --robots`: *easy* looks at its own view and forgets the rest (the robot of the versions before), *good* remembers all that its seat witnessed and is exact, *sharp* also weighs chances. None gets more than its own seat's view, offers and witnessed events: the function is handed nothing else.

Written by `make strength{args}`: {count} games for each line (of Fully {few}). One seat plays the first strength and all others the second, each seat in turn and every pair the same deals; in Fully a whole team does. *Fair* is what equal strength would win. ± is one standard error; *apart* is how many of them lie between the share and the fair one.
"""


class Played(NamedTuple):
    """Some games of one kind."""

    wins: list[float]  # what the first strength won of each: 1, 0, or its part of a shared win
    lengths: list[int]
    points: list[float]


def sides(slug: str, seats: int, number: int) -> tuple[int, ...]:
    """Which seats play the first strength in that game: each in turn; where partners are fixed, a team."""
    return (number % 2, number % 2 + 2) if game(slug).shared else (number % seats,)


def played(slug: str, seats: int, pair: tuple[Strength, Strength], count: int) -> Played:
    """So many games of one against the others."""
    found = Played([], [], [])
    for number in range(count):
        first = sides(slug, seats, number)
        strengths = [pair[0] if seat in first else pair[1] for seat in range(seats)]
        deal = simulation.seed_of(f"strength {slug} {seats}", number // (2 if game(slug).shared else seats))
        turns, outcome = simulation.play(game(slug), robot(slug), game(slug).Options(), seats, deal, strengths)
        ours = sum(seat in outcome.winners for seat in first)
        found.wins.append(ours / len(outcome.winners) if outcome.winners else len(first) / seats)
        found.lengths.append(turns_of(turns))
        found.points.append(mean(outcome.scores[seat] for seat in first))
    return found


def turns_of(turns: Sequence[Any]) -> int:
    """How long a game was: by the first of these kinds of events that it has."""
    kinds = [type(event).__struct_config__.tag for turn in turns for event in turn.events]
    return next((kinds.count(each) for each in ("drawn", "drove", "spoken", "turned", "asked") if each in kinds), 0)


def lines(count: int, few: int) -> Iterator[str]:
    """The tables, a game after the other."""
    for slug in GAMES:
        many = few if game(slug).shared else count
        yield f"\n## {loader.kit_data(slug)['name']}\n\n| players | strengths | wins | fair | apart |\n|---|---|---|---|---|\n"
        for seats in sorted({game(slug).players[0], game(slug).players[-1]}):
            for pair in PAIRS:
                found = played(slug, seats, pair, many)
                share, fair = mean(found.wins), len(sides(slug, seats, 0)) / seats
                error = sqrt(max(share * (1 - share), 1e-9) / many)
                yield (
                    f"| {seats} | {pair[0]} against {pair[1]} | {100 * share:.1f} % ± {100 * error:.1f} | "
                    f"{100 * fair:.1f} % | {(share - fair) / error:+.1f} |\n"
                )
                print(slug, seats, *pair, f"{share:.3f}", file=sys.stderr, flush=True)
        yield "\n| players | all are | turns: median, mean | points: mean |\n|---|---|---|---|\n"
        for seats in sorted({game(slug).players[0], game(slug).players[-1]}):
            for strength in STRENGTHS:
                found = played(slug, seats, (strength, strength), max(1, many // 3))
                yield (
                    f"| {seats} | {strength} | {median(found.lengths):g}, {mean(found.lengths):.1f} | {mean(found.points):.1f} |\n"
                )


def main() -> None:
    """Plays, then writes."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--games", type=int, default=GAMES_EACH, help="for each line")
    count = asked.parse_args().games
    few = max(1, count // 4)
    args = "" if count == GAMES_EACH else f' ARGS="--games {count}"'
    text = "".join([HEAD.format(args=args, count=count, few=few), *lines(count, few)])
    FILE.write_text(text, encoding="utf-8")
    print("docs/robots.md is written")


if __name__ == "__main__":
    main()
