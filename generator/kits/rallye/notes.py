"""Notes of Rallye-Code: four denominations, each with a colour, a pattern and a picture of its own, in figures and in words."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, ITALIC, SERIF, cap, fitted, fitting, pt_for_cap
from generator.drawing.geometry import Area
from generator.drawing.palette import InkPalette, mix
from generator.drawing.pen import HAIR, Face, Op, Pen, ellipse
from generator.kits.common.brush import Brush
from generator.kits.common.kit_context import KitContext, PieceNames
from generator.kits.common.pictures import PICTURES
from generator.kits.rallye.cars import parked
from generator.kits.rallye.guilloche import lattice, rays, rosette, waves
from generator.layout.component import Component
from referee.rallye.pieces import NOTES, PURSE, SMALL_NOTES

WHITE = 2.4  # around what is printed: neighbours touch


def note_names(context: KitContext) -> PieceNames:
    """By their value."""
    cars = context.count["notes"] // sum(NOTES.values())
    wanted = SMALL_NOTES if context.order.notes == "small" else NOTES
    called = (((str(value), context.spec.amount(value)),) * count * cars for value, count in wanted.items())
    return tuple(name for names in called for name in names)


def notes(context: KitContext) -> Component:
    """What all cars are given, denomination by denomination."""
    texts = context.spec.notes
    cars = context.count["notes"] // sum(NOTES.values())
    wanted = SMALL_NOTES if context.order.notes == "small" else NOTES
    fronts: list[Face] = []
    backs: list[Face] = []
    for value, count in wanted.items():
        face, behind = front(context, value), back(context, value)
        fronts += [face] * count * cars
        backs += [behind] * count * cars
    advice = texts.advice.format(notes=sum(wanted.values()), purse=context.spec.amount(PURSE))
    return Component(
        "notes",
        texts.title,
        advice,
        tuple(fronts),
        backs=tuple(backs),
        block=(1, 1),
        names=note_names(context),
        plain=True,
    )


def hue(context: KitContext, value: int) -> str:
    """The colour of a denomination."""
    return str(context.spec.money.notes[str(value)].hex)


def ground(pen: Pen, context: KitContext, value: int) -> Area:
    """What both sides share: a tinted field with its pattern, and a frame."""
    (w, h), palette, colour = context.spec.sizes.note, context.palette, hue(context, value)
    field = Area(WHITE, WHITE, w - 2 * WHITE, h - 2 * WHITE)
    pen.rect(field.x, field.y, field.width, field.height, 1, fill=palette.tint(colour, 0.16))
    pen.path(pattern(value, field), stroke=thin(palette, colour), width=HAIR)
    pen.rect(field.x, field.y, field.width, field.height, 1, stroke=palette.line(colour), width=0.7)
    inner = field.inset(1, 1)
    pen.rect(inner.x, inner.y, inner.width, inner.height, 0.6, stroke=palette.line(colour), width=0.2)
    return inner


def thin(palette: InkPalette, colour: str) -> str:
    """For the finest lines: light, for they are as wide as any line must be."""
    return "#b4b4b4" if palette.mode == "mono" else palette.tint(colour, 0.34)


def rose(palette: InkPalette, colour: str) -> str:
    """For the lines of a rose, which cross each other."""
    return "#777777" if palette.mode == "mono" else mix(palette.line(colour), 0.6)


def pattern(value: int, area: Area) -> tuple[Op, ...]:
    """The lines behind all: others for each denomination."""
    x, y, w, h = area.x, area.y, area.width, area.height
    step = list(NOTES).index(value)
    if step == 0:
        return tuple(op for i in range(6) for op in waves(x, y + i * h / 6, w, h / 6, 9, 2))
    if step == 1:
        return tuple(
            op for i in range(5) for op in rosette(x + h / 2 + i * (w - h) / 4, y + h / 2, h * 0.48, 8, 0.4, 2)
        )
    if step == 2:
        return lattice(x, y, w, h, 2.6)
    return (
        *rays(x + w / 2, y + h / 2, 4, h * 0.49, 96, 1.0),
        *rosette(x + w / 2, y + h / 2, w * 0.47, 36, 0.14, 3, h / w),
    )


def front(context: KitContext, value: int) -> Face:
    """Picture, figures, words."""
    (w, h), palette, colour = context.spec.sizes.note, context.palette, hue(context, value)
    money, ink, fine = context.spec.money, palette.line(colour), rose(palette, colour)
    pen = Pen()
    area = ground(pen, context, value)
    x, y, rx, ry = area.x + 12.5, h / 2, 10.4, h / 2 - WHITE - 3
    pen.path(ellipse(x, y, rx, ry), fill="#ffffff", stroke=ink, width=0.5)
    pen.path(rosette(x, y, rx - 0.7, 40, 0.08, 2, (ry - 0.7) / (rx - 0.7)), stroke=fine, width=HAIR)
    vignette(pen, context, value, Area(x - rx * 0.68, y - ry * 0.7, rx * 1.36, ry * 1.34))
    left, right = x + rx + 1.5, area.x + area.width - 1.5
    middle, room = (left + right) / 2, right - left
    figure, pt = fitting(context.spec.amount(value), SERIF, pt_for_cap(SERIF, 8.2), room - 2)
    base = h / 2 + cap(SERIF, pt) / 2 - 0.2
    halo(pen, middle, base, figure, SERIF, pt, ink)
    pen.rect(left, area.y + 1, room, 4.6, 0.6, fill="#ffffff", stroke=ink, width=0.2)
    string, size = fitting(context.spec.notes.bank, BOLD, 8, room - 2)
    pen.text(middle, area.y + 3.3 + cap(BOLD, size) / 2, string, BOLD, size, ink, "middle")
    low = area.y + area.height - 6.4
    pen.rect(left, low, room, 5.4, 0.6, **palette.area(colour, 0.3))
    string, size = fitting(money.notes[str(value)].words, BOLD, 9.4, room - 1.6)
    pen.text(middle, low + 2.7 + cap(BOLD, size) / 2, string, BOLD, size, palette.on(colour), "middle")
    return pen.face(context.shown(f"note.{value}"), w, h)


def halo(pen: Pen, x: float, y: float, string: str, font: str, pt: float, colour: str) -> None:
    """Type on a pattern: a white case around it."""
    for dx, dy in (
        (-0.35, 0),
        (0.35, 0),
        (0, -0.35),
        (0, 0.35),
        (0.25, 0.25),
        (-0.25, 0.25),
        (0.25, -0.25),
        (-0.25, -0.25),
    ):
        pen.text(x + dx, y + dy, string, font, pt, "#ffffff", "middle")
    pen.text(x, y, string, font, pt, colour, "middle")


def vignette(pen: Pen, context: KitContext, value: int, area: Area) -> None:
    """The picture of a denomination."""
    name = context.spec.money.notes[str(value)].figure
    if name == "car":
        parked(
            pen,
            hue(context, value),
            context.palette,
            area.x + area.width / 2,
            area.y + area.height * 0.72,
            area.width * 0.56,
        )
        return
    size, draw = PICTURES[name]
    draw(Brush(pen, context.palette, area, size))


def back(context: KitContext, value: int) -> Face:
    """The figures in a rose, and the words."""
    (w, h), palette, colour = context.spec.sizes.note, context.palette, hue(context, value)
    ink = palette.line(colour)
    pen = Pen()
    ground(pen, context, value)
    rx, ry = w * 0.34, h * 0.36
    pen.path(ellipse(w / 2, h / 2, rx, ry), fill="#ffffff", stroke=ink, width=0.4)
    pen.path(rosette(w / 2, h / 2, rx - 0.6, 48, 0.2, 3, ry / rx), stroke=rose(palette, colour), width=HAIR)
    pen.path(ellipse(w / 2, h / 2, rx * 0.78, ry * 0.76), fill="#ffffff", stroke=ink, width=0.2)
    figure, pt = fitting(context.spec.amount(value), SERIF, pt_for_cap(SERIF, 7), rx * 1.36)
    pen.text(w / 2, h / 2 + 1.6, figure, SERIF, pt, ink, "middle")
    words = context.spec.money.notes[str(value)].words
    pen.text(w / 2, h / 2 + 5.8, *fitted(words, ITALIC, 8, rx * 1.24), ink, "middle")
    return pen.face(context.shown(f"note.{value}.back"), w, h)
