"""Cuts the house's typefaces down to what pages need, and packs them: companion/static/*.woff2.

python tools/typefaces.py; needs fonttools and brotli, so the files lie in the repository.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from generator.drawing.fonts import BOLD, FILES, SANS, SERIF  # noqa: E402

STATIC = ROOT / "companion" / "static"
LETTERS = [
    *range(0x20, 0x7F),
    *map(ord, "\xa0«»·°×àâäáçèéêëíîïñóôöùúûüÿæœßÀÂÄÇÈÉÊËÎÏÔÖÙÛÜÆŒ"),
]  # English, French and neighbours
MORE = "–—‘’“”•…‹›−→✓"
# the name “Source” is reserved for the whole ones
CALLED = {SANS: "Sousmain Sans", BOLD: "Sousmain Sans Semibold", SERIF: "Sousmain Serif"}
FEATURES = ["kern", "tnum", "lnum"]


def cut(package: str, file: str) -> TTFont:
    """A typeface with our letters alone."""
    spec = find_spec(package)
    assert spec and spec.origin
    font = TTFont(Path(spec.origin).parent / "files" / file)
    kept = [0, 1, 2, 3, 4, 5, 6, 13, 14]  # names, copyright and licence
    options = subset.Options(hinting=False, layout_features=FEATURES, name_IDs=kept, notdef_outline=True)
    scissors = subset.Subsetter(options)
    scissors.populate(unicodes=[*LETTERS, *map(ord, MORE)])
    scissors.subset(font)
    for table in font["cmap"].tables:
        table.cmap.setdefault(0x202F, table.cmap[0xA0])  # the narrow blank of French figures and quotes
    font.flavor = "woff2"
    return font


def rename(font: TTFont, name: str) -> None:
    """Gives a typeface that was changed a name of its own, as its licence asks."""
    for record in font["name"].names:
        if record.nameID in (1, 3, 4, 6):
            record.string = name.replace(" ", "-") if record.nameID in (3, 6) else name


def main() -> None:
    """The text face in two weights and the face of headings."""
    for name in (SANS, BOLD, SERIF):
        font = cut(*FILES[name])
        rename(font, CALLED[name])
        target = STATIC / f"{name}.woff2"
        font["head"].modified = font["head"].created  # the same file whenever it is made
        font.save(target)
        print(target.relative_to(ROOT), target.stat().st_size, font["name"].getDebugName(0))


if __name__ == "__main__":
    main()
