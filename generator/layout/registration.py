"""Marks that a cutting machine looks for: a square in the upper left corner, two lines each in the next ones. It finds the
sheet by them, so they stand as far from its edges as the machine is told."""

from __future__ import annotations

from msgspec import Struct

from generator.drawing.geometry import Area
from generator.layout.paper import Paper

SQUARE = 5.0  # mm, whatever the length of the lines
WHITE_AROUND = 3.0  # white around a mark: whatever is nearer may be taken for it


class RegistrationMarks(Struct, frozen=True):
    """How large they are and where, in millimetres."""

    length: float = 5.0
    thickness: float = 1.0
    inset: float = 10.0

    def rectangles(self, paper: Paper) -> list[Area]:
        """What is printed: the square, then the lines of the upper right and of the lower left corner."""
        left, top, right, low = self.inset, self.inset, paper.width - self.inset, paper.height - self.inset
        long, thick = self.length, self.thickness
        return [
            Area(left, top, SQUARE, SQUARE),
            Area(right - long, top, long, thick),
            Area(right - thick, top, thick, long),
            Area(left, low - thick, long, thick),
            Area(left, low - long, thick, long),
        ]

    def areas(self, paper: Paper) -> tuple[Area, Area]:
        """Where pieces may lie: between the marks from left to right, or from top to bottom and above the footer."""
        away = self.inset + max(SQUARE, self.length) + WHITE_AROUND
        foot = max(self.inset, paper.height - paper.footer.y)
        return (
            Area(self.inset, away, paper.width - 2 * self.inset, paper.height - 2 * away),
            Area(away, self.inset, paper.width - 2 * away, paper.height - self.inset - foot),
        )
