"""A component of a kit: like pieces that are printed, cut and used together."""

from __future__ import annotations

from msgspec import Struct

from generator.drawing.pen import Face

FRONT_BLEED = 2.0
# The second pass through a printer never lands exactly behind the first; and more than half a gutter leaves no seam.
BACK_BLEED = 3.2
LEFT, TOP, RIGHT, BOTTOM = range(4)  # edges of a piece
GUTTER = 6.0  # white stays between the bleeds of neighbours, so that edges are seen


class Component(Struct, frozen=True):
    """Pieces of one size, each once; `copies` says how often all of them are wanted."""

    key: str
    title: str
    advice: str  # what to do with the sheets once they are printed
    fronts: tuple[Face, ...]
    back: Face | None = None  # one for all: a back never tells pieces apart
    backs: tuple[Face, ...] = ()  # or one for each front, where it may tell which pile a piece belongs to
    leaflet: bool = False  # pages of running text: made for the paper, never cut, together one piece
    whole: bool = False  # each piece is a whole sheet of paper: it may be folded, it is never cut
    copies: int = 1
    parts: tuple[Face, ...] = ()  # faces that are stamped within the fronts
    pair: bool = False  # may printing on both sides put the next piece on the back?
    block: tuple[int, int] | None = None  # edge to edge, in whole blocks of that many columns and rows: few cuts
    both: bool = False  # is its back as needed as its front? Then one side of the paper has both, to fold
    names: tuple[tuple[str, ...], ...] = ()  # what each front is called, to ask for it alone
    each: int = 1  # pieces that a front is cut into
    joined: int = 1  # fronts that are glued into one piece
    cuts: int = 0  # that takes, beside those around it
    stacked: int = 0  # and how many where like strips lie in one stack, if they can
    edges: int = 0  # of its outline, where that is no rectangle: no cutter frees it, and it needs no marks
    floods: tuple[
        str, ...
    ] = ()  # the colour that runs over each front's edges, with nothing near them: like ones may touch
    trims: int = 0  # cuts for all fronts together, where they differ
    read: bool = False  # it is read, and larger where large type is wanted; so are pads
    pad: bool = False  # it is written on, or read: it fills the sheet or its share of it, and nothing is trimmed
    seams: tuple[
        tuple[int, ...], ...
    ] = ()  # where white around it may stay: edges of each front that meet another, and are cut
    together: tuple[float, float] | None = None  # of what its pages make together, if they do
    joints: tuple[tuple[float, ...], tuple[float, ...], bool, float] | None = None  # and how: what a `Tiling` has
    plain: bool = False  # on plain paper, where others are on thick: they never share a sheet

    def __post_init__(self) -> None:
        if len({(face.width, face.height) for face in self.fronts}) > 1:
            raise ValueError(f"{self.key}: pieces of several sizes cannot share a grid")
        if self.backs and len(self.backs) != len(self.fronts):
            raise ValueError(f"{self.key}: {len(self.backs)} backs for {len(self.fronts)} fronts")
        if self.floods and len(self.floods) != len(self.fronts):
            raise ValueError(f"{self.key}: {len(self.floods)} floods for {len(self.fronts)} fronts")
        if self.seams and len(self.seams) != len(self.fronts):
            raise ValueError(f"{self.key}: seams of {len(self.seams)} for {len(self.fronts)} fronts")
        if self.names and len(self.names) != len(self.fronts):
            raise ValueError(f"{self.key}: {len(self.names)} names for {len(self.fronts)} fronts")

    @property
    def behind(self) -> tuple[Face, ...]:
        """The back of each front, if there are any."""
        return self.backs or ((self.back,) * len(self.fronts) if self.back else ())

    @property
    def uncut(self) -> bool:
        """Does it fill the sheet, with nothing to cut?"""
        return self.leaflet or self.whole

    @property
    def untrimmed(self) -> bool:
        """May the white of the sheet stay around it?"""
        return self.pad or bool(self.seams)

    @property
    def pieces(self) -> int:
        """How many there are to hold in the hand."""
        return self.copies * (1 if self.leaflet else len(self.fronts) * self.each // self.joined)

    @property
    def size(self) -> tuple[float, float]:
        """Of a front."""
        return self.fronts[0].width, self.fronts[0].height

    @property
    def finished(self) -> tuple[float, float]:
        """Of a piece when it lies on the table."""
        return self.together or self.size
