"""What a seat of Allo... la France can do now, for the bar at the foot of its hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.allo.views import View
from referee.game import Offer
from templates.i18n import say
from templates.pages.actions import Action, Bar, after, bar_of, form_id


def bar(view: View, offers: Sequence[Offer], seat: int, chairs: Sequence[Any], kit: Mapping[str, Any]) -> Bar:
    """A plate that is owed, then the step of the turn, and how to leave it out."""
    can = {offer.kind: offer for offer in offers if offer.kind not in ("ask", "guess", "correct")}
    paper = view.options.pieces == "paper"
    actions = []
    if "show" in can:
        actions.append(Action("show", say("Show a plate"), go="act-show"))
    if "draw" in can:
        actions.append(Action("draw", say("Draw a card"), form=form_id(can["draw"])))
    if "go" in can:
        actions.append(Action("go", say("Go to"), form=form_id(can["go"]), goal=True, told=say("choose a city")))
    if "lay" in can:
        actions.append(laying(can["lay"], view, f"act-lay-{view.turns}"))
    if "look" in can and not paper:
        actions.append(Action("look", say("Look at a plate"), go=f"act-special-{view.turns}"))
    if "build" in can:
        new = Action("build", say("Put a tower here"), form=form_id(can["build"]))
        moved = Action("build", say("Bring a tower here"), go=f"act-special-{view.turns}")
        actions.append(new if "source" in can["build"].settled else moved)
    calling = paper or (view.step == "call" and view.turn == seat and not view.debts)
    if calling and "show" not in can:  # whether or not a kept card allows it: neighbours see the bar, too
        actions.append(Action("ask", say("Call somebody"), go="act-call"))
    if "pass" in can:
        left_out = {"move": say("Stay"), "cable": say("Lay nothing"), "call": say("Call nobody")}
        label = left_out.get(view.step or "", say("Leave it"))
        actions.append(after(actions, Action("pass", label, form=form_id(can["pass"]))))
    return bar_of(actions, waits(view))


def laid_at_once(offer: Offer) -> bool:
    """Whether there is one cable to lay, and strips enough for it."""
    return len(offer.choices) == 1 and not offer.choices[0][1]


def laying(offer: Offer, view: View, panel: str) -> Action:
    """One cable that can be laid at once, or the choice between several."""
    cities = {link.code: link.name for link in view.options.map.cities}
    if laid_at_once(offer):
        city = offer.choices[0][0]
        label = say("Cable to {city}").format(city=cities[city])
        return Action("lay", label, form=f"lay-{city}", told=say("lay a cable"))
    return Action("lay", say("Lay a cable"), go=panel)


def waits(view: View) -> str:
    """What those do who are awaited."""
    if view.debts:
        return say("showing a plate")
    steps = {
        "card": say("drawing a card"),
        "move": say("moving"),
        "cable": say("laying a cable"),
        "call": say("calling"),
        "special": say("a special card"),
    }
    return steps.get(view.step or "", "")
