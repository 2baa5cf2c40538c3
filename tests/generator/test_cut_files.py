"""Cut files against the PDF they lie beside: what is cut and scored is where the page draws it, to a twentieth of a millimetre."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support.cut_geometry import Points, Stroke, farthest, svg_layers
from support.cut_printing import cut, sheets
from support.printing import ordered, texts
from support.rasters import page

from generator.press.build import build

CLOSE = 0.05  # mm
BLACK = (0.0, 0.0, 0.0)


def hairlines(strokes: list[Stroke]) -> list[Points]:
    """The edges that `--marks lines` draws: black and as thin as a line can be."""
    thin = [s.points for s in strokes if s.colour in (BLACK, (0.0,)) and 0.15 < s.width < 0.19 and not s.dash]
    return [p for p in thin if max(max(side) - min(side) for side in zip(*p, strict=True)) > 12]  # no art


def dashed(strokes: list[Stroke]) -> list[Points]:
    """The folds: ridges and valleys, as the first page of a kit explains them."""
    return [s.points for s in strokes if s.dash in ((2.2, 1.4), (0.3, 1.1))]


def is_drawn(lines: list[Points], strokes: list[Stroke]) -> None:
    """Every line of a file is on the page."""
    assert farthest(lines, [s.points for s in strokes]) <= CLOSE


RECTANGLES = {
    "tiles whose colours touch": ("code777", "tiles", {}),
    "cards that touch": ("code777", "questions", {}),
    "cards with gutters": ("code777", "questions", {"gutters": True}),
    "jagged cards": ("inkognito", "cards", {}),
    "cards for sleeves": ("inkognito", "cards", {"card_size": "poker", "paper": "letter"}),
    "tokens that touch": ("fully", "pawns", {}),
    "racks": ("code777", "racks", {}),
    "stands": ("allo", "stands", {}),
    "tents": ("rallye", "cars", {}),
    "tokens that stand": ("allo", "tokens", {}),
    "cards to fold": ("inkognito", "cards", {"sides": "fold"}),
    "large sheets": ("fully", "screens", {}),
}


@pytest.mark.parametrize("case", RECTANGLES)
def test_rectangles_are_cut_where_the_page_draws_their_edges(case: str) -> None:
    """Both ways: no line of the file that is not on the page, none on the page that is not in the file."""
    game, only, options = RECTANGLES[case]
    found = list(sheets(cut(game, only, marks="lines", **options)))
    assert found
    for layers, strokes, _ in found:
        assert farthest(layers["CUT"], hairlines(strokes)) <= CLOSE
        assert farthest(hairlines(strokes), layers["CUT"]) <= CLOSE


FOLDED = {
    "racks": ("code777", "racks", {}),
    "stands": ("allo", "stands", {}),
    "tents": ("rallye", "cars", {}),
    "badge": ("rallye", "badge", {}),
    "towers": ("allo", "towers", {}),
    "tills": ("rallye", "tills", {}),
    "tuck box": ("code777", "tuckbox", {}),
    "tuck box in black": ("allo", "tuckbox", {"ink": "mono"}),
    "screens": ("fully", "screens", {}),
    "sliders": ("allo", "phonecards", {}),
    "cards to fold": ("inkognito", "cards", {"sides": "fold"}),
    "sheets to fold": ("allo", "marks", {}),
}


@pytest.mark.parametrize("case", FOLDED)
def test_folds_are_scored_where_the_page_has_dashes(case: str) -> None:
    game, only, options = FOLDED[case]
    for layers, strokes, _ in sheets(cut(game, only, **options)):
        assert farthest(layers["SCORE"], dashed(strokes)) <= CLOSE
        assert farthest(dashed(strokes), layers["SCORE"]) <= CLOSE


def test_a_tuck_box_is_cut_along_its_outline() -> None:
    for game, ink in (("code777", "full"), ("rallye", "mono")):
        ((layers, strokes, _),) = sheets(cut(game, "tuckbox", ink=ink))
        is_drawn(layers["CUT"], [s for s in strokes if not s.dash and s.width < 0.3])
        outline, *slits = sorted(layers["CUT"], key=len, reverse=True)
        assert outline[0] == outline[-1] and len(outline) == 16
        assert [len(slit) for slit in slits] == [2, 2, 2]


def test_tills_are_cut_around_and_inside() -> None:
    for layers, strokes, _ in sheets(cut("rallye", "tills", marks="lines")):
        thick = [s.points for s in strokes if not s.dash and 0.55 < s.width < 0.65 and s.colour in (BLACK, (0.0,))]
        assert len(thick) == 6 * 2  # two on a sheet
        assert farthest(thick, layers["CUT"]) <= CLOSE
        assert farthest(layers["CUT"], [*thick, *hairlines(strokes)]) <= CLOSE


def test_cables_are_cut_apart_and_windows_out() -> None:
    ((layers, strokes, _),) = sheets(cut("allo", "cables", marks="lines"))
    white = [
        s.points for s in strokes if s.colour in ((1.0, 1.0, 1.0), (1.0,)) and 0.15 < s.width < 0.25 and not s.dash
    ]
    assert len(white) >= 51
    assert farthest(white, layers["CUT"]) <= CLOSE
    is_drawn(layers["CUT"], strokes)
    ((layers, strokes, _),) = sheets(cut("allo", "phonecards", marks="lines"))
    is_drawn(layers["CUT"], strokes)
    closed = [line for line in layers["CUT"] if line[0] == line[-1] and len(line) == 5]
    assert len(closed) == 4 + 1  # a window each, and the outline of all


def test_corners_are_rounded_on_the_page_and_in_the_file() -> None:
    for game, only in (("code777", "tiles"), ("inkognito", "cards")):
        for layers, strokes, _ in sheets(cut(game, only, marks="lines", corner_radius="3")):
            assert farthest(layers["CUT"], hairlines(strokes)) <= CLOSE
            assert farthest(hairlines(strokes), layers["CUT"]) <= CLOSE
            for line in layers["CUT"]:
                assert line[0] == pytest.approx(line[-1], abs=1e-6)  # each piece in one go
                left, top = min(x for x, _ in line), min(y for _, y in line)
                corner = min(((x - left) ** 2 + (y - top) ** 2) ** 0.5 for x, y in line)
                assert corner == pytest.approx(3 * (2**0.5 - 1), abs=0.1)


def test_what_is_folded_or_cut_further_keeps_its_corners() -> None:
    for game, only in (("code777", "racks"), ("rallye", "tills"), ("rallye", "cars"), ("fully", "screens")):
        round_ones, plain = cut(game, only, corner_radius="3"), cut(game, only)
        assert [layers["CUT"] for layers, *_ in sheets(round_ones)] == [layers["CUT"] for layers, *_ in sheets(plain)]


def test_crop_marks_lie_on_the_lines_that_are_cut() -> None:
    """As the page has them unless told: none of them points beside its edge."""
    for layers, strokes, _ in sheets(cut("code777", "questions")):
        marks = [
            s.points for s in strokes if len(s.points) == 2 and 0.19 < s.width < 0.21 and s.colour in (BLACK, (0.0,))
        ]
        short = [p for p in marks if abs(p[0][0] - p[1][0]) + abs(p[0][1] - p[1][1]) == pytest.approx(2.5, abs=0.02)]
        assert len(short) > 10
        xs = {round(x, 1) for line in layers["CUT"] for x, _ in line}
        ys = {round(y, 1) for line in layers["CUT"] for _, y in line}
        for (x1, y1), (x2, y2) in short:
            upright = abs(x1 - x2) < 0.01
            assert min(abs((x1 if upright else y1) - v) for v in (xs if upright else ys)) <= CLOSE
            assert (x2, y2) != (x1, y1)


@pytest.mark.parametrize(("told", "marks"), [("5,1,10", (5, 1, 10)), ("20,0.5,12.5", (20, 0.5, 12.5))])
@pytest.mark.parametrize("form", ["svg", "dxf"])
def test_registration_marks_are_on_page_and_file_alike(form: str, told: str, marks: tuple[float, float, float]) -> None:
    long, thick, inset = marks
    w, h = 210, 297
    expected = [
        (inset, inset, 5, 5),
        (w - inset - long, inset, long, thick), (w - inset - thick, inset, thick, long),
        (inset, h - inset - thick, long, thick), (inset, h - inset - long, thick, long),
    ]  # fmt: skip
    for layers, _, fills in sheets(cut("code777", "questions", registration=told, cut=form)):
        black = [f.box for f in fills if f.colour in (BLACK, (0.0,))]
        in_file = [
            (min(x for x, _ in p), min(y for _, y in p), max(x for x, _ in p) - min(x for x, _ in p), max(y for _, y in p) - min(y for _, y in p))
            for p in layers["MARKS"]
        ]  # fmt: skip
        for box in expected:
            assert min(max(abs(a - b) for a, b in zip(box, each, strict=True)) for each in black) <= CLOSE
            assert min(max(abs(a - b) for a, b in zip(box, each, strict=True)) for each in in_file) <= CLOSE
        assert len(in_file) == 5


ROOMY = [
    ("code777", {}), ("inkognito", {"sides": "long-edge"}), ("fully", {"paper": "letter"}), ("allo", {"corner_radius": "3"}),
    ("rallye", {"paper": "a3", "registration": "20,1,15"}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "options"), ROOMY, ids=[game for game, _ in ROOMY])
def test_nothing_is_printed_or_cut_near_a_mark(game: str, options: dict[str, object]) -> None:
    """White around each of them, on every sheet that a machine cuts; and whatever it cuts lies between them."""
    (order,) = [ordered(game, cut="svg", **options)]
    printed = build([order], Path("out"))
    marks = order.registration
    assert marks
    for told in printed.receipts[0].cut_files:
        shown = np.asarray(page(printed.files[0][1], told.pages[0] - 1, 5).convert("L"))
        per_mm = shown.shape[1] / order.paper.width
        square, *_ = boxes = marks.rectangles(order.paper)
        corners = [square, boxes[1], boxes[3]]
        size = max(5, marks.length)
        for corner, (x, y) in zip(
            corners,
            [(marks.inset, marks.inset), (order.paper.width - marks.inset - size, marks.inset),
             (marks.inset, order.paper.height - marks.inset - size)],
            strict=True,
        ):  # fmt: skip
            clear = 1.8  # the scale bar of a narrow margin comes nearer than pieces do
            left, top = int((x - clear) * per_mm), int((y - clear) * per_mm)
            right, low = int((x + size + clear) * per_mm), int((y + size + clear) * per_mm)
            around = shown[top:low, left:right].copy()
            for box in boxes:
                a, b = int((box.x - 0.3) * per_mm) - left, int((box.y - 0.3) * per_mm) - top
                c, d = int((box.x + box.width + 0.6) * per_mm) - left, int((box.y + box.height + 0.6) * per_mm) - top
                around[max(0, b) : max(0, d), max(0, a) : max(0, c)] = 255
            assert around.min() > 200, (told.file, corner)
    data = {str(path): data for path, data in printed.files}
    for told in printed.receipts[0].cut_files:
        for line in (line for name, lines in svg_layers(data[told.file]).items() if name != "MARKS" for line in lines):
            for x, y in line:
                assert marks.inset - 3.1 <= x <= order.paper.width - marks.inset + 3.1
                assert marks.inset - 3.1 <= y <= order.paper.height - marks.inset + 3.1


def test_folds_are_perforated_on_a_layer_of_their_own() -> None:
    for layers, strokes, _ in sheets(cut("code777", "racks", folds="perforate")):
        assert "SCORE" not in layers
        assert len(layers["PERFORATE"]) > 100
        assert farthest(layers["PERFORATE"], dashed(strokes)) <= CLOSE
        assert farthest(dashed(strokes), layers["PERFORATE"]) <= 1.1  # bridges


def test_sheets_that_are_cut_alike_share_a_file_that_names_their_pages() -> None:
    printed = build([ordered("inkognito", cut="svg")], Path("out"))
    (receipt,) = printed.receipts
    files = {told.file: told.pages for told in receipt.cut_files}
    assert next(iter(files)) == "out/inkognito-en-a4-cut-pages-04-10-cards.svg"
    assert files[next(iter(files))] == tuple(range(4, 11))
    assert [str(path) for path, _ in printed.files if path.suffix == ".svg"] == list(files)
    assert printed.advice == []  # folders are folded alone
    (sentence,) = build([ordered("fully", cut="svg", paper="letter", only="screens")], Path("out")).advice
    assert sentence == "Fully: the marks leave no room on the sheets of Screens; cut these by hand."


def test_without_marks_boards_and_folders_have_files_too() -> None:
    found = list(sheets(cut("rallye", "board", registration="none")))
    assert len(found) >= 2
    assert all("MARKS" not in layers and len(layers["CUT"]) == 1 for layers, *_ in found)
    ((layers, strokes, _),) = sheets(cut("inkognito", "folders", registration="none"))
    assert "CUT" not in layers
    assert farthest(layers["SCORE"], dashed(strokes)) <= CLOSE


def test_the_first_page_tells_what_the_machine_must_be_told() -> None:
    (receipt,), ((_, pdf), *_) = (printed := cut("code777", "contents", registration="6,1,12")).receipts, printed.files
    assert receipt.cut_files == ()
    told = " ".join(texts(pdf)[0].split())
    assert "files beside this one, front up. Its marks are 6 mm long, 1 mm thick, 12 mm from the edges." in told


def test_a_kit_without_cut_files_is_as_it_was() -> None:
    (order,) = [ordered("code777", only="tiles")]
    assert build([order], Path("out")).receipts[0].cut_files == ()
    assert "cut" not in order.file()
