"""Everybody is told: a notice stays on each phone until its owner puts it away, and in the log for the whole game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from support.companion.playing import play
from support.companion.rig import Browser, app_of, host_of, seated, tables_in

from companion.errors import BadRequest, Busy, NotYours, Taken
from companion.service.tables import Tables
from companion.storage.tokens import token
from companion.table import state as s
from companion.table.acts import Act, SeatTaken, encode
from companion.table.notices import notices_that_hold, unread_notices
from companion.table.seating import CHANGES, CHANGES_PLAYING, PHONES
from companion.table.state import ALIKE, OLD_NOTICES, Notice
from referee.registry import GAMES, game, pieces


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    """Tables in a folder."""
    found = tables_in(tmp_path)
    yield found
    found.store.close()


def begun(tables: Tables, slug: str = "fully") -> tuple[str, list[str]]:
    """A table where a game is played; the token of each phone."""
    table_state = tables.open(slug, pieces(slug).USUAL, game(slug).Options(), "en")
    called = [f"Player {i + 1}" for i in range(table_state.seats)]
    phones = [tables.take(tables.code(table_state, i), i, name, i, "")[1] for i, name in enumerate(called)]
    tables.begin(table_state.id)
    return table_state.id, phones


def join(tables: Tables, table: str, seat: int, name: str = "") -> str:
    """One more phone, or the first; its token."""
    return tables.take(tables.code(tables.table_state(table), seat), seat, name, 0, "")[1]


def kinds(tables: Tables, table: str, seat: int, phone: str) -> list[str]:
    """What a phone shows: who came and went, then the rest, in both the latest first."""
    return [notice.kind for notice in tables.notices(table, seat, phone)]


def on_hand(page: str) -> list[int]:
    """The notices on a hand that wait to be put away."""
    return [int(version) for version in re.findall(r'class="notice" id="notice-(\d+)"', page)]


def in_log(page: str) -> list[int]:
    """The notices in its log."""
    return [int(version) for version in re.findall(r'id="told-(\d+)"', page)]


class TestUntilItIsPutAway:
    def test_an_intruder_cannot_hide_that_he_came(self, tables: Tables) -> None:
        """Four changes of colour, four of the name, and whatever else he can do at once."""
        app = app_of(tables)
        table, phones = seated(app, tables, "fully")
        tables.begin(table)
        intruder = Browser(app)
        hand = intruder.sit(tables.code(tables.table_state(table), 1), 1)
        came = tables.table_state(table).version
        answers = [
            intruder.post(
                f"{hand}/name", {"name": f"Player 2{'abc'[n % 3] if n > 3 else ''}", "colour": n % 8}
            ).status_code
            for n in range(40)
        ]
        assert set(answers) == {200, 429} and tables.table_state(table).version == came + CHANGES_PLAYING
        assert intruder.post(f"{hand}/read", {"version": tables.table_state(table).version}).status_code == 200
        for seat, phone in enumerate(phones):
            page = phone.get(f"/t/{table}/seat/{seat}").text
            assert on_hand(page)[0] == came and came in in_log(page)
        assert on_hand(Browser(app).get(f"/t/{table}").text)[0] == came
        assert on_hand(intruder.get(hand).text) == []
        assert in_log(intruder.get(hand).text)[-1] == came

    def test_it_stays_however_long_the_game_is(self, tables: Tables) -> None:
        table, phones = begun(tables, "code777")
        tables.free(table, 2)
        new = join(tables, table, 2, "New")
        play(tables, table, 30)
        assert tables.table_state(table).version > 30
        for seat, phone in enumerate([*phones[:2], new, phones[3]]):
            assert kinds(tables, table, seat, phone) == ["took", "freed"]

    def test_each_phone_puts_away_its_own(self, tables: Tables, tmp_path: Path) -> None:
        """Also of the same seat; and it stays so after the server has started again."""
        table, phones = begun(tables)
        second = join(tables, table, 0)
        version = tables.table_state(table).version
        tables.put_away(table, 0, version, phones[0])
        again = tables_in(tmp_path)
        for one in (tables, again):
            assert kinds(one, table, 0, phones[0]) == []
            assert kinds(one, table, 0, second) == kinds(one, table, 1, phones[1]) == ["more"]
        again.store.close()

    def test_what_came_meanwhile_stays(self, tables: Tables) -> None:
        """Whoever taps has seen what his page shows, and nothing later."""
        table, phones = begun(tables)
        tables.absent(table, 1, True)
        shown = tables.notices(table, 0, phones[0])[0].version
        tables.absent(table, 1, False)
        tables.put_away(table, 0, shown, phones[0])
        assert kinds(tables, table, 0, phones[0]) == ["back"]
        tables.put_away(table, 0, 0, phones[0])  # a tap that was late brings nothing back
        assert kinds(tables, table, 0, phones[0]) == ["back"]

    def test_it_is_no_act_and_nobody_hears_of_it(self, tables: Tables) -> None:
        table, phones = begun(tables)
        tables.absent(table, 1, True)
        version = tables.table_state(table).version
        listener = tables.hub.listen(table, 1)
        tables.put_away(table, 0, version, phones[0])
        assert tables.table_state(table).version == version == tables.store.version(table)
        assert tables.hub.here(table) == {1} and listener.next(0) is None

    def test_bad_ones_change_nothing(self, tables: Tables) -> None:
        table, phones = begun(tables)
        tables.absent(table, 1, True)
        for version in (-1, tables.table_state(table).version + 1, 10**30):
            with pytest.raises(BadRequest):
                tables.put_away(table, 0, version, phones[0])
        for seat, phone in ((0, phones[1]), (0, ""), (0, token())):
            with pytest.raises(NotYours):
                tables.put_away(table, seat, 1, phone)
        assert kinds(tables, table, 0, phones[0]) == ["absent"]

    def test_a_seat_that_is_released_forgets_it(self, tables: Tables) -> None:
        """Whoever sits there next is told all that is to be known of this game."""
        table, phones = begun(tables)
        tables.absent(table, 1, True)
        tables.put_away(table, 0, tables.table_state(table).version, phones[0])
        tables.free(table, 0)
        assert kinds(tables, table, 0, join(tables, table, 0, "New")) == ["took", "freed", "absent"]

    def test_it_stays_over_games_and_each_game_has_its_own_log(self, tables: Tables, tmp_path: Path) -> None:
        table, phones = begun(tables)
        tables.absent(table, 1, True)
        tables.put_away(table, 1, tables.table_state(table).version, phones[1])
        for _ in range(3):
            tables.abandon(table)
            tables.begin(table)
        again = tables_in(tmp_path)
        for one in (tables, again):
            assert kinds(one, table, 0, phones[0]) == ["absent"]
            assert kinds(one, table, 1, phones[1]) == []
            assert one.table_state(table).notices_of_this_game == []
        again.store.close()
        tables.free(table, 2)
        assert kinds(tables, table, 2, join(tables, table, 2, "New")) == ["took", "freed"], "of this game alone"

    def test_what_is_kept_of_games_long_over_is_bounded(self, tables: Tables) -> None:
        table, phones = begun(tables)
        for _ in range(60):
            for absent in (True, False, True, False):
                tables.absent(table, 1, absent)
            tables.abandon(table)
            tables.begin(table)
        assert len(tables.table_state(table).notices) <= OLD_NOTICES + 2 * ALIKE
        assert kinds(tables, table, 0, phones[0]) == [], "with a new game nobody is coming back"


class TestWhileItHolds:
    def test_an_open_seat_is_one_until_somebody_sits_there(self, tables: Tables) -> None:
        """Nobody has to put away what is so no longer, on phones or on the table screen; who has sat down, and where one
        more phone came, is told until it is read."""
        table, (phone, *_) = begun(tables)
        host = host_of(app_of(tables))

        def told() -> tuple[list[str], list[int]]:
            """Kinds on a phone, and how many notices lie on the table screen."""
            return kinds(tables, table, 0, phone), on_hand(host.get(f"/t/{table}").text)

        tables.free(table, 3)
        tables.absent(table, 3, True)
        tables.absent(table, 3, False)
        assert told()[0] == ["freed", "back"]
        page = host.get(f"/t/{table}").text
        assert "Seat 4 is open again." in page and "is back" not in page, "who left is not back"
        join(tables, table, 3, "New")
        join(tables, table, 3)
        seen, screen = told()
        assert seen == ["more", "took", "freed"] and len(screen) == 3

    def test_a_robot_takes_the_place_of_an_open_seat_and_makes_room(self, tables: Tables) -> None:
        """Whatever was put away between."""
        table, (phone, *_) = begun(tables, "code777")
        tables.free(table, 3)
        tables.put_away(table, 0, tables.table_state(table).version, phone)
        tables.absent(table, 3, True)
        tables.absent(table, 3, False)
        tables.absent(table, 3, True, "good")
        assert kinds(tables, table, 0, phone) == ["robot"]
        tables.abandon(table)
        join(tables, table, 3, "New")
        assert kinds(tables, table, 0, phone) == ["sat"], "no robot plays there any more"

    def test_whoever_came_back_is_there_when_a_new_game_begins(self, tables: Tables) -> None:
        """Who is away still is so."""
        table, (phone, *_) = begun(tables, "code777")
        tables.absent(table, 1, True)
        tables.absent(table, 1, False)
        tables.absent(table, 2, True)
        assert kinds(tables, table, 0, phone) == ["absent", "back"]
        tables.abandon(table)
        tables.begin(table)
        assert kinds(tables, table, 0, phone) == ["absent"]

    def test_a_seat_that_is_no_more_tells_nothing_of_who_plays_there(self) -> None:
        """Fewer play now; who came and went is told all the same."""
        told = [Notice(1, "absent", 4, "E"), Notice(2, "back", 4, "E"), Notice(3, "freed", 4, "E")]
        now = s.TableState("few")
        now.chairs = [s.Chair("A", taken=True)]
        assert [n.kind for n in notices_that_hold(told, now)] == ["freed"]

    def test_what_is_told_of_somebody_is_not_told_of_whoever_sits_there_after_him(self, tables: Tables) -> None:
        """A stranger on the seat was called by the name of who had left, and was said to be back, or away."""
        table, (phone, *_) = begun(tables, "code777")
        host = host_of(app_of(tables))
        tables.absent(table, 3, True)
        tables.absent(table, 3, False)
        assert kinds(tables, table, 0, phone) == ["back"]
        tables.free(table, 3)
        assert kinds(tables, table, 0, phone) == ["freed"]
        join(tables, table, 3, "New")
        assert kinds(tables, table, 0, phone) == ["took", "freed"]
        assert len(on_hand(host.get(f"/t/{table}").text)) == 2
        tables.absent(table, 3, True, "good")
        assert kinds(tables, table, 0, phone) == ["took", "freed", "robot"]
        tables.absent(table, 3, True)
        assert kinds(tables, table, 0, phone) == ["took", "freed", "absent"], (
            "what nobody else does a robot does not do"
        )
        tables.free(table, 3)
        tables.abandon(table)
        join(tables, table, 3, "Newer")
        assert "absent" not in kinds(tables, table, 0, phone)

    def test_whose_hand_was_played_learns_it_when_he_looks(self, tables: Tables) -> None:
        """A new game puts away that somebody is back, but not on his own phone: he may have known nothing of it."""
        table, phones = begun(tables, "code777")
        tables.absent(table, 3, True, "good")
        tables.absent(table, 3, False)
        tables.abandon(table)
        tables.begin(table)
        assert kinds(tables, table, 0, phones[0]) == []
        assert kinds(tables, table, 3, phones[3]) == ["back"]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("paper", [False, True])
def test_the_log_of_every_game_has_them(slug: str, paper: bool, lang: str, tables: Tables) -> None:
    """On each phone, under a tab that it has, and on the table screen."""
    app = app_of(tables)
    if paper and "pieces" not in game(slug).Options.__struct_fields__:
        pytest.skip("it is played on phones alone")
    options = game(slug).Options(pieces="paper") if paper else game(slug).Options()
    table, phones = seated(app, tables, slug, options=options)
    host = host_of(app)
    assert host.post(f"/t/{table}/begin").status_code == 200
    tables.absent(table, 2, True)
    tables.rename(table, 0, "Zoé", 5)
    tables.absent(table, 1, True)
    versions = [notice.version for notice in tables.table_state(table).notices][::-1]
    phones[0].client.set_cookie("lang", lang, domain="127.0.0.1")
    hand = f"/t/{table}/seat/0"
    page = phones[0].get(hand).text
    assert on_hand(page) == in_log(page) == versions
    assert {"en": "Put away", "fr": "Ranger"}[lang] in page
    read = re.search(r'data-post="([^"]+/read)"><input type="hidden" name="version" data-as="int" value="(\d+)"', page)
    assert read and phones[0].post(read[1], {"version": int(read[2])}).json == {}
    for path in ("", "/part"):
        page = phones[0].get(hand + path).text
        assert on_hand(page) == [] and in_log(page) == versions and "/read" not in page
    tab = re.search(r'class="tab tab-(\w+) panel" id="told"', page)
    assert tab and f'data-set="tab={tab[1]}"' in page
    for browser in (host, Browser(app)):
        assert on_hand(browser.get(f"/t/{table}").text) == versions


class TestBeforeTheGame:
    def test_one_more_phone_on_a_shared_seat_stays_known(self, tables: Tables) -> None:
        """It came before the game and looks on in it."""
        table_state = tables.open("fully", 4, game("fully").Options(), "en")
        phones = [join(tables, table_state.id, i, f"P{i}") for i in range(4)]
        join(tables, table_state.id, 1)
        tables.absent(table_state.id, 3, True)
        assert kinds(tables, table_state.id, 0, phones[0]) == ["more", "absent"]
        tables.begin(table_state.id)
        tables.abandon(table_state.id)
        tables.begin(table_state.id)
        assert kinds(tables, table_state.id, 0, phones[0]) == ["more", "absent"], "until it is put away"

    def test_a_phone_that_lost_the_seat_again_is_told_with_it(self, tables: Tables) -> None:
        table_state = tables.open("fully", 4, game("fully").Options(), "en")
        phones = [join(tables, table_state.id, i, f"P{i}") for i in range(4)]
        join(tables, table_state.id, 1)
        tables.free(table_state.id, 1)
        join(tables, table_state.id, 1, "P1")
        tables.begin(table_state.id)
        assert kinds(tables, table_state.id, 0, phones[0]) == ["freed", "more"]

    def test_after_a_game_it_is_told_who_sits_down(self, tables: Tables) -> None:
        table, phones = begun(tables)
        tables.abandon(table)
        tables.free(table, 1)
        join(tables, table, 1, "New")
        assert kinds(tables, table, 0, phones[0]) == ["sat", "freed"]


class TestWhatMakesThem:
    def test_names_and_colours_change_rarely(self, tables: Tables, tmp_path: Path) -> None:
        """More often before the game; a server that starts again counts on."""
        table_state = tables.open("code777", 4, game("code777").Options(), "en")
        table = table_state.id
        phones = [join(tables, table, i, f"P{i}") for i in range(4)]
        for n in range(CHANGES):
            tables.rename(table, 0, f"A{n}", 0)
        with pytest.raises(Busy, match="30 times"):
            tables.rename(table, 0, "B", 0)
        with pytest.raises(Busy):
            tables.take(tables.code(table_state, 0), 0, "B", 0, phones[0])
        tables.rename(table, 0, "A29", 0)  # the same is no change
        tables.rename(table, 1, "B", 1)  # another seat
        assert tables.table_state(table).notices == []
        tables.begin(table)
        for n in range(CHANGES_PLAYING):
            phones[0] = tables.take(tables.code(table_state, 0), 0, f"C{n}", 0, phones[0])[1]
        again = tables_in(tmp_path)
        for one in (tables, again):
            version = one.table_state(table).version
            with pytest.raises(Busy):
                one.rename(table, 0, "D", 0)
            assert one.table_state(table).version == version
        again.store.close()
        told = [(n.kind, n.was, n.name) for n in tables.table_state(table).notices]
        assert told == [("renamed", was, new) for was, new in (("A29", "C0"), ("C0", "C1"), ("C1", "C2"), ("C2", "C3"))]
        tables.free(table, 0)
        join(tables, table, 0, "E")
        tables.rename(table, 0, "F", 0)

    def test_a_shared_seat_has_room_for_so_many_phones(self, tables: Tables) -> None:
        table, _ = begun(tables)
        for _ in range(PHONES - 1):
            join(tables, table, 1)
        version = tables.table_state(table).version
        with pytest.raises(Taken, match="6 phones"):
            join(tables, table, 1)
        assert tables.table_state(table).version == version
        assert [n.kind for n in tables.table_state(table).notices] == ["more"] * (PHONES - 1)

    def test_a_new_name_is_told_from_the_one_that_was_known(self) -> None:
        """However many there were between."""
        told = [
            Notice(1, "renamed", 0, "B", "A"),
            Notice(2, "more", 0, "B"),
            Notice(3, "recoloured", 0, "B", colour=3),
            Notice(4, "renamed", 1, "Y", "X"),
            Notice(5, "renamed", 0, "C", "B"),
            Notice(6, "recoloured", 0, "C", colour=4),
        ]
        found = [(n.version, n.was, n.name) for n in unread_notices(told)]
        assert found == [(2, "", "B"), (6, "", "C"), (5, "A", "C"), (4, "X", "Y")]
        assert [n.version for n in unread_notices(told, 4)] == [6, 5] and unread_notices(told, 6) == []
        assert unread_notices([told[0], Notice(7, "renamed", 0, "A", "B")])[0].was == "B"  # not: A is now called A

    def test_a_log_of_thousands_of_renames_is_read(self, tables: Tables) -> None:
        """As an older version let them through: nothing piles up, and what else was told stays."""
        table, _ = begun(tables)
        tables.free(table, 3)
        log = tables.store.acts(table)
        version = log[-1][0]
        acts: list[Act] = [SeatTaken(i % 2, f"N{i}", i % 8) for i in range(3000)]
        acts += [SeatTaken(2, "Player 3", 2)] * 3000
        log += [(version + n, encode(act)) for n, act in enumerate(acts, 1)]
        found = s.fold(table, log)
        assert found.chairs[0].changes == found.chairs[1].changes == 1500
        assert len(found.notices) == 1 + 3 * s.ALIKE
        assert found.notices[0].kind == "freed"
        names = [n.name for n in found.notices if n.seat == 0]
        assert names[:-1] == [f"N{2 * i}" for i in range(ALIKE - 1)], "nobody pushes out how it began"
        assert names[-1] == "N2998"

    def test_an_older_log_has_no_more_in_it(self) -> None:
        """What is folded beside the log has defaults."""
        chair = msgspec.convert({"name": "Anne", "colour": 1, "taken": True}, s.Chair)
        notice = msgspec.convert({"version": 1, "kind": "freed", "seat": 0, "name": "Anne"}, Notice)
        assert (chair.changes, notice.was, notice.colour) == (0, "", 0)


def test_a_seat_that_nobody_took_has_no_name_to_be_away(tables: Tables) -> None:
    """Somebody who never sat there is not away and does not come back; and a sentence begins large."""
    host = host_of(app_of(tables))
    table_state = tables.open("code777", 4, game("code777").Options(), "en")
    table = table_state.id
    for seat, name in enumerate(("Anne", "Mario", "Nora")):
        tables.take(tables.code(table_state, seat), seat, name, seat, "")
    tables.absent(table, 3, True)
    tables.begin(table)
    tables.absent(table, 3, False)
    page = host.get(f"/t/{table}").text
    assert "Nobody sits on seat 4: it runs by itself." in page and "is away" not in page
    assert "Seat 4 is open again." in page and "is back" not in page


def test_only_the_last_of_who_plays_on_a_seat_is_told(tables: Tables) -> None:
    """Whoever is back is not played for by a robot any more, nor away."""
    table, (phone, *_) = begun(tables, "code777")
    tables.absent(table, 1, True, "good")
    tables.absent(table, 1, False)
    assert kinds(tables, table, 0, phone) == ["back"]
    tables.absent(table, 1, True)
    assert kinds(tables, table, 0, phone) == ["absent"]


def test_what_happened_while_people_sat_down_leaves_the_screen_with_the_game(tables: Tables) -> None:
    """It took a third of the board for a whole game. It is told in the list of all; a phone more on a seat stays."""
    table_state = tables.open("fully", 4, game("fully").Options(), "en")
    table = table_state.id
    for seat in range(4):
        join(tables, table, seat, f"P{seat}")
    join(tables, table, 1)
    tables.free(table, 2)
    join(tables, table, 2, "P2")
    host = host_of(app_of(tables))
    freed, more = "has released a seat", "One more phone holds this seat"
    before = host.get(f"/t/{table}").text
    assert freed in before and more in before
    tables.begin(table)
    page = host.get(f"/t/{table}").text
    now, _, whole = page[page.index('class="notices"') :].partition('id="every-notice"')
    assert freed not in now and more in now and freed in whole
    tables.free(table, 2)
    page = host.get(f"/t/{table}").text
    assert freed in page[page.index('class="notices"') :].partition('id="every-notice"')[0]
