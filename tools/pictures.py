"""Draws the pictures of the READMEs, of each game's page and of the puzzles from real sheets: docs/images/*.png.

make pictures
"""

from __future__ import annotations

import sys
import tempfile
from functools import partial
from io import BytesIO
from pathlib import Path

import pikepdf
from PIL import Image, ImageOps

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from generator.order.request import requests  # noqa: E402
from generator.press.build import compose, render  # noqa: E402
from generator.press.composed_kit import kit  # noqa: E402
from generator.press.preview import opened  # noqa: E402
from generator.press.puzzle_booklet import booklet  # noqa: E402
from referee.puzzles import LEVELS, puzzle  # noqa: E402
from referee.registry import GAMES, puzzle_maker, with_puzzles  # noqa: E402
from templates import i18n  # noqa: E402
from templates.i18n import say  # noqa: E402

GROUND = "#e9e7ee"
GAP = 14

NAMES = {"en": "Anne,Mario,Nora,Sam", "fr": "Zoé,Marius,Inès,Luc"}
HIGH = 560
PUZZLES = {"en": "picture", "fr": "image"}  # the seed of those that are shown


def pictured(slug: str) -> tuple[str, ...]:
    """The components of a game that tell most."""
    made = kit(slug)
    return made.pictured or tuple(key for key in made.builders if key != "rules")[:4]


def sheet(slug: str, lang: str, only: str) -> Image.Image:
    """The first page of a component as a picture; boards on one sheet, lying as they lie on the table."""
    board = {"paper_": "a3", "board": "small"} if only == "board" else {}
    (order,) = requests([slug], lang=lang, only=(only,), names_=NAMES[lang], players_="4", **board)
    (page,) = pages(render(compose(order)), 0)
    if only == "board":
        page = page.rotate(-90, expand=True)
    return framed(page)


def pages(data: bytes, *numbers: int) -> list[Image.Image]:
    """Some pages of a file, the first is 0."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sheets.pdf"
        file.write_bytes(data)
        with opened(file) as pdf:
            return [pdf[number].render(scale=100 / 72).to_pil() for number in numbers]


def framed(page: Image.Image) -> Image.Image:
    """A sheet as high as all others, with its edge."""
    return ImageOps.expand(ImageOps.contain(page, (2000, HIGH)), 1, "#b9b6c2")


def puzzle_pages(slug: str, lang: str) -> list[Image.Image]:
    """The cover of a booklet of one game, the last puzzle and the last page of solutions."""
    (order,) = requests([slug], lang=lang)
    maker, seed = puzzle_maker(slug), PUZZLES[lang]
    with i18n.speaking(lang):
        found = [puzzle(maker, f"{seed}/{level}", level) for level in LEVELS]
        data = booklet([(order, puzzle(maker, "example", "easy"), found)], say("Puzzles {name}").format(name=seed))
    with pikepdf.open(BytesIO(data)) as pdf:
        last = len(pdf.pages) - 1
    return [framed(page) for page in pages(data, 0, last - 1, last)]


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


def shelf(lang: str) -> list[list[Image.Image]]:
    """A sheet of each of the five, boards below the others."""
    first = [sheet(slug, lang, pictured(slug)[0]) for slug in GAMES]
    boards = [page for page in first if page.width > page.height]
    return [[page for page in first if page not in boards], boards]


def kit_row(slug: str) -> list[list[Image.Image]]:
    """What a game's page shows."""
    return [[sheet(slug, "en", only) for only in pictured(slug)]]


def puzzle_row(lang: str) -> list[list[Image.Image]]:
    """A page each of three booklets."""
    return [[puzzle_pages(slug, lang)[1] for slug in with_puzzles()[:4] if slug != with_puzzles()[1]]]


def puzzle_wall() -> list[list[Image.Image]]:
    """A booklet with its cover and solution, and a page each of others."""
    first, *others = with_puzzles()
    return [puzzle_pages(first, "en"), [puzzle_pages(slug, "en")[1] for slug in others[:3]]]


def main(names: list[str]) -> None:
    """All pictures, or those that are named."""
    folder = ROOT / "docs" / "images"
    folder.mkdir(parents=True, exist_ok=True)
    made = {slug: partial(kit_row, slug) for slug in GAMES}
    made |= {f"kits-{lang}": partial(shelf, lang) for lang in NAMES}
    made |= {f"puzzles-{lang}": partial(puzzle_row, lang) for lang in NAMES} | {"puzzles": partial(puzzle_wall)}
    for name in names or made:
        path = folder / f"{name}.png"
        wall(made[name](), 1200 if name.startswith("puzzles") else 1600).quantize(220, dither=Image.Dither.NONE).save(
            path, optimize=True
        )
        print(path.relative_to(ROOT), f"{path.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main(sys.argv[1:])
