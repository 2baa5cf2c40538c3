"""Event cards of Allo... la France: how far to move, whether to call, and what else may happen."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, MM, SANS, SERIF, cap, fitted, fitting, pt_for_cap, wrap_even
from generator.drawing.geometry import Area
from generator.drawing.pen import Face, Path, Pen
from generator.drawing.shapes import handset, mast
from generator.kits.common.kit_context import KitContext, PieceNames
from generator.layout import decoration
from generator.layout.component import Component
from referee.allo.pieces import DECK, GIFT, MOST_UNITS, Card, Part, Special

STOP = "#c8322f"


def event_names(context: KitContext) -> PieceNames:
    """By their numbers."""
    return tuple((str(event.number),) for event in DECK)


def events(context: KitContext) -> Component:
    """The deck, from the referee's own list."""
    spec = context.spec
    fronts = tuple(card(context, event) for event in DECK)
    back = decoration.card_back(context.shown("event.back"), spec.sizes.event, spec.accent, "Allo", context.palette)
    return Component("events", spec.events.title, spec.events.advice, fronts, back, names=event_names(context))


def card(context: KitContext, event: Card) -> Face:
    """Above: the move and the call. Below: the special, if there is one."""
    (w, h), palette, texts = context.spec.sizes.event, context.palette, context.spec.events
    accent = palette.line(context.spec.accent)
    pen = Pen()
    frame = Area(2.2, 2.2, w - 4.4, h - 4.4)
    pen.rect(frame.x, frame.y, frame.width, frame.height, stroke=accent, width=0.3)
    pen.put(*decoration.pad_corners(frame, 5, accent, palette))
    left, right = w * 0.29, w * 0.71
    pen.text(left, 20.4, str(event.move), SERIF, pt_for_cap(SERIF, 12), palette.ink, "middle")
    pen.text(
        left, 25.2, *fitted(texts.link if event.move == 1 else texts.links, BOLD, 9, w * 0.4), palette.ink, "middle"
    )
    phone(pen, context, event.call, right, 14.2, 6.6)
    word = texts.call if event.call else texts.barred
    pen.text(right, 25.2, *fitted(word, BOLD, 9, w * 0.44), palette.ink, "middle")
    pen.line(6, 28.4, w - 6, 28.4, accent, 0.3)
    if event.special:
        special(pen, context, event.special, event.part, Area(4.4, 29.6, w - 8.8, h - 36.6))
    else:
        route(pen, context, event.move, Area(8, 32, w - 16, h - 42))
    pen.text(w / 2, h - 3.6, str(event.number), SANS, 7.5, palette.ink, "middle")
    return pen.face(context.shown(f"event.{event.number}"), w, h)


def route(pen: Pen, context: KitContext, links: int, area: Area) -> None:
    """As many links as the move has, where nothing else is said."""
    palette, accent = context.palette, context.spec.accent
    step = area.width / 3
    spots = [(0, 0), (1, 1), (2, 0), (3, 1), (2, 2), (1, 3), (0, 2)][: links + 1]
    wide, high = (max(spot[i] for spot in spots) for i in (0, 1))
    left, top = area.x + (area.width - wide * step) / 2, area.y + (area.height - high * step * 0.6) / 2
    points = [(left + u * step, top + v * step * 0.6) for u, v in spots]
    way = (("M", points[0]), *(("L", point) for point in points[1:]))
    pen.put(Path(way, stroke=palette.tint(accent, 0.45) if palette.floods else palette.soft, width=0.8))
    for i, (x, y) in enumerate(points):
        last = i == links
        pen.circle(
            x,
            y,
            2.0 if last else 1.3,
            fill=palette.line(accent) if last else "#ffffff",
            stroke=palette.line(accent),
            width=0.4,
        )


def phone(pen: Pen, context: KitContext, call: bool, x: float, y: float, r: float) -> None:
    """A receiver; crossed out where no call is allowed."""
    palette = context.palette
    if call:
        pen.path(handset(x, y, r), **palette.badge(context.spec.accent))
        return
    pen.path(handset(x, y, r), fill=palette.tint(context.spec.accent, 0.45), stroke=palette.ink, width=0.25)
    slash = (("M", (x - r, y - r * 0.85)), ("L", (x + r, y + r * 0.95)))
    pen.put(Path(slash, stroke="#ffffff", width=2.6), Path(slash, stroke=palette.line(STOP), width=1.3))
    slash = (("M", (x + r, y - r * 0.85)), ("L", (x - r, y + r * 0.95)))
    pen.put(Path(slash, stroke="#ffffff", width=2.6), Path(slash, stroke=palette.line(STOP), width=1.3))


def special(pen: Pen, context: KitContext, kind: Special, part: Part | None, area: Area) -> None:
    """Title and text of a special; a kept card says so."""
    palette, texts = context.palette, context.spec.special[kind]
    accent = context.spec.accent
    middle = area.x + area.width / 2
    title = texts.title.format(units=GIFT)
    pen.rect(area.x, area.y + 0.6, area.width, 5.4, 0.8, **palette.area(accent, 0.3))
    aerial = kind in (Special.TOWER, Special.SHIFT)
    string, pt = fitting(title, BOLD, 9.5, area.width - (10 if aerial else 2))
    pen.text(
        middle + (1.5 if aerial else 0),
        area.y + 3.3 + cap(BOLD, pt) / 2,
        string,
        BOLD,
        pt,
        palette.on(accent),
        "middle",
    )
    said = texts.text.format(part=context.spec.parts[part] if part else "", most=MOST_UNITS)
    for pt in (8.6, 8.2, 7.8, 7.4, 7.0):
        rows = wrap_even(said, SANS, pt, area.width - 1)
        if len(rows) * pt * 1.16 * MM <= area.height - 8.6:
            break
    lead = pt * 1.16 * MM
    top = area.y + 6.6 + (area.height - 6.6 - len(rows) * lead) / 2 + pt * 0.8 * MM
    for i, row in enumerate(rows):
        pen.text(middle, top + i * lead, row, SANS, pt, palette.ink, "middle")
    if aerial:
        pen.path(mast(area.x + 2.8, area.y + 3.4, 2.2), fill=palette.on(accent))
