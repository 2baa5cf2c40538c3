"""What `sousmain` says to somebody who types nothing else: a sentence, and the next steps."""

from __future__ import annotations

from collections.abc import Iterator

from cli.help import styled
from referee.registry import GAMES
from templates.i18n import say


def greeting() -> Iterator[str]:
    """Line by line."""
    yield say(
        "Sousmain gives back deduction games that shops no longer sell. It prints kits, and turns the phones around a "
        "table into secret hands."
    )
    yield ""
    first = next(iter(GAMES))
    steps = (
        ("sousmain games", say("what there is to play")),
        (f"sousmain print {first}", say("a kit as PDF, for any home printer")),
        (f"sousmain play {first}", say("phones scan a code and become secret hands")),
    )
    for number, (command, does) in enumerate(steps, 1):
        yield f"  {number}. {styled(command.ljust(24), fg='cyan')}{does}"
    yield ""
    yield say("Is all in place? `sousmain doctor` looks. Everything else: `sousmain --help`.")
