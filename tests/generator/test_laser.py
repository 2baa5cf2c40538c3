"""Stands of plywood: every tab fits its slot when the beam has taken its share, and every piece its pocket."""

from __future__ import annotations

from itertools import combinations

import pytest
from support.cut_geometry import Points, svg_layers
from support.printing import ordered

from generator.drawing.pen import Point
from generator.errors import PrintError
from generator.kits.common.holder import Holder
from generator.press.build import kit_context
from generator.press.composed_kit import kit
from generator.press.export.files import Wanted, export
from generator.press.laser.drawing import WIDEST, grown, laser_drawing
from generator.press.laser.files import holders
from generator.press.laser.stand import CATCH, KEY, TAB, Part, parts
from referee.registry import GAMES

TILES = Holder("racks", (30, 42), 3, 4)
CARDS = Holder("cards", (58, 80), 2, 4, hides=False)
woods = pytest.mark.parametrize(("thick", "kerf"), [(3, 0.15), (3.2, 0), (2.7, 0.3), (5, 0.2)])
both = pytest.mark.parametrize("holder", [TILES, CARDS], ids=["tiles", "cards"])


def size(ring: Points | tuple[Point, ...]) -> tuple[float, float]:
    """Width and height."""
    xs, ys = zip(*ring, strict=True)
    return max(xs) - min(xs), max(ys) - min(ys)


def after_the_beam(ring: Points, kerf: float) -> tuple[float, float]:
    """What is open when a beam went along that line."""
    w, h = size(ring)
    return w + kerf, h + kerf


@woods
@both
def test_slots_are_as_wide_as_the_wood_and_as_long_as_their_tabs(holder: Holder, thick: float, kerf: float) -> None:
    """Read from the file, with the kerf taken off."""
    from generator.press.cut_files.svg_file import svg_file

    lines = svg_layers(svg_file(laser_drawing(parts(holder, thick), kerf, "", "")))["CUT"]
    assert all(line[0] == line[-1] for line in lines)
    slots = [line for line in lines if min(size(line)) < 7]
    assert len(slots) == 3 + 2 + 2  # back, lip, brackets; and those of the brackets in the back
    measured = sorted(tuple(round(side, 2) for side in sorted(after_the_beam(line, kerf))) for line in slots)
    expected = sorted([(thick, TAB)] * 2 + [(thick, CATCH)] + [(thick, KEY)] * 4)
    for found, wanted in zip(measured, expected, strict=True):
        assert found == pytest.approx(wanted, abs=0.002)


def tabs(line: Points, thick: float, kerf: float) -> list[float]:
    """How long the tabs of a part are: straight runs whose both ends turn back by the thickness of the wood."""
    found = []
    ring = line[:-1]
    for i, (a, b) in enumerate(zip(ring, (*ring[1:], ring[0]), strict=True)):
        before, after = ring[i - 1], ring[(i + 2) % len(ring)]
        deep = [((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2) ** 0.5 for p, q in ((before, a), (b, after))]
        turns = [
            (q[0] - p[0]) * (r[1] - q[1]) - (q[1] - p[1]) * (r[0] - q[0]) for p, q, r in ((before, a, b), (a, b, after))
        ]
        if deep == pytest.approx([thick, thick], abs=0.01) and min(turns) > 0:  # outwards: not what is between two tabs
            found.append(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 - kerf)
    return found


@woods
@both
def test_tabs_are_as_long_as_their_slots(holder: Holder, thick: float, kerf: float) -> None:
    from generator.press.cut_files.svg_file import svg_file

    lines = svg_layers(svg_file(laser_drawing(parts(holder, thick), kerf, "", "")))["CUT"]
    found = sorted(long for line in lines if len(line) > 6 for long in tabs(line, thick, kerf))
    assert found == pytest.approx(sorted([TAB] * 2 + [CATCH] + [KEY] * 4), abs=0.003)


@woods
@both
def test_parts_meet_where_they_are_put_together(holder: Holder, thick: float, kerf: float) -> None:
    """Tabs of the back lie over its slots in the base, as far from the left; brackets stand where both have slots for them,
    at the height and the distance that they have tabs for; pieces find room in the pocket and behind the lip."""
    base, back, lip, bracket, other = parts(holder, thick)
    assert bracket == other
    rows = sorted({min(y for _, y in slot) for slot in base.slots})
    behind, for_back, for_lip = rows
    assert for_lip - for_back - thick >= 2.5  # the pocket

    def lefts(part: Part, top: float) -> list[float]:
        return sorted(min(x for x, _ in slot) for slot in part.slots if min(y for _, y in slot) == top)

    low = max(y for _, y in back.outline)
    assert sorted({x for x, y in back.outline if y == low})[::2] == pytest.approx(lefts(base, for_back))
    deep = max(y for _, y in lip.outline)
    assert sorted({x for x, y in lip.outline if y == deep})[::2] == pytest.approx(lefts(base, for_lip))
    assert sorted(min(x for x, _ in slot) for slot in back.slots) == pytest.approx(lefts(base, behind))
    foot = max(y for _, y in bracket.outline)
    floor = foot - thick  # of the bracket, on the base
    down = sorted(x for x, y in bracket.outline if y == foot)
    slot = next(slot for slot in base.slots if min(y for _, y in slot) == behind)
    assert (for_back - max(y for _, y in slot), for_back - min(y for _, y in slot)) == pytest.approx(tuple(down))
    into = sorted(floor - y for x, y in bracket.outline if x == -thick)
    held = back.slots[0]
    stands_at = low - thick  # the lower edge of the back, on the base
    assert sorted({stands_at - y for _, y in held}) == pytest.approx(into)
    assert max(y for _, y in slot) < for_back - 3 and behind > 3  # wood around each slot
    wide = size(base.outline)[0]
    assert wide >= holder.across * holder.piece[0] + 10
    if holder.hides:
        assert stands_at > holder.piece[1]


def test_no_slot_comes_near_another_nor_an_edge() -> None:
    for holder in (TILES, CARDS, Holder("stands", (22, 31), 4, 4), Holder("cards", (44, 63), 2, 6, hides=False)):
        for part in parts(holder, 3):
            boxes = [(min(x for x, _ in s), min(y for _, y in s), *size(s)) for s in part.slots]
            for a, b in combinations(boxes, 2):
                apart = max(a[0] - b[0] - b[2], b[0] - a[0] - a[2], a[1] - b[1] - b[3], b[1] - a[1] - a[3])
                assert apart >= 2.5
            w, h = size(part.outline)
            assert all(min(x, y, w - x - sw, h - y - sh) >= 3 for x, y, sw, sh in boxes)


def test_parts_lie_apart_and_on_a_small_bed() -> None:
    for holder in (TILES, CARDS):
        drawn = laser_drawing(parts(holder, 3), 0.15, "", "")
        assert drawn.paper.width <= WIDEST + 10
        (layer,) = drawn.layers
        boxes = [outline.box for outline in layer.outlines if min(outline.box[2] - outline.box[0], outline.box[3] - outline.box[1]) > 10]  # fmt: skip
        for a, b in combinations(boxes, 2):
            assert max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3]) > 3
        inner = [i for i, outline in enumerate(layer.outlines) if min(outline.box[2] - outline.box[0], outline.box[3] - outline.box[1]) < 7]  # fmt: skip
        assert inner == list(range(len(inner)))  # slots first


def test_growing_a_ring_moves_every_edge() -> None:
    square = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    for ring in (square, square[::-1]):
        assert size(grown(ring, 0.1)) == pytest.approx((10.2, 10.2))
        assert size(grown(ring, -0.1)) == pytest.approx((9.8, 9.8))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_with_racks_or_cards_has_them_of_wood(game: str) -> None:
    context = kit_context(ordered(game))
    found = {holder.component: holder for holder in holders(context)}
    assert set(found) == {*kit(game).cards, *(holder.component for holder in kit(game).holders(context))}
    for key, holder in found.items():
        made = kit(game).builders[key](context)
        if holder.hides:
            assert holder.count == len(made.fronts)
        else:
            assert holder.piece == tuple(sorted(made.size))


def test_an_export_has_drawings_a_manifest_and_how_it_is_put_together(tmp_path) -> None:
    orders = [ordered("code777"), ordered("fully")]
    made, advice = export(orders, tmp_path, Wanted("laser", thickness=3.2, kerf=0.1))
    assert [each.game for each in made] == ["code777"]
    assert advice == ["Fully: nothing of it is made of wood."]
    files = {path.name: data for path, data in made[0].files}
    assert set(files) == {"racks.svg", "questions-holder.svg", "manifest.json", "README.txt"}
    assert b"for private use" in files["README.txt"] and b"Plywood of 3.2 mm" in files["README.txt"]
    assert all(b"for private use" in data for data in files.values())
    with pytest.raises(PrintError, match="Fully: nothing of it is made of wood"):
        export([ordered("fully")], tmp_path, Wanted("laser"))
    (only,), _ = export([ordered("code777", only="racks")], tmp_path, Wanted("laser"))
    assert next(path.name for path, _ in only.files) == "racks.svg" and only.pieces == 4
