"""What a laser cuts of a game: a drawing for each kind of stand, with all parts of one, and how it is put together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from generator.kits.common.holder import Holder
from generator.kits.common.kit_context import KitContext
from generator.order.request import PrintRequest
from generator.press.build import kit_context
from generator.press.composed_kit import kit
from generator.press.cut_files.svg_file import svg_file
from generator.press.laser.drawing import laser_drawing
from generator.press.laser.stand import parts
from templates.i18n import say

SIDE_BY_SIDE = 2  # cards in a holder
Made = tuple[list[tuple[Path, bytes]], list[dict[str, Any]]]


def holders(context: KitContext) -> Iterator[Holder]:
    """The stands of a kit that are wanted, then a holder for its cards for each player."""
    made, order = kit(context.order.game), context.order
    yield from (each for each in made.holders(context) if order.wants(each.component))
    for key in made.cards:
        if order.wants(key):
            wide, high = sorted(made.builders[key](context).size)
            yield Holder(key, (wide, high), SIDE_BY_SIDE, order.players, hides=False)


def laser_files(order: PrintRequest, folder: Path, thickness: float, kerf: float, licence: str) -> Made:
    """Files and what the manifest tells of them; in the language spoken."""
    context = kit_context(order)
    files, entries = [], []
    for holder in holders(context):
        texts = getattr(context.spec, holder.component)
        title = texts.title if holder.hides else say("Holder: {cards}").format(cards=texts.title)
        stem = holder.component if holder.hides else f"{holder.component}-holder"
        found = parts(holder, thickness)
        drawn = laser_drawing(found, kerf, f"{context.spec.name} · {title}", licence)
        path = folder / f"{stem}.svg"
        files.append((path, svg_file(drawn)))
        entries.append(
            {
                "component": holder.component,
                "title": title,
                "piece": "",
                "kind": "stand",
                "count": holder.count,
                "width": drawn.paper.width,
                "height": drawn.paper.height,
                "thickness": thickness,
                "kerf": kerf,
                "parts": [part.name for part in found],
                "front": path.name,
            }
        )
    return files, entries


def steps(thickness: float) -> list[str]:
    """How one is made, in a few lines."""
    return [
        say("Plywood of {mm:g} mm. Each file has all parts of one; cut it as often as the manifest counts.").format(
            mm=thickness
        ),
        say("1. Base: the corners that are cut off lie behind."),
        say("2. Back: its two tabs go into the two slots in one line; the lip into the one before them."),
        say("3. Brackets: one tab into the base, one into the back. A drop of wood glue on each tab."),
        say("Too tight or too loose? Measure the wood, then change --thickness, or --kerf by 0.05."),
    ]
