"""Words on the pieces of Inkognito stay on them and keep clear of each other, in any language, with any name."""

from __future__ import annotations

from itertools import combinations

import pytest
from support.printing import ordered
from support.type_area import extent, outside

from generator.drawing.pen import Face, Text
from generator.order.request import LONGEST_NAME
from generator.press import build
from templates.i18n import LANGUAGES

LONG = ",".join("W" * (LONGEST_NAME - i) for i in range(5))
ORDERS: dict[str, dict[str, object]] = {
    f"{lang} {paper} {named}": {"lang": lang, "paper_": paper, "names_": names, "players_": "5"}
    for lang in LANGUAGES
    for paper in ("a4", "letter", "a3", "210x230mm")
    for named, names in (("long names", LONG), ("no names", ""))
}


def colliding(face: Face) -> list[str]:
    """Lines of type that lie on each other, by more than the white around letters."""
    lines = [(extent(item), item.string) for item in face.items if isinstance(item, Text) and item.turn in (0, 180)]
    found = []
    for (a, one), (b, other) in combinations(lines, 2):
        across, down = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
        if across > 0.05 and down > 0.05:
            found.append(f"{face.name}: “{one}” / “{other}”")
    return found


@pytest.mark.parametrize("options", ORDERS.values(), ids=ORDERS)
def test_no_type_leaves_its_piece_or_touches_another_line(options: dict[str, object]) -> None:
    work = build.compose(ordered("inkognito", **options))
    faces = {face.name: face for run in work.runs for face in run.faces}.values()
    assert len(faces) > 66
    assert [line for face in faces for line in outside(face)] == []
    assert [line for face in faces for line in colliding(face)] == []


def test_a_collision_is_noticed() -> None:
    one = Text(10, 10, "seven", "sans", 10, "#000000")
    other = Text(12, 11, "eight", "sans", 10, "#000000")
    assert len(colliding(Face("face", 40, 40, (one, other)))) == 1
    below = Text(10, 15, "eight", "sans", 10, "#000000")
    assert colliding(Face("face", 40, 40, (one, below))) == []
