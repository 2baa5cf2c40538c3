"""What a seat of Code 777 can do now, for the bar at the foot of its hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.code777.views import View
from referee.game import Offer
from templates.i18n import say
from templates.pages.actions import Action, Bar, bar_of, form_id


def bar(view: View, offers: Sequence[Offer], seat: int, chairs: Sequence[Any], kit: Mapping[str, Any]) -> Bar:
    """Draw or answer first, then tiles to enter; declaring is always there."""
    can = {offer.kind: offer for offer in reversed(offers)}
    actions = []
    if "ask" in can:
        drawn = not can["ask"].choices  # else the card lies on the table, and its number is tapped
        card = Action("ask", say("Draw a question"), form=form_id(can["ask"]))
        actions.append(card if drawn else Action("ask", say("Enter the card"), go="act-ask"))
    if "announce" in can:
        actions.append(Action("announce", say("Answer the question"), go="act-announce"))
    for offer in offers:
        if offer.kind == "enter" and view.racks[offer.settled["rack"]].tiles is None:
            place = f"act-{offer.settled['rack']}-{offer.settled['filling']}"
            actions.append(Action("enter", say("Enter tiles"), go=place, style="second" if actions else "main"))
            break
    if "declare" in can:
        actions.append(Action("declare", say("I know my digits"), dialog="declare", style="second"))
    if view.waiting:
        return bar_of(actions, say("entering tiles"))
    answering = view.lines and view.lines[-1].answer is None
    return bar_of(actions, say("answering the question") if answering else say("drawing a question"))
