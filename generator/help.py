"""The help page. Typer's own loads a Markdown parser and a code highlighter first, to show a few lines of plain text."""

from __future__ import annotations

from collections.abc import Iterator
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any

import typer

from templates import say

OTHER = say("Other options")
Row = tuple[str, str, str]  # what to type, the form of its value, what it does


def page(context: Any) -> str:
    """Usage, what the command does, then its words under the headings they have in cli.py."""
    command = context.command
    groups: dict[str, list[Row]] = {}
    for param in command.get_params(context):
        groups.setdefault(param.rich_help_panel or OTHER, []).append(row(param))
    for name, each in getattr(command, "commands", {}).items():
        groups.setdefault(each.rich_help_panel or OTHER, []).append((name, "", each.help or ""))
    width = min(context.terminal_width or get_terminal_size().columns, 100)
    lines = [typer.style(say("Usage:"), bold=True) + " " + usage(context), "", command.help or ""]
    for heading, rows in groups.items():
        lines += ["", typer.style(heading, bold=True), *table(rows, width)]
    return "\n".join(lines)


def usage(context: Any) -> str:
    """The command with the words it takes."""
    words = [param.metavar for param in context.command.get_params(context) if param.param_type_name == "argument"]
    words += [say("COMMAND")] if getattr(context.command, "commands", None) else []
    return " ".join([context.command_path, say("[OPTIONS]"), *words])


def row(param: Any) -> Row:
    """An option or an argument."""
    if param.param_type_name == "argument":
        return param.metavar or param.name, "", param.help or ""
    default = f" ({param.default})" if param.default and not param.is_flag else ""
    return ", ".join(param.opts), (param.metavar or "").strip(), f"{param.help or ''}{default}"


def table(rows: list[Row], width: int) -> Iterator[str]:
    """Three columns; the last one wraps."""
    typed, value = (max(len(each[i]) for each in rows) for i in (0, 1))
    left = 2 + typed + 2 + (value + 2 if value else 0)
    for word, form, text in rows:
        first, *rest = wrap(text, max(20, width - left)) or [""]
        head = f"  {typer.style(word.ljust(typed), fg='cyan')}  "
        head += f"{typer.style(form.ljust(value), fg='yellow')}  " if value else ""
        yield (head + first).rstrip()
        yield from (" " * left + line for line in rest)
