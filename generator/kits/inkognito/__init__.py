"""The kit of Inkognito, the card game."""

from __future__ import annotations

from generator.drawing.pen import Face
from generator.kits.common.kit_context import Kit, KitContext
from generator.kits.common.leaflet import leaflet
from generator.kits.inkognito.cards import card_names, cards
from generator.kits.inkognito.clues import clue_names, clues
from generator.kits.inkognito.example import example
from generator.kits.inkognito.figures import agents, meeting, truth
from generator.kits.inkognito.folder import folder_names, folders
from generator.kits.inkognito.page_art import page_art
from generator.kits.inkognito.slips import slips
from generator.kits.inkognito.spec import KitSpec
from generator.layout.component import Component


def rules(context: KitContext) -> Component:
    """The rules, with the four agents, a true card and a round as their figures."""
    return leaflet(context, figures(context))


def figures(context: KitContext) -> dict[str, Face]:
    """By the names that the rules call them."""
    return {"agents": agents(context), "truth": truth(context), "meeting": meeting(context)}


KIT = Kit(
    KitSpec,
    {
        "rules": rules,
        "cards": cards,
        "clues": clues,
        "example": example,
        "folders": folders,
    },
    names={
        "cards": card_names,
        "clues": clue_names,
        "folders": folder_names,
    },
    boxed=("cards",),
    cards=("cards",),
    pictured=("cards", "clues", "folders", "tuckbox"),
    slips=slips,
    figures=figures,
    page_art=page_art,
)
