"""Nobody learns from view, event or offer of Rallye-Code that there is an offence, which card is next, or what the dice will show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from support.referee.rallye_table import Table, back

from referee import simulation
from referee.chance import Chance
from referee.game import ARBITER, TABLE, Observer, Refused
from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye import offers, police, robot, views
from referee.rallye.game import GAME
from referee.rallye.pieces import CARDS
from referee.rallye.state import State

EVERYBODY: tuple[Observer, ...] = (0, 1, 2, 3, TABLE, ARBITER)
FAULTS = ("sign", "overtaking")


def known(state: State) -> dict[Observer, bytes]:
    """All that each observer is given: view and offers."""
    found: dict[Observer, bytes] = {}
    for observer in EVERYBODY:
        may = [] if observer == ARBITER else GAME.moves(state, observer)
        found[observer] = msgspec.json.encode([GAME.view(state, observer), may, GAME.awaited(state)])
    return found


def other_world(state: State, chance: Chance) -> State:
    """The same but for what is hidden: other offences of the same cars, cards in another order."""
    open_ = [(car, fault) for car in range(len(state.cars)) for fault in FAULTS if fault not in state.cars[car].judged]
    offences = tuple(offence for offence in open_ if state.cars[offence[0]].at and chance.below(2))
    return replace(state, offences=offences, deck=chance.shuffled(state.deck))  # type: ignore[arg-type]


def worlds_agree(number: int, edition: str) -> int:
    """Along a game: in every state, another world looks the same to everybody, and so do the events of a roll. How many
    states had an offence that nobody had judged."""
    seed = simulation.seed_of("worlds", number)
    (dealt,) = GAME.deal(m.Options(edition=edition, minutes=15), 4, Chance(seed, 0))  # type: ignore[arg-type]
    state, hidden = GAME.evolve(GAME.start(), dealt), 0
    for move in range(1, 60):
        twin = other_world(state, Chance(seed, 5_000 + move))
        assert known(twin) == known(state)
        hidden += bool(state.offences)
        found = simulation.next_move(GAME, robot, state, 4, Chance(seed, 1_000 + move))
        if not found:
            break
        events = GAME.decide(state, *found, Chance(seed, move))
        if isinstance(found[1], m.Roll | m.Demand | m.Answer):
            assert witnessed(twin, GAME.decide(twin, *found, Chance(seed, move))) == witnessed(state, events)
        for event in events:
            state = GAME.evolve(state, event)
    return hidden


def witnessed(state: State, events: list[Any]) -> list[Any]:
    """What everybody saw of them."""
    seen = []
    for event in events:
        state = GAME.evolve(state, event)
        seen += [GAME.witness(state, event, observer) for observer in EVERYBODY]
    return [event for event in seen if event is not None]


@given(st.integers(0, 10_000), st.sampled_from(["a", "b"]))
def test_two_worlds_that_differ_only_in_what_is_hidden_look_alike(number: int, edition: str) -> None:
    worlds_agree(number, edition)


def test_there_is_something_to_hide() -> None:
    assert sum(worlds_agree(number, "a") for number in range(5)) > 50


def test_an_offence_shows_nowhere_before_it_is_judged() -> None:
    """The same move with and without the sign: a plain square instead of a ringed one on another board, all else alike."""
    table = Table()
    table.drive(1, 4, back("12", 4))
    assert table.state.offences == ((1, "sign"),)
    innocent = replace(table.state, offences=())
    assert known(innocent) == known(table.state)
    (noted,) = table.of(e.Noted)
    for observer in EVERYBODY:
        assert GAME.witness(table.state, noted, observer) is None


def test_the_order_of_the_cards_shows_nowhere() -> None:
    table = Table()
    text = b"".join(known(table.state).values())
    assert b"deck" not in text
    (dealt,) = GAME.deal(m.Options(), 4, Chance(bytes(32), 0))
    state = GAME.evolve(GAME.start(), dealt)
    for observer in EVERYBODY:
        seen = GAME.witness(state, dealt, observer)
        assert not hasattr(seen, "deck")
        assert seen.policeman == dealt.policeman
    assert sorted(dealt.deck) == list(range(len(CARDS)))


def test_refusals_tell_nothing_either() -> None:
    """Too early, too late, not the policeman: the same words for the guilty and the innocent."""
    table = Table()
    table.drive(1, 4, back("12", 4))
    innocent = replace(table.state, offences=())
    for seat in range(4):
        for move in (m.Stop(1, "sign"), m.Claim(1, "sign"), m.Stop(2, "sign"), m.Claim(2, "overtaking")):
            told = []
            for state in (table.state, innocent):
                try:
                    GAME.decide(state, seat, move, Chance(bytes(32), 1))
                except Refused as refusal:
                    told.append(str(refusal))
                else:
                    told.append("judged")
            assert told[0] == told[1]


def test_the_arbiter_sees_all_once_it_is_over() -> None:
    table = Table()
    table.drive(1, 4, back("12", 4))
    (noted,) = table.of(e.Noted)
    table.play(TABLE, m.Time())
    assert GAME.witness(table.state, noted, ARBITER) == noted
    assert GAME.witness(table.state, noted, 0) is None


@pytest.mark.parametrize("stranger", [4, -1, 99])
def test_a_seat_that_does_not_exist_may_do_nothing(stranger: int) -> None:
    table = Table()
    assert GAME.moves(table.state, stranger) == []
    with pytest.raises(Refused, match="no such seat"):
        GAME.decide(table.state, stranger, m.Roll(), Chance(bytes(32), 1))


def leaky_view(state: State, observer: Observer) -> Any:
    """Cars that did something can be seen."""
    found = plain_view(state, observer)
    cars = tuple(replace(car, stoppable=car.stoppable and bool(state.offences)) for car in found.cars)
    return replace(found, cars=cars)


def leaky_mat(state: State, observer: Observer) -> Any:
    """The top card shows in a number."""
    return replace(plain_view(state, observer), mat=state.mat + state.deck[0])


def leaky_offers(state: State, seat: int) -> Any:
    """The policeman is offered what there is."""
    for offer in plain_stops(state, seat):
        there = tuple(why for why in offer.choices if (offer.settled["car"], why) in state.offences)
        yield replace(offer, choices=there)


def leaky_witness(event: Any, observer: Observer, state: State) -> Any:
    """The policeman is told."""
    return (
        event if observer == state.policeman and isinstance(event, e.Noted) else plain_witness(event, observer, state)
    )


def leaky_forgotten(state: State, i: int, car: Any) -> bool:
    """Only what was really forgotten can be denounced."""
    return plain_forgotten(state, i, car) and any(number == i for number, _ in state.offences)


plain_view, plain_witness, plain_stops, plain_forgotten = views.view, views.witness, offers.stops, police.forgotten
LEAKS: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "a view that lights up": (views, "view", leaky_view),
    "a card in a number": (views, "view", leaky_mat),
    "an offer that knows": (offers, "stops", leaky_offers),
    "an offer that is only there if": (offers, "forgotten", leaky_forgotten),
}


@pytest.mark.parametrize(("module", "name", "leak"), LEAKS.values(), ids=LEAKS)
def test_a_leak_would_be_found(
    monkeypatch: pytest.MonkeyPatch, module: Any, name: str, leak: Callable[..., Any]
) -> None:
    """Proof, on referees that leak a little."""
    monkeypatch.setattr(module, name, leak)
    with pytest.raises(AssertionError):
        worlds_agree(1, "a")


def test_a_witness_that_leaks_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "witness", leaky_witness)
    with pytest.raises(AssertionError):
        test_an_offence_shows_nowhere_before_it_is_judged()
