"""The board as pages draw it: tiles of 40 units, roads through their middles, cars and tags upon them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from referee.rallye.board.squares import Board, Cell, Kind, Road, Square

TILE = 40
MIDDLE = TILE // 2


def sign_of(square: Square) -> str:
    """The sign on a square, by its name among the drawings; nothing where there is none."""
    if square.sign:
        return f"no-{square.sign}"
    if square.manages:
        return str(square.manages)
    return "" if square.kind in (Kind.PARIS, Kind.PLAIN) else str(square.kind)


def is_cross_road(number: str) -> bool:
    """Is it a square of a cross-road? Those of the main road have plain numbers."""
    return not number[0].isdecimal()


def corner(cell: Cell) -> Cell:
    """Where the tile of a cell begins."""
    return cell[0] * TILE, cell[1] * TILE


def line(board: Board, numbers: Iterable[str]) -> str:
    """The way over those squares, as a path through their middles."""
    corners = (corner(board.square(number).at) for number in numbers)
    return "M" + "L".join(f"{x + MIDDLE} {y + MIDDLE}" for x, y in corners)


def main_road(board: Board) -> str:
    """The main road, as a path."""
    return line(board, (square.number for square in board.main)) + "Z"


def cross_road(board: Board, road: Road) -> str:
    """A cross-road from mouth to mouth, as a path."""
    start, end = road.mouths
    return line(board, (start.square, *(square.number for square in road.squares), end.square))


def tips(board: Board) -> str:
    """Which way the main road is driven: a tip between each square and the one before it, as one path."""
    main = board.main
    return "".join(tip(main[i - 1].at, square.at) for i, square in enumerate(main))


def tip(start: Cell, end: Cell) -> str:
    """A tip half way between two cells, as a path."""
    u, v = end[0] - start[0], end[1] - start[1]
    x, y = (start[0] + end[0]) * TILE / 2 + MIDDLE, (start[1] + end[1]) * TILE / 2 + MIDDLE
    return f"M{x + 3 * u} {y + 3 * v}L{x - 3 * u - 5 * v} {y - 3 * v - 5 * u} {x - 3 * u + 5 * v} {y - 3 * v + 5 * u}Z"


def rejoins(board: Board, signs: bool) -> list[tuple[str, float, float]]:
    """For those who come out of a cross-road, at the right of their way: left or right, and where that stands. Editions
    without signs send everybody to the right."""
    found: list[tuple[str, float, float]] = []
    for road in board.roads:
        for mouth, last in zip(road.mouths, (road.squares[0].at, road.squares[-1].at), strict=True):
            here = board.square(mouth.square).at
            u, v = here[0] - last[0], here[1] - last[1]
            x, y = (here[0] + last[0] + 1 - v) * TILE / 2, (here[1] + last[1] + 1 + u) * TILE / 2
            found.append((mouth.sign if signs else "right", x - 6, y - 6))
    return found


def tiles(board: Board) -> list[tuple[Square, bool]]:
    """All squares, and whether another one has the tile already: where two roads cross, it has the numbers of both."""
    seen: set[Cell] = set()
    found = []
    for square in board.squares:
        found.append((square, square.at in seen))
        seen.add(square.at)
    return found


def squares_at(board: Board, cell: Cell) -> list[Square]:
    """The square of a cell, or both of a crossing."""
    return [square for square in board.squares if square.at == cell]


class PlacedCar(Struct, frozen=True):
    """A car on the board: drawn whole where it is alone, else as a tag beside the others."""

    car: int
    chair: Any
    which: int  # of its player's cars
    x: float
    y: float
    size: float
    alone: bool


def occupied(board: Board, places: Iterable[str]) -> list[Cell]:
    """The cells where cars stand, each once."""
    return list(dict.fromkeys(board.square(at).at for at in places if at))


def placed_cars(board: Board, places: Sequence[str], chairs: Sequence[Any]) -> list[PlacedCar]:
    """All cars that are on the board, with their places on it."""
    cells = [board.square(at).at if at else None for at in places]
    crowd, seen = Counter(cells), Counter[Cell | None]()
    found = []
    for car, cell in enumerate(cells):
        if cell is None:
            continue
        x, y, size = spot(seen[cell], crowd[cell])
        seen[cell] += 1
        left, top = corner(cell)
        chair, which = chairs[car % len(chairs)], car // len(chairs) + 1
        found.append(PlacedCar(car, chair, which, left + x, top + y, size, crowd[cell] == 1))
    return found


def spot(number: int, count: int) -> tuple[float, float, float]:
    """Where one of so many cars stands on a tile, and how large it is drawn."""
    if count == 1:
        return 20, 28.5, 1.1
    if count == 2:
        return 11.5 + 17 * number, 28, 1.6
    return 8.5 + 11.5 * (number % 3), (18 if count > 3 else 28) + 13.2 * (number // 3), 1


def cars_at(number: str, places: Sequence[str], chairs: Sequence[Any]) -> tuple[tuple[Any, int], ...]:
    """The cars on a square: whose, and which of that player's."""
    return tuple((chairs[i % len(chairs)], i // len(chairs) + 1) for i, at in enumerate(places) if at == number)


def square_of_till(board: Board, till: str) -> str:
    """The number of the square of a gérance."""
    return next(square.number for square in board.main if square.manages == till)


def letters_width(letters: str) -> float | None:
    """How wide the letters of a tag are set, so that they stay inside its frame; none for one that fits."""
    return min(8.4, len(letters) * 4) if len(letters) > 1 else None


def town_width(town: str) -> float | None:
    """How wide a long name is set, so that it stays on its square in any typeface: as wide as ours is; none for one that fits."""
    return min(33, len(town) * 2.5) if len(town) > 8 else None


def heading(car: Any, board: Board) -> str | None:
    """The square that a car on a cross-road drives towards."""
    for road in board.roads:
        if any(square.number == car.at for square in road.squares):
            return road.mouths[1 if car.heading > 0 else 0].square
    return None
