"""Amounts in texts: what the rules of a game charge, set where a text has {braces}. So no amount is typed twice."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from referee.registry import game
from templates import loader
from templates.errors import FileError

BRACES = re.compile(r"\{(\w+)\}")


def amount(number: int, money: Mapping[str, Any]) -> str:
    """A number as it is written in the language spoken: 1,000 or 1 000."""
    if number < 1000:
        return str(number)
    return str(money["grouped"]).format(thousands=number // 1000, rest=f"{number % 1000:03}")


def amount_terms(tariff: Any, money: Mapping[str, Any]) -> dict[str, str]:
    """Every amount and threshold of a tariff in words, by its name there."""
    found = {}
    for name in tariff.__struct_fields__:
        value = getattr(tariff, name)
        if isinstance(value, bool):
            found[name] = str(money[name]["yes" if value else "no"])
        elif isinstance(value, int):
            found[name] = amount(value, money)
        elif value.point:
            found[name] = str(money["point"]).format(amount=amount(value.point, money))
        else:
            found[name] = amount(value.flat, money)
    return found


def with_amounts(text: str, known: Mapping[str, str]) -> str:
    """A text with its amounts. A name that the tariff does not have raises KeyError."""
    return BRACES.sub(lambda found: known[found[1]], text)


def rules_with_amounts(slug: str, edition: str = "", phone: bool = False) -> str:
    """The rules of a game with the amounts of an edition; of all editions if none is told. `phone`: as its guide tells them
    for phones alone, if there is one."""
    text, tariffs = (phone and loader.guide(slug)) or loader.rules(slug), game(slug).editions
    if not tariffs:
        return text
    money = loader.kit_data(slug)["money"]
    one, other = (amount_terms(tariffs[each], money) for each in ((edition, edition) if edition else tariffs))
    both = str(money["either"])
    known = {name: a if a == other[name] else both.format(a=a, b=other[name]) for name, a in one.items()}
    known["purse"] = amount(next(iter(tariffs.values())).purse, money)
    try:
        return with_amounts(text, known)
    except KeyError as unknown:
        expected = "Expected the name of an amount between braces, got {name}"
        raise FileError(loader.rules_file(slug), "", expected, name=unknown) from None
