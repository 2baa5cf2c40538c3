"""Writes docs/robots.md: how often each strength of robot wins against each, with standard errors.

    make strength
    make strength ARGS="--games 200"
    make strength ARGS="--only allo --pair sharp/easy"

One seat (in Fully a team) plays one strength and all others another; the same deals for every pair, seats in turn. Each line is
kept in output/strength.json as soon as it is played, so that a run can break off, go on, or be done in parts; a line that was
played with more games stays, and one whose first games go otherwise now is forgotten.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
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
AGAIN = 2  # games of a line are played again to see whether it still stands
FILE, KEPT = ROOT / "docs" / "robots.md", ROOT / "output" / "strength.json"
PAIRS: tuple[tuple[Strength, Strength], ...] = (("sharp", "easy"), ("good", "easy"), ("sharp", "good"))
ALIKE: tuple[tuple[Strength, Strength], ...] = tuple((each, each) for each in STRENGTHS)
HEAD = """# Robots

Three strengths, for `sousmain simulate --robots`: *easy* looks at its own view and forgets the rest (the robot of the versions before), *good* remembers all that its seat witnessed and is exact, *sharp* also weighs chances. None gets more than its own seat's view, offers and witnessed events, and in simulations who else remembers: the function is handed nothing else. On phones nobody listens to silence, since people may take their time.

Written by `make strength`, which keeps what it has played and can be run in parts; *games* says how many a line stands on. One seat plays the first strength and all others the second, each seat in turn and every pair the same deals; in Fully a whole team does. *Fair* is what equal strength would win. ± is one standard error; *apart* is how many of them lie between the share and the fair one. The figures by which the sharp decide were chosen by looking at some of the same deals, so their lines are a little flattering.
"""
NOTES = {
    "code777": "Among the sharp fewer points are made: they gamble on two codes that are left when somebody else is about to declare, and lose some. The good are exact and remember: how much shorter that makes a game stands below. Turns are questions drawn until somebody has his points, and whoever can declare is heard before the next one is drawn. Over 1,000 games with four players that takes the easy 30.9 ± 0.2 questions and the good 28.2 ± 0.2; in an order that chance gives, where a card may be drawn before somebody speaks, 32.0 and 29.6 (± 0.3, 500 games; with three players 37.2 and 32.0). Who declares only what is certain cannot be quicker than the good, whose knowledge is exact; the sharp are, for they dare, and among robots that remember they listen to silence, too: whoever could have known and let the next question be drawn did not know. With four sharp players that takes 22.5 ± 0.3 questions (300 games) where it took 23.3 ± 0.2 without; one sharp among four good ones wins 40.7 % ± 1.6 of 1,000 games instead of 29.2 % ± 1.4. With two players it tells hardly anything. The lines of the sharp among themselves were played without it.",
    "fully": "Among the sharp fewer points are made than among the good, because each team hides its rows from the other: it says as much that is not so as what is, in digits that cannot be told apart. A sharp partner's row is found whole; of all places of the three other rows a sharp player finds three in four against sharp ones, and nearly all against good ones. In 60 games each it called FULLY 12 times against good teams and 4 times among its like, and was right every time.",
}


class Played(NamedTuple):
    """Some games of one kind."""

    wins: list[float]  # what the first strength won of each: 1, 0, or its part of a shared win
    lengths: list[int]
    points: list[float]


def sides(slug: str, seats: int, number: int) -> tuple[int, ...]:
    """Which seats play the first strength in that game: each in turn; where partners are fixed, a team."""
    return (number % 2, number % 2 + 2) if game(slug).shared else (number % seats,)


def one_game(slug: str, seats: int, pair: tuple[Strength, Strength], number: int) -> tuple[Sequence[Any], Any]:
    """A game of a line, by its number."""
    first = sides(slug, seats, number)
    strengths = [pair[0] if seat in first else pair[1] for seat in range(seats)]
    each = 1 if pair in ALIKE else 2 if game(slug).shared else seats  # games of one deal: as many as there are places
    deal = simulation.seed_of(f"strength {slug} {seats}", number // each)
    return simulation.play(game(slug), robot(slug), game(slug).Options(), seats, deal, strengths)


def played(slug: str, seats: int, pair: tuple[Strength, Strength], count: int) -> Played:
    """So many games of one against the others."""
    found = Played([], [], [])
    for number in range(count):
        first = sides(slug, seats, number)
        turns, outcome = one_game(slug, seats, pair, number)
        ours = sum(seat in outcome.winners for seat in first)
        found.wins.append(ours / len(outcome.winners) if outcome.winners else len(first) / seats)
        found.lengths.append(turns_of(turns))
        found.points.append(mean(outcome.scores[seat] for seat in first))
    return found


def turns_of(turns: Sequence[Any]) -> int:
    """How long a game was: by the first of these kinds of events that it has."""
    kinds = [type(event).__struct_config__.tag for turn in turns for event in turn.events]
    return next((kinds.count(each) for each in ("drawn", "drove", "spoken", "turned", "asked") if each in kinds), 0)


@cache
def version(slug: str, seats: int, pair: tuple[Strength, Strength]) -> str:
    """How the first games of a line go now, move by move, as a digest: if they go otherwise, so do the rest."""
    found = sha256()
    for number in range(AGAIN):
        turns, _ = one_game(slug, seats, pair, number)
        found.update(repr([(turn.actor, turn.move) for turn in turns]).encode())
    return found.hexdigest()[:16]


def kept() -> dict[str, dict[str, Any]]:
    """The lines that were played before, by their names."""
    return json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}


def name(slug: str, seats: int, pair: tuple[Strength, Strength]) -> str:
    """Of a line."""
    return f"{slug} {seats} {pair[0]}/{pair[1]}"


def counts(slug: str, pair: tuple[Strength, Strength]) -> list[int]:
    """As few and as many players as there can be; where all are alike, any number of them."""
    every = game(slug).players
    return [*every] if pair in ALIKE else sorted({every[0], every[-1]})


def play_line(slug: str, seats: int, pair: tuple[Strength, Strength], count: int) -> None:
    """Plays a line and keeps it, unless it is kept with as many games."""
    old = kept().get(name(slug, seats, pair), {})
    if old.get("version") == version(slug, seats, pair) and old["games"] >= count:
        return
    found = played(slug, seats, pair, count)
    line = {
        "version": version(slug, seats, pair),
        "games": count,
        "share": mean(found.wins),
        "median": median(found.lengths),
        "mean": mean(found.lengths),
        "points": mean(found.points),
    }
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_text(json.dumps({**kept(), name(slug, seats, pair): line}, indent=1), encoding="utf-8")
    print(name(slug, seats, pair), f"{line['share']:.3f}", file=sys.stderr, flush=True)


def lines() -> Iterator[str]:
    """The tables of all that is kept, a game after the other."""
    every = kept()
    for slug in GAMES:
        now = {}
        for pair in (*PAIRS, *ALIKE):
            for seats in counts(slug, pair):
                line = every.get(name(slug, seats, pair))
                if line and line["version"] == version(slug, seats, pair):
                    now[name(slug, seats, pair)] = line
        yield f"\n## {loader.kit_data(slug)['name']}\n\n"
        if slug in NOTES:
            yield f"{NOTES[slug]}\n\n"
        yield "| players | strengths | games | wins | fair | apart |\n|---|---|---|---|---|---|\n"
        for seats in counts(slug, PAIRS[0]):
            for pair in PAIRS:
                if line := now.get(name(slug, seats, pair)):
                    share, fair = line["share"], len(sides(slug, seats, 0)) / seats
                    error = sqrt(max(share * (1 - share), 1e-9) / line["games"])
                    yield (
                        f"| {seats} | {pair[0]} against {pair[1]} | {line['games']:,} | {100 * share:.1f} % ± {100 * error:.1f} | "
                        f"{100 * fair:.1f} % | {(share - fair) / error:+.1f} |\n"
                    )
        yield "\n| players | all are | games | turns: median, mean | points: mean |\n|---|---|---|---|---|\n"
        for seats in counts(slug, ALIKE[0]):
            for pair in ALIKE:
                if line := now.get(name(slug, seats, pair)):
                    turns = f"{line['median']:g}, {line['mean']:.1f}"
                    yield f"| {seats} | {pair[0]} | {line['games']:,} | {turns} | {line['points']:.1f} |\n"


def main() -> None:
    """Plays what is asked for, then writes all that is kept."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument(
        "--games", type=int, default=GAMES_EACH, help="for each line; a third of them where all are alike"
    )
    asked.add_argument("--only", choices=[*GAMES], action="append", help="one game; may be said more than once")
    asked.add_argument(
        "--pair", choices=["/".join(pair) for pair in (*PAIRS, *ALIKE)], action="append", help="one line"
    )
    chosen = asked.parse_args()
    if chosen.games < 1:
        asked.error("--games: at least 1")
    for pair in (*PAIRS, *ALIKE):
        for slug in chosen.only or GAMES:
            for seats in counts(slug, pair) if not chosen.pair or "/".join(pair) in chosen.pair else ():
                play_line(slug, seats, pair, chosen.games if pair in PAIRS else max(1, chosen.games // 3))
    FILE.write_text("".join([HEAD, *lines()]), encoding="utf-8")
    print("docs/robots.md is written")


if __name__ == "__main__":
    main()
