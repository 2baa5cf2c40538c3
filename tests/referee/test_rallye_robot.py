"""Robots drive: games end, no car is stuck, tills are won and sold, and every row of the tariff and every rule comes up.

The small runs are of fixed seeds; `make soak` has the large ones behind the figures in docs/games/rallye.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import pytest
from support.referee.rallye_table import money, sane

from referee import simulation
from referee.chance import Chance
from referee.game import TABLE, Outcome
from referee.rallye import events as e
from referee.rallye import moves as m
from referee.rallye import robot
from referee.rallye.game import GAME
from referee.rallye.pieces import PLAYERS, Till
from referee.record import Turn

# The tariff row by row, and the rules, by what they are called when they come up.
TARIFF = [
    *("drove.freed", "drove.stays", "paid.garage", "paid.garage_again", "paid.crash", "paid.hotel", "paid.hotel_again"),
    *(
        "paid.aid",
        "paid.aid_again",
        "paid.petrol",
        "paid.sale",
        "collided.crossing",
        "collided.oncoming",
        "collided.aid",
    ),
    *("paid.indemnity", "paid.indemnity_aid", "paid.overtaking", "paid.groundless", "drove.accident", "drove.aid"),
]
RULES = [
    *("drove.sent", "drove.rejoins", "drove.waits", "drove.parked", "missed", "drove.tank"),
    *(
        "paid.fine",
        "paid.excused",
        "paid.own_fine",
        "paid.mat",
        "paid.forgotten",
        "judged.forgotten",
        "judged.groundless",
    ),
    *("judged.excused", "judged.own", "appointed", "won", "won.beside", "owed", "demanded", "lapsed", "paid.collect"),
    *(
        "paid.takeover",
        "offered.able",
        "answered.sold",
        "answered.refused",
        "threw.kept",
        "threw.lost",
        "passed",
        "paid.paris",
    ),
]
RUIN = ["paid.half", "out", "appointed.inherited"]  # take longer than an hour, in the first edition much longer
ONLY_A = ["drove.left"]
PATIENCE = 60  # rolls of one car on one square


def played(seats: int, edition: str, number: int, minutes: int = 60) -> tuple[list[Turn], Outcome]:
    options = m.Options(edition=edition, minutes=minutes)  # type: ignore[arg-type]
    return simulation.play(GAME, robot, options, seats, simulation.seed_of(f"rallye {edition}", number))


def within(
    seats: int,
    edition: str,
    games: Iterable[int],
    minutes: int = 60,
    until: Callable[[Counter[str]], bool] | None = None,
) -> Counter[str]:
    """In how many of these games each rule came up. `until` there is nothing to wait for, if somebody says so."""
    found: Counter[str] = Counter()
    for number in games:
        if until and until(found):
            break
        turns, outcome = played(seats, edition, number, minutes)
        found.update(set(simulation.fired(turns)))
        found[f"ended.{outcome.reason}"] += 1
        proven(turns, seats)
    return found


def proven(turns: list[Turn], seats: int) -> None:
    """Money after every event, and no car anywhere for ever."""
    state, total, stays = GAME.start(), 0, Counter[int]()
    for turn in turns:
        for event in turn.events:
            state = GAME.evolve(state, event)
            total = total or money(state)
            sane(state, total)
            if isinstance(event, e.Drove):
                stays[event.car] = 0 if event.trail else stays[event.car] + 1
                assert stays[event.car] < PATIENCE


def rare(found: Counter[str], games: int, edition: str) -> dict[str, int]:
    """The rules that came up in fewer than one game in ten."""
    wanted = [*TARIFF, *RULES, *(ONLY_A if edition == "a" else [])]
    return {name: found[name] for name in wanted if found[name] * 10 < games}


@pytest.mark.parametrize("edition", ["a", "b"])
@pytest.mark.parametrize("seats", [3, 6])
def test_with_six_cars_everything_comes_up(edition: str, seats: int) -> None:
    """In at least one of ten one-hour games."""
    found = within(seats, edition, range(10), until=lambda so_far: not rare(so_far, 10, edition))
    assert rare(found, 10, edition) == {}
    assert edition == "a" or not found["drove.left"], "the second edition always turns right"


def test_a_rule_that_does_not_come_up_would_be_seen() -> None:
    """Proof, on a count without it."""
    found = Counter(dict.fromkeys([*TARIFF, *RULES, *ONLY_A], 20))
    assert rare(found, 20, "a") == {}
    found["paid.paris"] = 1
    assert rare(found, 20, "a") == {"paid.paris": 1}


def test_the_names_are_those_of_events() -> None:
    """Each name above is a kind of event, with one of its fields or a reason that the rules give."""
    kinds = {event.__struct_config__.tag: event for event in e.Event.__args__}
    for name in [*TARIFF, *RULES, *RUIN, *ONLY_A]:
        kind, _, part = name.partition(".")
        assert kind in kinds
        assert not part or part in kinds[kind].__struct_fields__ or "why" in kinds[kind].__struct_fields__


@pytest.mark.parametrize(("edition", "games"), [("b", range(2)), ("a", range(1))])
def test_without_a_limit_players_are_ruined_one_after_the_other(edition: str, games: range) -> None:
    """Until one is left. There the rules for the broke come up."""
    found = within(3, edition, games, minutes=0)
    assert found["out"] == len(games)
    if edition == "b":
        assert [name for name in RUIN if not found[name]] == []


@pytest.mark.parametrize("seats", PLAYERS)
@pytest.mark.parametrize("edition", ["a", "b"])
def test_a_one_hour_game_ends_and_has_a_winner(edition: str, seats: int) -> None:
    for number in range(2):
        turns, outcome = played(seats, edition, number)
        assert outcome.winners
        assert max(outcome.scores) == outcome.scores[outcome.winners[0]]
        rolls = simulation.fired(turns)["drove"]
        assert rolls == 60 * 60 / robot.SECONDS if outcome.reason == "time" else rolls < 144
        tills = {event.till for turn in turns for event in turn.events if isinstance(event, e.Won)}
        assert len(tills) >= 3
        assert tills <= set(Till)


def test_robots_let_others_speak_before_they_roll() -> None:
    """So that dues and stops are seldom lost to haste: more are asked for than lapse."""
    found: Counter[str] = Counter()
    for number in range(6):
        found += simulation.fired(played(4, "a", number)[0])
    assert found["demanded"] > 3 * found["lapsed"] > 0
    assert found["judged"] - found["judged.forgotten"] > found["judged.forgotten"] > 0


def test_the_absent_roll_pay_and_sell_and_no_more() -> None:
    """Every seat run by the table: nobody cries stop, asks for anything or duels."""
    (dealt,) = GAME.deal(m.Options(minutes=15), 4, Chance(bytes(32), 0))
    state, kinds = GAME.evolve(GAME.start(), dealt), Counter[str]()
    for move in range(1, 120):
        if state.rolls > 60:
            break
        (seat,) = GAME.awaited(state)
        for other in range(4):
            found = robot.stand_in(GAME.view(state, other), GAME.moves(state, other), Chance(bytes(32), move))
            assert (found is not None) is (other == seat)
            if found:
                actor, skip = found
                assert (actor, skip) == (TABLE, m.Skip(seat))
        for event in GAME.decide(state, TABLE, m.Skip(seat), Chance(bytes(32), move)):
            state = GAME.evolve(state, event)
            kinds[type(event).__name__] += 1
    assert kinds["Drove"] > 60 and kinds["Lapsed"]
    assert not kinds["Judged"] and not kinds["Demanded"] and not kinds["Threw"]


@pytest.mark.soak
@pytest.mark.parametrize("edition", ["a", "b"])
@pytest.mark.parametrize("seats", PLAYERS)
def test_the_proof(edition: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Three hundred one-hour games for each number of players in each edition; the figures are printed."""
    games = 300
    found = within(seats, edition, range(games))
    with capsys.disabled():
        print(f"\n{edition} {seats} " + " ".join(f"{name}={100 * found[name] / games:.0f}" for name in sorted(found)))
    assert rare(found, games, edition) == {}


@pytest.mark.soak
@pytest.mark.parametrize("edition", ["a", "b"])
@pytest.mark.parametrize("seats", [3, 6])
def test_the_proof_of_ruin(edition: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a limit, until one is left or a day and a night are over: the rules for the broke in one game of ten."""
    games = 30
    found = within(seats, edition, range(games), minutes=0)
    with capsys.disabled():
        print(
            f"\n{edition} {seats} " + " ".join(f"{name}={found[name]}" for name in [*RUIN, "ended.left", "ended.time"])
        )
    assert {name: found[name] for name in RUIN if found[name] * 10 < games} == {}
