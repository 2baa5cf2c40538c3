"""The first page of a kit: what is in it, how to print it, what to cut and fold."""

from __future__ import annotations

from collections.abc import Sequence

from generator.drawing.fonts import BOLD, MM, SANS, fitted, wrap
from generator.drawing.fonts import width as wide
from generator.drawing.geometry import shift
from generator.drawing.pen import Face, Pen, placed
from generator.drawing.text_flow import Style, TextLine, heading, pages, paragraph, total_height
from generator.kits.common.kit_context import KitContext
from generator.layout import decoration
from generator.layout.component import Component
from generator.layout.imposition import ComponentRun
from generator.layout.large_type import LEAST_LARGE
from generator.order.request import CONTENTS, PrintRequest
from generator.press import alignment
from templates.i18n import say

GAP = 8.0
STROKE = 7.0  # seconds: laying the strip, finding the marks, cutting


def cover(context: KitContext, runs: Sequence[ComponentRun]) -> Component:
    """The contents page, on as many pages as the paper needs."""
    order, palette, area = context.order, context.palette, context.order.paper.area
    accent = context.spec.accent
    large = order.type == "large"
    style = Style(palette, accent, pt=LEAST_LARGE if large else 10.4)
    head = decoration.masthead(
        area.width, context.spec.name, context.spec.summary, accent, palette, LEAST_LARGE if large else 11
    )
    top = [TextLine(decoration.MASTHEAD, tuple(head)), *(table(runs, order, area.width, style) if runs else ())]
    count = 2 if area.width >= (280 if large else 170) else 1
    room = (area.width - GAP * (count - 1)) / count
    height = area.height - (alignment.ROOM if order.duplex else 0)
    below = min(total_height(top) + 6, height)  # beyond one page the text begins on a new one
    own = 1  # sheets of the contents themselves: the text names page numbers that depend on it
    while True:
        sheets = own + sum(len(run.sheets) for run in runs)
        text = [*printing(order, sheets, room, style), *making(order, runs, room, style), *belongs(room, style)]
        made = pages(top, 1, area.width, 0, height)
        texts = pages(text, count, room, GAP, height, first=height - below)
        made[-1] += placed(texts.pop(0), shift(0, below))
        made += texts
        needed = (len(made) + 2) // 2 if order.duplex else len(made)
        if needed <= own:
            break
        own = needed
    if order.duplex:
        made[0] += alignment.cross(context)
    fronts = [
        Face(context.shown(f"contents.{n}"), area.width, area.height, tuple(items)) for n, items in enumerate(made, 1)
    ]
    if order.duplex:
        fronts.insert(1, alignment.scale(context))
    return Component(CONTENTS, say("Contents"), "", tuple(fronts), leaflet=True, pair=True)


def table(runs: Sequence[ComponentRun], order: PrintRequest, width: float, style: Style) -> list[TextLine]:
    """What is in the kit: one row a component."""
    palette, pt = style.palette, style.pt
    pieces, sheets, todo = 0.30 * width, 0.40 * width, 0.44 * width
    head = Pen()
    for x, word, anchor in (
        (0, say("In this kit"), "start"), (pieces, say("pieces"), "end"), (sheets, say("sheets"), "end"),
        (todo, say("what to do"), "start"),
    ):  # fmt: skip
        head.text(x, 4, word, BOLD, pt, palette.line(style.accent), anchor, role="TH" if x else "TRH")
    head.line(0, 5.6, width, 5.6, palette.line(style.accent), 0.4)
    rows = [TextLine(6.2, tuple(head.items), 4, keep=1)]
    for run in runs:
        pen = Pen()
        both = order.duplex and run.component.pair and not run.component.leaflet
        words = f"{run.component.advice} {say('Printed on both sides.')}" if both else run.component.advice
        if run.shares:
            words += " " + run.shares
        advice = wrap(words, SANS, pt, width - todo)
        height = max(1, len(advice)) * style.leading + 1.4
        base = pt * MM + 0.4
        many = str(run.component.pieces)
        room = pieces - wide(many, SANS, pt) - 2
        pen.text(0, base, *fitted(run.component.title, BOLD, pt, room), palette.ink, role="TRD")
        pen.text(pieces, base, many, SANS, pt, palette.ink, "end", role="TD")
        pen.text(sheets, base, str(len(run.sheets) or "–"), SANS, pt, palette.ink, "end", role="TD")
        for i, line in enumerate(advice):
            pen.text(todo, base + i * style.leading, line, SANS, pt, palette.ink, role="td" if i else "TD")
        pen.line(0, height, width, height, palette.soft, 0.2)
        rows.append(TextLine(height, tuple(pen.items), 0.6))
    return rows


def printing(order: PrintRequest, sheets: int, room: float, style: Style) -> list[TextLine]:
    """What to choose in the print dialog."""
    fronts_first = {
        "long-edge": say(
            "Sides: one, in two runs. Print pages 1 to {n}, turn the stack over its long edge, put it back so that "
            "the first sheet is printed first again, and print pages {m} to {last}."
        ),
        "short-edge": say(
            "Sides: one, in two runs. Print pages 1 to {n}, turn the stack over its short edge, put it back so that "
            "the first sheet is printed first again, and print pages {m} to {last}."
        ),
    }
    sides = {
        "single": say("Sides: one."),
        "long-edge": say("Sides: both, turned over the long edge."),
        "short-edge": say("Sides: both, turned over the short edge."),
        "fold": say("Sides: one. Backs lie beside their fronts; you fold them over."),
    }
    steps = [
        say("Paper: {paper}. Scale: 100 %, also called “actual size”. Never “fit to page”.").format(
            paper=order.paper.label
        ),
        (fronts_first if order.fronts_first else sides)[order.sides].format(n=sheets, m=sheets + 1, last=2 * sheets),
        {
            "full": say("Colour: on."),
            "saver": say("Colour: on. The ink saver draws outlines and light tints."),
            "mono": say("Colour: off. This kit uses black alone."),
        }[order.ink],
        say(
            "Print this page first and lay a ruler on the bar at its foot: it must be 50 mm long. "
            "If it is not, the scale is wrong, and nothing will fit together."
        ),
    ]
    if order.duplex:
        steps.append(
            say(
                "Print page {n} on its back: it shows whether backs lie behind their fronts, and what to do if not."
            ).format(n=sheets + 1 if order.fronts_first else 2)
        )
    return listed(say("In the print dialog"), steps, room, style)


def making(order: PrintRequest, runs: Sequence[ComponentRun], room: float, style: Style) -> list[TextLine]:
    """Scissors, glue, paper."""
    cuts, strokes = sum(run.cuts for run in runs), sum(run.strokes for run in runs)
    cut = [run.component for run in runs if not run.component.uncut and not run.component.edges and not run.grid.pitch]
    sizes = ", ".join("{} {:g} × {:g}".format(component.title, *component.size) for component in cut)
    steps = [
        say("Thick paper is 160 to 200 g, or 60 to 75 lb cover."),
        machine(order)
        or {
            "crop": say(
                "Cut from mark to mark. Each piece has marks at all of its corners, so any cut may come first."
            ),
            "lines": say("Cut along the thin lines."),
            "none": say("There are no marks on these sheets. In millimetres: {sizes}.").format(sizes=sizes),
        }[order.marks],
        *(
            [
                say(
                    "With scissors or a small trimmer: {strokes} strokes, each strip alone, about {minutes} minutes. "
                    "With a stack cutter: {cuts} cuts."
                ).format(strokes=strokes, minutes=minutes(strokes), cuts=cuts)
            ]
            * bool(cuts)
        ),
        say("Fold: dashes make a ridge, dots a valley. Score the line with the back of the knife first."),
    ]
    if order.sides == "fold":
        steps.append(
            say(
                "Cut each front out together with its back, fold along the dashes, print outside, and glue under a book."
            )
        )
    return listed(say("Scissors and glue"), steps, room, style)


def machine(order: PrintRequest) -> str:
    """What a cutting machine has to be told, if one cuts."""
    marks = order.registration
    if order.cut and marks:
        return say(
            "A machine cuts by the files beside this one, front up. Its marks are {length:g} mm long, {thick:g} mm thick, "
            "{inset:g} mm from the edges."
        ).format(length=marks.length, thick=marks.thickness, inset=marks.inset)
    return say("A machine cuts by the files beside this one, front up.") if order.cut else ""


def minutes(strokes: int) -> int:
    """How long so many strokes take, in whole minutes."""
    return max(1, round(strokes * STROKE / 60))


def ownership() -> str:
    """Whose game it is, and what it is for: it goes with everything that leaves the house."""
    return say(
        "The game belongs to its authors and publisher. Words and drawings of this kit are Sousmain’s own. "
        "It is for private use: print it for your table, do not sell it."
    )


def belongs(room: float, style: Style) -> list[TextLine]:
    """The same on the first page."""
    return [*heading(say("Whose game"), 2, room, style), *paragraph([(ownership(), SANS)], room, style, before=0.6)]


def listed(title: str, steps: Sequence[str], room: float, style: Style) -> list[TextLine]:
    """A heading and its points."""
    lines = heading(title, 2, room, style)
    for step in steps:
        lines += paragraph([(step, SANS)], room, style, bullet="–", before=0.8)
    return lines
