"""The kit of Rallye-Code."""

from __future__ import annotations

from generator.drawing.pen import Face
from generator.kits.common.kit_context import Kit, KitContext
from generator.kits.common.leaflet import leaflet
from generator.kits.rallye.badge import badge
from generator.kits.rallye.board import board
from generator.kits.rallye.cards import card_names, cards
from generator.kits.rallye.cars import car_names, cars
from generator.kits.rallye.figures import meeting, purse, signs
from generator.kits.rallye.ground import page_art
from generator.kits.rallye.notes import note_names, notes
from generator.kits.rallye.spec import KitSpec
from generator.kits.rallye.tariff import tariff
from generator.kits.rallye.tills import till_names, tills
from generator.layout.component import Component


def rules(context: KitContext) -> Component:
    """The rules, with the notes of a car, the signs and a collision as their figures."""
    return leaflet(context, figures(context))


def figures(context: KitContext) -> dict[str, Face]:
    """By the names that the rules call them."""
    return {"notes": purse(context), "signs": signs(context), "meeting": meeting(context)}


KIT = Kit(
    KitSpec,
    {
        "rules": rules,
        "board": board,
        "notes": notes,
        "cards": cards,
        "tills": tills,
        "cars": cars,
        "badge": badge,
        "tariff": tariff,
    },
    names={
        "notes": note_names,
        "cards": card_names,
        "tills": till_names,
        "cars": car_names,
    },
    boxed=("cards", "notes"),
    cards=("cards",),
    figures=figures,
    page_art=page_art,
)
