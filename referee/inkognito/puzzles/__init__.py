"""What this game gives to whoever makes puzzles: `maker.py` has it."""

from __future__ import annotations

from referee.inkognito.puzzles.maker import attempt, told

__all__ = ["attempt", "told"]
