"""The kit of Rallye-Code."""

from __future__ import annotations

from generator.component import Component
from generator.kits.rallye.badge import badge
from generator.kits.rallye.board import board
from generator.kits.rallye.cards import cards
from generator.kits.rallye.cars import cars
from generator.kits.rallye.figures import meeting, purse, signs
from generator.kits.rallye.notes import notes
from generator.kits.rallye.shelf import Shelf
from generator.kits.rallye.tariff import tariff
from generator.kits.rallye.tills import tills
from generator.leaflet import leaflet
from generator.studio import Kit, Studio


def rules(studio: Studio) -> Component:
    """The rules, with the notes of a car, the signs and a collision as their figures."""
    return leaflet(studio, {"notes": purse(studio), "signs": signs(studio), "meeting": meeting(studio)})


KIT = Kit(
    Shelf,
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
)
