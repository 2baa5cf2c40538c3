"""What clue sheet and example share: the boxes of the number, the block of a rival, and the marks one writes there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.drawing.fonts import BOLD, SANS, SERIF, alike, cap, fitted, width
from generator.drawing.geometry import Area
from generator.drawing.pen import Pen
from generator.kits.common.kit_context import KitContext
from generator.kits.common.marked_colour import MarkedColour
from generator.kits.inkognito.frames import mark
from referee.inkognito.pieces import Fragment, Identity

MEETINGS = 9  # columns of a block
HEAD = 9.0  # of a block: colour and name
COUNTS = 4.4  # the row that numbers the meetings
LABEL = 12.4  # the column of the eight cards
BOX = 3.6  # to tick or strike a card
ROWS: tuple[Identity | Fragment, ...] = (*Identity, *Fragment)
NUMBER = (7.2, 9.6, 9.2)  # rows of the number: agents, fragments, who they are

SHOWN, GIVEN, SURE_SHOWN, SURE_GIVEN = "x", ".", "(x)", "(.)"
Marks = Mapping[tuple[int, Identity | Fragment], Sequence[str]]  # meeting, card -> what is written there
Settled = Mapping[Identity | Fragment, bool]  # card -> ticked or struck


def cross(pen: Pen, x: float, y: float, r: float, ink: str, weight: float = 0.5) -> None:
    """Shown to me."""
    pen.line(x - r, y - r, x + r, y + r, ink, weight)
    pen.line(x - r, y + r, x + r, y - r, ink, weight)


def dot(pen: Pen, x: float, y: float, ink: str) -> None:
    """Shown by me."""
    pen.circle(x, y, 0.85, fill=ink)


def tick(pen: Pen, x: float, y: float, ink: str) -> None:
    """It is so."""
    pen.path((("M", (x - 1.3, y)), ("L", (x - 0.3, y + 1.2)), ("L", (x + 1.7, y - 1.8))), None, ink, 0.55)


def note(pen: Pen, x: float, y: float, what: str, ink: str) -> None:
    """A mark in its cell, ringed if it was a black card."""
    if "x" in what:
        cross(pen, x, y, 1.2, ink)
    else:
        dot(pen, x, y, ink)
    if what.startswith("("):
        pen.circle(x, y, 2.2, stroke=ink, width=0.4)


def number(
    pen: Pen,
    context: KitContext,
    area: Area,
    label: float,
    written: Mapping[Identity, tuple[str, str]] | None = None,
    hand: str = "",
) -> None:
    """The four agents in the order of the number; below each a box for the fragment and one for who it is."""
    texts, palette = context.spec.clues, context.palette
    accent = palette.line(context.spec.accent)
    step = (area.width - label) / len(Identity)
    high = sum(NUMBER)
    pen.rect(area.x + label, area.y, area.width - label, NUMBER[0], fill=palette.tint(context.spec.accent, 0.1))
    names = {identity: context.spec.identities.of(identity).short for identity in Identity}
    size = alike(names.values(), SANS, 8.5, step - 8.4)
    for i, identity in enumerate(Identity):
        x = area.x + label + i * step
        string, font, pt = fitted(names[identity], SANS, size, step - 8.4)
        wide = width(identity.value, SERIF, 12) + 1.6 + width(string, font, pt)
        left, base = x + (step - wide) / 2, area.y + NUMBER[0] / 2
        pen.text(left, base + cap(SERIF, 12) / 2, identity.value, SERIF, 12, accent)
        pen.text(left + wide, base + cap(SERIF, 12) / 2, string, font, pt, palette.ink, "end")
        fragment, who = (written or {}).get(identity, ("", ""))
        y = area.y + NUMBER[0] + NUMBER[1] / 2
        pen.text(x + step / 2, y + cap(BOLD, 15) / 2, fragment, BOLD, 15, hand, "middle")
        pen.text(x + step / 2, y + (NUMBER[1] + NUMBER[2]) / 2 + cap(BOLD, 11) / 2, who, BOLD, 11, hand, "middle")
    y = area.y
    for row, word in zip(NUMBER, (texts.number, texts.fragment, texts.who), strict=True):
        font = BOLD if word == texts.number else SANS
        string, font, pt = fitted(word, font, 8.5, label - 1.6)
        pen.text(area.x, y + row / 2 + cap(font, pt) / 2, string, font, pt, palette.ink)
        y += row
    for y in (0.0, NUMBER[0], NUMBER[0] + NUMBER[1], high):
        pen.line(area.x + label, area.y + y, area.x + area.width, area.y + y, palette.soft, 0.2)
    for i in range(len(Identity) + 1):
        x = area.x + label + i * step
        pen.line(x, area.y, x, area.y + high, palette.soft, 0.2)
    box = Area(area.x + label, area.y + NUMBER[0], area.width - label, NUMBER[1])  # what will be dialled
    pen.rect(box.x, box.y, box.width, box.height, stroke=accent, width=0.5)


def block(
    pen: Pen,
    context: KitContext,
    area: Area,
    hue: MarkedColour,
    name: str,
    marks: Marks | None = None,
    settled: Settled | None = None,
    hand: str = "",
    meetings: int = MEETINGS,
) -> None:
    """All about one rival: colour and name, the eight cards below each other, a column for each meeting."""
    palette, accent = context.palette, context.spec.accent
    title(pen, context, Area(area.x, area.y, area.width, HEAD), hue, name, hand)
    top = area.y + HEAD + COUNTS
    row = (area.height - HEAD - COUNTS) / len(ROWS)
    column = (area.width - LABEL) / meetings
    left, right, low = area.x + LABEL, area.x + area.width, area.y + area.height
    pen.rect(area.x, top, LABEL, len(ROWS) * row, fill=palette.tint(accent, 0.07))
    for i in range(meetings):
        x = left + (i + 0.5) * column
        pen.text(x, top - 1.2, str(i + 1), SANS, 7.5, palette.ink, "middle")
    for i, card in enumerate(ROWS):
        y = top + (i + 0.5) * row
        pen.rect(area.x + 1.2, y - BOX / 2, BOX, BOX, fill="#ffffff", stroke=palette.soft, width=0.2)
        x = area.x + 1.2 + BOX + (LABEL - 1.2 - BOX) / 2
        font, pt = (SERIF, 12) if isinstance(card, Identity) else (BOLD, 11)
        pen.text(x, y + cap(font, pt) / 2, card.value, font, pt, palette.ink, "middle")
        if settled and card in settled:
            (tick if settled[card] else strike)(pen, area.x + 1.2 + BOX / 2, y, hand)
        for meeting in range(1, meetings + 1):
            for what in (marks or {}).get((meeting, card), ()):
                note(pen, left + (meeting - 0.5) * column, y, what, hand)
    for i in range(len(ROWS) + 1):
        strong = i in (0, len(Identity), len(ROWS))
        y = top + i * row
        pen.line(area.x, y, right, y, palette.line(accent) if strong else palette.soft, 0.35 if strong else 0.2)
    for i in range(meetings + 1):
        pen.line(left + i * column, top, left + i * column, low, palette.soft, 0.2)
    pen.line(area.x, top, area.x, low, palette.soft, 0.2)


def strike(pen: Pen, x: float, y: float, ink: str) -> None:
    """It is not so."""
    pen.line(x - 1.6, y + 1.2, x + 1.6, y - 1.2, ink, 0.5)


def title(pen: Pen, context: KitContext, area: Area, hue: MarkedColour, name: str, hand: str = "") -> None:
    """The colour of a rival by shape, letter and name; then the rival's own name, or a line for it."""
    palette = context.palette
    middle = area.y + area.height / 2 - 0.4
    pen.put(mark(hue, area.x + 2.7, middle, 2.6, palette))
    pen.text(area.x + 6.6, middle + cap(BOLD, 11) / 2, hue.letter, BOLD, 11, palette.ink)
    pen.text(area.x + 10.4, middle + cap(SANS, 8.5) / 2, hue.name, SANS, 8.5, palette.ink)
    left = area.x + 10.4 + width(hue.name, SANS, 8.5) + 2
    if name:
        string, font, pt = fitted(name, BOLD if hand else SERIF, 12, area.x + area.width - left)
        pen.text(area.x + area.width, middle + cap(font, 12) / 2, string, font, pt, hand or palette.ink, "end")
    if not name or hand:
        pen.line(left, middle + 2.4, area.x + area.width, middle + 2.4, palette.soft, 0.2)
