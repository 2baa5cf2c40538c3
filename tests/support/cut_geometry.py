"""Lines as they stand in files, read again without anything of ours: those of a page of a PDF, of an SVG, of a DXF."""

from __future__ import annotations

import io
import itertools
import re
from decimal import Decimal
from typing import NamedTuple
from xml.etree import ElementTree

import ezdxf
import numpy as np
import pikepdf

MM = 25.4 / 72
STEP = 0.7  # mm between the points that are compared
Points = list[tuple[float, float]]


class Stroke(NamedTuple):
    """A line that a page draws: millimetres from its upper left corner."""

    points: Points
    width: float
    dash: tuple[float, ...]  # millimetres, to a tenth; empty for a whole line
    colour: tuple[float, ...]


class Filled(NamedTuple):
    """A rectangle that a page fills: left, top, width, height in millimetres."""

    box: tuple[float, float, float, float]
    colour: tuple[float, ...]


def page_ink(data: bytes, number: int) -> tuple[list[Stroke], list[Filled]]:
    """All strokes and all filled rectangles of a page, forms within forms included."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        page = pdf.pages[number - 1]
        high = float(page.mediabox[3])
        strokes: list[Stroke] = []
        fills: list[Filled] = []
        read(page, page.Resources, (1, 0, 0, 1, 0, 0), high, strokes, fills)
    return strokes, fills


def times(m, n):
    """First m, then n."""
    a, b, c, d, e, f = m
    p, q, r, s, t, u = n
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def read(stream, resources, ctm, high, strokes, fills) -> None:
    """One stream of operators."""
    state = {"ctm": ctm, "w": 1.0, "d": (), "S": (0.0,), "F": (0.0,)}
    stack, paths, here = [], [], (0.0, 0.0)

    def at(x, y):
        a, b, c, d, e, f = state["ctm"]
        return ((a * x + c * y + e) * MM, (high - (b * x + d * y + f)) * MM)

    for operands, operator in pikepdf.parse_content_stream(stream):
        op = str(operator)
        v = [float(o) for o in operands if isinstance(o, (int, float, Decimal))]
        if op == "q":
            stack.append(dict(state))
        elif op == "Q":
            state = stack.pop()
        elif op == "cm":
            state["ctm"] = times(tuple(v), state["ctm"])
        elif op == "w":
            state["w"] = v[0]
        elif op == "d":
            state["d"] = tuple(round(float(each) * MM, 1) for each in operands[0])
        elif op in ("RG", "G", "K"):
            state["S"] = tuple(v)
        elif op in ("rg", "g", "k"):
            state["F"] = tuple(v)
        elif op == "m":
            here = at(*v)
            paths.append([here])
        elif op == "l":
            paths[-1].append(at(*v))
        elif op == "c":
            a, b, c, d = paths[-1][-1], at(*v[:2]), at(*v[2:4]), at(*v[4:])
            for t in (i / 24 for i in range(1, 25)):
                s = 1 - t
                paths[-1].append(
                    tuple(s**3 * a[i] + 3 * s * s * t * b[i] + 3 * s * t * t * c[i] + t**3 * d[i] for i in (0, 1))
                )
        elif op == "re":
            x, y, w, h = v
            paths.append([at(x, y), at(x + w, y), at(x + w, y + h), at(x, y + h), at(x, y)])
        elif op == "h":
            paths[-1].append(paths[-1][0])
        elif op in ("S", "s", "B", "B*", "b", "b*", "f", "f*", "n"):
            if op == "s" or op in ("b", "b*"):
                paths = [[*p, p[0]] for p in paths]
            if op[0] in "SsBb":
                a, b = state["ctm"][:2]
                width = state["w"] * (a * a + b * b) ** 0.5 * MM
                strokes += [Stroke(p, width, state["d"], state["S"]) for p in paths]
            if op[0] in "fBb":
                for p in paths:
                    xs, ys = zip(*p, strict=True)
                    fills.append(Filled((min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)), state["F"]))
            paths = []
        elif op == "Do":
            form = resources.XObject[str(operands[0])]
            if form.Subtype == "/Form":
                matrix = tuple(map(float, form.get("/Matrix", (1, 0, 0, 1, 0, 0))))
                inner = form.get("/Resources", resources)
                read(form, inner, times(matrix, state["ctm"]), high, strokes, fills)


def svg_layers(data: bytes) -> dict[str, list[Points]]:
    """The lines of each layer of an SVG whose unit is the millimetre; curves as short lines."""
    root = ElementTree.fromstring(data)
    wide, high = (float(root.attrib[side].removesuffix("mm")) for side in ("width", "height"))
    assert [float(n) for n in root.attrib["viewBox"].split()] == [0, 0, wide, high]
    ns = "{http://www.w3.org/2000/svg}"
    found = {}
    for group in root.iter(f"{ns}g"):
        lines = [line for path in group.iter(f"{ns}path") for line in svg_path(path.attrib["d"])]
        for rect in group.iter(f"{ns}rect"):
            x, y, w, h = (float(rect.attrib[key]) for key in ("x", "y", "width", "height"))
            lines.append([(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)])
        found[group.attrib["id"]] = lines
    return found


def svg_path(d: str) -> list[Points]:
    """Path data as lines."""
    found: list[Points] = []
    for op, rest in re.findall(r"([MLCZ])([^MLCZ]*)", d):
        n = [float(each) for each in re.findall(r"-?[0-9.]+(?:e-?\d+)?", rest)]
        if op == "M":
            found.append([(n[0], n[1])])
        elif op == "L":
            found[-1].append((n[0], n[1]))
        elif op == "C":
            a, b, c, e = found[-1][-1], (n[0], n[1]), (n[2], n[3]), (n[4], n[5])
            for t in (i / 24 for i in range(1, 25)):
                s = 1 - t
                found[-1].append(
                    tuple(s**3 * a[i] + 3 * s * s * t * b[i] + 3 * s * t * t * c[i] + t**3 * e[i] for i in (0, 1))
                )
        else:
            found[-1].append(found[-1][0])
    return found


def dxf_layers(data: bytes, high: float) -> dict[str, list[Points]]:
    """The lines of each layer of a DXF, from the upper left corner of a paper of that height."""
    document = ezdxf.read(io.StringIO(data.decode()))
    assert not document.audit().errors
    found: dict[str, list[Points]] = {}
    for entity in document.modelspace():
        if entity.dxftype() == "LWPOLYLINE":
            points, closed = [(x, y) for x, y, *_ in entity.get_points()], entity.closed
        else:
            assert entity.dxftype() == "POLYLINE", entity.dxftype()
            points, closed = [(v.x, v.y) for v in entity.points()], entity.is_closed
        points = [(x, high - y) for x, y in points]
        found.setdefault(entity.dxf.layer, []).append([*points, points[0]] if closed else points)
    return found


def sampled(lines: list[Points]) -> np.ndarray:
    """Points along lines, ends and corners among them."""
    found = [np.empty((0, 2))]
    for line in lines:
        for (x1, y1), (x2, y2) in itertools.pairwise(line):
            count = max(2, int(np.hypot(x2 - x1, y2 - y1) / STEP) + 2)
            share = np.linspace(0, 1, count)[:, None]
            found.append(np.array([[x1, y1]]) * (1 - share) + np.array([[x2, y2]]) * share)
    return np.concatenate(found)


def farthest(lines: list[Points], others: list[Points]) -> float:
    """How far any point of the lines is from the nearest of the others, in mm."""
    points = sampled(lines)
    segments = np.array([(*a, *b) for line in others for a, b in itertools.pairwise(line)])
    if not len(points):
        return 0.0
    if not len(segments):
        return float("inf")
    x, y, to_x, to_y = segments.T
    over, down = to_x - x, to_y - y
    long = np.maximum(over**2 + down**2, 1e-12)
    worst = 0.0
    for chunk in np.array_split(
        points, len(points) * len(segments) // 50_000 + 1
    ):  # as much as a processor keeps at hand
        aside, below = chunk[:, :1] - x, chunk[:, 1:] - y
        share = np.clip((aside * over + below * down) / long, 0, 1)
        worst = max(worst, float(((aside - share * over) ** 2 + (below - share * down) ** 2).min(1).max()))
    return float(np.sqrt(worst))
