"""What the pages of Rallye-Code show, worked out from a view: templates lay it out and reckon nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from referee.rallye.moves import Dice, Options
from templates.sentences import Helper, Scene


class Setting(Struct, frozen=True):
    """As much of a game as its sentences need. No move changes it, so what was said can be kept."""

    options: Options
    seats: int = 0
    cars: range = range(0)


def setting(options: Options, seats: int = 0, two: bool = False) -> Setting:
    """The setting of so many players who drive two cars each, or one; of nobody, where no car is told of."""
    return Setting(options, seats, range(2 * seats if two else seats))


def money(amount: int, kit: Mapping[str, Any]) -> str:
    """An amount as one writes it."""
    thousands, rest = divmod(amount, 1000)
    grouped = kit["money"]["grouped"].format(thousands=thousands, rest=f"{rest:03d}")
    return f"{grouped if amount >= 1000 else amount}\N{NO-BREAK SPACE}F"


def square(number: str, options: Options) -> str:
    """A square by its number, and the town that lies there."""
    town = options.board.square(number).town
    return f"{number} {town}" if town else number


def rolled(dice: Dice) -> str:
    """A roll with its sum."""
    return f"{dice[0]} + {dice[1]} = {dice[0] + dice[1]}"


def facts(course: Any) -> list[str]:
    """What became of a car besides: the `[words.fact]` that hold."""
    accident = "accident_aid" if course.aid else "accident"
    found = {
        "waits": course.waits,
        accident: course.accident,
        "sent": course.sent,
        "parked": course.parked,
        "tank": course.tank,
    }
    return [fact for fact, holds in found.items() if holds]


def owner(car: int, names: Sequence[str]) -> str:
    """Whose car it is: they are counted round the table."""
    return names[car % len(names)]


def which(car: int, seats: int) -> int:
    """Which of its player's cars it is: the first or the second."""
    return car // seats + 1


def two_cars(scene: Scene) -> bool:
    """Does everybody drive two?"""
    return bool(len(scene.state.cars) > scene.state.seats)


NARRATION: Mapping[str, Helper] = {
    "facts": lambda course, _: facts(course),
    "money": lambda amount, scene: money(amount, scene.kit),
    "named": lambda account, _: isinstance(account, str),
    "owner": lambda car, scene: owner(car, scene.names),
    "rolled": lambda dice, _: rolled(dice),
    "square": lambda number, scene: square(number, scene.state.options),
    "there": lambda value, _: True,  # also the first seat, whose number is 0
    "two": lambda _, scene: two_cars(scene),
    "which": lambda car, scene: which(car, len(scene.names)),
}
