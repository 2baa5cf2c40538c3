"""Shares of phones: how they are mixed into the dice, and that a record cannot tell of other ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import record, simulation
from referee.chance import Chance, commitment, mixed, pledge
from referee.record import Broken, Setup, Turn, sealed, verify
from referee.registry import game

GAME = game("code777")
SEED = simulation.seed_of("shares", 1)
SHARES = (bytes(range(16)), None, None)
WITHHELD = bytes(range(16, 32))
PLEDGES = (pledge(commitment(SEED), bytes(range(16))), pledge(commitment(SEED), WITHHELD), None)


def setup(**more: Any) -> Setup:
    given = {"pledges": PLEDGES, "shares": SHARES, **more}
    return Setup("code777", 3, GAME.Options(), ("Anne", "Mario", "Zoë"), SEED, **given)


@cache
def sample() -> bytes:
    """A game with a phone that gave its share, one that did not, and a seat without one."""
    found = setup()
    events = GAME.deal(found.options, 3, Chance(found.dice, 0))
    return record.write(found, [Turn(None, None, events)], "abandoned")


def forged(forge: Callable[[list[Any]], Any]) -> bytes:
    """The sample with something changed, and all seals right."""
    lines = [json.loads(line) for line in sample().splitlines()[:-1]]
    for line in lines:
        del line["seal"]
    forge(lines)
    return sealed([json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode() for line in lines])


def broken(data: bytes) -> Broken:
    with pytest.raises(Broken) as refusal:
        verify(data)
    return refusal.value


def test_seeds_are_mixed_as_the_records_page_says() -> None:
    """By its words, with nothing of the program."""
    seal = sha256(b"sousmain seed\0" + SEED).digest()
    first = sha256(b"sousmain pledge\0" + seal + bytes(range(16))).digest()
    second = sha256(b"sousmain pledge\0" + seal + WITHHELD).digest()
    assert (first, second, None) == PLEDGES
    expected = sha256(b"sousmain deal\0" + SEED + b"\1" + bytes(range(16)) + b"\2" + second + b"\0").digest()
    assert mixed(SEED, PLEDGES, SHARES) == expected == setup().dice


def test_without_pledges_the_dice_are_those_of_the_seed() -> None:
    assert mixed(SEED, (), ()) == mixed(SEED, (None, None), (None, None)) == SEED


@given(st.binary(min_size=16, max_size=16), st.binary(min_size=16, max_size=16), st.binary(min_size=32, max_size=32))
def test_every_share_and_every_place_changes_all_dice(one: bytes, other: bytes, promised: bytes) -> None:
    pledges = (promised, promised, promised)
    ways = {(one, None, None), (None, one, None), (one, other, None), (one, other, one), (None, None, None)}
    assert len({mixed(SEED, pledges, shares) for shares in ways}) == len(ways)
    assert mixed(SEED, (promised, None, None), (one, None, None)) not in {mixed(SEED, pledges, way) for way in ways}


def test_a_record_with_shares_verifies() -> None:
    found = verify(sample())
    assert found.setup == setup()
    assert json.loads(sample().splitlines()[0])["format"] == 2


FORGERIES: dict[str, tuple[Callable[[list[Any]], Any], str, int]] = {
    "another share": (lambda x: x[-1]["shares"].__setitem__(0, "00" * 16), "shares", 3),
    "a share that nobody pledged": (lambda x: x[-1]["shares"].__setitem__(2, "00" * 16), "shares", 3),
    "shares exchanged": (lambda x: x[-1]["shares"].reverse(), "shares", 3),
    "another pledge": (lambda x: x[0]["pledges"].__setitem__(0, "00" * 32), "shares", 3),
    "a share left out": (lambda x: x[-1]["shares"].__setitem__(0, None), "events", 2),
    "the share that came too late": (lambda x: x[-1]["shares"].__setitem__(1, WITHHELD.hex()), "events", 2),
    "another pledge that was not kept": (lambda x: x[0]["pledges"].__setitem__(1, "00" * 32), "events", 2),
    "no pledge that was not kept": (lambda x: x[0]["pledges"].__setitem__(1, None), "events", 2),
    "one pledge more": (lambda x: x[0]["pledges"].__setitem__(2, "00" * 32), "events", 2),
    "a pledge less": (lambda x: x[0]["pledges"].pop(), "not readable", 1),
    "a share less": (lambda x: x[-1]["shares"].pop(), "not readable", 3),
    "a pledge in capitals": (lambda x: x[0]["pledges"].__setitem__(0, x[0]["pledges"][0].upper()), "not readable", 1),
    "a short share": (lambda x: x[-1]["shares"].__setitem__(0, "00"), "not readable", 3),
    "no pledges": (lambda x: x[0].pop("pledges"), "not readable", 1),
    "no shares": (lambda x: x[-1].pop("shares"), "not readable", 3),
    "the format before": (lambda x: x[0].update(format=1), "not readable", 1),
    "wholly the format before": (lambda x: (x[0].update(format=1), x[0].pop("pledges"), x[-1].pop("shares")), "events", 2),
}  # fmt: skip


@pytest.mark.parametrize(("forge", "rule", "line"), FORGERIES.values(), ids=FORGERIES)
def test_whoever_seals_anew_is_caught(forge: Callable[[list[Any]], Any], rule: str, line: int) -> None:
    found = broken(forged(forge))
    assert (found.rule, found.line) == (rule, line)


def test_the_forger_of_these_tests_can_seal() -> None:
    assert forged(lambda lines: None) == sample()


def test_every_changed_byte_is_found() -> None:
    """In the line where it is."""
    data = sample()
    for at, found in enumerate(data):
        for byte in {found ^ 1, found ^ 32, ord("0")} - {found}:
            assert broken(data[:at] + bytes([byte]) + data[at + 1 :]).line == 1 + data[:at].count(b"\n"), (at, byte)


def test_a_game_of_the_version_before_is_written_as_it_was_then() -> None:
    """Format 1, with no word of shares; and it verifies."""
    found = setup(pledges=(), shares=(), format=1)
    events = GAME.deal(found.options, 3, Chance(SEED, 0))
    data = record.write(found, [Turn(None, None, events)], "abandoned")
    assert b"pledges" not in data and b"shares" not in data
    assert verify(data).setup == found


def test_a_format_to_come_is_not_read() -> None:
    assert broken(forged(lambda lines: lines[0].update(format=5))).rule == "format"
