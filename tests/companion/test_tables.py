"""The one way in: decide, commit, answer, publish, in that order; the same key, the same answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy.exc import OperationalError
from support.companion.playing import (
    SLUG,
    ask,
    call,
    dealt,
    declare,
    holders,
    moved,
    play,
    same_after_restart,
    seen,
    together,
)
from support.companion.rig import BASE, app_of, seated, tables_in
from support.companion.running import Running, party
from werkzeug.test import EnvironBuilder

from companion.errors import BadRequest, Busy, Mismatch, NotYours, OfferClosed
from companion.service.moves import MoveRequest
from companion.service.tables import Tables
from companion.storage.database import retry_while_locked
from companion.storage.store import Conflict, StoredReply, WriteSet
from companion.storage.tokens import token
from referee.game import TABLE
from referee.registry import game

FULL = OperationalError("INSERT", {}, Exception("database or disk is full"))


class Watched:
    """Everything that happens, in its order."""

    def __init__(self, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
        self.happened: list[str] = []
        self._watch(monkeypatch, game(SLUG), "decide")
        self._watch(monkeypatch, tables.store, "write", "commit")
        self._watch(monkeypatch, tables.hub, "publish")

    def _watch(self, monkeypatch: pytest.MonkeyPatch, of: Any, name: str, told: str = "") -> None:
        real = getattr(of, name)

        def watched(*args: Any) -> Any:
            found = real(*args)
            self.happened.append(told or name)
            return found

        monkeypatch.setattr(of, name, watched, raising=False)


class TestOrder:
    """Decide, commit, answer, publish."""

    def test_commit_then_answer_then_publish(self, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
        app = app_of(tables)
        table, phones = seated(app, tables, SLUG, 4)
        tables.begin(table)
        seat, made = ask(tables, table)
        watched = Watched(tables, monkeypatch)
        cookie = phones[seat].client.get_cookie("sousmain-7770", domain="127.0.0.1")
        assert cookie
        headers = {"Origin": BASE, "X-Csrf": phones[seat].csrf, "Cookie": f"{cookie.key}={cookie.value}"}
        path = f"/t/{table}/seat/{seat}/move"
        environ = EnvironBuilder(
            path, BASE, method="POST", data=msgspec.json.encode(made), headers=headers
        ).get_environ()
        answer = app(environ, lambda *_: None)
        assert watched.happened == ["decide", "commit"]
        watched.happened += ["answer" for data in answer if data]
        answer.close()
        assert watched.happened == ["decide", "commit", "answer", "publish"]

    def test_what_is_not_committed_is_not_answered_nor_published_nor_remembered(
        self, tables: Tables, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        app = app_of(tables)
        table, phones = seated(app, tables, SLUG, 4)
        tables.begin(table)
        seat, made = ask(tables, table)
        before = seen(tables, table)
        with monkeypatch.context() as patch:
            patch.setattr(tables.store, "write", fails)
            watched = Watched(tables, patch)
            reply = phones[seat].post(f"/t/{table}/seat/{seat}/move", made)
        assert reply.status_code == 500 and "Nothing is lost" in reply.json["error"]
        assert {*watched.happened} == {"decide"}, "once on the short way, once on the long one, which has the words"
        assert seen(tables, table) == before and not moved(tables, table)
        again = phones[seat].post(f"/t/{table}/seat/{seat}/move", made)
        assert again.status_code == 200 and len(moved(tables, table)) == 1

    def test_while_it_is_being_committed_everybody_sees_it_as_before(
        self, tables: Tables, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """And whoever holds the table in his hands never sees what was not committed."""
        table, _ = dealt(tables)
        in_hands = tables.table_state(table)
        seat, made = ask(tables, table)
        before, state = seen(tables, table), in_hands.state

        def write(change: WriteSet) -> None:
            assert seen(tables, table) == before and in_hands.state is state
            raise FULL

        with monkeypatch.context() as patch:
            patch.setattr(tables.store, "write", write)
            with pytest.raises(OperationalError):
                tables.play(table, seat, made)
        assert in_hands.state is state and seen(tables, table) == before

    @pytest.mark.parametrize(
        "act", ["arrange", "take", "rename", "free", "begin", "absent", "pause", "abandon", "note"]
    )
    def test_a_table_whose_commit_fails_is_as_before(
        self, act: str, tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table, phones = dealt(tables)
        code = tables.code(tables.table_state(table), 0)
        if act == "arrange":
            tables.free(table, 3)
        if act in ("arrange", "begin"):
            tables.abandon(table)
        works: dict[str, Callable[[], Any]] = {
            "arrange": partial(tables.arrange, table, 3, game(SLUG).Options(), "fr"),
            "take": partial(tables.take, code, 0, "Zoe", 7, phones[0]),
            "rename": partial(tables.rename, table, 0, "Zoe", 7),
            "free": partial(tables.free, table, 0),
            "begin": partial(tables.begin, table),
            "absent": partial(tables.absent, table, 0, True),
            "pause": partial(tables.pause, table, True),
            "abandon": partial(tables.abandon, table),
            "note": partial(tables.note, table, 0, {"a": 1}),
        }
        before, held = seen(tables, table), holders(tables, table)
        with monkeypatch.context() as patch:
            patch.setattr(tables.store, "write", fails)
            patch.setattr(tables.store, "write_notes", fails)
            with pytest.raises(OperationalError):
                works[act]()
            assert tables.notes(table, 0) == (0, {})
        assert (seen(tables, table), holders(tables, table)) == (before, held)
        works[act]()
        assert same_after_restart(tables, tmp_path, table)

    def test_a_table_that_could_not_be_opened_is_not_there(
        self, tables: Tables, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(tables.store, "write", fails)
            with pytest.raises(OperationalError):
                tables.open(SLUG, 4, game(SLUG).Options(), "en")
        assert not tables.cache.known and tables.all(10) == []

    def test_what_memory_cannot_follow_is_not_written(self, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
        """A mistake in the rules costs a move, never a table."""
        table, _ = dealt(tables)
        before = seen(tables, table)
        seat, made = ask(tables, table)
        with monkeypatch.context() as patch:
            patch.setattr(game(SLUG), "evolve", fails, raising=False)
            with pytest.raises(OperationalError):
                tables.play(table, seat, made)
        assert not moved(tables, table) and seen(tables, table) == before
        assert tables.play(table, seat, made).status == 200

    def test_everybody_hears_of_a_move_even_if_an_absent_seat_is_stuck(
        self, tables: Tables, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table, _ = dealt(tables)
        seat, made = ask(tables, table)
        tables.absent(table, (seat + 1) % 4, True)
        listener = tables.hub.listen(table, TABLE)
        version = msgspec.json.decode(tables.play(table, seat, made).body)["version"]
        with monkeypatch.context() as patch:
            patch.setattr("companion.service.autoplay.autoplay_move", fails)
            tables.after_move(table)
        assert listener.next(0) == ("version", version)
        tables.after_move(table)
        assert listener.next(0) == ("version", version + 1)

    def test_everybody_hears_of_a_move_later_if_nothing_can_be_read(
        self, tables: Tables, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table, _ = dealt(tables)
        seat, made = ask(tables, table)
        listener = tables.hub.listen(table, TABLE)
        version = msgspec.json.decode(tables.play(table, seat, made).body)["version"]
        with monkeypatch.context() as patch:
            patch.setattr(tables, "table_state", fails)
            tables.after_move(table)
        tables.expire_clocks()
        assert listener.next(0) == ("version", version)


def fails(*_: Any) -> Any:
    """As a disk does that is full."""
    raise FULL


class TestKeys:
    """The same key again: the same answer, and nothing else."""

    def test_the_same_key_is_the_same_move(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        seat, made = ask(tables, table)
        first = tables.play(table, seat, made)
        play(tables, table, 3)
        assert tables.play(table, seat, made) == first
        assert [act for _, act in moved(tables, table) if act.actor == seat] == [moved(tables, table)[0][1]]

    def test_also_after_a_restart_and_in_the_next_game(self, tables: Tables, tmp_path: Path) -> None:
        table, _ = dealt(tables)
        seat, made = ask(tables, table)
        first = tables.play(table, seat, made)
        again = tables_in(tmp_path)
        assert again.play(table, seat, made) == first
        again.abandon(table)
        again.begin(table)
        assert again.play(table, seat, made) == first
        assert len(moved(again, table)) == 1

    def test_with_another_move_it_is_a_mistake(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        seat, made = ask(tables, table)
        tables.play(table, seat, made)
        for other in (
            declare(tables, table, seat, key=made.key),
            call(made.offer, {"kind": "ask", "question": None}, made.key),
            call("another", {"kind": "ask"}, made.key),
        ):
            with pytest.raises(Mismatch) as caught:
                tables.play(table, seat, other)
            assert caught.value.status == 422
        assert len(moved(tables, table)) == 1

    def test_each_seat_has_its_own_keys(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        replies = [tables.play(table, seat, declare(tables, table, seat, key="the-same-key")) for seat in range(4)]
        assert len({reply.body for reply in replies}) == 4

    def test_a_refusal_is_an_answer_too(self, tables: Tables) -> None:
        """What was refused is refused again, although it would be allowed by now."""
        table, _ = dealt(tables, answers="announced")
        seat, made = ask(tables, table)
        tables.play(table, seat, made)
        offer = next(o for o in tables.offers(tables.table_state(table), seat) if o.kind == "announce")
        true = tables.table_state(table).state.pending.answer
        others = [answer for answer in offer.choices if answer != true]
        wrong = call(offer.id, {"kind": "announce", "answer": others[0]})
        refused = tables.play(table, seat, wrong)
        assert refused.status == 422 and msgspec.json.decode(refused.body)["rule"] == "miscounted"
        tables.play(table, seat, call(offer.id, {"kind": "announce", "answer": true}))
        assert tables.play(table, seat, wrong) == refused

    @pytest.mark.parametrize(
        "key", ["", "short", "k" * 65, "key with spaces", "key\x00key\x00", "clé-clé-clé", "\udcff" * 9]
    )
    def test_what_is_no_key(self, key: str, tables: Tables) -> None:
        table, _ = dealt(tables)
        with pytest.raises(BadRequest):
            tables.play(table, 0, MoveRequest("1.ask.0", key, msgspec.Raw(b"{}")))


class TestOffers:
    """A move names the offer that it answers."""

    def test_an_offer_that_is_closed(self, tables: Tables) -> None:
        app = app_of(tables)
        table, phones = seated(app, tables, SLUG, 4)
        tables.begin(table)
        old = declare(tables, table, 0)
        tables.play(table, 0, declare(tables, table, 0))
        reply = phones[0].post(f"/t/{table}/seat/0/move", old)
        assert reply.status_code == 409 and reply.json["error"]
        fresh = phones[0].get(f"/t/{table}/seat/0/view").json
        assert {key: reply.json[key] for key in fresh} == fresh

    def test_an_offer_stays_open_when_others_move(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        early = declare(tables, table, 3)
        play(tables, table, 3)
        assert tables.play(table, 3, early).status == 200

    def test_a_move_that_was_late_for_the_last_game_is_none_of_this_one(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        late = [declare(tables, table, seat) for seat in range(4)]
        tables.abandon(table)
        tables.begin(table)
        for seat in range(4):
            with pytest.raises(OfferClosed):
                tables.play(table, seat, late[seat])
        assert not moved(tables, table)

    def test_an_offer_of_somebody_else(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        seat, made = ask(tables, table)
        with pytest.raises(OfferClosed):
            tables.play(table, (seat + 1) % 4, made)

    @pytest.mark.parametrize("move", [b'{"kind":"declare","digits":[1,2,3]}', b"{}", b"[" * 5000 + b"]" * 5000, b'"x"'])
    def test_a_move_that_does_not_answer_its_offer(self, move: bytes, tables: Tables) -> None:
        table, _ = dealt(tables)
        seat, made = ask(tables, table)
        with pytest.raises(BadRequest):
            tables.play(table, seat, MoveRequest(made.offer, token(), msgspec.Raw(move)))

    def test_what_the_offer_leaves_no_choice_about(self, tables: Tables) -> None:
        """Whose row it is stands in the offer: the partner's would be his to choose."""
        table_state = tables.open("fully", 4, game("fully").Options(), "en")
        for seat in range(4):
            tables.take(tables.code(table_state, seat), seat, f"Player {seat + 1}", seat, "")
        tables.begin(table_state.id)
        offer = next(each for each in tables.offers(tables.table_state(table_state.id), 0) if each.kind == "row")
        move = {"kind": "row", "colours": offer.choices, "seat": 2}
        with pytest.raises(BadRequest, match="does not answer"):
            tables.play(table_state.id, 0, call(offer.id, move))
        assert not moved(tables, table_state.id)

    def test_nothing_is_offered_before_and_after(self, tables: Tables) -> None:
        table_state = tables.open(SLUG, 4, game(SLUG).Options(), "en")
        assert tables.offers(table_state, 0) == []
        with pytest.raises(OfferClosed):
            tables.play(table_state.id, 0, call("1.ask.0", {"kind": "ask"}))
        table, _ = dealt(tables)
        tables.abandon(table)
        assert tables.offers(tables.table_state(table), 0) == []


class TestAtOnce:
    """Everybody at the same moment."""

    def test_all_seats_and_each_move_three_times(self, tables: Tables) -> None:
        """None comes too late for what others did; each is done once, and told three times alike."""
        table, _ = dealt(tables, 5, target=5)
        for _ in range(5):
            before = tables.table_state(table).version
            calls = [declare(tables, table, seat) for seat in range(5)]
            found = together(*[partial(tables.play, table, seat, calls[seat]) for seat in range(5)] * 3)
            assert all(isinstance(reply, StoredReply) and reply.status == 200 for reply in found), found
            for seat in range(5):
                assert found[seat] == found[seat + 5] == found[seat + 10]
            versions = sorted(msgspec.json.decode(reply.body)["version"] for reply in found[:5])
            assert versions == list(range(before + 1, before + 6))
            assert [v for v, _ in moved(tables, table)][-5:] == versions

    def test_over_the_network(self, tmp_path: Path) -> None:
        """The same with a real server, each phone on three connections of its own."""
        with Running(tmp_path) as server:
            here = party(server, SLUG, 5, target="5")
            lines = [[here.phones[seat].twin() for _ in range(3)] for seat in range(5)]
            for _ in range(5):
                sent = []
                for seat in range(5):
                    offer = next(o["id"] for o in here.view(seat)["offers"] if o["kind"] == "declare")
                    sent.append({"offer": offer, "key": token(), "move": {"kind": "declare", "digits": [1, 1, 1]}})
                works = [
                    partial(line.post, here.path(seat, "move"), sent[seat]) for seat in range(5) for line in lines[seat]
                ]
                found = [(answer.status, answer.body) for answer in together(*works)]
                assert {status for status, _ in found} == {200}
                assert [len(set(found[i : i + 3])) for i in range(0, 15, 3)] == [1] * 5
                assert len(set(found)) == 5
            version = here.view(0)["table"]["version"]
            assert server.stop() == 0
        assert version == 1 + 5 + 1 + 25  # opened, taken, begun, moved

    def test_one_seat_for_two(self, tables: Tables) -> None:
        table_state = tables.open(SLUG, 4, game(SLUG).Options(), "en")
        code = tables.code(table_state, 0)
        found = together(*(partial(tables.take, code, 0, f"Player {i}", i, "") for i in range(6)))
        assert sorted(type(x).__name__ for x in found) == ["Taken"] * 5 + ["tuple"]
        assert len(holders(tables, table_state.id)) == 1

    def test_one_name_for_two(self, tables: Tables) -> None:
        table_state = tables.open(SLUG, 4, game(SLUG).Options(), "en")
        works = [partial(tables.take, tables.code(table_state, i), i, "Zoe", i, "") for i in range(4)]
        assert sorted(type(x).__name__ for x in together(*works)) == ["Taken"] * 3 + ["tuple"]

    def test_notes_of_one_page(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        found = together(*(partial(tables.note, table, 0, {f"n{i}": i}) for i in range(8)))
        assert sorted(found) == list(range(1, 9))
        assert tables.notes(table, 0) == (8, {f"n{i}": i for i in range(8)})

    def test_two_hosts_begin(self, tables: Tables) -> None:
        table, _ = dealt(tables)
        tables.abandon(table)
        found = together(*[partial(tables.begin, table)] * 4)
        assert sorted(type(x).__name__ for x in found) == ["BadRequest"] * 3 + ["NoneType"]
        assert tables.table_state(table).number == 2

    def test_many_tables(self, tables: Tables) -> None:
        """Reading and writing, each table alone with itself."""
        names = [dealt(tables)[0] for _ in range(6)]
        assert together(*(partial(play, tables, name, 12) for name in names)) == [None] * 6
        assert all(len(tables.table_state(name).turns) == 13 for name in names)


class TestTwoServers:
    """Two programs over one database: the primary key decides, not luck."""

    @pytest.fixture
    def other(self, tmp_path: Path, tables: Tables) -> Tables:
        return tables_in(tmp_path)

    def test_the_same_move_at_both(self, tables: Tables, other: Tables) -> None:
        table, _ = dealt(tables)
        assert other.table_state(table).version == tables.table_state(table).version
        seat, made = ask(tables, table)
        assert other.play(table, seat, made) == tables.play(table, seat, made)
        assert len(moved(tables, table)) == 1

    def test_old_memory_meets_the_primary_key(
        self, tables: Tables, other: Tables, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The other one still knows the table as it was: its version is taken, so it reads again and goes on."""
        table, _ = dealt(tables)
        other.table_state(table)
        one, two = declare(tables, table, 0), declare(tables, table, 1)
        first = tables.play(table, 0, one)
        met = []
        real = other.store.write

        def write(change: WriteSet) -> None:
            try:
                real(change)
            except Conflict as conflict:
                met.append(conflict)
                raise

        monkeypatch.setattr(other.store, "write", write)
        second = other.play(table, 1, two)
        assert len(met) == 1
        versions = [msgspec.json.decode(reply.body)["version"] for reply in (first, second)]
        assert [v for v, _ in moved(other, table)] == versions and versions[1] == versions[0] + 1
        assert other.play(table, 1, two) == second == tables.play(table, 1, two)

    def test_both_at_once(self, tables: Tables, other: Tables) -> None:
        table, _ = dealt(tables, 4, target=5)
        for _ in range(5):
            before = tables.store.version(table)
            tables.cache.known.clear()
            calls = [declare(tables, table, seat) for seat in range(4)]
            works = [partial(t.play, table, seat, calls[seat]) for t in (tables, other) for seat in range(4)]
            found = together(*(partial(retry_while_locked, work) for work in works))
            assert found[:4] == found[4:], found
            assert [v for v, _ in moved(other, table)][-4:] == [before + 1, before + 2, before + 3, before + 4]

    def test_a_phone_that_lost_its_seat_at_one_does_nothing_at_the_other(self, tables: Tables, other: Tables) -> None:
        """The other one remembers the old phone until it meets the primary key; then it asks again who may."""
        table, phones = dealt(tables)
        other.table_state(table)
        seat, made = ask(tables, table)
        tables.free(table, seat)
        with pytest.raises(NotYours):
            other.play(table, seat, made, phones[seat])
        tables.free(table, 3)
        with pytest.raises(NotYours):
            other.note(table, 3, {"a": 1}, phones[3])
        assert tables.notes(table, 3) == (0, {}) and not moved(tables, table)

    def test_nothing_is_refused_for_what_old_memory_knows(self, tables: Tables, other: Tables) -> None:
        """The offer is open by now, whatever the other one remembers; and what was paused goes on."""
        table, _ = dealt(tables)
        other.table_state(table)
        play(tables, table, 1)
        seat, made = ask(tables, table)
        assert other.play(table, seat, made).status == 200
        tables.cache.known.clear()
        tables.pause(table, True)
        other.cache.known.clear()
        assert other.table_state(table).paused
        tables.pause(table, False)
        seat, made = ask(tables, table)
        assert other.play(table, seat, made).status == 200

    def test_what_the_host_does_with_old_memory_is_done_at_the_second_try(self, tables: Tables, other: Tables) -> None:
        table, _ = dealt(tables)
        other.table_state(table)
        tables.rename(table, 0, "Zoe", 0)
        with pytest.raises(Conflict):
            other.absent(table, 1, True)
        other.absent(table, 1, True)
        assert (other.table_state(table).chairs[0].name, other.table_state(table).chairs[1].absent) == ("Zoe", True)

    def test_notes_of_both_are_kept(self, tables: Tables, other: Tables) -> None:
        table, _ = dealt(tables)
        works = [partial(t.note, table, 0, {f"n{i}": i}) for i, t in enumerate([tables, other] * 3)]
        assert sorted(together(*(partial(retry_while_locked, work) for work in works))) == [1, 2, 3, 4, 5, 6]
        assert other.notes(table, 0)[1] == {f"n{i}": i for i in range(6)}

    def test_a_database_that_is_always_ahead(self, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
        table, _ = dealt(tables)
        seat, made = ask(tables, table)

        def write(change: WriteSet) -> None:
            raise Conflict

        monkeypatch.setattr(tables.store, "write", write)
        with pytest.raises(Busy) as caught:
            tables.play(table, seat, made)
        assert caught.value.status == 503, "the page tries again by itself"
        with pytest.raises(Busy):
            tables.open(SLUG, 4, game(SLUG).Options(), "en")
