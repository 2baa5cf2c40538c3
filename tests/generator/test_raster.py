"""What a printer would put on paper: no ink in the margins, the right scale, the right inks."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PIL import ImageStat
from support.printing import Print, printed
from support.rasters import PER_MM, beyond_margin, colour_spread, drawn, longest_run, page, part
from support.soak import sampled

from generator.drawing.fonts import MM
from generator.drawing.geometry import shift
from generator.drawing.pen import FaceStamp, Path
from generator.layout.paper import PAPERS

SAMPLE = {
    "plain": {},
    "letter saver long-edge": {"paper_": "letter", "ink": "saver", "sides": "long-edge"},
    "a4 short-edge, backs moved": {"sides": "short-edge", "back_offset": "-3,4.5"},
    "letter long-edge, backs moved far": {"paper_": "letter", "sides": "long-edge", "back_offset": "10,-10"},
    "a4 fold, lines, names": {"sides": "fold", "marks": "lines", "names_": "Anne,Mario,Wilhelmina von Winterhausen"},
    "landscape long-edge, moved": {"paper_": "297x210mm", "sides": "long-edge", "back_offset": "4,4"},
    "letter fold mono": {"paper_": "letter", "sides": "fold", "ink": "mono"},
    "French": {"lang": "fr", "sides": "short-edge", "marks": "lines"},
}
SOAK = {
    f"{paper} {sides} {offset} {marks} {lang}": {
        "paper_": paper, "sides": sides, "back_offset": offset, "marks": marks, "lang": lang, "pads": "4",
    }
    for paper in ("a4", "letter", "a3", "legal", "297x210mm", "230.7x311.3mm")
    for sides in ("single", "long-edge", "short-edge", "fold")
    for offset in (("0,0", "2.5,-7.3") if "edge" in sides else ("0,0",))
    for marks in ("crop", "lines")
    for lang in ("en", "fr")
}  # fmt: skip


def each_side(kit: Print) -> Sequence[int]:
    """One page for every different side of the kit, its first that looks so; a sample of them unless it is a long run."""
    found: dict[int, int] = {}
    for i, side in enumerate(kit.work.sides()):
        found.setdefault(hash((side.items, side.footer)), i)
    return sampled(list(found.values()), kit.order.file())


def margins(kit: Print) -> dict[int, list[str]]:
    return {i + 1: sides for i in each_side(kit) if (sides := beyond_margin(page.__wrapped__(kit.data, i)))}


@pytest.mark.parametrize("options", SAMPLE.values(), ids=SAMPLE)
def test_no_ink_outside_the_safe_margin(options: dict[str, object]) -> None:
    assert margins(printed(**options)) == {}


@pytest.mark.soak
@pytest.mark.parametrize("options", SOAK.values(), ids=SOAK)
def test_no_ink_outside_the_safe_margin_whatever_the_options(options: dict[str, object]) -> None:
    assert margins(printed.__wrapped__(**options)) == {}


@pytest.mark.parametrize(
    ("x", "y", "sides"),
    [
        (7, 7, []),
        (6.8, 20, ["left"]),
        (20, 6.8, ["top"]),
        (210 - 5 - 30 - 1.8, 20, ["right"]),
        (20, 297 - 5 - 42 - 1.8, ["bottom"]),
        (-1, 297 - 40, ["left", "bottom"]),
    ],
)
def test_the_margin_check_sees_a_tile_whose_bleed_is_two_tenths_of_a_millimetre_too_far(
    x: float, y: float, sides: list[str]
) -> None:
    """Proves the check: a real tile with 2 mm of bleed, put where it must not lie."""
    face = printed().run("tiles").component.fronts[0]
    assert face.bleed == (2, 2, 2, 2)
    picture = drawn(PAPERS["a4"], [FaceStamp(face.name, shift(x, y))], [face])
    assert beyond_margin(picture) == sides


@pytest.mark.parametrize(("colour", "width"), [("#fffffe", 0.1), ("#fefefe", MM), ("#fdfdfd", 0.1), ("#000000", 0.1)])
def test_the_margin_check_sees_the_palest_ink_and_a_single_hairline(colour: str, width: float) -> None:
    """A grey hairline is drawn a point wide and paler by as much: of the palest grey, nothing would be left of it."""
    line = Path((("M", (2, 100)), ("L", (2, 101))), stroke=colour, width=width)
    assert beyond_margin(drawn(PAPERS["a4"], [line])) == ["left"]


@pytest.mark.parametrize("name", ["plain", "letter saver long-edge", "a4 short-edge, backs moved", "letter fold mono"])
def test_the_scale_bar_measures_fifty_millimetres_on_every_page(name: str) -> None:
    kit = printed(**SAMPLE[name])
    for i in each_side(kit):
        footer = part(page.__wrapped__(kit.data, i), kit.work.sides()[i].footer)
        bar = max(longest_run(footer, row) for row in range(footer.height))
        assert bar == pytest.approx(50 * PER_MM, abs=2), f"page {i + 1}"


def test_a_wrong_print_scale_is_seen_on_the_bar() -> None:
    """Proves the test above: “fit to page” usually means 96 or 97 %."""
    kit = printed()
    small = page.__wrapped__(kit.data, 0, PER_MM * 0.97)
    assert max(longest_run(small, row) for row in range(small.height - 150, small.height)) < 48.7 * PER_MM


def darkness(kit: Print, component: str) -> float:
    """Mean ink on the sheets of a component, 0 to 255, over all three colours."""
    means = [ImageStat.Stat(page(kit.data, i, 3)).mean for i in kit.pages(component)]
    return sum(255 - sum(mean) / 3 for mean in means) / len(means)


@pytest.mark.parametrize("sides", ["single", "long-edge", "fold"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_mono_uses_no_colour_at_all(sides: str, lang: str) -> None:
    kit = printed(ink="mono", sides=sides, lang=lang)
    for i in each_side(kit):
        assert colour_spread(page(kit.data, i, 4)) == 0, f"page {i + 1}"


def test_full_has_colour_on_tiles_cards_diagrams_and_rules() -> None:
    """Proves the test above, and that full colour is what it says."""
    kit = printed()
    for component in ("tiles", "questions", "diagram", "rules", "contents"):
        assert max(colour_spread(page(kit.data, i, 4)) for i in kit.pages(component)) > 60


def test_saver_has_colour_but_far_less_ink() -> None:
    full, saver = printed(), printed(ink="saver")
    assert darkness(saver, "tiles") < darkness(full, "tiles") / 3
    assert darkness(saver, "diagram") < 0.6 * darkness(full, "diagram")
    for component in ("contents", "questions", "racks", "notes", "list", "rules"):
        assert darkness(saver, component) < darkness(full, component)
    assert colour_spread(page(saver.data, saver.pages("tiles")[0], 4)) > 40


def test_mono_spends_little_too() -> None:
    assert darkness(printed(ink="mono"), "tiles") < 0.35 * darkness(printed(), "tiles")


def test_saver_backs_spend_a_fraction() -> None:
    def backs(mode: str) -> float:
        kit = printed(ink=mode, sides="long-edge")
        (index,) = kit.pages("tiles", back=True)
        return sum(255 - mean for mean in ImageStat.Stat(page(kit.data, index, 3)).mean)

    assert backs("saver") < 0.2 * backs("full")
    assert backs("mono") < 0.2 * backs("full")
