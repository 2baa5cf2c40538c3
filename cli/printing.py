"""The commands `games`, `print` and `preview`. Thin: words go to the order, the press or the previewer; the result is told."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli import completion
from cli.console import console, print_receipts, progress
from cli.options import (
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
    metavar,
    option,
)
from templates import i18n
from templates.i18n import say

if TYPE_CHECKING:
    pass


def games_(lang: Told = "", help_: Help = False) -> None:
    """A few lines a game, as wide as the terminal and no wider."""
    from cli.help import shelf
    from generator.order.request import one_of

    with i18n.speaking(one_of("--lang", lang, i18n.LANGUAGES) if lang else i18n.language()):
        typer.echo("\n".join(shelf()))


def print_(
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
    from generator.order.request import requests, unplayable

    found = requests(
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

    from generator.files import save
    from generator.press import build
    from generator.press.gallery import gallery
    from generator.press.overrides import with_overrides

    files: list[tuple[Path, bytes]] = []
    receipts = []
    with with_overrides(with_, found[0].lang, [order.game for order in found]) as advice:
        works = [build.compose(order) for order in found]
        with progress(sum(len(work.sides()) for work in works), quiet or json) as tick:
            for work in works:
                data = build.render(work, tick)
                path = out / work.order.file()
                files.append((path, data))
                receipts.append(build.receipt(work, path, len(data)))
        files += gallery(out, zip(works, receipts, [data for _, data in files], strict=True))
    told = msgspec.json.format(msgspec.json.encode({"files": receipts}))
    save(files)
    if json:
        sys.stdout.buffer.write(told + b"\n")
    elif not quiet:
        print_receipts(receipts)
        for sentence in advice:
            console().print(sentence, markup=False)
        if not games and (others := unplayable(found[0].players) if players or names else ()):
            absent = ", ".join(others)
            console().print(say("Not for {count} players: {games}.").format(count=found[0].players, games=absent))


def preview_(
    file: Annotated[
        Path,
        typer.Argument(
            metavar=metavar("FILE.pdf"), show_default=False, help=say("a kit or any PDF"), rich_help_panel=say("File")
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
    from generator.order.request import whole_number
    from generator.press.preview import preview

    for path in preview(file, out, whole_number("--dpi", dpi, 20, 600)):
        console().print(str(path), soft_wrap=True, highlight=False, markup=False)


def register(app: typer.Typer) -> None:
    """Adds these commands."""
    app.command(
        "games", help=say("Lists the games: players, what is printed, what the phones do."), rich_help_panel=COMMANDS
    )(games_)
    app.command("print", help=say("Prints kits as PDF; all games when none is named."), rich_help_panel=COMMANDS)(
        print_
    )
    app.command(
        "preview", help=say("Draws each page of a PDF as PNG, and one contact sheet of all."), rich_help_panel=COMMANDS
    )(preview_)
