"""How Allo... la France tells of cities, numbers and people in its narration."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.allo import pieces
from templates.sentences import Helper, Scene


def city(code: str, scene: Scene) -> str:
    """The name of a city on the map that is played on."""
    return str(scene.state.options.map.city(code).name)


def along(hops: Iterable[Any], scene: Scene) -> str:
    """The cities of a way."""
    way = list(hops)
    return " → ".join(city(code, scene) for code in (way[0].a, *(hop.b for hop in way)))


def first_name(code: str, scene: Scene) -> str:
    """Both forms of a first name: René(e), or Jean/Jeanne where one is not the other with something added."""
    him, her = scene.kit["people"]["first"][code]
    return str(him if her == him else f"{him}({her[len(him) :]})" if her.startswith(him) else f"{him}/{her}")


def dotted(number: str, _: Scene) -> str:
    """A telephone number in pairs."""
    return ".".join((number[:2], number[2:4], number[4:6], number[6:]))


def special_title(special: str, scene: Scene) -> str:
    """What a special card is called."""
    return str(scene.kit["special"][special]["title"].format(units=pieces.GIFT))


NARRATION: dict[str, Helper] = {
    "along": along,
    "city": city,
    "dotted": dotted,
    "first": first_name,
    "title": special_title,
}
