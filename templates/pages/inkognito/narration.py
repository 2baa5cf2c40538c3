"""How Inkognito tells of cards, numbers and points in its narration."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from templates.sentences import Helper, Scene

IDENTITIES = ("F", "B", "Z", "X")


def card(found: str, scene: Scene) -> str:
    """An identity by its name, a fragment as it is."""
    return str(scene.kit["identities"][found]["name"]) if found in IDENTITIES else found


def cards(found: Iterable[str], scene: Scene) -> str:
    """Several cards."""
    return ", ".join(card(each, scene) for each in found)


def number(identities: Sequence[str], fragments: Sequence[Any]) -> str:
    """The fragments in the order of the identities."""
    return "-".join(str(fragments[identities.index(each)]) for each in IDENTITIES)


def true_card(sealed: Any, scene: Scene) -> str:
    """The true card that somebody decided to show."""
    return card(scene.state.true(sealed.seat, sealed.choice.card), scene)


def winners(called: Any, _: Scene) -> list[int]:
    """Who got points."""
    return [seat for seat, points in enumerate(called.points) if points]


NARRATION: dict[str, Helper] = {
    "card": card,
    "cards": cards,
    "dialled": lambda told, _: number(*told),
    "number": lambda called, _: number(called.identities, called.fragments),
    "true_card": true_card,
    "true_number": lambda called, _: number(called.true_identities, called.true_fragments),
    "winners": winners,
}
