"""Draws the figures of every game for phones, as the kit draws them: templates/pages/<slug>/figures/<language>/*.svg.

make figures
"""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from generator.drawing.fonts import FILES, MM, width  # noqa: E402
from generator.drawing.pen import Face, Text  # noqa: E402
from generator.drawing.svg import XMLNS  # noqa: E402
from generator.order.request import requests  # noqa: E402
from generator.press.build import kit_context  # noqa: E402
from generator.press.composed_kit import kit  # noqa: E402
from generator.press.export.vector import item  # noqa: E402
from referee.registry import GAMES  # noqa: E402
from templates import i18n, loader  # noqa: E402

EDGE = 1.0  # mm of white around a figure


def figures(slug: str, lang: str) -> dict[str, str]:
    """The figures of a game that its pages show, by name, as SVG."""
    (order,) = requests([slug], lang=lang)
    with i18n.speaking(lang):
        drawn = kit(slug).figures(kit_context(order))
        return {name: document(drawn[name]) for name in loader.shown_figures(slug)}


def document(face: Face) -> str:
    """A face as a picture that looks the same on every phone: its type is drawn, for phones do not have our typefaces."""
    w, h = face.width + 2 * EDGE, face.height + 2 * EDGE
    drawn = "".join(outlined(each) if isinstance(each, Text) else item(each) for each in face.items)
    letters = sorted({(each.font, letter) for each in face.items if isinstance(each, Text) for letter in each.string})
    glyphs = "".join(f'<path id="{mark(*each)}" d="{glyph(*each)}"/>' for each in letters if glyph(*each))
    return (
        f'<svg xmlns="{XMLNS}" width="{w:g}mm" height="{h:g}mm" viewBox="{-EDGE:g} {-EDGE:g} {w:g} {h:g}">'
        f'<defs>{glyphs}</defs><rect x="{-EDGE:g}" y="{-EDGE:g}" width="{w:g}" height="{h:g}" fill="#fff"/>{drawn}</svg>\n'
    )


def outlined(line: Text) -> str:
    """A line of type, letter by letter."""
    font, x, letters = typeface(line.font), 0, ""
    names, widths = font.getBestCmap(), font["hmtx"]
    for letter in line.string:
        if glyph(line.font, letter):
            letters += f'<use href="#{mark(line.font, letter)}"' + (f' x="{x}"/>' if x else "/>")
        x += widths[names[ord(letter)]][0]
    scale = line.pt * MM / font["head"].unitsPerEm
    back = {"start": 0.0, "middle": 0.5, "end": 1.0}[line.anchor] * width(line.string, line.font, line.pt)
    turned = f" rotate({line.turn})" if line.turn else ""
    moved = f" translate({-back:.4g} 0)" if back else ""
    where = f"translate({line.x:.4g} {line.y:.4g}){turned}{moved} scale({scale:.4g} {-scale:.4g})"
    return f'<g fill="{line.colour}" transform="{where}">{letters}</g>'


def mark(font: str, letter: str) -> str:
    """The name of a letter in a picture."""
    return f"{font[0] if font != 'serif' else 'r'}{ord(letter):x}"


@cache
def glyph(font: str, letter: str) -> str:
    """The outline of a letter; none of a space."""
    glyphs = typeface(font).getGlyphSet()
    pen = SVGPathPen(glyphs, ntos=lambda value: f"{round(value)}")
    glyphs[typeface(font).getBestCmap()[ord(letter)]].draw(pen)
    return str(pen.getCommands())


@cache
def typeface(name: str) -> TTFont:
    """One of ours."""
    package, file = FILES[name]
    spec = find_spec(package)
    assert spec and spec.origin
    return TTFont(Path(spec.origin).parent / "files" / file)


def main() -> None:
    """Writes them all, and removes those that nothing shows any more."""
    for slug in GAMES:
        for lang in i18n.LANGUAGES:
            folder = loader.figure_folder(slug, lang)
            made = figures(slug, lang)
            folder.mkdir(parents=True, exist_ok=True)
            for old in folder.glob("*.svg"):
                if old.stem not in made:
                    old.unlink()
            for name, picture in made.items():
                (folder / f"{name}.svg").write_text(picture, encoding="utf-8")
            print(slug, lang, {name: len(picture) for name, picture in made.items()})


if __name__ == "__main__":
    main()
