"""Records of all tables: listed when a game ends, found by player, game, table and day, and those of older versions, too."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.companion.before import known, unpack
from support.companion.rally_evening import Wall
from support.companion.rig import Browser, app_of, host_of, tables_in

from companion.service.moves import MoveRequest
from companion.service.past import records as module
from companion.service.past.records import games_of_log
from companion.service.tables import Tables
from companion.storage import finished_games
from companion.storage.finished_games import Search
from companion.storage.schema import SCHEMA, UNLISTED
from companion.storage.store import Store
from companion.storage.tokens import FolderSecret, hashed, load_secret, token
from companion.table import names
from companion.table.names import in_a_cell, searchable
from companion.web import panels, rendering
from referee import record, sealcode
from referee.game import TABLE
from referee.rallye.moves import Options

DAY = 24 * 3600.0


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def tables(tmp_path: Path, wall: Wall) -> Tables:
    return tables_in(tmp_path, clock=wall)


def opened(tables: Tables, *names: str) -> tuple[str, list[str]]:
    """A table of Rallye-Code, which can be ended whenever one likes, and the phones of its seats."""
    table_state = tables.open("rallye", len(names), Options(minutes=0, breath=0), "en")
    codes = [tables.code(table_state, seat) for seat in range(len(names))]
    return table_state.id, [tables.take(code, i, names[i], i, "")[1] for i, code in enumerate(codes)]


def end(tables: Tables, table: str, wall: Wall, minutes: float = 2) -> None:
    """A game that lasts so long."""
    tables.begin(table)
    wall.now += 60 * minutes
    offer = next(o for o in tables.offers(tables.table_state(table), TABLE) if o.kind == "time")
    tables.play(table, TABLE, MoveRequest(offer.id, token(), msgspec.Raw(b'{"kind":"time"}')))
    tables.after_move(table)


def rows(tables: Tables, search: Search | None = None) -> list[tuple[str, int]]:
    return [(each.table, each.game) for each in finished_games.find(tables.store, search or Search(), 1000)]


def test_a_game_is_listed_in_the_transaction_that_ends_it(tables: Tables, wall: Wall, tmp_path: Path) -> None:
    table, _ = opened(tables, "Anne", "Mario", "Zoë")
    tables.label(table, "Terrasse Été")
    assert rows(tables) == []
    end(tables, table, wall, 2)
    (found,) = tables.records.page(Search(), 1)
    state = tables.table_state(table)
    assert state.outcome
    assert (found.table, found.label, found.game, found.slug) == (table, "Terrasse Été", 1, "rallye")
    assert (found.at, found.seconds, found.abandoned) == (wall.now, 120.0, False)
    assert [(each.name, each.won) for each in found.played] == [
        (name, seat in state.outcome.winners) for seat, name in enumerate(("Anne", "Mario", "Zoë"))
    ]
    assert found.seal == tables.seals.of(state)[1]
    tables.begin(table)
    tables.abandon(table)
    assert [(each.game, each.abandoned) for each in tables.records.page(Search(), 1)] == [(2, True), (1, False)]
    tables.store.close()
    assert rows(tables_in(tmp_path, clock=wall)) == [(table, 2), (table, 1)]


def test_a_game_that_goes_on_again_is_not_listed_until_it_ends_again(tables: Tables, wall: Wall) -> None:
    """The list has what records have at every step, also where the host takes back what ended a game."""
    table_state = tables.open("rallye", 2, Options(dice="table", minutes=15), "en")
    table = table_state.id
    for seat, name in enumerate(("Anne", "Mario")):
        tables.take(tables.code(table_state, seat), seat, name, seat, "")

    def play(actor: Any, kind: str, **fields: Any) -> None:
        offer = next(o for o in tables.offers(tables.table_state(table), actor) if o.kind == kind)
        move = msgspec.json.encode({"kind": kind, **offer.settled, **fields})
        assert tables.play(table, actor, MoveRequest(offer.id, token(), msgspec.Raw(move))).status == 200
        listed = games_of_log(table, tables.store.acts(table), tables.store.times(table))
        assert [(table, each.number) for each in listed] == rows(tables)

    tables.begin(table)
    play(tables.table_state(table).awaited[0], "roll", dice=[1, 2])
    play(TABLE, "time")
    assert rows(tables) == [(table, 1)]
    play(TABLE, "takeback")
    assert rows(tables) == []
    tables.rename(table, 0, "Anna", 0)
    play(TABLE, "time")
    tables.rename(table, 1, "Marius", 1)
    (found,) = finished_games.find(tables.store, Search(), 10)
    assert tuple(each.name for each in found.played) == record.verify(tables.record(table, 1)).setup.names
    assert [each.name for each in found.played] == ["Anna", "Mario"]


def test_what_is_looked_for_is_found(tables: Tables, wall: Wall) -> None:
    one, _ = opened(tables, "Anne", "Mario")
    two, _ = opened(tables, "Zoë", "Ann%a")
    tables.label(two, "Table 4, Été")
    start = wall.now
    end(tables, one, wall)
    wall.now += DAY
    end(tables, two, wall)
    latest, first = (two, 1), (one, 1)
    wanted: dict[tuple[tuple[str, object], ...], list[tuple[str, int]]] = {
        (): [latest, first],
        (("player", "ann"),): [latest, first],
        (("player", "ANN%"),): [latest],
        (("player", "zoe"),): [latest],
        (("player", "_"),): [],
        (("slug", "rallye"),): [latest, first],
        (("slug", "fully"),): [],
        (("table", "ete"),): [latest],
        (("table", one),): [first],
        (("since", start + DAY / 2),): [latest],
        (("until", start + DAY / 2),): [first],
        (("player", "mario"), ("table", "ete")): [],
    }
    for given, expected in wanted.items():
        search = Search(**dict(given))  # type: ignore[arg-type]
        assert rows(tables, search) == expected, given
        assert tables.records.count(search) == len(expected)


def test_the_page_is_bounded_and_turns_over(tables: Tables, wall: Wall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "A_PAGE", 2)
    table, _ = opened(tables, "Anne", "<b>Mario")
    for _ in range(5):
        end(tables, table, wall)
    host = host_of(app_of(tables))
    first, last = host.get("/house/records?player=anne").text, host.get("/house/records?player=anne&page=3").text
    assert "Games found: 5" in first and first.count("/record/") == 2 and "page=2" in first and "player=anne" in first
    assert last.count("/record/") == 1 and 'rel="next"' not in last and "<b>Mario" not in first
    assert sealcode.seal_code(tables.seals.of(tables.table_state(table))[5]) in first
    for odd in ("page=99999999", "page=-1", "page=x", "page=²", "game=", "table=%00"):
        assert host.get(f"/house/records?{odd}").status_code == 200
    for wrong in ("game=chess", "since=yesterday", "until=9999-12-31"):
        reply = host.get(f"/house/records?{wrong}")
        assert reply.status_code == 400 and "Traceback" not in reply.text


def test_what_was_found_is_one_file_of_records_that_verify(
    tables: Tables, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = opened(tables, "Anne", "Mario")
    other, _ = opened(tables, "Zoë", "Ben")
    for each in (table, other, table):
        end(tables, each, wall)
    host = host_of(app_of(tables))

    def found(query: str) -> dict[str, bytes]:
        reply = host.client.get(f"/house/records.zip?{query}", base_url="http://127.0.0.1:7770")
        assert reply.status_code == 200 and reply.mimetype == "application/zip"
        with zipfile.ZipFile(io.BytesIO(reply.data)) as archive:
            assert archive.testzip() is None
            return {name: archive.read(name) for name in archive.namelist()}

    mine = found("player=anne")
    assert set(mine) == {f"rallye-{table}-1.jsonl", f"rallye-{table}-2.jsonl"}
    for name, data in mine.items():
        number = int(name.removesuffix(".jsonl").rpartition("-")[2])
        assert data == tables.record(table, number)
        assert record.verify(data)
    assert len(found("")) == 3
    monkeypatch.setattr(module, "IN_ONE_FILE", 2)
    assert set(found("")) == {f"rallye-{table}-2.jsonl", f"rallye-{other}-1.jsonl"}
    assert found("player=nobody") == {}


def test_the_host_alone_sees_them(tables: Tables, wall: Wall) -> None:
    table, phones = opened(tables, "Anne", "Mario")
    end(tables, table, wall)
    app = app_of(tables)
    stranger, player = Browser(app), Browser(app)
    player.client.set_cookie("sousmain-7770", phones[0], domain="127.0.0.1")
    for browser in (stranger, player):
        browser.get("/")
        for page in ("records", "records.zip", "figures", "figures.csv", "figures.json"):
            reply = browser.get(f"/house/{page}")
            assert reply.status_code == 403 and b"Anne" not in reply.data
        for path, data in (("names", {"on": True}), ("forget", {"name": "Anne"}), ("forget-all", {})):
            assert browser.post(f"/house/figures/{path}", data).status_code == 403
    assert rows(tables, Search(player="anne")) == [(table, 1)]


def test_a_deleted_table_is_in_no_list(tables: Tables, wall: Wall) -> None:
    table, _ = opened(tables, "Anne", "Mario")
    end(tables, table, wall)
    tables.delete(table)
    assert rows(tables) == []
    with tables.store.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM players").scalar() == 0


def test_games_of_the_version_before_are_listed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a folder that the version before wrote; each as its record has it."""
    folder = unpack("folder", tmp_path / "data")
    tables = Tables(Store(f"sqlite:///{folder / 'tables.sqlite'}"), load_secret(folder))
    assert tables.store.setting("schema") == str(SCHEMA)
    assert set(finished_games.unlisted(tables.store, 1000)) == set(known(folder)["tables"])
    ticks = iter(range(1000))
    assert not tables.records.catch_up(0.0, lambda: float(next(ticks))), "a moment at a time"
    left, yielded = len(finished_games.unlisted(tables.store, 1000)), list[float]()
    monkeypatch.setattr(module.time, "sleep", yielded.append)
    assert tables.records.catch_up(1000.0)
    assert len(yielded) >= left > 0, "everybody else has a turn between two tables"
    assert finished_games.unlisted(tables.store, 1000) == []
    expected = []
    for table in known(folder)["tables"]:
        for number in range(1, tables.table_state(table).number + 1):
            try:
                expected.append((table, number, tables.record(table, number)))
            except Exception:
                continue
    found = {(each.table, each.game): each for each in finished_games.find(tables.store, Search(), 1000)}
    assert expected and set(found) == {(table, number) for table, number, _ in expected}
    for table, number, data in expected:
        kept = record.verify(data)
        listed = found[table, number]
        assert listed.slug == kept.setup.game
        assert tuple(each.name for each in listed.played) == kept.setup.names
    assert all(each.seal for each in tables.records.page(Search(), 1))
    again = Tables(Store(f"sqlite:///{folder / 'tables.sqlite'}"), load_secret(folder))
    assert finished_games.unlisted(again.store, 1000) == [] and again.records.catch_up()


def test_a_table_that_cannot_be_read_keeps_nobody_from_being_listed(tables: Tables, wall: Wall, tmp_path: Path) -> None:
    table, _ = opened(tables, "Anne", "Mario")
    bad, _ = opened(tables, "Zoë", "Ben")
    end(tables, table, wall)
    tables.store.close()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as other, other:
        other.execute("UPDATE log SET act = 'rubbish' WHERE table_id = ? AND version = 2", (bad,))
        other.execute("DELETE FROM games")
        other.execute("DELETE FROM players")
        other.executemany("INSERT INTO about (key, value) VALUES (?, '')", [(UNLISTED + table,), (UNLISTED + bad,)])
    again = tables_in(tmp_path, clock=wall)
    assert again.records.catch_up(100.0)
    assert rows(again) == [(table, 1)]
    assert finished_games.unlisted(again.store, 10) == [bad], "the next start tries again"


def test_on_postgresql_too(postgres: Callable[[], str], wall: Wall) -> None:
    tables = Tables(Store(postgres()), FolderSecret(bytes(32)), clock=wall)
    table, _ = opened(tables, "Anne", "Zoë")
    tables.figures.count_by_name(True)
    for _ in range(3):
        end(tables, table, wall, 4)
    assert rows(tables, Search(player="zoe", table=table, slug="rallye", since=0.0)) == [
        (table, 3),
        (table, 2),
        (table, 1),
    ]
    ever = tables.figures.ever()
    assert [(each.slug, each.games, each.median) for each in ever.games] == [("rallye", 3, 240.0)]
    assert sum(each.wins for each in ever.wins) >= 3
    tables.figures.forget("zoë")
    assert {each.name for each in tables.figures.ever().wins} == {"Anne"}
    assert all(each.seal for each in tables.records.page(Search(), 1))
    tables.store.close()


def test_figures_of_the_evening_and_of_all_time(tables: Tables, wall: Wall) -> None:
    table, _ = opened(tables, "Anne", "Mario")
    assert tables.figures.evening() is None
    for minutes in (1, 2):
        end(tables, table, wall, minutes)
    wall.now += DAY
    for minutes in (3, 4, 5):
        end(tables, table, wall, minutes)
    tables.begin(table)
    tables.abandon(table)
    evening, ever = tables.figures.evening(), tables.figures.ever()
    assert evening
    assert [(each.slug, each.games, each.abandoned, each.median) for each in evening.games] == [("rallye", 3, 1, 240.0)]
    assert [(each.slug, each.games, each.abandoned, each.median) for each in ever.games] == [("rallye", 5, 1, 180.0)]
    assert (evening.wins, ever.wins) == ([], []), "nobody asked for it"
    page = host_of(app_of(tables)).get("/house/figures").text
    assert "Games played: 3" in page and "Games played: 5" in page


def test_wins_count_by_name_only_where_house_and_player_want_it(tables: Tables, wall: Wall) -> None:
    """The switch is the host's and off; every phone says so and may stay out; what was over before does not count."""
    app = app_of(tables)
    table, phones = opened(tables, "Anne", "Mario", "Zoë")
    anne, zoe = Browser(app), Browser(app)
    for browser, device in ((anne, phones[0]), (zoe, phones[2])):
        browser.client.set_cookie("sousmain-7770", device, domain="127.0.0.1")
    end(tables, table, wall)
    assert "counts wins" not in anne.get(f"/t/{table}/seat/0").text
    assert host_of(app).post("/house/figures/names", {"on": True}).status_code == 200
    assert "This house counts wins by name." in anne.get(f"/t/{table}/seat/0").text
    zoe.get(f"/t/{table}/seat/2")
    assert zoe.post(f"/t/{table}/seat/2/wins", {"counted": False}).status_code == 200
    assert zoe.post(f"/t/{table}/seat/0/wins", {"counted": False}).status_code == 403
    assert (
        "but not yours" in zoe.get(f"/t/{table}/seat/2").text and "but not" not in anne.get(f"/t/{table}/seat/0").text
    )
    end(tables, table, wall)
    assert {(each.name, each.games) for each in tables.figures.ever().wins} == {("Anne", 1), ("Mario", 1)}
    other = tables.open("rallye", 3, Options(minutes=0, breath=0), "en")
    tables.take(tables.code(other, 1), 1, "Zoë", 1, phones[2])
    for seat, name in ((0, "Mario"), (2, "ANNE")):
        tables.take(tables.code(other, seat), seat, name, seat, "")
    end(tables, other.id, wall)
    assert {(each.name, each.games) for each in tables.figures.ever().wins} == {("Anne", 2), ("Mario", 2)}
    evening = tables.figures.evening()
    assert evening and evening.wins == tables.figures.ever().wins
    host_of(app).post("/house/figures/names", {"on": False})
    end(tables, table, wall)
    assert sum(each.games for each in tables.figures.ever().wins) == 4


def counted(tables: Tables) -> set[tuple[str, int]]:
    """Who is counted by name, and in how many games."""
    return {(each.name, each.games) for each in tables.figures.ever().wins}


def test_who_stays_out_stays_out_wherever_he_sits_next(tables: Tables, wall: Wall) -> None:
    """Also when the seat at which he said so is released or gone, and the phone has sat down with another token since."""
    tables.figures.count_by_name(True)
    table, phones = opened(tables, "Anne", "Mario")
    tables.figures.leave_out(hashed(phones[0]), True)
    tables.free(table, 0)
    assert tables.figures.counts(hashed(phones[0])) is False
    _, anne = tables.take(tables.code(tables.table_state(table), 0), 0, "Anne", 0, phones[0])
    assert anne != phones[0] and tables.store.left_out(hashed(anne)) and not tables.store.left_out(hashed(phones[0]))
    end(tables, table, wall)
    assert counted(tables) == {("Mario", 1)}
    tables.delete(table)
    other = tables.open("rallye", 2, Options(minutes=0, breath=0), "en")
    _, again = tables.take(tables.code(other, 0), 0, "Anne", 0, anne)
    tables.take(tables.code(other, 1), 1, "Zoë", 1, "")
    end(tables, other.id, wall)
    assert counted(tables) == {("Zoë", 1)}
    tables.figures.leave_out(hashed(again), False)
    end(tables, other.id, wall)
    assert counted(tables) == {("Zoë", 2), ("Anne", 1)}


def test_a_robot_is_nobody_whose_wins_count(tables: Tables, wall: Wall) -> None:
    tables.figures.count_by_name(True)
    table, _ = opened(tables, "Anne", "Mario")
    tables.absent(table, 1, True, "sharp")
    end(tables, table, wall)
    assert counted(tables) == {("Anne", 1)}


def test_names_are_exported_and_forgotten(tables: Tables, wall: Wall) -> None:
    app = app_of(tables)
    table, _ = opened(tables, "=Anne,1", "Mario")
    tables.figures.count_by_name(True)
    end(tables, table, wall)
    host = host_of(app)
    sheet = host.get("/house/figures.csv")
    assert sheet.text.splitlines()[0] == "name,game,games,wins" and '"\'=Anne,1",rallye,1,' in sheet.text
    told = json.loads(host.get("/house/figures.json").data)
    assert {each["name"] for each in told["ever"]["wins"]} == {"=Anne,1", "Mario"}
    assert host.post("/house/figures/forget", {"name": "  "}).status_code == 400
    assert host.post("/house/figures/forget", {"name": "Nobody"}).status_code == 404
    assert host.post("/house/figures/forget", {"name": "MARIO"}).status_code == 200
    assert {each.name for each in tables.figures.ever().wins} == {"=Anne,1"}
    assert rows(tables, Search(player="mario")) == [] and "Mario" not in host.get("/house/records").text
    assert host.post("/house/figures/forget-all", {}).status_code == 200
    assert tables.figures.ever().wins == [] and rows(tables) == [(table, 1)]
    assert tables.figures.ever().games[0].games == 1 and b"Mario" in tables.record(table, 1)


@pytest.mark.parametrize("way", ["/house/figures/forget", "/house/figures/forget-all", "guests", "delete"])
def test_names_that_were_forgotten_are_not_kept_for_pages(tables: Tables, wall: Wall, way: str) -> None:
    """Whoever is forgotten stands in nothing that this process keeps to make pages quicker, until a page names him again."""
    app = app_of(tables)
    table, _ = opened(tables, "Filomena", "Mario")
    tables.figures.count_by_name(True)
    end(tables, table, wall)
    host = host_of(app)

    def kept() -> list[str]:
        shown = [names._set_apart, names.plain, names.initial, names.badges, names.shapes, rendering._named_apart]
        pieces = app.extensions["pieces"]
        assert (pieces.size > 0) == bool(pieces)
        found = [cached.__name__ for cached in shown if cached.cache_info().currsize]
        held = {"panels": panels._lately, "pieces": {key: each.made for key, each in pieces.items()}}
        held["tables"] = dict(rendering._known_tables)
        return found + [name for name, each in held.items() if "Filomena" in str(each)]

    assert "Filomena" in host.get(f"/t/{table}").text and {
        "_named_apart",
        "_set_apart",
        "panels",
        "pieces",
        "tables",
    } <= {*kept()}
    path = way if way.startswith("/") else f"/t/{table}/{way}"
    assert host.post(path, {"name": "Filomena"} if way.endswith("forget") else {}).status_code == 200
    assert kept() == []


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r"])
def test_no_spreadsheet_reckons_with_a_name(sign: str) -> None:
    """Neither in the figures of a house nor in a league: both ask the same."""
    assert in_a_cell(f"{sign}1") == f"'{sign}1" and in_a_cell(f"a{sign}") == f"a{sign}" and in_a_cell("") == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [("Zoë", "zoe"), ("ÉTÉ", "ete"), ("  a\u00a0 b ", "A B"), ("Straße", "STRASSE"), ("Ａnne", "anne")],
)
def test_what_somebody_would_type_for_a_name(one: str, other: str) -> None:
    assert searchable(one) == searchable(other)
