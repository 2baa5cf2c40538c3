"""What is cut and folded on a side, gathered from its drawing: each line once, joined to outlines, in the order to cut them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import hypot

from msgspec import Struct

from generator.drawing.geometry import IDENTITY, Matrix, after
from generator.drawing.pen import Face, FaceStamp, Item, Line, Op, Path, Point

SAME = 3  # decimals of a millimetre: what differs by less is one place
GRID = 10**-SAME

Edge = tuple[Point, ...]  # two points: a straight line; four: a curve with its control points
Place = tuple[float, float]
Span = tuple[float, float, Point, Point]  # from and to, along a line; and the points there


class Outline(Struct, frozen=True):
    """Edges one after the other; closed if it ends where it begins."""

    edges: tuple[Edge, ...]

    @property
    def closed(self) -> bool:
        """Does it end where it begins?"""
        return len(self.edges) > 1 and place(self.edges[0][0]) == place(self.edges[-1][-1])

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, low."""
        xs, ys = zip(*(point for edge in self.edges for point in edge), strict=True)
        return min(xs), min(ys), max(xs), max(ys)


class SheetLines(Struct, frozen=True):
    """All of a sheet."""

    cuts: tuple[Outline, ...]
    folds: tuple[Outline, ...]


def sheet_lines(items: Iterable[Item], faces: Mapping[str, Face]) -> SheetLines:
    """What a machine does on a side. What lies inside comes first, so that nothing moves that is still to be cut."""
    found: dict[Line, list[Edge]] = {"cut": [], "fold": []}
    for kind, edge in gathered(items, faces, IDENTITY, {}):
        found[kind].append(edge)
    cuts = [*outlines(joined(found["cut"]))]
    return SheetLines(tuple(sorted(cuts, key=turn_of)), tuple(outlines(joined(found["fold"]))))


def turn_of(outline: Outline) -> tuple[bool, float, float, float]:
    """When to cut it: open lines first, then small outlines before large ones, from the top."""
    left, top, right, low = outline.box
    return outline.closed, round((right - left) * (low - top), 1), round(top, 1), left


def gathered(
    items: Iterable[Item], faces: Mapping[str, Face], at: Matrix, blank: dict[str, bool]
) -> Iterator[tuple[Line, Edge]]:
    """Every edge of a drawing that is cut or folded, also of faces that are stamped in it."""
    for item in items:
        if isinstance(item, Path) and item.line:
            for edge in edges(item.moved(at).ops):
                yield item.line, edge
        elif isinstance(item, FaceStamp) and not is_blank(item.face, faces, blank):
            yield from gathered(faces[item.face].items, faces, after(at, item.matrix), blank)


def is_blank(name: str, faces: Mapping[str, Face], known: dict[str, bool]) -> bool:
    """Has a face nothing to cut or fold, nor any stamped in it? A board has tens of thousands of lines: asked once."""
    if name not in known:
        known[name] = all(
            not item.line if isinstance(item, Path) else not isinstance(item, FaceStamp) or is_blank(item.face, faces, known)
            for item in faces[name].items
        )  # fmt: skip
    return known[name]


def edges(ops: Iterable[Op]) -> Iterator[Edge]:
    """The edges of a path."""
    start = here = (0.0, 0.0)
    for op, v in ops:
        if op == "M":
            start = here = (v[0], v[1])
            continue
        if op == "Z":
            edge: Edge = (here, start)
        elif op == "L":
            edge = (here, (v[0], v[1]))
        else:
            edge = (here, (v[0], v[1]), (v[2], v[3]), (v[4], v[5]))
        here = edge[-1]
        if place(edge[0]) != place(edge[-1]):
            yield edge


def place(point: Point) -> Place:
    """A point as a key."""
    return round(point[0], SAME) + 0.0, round(point[1], SAME) + 0.0


def joined(found: Iterable[Edge]) -> list[Edge]:
    """Each edge once: straight ones on one line that touch or overlap are one cut, curves that lie on each other, too."""
    curves: dict[tuple[Place, ...], Edge] = {}
    straight: dict[tuple[float, ...], list[Span]] = {}
    for edge in found:
        if len(edge) > 2:
            key = tuple(map(place, edge))
            curves.setdefault(min(key, key[::-1]), edge)
            continue
        first, last = sorted(map(place, edge))
        long = hypot(last[0] - first[0], last[1] - first[1])
        u, v = (last[0] - first[0]) / long, (last[1] - first[1]) / long
        line = (round(u, 4) + 0.0, round(v, 4) + 0.0, round(first[1] * u - first[0] * v, SAME - 1) + 0.0)
        straight.setdefault(line, []).append((first[0] * u + first[1] * v, last[0] * u + last[1] * v, first, last))
    return [*curves.values(), *(edge for spans in straight.values() for edge in united(spans))]


def united(spans: list[Span]) -> Iterator[Edge]:
    """The parts of one line that are cut, none of them twice."""
    (_, end, first, last), *rest = sorted(spans)
    for start, stop, begins, ends in rest:
        if start > end + GRID:
            yield first, last
            first = begins
        if stop > end:
            end, last = stop, ends
    yield first, last


def outlines(found: Iterable[Edge]) -> Iterator[Outline]:
    """Edges as few long lines: whatever meets but one other goes on there."""
    left: dict[int, Edge] = dict(enumerate(found))
    at: dict[Place, list[int]] = {}
    for number, edge in left.items():
        for end in (edge[0], edge[-1]):
            at.setdefault(place(end), []).append(number)
    ends = [number for meeting in at.values() if len(meeting) != 2 for number in meeting]
    for number in (*ends, *tuple(left)):  # loose ends first, then what goes round
        if number in left:
            yield Outline(tuple(followed(number, left, at)))


def followed(number: int, left: dict[int, Edge], at: Mapping[Place, list[int]]) -> Iterator[Edge]:
    """An edge and those that go on from it, taken away from what is left."""
    edge = left.pop(number)
    if len(at[place(edge[0])]) == 2 and len(at[place(edge[-1])]) != 2:
        edge = edge[::-1]  # begin at the loose end
    while True:
        yield edge
        here = place(edge[-1])
        onward = [each for each in at[here] if each in left] if len(at[here]) == 2 else []
        if not onward:
            return
        edge = left.pop(onward[0])
        if place(edge[0]) != here:
            edge = edge[::-1]
