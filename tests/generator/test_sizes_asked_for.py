"""Sizes that are asked for: cards for sleeves, boards for any paper, large type, and rules as a booklet."""

from __future__ import annotations

from math import hypot

import pytest
from support.printing import ordered, printed, texts

from generator.drawing.fonts import SANS
from generator.drawing.geometry import bounding_box
from generator.drawing.pen import Face, FaceStamp, Text
from generator.errors import BadValue, PrintError
from generator.kits.common.booklet import SPINE, padded, page_size, spreads
from generator.layout.paper import PAPERS
from generator.layout.print_settings import PrintSettings
from generator.order.card_sizes import card_size
from generator.order.request import requests
from generator.press import build
from referee.registry import GAMES
from templates.i18n import LANGUAGES

WITH_CARDS = {slug: build.kit(slug).cards[0] for slug in GAMES if build.kit(slug).cards}


@pytest.mark.parametrize(
    ("given", "size"), [("poker", (63.5, 88.9)), ("MINI", (44, 68)), ("63x88mm", (63, 88)), ("63,5 x 88", (63.5, 88))]
)
def test_sizes_of_cards_by_name_and_number(given: str, size: tuple[float, float]) -> None:
    assert card_size(given) == size


@pytest.mark.parametrize("given", ["jumbo", "63", "10x10", "63x888", "1.2.3x88", "x"])
def test_no_size_of_a_card(given: str) -> None:
    with pytest.raises(BadValue, match="--card-size"):
        card_size(given)


@pytest.mark.parametrize("sides", ["single", "long-edge", "fold"])
@pytest.mark.parametrize("slug", WITH_CARDS)
def test_all_cards_are_of_the_size_with_colour_over_their_edges(slug: str, sides: str) -> None:
    kit = printed(game=slug, card_size="poker", sides=sides, only=(WITH_CARDS[slug],))
    made = kit.run(WITH_CARDS[slug]).component
    plain = printed(game=slug, only=(WITH_CARDS[slug],)).run(WITH_CARDS[slug]).component
    assert made.size == (63.5, 88.9)
    assert [max(face.bleed) for face in made.fronts] == [max(face.bleed) for face in plain.fronts]
    assert made.pieces == plain.pieces


def test_cards_that_nobody_could_read_are_refused() -> None:
    with pytest.raises(BadValue, match="pt high"):
        build.compose(ordered("code777", card_size="mini", only=("questions",)))
    with pytest.raises(PrintError, match="--size and --card-size"):
        requests(["code777"], spares="questions: 16", size=("60x86",), card_size="poker")


@pytest.mark.parametrize("slug", ["allo", "rallye"])
@pytest.mark.parametrize(("paper", "width", "sheets"), [("a0", "1100", 1), ("a1", "760", 1), ("a4", "500", 4)])
def test_a_board_of_any_width(slug: str, paper: str, width: str, sheets: int) -> None:
    run = build.compose(ordered(slug, only=("board",), board_width=width, paper_=paper)).runs[0]
    assert run.component.finished[0] == float(width)
    assert len(run.sheets) == sheets


def test_a_board_too_narrow_to_read_or_of_two_sizes_is_refused() -> None:
    with pytest.raises(BadValue, match="nobody can read"):
        build.compose(ordered("rallye", only=("board",), board_width="310"))
    for given in ("299", "1181", "wide", "-400", "4e2"):
        with pytest.raises(BadValue, match="--board-width"):
            requests(["allo"], board_width=given)
    with pytest.raises(PrintError, match="--board and --board-width"):
        requests(["allo"], board="small", board_width="500")
    with pytest.raises(PrintError, match="not for code777"):
        requests(["code777"], board_width="500")


@pytest.mark.parametrize("slug", GAMES)
def test_large_type_is_large(slug: str) -> None:
    """Rules in 18 points; the first page in 14; every sheet to write on or to read grows to fill its paper."""
    kit, plain = printed(game=slug, type="large"), printed(game=slug)
    body = [item.pt for face in kit.run("rules").component.fronts for item in face.items if isinstance(item, Text)]
    assert body.count(18.0) > len(body) / 2
    contents = [item.pt for item in kit.run("contents").component.fronts[0].items if isinstance(item, Text)]
    assert contents.count(14.0) > len(contents) / 2
    for run, was in zip(kit.work.runs, plain.work.runs, strict=True):
        if (was.component.pad or was.component.read) and not was.component.both:
            assert run.grid.capacity == 1 and run.cuts == 0, run.component.key
            assert min(run.component.size) > 1.02 * min(was.component.size), run.component.key


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_nothing_that_is_read_is_small_in_large_type(slug: str, lang: str) -> None:
    """The first page, the rules, what stands in their figures, and folders: at least 14 points."""
    kit = printed(game=slug, type="large", lang=lang)
    for run in kit.work.runs:
        if run.component.key in ("contents", "rules", "folders"):
            parts = {face.name: face for face in run.component.parts}
            for face in run.component.fronts:
                small = [said for said in sizes(face, parts) if said[0] < 14]
                assert not small, (face.name, small)


def sizes(face: Face, parts: dict[str, Face], scale: float = 1.0) -> list[tuple[float, str]]:
    """How large each line of type is printed, also that of figures."""
    found = [(round(item.pt * scale, 2), item.string) for item in face.items if isinstance(item, Text)]
    for item in face.items:
        if isinstance(item, FaceStamp) and item.face in parts:
            found += sizes(parts[item.face], parts, scale * hypot(*item.matrix[:2]))
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("players", [4, 5])
def test_folders_tell_a_round_in_large_type(players: int, paper: str, lang: str) -> None:
    """In whichever language: where there is no room for all, how to fold a folder goes."""
    kit = printed(game="inkognito", type="large", paper_=paper, lang=lang, players=players, only=("folders",))
    said = [item.string for item in kit.run("folders").component.fronts[0].items if isinstance(item, Text)]
    assert {"en": "A round in short", "fr": "Un tour en bref"}[lang] in said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_list_of_questions_has_18_points_on_two_sheets(paper: str, lang: str) -> None:
    """Each question once, on one of two sheets that are asked for together."""
    made = printed(game="code777", type="large", paper_=paper, lang=lang).run("list").component
    assert (made.pieces, len(made.fronts)) == (4, 8)
    pages = {face.name: face for face in made.parts}
    assert len(pages) == 2
    grown = made.size[0] / next(iter(pages.values())).width
    said = [item for face in pages.values() for item in face.items if isinstance(item, Text) and item.font == SANS]
    assert min(item.pt * grown for item in said) >= 18
    numbers = [item.string for face in pages.values() for item in face.items if isinstance(item, Text)]
    assert [int(each) for each in numbers if each.isdigit()] == [*range(1, 24)]
    again = printed(game="code777", type="large", paper_=paper, lang=lang, spares="list x2").run("list").component
    assert (again.pieces, len(again.fronts)) == (2, 4)


@pytest.mark.parametrize("sides", ["single", "long-edge", "short-edge"])
def test_a_booklet_folds_into_the_order_of_its_pages(sides: str) -> None:
    """Each side has its two pages; behind page n lies page n + 1 or n - 1, whichever edge the printer turns over."""
    settings = PrintSettings(sides=sides)  # type: ignore[arg-type]
    w, h = page_size(settings.paper)
    pages = [Face(f"page.{n}", w, h, ()) for n in range(1, 8)]  # seven: the eighth stays blank
    made = spreads("rules", pages, settings)
    lying = [[int(item.face.split(".")[1]) for item in side.items if isinstance(item, FaceStamp)] for side in made]
    assert lying == [[1], [2, 7], [6, 3], [4, 5]]
    middle = settings.paper.height / 2 - settings.paper.area.y
    for front, back in zip(made[::2], made[1::2], strict=True):
        places = {}
        for side in (front, back):
            for item in side.items:
                assert isinstance(item, FaceStamp)
                box = bounding_box(item.matrix, w, h)
                assert min(abs(box.y + box.height - middle), abs(box.y - middle)) == pytest.approx(SPINE)
                assert box.y >= -1e-6 and box.y + box.height <= settings.paper.area.height + 1e-6
                places[int(item.face.split(".")[1])] = box.y < middle
        upper = sides != "short-edge"  # turned over the long edge what is above stays above
        for one, other in ((2, 1), (3, 4), (6, 5)):
            if one in places and other in places:
                assert (places[one] == places[other]) == upper


@pytest.mark.parametrize(
    ("many", "order"),
    [(4, "1234"), (5, "1-2345--"), (6, "1-23456-"), (7, "1234567-"), (8, "12345678"), (1, "1---")],
)
def test_blank_pages_of_a_booklet_lie_outside(many: int, order: str) -> None:
    """Never between two pages that are read: the back first, then the inside of the cover, then that of the back."""
    made = padded([Face(str(n), 1, 1, ()) for n in range(1, many + 1)])
    assert "".join(face.name if face else "-" for face in made) == order


def test_a_blank_page_leaves_its_place_empty() -> None:
    settings = PrintSettings(sides="long-edge")
    pages = [Face(f"page.{n}", *page_size(settings.paper), ()) for n in range(1, 7)]
    made = spreads("x", padded(pages), settings)
    lying = [[item.face for item in side.items if isinstance(item, FaceStamp)] for side in made]
    assert lying == [["page.1"], ["page.6"], ["page.5", "page.2"], ["page.3", "page.4"]]


def test_a_booklet_is_printed_on_half_as_many_sheets_as_it_has_pages() -> None:
    kit = printed(game="code777", only=("rules",), booklet=True, sides="long-edge")
    run = kit.run("rules")
    assert len(run.sheets) == -(-len([face for face in run.component.parts if ".rules." in face.name]) // 4)
    assert "booklet" in kit.order.file()
    assert "Winning" in "".join(texts(kit.data))
    assert PAPERS["a4"] == kit.order.paper
