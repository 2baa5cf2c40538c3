"""QR codes as one vector path: dark modules merged into horizontal runs, so that no printer shows seams."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal

from generator.drawing.pen import Op, rectangle

QUIET = 4  # modules of white that a code needs around it

Modules = list[list[bool]]
Level = Literal["L", "M"]  # paper gets dirty and takes M; L is smaller and does for a screen


def codes(payloads: Sequence[str], level: Level = "M") -> list[Modules]:
    """The modules of several codes.

    Choosing a mask is most of the work and any mask is valid, so the choice for the first code of a size serves
    the others of that size: what a batch looks like depends on the batch alone, never on what was printed before.
    """
    from qrcode.constants import ERROR_CORRECT_L, ERROR_CORRECT_M  # heavy, and kits have no codes
    from qrcode.main import QRCode

    correction = {"L": ERROR_CORRECT_L, "M": ERROR_CORRECT_M}[level]
    masks: dict[int, int] = {}
    made = []
    for payload in payloads:
        code = QRCode(error_correction=correction, border=0)
        code.add_data(payload)
        size = code.best_fit()
        if size not in masks:
            masks[size] = code.best_mask_pattern()
        code.mask_pattern = masks[size]
        code.make(fit=False)
        made.append(code.get_matrix())
    return made


def runs(modules: Modules) -> Iterator[tuple[int, int, int]]:
    """Row, first column and length of each unbroken line of dark modules."""
    for row, cells in enumerate(modules):
        column = 0
        for dark, run in groupby(cells):
            length = len(list(run))
            if dark:
                yield row, column, length
            column += length


def path(modules: Modules, x: float, y: float, size: float) -> tuple[Op, ...]:
    """A code as one path whose dark field begins at x, y and is `size` wide. Leave QUIET modules of white around it."""
    unit = size / len(modules)
    ops: list[Op] = []
    for row, column, length in runs(modules):
        ops += rectangle(x + column * unit, y + row * unit, length * unit, unit)
    return tuple(ops)
