"""What a printer does wrong, as it is read on the calibration sheet, and what undoes it.

A printer lays its backs a little beside its fronts, a little turned, and prints both at a little more or less than full
size. All three are read at the middle of the sheet, because turning and scaling around it leave the middle where it is:
so no reading spoils another, in whatever order they are mended.

- x, y: where the middle of the front shines through on the scale of the back, in millimetres to the right and down, as
  one looks at the back. That is where the backs must go.
- rotate: how far the front stands turned against the back, in degrees clockwise, seen from the same side. The backs
  follow it.
- scale: what the printer makes of 100 %. It is the same engine for both sides, so fronts and backs alike are drawn
  larger by as much as it prints them smaller.

How a sheet is turned over changes how the second pass lies: each edge has its own reading, the scale is shared.
"""

from __future__ import annotations

from math import radians, sin
from typing import Annotated

from msgspec import Meta, Struct

from generator.errors import PrintError
from generator.layout.paper import SAFE, Paper, Sides
from templates.i18n import say

FARTHEST = 10.0  # millimetres
MOST_TURN = 2.0  # degrees: a centimetre over the length of a sheet
LEAST_SCALE, MOST_SCALE = 98.0, 102.0  # beyond, it is no printer's fault but "fit to page"

Length = Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST)]


class Edge(Struct, frozen=True, forbid_unknown_fields=True):
    """How backs lie behind fronts when the sheet is turned over one edge."""

    x: Length
    y: Length
    rotate: Annotated[float, Meta(ge=-MOST_TURN, le=MOST_TURN)] = 0.0


class Profile(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """One printer."""

    scale: Annotated[float, Meta(ge=LEAST_SCALE, le=MOST_SCALE)] = 100.0
    long_edge: Edge | None = None
    short_edge: Edge | None = None

    def edge(self, sides: Sides) -> Edge | None:
        """What was read for that way of turning sheets over."""
        return {"long-edge": self.long_edge, "short-edge": self.short_edge}.get(sides)

    @property
    def enlargement(self) -> float:
        """How large to draw everything, so that it is printed in its own size."""
        return 100 / self.scale

    def shift(self, sides: Sides) -> tuple[float, float]:
        """Where backs go. It was read in millimetres as the printer prints them; these are true ones."""
        edge = self.edge(sides)
        return (edge.x / self.enlargement, edge.y / self.enlargement) if edge else (0.0, 0.0)

    def turn(self, sides: Sides) -> float:
        """How far backs are turned, in degrees clockwise."""
        edge = self.edge(sides)
        return edge.rotate if edge else 0.0

    def check(self, name: str, paper: Paper, sides: Sides) -> None:
        """Can it be used for that? What was never read is not guessed, and nothing is drawn beyond the paper."""
        if sides in ("long-edge", "short-edge") and not self.edge(sides):
            raise PrintError(
                say(
                    "Printer “{name}” is not calibrated for --sides {sides}: read a sheet from "
                    "`sousmain calibrate --sides {sides}` first."
                ).format(name=name, sides=sides)
            )
        longer = max(paper.width, paper.height)
        if (longer - 2 * SAFE) * self.enlargement > longer:
            raise PrintError(
                say(
                    "Printer “{name}” prints at {scale:g} %: to undo that, {paper} would need more room than it has. "
                    "Choose 100 % in the print dialog and calibrate again."
                ).format(name=name, scale=self.scale, paper=paper.label)
            )


def reach(shift: tuple[float, float], turn: float, paper: Paper) -> tuple[float, float]:
    """How far a back can come out of its place, across and down, at the edges of the paper."""
    sine = sin(radians(abs(turn)))
    return abs(shift[0]) + sine * paper.height / 2, abs(shift[1]) + sine * paper.width / 2
