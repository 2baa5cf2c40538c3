"""Who may sit where, and under which name and colour."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from companion.errors import NotFound, Taken, Unfit
from companion.sitting import Sitting, Took
from templates import say

COLOURS = 8
LONGEST_NAME = 20


def free_for(sitting: Sitting, only: int | None) -> tuple[int, ...]:
    """The seats that somebody with the code of one seat, or of any, may take.

    While a game is played the code for any seat opens none, and a seat that runs by itself waits until the host says
    that its player is back: else whoever sits there could look at his own rack from the other side.
    """
    playing = sitting.phase == "playing"
    if sitting.closed or (only is None and playing):
        return ()
    return tuple(
        i
        for i, chair in enumerate(sitting.chairs)
        if only in (None, i)
        and (not chair.taken or (only is not None and sitting.game.shared))
        and not (playing and chair.absent)
    )


def must_exist(sitting: Sitting, seat: int, only: int | None = None) -> None:
    """Refuses a seat that the table does not have, or that a code for one seat does not open."""
    if not 0 <= seat < sitting.seats or only not in (None, seat):
        raise NotFound(say("There is no such seat."))


def introduced(sitting: Sitting, seat: int, name: str, colour: int) -> Took:
    """Somebody sits there, with a name that nobody else has, and the colour asked for or the next free one."""
    return Took(seat, _name(sitting, seat, name), _colour(sitting, seat, colour))


def changes(sitting: Sitting, act: Took) -> bool:
    """Is it another name or colour?"""
    chair = sitting.chairs[act.seat]
    return (chair.name, chair.colour, chair.taken) != (act.name, act.colour, True)


def _name(sitting: Sitting, seat: int, name: str) -> str:
    cleaned = " ".join("".join(c if unicodedata.category(c)[0] != "C" else " " for c in name).split())
    if len(cleaned) > LONGEST_NAME:
        raise Unfit(say("A name has at most {most} letters.").format(most=LONGEST_NAME))
    chair = sitting.chairs[seat]
    cleaned = cleaned or (chair.taken and chair.name) or say("Player {number}").format(number=seat + 1)
    others: Sequence[str] = [c.name for i, c in enumerate(sitting.chairs) if i != seat and c.taken]
    if cleaned.casefold() in (other.casefold() for other in others):
        raise Taken(say("{name} is here already: choose another name.").format(name=cleaned))
    return cleaned


def _colour(sitting: Sitting, seat: int, colour: int) -> int:
    taken = {c.colour for i, c in enumerate(sitting.chairs) if i != seat and c.taken}
    order: list[int] = [*range(max(0, colour) % COLOURS, COLOURS), *range(COLOURS)]
    return next((c for c in order if c not in taken), order[0])
