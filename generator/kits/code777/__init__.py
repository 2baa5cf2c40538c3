"""The kit of Code 777."""

from __future__ import annotations

from generator.kits.code777.cards import questions
from generator.kits.code777.rack import profile, racks
from generator.kits.code777.reference import diagram, notes, question_list
from generator.kits.code777.slips import slips
from generator.kits.code777.spec import KitSpec
from generator.kits.code777.tiles import tiles, triangle
from generator.kits.common.kit_context import Kit, KitContext
from generator.kits.common.leaflet import leaflet
from generator.layout.component import Component


def rules(context: KitContext) -> Component:
    """The rules, with the triangle of tiles and a rack from the side as their figures."""
    tiles_ = triangle(context, "triangle.rules", 78, 10.4, as_cells=False)
    return leaflet(context, {"triangle": tiles_, "rack": profile(context)})


KIT = Kit(
    KitSpec,
    {
        "rules": rules,
        "tiles": tiles,
        "questions": questions,
        "racks": racks,
        "notes": notes,
        "list": question_list,
        "diagram": diagram,
    },
    boxed=("questions", "tiles"),
    slips=slips,
)
