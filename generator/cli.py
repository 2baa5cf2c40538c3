"""The command line. Thin: it reads words, hands them to the order, the press or the previewer, and tells the result.

Nothing heavy is imported here: `sousmain --help` must answer at once.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.exceptions import TyperException

import templates
from generator.errors import CannotWrite, Mistake, Unknown
from templates import say

if TYPE_CHECKING:
    from rich.console import Console

    from generator.receipt import Receipt

HOW, WHAT, WHERE = say("How it is printed"), say("What is printed"), say("Where it goes")
HELP, COMMANDS = say("Help"), say("Commands")

app = typer.Typer(
    name="sousmain",
    help=say("Gives back deduction games that shops no longer sell: prints kits, turns phones into secret hands."),
    add_completion=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": []},  # our own speaks the user's language
)


def show_help(context: typer.Context, asked: bool) -> None:
    """Help, in the language of the system."""
    if asked:
        from generator.help import page

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


def option(*names: str, says: str, value: str = "", panel: str = WHAT) -> Any:
    """An option with its help, the form of its value and the panel it stands in."""
    return typer.Option(*names, help=says, metavar=value or " ", rich_help_panel=panel, show_default=False)


@app.callback(invoke_without_command=True)
def sousmain(
    context: typer.Context,
    help_: Help = False,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=show_version,
            is_eager=True,
            help=say("Shows the version."),
            metavar=" ",
            rich_help_panel=HELP,
        ),
    ] = False,
) -> None:
    """Without a command there is help."""
    if context.invoked_subcommand is None:
        show_help(context, True)


LANG_HELP = say("language; the system's unless given")
LANG_FORM = "|".join(templates.LANGUAGES)


@app.command(
    "games",
    help=say("Lists the games: players, what is printed, what the phones do."),
    rich_help_panel=COMMANDS,
)
def games_(lang: Annotated[str, option(says=LANG_HELP, value=LANG_FORM)] = "", help_: Help = False) -> None:
    """One row a game."""
    from rich.table import Table

    from generator.order import chosen
    from referee.registry import GAMES, pieces

    with templates.speaking(chosen("--lang", lang, templates.LANGUAGES) if lang else templates.language()):
        table = Table(box=None, padding=(0, 2, 0, 0))
        for column in ("", say("game"), say("players"), say("on paper"), say("components"), say("on phones")):
            table.add_column(column)
        for slug in GAMES:
            of, kit = pieces(slug), templates.kit_data(slug)
            box = of.box(of.USUAL)
            titles = ", ".join(kit[component]["title"] for component in box)
            count = "–".join(dict.fromkeys((str(of.PLAYERS[0]), str(of.PLAYERS[-1]))))
            table.add_row(slug, kit["name"], count, titles, ", ".join(box), kit["phones"])
        console().print(table)


@app.command("print", help=say("Prints kits as PDF; all games when none is named."), rich_help_panel=COMMANDS)
def print_(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]...",
            show_default=False,
            help=say("from `sousmain games`; all unless given"),
            rich_help_panel=say("Games"),
        ),
    ] = None,
    paper: Annotated[
        str,
        option(
            says=say("sheet in the printer; WxHin for inches"),
            value="a4|letter|a3|a2|legal|WxHmm",
            panel=HOW,
        ),
    ] = "a4",
    lang: Annotated[str, option(says=LANG_HELP, value=LANG_FORM)] = "",
    players: Annotated[
        str, option(says=say("for how many players; as many as have names, or as the old box was for"), value="N")
    ] = "",
    names: Annotated[str, option(says=say("names of the players: Anne,Mario"), value="NAME,...")] = "",
    ink: Annotated[
        str,
        option(
            says=say("all colours; outlines and light tints; black alone"),
            value="full|saver|mono",
            panel=HOW,
        ),
    ] = "full",
    sides: Annotated[
        str,
        option(
            says=say("one side; both, turned over that edge; or backs beside fronts, to fold"),
            value="single|long-edge|short-edge|fold",
            panel=HOW,
        ),
    ] = "single",
    only: Annotated[
        list[str] | None, option(says=say("these components alone: notes,list"), value="COMPONENT,...")
    ] = None,
    without: Annotated[
        list[str] | None, option("--except", says=say("all components but these"), value="COMPONENT,...")
    ] = None,
    copies: Annotated[
        list[str] | None, option(says=say("a component several times: tiles=2"), value="COMPONENT=N")
    ] = None,
    marks: Annotated[
        str,
        option(
            says=say("marks around pieces; thin lines on their edges; none"),
            value="crop|lines|none",
            panel=HOW,
        ),
    ] = "crop",
    back_offset: Annotated[
        str,
        option(says=say("moves backs right and down, in mm, when a printer is off"), value="X,Y", panel=HOW),
    ] = "0,0",
    fronts_first: Annotated[
        bool, option("--fronts-first", says=say("all fronts, then all backs, to feed by hand"), panel=HOW)
    ] = False,
    pads: Annotated[str, option(says=say("how many note sheets"), value="N")] = "",
    board: Annotated[
        str,
        option(
            says=say(
                "size of a board: for one A2 sheet, or for one A3; other paper gets tiles to join. "
                "Large unless given, but small on A3. Cables are cut to fit it"
            ),
            value="large|small",
        ),
    ] = "",
    map_: Annotated[
        str, option("--map", says=say("another country on the board, for games with a map"), value="FILE")
    ] = "",
    edition: Annotated[
        str, option(says=say("whose amounts, for games that had several editions; A unless given"), value="A|B")
    ] = "",
    out: Annotated[Path, option(says=say("folder for the files"), value="DIR", panel=WHERE)] = Path("output"),
    json: Annotated[bool, option("--json", says=say("tells the result as JSON"), panel=WHERE)] = False,
    quiet: Annotated[bool, option("--quiet", says=say("says nothing unless something is wrong"), panel=WHERE)] = False,
    help_: Help = False,
) -> None:
    """Composes everything, then draws, then writes: a mistake anywhere leaves the folder as it was."""
    from generator.order import orders, unplayable

    found = orders(
        games or (),
        paper_=paper,
        lang=lang or None,
        players_=players,
        names_=names,
        ink=ink,
        sides=sides,
        only=only or (),
        without=without or (),
        copies_=copies or (),
        marks=marks,
        back_offset=back_offset,
        fronts_first=fronts_first,
        pads=pads,
        board=board,
        map_=map_,
        edition_=edition,
    )
    import msgspec

    from generator import press
    from generator.files import save

    works = [press.compose(order) for order in found]
    files: list[tuple[Path, bytes]] = []
    receipts = []
    with progress(sum(len(work.sides()) for work in works), quiet or json) as tick:
        for work in works:
            data = press.render(work, tick)
            path = out / work.order.file()
            files.append((path, data))
            receipts.append(press.receipt(work, path, len(data)))
    told = msgspec.json.format(msgspec.json.encode({"files": receipts}))
    save(files)
    if json:
        sys.stdout.buffer.write(told + b"\n")
    elif not quiet:
        tell(receipts)
        if not games and (others := unplayable(found[0].players) if players or names else ()):
            absent = ", ".join(others)
            console().print(say("Not for {count} players: {games}.").format(count=found[0].players, games=absent))


@app.command(
    "preview",
    help=say("Draws each page of a PDF as PNG, and one contact sheet of all."),
    rich_help_panel=COMMANDS,
)
def preview_(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE.pdf", show_default=False, help=say("a kit or any PDF"), rich_help_panel=say("File")
        ),
    ],
    out: Annotated[
        Path | None,
        option(says=say("folder for the pictures; beside the file unless given"), value="DIR", panel=WHERE),
    ] = None,
    dpi: Annotated[str, option(says=say("dots per inch"), value="N", panel=HOW)] = "100",
    help_: Help = False,
) -> None:
    """Tells each picture it wrote."""
    from generator.order import whole
    from generator.preview import preview

    for path in preview(file, out, whole("--dpi", dpi, 20, 600)):
        console().print(str(path), soft_wrap=True, highlight=False, markup=False)


def console(stderr: bool = False) -> Console:
    """Where to tell things. A pipe gets long lines, not broken ones."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr, width=None if stream.isatty() else 4096, highlight=False)


@contextmanager
def progress(total: int, silent: bool, what: str = "") -> Iterator[Callable[[int], None]]:
    """A bar on a terminal, nothing in a pipe."""
    if silent or not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.progress import Progress

    with Progress(console=console(stderr=True), transient=True) as bar:
        task = bar.add_task(what or say("Printing"), total=total)
        yield lambda done: bar.advance(task)


def tell(receipts: list[Receipt]) -> None:
    """The table: file, pages, sheets of paper, cuts to make."""
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column(say("file"), no_wrap=True)
    for column in (say("pages"), say("sheets of paper"), say("cuts to make"), say("players")):
        table.add_column(column, justify="right")
    for r in receipts:
        table.add_row(r.file, str(r.pages), str(r.sheets), str(r.cuts), str(r.players))
    console().print(table)
    console().print(say("Print at 100 %, never “fit to page”; the bar on each page must measure 50 mm."))


def misspelt(mistake: TyperException) -> str:
    """What is wrong with the words of the command, in our own. Typer tells its kinds of mistakes by what they carry."""
    context = getattr(mistake, "ctx", None)
    commands = getattr(context.command, "commands", {}) if context else {}
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    if hasattr(mistake, "possibilities"):
        known = [name for p in context.command.params for name in p.opts if name.startswith("--")] if context else []
        return str(Unknown(say("Option"), getattr(mistake, "option_name", ""), known))
    if hasattr(mistake, "option_name"):
        return say("{option} needs a value, or takes none.").format(option=getattr(mistake, "option_name", ""))
    if parameter := getattr(mistake, "param", None):
        return say("{argument} is missing.").format(argument=parameter.metavar or parameter.name)
    if words and commands and words[0] not in commands:
        return str(Unknown(say("Command"), words[0], commands))
    return mistake.format_message()


def main() -> None:
    """Runs a command. Whatever the user can mend is told in one sentence on stderr, with exit code 2."""
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115 - `>&-` leaves none at all
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):  # an old terminal gets question marks, not a traceback
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    sentence, code = "", 0
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except (Mistake, templates.ShelfError) as mistake:
        sentence, code = str(mistake), 2
    except TyperException as mistake:
        sentence, code = misspelt(mistake), 2
    except OSError as refusal:  # the reader has seen enough (`sousmain games | head -1`), or its disk is full
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(refusal, BrokenPipeError):
            where = Path(refusal.filename or "stdout")
            sentence, code = str(CannotWrite(where, refusal.strerror or str(refusal))), 2
    except (KeyboardInterrupt, typer.Abort):
        sentence, code = say("Stopped."), 130
    if sentence:
        sys.stderr.write(f"sousmain: {' '.join(sentence.split())}\n")
    sys.exit(code if isinstance(code, int) else 0)


if __name__ == "__main__":
    main()
