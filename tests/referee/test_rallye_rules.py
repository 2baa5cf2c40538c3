"""What holds for every move of Rallye-Code: refusals, offers, money and cars in any game."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from support.referee.rallye_table import PAIRS, Table, back, money, refused, sane

from referee import simulation
from referee.chance import Chance
from referee.game import Refused
from referee.rallye import moves as m
from referee.rallye import robot
from referee.rallye.game import GAME
from referee.rallye.pieces import Till


def test_other_refusals() -> None:
    table = Table()
    assert refused(table, 1, m.Roll(), 1, 1) == "not your turn"
    assert refused(table, 9, m.Roll()) == "no such seat"
    assert refused(table, 0, m.Answer(True)) == "nothing for sale"
    for move in (m.Enter(0, "1", (1, 2)), m.Manage(Till.HOTEL, 0), m.Count(500)):
        assert refused(table, 0, move) == "paper only"
    with pytest.raises(Refused, match="players"):
        GAME.deal(m.Options(), 7, Chance(bytes(32), 0))


def test_offers_keep_their_id_for_as_long_as_they_are_the_same_thing_to_do() -> None:
    """A stop by the policeman does not change the offer to roll; the next roll has another name."""
    table = Table()
    table.drive(0, 4, back("12", 4))
    before = {offer.id for offer in GAME.moves(table.state, 1)}
    table.play(0, m.Stop(0, "sign"))
    assert {offer.id for offer in GAME.moves(table.state, 1)} == before
    table.drive(1, 2, "53")
    assert not before & {offer.id for offer in GAME.moves(table.state, 2) if offer.kind == "roll"}


@given(
    st.integers(0, 10_000),
    st.sampled_from([2, 3, 4, 6]),
    st.sampled_from(["a", "b"]),
    st.sampled_from(["phone", "table"]),
    st.sampled_from(["claimed", "automatic"]),
)
def test_money_is_conserved_and_no_car_is_stuck(number: int, seats: int, edition: str, dice: str, claims: str) -> None:
    """After every event of whole games, poor ones, in which players are ruined."""
    options = m.Options(edition=edition, dice=dice, claims=claims, minutes=15)  # type: ignore[arg-type]
    seed = simulation.seed_of("money", number)
    (dealt,) = GAME.deal(options, seats, Chance(seed, 0))
    state = GAME.evolve(GAME.start(), dealt)
    state = replace(state, purses=tuple(500 * (1 + (number + 7 * seat) % 40) for seat in range(seats)))
    total = money(state)
    for move in range(1, 80):
        if GAME.outcome(state):
            break
        found = simulation.next_move(GAME, robot, state, seats, Chance(seed, 1_000 + move))
        assert found, "somebody can always go on"
        for event in GAME.decide(state, *found, Chance(seed, move)):
            state = GAME.evolve(state, event)
            sane(state, total)
        waiting = GAME.awaited(state)
        assert all(not state.out[seat] for seat in waiting)
        assert bool(waiting) is (GAME.outcome(state) is None)


@given(st.integers(0, 10_000), st.sampled_from([2, 4]), st.sampled_from(["a", "b"]))
def test_every_offer_is_taken_and_every_move_without_one_is_refused(number: int, seats: int, edition: str) -> None:
    """For the moves that name something: cars, reasons, dues."""
    options = m.Options(edition=edition, minutes=15)  # type: ignore[arg-type]
    seed = simulation.seed_of("offers", number)
    (dealt,) = GAME.deal(options, seats, Chance(seed, 0))
    state = GAME.evolve(GAME.start(), dealt)
    for move in range(1, 25):
        for seat in range(seats):
            offers = GAME.moves(state, seat)
            allowed = {("roll", None) for offer in offers if offer.kind == "roll"}
            allowed |= {("answer", sell) for offer in offers if offer.kind == "answer" for sell in offer.choices}
            allowed |= {("demand", offer.settled["due"]) for offer in offers if offer.kind == "demand"}
            allowed |= {
                (offer.kind, (offer.settled["car"], why)) for offer in offers if offer.kind in ("stop", "claim") for why in offer.choices
            }  # fmt: skip
            tries: list[tuple[tuple[str, Any], m.Move]] = [(("roll", None), m.Roll())]
            tries += [(("answer", sell), m.Answer(sell)) for sell in (True, False)]
            tries += [(("demand", due), m.Demand(due)) for due in range(state.owed + 1)]
            for car in range(len(state.cars)):
                for why in ("sign", "overtaking"):
                    tries += [(("stop", (car, why)), m.Stop(car, why)), (("claim", (car, why)), m.Claim(car, why))]
            for name, move_ in tries:
                try:
                    GAME.decide(state, seat, move_, Chance(seed, move))
                except Refused:
                    assert name not in allowed
                else:
                    assert name in allowed
        found = simulation.next_move(GAME, robot, state, seats, Chance(seed, 1_000 + move))
        if not found:
            break
        for event in GAME.decide(state, *found, Chance(seed, move)):
            state = GAME.evolve(state, event)
    assert PAIRS[7] == (1, 6)
