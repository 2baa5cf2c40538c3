"""The command `export`: the pieces of kits for other tables. Thin: words go to the order, then to the press."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from cli import completion
from cli.console import console
from cli.options import COMMANDS, DEFAULTS, Help, Json, OutFolder, Quiet, asking, metavar
from generator.errors import PrintError
from generator.order.fields import EXPORT, EXPORT_DPI, EXPORTED
from templates.i18n import say


@asking(EXPORTED)
def export_(
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
    """Nothing is written before all of it is drawn."""
    from generator.order.request import requests
    from generator.order.words import millimetres, one_of, whole_number

    asked = {field.name: words.pop(field.name) for field in EXPORT}
    form = one_of("--as", asked["form"], EXPORT[0].choices)
    dpi = whole_number("--dpi", asked["dpi"], *EXPORT_DPI)
    if form in ("tts", "laser") and asked["bleed"]:
        raise PrintError(say("{first} and {second} do not go together.").format(first="--bleed", second=f"--as {form}"))
    thickness, kerf = (millimetres(asked[name], name) for name in ("thickness", "kerf"))
    for name in ("thickness", "kerf"):
        if form != "laser" and asked[name] != DEFAULTS[name]:
            raise PrintError(say("{first} goes with {second}.").format(first=f"--{name}", second="--as laser"))
    found = requests(games or (), **words)
    import msgspec

    from generator.files import save
    from generator.press.export.files import Wanted, export, summary

    made, advice = export(found, out / form, Wanted(form, dpi, asked["bleed"], thickness, kerf), words["own"])
    save([file for each in made for file in each.files])
    if json:
        told = [
            {"game": each.game, "folder": str(each.folder), "pieces": each.pieces, "files": [str(path) for path, _ in each.files]}
            for each in made
        ]  # fmt: skip
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode({"exports": told})) + b"\n")
    elif not quiet:
        for sentence in (*map(summary, made), *advice):
            console().print(sentence, markup=False, soft_wrap=True, highlight=False)


def register(app: typer.Typer) -> None:
    """Adds this command."""
    app.command(
        "export",
        help=say("Writes pieces as pictures, drawings to edit, decks for Tabletop Simulator, racks of plywood."),
        rich_help_panel=COMMANDS,
    )(export_)
