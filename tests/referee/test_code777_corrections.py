"""One mistyping must not ruin an evening: earlier racks and cards of a paper table are put right by the host."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from support.referee.code777_table import NEW, RACKS, Table, paper, three, true_digits, typed_wrongly, wrong_digits

from referee.chance import Chance
from referee.code777 import moves as m
from referee.code777.game import GAME
from referee.code777.pieces import TILES, Colour, Tile
from referee.code777.questions import question
from referee.code777.state import State, filled_with
from referee.game import ARBITER, TABLE, Refused, replay

TYPED = RACKS[0]  # 1, 2, 3
REAL = three((1, Colour.GREEN), (2, Colour.YELLOW), (4, Colour.BROWN))


def rebuilt(table: Table) -> bool:
    """Does the log alone give the same game?"""
    events = msgspec.json.decode(msgspec.json.encode(table.events), type=list[m.Event])
    return bool(replay(GAME, events) == table.state)


def test_a_declaration_is_judged_anew_when_its_rack_was_mistyped() -> None:
    """The point is given, the log tells; the racks on the table stay as they are."""
    table = typed_wrongly()
    table.play(2, m.Enter(0, NEW))
    standing = table.state.racks
    (entered,) = table.play(TABLE, m.Enter(0, REAL, 0))
    assert (entered.corrects, entered.filling, entered.right) == (True, 0, True)
    assert GAME.view(table.state, 1).scores == (1, 0, 0)
    (said,) = GAME.view(table.state, 1).declarations
    assert (said.seat, said.digits, said.filling, said.right, said.after) == (0, (1, 2, 4), 0, True, 2)
    assert table.state.racks == standing
    assert GAME.view(table.state, 0).racks[0].before == (REAL,)
    assert Counter(table.state.aside) == Counter(REAL)
    assert rebuilt(table)


def test_a_point_is_taken_back_too() -> None:
    table = paper()
    assert table.play(0, m.Declare((1, 2, 3)))[0].right
    (entered,) = table.play(TABLE, m.Enter(0, REAL, 0))
    assert entered.right is False
    assert table.state.scores == (0, 0, 0)
    assert table.state.waiting == (0, 3), "the open rack was replaced, and is not put back"


def test_colours_put_right_change_answers_and_no_point() -> None:
    table = typed_wrongly()
    before = table.state.lines[1].answer
    (entered,) = table.play(TABLE, m.Enter(0, three((7, Colour.BLUE), (7, Colour.BLUE), (7, Colour.BLUE)), 0))
    assert entered.right is None
    assert entered.answers == ((1, 0),)
    line = GAME.view(table.state, 2).lines[1]
    assert (line.answer, line.was) == (0, ((2, before),))
    assert table.state.lines[0].answer == question(1).answer(RACKS[1:]), "seat 0 had asked it, who did not see them"


def test_only_the_host_puts_an_earlier_filling_right() -> None:
    table = typed_wrongly()
    table.refuse(2, m.Enter(0, REAL, 0), "too late to correct")
    assert table.refuse(0, m.Enter(0, REAL, 0), "not yours to enter").evidence["seat"] == 2
    table.play(2, m.Enter(0, NEW, 1))
    for filling in (2, -1):
        assert table.refuse(TABLE, m.Enter(0, REAL, filling), "no such filling").evidence["filling"] == filling
    ids = {offer.id for offer in GAME.moves(table.state, TABLE)}
    assert {"enter.0.0", "enter.0.1", "enter.1.0"} <= ids
    assert {offer.id for offer in GAME.moves(table.state, 2)} == {"enter.0.1", "ask.2", "declare.0"}


def test_an_open_rack_replaced_before_it_was_entered_can_still_be_told() -> None:
    table = paper(target=5)
    table.play(0, m.Declare((1, 2, 3)))
    table.play(1, m.Declare(true_digits(table.state, 1)))
    assert table.state.fillings[3][1] == ()
    (entered,) = table.play(TABLE, m.Enter(3, NEW, 1))
    assert not entered.corrects
    assert table.state.fillings[3][1] == NEW


def test_a_correction_may_give_the_last_point() -> None:
    table = typed_wrongly(target=1)
    table.play(TABLE, m.Enter(0, REAL, 0))
    end = GAME.outcome(table.state)
    assert end is not None
    assert (end.winners, end.scores) == ((0,), (1, 0, 0))
    assert GAME.awaited(table.state) == ()
    assert [offer.id for offer in GAME.moves(table.state, TABLE)] == ["enter.0.0"]
    for seat in range(3):
        assert GAME.moves(table.state, seat) == []
        table.refuse(seat, m.Enter(3, REAL), "over")
    table.refuse(TABLE, m.Skip(), "over")
    table.refuse(TABLE, m.Recall(3, 0), "over")
    table.refuse(TABLE, m.Enter(1, REAL), "too late to correct")


@pytest.mark.parametrize("by_correction", [False, True])
def test_a_game_that_ended_by_a_mistyping_goes_on_with_new_racks(by_correction: bool) -> None:
    """All had seen their own tiles by then: every player's rack is filled anew, the open one stays."""
    if by_correction:
        table, filling = typed_wrongly(target=1), 0
        table.play(2, m.Enter(0, NEW))
        table.play(TABLE, m.Enter(0, REAL, 0))
    else:
        table, filling = paper(target=1), 0
        table.play(0, m.Declare((1, 2, 3)))
    assert GAME.outcome(table.state)
    table.play(TABLE, m.Enter(0, table.state.fillings[0][filling], filling))  # nothing changes: still over
    assert GAME.outcome(table.state)
    before = table.state
    wrong = three((7, Colour.BLUE), (7, Colour.BLUE), (7, Colour.BLUE))
    entered, *rest = table.play(TABLE, m.Enter(0, wrong, filling))
    assert entered.right is False
    assert GAME.outcome(table.state) is None
    assert [event.rack for event in rest if isinstance(event, m.Refilled)] == [0, 1, 2]
    assert table.state.waiting == (0, 1, 2) == GAME.awaited(table.state)
    assert table.state.racks[3] == before.racks[3]
    assert table.state.left > 7
    for rack in range(3):
        table.play((rack - 1) % 3, m.Enter(rack, RACKS[rack]))
    table.play(table.state.turn, m.Ask(5))
    assert rebuilt(table)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_game_goes_on_for_any_number_with_enough_tiles(seats: int) -> None:
    """Even with five racks of new tiles at once, the discards come back in time."""
    table = Table(seats, target=1, pieces="paper", racks="paper")
    for rack in range(max(seats, 4)):
        table.play(TABLE, m.Enter(rack, RACKS[rack % 4]))
    for _ in range(9):
        table.play(1, m.Declare(true_digits(table.state, 1)))
        table.play(TABLE, m.Enter(1, NEW if table.state.racks[1] != NEW else RACKS[1]))
        assert GAME.outcome(table.state) is None
        assert table.state.left > 7
        for rack in table.state.waiting:
            table.play(TABLE, m.Enter(rack, RACKS[rack % 4]))


def test_the_host_puts_the_card_of_any_line_right() -> None:
    table = paper()
    for seat, card in ((0, 1), (1, 2), (2, 3)):
        table.play(seat, m.Ask(card))
    table.refuse(2, m.Recall(4, 1), "too late to correct")
    assert table.refuse(TABLE, m.Recall(4, 3), "no such line").evidence["line"] == 3
    table.refuse(TABLE, m.Recall(4, -1), "no such line")
    (recalled,) = table.play(TABLE, m.Recall(4, 0))
    assert (recalled.line, recalled.question) == (0, 4)
    line = GAME.view(table.state, 1).lines[0]
    assert (line.question, line.answer) == (4, question(4).answer(RACKS[1:]))
    assert [number for number, _ in line.was] == [1]
    assert [line.question for line in table.state.lines] == [4, 2, 3]
    assert [offer.settled for offer in GAME.moves(table.state, TABLE) if offer.kind == "recall"] == [
        {"line": 0}, {"line": 1}, {"line": 2},
    ]  # fmt: skip
    assert rebuilt(table)


def test_a_seat_puts_no_earlier_card_of_its_own_right() -> None:
    table = paper(2)
    for seat, card in ((0, 1), (1, 2), (0, 3)):
        table.play(seat, m.Ask(card))
    table.refuse(0, m.Recall(4, 0), "too late to correct")
    table.play(0, m.Recall(4, 2))


def test_a_card_put_right_late_speaks_of_the_racks_as_they_stood_then() -> None:
    table = paper()
    table.play(0, m.Ask(1))
    table.play(1, m.Declare(wrong_digits(table.state, 1)))
    table.play(0, m.Enter(1, NEW))
    table.play(TABLE, m.Recall(2, 0))
    assert table.state.lines[0].answer == question(2).answer(RACKS[1:])


@pytest.mark.parametrize("observer", [0, 1, TABLE, ARBITER])
def test_only_tiles_that_still_stand_are_kept_from_their_owner(observer: int | str) -> None:
    """An earlier filling was shown to everybody when it was declared; what changed about answers, the views tell."""
    table = typed_wrongly()
    (earlier,) = table.play(TABLE, m.Enter(0, three((7, Colour.BLUE), (7, Colour.BLUE), (7, Colour.BLUE)), 0))
    assert earlier.answers
    assert GAME.witness(table.state, earlier, observer) == replace(earlier, answers=())  # type: ignore[arg-type]
    (now,) = table.play(2, m.Enter(0, NEW))
    seen = GAME.witness(table.state, now, observer)  # type: ignore[arg-type]
    assert seen.tiles == (NEW if observer == 1 else ())


def test_tiles_that_ended_the_game_are_no_secret_when_they_are_put_right() -> None:
    """Nor when that lets the game go on."""
    table = paper(target=1)
    table.play(0, m.Declare((1, 2, 3)))
    entered, *_ = table.play(TABLE, m.Enter(0, REAL))
    state = replay(GAME, table.events[: table.events.index(entered) + 1])
    assert GAME.outcome(state) is None
    assert all(GAME.witness(state, entered, observer) == entered for observer in (0, 1, 2, TABLE))


@settings(max_examples=60)
@given(
    st.integers(2, 5),
    st.integers(0, 10**9),
    st.lists(st.integers(0, 10**6), max_size=30),
    st.tuples(*[st.sampled_from(TILES)] * 3),
)
def test_corrections_tell_nobody_his_tiles(
    seats: int, seed: int, choices: list[int], other: tuple[Tile, Tile, Tile]
) -> None:
    """After any moves of any table with paper racks: whoever cannot see a rack sees the same whatever stands on it."""
    state = random_paper_table(seats, seed, choices)
    if GAME.outcome(state):
        return
    for observer in (*range(seats), TABLE, ARBITER):
        hidden = [observer] if isinstance(observer, int) else list(range(seats))
        there = state
        for rack in hidden:
            if state.racks[rack]:
                there = replace(there, fillings=filled_with(there.fillings, rack, other))
        for tell in (GAME.view, GAME.moves):
            if (tell, observer) != (GAME.moves, ARBITER):
                assert tell(state, observer) == tell(there, observer)  # type: ignore[operator]
        assert GAME.awaited(state) == GAME.awaited(there)


def random_paper_table(seats: int, seed: int, choices: list[int]) -> State:
    """Any offer after any other, with tiles and answers by chance; what is refused is left out."""
    table = Table(seats, seed, pieces="paper", racks="paper", target=2, answers="announced" if seed % 2 else "referee")
    for rack in range(max(seats, 4)):
        table.play(TABLE, m.Enter(rack, RACKS[rack % 4]))
    for choice in choices:
        options = [(actor, offer) for actor in (*range(seats), TABLE) for offer in GAME.moves(table.state, actor)]
        actor, offer = options[choice % len(options)]
        chance = Chance(table.seed, choice)
        tiles = chance.shuffled(TILES)
        move: m.Move = {
            "ask": m.Ask(1 + chance.below(23)),
            "announce": m.Announce(table.state.lines[-1].answer if table.state.lines else 0),
            "declare": m.Declare(true_digits(table.state, actor) if offer.kind == "declare" and choice % 2 else (1, 1, 1)),
            "enter": m.Enter(offer.settled.get("rack", 0), tiles[:3], offer.settled.get("filling")),  # type: ignore[arg-type]
            "recall": m.Recall(1 + chance.below(23), offer.settled.get("line")),
            "skip": m.Skip(),
        }[offer.kind]  # fmt: skip
        try:
            table.play(actor, move)
        except Refused:
            continue
    assert rebuilt(table)
    return table.state
