"""Ink: type and marks are black, all of it, and nothing fine is grey, which a printer makes of dots."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pikepdf
import pytest
from support.printing import printed

from generator.drawing.palette import InkPalette
from generator.order.fields import INKS
from generator.press.pdf_writer import held
from referee.registry import GAMES

SHOWN = {"Tj", "TJ", "'", '"'}
STROKED = {"S", "s", "B", "B*", "b", "b*"}
POINT = 1.0


def streams(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    """Every side and every face of a file."""
    seen = set()
    for page in pdf.pages:
        for stream in page.Contents if isinstance(page.Contents, pikepdf.Array) else [page.Contents]:
            if stream.objgen not in seen:
                seen.add(stream.objgen)
                yield stream
    yield from (each for each in pdf.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form")


def greys(stream: pikepdf.Object) -> Iterator[str]:
    """Type in grey, and lines of grey thinner than a point."""
    fill, line, width = 0.0, 0.0, POINT  # a colour is no grey: it counts as black
    kept: list[tuple[float, float, float]] = []
    for operands, operator in pikepdf.parse_content_stream(stream):
        word = str(operator)
        if word == "q":
            kept.append((fill, line, width))
        elif word == "Q":
            fill, line, width = kept.pop()
        elif word in ("g", "G"):
            fill, line = (float(operands[0]), line) if word == "g" else (fill, float(operands[0]))
        elif word in ("rg", "RG", "k", "K"):
            fill, line = (0.0, line) if word.islower() else (fill, 0.0)
        elif word == "w":
            width = float(operands[0])
        elif word in SHOWN and 0 < fill < 1:
            yield f"type of {fill:.2f} g"
        elif word in STROKED and 0 < line < 1 and width < POINT:
            yield f"a line of {line:.2f} G, {width} pt"


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("slug", GAMES)
def test_no_type_and_no_fine_line_is_screened(slug: str, ink: str) -> None:
    with pikepdf.open(BytesIO(printed(game=slug, ink=ink).data)) as pdf:
        found = {grey for stream in streams(pdf) for grey in greys(stream)}
    assert not found


@pytest.mark.parametrize("ink", INKS)
def test_ink_is_black(ink: str) -> None:
    assert InkPalette(ink).ink == "#000000"  # type: ignore[arg-type]
    assert InkPalette(ink).line("#262626") == "#000000"  # type: ignore[arg-type]


def test_a_grey_line_grows_to_a_point_and_is_lighter_by_as_much() -> None:
    assert held("#999999", 0.5) == ("#cccccc", 1.0)
    assert held("#999999", 1.2) == ("#999999", 1.2)
    assert held("#000000", 0.5) == ("#000000", 0.5)
    assert held("#112233", 0.5) == ("#112233", 0.5)
