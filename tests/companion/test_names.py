"""Names: nothing invisible in them, none that an eye takes for another, letters whole, and no line that they turn round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from unicodedata import is_normalized

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.companion.evening import robots
from support.companion.rig import Browser, app_of, host_of, seated, tables_in

from cli import record_reports
from companion.errors import BadRequest, Taken
from companion.service import seat_cards
from companion.service.tables import Tables
from companion.table import names
from referee.record import Setup
from referee.registry import GAMES, game, pieces
from templates.i18n import speaking

FAMILY, FLAG, THUMB = "👩‍👩‍👧", "🇫🇷", "👍🏽"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
ARABIC, HEBREW = "أحمد", "אברהם"
INVISIBLE = (
    "\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u061c\u180e\ufe0e\ufe0f\u202a\u202e\u2066\u2069\U000e0041\U000e0100"
)


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    """Tables in a folder."""
    found = tables_in(tmp_path)
    yield found
    found.store.close()


def sit(tables: Tables, *called: str) -> list[str]:
    """Sits down under those names, one after the other; what everybody is called then."""
    table_state = tables.open("code777", 4, game("code777").Options(), "en")
    for seat, name in enumerate(called):
        tables.take(tables.code(table_state, seat), seat, name, seat, "")
    return [chair.name for chair in tables.table_state(table_state.id).chairs if chair.taken]


class TestWhatMayStandInOne:
    @pytest.mark.parametrize("letter", INVISIBLE)
    def test_nothing_that_nobody_sees(self, letter: str, tables: Tables) -> None:
        assert sit(tables, f"An{letter}ne{letter}") == ["Anne"]
        with pytest.raises(Taken):
            sit(tables, "Anne", f"{letter}An{letter}ne")

    @pytest.mark.parametrize(
        "blank", ["\u3164", "\u2800", "\u115f\u1160", "\uffa0", "\u200b", "\x00", "\u0301", *INVISIBLE]
    )
    def test_something_must_be_seen(self, blank: str, tables: Tables) -> None:
        for name in (blank, f" {blank}  {blank * 3} "):
            with pytest.raises(BadRequest, match="seen"):
                sit(tables, name)

    def test_no_name_at_all_is_a_number(self, tables: Tables) -> None:
        assert sit(tables, "", " \t\u3000 ") == ["Player 1", "Player 2"]

    @pytest.mark.parametrize(
        "whole",
        [FAMILY, FLAG, THUMB, ENGLAND, "❤️‍🔥", "1️⃣", "🙂‍↔️", "👁️‍🗨️", "👨🏻‍🦰", "\U0001fae8", "ශ්‍රී", "می‌روم", ARABIC, "Zoë"],
    )
    def test_joined_letters_stay_whole(self, whole: str, tables: Tables) -> None:
        assert sit(tables, f"{whole} x") == [f"{whole} x"]

    def test_half_of_a_flag_is_no_place_to_hide(self, tables: Tables) -> None:
        assert sit(tables, f"A{ENGLAND[:-1]}", f"B{ENGLAND[1:]}") == ["A\U0001f3f4", "B"]

    def test_it_is_as_long_as_it_looks(self, tables: Tables) -> None:
        """Twenty letters, of however many pieces; but not of any number of them."""
        assert sit(tables, FLAG * 20, "é" * 20, "e\u0301" * 19) == [FLAG * 20, "é" * 20, "é" * 19]
        for long in (FLAG * 21, "x" * 21, FAMILY * 20):
            with pytest.raises(BadRequest, match="at most 20"):
                sit(tables, long)
        with pytest.raises(BadRequest):
            sit(tables, "Z" + "\u0335" * 9)

    @given(st.text())
    def test_whatever_is_typed(self, typed: str) -> None:
        """What is left has no control in it, and stays as it is when it is sent again."""
        found = names.cleaned(typed)
        assert names.cleaned(found) == found == " ".join(found.split())
        assert "".join(names.letters(found)) == found
        assert not re.search("[\x00-\x1f\u200e\u200f\u202a-\u202e\u2066-\u2069]", found)


class TestWhichAreAlike:
    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("Anne", "Аnne"),  # Cyrillic
            ("Anne", "ANNE"),
            ("Anne", "𝐀𝐧𝐧𝐞"),
            ("Anne", "Ａｎｎｅ"),
            ("HENRY", "Неnry"),
            ("Olga", "0lga"),
            ("Olga", "Οlga"),  # Greek
            ("Zoé", "Zoe\u0301"),
            ("Ian", "lan"),
            ("Player 1", "Player l"),
            ("Carmen", "Carrnen"),
            ("Straße", "STRASSE"),
        ],
    )
    def test_one_is_taken_for_the_other(self, one: str, other: str, tables: Tables) -> None:
        for first, second in ((one, other), (other, one)):
            with pytest.raises(Taken):
                sit(tables, first, second)

    @pytest.mark.parametrize(
        ("one", "other"), [("Zoé", "Zoe"), ("Ian", "Lan"), ("Player 1", "Player 2"), ("Marie", "Maria"), (FLAG, THUMB)]
    )
    def test_people_are_not_sent_away_for_nothing(self, one: str, other: str, tables: Tables) -> None:
        assert sit(tables, one, other) == [one, other]

    def test_the_sentence_says_for_whom(self, tables: Tables) -> None:
        with pytest.raises(Taken, match="Аnne can be mistaken for Anne"):
            sit(tables, "Anne", "Аnne")

    def test_whoever_is_called_so_already_may_change_the_colour(self, tables: Tables) -> None:
        """Two names of an older evening may be alike."""
        table_state = tables.open("code777", 3, game("code777").Options(), "en")
        for seat in range(3):
            tables.take(tables.code(table_state, seat), seat, f"P{seat}", seat, "")
        tables.table_state(table_state.id).chairs[1].name = "Р0"
        tables.rename(table_state.id, 1, "Р0", 5)
        assert tables.table_state(table_state.id).chairs[1].colour == 5

    def test_every_pair_that_the_data_knows(self) -> None:
        """Whichever way round the library lists it."""
        from confusable_homoglyphs.confusables import confusables_data

        pairs = [(one, other["c"]) for one, others in confusables_data.items() for other in others]
        taken_apart = [pair for pair in pairs if all(is_normalized("NFD", text) for text in pair)]
        assert len(taken_apart) > 10_000
        assert [pair for pair in taken_apart if names.skeleton(pair[0]) != names.skeleton(pair[1])] == []


class TestHowTheyAreSet:
    @pytest.mark.parametrize(
        ("name", "first"), [("anne", "A"), (f"{FAMILY} x", FAMILY), (FLAG * 2, FLAG), ("éa", "É"), ("ßen", "ß")]
    )
    def test_a_chip_shows_the_first_letter_whole(self, name: str, first: str) -> None:
        assert names.initial(name) == first

    def test_where_no_markup_can_stand(self) -> None:
        """What runs from right to left keeps that to itself there, too."""
        assert names.plain(names.Name("<Anne> & Bo")) == "<Anne> & Bo"
        assert names.plain(names.Name(HEBREW)) == f"\u2068{HEBREW}\u2069"
        assert names.plain(names.Name("Anne").__html__() + " ☎ " + names.Name(ARABIC)) == f"Anne ☎ \u2068{ARABIC}\u2069"

    def test_a_record_turns_no_line_round(self) -> None:
        setup = Setup("code777", 3, game("code777").Options(), (f"\u202e{HEBREW}", "An\x1b[31mne", "\u2066"), bytes(32))
        with speaking("en"):
            assert record_reports.player_names(setup) == [f"\u2068{HEBREW}\u2069", "An [31mne", "Seat 3"]

    def test_seat_cards_are_printed_with_any_name(self, tables: Tables) -> None:
        table_state = tables.open("code777", 4, game("code777").Options(), "en")
        for seat, name in enumerate((FAMILY, HEBREW, "王小明", "Z\u0335oe")):
            tables.take(tables.code(table_state, seat), seat, name, seat, "")
        assert seat_cards.seat_cards_pdf(tables, table_state, "http://127.0.0.1:7770", "en")[:5] == b"%PDF-"


class Strict(HTMLParser):
    """Notes where a name stands: in `<bdi>`, or where no markup can be. And not beside bare words of a button or a summary,
    whose children stand in a row: the blank between them would be lost."""

    BARE = ("option", "title", "svg", "textarea")
    ROWS = ("button", "summary")

    def __init__(self, marked: str) -> None:
        super().__init__()
        self.marked, self.inside, self.wrong, self.right = marked, list[str](), list[str](), 0
        self.row: list[str] | None = None  # what stands in a button: words, names, and how deep inside
        self.depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.row is not None:
            self.row += ["bdi"] if tag == "bdi" and self.depth == 0 else []
            self.depth += 1
        elif tag in self.ROWS:
            self.row, self.depth = [], 0
        self.wrong += [f"{name}={value}" for name, value in attrs if value and "bdi>" in value]
        if tag == "option" and self.inside[-1:] == ["option"]:
            self.inside.pop()  # the one before ends where another begins
        if tag in (*self.BARE, "bdi"):
            if tag == "bdi" and self.inside:
                self.wrong.append(f"<bdi> in <{self.inside[-1]}>")
            self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.row is not None and tag in self.ROWS:
            self.wrong += [f"<{tag}>: {self.row}"] if "bdi" in self.row and len(self.row) > 1 else []
            self.row = None
        elif self.row is not None:
            self.depth -= 1
        if self.inside and self.inside[-1] in (tag, "option" if tag == "select" else tag):
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if self.row is not None and self.depth == 0 and data.strip():
            self.row.append(data.strip())
        if "bdi>" in data or (self.marked in data and not self.inside):
            self.wrong.append(data)
        self.right += self.marked in data and "bdi" in self.inside


def looked_at(page: str, marked: str) -> Strict:
    """A page, read."""
    found = Strict(marked)
    found.feed(page)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("paper", [False, True])
@pytest.mark.parametrize("slug", GAMES)
def test_every_name_on_every_page_is_set_apart(slug: str, paper: bool, tables: Tables) -> None:
    """While robots play: no name is bare in a line, and no markup is where none can be."""
    app = app_of(tables)
    if paper and "pieces" not in game(slug).Options.__struct_fields__:
        pytest.skip("it is played on phones alone")
    options = game(slug).Options(pieces="paper") if paper else game(slug).Options()
    table, phones = seated(app, tables, slug, pieces(slug).USUAL, options)
    host = host_of(app)
    for seat, phone in enumerate(phones):
        assert phone.post(f"/t/{table}/seat/{seat}/name", {"name": f"qzx{seat}<", "colour": seat}).status_code == 200
    pages = [host.get("/").text, host.get(f"/t/{table}").text, phones[0].get(f"/t/{table}/seat/0").text]
    pages.append(Browser(app).get(f"/join/{tables.code(tables.table_state(table), None)}").text)
    assert host.post(f"/t/{table}/begin").status_code == 200
    tables.free(table, 1)
    phones[1].sit(tables.code(tables.table_state(table), 1), 1, "qzx1<")
    tables.rename(table, 2, "qzxx<", 5)
    tables.rename(table, 2, "qzxx<", 6)
    tables.absent(table, 2, True)
    tables.absent(table, 2, False)
    for _ in range(5):
        pages += [phone.get(f"/t/{table}/seat/{seat}").text for seat, phone in enumerate(phones)]
        pages += [host.get(f"/t/{table}").text]
        if not robots(tables, table, 8):
            break
    found = [looked_at(page, "qzx") for page in pages]
    assert [wrong for one in found for wrong in one.wrong] == []
    assert min(one.right for one in found[1:3] + found[4:]) > 3  # the door of a table with free seats names nobody
