"""Helpers for the sentences of `narration.toml` that only one game needs: how its pieces are told in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from referee.allo import pieces as allo_pieces
from templates.sentences import Helper, Scene

# Allo... la France


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
    return str(scene.kit["special"][special]["title"].format(units=allo_pieces.GIFT))


# Code 777


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


# Fully


def row(colours: Sequence[Any], scene: Scene) -> str:
    """Places and their colours; a dash where there is none."""
    named = (scene.kit["colours"][colour]["name"] if colour else "–" for colour in colours)
    return ", ".join(f"{place} {name}" for place, name in zip("ABCDE", named, strict=False))


def code(digits: Iterable[int | None], _: Scene) -> str:
    """The digits of a code; a dash where there is none."""
    return " ".join("–" if digit is None else str(digit) for digit in digits)


# Inkognito

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


PRESENTERS: dict[str, dict[str, Helper]] = {
    "allo": {"along": along, "city": city, "dotted": dotted, "first": first_name, "title": special_title},
    "code777": {"answer": line_answer, "rack": rack, "text": question_text, "tiles": tiles},
    "fully": {"code": code, "row": row},
    "inkognito": {
        "card": card,
        "cards": cards,
        "number": lambda called, _: number(called.identities, called.fragments),
        "true_card": true_card,
        "true_number": lambda called, _: number(called.true_identities, called.true_fragments),
        "winners": winners,
    },
}
