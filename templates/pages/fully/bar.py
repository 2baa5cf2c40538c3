"""What a seat of Fully can do now, for the bar at the foot of its hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from referee.fully.views import View
from referee.game import Offer
from templates.i18n import say
from templates.pages.actions import Action, Bar, after, bar_of, form_id


def bar(view: View, offers: Sequence[Offer], seat: int, chairs: Sequence[Any], kit: Mapping[str, Any]) -> Bar:
    """An answer that the partner waits for, then what is to be set, said or sealed; FULLY where it may be proposed."""
    can = {offer.kind: offer for offer in offers}
    actions = []
    if "agree" in can:
        form = form_id(can["agree"])
        both = Action("agree", "", form=form, name="yes", read_as="bool", told=say("say yes or no to FULLY"))
        yes, no = (replace(both, value=value) for value in ("true", "false"))
        actions.append(replace(yes, label=say("Yes, FULLY!"), sure=say("Sure? Tap again")))
        actions.append(replace(no, label=say("No, not yet"), style="second"))
    if "row" in can and not view.rows[seat].times:
        actions.append(Action("row", say("That is my row"), form=form_id(can["row"]), told=say("set your row")))
    if "code" in can and not view.codes[seat % 2].times:
        code = Action("code", say("That is our code"), form=form_id(can["code"]), told=say("set your code"))
        actions.append(after(actions, code))
    for kind in ("reply", "speak"):
        if kind in can:
            said = say("Say your reply") if kind == "reply" else say("Say it")
            label = say("Write it down") if view.options.logged else said
            told = "" if kind == "reply" or view.options.logged else say("say something")
            actions.append(Action(kind, label, form=form_id(can[kind]), told=told))
    if "seal" in can:
        # It leads to the board first, and seals where that is in view: nobody seals what he does not look at.
        seal = Action(
            "seal", say("Look through and seal"), form=form_id(can["seal"]), go="findings", near=say("Seal it")
        )
        anew = replace(seal, label=say("Change what I sealed"), near=say("Seal again"), style="second")
        actions.append(replace(anew if view.sealed[seat].times else seal, sure=say("Seal it? Tap again")))
    if "fully" in can:
        sure = say("Propose it? Tap again")
        actions.append(Action("fully", say("Propose FULLY"), form=form_id(can["fully"]), style="second", sure=sure))
    return replace(bar_of(actions, waits(view)), note=again(view, seat))


def again(view: View, seat: int) -> str:
    """After a no: when FULLY may be proposed again. Of a talk that is not heard nobody knows whose turn it is: there at once."""
    said = view.calls[-1] if view.calls and view.heard and view.phase == "talk" else None
    if said is None or said.yes is not False or said.turn != view.turns or (said.seat - seat) % 2:
        return ""
    if view.turns + 2 >= view.seats * view.options.rounds:  # teams take turns
        return say("FULLY: not in this game any more")
    return say("FULLY: again on your team’s next turn")


def waits(view: View) -> str:
    """What those do who are awaited."""
    if view.proposal is not None:
        return say("yes or no to FULLY")
    if view.phase == "talk":
        return say("replying") if view.lines and view.lines[-1].due else say("speaking")
    return {"set up": say("setting up"), "seal": say("sealing what was found")}.get(view.phase, "")
