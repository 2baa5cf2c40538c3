"""The commands `backup`, `restore` and `doctor`: what is looked after on this computer."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.console import print_line
from cli.options import (
    COMMANDS,
    DEFAULTS,
    WHERE,
    Data,
    Help,
    Json,
    OutFolder,
    Port,
    PublicUrl,
    StoreUrl,
    Told,
    language,
    metavar,
    option,
)
from templates import i18n
from templates.i18n import say

if TYPE_CHECKING:
    from cli.doctor import Finding


def backup_(
    to: Annotated[
        Path | None,
        option(says=say("the file to write; one in the folder of tables unless given"), value="FILE", panel=WHERE),
    ] = None,
    data: Data = None,
    lang: Told = "",
    help_: Help = False,
) -> None:
    """The companion need not be stopped for it, and nobody waits."""
    from companion.storage import restore
    from companion.storage.data_folder import default_folder

    with i18n.speaking(language(lang)):
        print_line(restore.backup(data or default_folder(), to))


def restore_(
    file: Annotated[
        Path,
        typer.Argument(
            metavar=metavar("FILE"),
            show_default=False,
            help=say("from `sousmain backup`, or from the folder `backups`"),
            rich_help_panel=say("File"),
        ),
    ],
    data: Data = None,
    lang: Told = "",
    help_: Help = False,
) -> None:
    """Refuses while the companion runs in that folder."""
    from companion.storage import restore
    from companion.storage.data_folder import default_folder

    with i18n.speaking(language(lang)):
        for line in restore.restore(file, data or default_folder()):
            print_line(line)


def doctor_(
    port: Port = "7770",
    public_url: PublicUrl = "",
    data: Data = None,
    store: StoreUrl = "",
    out: OutFolder = DEFAULTS["out"],
    json: Json = False,
    lang: Told = "",
    help_: Help = False,
) -> None:
    """Exit code 1 when something stops printing or playing."""
    from cli import doctor
    from generator.order.words import whole_number

    with i18n.speaking(language(lang)):
        where = doctor.Installation.of(out, data, whole_number("--port", port, 1, 65535), store, public_url)
        found = [*doctor.findings(where)]
        if json:
            import msgspec

            told = msgspec.json.format(msgspec.json.encode({"findings": found}))
            sys.stdout.buffer.write(told + b"\n")
        else:
            for each in found:
                print_line(
                    say("{mark} {title}: {finding}").format(mark=mark(each), title=each.title, finding=each.told)
                )
    if not all(each.ok for each in found if each.needed):
        raise typer.Exit(1)


def mark(found: Finding) -> str:
    """Well, not, or advice; also on a terminal that has no such letters."""
    if not found.ok and not found.needed:
        return "!"
    try:
        "✓✗".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return "ok" if found.ok else "--"
    return "✓" if found.ok else "✗"


def register(app: typer.Typer) -> None:
    """Adds these commands."""
    app.command(
        "backup", help=say("Copies all tables to one file, also while they are played."), rich_help_panel=COMMANDS
    )(backup_)
    app.command(
        "restore", help=say("Puts a copy in the place of all tables; those go aside."), rich_help_panel=COMMANDS
    )(restore_)
    app.command(
        "doctor",
        help=say("Checks that all is in place to print and to play, and says what to do where it is not."),
        rich_help_panel=COMMANDS,
    )(doctor_)
