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

from generator.order.request import requests  # noqa: E402
from generator.press.build import compose, render  # noqa: E402
from generator.press.composed_kit import kit  # noqa: E402
from generator.press.preview import opened  # noqa: E402
from generator.press.preview import picture as drawn  # noqa: E402
from referee.registry import GAMES  # noqa: E402

GROUND = "#e9e7ee"
GAP = 14

NAMES = {"en": "Anne,Mario,Nora,Sam", "fr": "Zoé,Marius,Inès,Luc"}
HIGH = 560


def pictured(slug: str) -> tuple[str, ...]:
    """The components of a game that tell most."""
    made = kit(slug)
    return made.pictured or tuple(key for key in made.builders if key != "rules")[:4]


def sheet(slug: str, lang: str, only: str) -> Image.Image:
    """The first page of a component as a picture; boards on one sheet, lying as they lie on the table."""
    board = {"paper_": "a3", "board": "small"} if only == "board" else {}
    (order,) = requests([slug], lang=lang, only=(only,), names_=NAMES[lang], players_="4", **board)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sheets.pdf"
        file.write_bytes(render(compose(order)))
        with opened(file) as pdf:
            page = drawn(pdf[0], 100)
    if only == "board":
        page = page.rotate(-90, expand=True)
    return ImageOps.expand(ImageOps.contain(page, (2000, HIGH)), 1, "#b9b6c2")


def row(pages: list[Image.Image]) -> Image.Image:
    """Sheets side by side."""
    ground = Image.new("RGB", (sum(page.width + GAP for page in pages) + GAP, HIGH + 2 + 2 * GAP), GROUND)
    x = GAP
    for page in pages:
        ground.paste(page, (x, GAP + (HIGH + 2 - page.height) // 2))
        x += page.width + GAP
    return ground


def wall(rows: list[list[Image.Image]], wide: int) -> Image.Image:
    """Rows below each other, all of one width: a README is a column."""
    drawn = [row(pages) for pages in rows]
    drawn = [each.resize((wide, round(each.height * wide / each.width)), Image.Resampling.LANCZOS) for each in drawn]
    ground = Image.new("RGB", (wide, sum(each.height for each in drawn)), GROUND)
    y = 0
    for each in drawn:
        ground.paste(each, (0, y))
        y += each.height
    return ground


def main() -> None:
    """The shelf of five for the READMEs, one language each; a picture of each game for its page."""
    folder = ROOT / "docs" / "images"
    folder.mkdir(parents=True, exist_ok=True)
    made = {slug: [[sheet(slug, "en", only) for only in pictured(slug)]] for slug in GAMES}
    for lang in NAMES:
        first = {slug: sheet(slug, lang, pictured(slug)[0]) for slug in GAMES}
        boards = [page for page in first.values() if page.width > page.height]
        made[f"kits-{lang}"] = [[page for page in first.values() if page not in boards], boards]
    for name, rows in made.items():
        path = folder / f"{name}.png"
        wall(rows, 1600).quantize(220, dither=Image.Dither.NONE).save(path, optimize=True)
        print(path.relative_to(ROOT), f"{path.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
