"""The pages of every game, and what they need worked out: `presenter.py` beside the templates of each game."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Protocol, cast

from templates.sentences import Helper


class Presenter(Protocol):
    """What every `templates/pages/<slug>/presenter.py` has, beside functions that the templates of its game alone call.

    They are pure: what comes in is a view or a part of it, what goes out are plain values that a template lays out.
    """

    NARRATION: Mapping[str, Helper]  # helpers of `narration.toml` that the pages of this game need, too


def presenter(slug: str) -> Presenter:
    """What the pages of a game need worked out."""
    return cast(Presenter, import_module(f"templates.pages.{slug}.presenter"))
