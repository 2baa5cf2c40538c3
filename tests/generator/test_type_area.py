"""Words stay on their piece: no line of type of any face leaves it, in any language, on any paper, with any name."""

from __future__ import annotations

import pytest
from printing import ordered

import templates
from generator import press
from generator.drawing import Face, Text
from generator.fonts import FILES, LEAST_PT, cap, width
from generator.kits.code777 import KIT
from generator.order import LONGEST_NAME

LONG = ",".join("W" * (LONGEST_NAME - i) for i in range(5))
ORDERS: dict[str, dict[str, object]] = {
    f"{lang} {paper} {mode} {named}": {"lang": lang, "paper_": paper, "ink": mode, "names_": names}
    for lang in templates.LANGUAGES
    for paper in ("a4", "letter", "a3", "210x230mm")
    for mode, named, names in (("full", "long names", LONG), ("mono", "no names", ""))
}


def extent(text: Text) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a line of type: its capitals, and a fifth of its size below the baseline."""
    wide = width(text.string, text.font, text.pt)
    left = {"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
    high, low = cap(text.font, text.pt), 0.2 * text.pt * 25.4 / 72
    if text.turn == 270:  # it reads upwards
        return text.x - high, text.y - (wide - left), text.x + low, text.y + left
    if text.turn == 90:
        return text.x - low, text.y - left, text.x + high, text.y + wide - left
    if text.turn == 180:
        return text.x - (wide - left), text.y - low, text.x + left, text.y + high
    return text.x - left, text.y - high, text.x + wide - left, text.y + low


def outside(face: Face) -> list[str]:
    """The lines of type that leave a face."""
    found = []
    for item in face.items:
        if isinstance(item, Text):
            left, top, right, low = extent(item)
            if left < -0.01 or top < -0.01 or right > face.width + 0.01 or low > face.height + 0.01:
                found.append(f"{face.name}: “{item.string}” {left:.2f} {top:.2f} {right:.2f} {low:.2f}")
    return found


def tiny(face: Face) -> list[str]:
    """The lines of type that are too small to read."""
    found = (item for item in face.items if isinstance(item, Text) and item.pt < LEAST_PT)
    return [f"{face.name}: “{item.string}” {item.pt:.2f} pt" for item in found]


@pytest.mark.parametrize("options", ORDERS.values(), ids=ORDERS)
def test_no_type_leaves_its_piece(options: dict[str, object]) -> None:
    work = press.compose(ordered(**options))
    faces = [face for run in work.runs for face in (*run.faces, *([run.component.back] if run.component.back else []))]
    assert len(faces) > len(KIT.builders)
    assert [line for face in faces for line in outside(face)] == []


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
@pytest.mark.parametrize("font", FILES)
def test_a_word_too_long_is_noticed(font: str, anchor: str) -> None:
    """Proves the check."""
    x = {"start": 0, "middle": 10, "end": 20}[anchor]
    room = width("seven", font, 20)
    fits = Text(x, 10, "seven", font, 20 * 19.9 / room, "#000000", anchor)
    assert outside(Face("face", 20, 20, (fits,))) == []
    long = Text(x, 10, "seven", font, 20 * 20.1 / room, "#000000", anchor)
    assert len(outside(Face("face", 20, 20, (long,)))) == 1
