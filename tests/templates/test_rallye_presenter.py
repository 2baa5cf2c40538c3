"""What pages and the replay of Rallye-Code put into words: amounts, squares, cars, and what became of a car besides."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from referee.chance import Chance
from referee.game import Offer, Outcome
from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye.game import GAME
from referee.rallye.pieces import Till
from referee.rallye.road.cars import Due, Hold
from referee.rallye.state import OpenClaim
from referee.rallye.views import View
from templates import i18n, loader
from templates.pages.rallye import presenter as p
from templates.sentences import Scene, Teller, sentence, sentence_table

KIT = loader.kit_data("rallye")
OPTIONS = m.Options()
TABLE = sentence_table("rallye", "narration")
NAMES = ("Ann", "Bob", "Cid")


def told(event: Any, two: bool = True, edition: Any = "a") -> str:
    """An event in the words of the replay."""
    state = p.setting(m.Options(edition=edition), len(NAMES), two)
    found = sentence(TABLE, type(event).__struct_config__.tag, Scene(event, NAMES, KIT, event, state), p.NARRATION)
    return found.replace("\N{NO-BREAK SPACE}", " ")  # an amount never leaves its unit


def drove(**more: Any) -> e.Drove:
    """A roll of five, from Paris."""
    return e.Drove(seat=0, car=3, dice=(2, 3), start="1", trail=("15",), at="15", heading=0, hold=Hold(), **more)


def test_amounts_are_grouped_and_stay_with_their_unit() -> None:
    amounts = [p.money(amount, KIT) for amount in (0, 500, 1000, 2050, 100_000)]
    assert amounts == [f"{n}\N{NO-BREAK SPACE}F" for n in ("0", "500", "1,000", "2,050", "100,000")]
    with i18n.speaking("fr"):
        assert p.money(2050, loader.kit_data("rallye")) == "2\N{NO-BREAK SPACE}050\N{NO-BREAK SPACE}F"


def test_a_square_has_its_town() -> None:
    assert p.square("1", OPTIONS) == "square 1 (Paris)"
    plain = next(square.number for square in OPTIONS.board.squares if not square.town)
    assert p.square(plain, OPTIONS) == f"square {plain}"
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
    assert (
        told(drove(parked=True))
        == f"{rolls} drives from square 1 (Paris) to square 15. It parks and misses its next turn."
    )
    assert told(drove(stays=True)) == f"{rolls} has to stay at square 15."
    assert told(drove(waits=True)) == f"{rolls} waits at square 15, for it would come out at a no-entry sign."
    assert told(drove(), two=False) == "Ann rolls 2 + 3 = 5: the car drives from square 1 (Paris) to square 15."


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
    sold = told(e.Paid(0, 1, 3000, "sale", 0, 6))  # both read the same reason in their wallets
    assert sold == "3,000 F from Ann to Bob: sale of a business, 500 F × 6 rolled on the way there."


def a_view(pieces: Any = "phone", seats: int = 3, **more: Any) -> View:
    """What anybody sees after the deal, but for what is told."""
    (dealt,) = GAME.deal(m.Options(pieces=pieces), seats, Chance(bytes(32), 0))
    seen: View = GAME.view(GAME.evolve(GAME.start(), dealt), 0)
    return replace(seen, **more)


def offer(kind: str, **settled: Any) -> Offer:
    """Something that may be done."""
    return Offer(f"1.{kind}", kind, (), settled)


def entered(car: int) -> e.Entered:
    """A roll that was told at a paper table."""
    state = GAME.start()
    for event in GAME.deal(m.Options(pieces="paper"), 3, Chance(bytes(32), 0)):
        state = GAME.evolve(state, event)
    (found, *_) = GAME.decide(state, car % 3, m.Enter(car, "15", (1, 2)), Chance(bytes(32), 1))
    assert isinstance(found, e.Entered)
    return found


def judged(car: int, reason: Any, by: int = 1) -> e.Judged:
    """A car that was stopped."""
    return e.Judged(by, car, reason, False, False, None, False, False)


def test_offers_come_with_what_they_are_about() -> None:
    due = OpenClaim(7, 1, 1, Due(Till.PETROL, 500, "petrol", 5))
    offers = [
        offer("roll"),
        offer("demand", due=7),
        offer("stop", car=2),
        offer("claim", car=4),
        offer("count", seat=1),
    ]
    view = a_view(dues=(replace(due, number=6), due))
    page = p.hand(view, offers, 0)
    assert page.can["roll"] == offers[0]
    assert page.demands == ((offers[1], due),)
    assert page.stops == ((offers[2], 2, view.cars[2]),)
    assert page.claims == ((offers[3], 4, view.cars[4]),)
    assert page.counts == (offers[4],)


def test_entries_at_a_paper_table() -> None:
    own, other = entered(0), entered(1)
    entries = (own, other, *(None,) * 4)
    view = a_view("paper", entries=entries)
    page = p.hand(view, [offer("enter", car=0), offer("enter", car=3)], 0)
    assert [(i, car, last) for _, i, car, last in page.entries] == [(0, view.cars[0], own), (3, view.cars[3], None)]
    assert page.others == (other,)
    assert p.hand(view, [], 1).others == (own,)


def test_which_car_is_next_and_which_moved_last() -> None:
    view = a_view(car=4)
    cars = list(view.cars)
    cars[1] = replace(cars[1], rolled=9, start="1", trail=("15", "16"))
    view = replace(view, cars=tuple(cars))
    assert p.hand(view, [], 0).trail == ("1", "15", "16")
    assert p.hand(view, [], 0).next == 4
    assert p.hand(view, [], 0).places == ("1",) * 6
    over = replace(view, outcome=Outcome("time", (0,), (1, 0, 0)))
    assert p.hand(over, [], 0).over
    assert p.hand(over, [], 0).next is None
    assert p.hand(a_view("paper"), [], 0).next is None
    assert p.hand(a_view(), [], 0).trail == ()


def test_everybody_has_two_cars_or_one() -> None:
    many = 6
    assert p.hand(a_view(seats=3), [], 0).two
    assert list(p.cars_of(2, a_view(seats=3))) == [2, 5]
    assert not p.hand(a_view(seats=many), [], 0).two
    assert list(p.cars_of(2, a_view(seats=many))) == [2]


def test_the_last_three_that_concern_a_player() -> None:
    ledger = tuple(e.Paid(n % 3, 1 if n % 2 else "mat", 100 * n, "fine") for n in range(30))
    own = p.hand(a_view(ledger=ledger), [], 1).own
    assert own == tuple(paid for paid in ledger if 1 in (paid.source, paid.target))[-3:]
    old = (e.Paid(1, "mat", 5, "fine"), *(e.Paid(0, 2, 5, "fine"),) * p.RECENT)
    assert p.hand(a_view(ledger=old), [], 1).own == ()


def test_news_are_grouped_by_what_began_them() -> None:
    due = e.Owed(7, 0, 0, Due(Till.PETROL, 500, "petrol", 5))
    events = (drove(), due, e.Turned(1, 1), drove(), e.Lapsed(7), e.Demanded(8, None), e.Demanded(9, 1), e.Turned(2, 2))
    assert p.news(events, 9) == [
        [(events[6], "demanded", None)],
        [(events[3], "drove", None), (events[4], "lapsed", due), (events[5], "demanded", None)],
        [(events[0], "drove", None), (due, "owed", None)],
    ]
    assert p.news(events, 1) == [[(events[6], "demanded", None)]]
    assert p.news((e.Lapsed(1),), 3) == [[(e.Lapsed(1), "lapsed", None)]]
    assert p.news((), 3) == []


@pytest.mark.parametrize(
    ("event", "begins"),
    [
        (drove(), True),
        (e.Threw(0, (1, 2)), True),
        (judged(0, "sign"), True),
        (e.Demanded(1, 0), True),
        (e.Demanded(1, None), False),
        (e.Answered(0, True, False), True),
        (e.TimeUp(), True),
        (e.TakenBack(0), True),
        (entered(0), True),
        (e.Managed(0, Till.PETROL, 1), True),
        (e.Counted(0, 500), True),
        (e.Paid(0, 1, 500, "fine"), False),
        (e.Passed(Till.PETROL, 1), False),
        (e.Out(0, 0), False),
    ],
    ids=lambda given: type(given).__name__,
)
def test_what_begins_something_new_stands_apart(event: e.Event, begins: bool) -> None:
    assert len(p.news((drove(), event), 9)) == 1 + begins


def test_the_table_screen_shows_the_last_entry_and_those_that_were_judged() -> None:
    view = a_view("paper", entries=(entered(0), entered(1), entered(2), None, None, None), rolls=5)
    cars = list(view.cars)
    cars[2] = replace(cars[2], rolled=5)
    verdict = judged(1, "sign")
    view = replace(view, cars=tuple(cars), verdicts=(verdict,))
    found = [(entry.car, ruled, id_) for entry, ruled, id_ in p.entry_panels(view)]
    assert found == [(1, (verdict,), "entry-1"), (2, (), "latest")]


@pytest.mark.parametrize(
    ("speakers", "seat", "owed", "sentence"),
    [
        ((1, 2), 0, {2}, "Bob can stop your car 1; Cid can claim what is owed"),
        ((0, 1, 2), None, {0, 2}, "Bob can stop car 1 of Ann; Ann, Cid can claim what they are owed"),
        ((1,), 0, {1}, "Bob can stop your car 1 and claim what is owed"),
        ((1, 2), 1, {2}, "You can stop car 1 of Ann"),
        ((1, 2), 2, {2}, "You can claim what you are owed"),
        ((2,), 0, {2}, "Cid can claim what is owed"),
        ((0, 2), None, {0, 2}, "Ann, Cid can claim what they are owed"),
    ],
)
def test_before_a_roll_everybody_is_named_with_what_he_may_do(
    speakers: tuple[int, ...], seat: int | None, owed: set[int], sentence: str
) -> None:
    """The policeman stops, and those claim to whose tills something is owed; nobody reads of himself what another one may do."""
    fresh = a_view(policeman=1)
    tills = dict(zip(Till, sorted(owed), strict=False))
    view = replace(
        fresh,
        cars=(replace(fresh.cars[0], stoppable=True), *fresh.cars[1:]),
        desks=tuple(replace(desk, manager=tills.get(desk.till)) for desk in fresh.desks),
        dues=tuple(OpenClaim(i, 0, 0, Due(till, 1500, "garage")) for i, till in enumerate(tills)),
    )
    spoken = p.speaking(view, speakers, seat)
    scene = Scene(spoken, NAMES, KIT, spoken, p.setting(OPTIONS, len(NAMES), True, seat))
    assert Teller(TABLE, p.NARRATION).phrase("speaking", scene) == sentence


def test_what_was_judged_last_holds() -> None:
    car = replace(a_view().cars[0], judged=("overtaking", "sign"))
    said = [judged(0, "sign"), judged(1, "sign", 2), judged(0, "overtaking"), judged(0, "sign", 2)]
    assert p.rulings(car, 0, said) == [said[2], said[3]]


def test_desks_and_purses() -> None:
    desks = tuple(replace(desk, manager=1 if desk.till == Till.HOTEL else None, content=700) for desk in a_view().desks)
    assert p.manager_of(desks, "hotel") == 1
    assert p.manager_of(desks, "garage") is None
    assert p.content_of(desks, "garage") == 700
    assert p.richest_first((500, None, 800, 0)) == [2, 0, 3, 1]


def test_whose_page_comes_up_with_a_verdict() -> None:
    """The driver's and the accuser's, and nobody's who looks on; beside paper the driver's alone."""
    view = a_view()
    assert p.hand(view, [], 0).judged is False
    verdict = e.Judged(1, 2, "sign", False, False, "noise", False, False)
    judged = replace(view, verdicts=(verdict,))
    assert [p.hand(judged, [], seat).judged for seat in range(3)] == [False, True, True]
    assert [p.hand(replace(judged, paper=True), [], seat).judged for seat in range(3)] == [False, False, True]
    assert p.hand(replace(judged, outcome=Outcome("time", (0,), (1, 0, 0))), [], 2).judged is False
