"""Venice from above, as pages draw it: who is where, who meets whom, who was asked. 900 units wide and 600 high."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.inkognito.pieces import Place
from referee.inkognito.views import MeetingView

Spot = tuple[float, float]  # the middle of a badge; its name stands to the right of it
Ring = tuple[float, float, float, float]  # left, top, width and height

PLACES: dict[str, tuple[int, int]] = {
    Place.RIALTO: (390, 110),
    Place.SAN_MARCO: (580, 300),
    Place.SALUTE: (210, 385),
    Place.SAN_GIORGIO: (750, 430),
    Place.SOSPIRI: (745, 120),
}
REACH: dict[
    str, tuple[int, int]
] = {  # from where to where those may stand who are there: between the neighbours' sights
    Place.RIALTO: (276, 552),
    Place.SAN_MARCO: (384, 660),
    Place.SALUTE: (60, 336),
    Place.SAN_GIORGIO: (618, 894),
    Place.SOSPIRI: (618, 894),
}
BELOW = 33  # from the name of a place to the first of those who are there
ROW, DENSE, LOOSE = 46, 40, 3  # from one to the next below, and when they are more than so many
HIGH = 600
BADGE, HALF, BESIDE = 26, 19, 32  # from the middle of a badge to its sides, to its foot, and to the name beside it
WIDEST = 212  # of a name: longer ones are set narrower
CORNER = (30, 52)  # where those stand who have not gone yet


def reckoned(name: str) -> float:
    """About how wide a name is, and rather too wide."""
    return sum(15 if c.isupper() or c in "mw" else 10.5 for c in name)


def width(name: str) -> float:
    """How much room a name takes."""
    return min(WIDEST, reckoned(name))


def narrowed(name: str) -> bool:
    """Is a name set narrower, so that it has room? The usual ones are a tenth narrower than it is reckoned."""
    return reckoned(name) > 1.1 * WIDEST


def spots(places: Sequence[str], names: Sequence[str]) -> list[Spot]:
    """Where everybody is drawn, one below the other with their whole names, by the place that each has gone to; in the corner,
    who has not gone."""
    found: dict[int, Spot] = {}
    for place, (x, y) in PLACES.items():
        there = [i for i, at in enumerate(places) if at == place]
        wide = max((BADGE + BESIDE + width(names[i]) for i in there), default=0)
        (first, last), row = REACH[place], ROW if len(there) <= LOOSE else DENSE
        left, top = max(first, min(x - wide / 2, last - wide)), y + BELOW
        if top + row * (len(there) - 1) + HALF > HIGH:  # no room below: beside it
            left, top = x - 60 - wide, HIGH - HALF - 4 - row * (len(there) - 1)
        for n, i in enumerate(there):
            found[i] = left + BADGE, top + n * row
    late = [i for i, at in enumerate(places) if not at]
    for n, i in enumerate(late):
        found[i] = CORNER[0], CORNER[1] + n * ROW
    return [found[i] for i in range(len(places))]


def everybody(places: Sequence[str], chairs: Sequence[Any], roles: Mapping[str, str]) -> tuple[list[str], list[Spot]]:
    """The names of those who stand on the map, and where they do."""
    names = [chair.name for chair in chairs]
    names += ([roles["nobody"]] if len(names) == 3 else []) + [roles["ambassador"]]
    return names, spots(places, names)


def rings(meetings: Iterable[MeetingView], places: Sequence[str], names: Sequence[str]) -> Iterator[Ring]:
    """A ring around each meeting."""
    at = spots(places, names)
    for meeting in meetings:
        there = [i for i, place in enumerate(places) if place == meeting.place]
        (left, top), (_, bottom) = at[there[0]], at[there[-1]]
        wide = max(BADGE + BESIDE + width(names[i]) for i in there)
        yield left - BADGE - 9, top - 27, wide + 20, bottom - top + 54


def ties(meetings: Iterable[MeetingView], at: Sequence[Spot]) -> Iterator[tuple[str, Spot, Spot]]:
    """Lines between those who meet, and from whoever asks through the Ambassador to the one asked: kind, start and end."""
    for meeting in meetings:
        for one, other in zip(meeting.present, meeting.present[1:], strict=False):
            yield "link", at[one], at[other]
        if meeting.asked is not None:
            yield "link asking", at[meeting.present[0]], at[meeting.asked]
