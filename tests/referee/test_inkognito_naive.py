"""The referee of Inkognito against a second, naive one: the same moves, and at every step the same things to do and to know.

`naive_inkognito.py` imports nothing from the referee. A rule that is changed in one of the two makes them differ, which is
proved below for one rule after another.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.referee import naive_inkognito as naive
from support.referee.inkognito_table import Table
from support.referee.naive_inkognito import Naive

from referee.chance import Chance
from referee.game import Refused
from referee.inkognito import calls, changes, meetings, rules, secrets, state
from referee.inkognito import moves as m
from referee.inkognito.game import GAME
from referee.inkognito.pieces import AMBASSADOR, Card, Fragment, Identity, Place

PLAYERS = [3, 4, 5]


def test_the_naive_one_is_on_its_own() -> None:
    tree = ast.parse(Path(naive.__file__).read_text("utf-8"))
    found = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert found == {"__future__", "itertools"}
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Import)]


# Both play


def deeds(seat: int, state: state.State) -> naive.Deeds:
    """What the referee lets a seat do, in the words of the naive one."""
    found: naive.Deeds = {}
    for offer in GAME.moves(state, seat):
        to = offer.settled.get("to")
        choices: set[object] = {None}
        if offer.kind in ("go", "answer", "look"):
            choices = {str(choice) for choice in offer.choices}
        elif offer.kind == "pair":
            choices = {(to, frozenset(map(str, cards))) for cards in offer.choices}
        elif offer.kind == "show":
            choices = {(to, card) for card in offer.choices}
        elif offer.kind == "ask":
            choices = {(agent, card) for agent, cards in offer.choices for card in (cards or (None,))}
        found[offer.kind] = choices
    return found


def move_of(deed: str, how: Any) -> m.Move:
    """The same as a move."""
    if deed == "go":
        return m.Go(Place(how))
    if deed == "pair":
        first, second = (Card(card) for card in sorted(how[1]))
        return m.Pair((first, second), how[0])
    if deed == "show":
        return m.Show(how[1], how[0])
    if deed == "ask":
        return m.Ask(*how)
    simple: dict[str, Callable[[], m.Move]] = {
        "answer": lambda: m.Answer(how),
        "look": lambda: m.Look(how),
        "pass": m.Pass,
        "again": m.Again,
    }
    return simple[deed]()


class Both:
    """A table and its double. `same` says in words where they differ, or nothing."""

    def __init__(self, players: int, seed: int) -> None:
        self.random = Random(seed)
        self.key = seed.to_bytes(32)
        self.players, self.count = players, 0
        self.state = GAME.start()
        self.scores = [0] * players
        self.follow(GAME.deal(m.Options(target=5), players, Chance(self.key, 0)))

    def follow(self, events: list[m.Event]) -> None:
        for event in events:
            self.state = GAME.evolve(self.state, event)
            if isinstance(event, m.Dealt):
                first = (event.number - 1) % 4
                orders = [*map(str, event.ambassador)], [*map(str, event.fictitious)]
                who, what = [*map(str, event.identities)], [*map(str, event.fragments)]
                self.double = Naive(self.players, who, what, first, *orders)
            elif isinstance(event, m.Turned) and event.back:
                self.double.refill([*map(str, event.ambassador)], [*map(str, event.fictitious)])

    def same(self) -> str:
        for seat in range(self.players):
            here, there = deeds(seat, self.state), self.double.may(seat)
            if here != there:
                return f"{seat} may do {here}, or {there}"
            view = GAME.view(self.state, seat)
            seen = sorted((one.by, sorted(map(str, one.cards)), one.black) for one in view.sheet)
            if seen != self.double.seen_by(seat):
                return f"{seat} has seen {seen}, or {self.double.seen_by(seat)}"
            if [[str(place) for place in trail] for trail in view.trails] != self.double.played:
                return f"{seat} sees {view.trails}, or {self.double.played}"
        if GAME.moves(self.state, "table") and self.double.points is None:
            late = [self.double.next_to_go()] if not self.double.talking else self.double.waited_for()
            if list(GAME.awaited(self.state)) != late:
                return f"awaited {GAME.awaited(self.state)}, or {late}"
        return ""

    def step(self, close: bool, calls: float) -> str:
        """One move by both."""
        seats = [seat for seat in range(self.players) if self.double.may(seat)]
        if not seats:
            return "nobody may do anything"
        seat = self.random.choice(seats)
        may = self.double.may(seat)
        deed = self.random.choice(sorted(may))
        if close and deed == "show" and seat == 0:
            deed = "pair"  # or all would use up their pairs at the same meeting
        if deed == "call" or ("call" in may and self.random.random() < calls):
            return self.call(seat) if self.random.random() < calls or len(may) == 1 else ""
        how = self.place(seat, may[deed], close) if deed == "go" else self.random.choice(sorted(may[deed], key=repr))
        self.count += 1
        events = GAME.decide(self.state, seat, move_of(deed, how), Chance(self.key, self.count))
        if deed == "again":
            self.follow(events)
            return ""
        self.double.do(seat, deed, how)
        self.follow(events)
        return ""

    def place(self, seat: int, open_: set[object], close: bool) -> object:
        """Where others are, mostly; the first two always look for each other, if they are to use up their pairs."""
        there = [place for who, place in self.double.lies.items() if who != 3] or sorted(map(str, open_))
        if close and seat < 2 and self.double.lies.get(1 - seat) in open_:
            return self.double.lies[1 - seat]
        wanted = [place for place in there if place in open_]
        return self.random.choice(wanted if wanted and not close and self.random.random() < 0.6 else sorted(open_))  # type: ignore[type-var]

    def call(self, seat: int) -> str:
        """A form that is right, nearly right, or rubbish."""
        who, what = list(self.double.who), list(self.double.what)
        for said in (who, what):
            a, b = self.random.sample(range(4), 2)
            how = self.random.random()
            if how < 0.4:
                said[a], said[b] = said[b], said[a]
            elif how < 0.5:
                said[a] = said[b]
        expected = self.double.call(seat, who, what)
        met = GAME.moves(self.state, seat)[-1].settled["met"]
        form = m.Call(tuple(map(Identity, who)), tuple(map(Fragment, what)), met)  # type: ignore[arg-type]
        self.count += 1
        try:
            events = GAME.decide(self.state, seat, form, Chance(self.key, self.count))
        except Refused as refusal:
            return "" if refusal.rule == expected else f"{form} is refused by {refusal.rule}, or {expected}"
        if isinstance(expected, str):
            return f"{form} is taken, or refused by {expected}"
        self.scores = [a + b for a, b in zip(self.scores, expected, strict=True)]
        self.follow(events)
        if list(GAME.view(self.state, 0).scores) != self.scores:
            return f"scores {GAME.view(self.state, 0).scores}, or {self.scores}"
        return ""


def difference(players: int, seed: int, steps: int, close: bool = False, calls: float = 0.2) -> str:
    """The first difference between the two in so many moves; nothing if there is none."""
    try:
        both = Both(players, seed)
        for _ in range(steps):
            found = both.same() or both.step(close, calls)
            if found:
                return found
            if GAME.outcome(both.state):
                return "" if max(both.scores) >= 5 else f"it is over at {both.scores}"
    except (Refused, AssertionError, IndexError, KeyError, ValueError, StopIteration) as mistake:
        return f"{type(mistake).__name__} {mistake}"
    return ""


few = settings(max_examples=max(20, settings().max_examples // 3))


@few
@given(st.sampled_from(PLAYERS), st.integers(0, 2**32), st.integers(1, 150))
def test_both_play_the_same_game(players: int, seed: int, steps: int) -> None:
    """What each may do, has seen, sees on the table and gets for a call, after every move."""
    assert difference(players, seed, steps) == ""


@pytest.mark.parametrize("players", PLAYERS)
def test_both_play_the_same_game_until_pairs_run_out(players: int) -> None:
    both = Both(players, 0)
    for _ in range(450):
        assert both.same() == ""
        assert both.step(close=True, calls=0) == ""
    pairs = [one.by for one in both.state.shown if not one.black and {one.by, *one.to} == {0, 1}]
    assert max(pairs.count(0), pairs.count(1)) == 12
    assert min(pairs.count(0), pairs.count(1)) < 12, "there was a meeting where one of the two had none left"


# Each rule by itself, from any placement


places = st.lists(st.sampled_from(list(Place)), min_size=5, max_size=5)


@given(st.sampled_from(PLAYERS), places, st.permutations(list(naive.WHO)), st.permutations(list(naive.WHAT)))
@example(
    4,
    [Place.RIALTO, Place.RIALTO, Place.SAN_MARCO, Place.SAN_MARCO, Place.SAN_MARCO],
    ["B", "F", "Z", "X"],
    [*naive.WHAT],
)
def test_meetings_from_any_placement(players: int, where: list[Place], who: list[str], what: list[str]) -> None:
    """Everybody goes there in the first round: who meets, and what each may do."""
    assert meeting_difference(players, where, who, what) == ""


def meeting_difference(players: int, where: list[Place], who: list[str], what: list[str]) -> str:
    table, double = placed(players, where, who, what)
    if not double.talking:
        return "" if table.state.round == 1 else "a round that is over is not over"
    for seat in range(players):
        here, there = deeds(seat, table.state), double.may(seat)
        if here != there:
            return f"{seat} may do {here}, or {there}"
    return ""


def placed(players: int, where: list[Place], who: list[str], what: list[str]) -> tuple[Table, Naive]:
    """Both after the first round of a deal."""
    rest = [place for place in Place if place != where[4]]
    others = [place for place in Place if place != where[3]]
    table = Table(players, "".join(who), tuple(what), (where[4], *rest), (where[3], *others))
    table.go(*where[:players])
    double = Naive(players, who, what, 0, [where[4], *rest], [where[3], *others])
    for seat in (4, 0, 1, 2, 3):
        if seat < players:
            double.do(seat, "go", str(where[seat]))
    return table, double


swaps = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 3), st.integers(0, 3)), max_size=3)


@given(
    st.sampled_from(PLAYERS),
    places,
    st.permutations(list(naive.WHO)),
    st.permutations(list(naive.WHAT)),
    st.integers(0, 4),
    swaps,
    st.booleans(),
)
def test_a_call_from_anywhere(
    players: int,
    where: list[Place],
    who: list[str],
    what: list[str],
    caller: int,
    changes: list[tuple[int, int, int]],
    twice: bool,
) -> None:
    """Any form, right, wrong or rubbish, by anybody at any place: the same refusal, or the same points."""
    assert call_difference(players, where, who, what, caller % players, changes, twice) == ""


def call_difference(
    players: int,
    where: list[Place],
    who: list[str],
    what: list[str],
    caller: int,
    changes: list[tuple[int, int, int]],
    twice: bool,
) -> str:
    table, double = placed(players, where, who, what)
    said = list(who), list(what)
    for which, a, b in changes:
        said[which][a], said[which][b] = said[which][b], said[which][a]
    if twice:
        said[0][0] = said[0][1]
    form = m.Call(tuple(map(Identity, said[0])), tuple(map(Fragment, said[1])))  # type: ignore[arg-type]
    may = double.talking and "call" in double.may(caller)
    expected = double.call(caller, *said) if may else "no call here"
    try:
        table.play(caller, form)
    except Refused as refusal:
        return "" if refusal.rule == expected else f"refused by {refusal.rule}, or {expected}"
    return "" if list(table.state.scores) == expected else f"{table.state.scores}, or {expected}"


# Proof: each rule, changed, makes them differ


def everywhere(monkeypatch: pytest.MonkeyPatch, old: Any, new: Any) -> None:
    """Puts another function in the place of one, wherever it was imported to."""
    found = 0
    for name, module in sorted(sys.modules.items()):
        if name.startswith("referee.inkognito"):
            for key, value in list(vars(module).items()):
                if value is old:
                    monkeypatch.setattr(module, key, new)
                    found += 1
    assert found


def three_meet(present: tuple[int, ...], seats: int) -> Any:
    return "exchange" if len(present) == 3 and AMBASSADOR not in present else usual_kind(present, seats)


def audience_for_all(present: tuple[int, ...], seats: int) -> Any:
    return "ask" if len(present) == 3 and AMBASSADOR in present else usual_kind(present, seats)


def no_audience(present: tuple[int, ...], seats: int) -> Any:
    found = usual_kind(present, seats)
    return None if found == "audience" else found


def nobody_is_somebody(present: tuple[int, ...], seats: int) -> Any:
    found = usual_kind(present, seats)
    return "exchange" if found == "look" else found


usual_kind = meetings.kind_of
usual_call = meetings.may_call
usual_pairs = secrets.pairs
usual_black = secrets.black_left
usual_points = calls.points
usual_exchanging = secrets.exchanging


def both_true(identity: str, fragment: str) -> Any:
    return (*usual_pairs(identity, fragment), (Card(identity), Card(fragment)))


def same_kind(identity: str, fragment: str) -> Any:
    """Only an identity with a fragment."""
    return tuple(pair for pair in usual_pairs(identity, fragment) if pair[0] in [*Identity] and pair[1] in [*Fragment])


def forgets_exchanges(state: Any, by: int, to: int) -> Any:
    gone = {c for s in state.shown if s.by == by and to in s.to and s.black and len(s.to) > 1 for c in s.cards}
    return tuple(card for card in secrets.BLACK if state.true(by, card) not in gone)


def anybodys_history(state: Any, by: int, to: int) -> Any:
    gone = {c for s in state.shown if s.by == by and s.black for c in s.cards}
    return tuple(card for card in secrets.BLACK if state.true(by, card) not in gone)


def wrong_for_all_but_the_caller(state: Any, seat: int, right: bool) -> tuple[int, ...]:
    """Also with four players: the ally of whoever is wrong would win."""
    return usual_points(state, seat, True) if right else tuple(int(s != seat) for s in range(state.seats))


def right_for_the_caller_alone(state: Any, seat: int, right: bool) -> tuple[int, ...]:
    return tuple(int(s == seat) for s in range(state.seats)) if right else usual_points(state, seat, False)


def wrong_for_nobody(state: Any, seat: int, right: bool) -> tuple[int, ...]:
    return usual_points(state, seat, True) if right else (0,) * state.seats


def answer_to_the_asker_alone(state: Any, seat: int, move: Any) -> Any:
    found: Any = usual_answer(state, seat, move)
    return m.Shown(found.by, found.to[:1], found.cards, True)


usual_answer = rules.answer

MUTANTS: dict[str, tuple[Any, Any, list[int]]] = {
    "three agents meet": (meetings.kind_of, three_meet, [3, 4, 5]),
    "two agents and the pack": (meetings.kind_of, audience_for_all, [3, 4]),
    "the fifth player and two agents: nothing": (meetings.kind_of, no_audience, [5]),
    "nobody's agent hands over cards": (meetings.kind_of, nobody_is_somebody, [3]),
    "a call before the Ambassador": (meetings.may_call, lambda where, seat, seats: True, [4, 5]),
    "no call before the Ambassador": (meetings.may_call, lambda where, seat, seats: where.kind == "exchange", [3, 5]),
    "two true cards": (secrets.pairs, both_true, PLAYERS),
    "one of each kind": (secrets.pairs, same_kind, PLAYERS),
    "the same pair again": (secrets.pairs_shown, lambda state, by, to: set(), PLAYERS),
    "a pair once for all": (
        secrets.pairs_shown,
        lambda state, by, to: {s.cards for s in state.shown if s.by == by and not s.black},
        PLAYERS,
    ),
    "exchanges do not count": (secrets.black_left, forgets_exchanges, [3, 4]),
    "what others saw counts": (secrets.black_left, anybodys_history, PLAYERS),
    "the ally of whoever is wrong wins": (calls.points, wrong_for_all_but_the_caller, [4]),
    "the caller wins alone": (calls.points, right_for_the_caller_alone, [4]),
    "wrong brings nothing": (calls.points, wrong_for_nobody, PLAYERS),
    "alliances for all": (calls.allied, lambda state: True, [5]),
    "no alliances": (calls.allied, lambda state: False, [4]),
    "the Ambassador sees nothing": (rules.answer, answer_to_the_asker_alone, [5]),
    "any card answers": (changes.answers, lambda event, meeting: meeting.asked == event.by, [3, 4]),
    "who is asked may be oneself": (
        secrets.askable,
        lambda state, asker: dict.fromkeys(range(4), secrets.BLACK),
        PLAYERS,
    ),
    "the offered pass": (secrets.exchanging, lambda state, where, seat: False, PLAYERS),
}
PROPERTIES: dict[str, tuple[str, Any, list[int]]] = {
    "the first player stays": ("starter", property(lambda self: (self.deal - 1) % 4), PLAYERS),
    "the first player moves right": ("starter", property(lambda self: (self.deal - 1 - self.round) % 4), PLAYERS),
    "the Ambassador last": (
        "turn",
        property(
            lambda self: (
                None
                if self.stage != "going"
                else next(
                    (a for a in range(4) if len(self.trails[a]) == self.round % 5), None if self.down else AMBASSADOR
                )
            )
        ),
        [5],
    ),
    "places come back at once": ("hand", lambda self, agent: tuple(Place), PLAYERS),
}


def caught(players: int) -> bool:
    return any(difference(players, seed, 260, calls=0.35) for seed in range(12)) or bool(
        difference(players, 0, 450, True, 0)
    )


@pytest.mark.parametrize("name", MUTANTS)
def test_a_changed_rule_makes_them_differ(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new, where = MUTANTS[name]
    everywhere(monkeypatch, old, new)
    assert [players for players in where if not caught(players)] == []


@pytest.mark.parametrize("name", PROPERTIES)
def test_a_changed_order_makes_them_differ(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    attribute, new, where = PROPERTIES[name]
    monkeypatch.setattr(state.State, attribute, new)
    assert [players for players in where if not caught(players)] == []


def test_taken_back_after_four_rounds_makes_them_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (rules, state):
        monkeypatch.setattr(module, "ROUNDS", 4)
    assert all(caught(players) for players in PLAYERS)


def test_one_pair_left_for_one_of_two_makes_them_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only those who use up their pairs notice."""

    def own_pairs(state: Any, where: Any, seat: int) -> bool:
        return usual_exchanging(state, where, seat) or (
            where.kind == "exchange" and bool(secrets.pairs_left(state, seat, meetings.other(where, seat)))
        )

    everywhere(monkeypatch, secrets.exchanging, own_pairs)
    assert difference(4, 0, 450, True, 0)


def test_the_direct_comparisons_notice_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of meetings and of calls from a placement."""
    three = [Place.RIALTO, Place.RIALTO, Place.RIALTO, Place.SALUTE, Place.SAN_MARCO]
    two = [Place.RIALTO, Place.RIALTO, Place.SAN_GIORGIO, Place.SALUTE, Place.SAN_MARCO]
    world = [*naive.WHO], [*naive.WHAT]
    assert meeting_difference(4, three, *world) == ""
    assert call_difference(4, two, *world, 0, [(1, 2, 3)], False) == ""
    everywhere(monkeypatch, meetings.kind_of, three_meet)
    everywhere(monkeypatch, calls.points, wrong_for_nobody)
    assert meeting_difference(4, three, *world)
    assert call_difference(4, two, *world, 0, [(1, 2, 3)], False)
