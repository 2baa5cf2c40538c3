"""The course of a game: the office, turns, two cars, debts, elimination, time; and every refusal."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from rallye_table import PAIRS, Loaded, Table, back, money, sane

from referee import simulation
from referee.chance import Chance
from referee.game import TABLE, Refused
from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye import robot
from referee.rallye.cars import Due, Hold
from referee.rallye.game import GAME
from referee.rallye.pieces import PURSE, Till, cars

BAD_DAY = {"hold": Hold(garage=True)}


def refused(table: Table, actor: Any, move: m.Move, *dice: int) -> str:
    before = table.state
    with pytest.raises(Refused) as found:
        table.play(actor, move, *dice)
    assert table.state is before
    return found.value.rule


def owe(table: Table, seat: int, amount: int, till: Till = Till.FIRSTAID) -> None:
    """A debt that somebody is going to ask for."""
    table.state = GAME.evolve(table.state, e.Owed(table.state.owed, seat, seat, Due(till, amount, "aid")))


def test_the_highest_first_roll_is_policeman_and_begins() -> None:
    (dealt,) = GAME.deal(m.Options(), 4, Loaded(1, 2, 6, 5, 3, 3, 4, 4))  # type: ignore[arg-type]
    assert dealt.policeman == 1
    assert dealt.rolls == (((0, (1, 2)), (1, (6, 5)), (2, (3, 3)), (3, (4, 4))),)
    state = GAME.evolve(GAME.start(), dealt)
    assert state.turn == state.car == state.policeman == 1
    assert {car.at for car in state.cars} == {"1"}
    assert GAME.awaited(state) == (1,)


def test_a_tie_is_rolled_again_by_those_who_tied() -> None:
    (dealt,) = GAME.deal(m.Options(), 3, Loaded(6, 5, 1, 2, 5, 6, 2, 2, 1, 3, 1, 1, 3, 3))  # type: ignore[arg-type]
    assert [[seat for seat, _ in rolls] for rolls in dealt.rolls] == [[0, 1, 2], [0, 2], [0, 2]]
    assert dealt.policeman == 2


@pytest.mark.parametrize(("seats", "purse"), [(2, 100_000), (3, 100_000), (4, 50_000), (5, 50_000), (6, 50_000)])
def test_fifty_thousand_a_car(seats: int, purse: int) -> None:
    state = Table(seats).state
    assert state.purses == (purse,) * seats
    assert money(state) == PURSE * cars(seats)


def test_clockwise() -> None:
    table = Table(5)
    for seat in (0, 1, 2, 3, 4, 0, 1):
        assert table.state.turn == seat
        assert GAME.awaited(table.state) == (seat,)
        table.drive(seat, 2, "53")


@pytest.mark.parametrize("seats", [2, 3])
def test_two_cars_of_one_player_move_alternately(seats: int) -> None:
    table, moved = Table(seats), []
    for _ in range(4 * seats):
        table.put(table.state.car, "53")
        table.roll(2)
        moved.append(table.of(e.Drove)[0].car)
    assert moved == [*range(2 * seats), *range(2 * seats)]
    assert [table.state.owner(car) for car in moved[: 2 * seats]] == [*range(seats), *range(seats)]


def test_a_parked_car_misses_the_turn_that_would_be_its_own() -> None:
    """The other car of that player drives when its turn comes."""
    table = Table(2)
    table.put(2, "53", parked=True)
    order = []
    for _ in range(5):
        table.put(table.state.car, "53", parked=table.state.cars[table.state.car].parked)
        table.roll(2)
        order.append((table.of(e.Drove)[0].car, [event.car for event in table.of(e.Missed)]))
    assert order == [(0, []), (1, [2]), (3, []), (0, []), (1, [])]


def test_everybody_else_parked() -> None:
    table = Table(3)
    for car in range(1, 6):
        table.put(car, "53", parked=True)
    table.drive(0, 2, "53")
    assert [event.car for event in table.of(e.Missed)] == [1, 2, 3, 4, 5]
    assert (table.state.turn, table.state.car) == (0, 0)


def test_half_a_till_for_the_broke() -> None:
    """Half of his own tills, the fullest first, each rounded down to 500, and no more of them than he needs."""
    table = Table()
    table.manage(Till.HOTEL, 1, 3_500)
    table.manage(Till.PETROL, 1, 5_000)
    table.manage(Till.GARAGE, 0, 9_000)
    table.purse(1, 1_000)
    table.drive(1, 9, "53", **BAD_DAY)
    owe(table, 1, 3_000, Till.GARAGE)
    table.play(0, m.Demand(table.state.dues[-1].number))
    assert table.paid == [("petrol", 1, 2_500, "half"), (1, "garage", 3_000, "aid")]
    owe(table, 1, 2_500, Till.GARAGE)
    table.play(0, m.Demand(table.state.dues[-1].number))
    assert table.paid == [("hotel", 1, 1_500, "half"), ("petrol", 1, 1_000, "half"), (1, "garage", 2_500, "aid")]
    assert table.state.purses[1] == 500


def test_beyond_that_he_pays_what_is_there_and_is_out() -> None:
    """Cars off the board, gérances vacant, tills stay."""
    table = Table()
    table.manage(Till.HOTEL, 1, 3_500)
    table.purse(1, 1_000)
    table.drive(1, 12, "53", hold=Hold(garage=True, firstaid=True, crashed=True))
    assert table.paid == [
        (1, "garage", 1_000, "garage_again"),
        ("hotel", 1, 1_500, "half"),
        (1, "firstaid", 1_000, "aid_again"),
    ]
    owe(table, 1, 9_000)
    table.manage(Till.FIRSTAID, 3)
    table.play(3, m.Demand(table.state.dues[-1].number))
    assert table.paid == [("hotel", 1, 1_000, "half"), (1, "firstaid", 1_500, "aid")]
    (out,) = table.of(e.Out)
    assert (out.seat, out.short) == (1, 7_500)
    assert table.state.cars[1].at == ""
    assert table.state.desk(Till.HOTEL).manager is None
    assert table.state.desk(Till.HOTEL).content == 1_000
    assert table.state.out == (False, True, False, False)


def test_an_empty_purse_is_out_but_not_with_half_a_till() -> None:
    for content, out in ((500, True), (1_000, False)):
        table = Table()
        table.manage(Till.HOTEL, 1, content)
        table.purse(1, 1_000)
        table.drive(1, 12, "53", **BAD_DAY)
        assert table.state.purses[1] == 0
        assert bool(table.of(e.Out)) is out
        assert [event.short for event in table.of(e.Out)] == ([0] if out else [])


def test_who_is_out_is_never_awaited_and_has_nothing_to_do() -> None:
    table = Table()
    table.purse(1, 500)
    table.drive(1, 12, "53", **BAD_DAY)
    assert table.state.out[1]
    turns = []
    for _ in range(6):
        turns.append(table.state.turn)
        assert GAME.awaited(table.state) == (table.state.turn,)
        table.put(table.state.car, "53")
        table.roll(2)
    assert turns == [2, 3, 0, 2, 3, 0]
    assert GAME.moves(table.state, 1) == []
    assert refused(table, 1, m.Roll()) == "out"


def test_ruined_by_petrol_he_does_not_arrive_anywhere() -> None:
    """What he would have won, taken or owed on the way is nobody's business any more."""
    table = Table()
    table.manage(Till.HOTEL, None, 5_000)
    table.purse(1, 500)
    table.drive(1, 6, back("1", 6), tank=True)
    assert table.paid == [(1, "petrol", 500, "petrol")]
    assert table.of(e.Out)[0].short == 2_500
    assert table.state.desk(Till.HOTEL).content == 5_000


def test_an_eliminated_policeman_hands_over_to_the_richest() -> None:
    """A tie goes to the next one to his left."""
    for purses, heir in (
        ((0, 20_000, 30_000, 10_000), 2),
        ((0, 10_000, 30_000, 30_000), 2),
        ((0, 9_000, 9_000, 9_000), 1),
    ):
        table = Table()
        for seat, purse in enumerate(purses):
            table.purse(seat, purse or 500)
        table.drive(0, 12, "53", **BAD_DAY)
        (appointed,) = table.of(e.Appointed)
        assert (appointed.seat, appointed.inherited) == (heir, True)
        assert table.state.policeman == heir


def test_the_last_one_left_has_won() -> None:
    table = Table(2)
    table.purse(1, 500)
    table.drive(1, 12, "53", **BAD_DAY)
    outcome = GAME.outcome(table.state)
    assert outcome and (outcome.reason, outcome.winners) == ("left", (0,))
    assert GAME.awaited(table.state) == ()
    assert GAME.moves(table.state, 0) == []
    assert refused(table, 0, m.Roll()) == "over"


def test_dues_to_a_till_that_falls_vacant_are_paid_at_once() -> None:
    """Its manager is out: nobody is left to ask, as with any till without a manager."""
    table = Table()
    table.manage(Till.FIRSTAID, 1, 0)
    table.manage(Till.GARAGE, 2)
    table.purse(1, 500)
    owe(table, 3, 3_000)
    owe(table, 1, 1_000, Till.GARAGE)
    table.play(2, m.Demand(1))
    assert table.paid == [(1, "garage", 500, "aid"), (3, "firstaid", 3_000, "aid")]
    assert table.state.dues == ()
    assert [(event.due, event.seat) for event in table.of(e.Demanded)] == [(1, 2), (0, None)], (
        "nobody asked for the other"
    )


def test_time_is_up() -> None:
    """The richest purse wins, tills do not count; equal purses share it."""
    table = Table()
    table.manage(Till.HOTEL, 1, 90_000)
    table.purse(2, 60_000)
    table.play(TABLE, m.Time())
    outcome = GAME.outcome(table.state)
    assert outcome and (outcome.reason, outcome.winners) == ("time", (2,))
    assert outcome.scores == (50_000, 50_000, 60_000, 50_000)
    shared = Table()
    shared.purse(1, 40_000)
    shared.play(TABLE, m.Time())
    assert GAME.outcome(shared.state).winners == (0, 2, 3)  # type: ignore[union-attr]


def test_who_is_out_never_wins() -> None:
    """Not even where all purses are empty and two live on their tills."""
    table = Table(3)
    table.purse(1, 500)
    table.drive(1, 12, "53", **BAD_DAY)
    assert table.state.out[1]
    for seat in (0, 2):
        table.purse(seat, 0)
        table.manage([*Till][seat], seat, 4_000)
    table.play(TABLE, m.Time())
    assert GAME.outcome(table.state).winners == (0, 2)  # type: ignore[union-attr]


def test_time_ends_a_sale_too() -> None:
    table = Table()
    table.manage(Till.PETROL, 2, 500)
    table.drive(0, 6, back("4", 6))
    table.play(TABLE, m.Time())
    assert GAME.outcome(table.state)


@pytest.mark.parametrize(("minutes", "limit"), [(0, None), (15, 15), (60, 60), (240, 240)])
def test_the_limit(minutes: int, limit: int | None) -> None:
    assert GAME.limit(Table(minutes=minutes).state) == limit


@pytest.mark.parametrize("minutes", [-1, 241])
def test_no_other_limit(minutes: int) -> None:
    with pytest.raises(ValueError, match="minutes"):
        m.Options(minutes=minutes)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(f'{{"minutes":{minutes}}}', type=m.Options)


def test_dice_on_the_table_are_told() -> None:
    table = Table(dice="table")
    assert refused(table, 0, m.Roll()) == "tell the dice"
    assert refused(table, 0, m.Roll((0, 7))) == "no such dice"
    table.play(0, m.Roll((2, 3)))
    assert table.of(e.Drove)[0].dice == (2, 3)
    phone = Table()
    assert refused(phone, 0, m.Roll((2, 3)), 1, 1) == "phone rolls"
    for bad in ("[0,3]", "[1,7]", "[1]", "[1,2,3]"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(f'{{"kind":"roll","dice":{bad}}}', type=m.Move)


def test_a_roll_that_was_told_wrong_is_taken_back() -> None:
    """With all that came of it; by whoever told it until something else is done, later by the host, roll after roll."""
    table = Table(dice="table")
    start = table.state
    assert refused(table, 0, m.TakeBack()) == "nothing to take back"
    table.play(0, m.Roll((2, 2)))
    first = table.state
    assert refused(table, 1, m.TakeBack()) == "host only"
    assert [offer.kind for offer in GAME.moves(table.state, 0)].count("takeback") == 1
    table.play(0, m.TakeBack())
    assert replace(table.state, back=(), news=(), takebacks=0) == start
    table.play(0, m.Roll((2, 2)))
    table.play(1, m.Roll((6, 6)))
    assert refused(table, 0, m.TakeBack()) == "host only"
    table.play(TABLE, m.TakeBack())
    assert replace(table.state, back=(), told=0, news=(), takebacks=0) == replace(first, back=(), news=())
    table.play(TABLE, m.TakeBack())
    assert replace(table.state, back=(), news=(), takebacks=0) == start


def test_the_host_takes_back_a_roll_also_when_it_is_over() -> None:
    """Nobody else, and nothing else; the game goes on then."""
    table = Table(2, dice="table")
    assert [offer.kind for offer in GAME.moves(table.state, TABLE)] == ["skip", "time"]
    table.purse(0, 500)
    table.put(0, "53", **BAD_DAY)
    table.play(0, m.Roll((6, 6)))
    assert GAME.outcome(table.state).reason == "left"  # type: ignore[union-attr]
    assert refused(table, 0, m.TakeBack()) == "over"
    assert refused(table, TABLE, m.Skip(1)) == "over"
    assert refused(table, TABLE, m.Time()) == "over"
    assert GAME.moves(table.state, 0) == []
    assert [offer.kind for offer in GAME.moves(table.state, TABLE)] == ["takeback"]
    table.play(TABLE, m.TakeBack())
    assert GAME.outcome(table.state) is None
    assert GAME.awaited(table.state) == (0,)
    assert GAME.limit(table.state) == 60
    table.play(0, m.Roll((1, 1)))
    assert table.of(e.Drove)[0].freed


def test_the_clock_does_not_end_at_once_what_the_host_opened_again() -> None:
    table = Table(dice="table")
    table.play(0, m.Roll((2, 2)))
    table.play(TABLE, m.Time())
    table.play(TABLE, m.TakeBack())
    assert GAME.outcome(table.state) is None
    assert GAME.limit(table.state) is None
    table.play(0, m.Roll((2, 3)))
    table.play(0, m.TakeBack())
    assert GAME.limit(table.state) is None
    table.play(TABLE, m.Time())
    assert GAME.outcome(table.state)


def test_after_a_take_back_the_same_offer_has_another_name() -> None:
    """A late tap on what was offered before is for something that is not there any more."""
    table = Table(dice="table")
    table.manage(Till.GARAGE, 2)
    seen: list[set[str]] = []
    for _ in range(3):
        names = {offer.id for offer in GAME.moves(table.state, 0) if offer.kind == "roll"}
        table.put(0, "12")
        table.play(0, m.Roll((1, 1)))
        names |= {
            o.id for seat in range(4) for o in GAME.moves(table.state, seat) if o.kind in ("roll", "stop", "demand")
        }
        table.put(1, "53")
        table.play(1, m.Roll((1, 1)))
        names |= {o.id for seat in range(4) for o in GAME.moves(table.state, seat) if o.kind in ("stop", "claim")}
        assert {name.split(".")[0] for name in names} == {"roll", "stop", "demand", "claim"}
        assert not any(names & before for before in seen)
        seen.append(names)
        for _ in range(2):
            table.play(TABLE, m.TakeBack())


def test_a_card_that_was_read_aloud_is_not_drawn_again_after_a_take_back() -> None:
    table = Table(dice="table")
    first = table.state.deck[0]
    table.put(0, back("12", 4))
    table.play(0, m.Roll((2, 2)))
    table.play(0, m.Stop(0, "sign"))
    assert table.of(e.Judged)[0].card
    table.play(TABLE, m.TakeBack())
    assert table.state.deck[-1] == first
    assert len(set(table.state.deck)) == len(table.state.deck)


def test_nothing_else_may_have_been_done_since() -> None:
    """A stop, a due asked for: now it is the host's business."""
    table = Table(dice="table")
    table.manage(Till.GARAGE, 2)
    table.put(0, "12")
    table.play(0, m.Roll((1, 1)))
    lapsing = table.state.dues
    assert lapsing
    table.play(2, m.Demand(lapsing[0].number))
    assert refused(table, 0, m.TakeBack()) == "host only"
    table.play(TABLE, m.TakeBack())
    assert table.state.cars[0].at == "12"
    assert table.state.ledger == ()


def test_a_due_that_lapsed_with_a_wrong_roll_is_open_again() -> None:
    table = Table(dice="table")
    table.manage(Till.GARAGE, 2)
    table.put(0, "12")
    table.play(0, m.Roll((1, 1)))
    table.play(1, m.Roll((1, 1)))
    assert table.state.dues == ()
    table.play(1, m.TakeBack())
    table.play(2, m.Demand(table.state.dues[0].number))
    assert table.paid == [(0, "garage", 1_000, "garage")]


def test_a_duel_is_told_and_taken_back_too() -> None:
    table = Table(dice="table")
    table.manage(Till.PETROL, 2, 500)
    table.put(0, back("4", 6))
    table.play(0, m.Roll((3, 3)))
    table.play(2, m.Answer(False))
    assert refused(table, 0, m.TakeBack()) == "host only"
    table.play(2, m.Roll((6, 6)))
    table.play(2, m.TakeBack())
    assert table.state.sale and table.state.sale.stage == "owner"
    table.play(2, m.Roll((1, 1)))
    table.play(0, m.Roll((1, 1)))
    assert table.of(e.Threw)[0].lost, "a tie goes to the buyer"


def test_dice_of_the_phone_are_not_taken_back() -> None:
    table = Table()
    table.roll(4)
    assert refused(table, 0, m.TakeBack()) == "nothing to take back"
    assert refused(table, TABLE, m.TakeBack()) == "nothing to take back"


def test_the_table_does_for_an_absent_player_what_he_must() -> None:
    """He rolls, on the phone even where others have dice; sells rather than quarrel; rolls in a duel."""
    table = Table(dice="table")
    assert refused(table, TABLE, m.Skip(1)) == "not waiting"
    assert refused(table, 0, m.Skip(0)) == "table only"
    assert refused(table, 0, m.Time()) == "table only"
    assert refused(table, TABLE, m.Roll((1, 1))) == "players only"
    table.play(TABLE, m.Skip(0), 2, 3)
    assert table.of(e.Drove)[0].dice == (2, 3)
    table.manage(Till.PETROL, 2, 500)
    table.put(1, back("4", 6))
    table.play(1, m.Roll((3, 3)))
    table.play(TABLE, m.Skip(2))
    assert table.of(e.Answered)[0].sold
    table.put(2, back("4", 6))
    table.play(2, m.Roll((3, 3)))
    table.play(1, m.Answer(False))
    table.play(TABLE, m.Skip(1), 1, 1)
    table.play(TABLE, m.Skip(2), 6, 6)
    assert table.state.desk(Till.PETROL).manager == 2


def test_a_roll_for_an_absent_player_is_the_hosts_to_take_back() -> None:
    """He told nothing himself."""

    def able(table: Table) -> list[Any]:
        kinds = {actor: [offer.kind for offer in GAME.moves(table.state, actor)] for actor in (*range(4), TABLE)}
        return [actor for actor, found in kinds.items() if "takeback" in found]

    table = Table(dice="table")
    table.manage(Till.PETROL, 2, 500)
    table.put(0, back("4", 6))
    table.play(TABLE, m.Skip(0), 3, 3)
    assert able(table) == [TABLE]
    assert refused(table, 0, m.TakeBack()) == "host only"
    table.play(2, m.Answer(False))
    table.play(TABLE, m.Skip(2), 1, 1)
    assert able(table) == [TABLE]
    table.play(0, m.Roll((1, 1)))
    assert able(table) == [0, TABLE]
    for _ in range(3):
        table.play(TABLE, m.TakeBack())
    assert table.state.cars[0].at == back("4", 6)


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
