"""Code 777 from the first deal to the last point: whole games, and the rulings one by one."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.referee.code777_table import RACKS, Table, paper, three, true_digits, wrong_digits

from referee.chance import Chance
from referee.code777 import moves as m
from referee.code777.game import GAME
from referee.code777.pieces import TILES, Colour, Tile, dummies
from referee.code777.questions import question
from referee.code777.robot import choose
from referee.code777.state import State, seen_by
from referee.game import TABLE, Offer, Refused, replay


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_deal_puts_three_tiles_on_each_rack_and_the_rest_in_the_stock(seats: int) -> None:
    state = Table(seats).state
    assert len(state.racks) == max(seats, 4)
    assert all(len(rack) == 3 for rack in state.racks)
    assert state.left == len(state.stock) == 28 - 3 * max(seats, 4)
    assert Counter(tile for rack in state.racks for tile in rack) + Counter(state.stock) == Counter(TILES)
    assert sorted(state.deck) == [*range(1, 24)]


@pytest.mark.parametrize("seats", [1, 6])
def test_nobody_deals_to_one_or_six(seats: int) -> None:
    with pytest.raises(Refused) as refusal:
        Table(seats)
    assert refusal.value.rule == "players"


def test_turns_go_round_and_a_card_goes_under_the_deck() -> None:
    table = Table(3)
    first = table.state.deck[0]
    asked, answered = table.play(0, m.Ask())
    assert asked.question == first
    assert answered.answer == question(first).answer(seen_by(0, table.state.racks))
    assert table.state.turn == 1
    assert table.state.deck[-1] == first
    table.refuse(0, m.Ask(), "not your turn")
    for seat in (1, 2, 0):
        table.play(seat, m.Ask())
    assert table.state.turn == 1


def test_a_question_is_about_the_racks_that_the_asker_sees() -> None:
    """His own tiles never count, open racks do; the log remembers which fillings it spoke of."""
    table = Table(2, seed=5)
    table.play(0, m.Declare(true_digits(table.state, 0)))
    table.play(0, m.Ask())
    line = table.state.lines[-1]
    assert line.about == table.state.refills == (1, 0, 1, 0)
    assert line.answer == question(line.question).answer(table.state.racks[1:])


@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_after_a_declaration(seats: int, right: bool) -> None:
    """Right: a point. Either way the rack is shown, put aside and refilled; an open rack only after a right one."""
    table = Table(seats, seed=3)
    before = table.state
    digits = true_digits(before, 1) if right else wrong_digits(before, 1)
    declared, *rest = table.play(1, m.Declare(digits))
    assert (declared.right, declared.tiles) == (right, before.racks[1])
    assert table.state.scores == tuple(int(right and seat == 1) for seat in range(seats))
    replaced = [event.rack for event in rest if isinstance(event, m.Refilled)]
    assert replaced == [1, *([seats] if right and dummies(seats) else [])]
    assert table.state.turn == before.turn, "it costs no turn"
    assert Counter(table.state.aside) >= Counter(before.racks[1]) or not table.state.aside


def test_two_players_replace_their_open_racks_by_turns() -> None:
    table = Table(2, target=5)
    changed = []
    for seat in (0, 1, 1, 0):
        events = table.play(seat, m.Declare(true_digits(table.state, seat)))
        changed += [event.rack for event in events if isinstance(event, m.Refilled) and event.rack >= 2]
    assert changed == [2, 3, 2, 3]


def test_digits_are_declared_in_any_order_without_colours() -> None:
    table = Table(4, seed=8)
    a, b, c = true_digits(table.state, 2)
    assert table.play(2, m.Declare((c, a, b)))[0].right


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_stock_is_reshuffled_at_seven_tiles_after_a_refill(seats: int) -> None:
    table = Table(seats, target=5, seed=2)
    for i in range(60):
        seat = i % seats
        for event in table.play(seat, m.Declare(wrong_digits(table.state, seat))):
            assert not isinstance(event, m.Reshuffled) or not table.state.aside
        assert table.state.left > 7
        assert table.state.left == len(table.state.stock)
        there = Counter(t for rack in table.state.racks for t in rack) + Counter(table.state.stock)
        assert there + Counter(table.state.aside) == Counter(TILES)
    assert any(isinstance(event, m.Reshuffled) for event in table.events)


@pytest.mark.parametrize("target", [1, 3, 5])
def test_the_first_to_the_target_wins_and_nothing_more_happens(target: int) -> None:
    table = Table(3, target=target)
    for _ in range(target):
        assert GAME.outcome(table.state) is None
        events = table.play(2, m.Declare(true_digits(table.state, 2)))
    end = GAME.outcome(table.state)
    assert end is not None
    assert (end.winners, end.scores[2]) == ((2,), target)
    assert len(events) == 1, "no refill after the last point"
    assert GAME.moves(table.state, 0) == []
    table.refuse(0, m.Ask(), "over")


def test_announced_answers_warn_a_miscount_and_are_heard_only_when_right() -> None:
    table = Table(4, answers="announced", seed=11)
    (asked,) = table.play(0, m.Ask())
    assert GAME.witness(table.state, asked, 0).answer is None
    assert GAME.view(table.state, 1).lines[-1].answer is None
    table.refuse(0, m.Ask(), "answer first")
    table.refuse(1, m.Announce(asked.answer), "nothing to answer")
    wrong = "same" if asked.answer == "first" else "first" if isinstance(asked.answer, str) else asked.answer + 1
    assert table.refuse(0, m.Announce(wrong), "miscounted").evidence["answer"] == wrong
    other_kind = 1 if isinstance(asked.answer, str) else "same"
    table.refuse(0, m.Announce(other_kind), "kind of answer")
    table.play(0, m.Announce(asked.answer))
    assert GAME.view(table.state, 1).lines[-1].answer == asked.answer
    assert table.state.turn == 1


def test_paper_racks_are_entered_by_the_neighbour_who_set_them() -> None:
    """The one on the right; an open rack by anybody; its owner is never asked."""
    table = Table(3, pieces="paper", racks="paper")
    table.refuse(0, m.Ask(1), "racks to enter")
    assert [offer.choices for offer in GAME.moves(table.state, 0) if offer.kind == "enter"] == [(1,), (3,)]
    assert [offer.choices for offer in GAME.moves(table.state, TABLE) if offer.kind == "enter"] == [
        (0,),
        (1,),
        (2,),
        (3,),
    ]
    assert table.refuse(1, m.Enter(1, RACKS[1]), "not yours to enter").evidence["seat"] == 0
    table.play(0, m.Enter(1, RACKS[1]))
    table.play(2, m.Enter(3, RACKS[3]))
    table.refuse(0, m.Enter(7, RACKS[0]), "no such rack")
    with pytest.raises(ValueError, match="paper"):
        m.Options(racks="paper")


def test_entered_tiles_are_checked_against_the_28() -> None:
    """Against the tiles that whoever enters them can see, and against those that exist at all."""
    table = Table(3, pieces="paper", racks="paper")
    table.play(0, m.Enter(1, RACKS[0]))
    again = three((1, Colour.GREEN), (2, Colour.YELLOW), (3, Colour.BLACK))
    refusal = table.refuse(2, m.Enter(0, again), "no such tiles")
    assert refusal.evidence["tiles"] == (Tile(1, Colour.GREEN),)
    for actor in (2, TABLE):
        table.refuse(actor, m.Enter(0, three((1, Colour.BLUE), (2, Colour.YELLOW), (3, Colour.BLACK))), "no such tiles")


def test_a_mistyped_rack_is_put_right_by_its_seat_until_the_next_move_and_later_by_the_host() -> None:
    table = paper()
    changed = three((7, Colour.BLUE), (7, Colour.BLUE), (7, Colour.BLUE))
    table.refuse(1, m.Enter(2, changed), "too late to correct")
    table.play(0, m.Enter(3, changed))  # the open rack, entered last by seat 0
    table.play(0, m.Enter(3, RACKS[3]))
    table.play(0, m.Ask(1))  # racks of 18 or more: 6+6+7 and 7+7+5
    assert table.state.lines[-1].answer == 2
    table.refuse(0, m.Enter(3, changed), "too late to correct")
    (entered,) = table.play(TABLE, m.Enter(3, RACKS[3]))
    assert entered.corrects
    assert entered.answers == ()
    low = three((3, Colour.BLACK), (3, Colour.BLACK), (2, Colour.YELLOW))
    (entered,) = table.play(TABLE, m.Enter(3, low))
    assert entered.answers == ((0, 1),)
    assert table.state.lines[0].answer == 1


def test_a_mistyped_card_number_is_put_right() -> None:
    table = paper()
    table.refuse(0, m.Ask(), "card number")
    table.play(0, m.Ask(1))
    table.refuse(1, m.Recall(2), "too late to correct")
    table.play(0, m.Recall(2))
    assert (table.state.lines[-1].question, table.state.lines[-1].answer) == (2, question(2).answer(RACKS[1:]))
    table.play(1, m.Declare((1, 1, 1)))
    table.refuse(0, m.Recall(3), "too late to correct")
    table.play(TABLE, m.Recall(3))
    assert table.state.lines[-1].question == 3
    Table(3).refuse(0, m.Recall(3), "nothing to correct")


def test_after_a_declaration_a_paper_rack_waits_for_its_tiles() -> None:
    table = paper()
    table.play(0, m.Declare(true_digits(table.state, 0)))
    assert table.state.waiting == (0, 3)
    table.refuse(0, m.Declare((1, 2, 3)), "racks to enter")
    table.refuse(0, m.Ask(4), "racks to enter")
    assert table.state.left == 28 - 12 - 6


def test_the_host_passes_over_an_absent_player() -> None:
    table = Table(3)
    table.refuse(1, m.Skip(), "table only")
    table.refuse(TABLE, m.Ask(), "players only")
    table.play(TABLE, m.Skip())
    assert table.state.turn == 1
    with_card = Table(3, pieces="paper")
    with_card.play(0, m.Ask(16))
    assert Table(3).refuse(0, m.Ask(16), "no card number")


@settings(max_examples=25)
@given(st.integers(2, 5), st.integers(0, 10**9), st.sampled_from(["referee", "announced"]))
def test_robots_play_every_game_to_its_end(seats: int, seed: int, answers: str) -> None:
    """They declare from their own view alone, almost always rightly; the record rebuilds the game; all is JSON."""
    table = Table(seats, seed, answers=answers)
    for step in range(4000):
        if GAME.outcome(table.state):
            break
        for seat in range(seats):
            offers = GAME.moves(table.state, seat)
            move = choose(GAME.view(table.state, seat), offers, Chance(table.seed, 10_000 + step * seats + seat))
            if move is not None:
                assert msgspec.json.decode(msgspec.json.encode(move), type=m.Move) == move
                table.play(seat, move)
                break
    assert GAME.outcome(table.state)
    declared = [event for event in table.events if isinstance(event, m.Declared)]
    assert sum(event.right for event in declared) >= 3
    data = msgspec.json.encode(table.events)
    assert replay(GAME, msgspec.json.decode(data, type=list[m.Event])) == table.state


def test_a_pending_answer_is_told_when_its_asker_is_passed_over() -> None:
    """The game goes on, and nobody loses a turn by it."""
    table = Table(3, answers="announced")
    (asked,) = table.play(0, m.Ask())
    assert table.play(TABLE, m.Skip()) == [m.Answered(0, asked.answer)]
    assert table.state.turn == 1
    table.play(1, m.Ask())


def test_the_log_keeps_what_was_heard_before_a_correction() -> None:
    """Also when the host tries one card number after another: everybody can read that he did."""
    table = paper()
    table.play(0, m.Ask(1))
    for number in (2, 3, 1):
        table.play(TABLE, m.Recall(number))
    line = GAME.view(table.state, 1).lines[-1]
    assert line.question == 1
    assert [number for number, _ in line.was] == [1, 2, 3]
    table.refuse(0, m.Recall(4), "too late to correct")


def test_swapped_racks_can_be_put_right_by_the_host() -> None:
    table = Table(3, pieces="paper", racks="paper")
    for rack, by in ((0, 2), (1, 0), (2, 1), (3, 0)):
        table.play(by, m.Enter(rack, RACKS[3 - rack]))
    for rack in range(4):
        table.play(TABLE, m.Enter(rack, RACKS[rack]))
    assert table.state.racks == RACKS


def test_paper_tiles_are_counted_though_nobody_enters_them() -> None:
    """An open rack replaced before it was entered: its tiles are somewhere all the same."""
    table = paper(target=5)
    for seat in (0, 1, 2, 0, 1, 2):
        table.play(seat, m.Declare(true_digits(table.state, seat)))
        table.play((seat - 1) % 3, m.Enter(seat, RACKS[seat]))
        assert 7 < table.state.left <= 16


SAMPLES: dict[str, m.Move] = {
    "ask": m.Ask(), "announce": m.Announce(0), "declare": m.Declare((1, 2, 3)), "skip": m.Skip(),
}  # fmt: skip
SHAPE_OF_A_MOVE = {"card number", "no card number", "miscounted", "no doubt", "kind of answer", "no such tiles"}


def samples(state: State) -> list[tuple[tuple[object, ...], m.Move]]:
    """A move of every kind, for every line and every filling of every rack, and what tells it from the others."""
    tried: list[tuple[tuple[object, ...], m.Move]] = [((kind,), move) for kind, move in SAMPLES.items()]
    tried += [(("recall", line), m.Recall(3, line)) for line in range(len(state.lines))]
    for rack, refills in enumerate(state.refills):
        tried += [(("enter", rack, n), m.Enter(rack, RACKS[rack % 4], n)) for n in range(refills + 1)]
    return tried


def refusal_of(table: Table, actor: int | str, move: m.Move) -> Refused | None:
    """What a move would be refused with."""
    try:
        GAME.decide(table.state, actor, move, Chance(table.seed, 5))  # type: ignore[arg-type]
    except Refused as refusal:
        return refusal
    return None


def key(offer: Offer) -> tuple[object, ...]:
    """The same for an offer."""
    return (offer.kind, *offer.settled.values())


@settings(max_examples=30)
@given(st.integers(2, 5), st.integers(0, 10**9), st.lists(st.integers(0, 999), max_size=40), st.booleans())
def test_what_is_offered_is_taken_and_what_is_taken_is_offered(
    seats: int, seed: int, choices: list[int], on_paper: bool
) -> None:
    """For every actor at every step of a random game. Refusals name seats that exist; those who can are awaited."""
    pieces = {"pieces": "paper", "racks": "paper"} if on_paper else {}
    table = Table(seats, seed, answers="announced" if seed % 2 else "referee", target=2, **pieces)
    for choice in choices:
        actors = [*range(seats), TABLE]
        tried = samples(table.state)
        for actor in actors:
            offered = {key(offer) for offer in GAME.moves(table.state, actor)}
            assert offered <= {key for key, _ in tried}
            for each, move in tried:
                refused = refusal_of(table, actor, move)
                taken = refused is None or refused.rule in SHAPE_OF_A_MOVE
                assert refused is None or refused.evidence.get("seat", 0) in range(seats)
                assert taken == (each in offered), (actor, each)
        assert GAME.awaited(table.state) == tuple(seat for seat in range(seats) if must_move(table.state, seat))
        options = [(a, o) for a in actors for o in GAME.moves(table.state, a)]
        if not options:
            break
        actor, offer = options[choice % len(options)]
        move = dict(tried)[key(offer)]
        if offer.kind == "ask" and on_paper:
            move = m.Ask(choice % 23 + 1)
        if offer.kind == "announce" and table.state.pending:
            move = m.Announce(table.state.pending.answer)
        if offer.kind == "declare" and choice % 2:
            move = m.Declare(true_digits(table.state, actor))
        with suppress(Refused):
            table.play(actor, move)


def must_move(state: State, seat: int) -> bool:
    """Has that seat an offer without which the game stands still?"""
    if GAME.outcome(state):
        return False
    offers = GAME.moves(state, seat)
    empty = [offer for offer in offers if offer.kind == "enter" and offer.choices[0] in state.waiting]
    return bool(empty) or any(offer.kind in ("ask", "announce") for offer in offers)
