"""What stands beside the country on the board: the name of the game, the deck, how a turn goes, the cables."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, ITALIC, MM, SANS, SERIF, cap, fitted, fitting, wrap
from generator.drawing.geometry import Area
from generator.drawing.pen import Pen
from generator.drawing.shapes import handset
from generator.kits.allo.chart import Chart
from generator.kits.common.kit_context import KitContext
from referee.allo.pieces import STRIPS


def panel(pen: Pen, context: KitContext, area: Area, k: float, chart: Chart) -> None:
    """All of it, from top to bottom; k is the size of the board, measured by the large one."""
    texts, palette, accent = context.spec.board, context.palette, context.palette.line(context.spec.accent)
    x, y, room = area.x + 6 * k, area.y + 5 * k, area.width - 12 * k
    pen.rect(area.x, area.y, area.width, area.height, 2 * k, fill="#ffffff", stroke=accent, width=0.4)
    pen.path(handset(x + room / 2, y + 16 * k, 17 * k), **palette.badge(context.spec.accent))
    string, font, pt = fitted(context.spec.name, SERIF, 36 * k, room)
    pen.text(x + room / 2, y + 48 * k, string, font, pt, accent, "middle")

    if context.order.country:  # the name of the game is that of another one
        string, font, pt = fitted(context.order.country.map.name, SERIF, 20 * k, room)
        pen.text(x + room / 2, y + 57 * k, string, font, pt, palette.ink, "middle")
        y += 9 * k
    y = deck(pen, context, x, y + 57 * k, room, k) + 15 * k
    pt = max(9.4, 15.5 * k)
    steps = [(f"{n}.", step) for n, step in enumerate(texts.steps, 1)]
    y = points(pen, context, x, y, room, texts.turn, steps, pt)
    y = points(pen, context, x, y + 6 * k, room, texts.cost, [("–", line) for line in texts.costs], pt)
    y = points(pen, context, x, y + 6 * k, room, texts.stock, [("–", texts.gain)], pt)
    stock(pen, context, Area(x, y, room, area.y + area.height - 9 * k - y), chart)
    note, pt = fitting(texts.section.format(length=f"{chart.section:g}"), SANS, max(7.2, 10 * k), room)
    pen.text(x + room / 2, area.y + area.height - 4 * k, note, SANS, pt, palette.ink, "middle")


def deck(pen: Pen, context: KitContext, x: float, y: float, room: float, k: float) -> float:
    """A place for the event cards; gives where it ends."""
    texts, palette, accent = context.spec.board, context.palette, context.palette.line(context.spec.accent)
    size: tuple[float, float] = context.spec.sizes.event
    w, h = size[0] + 4, size[1] + 4
    middle = x + room / 2
    tint = palette.tint(context.spec.accent, 0.1)
    pen.rect(middle - w / 2, y, w, h, 2, fill=tint, stroke=accent, width=0.4, dash=(2, 1.4))
    pen.text(middle, y + h / 2, *fitted(texts.deck, SERIF, 22 * k, w - 4), accent, "middle")
    pen.text(middle, y + h / 2 + 8 * k, *fitted(texts.under, ITALIC, max(8, 11 * k), w - 4), palette.ink, "middle")
    return y + h


def points(
    pen: Pen, context: KitContext, x: float, y: float, room: float, head: str, said: list[tuple[str, str]], pt: float
) -> float:
    """A heading and its points; gives where the next line would stand."""
    palette, accent = context.palette, context.palette.line(context.spec.accent)
    lead, indent = pt * 1.2 * MM, 1.5 * pt * MM
    pen.text(x, y, *fitted(head, SERIF, pt * 1.25, room), accent)
    y += lead * 1.3
    for bullet, text in said:
        pen.text(x, y, bullet, BOLD, pt, accent)
        for line in wrap(text, SANS, pt, room - indent):
            pen.text(x + indent, y, line, SANS, pt, palette.ink)
            y += lead
        y += lead * 0.12
    return y


def stock(pen: Pen, context: KitContext, area: Area, chart: Chart) -> None:
    """A place for the strips of each length, in their own size, as far as there is room."""
    palette = context.palette
    row = min(area.height / len(STRIPS), chart.breadth + 12)
    if row < chart.breadth + 1:
        return
    for i, length in enumerate(STRIPS):
        y = area.y + i * row + (row - chart.breadth) / 2
        pt = 11.0
        pen.text(area.x + 2, y + chart.breadth / 2 + cap(BOLD, pt) / 2, str(length), BOLD, pt, palette.ink, "middle")
        for n in range(length):
            x = area.x + 8 + n * chart.section
            pen.rect(
                x,
                y,
                chart.section,
                chart.breadth,
                fill=palette.tint(context.spec.accent, 0.1),
                stroke=palette.soft,
                width=0.25,
            )
