"""`sousmain verify --seal`: is it the game that ended here?"""

from __future__ import annotations

import pytest

from referee import record, sealcode, simulation
from referee.record import Setup
from referee.registry import game, robot


@pytest.fixture
def codes(empty_desk):
    """Two records, a.jsonl and b.jsonl, and the whole seal of each."""
    rules, found = game("code777"), []
    for number, name in enumerate("ab"):
        options, seed = rules.Options(target=1), simulation.seed_of("seal", number)
        turns, _ = simulation.play(rules, robot("code777"), options, 3, seed)
        data = record.write(Setup("code777", 3, options, ("A", "B", "C"), seed), turns, "outcome")
        (empty_desk.folder / f"{name}.jsonl").write_bytes(data)
        found.append(sealcode.final_seal(data))
    return found


def test_without_a_seal_the_code_is_told(empty_desk, codes):
    code, out, err = empty_desk.run("verify", "a.jsonl")
    assert (code, err) == (0, "")
    assert sealcode.seal_code(codes[0]) in out
    assert sealcode.seal_code(codes[0]) in empty_desk.run("verify", "a.jsonl", lang="fr_FR.UTF-8").out


def test_the_right_one_fits_however_it_is_typed(empty_desk, codes):
    whole = codes[0]
    short = sealcode.seal_code(whole)
    typed = (short, short.lower(), short.replace(" ", ""), short.replace(" ", "-"), f" {short.replace(' ', ' – ')} ")
    read_badly = short.replace("0", "O").replace("1", "l")
    for told in (*typed, read_badly, whole, whole.upper(), f"{whole[:32]} {whole[32:]}"):
        code, out, err = empty_desk.run("verify", "a.jsonl", "--seal", told)
        assert (code, err) == (0, "")
        assert short in out


def test_another_one_is_told_with_both_codes(empty_desk, codes, french):
    for told in (codes[1], sealcode.seal_code(codes[1])):
        sentence = empty_desk.refused("verify", "a.jsonl", "--seal", told)
        assert sealcode.seal_code(codes[0]) in sentence
        assert sealcode.seal_code(codes[1]) in sentence
    french(empty_desk.refused("verify", "a.jsonl", "--seal", told, lang="fr_FR.UTF-8"))


@pytest.mark.parametrize(
    "told", ["x", "0123", "0123 4678 9FKM RW5", "5" * 16, "0" * 17, "a" * 63, "\x1b[31m", "🎲" * 16]
)
def test_what_is_no_seal_is_refused_in_one_sentence(empty_desk, codes, told):
    sentence = empty_desk.refused("verify", "a.jsonl", "--seal", told)
    assert "--seal" in sentence
    assert "\x1b" not in sentence


def test_a_sign_that_no_code_has_is_named(empty_desk, codes):
    """Whoever has mistyped one of sixteen looks at it again, and counts no signs."""
    short = sealcode.seal_code(codes[0])
    assert "no code has J in it" in empty_desk.refused("verify", "a.jsonl", "--seal", f"{short[:-1]}J")
    assert "no code has 5, J in it" in empty_desk.refused("verify", "a.jsonl", "--seal", f"5j{short[2:-1]}j")


def test_a_record_that_does_not_hold_is_told_by_its_line_first(empty_desk, codes):
    file = empty_desk.folder / "a.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"A"', b'"Z"'))
    assert "line 1" in empty_desk.refused("verify", "a.jsonl", "--seal", codes[0])


def test_no_two_signs_are_alike():
    """By ear (names in English and French that rhyme or begin alike) and by eye; and there are enough of them."""
    for group in ("ABCDEGPTVHJ", "UQ", "MN", "SFX", "59", "O0Q", "I1L", "Z2", "S5", "G6", "B8", "UV", "VY"):
        assert len(set(group) & set(sealcode.SIGNS)) <= 1, group
    assert len(sealcode.SIGNS) ** sealcode.LENGTH >= 2**60


def test_the_code_is_the_remainder_in_base_fifteen():
    assert sealcode.seal_code("0" * 64) == "0000 0000 0000 0000"
    assert sealcode.seal_code(f"{15**16 - 1:064x}") == "YYYY YYYY YYYY YYYY"
    assert sealcode.seal_code(f"{15**16 + 16:064x}") == "0000 0000 0000 0011"
    assert sealcode.parsed_seal("") is None
