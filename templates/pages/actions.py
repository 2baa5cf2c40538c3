"""The bar at the foot of a hand: what its player can do now, at the thumb, or why there is nothing.

The presenter of a game says what it holds; `bar.html` lays it out for all games alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.game import Offer

Style = Literal["main", "second", "quiet"]
MOST = 3  # buttons: more would not fit a small phone, and nobody could choose at a glance


class Action(Struct, frozen=True):
    """A button of the bar. It sends a form, opens a dialog or brings a part of the page into view; or that first, then the form."""

    kind: str  # of the offer it answers
    label: str
    form: str = ""
    dialog: str = ""
    go: str = ""
    near: str = ""  # what it says where it leads, once that is in view: then it sends the form
    style: Style = "main"
    sure: str = ""  # what it asks before it acts
    name: str = ""  # a field that it fills, with what, and as what
    value: str = ""
    read_as: str = ""
    goal: bool = False  # its label ends with what is chosen in the form
    told: str = ""  # what the header calls it, where its label is not something to do
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
    until: str = ""  # “until {name} rolls”, in English, where the first action lapses
    whose: int = 0  # the seat of that name
    note: str = ""  # why a button that one looks for does not stand there now

    @property
    def todo(self) -> str:
        """The first action in the midst of a sentence: “draw a question”."""
        if not self.actions:
            return ""
        words = self.actions[0].told or self.actions[0].label
        return words if words[1:2].isupper() else words[:1].lower() + words[1:]

    @property
    def kinds(self) -> tuple[str, ...]:
        """What can be done at once, the most urgent first."""
        return tuple(dict.fromkeys(each.kind for each in self.actions if not each.waits))

    @property
    def is_pressing(self) -> bool:
        """Whether something is there to be had, and lapses: that is as good as one's move. What one may only suspect is not."""
        return bool(self.until) and self.actions[0].style == "main"


def form_id(offer: Offer) -> str:
    """The id of the form that `parts.move_form` makes for an offer."""
    return "form-" + offer.id.replace(".", "-")


def bar_of(actions: list[Action], waits: str, until: str = "", whose: int = 0) -> Bar:
    """A bar with as many of these as there is room for, one of them the main one; `until` is when what lapses does."""
    return Bar(one_main(actions[:MOST]), waits, until if actions and actions[0].until else "", whose)


def one_main(actions: Sequence[Action]) -> tuple[Action, ...]:
    """What is not the first thing to do stands back; between two ways to do that one nobody is led to either."""
    main = next((each.kind for each in actions if each.style == "main"), "")
    return tuple(
        replace(each, style="second") if each.style == "main" and each.kind != main else each for each in actions
    )


def after(others: list[Action], action: Action) -> Action:
    """An action that stands back if there is something before it."""
    return replace(action, style="second") if others else action
