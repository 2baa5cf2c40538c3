"""What a seat of Inkognito can do now, for the bar at the foot of its hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.game import Offer
from referee.inkognito.views import View
from templates.i18n import say
from templates.pages.actions import Action, Bar, after, bar_of, form_id

AMBASSADOR = 4


def bar(view: View, offers: Sequence[Offer], seat: int, chairs: Sequence[Any], kit: Mapping[str, Any]) -> Bar:
    """What a meeting asks for first, then where to go; the call is always there."""
    can = {offer.kind: offer for offer in offers}
    paper = view.options.pieces == "paper"
    meeting = f"act-meeting-{view.deal}-{view.round}"
    actions = []
    if "again" in can:
        actions.append(Action("again", say("Deal again"), form=form_id(can["again"]), sure=say("Really deal again?")))
    if "answer" in can:
        actions.append(Action("answer", say("Show a true card"), go="act-answer"))
    if "pair" in can and paper:
        actions.append(Action("pair", say("Hand over two cards"), go="act-pairs"))
    elif "pair" in can:
        actions.append(Action("pair", say("Choose two cards"), dialog="exchange"))
    elif "look" in can and not paper:
        actions.append(Action("look", say("Look at a true card"), go=meeting))
    elif "ask" in can:
        actions.append(Action("ask", say("Ask for a true card"), go=meeting))
    if "go" in can:
        actions.append(Action("go", say("Choose a place"), go="act-go"))
    if "pass" in can:
        actions.append(after(actions, Action("pass", passing(can, seat), form=form_id(can["pass"]))))
    if "call" in can:
        actions.append(Action("call", say("I know the number"), dialog="call", style="second"))
    return bar_of(actions, {"going": say("choosing a place"), "meeting": say("meeting somebody")}.get(view.stage, ""))


def passing(can: Mapping[str, Offer], seat: int) -> str:
    """What it is called here to do nothing."""
    if seat == AMBASSADOR:
        return say("Listen")
    if "ask" in can:
        return say("Ask nobody")
    return say("Look at nothing") if "look" in can else say("Carry on")
