"""Road signs: all within their circle, told apart without colour, and the same on paper and on pages."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import pytest

from generator.drawing import svg
from generator.drawing.palette import InkPalette
from generator.drawing.pen import HAIR, Path
from generator.drawing.road_signs import SIGNS, scaled, sign
from referee.rallye.board.squares import Kind, Sign

NS = {"s": svg.XMLNS}


def reach(paths: list[Path] | tuple[Path, ...]) -> float:
    """How far a drawing goes from its middle, lines included."""
    return max(abs(n) + (path.width / 2 if path.stroke else 0) for path in paths for _, v in path.ops for n in v)


@pytest.mark.parametrize("name", SIGNS)
def test_a_sign_fills_its_circle_and_stays_within(name: str) -> None:
    assert 0.85 < reach(SIGNS[name]) < 1.1


@pytest.mark.parametrize("name", SIGNS)
def test_a_sign_grows_with_its_lines(name: str) -> None:
    small, large = sign(name, 0, 0, 8, InkPalette()), sign(name, 0, 0, 24, InkPalette())
    assert reach(large) == pytest.approx(3 * reach(small))
    assert [path.width for path in large] == pytest.approx([3 * path.width for path in small])


@pytest.mark.parametrize("name", SIGNS)
def test_a_small_sign_keeps_lines_that_a_printer_holds(name: str) -> None:
    assert min((path.width for path in sign(name, 0, 0, 1, InkPalette()) if path.stroke), default=1) >= HAIR


@pytest.mark.parametrize("name", SIGNS)
def test_with_black_alone_no_colour_is_left(name: str) -> None:
    for path in sign(name, 0, 0, 5, InkPalette("mono")):
        for colour in (path.fill, path.stroke):
            assert colour is None or colour[1:3] == colour[3:5] == colour[5:7]


def test_no_two_signs_are_alike_without_colour() -> None:
    drawn = {name: tuple(sign(name, 0, 0, 5, InkPalette("mono"))) for name in SIGNS}
    assert [pair for pair in combinations(drawn, 2) if drawn[pair[0]] == drawn[pair[1]]] == []


def test_there_is_a_sign_for_whatever_the_rules_have() -> None:
    assert {f"no-{each}" for each in Sign} == {name for name in SIGNS if name.startswith("no-")}
    without = {Kind.PARIS, Kind.GERANCE, Kind.RINGED, Kind.PLAIN}
    assert {str(kind) for kind in Kind if kind not in without} <= set(SIGNS)
    assert {"firstaid", "go-left", "go-right"} <= set(SIGNS)


def test_pages_get_every_sign_with_its_colours() -> None:
    root = ElementTree.fromstring(svg.pictures(SIGNS))
    found = {symbol.attrib["id"]: symbol for symbol in root.findall("s:symbol", NS)}
    assert list(found) == list(SIGNS)
    for name, symbol in found.items():
        paths = symbol.findall("s:path", NS)
        assert [path.attrib["fill"] for path in paths] == [path.fill or "none" for path in SIGNS[name]]
        assert [path.attrib.get("stroke") for path in paths] == [path.stroke for path in SIGNS[name]]
    assert len(svg.pictures(SIGNS)) < 26_000


def test_a_path_on_a_page_is_the_one_on_paper() -> None:
    half = svg.BOX / 2
    (plate, *_) = scaled(SIGNS["noentry"], half, half, half, InkPalette())
    assert svg.path(plate.ops) in svg.pictures({"noentry": SIGNS["noentry"]})
