"""`index.html` beside the kits: what is in the folder, with a picture of each component. One file that needs no other.

Kits printed earlier keep their place in it, as it was written then, for as long as their files are there unchanged.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from html import escape, unescape
from io import BytesIO
from pathlib import Path
from urllib.parse import quote

import pypdfium2
from PIL import Image

from generator.press.composed_kit import ComposedKit, options_line
from generator.press.receipt import Receipt
from templates import i18n, loader
from templates.i18n import say

NAME = "index.html"
MARK = '<meta name="generator" content="sousmain">'
WIDE = 220  # pixels: a picture
SECTION = re.compile(r'<section data-file="([^"]*)" data-bytes="(\d+)".*?</section>\n', re.DOTALL)
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


def gallery(folder: Path, printed: Iterable[tuple[ComposedKit, Receipt, bytes]]) -> list[tuple[Path, bytes]]:
    """The page of a folder into which these files are about to be written; none where somebody has a page of that name."""
    path = folder / NAME
    if path.exists() and not ours(path):
        return []
    fresh = {Path(receipt.file).name: section(work, receipt, data) for work, receipt, data in printed}
    sections = earlier(path) | fresh
    title, advice = (
        say("Kits to print"),
        say("Print at 100 %, never “fit to page”; the bar on each page must measure 50 mm."),
    )
    page = (
        f'<!doctype html>\n<html lang="{i18n.language()}">\n<meta charset="utf-8">\n{MARK}\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{escape(title)}</title>\n'
        f"<style>{STYLE}</style>\n<h1>{escape(title)}</h1>\n<p>{escape(advice)}</p>\n"
        + "".join(sections[name] for name in sorted(sections))
    )
    return [(path, page.encode())]


def ours(path: Path) -> bool:
    """Was that page written here?"""
    try:
        with path.open("rb") as file:
            return MARK.encode() in file.read(500)
    except OSError:
        return False


def earlier(path: Path) -> dict[str, str]:
    """What the page says about files that are still as they were: name -> section."""
    try:
        page = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return {}
    kept = {}
    for found in SECTION.finditer(page):
        name = unescape(found[1])
        if not name or Path(name).name != name:
            continue  # somebody has been here
        file = path.with_name(name)
        if file.is_file() and file.stat().st_size == int(found[2]):
            kept[name] = found[0]
    return kept


def section(work: ComposedKit, receipt: Receipt, data: bytes) -> str:
    """A kit: its name, its file, a picture of each component, or of those that share a sheet."""
    name = Path(receipt.file).name
    with i18n.speaking(work.order.lang):
        how = options_line(work.order)
    many = say("{count} sheets of paper") if receipt.sheets != 1 else say("{count} sheet of paper")
    facts = f"{how} · {many.format(count=receipt.sheets)}"
    shown: dict[str, list[str]] = {}
    for part, source in zip(receipt.components, pictures(work, data), strict=True):
        shown.setdefault(source, []).append(f"{escape(part.title)} <span>× {part.pieces}</span>")
    items = "".join(f'<li><img src="{source}" alt="">{"<br>".join(parts)}</li>\n' for source, parts in shown.items())
    return (
        f'<section data-file="{escape(name)}" data-bytes="{len(data)}" style="--accent:{accent(receipt.game)}">\n'
        f'<h2>{escape(receipt.title)}</h2>\n<p><a href="{quote(name)}">{escape(name)}</a> · {escape(facts)}</p>\n'
        f"<ul>\n{items}</ul>\n</section>\n"
    )


def accent(slug: str) -> str:
    """The colour of a game."""
    return escape(str(loader.kit_data(slug)["accent"]))


def pictures(work: ComposedKit, data: bytes) -> Iterator[str]:
    """The first page of each component, as an address that holds the picture itself; the same where they share a sheet."""
    first: dict[str, int] = {}
    for number, side in enumerate(work.sides()):
        for key in (side.component, *side.also):
            first.setdefault(key, number)
    pdf = pypdfium2.PdfDocument(data)
    for run in work.runs:
        page = pdf[first[run.component.key]]
        drawn: Image.Image = page.render(scale=WIDE / page.get_width()).to_pil().convert("RGB")
        file = BytesIO()
        drawn.quantize(32, Image.Quantize.FASTOCTREE).save(file, "PNG", compress_level=6)
        yield "data:image/png;base64," + b64encode(file.getvalue()).decode()
    pdf.close()
