"""The kit of Code 777."""

from __future__ import annotations

from generator.drawing.pen import Face
from generator.kits.code777.aside import aside
from generator.kits.code777.cards import card, question_names, questions
from generator.kits.code777.figures import aim, sight
from generator.kits.code777.rack import profile, rack_names, racks, wooden_racks
from generator.kits.code777.reference import diagram, note_names, notes, question_list
from generator.kits.code777.slips import slips, slips_before
from generator.kits.code777.spec import KitSpec
from generator.kits.code777.tiles import tile_names, tiles, triangle
from generator.kits.common.kit_context import Kit, KitContext
from generator.kits.common.leaflet import leaflet
from generator.layout.component import Component
from referee.code777.questions import question

ASKED = 21  # the question that the example of the rules tells of


def rules(context: KitContext) -> Component:
    """The rules, with the triangle of tiles and a rack from the side as their figures."""
    return leaflet(context, {"triangle": all_tiles(context), "rack": profile(context)})


def figures(context: KitContext) -> dict[str, Face]:
    """Those of the rules; and what one wants to know, who sees what, a question."""
    return {
        "triangle": all_tiles(context),
        "rack": profile(context),
        "aim": aim(context),
        "sight": sight(context),
        "question": card(context, question(ASKED)),
    }


def all_tiles(context: KitContext) -> Face:
    """The triangle of tiles, as the rules show it."""
    return triangle(context, "triangle.rules", 78, 10.4, as_cells=False)


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
    names={
        "tiles": tile_names,
        "questions": question_names,
        "racks": rack_names,
        "notes": note_names,
    },
    boxed=("questions", "tiles"),
    cards=("questions",),
    holders=wooden_racks,
    slips=slips,
    figures=figures,
    slips_before=slips_before,
    slip_sheet=aside,
)
