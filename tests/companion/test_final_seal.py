"""The final seal: shown at the end, kept with the table, the same as the record has; made once."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.companion.before import known, unpack
from support.companion.evening import robots, sat_down
from support.companion.playing import call, dealt, play
from support.companion.rig import Browser, app_of, host_of, seated, tables_in

from companion.service.past.records import Search
from companion.service.tables import Tables
from companion.storage.store import Store
from companion.storage.tokens import FolderSecret, load_secret
from referee import record, sealcode
from referee.chance import Chance
from referee.fully import moves as fully
from referee.fully.game import GAME
from referee.fully.pieces import Colour
from referee.game import TABLE, Actor, replay
from referee.rallye import moves as rallye
from referee.record import Setup, Turn
from referee.registry import GAMES, game

PAST = "companion.service.seals.finished_game"
Opening = Callable[[], Tables]


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def opening(request: pytest.FixtureRequest, tmp_path: Path) -> Opening:
    """Opens the tables of one store, as often as the companion starts."""
    if request.param == "sqlite":
        return lambda: tables_in(tmp_path)
    url: str = request.getfixturevalue("postgres")()
    return lambda: Tables(Store(url), FolderSecret(bytes(32)))


def saved(tables: Tables, table: str, number: int = 1) -> str:
    """The seal of the file that somebody saves now."""
    data = tables.record(table, number)
    seal = sealcode.final_seal(data)
    assert json.loads(data.splitlines()[-1])["sha256"] == seal
    return seal


def over(tables: Tables, **options: Any) -> str:
    table, _ = dealt(tables, **options)
    play(tables, table)
    assert tables.table_state(table).phase == "over"
    return table


def test_it_is_made_once_when_the_game_ends_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Abandoned or played to its end; before anybody is told that there is something new."""
    tables = tables_in(tmp_path)
    heard: list[Any] = []
    monkeypatch.setattr(tables.hub, "publish", lambda table, _: heard.append(tables.store.seals(table)))
    table = over(tables, target=1)
    assert heard[:-1] == [{}] * len(heard[:-1])
    version = tables.table_state(table).version
    assert tables.store.seals(table) == {1: (version, saved(tables, table))} == heard[-1]
    tables.begin(table)
    tables.after_move(table)
    assert set(tables.seals.of(tables.table_state(table))) == {1}
    tables.abandon(table)
    tables.after_move(table)
    both = {1: saved(tables, table, 1), 2: saved(tables, table, 2)}
    monkeypatch.setattr(PAST, lambda *_: pytest.fail("made again"))
    monkeypatch.setattr(tables.store, "acts", lambda *_: pytest.fail("read again"))
    for _ in range(3):
        assert tables.seals.of(tables.table_state(table)) == both
    monkeypatch.undo()
    tables.store.close()
    monkeypatch.setattr(PAST, lambda *_: pytest.fail("made again"))
    again = tables_in(tmp_path)
    assert again.seals.of(again.table_state(table)) == both
    again.store.close()


@pytest.mark.parametrize(("slug", "phase"), [("code777", "over"), *((slug, "abandoned") for slug in GAMES)])
def test_it_is_written_with_the_act_that_ends_the_game(opening: Opening, slug: str, phase: str) -> None:
    """From what is in memory and with no second transaction; the log, which knows who was called what, gives the same."""
    tables = opening()
    table = sat_down(tables, slug)
    tables.begin(table)
    robots(tables, table, 3)
    tables.rename(table, 1, "Zoë", 1)
    tables.absent(table, 0, True, "good")  # a record tells where robots played
    if phase == "over":
        robots(tables, table, 500)
    else:
        tables.abandon(table)
    table_state = tables.table_state(table)
    assert table_state.phase == phase
    assert tables.store.seals(table) == {1: (table_state.version, saved(tables, table))}
    tables.store.close()


def test_what_an_older_version_left_out_is_made_when_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It wrote the seal after the end, and may not have come to that."""
    tables = tables_in(tmp_path)
    monkeypatch.setattr(tables.cache, "_seal", lambda _: "")
    monkeypatch.setattr(tables.seals, "of", lambda _: {})
    table = over(tables, target=1)
    assert tables.store.seals(table) == {}
    tables.store.close()  # committed and answered, and no more
    again = tables_in(tmp_path)
    assert again.seals.of(again.table_state(table)) == {1: saved(again, table)}
    assert again.store.seals(table)[1][1] == saved(again, table)
    again.store.close()


def test_names_and_seats_of_the_next_game_leave_it_as_it_is(tmp_path: Path) -> None:
    tables = tables_in(tmp_path)
    table = over(tables, target=1)
    tables.after_move(table)
    before = tables.seals.of(tables.table_state(table))
    tables.rename(table, 0, "Somebody else", 5)
    tables.free(table, 3)
    table_state = tables.table_state(table)
    tables.arrange(table, 3, table_state.options, table_state.lang)
    tables.after_move(table)
    assert tables.seals.of(tables.table_state(table)) == before == {1: saved(tables, table)}
    tables.store.close()


def test_a_game_that_is_put_right_after_its_end_gets_a_new_one(opening: Opening) -> None:
    """Of another ending act; the old one goes with the act that puts the game right, and no list shows it until somebody opens
    the table. The new one is kept, also after a start."""
    tables = opening()
    table_state = tables.open("rallye", 2, rallye.Options(pieces="paper"), "en")
    for seat in range(2):
        tables.take(tables.code(table_state, seat), seat, f"P{seat}", seat, "")
    tables.begin(table_state.id)
    moved(tables, table_state.id, "time")
    for seat in range(2):
        moved(tables, table_state.id, "count", seat=seat, amount=500)
    tables.after_move(table_state.id)
    assert table_state.phase == "over"
    first = tables.seals.of(table_state)
    assert listed(tables) == first[1]
    tables.rename(table_state.id, 0, "Zoë", 0)  # too late for this game
    moved(tables, table_state.id, "count", seat=1, amount=1000)
    assert tables.store.seals(table_state.id) == {}
    assert listed(tables) == saved(tables, table_state.id) != first[1]
    tables.after_move(table_state.id)
    second = tables.seals.of(table_state)
    assert second != first
    assert second == {1: saved(tables, table_state.id)}
    assert tables.store.seals(table_state.id) == {1: (table_state.version, second[1])}
    tables.store.close()
    again = opening()
    assert again.seals.of(again.table_state(table_state.id)) == second
    again.store.close()


def listed(tables: Tables) -> str:
    """The seal of the only game, as the list of the house has it."""
    (found,) = tables.records.page(Search(), 1)
    return found.seal


def moved(tables: Tables, table: str, kind: str, actor: Actor = TABLE, **fields: Any) -> None:
    """A move of the table, or of somebody."""
    offers = tables.offers(tables.table_state(table), actor)
    offer = next(o for o in offers if o.kind == kind and all(fields.get(n, v) == v for n, v in o.settled.items()))
    assert tables.play(table, actor, call(offer.id, {"kind": kind, **offer.settled, **fields})).status == 200


def test_a_game_that_goes_on_again_has_none_until_it_ends_again(opening: Opening) -> None:
    """The host takes back the last roll of a game that was over; meanwhile somebody changes his name, which counts now."""
    tables = opening()
    table_state = tables.open("rallye", 2, rallye.Options(dice="table", minutes=15), "en")
    table = table_state.id
    for seat in range(2):
        tables.take(tables.code(table_state, seat), seat, f"P{seat}", seat, "")
    tables.begin(table)
    first = table_state.awaited[0]
    moved(tables, table, "roll", first, dice=[1, 2])
    moved(tables, table, "time")
    once = tables.seals.of(table_state)
    moved(tables, table, "takeback")
    tables.after_move(table)
    assert table_state.phase == "playing"
    assert tables.seals.of(table_state) == {}
    tables.rename(table, 0, "Zoë", 0)
    moved(tables, table, "roll", first, dice=[1, 2])
    moved(tables, table, "time")
    tables.after_move(table)
    twice = tables.seals.of(table_state)
    assert twice == {1: saved(tables, table)} != once
    assert tables.store.seals(table) == {1: (table_state.version, twice[1])}
    tables.store.close()


def test_games_of_the_version_before_have_theirs(tmp_path: Path) -> None:
    folder = unpack("folder", tmp_path / "data")
    tables = Tables(Store(f"sqlite:///{folder / 'tables.sqlite'}"), load_secret(folder))
    done = [table for table, was in known(folder)["tables"].items() if was["phase"] in ("over", "abandoned")]
    assert done
    for table in done:
        table_state = tables.table_state(table)
        found = tables.seals.of(table_state)
        assert found == {number: saved(tables, table, number) for number in range(1, table_state.number + 1)}
    tables.store.close()


def test_a_store_that_cannot_keep_it_hides_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sqlalchemy.exc import OperationalError

    tables = tables_in(tmp_path)

    def locked(*_: Any) -> None:
        raise OperationalError("UPDATE", {}, Exception("database is locked"))

    monkeypatch.setattr(tables.cache, "_seal", lambda _: "")
    monkeypatch.setattr(tables.store, "keep_seal", locked)
    table = over(tables, target=1)
    assert tables.store.seals(table) == {}
    assert tables.seals.of(tables.table_state(table)) == {1: saved(tables, table)}
    tables.store.close()


@pytest.mark.parametrize("options", [{"target": 1}, {"target": 1, "pieces": "paper", "racks": "paper"}], ids=str)
def test_every_phone_and_the_screen_show_it(tmp_path: Path, options: dict[str, Any]) -> None:
    """Short at the end; short and whole under More, for every game that can be saved; nothing before there is an end."""
    tables = tables_in(tmp_path)
    app = app_of(tables)
    screen = host_of(app)
    table, phones = seated(app, tables, "code777", 2, game("code777").Options(**options))
    tables.begin(table)
    pages = [*((phone, f"/t/{table}/seat/{seat}") for seat, phone in enumerate(phones)), (screen, f"/t/{table}")]
    pages.append((Browser(app), f"/t/{table}"))
    for browser, path in pages:
        assert "inal seal" not in browser.get(path).text
    tables.abandon(table)
    tables.after_move(table)
    first = saved(tables, table, 1)
    for browser, path in pages:
        text = browser.get(f"{path}/part").text
        assert re.findall(r'id="final-1">[^<]*<code>([^<]*)</code>', text) == [sealcode.seal_code(first)]
        assert text.count(f"<code>{first}</code>") == 1
        view = json.loads(browser.get(f"{path}/view").data)["table"]
        assert view["seals"] == [{"game": 1, "seal": first, "code": sealcode.seal_code(first)}]
    tables.begin(table)
    for browser, path in pages:
        text = browser.get(f"{path}/part").text
        assert 'id="final-' not in text
        assert text.count(f"<code>{first}</code>") == text.count('id="seal-') == 1
    tables.abandon(table)
    second = saved(tables, table, 2)
    for browser, path in pages:
        text = browser.get(f"{path}/part").text
        assert re.findall(r'id="final-(\d)"', text) == ["2"]
        for seal in (first, second):
            assert f"<code>{seal}</code>" in text and sealcode.seal_code(seal) in text
    tables.store.close()


def test_another_legal_game_under_the_same_seed_has_another_code() -> None:
    """Which `verify` alone cannot tell: whoever knows the seed can play it again otherwise."""
    seed, options = bytes(32), fully.Options(pieces="paper")
    chance = Chance(seed, 0)
    deal = Turn(None, None, tuple(GAME.deal(options, 4, chance)))
    move = fully.SetRow(0, (Colour.RED,) * 5)
    more = Turn(0, move, tuple(GAME.decide(replay(GAME, deal.events), 0, move, chance)))
    setup = Setup("fully", 4, options, ("A", "B", "C", "D"), seed)
    true, false = record.write(setup, [deal], "abandoned"), record.write(setup, [deal, more], "abandoned")
    assert record.verify(true).setup == record.verify(false).setup
    assert sealcode.seal_code(sealcode.final_seal(true)) != sealcode.seal_code(sealcode.final_seal(false))
