"""The bar at the foot of a hand: what its player can do now, at the thumb, or why there is nothing.

The presenter of a game says what it holds; `bar.html` lays it out for all games alike.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.game import Offer

Style = Literal["main", "second", "quiet"]
MOST = 3  # buttons: more would not fit a small phone, and nobody could choose at a glance


class Action(Struct, frozen=True):
    """A button of the bar. It sends a form, opens a dialog or brings a part of the page into view."""

    kind: str  # of the offer it answers
    label: str
    form: str = ""
    dialog: str = ""
    go: str = ""
    style: Style = "main"
    sure: str = ""  # what it asks before it acts
    name: str = ""  # a field that it fills, with what, and as what
    value: str = ""
    read_as: str = ""
    goal: bool = False  # its label ends with what is chosen in the form
    until: str = ""  # when it lapses
    waits: bool = False  # not yet: it can be tapped when those had their time who may speak before it

    @property
    def id(self) -> str:
        """Its own for as long as it does the same, so that no button becomes another one under a thumb."""
        return "-".join(("do", self.kind, self.form or self.dialog or self.go, self.value)).rstrip("-")


class Bar(Struct, frozen=True):
    """All that the bar shows."""

    actions: tuple[Action, ...] = ()  # the most urgent first
    waits: str = ""  # what those do who are awaited: “drawing a question”


def form_id(offer: Offer) -> str:
    """The id of the form that `parts.move_form` makes for an offer."""
    return "form-" + offer.id.replace(".", "-")


def bar_of(actions: list[Action], waits: str) -> Bar:
    """A bar with as many of these as there is room for."""
    return Bar(tuple(actions[:MOST]), waits)


def after(others: list[Action], action: Action) -> Action:
    """An action that stands back if there is something before it."""
    return replace(action, style="second") if others else action
