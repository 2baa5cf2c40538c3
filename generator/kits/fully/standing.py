"""A finished screen of Fully as it stands, for the rules."""

from __future__ import annotations

from math import cos, pi, sin

from generator.drawing import Face, Pen, Point
from generator.fonts import SERIF, cap
from generator.studio import Studio
from generator.tone import WHITE
from referee.fully.pieces import Seat

WIDTH, HEIGHT = 84.0, 38.0
SPLAY = 62  # degrees between a wing and the line of the front
DEPTH = 0.5  # how much of what goes away from us is seen as going up


def standing(studio: Studio) -> Face:
    """From outside and a little above: the front, and behind it both wings and the board."""
    size, tone, shelf = studio.shelf.sizes.screen, studio.tone, studio.shelf
    accent = tone.line(shelf.accent)
    away, aside = size.wing * sin(SPLAY * pi / 180), size.wing * cos(SPLAY * pi / 180)
    scale = min((WIDTH - 2) / (size.front + 2 * aside), (HEIGHT - 1.5) / (size.height + away * DEPTH))

    def at(x: float, y: float, z: float) -> Point:
        """x along the front, y away from us, z up."""
        return WIDTH / 2 + (x - size.front / 2) * scale, HEIGHT - 1 - (z + y * DEPTH) * scale

    pen = Pen()
    front, high = size.front, size.height
    for start, end in ((0.0, -aside), (front, front + aside)):
        panel = [at(start, 0, 0), at(end, away, 0), at(end, away, high), at(start, 0, high)]
        pen.polygon(panel, fill=tone.tint(shelf.accent, 0.25), stroke=accent, width=0.35)
    pen.polygon(
        [at(0, 0, 0), at(front, 0, 0), at(front, 0, high), at(0, 0, high)], fill=WHITE, stroke=accent, width=0.35
    )
    pen.polygon(
        [at(5, 0, 5), at(front - 5, 0, 5), at(front - 5, 0, high - 5), at(5, 0, high - 5)],
        fill=tone.tint(shelf.accent, 0.08), stroke=accent, width=0.2,
    )  # fmt: skip
    name = shelf.seats.of(Seat.NORTH).name
    x, y = at(front / 2, 0, high / 2)
    pen.text(x, y + cap(SERIF, 20) / 2, name, SERIF, 20, accent, "middle")
    for x in (0.0, front):
        pen.line(*at(x, 0, 0), *at(x, 0, high), tone.ink, 0.3, (1.4, 0.9))
    return pen.face(studio.shown("figure.screen"), WIDTH, HEIGHT)
