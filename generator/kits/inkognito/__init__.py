"""The kit of Inkognito, the card game."""

from __future__ import annotations

from generator.component import Component
from generator.kits.inkognito.cards import cards
from generator.kits.inkognito.clues import clues
from generator.kits.inkognito.example import example
from generator.kits.inkognito.figures import agents, meeting, truth
from generator.kits.inkognito.folder import folders
from generator.kits.inkognito.shelf import Shelf
from generator.kits.inkognito.slips import slips
from generator.leaflet import leaflet
from generator.studio import Kit, Studio


def rules(studio: Studio) -> Component:
    """The rules, with the four agents, a true card and a round as their figures."""
    return leaflet(studio, {"agents": agents(studio), "truth": truth(studio), "meeting": meeting(studio)})


KIT = Kit(
    Shelf,
    {
        "rules": rules,
        "cards": cards,
        "clues": clues,
        "example": example,
        "folders": folders,
    },
    boxed=("cards",),
    slips=slips,
)
