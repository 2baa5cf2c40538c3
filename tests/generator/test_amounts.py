"""Amounts in texts: set from the tariff, for one edition or for both."""

from __future__ import annotations

from pathlib import Path

import pytest

import templates
from generator import amounts
from referee.rallye.tariff import EDITIONS, A, B
from referee.registry import game
from templates import LANGUAGES, ShelfError, speaking


def test_games_without_editions_have_none_and_their_rules_stay() -> None:
    assert game("code777").editions == {}
    with speaking("en"):
        assert amounts.rules("code777") == templates.rules("code777")


def test_amounts_are_written_as_the_language_does() -> None:
    for code, expected in (("en", ["500", "1,000", "12,500"]), ("fr", ["500", "1\xa0000", "12\xa0500"])):
        with speaking(code):
            money = templates.kit_data("rallye")["money"]
            assert [amounts.amount(n, money) for n in (500, 1000, 12_500)] == expected


def test_terms_follow_the_tariff() -> None:
    with speaking("en"):
        money = templates.kit_data("rallye")["money"]
    one, other = amounts.terms(A, money), amounts.terms(B, money)
    assert (one["crash"], other["crash"]) == ("2,000", "500 × roll")
    assert (one["aid"], other["aid"]) == ("3,000", "1,000 × roll")
    assert (one["leave"], other["leave"]) == ("8", "6")
    assert one["signs"] != other["signs"]
    assert list(one) == list(A.__struct_fields__)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_without_an_edition_tell_both(lang: str) -> None:
    """Pages show them before anybody has chosen."""
    with speaking(lang):
        both, ones = amounts.rules("rallye"), {edition: amounts.rules("rallye", edition) for edition in EDITIONS}
        money = templates.kit_data("rallye")["money"]
    assert "{" not in both + "".join(ones.values())
    assert money["either"].format(a=8, b=6) in both
    assert ones["a"] != ones["b"]
    assert amounts.amount(50_000, money) in both


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_amount_is_typed_into_the_rules(lang: str) -> None:
    """But for 500, of which all amounts are multiples."""
    text = (templates.SHELF / "rules" / lang / "rallye.md").read_text("utf-8")
    money = {n for tariff in EDITIONS.values() for each in tariff.__struct_fields__
             for n in [getattr(tariff, each)] if isinstance(n, int) and n >= 1000}  # fmt: skip
    assert money
    assert [n for n in money for form in (f"{n:,}", f"{n:,}".replace(",", " "), f"{n:,}".replace(",", "."), str(n)) if form in text] == []  # fmt: skip


def test_a_name_that_the_tariff_does_not_have_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "rules" / "en" / "rallye.md"
    file.parent.mkdir(parents=True)
    file.write_text("# Rallye-Code\n\nPay {grage}.\n", "utf-8")
    with speaking("en"):
        monkeypatch.setattr(templates, "rules_file", lambda slug: file)
        with pytest.raises(ShelfError, match=r"rallye.md: .*'grage'"):
            amounts.rules("rallye", "a")
