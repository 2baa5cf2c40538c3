"""The command `presets`: lists the options that `print --save` keeps, and forgets them. Thin, like the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from cli import completion
from cli.console import print_line
from cli.options import COMMANDS, Help, option
from generator.order.fields import KEPT
from templates.i18n import say


def presets_(
    forget: Annotated[
        str, option(says=say("forgets a preset"), value="NAME", panel=say(KEPT), complete=completion.presets)
    ] = "",
    help_: Help = False,
) -> None:
    """One thing at a time."""
    from generator.order.presets import forget_preset

    if forget:
        print_line(say("Preset “{name}” is forgotten.").format(name=forget_preset(forget)))
        return
    for line in preset_lines():
        print_line(line)


def preset_lines() -> Iterator[str]:
    """One line a preset, as it could be typed."""
    from generator.order.presets import known_presets, typed_again

    found = known_presets()
    for name, words in found.items():
        yield say("{name}: {words}").format(name=name, words=typed_again(words))
    if not found:
        yield say("No preset is kept yet: `sousmain print --save NAME` keeps all options of a print.")


def register(app: typer.Typer) -> None:
    """Adds this command."""
    app.command(
        "presets",
        help=say("Lists the options that `sousmain print --save` keeps, and forgets them."),
        rich_help_panel=COMMANDS,
    )(presets_)
