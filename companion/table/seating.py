"""Who may sit where, and under which name and colour."""

from __future__ import annotations

from companion.errors import BadRequest, Busy, NotFound, Taken
from companion.table import names
from companion.table.acts import SeatTaken
from companion.table.state import TableState
from templates.i18n import say

COLOURS = 8
PHONES = 6  # that one seat may have, in a game where several share it
CHANGES, CHANGES_PLAYING = 30, 4  # of name or colour: before a game, and while it is played, for each seat


def free_for(table_state: TableState, only: int | None) -> tuple[int, ...]:
    """The seats that somebody with the code of one seat, or of any, may take.

    While a game is played the code for any seat opens none, and a seat that runs by itself waits until the host says
    that its player is back: else whoever sits there could look at his own rack from the other side. Robots make room before
    a game, but seats that nobody plays on come first.
    """
    playing = table_state.phase == "playing"
    if table_state.closed or (only is None and playing):
        return ()
    free = (
        i
        for i, chair in enumerate(table_state.chairs)
        if only in (None, i)
        and (not chair.taken or (only is not None and table_state.game.shared))
        and not (playing and chair.absent)
    )
    return tuple(sorted(free, key=lambda i: bool(table_state.chairs[i].robot)))


def free_meanwhile(table_state: TableState) -> tuple[int, ...]:
    """The seats that no phone holds while a game is played, and that their own codes open."""
    if table_state.phase != "playing":
        return ()
    chairs = enumerate(table_state.chairs)
    return tuple(seat for seat, chair in chairs if not chair.taken and free_for(table_state, seat))


def must_exist(table_state: TableState, seat: int, only: int | None = None) -> None:
    """Refuses a seat that the table does not have, or that a code for one seat does not open."""
    if not 0 <= seat < table_state.seats or only not in (None, seat):
        raise NotFound(say("There is no such seat."))


def not_held(table_state: TableState, seat: int) -> str:
    """What a phone is told that does not hold that seat: what is true of it, whoever asks."""
    if not 0 <= seat < table_state.seats:
        return say("This table has no such seat now.")
    taken, released = table_state.chairs[seat].taken, table_state.releases(seat) > 0
    if taken:
        if released:
            return say(
                "This seat was released by the host, and another phone holds it now. If it was yours, ask the host."
            )
        return say("This seat belongs to another phone. Scan its code, or ask the host to release it.")
    if released:
        return say("This seat was released by the host: no phone holds it now. Its new code is on the table screen.")
    return say("Nobody has sat down here yet: the code is on the table screen.")


def seat_taken(table_state: TableState, seat: int, name: str, colour: int) -> SeatTaken:
    """Somebody sits there, with a name that nobody else has, and the colour asked for or the next free one."""
    return SeatTaken(seat, _name(table_state, seat, name), _colour(table_state, seat, colour))


def is_change(table_state: TableState, act: SeatTaken) -> bool:
    """Is it another name or colour?"""
    chair = table_state.chairs[act.seat]
    return (chair.name, chair.colour, chair.taken) != (act.name, act.colour, True)


def must_change_rarely(table_state: TableState, seat: int) -> None:
    """Refuses another name or colour where there were many: each is told to everybody, and nobody shall stop reading."""
    most = CHANGES_PLAYING if table_state.phase == "playing" else CHANGES
    if table_state.chairs[seat].changes >= most:
        raise Busy(
            say("Name and colour of this seat have changed {count} times: they stay until the next game.").format(
                count=most
            )
        )


def must_have_room(phones: int) -> None:
    """Refuses one more phone on a seat that has enough of them."""
    if phones >= PHONES:
        raise Taken(say("This seat has {count} phones already. The host can release it.").format(count=phones))


def _name(table_state: TableState, seat: int, name: str) -> str:
    chair = table_state.chairs[seat]
    cleaned = names.cleaned(name)
    if name.strip() and not names.is_visible(cleaned):
        raise BadRequest(say("A name needs letters that can be seen: choose another one."))
    if not names.is_short(cleaned):
        raise BadRequest(say("A name has at most {most} letters.").format(most=names.LONGEST_NAME))
    cleaned = cleaned or (chair.taken and chair.name) or say("Player {number}").format(number=seat + 1)
    if chair.taken and cleaned == chair.name:
        return cleaned  # it was let in before
    others = [c.name for i, c in enumerate(table_state.chairs) if i != seat and (c.taken or c.robot)]
    known = next((other for other in others if names.look_alike(cleaned, other)), "")
    if known.casefold() == cleaned.casefold():
        raise Taken(say("{name} is here already: choose another name.").format(name=names.isolated(cleaned)))
    if known:
        mistaken = say("{name} can be mistaken for {other}, who is here already: choose another name.")
        raise Taken(mistaken.format(name=names.isolated(cleaned), other=names.isolated(known)))
    return cleaned


def _colour(table_state: TableState, seat: int, colour: int) -> int:
    taken = {c.colour for i, c in enumerate(table_state.chairs) if i != seat and (c.taken or c.robot)}
    order: list[int] = [*range(max(0, colour) % COLOURS, COLOURS), *range(COLOURS)]
    return next((c for c in order if c not in taken), order[0])
