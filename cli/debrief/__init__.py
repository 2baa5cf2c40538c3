"""The command `debrief`: a recorded game again, with what each player could have known."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from cli.console import print_line
from cli.options import COMMANDS, TOLD, Help, Json, OwnTold, Told, language, option
from cli.records import RecordFile
from templates import i18n
from templates.i18n import say


def debrief_(
    file: RecordFile,
    seat: Annotated[
        str, option(says=say("only what this player could know: a name, or 1 for the first"), value="N", panel=TOLD)
    ] = "",
    plot: Annotated[
        Path | None,
        option(says=say("draws the curves into a file: .svg, .png or .pdf"), value="FILE", panel=TOLD),
    ] = None,
    with_: OwnTold = "",
    lang: Told = "",
    json: Json = False,
    help_: Help = False,
) -> None:
    """Nothing is told of a record that does not hold."""
    import msgspec

    from cli import record_reports
    from cli.debrief import report as debrief_report
    from generator.press.overrides import with_overrides

    with i18n.speaking(language(lang)), with_overrides(with_):
        found = record_reports.read_record(file)
        report = debrief_report.Report(found, debrief_report.seat_of(found, seat))
        if plot is not None:
            from cli.debrief.plot import plotted
            from generator.files import save

            save([(plot, plotted(report, plot))])
        if json:
            sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(report.data())) + b"\n")
        else:
            for line in report.lines():
                print_line(line)


def register(app: typer.Typer) -> None:
    """Adds this command."""
    app.command(
        "debrief",
        help=say("Tells what each player of a recorded game could have known, when, and by what."),
        rich_help_panel=COMMANDS,
    )(debrief_)
