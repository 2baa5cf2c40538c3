"""What pages of Fully show, worked out from a view: the talk round by round, points counted up, what stands by itself."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from referee.chance import Chance
from referee.fully import moves as m
from referee.fully.game import GAME
from referee.fully.pieces import Colour, Place
from referee.fully.scoring import PlaceScore, RowScore
from referee.fully.views import View
from referee.game import Offer, Outcome
from templates.pages.fully import presenter as p
from templates.pages.moment import LAST


class Line(Struct, frozen=True):
    """What somebody said."""

    seat: int = 0
    words: str | None = "A red 3"
    due: bool = False


class Call(Struct, frozen=True):
    """FULLY."""

    turn: int
    yes: bool | None = None
    seat: int = 0


def a_view(pieces: Any = "phone", **more: Any) -> View:
    """What a seat sees after the deal, but for what is told."""
    state = GAME.start()
    for event in GAME.deal(m.Options(pieces=pieces), 4, Chance(bytes(32), 0)):
        state = GAME.evolve(state, event)
    return replace(GAME.view(state, 0), **more)


def a_row(seat: int, points: int, reason: Any = "found") -> RowScore:
    """A row that was looked for."""
    place = PlaceScore(Place.A, Colour.RED, Colour.RED, reason, points)
    return RowScore(seat, (seat + 2) % 4, (place,), 0, False, points)


def test_what_was_proposed_is_told_among_what_was_said() -> None:
    """One that waits for a word is the newest, whatever was said in its turn; what was refused comes before that."""
    lines, no = (Line(0), Line(1), Line(2, due=True)), Call(1, False)
    open_, agreed = Call(2), Call(2, True)
    for last in (open_, agreed):
        told = p.moments(a_view(lines=lines, calls=(no, last)))
        assert [each.of for each in told] == [last, lines[2], lines[1], no, lines[0]]
    told = p.moments(a_view(lines=lines, calls=(no, Call(2, False))))
    assert told[0].of == lines[2]
    assert (
        len({each.key for each in told} | {each.key for each in p.moments(a_view(lines=lines, calls=(no, open_)))}) == 6
    )
    assert len(p.moments(a_view(lines=lines * 5))) == LAST


def test_partners_sit_opposite() -> None:
    assert [p.partner_of(seat) for seat in range(4)] == [2, 3, 0, 1]
    assert [p.team_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    page = p.hand(a_view(), [], 3)
    assert (page.team, page.partner) == (1, 1)


def test_what_a_page_says_of_its_game() -> None:
    seals = [Offer("1.seal", "seal"), Offer("1.row", "row")]
    page = p.hand(a_view("paper", outcome=Outcome("points", (0, 2), (1, 0, 1, 0))), seals, 0)
    assert page.paper
    assert page.over
    assert page.seal == seals[0]
    assert page.last is None
    page = p.hand(a_view(lines=(Line(0), Line(1))), [], 0)
    assert (page.paper, page.over, page.seal, page.last) == (False, False, None, Line(1))


@pytest.mark.parametrize(
    ("due", "phase", "kinds", "latest"),
    [
        (False, "talk", (), True),
        (False, "talk", ("reply",), True),
        (False, "seal", (), False),
        (True, "talk", (), True),
        (True, "talk", ("reply",), False),
        (True, "seal", (), True),
    ],
)
def test_the_last_words_stand_by_themselves_unless_somebody_replies_here(
    due: bool, phase: Any, kinds: tuple[str, ...], latest: bool
) -> None:
    offers = [Offer(f"1.{kind}", kind) for kind in kinds]
    assert p.hand(a_view(lines=(Line(due=due),), phase=phase), offers, 0).latest == latest
    assert not p.hand(a_view(phase=phase), offers, 0).latest


def test_the_talk_round_by_round() -> None:
    lines = [Line(n % 4, str(n)) for n in range(6)]
    (second, late), (first, early) = p.talk(lines, [Call(1, seat=3), Call(7, seat=3)], 2, True)
    assert (second, first) == (2, 1)
    assert [turn.line for turn in (*early, *late)] == [*lines, None, None]
    assert [turn.newest for turn in (*early, *late)] == [False] * 5 + [True, False, False]
    assert [(turn.seat, turn.team) for turn in late] == [(0, 0), (1, 1), (2, 0), (3, 1)]
    assert [turn.calls for turn in early] == [(), (), (), (Call(1, seat=3),)], (
        "by whoever proposed it, not by whose turn it was"
    )
    assert [turn.calls for turn in late] == [(), (), (), (Call(7, seat=3),)]
    ((_, turns),) = p.talk(lines[:2], [Call(0, seat=1)], 1, True, first=1)
    assert [len(turn.calls) for turn in turns] == [0, 1, 0, 0], "also where another one began"


def test_what_everybody_does_stands_by_the_names() -> None:
    """While a yes or no is awaited nobody speaks: who proposed it, and who has to answer."""

    def told(**more: Any) -> list[str]:
        seen = a_view(speaker=0, awaited=(0,), **more)
        return [p.stands(seen, seat) for seat in range(4)]

    assert told(phase="talk") == ["speaks", "", "", ""]
    assert told(phase="talk", proposal=2) == ["yes or no?", "", "FULLY?", ""]
    due = a_view(phase="talk", speaker=0, awaited=(2,), lines=(Line(0, due=True),))
    assert [p.stands(due, seat) for seat in range(4)] == ["", "", "replies", ""]
    assert told(phase="seal", proposal=1) == ["has not sealed yet", "FULLY?", "has not sealed yet", "yes or no?"]


def test_how_many_rounds_are_shown() -> None:
    def rounds(lines: int, calls: list[Call], speaker: int | None, heard: bool = True) -> list[int]:
        return [number for number, _ in p.talk([Line()] * lines, calls, speaker, heard)]

    assert rounds(0, [], None) == []
    assert rounds(0, [], 0) == [1]
    assert rounds(4, [], 0) == [1]
    assert rounds(5, [], 1) == [2, 1]
    assert rounds(4, [Call(4)], None) == [2, 1]
    assert rounds(4, [Call(4)], None, heard=False) == [1]
    assert [turn.calls for _, turns in p.talk([Line()], [Call(0)], None, False) for turn in turns] == [()] * 4


def test_a_team_understands_its_own_talk() -> None:
    lines = [Line(0), Line(1), Line(2, None), Line(3), Line(0)]
    assert [n for n, _ in p.understood(lines, 0, False)] == [5, 1]
    assert [n for n, _ in p.understood(lines, 1, False)] == [4, 2]
    assert [n for n, _ in p.understood(lines, 0, True)] == [5, 4, 2, 1]
    assert p.understood(lines, 0, False)[1] == (1, lines[0])


def test_rows_are_counted_up_partners_first() -> None:
    rows = [a_row(seat, 10 * seat + j) for seat in range(4) for j in range(3)]
    shown = p.revealed(rows)
    assert [(row.seat, row.points % 10) for row in shown[:5]] == [(0, 0), (2, 0), (1, 0), (3, 0), (0, 1)]
    assert len(shown) == 12
    totals = p.running_totals(rows)
    assert totals[:5] == [(0, 0), (0, 0), (20, 0), (20, 10), (20, 40)]
    assert len(totals) == 12


def test_points_with_their_sign() -> None:
    assert [p.signed(points) for points in (3, 0, -2)] == ["+3", "0", "−2"]
    assert [p.minus(points) for points in (3, 0, -2)] == ["3", "0", "−2"]


def test_a_row_with_a_wrong_place() -> None:
    assert p.has_wrong(a_row(0, -1, "wrong"))
    assert not p.has_wrong(a_row(0, 1))


def test_what_the_host_can_put_right() -> None:
    offers = [Offer(f"1.{n}", kind, (), {"line": n}) for n, kind in enumerate(("amend", "row", "amend"))]
    lines = (Line(0), Line(1), Line(2))
    found = p.line_offers(a_view(lines=lines), offers)
    assert found == [(offers[2], lines[2]), (offers[0], lines[0])]
