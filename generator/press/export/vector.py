"""A face as SVG to edit: millimetres, type as type, every stamped face as a symbol of its own name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from generator.drawing.fonts import BOLD, ITALIC, MM, SERIF
from generator.drawing.pen import Bleed, Face, FaceStamp, Item, Path, Text
from generator.drawing.svg import XMLNS, path

SANS_FAMILY = "'Source Sans Pro', 'Source Sans 3', sans-serif"
SERIF_FAMILY = "'Source Serif Pro', 'Source Serif 4', serif"
STYLES = {
    BOLD: f'font-family="{SANS_FAMILY}" font-weight="600"',
    ITALIC: f'font-family="{SANS_FAMILY}" font-style="italic"',
    SERIF: f'font-family="{SERIF_FAMILY}" font-weight="700"',
}


def document(face: Face, known: Mapping[str, Face], bleed: Bleed, title: str, licence: str) -> str:
    """The face as a file."""
    left, top, right, bottom = bleed
    width, height = face.width + left + right, face.height + top + bottom
    symbols = "".join(map(symbol, stamped(face, known)))
    return (
        f'<svg xmlns="{XMLNS}" width="{width:g}mm" height="{height:g}mm" viewBox="{-left:g} {-top:g} {width:g} {height:g}">'
        f"<title>{escape(title)}</title><desc>{escape(licence)}</desc><defs>{symbols}</defs>{items(face)}</svg>\n"
    )


def symbol(face: Face) -> str:
    """A face that is stamped elsewhere, without what lies beyond its bleed."""
    left, top, right, bottom = face.bleed
    name = escape(face.name)
    edge = f'x="{-left:g}" y="{-top:g}" width="{face.width + left + right:g}" height="{face.height + top + bottom:g}"'
    return (
        f'<clipPath id="edge.{name}"><rect {edge}/></clipPath>'
        f'<g id="{name}" clip-path="url(#edge.{name})">{items(face)}</g>'
    )


def stamped(face: Face, known: Mapping[str, Face]) -> Iterator[Face]:
    """The faces that a face stamps, those that they stamp before them, each once."""
    done: set[str] = set()

    def inside(each: Face) -> Iterator[Face]:
        for item in each.items:
            if isinstance(item, FaceStamp) and item.face not in done:
                done.add(item.face)
                yield from inside(known[item.face])
                yield known[item.face]

    return inside(face)


def items(face: Face) -> str:
    """What is drawn on it."""
    return "".join(map(item, face.items))


def item(drawn: Item) -> str:
    """One thing that is drawn."""
    if isinstance(drawn, Path):
        return outline(drawn)
    if isinstance(drawn, Text):
        return line(drawn)
    matrix = " ".join(f"{value:.5g}" for value in drawn.matrix)
    return f'<use href="#{escape(drawn.face)}" transform="matrix({matrix})"/>'


def outline(drawn: Path) -> str:
    """A path. It is filled as the press fills it, which is what SVG does unless told."""
    ink = f' stroke="{drawn.stroke}" stroke-width="{drawn.width:g}"' if drawn.stroke else ""
    dash = f' stroke-dasharray="{" ".join(f"{each:g}" for each in drawn.dash)}"' if drawn.stroke and drawn.dash else ""
    return f'<path d="{path(drawn.ops)}" fill="{drawn.fill or "none"}"{ink}{dash}/>'


def line(drawn: Text) -> str:
    """A line of type."""
    style = STYLES.get(drawn.font, f'font-family="{SANS_FAMILY}"')
    turned = f' transform="rotate({drawn.turn} {drawn.x:g} {drawn.y:g})"' if drawn.turn else ""
    return (
        f'<text x="{drawn.x:.4g}" y="{drawn.y:.4g}" font-size="{drawn.pt * MM:.4g}" {style} fill="{drawn.colour}"'
        f' text-anchor="{drawn.anchor}"{turned} xml:space="preserve">{escape(drawn.string)}</text>'
    )
