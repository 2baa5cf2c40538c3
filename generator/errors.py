"""What can go wrong when printing, each with its evidence. The command line shows the sentence and exits with 2.

PrintError
├── Unknown          a name that is not on the list, with the nearest that is
├── BadValue         an option whose value makes no sense
├── DoesNotFit       a piece larger than the paper
└── CannotWrite      the folder or the file refused
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

from referee.errors import UserError
from templates.i18n import say


class PrintError(UserError):
    """Something the user can mend. `str()` is one sentence for him."""


class Unknown(PrintError):
    """A name that is not on the list."""

    def __init__(self, what: str, given: str, known: Iterable[str], shown: Iterable[str] = ()) -> None:
        self.given, self.known = given, tuple(known)
        short = given.lower()
        lower = {each.lower(): each for each in self.known}
        longer = [each for each in self.known if short and f" {short}" in f" {each.lower()}"]
        near = longer or [lower[each] for each in get_close_matches(short, lower, 1, 0.55)]
        listed = tuple(shown) or self.known
        if len(longer) > 1:  # half a name: only those that it may be
            text, listed = say("{what} “{given}” is not known: did you mean one of these: {listed}?"), tuple(longer)
        elif near:
            text = say("{what} “{given}” is not known: did you mean “{near}”? There are: {listed}.")
        else:
            text = say("{what} “{given}” is not known. There are: {listed}.")
        super().__init__(text.format(what=what, given=given, near="".join(near[:1]), listed=", ".join(listed)))


class BadValue(PrintError):
    """An option whose value makes no sense, with what was expected."""

    def __init__(self, option: str, given: object, expected: str) -> None:
        self.option, self.given, self.expected = option, given, expected
        super().__init__(
            say("{option} was given “{given}”, but {expected}.").format(option=option, given=given, expected=expected)
        )


class DoesNotFit(PrintError):
    """A piece that is larger than what the paper leaves it."""

    def __init__(self, piece: str, size: tuple[float, float], paper: str, room: tuple[float, float]) -> None:
        self.piece, self.size, self.paper, self.room = piece, size, paper, room
        super().__init__(
            say("{piece}: {size} mm does not fit on {paper}, which leaves {room} mm inside its margins.").format(
                piece=piece,
                size="{:g} × {:g}".format(*size),
                paper=paper,
                room="{:.4g} × {:.4g}".format(*room),
            )
        )


class CannotWrite(PrintError):
    """The folder or the file refused."""

    def __init__(self, path: Path, reason: str) -> None:
        self.path, self.reason = path, reason
        super().__init__(say("Cannot write {path}: {reason}.").format(path=path, reason=reason))
