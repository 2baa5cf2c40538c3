"""A printed kit as other programs see it: sound, of the right size, with its own fonts, every piece in it once."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from functools import cache
from itertools import product

import pikepdf
import pytest
from reportlab.pdfbase import pdfdoc
from support.pdfs import bookmarks, fonts, opened, placed, unpacked
from support.printing import FACE, Print, printed, texts

from generator.order.request import INKS, SIDES
from generator.press import build
from generator.press.pdf_writer import encoded
from referee.code777.pieces import PLAYERS, QUESTIONS, TILES, box
from templates import i18n
from templates.i18n import LANGUAGES
from templates.loader import SHELF

SPOKEN = [lang for lang in LANGUAGES if lang == "en" or (SHELF / "locale" / lang / "messages.po").exists()]

SAMPLE: list[dict[str, object]] = [
    {},
    {"paper_": "letter", "ink": "saver", "sides": "long-edge"},
    {"paper_": "a3", "ink": "mono", "sides": "short-edge"},
    {"paper_": "legal", "sides": "fold", "players_": "2"},
    {"paper_": "230.5x320mm", "players_": "3", "marks": "lines"},
    {"paper_": "320x230mm", "players_": "5", "sides": "long-edge", "back_offset": "1.5,-2"},
    {"names_": "Zoé,Œdipe", "sides": "long-edge", "fronts_first": True, "marks": "none"},
    {"players_": "5", "pads": "11", "copies_": ("tiles=2", "list=3")},
    *({"lang": lang, "sides": sides} for lang in SPOKEN[1:] for sides in ("single", "short-edge", "fold")),
]
SWEEP = [
    {"paper_": paper, "ink": ink, "sides": sides, "lang": lang, "players_": str(players)}
    for paper, ink, sides, lang, players in product(
        ("a4", "letter", "a3", "legal", "297x210mm"), INKS, SIDES, SPOKEN, PLAYERS
    )
]


def name(options: dict[str, object]) -> str:
    return " ".join(f"{key.strip('_')}={value}" for key, value in options.items()) or "plain"


@pytest.fixture(params=SAMPLE, ids=name)
def kit(request: pytest.FixtureRequest) -> Print:
    return printed(**request.param)


def copies(kit: Print, component: str) -> int:
    return dict(kit.order.copies).get(component, 1)


def expected_pieces(kit: Print) -> Counter[str]:
    """Each piece as often as the box of the referee says, from the printed order alone."""
    box_ = box(kit.order.players) | ({"notes": kit.order.pads} if kit.order.pads is not None else {})
    tiles = Counter(f"tile.{tile.digit}.{tile.colour}" for tile in TILES * copies(kit, "tiles"))
    cards = Counter({f"question.{n}": copies(kit, "questions") for n in range(1, QUESTIONS + 1)})
    rest = {key: box_[key] * copies(kit, key) for key in ("racks", "notes", "list", "diagram")}
    return tiles + cards + Counter(rest)


@cache
def printed_pieces(kit: Print) -> tuple[Counter[str], Counter[str]]:
    """Pieces and backs that are stamped in the file. On sheets to fold, one half of each unit counts."""
    pieces: Counter[str] = Counter()
    backs: Counter[str] = Counter()
    with opened(kit.data) as pdf:
        stamped = placed(pdf)
    half = r"\.[ltrb]" if kit.order.sides == "fold" else ""
    for face, count in stamped.items():
        face = face.removeprefix(FACE)
        if match := re.fullmatch(rf"(tile|question)\.back{half}", face):
            backs[match[1]] += count
        elif match := re.fullmatch(rf"(tile\.\d\.\w+|question\.\d+){half}", face):
            pieces[match[1]] += count
        elif match := re.fullmatch(r"(rack|note)\.\d+|(list|diagram)", face):
            pieces[f"{match[1]}s" if match[1] else match[2]] += count
    return pieces, backs


def test_every_piece_of_the_box_is_placed_as_often_as_it_exists(kit: Print) -> None:
    assert printed_pieces(kit)[0] == expected_pieces(kit)


def test_there_are_as_many_backs_as_fronts_wherever_there_are_backs(kit: Print) -> None:
    _, backs = printed_pieces(kit)
    each = {"tile": len(TILES) * copies(kit, "tiles"), "question": QUESTIONS * copies(kit, "questions")}
    assert backs == ({} if kit.order.sides == "single" else each)


def test_units_to_fold_hold_one_front_and_one_back_each() -> None:
    with opened(printed(sides="fold").data) as pdf:
        stamped = placed(pdf)
    units = {face: n for face, n in stamped.items() if face.endswith(".fold")}
    assert sum(units.values()) == len(TILES) + QUESTIONS
    assert sum(n for face, n in stamped.items() if re.search(r"\.back\.[ltrb]$", face)) == len(TILES) + QUESTIONS
    for face, n in units.items():
        front = face.removesuffix(".fold")
        assert sum(stamped[f"{front}.{side}"] for side in "ltrb") == n


def test_no_printer_mixes_its_grey_from_three_inks(kit: Print) -> None:
    """Black, white and greys are told as such, for areas, lines and type; and there is nothing else with black alone."""
    data = unpacked(kit.data)
    assert re.search(rb" g\s", data) and re.search(rb" G\s", data)
    assert not re.search(rb"\s([\d.]+) \1 \1 (rg|RG)\s", data)
    assert bool(re.search(rb" (rg|RG)\s", data)) == (kit.order.ink != "mono")


def test_receipt_and_file_agree(kit: Print) -> None:
    receipt = build.receipt(kit.work, build.Path("kit.pdf"), len(kit.data))
    with opened(kit.data) as pdf:
        assert receipt.pages == len(pdf.pages)
    assert receipt.sheets == len(kit.work.sheets) == receipt.pages / (2 if kit.order.duplex else 1)
    pieces = {part.component: part.pieces for part in receipt.components}
    counted = expected_pieces(kit)
    for key in ("racks", "notes", "list", "diagram"):
        assert pieces[key] == counted[key]
    assert pieces["tiles"] == len(TILES) * copies(kit, "tiles")


def test_qpdf_finds_nothing_wrong(kit: Print, tmp_path: build.Path) -> None:
    file = tmp_path / "kit.pdf"
    file.write_bytes(kit.data)
    check = subprocess.run(["qpdf", "--check", file], capture_output=True, text=True)
    assert check.returncode == 0, check.stdout + check.stderr
    assert "WARNING" not in check.stdout + check.stderr


def test_every_page_is_the_paper_ordered(kit: Print) -> None:
    points = kit.order.paper.width / 25.4 * 72, kit.order.paper.height / 25.4 * 72
    with opened(kit.data) as pdf:
        for page in pdf.pages:
            x, y, width, height = map(float, page.mediabox)
            assert (x, y) == (0, 0)
            assert (width, height) == pytest.approx(points, abs=0.01)
            assert page.get("/Rotate", 0) == 0
            assert page.cropbox == page.trimbox == page.mediabox


def test_every_font_is_embedded_and_cut_to_what_is_used(kit: Print) -> None:
    with opened(kit.data) as pdf:
        found = fonts(pdf)
        assert found
        for name, font in found.items():
            assert re.fullmatch(r"/[A-Z]{6}\+Source(Sans|Serif)Pro-\w+", name)
            assert len(font.FontDescriptor.FontFile2.read_bytes()) < 60_000  # the whole face has 200 to 300 thousand
    assert b"Helvetica" not in unpacked(kit.data)


def test_one_bookmark_a_component_at_its_first_page(kit: Print) -> None:
    sides = kit.work.sides()
    firsts: dict[str, int] = {}
    for i, side in enumerate(sides):
        for key in (side.component, *side.also):
            firsts.setdefault(key, i)
    titles = {run.component.key: run.component.title for run in kit.work.runs}
    lying = [[titles[key] for key in (side.component, *side.also)] for side in sides]
    with opened(kit.data) as pdf:
        assert bookmarks(pdf) == [(", ".join(lying[page]), page) for page in sorted(set(firsts.values()))]
    assert set(firsts) == {"contents", "tuckbox", *box(4)}


def test_language_title_author_and_no_scaling(kit: Print) -> None:
    wish = {"long-edge": "/DuplexFlipLongEdge", "short-edge": "/DuplexFlipShortEdge"}.get(kit.order.sides, "/Simplex")
    with opened(kit.data) as pdf:
        assert pdf.Root.Lang == kit.order.lang
        assert (str(pdf.docinfo.Title), str(pdf.docinfo.Author)) == ("Code 777", "Sousmain")
        assert pdf.Root.ViewerPreferences.PrintScaling == pikepdf.Name("/None")
        assert pdf.Root.ViewerPreferences.Duplex == wish


def test_every_page_has_its_footer(kit: Print) -> None:
    """Scale bar, game, sheet, how it was printed, and page n of m."""
    with i18n.speaking(kit.order.lang):
        sides, used = kit.work.sides(), build.options_line(kit.order)
    words = {"en": "page {} of {}", "fr": "page {} sur {}"}[kit.order.lang]
    pages = [" ".join(text.split()) for text in texts(kit.data)]  # no-break spaces too
    for n, (text, side) in enumerate(zip(pages, sides, strict=True), 1):
        assert words.format(n, len(pages)) in text
        assert "50 mm" in text
        assert f"Code 777 · {' '.join(side.title.split())}" in text
        assert [word for word in used.split() if word not in text] == []
        assert kit.order.paper.label in text


@pytest.mark.soak
@pytest.mark.parametrize("options", SWEEP, ids=name)
def test_every_option_with_every_other(options: dict[str, object], tmp_path: build.Path) -> None:
    kit = printed.__wrapped__(**options)
    assert printed_pieces(kit)[0] == expected_pieces(kit)
    test_there_are_as_many_backs_as_fronts_wherever_there_are_backs(kit)
    test_qpdf_finds_nothing_wrong(kit, tmp_path)
    test_every_page_is_the_paper_ordered(kit)
    test_every_font_is_embedded_and_cut_to_what_is_used(kit)
    test_one_bookmark_a_component_at_its_first_page(kit)


@pytest.mark.parametrize("text", ["", "0 g 12.5 w\n", "(plain)", "é – “Zoé”", b"\x80 as it is"])
def test_what_is_written_is_what_reportlab_would_write(text: str | bytes) -> None:
    """A short cut, and no other bytes."""
    assert pdfdoc.pdfdocEnc is encoded
    assert encoded(text) == (text.encode("extpdfdoc") if isinstance(text, str) else text)
