"""The board of Rallye-Code is data: ours keeps what the rules need, and a bad one says what is wrong where."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgspec
import pytest
from support.referee.rallye_table import back

from referee import simulation
from referee.board_flaws import BoardFlaw
from referee.rallye.board.france import FRANCE
from referee.rallye.board.squares import Board, Kind, Mouth, Road, Square, gap, layout
from referee.rallye.board.validation import APART, check, flaws, unreached
from referee.rallye.board.ways import Way, waits, way
from referee.rallye.game import GAME
from referee.rallye.moves import Options
from referee.rallye.pieces import LABELS, Till
from referee.record import Setup, verify, write
from referee.registry import robot
from templates import errors, i18n, loader

FILE = loader.SHELF / "kits" / "rallye" / "board.toml"


def data() -> dict[str, Any]:
    return deepcopy(loader.parsed_toml(FILE))


def test_the_file_and_the_rules_have_the_same_board() -> None:
    assert check(data()) == FRANCE
    assert Options().board == FRANCE


def test_ours_has_what_the_rules_need() -> None:
    """Paris, four gérances apart from each other, two cross-roads that cross, two stretches driven both ways with crossings."""
    assert list(flaws(FRANCE)) == []
    assert (FRANCE.main[0].number, FRANCE.main[0].town) == ("1", "Paris")
    assert {square.kind for square in FRANCE.squares} == set(Kind)
    assert 60 <= len(FRANCE.main) <= 66
    assert len(FRANCE.roads) == len(FRANCE.twoway) == 2
    assert ("A7", "B4") in FRANCE.crossings
    found = layout(FRANCE)
    assert {till: found.managed[till] for till in Till} == LABELS
    for number in found.managed.values():
        assert all(gap(FRANCE, number, other) >= APART for other in found.managed.values() if other != number)  # type: ignore[operator]
    for stretch in FRANCE.twoway:
        assert any(number in found.crosses for number in (*stretch.out, *stretch.back))


def test_numbers_count_distances() -> None:
    """11 follows Paris; a gérance uses its number up without showing it."""
    for i, square in enumerate(FRANCE.main[1:], 1):
        assert square.number == (LABELS[square.manages] if square.manages else str(10 + i))
    assert [square.number for square in FRANCE.main[7:12]] == ["17", "18", "2", "20", "21"]
    assert len({square.number for square in FRANCE.squares}) == len(FRANCE.squares)


def test_a_mouth_lies_on_a_two_way_stretch() -> None:
    """So that the editions differ there: right along the near lane, or left into the far one."""
    (left,) = [mouth for road in FRANCE.roads for mouth in road.mouths if mouth.sign == "left"]
    assert layout(FRANCE).facing[left.square] == "32"


def trail(found: Way) -> list[str]:
    return [number for number, _ in found.steps]


def test_round_the_loop() -> None:
    assert trail(way(FRANCE, ("70", 0), 4, True)) == ["71", "1", "11", "12"]
    assert trail(way(FRANCE, ("18", 0), 3, True)) == ["2", "20", "21"]
    assert not way(FRANCE, ("70", 0), 4, True).rejoins


def test_passing_a_no_entry_sign_means_nothing_but_standing_there_one_turns_off() -> None:
    assert trail(way(FRANCE, ("51", 0), 3, True)) == ["52", "53", "54"]
    down = way(FRANCE, ("52", 0), 3, True)
    assert down.steps == (("A1", 1), ("A2", 1), ("A3", 1))
    assert not down.rejoins
    assert way(FRANCE, ("35", 0), 2, True).steps == (("A8", -1), ("A7", -1))


def test_at_the_far_end_one_turns_right_or_as_the_sign_shows() -> None:
    right, left = (way(FRANCE, ("A7", 1), 4, signs) for signs in (False, True))
    assert right.steps == (("A8", 1), ("35", 0), ("36", 0), ("37", 0))
    assert left.steps == (("A8", 1), ("35", 1), ("32", 0), ("33", 0))
    assert right.rejoins and left.rejoins
    assert left.left and not right.left
    for signs in (False, True):  # at the other mouths both editions turn right
        assert trail(way(FRANCE, ("A2", -1), 4, signs)) == ["A1", "52", "53", "54"]
        assert trail(way(FRANCE, ("B1", -1), 3, signs)) == ["11", "12", "13"]
        assert trail(way(FRANCE, ("B10", 1), 4, signs)) == ["B11", "23", "24", "25"]


@pytest.mark.parametrize("signs", [True, False])
def test_whoever_would_rejoin_at_a_no_entry_sign_waits(signs: bool) -> None:
    """At the mouth itself or at another one; on the main road it never does."""
    assert waits(FRANCE, way(FRANCE, ("A7", 1), 2, signs))
    assert waits(FRANCE, way(FRANCE, ("B3", -1), 3, signs))
    assert not waits(FRANCE, way(FRANCE, ("B3", -1), 4, signs))
    assert waits(FRANCE, way(FRANCE, ("52", 0), 9, signs)), "from one mouth to the other"
    assert not waits(FRANCE, way(FRANCE, (back("52", 5), 0), 5, signs)), "along the main road it turns off"


def test_round_the_tip_one_comes_back_to_the_mouth_and_waits_there_too() -> None:
    """Left as the sign shows: 35 crossed, 32, 33, 34, and 35 again."""
    left = way(FRANCE, ("A8", 1), 5, True)
    assert left.steps == (("35", 1), ("32", 0), ("33", 0), ("34", 0), ("35", 0))
    assert waits(FRANCE, left)
    assert not waits(FRANCE, way(FRANCE, ("A8", 1), 5, False))


def test_a_board_is_embedded_in_the_record() -> None:
    """Another board: the same with other signs. The record needs no file to be verified."""
    given = data()
    given["name"] = "Elsewhere"
    given["main"][2] = {"number": "12", "kind": "plain", "at": [8, 0]}
    options = Options(map=check(given), minutes=15)
    seed = simulation.seed_of("elsewhere", 1)
    turns, outcome = simulation.play(GAME, robot("rallye"), options, 2, seed)
    found = verify(write(Setup("rallye", 2, options, ("a", "b"), seed), turns, "outcome"))
    assert found.outcome == outcome
    assert b"Elsewhere" in write(Setup("rallye", 2, options, ("a", "b"), seed), turns, "outcome")


def test_a_bad_board_in_options_is_refused() -> None:
    bad = msgspec.structs.replace(FRANCE, crossings=FRANCE.crossings[:-1])
    with pytest.raises(BoardFlaw, match="30 lies there"):
        Options(map=bad)
    with pytest.raises(msgspec.ValidationError, match="30 lies there"):
        msgspec.json.decode(msgspec.json.encode({"map": bad}), type=Options)


def changed(**at: Any) -> dict[str, Any]:
    """Our board with squares of the main road changed, by place."""
    found = data()
    for key, change in at.items():
        square = found["main"][int(key[1:])]
        square.update(change)
        for name in [name for name, value in square.items() if value is None]:
            del square[name]
    return found


def edited(key: str, value: Any) -> dict[str, Any]:
    """Our board with one thing at a path such as roads.0.mouths.0.sign."""
    found = data()
    *path, last = key.split(".")
    place: Any = found
    for word in path:
        place = place[int(word)] if word.isdigit() else place[word]
    if last.isdigit():
        place[int(last)] = value
    else:
        place[last] = value
    return found


def without(kind: str) -> dict[str, Any]:
    """Our board with plain squares instead of one kind."""
    found = data()
    for square in [*found["main"], *(square for road in found["roads"] for square in road["squares"])]:
        if square["kind"] == kind:
            square["kind"] = "plain"
            square.pop("sign", None)
    return found


BAD: dict[str, tuple[dict[str, Any], str, str]] = {
    "no name": (edited("name", ""), "name", "length"),
    "a key too many": (edited("colour", "red"), "board", "unknown field `colour`"),
    "a kind that is none": (changed(m3={"kind": "casino"}), "main[3].kind", "casino"),
    "a sign that is none": (changed(m2={"sign": "smoking"}), "main[2].sign", "smoking"),
    "a number twice": (changed(m3={"number": "12"}), "main[3].number", 'expected "13", got "12"'),
    "a gérance that shows its place": (changed(m9={"number": "19"}), "main[9].number", 'expected "2", got "19"'),
    "a number of another road": (edited("roads.0.squares.1.number", "B2"), "roads[0].squares[1].number", '"A2"'),
    "a road twice": (edited("roads.1.name", "A"), "roads[1].name", "once"),
    "Paris elsewhere": (changed(m3={"kind": "paris"}), "main[3].kind", "nowhere else"),
    "no Paris": (changed(m0={"kind": "plain"}), "main[0].kind", "paris"),
    "a gérance of nothing": (changed(m9={"manages": None, "number": "19"}), "main[9].manages", "manages"),
    "a managed hotel": (changed(m6={"manages": "hotel", "number": "5"}), "main[6].manages", "nothing else"),
    "a ringed square without a sign": (changed(m2={"sign": None}), "main[2].sign", "sign"),
    "a sign on a hotel": (changed(m6={"sign": "speed"}), "main[6].sign", "sign"),
    "a gendarmerie on a cross-road": (
        edited("roads.0.squares.0.kind", "gendarmerie"), "roads[0].squares[0].kind", "main road only",
    ),
    "a gérance twice": (
        changed(m9={"manages": "hotel", "number": "5"}), "main", "manages garage, got 0",
    ),
    "gérances too near": (
        changed(m47={"kind": "plain", "manages": None, "number": "57"}, m42={"kind": "gerance", "manages": "hotel", "number": "5"}),
        "main[42]", "3 squares",
    ),
    "off the grid": (edited("rows", 8), "main[15].at", "8 rows"),
    "a gap in the loop": (changed(m3={"at": [9, 1]}), "main[3].at", "beside that of 12"),
    "a gap in a cross-road": (edited("roads.0.squares.1.at", [2, 5]), "roads[0].squares[1].at", "beside that of A1"),
    "a crossing that is not listed": (edited("crossings", data()["crossings"][1:]), "roads[0].squares[2].at", "63 lies there"),
    "a crossing of squares that are none": (edited("crossings.0", ["A3", "99"]), "crossings[0]", "there is no 99"),
    "a crossing of squares apart": (edited("crossings.0", ["A3", "62"]), "roads[0].squares[2].at", "63 lies there"),
    "a crossing that is plain": (changed(m53={"kind": "plain"}), "main[53].kind", "crossing"),
    "a crossing alone": (changed(m3={"kind": "crossing"}), "main[3].kind", "crossing"),
    "one stretch": (edited("twoway", data()["twoway"][:1]), "twoway", "two stretches"),
    "lanes of different length": (edited("twoway.0.out", ["29", "30"]), "twoway[0]", "as many"),
    "lanes that do not face": (edited("twoway.0.back", ["39", "38", "37", "36", "35"]), "twoway[0]", "expected 29 beside 39"),
    "a lane the wrong way": (
        edited("twoway.0", {"out": ["38", "37", "36", "35", "34"], "back": ["29", "30", "31", "32", "33"]}), "twoway[0]", "as it is driven",
    ),
    "a lane of a cross-road": (edited("twoway.0.out.0", "A1"), "twoway[0]", "main road, got A1"),
    "a stretch twice": (edited("twoway.1", data()["twoway"][0]), "twoway[1]", "no other stretch"),
    "a stretch without a crossing": (
        edited("twoway.0", {"out": ["31", "32", "33"], "back": ["36", "35", "34"]}), "twoway[0]", "crossing",
    ),
    "one cross-road": (edited("roads", data()["roads"][:1]), "crossings[2]", "there is no B4"),
    "a mouth that is none": (edited("roads.0.mouths.0.square", "53"), "roads[0].mouths[0].square", "no-entry"),
    "a mouth elsewhere": (edited("roads.0.mouths.0.square", "11"), "roads[0].mouths[0].square", "beside the end"),
    "a mouth to the left of nothing": (edited("roads.0.mouths.0.sign", "left"), "roads[0].mouths[0].sign", "expected right"),
    "a no-entry sign that leads nowhere": (changed(m3={"kind": "noentry"}), "main[3]", "mouth of one"),
}  # fmt: skip


@pytest.mark.parametrize(("given", "key", "expected"), BAD.values(), ids=BAD)
def test_a_bad_board_says_what_is_wrong_where(
    given: dict[str, Any], key: str, expected: str, french: Callable[[str], None]
) -> None:
    """In English; and the text has its French."""
    with pytest.raises(BoardFlaw) as found:
        check(given)
    assert found.value.key == key
    assert expected in found.value.expected
    assert str(found.value) == f"{key}: {found.value.expected}"
    with i18n.speaking("fr"):
        french(errors.error_sentence(found.value.text, found.value.evidence))


@pytest.mark.parametrize("kind", ["garage", "hotel", "petrol", "bend", "slippery", "ringed", "parking", "gendarmerie"])
def test_every_kind_that_the_rules_need_must_be_there(kind: str) -> None:
    with pytest.raises(BoardFlaw, match=f"main: expected a square of the kind {kind}"):
        check(without(kind))


def test_the_wrong_way_round_does_not_turn_right() -> None:
    """A loop against the clock: whoever comes out would have to turn left."""
    found = data()
    flipped = [*found["main"][:1], *found["main"][:0:-1]]
    for i, square in enumerate(flipped[1:], 1):
        if "manages" not in square:
            square["number"] = str(10 + i)
    renamed = {str(10 + 62 - i): str(10 + i) for i in range(1, 62)}
    found["main"] = flipped
    for road in found["roads"]:
        for mouth in road["mouths"]:
            mouth["square"] = renamed[mouth["square"]]
    found["crossings"] = [[renamed.get(a, a), renamed.get(b, b)] for a, b in found["crossings"]]
    found["twoway"] = [
        {"out": [renamed[n] for n in lane["back"]], "back": [renamed[n] for n in lane["out"]]}
        for lane in found["twoway"]
    ]
    with pytest.raises(BoardFlaw, match=r"roads\[0\].mouths\[0\]: expected the main road to go on to the right"):
        check(found)


def test_every_square_is_reached_and_left() -> None:
    """From Paris and by rolls alone; cross-roads both ways, but for their first square, which is one from the mouth."""
    ends = {"A1", "A8", "B1", "B11"}
    for signs in (True, False):
        reached, edge = {("1", 0)}, [("1", 0)]
        while edge:
            here = edge.pop()
            for roll in range(2, 13):
                there = way(FRANCE, here, roll, signs)
                if not waits(FRANCE, there) and there.end not in reached:
                    reached.add(there.end)
                    edge.append(there.end)
        assert {number for number, _ in reached} == {square.number for square in FRANCE.squares}
        both = {number for number, heading in reached if (number, -heading) in reached and heading}
        assert both == {square.number for road in FRANCE.roads for square in road.squares} - ends


def test_a_square_that_no_roll_reaches_is_found() -> None:
    """A cross-road of one square: nobody rolls one."""
    main = [Square("1", Kind.PARIS, (0, 0)), *(Square(str(10 + i), Kind.PLAIN, (i, 0)) for i in range(1, 20))]
    for mouth in (5, 9):
        main[mouth] = msgspec.structs.replace(main[mouth], kind=Kind.NOENTRY)
    road = Road("A", (Mouth("15"), Mouth("19")), (Square("A1", Kind.PLAIN, (0, 1)),))
    (first, second) = unreached(Board("Short", 20, 3, tuple(main), (road,), (), ()))
    assert first.key == second.key == "roads[0].squares[0]"
    assert "not so A1" in first.expected


def test_a_board_is_compared_by_value() -> None:
    assert hash(check(data())) == hash(FRANCE)
    assert msgspec.json.decode(msgspec.json.encode(FRANCE), type=Board) == FRANCE
