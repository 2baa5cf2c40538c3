"""The shape that the kit files of all games share. A mistake in one is told with its key and what was expected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from templates.errors import Misfit

Hex = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]
Words = Annotated[str, Meta(min_length=1)]
Millimetres = Annotated[float, Meta(ge=3, le=400)]
Size = tuple[Millimetres, Millimetres]


Mode = Literal["phone", "paper"]


class Exact(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the file: every key known, none missing."""


def at_least(sizes: Exact, least: Mapping[str, tuple[float, float]]) -> None:
    """Refuses pieces that are too small for their drawings."""
    for name, needed in least.items():
        size = getattr(sizes, name)
        if size[0] < needed[0] or size[1] < needed[1]:
            wanted, found = ("{:g} × {:g}".format(*each) for each in (needed, size))
            raise Misfit(
                "Expected `{name}` of at least {wanted} mm, for its drawing, got {found}",
                name=name,
                wanted=wanted,
                found=found,
            )


class ComponentTexts(Exact, frozen=True):
    """What every component says."""

    title: Words
    advice: Words


class LessonPicture(Exact, frozen=True):
    """One of three things that beginners are shown: a figure of the kit, and what it means."""

    figure: Words
    text: Words


class Lesson(Exact, frozen=True):
    """What it is about, what one sees and hides, what a turn is."""

    aim: LessonPicture
    sight: LessonPicture
    turn: LessonPicture


class GameSpec(Exact, frozen=True):
    """What every kit file has: the name of the game, a line about it, its accent, and its rules."""

    name: Words
    summary: Words
    phones: Words  # what the phones do
    accent: Hex
    rules: ComponentTexts
    options: dict[str, dict[str, Words]]  # option -> its title, and a word for each choice; phones show them
    lesson: dict[Mode, Lesson] = {}  # for phones alone, and with paper; phones show it to whoever waits
    tips: dict[Mode, dict[str, Words]] = {}  # kind of move -> what is said when somebody can make it for the first time
