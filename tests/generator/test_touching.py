"""What lies too near on a piece: type that runs into type or into a line, type at the very edge, lines too thin to print."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from support.printing import ordered
from support.type_area import outside

from generator.drawing.fonts import BOLD, MM, SANS, cap, width
from generator.drawing.pen import HAIR, Face, Path, Text
from generator.order.request import INKS
from generator.press import build
from generator.press.build import ComposedKit
from referee.registry import GAMES
from templates.i18n import LANGUAGES

Box = tuple[float, float, float, float]  # left, top, right, bottom
Segment = tuple[tuple[float, float], tuple[float, float]]

BELOW = set("gjpqyçQ,;()|")  # letters that reach below the baseline
TALL = set("bdfhklßijt")  # and those that are as high as capitals, or higher
LARGE = 14  # points: type that may lie upon a pattern, in a white case
CLEAR = 0.3  # millimetres of white between ink and a line: less looks like a fault, and smears
SPANS = ("a4 long-edge", "letter single", "a3 fold")
WAYS = [
    (slug, span, ink, lang)
    for n, (slug, span, lang) in enumerate(product(GAMES, SPANS, LANGUAGES))
    for ink in (INKS if span == SPANS[0] else (INKS[n % len(INKS)],))
]


def inked(text: Text) -> Box:
    """The box around the ink of a line of type, as its letters are."""
    wide = width(text.string, text.font, text.pt)
    left = {"start": 0.0, "middle": -wide / 2, "end": -wide}[text.anchor] + 0.02 * text.pt * MM  # side bearings
    high = cap(text.font, text.pt)
    letters = text.string
    if any(c in TALL for c in letters):
        up = high * 1.07
    elif all(c.islower() or not c.isalnum() for c in letters):
        up = high * 0.76
    else:
        up = high
    down = 0.3 * high if any(c in BELOW for c in letters) else 0.03 * high
    right = left + wide - 0.04 * text.pt * MM
    box = {
        0: (left, -up, right, down), 90: (-down, left, up, right),
        180: (-right, -down, -left, up), 270: (-up, -right, down, -left),
    }[text.turn]  # fmt: skip
    return box[0] + text.x, box[1] + text.y, box[2] + text.x, box[3] + text.y


def meet(a: Box, b: Box) -> bool:
    """Do two boxes share an area?"""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def straight(path: Path) -> Iterator[Box]:
    """Level and upright strokes of a path, as boxes of their thickness."""
    half = path.width / 2
    here = begin = (0.0, 0.0)
    for op, v in path.ops:
        end = begin if op == "Z" else (v[-2], v[-1])
        if op == "M":
            begin = end
        elif op in "LZ" and (abs(here[0] - end[0]) < 0.01) != (abs(here[1] - end[1]) < 0.01):
            xs, ys = sorted((here[0], end[0])), sorted((here[1], end[1]))
            if xs[1] - xs[0] + ys[1] - ys[0] >= 1:  # less is a part of a curve
                yield xs[0] - half, ys[0] - half, xs[1] + half, ys[1] + half
        here = end


def bounds(path: Path) -> Box:
    """The box around all points of a path."""
    points = [v for _, v in path.ops if v]
    xs, ys = [n for v in points for n in v[::2]], [n for v in points for n in v[1::2]]
    return min(xs), min(ys), max(xs), max(ys)


def overlapping(face: Face) -> list[tuple[str, str]]:
    """Lines of type that run into each other. A white case around a word is the same word below it."""
    lines = [(item.string, inked(item)) for item in face.items if isinstance(item, Text)]
    lines.sort(key=lambda line: line[1][1])
    found = []
    for i, (one, box) in enumerate(lines):
        for other, next_ in lines[i + 1 :]:
            if next_[1] >= box[3]:
                break
            if one != other and meet(box, next_):
                found.append((one, other))
    return found


def crossed(face: Face) -> list[str]:
    """Words that a level or upright line touches, unless something was laid over the line before the word was set."""
    strokes = [
        (n, box)
        for n, item in enumerate(face.items)
        if isinstance(item, Path) and item.stroke
        for box in straight(item)
    ]
    covers = [(n, bounds(item)) for n, item in enumerate(face.items) if isinstance(item, Path) and item.fill]
    cased = {item.string for item in face.items if isinstance(item, Text) and item.colour == "#ffffff"}
    found = []
    for n, item in enumerate(face.items):
        if isinstance(item, Text) and not (item.string in cased and item.pt > LARGE):  # a white case, upon a pattern
            left, top, right, low = inked(item)
            near = left - CLEAR, top - CLEAR, right + CLEAR, low + CLEAR
            for place, box in strokes:
                if meet(near, box) and not any(place < m < n and within(near, cover) for m, cover in covers):
                    found.append(item.string)
                    break
    return found


def within(box: Box, cover: Box) -> bool:
    """Does the one lie in the other?"""
    return cover[0] <= box[0] and cover[1] <= box[1] and cover[2] >= box[2] and cover[3] >= box[3]


def thin(face: Face) -> list[float]:
    """Lines that are thinner than the house allows. White ones only part colours."""
    return [
        item.width
        for item in face.items
        if isinstance(item, Path) and item.stroke and item.stroke != "#ffffff" and item.width < HAIR
    ]


def composed(slug: str, span: str, ink: str, lang: str) -> ComposedKit:
    paper, sides = span.split()
    return build.compose(ordered(slug, paper_=paper, sides=sides, ink=ink, lang=lang))


@pytest.mark.parametrize(("slug", "span", "ink", "lang"), WAYS)
def test_nothing_lies_too_near_and_no_line_is_too_thin(slug: str, span: str, ink: str, lang: str) -> None:
    work = composed(slug, span, ink, lang)
    faces = {
        face.name: face
        for run in work.runs
        for face in (*run.component.fronts, *run.component.behind, *run.component.parts)
    }
    assert len(faces) > len(work.runs)
    for find in (outside, overlapping, crossed, thin):
        assert {name: found for name, face in faces.items() if (found := find(face))} == {}, find.__name__


def test_what_is_too_near_is_noticed() -> None:
    """Proves the checks: two words, a word on a line, a hair."""
    word = Text(10, 10, "seven", SANS, 10, "#000000")

    def face(*items: Path | Text) -> Face:
        return Face("face", 50, 50, items)

    line = (("M", (0.0, 10.2)), ("L", (40.0, 10.2)))
    assert overlapping(face(word, Text(12, 11.5, "eight", BOLD, 10, "#000000"))) == [("seven", "eight")]
    assert overlapping(face(word, Text(12, 14.5, "eight", BOLD, 10, "#000000"))) == []
    assert crossed(face(Path(line, stroke="#000000", width=0.3), word)) == ["seven"]
    assert crossed(face(Path(line, stroke="#000000", width=0.3), Text(10, 9.5, "seven", SANS, 10, "#000000"))) == []
    plate = Path(
        (("M", (5.0, 5.0)), ("L", (30.0, 5.0)), ("L", (30.0, 14.0)), ("L", (5.0, 14.0)), ("Z", ())), fill="#fff"
    )
    assert crossed(face(Path(line, stroke="#000000", width=0.3), plate, word)) == []
    assert thin(face(Path(line, stroke="#000000", width=0.1))) == [0.1]
    assert thin(face(Path(line, stroke="#000000", width=HAIR))) == []
