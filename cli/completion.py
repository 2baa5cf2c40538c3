"""What the shell offers when Tab is pressed: games, components, papers, printers, presets and the other words of the commands.

Typer brings the scripts for the shells. Here are the words, and the sentences about it in the user's language.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import typer

from generator.errors import PrintError
from templates import loader
from templates.i18n import LANGUAGES, say

PROGRAM = "sousmain"
ASKED = "_SOUSMAIN_COMPLETE"  # set by the shell when it wants words
INSTALLS = ("bash", "zsh", "fish")
SHOWS = (*INSTALLS, "powershell", "pwsh")


def begin() -> None:
    """Teaches Typer its shells, when one of them is asking."""
    if os.environ.get(ASKED):
        from typer.completion import completion_init  # type: ignore[attr-defined]

        completion_init()


def games() -> list[tuple[str, str]]:
    """Every game, with its name."""
    from referee.registry import GAMES

    return [(slug, loader.kit_data(slug)["name"]) for slug in GAMES]


def components(ctx: typer.Context, incomplete: str) -> list[str]:
    """The components of the games named so far, of all if none is; behind a comma the next one."""
    from referee.registry import GAMES, pieces

    before, comma, _ = incomplete.rpartition(",")
    typed = (*(ctx.params.get("games") or ()), *ctx.args)  # the latter while the line is not finished
    named = [slug for slug in typed if slug in GAMES] or list(GAMES)
    found = dict.fromkeys(word for slug in named for word in (*pieces(slug).box(pieces(slug).USUAL), "contents"))
    return [before + comma + word for word in found if word not in before.split(",")]


def copies(ctx: typer.Context, incomplete: str) -> list[str]:
    """The same, ready for a number."""
    return [f"{word}=" for word in components(ctx, incomplete) if not word.endswith("contents")]


def papers() -> list[str]:
    """The formats that have a name."""
    from generator.layout.paper import PAPERS

    return list(PAPERS)


def printers() -> list[str]:
    """The profiles that are kept; none of a file that cannot be read."""
    from generator.order.printers import known_profiles

    with suppress(PrintError):
        return list(known_profiles())
    return []


def presets() -> list[str]:
    """The presets that are kept; none of a file that cannot be read."""
    from generator.order.presets import known_presets

    with suppress(PrintError):
        return list(known_presets())
    return []


def languages() -> list[str]:
    """The languages we speak."""
    return list(LANGUAGES)


def turns() -> list[str]:
    """The edges that a sheet can be turned over."""
    return ["long-edge", "short-edge"]


def words(*known: str) -> Any:
    """A few fixed words."""

    def offered() -> list[str]:
        return list(known)

    return offered


def shell(known: tuple[str, ...]) -> str:
    """The shell that we were started from, if it is one of these."""
    import shellingham

    try:
        name = str(shellingham.detect_shell()[0])
    except (shellingham.ShellDetectionFailure, OSError):
        name = Path(os.environ.get("SHELL", "")).name
    if name not in known:
        raise PrintError(
            say("Completion is for {shells}; this seems to be {shell}.").format(
                shells=", ".join(known), shell=name or "?"
            )
        )
    return name


def show(asked: bool) -> None:
    """The script for this shell."""
    if asked:
        from typer.completion import get_completion_script  # type: ignore[attr-defined]

        typer.echo(get_completion_script(prog_name=PROGRAM, complete_var=ASKED, shell=shell(SHOWS)))
        raise typer.Exit


def install(asked: bool) -> None:
    """Puts the script where this shell finds it. Not for PowerShell: there Typer would loosen what scripts may run."""
    if asked:
        from typer.completion import install  # type: ignore[attr-defined]

        _, path = install(shell(INSTALLS), PROGRAM, ASKED)
        typer.echo(say("Completion is installed in {path}. Open a new terminal to use it.").format(path=path))
        raise typer.Exit
