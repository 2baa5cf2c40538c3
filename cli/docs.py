"""The command `docs`: the pages about Sousmain that came with it, by their names and places."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.console import print_line
from cli.options import COMMANDS, Help, metavar
from generator.errors import PrintError, Unknown
from templates.i18n import say
from templates.shelves import SHELF

INSTALLED = "share/doc/sousmain"  # as pyproject.toml has it
KINDS = (".md", ".toml")


def docs_(
    page: Annotated[
        str,
        typer.Argument(
            metavar=metavar("[NAME]"),
            show_default=False,
            help=say("of a page: printing, hosting, own-words; all unless given"),
            rich_help_panel=say("Pages"),
        ),
    ] = "",
    open_: Annotated[
        bool,
        typer.Option("--open", help=say("shows it with the program for such files"), metavar=" ", show_default=False),
    ] = False,
    help_: Help = False,
) -> None:
    """Names the page, or all of them; a script gets nothing but paths."""
    found = pages()
    if not page and open_:
        raise PrintError(say("--open goes with the name of a page: {names}.").format(names=", ".join(found)))
    if page and page.lower() not in found:
        raise Unknown(say("Page of the docs"), page, found)
    for name, path in found.items():
        if not page or name == page.lower():
            print_line(str(path))
    if open_:
        typer.launch(str(found[page.lower()]))


def pages() -> dict[str, Path]:
    """Name of a page -> where it is; the sample of own words is one of them."""
    at = folder()
    files = sorted(path for path in at.rglob("*") if path.suffix in KINDS)
    found: dict[str, Path] = {}
    for path in files:
        stem = path.relative_to(at).with_suffix("").as_posix()
        found[path.relative_to(at).as_posix() if stem in found else stem] = path
    return found


def folder() -> Path:
    """Where they lie: beside the program in a checkout, else where the installer has put them."""
    beside = SHELF.parent / "docs"
    if (beside / "printing.md").is_file():
        return beside
    from importlib.metadata import files

    for file in files("sousmain") or ():
        if file.name == "printing.md" and INSTALLED in file.as_posix():
            return Path(str(file.locate())).resolve().parent
    raise PrintError(say("The pages are not here: install Sousmain again."))


def register(app: typer.Typer) -> None:
    """Adds this command."""
    app.command(
        "docs",
        help=say("Names the pages about printing, hosting, own words and the games, or opens one."),
        rich_help_panel=COMMANDS,
    )(docs_)
