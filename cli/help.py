"""The help page. Typer's own loads a Markdown parser and a code highlighter first, to show a few lines of plain text."""

from __future__ import annotations

import os
from collections.abc import Iterator
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any

import typer

from templates.i18n import say
from templates.loader import kit_data

OTHER = say("Other options")
Row = tuple[str, str, str]  # what to type, the form of its value, what it does


def styled(text: str, **how: Any) -> str:
    """A text in colour or bold, unless somebody wants none: NO_COLOR is obeyed everywhere."""
    return text if os.environ.get("NO_COLOR") else typer.style(text, **how)


def page(context: Any) -> str:
    """Usage, what the command does, then its words under the headings they have in cli.py."""
    command = context.command
    groups: dict[str, list[Row]] = {}
    for param in command.get_params(context):
        groups.setdefault(param.rich_help_panel or OTHER, []).append(row(param))
    for name, each in getattr(command, "commands", {}).items():
        groups.setdefault(each.rich_help_panel or OTHER, []).append((name, "", each.help or ""))
    width = min(context.terminal_width or get_terminal_size().columns, 100)
    lines = [styled(say("Usage:"), bold=True) + " " + usage(context), "", command.help or ""]
    for heading, rows in groups.items():
        lines += ["", styled(heading, bold=True), *table(rows, width)]
    return "\n".join(lines)


def shelf() -> Iterator[str]:
    """Every game: what to type, its name, for how many; then what is printed, its components, what phones do."""
    from generator.order.request import TUCKBOX
    from referee.registry import GAMES, pieces

    width = min(get_terminal_size().columns, 100)
    for slug in GAMES:
        of, kit = pieces(slug), kit_data(slug)
        box = of.box(of.USUAL)
        count = "–".join(dict.fromkeys((str(of.PLAYERS[0]), str(of.PLAYERS[-1]))))
        many = say("{count} players").format(count=count)
        yield f"{styled(slug.ljust(11), fg='cyan')}{styled(kit['name'], bold=True)} · {many}"
        titles = ", ".join([*(kit[component]["title"] for component in box), say("Tuck box")])
        rows = [
            (say("on paper"), titles),
            (say("components"), ", ".join((*box, TUCKBOX))),
            (say("on phones"), kit["phones"]),
        ]
        yield from table([(title, "", text) for title, text in rows], width)
        yield ""
    yield say("To print or to play one: `sousmain print {game}`, `sousmain play {game}`.").format(
        game=next(iter(GAMES))
    )


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
        head = f"  {styled(word.ljust(typed), fg='cyan')}  "
        head += f"{styled(form.ljust(value), fg='yellow')}  " if value else ""
        yield (head + first).rstrip()
        yield from (" " * left + line for line in rest)
