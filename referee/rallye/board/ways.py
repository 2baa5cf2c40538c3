"""Where a roll takes a car: along the loop, down a cross-road, and back to the main road."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import lru_cache
from itertools import islice

from msgspec import Struct

from referee.rallye.board.squares import MAIN, Board, Heading, Kind, Road, layout

Step = tuple[
    str, Heading
]  # a square, and how it is driven over: a main square that is only crossed has a cross-road's heading


class Way(Struct, frozen=True):
    """The squares that a roll leads over, the last one included."""

    steps: tuple[Step, ...]
    rejoins: bool = False  # out of a cross-road
    left: bool = False  # across the near lane, as a sign shows

    @property
    def end(self) -> Step:
        """Where it arrives."""
        return self.steps[-1]


@lru_cache(maxsize=8192)  # every phone asks where every roll would take every car
def way(board: Board, start: Step, roll: int, signs: bool) -> Way:
    """The way of a car. `signs`: it rejoins the main road as the sign shows, otherwise turning right."""
    found, steps = layout(board), tuple(islice(onward(board, start, signs), roll))
    rejoins = (found.road[start[0]] is not None or start[0] in found.mouth) and found.road[steps[-1][0]] is None
    return Way(steps, rejoins, any(found.road[number] is None and heading != MAIN for number, heading in steps))


def waits(board: Board, there: Way) -> bool:
    """Would it rejoin the main road, but end at a no-entry sign there? Then the car stays where it is."""
    return there.rejoins and board.square(there.end[0]).kind == Kind.NOENTRY


def onward(board: Board, start: Step, signs: bool) -> Iterator[Step]:
    """Square after square without end. A car that stands at a no-entry sign turns off, one that passes it does not."""
    number, heading = start
    found = layout(board)
    road = found.road[number]
    if road is None and number in found.mouth:
        road, heading = found.mouth[number]
        yield from along(road, 0 if heading > 0 else len(road.squares) - 1, heading)
        number = yield from out_of(board, road, heading, signs)
    elif road is not None:
        yield from along(road, found.place[number] + heading, heading)
        number = yield from out_of(board, road, heading, signs)
    place = found.place[number]
    while True:
        place = (place + 1) % len(board.main)
        yield board.main[place].number, MAIN


def along(road: Road, place: int, heading: Heading) -> Iterator[Step]:
    """The rest of a cross-road."""
    rest = road.squares[place:] if heading > 0 else road.squares[place::-1] if place >= 0 else ()
    for square in rest:
        yield square.number, heading


def out_of(board: Board, road: Road, heading: Heading, signs: bool) -> Generator[Step, None, str]:
    """Through the mouth at the far end: to the right into the near lane, or across it into the far lane. Gives where it is then."""
    mouth = road.mouths[1 if heading > 0 else 0]
    if signs and mouth.sign == "left":
        far = layout(board).facing[mouth.square]
        yield mouth.square, heading
        yield far, MAIN
        return far
    yield mouth.square, MAIN
    return mouth.square
