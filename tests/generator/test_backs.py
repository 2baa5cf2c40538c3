"""Backs on paper: none tells what is on its front, each lies behind it, and colour reaches beyond every edge."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pikepdf
import pytest
from PIL import ImageChops, ImageOps
from support.pdfs import opened
from support.printing import Print, printed
from support.rasters import PER_MM, Picture, ink, ink_box, page, part, strongest

from generator.drawing.geometry import Area, Matrix, after, bounding_box
from generator.drawing.pen import FaceStamp
from generator.kits.code777.spec import KitSpec
from generator.layout.component import BACK_BLEED, FRONT_BLEED
from generator.layout.paper import TICK, in_rows
from referee.code777.pieces import TILES
from templates.loader import kit as read_kit

DECKS = ["tiles", "questions"]
ON_THE_CUT = 0.2  # millimetres of a piece that half a mark on its edge takes, on a raster of tenths


def back_places(kit: Print, component: str) -> list[tuple[int, Area]]:
    """Page and rectangle of every back, also of those that are one half of a unit to fold."""
    run = kit.run(component)
    found = []
    for index, side in enumerate(kit.work.sides()):
        for item in side.items if side.component == component else ():
            if not isinstance(item, FaceStamp):
                continue
            for name, matrix in [(item.face, item.matrix), *halves(kit, item)]:
                if ".back" in name:
                    found.append((index, bounding_box(matrix, *run.component.size)))
    return [*dict.fromkeys(found)]  # where backs touch, each lies there twice: with its bleed, and then without


def halves(kit: Print, unit: FaceStamp) -> list[tuple[str, Matrix]]:
    faces = {face.name: face for run in kit.work.runs for face in run.faces}
    inner = (
        [item for item in faces[unit.face].items if isinstance(item, FaceStamp)] if unit.face.endswith(".fold") else []
    )
    return [(item.face, after(unit.matrix, item.matrix)) for item in inner]


def backs_of(kit: Print, component: str) -> list[Picture]:
    """A picture of every back of a deck."""
    return [part(page(kit.data, index), place) for index, place in back_places(kit, component)]


def marked(pictures: list[Picture]) -> list[int]:
    """The pictures that differ from the first: the marked cards of the deck.

    The backs are one object in the file, but PDF rounds where it lies to a hundred-thousandth of a millimetre and
    pdfium to a 256th of a pixel, so that pixels on an edge come out one or two levels of 255 darker. Five are a mark.
    """
    first = pictures[0]
    return [i for i, p in enumerate(pictures) if strongest(ImageChops.difference(first, p)).getextrema()[1] > 4]


@pytest.mark.parametrize("mode", ["full", "saver", "mono"])
@pytest.mark.parametrize("sides", ["long-edge", "short-edge", "fold"])
@pytest.mark.parametrize("component", DECKS)
def test_all_backs_of_a_deck_are_the_same_picture(component: str, sides: str, mode: str) -> None:
    backs = backs_of(printed(sides=sides, ink=mode), component)
    assert len(backs) == {"tiles": 28, "questions": 23}[component]
    assert ink(backs[0]).getextrema()[1] > 60  # there is a drawing at all: white on white would be alike too
    shared = sides == "fold" and mode != "full"  # without bleed they touch, and marks lie on the cut between two
    assert marked([ImageOps.crop(back, round(ON_THE_CUT * PER_MM)) for back in backs] if shared else backs) == []


@pytest.mark.parametrize("sides", ["long-edge", "short-edge"])
@pytest.mark.parametrize("component", DECKS)
def test_all_backs_of_a_deck_are_one_drawing_bit_for_bit(component: str, sides: str) -> None:
    """In the file itself: one object, stamped at every place, turned alike, and nothing else on the page."""
    kit = printed(sides=sides)
    seen: Counter[object] = Counter()
    with opened(kit.data) as pdf:
        for index in kit.pages(component, back=True):
            sheet = pdf.pages[index]
            code = [(str(op), args) for args, op in pikepdf.parse_content_stream(sheet)]
            for (before, matrix), (operator, names) in pairwise(code):
                if operator == "Do" and "foot" not in str(names[0]):
                    assert before == "cm"
                    seen[sheet.Resources.XObject[str(names[0])].objgen, tuple(map(float, matrix[:4]))] += 1
            assert not {op for op, _ in code} & {"f", "F", "f*", "B", "S", "b", "s", "sh"}
    assert len(seen) <= 2, "with its bleed, and without where backs touch"
    assert len(set(seen.values())) == 1, "each as often as there are backs"


def test_backs_do_not_change_with_names_or_players() -> None:
    plain, other = printed(sides="long-edge"), printed(sides="long-edge", names_="Anne,Mario", players_="5")
    for component in DECKS:
        assert marked([backs_of(plain, component)[0], *backs_of(other, component)]) == []


@pytest.mark.parametrize("channel", [0, 1, 2])
def test_a_speck_on_one_back_is_noticed(channel: int) -> None:
    """Proves the comparison: one pixel, five levels off in one colour, marks a tile."""
    backs = backs_of(printed(sides="long-edge"), "tiles")
    colour = list(backs[5].getpixel((3, 3)))  # type: ignore[arg-type]
    colour[channel] += 5
    backs[5].putpixel((3, 3), tuple(colour))
    assert marked(backs) == [5]


@pytest.mark.parametrize("component", DECKS)
def test_a_back_shows_nothing_of_any_front(component: str) -> None:
    """Each colour on a back is one of the accent, its tints and white; no tile's colour comes through."""
    kit = printed(sides="long-edge")
    spec = read_kit("code777", KitSpec)
    index, place = back_places(kit, component)[0]
    seen = {colour for _, colour in part(page(kit.data, index), place).getcolors(100_000)}  # type: ignore[union-attr]
    accent = tuple(bytes.fromhex(spec.accent[1:]))
    for colour in seen:  # on a line from the accent to white, channel by channel
        share = (255 - colour[2]) / (255 - accent[2])
        assert all(abs(255 - (255 - a) * share - c) <= 6 for a, c in zip(accent, colour, strict=True)), colour


SHEETS = [("a4", "long-edge"), ("a4", "short-edge"), ("297x210mm", "long-edge"), ("297x210mm", "short-edge")]


def turned_over(picture: Picture, paper: str, sides: str) -> Picture:
    """The back of a sheet as one would see it through the front."""
    stands = (paper == "a4") == (sides == "long-edge")
    return ImageOps.mirror(picture) if stands else ImageOps.flip(picture)


@pytest.mark.parametrize(("paper", "sides"), SHEETS)
@pytest.mark.parametrize("component", DECKS)
def test_backs_lie_behind_their_fronts(component: str, paper: str, sides: str) -> None:
    """Seen through the paper, the ink of a back page lies around the same pieces as that of its front, to a tenth."""
    kit = printed(paper_=paper, sides=sides, only="tiles,questions")
    area = kit.order.paper.area
    bleed = FRONT_BLEED if component == "tiles" else 0
    more = (BACK_BLEED - max(TICK, bleed)) * PER_MM  # a back ends with its bleed, a front with its marks
    for front, back in zip(kit.pages(component), kit.pages(component, back=True), strict=True):
        a = ink_box(page(kit.data, front), area)
        b = ink_box(turned_over(page(kit.data, back), paper, sides), area)
        assert a
        assert b
        assert b == pytest.approx((a[0] - more, a[1] - more, a[2] + more, a[3] + more), abs=1)


@pytest.mark.parametrize(("paper", "sides"), SHEETS)
def test_on_a_partly_filled_sheet_backs_are_where_fronts_are_and_nowhere_else(paper: str, sides: str) -> None:
    kit = printed(paper_=paper, sides=sides, only="tiles,questions")
    run = kit.run("questions")
    last, behind = kit.pages("questions")[-1], kit.pages("questions", back=True)[-1]
    front, back = page(kit.data, last), turned_over(page(kit.data, behind), paper, sides)
    cells = list(run.grid.boxes(run.grid.capacity))
    used = [bool(ink(part(front, cell.inset(4, 4))).getbbox()) for cell in cells]
    assert [bool(ink(part(back, cell.inset(4, 4))).getbbox()) for cell in cells] == used
    assert used.count(True) == 23 % run.grid.capacity


def test_the_back_offset_moves_ink_by_that_much() -> None:
    plain = printed(sides="long-edge", only="tiles", back_offset="0,0")
    moved = printed(sides="long-edge", only="tiles", back_offset="1.5,-0.7")
    area = plain.order.paper.area
    (index,) = plain.pages("tiles", back=True)
    a, b = ink_box(page(plain.data, index), area), ink_box(page(moved.data, index), area)
    assert a
    assert b
    assert [y - x for x, y in zip(a, b, strict=True)] == pytest.approx([15, -7, 15, -7], abs=1)


def outwards(place: Area, distance: float) -> list[tuple[int, int]]:
    """Pixels that far outside the middle of each edge."""
    x, y = place.x + place.width / 2, place.y + place.height / 2
    points = (
        (place.x - distance, y), (place.x + place.width + distance, y),
        (x, place.y - distance), (x, place.y + place.height + distance),
    )  # fmt: skip
    return [(int(px * PER_MM), int(py * PER_MM)) for px, py in points]


def within(point: tuple[int, int], places: list[Area]) -> bool:
    """Does a pixel lie on any of these places?"""
    x, y = (v / PER_MM for v in point)
    return any(p.x <= x < p.x + p.width and p.y <= y < p.y + p.height for p in places)


def alike(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    return max(abs(x - y) for x, y in zip(a, b, strict=True)) <= 2


def test_the_colour_of_every_tile_reaches_two_millimetres_beyond_each_edge() -> None:
    kit = printed()
    (index,) = kit.pages("tiles")
    picture, spec = page(kit.data, index), read_kit("code777", KitSpec)
    places = list(kit.run("tiles").grid.boxes(len(TILES)))
    in_order = [TILES[i] for i in in_rows([tile.colour.name for tile in TILES], len({place.x for place in places}))]
    touching = 0
    for tile, place in zip(in_order, places, strict=True):
        colour = tuple(bytes.fromhex(spec.colours.of(tile.colour).hex[1:]))
        for distance in (0.3, 1, FRONT_BLEED - 0.15):
            assert all(alike(picture.getpixel(point), colour) for point in outwards(place, distance))  # type: ignore[arg-type]
        for point in outwards(place, FRONT_BLEED + 0.25):
            if within(point, places):  # a neighbour that touches: of the same colour, or one would see a poor cut
                assert alike(picture.getpixel(point), colour)  # type: ignore[arg-type]
                touching += 1
            else:
                assert picture.getpixel(point) == (255, 255, 255)  # and no farther: white shows where to cut
    columns, rows = (len({getattr(place, axis) for place in places}) for axis in "xy")
    assert columns * rows == len(TILES)
    assert touching == 2 * (columns - 1) * rows  # both sides of each cut inside a row, and none between rows
    assert FRONT_BLEED == 2


def test_without_marks_the_colour_ends_where_one_cuts_but_backs_still_bleed() -> None:
    kit = printed(sides="long-edge", marks="none", only="tiles")
    (front,), (back,) = kit.pages("tiles"), kit.pages("tiles", back=True)
    for place in kit.run("tiles").grid.boxes(len(TILES)):
        assert all(page(kit.data, front).getpixel(point) == (255, 255, 255) for point in outwards(place, 0.15))
        assert all(page(kit.data, front).getpixel(point) != (255, 255, 255) for point in outwards(place, -0.15))
    for _, place in back_places(kit, "tiles"):
        assert all(page(kit.data, back).getpixel(point) != (255, 255, 255) for point in outwards(place, 2.85))


@pytest.mark.parametrize("component", DECKS)
@pytest.mark.parametrize("sides", ["long-edge", "short-edge"])
def test_backs_bleed_at_least_three_millimetres(component: str, sides: str) -> None:
    kit = printed(sides=sides)
    accent = tuple(bytes.fromhex(read_kit("code777", KitSpec).accent[1:]))
    for index, place in back_places(kit, component):
        for distance in (0.3, 1.5, 2.85):
            for point in outwards(place, distance):
                assert alike(page(kit.data, index).getpixel(point), accent)  # type: ignore[arg-type]
    assert BACK_BLEED >= 3 > FRONT_BLEED


def test_no_bleed_reaches_a_neighbour() -> None:
    """Inside its edge a tile keeps its own colour all around, whatever lies beside it."""
    kit = printed(sides="fold")
    spec = read_kit("code777", KitSpec)
    fronts = Counter()
    for index, side in enumerate(kit.work.sides()):
        for item in side.items if side.component == "tiles" else ():
            for name, matrix in halves(kit, item) if isinstance(item, FaceStamp) else ():
                if ".back" in name:
                    continue
                place = bounding_box(matrix, *kit.run("tiles").component.size)
                colour = bytes.fromhex(getattr(spec.colours, name.split(".")[3]).hex[1:])
                fronts[name] += 1
                inside = outwards(place, -0.3)
                assert all(alike(page(kit.data, index).getpixel(p), tuple(colour)) for p in inside), name  # type: ignore[arg-type]
    assert sum(fronts.values()) == len(TILES)
