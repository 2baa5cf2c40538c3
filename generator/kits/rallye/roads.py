"""Roads on paper: the outline of each square, where squares meet, which way they are driven. Pure arithmetic.

A cell of the grid is one unit; the board scales what it gets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from generator.drawing.pen import Op, Point
from generator.drawing.sign_art import towards
from referee.rallye.board.squares import Board, Cell, Mouth, Road, layout

MAIN, CROSS = 0.39, 0.35  # half as wide as the roads
OUTER, INNER = 0.24, 0.09  # how round a road turns

Way = tuple[int, int]  # a step on the grid


def middle(cell: Cell) -> Point:
    """Of a cell."""
    return cell[0] + 0.5, cell[1] + 0.5


def step(a: Cell, b: Cell) -> Way:
    """From a cell to the next one."""
    return b[0] - a[0], b[1] - a[1]


def left(way: Way) -> Way:
    """What is on the left of who drives that way."""
    return way[1], -way[0]


class Piece(Struct, frozen=True):
    """A square of a road: its cell, how the road comes in and how it goes out."""

    cell: Cell
    enter: Way
    leave: Way
    half: float  # as wide as the road

    def outline(self, more: float = 0) -> tuple[Op, ...]:
        """The square, or one that is so much broader."""
        half = self.half + more
        (x, y), (a, b), (c, d) = middle(self.cell), self.enter, self.leave
        sides: list[list[Op]] = []
        for hand in (1, -1):
            (p, q), (r, s) = left(self.enter), left(self.leave)
            start = (x - a / 2 + hand * p * half, y - b / 2 + hand * q * half)
            end = (x + c / 2 + hand * r * half, y + d / 2 + hand * s * half)
            if self.enter == self.leave:
                sides.append([("L", start), ("L", end)])
                continue
            corner = (x + hand * (p + r) * half, y + hand * (q + s) * half)
            inside = (p + r) * hand * (c - a) + (q + s) * hand * (d - b) > 0
            reach = INNER if inside else OUTER + more
            on, off = towards(corner, start, reach), towards(corner, end, reach)
            bend = (*towards(on, corner, reach * 0.55), *towards(off, corner, reach * 0.55), *off)
            sides.append([("L", start), ("L", on), ("C", bend), ("L", end)])
        return joined(sides[0], sides[1])

    @property
    def far(self) -> Way | None:
        """The corner of the cell around which the road does not turn, as a direction; none on a straight road."""
        if self.enter == self.leave:
            return None
        return self.enter[0] - self.leave[0], self.enter[1] - self.leave[1]


def joined(one: Sequence[Op], other: Sequence[Op]) -> tuple[Op, ...]:
    """A closed path along one side and back along the other."""
    back: list[Op] = []
    points = [op[1][-2:] for op in other]
    for i in range(len(other) - 1, 0, -1):
        kind, values = other[i]
        if kind == "C":
            back.append(("C", (*values[2:4], *values[0:2], *points[i - 1])))
        else:
            back.append(("L", points[i - 1]))
    start = ("M", one[0][1])
    return (start, *one[1:], ("L", points[-1]), *back, ("Z", ()))


def main_pieces(board: Board) -> dict[str, Piece]:
    """The squares of the main road by their numbers."""
    cells = [square.at for square in board.main]
    found = {}
    for i, square in enumerate(board.main):
        before, after = cells[i - 1], cells[(i + 1) % len(cells)]
        found[square.number] = Piece(square.at, step(before, square.at), step(square.at, after), MAIN)
    return found


def ends(board: Board, road: Road) -> tuple[Cell, Cell]:
    """The cells of the two mouths of a cross-road."""
    one, other = (layout(board).squares[mouth.square].at for mouth in road.mouths)
    return one, other


def cross_pieces(board: Board, road: Road) -> dict[str, Piece]:
    """The squares of a cross-road by their numbers, as driven from its first mouth."""
    first, last = ends(board, road)
    cells = [first, *(square.at for square in road.squares), last]
    return {
        square.number: Piece(square.at, step(cells[i], square.at), step(square.at, cells[i + 2]), CROSS)
        for i, square in enumerate(road.squares)
    }


class Joint(Struct, frozen=True):
    """Where two squares meet: the middle of their common edge, and how it is driven."""

    at: Point
    way: Way
    half: float
    both: bool  # driven both ways


def joints(board: Board) -> Iterator[Joint]:
    """Between all squares that follow each other."""
    cells = [square.at for square in board.main]
    for a, b in pairwise([*cells, cells[0]]):
        yield Joint(between(a, b), step(a, b), MAIN, False)
    for road in board.roads:
        for a, b in pairwise([square.at for square in road.squares]):
            yield Joint(between(a, b), step(a, b), CROSS, True)


def between(a: Cell, b: Cell) -> Point:
    """The middle of the edge that two cells share."""
    (x, y), (u, v) = middle(a), middle(b)
    return (x + u) / 2, (y + v) / 2


class Exit(Struct, frozen=True):
    """Where a cross-road comes out on the main road: the edge, and the way of those who come out."""

    mouth: Mouth
    at: Point
    way: Way


def exits(board: Board) -> Iterator[Exit]:
    """Both of each cross-road."""
    for road in board.roads:
        for mouth, cell, square in zip(
            road.mouths, ends(board, road), (road.squares[0], road.squares[-1]), strict=True
        ):
            yield Exit(mouth, between(square.at, cell), step(square.at, cell))


def gaps(board: Board) -> Iterator[tuple[Point, Way]]:
    """Between lanes that face each other: the middle of the edge they share, and the way of the first one. Where the road turns
    back there is none."""
    place = layout(board).place
    pieces = main_pieces(board)
    for stretch in board.twoway:
        for a, b in zip(stretch.out, stretch.back, strict=True):
            if abs(place[a] - place[b]) != 1:
                yield between(pieces[a].cell, pieces[b].cell), pieces[a].leave
