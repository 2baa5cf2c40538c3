"""A record verifies, and nothing else does: not one byte more, less or other, nor a game that was made up."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee import record, simulation
from referee.record import Broken, Record, Setup, Turn, sealed, verify
from referee.registry import game, robot

GAME = game("code777")
SEED = simulation.seed_of("record", 1)


def played(seats: int = 3, seed: bytes = SEED, **options: Any) -> tuple[Setup, list[Turn]]:
    """A game by robots."""
    chosen = GAME.Options(**options)
    turns, _ = simulation.play(GAME, robot("code777"), chosen, seats, seed)
    return Setup("code777", seats, chosen, ("Anne", "Mario", "Zoë", "D", "E")[:seats], seed), turns


@cache
def sample() -> bytes:
    """A short one, for tests that go through every byte."""
    return record.write(*played(target=1), "outcome")


def broken(data: bytes) -> Broken:
    with pytest.raises(Broken) as refusal:
        verify(data)
    return refusal.value


def bodies(data: bytes) -> list[Any]:
    """The lines without seals, for a forger who will seal them anew."""
    found = [json.loads(line) for line in data.splitlines()[:-1]]
    for line in found:
        del line["seal"]
    return found


def forged(lines: list[Any]) -> bytes:
    """Sealed as `write` would, with all hashes right."""
    return sealed([compact(line) for line in lines])


def compact(line: Any) -> bytes:
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode()


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"answers": "announced", "target": 1},
        {"pieces": "paper"},
        {"pieces": "paper", "racks": "paper", "answers": "announced", "target": 2},
    ],
    ids=str,
)
def test_what_was_written_verifies(seats: int, options: dict[str, Any]) -> None:
    setup, turns = played(seats, **options)
    data = record.write(setup, turns, "outcome")
    outcome = GAME.outcome(state_after(turns))
    assert verify(data) == Record(setup, tuple(turns), "outcome", outcome)
    assert verify(record.write(setup, turns[:9], "abandoned")).outcome is None


def state_after(turns: list[Turn]) -> Any:
    state = GAME.start()
    for turn in turns:
        for event in turn.events:
            state = GAME.evolve(state, event)
    return state


def test_a_deal_alone_is_a_record_of_an_abandoned_game() -> None:
    setup, turns = played()
    assert len(verify(record.write(setup, turns[:1], "abandoned")).turns) == 1


def test_a_game_is_not_written_down_as_what_it_was_not() -> None:
    setup, turns = played(target=1)
    with pytest.raises(ValueError, match="ended"):
        record.write(setup, turns, "abandoned")
    with pytest.raises(ValueError, match="did not end"):
        record.write(setup, turns[:-1], "outcome")


def line_of(data: bytes, at: int) -> int:
    return 1 + data[:at].count(b"\n")


def check_change(at: int, byte: int) -> None:
    data = sample()
    if data[at] != byte:
        assert broken(data[:at] + bytes([byte]) + data[at + 1 :]).line == line_of(data, at), (at, byte)


def check_cut(size: int) -> None:
    assert broken(sample()[:size]).line == line_of(sample(), size), size


@given(st.data())
def test_any_other_byte_is_found_in_its_line(draw: st.DataObject) -> None:
    at = draw.draw(st.integers(0, len(sample()) - 1))
    check_change(at, draw.draw(st.integers(0, 255)))
    check_change(at, sample()[at] ^ 1)


@pytest.mark.parametrize("byte", [*b'\n\0 "0a}', 255])
def test_bytes_all_over_the_record(byte: int) -> None:
    """Every seventeenth, and all around the ends of lines, where splitting could go wrong."""
    ends = [at + off for at, found in enumerate(sample()) if found == 10 for off in range(-3, 4)]
    for at in {*range(0, len(sample()), 17), *(at for at in ends if at < len(sample()))}:
        check_change(at, byte)


def test_a_record_cut_short_is_found_where_it_stops() -> None:
    ends = [at + off for at, found in enumerate(sample()) if found == 10 for off in (-1, 0, 1)]
    for size in {*range(0, len(sample()), 13), *(size for size in ends if size < len(sample()))}:
        check_cut(size)
    assert broken(b"").line == 1
    assert broken(sample()[:-1]).rule == "cut short"


@pytest.mark.soak
def test_every_byte_and_every_cut() -> None:
    for at, found in enumerate(sample()):
        check_cut(at)
        for byte in {found ^ 1, found ^ 32, found ^ 128, 10, 32}:
            check_change(at, byte)


@given(st.data())
def test_bytes_left_out_or_put_in_are_found(draw: st.DataObject) -> None:
    """At that line, or within a run of equal bytes where nobody can tell which one it was."""
    data = sample()
    at = draw.draw(st.integers(0, len(data) - 1))
    assert broken(data[:at] + data[at + 1 :]).line == line_of(data, at)
    more = draw.draw(st.binary(min_size=1, max_size=4))
    found = broken(data[:at] + more + data[at:])
    assert found.line in range(line_of(data, at), line_of(data, at) + 1 + more.count(b"\n"))


@pytest.mark.parametrize("more", [b"\n", b" ", b"{}", b"{}\n", b"\0", sample()])
def test_nothing_may_follow(more: bytes) -> None:
    found = broken(sample() + more)
    assert (found.rule, found.line) == ("goes on", sample().count(b"\n") + 1)


def test_lines_left_out_doubled_and_exchanged_are_found() -> None:
    lines = sample().splitlines(keepends=True)
    for i in range(len(lines) - 1):
        assert broken(b"".join([*lines[:i], *lines[i + 1 :]])).line == i + 1
        assert broken(b"".join([*lines[: i + 1], *lines[i:]])).line == i + 2
        assert broken(b"".join([*lines[:i], lines[i + 1], lines[i], *lines[i + 2 :]])).line == i + 1


def test_the_forger_of_these_tests_can_seal() -> None:
    """Proof that what fails below fails for what was forged."""
    assert forged(bodies(sample())) == sample()


def test_an_event_made_up_is_caught_by_playing_again() -> None:
    """In each line in turn, with all seals right."""
    for i, line in enumerate(bodies(sample())[1:-1], 1):
        lines = bodies(sample())
        event = lines[i]["events"][0]
        key = next(key for key in event if key in ("answer", "right", "seats"))
        event[key] = {"answer": 7, "right": False, "seats": 2}[key] if event[key] != 7 else 6
        found = broken(forged(lines))
        assert (found.rule, found.line) == ("events", i + 1), line


FORGERIES: dict[str, tuple[Callable[[list[Any]], Any], str, int]] = {
    "what a seat saw": (lambda x: x[2]["witnessed"]["1"].reverse(), "witnessed", 3),
    "what the table saw": (lambda x: x[1]["witnessed"]["table"][0].update(tiles=x[1]["events"][0]["tiles"]), "witnessed", 2),
    "one observer less": (lambda x: x[2]["witnessed"].pop("2"), "witnessed", 3),
    "the order of the tiles": (lambda x: x[1]["events"][0]["tiles"].reverse(), "events", 2),
    "the order of the cards": (lambda x: x[1]["events"][0]["questions"].reverse(), "events", 2),
    "an event less": (lambda x: x[2]["events"].pop(), "events", 3),
    "an event more": (lambda x: x[2]["events"].append(x[2]["events"][0]), "events", 3),
    "another actor": (lambda x: x[2].update(actor=2), "refused", 3),
    "no such seat": (lambda x: x[2].update(actor=99), "refused", 3),
    "nobody moved": (lambda x: x[2].update(actor=None), "not readable", 3),
    "somebody dealt": (lambda x: x[1].update(actor=0), "not readable", 2),
    "a deal with a move": (lambda x: x[1].update(move={"kind": "skip"}), "not readable", 2),
    "no move": (lambda x: x[2].update(move=None), "not readable", 3),
    "a move that rules refuse": (lambda x: x[2].update(move={"kind": "ask", "question": 5}), "refused", 3),
    "a move of another game": (lambda x: x[2].update(move={"kind": "castle"}), "not readable", 3),
    "another number": (lambda x: x[3].update(number=7), "number", 4),
    "a turn left out": (lambda x: x.pop(3), "refused", 4),
    "another target": (lambda x: x[0]["options"].update(target=5), "events", 2),
    "an option that clashes": (lambda x: x[0]["options"].update(racks="paper"), "not readable", 1),
    "an option too many": (lambda x: x[0]["options"].update(easy=True), "not readable", 1),
    "an option less": (lambda x: x[0]["options"].pop("target"), "form", 1),
    "another commitment": (lambda x: x[0].update(commitment="0" * 64), "seed", -1),
    "another seed": (lambda x: x[-1].update(seed="0" * 64), "seed", -1),
    "no seed": (lambda x: x[-1].update(seed=""), "not readable", -1),
    "a seed in capitals": (lambda x: x[-1].update(seed=x[-1]["seed"].upper()), "not readable", -1),
    "another winner": (lambda x: x[-1]["outcome"].update(winners=[0, 1, 2]), "outcome", -1),
    "other scores": (lambda x: x[-1]["outcome"].update(scores=[5, 5, 5]), "outcome", -1),
    "abandoned": (lambda x: x[-1].update(ended="abandoned"), "outcome", -1),
    "no outcome": (lambda x: x[-1].update(outcome=None), "outcome", -1),
    "more players": (lambda x: x[0].update(seats=4), "players", 1),
    "too many players": (lambda x: x[0].update(seats=10**30), "players", 1),
    "too many players with names": (lambda x: x[0].update(seats=6, names=["x"] * 6), "players", 1),
    "a nameless player": (lambda x: x[0]["names"].pop(), "players", 1),
    "another game": (lambda x: x[0].update(game="chess"), "game", 1),
    "a path for a game": (lambda x: x[0].update(game="code777.game"), "game", 1),
    "another format": (lambda x: x[0].update(format=5, more="x"), "format", 1),
    "a field too many": (lambda x: x[2].update(note="x"), "not readable", 3),
    "a field less": (lambda x: x[2].pop("witnessed"), "not readable", 3),
    "a line of another kind": (lambda x: x[2].update(kind="end"), "not readable", 3),
    "the end twice": (lambda x: x.append(x[-1]), "not readable", -2),
    "no end": (lambda x: x.pop(), "not readable", -1),
    "a head alone": (lambda x: x.__delitem__(slice(1, None)), "not readable", 1),
    "a head and an end": (lambda x: x.__delitem__(slice(1, -1)), "not readable", 2),
    "a move after the end": (lambda x: x.insert(-1, {**x[2], "number": len(x) - 2}), "refused", -2),
}  # fmt: skip


@pytest.mark.parametrize(("forge", "rule", "line"), FORGERIES.values(), ids=FORGERIES)
def test_whoever_seals_anew_is_caught_too(forge: Callable[[list[Any]], Any], rule: str, line: int) -> None:
    lines = bodies(sample())
    forge(lines)
    found = broken(forged(lines))
    assert (found.rule, found.line) == (rule, line if line > 0 else len(lines) + 1 + line)


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        (b'{"kind":"turn","number":1,', b'{"kind":"turn", "number":1,'),
        (b'"number":1,', b'"number":1.0,'),
        (b'{"kind":"turn","number":1,"actor":0', b'{"kind":"turn","actor":0,"number":1'),
        (b'{"kind":"turn","number":1,', b'{"kind":"turn","number":1,"number":1,'),
        ("Zoë".encode(), b"Zo\\u00eb"),
        (b'"ended":"outcome"', b'"ended":"\\u006futcome"'),
    ],
)
def test_there_is_one_way_to_write_a_line(was: bytes, becomes: bytes) -> None:
    """The same said otherwise could hide something: refused, with all seals right."""
    lines = [compact(line) for line in bodies(sample())]
    (at,) = [i for i, line in enumerate(lines) if was in line]
    lines[at] = lines[at].replace(was, becomes, 1)
    found = broken(sealed(lines))
    assert found.line == at + 1
    assert found.rule in ("form", "not readable")


def test_depth_breaks_nothing() -> None:
    """Neither brackets without end nor numbers without end."""
    for deep in (b"[" * 100_000 + b"]" * 100_000, b'{"a":' * 100_000 + b"1" + b"}" * 100_000, b"9" * 100_000):
        lines = [compact(line) for line in bodies(sample())]
        for at, key in ((0, b'"options":'), (2, b'"move":'), (2, b'"events":'), (-1, b'"outcome":')):
            head, _, _ = lines[at].partition(key)
            spoilt = list(lines)
            spoilt[at] = head + key + deep + b"}"
            assert broken(sealed(spoilt)).rule == "not readable"


@given(st.binary(max_size=200), st.booleans())
def test_any_bytes_are_refused_as_broken(data: bytes, begins_well: bool) -> None:
    broken((record.START if begins_well else b"") + data)


scalars = st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.sampled_from(["table", "enter", "turn"])
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner))


@given(st.lists(values, max_size=5))
def test_any_sealed_values_are_refused_as_broken(lines: list[Any]) -> None:
    """JSON that no record is made of, sealed as if it were."""
    broken(forged(lines))


@given(st.data())
def test_a_record_with_anything_in_any_place_is_broken(draw: st.DataObject) -> None:
    """With all seals right. Names alone nobody can check: they are in no rule."""
    lines = bodies(sample())
    place = draw.draw(st.integers(0, len(lines) - 1))
    node, key = lines, place
    while isinstance(node[key], dict | list) and node[key] and draw.draw(st.booleans()):
        node = node[key]
        key = draw.draw(st.sampled_from(sorted(node) if isinstance(node, dict) else range(len(node))))
    before = node[key]
    node[key] = draw.draw(values)
    in_names = node is lines[0].get("names") if isinstance(lines[0], dict) else False
    if node[key] == before or in_names:
        return
    broken(forged(lines))


numbers = st.integers() | st.integers(-2, 8)
tiles = st.lists(
    st.fixed_dictionaries({"digit": numbers, "colour": st.sampled_from(["green", "blue"])}), min_size=3, max_size=3
)
any_move = st.one_of(
    st.fixed_dictionaries({"kind": st.just("ask"), "question": st.none() | st.integers(1, 23)}),
    st.fixed_dictionaries({"kind": st.just("announce"), "answer": numbers | st.sampled_from(["first", "same"])}),
    st.fixed_dictionaries({"kind": st.just("declare"), "digits": st.lists(st.integers(1, 7), min_size=3, max_size=3)}),
    st.fixed_dictionaries({"kind": st.just("enter"), "rack": numbers, "tiles": tiles, "filling": st.none() | numbers}),
    st.fixed_dictionaries({"kind": st.just("recall"), "question": st.integers(1, 23), "line": st.none() | numbers}),
    st.just({"kind": "skip"}),
)  # fmt: skip


@given(any_move, st.sampled_from(["table", 0, 1, 2]) | st.integers(), st.data())
def test_any_move_of_the_right_shape_is_judged_by_the_rules(move: Any, actor: Any, draw: st.DataObject) -> None:
    """On a table with paper racks, where most can be said. Passing over an announcer leads to what he announced."""
    lines = bodies(on_paper())
    at = draw.draw(st.integers(2, len(lines) - 2))
    same = (lines[at]["move"]["kind"], move["kind"], actor) == ("announce", "skip", "table")
    if lines[at]["move"] != move and not same:
        lines[at].update(move=move, actor=actor)
        assert broken(forged(lines)).line == at + 1


@cache
def on_paper() -> bytes:
    return record.write(*played(pieces="paper", racks="paper", answers="announced", target=2), "outcome")


def test_a_corrected_game_verifies() -> None:
    """The host's corrections are moves like any other, also the one that opens a game again."""
    from support.referee.code777_table import NEW, typed_wrongly

    from referee.chance import Chance
    from referee.code777 import moves as m
    from referee.game import TABLE

    table = typed_wrongly(target=1)
    turns = [Turn(None, None, (table.events[0],))]
    state = state_after(turns)
    enter = [m.Enter(rack, filled[0]) for rack, filled in enumerate(table.state.fillings)]
    script: list[tuple[Any, Any]] = [(TABLE, move) for move in enter]
    script += [(0, m.Ask(1)), (1, m.Ask(2)), (0, m.Declare((1, 2, 4)))]
    script += [
        (TABLE, m.Enter(0, (enter[0].tiles[0], enter[0].tiles[1], enter[1].tiles[0]), 0)),
        (TABLE, m.Enter(0, NEW, 0)),
    ]
    for number, (actor, move) in enumerate(script, 1):
        events = GAME.decide(state, actor, move, Chance(table.seed, number))
        turns.append(Turn(actor, move, tuple(events)))
        state = state_after(turns)
    setup = Setup("code777", 3, table.state.options, ("A", "B", "C"), table.seed)
    assert verify(record.write(setup, turns[:-1], "outcome")).outcome
    assert verify(record.write(setup, turns, "abandoned")).outcome is None


def test_a_record_tells_where_robots_played() -> None:
    """In format 4, with the strength of each; without any it is written as before. One that tells of none, of too many or of
    an unknown kind is not read."""
    setup, turns = played(target=1)
    marked = record.with_robots(setup, (None, "sharp", "easy"))
    data = record.write(marked, turns, "outcome")
    assert verify(data).setup == marked and marked.format == 4
    assert json.loads(data.splitlines()[0])["robots"] == [None, "sharp", "easy"]
    assert record.write(record.with_robots(setup, (None, None, None)), turns, "outcome") == sample()
    for robots in ([None] * 3, ["sharp"], ["sharp", None, None, None], ["best", None, None]):
        lines = bodies(data)
        lines[0]["robots"] = robots
        assert (broken(forged(lines)).line, broken(forged(lines)).rule) == (1, "not readable")


def test_robots_at_tables_with_the_same_cards() -> None:
    """Both are told: who drew the cards, and where robots played."""
    setup, turns = played(target=1)
    shared = record.with_robots(replace(setup, format=3, deal="laptop"), ("good", None, None))
    assert verify(record.write(shared, turns, "outcome")).setup == shared
