"""What stands on the board: a token for each player, and four radio towers."""

from __future__ import annotations

from generator.component import Component
from generator.drawing import Pen
from generator.fonts import BOLD, fitted
from generator.kits.hue import Hue
from generator.kits.tents import Side, badge, tent
from generator.shapes import handset, mast
from generator.studio import Studio


def tokens(studio: Studio) -> Component:
    """One for each player, with the name if there is one."""
    texts, size = studio.shelf.tokens, studio.shelf.sizes.token
    fronts = tuple(
        tent(studio, f"token.{seat + 1}", hue.hex, size, texts.glue, receiver(studio, hue, name))
        for seat, (hue, name) in enumerate(zip(studio.shelf.colours.values(), studio.seats, strict=False))
    )
    return Component("tokens", texts.title, texts.advice, fronts)


def towers(studio: Studio) -> Component:
    """Each in a colour of its own, so that one can say which."""
    texts, size = studio.shelf.towers, studio.shelf.sizes.tower
    fronts = tuple(
        tent(studio, f"tower.{n + 1}", hue.hex, size, texts.glue, aerial(studio, hue))
        for n, hue in enumerate(list(studio.shelf.colours.values())[: studio.count["towers"]])
    )
    return Component("towers", texts.title, texts.advice, fronts)


def receiver(studio: Studio, hue: Hue, name: str) -> Side:
    """A side of a token: a receiver, the mark and the letter of its colour."""
    tone = studio.tone

    def art(pen: Pen, w: float, h: float) -> None:
        flood = tone.floods
        if not flood:
            pen.rect(0.9, 0.9, w - 1.8, h - 1.8, 1.4, **tone.area(hue.hex, 0.7))
        colour = tone.on(hue.hex)
        pen.path(handset(w / 2, h * 0.28, w * 0.36), fill=colour)
        badge(pen, hue, w / 2, h * 0.62, w * 0.155, tone, on_colour=True)
        if name:
            pen.text(w / 2, h - 2.6, *fitted(name, BOLD, 8, w - 3), colour, "middle")

    return art


def aerial(studio: Studio, hue: Hue) -> Side:
    """A side of a tower."""
    tone = studio.tone

    def art(pen: Pen, w: float, h: float) -> None:
        if not tone.floods:
            pen.rect(0.9, 0.9, w - 1.8, h - 1.8, 1.4, **tone.area(hue.hex, 0.7))
        pen.path(mast(w / 2, h * 0.42, h * 0.36 if h * 0.36 < w * 0.62 else w * 0.62), fill=tone.on(hue.hex))
        badge(pen, hue, w / 2, h - 6, w * 0.13, tone, on_colour=True)

    return art
