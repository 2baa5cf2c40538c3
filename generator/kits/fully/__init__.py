"""The kit of Fully."""

from __future__ import annotations

from generator.kits.common.kit_context import Kit, KitContext
from generator.kits.common.leaflet import leaflet
from generator.kits.fully.boards import board_names, boards
from generator.kits.fully.figures import figures
from generator.kits.fully.screens import screen_names, screens
from generator.kits.fully.sheets import sheet_names, sheets
from generator.kits.fully.spec import KitSpec
from generator.kits.fully.tokens import pawn_names, pawns
from generator.layout.component import Component


def rules(context: KitContext) -> Component:
    """The rules, with their figures."""
    return leaflet(context, figures(context))


KIT = Kit(
    KitSpec,
    {"rules": rules, "boards": boards, "screens": screens, "pawns": pawns, "sheets": sheets},
    names={
        "boards": board_names,
        "screens": screen_names,
        "pawns": pawn_names,
        "sheets": sheet_names,
    },
    boxed=("pawns",),
    figures=figures,
)
