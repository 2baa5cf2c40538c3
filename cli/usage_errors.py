"""Words of a command that cannot be followed: what is wrong with them, in our own sentences."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import Any

import typer
from typer.exceptions import TyperException

from cli.options import FORMS
from generator.errors import Unknown
from templates.i18n import say


def usage_error(mistake: TyperException, app: typer.Typer) -> str:
    """What is wrong with the words of the command, in our own. Typer tells its kinds of mistakes by what they carry."""
    context = getattr(mistake, "ctx", None)
    commands = getattr(context.command, "commands", {}) if context else {}
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    if hasattr(mistake, "possibilities"):
        known = [name for p in context.command.params for name in p.opts if name.startswith("--")] if context else []
        return str(Unknown(say("Option"), getattr(mistake, "option_name", ""), known))
    if hasattr(mistake, "option_name"):
        return valueless(getattr(mistake, "option_name", ""), words[:1], app)
    if context and (parameter := getattr(mistake, "param", None)):
        if parameter.metavar == FORMS["GAME"]:
            from referee.registry import GAMES

            return which(context.command_path, GAMES)
        return say("{argument} is missing ({meaning}): type `{command} {argument}`.").format(
            argument=parameter.metavar, meaning=parameter.help, command=context.command_path
        )
    if words and commands and words[0] not in commands:
        return str(Unknown(say("Command"), words[0], commands))
    if context and (extra := re.search(r"\(([^()]+)\)$", mistake.format_message())):
        return say("“{words}” is too much: see `{command} --help`.").format(
            words=extra[1], command=context.command_path
        )
    return mistake.format_message()


def valueless(name: str, command: list[str], app: typer.Typer) -> str:
    """An option whose value was forgotten, or that has none."""
    commands: dict[str, Any] = getattr(typer.main.get_command(app), "commands", {})
    known = [param for word in command if word in commands for param in commands[word].params]
    found = next((param for param in known if name in param.opts), None)
    if found is None or found.is_flag:
        return say("{option} takes no value: type it alone.").format(option=name)
    return say("{option} needs a value after it: {option} {form} ({meaning}).").format(
        option=name, form=found.metavar, meaning=found.help
    )


def which(command: str, games: Iterable[str]) -> str:
    """No game was named: what to type for each."""
    *most, last = (f"`{command} {slug}`" for slug in games)
    return say("Which game? Type {commands} or {last}.").format(commands=", ".join(most), last=last)
