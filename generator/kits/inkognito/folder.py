"""Folders of Inkognito: a whole sheet, folded in half, whose lid hides what is written behind it."""

from __future__ import annotations

from collections.abc import Sequence

from generator.drawing.fonts import BOLD, ITALIC, MM, SANS, SERIF, cap, fitted, fitting, width, wrap
from generator.drawing.geometry import Area
from generator.drawing.pen import Face, Pen, rectangle
from generator.kits.common.kit_context import KitContext, PieceNames
from generator.kits.common.marked_colour import MarkedColour
from generator.kits.inkognito.frames import mark, masks
from generator.layout import decoration
from generator.layout.component import Component
from generator.layout.large_type import LEAST_LARGE
from generator.layout.paper import SAFE
from referee.inkognito.pieces import AMBASSADOR, Colour

CLEAR = 4.0  # from the fold
READ = 11.0  # points of what its owner reads


def folder_names(context: KitContext) -> PieceNames:
    """By colour, player or number."""
    hues = [context.spec.colours.of(colour).name for colour in Colour]
    return tuple(context.names(seat, hues[seat]) for seat in range(context.count["folders"]))


def read(context: KitContext, usual: float = READ) -> float:
    """How large type is that its owner reads, in points."""
    return LEAST_LARGE if context.order.type == "large" else usual


def folders(context: KitContext) -> Component:
    """One for each player, in the colour of the seat; black is the Ambassador's."""
    texts = context.spec.folders
    fronts = tuple(folder(context, seat) for seat in range(context.count["folders"]))
    return Component("folders", texts.title, texts.advice, fronts, whole=True, names=folder_names(context))


def folder(context: KitContext, seat: int) -> Face:
    """The lid above the fold, as the others see it; below the fold what its owner reads before folding."""
    colour = [*Colour][seat]
    paper = context.order.paper
    area = paper.area
    fold = paper.height / 2 - SAFE
    pen = Pen()
    cover(pen, context, Area(0, 0, area.width, fold - CLEAR), context.spec.colours.of(colour), seat)
    pen.put(decoration.fold(0, fold, area.width, fold, context.palette))
    below = Area(0, fold + CLEAR, area.width, area.height - fold - CLEAR)
    inside(pen, context, below)
    return pen.face(context.shown(f"folder.{colour}"), area.width, area.height)


def cover(pen: Pen, context: KitContext, area: Area, hue: MarkedColour, seat: int) -> None:
    """A desk pad with a mask, two large words and the owner's label."""
    palette, texts, accent = context.palette, context.spec.folders, context.spec.accent
    line = palette.line(accent)
    pen.rect(area.x, area.y, area.width, area.height, fill=palette.tint(accent, 0.12), stroke=line, width=0.5)
    inner = area.inset(3, 3)
    pen.rect(inner.x, inner.y, inner.width, inner.height, stroke=line, width=0.25)
    pen.put(*decoration.pad_corners(inner, min(22.0, inner.height / 5), line, palette))
    x = area.x + area.width / 2
    unit = area.height / 100
    wide = min(area.width * 0.3, 46 * unit)
    fill = line if palette.mode != "mono" else None
    pen.put(masks(x, area.y + 11 * unit, wide, palette.tint(accent, 0.6) if not palette.floods else fill, line))
    string, pt = fitting(texts.heading.upper(), SERIF, 58 * min(1.0, unit / 1.2), area.width * 0.72)
    base = area.y + 56 * unit
    pen.text(x, base, string, SERIF, pt, line, "middle")
    half = width(string, SERIF, pt) / 2 + 4
    high = cap(SERIF, pt)
    shrunk = min(1.0, unit / 1.2)
    for grow, weight in ((5.0 * shrunk, 0.9), (6.6 * shrunk, 0.3)):
        frame = rectangle(x - half - grow + 4, base - high - grow, 2 * half + 2 * grow - 8, high + 2 * grow, 1.5)
        pen.path(frame, stroke=line, width=weight)
    pen.text(
        x,
        area.y + 71 * unit,
        *fitted(texts.warning, ITALIC, read(context) if unit > 1 else 8, area.width * 0.8),
        palette.ink,
        "middle",
    )
    label(pen, context, Area(x - area.width * 0.26, area.y + 78 * unit, area.width * 0.52, 13 * unit), hue, seat)


def label(pen: Pen, context: KitContext, area: Area, hue: MarkedColour, seat: int) -> None:
    """A white field with the owner's colour by shape and letter, and the name or a line for it."""
    palette, texts = context.palette, context.spec.folders
    pen.rect(area.x, area.y, area.width, area.height, 1.2, fill="#ffffff", stroke=palette.line(hue.hex), width=0.6)
    middle = area.y + area.height / 2
    r = min(4.6, area.height * 0.34)
    pen.put(mark(hue, area.x + 3 + r, middle, r, palette))
    x = area.x + 3 + 2 * r + 2.4
    pen.text(x, middle + cap(BOLD, 16) / 2, hue.letter, BOLD, 16, palette.ink)
    x += width(hue.letter, BOLD, 16) + 3
    end = area.x + area.width - 4
    name = context.seats[seat]
    role = context.spec.roles.ambassador if seat == AMBASSADOR else texts.owner
    if name:
        pen.text((x + end) / 2, middle + cap(SERIF, 16) / 2, *fitted(name, SERIF, 16, end - x), palette.ink, "middle")
        return
    pt = read(context, 10)
    pen.text(x, middle + cap(SANS, pt) / 2, role, SANS, pt, palette.ink)
    pen.line(x + width(role, SANS, pt) + 2, middle + 2.2, end, middle + 2.2, palette.soft, 0.25)


def inside(pen: Pen, context: KitContext, area: Area) -> None:
    """How to use it, beside a folder seen from its side; then a round in short. Where the paper has no room for both, large
    type keeps the round, which is read in every game, and other type what comes first."""
    texts = context.spec.folders
    beside = area.width >= 180
    x, wide = area.x + area.width * 0.04, area.width * 0.92
    low = area.y + area.height
    reminders = texts.reminders_five if context.order.players > AMBASSADOR else texts.reminders
    first, rest = Area(x, area.y + 4, wide * (0.6 if beside else 1), low), Area(x, area.y + 4, wide, low)
    y = listed(Pen(), context, texts.how, texts.steps, first)
    y = max(y, area.y + 45) if beside else y
    below = Area(x, y + 6, wide, low)
    both = listed(Pen(), context, texts.round, reminders, below) <= low
    if not both and context.order.type == "large" and listed(Pen(), context, texts.round, reminders, rest) <= low:
        listed(pen, context, texts.round, reminders, rest)
        return
    listed(pen, context, texts.how, texts.steps, first)
    if beside:
        profile(pen, context, x + wide - 62, area.y + 36)
    if both:
        pen.line(x, y + 2, x + wide, y + 2, context.palette.soft, 0.2)
        listed(pen, context, texts.round, reminders, below)


def listed(pen: Pen, context: KitContext, title: str, steps: Sequence[str], area: Area) -> float:
    """A heading and numbered points from the top of an area; gives where they end."""
    palette, accent = context.palette, context.palette.line(context.spec.accent)
    pt = read(context)
    lead, y, hang = pt * 1.28 * MM, area.y + 8.6, 6 * pt / READ
    pen.text(area.x, area.y + 4.4, title, SERIF, max(14, 1.2 * pt), accent)
    for i, step in enumerate(steps, 1):
        pen.text(area.x, y + pt * MM, f"{i}.", BOLD, pt, accent)
        for line in wrap(step, SANS, pt, area.width - hang):
            pen.text(area.x + hang, y + pt * MM, line, SANS, pt, palette.ink)
            y += lead
        y += 1.6
    return y


def profile(pen: Pen, context: KitContext, x: float, floor: float) -> None:
    """A folder that stands open, from the side: the others at the left of its lid, its owner at the right."""
    palette, texts = context.palette, context.spec.folders
    accent = palette.line(context.spec.accent)
    wide = 62.0
    fold = x + 20
    pen.line(x, floor + 0.8, x + wide, floor + 0.8, palette.soft, 0.3)
    pen.line(fold, floor, fold - 9, floor - 27, accent, 1.0)
    pen.line(fold, floor, fold + 30, floor, accent, 1.0)
    pen.line(fold + 2.4, floor - 1.5, fold + 26, floor - 1.5, palette.ink, 0.7)
    slanted, upright = read(context, 9.5), read(context, 10.5)
    pen.text(fold - 5, floor - 26, texts.lid, ITALIC, slanted, palette.ink)
    pen.text(fold + 3, floor - 3.2, *fitted(texts.clue, ITALIC, slanted, 34), palette.ink)
    pen.text(x - 1, floor + 6, *fitted(texts.rivals, BOLD, upright, 34), palette.ink)
    pen.text(x + wide, floor + 6, texts.you, BOLD, upright, palette.ink, "end")
