"""The kit of Allo... la France."""

from __future__ import annotations

from generator.drawing.pen import Face
from generator.kits.allo.board import board
from generator.kits.allo.cables import cables
from generator.kits.allo.events import event_names, events
from generator.kits.allo.examples import example, number, shown, sight
from generator.kits.allo.figures import tokens, tower_names, towers
from generator.kits.allo.marks import mark_names, marks
from generator.kits.allo.phonecards import phonecards
from generator.kits.allo.plates import plate_names, plates
from generator.kits.allo.slips import slips
from generator.kits.allo.spec import KitSpec
from generator.kits.allo.stand import profile, seat_names, stands, wooden_stands
from generator.kits.common.kit_context import Kit, KitContext
from generator.kits.common.leaflet import leaflet
from generator.layout.component import Component


def rules(context: KitContext) -> Component:
    """The rules, with a number, a stand from the side, an event card and a call across the board as their figures."""
    return leaflet(context, of_rules(context))


def of_rules(context: KitContext) -> dict[str, Face]:
    """By the names that the rules call them."""
    return {"number": number(context), "stand": profile(context), "card": shown(context), "lines": example(context)}


def figures(context: KitContext) -> dict[str, Face]:
    """Those of the rules; and whose plates one reads."""
    return {**of_rules(context), "sight": sight(context)}


KIT = Kit(
    KitSpec,
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
    names={
        "plates": plate_names,
        "events": event_names,
        "phonecards": seat_names,
        "stands": seat_names,
        "tokens": seat_names,
        "towers": tower_names,
        "marks": mark_names,
    },
    boxed=("events", "plates"),
    cards=("events",),
    holders=wooden_stands,
    pictured=("board", "plates", "events", "marks"),
    slips=slips,
    figures=figures,
)
