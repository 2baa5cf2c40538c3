"""The pages of every game, and what they need worked out: `presenter.py` beside the templates of each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from referee.game import Offer
from referee.registry import GAMES
from templates.pages.actions import Bar
from templates.pages.moment import Moment
from templates.pages.story import Story
from templates.sentences import Helper


class Presenter(Protocol):
    """What the presenter of every game has, beside functions that the templates of its game alone call.

    They are pure: what comes in is a view or a part of it, what goes out are plain values that a template lays out.
    """

    NARRATION: Mapping[str, Helper]  # helpers that only this game's `narration.toml` and `debrief.toml` need
    SEAT_COLOURS: Sequence[str]  # the colour of each seat's pieces, where its kit gives them one of its colours

    def bar(self, view: Any, offers: Sequence[Offer], seat: int, chairs: Sequence[Any], kit: Mapping[str, Any]) -> Bar:
        """What a seat can do now, for the bar at the foot of its hand."""
        ...

    def story(self, view: Any) -> Story:
        """What the game was, when it is over: figures, and the points at which it turned (`story.html`)."""
        ...

    def moments(self, view: Any) -> Sequence[Moment]:
        """What happened, the newest first: the last few things that everybody may know (`moment.html`)."""
        ...


class PlainPresenter:
    """The presenter of a game that brings none."""

    NARRATION: Mapping[str, Helper] = {}
    SEAT_COLOURS: Sequence[str] = ()

    def bar(self, view: Any, offers: Sequence[Offer], seat: int, chairs: Sequence[Any], kit: Mapping[str, Any]) -> Bar:
        """Nothing: the page itself has the buttons."""
        return Bar()

    def story(self, view: Any) -> Story:
        """Nothing more than who won."""
        return Story()

    def moments(self, view: Any) -> Sequence[Moment]:
        """Nothing: the page itself tells it."""
        return ()


def presenter(slug: str) -> Presenter:
    """What the pages and the narration of a game need worked out."""
    return _presenter(GAMES[slug].presenter)


@cache
def _presenter(own: str) -> Presenter:
    """The module of that name; a page asks for it several times."""
    return cast(Presenter, import_module(own)) if own else PlainPresenter()
