"""QR codes for the terminal, in half blocks: two modules a character, one above the other."""

from __future__ import annotations

from generator.drawing import qr

QUIET = 2  # modules of white around it: phones manage with less than paper gives them, and terminals are narrow
# The first sixteen colours are the theme's, and some light themes exchange black and white; these two are nobody's.
BLACK_ON_WHITE, RESET = "\x1b[38;5;16;48;5;231m", "\x1b[0m"
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def blocks(payload: str, colour: bool = True) -> str:
    """The code as lines of text, the last without its end.

    In colour it brings its own black and white. Without, the light modules are drawn and the dark ones left out: right
    on a dark terminal, and on a light one a negative, which phones read as well.
    """
    (modules,) = qr.codes([payload], level="L")
    side = [False] * QUIET
    blank = [False] * (len(modules) + 2 * QUIET)
    rows = [*[blank] * QUIET, *([*side, *row, *side] for row in modules), *[blank] * QUIET]
    drawn = [[dark == colour for dark in row] for row in rows]
    if len(drawn) % 2:
        drawn.append([False] * len(blank))
    pairs = zip(drawn[::2], drawn[1::2], strict=True)
    lines = ["".join(HALVES[halves] for halves in zip(upper, lower, strict=True)) for upper, lower in pairs]
    return "\n".join(f"{BLACK_ON_WHITE}{line}{RESET}" if colour else line for line in lines)
