"""The board of Allo... la France: tracks that strips fit, tiles that make up the whole, and other countries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise
from math import dist
from pathlib import Path as File

import pytest
from support.allo_printing import SMALL_MAP, context, faces, map_file, ordered, printed

from generator.drawing.fonts import cap, width
from generator.drawing.geometry import Area
from generator.drawing.pen import Path, Point, Text
from generator.errors import PrintError
from generator.kits.allo.board import FRANCE, charted, drawn, land, share, size, spared
from generator.kits.allo.board import board as board_component
from generator.kits.allo.cables import ROWS, WALL
from generator.kits.allo.labels import meets
from generator.kits.allo.scenery import rivers
from generator.kits.common.tents import scaled
from generator.layout.paper import PAPERS
from generator.layout.tiling import WHOLE, Tiling, corner, tiling
from generator.order.request import requests
from generator.press import build
from generator.press.build import kit_context
from referee.allo.maps import check
from referee.allo.pieces import SECTIONS, STRIPS
from templates.errors import FileError
from templates.i18n import speaking
from templates.loader import parsed_toml

BOARDS = ("large", "small")


@pytest.mark.parametrize("board", BOARDS)
def test_each_track_has_a_cell_for_each_section(board: str) -> None:
    """Link by link, and each cell as long as a section of a strip, at 100 %."""
    found = charted(context(board=board))
    links = check(parsed_toml(FRANCE)).links
    assert [track.link for track in found.tracks] == list(links)
    assert sum(len(track.cells()) for track in found.tracks) == sum(link.sections for link in links) == 158
    for track in found.tracks:
        assert len(track.cells()) == track.link.sections
        for a, b, c, d in track.cells():
            assert [dist(a, b), dist(c, d)] == pytest.approx([found.section] * 2)
            assert [dist(b, c), dist(d, a)] == pytest.approx([found.breadth] * 2)
        for one, other in zip(track.cells(), track.cells()[1:], strict=False):
            assert (one[1], one[2]) == (pytest.approx(other[0]), pytest.approx(other[3])), "cells touch"


@pytest.mark.parametrize("board", BOARDS)
def test_a_strip_covers_exactly_its_cells(board: str) -> None:
    """Measured on what is drawn: the strips of the cable sheet, without the wall that stands up, against the cells."""
    kit = printed(board=board)
    found = charted(context(board=board))
    (sheet,) = kit.run("cables").component.fronts
    boxes = [box for item in sheet.items if isinstance(item, Path) and (box := rectangle(item))]
    strips = [box for box in boxes if box.height == pytest.approx(WALL + found.breadth) and box.x >= 0]
    by_length = [round(strip.width / found.section, 6) for strip in strips if strip.width <= 4.01 * found.section]
    once = [n for i, n in enumerate(by_length) if i % 2 == 0]  # ground, then outline
    assert {n: once.count(n) for n in STRIPS} == STRIPS
    assert sum(once) == SECTIONS == 102
    assert (sheet.width, sheet.height) == (pytest.approx(17 * found.section), pytest.approx(6 * (WALL + found.breadth)))
    folds = [item.ops[0][1][1] for item in sheet.items if isinstance(item, Path) and item.line == "fold"]
    assert folds == pytest.approx([i * (WALL + found.breadth) + WALL for i in range(6)])


def rectangle(path: Path) -> Area | None:
    """The box of a plain rectangle."""
    if [op for op, _ in path.ops] != ["M", "L", "L", "L", "Z"]:
        return None
    (x, y), _, (right, low), _ = (v for _, v in path.ops[:4])
    return Area(x, y, right - x, low - y)


def test_the_strips_fill_six_rows() -> None:
    assert [sum(row) for row in ROWS] == [17] * 6
    assert Counter(length for row in ROWS for length in row) == STRIPS


def test_strips_can_be_taken_hold_of() -> None:
    """No strip is less than 10 mm of paper across, on any board: part of it stands up."""
    for board in BOARDS:
        (sheet,) = printed(board=board).run("cables").component.fronts
        assert sheet.height / len(ROWS) >= 10
        assert [item.string for item in sheet.items if isinstance(item, Text)] == [str(n) for row in ROWS for n in row]


def test_rows_of_strips_are_cut_in_one_stack() -> None:
    """Each strip alone: one cut for each but the first, and four around. In a stack: between rows, and where any row has a
    line: those with it lie in one stack."""
    run = printed().run("cables")
    assert run.strokes == 51 - 1 + 4
    where = {sum(row[:i]) for row in ROWS for i in range(1, len(row))}
    assert run.cuts == 5 + len(where) + 4 == 18


def corners_apart(one: list[Point], other: list[Point]) -> bool:
    """Is there a line between two convex shapes?"""
    for shape in (one, other):
        for a, b in zip(shape, shape[1:] + shape[:1], strict=True):
            axis = (b[1] - a[1], a[0] - b[0])
            first, second = ([x * axis[0] + y * axis[1] for x, y in each] for each in (one, other))
            if max(first) <= min(second) + 1e-6 or max(second) <= min(first) + 1e-6:
                return True
    return False


@pytest.mark.parametrize("board", BOARDS)
def test_nothing_lies_upon_anything_else(board: str) -> None:
    """Tracks, cities and names keep clear of each other, and of the edge."""
    drawing = context(board=board)
    found, (w, h) = charted(drawing), size(drawing)
    for one, other in combinations(found.tracks, 2):
        a, b = (track.corners(0, track.link.sections) for track in (one, other))
        assert corners_apart(a, b), (one.link, other.link)
    for track in found.tracks:
        for code, place in found.places.items():
            if code in (track.link.a, track.link.b):
                ends = [dist(place, end) for end in track.ends]
                assert min(ends) >= found.radius - 0.01
            else:
                assert min(dist(place, dot) for dot in track.dots()) > found.radius + found.breadth / 2
    names = name_boxes(drawing)
    assert len(names) == 22
    for (one, a), (other, b) in combinations(names.items(), 2):
        assert not meets(a, b), (one, other)
    for name, box in names.items():
        assert box.x > 4 and box.x + box.width < w - 4 and box.y > 4 and box.y + box.height < h - 4, name
        for track in found.tracks:
            inner = box.inset(0.6, 0.5)
            shape = [(inner.x, inner.y), (inner.x + inner.width, inner.y),
                     (inner.x + inner.width, inner.y + inner.height), (inner.x, inner.y + inner.height)]  # fmt: skip
            assert corners_apart(shape, track.corners(0, track.link.sections)), (name, track.link)


@pytest.mark.parametrize("board", BOARDS)
def test_names_keep_off_the_rivers(board: str) -> None:
    """But for three that are hemmed in by tracks: there a river is crossed, not a track."""
    drawing = context(board=board)
    courses = rivers(charted(drawing), land(drawing.order))
    assert len(courses) == 6
    legs = [list(leg) for course in courses for leg in pairwise(course)]
    wet = {name for name, box in name_boxes(drawing).items() for leg in legs if not corners_apart(four(box), leg)}
    assert wet <= {"Strasbourg", "Clermont-Ferrand", "Montpellier"}


def four(box: Area) -> list[Point]:
    """Its corners."""
    x, y, w, h = box.x, box.y, box.width, box.height
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


@pytest.mark.parametrize("sides", ["single", "long-edge"])
def test_no_link_of_the_small_map_runs_through_a_name(sides: str) -> None:
    """They are read in small type: a line across would make them a guess."""
    faces_ = faces(printed(sides=sides, only=("marks",)).run("marks").component)
    items = next(
        face.items for face in faces_.values() if any(t.string == "Dijon" for t in face.items if isinstance(t, Text))
    )
    said = [item for item in items if isinstance(item, Text)]
    places = {item.string: item for item in said}
    map_ = land(ordered()).map
    at = {city.code: (places[city.code].x, places[city.code].y - cap(places[city.code].font, places[city.code].pt) / 2)
          for city in map_.cities}  # fmt: skip
    for city in map_.cities:
        name = places[city.name]
        wide, high = width(name.string, name.font, name.pt), cap(name.font, name.pt)
        box = four(Area(name.x - wide / 2, name.y - high, wide, high))
        for link in map_.links:
            assert corners_apart(box, [at[link.a], at[link.b]]), (city.name, link)


def name_boxes(drawing) -> dict[str, Area]:
    """Where the names of cities stand on the board."""
    with speaking("en"):
        face = drawn(drawing)
    cities = {city.name for city in land(drawing.order).map.cities}
    found = {}
    for item in face.items:
        if isinstance(item, Text) and item.string in cities:
            wide, high = width(item.string, item.font, item.pt), cap(item.font, item.pt)
            found[item.string] = Area(item.x - wide / 2, item.y - high, wide, high)
    return found


@pytest.mark.parametrize(
    ("paper", "board", "expected", "sheets"),
    [
        ("a4", "", 1.0, 4),
        ("letter", "", 1.0, 4),
        ("legal", "", 1.0, 4),
        ("a3", "", 0.75, 1),
        ("a2", "", 1.0, 1),
        ("a3", "large", 1.0, 2),
        ("a2", "small", 0.75, 1),
        ("a4", "small", 0.75, 4),
        ("594x841mm", "", 1.0, 1),
    ],
)
def test_the_size_goes_with_the_paper_unless_told(paper: str, board: str, expected: float, sheets: int) -> None:
    assert share(context(paper_=paper, board=board)) == expected
    kit = build.compose(ordered(paper_=paper, board=board, only="board"))
    assert len(kit.sheets) == sheets
    (run,) = kit.runs
    cuts = {1: 4, 2: 7, 4: 12}[sheets]  # what a neighbour is glued upon stays
    assert (run.component.pieces, run.cuts, run.strokes) == (1, cuts, cuts)
    assert run.component.advice == getattr(context().spec.board, "advice" if sheets == 1 else "tiled")


def test_another_country_is_printed(tmp_path: File) -> None:
    """Board, plates, marking sheets and the file's name follow the map; no outline, no mistake."""
    order = ordered(map_=map_file(tmp_path))
    work = build.compose(order)
    runs = {run.component.key: run.component for run in work.runs}
    assert runs["plates"].pieces == 8 + 3 * 8
    assert runs["cables"].pieces == sum(STRIPS.values()) == 51
    said = {item.string for face in faces(runs["board"]).values() for item in face.items if isinstance(item, Text)}
    assert {"Aston", "Birch", "Hollow-on-the-Water", "88"} <= said
    assert "Paris" not in said
    back = {item.string for item in runs["marks"].behind[0].items if isinstance(item, Text)}
    assert {"Aston", "11"} <= back
    assert order.file() == "allo-en-a4-lakeland.pdf"
    assert build.render(work).startswith(b"%PDF-")
    assert "Lakeland" in build.options_line(order)


def test_an_outline_beside_the_map_is_drawn(tmp_path: File) -> None:
    bare = build.compose(ordered(map_=map_file(tmp_path), only="board"))
    map_file(tmp_path, "outline = [[-1, -1], [9, -1], [9, 9], [-1, 9]]", "lakeland.outline.toml")
    drawn_ = build.compose(ordered(map_=map_file(tmp_path), only="board"))
    curves = [
        sum(isinstance(i, Path) and len(i.ops) == 6 and i.ops[1][0] == "C" for f in faces(w.runs[0].component).values() for i in f.items)
        for w in (bare, drawn_)
    ]  # fmt: skip
    assert curves[1] == curves[0] + 2, "the shallows and the coast; discs have six steps, too"


MISTAKES = {
    "a code of three digits": ('code = "11"', 'code = "111"', "cities[0].code", "two digits"),
    "a code twice": ('code = "22"', 'code = "11"', "cities[1].code", "Aston also has 11"),
    "a link to nowhere": ('["Aston", "Birch", 4]', '["Aston", "Paris", 4]', "links[0]", "there is no Paris"),
    "a link twice": ('["Birch", "Ely", 4]', '["Birch", "Aston", 4]', "links[3]", "each link once"),
    "no sections": ('["Aston", "Birch", 4]', '["Aston", "Birch", 0]', "links[0][2]", ">= 1"),
    "no room for sections": ("x = 4, y = 1 }", "x = 0.5, y = 0.3 }", "links[0]", "at most 2 sections between Aston and Birch"),
    "nowhere": ("x = 0, y = 0 }", "x = nan, y = 0 }", "cities[0].x", "expected `float`"),
    "no name": ('name = "Lakeland"', 'title = "Lakeland"', "map", "title"),
    "letters that cannot be set": ('"Aston"', '"アストン"', "cities[0].name", "typefaces"),
    "no TOML": ("cities = [", "cities = ", "", "lakeland.toml"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "key", "words"), MISTAKES.values(), ids=MISTAKES)
def test_a_bad_map_is_one_sentence_with_file_key_and_expectation(
    tmp_path: File, old: str, new: str, key: str, words: str
) -> None:
    assert old in SMALL_MAP
    file = map_file(tmp_path, SMALL_MAP.replace(old, new))
    with pytest.raises(FileError) as mistake:
        build.compose(ordered(map_=file))
    told = str(mistake.value)
    assert told.startswith("lakeland.toml: ")
    assert f"{key}: " in told
    assert words in told
    assert "\n" not in told


@pytest.mark.parametrize(("old", "new", "key"), [mistake[:3] for mistake in MISTAKES.values()], ids=MISTAKES)
def test_a_bad_map_is_told_in_french(
    tmp_path: File, old: str, new: str, key: str, french: Callable[[str], None]
) -> None:
    file = map_file(tmp_path, SMALL_MAP.replace(old, new))
    with speaking("fr"), pytest.raises(FileError) as mistake:
        build.compose(ordered(map_=file, lang="fr"))
    assert f"{key}\N{NO-BREAK SPACE}: " in str(mistake.value)
    french(mistake.value.expected)


def test_two_tracks_that_would_lie_upon_each_other_are_refused(tmp_path: File, french: Callable[[str], None]) -> None:
    """A narrow angle leaves no room for two rows of cells: the file, the key, and both links."""
    ivy = '    { name = "Ivy", code = "99", x = 8.45, y = 4.2 },\n]\nlinks = [\n    ["Carrow", "Ivy", 20],'
    text = SMALL_MAP.replace("]\nlinks = [", ivy, 1)
    build.compose(ordered(map_=map_file(tmp_path, text.replace("20]", "9]")), only="board"))  # room enough farther out
    crowded = map_file(tmp_path, text.replace('"Fernhill", 5]', '"Fernhill", 20]'))
    with pytest.raises(FileError) as mistake:
        build.compose(ordered(map_=crowded, only="board"))
    assert str(mistake.value).startswith(
        "lakeland.toml: links[5]: expected room between Carrow–Ivy and Carrow–Fernhill"
    )
    assert "links[0]" in str(mistake.value)
    with speaking("fr"):
        french(mistake.value.again().expected)


def test_a_map_that_is_not_there_or_no_file(tmp_path: File) -> None:
    with pytest.raises(FileError, match=r"nothing\.toml: the file is missing"):
        ordered(map_=str(tmp_path / "nothing.toml"))
    with pytest.raises(FileError, match="directory"):
        ordered(map_=str(tmp_path))
    with speaking("fr"):
        with pytest.raises(FileError, match=r"nothing\.toml.: le fichier n’existe pas"):
            ordered(map_=str(tmp_path / "nothing.toml"))
        with pytest.raises(FileError, match="c’est un dossier"):
            ordered(map_=str(tmp_path))


@pytest.mark.parametrize(
    "text",
    [
        "outline = [[0, 0], [1, 1]]",
        "outline = 3",
        "corners = []",
        "outline = [[0, 0], [1], [2, 2]]",
        "outline = [[0, 0], [nan, 1], [2, 2]]",
    ],
)
def test_a_bad_outline_is_told_too(tmp_path: File, text: str, french: Callable[[str], None]) -> None:
    map_file(tmp_path, text, "lakeland.outline.toml")
    with speaking("fr"), pytest.raises(FileError) as told:
        ordered(map_=map_file(tmp_path))
    french(told.value.expected)
    with pytest.raises(FileError, match=r"^lakeland.outline.toml: "):
        ordered(map_=map_file(tmp_path))


def test_board_and_map_are_for_games_that_have_them(tmp_path: File) -> None:
    from generator.order.request import requests

    for option in ({"board": "small"}, {"map_": map_file(tmp_path)}):
        with pytest.raises(PrintError, match="not for code777"):
            requests(["code777"], **option)  # type: ignore[arg-type]
        both = requests(["code777", "allo"], **option)  # type: ignore[arg-type]
        assert [bool(order.board or order.country) for order in both] == [False, True]
    with pytest.raises(PrintError, match=r"did you mean “small”"):
        ordered(board="smal")


@pytest.mark.parametrize(
    ("paper", "board", "size"), [("a4", "large", (496, 372)), ("letter", "small", (372, 279)), ("a2", "", (496, 372))]
)
def test_the_receipt_tells_the_size_of_the_board_and_not_of_its_pages(
    paper: str, board: str, size: tuple[float, float]
) -> None:
    work = build.compose(ordered(paper_=paper, only="board", **({"board": board} if board else {})))
    (part,) = build.receipt(work, File("allo.pdf"), 1).components
    assert (part.width, part.height) == size
    assert part.sheets == len(work.runs[0].sheets)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("paper", PAPERS)
def test_no_joint_of_tiles_runs_through_a_city_and_none_of_a4_through_a_name(paper: str, board: str) -> None:
    """On every paper, at least a millimetre beside it; the large board on A4 is spared names, too. Each tile still fits its
    sheet, and has 6 mm to glue."""
    (order,) = requests(["allo"], paper_=paper, board=board)
    around = kit_context(order)
    whole, made = drawn(around), board_component(around)
    assert made.joints
    plan = Tiling(*made.joints)
    assert plan.sheets == len(made.fronts) == tiling((whole.width, whole.height), order.paper, "").sheets
    for area, weight in spared(around, whole):
        if weight == WHOLE or (paper, board) == ("a4", "large"):
            assert not any(area.x < x < area.x + area.width for x in plan.columns[1:-1]), area
            assert not any(area.y < y < area.y + area.height for y in plan.rows[1:-1]), area
    assert plan.overlap >= 6
    room = order.paper.area
    across, down = (room.height, room.width) if plan.turned else (room.width, room.height)
    for tile in plan.tiles():
        x, y = corner(tile, across, down)
        assert x >= 0 and x + tile.printed.width <= across + 0.01
        assert y >= 0 and y + tile.printed.height <= down + 0.01


@pytest.mark.parametrize("board", ["large", "small"])
def test_a_token_and_a_tower_stand_together_on_a_city(board: str) -> None:
    """One behind the other, as wide as the wider of them, and on two neighbouring cities at once."""
    drawing = context(board=board)
    sizes = drawing.spec.sizes
    token, tower = (scaled(each, share(drawing)) for each in (sizes.token, sizes.tower))
    wide, deep = max(token.width, tower.width), token.base + tower.base
    for (x1, y1), (x2, y2) in combinations(charted(drawing).places.values(), 2):
        assert abs(x1 - x2) >= wide or abs(y1 - y2) >= deep
