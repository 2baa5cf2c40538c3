"""The same cards at several tables: committed to before, kept until all are done, compared then."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.companion.rig import BASE, Browser, app_of, host_of, robot_call, tables_in

from cli.record_reports import read_record, verified
from companion.errors import BadRequest, NotFound, OfferClosed, Taken
from companion.service.past import duplicates
from companion.service.past.duplicates import new_deal
from companion.service.tables import Tables
from companion.storage.history import finished_game
from companion.storage.store import Store
from companion.table.state import TableState
from referee import duplicate, record, seed_phrase, simulation
from referee.chance import Chance, commitment
from referee.record import Broken, Setup
from referee.registry import game, robot

SLUG, SEATS = "code777", 2
OPTIONS = game(SLUG).Options(target=1)
WORD = "0123456789ABCDEF"


class Evening:
    """Tables with the same cards, a phone on every seat of each, and the host."""

    def __init__(self, folder: Path, count: int = 2, phrase: str = "") -> None:
        self.tables = tables_in(folder)
        self.app = app_of(self.tables)
        self.host = host_of(self.app)
        self.opened = [each.id for each in self.tables.open_alike(SLUG, SEATS, OPTIONS, "en", count, phrase)]
        self.phones = {table: [Browser(self.app) for _ in range(SEATS)] for table in self.opened}
        for number, (table, phones) in enumerate(self.phones.items()):
            for seat, phone in enumerate(phones):
                phone.sit(self.tables.code(self.state(table), seat), seat, f"{'ABC'[number]}{seat}")

    def state(self, table: str) -> TableState:
        return self.tables.table_state(table)

    def begin(self) -> None:
        for table in self.opened:
            assert self.host.post(f"/t/{table}/begin").status_code == 200

    def play_on(self, table: str, luck: int = 0) -> None:
        """To the end, by robots."""
        for turn in range(400):
            for seat, phone in enumerate(self.phones[table]):
                body = phone.get(f"/t/{table}/seat/{seat}/view").json
                if body["table"]["phase"] != "playing":
                    return
                call = robot_call(SLUG, body, seat, Chance(bytes([luck]) * 32, turn))
                if call:
                    assert phone.post(f"/t/{table}/seat/{seat}/move", call).status_code == 200
        raise AssertionError("no end")


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_an_evening_from_the_deal_to_the_comparison(evening: Evening, tmp_path: Path) -> None:
    one, other = evening.opened
    assert evening.state(one).coded != evening.state(other).coded
    before = {evening.tables.fairness.public(evening.state(table)).commitment for table in evening.opened}
    assert len(before) == 1 and before != {""}, "its seal is on every page before the deal"
    page = evening.phones[one][0].get(f"/t/{one}/seat/0").text
    assert 'data-seal=""' in page and "The laptop alone draws them" in page, "no phone pledges anything"
    evening.begin()
    assert evening.state(one).state == evening.state(other).state, "the same cards"
    evening.play_on(one)
    table = evening.phones[one][0].get(f"/t/{one}/seat/0/view").json["table"]
    assert (table["phase"], table["seed"], table["records"]) == ("over", "", [])
    assert table["compared"] == {"game": 1, "done": 1, "tables": 2, "seats": []}
    assert "Done: 1 of 2 tables." in evening.phones[one][0].get(f"/t/{one}/seat/0").text
    for browser in (evening.host, evening.phones[one][0]):
        assert browser.get(f"/t/{one}/record/1").status_code == 404
    with pytest.raises(NotFound, match="when all of them are done"):
        evening.tables.record(one, 1)
    kept = evening.host.get("/house/records").text
    assert "A0" in kept and 'class="won"' not in kept, "who has won is kept, too"
    evening.play_on(other, luck=1)
    assert 'class="won"' in evening.host.get("/house/records").text
    records = {}
    for name in evening.opened:
        table = evening.phones[name][0].get(f"/t/{name}/seat/0/view").json["table"]
        assert commitment(bytes.fromhex(table["seed"])) in before and table["records"] == [1]
        assert table["compared"]["done"] == 2 and len(table["compared"]["seats"]) == SEATS
        for seat, rows in enumerate(table["compared"]["seats"]):
            assert {row["name"] for row in rows} == {f"A{seat}", f"B{seat}"}
            assert sum(row["share"] for row in rows) == 1 and rows[0]["share"] >= rows[1]["share"]
        for page in (evening.host.get(f"/t/{name}").text, evening.phones[name][0].get(f"/t/{name}/seat/0").text):
            assert "The same cards" in page and "B1" in page
        file = tmp_path / f"{name}.jsonl"
        file.write_bytes(evening.host.get(f"/t/{name}/record/1").data)
        assert "the laptop drew them alone" in verified(file)
        records[name] = read_record(file).setup
    assert records[one].format == 3 and records[one].deal == "laptop" and not any(records[one].pledges)
    assert duplicate.deal_of(records[one]) == duplicate.deal_of(records[other])
    evening.begin()
    assert evening.state(one).state == evening.state(other).state, (
        "the next game is a deal of its own, and shared again"
    )
    assert evening.state(one).seed != records[one].seed
    assert evening.host.get(f"/t/{one}/record/1").status_code == 200, "what was shown stays so"


def test_a_comparison_is_read_once_whatever_tables_do_later(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """For all seats of all tables; who plays on is read once more, for good, and the others are not."""
    reads: list[tuple[str, int]] = []

    def counted(store: Store, table: str, number: int) -> object:
        reads.append((table, number))
        return finished_game(store, table, number)

    monkeypatch.setattr(duplicates, "finished_game", counted)
    evening.begin()
    for luck, table in enumerate(evening.opened):
        evening.play_on(table, luck)

    def compared(table: str) -> object:
        told = evening.tables.duplicates.comparison(evening.state(table))
        assert told and told.seats
        return told.seats

    one, other = evening.opened
    assert compared(one) == compared(other)
    assert sorted(reads) == sorted((table, 1) for table in evening.opened)
    assert evening.host.post(f"/t/{other}/begin").status_code == 200
    assert compared(one) and compared(one) and reads[2:] == [(other, 1)]


def test_tables_that_are_opened_together_have_the_name_that_was_given(tmp_path: Path) -> None:
    """With a number each; one that gets too long by it opens nothing."""
    tables = tables_in(tmp_path)
    host = host_of(app_of(tables))
    assert host.post("/open", {"game": SLUG, "tables": 2, "label": "Terrace {4}"}).json == {"go": "/house"}
    assert sorted(tables.store.labels().values()) == ["Terrace {4} 1", "Terrace {4} 2"]
    assert host.post("/open", {"game": SLUG, "tables": 2, "label": "x" * 39}).status_code == 400
    assert host.post("/open", {"game": SLUG, "tables": 2}).status_code == 200
    assert sorted(tables.store.labels().values())[:2] == ["Same cards, table 1", "Same cards, table 2"]
    assert len(tables.store.labels()) == 4


def test_a_stranger_who_hears_numbers_hears_none_of_a_deal_that_is_kept(evening: Evening) -> None:
    (table, _), stranger = evening.opened, Browser(evening.app)
    with stranger.client.get(f"/t/{table}/stream", base_url=BASE) as stream:
        told = iter(stream.response)
        assert b"event: version" in next(told)
        evening.begin()
        assert next(told, None) is None


def test_no_share_is_taken(evening: Evening) -> None:
    table = evening.opened[0]
    committed = evening.tables.fairness.public(evening.state(table)).commitment
    device = next(iter(evening.phones[table][0].client._cookies.values())).value
    with pytest.raises(OfferClosed, match="no phone has a share"):
        evening.tables.pledge(table, 0, "ab" * 32, committed, device)


def test_nobody_watches_a_table_who_could_play_with_its_cards(evening: Evening) -> None:
    one, other = evening.opened
    stranger, player = Browser(evening.app), evening.phones[other][0]
    doors = ("", "/part", "/view", "/wait", "/stream")
    for browser in (stranger, player, evening.host):
        assert browser.get(f"/t/{one}").status_code == 200, "nothing lies there yet"
    evening.begin()
    for browser in (stranger, player):
        assert {browser.get(f"/t/{one}{door}").status_code for door in doors} == {403}
        assert "Other tables play with the same cards" in browser.get(f"/t/{one}").text
    for browser in (evening.host, evening.phones[one][1]):
        assert {browser.get(f"/t/{one}{door}").status_code for door in doors[:3]} == {200}
    code = evening.tables.code(evening.state(one), None)
    evening.tables.free(one, 0)
    code = evening.tables.code(evening.state(one), 0)
    player.get(f"/join/{code}")
    refused = player.post(f"/join/{code}", {"seat": 0, "name": "Spy", "colour": 0})
    assert refused.status_code == 409 and "sits at another table" in refused.json["error"]
    evening.host.sit(code, 0, "Host")
    assert evening.host.get(f"/t/{one}").status_code == 200
    assert evening.host.get(f"/t/{other}").status_code == 403, "a host who plays is a player"
    assert evening.host.post(f"/t/{other}/move", {"offer": "x", "key": "a" * 20, "move": {}}).status_code == 403


@pytest.mark.parametrize("gone", [Tables.close, Tables.delete])
def test_a_table_that_plays_no_more_is_not_waited_for(evening: Evening, gone: Callable[[Tables, str], Any]) -> None:
    one, other = evening.opened
    evening.tables.begin(one)
    evening.play_on(one)
    assert evening.state(one).keeps(1)
    gone(evening.tables, other)
    evening.tables.after_move(one)
    assert not evening.state(one).keeps(1)
    assert evening.host.get(f"/t/{one}/record/1").status_code == 200
    if gone is Tables.close:
        evening.tables.close(other, False)
        with pytest.raises(BadRequest, match="have shown these cards"):
            evening.tables.begin(other)


def test_a_server_that_died_before_it_told_the_others(evening: Evening, tmp_path: Path) -> None:
    """The last game ended, and nobody came to show it: somebody looks by himself."""
    one, other = evening.opened
    evening.begin()
    evening.play_on(one)
    evening.tables.abandon(other)
    evening.tables.store.close()
    later = tables_in(tmp_path)
    later.table_state(one)
    assert later.table_state(other).keeps(1)
    later.expire_clocks()
    assert not any(later.table_state(table).keeps(1) for table in evening.opened)
    found = later.duplicates.comparison(later.table_state(one))
    assert found and [len(rows) for rows in found.seats] == [1, 1], "an abandoned game is compared with nobody's"


def test_pages_are_woken_when_something_is_new_and_not_else(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one table waits for the other it is looked every few seconds whether that is done, and no page is drawn anew."""
    one, other = evening.opened
    woken: list[str] = []
    publish = evening.tables.hub.publish
    monkeypatch.setattr(evening.tables.hub, "publish", lambda table, now: (woken.append(table), publish(table, now)))
    evening.begin()
    evening.play_on(one)
    assert woken[-2:].count(other) == 1, "it shows how many are done"
    start = evening.tables.cache.clock()
    woken.clear()
    for look in range(1, 4):
        evening.tables.cache.clock = lambda now=start + look * 2 * duplicates.AGAIN: now
        assert evening.tables.duplicates.overdue(evening.state(one))
        evening.tables.cache.clock = lambda now=start + (look * 2 + 1) * duplicates.AGAIN: now
        evening.tables.expire_clocks()
    assert woken == []
    evening.play_on(other, luck=1)
    assert woken[-2:].count(one) == 1 and not evening.state(one).keeps(1)
    woken.clear()
    evening.tables.duplicates.settle(one)
    evening.tables.expire_clocks()
    assert woken == []


def test_deals_that_nobody_asks_about_take_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duplicates, "LOOKED", 3)
    kept: dict[str, int] = {}
    for number in range(10):
        duplicates.remember(kept, str(number), number)
        duplicates.remember(kept, "0", number)
    assert kept == {"8": 8, "9": 9, "0": 9}


def test_how_it_is_played_stays_the_same_at_all_of_them(evening: Evening) -> None:
    table = evening.opened[0]
    evening.tables.arrange(table, SEATS, OPTIONS, "fr")
    for seats, options in ((SEATS + 1, OPTIONS), (SEATS, game(SLUG).Options(target=2))):
        with pytest.raises(BadRequest, match="only the language"):
            evening.tables.arrange(table, seats, options, "fr")


def test_a_table_that_was_closed_while_the_others_played_on_deals_nothing(evening: Evening) -> None:
    """Its cards are known, and nothing that would be refused is offered: neither the host's button nor “Again?” on phones."""
    one, other = evening.opened
    evening.begin()
    for table in (one, other):
        evening.play_on(table)
    evening.tables.close(other)
    evening.tables.begin(one)
    evening.play_on(one, luck=2)
    evening.tables.duplicates.settle(one)
    evening.tables.close(other, closed=False)
    assert evening.state(other).spent and not evening.state(one).spent
    told = "The other tables have shown these cards already: open a new table."
    page = evening.host.get(f"/t/{other}/part").text
    assert told in page and not re.search(r"<button class=\"main\"(?![^>]* disabled)", page)
    for seat, phone in enumerate(evening.phones[other]):
        page = phone.get(f"/t/{other}/seat/{seat}/part").text
        assert told in page and 'id="again"' not in page
        assert phone.post(f"/t/{other}/seat/{seat}/again").status_code == 400
    assert evening.state(other).again == frozenset()
    with pytest.raises(BadRequest, match="open a new table"):
        evening.tables.begin(other)


def test_what_cannot_be_opened(tmp_path: Path) -> None:
    tables = tables_in(tmp_path)
    for count in (0, 1, 21):
        with pytest.raises(BadRequest, match="From 2 to 20"):
            tables.open_alike(SLUG, SEATS, OPTIONS, "en", count)
    with pytest.raises(BadRequest, match="sousmain deal"):
        tables.open_alike(SLUG, SEATS, game(SLUG).Options(pieces="paper", racks="paper"), "en", 2)
    host = host_of(app_of(tables))
    assert host.post("/open", {"game": SLUG, "tables": 21}).status_code == 400
    assert tables.store.tables(10) == []
    assert host.post("/open", {"game": SLUG, "players": 3, "tables": 3}).json == {"go": "/house"}
    assert sorted(tables.store.labels().values()) == [f"Same cards, table {n}" for n in (1, 2, 3)]
    assert len({each.duplicate.id for each in tables.all(10) if each.duplicate}) == 1


class TestPhrase:
    """Cards that a phrase stands for."""

    def test_they_are_the_same_everywhere_and_the_record_says_so(self, tmp_path: Path) -> None:
        """In another house, and on the slips of paper that the same word deals."""
        from generator.kits.common.dealer import Dealer

        for name in "ab":
            (tmp_path / name).mkdir()
        houses = [Evening(tmp_path / name, 1, WORD) for name in "ab"]
        for house in houses:
            (table,) = house.opened
            page = house.phones[table][0].get(f"/t/{table}/seat/0").text
            assert "whoever knows it can know all cards" in page
            house.begin()
        first, second = (house.state(house.opened[0]) for house in houses)
        assert first.state == second.state and first.seed == seed_phrase.seed(WORD)
        slips = Dealer(SLUG, OPTIONS, SEATS, seed_phrase.seed(WORD))
        assert slips._state.racks == first.state.racks
        house = houses[0]
        (table,) = house.opened
        house.play_on(table)
        house.tables.after_move(table)
        data = house.tables.record(table, 1)
        file = tmp_path / "told.jsonl"
        file.write_bytes(data)
        assert b'"deal":"phrase"' in data and "whoever knew it could know all of them" in verified(file)
        with pytest.raises(BadRequest, match="take another phrase"):
            house.tables.open_alike(SLUG, SEATS, OPTIONS, "en", 1, WORD)

    def test_the_next_game_does_not_follow_from_what_the_first_has_shown(self) -> None:
        assert len({seed_phrase.seed(WORD, number) for number in range(1, 10)}) == 9
        assert new_deal(WORD).id == new_deal(WORD).id != new_deal(WORD[::-1]).id


def test_a_record_that_claims_shares_beside_a_shared_deal_does_not_hold() -> None:
    rules, seed = game(SLUG), simulation.seed_of("dup", 1)
    turns, _ = simulation.play(rules, robot(SLUG), OPTIONS, SEATS, seed)
    setup = Setup(SLUG, SEATS, OPTIONS, ("a", "b"), seed, format=3, deal="laptop")
    data = record.write(setup, turns, "outcome")
    assert record.verify(data).setup == setup
    *bodies, _ = (line for line in data.splitlines())
    told = [body[: body.rindex(b',"seal"')] + b"}" for body in bodies]
    told[0] = told[0].replace(b'"pledges":[null,null]', b'"pledges":["' + b"ab" * 32 + b'",null]')
    with pytest.raises(Broken) as broken:
        record.verify(record.sealed(told))
    assert (broken.value.line, broken.value.rule) == (1, "shares")
    told[0] = told[0].replace(b'"deal":"laptop"', b'"deal":"nobody"')
    with pytest.raises(Broken):
        record.verify(record.sealed(told))


def test_whoever_sits_down_twice_at_one_table_may(evening: Evening) -> None:
    """Two seats on one phone, as everywhere."""
    table = evening.opened[0]
    evening.tables.free(table, 1)
    evening.phones[table][0].sit(evening.tables.code(evening.state(table), 1), 1, "Both")
    with pytest.raises(Taken):
        evening.tables.take(evening.tables.code(evening.state(table), 1), 1, "Third", 3, "")
