"""A component of a kit: like pieces that are printed, cut and used together."""

from __future__ import annotations

from msgspec import Struct

from generator.drawing import Face

FRONT_BLEED = 2.0
# The second pass through a printer never lands exactly behind the first; and more than half a gutter leaves no seam.
BACK_BLEED = 3.2
GUTTER = 6.0  # white stays between the bleeds of neighbours, so that edges are seen


class Component(Struct, frozen=True):
    """Pieces of one size, each once; `copies` says how often all of them are wanted."""

    key: str
    title: str
    advice: str  # what to do with the sheets once they are printed
    fronts: tuple[Face, ...]
    back: Face | None = None  # one for all: a back never tells pieces apart
    leaflet: bool = False  # pages of running text: made for the paper, never cut, together one piece
    whole: bool = False  # each piece is a whole sheet of paper: it may be folded, it is never cut
    copies: int = 1
    parts: tuple[Face, ...] = ()  # faces that are stamped within the fronts
    pair: bool = False  # may printing on both sides put the next piece on the back?
    block: tuple[int, int] | None = None  # edge to edge, in whole blocks of that many columns and rows: few cuts

    def __post_init__(self) -> None:
        if len({(face.width, face.height) for face in self.fronts}) > 1:
            raise ValueError(f"{self.key}: pieces of several sizes cannot share a grid")

    @property
    def uncut(self) -> bool:
        """Does it fill the sheet, with nothing to cut?"""
        return self.leaflet or self.whole

    @property
    def pieces(self) -> int:
        """How many there are to hold in the hand."""
        return self.copies * (1 if self.leaflet else len(self.fronts))

    @property
    def size(self) -> tuple[float, float]:
        """Of a piece."""
        return self.fronts[0].width, self.fronts[0].height
