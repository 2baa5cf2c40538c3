"""The turn of Allo... la France: start, card, move; and why something is refused."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from support.referee.allo_table import SEED, C, a_card, play, refused, table

from referee.allo import events as e
from referee.allo import moves as m
from referee.allo.france import FRANCE
from referee.allo.game import GAME
from referee.allo.pieces import DECK, Part, Special
from referee.allo.ways import ends
from referee.chance import Chance
from referee.game import TABLE, Refused

# Start


@pytest.mark.parametrize("seed", range(20))
def test_the_highest_code_begins(seed: int) -> None:
    """Cities are drawn without repetition and go back; so a home may be a start, but no plate is on two stands."""
    (dealt,) = GAME.deal(m.Options(), 4, Chance(seed.to_bytes(32), 0))
    assert isinstance(dealt, e.Dealt)
    assert dealt.starts[dealt.first] == max(dealt.starts)
    assert len(set(dealt.starts)) == 4
    for part in Part:
        assert len({number.part(part) for number in dealt.numbers}) == 4
    assert sorted(dealt.deck) == [card.number for card in DECK]


def test_a_home_can_be_where_somebody_starts() -> None:
    deals = [GAME.deal(m.Options(), 4, Chance(n.to_bytes(32), 0))[0] for n in range(40)]
    assert any({number.city for number in d.numbers} & set(d.starts) for d in deals if isinstance(d, e.Dealt))


def test_turns_go_clockwise() -> None:
    state = table("Nice", "Lille", "Caen")
    state = replace(state, turn=2)
    assert GAME.awaited(state) == (2,)
    state = play(state, TABLE, m.Skip(2))
    assert GAME.awaited(state) == (0,)
    assert refused(state, 1, m.Draw()) == ("not your turn", {"seat": 0})


def test_two_or_five_players_are_refused() -> None:
    for seats in (2, 5):
        with pytest.raises(Refused, match="players"):
            GAME.deal(m.Options(), seats, Chance(SEED, 0))


# Short game


def test_a_short_game_has_the_first_names_of_each_list() -> None:
    options = m.Options(surnames=4, firsts=5, jobs=6)
    assert options.values(Part.SURNAME) == ("01", "02", "03", "04")
    assert options.values(Part.FIRST) == ("11", "22", "33", "44", "55")
    assert options.values(Part.JOB) == ("10", "20", "30", "40", "50", "60")
    assert len(options.values(Part.CITY)) == 22
    for seed in range(10):
        (dealt,) = GAME.deal(options, 4, Chance(seed.to_bytes(32), 0))
        assert isinstance(dealt, e.Dealt)
        assert {number.surname for number in dealt.numbers} == {"01", "02", "03", "04"}
        assert all(number.first <= "55" and number.job <= "60" for number in dealt.numbers)


@pytest.mark.parametrize("name", ["surnames", "firsts", "jobs"])
@pytest.mark.parametrize("count", [3, 9])
def test_not_shorter_than_four_nor_longer_than_eight(name: str, count: int) -> None:
    with pytest.raises(ValueError, match=name):
        m.Options(**{name: count})  # type: ignore[arg-type]


# Card and move


def test_the_top_card_is_drawn_and_goes_under_the_others() -> None:
    state = table("Nice", "Lille", "Caen")
    top = a_card(1, True)
    state = replace(state, deck=(top, *(number for number in state.deck if number != top)))
    drawn = play(state, 0, m.Draw())
    assert (drawn.step, drawn.card, len(drawn.deck)) == ("move", top, 53)
    after = play(drawn, 0, m.Go(C["Marseille"]))
    assert after.turn == 1
    assert after.deck == (*state.deck[1:], top)


def test_exactly_as_far_as_the_card_says() -> None:
    state = table("Marseille", "Lille", "Caen", card=a_card(2), step="move")
    (go,) = GAME.moves(state, 0)
    assert go.choices == ends(FRANCE, C["Marseille"], 2)
    assert C["Montpellier"] not in go.choices
    assert refused(state, 0, m.Go(C["Metz"])) == ("not in reach", {"city": "Metz", "links": 2})
    assert play(state, 0, m.Go(C["Toulouse"])).places[0] == C["Toulouse"]


def test_through_a_player_but_never_onto_one() -> None:
    """Montpellier is taken; Toulouse lies behind it."""
    state = table("Marseille", "Montpellier", "Caen", card=a_card(2), step="move")
    assert play(state, 0, m.Go(C["Toulouse"])).places[0] == C["Toulouse"]
    state = table("Marseille", "Toulouse", "Caen", card=a_card(2), step="move")
    assert C["Toulouse"] not in GAME.moves(state, 0)[0].choices
    assert refused(state, 0, m.Go(C["Toulouse"])) == ("occupied", {"city": "Toulouse", "seat": 1})


def test_back_to_the_start_round_a_triangle() -> None:
    state = table("Dijon", "Lille", "Caen", card=a_card(3), step="move")
    assert play(state, 0, m.Go(C["Dijon"])).places[0] == C["Dijon"]


def test_no_end_no_turn() -> None:
    """Rennes has two neighbours; with both taken a move of one ends nowhere, and the card goes under."""
    state = table("Rennes", "Caen", "Nantes", step="card")
    top = a_card(1, special=Special.TOWER)
    state = replace(state, deck=(top, *(number for number in state.deck if number != top)))
    events = GAME.decide(state, 0, m.Draw(), Chance(SEED, 1))
    assert events[1:] == [e.Blocked(0, 1)]
    after = play(state, 0, m.Draw())
    assert (after.turn, after.step, after.deck[-1], after.towers) == (1, "card", top, ())


def test_nobody_may_stay_who_can_move() -> None:
    state = table("Marseille", "Lille", "Caen", card=a_card(2), step="move")
    assert refused(state, 0, m.Pass()) == ("no passing", {"step": "move"})
    assert refused(replace(state, step="card", card=None), 0, m.Pass()) == ("no passing", {"step": "card"})


def test_cities_that_do_not_exist() -> None:
    state = table("Marseille", "Lille", "Caen", card=a_card(2), step="move")
    assert refused(state, 0, m.Go("00")) == ("no such city", {"given": "00"})


@pytest.mark.parametrize(
    "move", [m.Go("61"), m.Jump("61"), m.Lay("61"), m.Ask(1, Part.JOB, "10"), m.Look(1), m.Build()], ids=str
)
def test_everything_in_its_order(move: m.Move) -> None:
    assert refused(table("Nice", "Lille", "Caen"), 0, move) == ("other step", {"step": "card"})


# The table


def test_the_table_passes_over_whoever_is_awaited() -> None:
    state = table("Toulouse", "Clermont-Ferrand", "Caen", card=a_card(call=True), step="cable")
    (skip,) = GAME.moves(state, TABLE)
    assert (skip.kind, skip.choices, skip.settled) == ("skip", (0,), {"seat": 0})
    after = play(state, TABLE, m.Skip(0))
    assert (after.turn, after.step, after.deck[-1]) == (1, "card", state.card)
    assert refused(state, TABLE, m.Skip(1)) == ("not waiting", {"given": 1})
    assert refused(state, 0, m.Skip(0)) == ("table only", {})
    assert refused(state, TABLE, m.Draw()) == ("players only", {})
    assert refused(state, 3, m.Draw()) == ("no such seat", {"given": 3})


def test_an_offer_keeps_its_id_while_it_is_the_same_thing_to_do() -> None:
    """And no two things to do share one."""
    state = table("Nice", "Lille", "Caen")
    seen: dict[str, str] = {}
    for turn in range(6):
        for offer in (*GAME.moves(state, 0), *GAME.moves(state, 1), *GAME.moves(state, 2)):
            assert seen.setdefault(offer.id, offer.kind) == offer.kind
        before = GAME.moves(state, state.turn)
        assert GAME.moves(state, state.turn) == before
        assert not {offer.id for offer in before} & {
            o.id for o in GAME.moves(play(state, TABLE, m.Skip(state.turn)), turn)
        }
        state = play(state, TABLE, m.Skip(state.turn))
