"""The board of Rallye-Code: every square where the rules have it, and tiles that make up the whole."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path as File

import pytest
from support.printing import ordered
from support.rallye_printing import context, faces, words
from support.type_area import extent

from generator.drawing.fonts import LEAST_PT
from generator.drawing.geometry import Area
from generator.drawing.pen import Face, Item, Path, Text, placed
from generator.drawing.road_signs import sign
from generator.kits.common.boards import share
from generator.kits.common.pictures import PICTURES
from generator.kits.common.tents import scaled
from generator.kits.rallye.board import FRANCE, drawn, is_default_board
from generator.kits.rallye.ground import ground
from generator.kits.rallye.roads import cross_pieces, exits, gaps, joints, left, main_pieces, middle
from generator.kits.rallye.sheet import BoardSheet
from generator.press import build
from referee.rallye.board.france import FRANCE as PLAYED
from referee.rallye.board.squares import Kind, layout
from referee.rallye.pieces import LABELS, Till
from templates.errors import FileError
from templates.i18n import LANGUAGES, speaking

BOARDS = ("large", "small")


@cache
def face(**options: object) -> Face:
    drawing = context(**options)
    with speaking(drawing.order.lang):
        return drawn(drawing)


def test_the_board_that_is_printed_is_the_one_that_is_played() -> None:
    assert is_default_board().map == PLAYED


def box(item: Path) -> Area:
    xs = [x for _, v in item.ops for x in v[::2]]
    ys = [y for _, v in item.ops for y in v[1::2]]
    return Area(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def cell_of(sheet: BoardSheet, x: float, y: float) -> tuple[int, int]:
    """The cell in which a point of the paper lies."""
    return int((x - sheet.left) // sheet.cell), int((y - sheet.top) // sheet.cell)


@pytest.mark.parametrize("board", BOARDS)
def test_every_number_stands_once_in_the_cell_of_its_square(board: str) -> None:
    sheet = BoardSheet(context(board=board), is_default_board().map)
    items = [item for item in face(board=board).items if isinstance(item, Text)]
    for square in is_default_board().map.squares:
        if square.kind == Kind.GERANCE:
            continue
        found = [item for item in items if item.string == square.number and cell_of(sheet, item.x, item.y) == square.at]
        assert len(found) == 1, square
    labels = {item.string: cell_of(sheet, item.x, item.y) for item in items if item.string in LABELS.values()}
    assert labels == {square.number: square.at for square in is_default_board().map.main if square.manages}


@pytest.mark.parametrize("board", BOARDS)
def test_every_town_is_named_on_its_square(board: str) -> None:
    sheet = BoardSheet(context(board=board), is_default_board().map)
    named = {item.string: cell_of(sheet, item.x, item.y) for item in face(board=board).items if isinstance(item, Text)}
    towns = {square.town: square.at for square in is_default_board().map.squares if square.town}
    assert len(towns) > 25
    assert {town: named.get(town) for town in towns} == towns


@pytest.mark.parametrize("board", ["large", "small"])
def test_the_legend_tells_what_every_square_does(board: str) -> None:
    """Petrol, crossings, gérances and Paris as well, which it once left out."""
    said = " ".join(item.string for item in face(board=board).items if isinstance(item, Text)).replace("\xa0", " ")
    signs = ("pay the till when you leave", "on the other road: collision", "first here: the till is", "exactly here:")
    assert [each for each in ("When you stop here", *signs) if each not in said] == []


SLOW = pytest.mark.slow


@pytest.mark.parametrize("ink", ["full", pytest.param("saver", marks=SLOW), pytest.param("mono", marks=SLOW)])
def test_every_square_has_the_sign_of_its_kind(ink: str) -> None:
    """The very paths of the sign, somewhere in its cell."""
    drawing = context(ink=ink)
    sheet, items = BoardSheet(drawing, is_default_board().map), face(ink=ink).items
    missing = []
    for square in is_default_board().map.squares:
        if square.kind in (Kind.PLAIN, Kind.PARIS):
            continue
        name = f"no-{square.sign}" if square.sign else str(square.manages or square.kind)
        if not shown(sheet, items, name, square.at):
            missing.append(square)
    assert missing == []


def shape(items: list[Path]) -> list[tuple[object, ...]]:
    """A drawing without its place and size."""
    whole = [box(item) for item in items]
    x, y = min(b.x for b in whole), min(b.y for b in whole)
    w = max(b.x + b.width for b in whole) - x
    return [
        (item.fill, item.stroke, *[round(n, 3) for _, v in item.ops for a, b in zip(v[::2], v[1::2], strict=True)
                                   for n in ((a - x) / w, (b - y) / w)])
        for item in items
    ]  # fmt: skip


def shown(
    sheet: BoardSheet, items: tuple[Item, ...], name: str, cell: tuple[int, int], way: tuple[float, float] = (0, -1)
) -> bool:
    """Is that sign drawn in that cell, for somebody who drives that way?"""
    (u, v), drawn = way, sign(name, 0, 0, 1, sheet.context.palette)
    wanted = shape(placed(drawn, (-v, u, -u, -v, 0, 0)))
    paths = [item for item in items if isinstance(item, Path)]
    boxes = [box(item) for item in paths]
    inside = [i for i, b in enumerate(boxes) if cell_of(sheet, b.x + b.width / 2, b.y + b.height / 2) == cell]
    for i in inside:
        here = paths[i : i + len(wanted)]
        if len(here) == len(wanted) and all(item.ops for item in here) and box(here[0]).width > 0:
            found = shape(here)
            if [f[:2] for f in found] == [w[:2] for w in wanted] and all(
                len(f) == len(w) and all(abs(a - b) < 0.004 for a, b in zip(f[2:], w[2:], strict=True))  # type: ignore[operator]
                for f, w in zip(found, wanted, strict=True)
            ):
                return True
    return False


def test_another_sign_is_not_taken_for_it() -> None:
    """Proves the comparison."""
    sheet, items = BoardSheet(context(), is_default_board().map), face().items
    first = next(square for square in is_default_board().map.main if square.kind == Kind.BEND)
    assert shown(sheet, items, "bend", first.at)
    assert not shown(sheet, items, "slippery", first.at)
    assert not shown(sheet, items, "bend", (first.at[0], first.at[1] + 3))


@pytest.mark.parametrize("till", Till)
def test_a_gerance_is_in_the_colour_of_its_till_and_says_its_label(till: Till) -> None:
    drawing = context()
    sheet = BoardSheet(drawing, is_default_board().map)
    square = is_default_board().map.square(layout(is_default_board().map).managed[till])
    colour = drawing.spec.gerance[till].hex
    x, y = sheet.at(middle(square.at))
    grounds = [box(i) for i in face().items if isinstance(i, Path) and i.fill == colour]
    assert any(b.x < x < b.x + b.width and b.y < y < b.y + b.height for b in grounds)


def test_arrows_point_the_way_that_is_driven() -> None:
    """Each joint of the main road one way, along its squares; of the cross-roads both ways, each on the right."""
    found = list(joints(is_default_board().map))
    assert len([j for j in found if not j.both]) == len(is_default_board().map.main)
    for joint in found:
        assert sorted(map(abs, joint.way)) == [0, 1]
    sheet = BoardSheet(context(), is_default_board().map)
    colour = sheet.context.spec.paint["main"].hex
    heads = [
        i for i in face().items if isinstance(i, Path) and i.fill == colour and len(i.ops) == 5 and i.stroke is None
    ]
    tips = {(round(i.ops[0][1][0], 2), round(i.ops[0][1][1], 2)) for i in heads}
    for joint in found:
        if not joint.both:
            x, y = sheet.at((joint.at[0] + joint.way[0] * 0.085, joint.at[1] + joint.way[1] * 0.085))
            assert (round(x, 2), round(y, 2)) in tips


def test_lanes_that_face_each_other_are_one_road_with_a_dashed_middle() -> None:
    board = is_default_board().map
    pairs = sum(len(stretch.out) for stretch in board.twoway)
    between = list(gaps(board))
    assert len(between) == pairs - len(board.twoway), "but where the road turns back"
    sheet = BoardSheet(context(), board)
    dashes = [i for i in face().items if isinstance(i, Path) and i.dash and i.stroke == sheet.context.palette.ink]
    assert len([i for i in dashes if len(i.ops) == 2]) == len(between)


def test_cars_keep_right_where_lanes_face_each_other() -> None:
    """The lane that faces a square lies on the left of who drives there."""
    board = is_default_board().map
    pieces, found = main_pieces(board), layout(board)
    for number, other in found.facing.items():
        piece = pieces[number]
        if piece.enter == piece.leave:
            u, v = left(piece.leave)
            assert pieces[other].cell == (piece.cell[0] + u, piece.cell[1] + v)


def test_cross_roads_run_from_mouth_to_mouth() -> None:
    board = is_default_board().map
    assert [each.mouth.square for each in exits(board)] == [m.square for road in board.roads for m in road.mouths]
    for road in board.roads:
        assert list(cross_pieces(board, road)) == [square.number for square in road.squares]


@pytest.mark.parametrize(("edition", "signs"), [("a", True), ("b", False)])
def test_the_rejoin_sign_is_that_of_the_edition(edition: str, signs: bool) -> None:
    """A as the board's file says, B always to the right; and it stands at the right of those who come out."""
    drawing = context(edition_=edition)
    sheet, items = BoardSheet(drawing, is_default_board().map), face(edition_=edition).items
    for each in exits(is_default_board().map):
        way = each.mouth.sign if signs else "right"
        (x, y), (u, v) = each.at, each.way
        hand = left(each.way)
        spot = sheet.at((x - hand[0] * 0.343 - u * 0.06, y - hand[1] * 0.343 - v * 0.06))
        cell = cell_of(sheet, *spot)
        assert shown(sheet, items, f"go-{way}", cell, each.way), each
        assert not shown(sheet, items, f"go-{way}", cell, (-u, -v)), (
            "turned for its driver, not for the one who meets him"
        )
    assert {each.mouth.sign for each in exits(is_default_board().map)} == {"left", "right"}, (
        "else the editions would not differ"
    )


def test_the_edition_changes_nothing_else_on_the_board() -> None:
    one, other = face(edition_="a").items, face(edition_="b").items
    assert len(one) == len(other)
    differing = [a for a, b in zip(one, other, strict=True) if a != b]
    lefts = sum(each.mouth.sign == "left" for each in exits(is_default_board().map))
    assert 0 < len(differing) <= lefts * len(sign("go-left", 0, 0, 1, context().palette))
    assert all(isinstance(item, Path) for item in differing)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("board", BOARDS)
def test_type_is_large_enough_within_the_frame_and_apart(board: str, lang: str) -> None:
    found = face(board=board, lang=lang)
    lines = [item for item in found.items if isinstance(item, Text)]
    assert min(item.pt for item in lines) >= LEAST_PT
    boxes = {}
    for item in lines:
        x1, y1, x2, y2 = extent(item)
        assert x1 > 5 and y1 > 5 and x2 < found.width - 5 and y2 < found.height - 5, item.string
        assert "{" not in item.string
        boxes[item] = (x1, y1, x2, y2)
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        if one.string == other.string:
            continue  # the shadow of the title
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] - 0.9 <= b[1] or b[3] - 0.9 <= a[1]
        assert apart, (one.string, other.string)


def test_towns_and_milestones_are_whole_words() -> None:
    """No name is so long that it was cut short."""
    said = words(face(board="small"))
    assert [word for word in said if "…" in word] == []


@pytest.mark.parametrize(
    ("paper", "board", "expected", "sheets"),
    [
        ("a4", "", 1.0, 4), ("letter", "", 1.0, 4), ("legal", "", 1.0, 4), ("a3", "", 0.79, 1), ("a2", "", 1.0, 1),
        ("a3", "large", 1.0, 2), ("a2", "small", 0.79, 1), ("a4", "small", 0.79, 4),
    ],
)  # fmt: skip
def test_the_size_goes_with_the_paper_unless_told(paper: str, board: str, expected: float, sheets: int) -> None:
    assert share(context(paper_=paper, board=board)) == pytest.approx(expected)
    kit = build.compose(ordered("rallye", paper_=paper, board=board, only="board"))
    assert len(kit.sheets) == sheets
    (run,) = kit.runs
    cuts = {1: 4, 2: 7, 4: 12}[sheets]  # what a neighbour is glued upon stays
    assert (run.component.pieces, run.cuts, run.strokes) == (1, cuts, cuts)
    assert run.component.advice == getattr(context().spec.board, "advice" if sheets == 1 else "tiled")


def test_scenery_keeps_off_the_roads() -> None:
    """Panels and pictures lie on cells without a road, or outside the grid."""
    land, board = ground(FRANCE.with_suffix(".scenery.toml")), is_default_board().map
    taken = {square.at for square in board.squares}
    rooms = [*(p.at for p in land.pictures), *filter(None, (land.panels.title, land.panels.deck, land.panels.mat, land.panels.legend))]  # fmt: skip
    assert len(rooms) > 15
    for x, y, w, h in rooms:
        for column, row in taken:
            apart = x >= column + 0.96 or x + w <= column + 0.04 or y >= row + 0.96 or y + h <= row + 0.04
            assert apart, ((x, y, w, h), (column, row))
    for (x, y, w, h), (a, b, c, d) in combinations(rooms, 2):
        assert x + w <= a or a + c <= x or y + h <= b or b + d <= y, ((x, y), (a, b))


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_stays_in_its_frame(name: str) -> None:
    from generator.drawing.pen import Pen
    from generator.kits.common.brush import Brush

    pen, (size_, draw) = Pen(), PICTURES[name]
    draw(Brush(pen, context().palette, Area(10, 10, *size_), size_))
    for item in pen.items:
        b = box(item)  # type: ignore[arg-type]
        assert b.x > 9.7 and b.y > 9.7 and b.x + b.width < 10.3 + size_[0] and b.y + b.height < 10.3 + size_[1]


def test_a_mistake_in_the_scenery_is_told(tmp_path: File) -> None:
    file = tmp_path / "board.scenery.toml"
    file.write_text('[[pictures]]\nname = "tower"\nat = [1, 2, 3]\n', "utf-8")
    with pytest.raises(FileError, match=r"^board.scenery.toml: pictures\[0\].at: "):
        ground(file)
    file = tmp_path / "other.scenery.toml"
    file.write_text('[[pictures]]\nname = "pyramid"\nat = [1, 2, 3, 1]\n', "utf-8")
    with pytest.raises(FileError, match=r"pyramid"):
        ground(file)
    assert ground(tmp_path / "none.toml").pictures == ()


def test_a_board_is_drawn_once_for_all_its_tiles() -> None:
    kit = build.compose(ordered("rallye", only="board"))
    assert sum(name == "rallye.board" for name in faces(kit.runs[0].component)) == 1


@pytest.mark.parametrize("paper", ["a4", "a3", "a2"])
def test_a_car_stands_on_a_square_and_six_in_paris(paper: str) -> None:
    """At every size of the board: cars grow with it, and a grid beside Paris has a place for each of six."""
    drawing = context(paper_=paper)
    sheet = BoardSheet(drawing, is_default_board().map)
    car = scaled(drawing.spec.sizes.car, share(drawing))
    assert car.width <= sheet.cell
    assert car.base <= sheet.cell
    start = ground(is_default_board().file.with_suffix(".scenery.toml")).panels.start
    assert start is not None
    room = sheet.room(start)
    assert 6 * car.width + 2 <= room.width
    assert car.base + 2 <= room.height
    left, top, wide, high = start
    paris = is_default_board().map.main[0].at
    assert left <= paris[0] and paris[0] + 1 <= left + wide, "beside its square"
    assert top > -1 and top + high <= 0
