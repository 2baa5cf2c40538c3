"""A drawing as plain values: what kits produce, what ink.py puts on paper, what the tests read as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.drawing.geometry import Matrix, after

Point = tuple[float, float]
Op = tuple[str, tuple[float, ...]]  # M x y, L x y, C x1 y1 x2 y2 x y, Z
TURNS: dict[tuple[float, float], int] = {(1, 0): 0, (0, 1): 90, (-1, 0): 180, (0, -1): 270}
Bleed = tuple[float, float, float, float]  # left, top, right, bottom
Line = Literal["", "cut", "fold"]  # what is done along a path when it is printed; nothing unless told
HAIR = 0.18  # half a point: the thinnest line that a home printer holds, and that no raster eats


class Path(Struct, frozen=True):
    """Lines and curves, filled or stroked or both. Colours are #rrggbb."""

    ops: tuple[Op, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.25
    dash: tuple[float, ...] = ()
    line: Line = ""  # for a cutting machine; one without fill and stroke is for it alone

    def moved(self, matrix: Matrix) -> Path:
        """The same path elsewhere. Line widths stay."""
        a, b, c, d, e, f = matrix
        moved: list[Op] = []
        for op, v in self.ops:  # written out: boards have tens of thousands of them
            if len(v) == 2:
                x, y = v
                moved.append((op, (a * x + c * y + e, b * x + d * y + f)))
            elif v:
                x, y, u, w, s, t = v
                bend = (a * x + c * y + e, b * x + d * y + f, a * u + c * w + e, b * u + d * w + f)
                moved.append((op, (*bend, a * s + c * t + e, b * s + d * t + f)))
            else:
                moved.append((op, v))
        return Path(tuple(moved), self.fill, self.stroke, self.width, self.dash, self.line)


class Text(Struct, frozen=True):
    """One line of type. x is its start, middle or end; y its baseline; `turn` is 0, 90, 180 or 270 degrees clockwise."""

    x: float
    y: float
    string: str
    font: str
    pt: float
    colour: str
    anchor: str = "start"
    turn: int = 0
    role: str = ""  # what it is in a text that is read: press/tagging.py has the words


class FaceStamp(Struct, frozen=True):
    """A face put down somewhere."""

    face: str
    matrix: Matrix
    alt: str = ""  # in words, where it is a figure in a text


Item = Path | Text | FaceStamp


class Face(Struct, frozen=True):
    """One side of a piece, drawn once under its name and stamped as often as needed."""

    name: str
    width: float
    height: float
    items: tuple[Item, ...]
    bleed: Bleed = (0, 0, 0, 0)

    def cropped(self, side: int) -> Face:
        """The same without bleed on one side, where it meets its back."""
        bleed = list(self.bleed)
        bleed[side] = 0
        return replace(self, name=f"{self.name}.{'ltrb'[side]}", bleed=tuple(bleed))


class Pen:
    """Collects what is drawn. Everything a kit can draw is a method here."""

    def __init__(self) -> None:
        self.items: list[Item] = []

    def path(
        self,
        ops: Iterable[Op],
        fill: str | None = None,
        stroke: str | None = None,
        width: float = 0.25,
        dash: tuple[float, ...] = (),
        line: Line = "",
    ) -> None:
        """Any path."""
        self.items.append(Path(tuple(ops), fill, stroke, width, dash, line))

    def put(self, *items: Item) -> None:
        """What was drawn elsewhere."""
        self.items.extend(items)

    def rect(self, x: float, y: float, w: float, h: float, r: float = 0, **ink: object) -> None:
        """A rectangle, with round corners if r is given."""
        self.path(rectangle(x, y, w, h, r), **ink)  # type: ignore[arg-type]

    def circle(self, x: float, y: float, r: float, **ink: object) -> None:
        """A circle around x, y."""
        self.path(ellipse(x, y, r), **ink)  # type: ignore[arg-type]

    def polygon(self, points: Sequence[Point], **ink: object) -> None:
        """Straight edges, closed."""
        self.path(polygon(points), **ink)  # type: ignore[arg-type]

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        stroke: str,
        width: float = 0.25,
        dash: tuple[float, ...] = (),
        line: Line = "",
    ) -> None:
        """A straight line."""
        self.path((("M", (x1, y1)), ("L", (x2, y2))), None, stroke, width, dash, line)

    def text(
        self,
        x: float,
        y: float,
        string: str,
        font: str,
        pt: float,
        colour: str,
        anchor: str = "start",
        turn: int = 0,
        role: str = "",
    ) -> None:
        """A line of type on baseline y."""
        if string:
            self.items.append(Text(x, y, string, font, pt, colour, anchor, turn, role))

    def face(self, name: str, width: float, height: float, bleed: float = 0) -> Face:
        """What was drawn, as a face."""
        return Face(name, width, height, tuple(self.items), (bleed,) * 4)


def printable_width(width: float) -> float:
    """A width that was scaled with its drawing: never thinner than a printer holds."""
    return max(HAIR, width)


def polygon(points: Sequence[Point]) -> tuple[Op, ...]:
    """A closed path through the points."""
    first, *rest = points
    return (("M", first), *(("L", p) for p in rest), ("Z", ()))


def rectangle(x: float, y: float, w: float, h: float, r: float = 0) -> tuple[Op, ...]:
    """A rectangle from its upper left corner."""
    if not r:
        return polygon(((x, y), (x + w, y), (x + w, y + h), (x, y + h)))
    k = r * 0.4477  # control points of a quarter circle
    return (
        ("M", (x + r, y)), ("L", (x + w - r, y)), ("C", (x + w - k, y, x + w, y + k, x + w, y + r)),
        ("L", (x + w, y + h - r)), ("C", (x + w, y + h - k, x + w - k, y + h, x + w - r, y + h)),
        ("L", (x + r, y + h)), ("C", (x + k, y + h, x, y + h - k, x, y + h - r)),
        ("L", (x, y + r)), ("C", (x, y + k, x + k, y, x + r, y)), ("Z", ()),
    )  # fmt: skip


def rounded_above(x: float, y: float, w: float, h: float, r: float) -> tuple[Op, ...]:
    """A rectangle with its upper corners round: the head of a frame that is."""
    k = r * 0.4477
    return (
        ("M", (x, y + h)), ("L", (x, y + r)), ("C", (x, y + k, x + k, y, x + r, y)), ("L", (x + w - r, y)),
        ("C", (x + w - k, y, x + w, y + k, x + w, y + r)), ("L", (x + w, y + h)), ("Z", ()),
    )  # fmt: skip


def ellipse(x: float, y: float, rx: float, ry: float | None = None) -> tuple[Op, ...]:
    """A circle, or an ellipse."""
    ry = rx if ry is None else ry
    k, m = rx * 0.5523, ry * 0.5523
    return (
        ("M", (x + rx, y)), ("C", (x + rx, y + m, x + k, y + ry, x, y + ry)),
        ("C", (x - k, y + ry, x - rx, y + m, x - rx, y)), ("C", (x - rx, y - m, x - k, y - ry, x, y - ry)),
        ("C", (x + k, y - ry, x + rx, y - m, x + rx, y)), ("Z", ()),
    )  # fmt: skip


def points_on_circle(x: float, y: float, r: float, n: int, start: float = -90) -> list[Point]:
    """n points on a circle, the first straight up."""
    angles = (start + 360 * i / n for i in range(n))
    return [(x + r * cos(a * pi / 180), y + r * sin(a * pi / 180)) for a in angles]


def placed(items: Iterable[Item], matrix: Matrix) -> list[Item]:
    """A drawing elsewhere: shifted, and turned by quarters if the matrix says so."""
    a, b, c, d, e, f = matrix
    out: list[Item] = []
    for item in items:
        if isinstance(item, Path):
            out.append(item.moved(matrix))
        elif isinstance(item, FaceStamp):
            out.append(FaceStamp(item.face, after(matrix, item.matrix), item.alt))
        else:
            x, y = a * item.x + c * item.y + e, b * item.x + d * item.y + f
            out.append(replace(item, x=x, y=y, turn=(item.turn + TURNS[a, b]) % 360))
    return out


def listing(face: Face) -> str:
    """A face as text, one item a line: what the expected-drawing tests compare."""

    def numbers(values: Iterable[float]) -> str:
        return " ".join(f"{round(v, 2) + 0:g}" for v in values)

    lines = [f"face {face.name} {numbers((face.width, face.height))} bleed {numbers(face.bleed)}"]
    for item in face.items:
        if isinstance(item, Path):
            d = " ".join(f"{op}{numbers(v)}" for op, v in item.ops)
            stroke = f"{item.stroke}/{item.width:g}" if item.stroke else "-"
            dash = f" dash {numbers(item.dash)}" if item.dash else ""
            lines.append(f"  path fill {item.fill or '-'} stroke {stroke}{dash} {d}")
        elif isinstance(item, Text):
            turned = f" turn {item.turn}" if item.turn else ""
            where = numbers((item.x, item.y))
            lines.append(f"  text {where} {item.anchor}{turned} {item.font} {item.pt:g} {item.colour} “{item.string}”")
        else:
            lines.append(f"  stamp {item.face} {numbers(item.matrix)}")
    return "\n".join(lines) + "\n"
