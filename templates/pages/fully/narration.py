"""How Fully tells of rows and codes in its narration."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from templates.sentences import Helper, Scene


def row(colours: Sequence[Any], scene: Scene) -> str:
    """Places and their colours; a dash where there is none."""
    named = (scene.kit["colours"][colour]["name"] if colour else "–" for colour in colours)
    return ", ".join(f"{place} {name}" for place, name in zip("ABCDE", named, strict=False))


def code(digits: Iterable[int | None], _: Scene) -> str:
    """The digits of a code; a dash where there is none."""
    return " ".join("–" if digit is None else str(digit) for digit in digits)


NARRATION: dict[str, Helper] = {"code": code, "row": row}
