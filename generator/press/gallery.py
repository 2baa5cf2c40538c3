"""`index.html` beside the kits: what is in the folder, game by game, the newest first, with a picture of each component. One
file that needs no other.

Kits printed earlier stay in it, as they were written then, for as long as their files are there unchanged; of very many the
older ones lose their pictures, so that the page stays one that a browser opens at once.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from html import escape, unescape
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pypdfium2
from msgspec import Struct
from PIL import Image

from generator.layout import tiling
from generator.layout.component import Component
from generator.order.fields import MACHINE
from generator.press.composed_kit import ComposedKit, options_line
from generator.press.receipt import Receipt
from templates import i18n
from templates.i18n import say

NAME = "index.html"
MARK = '<meta name="generator" content="sousmain">'
WIDE = 220  # pixels: a picture
MOST_PICTURED, MOST_KITS, MOST_BYTES = (
    40,
    400,
    4_000_000,
)  # kits with pictures, kits at all, and what the pictures weigh
SECTION = re.compile(
    r'<section data-file="([^"]*)" data-bytes="(\d+)"(?: data-game="([a-z0-9]+)" data-at="(\d+)")?.*?</section>\n',
    re.DOTALL,
)
PICTURED = re.compile(r"<ul>\n.*?</ul>\n", re.DOTALL)
STYLE = """
:root{color-scheme:light dark;--paper:#faf8f4;--ink:#221f1c;--soft:#6d655c;--line:#d8d0c4}
@media(prefers-color-scheme:dark){:root{--paper:#1b1917;--ink:#ece7e0;--soft:#a89f94;--line:#3d3832}}
body{margin:0 auto;max-width:70rem;padding:2rem 1.2rem;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{font-family:Georgia,serif;margin:0 0 .3rem}h2{font-family:Georgia,serif;margin:0}
section{border-top:3px solid var(--accent);margin-top:2.5rem;padding-top:.8rem}
p{margin:.2rem 0 .8rem;color:var(--soft)}a{color:inherit}
ul{display:flex;flex-wrap:wrap;gap:1.2rem;list-style:none;padding:0}
li{width:11rem;font-size:.9rem}li img{display:block;width:100%;background:#fff;border:1px solid var(--line);margin-bottom:.3rem}
li span{color:var(--soft)}
"""


def is_ours(folder: Path) -> bool:
    """May the page of a folder be written? Not where somebody has a page of that name."""
    path = folder / NAME
    return not path.exists() or ours(path)


def gallery(
    folder: Path, printed: Iterable[tuple[ComposedKit, Receipt, bytes, Sequence[str]]]
) -> list[tuple[Path, bytes]]:
    """The page of a folder into which these files are about to be written, each with its `pictures`; none where it is
    somebody's."""
    path = folder / NAME
    if not is_ours(folder):
        return []
    kept = earlier(path)
    at = 1 + max((each.at for each in kept), default=0)
    fresh = [section(*each, at) for each in printed]
    sections = [*fresh, *(each for each in kept if each.name not in {new.name for new in fresh})]
    title, advice = (
        say("Kits to print"),
        say("Print at 100 %, never “fit to page”; the bar on each page must measure 50 mm."),
    )
    page = (
        f'<!doctype html>\n<html lang="{i18n.language()}">\n<meta charset="utf-8">\n{MARK}\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{escape(title)}</title>\n'
        f"<style>{STYLE}</style>\n<h1>{escape(title)}</h1>\n<p>{escape(advice)}</p>\n"
        + "".join(bounded(by_game(sections)))
    )
    return [(path, page.encode())]


def ours(path: Path) -> bool:
    """Was that page written here?"""
    try:
        with path.open("rb") as file:
            return MARK.encode() in file.read(500)
    except OSError:
        return False


class KitSection(Struct, frozen=True):
    """What the page says about a file; the larger `at` is, the later it was printed."""

    name: str
    game: str
    at: int
    html: str


def by_game(sections: list[KitSection]) -> list[KitSection]:
    """Games together, both they and their kits with the newest first."""
    newest: dict[str, int] = {}
    for each in sections:
        newest[each.game] = max(each.at, newest.get(each.game, 0))
    places = {game: place for place, game in enumerate(newest)}  # those of one print stay in their order
    return sorted(sections, key=lambda each: (-newest[each.game], places[each.game], -each.at))


def bounded(sections: list[KitSection]) -> Iterator[str]:
    """The newest with their pictures, as far as those go; of the others the line alone."""
    left = MOST_BYTES
    newest = sorted(sections, key=lambda each: -each.at)
    pictured: set[str] = set()
    for each in newest[:MOST_PICTURED]:
        left -= len(each.html)
        if left < 0 and pictured:
            break
        pictured.add(each.name)
    known = {each.name for each in newest[:MOST_KITS]}
    for each in sections:
        if each.name in known:
            yield each.html if each.name in pictured else PICTURED.sub("", each.html)


def earlier(path: Path) -> list[KitSection]:
    """What the page says about files that are still as they were."""
    try:
        page = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return []
    kept = {}
    for found in SECTION.finditer(page):
        name = unescape(found[1])
        if not name or Path(name).name != name:
            continue  # somebody has been here
        file = path.with_name(name)
        if file.is_file() and file.stat().st_size == int(found[2]):
            game = found[3] or name.partition("-")[0]
            kept[name] = KitSection(name, game, int(found[4] or 0), found[0])
    return list(kept.values())


def section(work: ComposedKit, receipt: Receipt, data: bytes, pictured: Sequence[str], at: int) -> KitSection:
    """A kit: its name, its file, a picture of each component, or of those that share a sheet."""
    name = Path(receipt.file).name
    with i18n.speaking(work.order.lang):
        how = options_line(work.order)
    many = say("{count} sheets of paper") if receipt.sheets != 1 else say("{count} sheet of paper")
    facts = f"{how} · {many.format(count=receipt.sheets)}"
    shown: dict[str, list[str]] = {}
    for part, source in zip(receipt.components, pictured, strict=True):
        shown.setdefault(source, []).append(f"{escape(part.title)} <span>× {part.pieces}</span>")
    items = "".join(f'<li><img src="{source}" alt="">{"<br>".join(parts)}</li>\n' for source, parts in shown.items())
    about = f'data-file="{escape(name)}" data-bytes="{len(data)}" data-game="{receipt.game}" data-at="{at}"'
    html = (
        f'<section {about} style="--accent:{escape(work.accent)}">\n'
        f'<h2>{escape(receipt.title)}</h2>\n<p><a href="{quote(name)}">{escape(name)}</a> · {escape(facts)}</p>\n'
        f"{cut_links(receipt)}<ul>\n{items}</ul>\n</section>\n"
    )
    return KitSection(name, receipt.game, at, html)


def cut_links(receipt: Receipt) -> str:
    """The files that a machine cuts the kit by, if there are any."""
    before = Path(receipt.file).stem
    names = [Path(told.file).name for told in receipt.cut_files]
    links = [f'<a href="{quote(name)}">{escape(name.removeprefix(f"{before}-"))}</a>' for name in names]
    return f"<p>{say(MACHINE)} · {' · '.join(links)}</p>\n" if links else ""


def pictures(work: ComposedKit, data: bytes) -> Iterator[str]:
    """The first page of each component, as an address that holds the picture itself; the same where they share a sheet.
    Of a board that comes in parts, the whole."""
    pages: dict[str, list[int]] = {}
    for number, side in enumerate(work.sides()):
        for key in (side.component, *side.also):
            pages.setdefault(key, []).append(number)
    made: dict[tuple[int, ...], str] = {}
    with pypdfium2.PdfDocument(data) as pdf:
        for run in work.runs:
            key, together = run.component.key, run.component.together
            tiled = together and len(run.component.fronts) > 1 and not work.order.press
            numbers = tuple(pages[key][: len(run.component.fronts)] if tiled else pages[key][:1])
            if numbers not in made:
                drawn = (
                    whole_board(pdf, numbers, work, run.component)
                    if tiled and together
                    else page_picture(pdf[numbers[0]])
                )
                made[numbers] = address(drawn)
            yield made[numbers]


def page_picture(page: Any, wide: float = WIDE) -> Image.Image:
    """A page, so many pixels wide."""
    return page.render(scale=wide / page.get_width()).to_pil().convert("RGB")  # type: ignore[no-any-return]


def whole_board(pdf: Any, numbers: Sequence[int], work: ComposedKit, of: Component) -> Image.Image:
    """The parts of a board as they are joined."""
    assert of.joints
    size, plan = of.finished, tiling.Tiling(*of.joints)
    paper, dots = work.order.paper, WIDE / size[0]  # pixels a millimetre
    area = paper.area
    across, down = (area.height, area.width) if plan.turned else (area.width, area.height)
    board = Image.new("RGB", (WIDE, round(size[1] * dots)), "white")
    step = 2 if work.order.duplex and not work.order.fronts_first else 1
    for number, tile in zip((numbers[0] + i * step for i in range(plan.sheets)), plan.tiles(), strict=True):
        x, y = tiling.corner(tile, across, down)
        drawn = page_picture(pdf[number], paper.width * dots)
        drawn = drawn.crop(pixels(dots, area.x, area.y, area.x + area.width, area.y + area.height))
        drawn = drawn.transpose(Image.Transpose.ROTATE_270) if plan.turned else drawn
        part = tile.part
        seen = drawn.crop(pixels(dots, x, y, x + part.width, y + part.height))
        board.paste(seen, (round(part.x * dots), round(part.y * dots)))
    return board


def pixels(dots: float, *edges: float) -> tuple[int, int, int, int]:
    """Millimetres in pixels."""
    left, top, right, low = (round(edge * dots) for edge in edges)
    return left, top, right, low


def address(drawn: Image.Image) -> str:
    """A picture as an address that holds it."""
    file = BytesIO()
    drawn.quantize(32, Image.Quantize.FASTOCTREE).save(file, "PNG", compress_level=6)
    return "data:image/png;base64," + b64encode(file.getvalue()).decode()
