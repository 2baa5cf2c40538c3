"""Draws the pictures of the READMEs and of each game's page from real sheets: docs/images/*.png.

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
from referee.registry import GAMES  # noqa: E402

GROUND = "#e9e7ee"


NAMES = {"en": "Anne,Mario,Nora,Sam", "fr": "Zoé,Marius,Inès,Luc"}
HIGH = 560
KITS = {  # of each game the sheets that tell most
    "code777": ("tiles", "questions", "racks", "notes"),
    "inkognito": ("cards", "clues", "folders", "tuckbox"),
    "fully": ("boards", "screens", "pawns", "sheets"),
    "allo": ("board", "plates", "events", "marks"),
    "rallye": ("board", "notes", "cards", "tills"),
}


def sheet(slug: str, lang: str, only: str) -> Image.Image:
    """The first page of a component as a picture; boards on one sheet, lying as they lie on the table."""
    board = {"paper_": "a3", "board": "small"} if only == "board" else {}
    (order,) = orders([slug], lang=lang, only=(only,), names_=NAMES[lang], players_="4", **board)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sheets.pdf"
        file.write_bytes(render(compose(order)))
        with opened(file) as pdf:
            page = drawn(pdf[0], 100)
    if only == "board":
        page = page.rotate(-90, expand=True)
    return ImageOps.expand(ImageOps.contain(page, (2000, HIGH)), 1, "#b9b6c2")


def wall(pages: list[Image.Image]) -> Image.Image:
    """Sheets side by side."""
    gap = 14
    ground = Image.new("RGB", (sum(page.width + gap for page in pages) + gap, HIGH + 2 + 2 * gap), GROUND)
    x = gap
    for page in pages:
        ground.paste(page, (x, gap + (HIGH + 2 - page.height) // 2))
        x += page.width + gap
    return ground


def main() -> None:
    """The shelf of five for the READMEs, one language each; a picture of each game for its page."""
    folder = ROOT / "docs" / "images"
    folder.mkdir(parents=True, exist_ok=True)
    made = {f"kits-{lang}": [sheet(slug, lang, KITS[slug][0]) for slug in GAMES] for lang in NAMES}
    made |= {slug: [sheet(slug, "en", only) for only in KITS[slug]] for slug in GAMES}
    for name, pages in made.items():
        path = folder / f"{name}.png"
        ImageOps.contain(wall(pages), (1800, 1800)).quantize(220, dither=Image.Dither.NONE).save(path, optimize=True)
        print(path.relative_to(ROOT), f"{path.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
