"""The fair deal: committed, pledged, closed, revealed, dealt; and nobody is waited for, and nothing is told too early."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.companion.before import known, unpack
from support.companion.rig import app_of, host_of, seated, tables_in
from support.companion.running import Phone, Running
from support.companion.standstill import frozen

from companion.errors import BadRequest, NotYours, OfferClosed, Taken
from companion.service import fair_deal
from companion.service.tables import Tables
from companion.storage.store import Store
from companion.storage.tokens import FolderSecret, hashed, load_secret
from companion.table import acts
from companion.table import state as s
from referee.chance import commitment, mixed, pledge
from referee.record import verify
from referee.registry import GAMES, game

SLUG = "code777"
R = [bytes([i + 1]) * 16 for i in range(5)]


class Clock:
    """Stands still until somebody sets it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Room:
    """A table with phones on some of its seats; the others run by themselves."""

    def __init__(self, folder: Path, phones: int = 2, seats: int = 3, slug: str = SLUG, **more: Any) -> None:
        self.clock, self.folder = Clock(), folder
        options = more.pop("options", None) or game(slug).Options()
        self.tables = tables_in(folder, clock=self.clock, **more)
        self.id = self.tables.open(slug, seats, options, "en").id
        self.devices = [self.sit(seat) for seat in range(phones)]
        for seat in range(phones, seats):
            self.tables.absent(self.id, seat, True)

    @property
    def table_state(self) -> s.TableState:
        return self.tables.table_state(self.id)

    @property
    def committed(self) -> str:
        return self.tables.fairness.commitment(self.table_state)

    def sit(self, seat: int, device: str = "") -> str:
        table_state = self.tables.table_state(self.id)
        return self.tables.take(self.tables.code(table_state, seat), seat, f"Player {seat + 1}", seat, device)[1]

    def pledge(self, seat: int, share: bytes | None = None, device: str = "") -> None:
        promised = pledge(self.committed, share or R[seat]).hex()
        self.tables.pledge(self.id, seat, promised, self.committed, device or self.devices[seat])

    def reveal(self, seat: int, share: bytes | None = None, device: str = "") -> bool:
        return self.tables.reveal(self.id, seat, (share or R[seat]).hex(), device or self.devices[seat])

    def begin(self, *pledging: int) -> None:
        for seat in pledging:
            self.pledge(seat)
        self.tables.begin(self.id)

    def restart(self) -> None:
        self.tables.store.close()
        self.tables = tables_in(self.folder, clock=self.clock)
        self.tables.wake()

    def later(self, seconds: float) -> None:
        self.clock.now += seconds
        self.tables.expire_clocks()

    def record(self, number: int = 1) -> Any:
        self.tables.abandon(self.id)
        return verify(self.tables.record(self.id, number)).setup


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


# Before the game


def test_the_seed_of_the_next_game_is_fixed_and_survives_a_restart(room: Room) -> None:
    before = room.committed
    assert before
    room.restart()
    assert room.committed == before
    room.tables.begin(room.id)
    assert room.committed == "", "while a game is played"
    assert room.table_state.commitment == before
    room.tables.abandon(room.id)
    assert room.committed not in ("", before)


def test_without_a_pledge_the_game_is_dealt_at_once(room: Room) -> None:
    room.begin()
    assert room.table_state.phase == "playing"
    assert room.record().pledges == ()


def test_where_nothing_is_left_to_chance_nothing_is_pledged(tmp_path: Path) -> None:
    paper = game("rallye").Options(pieces="paper", dice="table")
    assert not paper.sealed
    room = Room(tmp_path, slug="rallye", options=paper)
    assert room.committed == ""
    with pytest.raises(OfferClosed):
        room.tables.pledge(room.id, 0, "00" * 32, "", room.devices[0])
    room.begin()
    assert room.table_state.phase == "playing"


def test_a_pledge_is_kept_once_and_may_be_made_anew_by_the_same_phone(room: Room) -> None:
    room.pledge(0)
    version = room.table_state.version
    room.pledge(0)
    assert room.table_state.version == version
    room.pledge(0, R[4])
    room.begin()
    with pytest.raises(BadRequest, match="not the share"):
        room.reveal(0, R[0])
    assert room.reveal(0, R[4])


def test_nobody_fills_the_log_with_pledges(room: Room) -> None:
    for i in range(fair_deal.PLEDGES):
        room.pledge(0, bytes([i]) * 16)
    version = room.table_state.version
    with pytest.raises(OfferClosed, match="often enough"):
        room.pledge(0, b"x" * 16)
    assert room.table_state.version == version


def test_a_pledge_under_another_commitment_is_refused(room: Room) -> None:
    with pytest.raises(OfferClosed):
        room.tables.pledge(room.id, 0, "00" * 32, "00" * 32, room.devices[0])


@pytest.mark.parametrize("text", ["", "00", "zz" * 32, "AB" * 32, "00" * 33])
def test_rubbish_is_refused(room: Room, text: str) -> None:
    with pytest.raises(BadRequest):
        room.tables.pledge(room.id, 0, text, room.committed, room.devices[0])
    with pytest.raises(BadRequest):
        room.tables.reveal(room.id, 0, text, room.devices[0])


def test_a_pledge_is_for_the_phone_of_its_seat(room: Room) -> None:
    with pytest.raises(NotYours):
        room.pledge(0, device=room.devices[1])
    room.begin(0)
    with pytest.raises(NotYours):
        room.reveal(0, device=room.devices[1])


def test_of_phones_that_share_a_seat_the_first_one_pledges(tmp_path: Path) -> None:
    room = Room(tmp_path, 4, 4, "fully")
    other = room.sit(0)
    room.pledge(0)
    with pytest.raises(Taken):
        room.pledge(0, R[4], other)


def test_a_seat_that_is_released_loses_its_pledge_and_its_next_phone_pledges(room: Room) -> None:
    room.pledge(0)
    room.tables.free(room.id, 0)
    assert room.tables.fairness.public(room.table_state).promised == ("", "", "")
    with pytest.raises(NotYours):
        room.pledge(0)
    new = room.sit(0)
    room.pledge(0, R[4], new)
    room.begin()
    assert room.reveal(0, R[4], new)


def test_a_seat_that_falls_away_takes_its_pledge_along(room: Room) -> None:
    room.pledge(0)
    room.pledge(1)
    room.tables.free(room.id, 1)
    room.tables.arrange(room.id, 2, room.table_state.options, "en")
    room.tables.absent(room.id, 1, True)
    room.begin()
    assert room.reveal(0)
    assert room.record().shares == (R[0], None)


def test_another_secret_of_the_folder_makes_old_pledges_worth_nothing(room: Room) -> None:
    """Its commitments are other ones: phones see that, and pledge anew."""
    room.pledge(0)
    before = room.committed
    room.tables.store.close()
    room.tables = Tables(
        Store(f"sqlite:///{room.folder / 'tables.sqlite'}"), FolderSecret(b"\1" * 32), clock=room.clock
    )
    assert room.committed != before
    assert not any(room.tables.fairness.public(room.table_state).promised)
    room.begin()
    assert room.table_state.phase == "playing"


# The deal


def test_the_game_is_dealt_from_all_shares_when_the_last_one_is_there(room: Room) -> None:
    before = room.committed
    room.begin(0, 1)
    assert (room.table_state.phase, room.table_state.number) == ("open", 0)
    assert room.tables.fairness.public(room.table_state).dealing
    assert not room.reveal(0)
    assert room.reveal(1)
    table_state = room.table_state
    assert (table_state.phase, table_state.number, table_state.dealing) == ("playing", 1, None)
    assert table_state.commitment == before == commitment(table_state.seed)
    assert table_state.dice == mixed(
        table_state.seed, [pledge(before, R[0]), pledge(before, R[1]), None], [R[0], R[1], None]
    )
    found = room.record()
    assert found.shares == (R[0], R[1], None)
    assert found.seed == table_state.seed


def test_another_share_is_another_deal(tmp_path: Path) -> None:
    dealt = []
    for number, share in enumerate((R[0], R[0], R[4])):
        (tmp_path / str(number)).mkdir()
        room = Room(tmp_path / str(number), dice=lambda size: b"\7" * size)
        room.pledge(0, share)
        room.begin()
        room.reveal(0, share)
        dealt.append(room.table_state.turns[0].events)
    assert dealt[0] == dealt[1] != dealt[2]


def test_a_whole_game_and_its_robots_follow_from_the_mixed_seed(room: Room) -> None:
    """Every move of absent seats, too: the record verifies."""
    room.begin(0, 1)
    room.reveal(0)
    room.reveal(1)
    for seat in (0, 1):
        room.tables.absent(room.id, seat, seat == 0)
    room.tables.after_move(room.id)
    assert len(room.table_state.turns) > 1
    assert room.record().shares == (R[0], R[1], None)


def test_dice_that_are_rolled_later_follow_from_the_mixed_seed_too(tmp_path: Path) -> None:
    """By seats that run by themselves: else the record would not verify."""
    room = Room(tmp_path, slug="rallye")
    room.begin(0, 1)
    room.reveal(0)
    room.reveal(1)
    room.tables.absent(room.id, 0, True)
    room.tables.after_move(room.id)
    if not any(turn.actor is not None for turn in room.table_state.turns):
        room.tables.absent(room.id, 1, True)
        room.tables.absent(room.id, 0, False)
        room.tables.after_move(room.id)
    assert any(type(event).__name__ == "Drove" for turn in room.table_state.turns for event in turn.events)
    assert room.record().shares == (R[0], R[1], None)


def test_a_phone_that_gives_nothing_holds_up_nobody(room: Room) -> None:
    room.begin(0, 1)
    room.reveal(0)
    room.later(fair_deal.PATIENCE - 0.1)
    assert room.table_state.phase == "open"
    room.later(0.2)
    assert room.table_state.phase == "playing"
    with pytest.raises(OfferClosed):
        room.reveal(1)
    found = room.record()
    assert found.shares == (R[0], None, None)
    assert found.pledges[1] == pledge(commitment(found.seed), R[1])


def test_a_clock_that_is_set_back_holds_up_nobody_either(room: Room) -> None:
    room.begin(0)
    room.later(-100)
    assert room.table_state.phase == "playing"


def test_what_does_not_fit_the_pledge_is_as_if_not_given(room: Room) -> None:
    room.begin(0, 1)
    version = room.table_state.version
    for seat, share in ((0, R[1]), (1, R[0]), (0, bytes(16))):
        with pytest.raises(BadRequest, match="not the share"):
            room.reveal(seat, share)
    assert room.table_state.version == version
    assert not room.reveal(0)


def test_a_share_twice_is_a_share_once(room: Room) -> None:
    room.begin(0, 1)
    room.reveal(0)
    version = room.table_state.version
    assert not room.reveal(0)
    assert room.table_state.version == version
    assert room.reveal(1)
    version = room.table_state.version
    assert not room.reveal(1), "the answer was lost, and it asks again"
    assert room.table_state.version == version


def test_a_share_of_the_last_game_is_none_of_this_one(room: Room) -> None:
    room.begin(0)
    room.reveal(0)
    room.tables.abandon(room.id)
    room.pledge(0, R[4])
    room.tables.begin(room.id)
    with pytest.raises(BadRequest):
        room.reveal(0, R[0])
    assert room.reveal(0, R[4])
    assert [room.table_state.number, room.table_state.shares[0]] == [2, R[4].hex()]


def test_a_phone_that_comes_while_it_is_dealt_is_too_late(room: Room) -> None:
    room.begin(0)
    committed = room.committed
    with pytest.raises(OfferClosed):
        room.pledge(1)
    with pytest.raises(BadRequest):
        room.reveal(1)
    assert room.committed == committed
    assert room.reveal(0)
    with pytest.raises(OfferClosed):
        room.tables.pledge(room.id, 1, "00" * 32, committed, room.devices[1])


def test_a_seat_that_is_released_while_it_is_dealt(room: Room) -> None:
    """Its phone cannot reveal any more, nor can the next one; the game begins all the same, and the record says so."""
    room.begin(0, 1)
    room.tables.free(room.id, 1)
    with pytest.raises(NotYours):
        room.reveal(1)
    new = room.sit(1)
    with pytest.raises(BadRequest):
        room.reveal(1, R[4], new)
    assert not room.reveal(0)
    room.later(fair_deal.PATIENCE)
    found = room.record()
    assert [bool(each) for each in found.pledges] == [True, True, False]
    assert found.shares == (R[0], None, None)


def test_two_seats_on_one_phone(tmp_path: Path) -> None:
    """It may give a share for one of them, or for each."""
    room = Room(tmp_path, 1, 2)
    room.devices[0] = room.sit(1, room.devices[0])
    room.begin(0)
    assert room.reveal(0)
    room.tables.abandon(room.id)
    room.pledge(0)
    room.pledge(1, device=room.devices[0])
    room.tables.begin(room.id)
    assert not room.reveal(1, device=room.devices[0])
    assert room.reveal(0)
    assert room.record(2).shares == (R[0], R[1])


def test_whoever_gets_a_seat_that_was_released_pledges_afresh(tmp_path: Path) -> None:
    """Also when whoever sat there before had used up all pledges of the seat."""
    room = Room(tmp_path, 2, 2)
    for number in range(fair_deal.PLEDGES):
        room.pledge(0, bytes([number]) * 16)
    with pytest.raises(OfferClosed):
        room.pledge(0, bytes(16))
    room.tables.free(room.id, 0)
    room.devices[0] = room.sit(0)
    room.begin(0)
    assert room.reveal(0)


def test_a_phone_whose_token_changed_is_still_itself(tmp_path: Path) -> None:
    """It took one more seat, at another table perhaps, and has forgotten its share."""
    room = Room(tmp_path, 1, 2)
    room.pledge(0, R[1])
    room.devices[0] = room.sit(1, room.devices[0])
    room.begin(0)
    assert room.reveal(0)


def test_a_closed_table_takes_no_pledge(tmp_path: Path) -> None:
    room = Room(tmp_path, 2, 2)
    committed = room.committed
    room.tables.close(room.id, True)
    assert room.committed == ""
    with pytest.raises(OfferClosed):
        room.tables.pledge(room.id, 0, "ab" * 32, committed, room.devices[0])


def test_nothing_else_is_done_while_it_is_dealt(room: Room) -> None:
    """Nor is anything of it offered to the host."""
    room.begin(0)
    page = host_of(app_of(room.tables)).get(f"/t/{room.id}/part").text
    form = page[page.index('id="arrange"') : page.index("</form>", page.index('id="arrange"'))]
    assert form.count("<select") > 4 and not re.search(r"<select(?![^>]* disabled)", form)
    again: list[Callable[[], Any]] = [
        lambda: room.tables.begin(room.id),
        lambda: room.tables.arrange(room.id, 2, room.table_state.options, "en"),
        lambda: room.tables.abandon(room.id),
        lambda: room.tables.pause(room.id, True),
    ]
    version = room.table_state.version
    for act in again:
        with pytest.raises(BadRequest):
            act()
    assert room.table_state.version == version
    assert room.reveal(0)


def test_a_game_that_is_over_cannot_be_reopened_while_the_next_one_is_dealt(room: Room) -> None:
    room.begin()
    room.table_state.phase = "over"  # as if somebody had won
    room.pledge(0)
    room.tables.begin(room.id)
    assert all(room.tables.offers(room.table_state, actor) == [] for actor in (0, 1, "table"))


# Restarts, other servers


def test_a_restart_between_close_and_deal_loses_nothing_and_gives_phones_their_time_again(room: Room) -> None:
    room.begin(0, 1)
    committed = room.committed
    room.reveal(0)
    room.clock.now += 60
    room.restart()
    assert room.committed == committed
    room.tables.expire_clocks()
    assert room.table_state.dealing, "phones are just coming back"
    assert room.reveal(1)
    assert room.record().shares == (R[0], R[1], None)


def test_a_restart_after_which_nobody_comes_back(room: Room) -> None:
    room.begin(0, 1)
    room.reveal(0)
    room.restart()
    room.later(fair_deal.PATIENCE)
    assert room.record().shares == (R[0], None, None)


def test_the_seed_of_a_deal_that_was_begun_is_the_one_in_the_log(room: Room) -> None:
    """Also when the folder's secret is another one meanwhile."""
    room.begin(0, 1)
    room.reveal(0)
    room.tables.store.close()
    room.tables = Tables(
        Store(f"sqlite:///{room.folder / 'tables.sqlite'}"), FolderSecret(b"\1" * 32), clock=room.clock
    )
    assert room.reveal(1)
    assert room.record().shares == (R[0], R[1], None)


def test_two_servers_on_one_database(room: Room) -> None:
    """Pledges and shares come to either; both see that phones had their time, and one deals."""
    other = tables_in(room.folder, clock=room.clock)
    with closing(other.store):
        other.table_state(room.id)
        room.pledge(0)
        promised = pledge(room.committed, R[1]).hex()
        other.pledge(room.id, 1, promised, room.committed, room.devices[1])
        room.tables.cache.forget(room.id)
        room.tables.begin(room.id)
        other.cache.forget(room.id)
        assert not other.reveal(room.id, 1, R[1].hex(), room.devices[1])
        assert room.reveal(0), "it had not heard of the other one"
        assert room.table_state.shares == (R[0].hex(), R[1].hex(), None)
        other.expire_clocks()
        other.cache.forget(room.id)
        assert other.table_state(room.id).turns == room.table_state.turns


def test_killed_between_close_and_deal(tmp_path: Path) -> None:
    """A real server, really killed: same commitment, same pledges, and the shares are asked for again."""
    with Running(tmp_path) as server:
        tables = Tables(Store(f"sqlite:///{tmp_path / 'tables.sqlite'}"), load_secret(tmp_path))
        table_state = tables.open(SLUG, 2, game(SLUG).Options(), "en")
        codes = [tables.code(table_state, seat) for seat in range(2)]
        tables.store.close()
        phones = [Phone(server), Phone(server)]
        for seat, phone in enumerate(phones):
            phone.get(f"/join/{codes[seat]}")
            assert phone.post(f"/join/{codes[seat]}", {"seat": seat, "name": f"P{seat}"}).status == 200
        pages = [f"/t/{table_state.id}/seat/{seat}" for seat in range(2)]
        for page, phone in zip(pages, phones, strict=True):
            phone.get(page)
        dice = phones[0].get(f"{pages[0]}/view").json["table"]["dice"]
        for seat, phone in enumerate(phones):
            sent = {"pledge": pledge(dice["commitment"], R[seat]).hex(), "commitment": dice["commitment"]}
            assert phone.post(f"{pages[seat]}/pledge", sent).status == 200
        host = Phone(server)
        host.get(f"/host/{'h' * 26}")
        host.get("/")
        assert host.post(f"/t/{table_state.id}/begin", {}).status == 200
        assert phones[0].post(f"{pages[0]}/share", {"share": R[0].hex()}).status == 200
        server.kill()
        server.start()
        after = phones[1].get(f"{pages[1]}/view").json["table"]["dice"]
        assert (after["commitment"], after["dealing"]) == (dice["commitment"], True)
        assert phones[1].post(f"{pages[1]}/share", {"share": R[1].hex()}).status == 200
        seen = phones[1].get(f"{pages[1]}/view").json["table"]
        assert seen["phase"] == "playing"
        assert seen["dice"]["shares"] == [R[0].hex(), R[1].hex()]
        assert host.post(f"/t/{table_state.id}/abandon", {}).status == 200
        assert verify(phones[0].get(f"/t/{table_state.id}/record/1").body).setup.shares == (R[0], R[1])


# What is told, and when


def pages_of(table: str) -> list[str]:
    return [f"/t/{table}{part}" for part in ("", "/part", "/view")] + [
        f"/t/{table}/seat/0{part}" for part in ("", "/part", "/view")
    ]


@pytest.mark.parametrize("slug", GAMES)
def test_the_commitment_is_on_every_page_before_the_game_and_the_seed_on_none(slug: str, tmp_path: Path) -> None:
    tables = tables_in(tmp_path)
    app = app_of(tables)
    table, phones = seated(app, tables, slug)
    host = host_of(app)
    for number in (1, 2):
        committed = tables.fairness.commitment(tables.table_state(table))
        seed = tables.secret.seed(table, number)
        assert commitment(seed) == committed
        shares = [bytes([10 * number + seat]) * 16 for seat in range(len(phones))]
        for seat, phone in enumerate(phones):
            sent = {"pledge": pledge(committed, shares[seat]).hex(), "commitment": committed}
            assert phone.post(f"/t/{table}/seat/{seat}/pledge", sent).status_code == 200
        for stage in ("open", "dealing"):
            for path in pages_of(table):
                text = phones[0].get(path).text
                assert committed[:24] in text, path
                assert seed.hex() not in text and not any(share.hex() in text for share in shares), (stage, path)
            if stage == "open":
                assert host.post(f"/t/{table}/begin").status_code == 200
        for seat, phone in enumerate(phones):
            assert seed.hex() not in phones[0].get(f"/t/{table}/view").text
            reply = phone.post(f"/t/{table}/seat/{seat}/share", {"share": shares[seat].hex()})
            assert (reply.status_code, reply.text) == (200, "{}")
        assert tables.table_state(table).phase == "playing"
        for path in pages_of(table):
            text = phones[0].get(path).text
            assert seed.hex() not in text and tables.table_state(table).dice.hex() not in text, path
        assert host.post(f"/t/{table}/abandon").status_code == 200
        for path in pages_of(table):
            text = phones[0].get(path).text
            assert seed.hex() in text and tables.secret.seed(table, number + 1).hex() not in text, path
            assert shares[0].hex() in text


def test_before_the_game_worlds_with_other_dice_look_alike(tmp_path: Path) -> None:
    """Lobby, pledges, and the moment between close and deal: the seed of the next game shows in no byte."""
    heard = []
    for world in (1, 2):
        folder = tmp_path / str(world)
        folder.mkdir()
        with frozen():
            tables = tables_in(folder, clock=lambda: 0.0, dice=lambda size, world=world: bytes([world]) * size)
            app = app_of(tables, clock=lambda: 0.0)
            table, phones = seated(app, tables, SLUG, 3)
            host = host_of(app)
            heard.append([])
            for step in ("open", "pledged", "dealing"):
                if step == "pledged":
                    for seat in (0, 1):
                        sent = {"pledge": pledge("c" * 64, R[seat]).hex(), "commitment": "c" * 64}
                        phones[seat].post(f"/t/{table}/seat/{seat}/pledge", sent)
                if step == "dealing":
                    host.post(f"/t/{table}/begin")
                    phones[0].post(f"/t/{table}/seat/0/share", {"share": R[0].hex()})
                    assert tables.table_state(table).dealing
                for browser in (phones[0], phones[1], host):
                    for path in [*pages_of(table), "/", f"/t/{table}/record/1"]:
                        reply = browser.get(path)
                        heard[-1].append((step, path, reply.status_code, tuple(reply.headers), reply.data))
            tables.store.close()
    assert heard[0] == heard[1]


@pytest.mark.parametrize("restarted", [False, True])
def test_whose_phone_gave_its_share_is_told_by_the_names_of_then(tmp_path: Path, restarted: bool) -> None:
    """Whoever sits down later had no hand in the deal, and whoever gave a share is not forgotten."""
    room = Room(tmp_path)
    room.begin(0, 1)
    room.reveal(0)
    room.reveal(1)
    room.tables.free(room.id, 1)
    code = room.tables.code(room.table_state, 1)
    room.tables.take(code, 1, "Late", 1, "")
    if restarted:
        room.restart()
    host = host_of(app_of(room.tables))
    told = host.get(f"/t/{room.id}").text.partition('class="fair"')[2].partition("</section>")[0]
    assert "<bdi>Player 1</bdi>, <bdi>Player 2</bdi>" in told and "Late" not in told
    room.tables.abandon(room.id)
    told = host.get(f"/t/{room.id}").text.partition('class="fair"')[2].partition("</section>")[0]
    assert f"<bdi>Player 2</bdi>: <code>{R[1].hex()}</code>" in told and "Late" not in told


def test_the_rules_page_says_it_in_two_sentences(tmp_path: Path) -> None:
    app = app_of(tables_in(tmp_path))
    browser = app.test_client()
    for lang, word in (("en", "Nobody can choose the deal"), ("fr", "Personne ne peut choisir la donne")):
        text = browser.get(f"/rules/{SLUG}", base_url="http://127.0.0.1:7770", headers={"Accept-Language": lang}).text
        said = text.partition("</main>")[0].rpartition("<p>")[2].partition("</p>")[0]
        assert word in said
        assert said.count(".") == 2 and said.endswith("."), said


# What the version before wrote


@pytest.fixture
def old(tmp_path: Path) -> Iterator[tuple[Path, Tables]]:
    folder = unpack("folder", tmp_path / "data")
    tables = Tables(Store(f"sqlite:///{folder / 'tables.sqlite'}"), load_secret(folder))
    yield folder, tables
    tables.store.close()


def test_records_of_the_version_before_verify(tmp_path: Path) -> None:
    files = sorted(unpack("records", tmp_path / "records").glob("*.jsonl"))
    assert len(files) >= 9
    for file in files:
        assert verify(file.read_bytes()).setup.format == 1


def test_a_game_of_the_version_before_is_written_as_it_was_dealt(old: tuple[Path, Tables], tmp_path: Path) -> None:
    """Byte by byte the record of then; one that is still played is played on, and the next one has shares."""
    folder, tables = old
    then = {file.read_bytes() for file in unpack("records", tmp_path / "records").glob("*.jsonl")}
    found, begun = set(), 0
    for table, was in known(folder)["tables"].items():
        table_state = tables.table_state(table)
        if was["phase"] in ("over", "abandoned"):
            data = tables.record(table, table_state.number)
            assert verify(data).setup.format == 1
            found.add(data)
        if was["phase"] == "playing":
            tables.abandon(table)
            assert verify(tables.record(table, table_state.number)).setup.format == 1
        if was["phase"] in ("open", "playing") and all(chair.taken for chair in table_state.chairs):
            committed = tables.fairness.commitment(table_state)
            if not committed:
                continue
            device = was["seats"][0]
            tables.pledge(table, 0, pledge(committed, R[0]).hex(), committed, device)
            tables.begin(table)
            assert tables.reveal(table, 0, R[0].hex(), device)
            tables.abandon(table)
            assert verify(tables.record(table, table_state.number)).setup.shares[0] == R[0]
            begun += 1
    assert found & then
    assert begun


def test_acts_of_the_version_before_are_read() -> None:
    act = acts.decode(b'{"act":"began","seed":"' + b"00" * 32 + b'","events":[]}')
    assert act == acts.GameBegun("00" * 32, [])
    assert msgspec.json.decode(acts.encode(act))["pledges"] is None


def test_a_phone_is_kept_as_a_hash(room: Room) -> None:
    room.pledge(0)
    log = b"".join(act for _, act in room.tables.store.acts(room.id))
    assert hashed(room.devices[0]).encode() in log and room.devices[0].encode() not in log
