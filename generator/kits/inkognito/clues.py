"""Clue sheets of Inkognito: the number on top, below it a block for each rival."""

from __future__ import annotations

from collections.abc import Sequence

from generator.drawing.fonts import BOLD, SANS, SERIF, cap, fitted, fitting, width
from generator.drawing.geometry import Area
from generator.drawing.pen import Face, Pen
from generator.kits.common.kit_context import KitContext, PieceNames
from generator.kits.common.marked_colour import MarkedColour
from generator.kits.inkognito.frames import mark
from generator.kits.inkognito.grid import GIVEN, HEAD, MEETINGS, NUMBER, SHOWN, block, cross, dot, number
from generator.layout.component import Component
from referee.inkognito.pieces import AGENTS, AMBASSADOR, FICTITIOUS, Colour, Fragment, Identity

EDGE = 4.0
GAP = 3.6  # between blocks
TOP = 14.5  # of the number
RIVALS = 3  # blocks that a sheet has room for
AUDIENCE, AUDIENCES = 34.0, 5  # width of the block of a player who is the Ambassador, and its columns
MEETINGS_OF_FIVE = 7  # columns of the others beside it
BLOCKS = TOP + sum(NUMBER) + 3.4


def clue_names(context: KitContext) -> PieceNames:
    """By colour, player or number; the Ambassador's two by colour and number."""
    hues = [context.spec.colours.of(colour).name for colour in Colour]
    called: list[tuple[str, ...]] = []
    for seat in range(context.order.players):
        two = [(f"{hues[seat]} {i}",) for i in (1, 2)]
        called += two if seat == AMBASSADOR else [context.names(seat, hues[seat])]
    return tuple(called[i] for i in context.shared_out("clues", len(called)))


def clues(context: KitContext) -> Component:
    """As many clue sheets as ordered, shared out evenly. Two together serve the player who is the Ambassador."""
    texts = context.spec.clues
    sets = [seat_sheets(context, seat) for seat in range(context.order.players)]
    order = [face for faces in sets for face in faces]
    fronts = tuple(order[i] for i in context.shared_out("clues", len(order)))
    return Component(
        "clues", texts.title, texts.advice, fronts, pair=True, names=clue_names(context), plain=True, pad=True
    )


def names(context: KitContext) -> list[str]:
    """The name of each agent, empty where nobody told it; the fourth of three players is nobody."""
    known = [*context.seats[: len(AGENTS)]]
    return known + [context.spec.roles.nobody] * (len(AGENTS) - len(known))


def seat_sheets(context: KitContext, seat: int) -> list[Face]:
    """One sheet about three rivals, in the order they sit, and beside them a player who is the Ambassador; for that one two
    sheets about two agents each."""
    if seat == AMBASSADOR:
        halves = ((0, 1), (2, 3))
        told = [context.spec.clues.sheet.format(number=i, all=len(halves)) for i in (1, 2)]
        return [
            sheet(context, f"clue.{Colour.BLACK}.{i}", seat, about, which)
            for i, (about, which) in enumerate(zip(halves, told, strict=True), 1)
        ]
    others = [(seat + step) % len(AGENTS) for step in range(1, len(AGENTS))]
    return [sheet(context, f"clue.{[*Colour][seat]}", seat, others, "")]


def sheet(context: KitContext, name: str, seat: int, about: Sequence[int], which: str) -> Face:
    """A clue sheet of one seat."""
    w, h = context.spec.sizes.clue
    colours = [*Colour]
    pen = Pen()
    head(pen, context, context.spec.colours.of(colours[seat]), context.seats[seat], which)
    top = TOP
    if about[0] == 0 or seat != AMBASSADOR:  # one number is enough: the Ambassador's second sheet has none
        aside = 62.0
        number(pen, context, Area(EDGE, TOP, w - 2 * EDGE - aside - 5, sum(NUMBER)), 19)
        own(pen, context, Area(w - EDGE - aside, TOP, aside, sum(NUMBER)), agent=seat != AMBASSADOR)
        top = BLOCKS
    audiences = context.order.players > AMBASSADOR and seat != AMBASSADOR  # he is shown pairs, too: never one twice
    room = w - 2 * EDGE - (AUDIENCE + GAP if audiences else 0)
    wide = (room - (RIVALS - 1) * GAP) / RIVALS
    meetings = MEETINGS_OF_FIVE if audiences else MEETINGS
    for i in range(RIVALS):
        area = Area(EDGE + i * (wide + GAP), top, wide, h - EDGE - top)
        if i < len(about):
            hue = context.spec.colours.of(colours[about[i]])
            block(pen, context, area, hue, names(context)[about[i]], meetings=meetings)
        else:
            thoughts(pen, context, area)
    if audiences:
        area = Area(w - EDGE - AUDIENCE, top, AUDIENCE, h - EDGE - top)
        hue = context.spec.colours.of(Colour.BLACK)
        block(pen, context, area, hue, context.seats[AMBASSADOR], meetings=AUDIENCES)
    return pen.face(context.shown(name), w, h)


def head(pen: Pen, context: KitContext, hue: MarkedColour, name: str, which: str) -> None:
    """Name of the game, whose sheet it is, points before this game."""
    texts, palette = context.spec.clues, context.palette
    w = context.spec.sizes.clue[0]
    base = EDGE + 5.2
    middle = base - cap(BOLD, 11) / 2
    pen.text(EDGE, base, context.spec.name, SERIF, 15, palette.line(context.spec.accent))
    x = EDGE + width(context.spec.name, SERIF, 15) + 6
    pen.put(mark(hue, x + 2.7, middle, 2.7, palette))
    pen.text(x + 6.8, base, hue.letter, BOLD, 11, palette.ink)
    role = context.spec.roles.ambassador if hue is context.spec.colours.black else hue.name
    shown = f"{role}, {which}" if which else role
    pen.text(x + 10.6, base, shown, SANS, 9.5, palette.ink)
    x += 10.6 + width(shown, SANS, 9.5) + 6
    score = 16.0
    room = width(texts.points, SANS, 8.5)
    pen.text(w - EDGE - score - 1.4, base, texts.points, SANS, 8.5, palette.ink, "end")
    pen.line(w - EDGE - score, base + 0.6, w - EDGE, base + 0.6, palette.soft, 0.2)
    end = w - EDGE - score - room - 8
    if name:
        pen.text(end, base, *fitted(name, SERIF, 13, end - x), palette.ink, "end")
    else:
        pen.text(x, base, texts.player, SANS, 8.5, palette.ink)
        pen.line(x + width(texts.player, SANS, 8.5) + 1.4, base + 0.6, end, base + 0.6, palette.soft, 0.2)


def own(pen: Pen, context: KitContext, area: Area, agent: bool) -> None:
    """One's own two cards, to be ringed, and what the marks mean."""
    texts, palette = context.spec.clues, context.palette
    row, label = 8.2, 15.0
    if agent:
        for j, (word, cards) in enumerate(((texts.me, [*Identity]), (texts.mine, [*Fragment]))):
            y = area.y + j * (row + 0.8) + row / 2
            pen.text(area.x, y + cap(SANS, 8.5) / 2, *fitted(word, SANS, 8.5, label - 1), palette.ink)
            step = (area.width - label) / len(cards)
            for i, card in enumerate(cards):
                x = area.x + label + i * step
                font, pt = (SERIF, 12) if j == 0 else (BOLD, 11)
                pen.rect(x + 0.6, y - row / 2, step - 1.2, row, 1.6, stroke=palette.soft, width=0.2)
                pen.text(x + step / 2, y + cap(font, pt) / 2, card.value, font, pt, palette.ink, "middle")
    signs(pen, context, area.x, area.y + area.height - 3.4, area.width, agent)


def signs(pen: Pen, context: KitContext, x: float, y: float, room: float, agent: bool) -> None:
    """Cross and dot, and the ring around what is certain. The Ambassador shows nothing, so no dots for him."""
    texts, palette = context.spec.clues, context.palette
    signs = {SHOWN: texts.seen, **({GIVEN: texts.given} if agent else {}), "()": texts.ringed}
    pt = fitting("".join(signs.values()), SANS, 8.5, room - len(signs) * 6.2 + 2.4)[1]
    for sign, word in signs.items():
        if sign == SHOWN:
            cross(pen, x + 1.3, y, 1.1, palette.ink, 0.4)
        elif sign == GIVEN:
            dot(pen, x + 1.3, y, palette.ink)
        else:
            pen.circle(x + 1.4, y, 1.4, stroke=palette.ink, width=0.35)
        pen.text(x + 3.8, y + cap(SANS, pt) / 2, word, SANS, pt, palette.ink)
        x += 3.8 + width(word, SANS, pt) + 2.4


def thoughts(pen: Pen, context: KitContext, area: Area) -> None:
    """Lines to write on, where a sheet has no third agent to keep."""
    palette = context.palette
    middle = area.y + HEAD / 2 - 0.4
    pen.text(area.x, middle + cap(BOLD, 9) / 2, context.spec.clues.thoughts, BOLD, 9, palette.line(context.spec.accent))
    top, lines = area.y + HEAD, round((area.height - HEAD) / 7.8)
    step = (area.height - HEAD) / lines
    for i in range(1, lines + 1):
        pen.line(area.x, top + i * step, area.x + area.width, top + i * step, palette.soft, 0.2)


assert len(AGENTS) - 1 == FICTITIOUS  # names() leaves the last place to nobody
