"""A board on paper: from cells to millimetres."""

from __future__ import annotations

from generator.drawing.geometry import Area, Matrix
from generator.drawing.pen import Op, Path, Pen, Point
from generator.kits.common.boards import BORDER, share, size
from generator.kits.common.kit_context import KitContext
from referee.rallye.board.squares import Board

MARGIN = 0.56  # of a cell, at least, around the roads


class BoardSheet:
    """A board on paper: how large its cells are, where the first one lies, and a pen that draws in cells."""

    def __init__(self, context: KitContext, board: Board) -> None:
        self.context, self.board = context, board
        (w, h), self.k = size(context), share(context)
        self.frame = Area(BORDER, BORDER, w - 2 * BORDER, h - 2 * BORDER)
        self.cell = min(self.frame.width / (board.columns + 2 * MARGIN), self.frame.height / (board.rows + 2 * MARGIN))
        self.width, self.height = w, h
        self.left = w / 2 - board.columns * self.cell / 2
        self.top = h / 2 - board.rows * self.cell / 2
        self.pen = Pen()

    @property
    def matrix(self) -> Matrix:
        """From cells to millimetres."""
        return (self.cell, 0, 0, self.cell, self.left, self.top)

    def at(self, point: Point) -> Point:
        """A point of the grid on paper."""
        return self.left + point[0] * self.cell, self.top + point[1] * self.cell

    def room(self, room: tuple[float, float, float, float]) -> Area:
        """A part of the grid on paper."""
        x, y = self.at(room[:2])
        return Area(x, y, room[2] * self.cell, room[3] * self.cell)

    def path(self, ops: tuple[Op, ...], fill: str | None = None, stroke: str | None = None, width: float = 0.25,
             dash: tuple[float, ...] = ()) -> None:  # fmt: skip
        """Draws what is given in cells; widths and dashes are cells, too."""
        c = self.cell
        made = Path(ops, fill, stroke, width * c, tuple(each * c for each in dash))
        self.pen.put(made.moved(self.matrix))
