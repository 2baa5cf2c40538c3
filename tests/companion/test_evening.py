"""Between two games: who wants to play again, what is told of the evening, and nothing of it is lost in a restart."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from support.companion.evening import robots, sat_down
from support.companion.playing import call
from support.companion.rally_evening import Wall
from support.companion.rig import app_of, host_of, seated, tables_in

from companion.errors import BadRequest, NotYours
from companion.service.moves import MoveRequest
from companion.service.tables import Tables
from companion.storage.tokens import token
from referee.fully.pieces import Phrase, Place
from referee.game import TABLE
from referee.rallye.moves import Options


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def tables(tmp_path: Path, wall: Wall) -> Tables:
    return tables_in(tmp_path, clock=wall)


def opened(tables: Tables, seats: int = 3) -> tuple[str, list[str]]:
    """A table of Rallye-Code, which the host can end whenever he likes, and the phones of its seats."""
    table_state = tables.open("rallye", seats, Options(minutes=0, breath=0), "en")
    codes = [tables.code(table_state, seat) for seat in range(seats)]
    names = ("Anne", "Mario", "Nora", "Zoë")
    return table_state.id, [tables.take(code, i, names[i], i, "")[1] for i, code in enumerate(codes)]


def play(tables: Tables, table: str, wall: Wall, minutes: float = 10) -> None:
    """A game that lasts so long, with a roll now and then, and ends because its time is up."""
    if tables.table_state(table).phase != "playing":
        tables.begin(table)
    for _ in range(4):
        wall.now += 15 * minutes
        state = tables.table_state(table)
        seat = state.awaited[0]
        offer = next(o for o in tables.offers(state, seat) if o.kind in ("roll", "answer"))
        move = {"kind": "roll"} if offer.kind == "roll" else {"kind": "answer", "sell": True}
        tables.play(table, seat, MoveRequest(offer.id, token(), msgspec.Raw(msgspec.json.encode(move))))
    offer = next(o for o in tables.offers(tables.table_state(table), TABLE) if o.kind == "time")
    tables.play(table, TABLE, MoveRequest(offer.id, token(), msgspec.Raw(b'{"kind":"time"}')))


def test_when_all_want_it_who_are_there_the_next_game_begins(tables: Tables, wall: Wall) -> None:
    """Once said is said: a second tap writes nothing. Whoever is away is not waited for."""
    table, phones = opened(tables)
    play(tables, table, wall)
    tables.absent(table, 2, True)
    tables.wish_again(table, 0, phones[0])
    version = tables.table_state(table).version
    tables.wish_again(table, 0, phones[0])
    assert tables.table_state(table).version == version
    assert (tables.table_state(table).again, tables.table_state(table).unwilling) == (frozenset({0}), (1,))
    tables.wish_again(table, 1, phones[1])
    assert (tables.table_state(table).phase, tables.table_state(table).number) == ("playing", 2)
    assert tables.table_state(table).again == frozenset()
    with pytest.raises(BadRequest):
        tables.wish_again(table, 0, phones[0])
    with pytest.raises(NotYours):
        tables.wish_again(table, 1, phones[0])


def test_a_phone_that_holds_two_seats_speaks_for_both(tables: Tables, wall: Wall) -> None:
    table, phones = opened(tables, 2)
    tables.free(table, 1)
    code = tables.code(tables.table_state(table), 1)
    both = tables.take(code, 1, "Mario", 1, phones[0])[1]
    play(tables, table, wall)
    tables.wish_again(table, 0, both)
    assert tables.table_state(table).number == 2


def test_a_seat_that_nobody_holds_is_waited_for(tables: Tables, wall: Wall) -> None:
    table, phones = opened(tables)
    play(tables, table, wall)
    tables.free(table, 2)
    tables.wish_again(table, 0, phones[0])
    tables.wish_again(table, 1, phones[1])
    assert tables.table_state(table).phase == "over"


def test_the_evening_is_counted_by_name_over_restarts(tables: Tables, wall: Wall, tmp_path: Path) -> None:
    """Minutes of the last game, wins of the evening; what was played the evening before is another one."""
    table, _ = opened(tables)
    play(tables, table, wall)
    wall.now += 24 * 3600
    for _ in range(3):
        play(tables, table, wall, minutes=12)
    found = tables.evenings.of(tables.table_state(table))
    assert found is not None
    assert (found.minutes, found.games) == (12, 3)
    won = [each.winners for each in tables.table_state(table).results]
    assert len(won) == 4
    assert dict(found.wins) == {name: sum(name in winners for winners in won[1:]) for name in ("Anne", "Mario", "Nora")}
    assert [wins for _, wins in found.wins] == sorted((wins for _, wins in found.wins), reverse=True)
    tables.store.close()
    again = tables_in(tmp_path, clock=wall)
    assert again.evenings.of(again.table_state(table)) == found
    again.begin(table)
    assert again.evenings.of(again.table_state(table)) is None


def test_an_abandoned_game_counts_for_nobody(tables: Tables, wall: Wall) -> None:
    table, _ = opened(tables)
    play(tables, table, wall)
    tables.begin(table)
    tables.abandon(table)
    found = tables.evenings.of(tables.table_state(table))
    assert found is not None and found.games == 1


def test_every_phone_asks_again_and_the_screen_has_it_first(tables: Tables, wall: Wall) -> None:
    app = app_of(tables)
    table, phones = seated(app, tables, "rallye", 3, Options(minutes=0, breath=0))
    play(tables, table, wall)
    host = host_of(app)
    for seat, phone in enumerate(phones):
        page = phone.get(f"/t/{table}/seat/{seat}").text
        assert f'data-post="/t/{table}/seat/{seat}/again"' in page
    page = host.get(f"/t/{table}").text
    assert page.count(f'data-post="/t/{table}/begin"') == 1
    assert page.index("/begin") < page.index('class="rally-table"')
    assert phones[0].post(f"/t/{table}/seat/0/again", {}).status_code == 200
    assert phones[0].post(f"/t/{table}/seat/0/again", {"more": 1}).status_code == 400
    assert "Player 1" in host.get(f"/t/{table}").text.split('id="willing"')[1][:200]
    assert phones[0].get(f"/t/{table}/seat/0/view").json["table"]["evening"]["again"] == [0]


def test_who_asks_for_another_game_is_heard_on_every_other_phone(tables: Tables, wall: Wall) -> None:
    """Beside the button, and with a sound: how many have asked is counted there."""
    app = app_of(tables)
    table, phones = seated(app, tables, "rallye", 3, Options(minutes=0, breath=0))
    play(tables, table, wall)
    page = phones[1].get(f"/t/{table}/seat/1").text
    assert 'data-asked="0"' in page and "It begins when all are" not in page
    name = tables.table_state(table).chairs[0].name
    assert phones[0].post(f"/t/{table}/seat/0/again").status_code == 200
    page = phones[1].get(f"/t/{table}/seat/1").text
    bar = page.partition('id="bar"')[2]
    assert 'data-asked="1"' in page and "Again?" in bar
    assert f"Ready: <bdi>{name}</bdi>. It begins when all are." in bar
    assert "data-asked" not in phones[0].get(f"/t/{table}/seat/0").text


def test_confetti_falls_for_those_who_won_and_for_no_draw(tables: Tables, wall: Wall) -> None:
    """Four who sealed nothing are equal in points and in codes."""
    won, _ = opened(tables)
    play(tables, won, wall)
    assert 'class="cheer"' in host_of(app_of(tables)).get(f"/t/{won}").text
    table = sat_down(tables, "fully")
    screen = host_of(app_of(tables))
    tables.begin(table)
    robots(tables, table, 8)
    while tables.table_state(table).state.phase != "seal":
        robots(tables, table, 1)
    for seat in range(4):
        (offer,) = (o for o in tables.offers(tables.table_state(table), seat) if o.kind == "seal")
        row, code = [None] * len(Place), [None] * len(Phrase)
        nothing = {"kind": "seal", "partner": row, "first": row, "second": row, "code": code}
        assert tables.play(table, seat, call(offer.id, nothing)).status == 200
    assert tables.table_state(table).outcome.winners == ()
    page = screen.get(f"/t/{table}").text
    assert "it is a draw" in page and 'class="cheer"' not in page
