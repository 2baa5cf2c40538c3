"""Days as people write them, in each language; never as programs do."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from templates import i18n
from templates.dates import day_and_time, day_of, day_text


@pytest.mark.parametrize(
    ("lang", "day", "told"),
    [
        ("en", date(2026, 11, 18), "18 November 2026"),
        ("en", date(2026, 8, 1), "1 August 2026"),
        ("fr", date(2026, 11, 18), "18 novembre 2026"),
        ("fr", date(2026, 8, 1), "1er août 2026"),
    ],
)
def test_a_day(lang: str, day: date, told: str) -> None:
    with i18n.speaking(lang):
        assert day_text(day) == told


def test_a_moment() -> None:
    at = datetime(2026, 11, 18, 9, 5).timestamp()
    with i18n.speaking("fr"):
        assert (day_of(at), day_and_time(at)) == ("18 novembre 2026", "18 novembre 2026 à 09:05")
    with i18n.speaking("en"):
        assert (day_and_time(at), day_and_time(0)) == ("18 November 2026, 09:05", "–")
