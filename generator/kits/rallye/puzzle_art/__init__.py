"""How puzzles are drawn: `position.py` has it."""

from __future__ import annotations

from generator.kits.rallye.puzzle_art.position import ART

__all__ = ["ART"]
