"""The shape of templates/kits/fully.toml: a mistake there is told with its key and what was expected."""

from __future__ import annotations

from string import Formatter
from typing import Annotated

from msgspec import Meta

from generator.kits.common.kit_spec import ComponentTexts, Exact, GameSpec, Millimetres, Size, Words, at_least
from generator.kits.common.marked_colour import MarkedColour, must_differ
from referee.fully.pieces import Colour, Phrase, Seat, Team, about, opponents
from templates.errors import Misfit

# What the drawings need; they grow no smaller with the pieces.
LEAST = {"pawn": (17, 17), "board": (168, 168), "sheet": (184, 240)}
PAWN_ROOM = 1.5  # around a pawn on its place
Letter = Annotated[str, Meta(pattern="^[A-Z]$")]
Four = Annotated[tuple[Words, ...], Meta(min_length=4, max_length=4)]


class KitColours(Exact, frozen=True):
    """All five."""

    red: MarkedColour
    blue: MarkedColour
    green: MarkedColour
    yellow: MarkedColour
    magenta: MarkedColour

    def __post_init__(self) -> None:
        must_differ(map(self.of, Colour))

    def of(self, colour: Colour) -> MarkedColour:
        """The look of a colour."""
        return getattr(self, colour.value)  # type: ignore[no-any-return]


class SeatTexts(Exact, frozen=True):
    """What a seat is called."""

    name: Words
    letter: Letter


class Seats(Exact, frozen=True):
    """All four."""

    north: SeatTexts
    east: SeatTexts
    south: SeatTexts
    west: SeatTexts

    def __post_init__(self) -> None:
        used = [self.of(seat).letter for seat in Seat]
        if len(set(used)) < len(used):
            raise Misfit("Expected a letter of its own for every seat, got {used}", used=", ".join(used))

    def of(self, seat: Seat) -> SeatTexts:
        """What that one is called."""
        return getattr(self, seat.value)  # type: ignore[no-any-return]


class Teams(Exact, frozen=True):
    """What the teams are called."""

    north_south: Words
    east_west: Words

    def of(self, team: Team) -> str:
        """What that one is called."""
        return getattr(self, team.value)  # type: ignore[no-any-return]


class Phrases(Exact, frozen=True):
    """The nine phrases; {seat} stands for the opponent that a phrase names."""

    unknown: Words
    yes: Words
    no: Words
    i_have: Words
    first_has: Words
    second_has: Words
    have_you: Words
    has_first: Words
    has_second: Words

    def __post_init__(self) -> None:
        for phrase in Phrase:
            text = getattr(self, phrase.value)
            wanted = ["seat"] if about(phrase, Team.NORTH_SOUTH) else []
            if [name for _, name, _, _ in Formatter().parse(text) if name is not None] != wanted:
                if wanted:
                    raise Misfit(
                        "Expected one {field} in `{key}`, got `{text}`", field="{seat}", key=phrase.value, text=text
                    )
                raise Misfit(
                    "Expected no {field} in `{key}`, got `{text}`", field="{seat}", key=phrase.value, text=text
                )


class ScreenSizes(Exact, frozen=True):
    """A screen of two halves, a sheet each: a wing and a part of the front; the left one ends in a tab to glue."""

    height: Millimetres
    wing: Millimetres
    left: Millimetres
    right: Millimetres
    tab: Millimetres

    def __post_init__(self) -> None:
        if abs(self.left + self.tab - self.right) > 0.01:
            raise Misfit("Expected `left` and `tab` together as wide as `right`: both halves have one size")
        if self.wing < 0.5 * (self.left + self.right):
            raise Misfit("Expected a `wing` of at least half the front, for a screen that stands and hides")
        if self.height < 100 or self.tab < 8:
            raise Misfit("Expected a `height` of at least 100 and a `tab` of at least 8")

    @property
    def front(self) -> float:
        """Of the finished screen."""
        return self.left + self.right

    @property
    def size(self) -> Size:
        """Of a half."""
        return self.wing + self.right, self.height


class Sizes(Exact, frozen=True):
    """Width and height of pieces."""

    pawn: Size
    board: Size
    sheet: Size
    screen: ScreenSizes

    def __post_init__(self) -> None:
        at_least(self, LEAST)


class BoardTexts(ComponentTexts, frozen=True):
    """On boards."""

    you: Words
    partner: Words
    opponent: Words


class ScreenTexts(ComponentTexts, frozen=True):
    """On screens."""

    steps: Words
    partner: Words  # with {seat}


class SheetTexts(ComponentTexts, frozen=True):
    """On marking sheets."""

    player: Words
    rounds: Words
    code: Words
    code_hint: Words
    signal: Words
    dialogue: Words
    heads: Four  # of the columns: one letter each
    meanings: Four  # what the letters stand for
    enemy: Words  # with {team}
    enemy_hint: Words
    partner: Words
    notes: Words
    points: Words
    altogether: Words


class PointTexts(Exact, frozen=True):
    """The table of points."""

    partner: Words
    opponent: Words
    right: Words
    wrong: Words
    missing: Words
    whole: Words
    tie: Words


class KitSpec(GameSpec, frozen=True, kw_only=True):
    """The whole file."""

    sizes: Sizes
    colours: KitColours
    seats: Seats
    teams: Teams
    phrases: Phrases
    points: PointTexts
    boards: BoardTexts
    screens: ScreenTexts
    pawns: ComponentTexts
    sheets: SheetTexts

    def __post_init__(self) -> None:
        for key, text, name in (
            ("screens.partner", self.screens.partner, "seat"),
            ("sheets.enemy", self.sheets.enemy, "team"),
        ):
            if [found for _, found, _, _ in Formatter().parse(text) if found is not None] != [name]:
                raise Misfit("Expected one {field} in `{key}`, got `{text}`", field=f"{{{name}}}", key=key, text=text)

    def phrase(self, phrase: Phrase, team: Team) -> str:
        """A phrase as that team says it."""
        seat = about(phrase, team) or opponents(team)[0]
        return str(getattr(self.phrases, phrase.value)).format(seat=self.seats.of(seat).name)
