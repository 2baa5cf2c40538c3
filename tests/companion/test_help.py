"""Help for beginners: chosen by the host for the whole table, off unless he does, and never more than a seat can know itself."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from support.companion.rig import app_of, host_of, robot_call, seated, tables_in
from support.companion.scenes import ID, built, first_of, sample, with_help
from support.companion.visits import differences
from support.soak import SOAK

from companion.errors import BadRequest
from companion.service.minds.memory import MOST, SeatMemories, SeatMemory
from companion.service.moves import MoveRequest
from companion.service.tables import Tables
from companion.storage.tokens import token
from companion.web import coaching
from referee import record
from referee.chance import Chance
from referee.game import TABLE, Actor, helped
from referee.knowledge import Fact
from referee.options import UnknownOption, default_options, read_options
from referee.registry import GAMES, game, pieces

HELPED = [slug for slug in GAMES if "help" in game(slug).Options.__struct_fields__]  # a game may do without
NOTED = ("code777", "inkognito", "allo")  # games with a sheet on which something follows from one step


@pytest.mark.parametrize("slug", HELPED)
def test_there_is_none_unless_the_host_says_so_and_then_nothing_is_written_of_it(slug: str) -> None:
    """So records and logs of tables without help are those of the version before."""
    rules = game(slug)
    usual = default_options(rules)
    assert helped(usual) == "none" and "help" not in msgspec.to_builtins(usual)
    coached = read_options(rules, {"help": "coach"}, usual)
    assert helped(coached) == "coach" and msgspec.to_builtins(coached)["help"] == "coach"
    assert read_options(rules, {"help": "none"}, coached) == usual
    for wrong in ("all", "", *(() if slug in NOTED else ("notes",))):
        with pytest.raises(UnknownOption):
            read_options(rules, {"help": wrong})


def opened(tables: Tables, slug: str, kind: str) -> tuple[str, list[Any]]:
    """A table with somebody on each seat, and help."""
    table, phones = seated(app_of(tables), tables, slug, pieces(slug).USUAL)
    table_state = tables.table_state(table)
    options = read_options(table_state.game, {"help": kind}, table_state.options)
    tables.arrange(table, table_state.seats, options, "en")
    return table, phones


@pytest.mark.parametrize("slug", HELPED)
def test_every_phone_says_which_and_so_does_the_record(slug: str, tmp_path: Path) -> None:
    """Before a game and in it; it can be changed between games only."""
    tables = tables_in(tmp_path)
    table, phones = opened(tables, slug, "coach")
    said = "Help at this table, for every seat alike: coach"

    def pages() -> list[str]:
        own = [phone.get(f"/t/{table}/seat/{seat}").text for seat, phone in enumerate(phones)]
        return [*own, host_of(app_of(tables)).get(f"/t/{table}").text, phones[0].get(f"/t/{table}").text]

    assert all(said in page for page in pages())
    tables.begin(table)
    assert all(said in page for page in pages())
    now = tables.table_state(table)
    with pytest.raises(BadRequest):
        tables.arrange(table, now.seats, default_options(now.game), "en")
    tables.abandon(table)
    assert helped(record.verify(tables.record(table, 1)).setup.options) == "coach"
    tables.arrange(table, now.seats, default_options(now.game), "en")
    tables.begin(table)
    assert not any(said in page for page in pages())


@pytest.mark.parametrize("slug", HELPED)
def test_help_is_alike_in_worlds_that_its_seat_cannot_tell_apart(slug: str) -> None:
    """Every byte of every page of a seat, with the coach at its side; and there is something that could differ."""
    scene = with_help(sample("seat", 3, slug), "coach")
    assert differences(scene, extent="whole" if SOAK else "glance") == []


@pytest.mark.parametrize("slug", HELPED)
def test_what_helps_is_the_same_in_many_such_worlds(slug: str) -> None:
    """The same comparison for more games, of what is shown alone."""
    for number in range(10 if SOAK else 5):
        scene = with_help(sample("seat", number, slug), "coach")
        (seat,) = scene.person.seats
        shown = []
        for world in (0, 1):
            tables = built(scene, world)
            with app_of(tables).app_context():
                shown.append(coaching.help_for(tables.table_state(ID), seat))
        assert shown[0] == shown[1], number


@pytest.mark.parametrize("slug", NOTED)
def test_notes_follow_from_what_the_seat_can_know_and_are_true(slug: str) -> None:
    told = 0
    for number in range(12):
        scene = first_of("seat", number, slug)
        (seat,) = scene.person.seats
        table_state = built(scene, 0).table_state(ID)
        reasoner = SeatMemories().of(table_state, seat).reasoner
        knowledge = table_state.game.knowledge
        assert reasoner is not None and knowledge is not None
        for fact in reasoner.one_step() if reasoner.worlds else ():
            assert reasoner.holds(fact) and knowledge.is_so(table_state.state, fact), fact
            told += 1
    assert told > 12


def played(tables: Tables, table: str, steps: int) -> None:
    """So many moves of robots that see what people see."""
    for number in range(steps):
        table_state = tables.table_state(table)
        for seat in (*table_state.awaited, *range(table_state.seats)):
            view = msgspec.to_builtins(table_state.game.view(table_state.state, seat))
            body = {"view": view, "offers": msgspec.to_builtins(tables.offers(table_state, seat))}
            call = robot_call(table_state.slug, body, seat, Chance(bytes(32), number))
            if call:
                move = msgspec.Raw(msgspec.json.encode(call["move"]))
                tables.play(table, seat, MoveRequest(call["offer"], token(), move))
                break


def coached(slug: str, folder: Path) -> tuple[Tables, str, int]:
    """A table where somebody has something to learn, and who it is."""
    if slug != "fully":
        for number in range(40):
            made = first_of if slug in NOTED else sample
            scene = with_help(made("seat", number, slug), "coach")
            (seat,) = scene.person.seats
            tables = built(scene, 0)
            if SeatMemories().of(tables.table_state(ID), seat, facts=True).learnt:
                return tables, ID, seat
    tables = tables_in(folder, dice=lambda size: bytes(size))  # it takes talk
    table, _ = opened(tables, slug, "coach")
    tables.begin(table)
    played(tables, table, 30)
    found = (seat for seat in range(4) if SeatMemories().of(tables.table_state(table), seat, facts=True).learnt)
    return tables, table, next(found)


@pytest.mark.parametrize("slug", HELPED)
def test_the_coach_tells_where_to_look_then_what_it_is_and_why(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each fact is certain to that seat, and each event of its proof is one that the seat witnessed."""
    monkeypatch.setattr("referee.fully.knowledge.reasoner.SURE", 0.5)  # talks that make something certain take long
    tables, table, seat = coached(slug, tmp_path)
    table_state = tables.table_state(table)
    with app_of(tables).app_context():
        shown = coaching.help_for(table_state, seat)
    memory = tables.memories.of(table_state, seat, facts=True)
    assert memory.reasoner is not None
    assert 0 < len(shown.lessons) <= coaching.SHOWN
    for each in shown.lessons:
        assert each.look and each.fact and all(each.clues) and "{" not in each.look + each.fact + "".join(each.clues)
    for learnt in memory.learnt:
        assert memory.reasoner.holds(learnt.fact)
        for sight in (
            memory.sighted(table_state.turns, {*memory.proof(learnt.fact)})[n] for n in memory.proof(learnt.fact)
        ):
            assert sight.event is not None and sight.view.observer == seat
    assert len({each.id for each in shown.lessons}) == len(shown.lessons)


@pytest.mark.parametrize("kind", ["none", "notes", "coach"])
def test_a_page_shows_what_was_chosen_and_no_more(kind: str, tmp_path: Path) -> None:
    """Notes mark the sheet, the coach does so too and speaks; without help nothing is marked."""
    tables = tables_in(tmp_path)
    table, phones = opened(tables, "code777", kind)
    tables.begin(table)
    played(tables, table, 16)
    while kind == "coach" and not SeatMemories().of(tables.table_state(table), 1, facts=True).learnt:
        played(tables, table, 2)  # what was dealt is another thing each time
    page = phones[1].get(f"/t/{table}/seat/1").text
    assert ('class="out"' in page, 'id="coach-' in page) == (kind != "none", kind == "coach")
    assert ("Cross out what I see" in page) == (kind == "none")
    watched = phones[0].get(f"/t/{table}").text
    assert 'class="out"' not in watched and 'id="coach-' not in watched


def test_so_many_seats_are_remembered_and_no_more(tmp_path: Path) -> None:
    tables = tables_in(tmp_path)
    table, _ = opened(tables, "code777", "coach")
    tables.begin(table)
    memories, table_state = SeatMemories(), tables.table_state(table)
    for number in range(MOST + 50):
        table_state.id = f"t{number}"
        memories.of(table_state, 0)
    assert len(memories._kept) == MOST


@pytest.mark.parametrize("slug", HELPED)
def test_the_coach_is_veiled_as_the_hand_is_and_speaks_of_what_is_proven(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it shows lies under a veil; where somebody may bluff it says so, and elsewhere all of it is true."""
    monkeypatch.setattr("referee.fully.knowledge.reasoner.SURE", 0.5)
    tables, table, seat = coached(slug, tmp_path)
    table_state = tables.table_state(table)
    app = app_of(tables)
    with app.app_context():
        shown = coaching.help_for(table_state, seat)
        page = app.jinja_env.get_template("coach.html").render(help=shown)
    assert table_state.game.knowledge is not None
    assert all(table_state.game.knowledge.is_so(table_state.state, fact) for fact in shown.certain)
    assert bool(shown.likely) == (slug == "fully") and bool(shown.certain) != bool(shown.likely)
    assert ("what is likely" in page, "what is certain" in page) == (slug == "fully", slug != "fully")
    opened, veiled = page.split('<div class="secret">')[0], page.split('<div class="secret">')[1:]
    assert len(veiled) == len(shown.lessons) and all('class="veil" data-peek' in each for each in veiled)
    assert not any(each.fact in opened for each in shown.lessons)


def test_others_have_a_turn_while_a_coach_catches_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a start the game is folded anew, turn by turn: whoever waits for another seat is served in between."""
    tables, table, seat = coached("code777", tmp_path)
    memories, table_state = SeatMemories(), tables.table_state(table)
    other = (seat + 1) % table_state.seats
    served: list[int] = []

    def meanwhile(seconds: float) -> None:
        assert seconds == 0
        served.append(memories.of(table_state, other).turns)

    monkeypatch.setattr("companion.service.minds.memory.time.sleep", meanwhile)
    found = memories.of(table_state, seat, facts=True)
    assert found.turns == len(table_state.turns) <= len(served)
    assert {*served} == {len(table_state.turns)}
    (fact, *_) = (each.fact for each in found.learnt)
    served.clear()
    assert found.proof(fact) == found.proof(fact)
    assert len(served) == 1, "a proof is looked for once"


@pytest.mark.parametrize("path", ["", "/part", "/part?has="])
def test_whoever_loses_the_seat_while_the_coach_thinks_sees_nothing_of_it(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two phones ask for the same page; that of the seat which is released meanwhile gets what any stranger gets."""
    told = []
    for released in (False, True):
        folder = tmp_path / str(released)
        folder.mkdir()
        tables = tables_in(folder, dice=lambda size: bytes(size))
        table, phones = opened(tables, "code777", "coach")
        tables.begin(table)
        played(tables, table, 12)

        def meanwhile(_: float, tables: Tables = tables, table: str = table, released: bool = released) -> None:
            if released and tables.table_state(table).chairs[0].taken:
                tables.free(table, 0)

        with monkeypatch.context() as patched:
            patched.setattr("companion.service.minds.memory.time.sleep", meanwhile)
            told.append(phones[0].get(f"/t/{table}/seat/0{path}"))
        if released:
            stranger = phones[0].get(f"/t/{table}/seat/0{path}")
            assert told[-1].status_code == stranger.status_code != 200
            assert re.sub(r"nonce[^ >]*", "", told[-1].text) == re.sub(r"nonce[^ >]*", "", stranger.text)
    assert told[0].status_code == 200


class Since:
    """Reasons about nothing: it proves everything by the event that it heard last, and something is put right with each."""

    worlds = 1

    def __init__(self, era: int, last: int) -> None:
        self.era, self.last = era, last

    def is_tellable(self, fact: Fact) -> bool:
        """Always."""
        return True

    def proof(self, fact: Fact) -> tuple[int, ...]:
        """What it heard last."""
        return (self.last,)

    def after(self, seen: Any) -> Since:
        """The same after an event: the era that it tells."""
        return Since(seen, self.last + 1)


@pytest.mark.parametrize(("actor", "era"), [(TABLE, 0), (1, 1)], ids=["put right", "dealt anew"])
def test_a_proof_that_is_overtaken_is_not_kept(actor: Actor, era: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a page pauses before a proof, another page may hear that it no longer holds."""
    rules: Any = SimpleNamespace(
        knowledge=1, evolve=lambda state, event: state, witness=lambda state, event, seat: event
    )
    start: Any = Since(0, 0)
    memory, fact = SeatMemory(rules, 0, None, start), Fact("digits", 0, 1)

    def meanwhile(seconds: float) -> None:
        if not memory.turns:
            memory.follow([record.Turn(actor, None, [era])], facts=False)

    monkeypatch.setattr("companion.service.minds.memory.time.sleep", meanwhile)
    memory.proof(fact)
    assert memory.proof(fact) == (1,)


@pytest.mark.parametrize("slug", HELPED)
def test_a_page_of_the_coach_takes_one_view_and_the_words_that_are_shown(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.fully.knowledge.reasoner.SURE", 0.5)
    monkeypatch.setattr(coaching, "SHOWN", 1)
    tables, table, seat = coached(slug, tmp_path)
    table_state = tables.table_state(table)
    views, words, told = [], [], coaching.sentence
    view_of = table_state.game.view

    def seen(state: Any, observer: Any) -> Any:
        views.append(observer)
        return view_of(state, observer)

    def said(state: Any, seat: int, key: str, *more: Any) -> Any:
        words.append((key, bool(found := told(state, seat, key, *more))))
        return found

    with app_of(tables).app_context():
        shown = coaching.help_for(table_state, seat)  # what an event looked like is kept
        monkeypatch.setattr(table_state.game, "view", seen, raising=False)
        monkeypatch.setattr(coaching, "sentence", said)
        assert coaching.help_for(table_state, seat) == shown
    assert views == [seat]
    assert [so for key, so in words if key.startswith("look ")].count(True) == 1
