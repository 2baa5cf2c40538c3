"""The kit of Higher: cards, note sheets, rules."""

from __future__ import annotations

from support.sixth_game.pieces import NUMBERS

from generator.drawing.fonts import BOLD, SANS, SERIF, fitted
from generator.drawing.pen import Face, Pen
from generator.kits.common.kit_context import Kit, KitContext
from generator.kits.common.kit_spec import ComponentTexts, Exact, GameSpec, Size
from generator.kits.common.leaflet import leaflet
from generator.layout import decoration
from generator.layout.component import Component


class Sizes(Exact, frozen=True):
    """Width and height of pieces."""

    card: Size
    note: Size


class KitSpec(GameSpec, frozen=True, kw_only=True):
    """The shape of kits/higher.toml."""

    sizes: Sizes
    cards: ComponentTexts
    notes: ComponentTexts


def card(context: KitContext, number: int) -> Face:
    """A large number."""
    width, height = context.spec.sizes.card
    pen = Pen()
    pen.text(width / 2, height / 2 + 8, str(number), SERIF, 60, context.palette.line(context.spec.accent), "middle")
    return pen.face(context.shown(f"card.{number}"), width, height)


def cards(context: KitContext) -> Component:
    """A card for each number."""
    spec = context.spec
    back = decoration.card_back(context.shown("back"), spec.sizes.card, spec.accent, "H", context.palette)
    fronts, names = tuple(card(context, n) for n in NUMBERS), tuple((str(n),) for n in NUMBERS)
    return Component("cards", spec.cards.title, spec.cards.advice, fronts, back, names=names)


def notes(context: KitContext) -> Component:
    """All numbers in a row, to cross out."""
    spec, palette = context.spec, context.palette
    width, height = spec.sizes.note
    pen = Pen()
    pen.text(4, 8, *fitted(spec.name, BOLD, 12, width - 8), palette.line(spec.accent))
    for number in NUMBERS:
        pen.text(width * number / (len(NUMBERS) + 1), height - 6, str(number), SANS, 11, palette.ink, "middle")
    fronts = (pen.face(context.shown("note"), width, height),) * context.count["notes"]
    names = tuple(context.names(i % context.order.players) for i in range(len(fronts)))
    return Component("notes", spec.notes.title, spec.notes.advice, fronts, names=names, plain=True)


def rules(context: KitContext) -> Component:
    """The rules, with a card as their figure."""
    return leaflet(context, {"card": card(context, NUMBERS[-1])})


KIT = Kit(KitSpec, {"rules": rules, "cards": cards, "notes": notes}, boxed=("cards",))
