"""Is that board one that can be driven and drawn? `check` reads a file's content, `sound` looks at any board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any

from referee.board_flaws import BoardFlaw, shaped
from referee.rallye.board.squares import Board, Cell, Kind, Mouth, Road, Square, Stretch, layout
from referee.rallye.board.ways import waits, way
from referee.rallye.pieces import LABELS, PARIS, Till

FIRST = 10  # is added to the place on the main road: 11 follows Paris
APART = 3  # squares from one gérance to the next, at least
MAIN_ONLY = (Kind.PARIS, Kind.GERANCE, Kind.GENDARMERIE, Kind.NOENTRY)
NEEDED = [kind for kind in Kind if kind != Kind.PLAIN]


def check(data: Any) -> Board:
    """The board that a file's content describes; raises BoardFlaw with the key and what was expected there."""
    return sound(shaped(data, Board, "board"))


@lru_cache(maxsize=64)
def sound(board: Board) -> Board:
    """The same board, if nothing is wrong with it; else raises BoardFlaw."""
    for flaw in flaws(board):
        raise flaw
    return board


def flaws(board: Board) -> Iterator[BoardFlaw]:
    """All that is wrong, in an order in which each may rely on what was found right before."""
    yield from misnumbered(board)
    yield from unfit(board)
    yield from missing(board)
    yield from misplaced(board)
    yield from unfaced(board)
    yield from blocked(board)
    yield from uncrossed(board)
    yield from unmouthed(board)
    yield from unreached(board)


def keyed(board: Board) -> Iterator[tuple[str, Square]]:
    """Each square with its key in the file."""
    for i, square in enumerate(board.main):
        yield f"main[{i}]", square
    for r, road in enumerate(board.roads):
        for i, square in enumerate(road.squares):
            yield f"roads[{r}].squares[{i}]", square


def misnumbered(board: Board) -> Iterator[BoardFlaw]:
    """Numbers count distances, and none is there twice."""
    for i, square in enumerate(board.main):
        due = PARIS if i == 0 else LABELS[square.manages] if square.manages else str(FIRST + i)
        if square.number != due:
            yield BoardFlaw(f"main[{i}].number", 'expected "{due}", got "{number}"', due=due, number=square.number)
    for r, road in enumerate(board.roads):
        if road.name in [other.name for other in board.roads[:r]]:
            yield BoardFlaw(
                f"roads[{r}].name", "expected each letter once, {letter} is there already", letter=road.name
            )
        for i, square in enumerate(road.squares):
            if square.number != (due := f"{road.name}{i + 1}"):
                yield BoardFlaw(
                    f"roads[{r}].squares[{i}].number", 'expected "{due}", got "{number}"', due=due, number=square.number
                )


def unfit(board: Board) -> Iterator[BoardFlaw]:
    """Squares whose parts do not go together, or that lie on the wrong road."""
    for i, (key, square) in enumerate(keyed(board)):
        if (square.kind == Kind.PARIS) != (i == 0):
            yield BoardFlaw(f"{key}.kind", "expected paris at the first square of the main road, and nowhere else")
        if square.kind == Kind.PARIS and square.town != "Paris":
            yield BoardFlaw(f"{key}.town", "expected the town Paris, which rules and phones speak of")
        if (square.kind == Kind.GERANCE) != (square.manages is not None):
            yield BoardFlaw(f"{key}.manages", "expected a business to say what it manages, and nothing else to")
        if (square.kind == Kind.RINGED) != (square.sign is not None):
            yield BoardFlaw(f"{key}.sign", "expected a ringed square to have a sign, and nothing else to")
        if square.kind in MAIN_ONLY and key.startswith("roads"):
            yield BoardFlaw(f"{key}.kind", "expected {kind} on the main road only", kind=square.kind)


def missing(board: Board) -> Iterator[BoardFlaw]:
    """Every kind that the rules need; each gérance once, and not near another."""
    there = [square.kind for square in board.squares]
    for kind in NEEDED:
        if kind not in there:
            yield BoardFlaw("main", "expected a square of the kind {kind}", kind=kind)
    managed = [(square.manages, i) for i, square in enumerate(board.main) if square.manages]
    for till in Till:
        if (count := sum(found == till for found, _ in managed)) != 1:
            yield BoardFlaw("main", "expected one business that manages {till}, got {count}", till=till, count=count)
    for (_, i), (other, j) in pairwise([*managed, *[(till, i + len(board.main)) for till, i in managed[:1]]]):
        if j - i < APART:
            yield BoardFlaw(
                f"main[{j % len(board.main)}]",
                "expected {till} {apart} squares from the next business, or farther",
                till=other,
                apart=APART,
            )


def beside(a: Cell, b: Cell) -> bool:
    """Are they neighbours on the grid?"""
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def misplaced(board: Board) -> Iterator[BoardFlaw]:
    """Each square on the grid, and beside the one before it."""
    for key, square in keyed(board):
        if square.at[0] >= board.columns or square.at[1] >= board.rows:
            yield BoardFlaw(
                f"{key}.at",
                "expected a cell of a grid of {columns} columns and {rows} rows",
                columns=board.columns,
                rows=board.rows,
            )
    for i, square in enumerate(board.main):
        if not beside(board.main[i - 1].at, square.at):
            yield BoardFlaw(f"main[{i}].at", "expected a cell beside that of {number}", number=board.main[i - 1].number)
    for r, road in enumerate(board.roads):
        for i, (one, other) in enumerate(pairwise(road.squares), 1):
            if not beside(one.at, other.at):
                yield BoardFlaw(
                    f"roads[{r}].squares[{i}].at", "expected a cell beside that of {number}", number=one.number
                )


def blocked(board: Board) -> Iterator[BoardFlaw]:
    """Two squares on one cell are a crossing of two roads, and a crossing is that."""
    names = {square.number: key for key, square in keyed(board)}
    for i, pair in enumerate(board.crossings):
        for number in pair:
            if number not in names:
                yield BoardFlaw(
                    f"crossings[{i}]", "expected squares of this board, there is no {number}", number=number
                )
                return
    found, pairs = layout(board), {frozenset(pair) for pair in board.crossings}
    on: dict[Cell, str] = {}
    for key, square in keyed(board):
        other = on.setdefault(square.at, square.number)
        if other != square.number and frozenset((other, square.number)) not in pairs:
            yield BoardFlaw(f"{key}.at", "expected a cell of its own, {number} lies there", number=other)
    for i, (a, b) in enumerate(board.crossings):
        one, two = found.squares[a], found.squares[b]
        if one.at != two.at or found.road[a] == found.road[b]:
            yield BoardFlaw(f"crossings[{i}]", "expected two roads that share a cell, got {a} and {b}", a=a, b=b)
    crossing = [number for pair in board.crossings for number in pair]
    for key, square in keyed(board):
        if crossing.count(square.number) != (square.kind == Kind.CROSSING):
            yield BoardFlaw(
                f"{key}.kind",
                "expected {number} to be a crossing once in crossings, or not at all",
                number=square.number,
            )


def unfaced(board: Board) -> Iterator[BoardFlaw]:
    """Two stretches or more where the main road comes back beside itself, each with a crossing."""
    if len(board.twoway) < 2:
        yield BoardFlaw("twoway", "expected at least two stretches, got {count}", count=len(board.twoway))
    taken: set[str] = set()
    for i, stretch in enumerate(board.twoway):
        yield from misfaced(board, stretch, f"twoway[{i}]")
        if twice := taken & {*stretch.out, *stretch.back}:
            yield BoardFlaw(f"twoway[{i}]", "expected squares of no other stretch, got {number}", number=min(twice))
        taken |= {*stretch.out, *stretch.back}


def misfaced(board: Board, stretch: Stretch, key: str) -> Iterator[BoardFlaw]:
    """The lanes of one stretch: the way out forwards, the way back backwards, side by side."""
    place = {square.number: i for i, square in enumerate(board.main)}
    if not stretch.out or len(stretch.out) != len(stretch.back):
        yield BoardFlaw(key, "expected as many squares out as back")
        return
    for lane, step in ((stretch.out, 1), (stretch.back, -1)):
        if unknown := [number for number in lane if number not in place]:
            yield BoardFlaw(key, "expected squares of the main road, got {number}", number=unknown[0])
            return
        if any(place[b] - place[a] != step for a, b in pairwise(lane)):
            yield BoardFlaw(key, "expected each lane square by square: out as it is driven, back against it")
    for a, b in zip(stretch.out, stretch.back, strict=True):
        if not beside(board.main[place[a]].at, board.main[place[b]].at):
            yield BoardFlaw(key, "expected {a} beside {b}", a=a, b=b)
    if not any(board.main[place[number]].kind == Kind.CROSSING for number in (*stretch.out, *stretch.back)):
        yield BoardFlaw(key, "expected a crossing on it")


def uncrossed(board: Board) -> Iterator[BoardFlaw]:
    """Two cross-roads at least, of which two cross each other."""
    if len(board.roads) < 2:
        yield BoardFlaw("roads", "expected at least two cross-roads, got {count}", count=len(board.roads))
    if not any(layout(board).road[a] and layout(board).road[b] for a, b in board.crossings):
        yield BoardFlaw("crossings", "expected two cross-roads to cross each other")


def unmouthed(board: Board) -> Iterator[BoardFlaw]:
    """Each mouth is a no-entry sign of the main road beside the end of its road, and each such sign is a mouth."""
    place = {square.number: i for i, square in enumerate(board.main)}
    mouths: list[str] = []
    for r, road in enumerate(board.roads):
        if not road.squares:
            yield BoardFlaw(f"roads[{r}].squares", "expected at least one")
            return
        for m, mouth in enumerate(road.mouths):
            mouths.append(mouth.square)
            key = f"roads[{r}].mouths[{m}]"
            if mouth.square not in place or board.main[place[mouth.square]].kind != Kind.NOENTRY:
                yield BoardFlaw(
                    f"{key}.square", "expected a no-entry square of the main road, got {number}", number=mouth.square
                )
                return
            yield from misturned(board, road, mouth, road.squares[-m].at, key)
    for i, square in enumerate(board.main):
        if mouths.count(square.number) != (square.kind == Kind.NOENTRY):
            yield BoardFlaw(
                f"main[{i}]", "expected {number} to be the mouth of one cross-road, or no mouth", number=square.number
            )


def misturned(board: Board, road: Road, mouth: Mouth, last: Cell, key: str) -> Iterator[BoardFlaw]:
    """Who comes out drives on to the right; or over the near lane to the left, if there is a lane beyond."""
    found = layout(board)
    here, place = found.squares[mouth.square].at, found.place[mouth.square]
    if not beside(last, here):
        yield BoardFlaw(
            f"{key}.square", "expected {number} beside the end of road {road}", number=mouth.square, road=road.name
        )
        return
    ahead = (here[0] - last[0], here[1] - last[1])
    if board.main[(place + 1) % len(board.main)].at != (here[0] - ahead[1], here[1] + ahead[0]):
        yield BoardFlaw(key, "expected the main road to go on to the right of those who come out")
    beyond = found.facing.get(mouth.square)
    if mouth.sign == "left" and (
        beyond is None or found.squares[beyond].at != (here[0] + ahead[0], here[1] + ahead[1])
    ):
        yield BoardFlaw(f"{key}.sign", "expected right: straight ahead there is no lane to the left")


def unreached(board: Board) -> Iterator[BoardFlaw]:
    """From Paris to every square and from every square onward, by rolls alone and whichever way one rejoins."""
    for signs in (True, False):
        start = (PARIS, layout(board).mouth.get(PARIS, (None, 0))[1])
        reached, edge = {start}, [start]
        while edge:
            here = edge.pop()
            ways = [way(board, here, roll, signs) for roll in range(2, 13)]
            free = [found.end for found in ways if not waits(board, found)]
            if not free:
                yield BoardFlaw(
                    "main", "expected every square to be left by some roll, not so {number}", number=here[0]
                )
            edge += [end for end in free if end not in reached]
            reached |= set(free)
        numbers = {number for number, _ in reached}
        for key, square in keyed(board):
            if square.number not in numbers:
                yield BoardFlaw(
                    key, "expected every square to be reached by some roll, not so {number}", number=square.number
                )
