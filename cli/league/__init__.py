"""The command `league`: tables of players from records of finished games."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from cli.console import print_line, print_table, progress
from cli.options import COMMANDS, TOLD, Help, Json, Told, language, metavar, option
from generator.errors import PrintError
from templates import i18n
from templates.i18n import say

Records = Annotated[
    list[str] | None,
    typer.Argument(
        metavar=metavar("RECORD..."),
        show_default=False,
        help=say("files of finished games, and folders or zip files with such files"),
        rich_help_panel=say("File"),
    ),
]


def league_(
    files: Records = None,
    lead: Annotated[
        bool,
        option(
            "--lead",
            says=say("also by how many moves each could have known before the others; takes a while"),
            panel=TOLD,
        ),
    ] = False,
    csv: Annotated[bool, option("--csv", says=say("tells the tables as CSV, for a spreadsheet"), panel=TOLD)] = False,
    json: Json = False,
    lang: Told = "",
    help_: Help = False,
) -> None:
    """Exit code 1 when a record did not hold and was left out."""
    from cli.league import entries, report

    with i18n.speaking(language(lang)):
        if not files:
            raise PrintError(say("Which records? `sousmain league FOLDER` takes all that are in a folder."))
        if csv and json:
            raise PrintError(say("{one} and {other} do not go together.").format(one="--csv", other="--json"))
        named = entries.files_of([*map(Path, files)])
        roster = entries.Roster()
        with progress(len(named) * 2, False, say("Reading")) as tick:
            read = entries.read_entries(named, tick)
            played = list(entries.results(read.kept, roster, lead, tick))
        found = report.league(read, played, roster)
        for sentence in read.refused:
            sys.stderr.write("sousmain: " + sentence + " " + say("It was left out.") + "\n")
        if json:
            import msgspec

            sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(report.data(found, read))) + b"\n")
        elif csv:
            sys.stdout.write(report.spreadsheet(found))
        else:
            print_line(
                say(
                    "Games: {games}; abandoned, and not counted: {abandoned}; found twice, and counted once: {again}."
                ).format(games=len(played), abandoned=found.abandoned, again=len(read.again))
            )
            if found.robots:
                print_line(say("Seats of robots, in no table: {count}.").format(count=found.robots))
            for title, rows in report.tables(found):
                print_line("")
                print_line(title)
                print_table(rows)
    if read.refused:
        raise typer.Exit(1)


def register(app: typer.Typer) -> None:
    """Adds this command."""
    app.command(
        "league",
        help=say("Makes tables of players from records of games: wins, points, and the same cards compared."),
        rich_help_panel=COMMANDS,
    )(league_)
