"""What this game gives to whoever makes puzzles: `maker.py` has it."""

from __future__ import annotations

from referee.code777.puzzles.maker import attempt, told

__all__ = ["attempt", "told"]
