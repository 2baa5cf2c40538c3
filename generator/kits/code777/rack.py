"""Racks of Code 777: a prism with a pocket for three tiles."""

from __future__ import annotations

from generator.drawing.fonts import MM, SANS, SERIF, cap, fitting, wrap_even
from generator.drawing.geometry import Area
from generator.drawing.pen import Face, Pen
from generator.kits.code777.spec import GLUED
from generator.kits.common import folded_rack
from generator.kits.common.holder import Holder
from generator.kits.common.kit_context import KitContext, PieceNames
from generator.layout import decoration
from generator.layout.component import Component
from referee.code777.pieces import TILES_ON_A_RACK


def rack_names(context: KitContext) -> PieceNames:
    """By player or number; then those of nobody."""
    own = tuple(context.names(seat) for seat in range(context.order.players))
    return own + ((context.spec.racks.everyone,),) * (context.count["racks"] - len(own))


def racks(context: KitContext) -> Component:
    """One for each player, then those that belong to nobody."""
    texts = context.spec.racks
    wanted = [(name, texts.warning) for name in context.seats]
    wanted += [(texts.everyone, texts.behind)] * (context.count["racks"] - len(wanted))
    faces = {words: rack(context, *words, number) for number, words in enumerate(dict.fromkeys(wanted), 1)}
    return Component(
        "racks", texts.title, texts.advice, tuple(faces[words] for words in wanted), names=rack_names(context)
    )


def wooden_racks(context: KitContext) -> tuple[Holder, ...]:
    """The same of wood."""
    return (Holder("racks", context.spec.sizes.tile, TILES_ON_A_RACK, context.count["racks"]),)


def rack(context: KitContext, name: str, warning: str, number: int) -> Face:
    """The flat strip."""
    size, palette, accent = context.spec.rack, context.palette, context.spec.accent

    def lip(pen: Pen, area: Area) -> None:
        w, middle = area.width, area.y + area.height / 2
        pen.rect(0.8, area.y + 0.8, w - 1.6, area.height - 1.6, 0.8, **palette.area(accent, 0.3))  # clear of the fold
        if name:
            string, pt = fitting(name, SERIF, 17, w - 12)
            pen.text(w / 2, middle + cap(SERIF, pt) / 2, string, SERIF, pt, palette.on(accent), "middle")
        else:
            field = Area(w / 2 - 32, area.y + 1.8, 64, area.height - 3.6)
            pen.rect(
                field.x, field.y, field.width, field.height, 1, fill="#ffffff", stroke=palette.on(accent), width=0.2
            )

    pocket = folded_rack.Pocket(context.spec.sizes.tile, TILES_ON_A_RACK, GLUED)
    back = owned(context, name, warning, size.width, size.back)
    return folded_rack.rack_strip(context, f"rack.{number}", size, context.spec.racks, pocket, back, lip)


def owned(context: KitContext, name: str, warning: str, w: float, h: float) -> Pen:
    """What its owner sees: the name, and a warning not to look."""
    palette, accent = context.palette, context.spec.accent
    pen = Pen()
    inner = Area(3, 3, w - 6, h - 6)
    pen.rect(
        inner.x, inner.y, inner.width, inner.height, fill=palette.tint(accent), stroke=palette.line(accent), width=0.3
    )
    pen.put(*decoration.pad_corners(inner, 9, palette.line(accent), palette))
    lines = wrap_even(warning, SANS, 10, w - 36)
    if name:
        string, pt = fitting(name, SERIF, 24, w - 30)
        pen.text(w / 2, h / 2 - 1.5, string, SERIF, pt, palette.line(accent), "middle")
    first = h / 2 + (6.5 if name else 1.5 - 2.2 * (len(lines) - 1))
    for i, line in enumerate(lines):
        pen.text(w / 2, first + i * 10 * 1.25 * MM, line, SANS, 10, palette.ink, "middle")
    return pen


def profile(context: KitContext) -> Face:
    """A finished rack from the side, for the rules."""
    texts = context.spec.racks
    tile = texts.tile, context.spec.sizes.tile[1]
    return folded_rack.side_view(context, "rack.profile", context.spec.rack, tile, (texts.owner, texts.others), 0.72)
