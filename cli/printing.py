"""The commands `games`, `print` and `preview`. Thin: words go to the order, the press or the previewer; the result is told."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from cli import completion
from cli.console import console, print_receipts, progress
from cli.options import (
    COMMANDS,
    DEFAULTS,
    HOW,
    WHERE,
    Help,
    Json,
    OutFolder,
    Quiet,
    Told,
    asking,
    folder,
    metavar,
    option,
)
from generator.order.fields import ORDER, PRESETS
from templates import i18n
from templates.i18n import say


def games_(lang: Told = "", help_: Help = False) -> None:
    """A few lines a game, as wide as the terminal and no wider."""
    from cli.help import shelf
    from generator.order.words import one_of

    with i18n.speaking(one_of("--lang", lang, i18n.LANGUAGES) if lang else i18n.language()):
        typer.echo("\n".join(shelf()))


@asking((*ORDER, *PRESETS))
def print_(
    context: typer.Context,
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
    *,
    out: OutFolder = DEFAULTS["out"],
    json: Json = False,
    quiet: Quiet = False,
    help_: Help = False,
    **words: Any,
) -> None:
    """Nothing is written before all of it is drawn and can be told."""
    from generator.order.request import requests

    preset, save_as = (words.pop(field.name) for field in PRESETS)
    words = {name: word for name, word in words.items() if typed(context, name)}
    if preset:
        from generator.order.presets import with_preset

        words = with_preset(preset, words, games or ())
    found = requests(games or (), **words)  # a refusal need not wait for the press
    kept = keep(save_as, words) if save_as else None
    import msgspec

    from generator.files import save
    from generator.press.build import build

    printed = build(found, out, words.get("own", ""), lambda pages: progress(pages, quiet or json))
    told = msgspec.json.format(msgspec.json.encode({"files": printed.receipts}))
    save([*printed.files, *([kept[1]] if kept else [])])
    if json:
        sys.stdout.buffer.write(told + b"\n")
    elif not quiet:
        print_receipts(printed.receipts)
        chosen = not games and (words.get("players") or words.get("names"))
        for sentence in (*printed.advice, *(left_out(found[0].players) if chosen else ())):
            console().print(sentence, markup=False)
        if kept:
            line = say("These options are kept: `sousmain print --preset {name}` uses them again.").format(name=kept[0])
            console().print(line, markup=False, soft_wrap=True)


def typed(context: typer.Context, name: str) -> bool:
    """Was that option given? One that is given its usual value still wins over a preset."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def keep(given: str, words: dict[str, Any]) -> tuple[str, tuple[Path, bytes]]:
    """The name of a preset and the file that keeps it: saved with the kits, or not at all."""
    from generator.order.presets import kept_preset

    return kept_preset("--save", given, words)


def left_out(players: int) -> Iterator[str]:
    """Which games were not printed because so many cannot play them."""
    from generator.order.words import unplayable

    if absent := ", ".join(unplayable(players)):
        yield say("Not for {count} players: {games}.").format(count=players, games=absent)


def preview_(
    file: Annotated[
        Path,
        typer.Argument(
            metavar=metavar("FILE.pdf"), show_default=False, help=say("a kit or any PDF"), rich_help_panel=say("File")
        ),
    ],
    out: Annotated[
        Path | None,
        option(
            says=say("folder for the pictures; beside the file unless given"), value="DIR", panel=WHERE, check=folder
        ),
    ] = None,
    dpi: Annotated[str, option(says=say("dots per inch"), value="N", panel=HOW)] = "100",
    help_: Help = False,
) -> None:
    """Tells each picture it wrote."""
    from generator.order.words import whole_number
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
