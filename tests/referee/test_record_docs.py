"""docs/records.md says what a record is: its fields, its dice, and an example that verifies."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from referee import record, sealcode
from referee.chance import Chance

PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")
KINDS = {"record": record.Head, "turn": record.Played, "end": record.End, "whole": record.Whole}


def example() -> bytes:
    _, _, after = PAGE.partition("```jsonl\n")
    return after.partition("```")[0].encode()


def section(kind: str) -> str:
    _, _, after = PAGE.partition(f"### `{kind}`")
    return re.split(r"\n##", after)[0]


@pytest.mark.parametrize("kind", KINDS)
def test_the_fields_of_each_line_are_described_in_their_order(kind: str) -> None:
    """As the program writes them and as the example has them."""
    described = re.findall(r"^\| `(\w+)` \|", section(kind), re.MULTILINE)
    sealed = ["seal"] if kind != "whole" else []
    assert described == ["kind", *(field.name for field in msgspec.structs.fields(KINDS[kind])), *sealed]
    lines = [json.loads(line) for line in example().splitlines()]
    assert next(list(line) for line in lines if line["kind"] == kind) == described


def test_every_kind_of_line_is_described() -> None:
    assert re.findall(r"^### `(\w+)`", PAGE, re.MULTILINE) == list(KINDS)
    assert [json.loads(line)["kind"] for line in example().splitlines()] == ["record", "turn", "turn", "end", "whole"]
    assert f"| `format` | {record.FORMAT} |" in PAGE


def test_the_example_verifies() -> None:
    found = record.verify(example())
    assert found.setup.names == ("Anne", "Mario")
    assert found.ended == "abandoned"
    assert f"its final seal is `{sealcode.seal_code(sealcode.final_seal(example()))}`" in PAGE
    assert record.write(found.setup, found.turns, found.ended) == example(), "each move in its one form"


def test_seals_and_commitment_are_as_described() -> None:
    """Computed here from the words of the page, with nothing of the program."""
    lines = example().splitlines(keepends=True)
    before = b""
    for line in lines[:-1]:
        seal = json.loads(line)["seal"].encode()
        bare = line.rstrip(b"\n").replace(b',"seal":"' + seal + b'"', b"")
        assert sha256(before + bare).hexdigest().encode() == seal
        before = seal
    assert json.loads(lines[-1])["sha256"] == sha256(b"".join(lines[:-1])).hexdigest()
    seed = bytes.fromhex(json.loads(lines[-2])["seed"])
    assert json.loads(lines[0])["commitment"] == sha256(b"sousmain seed\0" + seed).hexdigest()


def test_dice_are_as_described() -> None:
    """A shuffle of 300 done by the words of the page: numbers of one byte and of two, some thrown away."""
    seed, number = bytes(range(32)), 5
    blocks = (
        sha256(b"sousmain chance\0" + seed + number.to_bytes(8, "big") + block.to_bytes(8, "big")).digest()
        for block in range(100)
    )
    dice = iter(b"".join(blocks))

    def below(k: int) -> int:
        size = 1 if k <= 256 else 2
        while True:
            drawn = int.from_bytes(bytes(next(dice) for _ in range(size)), "big")
            if drawn < 256**size // k * k:
                return drawn % k

    deck = list(range(300))
    for place in range(len(deck) - 1, 0, -1):
        other = below(place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    assert tuple(deck) == Chance(seed, number).shuffled(range(300))
