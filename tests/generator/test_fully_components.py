"""Pawns, boards, screens and marking sheets of Fully: what is drawn on them, and where."""

from __future__ import annotations

import itertools
from collections import Counter
from math import cos, hypot, radians, sin

import pytest
from support.printing import Print, printed
from support.sights import SIGHTS, too_alike
from support.type_area import extent

from generator.drawing.geometry import bounding_box
from generator.drawing.palette import InkPalette
from generator.drawing.pen import Face, Path, Text
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


@every_seat
def test_a_screen_folds_into_a_front_with_two_wings(seat: Seat, kit: Print, spec: KitSpec) -> None:
    """Two halves from one sheet: a cut across, and on each half one upright fold where its wing begins."""
    size, drawn = spec.sizes.screen, face(kit, f"screen.{seat}")
    assert (drawn.width, drawn.height) == (size.wing + size.left + size.tab, 2 * size.height)
    assert folds(drawn) == [
        (size.wing, 0, size.wing, size.height),
        (size.right, size.height, size.right, 2 * size.height),
    ]
    cuts = [
        item.ops for item in drawn.items
        if isinstance(item, Path) and not item.dash and item.ops[0] == ("M", (0, size.height))
    ]  # fmt: skip
    assert [ops[1] for ops in cuts] == [("L", (drawn.width, size.height))]
    assert drawn.width - size.right == size.wing == size.size[0] - size.left - size.tab


def test_a_screen_stands_and_hides(spec: KitSpec) -> None:
    """With wings at any angle from 30 to 90 degrees its weight lies well within its feet; it is higher than eyes see over.

    The feet are the lower edges; what stands falls when its centre of gravity leaves them. An eye 45 cm above the
    table and 70 cm from the screen sees nothing of a board that lies right behind it.
    """
    size = spec.sizes.screen
    for angle in (30, 60, 90):
        depth = size.wing * sin(radians(angle))
        weight = 2 * size.wing * depth / 2 / (2 * size.wing + size.front)  # how far behind the front it lies
        assert 10 < weight < depth - 10
        assert depth > size.height / 3
    assert size.front + 2 * size.wing * cos(radians(60)) > spec.sizes.board[0]
    assert 700 * size.height / (450 - size.height) > spec.sizes.board[1]
    assert hypot(size.wing, size.height) < 200  # a panel that a sheet of card can carry


@every_seat
def test_a_screen_says_whose_it_is_on_every_side(seat: Seat, kit: Print, spec: KitSpec) -> None:
    found = Counter(words(face(kit, f"screen.{seat}")))
    called = spec.seats.of(seat)
    assert found[called.name] == 3  # front and both wings
    assert found[called.letter] >= 2
    named = printed(game="fully", names_="Anne,Mario,Nora,Sam").run("screens").component.fronts
    name = dict(zip(Seat, ("Anne", "Mario", "Nora", "Sam"), strict=True))[seat]
    assert name in words(next(f for f in named if f.name == f"fully.screen.{seat}"))


def test_nothing_to_read_lies_on_the_seam_or_a_fold(kit: Print, spec: KitSpec) -> None:
    size = spec.sizes.screen
    for seat in Seat:
        for item in face(kit, f"screen.{seat}").items:
            if isinstance(item, Text) and item.turn == 0:
                left, top, right, low = extent(item)
                above = low <= size.height
                edges = (0, size.wing, size.wing + size.left) if above else (0, size.right, size.wing + size.right)
                assert above or top >= size.height
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
        assert found[spec.seats.of(seat).name] == (2 if seat in opponents(of) else 1)  # speaker, and a row to find
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
