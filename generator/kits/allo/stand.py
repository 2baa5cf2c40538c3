"""Stands of Allo... la France: a prism with a pocket for the four plates of a number."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, SERIF, cap, fitted, fitting
from generator.drawing.geometry import Area
from generator.drawing.pen import Face, Pen
from generator.drawing.shapes import handset
from generator.kits.allo.spec import GLUED
from generator.kits.common import folded_rack
from generator.kits.common.holder import Holder
from generator.kits.common.kit_context import KitContext, PieceNames
from generator.kits.common.tents import badge
from generator.layout import decoration
from generator.layout.component import Component
from referee.allo.pieces import Part


def seat_names(context: KitContext) -> PieceNames:
    """Of what each seat has one of: by colour, player or number."""
    return tuple(context.names(seat, context.spec.hue(seat).name) for seat in range(len(context.seats)))


def stands(context: KitContext) -> Component:
    """One for each player."""
    texts = context.spec.stands
    fronts = tuple(stand(context, seat, name) for seat, name in enumerate(context.seats))
    return Component("stands", texts.title, texts.advice, fronts, names=seat_names(context))


def pocket(context: KitContext) -> folded_rack.Pocket:
    """The four plates."""
    return folded_rack.Pocket(context.spec.sizes.plate, len(Part), GLUED)


def wooden_stands(context: KitContext) -> tuple[Holder, ...]:
    """The same of wood."""
    return (Holder("stands", context.spec.sizes.plate, len(Part), context.count["stands"]),)


def stand(context: KitContext, seat: int, name: str) -> Face:
    """The flat strip."""
    size, palette, hue = context.spec.sizes.stand, context.palette, context.spec.hue(seat)
    wide = context.spec.sizes.plate[0]

    def lip(pen: Pen, area: Area) -> None:
        if not palette.floods:
            pen.rect(0.8, area.y + 0.8, area.width - 1.6, area.height - 1.6, 0.8, **palette.area(hue.hex, 0.4))
        for part, x in zip(Part, pocket(context).places(area.width), strict=True):
            string, pt = fitting(context.spec.parts[part], BOLD, 11, wide - 1)
            base = area.y + area.height / 2 + cap(BOLD, pt) / 2
            pen.text(x + wide / 2, base, string, BOLD, pt, palette.on(hue.hex), "middle")

    back = facing(context, seat, name, size.width, size.back)
    flood = hue.hex if palette.floods else None
    return folded_rack.rack_strip(
        context, f"stand.{seat + 1}", size, context.spec.stands, pocket(context), back, lip, flood
    )


def facing(context: KitContext, seat: int, name: str, w: float, h: float) -> Pen:
    """What the others see: the colour, its mark and letter, and the name."""
    palette, hue = context.palette, context.spec.hue(seat)
    on = palette.on(hue.hex)
    pen = Pen()
    if not palette.floods:
        pen.rect(1.2, 1.2, w - 2.4, h - 2.4, 2, **palette.area(hue.hex, 0.7))
    inner = Area(3, 3, w - 6, h - 6)
    pen.rect(inner.x, inner.y, inner.width, inner.height, stroke=on, width=0.3)
    pen.put(*decoration.pad_corners(inner, 7, on, palette))
    pen.path(handset(w / 2, h * (0.34 if name else 0.5), 9), fill=on)
    for x in (w * 0.17, w * 0.83):
        badge(pen, hue, x, h / 2, 4.2, palette, on_colour=True)
    if name:
        pen.text(w / 2, h * 0.8, *fitted(name, SERIF, 22, w * 0.5), on, "middle")
    return pen


def profile(context: KitContext) -> Face:
    """A finished stand from the side, for the rules."""
    size, texts = context.spec.sizes, context.spec.stands
    plate = context.spec.plates.title, size.plate[1]
    return folded_rack.side_view(context, "stand.profile", size.stand, plate, (texts.others, texts.owner), 0.78)
