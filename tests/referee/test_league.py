"""Tables of players: par, leads, and the same cards at several tables."""

from __future__ import annotations

from msgspec.structs import replace

from referee import duplicate, simulation
from referee.debrief import debriefed
from referee.game import Outcome
from referee.league import LeagueGame, leads, standings
from referee.record import Setup
from referee.registry import game, robot


def ended(*scores: int) -> Outcome:
    """A game that those with the most points have won."""
    return Outcome("points", tuple(i for i, each in enumerate(scores) if each == max(scores)), scores)


def test_wins_over_par_weigh_games_of_any_size_alike() -> None:
    won = [
        LeagueGame("one", ("Ann", "Bob"), ended(1, 0)),
        LeagueGame("one", ("Ann", "Bob", "Cy", "Di"), ended(0, 9, 0, 9)),
        LeagueGame("two", ("Cy", "", "Bob", "Ann"), ended(5, 0, 0, 0)),
    ]
    table = standings(won)
    assert [(each.player, each.games, each.wins, each.par) for each in table] == [
        ("Di", 1, 1, 0.5),
        ("Cy", 2, 1, 0.75),
        ("Ann", 3, 1, 1.25),
        ("Bob", 3, 1, 1.25),
    ]
    assert [each.over_par for each in table] == [0.5, 0.25, -0.25, -0.25]
    everybody = standings(replace(each, players=tuple(p or "Nobody" for p in each.players)) for each in won)
    assert sum(each.over_par for each in everybody) == 0
    assert {each.player: each.points for each in table} == {"Di": 9, "Cy": 5, "Ann": 1, "Bob": 9}


def test_each_seat_is_compared_with_the_same_seat_elsewhere() -> None:
    assert duplicate.shares([ended(3, 1), None, ended(2, 1), ended(3, 4)]) == [(1.0, 0.25), (), (0.5, 0.25), (0.0, 1.0)]
    assert duplicate.shares([ended(3, 1), None]) == [(None, None), ()]


def test_a_deal_is_told_by_its_dice_and_by_how_it_is_played() -> None:
    rules = game("code777")
    one = Setup("code777", 3, rules.Options(), ("a", "b", "c"), bytes(32))
    assert duplicate.deal_of(one) == duplicate.deal_of(replace(one, names=("d", "e", "f")))
    others = [
        replace(one, seed=b"\1" * 32),
        replace(one, seats=4),
        replace(one, options=rules.Options(target=1)),
        replace(one, pledges=(b"\2" * 32, None, None), shares=(None, None, None)),
    ]
    assert len({duplicate.deal_of(each) for each in (one, *others)}) == 5
    assert duplicate.deal_of(replace(one, options=rules.Options(pieces="paper", racks="paper"))) is None


def test_a_lead_is_over_the_first_of_the_others() -> None:
    rules = game("code777")
    turns, _ = simulation.play(rules, robot("code777"), rules.Options(target=1), 3, simulation.seed_of("lead", 1))
    found = debriefed(rules, [turn.events for turn in turns], 3)
    knew = [len(turns) if (turn := found.decisive(seat).could_know) is None else turn for seat in range(3)]
    told = leads(found)
    assert told == tuple(min(k for j, k in enumerate(knew) if j != i) - own for i, own in enumerate(knew))
    assert max(told) >= 0, "somebody is first, or two are"  # type: ignore[type-var]
