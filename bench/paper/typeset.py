"""The same display list by Typst: a page of markup with a curve for each path and a placed line for each text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path as File

from generator.drawing.fonts import BOLD, FILES, ITALIC, MM, SERIF, width
from generator.drawing.pen import Item, Path, Text
from generator.layout.paper import Paper

BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}
FAMILIES = {SERIF: "Source Serif Pro"}
WEIGHTS = {BOLD: "semibold", SERIF: "bold"}


def available() -> bool:
    """Is Typst here?"""
    return find_spec("typst") is not None


@cache
def folders() -> list[str]:
    """Where our typefaces are."""
    found = []
    for package in {package for package, _ in FILES.values()}:
        spec = find_spec(package)
        assert spec and spec.origin
        found.append(str(File(spec.origin).parent / "files"))
    return found


@cache
def typefaces() -> object:
    """Our typefaces, loaded beforehand."""
    import typst

    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=folders())


def markup(pages: Sequence[Iterable[Item]], paper: Paper) -> bytes:
    """The whole document."""
    head = f"#set page(width: {paper.width}mm, height: {paper.height}mm, margin: 0pt)\n"
    return (head + "#pagebreak()\n".join("".join(map(item, page)) for page in pages)).encode()


def print_pages(source: bytes) -> bytes:
    """The PDF of a document."""
    import typst

    return typst.compile(source, font_paths=typefaces())  # type: ignore[no-any-return, arg-type]


def item(each: Item) -> str:
    """One path or line of type."""
    return path(each) if isinstance(each, Path) else line(each) if isinstance(each, Text) else ""


def path(each: Path) -> str:
    """A curve."""
    fill = f'rgb("{each.fill}")' if each.fill else "none"
    dash = ", dash: (" + ", ".join(f"{n:.3f}mm" for n in each.dash) + ",)" if each.dash else ""
    stroke = f'(paint: rgb("{each.stroke}"), thickness: {each.width:.3f}mm{dash})' if each.stroke else "none"
    ops = []
    for op, v in each.ops:
        points = ", ".join(f"({v[i]:.3f}mm, {v[i + 1]:.3f}mm)" for i in range(0, len(v), 2))
        name = {"M": "move", "L": "line", "C": "cubic", "Z": "close"}[op]
        ops.append(f"curve.{name}({points})" if op != "Z" else 'curve.close(mode: "straight")')
    return f"#place(curve(fill: {fill}, stroke: {stroke}, {', '.join(ops)}))\n"


def line(each: Text) -> str:
    """A line of type on its baseline; its width is measured beforehand, as for all."""
    long = width(each.string, each.font, each.pt)
    string = each.string.replace("\\", "\\\\").replace('"', '\\"')
    style = "italic" if each.font == ITALIC else "normal"
    set_ = (
        f'#text(font: "{FAMILIES.get(each.font, "Source Sans Pro")}", weight: "{WEIGHTS.get(each.font, "regular")}", '
        f'style: "{style}", size: {each.pt}pt, fill: rgb("{each.colour}"), top-edge: "baseline", kerning: false, '
        f'ligatures: false, "{string}")'
    )
    if each.turn:
        x = -BEFORE[each.anchor] * long
        body = f"#place(dx: {x:.3f}mm, box(width: {long + 1:.3f}mm)[{set_}])"
        return f"#place(dx: {each.x:.3f}mm, dy: {each.y:.3f}mm, rotate({each.turn}deg, origin: top + left)[{body}])\n"
    x = each.x - BEFORE[each.anchor] * long
    return f"#place(dx: {x:.3f}mm, dy: {each.y:.3f}mm, box(width: {long + 4 * MM:.3f}mm)[{set_}])\n"
