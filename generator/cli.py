"""The command line. Thin: it reads words, hands them to the order, the press or the previewer, and tells the result.

Nothing heavy is imported here: `sousmain --help` must answer at once.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.exceptions import TyperException

import templates
from generator import completion
from generator.errors import CannotWrite, Mistake
from generator.misspelt import misspelt
from generator.options import (
    COMMANDS,
    HOW,
    WHERE,
    BoardMap,
    Help,
    InkMode,
    LangOnPaper,
    Marks,
    Names,
    OutFolder,
    OwnFile,
    PaperSize,
    Players,
    PrinterName,
    Quiet,
    Told,
    flag,
    form,
    option,
    show_version,
)
from templates import say

if TYPE_CHECKING:
    from rich.console import Console

    from generator.receipt import Receipt

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
    """Without a command there is a greeting."""
    if context.invoked_subcommand is None:
        from generator.greeting import greeting

        typer.echo("\n".join(greeting()))


@app.command(
    "games",
    help=say("Lists the games: players, what is printed, what the phones do."),
    rich_help_panel=COMMANDS,
)
def games_(lang: Told = "", help_: Help = False) -> None:
    """A few lines a game, as wide as the terminal and no wider."""
    from generator.help import shelf
    from generator.order import chosen

    with templates.speaking(chosen("--lang", lang, templates.LANGUAGES) if lang else templates.language()):
        typer.echo("\n".join(shelf()))


@app.command("print", help=say("Prints kits as PDF; all games when none is named."), rich_help_panel=COMMANDS)
def print_(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar=form("[GAME]..."),
            show_default=False,
            help=say("from `sousmain games`; all unless given"),
            rich_help_panel=say("Games"),
            autocompletion=completion.games,
        ),
    ] = None,
    paper: PaperSize = "a4",
    lang: LangOnPaper = "",
    players: Players = "",
    names: Names = "",
    ink: InkMode = "full",
    sides: Annotated[
        str,
        option(
            says=say("one side; both, turned over that edge; or backs beside fronts, to fold"),
            value="single|long-edge|short-edge|fold",
            panel=HOW,
        ),
    ] = "single",
    only: Annotated[
        list[str] | None,
        option(says=say("these components alone: notes,list"), value="COMPONENT,...", complete=completion.components),
    ] = None,
    without: Annotated[
        list[str] | None,
        option("--except", says=say("all components but these"), value="COMPONENT,...", complete=completion.components),
    ] = None,
    copies: Annotated[
        list[str] | None,
        option(says=say("a component several times: tiles=2"), value="COMPONENT=N", complete=completion.copies),
    ] = None,
    marks: Marks = "crop",
    back_offset: Annotated[
        str,
        option(says=say("moves backs right and down, in mm, when a printer is off"), value="X,Y", panel=HOW),
    ] = "0,0",
    printer: PrinterName = "",
    fronts_first: Annotated[
        bool, option("--fronts-first", says=say("all fronts, then all backs, to feed by hand"), panel=HOW)
    ] = False,
    pads: Annotated[str, option(says=say("how many note, clue or marking sheets"), value="N")] = "",
    spares: Annotated[
        str,
        option(says=say("only the pieces that are missing: tiles: 7 blue x2, 1 green; questions: 16"), value="PIECES"),
    ] = "",
    size: Annotated[
        list[str] | None,
        option(says=say("of spares, in mm, to match those of an old box: 25x32 or tiles=25x32"), value="WxH"),
    ] = None,
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
    map_: BoardMap = "",
    edition: Annotated[
        str, option(says=say("which edition's amounts, for games that had several; A unless given"), value="A|B")
    ] = "",
    with_: OwnFile = "",
    out: OutFolder = Path("output"),
    json: Annotated[bool, option("--json", says=say("tells the result as JSON"), panel=WHERE)] = False,
    quiet: Quiet = False,
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
        printer=printer,
        spares=spares,
        size_=size or (),
        own=with_,
    )
    import msgspec

    from generator import press
    from generator.dress import wearing
    from generator.files import save
    from generator.gallery import gallery

    files: list[tuple[Path, bytes]] = []
    receipts = []
    with wearing(with_, found[0].lang, [order.game for order in found]) as advice:
        works = [press.compose(order) for order in found]
        with progress(sum(len(work.sides()) for work in works), quiet or json) as tick:
            for work in works:
                data = press.render(work, tick)
                path = out / work.order.file()
                files.append((path, data))
                receipts.append(press.receipt(work, path, len(data)))
        files += gallery(out, zip(works, receipts, [data for _, data in files], strict=True))
    told = msgspec.json.format(msgspec.json.encode({"files": receipts}))
    save(files)
    if json:
        sys.stdout.buffer.write(told + b"\n")
    elif not quiet:
        tell(receipts)
        for sentence in advice:
            console().print(sentence, markup=False)
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
            metavar=form("FILE.pdf"), show_default=False, help=say("a kit or any PDF"), rich_help_panel=say("File")
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


def main() -> None:
    """Runs a command. Whatever the user can mend is told in one sentence on stderr, with exit code 2; what nobody foresaw
    is left to the outermost door, `companion/entry.py`."""
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115 - `>&-` leaves none at all
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):  # an old terminal gets question marks, not a traceback
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    sentence, code = "", 0
    try:
        completion.begin()
        code = app(standalone_mode=False, prog_name=completion.PROGRAM)
        sentence = say("Stopped.") if code == STOPPED else ""  # Typer keeps Ctrl+C to itself
        sys.stdout.flush()
    except (Mistake, templates.ShelfError) as mistake:
        sentence, code = str(mistake), 2
    except TyperException as mistake:
        sentence, code = misspelt(mistake, app), 2
    except OSError as refusal:  # the reader has seen enough (`sousmain games | head -1`), or its disk is full
        if within_ours(refusal.filename) if refusal.filename else refusal.errno not in UNHEARD:
            raise  # a file of the program itself is missing, or it has nothing to do with writing: nobody foresaw that
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(refusal, BrokenPipeError):
            from templates.mistakes import reason

            where = Path(refusal.filename or "stdout")
            sentence, code = str(CannotWrite(where, reason(refusal))), 2
    except (KeyboardInterrupt, typer.Abort):
        sentence, code = say("Stopped."), STOPPED
    with suppress(OSError):  # nobody hears it; the code tells it
        sys.stderr.write(f"sousmain: {' '.join(sentence.split())}\n" if sentence else "")
    sys.exit(code if isinstance(code, int) else 0)


def within_ours(file: str | bytes | int) -> bool:
    """Is that a file of the program itself?"""
    rooms = [templates.SHELF.parent / room for room in ("companion", "generator", "referee", "templates")]
    return isinstance(file, str) and any(map(Path(file).is_relative_to, rooms))
