"""Announced answers: what the asker says is what he sees when he says it, also when a rack was replaced meanwhile."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.referee.code777_table import RACKS, Table, paper, true_digits, wrong_digits
from support.referee.naive_code777 import NaiveTable

from referee import record
from referee.chance import Chance
from referee.code777 import moves as m
from referee.code777.game import GAME
from referee.code777.pieces import TILES
from referee.code777.questions import question
from referee.code777.state import State, seen_by
from referee.game import TABLE, Refused, replay

BEFORE = Path(__file__).parents[1] / "files" / "announced_before"


def pairs(rack: Any) -> list[tuple[int, str]]:
    """Tiles as the naive table has them."""
    return [(tile.digit, str(tile.colour)) for tile in rack]


def declared_meanwhile() -> tuple[Table, Any, Any]:
    """Seat 0 has drawn, seat 1 declares, and the true answer changes by that: the one of before, and the one of now."""
    for seed in range(100):
        table = Table(4, answers="announced", seed=seed)
        (asked,) = table.play(0, m.Ask())
        table.play(1, m.Declare(wrong_digits(table.state, 1)))
        now = question(asked.question).answer(seen_by(0, table.state.racks))
        if now != asked.answer:
            return table, asked.answer, now
    raise AssertionError


def test_the_answer_is_what_the_asker_sees_when_he_answers() -> None:
    table, before, now = declared_meanwhile()
    assert table.refuse(0, m.Announce(before), "miscounted").evidence["answer"] == before
    table.play(0, m.Announce(now))
    line = GAME.view(table.state, 2).lines[-1]
    assert (line.answer, line.about) == (now, (0, 1, 0, 0)), "and the log says which tiles it spoke of"


def test_a_page_from_before_the_declaration_answers_nothing() -> None:
    """The offer is another one: whoever counted the racks of before is shown those of now first."""
    table = Table(4, answers="announced", seed=4)
    table.play(0, m.Ask())
    (before,) = [offer.id for offer in GAME.moves(table.state, 0) if offer.kind == "announce"]
    table.play(1, m.Declare(wrong_digits(table.state, 1)))
    (now,) = [offer.id for offer in GAME.moves(table.state, 0) if offer.kind == "announce"]
    assert before != now


def test_who_is_passed_over_tells_the_truth_of_now() -> None:
    table, _, now = declared_meanwhile()
    assert table.play(TABLE, m.Skip()) == [m.Answered(0, now)]
    assert table.state.lines[-1].about == (0, 1, 0, 0)


def test_with_paper_racks_he_answers_when_he_sees_them_all() -> None:
    table = paper(answers="announced")
    table.play(0, m.Ask(1))  # racks of 18 or more: 6+6+7 and 7+7+5
    table.play(1, m.Declare((1, 1, 1)))
    assert table.refuse(0, m.Announce(2), "racks to enter").evidence["racks"] == (1,)
    assert not [offer for offer in GAME.moves(table.state, 0) if offer.kind == "announce"]
    table.play(TABLE, m.Recall(2))  # the host puts the card right meanwhile: racks of 12 or less
    table.play(0, m.Enter(1, (RACKS[0][1], RACKS[0][2], RACKS[0][2])))
    table.refuse(0, m.Announce(0), "miscounted")
    table.play(0, m.Announce(1))
    assert table.state.lines[-1].about == (0, 1, 0, 0)


def test_his_own_rack_keeps_him_from_nothing() -> None:
    table = paper(answers="announced")
    table.play(0, m.Ask(1))
    table.play(0, m.Declare((1, 1, 1)))
    table.play(0, m.Announce(2))
    assert table.state.lines[-1].about == (1, 0, 0, 0)


def test_tiles_put_right_meanwhile_count_as_they_are() -> None:
    table = paper(answers="announced")
    table.play(0, m.Ask(1))
    (entered,) = table.play(TABLE, m.Enter(3, (RACKS[0][1], RACKS[0][2], RACKS[0][2])))
    assert entered.answers == ()
    table.refuse(0, m.Announce(2), "miscounted")
    table.play(0, m.Announce(1))
    assert table.state.lines[-1].was == ()


@settings(max_examples=60)
@given(
    st.integers(2, 5),
    st.integers(0, 10**9),
    st.lists(st.tuples(st.sampled_from(["draw", "say", "skip", "right", "wrong"]), st.integers(0, 4)), max_size=40),
)
def test_a_table_of_plain_lists_writes_the_same_log(seats: int, seed: int, happens: list[tuple[str, int]]) -> None:
    """Draws, answers and declarations in any order, with tiles on phones: same answers, about the same tiles."""
    table = Table(seats, seed, answers="announced", target=3)
    naive = NaiveTable([pairs(rack) for rack in table.state.racks], seats)
    for what, seat in happens:
        if GAME.outcome(table.state):
            break
        if what == "draw" and naive.drawn is None:
            naive.draw(table.state.deck[0])
            table.play(naive.turn, m.Ask())
        elif what == "say" and naive.drawn:
            table.play(naive.drawn[0], m.Announce(naive.truth()))
            naive.says()
        elif what == "skip" and naive.drawn:
            table.play(TABLE, m.Skip())
            naive.says()
        elif what in ("right", "wrong") and seat < seats:
            digits = (true_digits if what == "right" else wrong_digits)(table.state, seat)
            naive.declares(seat, digits)
            for event in table.play(seat, m.Declare(digits)):
                if isinstance(event, m.Refilled):
                    naive.replaces(event.rack, pairs(event.tiles))
        assert logged(table.state) == naive.log
        assert list(table.state.scores) == naive.points
    assert replay(GAME, table.events) == table.state


def logged(state: State) -> list[Any]:
    """The log of the referee as the naive table writes it: who, card, answer, and the tiles that it spoke of."""
    return [
        (x.seat, x.question, x.answer, [pairs(state.fillings[i][n]) for i, n in enumerate(x.about) if i != x.seat])
        for x in state.lines
        if x.heard
    ]


@settings(max_examples=60)
@given(st.integers(2, 5), st.integers(0, 10**9), st.lists(st.integers(0, 10**6), max_size=40))
def test_a_paper_table_of_plain_lists_writes_the_same_log(seats: int, seed: int, choices: list[int]) -> None:
    """The same where racks are entered, and nothing is put right: whatever is offered, in any order."""
    table = Table(seats, seed, answers="announced", pieces="paper", racks="paper", target=3)
    for rack in range(max(seats, 4)):
        table.play(TABLE, m.Enter(rack, RACKS[rack % 4]))
    naive = NaiveTable([pairs(rack) for rack in table.state.racks], seats)
    for choice in choices:
        state = table.state
        offers = [(actor, offer) for actor in (*range(seats), TABLE) for offer in GAME.moves(state, actor)]
        offers = [
            (actor, offer)
            for actor, offer in offers
            if offer.kind in ("ask", "announce", "declare", "skip")
            or (offer.kind == "enter" and offer.settled["rack"] in state.waiting and actor != TABLE)
        ]
        if not offers:
            break
        actor, offer = offers[choice % len(offers)]
        if offer.kind == "ask":
            table.play(actor, m.Ask(choice % 23 + 1))
            naive.draw(choice % 23 + 1)
        elif offer.kind == "announce":
            table.play(actor, m.Announce(naive.truth()))
            naive.says()
        elif offer.kind == "declare":
            digits = (true_digits if choice % 3 else wrong_digits)(state, actor)
            table.play(actor, m.Declare(digits))
            naive.declares(actor, digits)
        elif offer.kind == "skip":
            table.play(TABLE, m.Skip())
            if naive.drawn:
                naive.says()
            else:
                naive.turn = (naive.turn + 1) % seats
        else:
            rack = offer.settled["rack"]
            try:
                table.play(
                    actor, m.Enter(rack, Chance(table.seed, choice).shuffled(TILES)[:3], offer.settled["filling"])
                )  # type: ignore[arg-type]
            except Refused:
                continue
            naive.replaces(rack, pairs(table.state.racks[rack]))
        assert logged(table.state) == naive.log


@pytest.mark.parametrize("name", ["format-1", "format-2", "passed-over"])
def test_records_of_before_verify(name: str) -> None:
    """Somebody declared between draw and answer, and the answer was about the racks of the draw."""
    found = record.verify((BEFORE / f"{name}.jsonl").read_bytes())
    events = [event for turn in found.turns for event in turn.events]
    asked = next(event for event in events if isinstance(event, m.Asked))
    answered = next(event for event in events if isinstance(event, m.Answered))
    assert answered.answer == asked.answer
    state = replay(GAME, events)
    assert state.lines[0].about == (0, 0, 0, 0)
    meanwhile = replay(GAME, events[: events.index(answered)])
    assert question(asked.question).answer(seen_by(0, meanwhile.racks)) != answered.answer, "or it proves nothing"


def test_a_game_of_before_is_played_on_as_it_began() -> None:
    """Else its record would not verify: it goes on with the answer of the draw, and is written down."""
    found = record.verify((BEFORE / "format-2.jsonl").read_bytes())
    state = replay(GAME, [event for turn in found.turns[:3] for event in turn.events])
    assert isinstance(found.turns[3].move, m.Announce)
    assert GAME.decide(state, 0, found.turns[3].move, Chance(bytes(32), 3)) == list(found.turns[3].events)
    data = record.write(found.setup, found.turns, "outcome")
    assert data == (BEFORE / "format-2.jsonl").read_bytes()


def test_a_game_of_today_does_not_verify_by_the_rules_of_before() -> None:
    """A deal that is written as of before makes the late answer a wrong one."""
    table, _, now = declared_meanwhile()
    table.play(0, m.Announce(now))
    setup = record.Setup("code777", 4, table.state.options, ("A", "B", "C", "D"), table.seed)
    moves: list[tuple[Any, Any]] = [
        (0, m.Ask()),
        (1, m.Declare(table.state.declarations[0].digits)),
        (0, m.Announce(now)),
    ]
    turns, state = [], GAME.start()
    for number, (actor, move) in enumerate([(None, None), *moves]):
        dice = Chance(setup.dice, number)
        events = GAME.decide(state, actor, move, dice) if number else GAME.deal(setup.options, 4, dice)
        for event in events:
            state = GAME.evolve(state, event)
        turns.append(record.Turn(actor, move, tuple(events)))
    data = record.write(setup, turns, "abandoned")
    assert record.verify(data).turns == tuple(turns)
    old = [record.Turn(None, None, tuple(GAME.deals_before(turns[0].events)[0])), *turns[1:]]
    with pytest.raises(record.Broken) as broken:
        record.verify(record.write(setup, old, "abandoned"))
    assert (broken.value.rule, broken.value.evidence) == ("refused", {"refused": "miscounted"})


def test_a_deal_whose_answers_come_from_here_is_written_as_ever() -> None:
    """Only tables that announce have the mark."""
    assert GAME.deals_before(Table(4).events) == []
    assert b"about" not in record.json.encode(Table(4).events)
    assert b'"about":"answer"' in record.json.encode(Table(4, answers="announced").events)
