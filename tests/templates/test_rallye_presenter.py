"""What pages and the replay of Rallye-Code put into words: amounts, squares, cars, and what became of a car besides."""

from __future__ import annotations

from typing import Any

import pytest

from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye.road.cars import Hold
from templates import i18n, loader
from templates.pages.rallye import presenter as p
from templates.sentences import Scene, sentence, sentence_table

KIT = loader.kit_data("rallye")
OPTIONS = m.Options()
TABLE = sentence_table("rallye", "narration")
NAMES = ("Ann", "Bob", "Cid")


def told(event: Any, two: bool = True, edition: Any = "a") -> str:
    """An event in the words of the replay."""
    state = p.setting(m.Options(edition=edition), len(NAMES), two)
    return sentence(TABLE, type(event).__struct_config__.tag, Scene(event, NAMES, KIT, event, state), p.NARRATION)


def drove(**more: Any) -> e.Drove:
    """A roll of five, from Paris."""
    return e.Drove(seat=0, car=3, dice=(2, 3), start="1", trail=("15",), at="15", heading=0, hold=Hold(), **more)


def test_amounts_are_grouped_and_stay_with_their_unit() -> None:
    amounts = [p.money(amount, KIT) for amount in (0, 500, 1000, 2050, 100_000)]
    assert amounts == [f"{n}\N{NO-BREAK SPACE}F" for n in ("0", "500", "1,000", "2,050", "100,000")]
    with i18n.speaking("fr"):
        assert p.money(2050, loader.kit_data("rallye")) == "2\N{NO-BREAK SPACE}050\N{NO-BREAK SPACE}F"


def test_a_square_has_its_town() -> None:
    assert p.square("1", OPTIONS) == "1 Paris"
    plain = next(square.number for square in OPTIONS.board.squares if not square.town)
    assert p.square(plain, OPTIONS) == plain
    assert p.rolled((2, 5)) == "2 + 5 = 7"


def test_cars_are_counted_round_the_table() -> None:
    assert [p.owner(car, NAMES) for car in range(6)] == ["Ann", "Bob", "Cid"] * 2
    assert [p.which(car, 3) for car in range(6)] == [1, 1, 1, 2, 2, 2]
    assert told(e.Missed(4)) == "Parked: car 2 of Bob misses its turn."
    assert told(e.Missed(1), two=False) == "Parked: the car of Bob misses its turn."


@pytest.mark.parametrize(
    ("course", "facts"),
    [
        ({}, []),
        ({"accident": True}, ["accident"]),
        ({"accident": True, "aid": True}, ["accident_aid"]),
        ({"aid": True}, []),
        ({"waits": True, "sent": True, "parked": True, "tank": True}, ["waits", "sent", "parked", "tank"]),
    ],
)
def test_what_became_of_a_car_besides(course: dict[str, bool], facts: list[str]) -> None:
    assert p.facts(drove(**course)) == facts


def test_a_drive_in_one_sentence_and_what_followed() -> None:
    rolls = "Ann rolls 2 + 3 = 5: car 2"
    assert told(drove(parked=True)) == f"{rolls} drives from 1 Paris to 15. It parks and misses its next turn."
    assert told(drove(stays=True)) == f"{rolls} has to stay at 15."
    assert told(drove(waits=True)) == f"{rolls} waits at 15, for it would come out at a no-entry sign."
    assert told(drove(), two=False) == "Ann rolls 2 + 3 = 5: the car drives from 1 Paris to 15."


def test_the_first_seat_counts_as_somebody() -> None:
    assert told(e.Demanded(1, 0)) == "Ann claims what is owed."
    assert told(e.Demanded(1, None)) == "Its manager is out: what is owed is paid without a claim."
    assert told(e.TakenBack(0)) == "Ann takes back what was entered last."
    assert told(e.TakenBack("table")) == "The host takes back what was entered last."


def test_an_amount_comes_with_its_rule() -> None:
    assert told(e.Paid(0, "mat", 500, "own_fine")) == (
        "500 F from Ann to the mat: the policeman’s own fine lies on the mat."
    )
    assert told(e.Paid(0, "garage", 4000, "crash", 0, 8), edition="b") == (
        "4,000 F from Ann to the till “garages”: repairs, 500 F × 8 rolled in the accident."
    )
    assert told(e.Paid("garage", 1, 4000, "crash")) == (
        "4,000 F from the till “garages” to Bob: repairs after an accident or a collision."
    )
