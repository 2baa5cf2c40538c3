"""Nobody learns in Fully what is not for his eyes: in worlds that he cannot tell apart, view, events, offers and refusals
are the same to the last byte; and a leak of each secret is planted, and found.

`test_http_secrets.py` compares what the pages make of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from support.companion import worlds_fully
from support.companion.worlds import Eyes, Turn

from referee.chance import Chance
from referee.fully import entries, offers, rules, views
from referee.fully import moves as m
from referee.fully.game import GAME
from referee.fully.seats import enemy, others, partner_of, team_of
from referee.fully.state import State
from referee.game import ARBITER, TABLE, Actor, Observer, Refused

EYES = [frozenset[Actor](eyes) for eyes in ({0}, {1}, {2}, {3}, {0, 1}, {1, 3}, {0, TABLE}, {TABLE}, ())]


def observers(eyes: Eyes) -> list[Observer]:
    """As whom those eyes look. Before the end the arbiter sees no more than the table."""
    return [*sorted(seat for seat in eyes if isinstance(seat, int)), TABLE, ARBITER]


def told(turns: tuple[Turn, ...], eyes: Eyes) -> Iterator[object]:
    """All that the referee tells those eyes, move by move."""
    state = GAME.start()
    for turn in turns:
        for event in turn.events:
            state = GAME.evolve(state, event)
            yield from (GAME.witness(state, event, observer) for observer in observers(eyes))
        yield from (GAME.view(state, observer) for observer in observers(eyes))
        yield GAME.awaited(state), GAME.outcome(state)
        for actor in [*sorted(seat for seat in eyes if isinstance(seat, int)), *({TABLE} & eyes)]:
            offered = GAME.moves(state, actor)
            yield offered
            yield from (refusal(state, actor, move) for move in attempts(state))


def attempts(state: State) -> list[m.Move]:
    """One of every kind, many of them out of place."""
    chance = Chance(bytes(32), len(state.lines))
    row, code = rules.random_row(chance), rules.random_code(chance)
    return [
        *(m.SetRow(seat, row) for seat in range(-1, 5)),
        *(m.SetCode(team, digits) for team in range(3) for digits in (code, 9 * (1,))),
        m.Speak(row[0], worlds_fully.Place.A, 0),
        m.Reply(1),
        m.Propose(),
        m.Agree(True),
        m.Seal(row, row, row, code),
        m.Seal(row, row, row, 9 * (3,)),
        *(m.Amend(line, row[0], worlds_fully.Place.A, 1, 2) for line in (0, len(state.lines) - 1, 99)),
        *(m.Skip(seat) for seat in range(-1, 5)),
    ]


def refusal(state: State, actor: Actor, move: m.Move) -> str:
    """What is answered; of a move that is taken, that it is."""
    try:
        return f"taken {len(GAME.decide(state, actor, move, Chance(bytes(32), 1)))}"
    except Refused as refused:
        return str(refused)


def apart(game: Any, eyes: Eyes, seed: int) -> bool:
    """Can they tell the worlds apart?"""
    twins = worlds_fully.twins(game, eyes, seed)
    last = twins.further or ()
    here, there = ((*world, *last[i : i + 1]) for i, world in enumerate(twins.worlds))
    return [msgspec.json.encode(one) for one in told(here, eyes)] != [
        msgspec.json.encode(one) for one in told(there, eyes)
    ]


@settings(max_examples=60)
@given(worlds_fully.games, st.sampled_from(EYES), st.integers(0, 10**6))
def test_worlds_that_look_alike_are_told_alike(game: Any, eyes: Eyes, seed: int) -> None:
    assert not apart(game, eyes, seed)


def another(observer: Observer) -> int:
    """A seat of the other team."""
    return others(observer)[1] if isinstance(observer, int) and observer in range(4) else 0


def partners_row(state: State, observer: Observer, seat: int) -> bool:
    """Partners know each other's code, not each other's row."""
    return observer in range(4) and seat == partner_of(observer)  # type: ignore[arg-type, operator]


class Leak(ABC):
    """Something that is shown to somebody who must not see it."""

    eyes: Eyes = frozenset({1})

    @abstractmethod
    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Introduces it."""


class RowOfAPartner(Leak):
    """Partners face each other, and see each other's row."""

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = views.knows_row
        monkeypatch.setattr(views, "knows_row", lambda s, o, seat: usual(s, o, seat) or partners_row(s, o, seat))


class RowOnTheTable(Leak):
    """A row on the table screen."""

    eyes = frozenset()

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = views.knows_row
        monkeypatch.setattr(views, "knows_row", lambda s, o, seat: usual(s, o, seat) or (o, seat) == (TABLE, 2))


class Arbiter(Leak):
    """The arbiter comes too early."""

    eyes = frozenset()

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = views.knows_code
        monkeypatch.setattr(views, "knows_code", lambda s, o, team: usual(s, o, team) or o == ARBITER)


class CodeInTheView(Leak):
    """The code of the other team."""

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(
            views, "code_view", lambda s, o, team: views.CodeView(len(s.codes[team]), *s.codes[team][-1:] or [None])
        )


class Translation(Leak):
    """The talk of the other team, in plain words."""

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = views.lines

        def spoilt(state: State, codes: Any) -> Any:
            return usual(state, [views.code_view(state, seat, seat) for seat in range(len(codes))])  # one of each team

        monkeypatch.setattr(views, "lines", spoilt)


class Finding(Leak):
    """What a partner has put down, before all have."""

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = views.seal_view

        def spoilt(state: State, observer: Observer, seat: int) -> Any:
            return usual(state, seat if observer in range(4) and team_of(seat) == team_of(observer) else observer, seat)  # type: ignore[arg-type, operator]

        monkeypatch.setattr(views, "seal_view", spoilt)


class Earlier(Leak):
    """What a row was before it was changed."""

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = views.row_view
        monkeypatch.setattr(views, "row_view", lambda s, o, seat: replace(usual(s, o, seat), was=s.rows[seat][:-1]))


class EventOfARow(Leak):
    """The event of a row, as it is stored."""

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = views.witness
        monkeypatch.setattr(views, "witness", lambda e, o, s: e if isinstance(e, m.RowSet) else usual(e, o, s))


class EventOfACode(EventOfARow):
    """The event of a code."""

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = views.witness
        monkeypatch.setattr(views, "witness", lambda e, o, s: e if isinstance(e, m.CodeSet) else usual(e, o, s))


class EventOfASeal(EventOfARow):
    """The event of findings under seal."""

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = views.witness
        monkeypatch.setattr(views, "witness", lambda e, o, s: e if isinstance(e, m.Sealed) else usual(e, o, s))


class NameOfAnOffer(Leak):
    """An offer whose name tells the first colour of an opponent."""

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = offers.moves

        def spoilt(state: State, actor: Actor) -> Any:
            row = state.rows[another(actor)] if state.seats else ()
            return [replace(offer, id=f"{offer.id}.{row[-1][0] if row else ''}") for offer in usual(state, actor)]

        monkeypatch.setattr(offers, "moves", spoilt)


class Oracle(Leak):
    """A refusal that depends on the other team's code: by trying, one could read it."""

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        usual = rules.seal

        def spoilt(state: State, seat: int, move: m.Seal) -> Any:
            if state.phase == "seal" and move.code[0] and state.codes[enemy(team_of(seat))][-1][0] < 5:
                raise Refused("no such code")
            return usual(state, seat, move)

        monkeypatch.setattr(rules, "seal", spoilt)


class Evidence(Leak):
    """A refusal that brings along what broke the rule, and more."""

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def spoilt(state: State, actor: Actor) -> None:
            if not entries.may_set(state, actor):
                raise Refused("too late to correct", row=state.rows[another(actor)][-1])

        monkeypatch.setattr(entries, "check_time", spoilt)


LEAKS = (
    RowOfAPartner, RowOnTheTable, Arbiter, CodeInTheView, Translation, Finding, Earlier, EventOfARow, EventOfACode,
    EventOfASeal, NameOfAnOffer, Oracle, Evidence,
)  # fmt: skip


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_of_each_kind_is_found(leak: type[Leak], monkeypatch: pytest.MonkeyPatch) -> None:
    """At some of these tables; without it, at none of them."""
    games = [worlds_fully.sample(number) for number in range(24)]
    assert not any(apart(game, leak.eyes, number) for number, game in enumerate(games))
    leak().plant(monkeypatch)
    assert any(apart(game, leak.eyes, number) for number, game in enumerate(games))


def test_the_worlds_have_all_that_can_be_hidden() -> None:
    """Or the comparison would compare nothing: rows, codes and findings differ, before and after something was said."""
    kinds = set()
    for number in range(24):
        twins = worlds_fully.twins(worlds_fully.sample(number), frozenset({1}), number)
        for here, there in zip(*twins.worlds, strict=True):
            kinds |= {type(a).__name__ for a, b in zip(here.events, there.events, strict=True) if a != b}
        phases = {GAME.view(s, TABLE).phase for s in states(twins.worlds[0])}
        kinds |= phases
    assert kinds >= {"RowSet", "CodeSet", "Sealed", "set up", "talk", "seal"}


def states(turns: tuple[Turn, ...]) -> Iterator[State]:
    """Each state of a game."""
    state = GAME.start()
    for turn in turns:
        for event in turn.events:
            state = GAME.evolve(state, event)
        yield state
