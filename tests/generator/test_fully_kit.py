"""The kit of Fully as a whole: everything in the box, everything legible, nothing lost on the way to the printer."""

from __future__ import annotations

from collections import Counter

import pytest
from support.pdfs import opened, placed
from support.printing import printed, texts
from support.rasters import beyond_margin, colour_spread, page
from support.type_area import extent, outside

from generator.drawing.fonts import LEAST_PT
from generator.drawing.geometry import Area, bounding_box
from generator.drawing.pen import Face, Text
from generator.kits.fully import KIT
from generator.order.request import INKS, SIDES
from referee.fully.pieces import Colour, Place, Seat
from templates import i18n, loader

LONG = ",".join("W" * (40 - i) for i in range(4))
every_language = pytest.mark.parametrize("lang", i18n.LANGUAGES)
ORDERS: dict[str, dict[str, object]] = {
    f"{lang} {paper} {ink} {sides}": {"lang": lang, "paper_": paper, "ink": ink, "sides": sides, "names_": names}
    for lang in i18n.LANGUAGES
    for paper, sides, names in (("a4", "single", ""), ("letter", "long-edge", LONG), ("a3", "fold", ""))
    for ink in INKS
}


def faces(options: dict[str, object]) -> list[Face]:
    return [face for run in printed(game="fully", **options).work.runs for face in run.faces]


def test_everything_in_the_box_is_on_the_sheets() -> None:
    """4 boards, 4 screens, 200 pawns in five colours, marking sheets for both teams: counted in the file itself."""
    kit = printed(game="fully")
    found = Counter({name: n for name, n in placed(opened(kit.data)).items() if name.startswith("fully.")})
    assert {name: found[f"fully.pawn.{name}"] for name in Colour} == dict.fromkeys(Colour, 4 * 10)
    assert sum(found[f"fully.pawn.{name}"] for name in Colour) == 4 * 10 * 5 == 200
    for kind in ("board.{}", "screen.{}.left", "screen.{}.right"):
        assert {seat: found[f"fully.{kind.format(seat)}"] for seat in Seat} == dict.fromkeys(Seat, 1)
    sheets = Counter({name.split(".")[2]: n for name, n in found.items() if name.startswith("fully.sheet.")})
    assert sheets == {"north_south": 4, "east_west": 4}
    assert {run.component.key: len(run.sheets) for run in kit.work.runs} == {
        "contents": 1, "tuckbox": 1, "rules": 2, "boards": 4, "screens": 8, "pawns": 2, "sheets": 8,
    }  # fmt: skip


@pytest.mark.parametrize("sides", SIDES)
def test_every_way_to_turn_paper_gives_the_same_pieces(sides: str) -> None:
    kit = printed(game="fully", sides=sides)
    pieces = {run.component.key: run.component.pieces for run in kit.work.runs if run.component.key != "contents"}
    assert pieces == {"rules": 1, "boards": 4, "screens": 4, "pawns": 200, "sheets": 8, "tuckbox": 1}
    for component in ("boards", "screens", "pawns"):  # nothing is printed behind them
        assert all(sheet.back is None for sheet in kit.run(component).sheets)


@pytest.mark.parametrize("options", ORDERS.values(), ids=ORDERS)
def test_type_is_large_enough_and_stays_on_its_piece(options: dict[str, object]) -> None:
    found = faces(options)
    assert len(found) > len(KIT.builders)
    small = {item.string for face in found for item in face.items if isinstance(item, Text) and item.pt < LEAST_PT}
    assert small == set()
    assert [line for face in found for line in outside(face)] == []


@pytest.mark.parametrize("options", ORDERS.values(), ids=ORDERS)
def test_no_two_lines_of_type_overlap(options: dict[str, object]) -> None:
    clashes = []
    for face in faces(options):
        boxes = [(extent(item), item.string) for item in face.items if isinstance(item, Text)]
        for i, ((left, top, right, low), one) in enumerate(boxes):
            for (l2, t2, r2, b2), other in boxes[i + 1 :]:
                if left < r2 - 0.05 and l2 < right - 0.05 and top < b2 - 0.7 and t2 < low - 0.7:
                    clashes.append(f"{face.name}: “{one}” and “{other}”")
    assert clashes == []


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize(("paper", "lang"), [("a4", "fr"), ("letter", "en")])
def test_nothing_lies_in_the_margin_that_printers_leave_white(paper: str, lang: str, ink: str) -> None:
    kit = printed(game="fully", paper_=paper, lang=lang, ink=ink, sides="long-edge")
    different = {id(side): i for i, side in enumerate(kit.work.sides())}
    pictures = {i + 1: page.__wrapped__(kit.data, i, 4) for i in different.values()}
    assert {n: out for n, picture in pictures.items() if (out := beyond_margin(picture, per_mm=4))} == {}
    if ink == "mono":
        assert max(map(colour_spread, pictures.values())) == 0


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pieces_lie_within_the_sheet_and_not_on_each_other(paper: str) -> None:
    kit = printed(game="fully", paper_=paper)
    area = kit.order.paper.area
    for run in kit.work.runs:
        boxes = [bounding_box(run.grid.place(i), run.grid.width, run.grid.height) for i in range(run.grid.capacity)]
        assert all(within(piece, area) for piece in boxes), run.component.key
        for i, one in enumerate(boxes):
            assert not any(overlap(one, other) for other in boxes[i + 1 :])


def within(piece: Area, area: Area) -> bool:
    right, low = piece.x + piece.width, piece.y + piece.height
    return (
        piece.x >= area.x - 1e-6
        and piece.y >= area.y - 1e-6
        and right <= area.x + area.width + 1e-6
        and low <= area.y + area.height + 1e-6
    )


def overlap(one: Area, other: Area) -> bool:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return across > 1e-6 and down > 1e-6


def test_backs_may_be_moved_as_far_as_printers_miss() -> None:
    """Boards, screens and pawns have nothing behind them and need no room for it."""
    for x in (4, -4):
        kit = printed(game="fully", paper_="letter", sides="long-edge", back_offset=f"{x},{-x}")
        assert [len(run.sheets) for run in kit.work.runs] == [1, 1, 4, 8, 2, 4, 1]


@every_language
def test_rules_tell_the_whole_game(lang: str) -> None:
    """The points of the sheet, both examples, and as many pages as a sheet has sides."""
    kit = printed(game="fully", lang=lang)
    assert len(kit.pages("rules")) == 2
    text = " ".join(" ".join(texts(kit.data)[i] for i in kit.pages("rules")).split()).replace("\u00a0", " ")
    for number in ("+2", "−5", "+5", "−2", "+20", "+50", "4 × 2 = 8", "5 × 5 = 25", "2 × 5 − 2 = 8", "91"):
        assert number in text, number
    assert ("R, C, 2" in text) and ("Y, D, 8" if lang == "en" else "J, D, 8") in text


@every_language
def test_letters_of_colours_differ_and_a_place_is_never_bare(lang: str) -> None:
    """R B G Y M, R B V J M; every place letter on boards and sheets stands in a box of its own."""
    with i18n.speaking(lang):
        spec = loader.kit("fully", KIT.shape)
        letters = [spec.colours.of(colour).letter for colour in Colour]
    assert "".join(letters) == {"en": "RBGYM", "fr": "RBVJM"}[lang]
    kit = printed(game="fully", lang=lang)
    for component in ("boards", "sheets"):
        for face in kit.run(component).component.fronts:
            bare = [
                item.string
                for before, item in zip(face.items, face.items[1:], strict=False)
                if isinstance(item, Text) and item.string in set(Place) and item.font == "serif" and item.pt < 20
                and not around(before, item)
            ]  # fmt: skip
            assert bare == []


def around(before: object, text: Text) -> bool:
    """Was a box drawn around that letter just before it?"""
    points = [v for op, v in getattr(before, "ops", ()) if op in "ML"]
    left, top, right, low = extent(text)
    return bool(points) and (
        min(x for x, _ in points) < left and max(x for x, _ in points) > right
        and min(y for _, y in points) < top and max(y for _, y in points) > low - 1
    )  # fmt: skip
