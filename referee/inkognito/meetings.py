"""Who meets whom, and what each may do there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.inkognito import moves as m
from referee.inkognito.pieces import AGENTS, AMBASSADOR, Place

Kind = Literal[
    "exchange",  # two agents show each other something
    "look",  # an agent and the one that nobody plays: he looks at a true card
    "ask",  # an agent and the Ambassador: he may have somebody asked for a true card
    "audience",  # two agents and the fifth player: each shows him a pair
]


class Meeting(Struct, frozen=True):
    """A place where something may happen."""

    place: Place
    kind: Kind
    present: tuple[int, ...]  # agents, and the Ambassador as 4
    members: tuple[int, ...]  # the seats that must decide something
    choices: tuple[tuple[int, m.Choice], ...] = ()  # seat and what it laid down; nobody sees it before all have
    asked: int | None = None  # the agent whose true card is wanted
    answered: bool = False

    @property
    def sealed(self) -> tuple[int, ...]:
        """Who has decided."""
        return tuple(seat for seat, _ in self.choices)

    @property
    def missing(self) -> tuple[int, ...]:
        """Who has yet to decide."""
        return tuple(seat for seat in self.members if seat not in self.sealed)

    @property
    def done(self) -> bool:
        """Is nobody waited for here?"""
        return not self.missing and (self.asked is None or self.answered)


def meetings(places: Sequence[Place], seats: int) -> tuple[Meeting, ...]:
    """What happens where, from the places of the four agents and the Ambassador's."""
    found = []
    for place in Place:
        present = tuple(who for who, there in enumerate(places) if there == place)
        kind = kind_of(present, seats)
        if kind:
            found.append(Meeting(place, kind, present, tuple(who for who in present if who < seats)))
    return tuple(found)


def kind_of(present: tuple[int, ...], seats: int) -> Kind | None:
    """Two cards make a meeting; with five players also the Ambassador with two agents."""
    agents = [who for who in present if who in AGENTS]
    real = [agent for agent in agents if agent < seats]
    if AMBASSADOR not in present:
        return None if len(agents) != 2 else "exchange" if len(real) == 2 else "look"
    if len(agents) == 1 and real:
        return "ask"
    return "audience" if len(agents) == 2 and seats > AMBASSADOR else None


def with_choice(all_meetings: tuple[Meeting, ...], seat: int, choice: m.Choice) -> tuple[Meeting, ...]:
    """The same after somebody has decided."""
    return tuple(
        replace(meeting, choices=(*meeting.choices, (seat, choice))) if seat in meeting.members else meeting
        for meeting in all_meetings
    )


def meeting_of(all_meetings: tuple[Meeting, ...], seat: int) -> Meeting | None:
    """Where that seat has something to decide, or had it."""
    return next((meeting for meeting in all_meetings if seat in meeting.members), None)


def question_to(all_meetings: tuple[Meeting, ...], seat: int) -> int | None:
    """Who waits for a true card of that agent."""
    for meeting in all_meetings:
        if meeting.asked == seat and not meeting.answered:
            return meeting.present[0]
    return None


def other(meeting: Meeting, seat: int) -> int:
    """Whom somebody meets: at an audience everybody meets the Ambassador."""
    if meeting.kind == "audience":
        return AMBASSADOR
    return next(who for who in meeting.present if who != seat)


def may_call(meeting: Meeting, seat: int, seats: int) -> bool:
    """Who may take the telephone there: with four players whoever meets an agent; at an audience the Ambassador alone."""
    if meeting.kind == "audience":
        return seat == AMBASSADOR
    return seats != len(AGENTS) or meeting.kind == "exchange"
