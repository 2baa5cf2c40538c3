"""What a seat of Rallye-Code can do now, for the bar at the foot of its hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from referee.game import Offer
from referee.rallye.views import View
from templates.i18n import later, say
from templates.pages.actions import MOST, Action, Bar, after, bar_of, form_id
from templates.pages.rallye.amounts import money


def bar(view: View, offers: Sequence[Offer], seat: int, chairs: Sequence[Any], kit: Mapping[str, Any]) -> Bar:
    """An answer that somebody waits for, then what lapses with the next roll, then the roll; last what lapses later."""
    can = {offer.kind: offer for offer in reversed(offers)}
    dues = {due.number: due for due in view.dues}
    actions, soon = [], say("until the next roll")
    if "answer" in can and view.sale:
        form, price = form_id(can["answer"]), say("Sell for {price}").format(price=money(view.sale.price, kit))
        both = Action("answer", "", form=form, name="sell", read_as="bool", told=say("answer the offer"))
        sell, keep = (replace(both, value=value) for value in ("true", "false"))
        actions.append(replace(sell, label=price))
        actions.append(replace(keep, label=say("Refuse: duel"), style="second"))
    if "demand" in can:  # one after the other: a fourth button would push out the roll
        amount = money(dues[can["demand"].settled["due"]].of.amount, kit)
        claim = say("Claim {amount}").format(amount=amount)
        actions.append(Action("demand", claim, form=form_id(can["demand"]), until=soon))
    if "count" in can:
        count = Action("count", say("Count your purse"), go="act-count", told=say("count your money"))
        again = replace(count, label=say("Count again"), style="second")
        actions.append(count if view.counts[seat] is None else again)
    fine = say("Forgotten fine!")
    denounce = Action("claim", fine, go="claims", style="second", told=say("denounce it"), until=soon)
    lapsing = "claim" in can and not view.paper and lapses(view, offers)
    others = "stop" in can and view.cars[can["stop"].settled["car"]].owner != seat  # one's own car is left to the page
    if "letgo" in can and others:
        actions += stops(can["stop"], soon, MOST - 1 - len(actions))
    if lapsing and ("letgo" not in can or len(actions) < MOST - 1):  # the page has it, too; to let it go, the bar alone
        actions.append(denounce)
    if "letgo" in can:
        judged = any(car.stoppable and car.judged for car in view.cars)
        label = say("That is all") if judged else say("Let it go")
        actions.append(Action("letgo", label, form=form_id(can["letgo"]), style="second"))
    if "roll" in can:
        roll = Action("roll", rolling(view), form=form_id(can["roll"]), told=say("roll the dice"))
        actions.append(after(actions, roll))
    actions += entries(view, offers)
    if view.paper and "stop" in can:
        actions.append(Action("stop", say("Stop!"), go=f"other-{newest(view, offers)}", style="second"))
    if others and not view.paper and "letgo" not in can:
        actions.append(Action("stop", say("Stop!"), go="book", style="second", until=soon))
    if "claim" in can and not view.paper and not lapsing:
        actions.append(replace(denounce, style="quiet", until=""))
    unheard = view.awaited and seat not in view.awaited and not view.paper
    if view.turn == seat and view.sale is None and unheard:  # somebody may still speak
        actions.insert(0, Action("roll", rolling(view), waits=True))
    until = later("until you roll") if view.turn == seat else later("until {name} rolls")
    until = later("until the next roll") if view.sale else until  # whose turn it is has rolled, and a duel ends nothing
    return bar_of(actions, waits(view), until, view.turn)


def waits(view: View) -> str:
    """What those do who are awaited."""
    if view.paper:  # nobody is, until the time is up
        return say("counting the purse")
    return say("answering an offer") if view.sale and view.sale.stage == "asked" else say("rolling")


def stops(offer: Offer, soon: str, room: int) -> list[Action]:
    """A button for each reason, so that a stop is two taps at the thumb; where there is no room for them, the way to the page."""
    if not offer.choices or len(offer.choices) > room:
        return [Action("stop", say("Stop!"), go="book", style="main" if room == MOST - 1 else "second", until=soon)]
    words = {"sign": say("Stop: sign"), "overtaking": say("Stop: overtaking")}
    cry = Action(
        "stop", "", form=form_id(offer), name="reason", sure=say("Stop it? Tap again"), told=say("Stop!"), until=soon
    )
    return [replace(cry, label=words[reason], value=reason) for reason in offer.choices]


def entries(view: View, offers: Sequence[Offer]) -> list[Action]:
    """With paper: a button for each car of one's own. It sends what stands in that car's form, or says what is missing there."""
    found = [(form_id(offer), offer.settled["car"] // view.seats + 1) for offer in offers if offer.kind == "enter"]
    label = say("What does car {number} owe?") if len(found) > 1 else say("What is due?")
    return [Action("enter", label.format(number=number), form=form) for form, number in found]


def newest(view: View, offers: Sequence[Offer]) -> int:
    """The car that was entered last of those that may be stopped: beside paper, the others' cars."""
    cars: list[int] = [offer.settled["car"] for offer in offers if offer.kind == "stop"]
    return max(cars, key=lambda car: view.cars[car].rolled)


def lapses(view: View, offers: Sequence[Offer]) -> bool:
    """Is there a car that nobody can denounce any more after the next roll? It is too late when its player rolls again."""
    return any(offer.kind == "claim" and view.cars[offer.settled["car"]].owner == view.turn for offer in offers)


def rolling(view: View) -> str:
    """What is on the button that rolls."""
    return say("That is what I rolled") if view.options.dice == "table" else say("Roll the dice")
