"""Seven colours that nobody needs to see: with digit and letter masked, the marks alone tell tiles apart.

The marks must differ pairwise in at least 8 % of their pixels: in grey, as a person with deuteranopia sees them, and
in mono; on white as on pads and cards, and on the flooded tile itself.
"""

from __future__ import annotations

from itertools import combinations

import pytest
from msgspec.structs import replace
from support.printing import printed
from support.rasters import Picture, drawn
from support.sights import SEEN, SIGHTS, Hues, Pair, as_deuteranope, share, too_alike

from generator.drawing.geometry import shift
from generator.drawing.pen import FaceStamp, Path, Text
from generator.drawing.shapes import SHAPES
from generator.kits.code777.spec import KitSpec
from generator.layout.paper import Paper
from referee.code777.pieces import Colour
from templates.loader import kit


@pytest.fixture(scope="module")
def hues() -> Hues:
    spec = kit("code777", KitSpec)
    return {colour.value: spec.colours.of(colour) for colour in Colour}


@pytest.mark.parametrize("on_tile", [False, True], ids=["on white", "on the tile"])
@pytest.mark.parametrize("sight", SIGHTS)
def test_marks_differ_pairwise_without_digit_and_letter(hues: Hues, sight: str, on_tile: bool) -> None:
    assert len(hues) == 7
    assert too_alike(hues, sight, on_tile) == {}


@pytest.mark.parametrize("pair", list(combinations([c.value for c in Colour], 2)), ids="-".join)
def test_two_colours_with_one_shape_are_found_in_mono(hues: Hues, pair: Pair) -> None:
    """Proves the checker."""
    first, second = pair
    spoilt = {**hues, second: replace(hues[second], shape=hues[first].shape)}
    assert pair in too_alike(spoilt, "mono")


@pytest.mark.parametrize(("pair", "sight"), [(("red", "green"), "grey"), (("brown", "green"), "deuteranopia")])
def test_colours_that_look_alike_need_their_shapes(hues: Hues, pair: Pair, sight: str) -> None:
    """Proves both conversions: alike in shape and in tone to that eye, a pair is found although its colours differ."""
    first, second = pair
    twin = as_deuteranope(tuple(bytes.fromhex(hues[first].hex[1:])))  # type: ignore[arg-type]
    grey = round(sum(w * v for w, v in zip((0.299, 0.587, 0.114), bytes.fromhex(hues[first].hex[1:]), strict=True)))
    hex_ = "#%02x%02x%02x" % (twin if sight == "deuteranopia" else (grey,) * 3)
    spoilt = {**hues, second: replace(hues[second], shape=hues[first].shape, hex=hex_)}
    assert {tuple(sorted(p)) for p in too_alike(spoilt, sight)} >= {tuple(sorted(pair))}
    assert spoilt[second].hex != spoilt[first].hex


def test_deuteranopia_takes_red_for_green_but_never_blue_for_yellow() -> None:
    """The matrix does what it is named for."""

    def apart(a: tuple[int, int, int], b: tuple[int, int, int]) -> int:
        return max(abs(x - y) for x, y in zip(as_deuteranope(a), as_deuteranope(b), strict=True))

    assert apart((150, 100, 0), (110, 115, 0)) < SEEN
    assert apart((0, 0, 255), (255, 255, 0)) > 4 * SEEN
    assert as_deuteranope((255, 255, 255)) == pytest.approx((255, 255, 255), abs=1)
    assert as_deuteranope((0, 0, 0)) == (0, 0, 0)


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_stays_within_its_circle_and_fills_much_of_it(name: str) -> None:
    points = [(v[i], v[i + 1]) for op, v in SHAPES[name](0, 0, 1) for i in range(0, len(v), 2) if op in "ML"]
    assert max(x * x + y * y for x, y in points) <= 1.45  # a square's corners reach farthest
    picture = drawn(Paper("square", 8, 8), [Path(SHAPES[name](4, 4, 4), fill="#000000")])
    assert 0.3 < picture.convert("L").histogram()[0] / 6400 < 0.9


@pytest.mark.parametrize("mode", ["full", "saver", "mono"])
def test_printed_tiles_bear_the_mark_of_their_colour(mode: str) -> None:
    """On the real faces, every letter and digit taken away: two colours still differ on three square millimetres."""
    faces = {face.name: face for face in printed(ink=mode).run("tiles").component.fronts}
    pictures: dict[str, Picture] = {}
    for name, face in faces.items():
        bare = replace(face, items=tuple(item for item in face.items if not isinstance(item, Text)))
        paper = Paper("tile", face.width, face.height)
        pictures.setdefault(name.split(".")[-1], drawn(paper, [FaceStamp(name, shift(0, 0))], [bare]))
    assert len(pictures) == 7
    for a, b in combinations(pictures, 2):
        millimetres = share(pictures[a], pictures[b]) * pictures[a].width * pictures[a].height / 100
        assert millimetres >= 3, (a, b)
