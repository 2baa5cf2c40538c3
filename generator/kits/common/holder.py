"""Something of wood that pieces of a kit stand in, where paper folds a rack: what a kit says of it."""

from __future__ import annotations

from msgspec import Struct


class Holder(Struct, frozen=True):
    """A stand for so many pieces side by side."""

    component: str  # that it is instead of, or whose pieces it takes
    piece: tuple[float, float]  # that stands in it
    across: int
    count: int  # of such stands in a kit
    hides: bool = True  # is what stands in it hidden from behind? Else it leans there, to be read
