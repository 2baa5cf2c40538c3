"""A cut file as DXF, by ezdxf: millimetres, y upwards as DXF has it, the lower left corner of the paper at zero."""

from __future__ import annotations

import io
import logging
from typing import Any

from generator.drawing.pen import Point
from generator.errors import PrintError
from generator.press.cut_files.dashes import flattened
from generator.press.cut_files.layers import CutDrawing
from templates.i18n import say

MILLIMETRES = 4  # as DXF numbers its units; its oldest form does not tell them
COLOURS = {"CUT": 1, "SCORE": 5, "PERFORATE": 3, "MARKS": 7}  # red, blue, green, black: as AutoCAD numbers them


def library() -> Any:
    """What writes DXF, or one sentence."""
    try:
        import ezdxf
    except ImportError:
        raise PrintError(
            say("DXF needs a library that is not installed: pip install 'sousmain[cut]'. `--cut svg` needs none.")
        ) from None
    logging.getLogger("ezdxf").setLevel(logging.ERROR)  # it warns on every terminal that R12 tells no units
    return ezdxf


def dxf_file(drawn: CutDrawing, plain: bool = False) -> bytes:
    """The file. A plain one is of the oldest form and has no marks: Silhouette Studio reads it in its free edition, and
    draws its own marks."""
    ezdxf = library()
    was = ezdxf.options.write_fixed_meta_data_for_testing
    ezdxf.options.write_fixed_meta_data_for_testing = True  # no clock and no dice: the same print is the same file
    try:
        document = ezdxf.new("R12" if plain else "R2000", units=MILLIMETRES)
        space, high = document.modelspace(), drawn.paper.height

        def put(layer: str, points: list[Point], closed: bool) -> None:
            if layer not in document.layers:
                document.layers.add(layer, color=COLOURS[layer])
            turned = [(round(x, 4), round(high - y, 4)) for x, y in points]
            add = space.add_polyline2d if plain else space.add_lwpolyline
            add(turned, close=closed, dxfattribs={"layer": layer})

        for layer in drawn.layers:
            for outline in layer.outlines:
                points = flattened(outline)
                put(layer.name, points[:-1] if outline.closed else points, outline.closed)
        for each in () if plain else drawn.marks:
            x, y, right, low = each.x, each.y, each.x + each.width, each.y + each.height
            put("MARKS", [(x, y), (right, y), (right, low), (x, low)], True)
        text = io.StringIO()
        document.write(text)
        return text.getvalue().encode()
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = was
