"""Every row of the tariff in both editions, as the sheets have it, found out by playing."""

from __future__ import annotations

import pytest
from support.referee.rallye_table import PAIRS, Table, back

from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye.pieces import Till
from referee.rallye.road.cars import Hold
from referee.rallye.road.tariff import EDITIONS, A, B

both = pytest.mark.parametrize("edition", ["a", "b"])


def rows(a: object, b: object) -> pytest.MarkDecorator:
    """What a row says in either edition."""
    return pytest.mark.parametrize(("edition", "says"), [("a", a), ("b", b)])


def test_two_editions_and_one_table() -> None:
    assert EDITIONS == {"a": A, "b": B}
    assert A != B


@rows(8, 6)
@pytest.mark.parametrize(
    "held", [{"garage": True}, {"hotel": True}, {"garage": True, "firstaid": True, "crashed": True}]
)
def test_garage_hotel_and_first_aid_are_left_on_a_roll_of(edition: str, says: int, held: dict[str, bool]) -> None:
    for points in range(2, 13):
        table = Table(edition=edition)
        table.hold(0, "53", **held)
        (drove,) = [event for event in table.roll(points) if isinstance(event, e.Drove)]
        assert drove.stays is (points > says)
        assert drove.freed is (points <= says)
        assert (drove.at == "53") is (points > says)


@rows([2_000] * 3, [500 * 8, 500 * 9, 500 * 10])
@pytest.mark.parametrize("sign", ["17", "55"])
def test_a_crashed_car_pays_the_garage(edition: str, says: list[int], sign: str) -> None:
    """On a bend (17) and on a slippery road (55), from eight on."""
    for points, amount in zip((8, 9, 10), says, strict=True):
        table = Table(edition=edition)
        table.drive(0, points, back(sign, points))
        assert table.due == {"crash": amount}
        assert table.paid == [(0, "garage", amount, "crash")]
        assert table.state.cars[0].hold == Hold(garage=True, crashed=True)
        assert table.of(e.Drove)[0].accident


@both
@pytest.mark.parametrize("sign", ["17", "55"])
def test_no_accident_below_eight(edition: str, sign: str) -> None:
    for points in range(2, 8):
        table = Table(edition=edition)
        table.drive(0, points, back(sign, points))
        assert table.due == {}
        assert not table.state.cars[0].hold


@rows((1_000, 500), (2_000, 1_000))
def test_hotel(edition: str, says: tuple[int, int]) -> None:
    """On arrival, and for each roll that does not let one leave."""
    table = Table(edition=edition)
    table.drive(0, 4, back("16", 4))
    assert table.paid == [(0, "hotel", says[0], "hotel")]
    table.drive(0, 9)
    assert table.paid == [(0, "hotel", says[1], "hotel_again")]
    table.drive(0, 12)
    assert table.paid == [(0, "hotel", says[1], "hotel_again")]
    assert table.state.cars[0].at == "16"


@rows(([3_000, 3_000], 1_000), ([11_000, 12_000], 1_500))
def test_first_aid(edition: str, says: tuple[list[int], int]) -> None:
    """With an accident on eleven or twelve, in addition to the garage; both cost again for each failed roll."""
    for points, amount in zip((11, 12), says[0], strict=True):
        table = Table(edition=edition)
        table.drive(0, points, back("55", points))
        crash = 2_000 if edition == "a" else 500 * points
        assert table.due == {"crash": crash, "aid": amount}
        assert table.state.desk(Till.FIRSTAID).content == amount
        assert table.state.cars[0].hold == Hold(garage=True, firstaid=True, crashed=True)
        table.drive(0, 10)
        assert table.paid == [(0, "garage", 1_000, "garage_again"), (0, "firstaid", says[1], "aid_again")]


@rows(500, 1_000)
@pytest.mark.parametrize("points", [2, 7, 12])
def test_the_price_of_a_gerance(edition: str, says: int, points: int) -> None:
    """For each point of the roll that led there."""
    table = Table(edition=edition)
    table.manage(Till.PETROL, 2)
    table.drive(0, points, back("4", points))
    (offered,) = table.of(e.Offered)
    assert (offered.till, offered.owner, offered.buyer, offered.price, offered.points) == (
        "petrol",
        2,
        0,
        says * points,
        points,
    )
    table.play(2, m.Answer(True))
    assert (0, 2, says * points, "sale") in table.paid


@rows(2, 3)
@pytest.mark.parametrize(("other", "apart"), [("A3", 0), ("A2", 1), ("A4", 1), ("A1", 2), ("A5", 2), ("A6", 3)])
@pytest.mark.parametrize("heading", [1, -1])
def test_a_crossing_collision_if_nearer_than(edition: str, says: int, other: str, apart: int, heading: int) -> None:
    """From the main road over the crossing with A, at 63."""
    table = Table(edition=edition)
    table.put(1, other, heading)
    table.drive(0, 4, "60")
    hit = table.of(e.Collided)
    assert bool(hit) is (apart < says)
    if hit:
        assert (hit[0].car, hit[0].hit, hit[0].at, hit[0].why) == (0, 1, "63", "crossing")


@rows(2, 3)
@pytest.mark.parametrize(("other", "apart"), [("63", 0), ("62", 1), ("64", 1), ("61", 2), ("65", 2), ("60", 3)])
def test_and_from_the_cross_road(edition: str, says: int, other: str, apart: int) -> None:
    """Over the same crossing along A, which ends there."""
    table = Table(edition=edition)
    table.put(1, other)
    table.drive(0, 2, "A1", 1)
    assert bool(table.of(e.Collided)) is (apart < says)


@rows(7, 5)
def test_a_car_that_was_hit_leaves_below(edition: str, says: int) -> None:
    """Below eight, below six."""
    for points in range(2, 13):
        table = Table(edition=edition)
        table.hold(0, "53", hit=1)
        table.drive(0, points)
        assert table.of(e.Drove)[0].stays is (points > says)
        assert table.of(e.Drove)[0].freed is (points <= says)


@rows((500, 1_000), (1_000, 1_500))
def test_indemnity(edition: str, says: tuple[int, int]) -> None:
    """From the driver who hit it, for each roll that does not let it leave: more if he needed first aid."""
    for aid, amount in zip((False, True), says, strict=True):
        table = Table(edition=edition)
        table.hold(0, "53", hit=1, hit_aid=aid)
        for _ in range(2):
            table.drive(0, 9)
            assert table.paid == [(1, 0, amount, "indemnity_aid" if aid else "indemnity")]


@both
def test_garage(edition: str) -> None:
    """A thousand, and a thousand again."""
    table = Table(edition=edition)
    table.drive(0, 2, back("14", 2))
    assert table.paid == [(0, "garage", 1_000, "garage")]
    table.drive(0, 9)
    assert table.paid == [(0, "garage", 1_000, "garage_again")]


@both
@pytest.mark.parametrize("points", range(2, 13))
def test_petrol_by_the_roll_of_the_departure(edition: str, points: int) -> None:
    """Not that of the arrival."""
    table = Table(edition=edition)
    table.drive(0, 6, back("49", 6))
    assert table.due == {}
    assert table.state.cars[0].tank
    table.drive(0, points)
    assert (0, "petrol", 500 * points, "petrol") in table.paid
    assert table.of(e.Paid)[0].points == points
    table.drive(0, 2, "53", tank=table.state.cars[0].at == "60")  # another pump
    assert ("petrol" in table.due) is (points == 11)


@both
@pytest.mark.parametrize("sign", ["17", "63"])
def test_overtaking_on_a_bend_or_a_crossing(edition: str, sign: str) -> None:
    """The overtaken car stands there."""
    table = Table(edition=edition)
    table.put(1, sign)
    table.drive(2, 3, back(sign, 1))
    table.play(0, m.Stop(2, "overtaking"))
    assert table.paid == [(2, 0, 1_500, "overtaking")]


@both
def test_overtaking_elsewhere_is_no_offence(edition: str) -> None:
    """A slippery road is neither a bend nor a crossing; and who stops behind a car has not overtaken it."""
    for other, start, points in (("44", "43", 3), ("17", back("17", 4), 4), ("17", "17", 3)):
        table = Table(edition=edition)
        table.put(1, other)
        table.drive(2, points, start)
        assert "overtaking" not in [event.reason for event in table.of(e.Noted)]


@both
@pytest.mark.parametrize("points", [7, 8])
def test_a_collision_from_eight_on_adds_first_aid(edition: str, points: int) -> None:
    """Below, the garage alone."""
    table = Table(edition=edition)
    table.put(1, "A3", 1)
    table.drive(0, points, back("63", points))
    assert set(table.due) == ({"crash", "aid"} if points == 8 else {"crash"})
    assert table.state.cars[0].hold == Hold(garage=True, firstaid=points == 8, crashed=True)
    assert table.state.cars[1].hold == Hold(hit=0, hit_aid=points == 8)


@both
def test_parking_misses_a_turn(edition: str) -> None:
    table = Table(edition=edition)
    table.drive(0, 3, back("22", 3))
    for _ in range(2):
        table.roll(2)
    table.roll(3)
    assert [event.car for event in table.of(e.Missed)] == [0]
    assert table.state.turn == 1
    for _ in range(3):
        table.roll(2)
    assert table.state.turn == 0, "one turn, not two"


@both
def test_paris_exactly_takes_every_till(edition: str) -> None:
    for points in (4, 5, 6):
        table = Table(edition=edition)
        for i, till in enumerate(Till):
            table.manage(till, 1 if i % 2 else None, 1_000 * (i + 1))
        table.drive(0, points, back("1", 5))
        taken = [(till.value, 0, 1_000 * (i + 1), "paris") for i, till in enumerate(Till)]
        assert table.paid == (taken if points == 5 else [])


@both
def test_the_rest_of_the_table(edition: str) -> None:
    """What is the same in both, and can only be read off: the wrong side is paid for at a paper table."""
    tariff = EDITIONS[edition]
    assert tariff.side == 2_000
    assert tariff.groundless == 500
    assert PAIRS[12] == (6, 6)
