"""Where each piece lies on the sheets of a kit, so that whoever misses one taps it on the picture."""

from __future__ import annotations

from typing import Any

from cli.shop.kits import checked
from companion.web.shop.frames import Frame
from generator.drawing.pen import FaceStamp
from generator.layout.component import Component
from generator.order.request import CONTENTS, TUCKBOX
from generator.press.build import collector_at_rest, compose
from templates.i18n import say

MADE_FOR_ALL = CONTENTS, TUCKBOX  # of which there are no single pieces


def pieces(job: dict[str, Any], _: bytes) -> Frame:
    """The pages of a kit that hold pieces to name, and where those lie, in hundredths of the page; no page that has but
    pieces of earlier ones."""
    order = checked(job["game"], job["words"])
    with collector_at_rest():
        work = compose(order)
    paper, seen, pages = order.paper, set[tuple[str, str]](), []
    named = {run.component.key: names_of(run.component) for run in work.runs if run.component.key not in MADE_FOR_ALL}
    for number, side in enumerate(work.sides()):
        found, before = [], len(seen)
        for item in side.items:
            if not isinstance(item, FaceStamp):
                continue
            for key in (side.component, *side.also):
                component = named.get(key, {}).get(item.face)
                if component:
                    seen.add((key, component[0]))
                    found.append({"component": key, **component_at(item, component, paper.width, paper.height)})
        if len(seen) > before:
            ratio = round(paper.height / paper.width, 4)
            pages.append({"page": number, "title": side.title, "ratio": ratio, "pieces": found})
    return {"pages": pages}, b""


Called = dict[str, tuple[str, str, float, float]]  # face -> the piece as it is ordered and as it is told, width, height


def names_of(component: Component) -> Called:
    """What the pieces of a component are called, by their faces; nothing where it has no single pieces."""
    if component.names:
        return {
            face.name: (
                names[0],
                say("{name}: {words}").format(name=component.title, words=names[0]),
                face.width,
                face.height,
            )
            for face, names in zip(component.fronts, component.names, strict=False)
        }
    if len({face.name for face in component.fronts}) == 1 and not component.uncut:
        face = component.fronts[0]
        return {face.name: ("", component.title, face.width, face.height)}
    return {}


def component_at(
    stamp: FaceStamp, called: tuple[str, str, float, float], width: float, height: float
) -> dict[str, Any]:
    """A piece and the box around it."""
    piece, told, wide, high = called
    a, b, c, d, e, f = stamp.matrix
    xs = [a * x + c * y + e for x in (0, wide) for y in (0, high)]
    ys = [b * x + d * y + f for x in (0, wide) for y in (0, high)]
    box = (min(xs) / width, min(ys) / height, (max(xs) - min(xs)) / width, (max(ys) - min(ys)) / height)
    return {"piece": piece, "told": told, "box": [round(100 * side, 2) for side in box]}
