"""Amounts in texts: set from the tariff, for one edition or for both."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.order import amounts
from referee.rallye.road.tariff import EDITIONS, A, B
from referee.registry import game
from templates import loader
from templates.errors import FileError
from templates.i18n import LANGUAGES, speaking


def test_games_without_editions_have_none_and_their_rules_stay() -> None:
    assert game("code777").editions == {}
    with speaking("en"):
        assert amounts.rules_with_amounts("code777") == loader.rules("code777")


def test_amounts_are_written_as_the_language_does() -> None:
    for code, expected in (("en", ["500", "1,000", "12,500"]), ("fr", ["500", "1\xa0000", "12\xa0500"])):
        with speaking(code):
            money = loader.kit_data("rallye")["money"]
            assert [amounts.amount(n, money) for n in (500, 1000, 12_500)] == expected


def test_terms_follow_the_tariff() -> None:
    with speaking("en"):
        money = loader.kit_data("rallye")["money"]
    one, other = amounts.amount_terms(A, money), amounts.amount_terms(B, money)
    assert (one["crash"], other["crash"]) == ("2,000", "500 × roll")
    assert (one["aid"], other["aid"]) == ("3,000", "1,000 × roll")
    assert (one["leave"], other["leave"]) == ("8", "6")
    assert one["signs"] != other["signs"]
    assert list(one) == list(A.__struct_fields__)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_without_an_edition_tell_both(lang: str) -> None:
    """Pages show them before anybody has chosen."""
    with speaking(lang):
        both, ones = (
            amounts.rules_with_amounts("rallye"),
            {edition: amounts.rules_with_amounts("rallye", edition) for edition in EDITIONS},
        )
        money = loader.kit_data("rallye")["money"]
    assert "{" not in both + "".join(ones.values())
    assert money["either"].format(a=8, b=6) in both
    assert ones["a"] != ones["b"]
    assert amounts.amount(50_000, money) in both


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_amount_is_typed_into_the_rules(lang: str) -> None:
    """But for 500, of which all amounts are multiples."""
    text = (loader.SHELF / "rules" / lang / "rallye.md").read_text("utf-8")
    money = {n for tariff in EDITIONS.values() for each in tariff.__struct_fields__
             for n in [getattr(tariff, each)] if isinstance(n, int) and n >= 1000}  # fmt: skip
    assert money
    assert [n for n in money for form in (f"{n:,}", f"{n:,}".replace(",", " "), f"{n:,}".replace(",", "."), str(n)) if form in text] == []  # fmt: skip


def test_a_name_that_the_tariff_does_not_have_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "rules" / "en" / "rallye.md"
    file.parent.mkdir(parents=True)
    file.write_text("# Rallye-Code\n\nPay {grage}.\n", "utf-8")
    with speaking("en"):
        monkeypatch.setattr(loader, "rules_file", lambda slug: file)
        with pytest.raises(FileError, match=r"rallye.md: .*'grage'"):
            amounts.rules_with_amounts("rallye", "a")
