"""The commands `verify`, `replay` and `simulate`: finished games, and many at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.console import print_line, print_table, progress
from cli.options import (
    COMMANDS,
    PLAYED,
    WHERE,
    Chosen,
    GameName,
    Help,
    MapFile,
    OwnTold,
    SealTold,
    SeatCount,
    Spoken,
    Told,
    language,
    metavar,
    option,
)
from templates import i18n
from templates.i18n import say

RecordFile = Annotated[
    Path,
    typer.Argument(
        metavar=metavar("RECORD"),
        show_default=False,
        help=say("the file of a finished game"),
        rich_help_panel=say("File"),
    ),
]


def verify_(file: RecordFile, seal: SealTold = "", help_: Help = False) -> None:
    """What it proves when it holds; else the line, or the two seals that differ."""
    from cli import record_reports

    print_line(record_reports.verified(file, seal))


def replay_(
    file: RecordFile,
    with_: OwnTold = "",
    lang: Told = "",
    help_: Help = False,
) -> None:
    """Nothing is told of a record that does not hold."""
    from cli import record_reports
    from generator.press.overrides import with_overrides

    with i18n.speaking(language(lang)), with_overrides(with_):
        for line in record_reports.narrated_game(record_reports.read_record(file)):
            print_line(line)


def simulate_(
    game: GameName,
    games: Annotated[str, option(says=say("how many games"), value="N", panel=PLAYED)] = "100",
    seed: Annotated[str, option(says=say("the same word gives the same games"), value="WORD", panel=PLAYED)] = "1",
    players: SeatCount = "",
    robots: Annotated[
        str,
        option(
            says=say(
                "how well each seat plays, or one word for all: easy, good, sharp; without it, each by its view alone"
            ),
            value="STRENGTH,...",
            panel=PLAYED,
        ),
    ] = "",
    options: Chosen = None,
    map_: MapFile = "",
    out: Annotated[
        Path | None, option("--record", says=say("folder for a record of each game"), value="DIR", panel=WHERE)
    ] = None,
    lang: Spoken = "",
    help_: Help = False,
) -> None:
    """The same words give the same figures on every machine."""
    from cli import record_reports
    from generator.files import save
    from generator.order import words
    from referee.registry import pieces

    with i18n.speaking(language(lang)):
        slug = words.game(game)
        seats = words.players(players, (), pieces(slug), slug)
        count = words.whole_number("--games", games, 1, 100_000)
        strengths = record_reports.strengths_from(robots, seats)
        chosen = record_reports.options_from(slug, options or (), map_, robots=True)
        batch = record_reports.Batch(slug, seats, chosen, seed, strengths)
        with progress(count, False, say("Playing")) as tick:
            played = ((name, data, tick(1)) for name, data in record_reports.simulated(batch, count))
            if out:
                save((out / name, data) for name, data, _ in played)
            else:
                for _ in played:
                    pass
        print_line(record_reports.batch_title(batch))
        for rows in (record_reports.lengths(batch), record_reports.results(batch), record_reports.rule_counts(batch)):
            print_table(rows)


def register(app: typer.Typer) -> None:
    """Adds these commands."""
    app.command(
        "verify", help=say("Checks the record of a game: every byte, every rule, every draw."), rich_help_panel=COMMANDS
    )(verify_)
    app.command("replay", help=say("Tells a recorded game move by move."), rich_help_panel=COMMANDS)(replay_)
    app.command(
        "simulate",
        help=say("Lets robots play many games and adds them up: lengths, results, rules."),
        rich_help_panel=COMMANDS,
    )(simulate_)
