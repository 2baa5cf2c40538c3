"""Sheets that are read, as large as the paper lets them be: for eyes that want large type."""

from __future__ import annotations

from msgspec.structs import replace

from generator.drawing.pen import Face, FaceStamp
from generator.layout.component import Component
from generator.layout.imposition import is_folded
from generator.layout.paper import FOOTER, SAFE
from generator.layout.print_settings import PrintSettings

RULES, LEAST_LARGE = 18.0, 14.0  # points: of running text, and of whatever else is read


def enlarged(made: Component, settings: PrintSettings) -> Component:
    """The same, each piece so large that it fills a sheet; what is no sheet to read stays as it is."""
    if not (made.pad or made.read):
        return made
    paper, (w, h) = settings.paper, made.size
    across, down = (1, 2) if is_folded(made, settings) else (1, 1)  # a back below its front, to fold
    room = paper.width - 2 * SAFE, paper.height - 2 * SAFE - FOOTER
    reach = settings.reach if made.behind or made.pair else (0.0, 0.0)
    room = room[0] - 2 * reach[0], room[1] - 2 * reach[1]
    scale = max(
        min(room[0] / (across * w), room[1] / (down * h)), min(room[1] / (across * w), room[0] / (down * h)), 1.0
    )
    scale = int(scale * 100) / 100  # a hair less: nothing hangs on it

    def grown(face: Face) -> Face:
        return Face(
            f"{face.name}.large",
            round(w * scale, 3),
            round(h * scale, 3),
            (FaceStamp(face.name, (scale, 0, 0, scale, 0, 0)),),
        )

    fronts = {face.name: grown(face) for face in made.fronts}
    backs = {face.name: grown(face) for face in made.behind}
    return replace(
        made,
        fronts=tuple(fronts[face.name] for face in made.fronts),
        back=backs[made.back.name] if made.back else None,
        backs=tuple(backs[face.name] for face in made.backs),
        parts=(*made.parts, *made.fronts, *made.behind),
        pad=True,
    )
