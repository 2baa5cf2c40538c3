"""The shape of templates/kits/inkognito.toml: a mistake there is told with its key and what was expected."""

from __future__ import annotations

from string import Formatter
from typing import Annotated

from msgspec import Meta

from generator.kits.common.kit_spec import ComponentTexts, Exact, GameSpec, Size, Words, at_least
from generator.kits.common.marked_colour import MarkedColour, must_differ
from referee.inkognito.pieces import Colour, Identity, Place
from templates.errors import Misfit

# What the drawings need; they grow no smaller with the pieces.
LEAST = {"card": (56, 78), "clue": (188, 122), "example": (188, 122)}
Steps = Annotated[tuple[Words, ...], Meta(min_length=1)]


class KitColours(Exact, frozen=True):
    """Four of agents, and black."""

    blue: MarkedColour
    yellow: MarkedColour
    green: MarkedColour
    pink: MarkedColour
    black: MarkedColour

    def __post_init__(self) -> None:
        must_differ(self.of(colour) for colour in Colour)

    def of(self, colour: Colour) -> MarkedColour:
        """The look of a colour."""
        return getattr(self, colour.value)  # type: ignore[no-any-return]


class Sizes(Exact, frozen=True):
    """Width and height of pieces."""

    card: Size
    clue: Size
    example: Size

    def __post_init__(self) -> None:
        at_least(self, LEAST)


class Agent(Exact, frozen=True):
    """An identity: its name, and one short enough for a table."""

    name: Words
    short: Words


class Agents(Exact, frozen=True):
    """By their letters."""

    F: Agent
    B: Agent
    Z: Agent
    X: Agent

    def of(self, identity: Identity) -> Agent:
        """The names of an identity."""
        return getattr(self, identity.value)  # type: ignore[no-any-return]


class SightTexts(Exact, frozen=True):
    """A place."""

    name: Words


class Sights(Exact, frozen=True):
    """By their keys."""

    rialto: SightTexts
    marco: SightTexts
    salute: SightTexts
    giorgio: SightTexts
    sospiri: SightTexts

    def of(self, place: Place) -> str:
        """The name of a place."""
        return getattr(self, place.value).name  # type: ignore[no-any-return]


class Roles(Exact, frozen=True):
    """Those who are no agent of a player's."""

    ambassador: Words
    nobody: Words


class CardTexts(ComponentTexts, frozen=True):
    """On cards."""

    identity: Words
    fragment: Words
    telephone: Words
    call: Words


class ClueTexts(ComponentTexts, frozen=True):
    """On clue sheets."""

    player: Words
    points: Words
    number: Words
    fragment: Words
    who: Words
    me: Words
    mine: Words
    seen: Words
    given: Words
    ringed: Words
    thoughts: Words
    sheet: Words


class ExampleTexts(ComponentTexts, frozen=True):
    """On example cards; `steps` tells the story that the drawing shows."""

    heading: Words
    rival: Words
    other: Words
    third: Words
    me: Words
    steps: Annotated[tuple[Words, ...], Meta(min_length=6, max_length=6)]


class FolderTexts(ComponentTexts, frozen=True):
    """On folders."""

    heading: Words
    warning: Words
    owner: Words
    how: Words
    steps: Steps
    round: Words
    reminders: Steps
    reminders_five: Steps  # with a player as the Ambassador
    lid: Words
    clue: Words
    rivals: Words
    you: Words


class FigureTexts(Exact, frozen=True):
    """In the figures of the rules."""

    allies: Words
    coloured: Words
    true: Words
    meeting: Words
    favour: Words
    alone: Words


class KitSpec(GameSpec, frozen=True, kw_only=True):
    """The whole file."""

    sizes: Sizes
    colours: KitColours
    identities: Agents
    places: Sights
    roles: Roles
    cards: CardTexts
    clues: ClueTexts
    example: ExampleTexts
    folders: FolderTexts
    figures: FigureTexts

    def __post_init__(self) -> None:
        named = {name for _, name, _, _ in Formatter().parse(self.clues.sheet) if name is not None}
        if named != {"number", "all"}:
            raise Misfit(
                "Expected {one} and {other} in `{key}`, got `{text}`",
                one="{number}",
                other="{all}",
                key="clues.sheet",
                text=self.clues.sheet,
            )
