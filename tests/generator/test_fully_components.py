"""Pawns, boards, screens and marking sheets of Fully: what is drawn on them, and where."""

from __future__ import annotations

import itertools
from collections import Counter
from math import cos, hypot, radians, sin

import numpy as np
import pytest
from msgspec.structs import replace
from support.printing import Print, printed
from support.sights import SIGHTS, too_alike
from support.type_area import extent

from generator.drawing.geometry import bounding_box
from generator.drawing.palette import InkPalette
from generator.drawing.pen import Face, FaceStamp, Path, Text
from generator.drawing.shapes import SHAPES
from generator.kits.fully import KIT
from generator.kits.fully.boards import LABEL, SIDES, around, places
from generator.kits.fully.spec import PAWN_ROOM, KitSpec
from generator.order.request import INKS
from referee.fully.pieces import DIGITS, MOST_ROUNDS, Colour, Phrase, Place, Seat, Team, opponents, other, team
from templates import i18n, loader

every_seat = pytest.mark.parametrize("seat", Seat)


@pytest.fixture(scope="module")
def spec() -> KitSpec:
    with i18n.speaking("en"):
        return loader.kit("fully", KIT.shape)  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def kit() -> Print:
    return printed(game="fully")


def words(face: Face) -> list[str]:
    return [item.string for item in face.items if isinstance(item, Text)]


def face(kit: Print, name: str) -> Face:
    return next(f for run in kit.work.runs for f in run.component.fronts if f.name == f"fully.{name}")


@pytest.mark.parametrize("ink", INKS)
def test_every_pawn_has_a_letter_and_a_shape_of_its_own(ink: str, spec: KitSpec) -> None:
    pawns = printed(game="fully", ink=ink).run("pawns").component.fronts
    assert len(pawns) == 200
    drawn = {f.name: f for f in pawns}
    assert len(drawn) == len(Colour)
    for colour in Colour:
        hue, items = spec.colours.of(colour), drawn[f"fully.pawn.{colour}"].items
        (letter,) = [item for item in items if isinstance(item, Text)]
        assert letter.string == hue.letter
        assert letter.pt > 24  # read at arm's length
        ops = [op for op, _ in SHAPES[hue.shape](0, 0, 1)]
        assert [op for op, _ in items[1].ops] == ops  # type: ignore[union-attr]


@pytest.mark.parametrize("on_pawn", [False, True], ids=["on white", "on the pawn"])
@pytest.mark.parametrize("sight", SIGHTS)
def test_the_shapes_alone_tell_pawns_apart(sight: str, on_pawn: bool, spec: KitSpec) -> None:
    """In grey, to a person with deuteranopia, in black alone; the letter masked."""
    hues = {colour.value: spec.colours.of(colour) for colour in Colour}
    assert len(hues) == 5
    assert too_alike(hues, sight, on_pawn) == {}


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pawns_take_few_cuts(paper: str) -> None:
    """A row is ten of a colour, five rows are a player's, a sheet is two players'; one cut serves both neighbours."""
    run = printed(game="fully", paper_=paper).run("pawns")
    assert (run.grid.columns, run.grid.rows, run.grid.gutter, run.grid.turned) == (10, 10, 0, False)
    assert run.cuts == 2 * (11 + 11)
    names = [f.name for f in run.component.fronts]
    rows = [set(names[i : i + 10]) for i in range(0, 200, 10)]
    assert all(len(row) == 1 for row in rows)
    for player in range(4):
        assert {name for row in rows[5 * player : 5 * player + 5] for name in row} == set(names)
    boxes = [bounding_box(run.grid.place(i), run.grid.width, run.grid.height) for i in range(11)]
    assert boxes[1].x == pytest.approx(boxes[0].x + boxes[0].width)
    assert boxes[10].y == pytest.approx(boxes[0].y + boxes[0].height)


def test_a_crooked_cut_shows_no_other_colour(kit: Print, spec: KitSpec) -> None:
    """White all around the colour of a pawn, and no bleed: neighbours are of other colours."""
    w, h = spec.sizes.pawn
    for pawn in {f.name for f in kit.run("pawns").component.fronts}:
        drawn = face(kit, pawn.removeprefix("fully."))
        assert drawn.bleed == (0, 0, 0, 0)
        points = [v for item in drawn.items if isinstance(item, Path) for op, v in item.ops if op in "ML"]
        assert min(min(p) for p in points) >= 1.1
        assert max(x for x, _ in points) <= w - 1.1 and max(y for _, y in points) <= h - 1.1


def test_a_large_sheet_takes_whole_sets() -> None:
    run = printed(game="fully", paper_="a3", only="pawns").run("pawns")
    assert (run.grid.columns, run.grid.rows) == (10, 20)
    assert len(run.sheets) == 1


@every_seat
def test_a_board_shows_the_table_from_its_seat(seat: Seat, kit: Print, spec: KitSpec) -> None:
    """Own row nearest, partner across, the next player clockwise on the left hand."""
    near, left, far, right = (around(seat)[side] for side in SIDES)
    assert near is seat and team(far) is team(seat) and far is not seat
    assert left is tuple(Seat)[(tuple(Seat).index(seat) + 1) % 4]
    assert {left, right} == set(opponents(team(seat)))
    found = {item.string: (item.x, item.y) for item in face(kit, f"board.{seat}").items if isinstance(item, Text)}
    w, h = spec.sizes.board
    at = {side: found[spec.seats.of(who).name] for side, who in around(seat).items()}
    assert at["near"][1] > h / 2 > at["far"][1]
    assert at["left"][0] < w / 2 < at["right"][0]


@every_seat
def test_a_board_has_four_rows_of_five_places(seat: Seat, kit: Print) -> None:
    letters = Counter(
        item.string for item in face(kit, f"board.{seat}").items if isinstance(item, Text) and item.pt < 15
    )
    assert {place: letters[place] for place in Place} == dict.fromkeys(Place, 4)


def test_a_pawn_fits_its_place_and_leaves_the_letter_free(spec: KitSpec) -> None:
    w, h = spec.sizes.board
    cell = max(spec.sizes.pawn) + 2 * PAWN_ROOM
    fields = [(field, letter) for side in SIDES for _, field, letter in places(side, w, h, cell)]
    assert len(fields) == 20
    for field, _ in fields:
        assert field.width >= spec.sizes.pawn[0] + 2 and field.height >= spec.sizes.pawn[1] + 2
        assert field.x >= 2 and field.y >= 2 and field.x + field.width <= w - 2 and field.y + field.height <= h - 2
        for _, (x, y) in fields:
            clear_x = abs(x - field.x - field.width / 2) >= (field.width + LABEL) / 2
            assert clear_x or abs(y - field.y - field.height / 2) >= (field.height + LABEL) / 2


def folds(drawn: Face) -> list[tuple[float, float, float, float]]:
    return [
        (*item.ops[0][1], *item.ops[1][1]) for item in drawn.items if isinstance(item, Path) and item.dash == (2.2, 1.4)
    ]  # type: ignore[misc]


HALVES = ("left", "right")


@every_seat
def test_a_screen_folds_into_a_front_with_two_wings(seat: Seat, kit: Print, spec: KitSpec) -> None:
    """Two halves, a sheet each: on each of them one upright fold where its wing begins."""
    size = spec.sizes.screen
    for half, fold in zip(HALVES, (size.wing, size.right), strict=True):
        drawn = face(kit, f"screen.{seat}.{half}")
        assert (drawn.width, drawn.height) == (size.wing + size.left + size.tab, size.height)
        assert folds(drawn) == [(fold, 0, fold, size.height)]
        assert (drawn.width - size.right, drawn.width - size.left - size.tab) == (size.wing, size.wing)


def test_a_screen_stands(spec: KitSpec) -> None:
    """Its weight lies well within its feet, which are the lower edges: what stands falls when it leaves them."""
    size = spec.sizes.screen
    weight = 2 * size.wing * size.wing / 2 / (2 * size.wing + size.front)  # how far behind the front it lies
    assert 10 < weight < size.wing - 10
    assert size.wing > size.height / 3
    assert hypot(size.wing, size.height) < 250  # a panel that a sheet of card can carry
    assert size.front > spec.sizes.board[0] >= size.wing, "the board goes in between, and the wings end at its edge"


@pytest.mark.parametrize(("paper", "ink"), [("a4", "full"), ("letter", "mono"), ("a3", "saver")])
def test_a_screen_takes_one_cut(paper: str, ink: str) -> None:
    """Along the seam of the right half, which lies over the tab; the white of the sheet may stay around the rest. Both halves
    lie alike on their sheets, so that these are in line when they are glued."""
    run = printed(game="fully", paper_=paper, ink=ink).run("screens")
    apart = len(run.sheets) if paper == "a3" else 0  # two on a sheet
    assert run.cuts == run.strokes == 4 + apart
    for sheet in run.sheets:
        places = {item.face: item.matrix for item in sheet.front.items if isinstance(item, FaceStamp)}
        marks = {
            tuple(round(v, 2) for _, point in item.ops[i : i + 2] for v in point)
            for item in sheet.front.items
            if isinstance(item, Path)
            for i in range(0, len(item.ops), 2)
        }
        for name, (a, b, c, d, e, f) in places.items():
            ends = [(c * y + e, d * y + f) for y in (0, run.component.size[1])]
            near = [mark for mark in marks for x, y in ends if hypot(mark[0] - x, mark[1] - y) < 0.6]
            assert len(near) == (2 if name.endswith(".right") else 0)
            assert all(abs((mark[2] - mark[0]) * a + (mark[3] - mark[1]) * b) < 0.01 for mark in near), "along the edge"
    assert len({item.matrix for sheet in run.sheets for item in sheet.front.items if isinstance(item, FaceStamp)}) == (
        2 if paper == "a3" else 1
    )


def test_a_machine_cuts_screens_all_around() -> None:
    run = printed(game="fully", cut="svg").run("screens")
    assert run.cuts == 4 * len(run.sheets)


def test_half_a_screen_that_is_printed_again_keeps_its_seam() -> None:
    run = printed(game="fully", spares="screens:West").run("screens")
    assert run.cuts == 1


# -- what eyes around the table see ------------------------------------------------------------------------------------

TABLES = (800, 850, 900)  # sides, in millimetres
HEIGHTS = range(400, 501, 25)  # of an eye above the table
NEAREST, FARTHEST = 450, 1000  # from the row to the eye, along the table
NEAR_EDGE = (10, 60)  # how far the board lies from the edge of the table


def eyes(table: int, edge: float) -> np.ndarray:
    """Where eyes of the three others can be, from the middle of the near edge of a board: at the edges of the table where
    they sit and up to 25 cm behind them, upright or leaning to either side."""
    half, found = table / 2, []
    for out in range(0, 251, 50):
        for along in range(150, table + 1, 25):  # of the two neighbours, from the corner next to the owner to the other
            found += [(side * (half + out), along - edge) for side in (-1, 1)]
        found += [(across, table + out - edge) for across in range(-table // 2, table // 2 + 1, 25)]
    near = [(x, y) for x, y in found if NEAREST <= hypot(x, y) <= FARTHEST]
    return np.array([(x, y, z) for x, y in near for z in HEIGHTS])


def hidden(eyes: np.ndarray, spot: tuple[float, float], walls: list, height: float) -> np.ndarray:
    """For each eye: does a wall cross the line from it to that spot of the table, where the line is lower than the wall?"""
    (ex, ey, ez), (sx, sy) = eyes.T, spot
    found = np.zeros(len(eyes), bool)
    for (ax, ay), (bx, by) in walls:
        dx, dy, wx, wy = ex - sx, ey - sy, bx - ax, by - ay
        across = dx * wy - dy * wx
        along = np.where(abs(across) < 1e-9, np.nan, across)  # nothing is true of who looks along the wall
        t = ((ax - sx) * wy - (ay - sy) * wx) / along  # along the line, from the spot
        u = ((ax - sx) * dy - (ay - sy) * dx) / along  # along the wall
        found |= (t >= 0) & (t <= 1) & (u >= 0) & (u <= 1) & (ez * t <= height)
    return found


def screen_walls(size, board: float, degrees: float) -> list:
    """The front at the far edge of the board, and the wings from its ends, so far open: 90 degrees are square to it."""
    half, back = size.front / 2, size.wing * sin(radians(degrees))
    end = half + size.wing * cos(radians(degrees))
    return [
        ((-half, board), (half, board)),
        ((-half, board), (-end, board - back)),
        ((half, board), (end, board - back)),
    ]


def seen_places(spec: KitSpec, size, board: tuple[float, float], degrees: float) -> dict[str, int]:
    """How many places of each row are seen, at least a corner of them, by the eye that sees most."""
    walls = screen_walls(size, board[1], degrees)
    cell = max(spec.sizes.pawn) + 2 * PAWN_ROOM
    most = dict.fromkeys(SIDES, 0)
    for table in TABLES:
        for edge in NEAR_EDGE:
            looking = eyes(table, edge)
            for side in SIDES:
                count = np.zeros(len(looking), int)
                for _, field, _ in places(side, *board, cell):
                    corners = [
                        (field.x + i * cell - board[0] / 2, board[1] - field.y - j * cell)
                        for i in (0, 1)
                        for j in (0, 1)
                    ]
                    count += ~np.all([hidden(looking, corner, walls, size.height) for corner in corners], axis=0)
                most[side] = max(most[side], int(count.max()))
    return most


def test_no_eye_sees_a_place(spec: KitSpec) -> None:
    """Whoever sits at a table of 80 to 90 cm, eyes 40 to 50 cm above it and 45 to 100 cm from the row: not one place of the
    owner's row, nor of the three that he looks for."""
    assert seen_places(spec, spec.sizes.screen, spec.sizes.board, 90) == dict.fromkeys(SIDES, 0)


def test_screens_of_before_were_looked_into(spec: KitSpec) -> None:
    """Proves the test above: with the size and the angle that were drawn, neighbours saw the row; and so they do when the
    wings are opened wider than the sheet says."""
    before = replace(spec.sizes.screen, height=124, wing=104)
    assert seen_places(spec, before, (178, 178), 62)["near"] >= 4
    assert seen_places(spec, spec.sizes.screen, spec.sizes.board, 60)["near"] >= 1


@every_seat
def test_a_screen_says_whose_it_is_on_every_side(seat: Seat, kit: Print, spec: KitSpec) -> None:
    found = Counter(word for half in HALVES for word in words(face(kit, f"screen.{seat}.{half}")))
    called = spec.seats.of(seat)
    assert found[called.name] == 3  # front and both wings
    assert found[called.letter] >= 2
    named = printed(game="fully", names_="Anne,Mario,Nora,Sam").run("screens").component.fronts
    name = dict(zip(Seat, ("Anne", "Mario", "Nora", "Sam"), strict=True))[seat]
    assert name in words(next(f for f in named if f.name == f"fully.screen.{seat}.right"))


def test_nothing_to_read_lies_on_the_seam_or_a_fold(kit: Print, spec: KitSpec) -> None:
    size = spec.sizes.screen
    for seat in Seat:
        for half, edges in (
            ("left", (0, size.wing, size.wing + size.left)),
            ("right", (0, size.right, size.wing + size.right)),
        ):
            for item in face(kit, f"screen.{seat}.{half}").items:
                if isinstance(item, Text) and item.turn == 0:
                    left, _, right, _ = extent(item)
                    assert any(a + 1 < left and right < b - 1 for a, b in itertools.pairwise(edges)), item.string


@pytest.mark.parametrize("of", Team)
@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_a_marking_sheet_has_both_codes_and_twenty_rounds(of: Team, lang: str) -> None:
    with i18n.speaking(lang):
        spec = loader.kit("fully", KIT.shape)
    fronts = printed(game="fully", lang=lang).run("sheets").component.fronts
    found = Counter(words(next(f for f in fronts if f".{of}." in f.name)))
    expected: Counter[str] = Counter()
    for phrase in Phrase:  # own code, and that of the others in their own words
        expected[spec.phrase(phrase, of)] += 1
        expected[spec.phrase(phrase, other(of))] += 1
    assert {text: found[text] for text in expected} == dict(expected)
    assert {digit: found[str(digit)] for digit in DIGITS} == dict.fromkeys(DIGITS, len(Phrase) + 1)
    assert all(found[str(number)] == 1 for number in range(10, MOST_ROUNDS + 1))
    for seat in Seat:
        assert found[spec.seats.of(seat).name] == (
            3 if seat in opponents(of) else 1
        )  # speaker, a row to find, its points
    assert spec.sheets.heads == tuple({"en": "CPDR", "fr": "CEPR"}[lang])
    heads = Counter(spec.sheets.heads)
    for letter in heads:
        grids = 3 if letter in set(Place) else 0
        swatches = 3 if letter in {spec.colours.of(c).letter for c in Colour} else 0
        assert found[letter] == 4 + 1 + grids + swatches  # over each speaker's columns, and once explained


@pytest.mark.parametrize("of", Team)
def test_there_is_room_for_a_pencil(of: Team, kit: Print) -> None:
    """A ring for the colour, a box for the place, in each round of each speaker; 5 mm to write in, at least."""
    drawn = next(f for f in kit.run("sheets").component.fronts if f".{of}." in f.name)
    rings, boxes = [], []
    for item in drawn.items:
        if isinstance(item, Path) and item.stroke == InkPalette().soft and not item.fill and item.width == 0.2:
            if [op for op, _ in item.ops] == ["M", "C", "C", "C", "C", "Z"]:
                rings.append(item.ops[1][1][4:6])
                assert item.ops[0][1][0] - rings[-1][0] >= 2.4  # its radius
            elif [op for op, _ in item.ops] == ["M", "L", "L", "L", "Z"]:
                boxes.append(item)
    assert len(rings) == len(boxes) == MOST_ROUNDS * len(Seat)
    for item in boxes:
        (x1, y1), (x2, _), (_, y2) = (v for _, v in item.ops[:3])
        assert x2 - x1 >= 4.8 and y2 - y1 >= 4.8
    rows = sorted({round(y, 2) for _, y in rings})
    assert len(rows) == MOST_ROUNDS
    assert min(b - a for a, b in itertools.pairwise(rows)) > 6.3


def test_partners_have_the_same_sheet_unless_named() -> None:
    fronts = printed(game="fully").run("sheets").component.fronts
    assert len({f.name for f in fronts}) == 2
    named = printed(game="fully", names_="Anne,Mario,Nora,Sam").run("sheets").component.fronts
    assert Counter(next(w for w in words(f) if w in ("Anne", "Mario", "Nora", "Sam")) for f in named) == dict.fromkeys(
        ("Anne", "Mario", "Nora", "Sam"), 2
    )
    assert len(printed(game="fully", pads="7", only="sheets").run("sheets").component.fronts) == 7
