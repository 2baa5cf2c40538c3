"""Draws the pictures of the READMEs from real sheets: docs/images/*.png.

make pictures
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageOps

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from generator.order import orders  # noqa: E402
from generator.press import compose, render  # noqa: E402
from generator.preview import opened  # noqa: E402
from generator.preview import picture as drawn  # noqa: E402

GROUND = "#e9e7ee"


def sheets(lang: str, only: str, names: str) -> list[Image.Image]:
    """The pages of an order as pictures."""
    (order,) = orders(["code777"], lang=lang, only=(only,), names_=names, players_="4")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sheets.pdf"
        file.write_bytes(render(compose(order)))
        with opened(file) as pdf:
            return [drawn(page, 64) for page in pdf]


def picture(lang: str, names: str) -> Image.Image:
    """Four real sheets side by side."""
    chosen = [sheets(lang, only, names)[0] for only in ("tiles", "questions", "racks", "notes")]
    framed = [ImageOps.expand(page, 1, "#b9b6c2") for page in chosen]
    gap = 14
    width = sum(page.width for page in framed) + gap * (len(framed) + 1)
    wall = Image.new("RGB", (width, framed[0].height + 2 * gap), GROUND)
    x = gap
    for page in framed:
        wall.paste(page, (x, gap))
        x += page.width + gap
    return wall.quantize(220, dither=Image.Dither.NONE)


def main() -> None:
    """One picture a language."""
    folder = ROOT / "docs" / "images"
    folder.mkdir(parents=True, exist_ok=True)
    for lang, names in (("en", "Anne,Mario,Nora,Sam"), ("fr", "Zoé,Marius,Inès,Luc")):
        path = folder / f"code777-{lang}.png"
        picture(lang, names).save(path, optimize=True)
        print(path.relative_to(ROOT), f"{path.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
