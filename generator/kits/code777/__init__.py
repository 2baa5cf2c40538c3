"""The kit of Code 777."""

from __future__ import annotations

from generator.component import Component
from generator.kits.code777.cards import questions
from generator.kits.code777.rack import profile, racks
from generator.kits.code777.reference import diagram, notes, question_list
from generator.kits.code777.shelf import Shelf
from generator.kits.code777.slips import slips
from generator.kits.code777.tiles import tiles, triangle
from generator.leaflet import leaflet
from generator.studio import Kit, Studio


def rules(studio: Studio) -> Component:
    """The rules, with the triangle of tiles and a rack from the side as their figures."""
    tiles_ = triangle(studio, "triangle.rules", 78, 10.4, as_cells=False)
    return leaflet(studio, {"triangle": tiles_, "rack": profile(studio)})


KIT = Kit(
    Shelf,
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
