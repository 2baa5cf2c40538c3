"""What commands have in common: the options they share, their panels, and how a value is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from cli import completion
from templates import i18n
from templates.i18n import say

HOW, WHAT, WHERE = say("How it is printed"), say("What is printed"), say("Where it goes")
HELP, COMMANDS, TOLD = say("Help"), say("Commands"), say("How it is told")


def show_help(context: typer.Context, asked: bool) -> None:
    """Help, in the language of the system."""
    if asked:
        from cli.help import page

        typer.echo(page(context))
        raise typer.Exit


def show_version(asked: bool) -> None:
    """The version installed."""
    if asked:
        from importlib.metadata import version

        typer.echo(f"sousmain {version('sousmain')}")
        raise typer.Exit


Help = Annotated[
    bool,
    typer.Option(
        "--help",
        "-h",
        callback=show_help,
        is_eager=True,
        help=say("Shows this help."),
        metavar=" ",
        rich_help_panel=HELP,
    ),
]


FORMS = {
    "ADDR": say("ADDR"),
    "COMPONENT": say("COMPONENT"),
    "DEG": say("DEG"),
    "DIR": say("DIR"),
    "FILE": say("FILE"),
    "GAME": say("GAME"),
    "NAME": say("NAME"),
    "PCT": say("PCT"),
    "PIECES": say("PIECES"),
    "RECORD": say("RECORD"),
    "VALUE": say("VALUE"),
    "WORD": say("WORD"),
    "WxH": say("WxH"),
}


def metavar(value: str) -> str:
    """What to put in a place, in the language of the help: COMPONENT,... or GAME."""
    return re.sub("|".join(FORMS), lambda found: FORMS[found[0]], value)


def option(*names: str, says: str, value: str = "", panel: str = WHAT, complete: Any = None) -> Any:
    """An option with its help, the form of its value, the panel it stands in and the words that Tab offers."""
    if complete is None and re.fullmatch(r"[a-z-]+(\|[a-z-]+)+", value):
        complete = completion.words(*value.split("|"))
    return typer.Option(
        *names,
        help=says,
        metavar=metavar(value) or " ",
        rich_help_panel=panel,
        show_default=False,
        autocompletion=complete,
    )


def flag(name: str, says: str, callback: Callable[[bool], None]) -> Any:
    """An option that does its own thing and ends there."""
    return typer.Option(name, callback=callback, is_eager=True, help=says, metavar=" ", rich_help_panel=HELP)


LANG_HELP = say("language; the system's unless given")
LANG_FORM = "|".join(i18n.LANGUAGES)
OWN_HELP = say("your own words, names and colours: docs/own-words.md")
OwnFile = Annotated[str, option("--with", says=OWN_HELP, value="FILE")]

# What several commands ask for.
GameName = Annotated[
    str,
    typer.Argument(
        metavar=metavar("GAME"),
        show_default=False,
        help=say("from `sousmain games`"),
        rich_help_panel=say("Games"),
        autocompletion=completion.games,
    ),
]
PaperSize = Annotated[
    str,
    option(
        says=say("sheet in the printer; WxHin for inches"),
        value="a4|letter|a3|a2|legal|WxHmm",
        panel=HOW,
        complete=completion.papers,
    ),
]
InkMode = Annotated[
    str,
    option(
        says=say("all colours; outlines and light tints; black alone"),
        value="full|saver|mono",
        panel=HOW,
    ),
]
PrinterName = Annotated[
    str,
    option(
        says=say("makes up for the faults of a printer, from `sousmain calibrate`"),
        value="NAME",
        panel=HOW,
        complete=completion.printers,
    ),
]
Marks = Annotated[
    str,
    option(
        says=say("marks around pieces; thin lines on their edges; none"),
        value="crop|lines|none",
        panel=HOW,
    ),
]
Names = Annotated[str, option(says=say("names of the players: Anne,Mario"), value="NAME,...")]
OutFolder = Annotated[Path, option(says=say("folder for the files"), value="DIR", panel=WHERE)]
Quiet = Annotated[bool, option("--quiet", says=say("says nothing unless something is wrong"), panel=WHERE)]
Told = Annotated[str, option("--lang", says=LANG_HELP, value=LANG_FORM, panel=TOLD)]
LangOnPaper = Annotated[str, option(says=say("language on paper; the system's unless given"), value=LANG_FORM)]
BoardMap = Annotated[
    str, option("--map", says=say("a map or board of your own, for games that have one"), value="FILE")
]
Players = Annotated[
    str, option(says=say("how many players; as many as there are names, or as the old box was for"), value="N")
]

# What the commands of the companion ask for.
PLAYED, HERE = say("What is played"), say("On this computer")


SERVED = say("Where phones find it")
Port = Annotated[str, option(says=say("the number after the colon"), value="N", panel=SERVED)]
Bind = Annotated[
    str,
    option(says=say("which of its addresses the computer listens to; all unless given"), value="ADDR", panel=SERVED),
]
Address = Annotated[
    str,
    option(says=say("a fixed name of this computer, for codes that outlive its number"), value="NAME", panel=SERVED),
]
Data = Annotated[
    Path | None, option(says=say("folder where tables are kept; the usual one unless given"), value="DIR", panel=HERE)
]
Spoken = Annotated[str, option("--lang", says=LANG_HELP, value=LANG_FORM, panel=PLAYED)]
OwnTold = Annotated[str, option("--with", says=OWN_HELP, value="FILE", panel=TOLD)]
SealTold = Annotated[
    str, option("--seal", says=say("the final seal that was shown at the end of the game"), value="CODE", panel=TOLD)
]
OwnWords = Annotated[str, option("--with", says=OWN_HELP, value="FILE", panel=PLAYED)]


SeatCount = Annotated[
    str, option(says=say("how many players; as many as the old box was for unless given"), value="N", panel=PLAYED)
]
Chosen = Annotated[
    list[str] | None,
    option("--option", says=say("how it is played: target=2"), value="NAME=VALUE", panel=PLAYED),
]
MapFile = Annotated[
    str, option("--map", says=say("a map or board of your own, for games that have one"), value="FILE", panel=PLAYED)
]


def language(given: str) -> str:
    """The language asked for, or the system's."""
    from generator.order.request import one_of

    return one_of("--lang", given, i18n.LANGUAGES) if given else i18n.language()
