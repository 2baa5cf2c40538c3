"""The kit of Fully."""

from __future__ import annotations

from generator.component import Component
from generator.kits.fully.boards import boards
from generator.kits.fully.figures import figures
from generator.kits.fully.screens import screens
from generator.kits.fully.sheets import sheets
from generator.kits.fully.shelf import Shelf
from generator.kits.fully.tokens import pawns
from generator.leaflet import leaflet
from generator.studio import Kit, Studio


def rules(studio: Studio) -> Component:
    """The rules, with their figures."""
    return leaflet(studio, figures(studio))


KIT = Kit(
    Shelf,
    {"rules": rules, "boards": boards, "screens": screens, "pawns": pawns, "sheets": sheets},
    boxed=("pawns",),
)
