"""What is told of a game when it is over: figures, and the points at which it turned."""

from __future__ import annotations

from types import SimpleNamespace as Some

import pytest

from referee import simulation
from referee.game import TABLE, replay
from referee.rallye import events as e
from referee.rallye.pieces import Till
from referee.registry import GAMES, game, pieces, robot
from templates.pages import presenter
from templates.pages.code777.story import story as code777
from templates.pages.rallye.story import leads
from templates.pages.story import MOST


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_a_story(slug: str) -> None:
    """Of a game that robots played to its end, as anybody at the table sees it; and of one that has just begun."""
    played = game(slug)
    options = played.Options(**({"minutes": 5} if slug == "rallye" else {}))
    turns, _ = simulation.play(played, robot(slug), options, pieces(slug).USUAL, bytes(32))
    for observer in (TABLE, 0):
        found = presenter(slug).story(played.view(replay(played, (x for t in turns for x in t.events)), observer))
        assert len(found.figures) >= 2 and all(figure.count for figure in found.figures)
        assert 1 <= len(found.points) <= MOST
    begun = presenter(slug).story(played.view(replay(played, turns[0].events), TABLE))
    assert begun.points == ()


def test_a_rally_on_the_table_has_turning_points_too() -> None:
    """Who took over which gérance is all that the phones hear of its money."""
    taken = [e.Managed(0, till, seat) for till, seat in ((Till.GARAGE, 3), (Till.PETROL, 1))]
    view = Some(paper=True, rolls=40, verdicts=(), news=(taken[0], e.TimeUp(), taken[1]))
    assert [point.event for point in presenter("rallye").story(view).points] == taken


def said(seat: int, right: bool, after: int) -> Some:
    """A declaration."""
    return Some(seat=seat, right=right, after=after)


def test_who_led_when_in_code_777() -> None:
    """First ahead, drawn level with, wrong, and ahead again; who was ahead already is only right."""
    order = [said(0, True, 5), said(1, True, 9), said(2, False, 11), said(1, True, 14), said(1, True, 20)]
    found = code777(Some(seats=3, declarations=order, lines=[None] * 20))  # type: ignore[arg-type]
    assert [(p.kind, p.seat, p.count, p.number) for p in found.points] == [
        ("ahead", 0, 1, 5),
        ("level", 1, 1, 9),
        ("wrong", 2, 0, 11),
        ("ahead", 1, 2, 14),
        ("right", 1, 3, 20),
    ]
    assert [(figure.kind, figure.count) for figure in found.figures] == [("questions", 20), ("right", 4), ("wrong", 1)]


def test_who_led_when_in_the_rally() -> None:
    """Nobody while two are equally rich; then from the roll on with which it changed."""
    turned = e.Turned(0, 0)
    drove = e.Drove(seat=0, car=0, dice=(1, 1), start="1", at="3", heading=0, hold=None, trail=())  # type: ignore[call-arg, arg-type]
    news = [drove, turned, drove, e.Paid(0, 1, 500, "fine"), turned, drove, e.Paid(1, "mat", 1500, "own_fine"), turned]
    found = [*leads(Some(cars=[0] * 4, seats=4, news=news))]  # type: ignore[arg-type]
    assert [(point.seat, point.number) for point in found] == [(1, 2)]
