"""A move has one form. Whatever else leads to the same events is refused, or somebody could change a record unseen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import cycle, product
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace
from support.companion.before import unpack
from support.companion.mutants import changed
from support.companion.worlds import worlds

from referee import options as choices
from referee import record, simulation
from referee.allo import moves as allo
from referee.allo.game import GAME as ALLO
from referee.chance import Chance
from referee.fully import moves as fully
from referee.fully.game import GAME as FULLY
from referee.fully.pieces import Colour
from referee.game import TABLE, Actor, Game, Refused, decided, replay
from referee.rallye import moves as rallye
from referee.rallye.game import GAME as RALLYE
from referee.record import Broken, Setup, Turn
from referee.registry import GAMES, game, robot

SAMPLES, MOVES = 7, 10  # games by people, and moves from either end of each game by robots
SOAK_SAMPLES, SOAK_MOVES = 400, 10_000

# The fields that no event reflects, or not as they were told. Whoever finds another mends `referee/<slug>/forms.py`.
TWO_FORMS = {
    "code777": {("enter", "filling"), ("recall", "line")},
    "inkognito": {("pair", "cards"), ("call", "met")},
    "fully": {("skip", "seat")},
    "allo": {("ask", "free"), ("guess", "free"), ("look", "part"), ("lay", "lift")},
    "rallye": {("enter", "heading"), ("count", "seat")},
}


class Found(Struct):
    """What was tried, and the changed moves that led to the same events."""

    moves: int = 0
    changes: int = 0
    same: Counter[tuple[str, str]] = Counter()


def games(slug: str, samples: int, moves: int) -> Iterator[Sequence[Any]]:
    """Games by people who blunder and put right, and by robots with every option and number of players; the robots' from
    both ends, for what comes at the beginning and at the end alone. Help for beginners changes no move: unless there is time,
    each kind of it comes with some of the other options."""
    yield from (worlds(slug).sample(number).turns for number in range(samples))
    rules = game(slug)
    fields = {field.name: field.choices or (field.default,) for field in choices.fields(rules)}
    kinds = cycle(fields.pop("help")) if samples < SOAK_SAMPLES and "help" in fields else None
    for number, words in enumerate(product(*fields.values())):
        helped = {"help": next(kinds)} if kinds else {}
        try:
            chosen = choices.read_options(rules, dict(zip(fields, words, strict=True)) | helped)
        except ValueError:
            continue  # options that do not go together
        seats = rules.players if samples >= SOAK_SAMPLES else [rules.players[number % len(rules.players)]]
        for each in seats:
            yield simulation.play(rules, robot(slug), chosen, each, simulation.seed_of("forms", number))[0]


def check(rules: Game, state: Any, actor: Actor, move: Any, number: int, found: Found) -> None:
    """That move is in its one form, and no changed one leads to the same events and is taken."""
    chance = lambda: Chance(bytes(32), number)  # noqa: E731
    events = decided(rules, state, actor, move, chance())
    found.moves += 1
    for field, other in changed(move, rules.Move):
        found.changes += 1
        try:
            same = rules.decide(state, actor, other, chance()) == events
        except Refused:
            continue
        if same:
            found.same[type(move).__struct_config__.tag, field] += 1
            assert rules.canonical(state, actor, other) == move
            with pytest.raises(Refused, match="form"):
                decided(rules, state, actor, other, chance())


def searched(slug: str, samples: int, moves: int) -> Found:
    """All of it."""
    rules, found = game(slug), Found(same=Counter())
    for turns in games(slug, samples, moves):
        state = replay(rules, turns[0].events)
        for number, turn in enumerate(turns[1:], 1):
            if number <= moves or number > len(turns) - moves:
                check(rules, state, turn.actor, turn.move, number, found)
            for event in turn.events:
                state = rules.evolve(state, event)
    for state, actor, move in rare(slug):
        check(rules, state, actor, move, 1, found)
    return found


def rare(slug: str) -> Iterator[tuple[Any, Actor, Any]]:
    """Moves that such games hardly ever see: state, actor, move."""
    if slug == "allo":
        yield short_of_strips()
    if slug == "fully":
        state = replay(FULLY, FULLY.deal(fully.Options(), 4, Chance(bytes(32), 0)))
        for seat in range(4):
            state = after(FULLY, state, seat, fully.SetRow(seat, (Colour.RED,) * 5))
        for offer in FULLY.moves(state, TABLE):
            yield state, TABLE, fully.Skip(offer.settled["seat"])
    if slug == "rallye":
        state = replay(RALLYE, RALLYE.deal(rallye.Options(pieces="paper"), 3, Chance(bytes(32), 0)))
        state = after(RALLYE, state, TABLE, rallye.Time())
        yield state, 1, rallye.Count(5000)
        yield state, TABLE, rallye.Count(5000, 1)


def after(rules: Game, state: Any, actor: Actor, move: Any) -> Any:
    """The state after one more move."""
    for event in decided(rules, state, actor, move, Chance(bytes(32), 0)):
        state = rules.evolve(state, event)
    return state


def short_of_strips() -> tuple[Any, Actor, Any]:
    """A table of Allo where a cable can be laid only if another one is lifted first."""
    for number in range(200):
        chosen = allo.Options()
        turns, _ = simulation.play(ALLO, robot("allo"), chosen, 4, simulation.seed_of("strips", number))
        state = replay(ALLO, turns[0].events)
        for turn in turns[1:]:
            if isinstance(turn.move, allo.Lay) and turn.move.lift:
                return state, turn.actor, turn.move  # type: ignore[return-value]
            for event in turn.events:
                state = ALLO.evolve(state, event)
    raise AssertionError("strips never run short")


@pytest.mark.parametrize("slug", GAMES)
def test_no_changed_move_leads_to_the_same_events_and_is_taken(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = searched(slug, SAMPLES, MOVES)
    tell(slug, found, capsys)
    assert found.moves > 100 and found.changes > 500
    assert set(found.same) <= TWO_FORMS.get(slug, set())
    assert {each[0] for each in TWO_FORMS.get(slug, ())} - {"recall", "call"} <= {
        each[0] for each in found.same
    }  # it can find them


@pytest.mark.soak
@pytest.mark.parametrize("slug", GAMES)
def test_nor_in_thousands_of_moves(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = searched(slug, SOAK_SAMPLES, SOAK_MOVES)
    tell(slug, found, capsys)
    assert found.changes > 100_000
    assert set(found.same) == TWO_FORMS.get(slug, set())


def tell(slug: str, found: Found, capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print(
            f"\n{slug}: {found.moves} moves, {found.changes} changed, {found.same.total()} of them the same otherwise told"
        )


def on_paper(heading: int | None) -> tuple[Setup, list[Turn]]:
    """A paper table of Rallye-Code where somebody tells a direction on the main road, or does not."""
    options, seed = rallye.Options(pieces="paper"), bytes(32)
    dealt = tuple(RALLYE.deal(options, 2, Chance(seed, 0)))
    state = replay(RALLYE, dealt)
    move = rallye.Enter(0, options.map.main[3].number, (1, 2), heading)  # type: ignore[arg-type]
    turn = Turn(0, move, tuple(RALLYE.decide(state, 0, move, Chance(seed, 1))))
    return Setup("rallye", 2, options, ("A", "B"), seed), [Turn(None, None, dealt), turn]


def test_a_record_has_each_move_in_its_one_form_and_holds_in_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also what a log of the version before has otherwise; only a file of that version is read as it was written."""
    data = record.write(*on_paper(1), "abandoned")
    assert data == record.write(*on_paper(None), "abandoned")
    with monkeypatch.context() as patch:
        patch.setattr(type(RALLYE), "canonical", lambda self, state, actor, move: move)
        other = record.write(*on_paper(1), "abandoned")
    assert other != data
    monkeypatch.setattr(record, "ONE_FORM", record.FORMAT + 1)
    assert record.verify(other)
    monkeypatch.setattr(record, "ONE_FORM", record.FORMAT)
    assert record.verify(data)
    with pytest.raises(Broken) as broken:
        record.verify(other)
    assert (broken.value.line, broken.value.rule, broken.value.evidence) == (3, "refused", {"refused": "form"})


def test_the_records_of_the_version_before_hold(tmp_path: Any) -> None:
    files = sorted(unpack("records", tmp_path).glob("*.jsonl"))
    assert len(files) == 9
    for file in files:
        found = record.verify(file.read_bytes())
        again = record.write(found.setup, found.turns, found.ended)
        assert replace(record.verify(again), turns=()) == replace(found, turns=())
