"""Cars of Rallye-Code: a round saloon of the 1950s, on a strip that closes into a tent."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, SERIF, cap, fitting
from generator.drawing.palette import WHITE, InkPalette
from generator.drawing.pen import Op, Path, Pen, ellipse, printable_width, rectangle
from generator.kits.common.boards import share
from generator.kits.common.kit_context import KitContext, PieceNames
from generator.kits.common.marked_colour import MarkedColour, colour_mark
from generator.kits.common.tents import Side, scaled, tent
from generator.layout.component import FRONT_BLEED, Component

DARK, PANE, CHROME = "#2b2b2b", "#bcd3da", "#9aa3a8"
BODY: tuple[Op, ...] = (
    ("M", (-0.97, 0.26)), ("C", (-1.0, 0.1, -0.99, -0.08, -0.86, -0.12)), ("C", (-0.7, -0.17, -0.62, -0.3, -0.46, -0.41)),
    ("C", (-0.28, -0.52, 0.08, -0.52, 0.2, -0.42)), ("C", (0.3, -0.34, 0.36, -0.22, 0.44, -0.14)),
    ("C", (0.62, -0.14, 0.86, -0.11, 0.94, 0.02)), ("C", (0.99, 0.1, 0.99, 0.2, 0.97, 0.28)), ("L", (0.8, 0.3)),
    ("L", (-0.8, 0.3)), ("Z", ()),
)  # fmt: skip
PANES: tuple[tuple[Op, ...], ...] = (
    (("M", (-0.58, -0.14)), ("C", (-0.5, -0.26, -0.42, -0.38, -0.17, -0.39)), ("L", (-0.17, -0.14)), ("Z", ())),
    (("M", (-0.11, -0.14)), ("L", (-0.11, -0.4)), ("C", (0.02, -0.41, 0.12, -0.4, 0.17, -0.35)),
     ("C", (0.24, -0.28, 0.28, -0.2, 0.31, -0.14)), ("Z", ())),
)  # fmt: skip
WHEELS = (-0.58, 0.58)


def saloon(colour: str, palette: InkPalette) -> list[Path]:
    """A car that drives to the right, from -1 to 1; its wheels stand at 0.5."""
    edge = palette.ink
    found = [Path(BODY, palette.area(colour)["fill"], edge, 0.025)]
    for x in WHEELS:  # the bows of the wings
        bow = (("M", (x - 0.27, 0.28)), ("C", (x - 0.27, -0.02, x + 0.27, -0.02, x + 0.27, 0.28)))
        found.append(Path(bow, None, edge, 0.02))
    found += [Path(pane, PANE if palette.floods else WHITE, edge, 0.018) for pane in PANES]
    found.append(Path((("M", (-0.14, -0.14)), ("L", (-0.14, 0.24))), None, edge, 0.014))
    found.append(Path((("M", (0.32, -0.12)), ("C", (0.3, 0.0, 0.3, 0.1, 0.27, 0.14))), None, edge, 0.014))
    found.append(Path(rectangle(-0.3, -0.05, 0.09, 0.03), palette.ink))
    chrome = CHROME if palette.floods else WHITE
    found += [Path(rectangle(x, 0.2, 0.13, 0.07, 0.03), chrome, edge, 0.014) for x in (-1.03, 0.9)]
    found.append(Path(ellipse(0.9, 0.04, 0.065), "#fff3c4" if palette.floods else WHITE, edge, 0.018))
    for x in WHEELS:
        found.append(Path(ellipse(x, 0.29, 0.21), DARK if palette.mode != "mono" else palette.ink))
        found.append(Path(ellipse(x, 0.29, 0.13), WHITE))
        found.append(Path(ellipse(x, 0.29, 0.055), chrome, edge, 0.014))
    return found


def parked(
    pen: Pen, colour: str, palette: InkPalette, x: float, low: float, half: float, to_left: bool = False
) -> None:
    """A car so long, standing on a line; towards the left if told."""
    turn = -1 if to_left else 1
    for path in saloon(colour, palette):
        moved = path.moved((half * turn, 0, 0, half, x, low - 0.5 * half))
        pen.put(Path(moved.ops, moved.fill, moved.stroke, printable_width(moved.width * half)))


def car_names(context: KitContext) -> PieceNames:
    """By colour, letter or player, with the number where there are two."""
    each = context.count["cars"] // context.order.players
    return tuple(
        tuple(f"{word} {n if each > 1 else ''}".strip() for word in (hue.name, hue.letter, name) if word)
        for hue, name in zip(context.spec.seats.values(), context.seats, strict=False)
        for n in range(1, each + 1)
    )


def cars(context: KitContext) -> Component:
    """One for each player, or two if they are few; the number on the door tells them apart."""
    texts, size = context.spec.cars, scaled(context.spec.sizes.car, share(context))  # one stands on a square
    each = context.count["cars"] // context.order.players
    fronts = []
    for seat, (hue, name) in enumerate(zip(context.spec.seats.values(), context.seats, strict=False)):
        for n in range(1, each + 1):
            number = str(n) if each > 1 else ""
            sides = (side(context, hue, number, name, to_left) for to_left in (False, True))
            fronts.append(tent(context, f"car.{seat + 1}.{n}", "", size, texts.glue, *sides))
    return Component("cars", texts.title, texts.advice, tuple(fronts), names=car_names(context))


def side(context: KitContext, hue: MarkedColour, number: str, name: str, to_left: bool) -> Side:
    """A side of a car, its nose at the same end of the strip on both."""
    palette = context.palette

    def art(pen: Pen, w: float, h: float) -> None:
        sky = h * 0.3
        over = FRONT_BLEED if palette.floods else 0
        pen.rect(-over, 0, w + 2 * over, sky, **palette.area(hue.hex, 0.3))
        on = palette.on(hue.hex)
        pen.put(colour_mark(hue, 3.2, sky / 2, sky * 0.34, palette, on_colour=True))
        pt = 9.5
        pen.text(7.6, sky / 2 + cap(BOLD, pt) / 2, hue.letter, BOLD, pt, on, "middle")
        if name:
            string, size = fitting(name, BOLD, 8, w - 11.5)
            pen.text(w - 1.4, sky / 2 + cap(BOLD, size) / 2, string, BOLD, size, on, "end")
        pen.rect(0, h - 2.2, w, 2.2, fill=palette.tint("#777777", 0.5), stroke=palette.soft, width=0.2)
        pen.line(0, h - 1.1, w, h - 1.1, "#ffffff" if palette.floods else palette.soft, 0.25, (2, 1.4))
        half = w * 0.42
        parked(pen, hue.hex, palette, w / 2, h - 1.3, half, to_left)
        if number:
            x = w / 2 + (0.13 if to_left else -0.02) * half * (-1 if to_left else 1)
            y = h - 1.3 - 0.44 * half
            pen.circle(x, y, 1.9, fill="#ffffff", stroke=palette.ink, width=0.2)
            pen.text(x, y + cap(SERIF, 8.5) / 2, number, SERIF, 8.5, palette.ink, "middle")

    return art
