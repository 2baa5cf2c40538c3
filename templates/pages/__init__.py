"""The pages of every game, and what they need worked out: `presenter.py` beside the templates of each game."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Protocol, cast

from referee.registry import GAMES
from templates.sentences import Helper


class Presenter(Protocol):
    """What the presenter of every game has, beside functions that the templates of its game alone call.

    They are pure: what comes in is a view or a part of it, what goes out are plain values that a template lays out.
    """

    NARRATION: Mapping[str, Helper]  # helpers that only the sentences of this game's `narration.toml` need


class PlainPresenter:
    """The presenter of a game that brings none."""

    NARRATION: Mapping[str, Helper] = {}


def presenter(slug: str) -> Presenter:
    """What the pages and the narration of a game need worked out."""
    own = GAMES[slug].presenter
    return cast(Presenter, import_module(own)) if own else PlainPresenter()
