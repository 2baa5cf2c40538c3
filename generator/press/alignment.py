"""Are the backs behind their fronts? A cross on the first sheet and, behind it, a scale on which to read the error."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, SANS, cap
from generator.drawing.geometry import shift
from generator.drawing.palette import InkPalette
from generator.drawing.pen import Face, Item, Pen, placed
from generator.drawing.text_flow import Style, filled_page, heading, paragraph, total_height
from generator.kits.common.kit_context import KitContext
from generator.layout.paper import behind
from generator.layout.printer_profile import FARTHEST
from templates.i18n import say

ROOM = 36.0  # that much of the first page, at its foot, is kept for the cross
ARM = 5.0


def spot(context: KitContext) -> tuple[float, float]:
    """Where the cross stands on the front: low on the page, in the middle of its own strip."""
    area = context.order.paper.area
    return area.x + area.width / 2, area.y + area.height - ROOM / 2


def cross(context: KitContext) -> list[Item]:
    """The cross, in the coordinates of the page's area."""
    area, (x, y) = context.order.paper.area, spot(context)
    pen = Pen()
    crosshair(pen, x - area.x, y - area.y, context.palette)
    return pen.items


def crosshair(pen: Pen, x: float, y: float, palette: InkPalette) -> None:
    """A cross that shines through paper."""
    pen.line(x - ARM, y, x + ARM, y, palette.ink, 0.4)
    pen.line(x, y - ARM, x, y + ARM, palette.ink, 0.4)
    pen.circle(x, y, 1.2, stroke=palette.ink, width=0.25)


def ruler(pen: Pen, x: float, y: float, palette: InkPalette, accent: str, down: bool = True) -> None:
    """Millimetres to the right and, unless there is none, down: around the spot where a cross must shine through."""
    reach = int(FARTHEST)
    for n in range(-reach, reach + 1):
        tick = 2.4 if n % 5 == 0 else 1.2
        pen.line(x + n, y - tick, x + n, y + tick, palette.line(accent), 0.2)
        if down:
            pen.line(x - tick, y + n, x + tick, y + n, palette.line(accent), 0.2)
        if n % 5 == 0 and n:
            label = f"{n:+d}".replace("-", "−")
            pen.text(x + n, y - 3.2 if n < 0 else y + 5.2, label, BOLD, 7.5, palette.ink, "middle")
            if down:
                side, anchor = (3.4, "start") if n < 0 else (-3.4, "end")
                pen.text(x + side, y + n + cap(BOLD, 7.5) / 2, label, BOLD, 7.5, palette.ink, anchor)
    if down:
        pen.text(x + reach + 3, y + cap(BOLD, 9) / 2, "X", BOLD, 9, palette.ink)
        pen.text(x, y + reach + 5, "Y", BOLD, 9, palette.ink, "middle")


def scale(context: KitContext) -> Face:
    """The back of the first page: a scale in millimetres around the spot where the cross must shine through."""
    order, palette, area = context.order, context.palette, context.order.paper.area
    *_, x, y = behind(shift(*spot(context)), 0, order.paper, order.sides, order.shift, order.turn)
    x, y = x - area.x, y - area.y
    pen = Pen()
    ruler(pen, x, y, palette, context.spec.accent)

    style = Style(palette, context.spec.accent, pt=10.4)
    room = min(area.width, 120.0)
    lines = heading(say("Are the backs in place?"), 2, room, style)
    for step in (
        say("Hold this sheet against the light, with this side towards you. A cross shines through from the front."),
        say("Does it stand in the middle of the scale? Then all is well."),
        say(
            "If not, read where it stands and print again with those two numbers: --back-offset X,Y. "
            "To the right and down is plus."
        )
        if order.offset == (0, 0)
        else say("If not, read where it stands, add that to the two numbers you gave --back-offset, and print again."),
    ):
        lines += paragraph([(step, SANS)], room, style, bullet="–", before=0.8)
    text, _ = filled_page(lines, 1, room, 0, area.height)
    top = y + 22 if y < area.height / 2 else y - 22 - total_height(lines)
    pen.put(*placed(text, shift((area.width - room) / 2, top)))
    return pen.face(context.shown("alignment"), area.width, area.height)
