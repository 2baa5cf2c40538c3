"""Words stay on their piece: no line of type of any face leaves it, in any language, on any paper, with any name."""

from __future__ import annotations

import pytest
from support.printing import ordered
from support.type_area import outside

from generator.drawing.fonts import FILES, width
from generator.drawing.pen import Face, Text
from generator.kits.code777 import KIT
from generator.order.request import LONGEST_NAME
from generator.press import build
from templates import i18n

LONG = ",".join("W" * (LONGEST_NAME - i) for i in range(5))
ORDERS: dict[str, dict[str, object]] = {
    f"{lang} {paper} {mode} {named}": {"lang": lang, "paper_": paper, "ink": mode, "names_": names}
    for lang in i18n.LANGUAGES
    for paper in ("a4", "letter", "a3", "210x230mm")
    for mode, named, names in (("full", "long names", LONG), ("mono", "no names", ""))
}


@pytest.mark.parametrize("options", ORDERS.values(), ids=ORDERS)
def test_no_type_leaves_its_piece(options: dict[str, object]) -> None:
    work = build.compose(ordered(**options))
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
