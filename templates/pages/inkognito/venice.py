"""Venice from above, as pages draw it: who is where, who meets whom, who was asked. 900 units wide and 600 high."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from referee.inkognito.pieces import Place
from referee.inkognito.views import MeetingView

Spot = tuple[float, float]

PLACES: dict[str, tuple[int, int]] = {
    Place.RIALTO: (390, 110),
    Place.SAN_MARCO: (560, 285),
    Place.SALUTE: (210, 385),
    Place.SAN_GIORGIO: (750, 430),
    Place.SOSPIRI: (745, 120),
}
BELOW = 62  # from the name of a place to those who are there
ASIDE, ROW, IN_ROW = 101, 74, 3  # from one to the next beside, and below
CORNER = (72, 120)  # where those stand who have not gone yet
CORNER_ASIDE, CORNER_ROW = 104, 72


def spots(places: Sequence[str]) -> list[Spot]:
    """Where everybody is drawn, by the place that each has gone to; in the corner, who has not gone."""
    found: dict[int, Spot] = {}
    for place, (x, y) in PLACES.items():
        there = [i for i, at in enumerate(places) if at == place]
        for n, i in enumerate(there):
            row = n // IN_ROW
            wide = min(IN_ROW, len(there) - IN_ROW * row)
            found[i] = x + (n % IN_ROW - (wide - 1) / 2) * ASIDE, y + BELOW + row * ROW
    late = [i for i, at in enumerate(places) if not at]
    for n, i in enumerate(late):
        found[i] = CORNER[0] + n % 2 * CORNER_ASIDE, CORNER[1] + n // 2 * CORNER_ROW
    return [found[i] for i in range(len(places))]


def rings(meetings: Iterable[MeetingView]) -> Iterator[tuple[int, int, int]]:
    """A ring around each meeting: its middle, and how far it reaches to the sides."""
    for meeting in meetings:
        x, y = PLACES[meeting.place]
        yield x, y + BELOW, 86 + 44 * (len(meeting.present) - 1)


def ties(meetings: Iterable[MeetingView], at: Sequence[Spot]) -> Iterator[tuple[str, Spot, Spot]]:
    """Lines between those who meet, and from whoever asks through the Ambassador to the one asked: kind, start and end."""
    for meeting in meetings:
        for one, other in zip(meeting.present, meeting.present[1:], strict=False):
            yield "link", at[one], at[other]
        if meeting.asked is not None:
            yield "link asking", at[meeting.present[0]], at[meeting.asked]
