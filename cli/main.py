"""The whole command line: which commands there are, in the order of the help, and how one is run.

Nothing heavy is imported here: `sousmain --help` must answer at once.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from contextlib import suppress
from copy import copy
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException
from typer.models import CommandInfo

from cli import calibrating, completion, dealing, debrief, docs, league, playing, printing, records, upkeep
from cli.desktop import shortcut
from cli.options import Help, flag, show_version, taken_as_typed
from cli.paper import exporting, presets, puzzling
from cli.usage_errors import usage_error
from generator.errors import CannotWrite
from referee.errors import UserError
from templates.i18n import say
from templates.shelves import SHELF, shelves

STOPPED = 130  # the exit code after Ctrl+C
UNHEARD = (errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)  # what stdout may say

app = typer.Typer(
    name="sousmain",
    help=say("Gives back deduction games that shops no longer sell: prints kits, turns phones into secret hands."),
    add_completion=False,  # our own speaks the user's language, too
    rich_markup_mode="rich",
    context_settings={"help_option_names": []},  # our own speaks it
)


@app.callback(invoke_without_command=True)
def sousmain(
    context: typer.Context,
    help_: Help = False,
    version: Annotated[bool, flag("--version", say("Shows the version."), show_version)] = False,
    install_completion: Annotated[
        bool,
        flag("--install-completion", say("Lets this shell complete words when Tab is pressed."), completion.install),
    ] = False,
    show_completion: Annotated[
        bool, flag("--show-completion", say("Shows the script that does so."), completion.show)
    ] = False,
) -> None:
    """Without a command the front page opens in the browser; where there is none, a greeting is said."""
    if context.invoked_subcommand is None:
        from cli.desktop import front_door
        from cli.greeting import greeting

        if front_door.at_desktop():
            front_door.open_front_page()
        else:
            typer.echo("\n".join(greeting()))


PAPER = printing, presets, puzzling, exporting, calibrating, dealing
PHONES = playing, shortcut, upkeep
RECORDS = records, debrief, league
for part in (*PAPER, *PHONES, *RECORDS, docs):
    part.register(app)


def main() -> None:
    """Runs a command. Whatever the user can mend is told in one sentence on stderr, with exit code 2; what nobody foresaw
    is left to the outermost door, `cli/entry.py`."""
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115 - `>&-` leaves none at all
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):  # an old terminal gets question marks, not a traceback
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    sentence, code = "", 0
    try:
        completion.begin()
        code = command()(standalone_mode=False, prog_name=completion.PROGRAM)
        sentence = say("Stopped.") if code == STOPPED else ""  # Typer keeps Ctrl+C to itself
        sys.stdout.flush()
    except UserError as mistake:
        sentence, code = str(mistake), 2
    except TyperException as mistake:
        sentence, code = usage_error(mistake, app), 2
    except OSError as refusal:  # the reader has seen enough (`sousmain games | head -1`), or its disk is full
        if within_ours(refusal.filename) if refusal.filename else refusal.errno not in UNHEARD:
            raise  # a file of the program itself is missing, or it has nothing to do with writing: nobody foresaw that
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(refusal, BrokenPipeError):
            from templates.foreign_messages import reason

            where = Path(refusal.filename or "stdout")
            sentence, code = str(CannotWrite(where, reason(refusal))), 2
    except (KeyboardInterrupt, typer.Abort):
        sentence, code = say("Stopped."), STOPPED
    with suppress(OSError):  # nobody hears it; the code tells it
        sys.stderr.write(f"sousmain: {' '.join(sentence.split())}\n" if sentence else "")
    sys.exit(code if isinstance(code, int) else 0)


def command() -> Any:
    """The command line as Typer runs it; of the commands only the one that is named, for making each of them takes time. The
    help of the whole needs no more of them than their names and what they do."""
    every, named = app.registered_commands, sys.argv[1:2]
    try:
        if named in (["--help"], ["-h"]):
            app.registered_commands = [without_words(each) for each in every]
        else:
            app.registered_commands = [each for each in every if each.name in named] or every
        made = typer.main.get_command(app)
    finally:
        app.registered_commands = every
    taken_as_typed(made)
    return made


def without_words(info: CommandInfo) -> CommandInfo:
    """The same command without the words that it takes."""
    found = copy(info)
    found.callback = lambda: None
    return found


def within_ours(file: str | bytes | int) -> bool:
    """Is that a file of the program itself?"""
    rooms = [SHELF.parent / room for room in ("cli", "companion", "generator", "referee", "templates")]
    return isinstance(file, str) and any(map(Path(file).is_relative_to, (*rooms, *shelves())))
