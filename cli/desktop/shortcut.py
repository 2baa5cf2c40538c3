"""The command `shortcut`: something on the desktop that opens Sousmain by a double click."""

from __future__ import annotations

import os
import re
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from cli.console import print_line
from cli.options import COMMANDS, WHERE, Help, Told, folder, language, option
from generator.errors import PrintError
from templates import i18n
from templates.i18n import say

MARK = "made by: sousmain shortcut"  # what carries it is ours to replace
RUN = "-P", "-m", "cli"  # with the Python that this runs in: no search path is needed


def shortcut_(
    to: Annotated[
        Path | None,
        option("--folder", says=say("another folder than the desktop"), value="DIR", panel=WHERE, check=folder),
    ] = None,
    lang: Told = "",
    help_: Help = False,
) -> None:
    """A file of that name that is not ours stays as it is."""
    with i18n.speaking(language(lang)):
        where = to or desktop()
        if not where.is_dir():
            raise PrintError(say("There is no folder {path}: name one with --folder DIR.").format(path=where))
        name, text = shortcut(sys.platform, sys.executable)
        file = where / name
        if file.exists() and MARK not in beginning(file):
            raise PrintError(
                say("{path} is there already and is none of ours: move it away first, or name another folder.").format(
                    path=file
                )
            )
        write(file, text)
        print_line(say("{path} opens Sousmain by a double click.").format(path=file))
        if sys.platform not in ("win32", "darwin"):
            print_line(
                say("Some desktops ask once: click it with the right button and choose “Allow Launching”, or its like.")
            )


def desktop() -> Path:
    """The desktop of this user, as far as the system tells where it is."""
    settings = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "user-dirs.dirs"
    if sys.platform not in ("win32", "darwin") and settings.is_file():
        found = re.search(r'^XDG_DESKTOP_DIR="(.+)"$', settings.read_text("utf-8", "replace"), re.M)
        if found:
            return Path(found[1].replace("$HOME", str(Path.home())))
    return Path.home() / "Desktop"


def shortcut(platform: str, python: str) -> tuple[str, str]:
    """The name and the text of the file, for a system and a Python."""
    if platform == "win32":
        run = f'"{python.replace("%", "%%")}" {" ".join(RUN)}'
        letters = "chcp 65001 >nul"  # or a folder with other letters than English ones is not found
        script = ("@echo off", f"rem {MARK}", "title Sousmain", letters, run, "if errorlevel 1 pause")
        return "Sousmain.cmd", "\r\n".join(script) + "\r\n"
    if platform == "darwin":
        return "Sousmain.command", f"#!/bin/sh\n# {MARK}\nexec {shlex.join((python, *RUN))}\n"
    waits = f"{shlex.join((python, *RUN))} || read -r _"  # a mistake can be read before the window goes
    quoted = re.sub(r'(["`$\\])', r"\\\1", waits).replace("\\", "\\\\").replace("%", "%%")
    icon = Path(__file__).parents[2] / "companion" / "static" / "icon.svg"
    lines = (
        "[Desktop Entry]",
        f"# {MARK}",
        "Type=Application",
        "Name=Sousmain",
        "Comment=Print kits of deduction games, or play them with phones",
        "Comment[fr]=Imprimer des jeux de déduction, ou y jouer avec des téléphones",
        f'Exec=sh -c "{quoted}"',
        f"Icon={icon}",
        "Terminal=true",
        "Categories=Game;",
    )
    return "Sousmain.desktop", "\n".join(lines) + "\n"


def beginning(file: Path) -> str:
    """The first lines of a file, if it is one that can be read."""
    try:
        with file.open("rb") as there:
            return there.read(500).decode("utf-8", "replace")
    except OSError:
        return ""


def write(file: Path, text: str) -> None:
    """Writes it, to be run by a click."""
    from generator.files import save

    save([(file, text.encode())])
    file.chmod(0o755)


def register(app: typer.Typer) -> None:
    """Adds this command."""
    app.command(
        "shortcut",
        help=say("Puts something on the desktop that opens Sousmain by a double click."),
        rich_help_panel=COMMANDS,
    )(shortcut_)
