"""What holds for every kit: nothing in the dead margin, no colour in black alone, every letter in its typeface."""

from __future__ import annotations

import pytest
from support.printing import printed
from support.rasters import beyond_margin, colour_spread, page
from support.soak import sampled

from generator.drawing.fonts import FILES, LEAST_PT, register
from generator.drawing.pen import Text
from generator.layout.component import Component
from generator.order.request import INKS
from referee.registry import GAMES
from templates.i18n import LANGUAGES

SAMPLE: dict[str, dict[str, object]] = {
    "plain": {},
    "letter saver long-edge": {"paper_": "letter", "ink": "saver", "sides": "long-edge", "lang": "fr"},
    "short-edge, backs moved": {"sides": "short-edge", "back_offset": "-3,4.5"},
    "fold mono lines": {"sides": "fold", "marks": "lines", "ink": "mono"},
    "no marks": {"marks": "none"},
    "A3": {"paper_": "a3"},
}


# Every way to print, for two games each, in turns.
MIXED = [([*GAMES][(n + i) % len(GAMES)], sample) for n, sample in enumerate(list(SAMPLE)[1:]) for i in (0, 2)]


def lines(component: Component) -> list[Text]:
    """All type of a component."""
    faces = (*component.fronts, *component.behind, *component.parts)
    return [item for face in faces for item in face.items if isinstance(item, Text)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_every_letter_exists_in_its_typeface_and_can_be_read(slug: str, lang: str) -> None:
    from reportlab.pdfbase import pdfmetrics

    glyphs = {font: pdfmetrics.getFont(register(font)).face.charToGlyph for font in FILES}
    for run in printed(game=slug, lang=lang).work.runs:
        for line in lines(run.component):
            assert all(ord(c) in glyphs[line.font] for c in line.string), (run.component.key, line.string)
            assert line.pt >= LEAST_PT, (run.component.key, line.string)


@pytest.mark.parametrize(("slug", "sample"), [*((slug, "plain") for slug in GAMES), *MIXED])
def test_no_ink_in_the_dead_margin(slug: str, sample: str) -> None:
    kit = printed(game=slug, **SAMPLE[sample])
    sides = {hash((side.items, side.footer)): i for i, side in enumerate(kit.work.sides())}
    for i in sampled(list(sides.values()), kit.order.file()):
        assert beyond_margin(page.__wrapped__(kit.data, i, 4), per_mm=4) == [], f"page {i + 1}"


@pytest.mark.parametrize("slug", GAMES)
def test_mono_has_no_colour_and_the_others_have(slug: str) -> None:
    for ink in INKS:
        kit = printed(game=slug, ink=ink)
        first = {run.component.key: kit.pages(run.component.key)[0] for run in kit.work.runs}
        spread = {key: colour_spread(page.__wrapped__(kit.data, i, 3)) for key, i in first.items()}
        assert (max(spread.values()) == 0) == (ink == "mono"), spread
        if ink == "full":
            assert min(spread.values()) > 40, spread
