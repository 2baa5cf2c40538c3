"""Seat cards: every code is read back from its own card, every word stays where it belongs."""

from __future__ import annotations

import pathlib
import subprocess
import sys
from functools import cache
from itertools import product

import pypdfium2
import pytest
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st
from support.pdfs import bookmarks, fonts, opened
from support.rasters import PER_MM, beyond_margin, colour_spread, ink, ink_box, longest_run, page, part
from support.type_area import extent, outside, overlapping

from generator.drawing import qr
from generator.drawing.fonts import BOLD, LEAST_PT, lacking, width
from generator.drawing.geometry import Area
from generator.drawing.palette import InkPalette, luminance
from generator.drawing.pen import Face, Path, Text
from generator.errors import PrintError, Unknown
from generator.layout.component import GUTTER
from generator.layout.paper import CLEAR, PAPERS, TICK, Grid, fit
from generator.layout.printer_profile import Profile
from generator.order import printers
from generator.press import seat_cards as seatcards
from generator.press.seat_cards import CardTable, SeatCard, address_lines, face, instructed, seat_cards, settable
from templates import i18n, loader

HOST, LONG_HOST = "192.168.1.20:7770", "a-very-long-hostname.example.local:7770"
SEATS = [f"Seat {n}" for n in range(1, 11)]
NAMES = ["Wilhelmina von Winterhausen", "Zoé", "W" * 40, "Jean-Christophe", "Marie de la Tour d’Auvergne", "", "Œdipe"]
WAYS = ("a4", "letter", "full", "saver", "mono", "fr", "en")
ANY = list(product(WAYS[:2], WAYS[2:5], ("en", "fr")))
every_way = pytest.mark.parametrize(  # each ink on each paper, in one language; the others are for a long run
    ("paper", "ink", "lang"),
    [pytest.param(*way, marks=[] if sum(map(WAYS.index, way)) % 2 else [pytest.mark.soak]) for way in ANY],
)
ACCENT = "#5a3d8c"
DPI_150 = 150 / 25.4


def cards_of(names: list[str], host: str) -> list[SeatCard]:
    """Each with a token of 26 characters of its own."""
    return [SeatCard(name, f"http://{host}/join/{n:02}kQ7-vT_x9Zb4Rm2Lw8Yc1Hd5") for n, name in enumerate(names)]


@cache
def made(paper: str = "a4", ink: str = "full", lang: str = "en", long: bool = False, screen: bool = True) -> bytes:
    """Cards with ordinary names and address, or with long ones."""
    host = LONG_HOST if long else HOST
    return seat_cards(
        cards_of(NAMES if long else SEATS, host),
        game="Code 777",
        accent=ACCENT,
        address=host,
        table="Friday at the Winterhausens’ and afterwards at our place" if long else "Friday night",
        anyone=f"http://{host}/join/anyone",
        screen=f"http://{host}/table" if screen else "",
        paper=paper,
        lang=lang,
        ink=ink,
    )


def grid_of(paper: str, ink: str = "full", count: int = len(SEATS) + 2) -> Grid:
    """How so many cards lie: with white between them where colour runs over their edges, else edge to edge."""
    gutter = GUTTER if ink == "full" else 0.0
    return fit(*seatcards.SIZE, PAPERS[paper].area, gutter=gutter, halo=TICK, piece="", paper="", count=count)


def boxes(paper: str, ink: str = "full", count: int = len(SEATS) + 2) -> list[Area]:
    """Where the cards of a full page lie."""
    grid = grid_of(paper, ink, count)
    return list(grid.boxes(grid.capacity))


def read(data: bytes, paper: str, ink: str = "full", count: int = len(SEATS) + 2) -> list[tuple[str, str]]:
    """What the code on each card says at 150 dpi, and what is written on that card: nothing beyond its own edges is seen."""
    found = []
    with pypdfium2.PdfDocument(data) as pdf:
        for i, sheet in enumerate(pdf):
            picture, high = page(data, i, DPI_150), PAPERS[paper].height
            for b in boxes(paper, ink, count):
                crop = picture.crop(tuple(round(v * DPI_150) for v in (b.x, b.y, b.x + b.width, b.y + b.height)))
                codes = zxingcpp.read_barcodes(crop, formats=zxingcpp.BarcodeFormat.QRCode)
                points = [v / 25.4 * 72 for v in (b.x, high - b.y - b.height, b.x + b.width, high - b.y)]
                words = " ".join(sheet.get_textpage().get_text_bounded(*points).split())
                if words or codes:
                    assert len(codes) == 1, words
                    found.append((codes[0].text, words))
    return found


@pytest.mark.parametrize("long", [False, True], ids=["short", "long"])
@every_way
def test_every_code_leads_to_the_seat_that_is_written_on_its_card(paper: str, ink: str, lang: str, long: bool) -> None:
    host = LONG_HOST if long else HOST
    cards = cards_of(NAMES if long else SEATS, host)
    found = read(made(paper, ink, lang, long), paper, ink, len(cards) + 2)
    assert [url for url, _ in found] == [c.url for c in cards] + [f"http://{host}/join/anyone", f"http://{host}/table"]
    for (_, words), card in zip(found, cards, strict=False):
        assert "Code 777" in words
        assert card.title in words or card.title == "W" * 40
        assert host in words.replace(" ", "")
        assert {"en": "Same Wi-Fi", "fr": "Même Wi-Fi"}[lang] in words
        assert ("Friday at the Winterhausens’" if long else "Friday night") in words
    assert [words for _, words in found if {"en": "Any seat", "fr": "Place libre"}[lang] in words] == [found[-2][1]]
    assert [words for _, words in found if {"en": "The table", "fr": "La table"}[lang] in words] == [found[-1][1]]


def test_a_code_on_the_wrong_card_would_be_seen() -> None:
    """Proves the test above: cards and codes that do not go together."""
    one, two = cards_of(SEATS[:2], HOST)
    swapped = [SeatCard(one.title, two.url), SeatCard(two.title, one.url)]
    data = seat_cards(swapped, game="Code 777", accent=ACCENT, address=HOST)
    (first, words), _ = read(data, "a4", count=2)
    assert first != one.url
    assert "Seat 1" in words


def test_eight_cards_a_page_and_none_for_nobody() -> None:
    for paper in ("a4", "letter"):
        assert len(boxes(paper)) == 8
        assert len(read(made(paper), paper)) == len(SEATS) + 2
        assert len(read(made(paper, screen=False), paper, count=len(SEATS) + 1)) == len(SEATS) + 1
        with opened(made(paper)) as pdf:
            assert len(pdf.pages) == 2
    alone = seat_cards([], game="Code 777", accent=ACCENT, address=HOST, anyone="http://x/")
    assert [url for url, _ in read(alone, "a4", count=1)] == ["http://x/"]


@pytest.mark.parametrize(("ink", "between"), [("full", GUTTER), ("saver", 0), ("mono", 0)])
def test_cards_touch_where_no_colour_runs_over_their_edges(ink: str, between: float) -> None:
    """Read off the paper: from the code of a card to that of the card below it is as far as from card to card."""
    picture = page(made("letter", ink), 0, DPI_150)
    found = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)
    places = {code.text: (code.position.top_left.x / DPI_150, code.position.top_left.y / DPI_150) for code in found}
    first, right, below = (places[cards_of(SEATS, HOST)[n].url] for n in (0, 1, 2))
    assert right[0] - first[0] == pytest.approx(seatcards.SIZE[0] + between, abs=0.6)
    assert below[1] - first[1] == pytest.approx(seatcards.SIZE[1] + between, abs=0.6)


@every_way
def test_nothing_lies_in_the_margin_that_printers_leave(paper: str, ink: str, lang: str) -> None:
    data = made(paper, ink, lang, long=True)
    sheets = -(-(len(NAMES) + 2) // grid_of(paper, ink, len(NAMES) + 2).capacity)
    with opened(data) as pdf:
        assert len(pdf.pages) == sheets
    assert [beyond_margin(page(data, i)) for i in range(sheets)] == [[]] * sheets


@every_way
def test_each_page_has_scale_bar_number_and_bookmark(paper: str, ink: str, lang: str) -> None:
    data = made(paper, ink, lang)
    band = part(page(data, 1), PAPERS[paper].footer)
    assert max(longest_run(band, row) for row in range(band.height)) == pytest.approx(50 * PER_MM, abs=2)
    title = {"en": "Seat cards", "fr": "Cartes de place"}[lang]
    with pypdfium2.PdfDocument(data) as pdf:
        for n, sheet in enumerate(pdf, 1):
            words = " ".join(sheet.get_textpage().get_text_range().split())
            assert {"en": f"page {n} of 2", "fr": f"page {n} sur 2"}[lang] in words
            assert f"Code 777 · {title} · {PAPERS[paper].label}" in words
    with opened(data) as pdf:
        assert bookmarks(pdf) == [(title, 0)]
        assert pdf.Root.Lang == lang
        assert all("+Source" in name for name in fonts(pdf))


@every_way
def test_each_card_has_its_crop_marks(paper: str, ink: str, lang: str) -> None:
    picture = page(made(paper, ink, lang), 0).convert("L")

    def dark(x: float, y: float) -> bool:
        x, y = round(x * PER_MM), round(y * PER_MM)
        return min(picture.crop((x - 2, y - 2, x + 2, y + 2)).tobytes()) < 80

    away = (CLEAR + TICK) / 2
    places = boxes(paper, ink)
    for b in places:
        for x, outward in ((b.x, -away), (b.x + b.width, away)):
            for y, down in ((b.y, -away), (b.y + b.height, away)):
                assert dark(x + outward, y)  # where cards touch, on the edge of the next one
                assert dark(x, y + down)
    b = places[0]
    right, low, white = b.x + b.width, b.y + b.height, ink != "full"  # else the panel's colour is there
    none = [(right - 5, b.y), (right - 5, low), (right, b.y + 5), (right - 2, low - 2)]
    none += [(b.x + 5, b.y), (b.x + 5, low), (b.x, b.y + 5), (b.x + 2, b.y + 2)] if white else []
    assert not any(dark(x, y) for x, y in none)  # proves it: between the corners and on the card are none


def test_mono_has_no_colour_and_full_has() -> None:
    assert colour_spread(page(made(ink="mono"), 0, 4)) == 0
    assert colour_spread(page(made(ink="saver"), 0, 4)) > 30
    assert colour_spread(page(made(ink="full"), 0, 4)) > 60


def drawn(title: str, table: str, address: str, ink: str, lang: str, url: str = "http://x/") -> list[Face]:
    """The card of a seat, the one for a free seat and the one to look on by."""
    shared = CardTable("Code 777", table, address, ACCENT, InkPalette(ink))  # type: ignore[arg-type]
    with i18n.speaking(lang):
        return [
            face("seat", card, todo, qr.codes([card.url])[0], shared)
            for card, todo in instructed([SeatCard(title, url)], url, url)
        ]


def field(card: Face) -> Area:
    """The dark field of the code on a card: what is black and has most corners."""
    code = max((item for item in card.items if isinstance(item, Path)), key=lambda path: len(path.ops))
    xs, ys = zip(*(v for op, v in code.ops if op != "Z"), strict=True)
    return Area(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


@pytest.mark.parametrize("length", [1, 26, 62, 90, 200, 400])
def test_a_code_is_large_and_has_its_quiet_zone_within_the_card(length: int) -> None:
    url = "http://x/" + "a" * length
    modules = len(qr.codes([url])[0])
    for card in drawn("Seat 1", "", LONG_HOST, "full", "en", url):
        area = field(card)
        quiet = qr.QUIET * area.width / modules - 1e-6
        assert area.width == pytest.approx(area.height) and area.width >= 30
        assert area.x - quiet >= seatcards.PANEL
        assert min(area.y, card.width - area.x - area.width) - quiet >= 0
        assert too_near(card) == []


def too_near(card: Face) -> list[str]:
    """Lines of type within the white that belongs to the code."""
    left, low = (seatcards.PANEL + card.width - seatcards.CODE) / 2, seatcards.TOP + seatcards.CODE
    lines = [(item.string, extent(item)) for item in card.items if isinstance(item, Text)]
    return [string for string, (_, top, right, _) in lines if right > left and top < low]


def test_the_quiet_zone_is_white_on_paper() -> None:
    """Four modules around each code without a trace of ink, but for what is left to the picture: one pixel."""
    modules = len(qr.codes([cards_of(SEATS, HOST)[0].url])[0])
    (card, *_) = drawn("Seat 1", "", HOST, "full", "en", cards_of(SEATS, HOST)[0].url)
    area, b = field(card), boxes("a4")[0]
    quiet = qr.QUIET * area.width / modules
    x, y, size = b.x + area.x, b.y + area.y, area.width
    picture = page(made(), 0)
    around = [
        Area(x - quiet, y - quiet, size + 2 * quiet, quiet - 0.1), Area(x - quiet, y + size + 0.1, size + 2 * quiet, quiet - 0.1),
        Area(x - quiet, y, quiet - 0.1, size), Area(x + size + 0.1, y, quiet - 0.1, size),
    ]  # fmt: skip
    assert [ink(part(picture, strip)).getbbox() for strip in around] == [None] * 4
    assert ink(part(picture, Area(x, y, 1, 1))).getbbox()  # proves the place: here the code begins


letters = st.text(st.sampled_from("abcdeimwWMÉœ’-  "), max_size=60)
hosts = st.text(st.sampled_from("abcmw0189.:-/"), min_size=1, max_size=60)


@given(letters, letters, hosts, st.sampled_from(("full", "saver", "mono")), st.sampled_from(i18n.LANGUAGES))
def test_words_stay_on_the_card_apart_and_readable_whatever_they_are(
    title: str, table: str, address: str, ink: str, lang: str
) -> None:
    for card in drawn(title, settable(table), address, ink, lang):
        assert outside(card) == []
        assert overlapping(card) == []
        assert too_near(card) == []
        assert min(item.pt for item in card.items if isinstance(item, Text)) >= LEAST_PT
        for item in card.items:
            if isinstance(item, Text) and item.x < seatcards.PANEL:
                left, _, right, _ = extent(item)
                assert left > seatcards.INSET and right < seatcards.PANEL - seatcards.INSET


def test_a_language_of_long_sentences_gets_smaller_titles() -> None:
    shared = CardTable("Code 777", "Friday at the Winterhausens’ place", HOST, ACCENT, InkPalette("full"))
    code = qr.codes(["http://x/"])[0]
    short, long = (
        face(
            "seat",
            SeatCard("Marie de la Tour d’Auvergne", "http://x/"),
            ["Scan this code, then tap the button."] * times,
            code,
            shared,
        )
        for times in (2, 3)
    )
    assert overlapping(short) == overlapping(long) == []
    assert title_pt(long) < title_pt(short)


def title_pt(card: Face) -> float:
    """The size of a title."""
    return next(item.pt for item in card.items if isinstance(item, Text) and item.string.startswith("Marie"))


def test_lines_that_run_into_each_other_are_noticed() -> None:
    """Proves the check above."""
    one, two = (Text(10, y, "seven", BOLD, 10, "#000000") for y in (10, 12))
    assert overlapping(Face("card", 50, 50, (one, two))) == [("seven", "seven")]
    assert overlapping(Face("card", 50, 50, (one, Text(10, 15, "seven", BOLD, 10, "#000000")))) == []


@given(hosts, st.floats(20, 60))
def test_an_address_is_never_shortened(address: str, room: float) -> None:
    lines, pt = address_lines(address, room)
    assert "".join(lines) == address
    assert pt >= LEAST_PT
    assert max(width(line, BOLD, pt) for line in lines) <= room + 1e-6


def test_an_address_breaks_at_a_joint_into_even_lines() -> None:
    lines, _ = address_lines(LONG_HOST, 44)
    assert lines == ["a-very-long-hostname.", "example.local:7770"]
    assert address_lines(HOST, 44) == ([HOST], 10)


def test_letters_that_no_typeface_has_are_left_out_and_a_name_of_such_leaves_room_to_write() -> None:
    assert settable("Zoé 🎲 de  Lune") == "Zoé de Lune"
    assert settable("Zoe\u0301") == "Zoé"  # as a Mac types it
    for name in ("李雷", "🎲", ""):
        (card, *_) = drawn(name, "", HOST, "full", "en")
        assert not lacking("".join(item.string for item in card.items if isinstance(item, Text)))
        plates = [item for item in card.items if isinstance(item, Path) and item.fill == "#ffffff" and item.stroke]
        assert len(plates) == 1
    (named, *_) = drawn("Anne", "", HOST, "full", "en")
    assert not [item for item in named.items if isinstance(item, Path) and item.fill == "#ffffff" and item.stroke]


@pytest.mark.parametrize("accent", ["#f2c230", "#e7749f", "#1d8348", "#262626"])
def test_words_are_readable_on_any_accent(accent: str) -> None:
    """On a light accent as on a dark one, three to one at the least."""
    shared = CardTable("Code 777", "Friday", HOST, accent, InkPalette("full"))
    card = face("seat", SeatCard("Anne", "http://x/"), ["Scan."], qr.codes(["http://x/"])[0], shared)
    on = {item.colour for item in card.items if isinstance(item, Text) and item.x < seatcards.PANEL}
    assert len(on) == 1
    light, dark = sorted((luminance(on.pop()) + 0.05, luminance(accent) + 0.05), reverse=True)
    assert light / dark > 3


@pytest.mark.parametrize("wrong", [{"ink": "gold"}, {"lang": "de"}, {"paper": "a44"}])
def test_what_is_not_known_is_told(wrong: dict[str, str]) -> None:
    with pytest.raises(Unknown, match=next(iter(wrong.values()))):
        seat_cards(cards_of(SEATS, HOST), game="Code 777", accent=ACCENT, address=HOST, **wrong)  # type: ignore[arg-type]


def test_no_cards_at_all_is_a_mistake() -> None:
    with pytest.raises(PrintError, match="Nothing is left to print"):
        seat_cards([], game="Code 777", accent=ACCENT, address=HOST)


def test_same_cards_same_bytes_in_the_language_spoken() -> None:
    def again() -> bytes:
        return seat_cards(cards_of(SEATS, HOST), game="Code 777", accent=ACCENT, address=HOST)

    first = again()
    with i18n.speaking("fr"):
        french = again()
    assert again() == first != french


def test_the_accent_and_name_of_every_kit_will_do() -> None:
    from referee.registry import GAMES

    for slug in GAMES:
        kit = loader.kit_data(slug)
        data = seat_cards(cards_of(SEATS[:4], HOST), game=kit["name"], accent=kit["accent"], address=HOST)
        assert len(read(data, "a4", count=4)) == 4


def test_whoever_prints_seat_cards_loads_no_kit_and_no_command_line() -> None:
    program = "import generator.press.seat_cards, sys; print(*sorted(m for m in sys.modules if m.startswith(('generator.', 'cli'))))"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "generator.press.seat_cards" in told
    strangers = ("generator.kits", "generator.order.request", "generator.press.build", "generator.press.preview", "cli")
    assert [name for name in told if name.startswith(strangers)] == []


# -- the printer -------------------------------------------------------------------------------------------------------


def test_cards_make_up_for_a_printer_that_prints_too_small(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A printer that prints 98 mm for 100 gets cards that are larger by as much, around the middle of the sheet."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    printers.store_profile("small", Profile(scale=98.0))
    told = {"game": "Code 777", "accent": ACCENT, "address": HOST, "lang": "en"}
    plain, larger = (seat_cards(cards_of(SEATS, HOST), printer=name, **told) for name in ("", " Small"))
    (left, top, right, low), (left2, top2, right2, low2) = (ink_box(page(data, 0)) for data in (plain, larger))
    assert (right2 - left2) / (right - left) == pytest.approx(1 / 0.98, abs=0.002)
    assert (low2 - top2) / (low - top) == pytest.approx(1 / 0.98, abs=0.002)
    assert (left2 + right2) / 2 == pytest.approx((left + right) / 2, abs=2)
    with pypdfium2.PdfDocument(larger) as pdf:
        assert "printer small" in pdf[0].get_textpage().get_text_range()


def test_a_printer_that_nobody_knows_is_refused(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    printers.store_profile("home", Profile())
    with pytest.raises(Unknown):
        seatcards.checked("a4", "full", "en", "office")
