"""What is in the box of Higher. The only place of its counts."""

from __future__ import annotations

PLAYERS = range(2, 5)
USUAL = 4
PAD = "notes"
NUMBERS = range(1, 13)  # one card each


def box(players: int) -> dict[str, int]:
    """Component -> pieces."""
    return {"cards": len(NUMBERS), "notes": 2 * players, "rules": 1}
