"""What stands on the board: a token for each player, and four radio towers."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, fitted
from generator.drawing.pen import Pen
from generator.drawing.shapes import handset, mast
from generator.kits.allo.stand import seat_names
from generator.kits.common.boards import share
from generator.kits.common.kit_context import KitContext, PieceNames
from generator.kits.common.marked_colour import MarkedColour
from generator.kits.common.tents import Side, badge, scaled, tent
from generator.layout.component import FRONT_BLEED, Component

STEEL = "#5b6670"  # of no player
CLEAR_OF_NEXT = FRONT_BLEED + 0.3  # towers touch on the sheet, and the colour of each runs over the next


def tokens(context: KitContext) -> Component:
    """One for each player, with the name if there is one."""
    texts, size = context.spec.tokens, scaled(context.spec.sizes.token, share(context))
    fronts = tuple(
        tent(context, f"token.{seat + 1}", hue.hex, size, texts.glue, receiver(context, hue, name))
        for seat, (hue, name) in enumerate(zip(context.spec.seats.values(), context.seats, strict=False))
    )
    return Component("tokens", texts.title, texts.advice, fronts, names=seat_names(context))


def tower_names(context: KitContext) -> PieceNames:
    """By their numbers."""
    return tuple((str(n),) for n in range(1, context.count["towers"] + 1))


def towers(context: KitContext) -> Component:
    """All of one colour that no player has, with numbers, so that one can say which."""
    texts, size = context.spec.towers, scaled(context.spec.sizes.tower, share(context))
    fronts = tuple(
        tent(context, f"tower.{n}", STEEL, size, texts.glue, aerial(context, n))
        for n in range(1, context.count["towers"] + 1)
    )
    floods = (STEEL,) * len(fronts)
    return Component("towers", texts.title, texts.advice, fronts, names=tower_names(context), floods=floods)


def receiver(context: KitContext, hue: MarkedColour, name: str) -> Side:
    """A side of a token: a receiver, the mark and the letter of its colour."""
    palette = context.palette

    def art(pen: Pen, w: float, h: float) -> None:
        flood = palette.floods
        if not flood:
            pen.rect(0.9, 0.9, w - 1.8, h - 1.8, 1.4, **palette.area(hue.hex, 0.7))
        colour = palette.on(hue.hex)
        pen.path(handset(w / 2, h * 0.28, w * 0.36), fill=colour)
        badge(pen, hue, w / 2, h * 0.62, w * 0.155, palette, on_colour=True)
        if name:
            pen.text(w / 2, h - 2.6, *fitted(name, BOLD, 8, w - 3), colour, "middle")

    return art


def aerial(context: KitContext, number: int) -> Side:
    """A side of a tower: a mast and its number."""
    palette = context.palette

    def art(pen: Pen, w: float, h: float) -> None:
        if not palette.floods:
            pen.rect(0.9, 0.9, w - 1.8, h - 1.8, 1.4, **palette.area(STEEL, 0.7))
        on = palette.on(STEEL)
        pen.path(mast(w / 2, h * 0.42, min(h * 0.36, (w / 2 - CLEAR_OF_NEXT) / 0.74)), fill=on)  # a wave ends at 0.74
        pt = 15.0
        pen.text(w / 2, h - 3.4, str(number), BOLD, pt, on, "middle")

    return art
