"""The kit of Allo... la France."""

from __future__ import annotations

from generator.component import Component
from generator.kits.allo.board import board
from generator.kits.allo.cables import cables
from generator.kits.allo.events import events
from generator.kits.allo.examples import example, number, shown
from generator.kits.allo.figures import tokens, towers
from generator.kits.allo.marks import marks
from generator.kits.allo.phonecards import phonecards
from generator.kits.allo.plates import plates
from generator.kits.allo.shelf import Shelf
from generator.kits.allo.slips import slips
from generator.kits.allo.stand import profile, stands
from generator.leaflet import leaflet
from generator.studio import Kit, Studio


def rules(studio: Studio) -> Component:
    """The rules, with a number, a stand from the side, an event card and a call across the board as their figures."""
    return leaflet(
        studio, {"number": number(studio), "stand": profile(studio), "card": shown(studio), "lines": example(studio)}
    )


KIT = Kit(
    Shelf,
    {
        "rules": rules,
        "board": board,
        "plates": plates,
        "events": events,
        "cables": cables,
        "phonecards": phonecards,
        "stands": stands,
        "tokens": tokens,
        "towers": towers,
        "marks": marks,
    },
    boxed=("events", "plates"),
    slips=slips,
)
