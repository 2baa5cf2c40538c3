"""How Code 777 tells of tiles, racks and questions in its narration."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from templates.sentences import Helper, Scene


def tiles(found: Iterable[Any], scene: Scene) -> str:
    """Tiles as digits and colours."""
    return ", ".join(f"{tile.digit} {scene.kit['colours'][tile.colour]['name']}" for tile in found)


def rack(i: int, scene: Scene) -> str:
    """Whose rack it is; those that everybody sees have a number if there are several."""
    state = scene.state
    if i < state.seats:
        return scene.names[i]
    everyone = str(scene.kit["racks"]["everyone"])
    return f"{everyone} {i - state.seats + 1}" if len(state.racks) > state.seats + 1 else everyone


def question_text(number: int, scene: Scene) -> str:
    """What a question card asks."""
    return str(scene.kit["question"][number - 1]["text"])


def line_answer(line: Any, scene: Scene) -> str:
    """What was answered, in the words of its card."""
    card = scene.kit["question"][line.question - 1]
    said = {"first": card.get("first"), "second": card.get("second"), "same": scene.kit["questions"]["same"]}
    return str(said.get(line.answer, line.answer))


def seen(racks: Iterable[Any], scene: Scene) -> str:
    """The tiles of all racks but that of the seat that is told of."""
    return tiles((tile for i, rack in enumerate(racks) if i != scene.item for tile in rack), scene)


NARRATION: dict[str, Helper] = {
    "answer": line_answer,
    "rack": rack,
    "seen": seen,
    "text": question_text,
    "tiles": tiles,
}
