"""What just happened, of every kind: over every phone and large on the table screen, and among the last few on both."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from support.companion.rig import Browser, app_of, seated, tables_in
from support.referee.allo_table import a_card

from companion.web import rendering
from referee.allo import events as allo
from referee.allo.pieces import Part
from referee.code777 import moves as code777
from referee.fully import moves as fully
from referee.fully.pieces import Colour
from referee.inkognito import moves as inkognito
from referee.inkognito.pieces import Card, Fragment, Identity, Place
from referee.rallye import events as rallye
from referee.rallye.pieces import Till
from referee.registry import GAMES, game
from templates.pages.moment import LAST

SEATS = 4  # in every game
ROW = tuple(Colour)[:4]
SET_UP = (
    *(fully.RowSet(seat, seat, ROW) for seat in range(4)),
    *(fully.CodeSet(team, team, tuple(range(1, 8))) for team in (0, 1)),
)
MET = (
    *(
        inkognito.Went(agent, place)
        for agent, place in enumerate((Place.RIALTO, Place.RIALTO, Place.SALUTE, Place.SAN_GIORGIO))
    ),
    inkognito.Revealed(Place.SAN_MARCO),
)
PAIR = (Card("F"), Card("52"))
SHOWN = inkognito.Shown(0, (1,), PAIR, False), inkognito.Shown(1, (0,), PAIR, False)
NEXT = inkognito.Turned(1, False)
RANG = allo.Guessed(1, 0, "06123400", False, False, None, 1, (), False)
FINED = rallye.Judged(1, 0, "sign", False, False, "speed", False, False), rallye.Paid(0, 1, 3000, "fine", 0)
EMPTIED = rallye.Paid("mat", Till.HOTEL, 4500, "hotel"), rallye.Paid(Till.HOTEL, 0, 4500, "collect")

KINDS = {
    "question and answer": ("code777", [code777.Asked(1, 1, 3, (0,) * 4), code777.Answered(1, 3)], "Player 2 .*3"),
    "declaration and verdict": (
        "code777",
        [code777.Declared(2, (1, 2, 3), False, ())],
        "Player 3 .*declares 1 2 3.*wrong",
    ),
    "exchange that turns over": (
        "inkognito",
        [*MET, *SHOWN, NEXT],
        "Player 1 and Player 2 have shown each other cards",
    ),
    "FULLY proposed": ("fully", [*SET_UP, fully.Proposed(2)], "Player 3 wants to call FULLY"),
    "FULLY refused": (
        "fully",
        [*SET_UP, fully.Proposed(2), fully.Agreed(0, False)],
        "Player 3 wants to call FULLY; Player 1 says no",
    ),
    "call": (
        "allo",
        [allo.Asked(0, 1, "job", "0", None, False, 1, (), False)],
        "Player 1 .*Player 2 .*Is your job .* no",
    ),
    "ring": ("allo", [RANG], "Player 2 .*Player 1 .*Are you .*wrong"),
    "fine": ("rallye", [*FINED], "Player 2 stops the car of Player 1.*3,000.F.*Player 1 → Player 2"),
    "collision": ("rallye", [rallye.Collided(0, 0, 2, "31", "crossing", False)], "runs into the car of Player 3"),
    "till emptied": ("rallye", [*EMPTIED], "4,500.F.*The till “hotels” → Player 1.*its manager came by"),
}
LARGE = r"body\.screen \.moment\{[^}]*font-size:calc\(var\(--type,1\) \* clamp\(1\.5rem,"  # all of it, also what is no `.big`


class Room:
    """A table and its phones, in whatever state."""

    def __init__(self, folder: Path, slug: str, options: Any = None) -> None:
        self.tables = tables_in(folder)
        self.app, self.rules = app_of(self.tables), game(slug)
        self.table, self.phones = seated(self.app, self.tables, slug, SEATS, options)
        self.tables.begin(self.table)

    def befall(self, *events: Any) -> None:
        """That happens."""
        now = self.tables.table_state(self.table)
        for event in events:
            now.state = self.rules.evolve(now.state, event)

    def page(self, seat: int | None) -> str:
        """The page of a seat, or the table screen as a stranger sees it."""
        browser = Browser(self.app) if seat is None else self.phones[seat]
        place = f"/t/{self.table}" if seat is None else f"/t/{self.table}/seat/{seat}"
        return browser.get(f"{place}/part").text


def words(html: str) -> str:
    """What stands there to be read."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", re.sub(r"</?bdi>", "", html)))


def over_the_page(page: str) -> str:
    """What just happened."""
    (found,) = re.findall(r'<div class="moment" id="moment" role="status".*?</div>', page, re.DOTALL)
    return words(found)


def last_few(page: str) -> list[str]:
    """What happened last, the newest first."""
    (found,) = re.findall(r'<ol class="moments">.*?</ol>', page, re.DOTALL)
    return [words(each) for each in found.replace('<ul class="news"><li>', "").split("<li>")[1:]]


@pytest.mark.parametrize("kind", KINDS)
def test_everybody_is_told(tmp_path: Path, kind: str) -> None:
    """On the phone of whoever has nothing to do with it, and on the table screen; and there it can be looked at again."""
    slug, events, told = KINDS[kind]
    room = Room(tmp_path, slug)
    before = room.page(2)
    room.befall(*events)
    for seat in (3, None):
        page = room.page(seat)
        assert re.search(told, over_the_page(page)), over_the_page(page)
        assert re.search(told, last_few(page)[0])
        key = re.compile(r'id="moment" role="status" data-key="([^"]*)"')
        assert key.findall(page) != key.findall(before), "no script would show it"
        assert 'data-dialog="moments"' in page


WHO, WHAT = tuple(Identity), tuple(Fragment)
BESIDE_PAPER = {
    "code777": ([code777.Asked(1, 1, 3, (0,) * 4), code777.Answered(1, 3)], "Player 2 .*3"),
    "inkognito": ([inkognito.Called(0, 1, WHO, WHAT, True, (1, 1, 0, 0), WHO, WHAT)], "Player 1 has called the number"),
    "fully": ([*SET_UP, fully.Proposed(2)], "Player 3 wants to call FULLY"),
    "allo": ([allo.Asked(0, 1, "job", "0", None, False, 0, (), False)], "Player 1 .*Player 2 .*Is your job .* no"),
    "rallye": (
        [rallye.Judged(1, 0, "sign", False, True, None, False, False)],
        "Player 2 stops the car of Player 1.*nothing",
    ),
}


@pytest.mark.parametrize("slug", BESIDE_PAPER)
def test_beside_paper_everybody_is_told_what_the_phones_hear_of(tmp_path: Path, slug: str) -> None:
    """The same over every phone, on the table screen and among the last few."""
    events, told = BESIDE_PAPER[slug]
    room = Room(tmp_path, slug, game(slug).Options(pieces="paper"))
    room.befall(*events)
    for seat in (3, None):
        page = room.page(seat)
        assert re.search(told, over_the_page(page)), over_the_page(page)
        assert re.search(told, last_few(page)[0])
        assert 'data-dialog="moments"' in page
    assert BESIDE_PAPER.keys() == GAMES.keys()


def test_a_turn_of_allo_that_ends_without_its_call_says_why(tmp_path: Path) -> None:
    """Nobody can be reached: that lies open, and everybody is told; a card without a call ends it without a word."""
    room = Room(tmp_path, "allo")
    now = room.tables.table_state(room.table)
    seat = now.state.turn
    for call, told in ((False, ""), (True, f"Player {seat + 1} calls nobody: no line leads from .* to anybody")):
        now.state = replace(now.state, turn=seat, card=a_card(call=call), step="cable")
        room.befall(allo.Passed(seat, "cable"))
        for page in (room.page((seat + 1) % SEATS), room.page(seat), room.page(None)):
            assert re.search(told, over_the_page(page)) if told else not over_the_page(page).strip()
    room.befall(RANG)
    assert "wrong" in over_the_page(room.page(3))
    assert "calls nobody" in last_few(room.page(3))[1]


def test_whoever_is_shown_a_plate_is_told_to_look(tmp_path: Path) -> None:
    """On that phone alone; all others read who has shown whom a plate, and nobody which."""
    room = Room(tmp_path, "allo")
    room.befall(
        replace(RANG, owes=True), allo.Shown(1, 0, Part.CITY, room.tables.table_state(room.table).state.numbers[1].city)
    )
    assert over_the_page(room.page(0)).strip() == "A plate for your eyes: hold “Look”."
    for seat in (1, 2, None):
        assert over_the_page(room.page(seat)).strip() == "Player 2 has shown Player 1 a plate."
    assert last_few(room.page(0))[0].strip() == "Player 2 has shown Player 1 a plate."


def test_whoever_sells_buys_or_refuses_hears_it_said_to_him(tmp_path: Path) -> None:
    """In the region that is read out, on the phone of each of the two; everybody else hears their names."""
    offered, paid = rallye.Offered(Till.GARAGE, 0, 1, 4500, 9, True), rallye.Paid(1, 0, 4500, "sale", 0, 9)
    sold = (offered, rallye.Answered(0, True, False), paid, rallye.Passed(Till.GARAGE, 1))
    names = "Player 1 sells. .*Player 2 → Player 1 .*Player 2 manages the business"
    room = Room(tmp_path, "rallye")
    room.befall(*sold)
    for seat, told in (
        (0, "You sell. .*Player 2 → you .*Player 2 manages the business"),
        (1, "Player 1 sells. .*You → Player 1 .*You manage the business"),
        (2, names),
        (None, names),
    ):
        assert re.search(told, over_the_page(room.page(seat))), over_the_page(room.page(seat))
    room.befall(offered, rallye.Answered(0, False, True))
    for seat, told in ((0, "You refuse to sell"), (1, "Player 1 refuses to sell"), (None, "Player 1 refuses to sell")):
        assert told in over_the_page(room.page(seat))


def test_every_game_tells_something() -> None:
    """And all that a table screen tells is large, by its style: what is said in a `big` line is larger still."""
    assert {slug for slug, *_ in KINDS.values()} == {*GAMES}
    style = re.sub(r"\s*([{:;,])\s*", r"\1", rendering.asset_contents("begin.css")[0].decode())
    assert re.search(LARGE, style)


def test_whoever_is_shown_cards_has_a_line_of_their_own(tmp_path: Path) -> None:
    """The others, and the table, read who exchanged, and never what; among the last few all read the same."""
    room = Room(tmp_path, "inkognito")
    room.befall(*MET)
    assert all("Player 1, Player 2" in over_the_page(room.page(seat)) for seat in (0, 2, None))
    room.befall(*SHOWN, NEXT)
    told = [over_the_page(room.page(seat)) for seat in (0, 1, 2, None)]
    assert "Player 2 showed you something: hold “Look”." in told[0]
    assert "Player 1 showed you something: hold “Look”." in told[1]
    assert all("showed you" not in each and "have shown each other cards" in each for each in told[2:])
    lists = [last_few(room.page(seat)) for seat in (0, 1, 2, None)]
    assert all(each == lists[0] for each in lists)
    assert not re.search("52|Fiddle", " ".join(lists[0]))


def test_beside_printed_cards_nobody_else_hears_of_a_true_one(tmp_path: Path) -> None:
    """It goes from phone to phone: to hear that something was shown there would tell what it was."""
    room = Room(tmp_path, "inkognito", inkognito.Options(pieces="paper"))
    room.befall(*MET, inkognito.Shown(0, (1,), (Card("F"),), True))
    told = [over_the_page(room.page(seat)) for seat in (0, 1, 2, 3, None)]
    assert "Player 1 has shown Player 2 something." in told[0] and "Player 1 showed you something" in told[1]
    assert not any("shown" in each or "showed" in each for each in told[2:])


def test_the_last_few_come_with_the_page(tmp_path: Path) -> None:
    """The newest first and no more than a few; a page that is opened anew has them, too."""
    room = Room(tmp_path, "code777")
    assert last_few(room.page(0)) == []
    for number in range(1, LAST + 3):
        room.befall(code777.Asked(0, number, number, (0,) * 4), code777.Answered(0, number))
    room.befall(code777.Declared(1, (7, 7, 7), False, ()))
    for seat in (0, None):
        found = last_few(room.page(seat))
        assert len(found) == LAST
        assert "declares 7 7 7" in found[0] and found[1].strip().endswith(str(LAST + 2))
