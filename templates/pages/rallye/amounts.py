"""How amounts are written on the pages of Rallye-Code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def money(amount: int, kit: Mapping[str, Any]) -> str:
    """An amount as one writes it."""
    thousands, rest = divmod(amount, 1000)
    grouped = kit["money"]["grouped"].format(thousands=thousands, rest=f"{rest:03d}")
    return f"{grouped if amount >= 1000 else amount}\N{NO-BREAK SPACE}F"
