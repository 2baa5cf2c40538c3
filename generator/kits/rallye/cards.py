"""Contravention cards of Rallye-Code: what the policeman reads out, and what it costs whom."""

from __future__ import annotations

from generator.drawing.fonts import BOLD, MM, SANS, SERIF, cap, fitted, fitting, pt_for_cap
from generator.drawing.geometry import Area
from generator.drawing.pen import Face, Pen
from generator.drawing.road_signs import scaled, sign
from generator.drawing.sign_art import BLUE
from generator.kits.common.kit_context import KitContext, PieceNames
from generator.kits.rallye.cardart import CARD_ART, CARD_SIGNS
from generator.kits.rallye.panels import fitting_rows
from generator.layout import decoration
from generator.layout.component import Component
from referee.rallye.pieces import CARDS, Card

HEAD = 8.0  # points, above a sum
ROOM = 13.6  # for the words of a card: three lines


def card_names(context: KitContext) -> PieceNames:
    """By their offences."""
    return tuple((context.spec.offences[each.code].title,) for each in CARDS)


def cards(context: KitContext) -> Component:
    """The deck, from the referee's own list."""
    spec = context.spec
    fronts = tuple(card(context, each) for each in CARDS)
    back = decoration.card_back(context.shown("card.back"), spec.sizes.card, spec.accent, "Code", context.palette)
    return Component("cards", spec.cards.title, spec.cards.advice, fronts, back, names=card_names(context))


def card(context: KitContext, of: Card) -> Face:
    """A form of the police: its head, a picture, the words, and the sum."""
    (w, h), palette, texts, words = (
        context.spec.sizes.card,
        context.palette,
        context.spec.cards,
        context.spec.offences[of.code],
    )
    accent = palette.line(context.spec.accent)
    pen = Pen()
    frame = Area(2.2, 2.2, w - 4.4, h - 4.4)
    pen.rect(frame.x, frame.y, frame.width, frame.height, 1, stroke=accent, width=0.35)
    pen.rect(frame.x + 1, frame.y + 1, frame.width - 2, 6.4, 0.6, **palette.area(BLUE, 0.3))
    string, pt = fitting(texts.head, BOLD, 10.5, frame.width - 6)
    pen.text(w / 2, frame.y + 4.2 + cap(BOLD, pt) / 2, string, BOLD, pt, palette.on(BLUE), "middle")
    art = CARD_ART.get(of.code)
    pen.put(*(scaled(art, w / 2, 17.6, 6.6, palette) if art else sign(CARD_SIGNS[of.code], w / 2, 17.6, 6.6, palette)))
    pen.text(w / 2, 29.8, *fitted(words.title, SERIF, 12.5, w - 8), palette.ink, "middle")
    rows, pt, lead = fitting_rows(words.text, SANS, 9, w - 9, ROOM)
    for i, row in enumerate(rows):
        pen.text(
            w / 2, 31.0 + (ROOM - len(rows) * lead) / 2 + lead * 0.86 + i * lead, row, SANS, pt, palette.ink, "middle"
        )
    pay(pen, context, of, Area(frame.x + 1, h - 17.8, frame.width - 2, 14.6))
    return pen.face(context.shown(f"card.{of.code}"), w, h)


def pay(pen: Pen, context: KitContext, of: Card, area: Area) -> None:
    """The sum: on a solid ground if the driver pays, in a dashed frame if the policeman does."""
    palette, texts, accent = context.palette, context.spec.cards, context.spec.accent
    heads: tuple[str, ...]
    x, figure = area.x + area.width / 2, context.spec.amount(of.amount)
    if of.offence:
        pen.rect(area.x, area.y, area.width, area.height, 0.8, **palette.area(accent, 0.4))
        colour, heads = palette.on(accent), (texts.fine,)
    else:
        pen.rect(area.x, area.y, area.width, area.height, 0.8, stroke=palette.line(accent), width=0.5, dash=(1.6, 1.1))
        colour, heads = palette.ink, (texts.none, texts.pays)
    longest = max((f"{context.spec.amount(card.amount)} {context.spec.money.francs}" for card in CARDS), key=len)
    _, pt = fitting(longest, SERIF, pt_for_cap(SERIF, 4.2), area.width - 3)  # the same for all
    lead = HEAD * 1.12 * MM
    gap = cap(SERIF, pt) + 1.7  # from the last head to the sum
    base = area.y + (area.height + gap + (len(heads) - 1) * lead + cap(BOLD, HEAD)) / 2  # all of it in the middle
    pen.text(x, base, f"{figure} {context.spec.money.francs}", SERIF, pt, colour, "middle")
    for i, head in enumerate(reversed(heads)):
        font = BOLD if i == len(heads) - 1 else SANS
        pen.text(x, base - gap - i * lead, *fitted(head, font, HEAD, area.width - 3), colour, "middle")
