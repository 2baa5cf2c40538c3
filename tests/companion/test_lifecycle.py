"""Tables are closed, opened again and deleted by the host; of a deleted one nothing is left anywhere."""

from __future__ import annotations

import pytest
from sqlalchemy import String, cast, select
from support.companion.evening import robots, sat_down
from support.companion.playing import call, dealt
from support.companion.rig import BASE, Browser, app_of, host_of, seated

from companion.errors import BadRequest, NotFound, Taken
from companion.server.launch import outdated, waiting_table
from companion.service.tables import Tables
from companion.storage import pubsub
from companion.storage.schema import metadata
from companion.storage.store import Conflict, StoredReply, WriteSet
from companion.storage.tokens import hashed
from referee.game import TABLE
from referee.registry import GAMES, game, pieces


def rows_about(tables: Tables, table: str) -> list[str]:
    """Every row of the database in which that name stands, whatever the column."""
    found = []
    with tables.store._reading() as connection:
        for each in metadata.sorted_tables:
            for column in each.c:
                there = connection.execute(select(each).where(cast(column, String).contains(table)))
                found += [f"{each.name}.{column.name}: {row}" for row in there]
    return found


def filled(tables: Tables) -> tuple[str, list[str]]:
    """A table with something of it in every table of the database."""
    table, phones = dealt(tables)
    robots(tables, table, 3)
    tables.note(table, 0, {"text": "a note"})
    tables.abandon(table)
    tables.begin(table)
    tables.abandon(table)
    tables.store.write_setting(f"cards {table}", BASE)
    return table, phones


class TestClosed:
    """Nobody sits down, nothing begins; what was played can be seen."""

    def test_between_games_only(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        for act in (tables.close, tables.delete):
            with pytest.raises(BadRequest):
                act(table)
        assert not tables.table_state(table).closed

    @pytest.mark.parametrize("slug", GAMES)
    def test_nothing_happens_at_it_until_it_is_opened_again(self, tables: Tables, slug: str) -> None:
        table = sat_down(tables, slug)
        tables.begin(table)
        tables.abandon(table)
        tables.free(table, 0)
        tables.close(table)
        tables.cache.forget(table)
        table_state = tables.table_state(table)
        assert table_state.closed
        for code in (tables.code(table_state, None), tables.code(table_state, 0)):
            with pytest.raises(Taken, match="closed"):
                tables.take(code, 0, "Late", 0, "")
        for act in (tables.begin, lambda t: tables.arrange(t, table_state.seats, table_state.options, "fr")):
            with pytest.raises(BadRequest, match="closed"):
                act(table)
        assert tables.offers(table_state, "table") == []
        assert tables.record(table, 1)
        tables.close(table, False)
        tables.take(tables.code(table_state, 0), 0, "Late", 0, "")
        tables.begin(table)
        assert tables.table_state(table).number == 2

    def test_a_finished_game_cannot_be_reopened_behind_it(self, tables: Tables) -> None:
        """Taking back a roll plays on; a closed table does not."""
        table = tables.open("rallye", 3, game("rallye").Options(dice="table", minutes=15), "en").id
        for seat in range(3):
            tables.absent(table, seat, True)
        tables.begin(table)
        for actor, kind, more in (
            (tables.table_state(table).awaited[0], "roll", {"dice": [1, 2]}),
            (TABLE, "time", {}),
        ):
            offer = next(o for o in tables.offers(tables.table_state(table), actor) if o.kind == kind)
            assert tables.play(table, actor, call(offer.id, {"kind": kind, **offer.settled, **more})).status == 200
        assert "takeback" in {offer.kind for offer in tables.offers(tables.table_state(table), TABLE)}
        tables.close(table)
        assert tables.offers(tables.table_state(table), TABLE) == []

    def test_it_is_not_continued(self, tables: Tables) -> None:
        options = game("allo").Options()
        old = tables.open("allo", 4, options, "en").id
        assert waiting_table(tables, "allo").id == old
        tables.store.write_setting(f"cards {old}", "http://elsewhere")
        assert outdated(tables, BASE)
        tables.close(old)
        assert waiting_table(tables, "allo").id != old
        assert not outdated(tables, BASE)

    def test_pages(self, tables: Tables) -> None:
        app = app_of(tables)
        host = host_of(app)
        table, phones = seated(app, tables, "fully")
        tables.begin(table)
        robots(tables, table, 2000)
        code = tables.code(tables.table_state(table), None)
        assert host.post(f"/t/{table}/close", {"on": True}).json == {"version": tables.table_state(table).version}
        hand = phones[0].get(f"/t/{table}/seat/0").text
        assert "The host has closed this table." in hand and f"/t/{table}/record/1" in hand and "win" in hand
        assert phones[0].get(f"/t/{table}/record/1").status_code == 200
        assert "nobody can sit down here any more" in Browser(app).get(f"/join/{code}").text
        screen = host.get(f"/t/{table}").text
        assert "This table is closed." in screen and "/join/" not in screen and f"/t/{table}/delete" in screen
        assert '/begin"' not in screen
        front = host.get("/").text
        assert "Closed tables: 1" in front and front.index("<details>") < front.index(f"/t/{table}/close")
        assert "/delete" not in phones[0].get("/").text
        assert phones[0].post(f"/t/{table}/close", {"on": False}).status_code == 403
        assert phones[0].post(f"/t/{table}/delete").status_code == 403
        assert host.post(f"/t/{table}/close", {"on": False, "home": True}).json == {"go": "/"}
        assert "Closed tables" not in host.get("/").text


class TestDeleted:
    """Nothing is left, on the disk or in memory."""

    def test_no_row_of_it_is_left(self, tables: Tables) -> None:
        kept, _ = filled(tables)
        gone, _ = filled(tables)
        with_it = {told.partition(".")[0] for told in rows_about(tables, gone)}
        assert with_it == set(metadata.tables) - {"hosts", "left_out"}, (
            "the test fills every table that can hold something of it"
        )
        before = rows_about(tables, kept)
        tables.delete(gone)
        assert rows_about(tables, gone) == []
        assert rows_about(tables, kept) == before
        assert gone not in tables.cache.known
        with pytest.raises(NotFound):
            tables.table_state(gone)
        tables.after_move(gone)  # what was still to be done for it is not
        tables.expire_clocks()

    def test_a_name_comes_back_without_ghosts(self, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.service.tables.new_name", lambda: "b22222")
        table, phones = dealt(tables)
        table_state = tables.table_state(table)
        old = [tables.code(table_state, seat) for seat in (None, 0, 1)]
        tables.abandon(table)
        tables.delete(table)
        for _ in range(2):
            again = tables.open("code777", 4, game("code777").Options(), "en")
            assert again.id == table
            for code in old:
                with pytest.raises(NotFound):
                    tables.opened_by(code)
            assert tables.held(table, phones[0]) == ()
            assert [chair.name for chair in again.chairs] == [""] * 4 and again.number == 0
            assert tables.notes(table, 0) == (0, {})
            old += [tables.code(again, seat) for seat in (None, 0, 1)]
            tables.cache.forget(table)
            assert tables.opened_by(old[-1])[0].id == table, "its own codes hold, also after a restart"
            tables.free(table, 1)
            assert tables.opened_by(tables.code(tables.table_state(table), 1))[1] == 1
            tables.delete(table)

    def test_codes_of_folders_where_nothing_was_deleted_are_those_of_before(self, tables: Tables) -> None:
        table_state = tables.open("fully", 4, game("fully").Options(), "en")
        assert tables.code(table_state, 2) == tables.secret.seat(table_state.id, 2, 0)
        assert tables.store.token(hashed(tables.secret.table(table_state.id))) == (table_state.id, None)

    def test_streams_end_and_phones_get_a_clear_page(self, tables: Tables) -> None:
        app = app_of(tables)
        host = host_of(app)
        table, phones = seated(app, tables, "fully")
        streams = [
            pubsub.open_stream(tables.hub, tables.hub.listen(table, who), lambda: tables.table_state(table).version)
            for who in (0, "table")
        ]
        for stream in streams:
            next(stream)
        assert host.post(f"/t/{table}/delete").json == {"go": "/"}
        for stream in streams:
            assert [*stream] == []
        assert len(tables.hub) == 0
        assert phones[0].get(f"/t/{table}/seat/0/part").status_code == 404, "our script reloads then"
        page = phones[0].get(f"/t/{table}/seat/0")
        assert page.status_code == 404 and "the host has deleted it" in page.text
        assert phones[0].post(f"/t/{table}/seat/0/name", {"name": "Ghost", "colour": 1}).status_code == 404
        assert host.post(f"/t/{table}/delete").status_code == 404
        assert rows_about(tables, table) == []

    def test_what_was_decided_for_it_is_not_written_any_more(self, tables: Tables) -> None:
        """Another server of the same database may know it still."""
        table, _ = dealt(tables)
        tables.abandon(table)
        stale = tables.cache.load(table)
        other = Tables(tables.store, tables.secret)
        other.delete(table)
        with pytest.raises(Conflict):
            tables.begin(table)
        with pytest.raises(NotFound):
            tables.begin(table)
        assert stale.table_state.phase == "abandoned"
        assert rows_about(tables, table) == []

    def test_a_game_that_another_server_began_is_not_deleted(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        tables.abandon(table)
        tables.table_state(table)
        Tables(tables.store, tables.secret).begin(table)
        with pytest.raises(BadRequest):
            tables.delete(table)
        assert tables.table_state(table).phase == "playing"


def test_the_disk_gets_its_room_back_at_the_next_start(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.storage.database.LEAST_SHRUNK", 10_000)
    small, _ = dealt(tables)
    for _ in range(40):
        table, _ = filled(tables)
        tables.delete(table)
    table = tables.open("fully", 4, game("fully").Options(), "en").id
    for n in range(40):
        tables.store.write(WriteSet(table, reply=("0", f"key-key-{n}", StoredReply(422, bytes(10_000)))))
    tables.delete(table)

    def pages() -> int:
        with tables.store._reading() as connection:
            return int(connection.exec_driver_sql("PRAGMA page_count").scalar())

    before = pages()
    tables.store.shrink()
    assert pages() < before / 2
    tables.cache.forget(small)
    assert tables.table_state(small).phase == "playing" and tables.store.sound()


@pytest.mark.parametrize("slug", GAMES)
def test_the_last_table_of_a_game_is_gone_on_with(slug: str, tables: Tables) -> None:
    """Also among others; one that is over or abandoned is not."""
    for other in GAMES:
        tables.open(other, pieces(other).USUAL, tables.default_options(other), "en")
    first = waiting_table(tables, slug)
    assert first.slug == slug
    assert waiting_table(tables, slug).id == first.id
    for seat in range(first.seats):
        tables.absent(first.id, seat, True)
    tables.begin(first.id)
    assert waiting_table(tables, slug).id == first.id
    tables.abandon(first.id)
    assert waiting_table(tables, slug).id != first.id
    assert len(tables.all(100)) == len(GAMES) + 1
