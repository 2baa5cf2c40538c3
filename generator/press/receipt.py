"""What was printed, as data: for the table on the terminal and for --json."""

from __future__ import annotations

from msgspec import Struct


class ReceiptPart(Struct, frozen=True):
    """A component in a file. Sizes are millimetres."""

    component: str
    title: str
    pieces: int
    width: float
    height: float
    pages: int
    sheets: int
    cuts: int  # with a stack cutter: through whole sheets
    strokes: int  # with scissors or a small trimmer: each strip alone


class CutFile(Struct, frozen=True):
    """A file for a cutting machine, beside the PDF."""

    file: str
    form: str
    pages: tuple[int, ...]  # of the PDF, which are cut alike
    layers: tuple[str, ...]  # of what the machine does
    left: float  # where its lines begin on the paper, and how far they go, in mm: to put a drawing back in its place
    top: float
    width: float
    height: float


class Receipt(Struct, frozen=True):
    """A file."""

    file: str
    game: str
    title: str
    lang: str
    paper: str
    paper_width: float
    paper_height: float
    ink: str
    sides: str
    players: int
    pages: int
    sheets: int
    cuts: int  # with a stack cutter: through whole sheets
    strokes: int  # with scissors or a small trimmer: each strip alone
    bytes: int
    components: tuple[ReceiptPart, ...]
    cut_files: tuple[CutFile, ...] = ()
