"""Whole games by keyboard and screen reader alone: every control is reached with Tab and has a role and a name, what happens is
heard, and what is hidden says whether it is open."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from secrets import token_hex
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from support.browser.keys import READ, Keys
from support.browser.people import Clocked, Gathering, Party, sync
from support.browser.robots import step
from support.companion.rig import robot_call
from support.soak import SOAK

from referee.chance import Chance

MOST = 500  # moves until a game must be over
# By keys from the first move to the last; of the others each kind of move once (the rest is sent), unless there is time.
WHOLE = ("code777", "inkognito", "fully", "allo", "rallye") if SOAK else ("code777", "fully")
SHORT: dict[str, tuple[int, dict[str, str]]] = {
    "code777": (2, {"target": "1"}),
    "inkognito": (3, {"target": "1"}),
    "fully": (4, {"rounds": "1"}),
    "allo": (3, {"surnames": "4", "firsts": "4", "jobs": "4"}),
}


def played(table: Gathering, page: Page, game: str, most: int = MOST, after: Callable[[], object] = int) -> Keys:
    """A game that the first seat plays by keyboard, and robots the others; something may come after each move."""
    keys, made = Keys(page), Counter[str]()
    wire, base = table.wires[0], table.hands[0]
    for number in range(most):
        view = wire.view(base)
        if view["table"]["phase"] != "playing":
            break
        if 0 not in table.awaited and step(table, game, number, spared=(0,)):
            after()
            continue
        call = robot_call(game, view, 0, Chance(bytes(32), number))  # awaited, or the others wait for what he may say
        if not call and 0 not in table.awaited:
            table.send(table.awaited[0], "roll")  # a robot waits for a word that nobody says
            after()
            continue
        call = call or rolling(view)
        made[call["move"]["kind"]] += 1
        if made[call["move"]["kind"]] == 1 or game in WHOLE:
            sync([page])
            keys.play(call)
        else:
            wire.post(f"{base}/move", **call)
        after()
    return keys


def rolling(view: dict[str, Any]) -> dict[str, Any]:
    """The call of somebody who waits for nobody."""
    offer = next(each for each in view["offers"] if each["kind"] == "roll")
    return {"offer": offer["id"], "key": token_hex(16), "move": {"kind": "roll", **offer.get("settled", {})}}


@pytest.mark.parametrize("game", list(SHORT))
def test_a_whole_game_by_keyboard(party: Party, game: str) -> None:
    """From the deal to the end: all of Code 777 and of Fully, and of the others each kind of move."""
    players, options = SHORT[game]
    table = party.gather(game, players, **options)
    page = table.phone(0)
    keys = played(table, page, game)
    sync([page])
    expect(page.locator("main")).to_have_attribute("data-phase", "over")
    assert len(keys.heard) >= 2
    assert page.get_by_role("status").filter(has_text="The game is over.").count() == 1


@pytest.mark.soak
def test_a_whole_rally_by_keyboard(timed_party: Party, clocked: Clocked) -> None:
    """To its time limit, which ends it."""
    table = timed_party.gather("rallye", 3, minutes="10", breath="0")
    page, end = table.phone(0), clocked.now + 600
    over = page.locator("main[data-phase='over']")

    def tick() -> None:
        """Four seconds; whoever moves next knows whether the time is up."""
        clocked.wait(4)
        expect(over).to_have_count(int(clocked.now >= end))

    keys = played(table, page, "rallye", after=tick)
    expect(over).to_have_count(1)
    assert keys.heard.count("button: Roll the dice") > 20
    expect(page.locator(".panel.lead")).to_contain_text("The time is up")


def test_a_rally_by_keyboard(party: Party) -> None:
    """Rolls, dues, offers and fines, until the host says that the time is up; then how it ended is read out, and the next one
    is asked for."""
    table = party.gather("rallye", 3, minutes="10", breath="0")
    page, host = table.phone(0), table.host
    keys = played(table, page, "rallye", 40)
    assert "button: Roll the dice" in keys.heard
    sync([page, host])
    Keys(host).push(':is(form[data-kind="time"] button, .bar [data-kind="time"][form])')
    expect(page.locator("main")).to_have_attribute("data-phase", "over")
    assert page.get_by_role("status").filter(has_text="The game is over.").count() == 1
    assert " win" in page.locator("main").aria_snapshot(), "who won is among what a screen reader is told"
    keys.push("#again button")
    expect(page.locator("#bar")).to_contain_text("You want to play again.")


@pytest.mark.parametrize("game", ["code777", "inkognito", "fully", "allo"])
def test_what_is_hidden_says_whether_it_is_open(party: Party, game: str) -> None:
    """Enter opens and closes it, on the hand and at the foot of the page; the tree says pressed or not."""
    table = party.gather(game, 4)
    for number in range(8):
        step(table, game, number)  # in some there is nothing to hide before
    page = table.phone(0)
    keys = Keys(page)
    for veil in (".tab-hand .veil", ".bar .hold"):
        if not page.locator(veil).count():
            continue
        keys.reach(veil)
        assert keys.here()[2]["pressed"] == "false"
        keys.press("Enter")
        assert keys.here()[2]["pressed"] == "true"
        expect(page.locator(".tab-hand .secret").first).to_be_visible()
        keys.press("Enter")
        assert keys.here()[2]["pressed"] == "false"
        expect(page.locator(".tab-hand .secret").first).to_be_hidden()


Move = Callable[[Gathering, int], dict[str, Any] | None]  # what a seat says with it; nothing where it has to wait


def guessing(*digits: int) -> Move:
    """Those three."""
    return lambda table, seat: {"digits": [*digits]}


def knowing(table: Gathering, seat: int) -> dict[str, Any]:
    """Code 777: what stands before a seat, as the next one sees it."""
    other = (seat + 1) % len(table.wires)
    return {
        "digits": [
            tile["digit"] for tile in table.wires[other].view(table.hands[other])["view"]["racks"][seat]["tiles"]
        ]
    }


def mistaken(table: Gathering, seat: int) -> dict[str, Any]:
    """Allo: his own number, which is nobody else's."""
    view = table.wires[seat].view(table.hands[seat])
    to = next(offer for offer in view["offers"] if offer["kind"] == "guess")["choices"][0]
    return {"to": to, "number": "".join(view["view"]["numbers"][seat].values())}


def saying(table: Gathering, seat: int) -> dict[str, Any]:
    """Nothing but that."""
    return {}


def judging(table: Gathering, seat: int) -> dict[str, Any] | None:
    """Rallye: a policeman stops somebody else's car, whether or not there is a reason."""
    view = table.wires[seat].view(table.hands[seat])
    stop = next(offer for offer in view["offers"] if offer["kind"] == "stop")
    own = view["view"]["cars"][stop["settled"]["car"]]["owner"] == seat
    return None if own else {"reason": stop["choices"][0]}


EARLY = 150  # moves until all of the first group must have been heard; the test is over when they are
# What is to be heard, in words of which each is one kind of moment, verdicts among them; what only a long run waits for; and
# moves that no robot makes, or none so early, one after the other.
HEARD: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[tuple[str, Move], ...]]] = {
    "code777": (
        (r"\?.* (same|more \w.*|\d)$", "declares 1 1 1 wrong", r"declares \d \d \d right, one point"),
        (),
        (("declare", guessing(1, 1, 1)), ("declare", knowing)),
    ),
    "inkognito": (
        ("(^|[a-z]) ?: .*, ", "have shown each other cards|showed you|has shown"),
        ("Nobody met anybody",),
        (),
    ),
    "fully": (("Reply: …$", r"Reply: \d$", "wants to call FULLY"), (), (("fully", saying),)),
    "allo": (
        (r"^\w+ calls \w+ .*\? (yes|no|\d links?)$", r"^\w+ calls \w+ .*wrong$"),
        (r"^\w+ calls \w+ .*right$",),
        (("guess", mistaken),),
    ),
    "rallye": (
        (
            r" \d \+ \d = \d+ .*→",
            "stops? .*card:",
            r"[\d,]+ F \w+",
            r"(You stop|\w+ stops) .*: ",
        ),  # the first seat may be the policeman
        ("declines|refuses|claims", "wins the"),
        (("stop", judging),),
    ),
}


@pytest.mark.parametrize("game", list(HEARD))
def test_whatever_happens_is_read_out(party: Party, game: str) -> None:
    """Every word of it, verdicts as well, from a region that was there before."""
    early, late, moves = HEARD[game]
    table = party.gather(game, 4)
    page = table.phone(0)
    keys, lacking, ours = Keys(page), [*early, *late] if SOAK else [*early], [*moves]
    assert keys.read_out("#moment") == ("status", ""), "what comes with its region is not read out"
    moment = page.locator("#moment")
    moment.evaluate("(region) => { region.known = true; }")
    for number in range(MOST if SOAK else EARLY):
        if not lacking:
            break
        if ours and sent(table, *ours[0]):
            ours.pop(0)
        else:
            step(table, game, number)
        sync([page])
        if not moment.count():
            break  # the game is over, and what lacks was never said
        page.evaluate("document.documentElement.dataset.moment = 'tight'")  # where eyes are shown the least
        role, told = keys.read_out("#moment")
        assert role == "status" and moment.evaluate("(region) => region.known")
        assert Counter(moment.evaluate(READ)) <= Counter(told.split())
        lacking = [each for each in lacking if not re.search(each, told)]
    assert lacking == []


def sent(table: Gathering, kind: str, fields: Move) -> bool:
    """Has somebody made a move of that kind?"""
    for seat, wire in table.wires.items():
        if any(offer["kind"] == kind for offer in wire.view(table.hands[seat])["offers"]):
            told = fields(table, seat)
            if told is not None:
                table.send(seat, kind, **told)
                return True
    return False


def test_a_refusal_is_read_out(party: Party) -> None:
    """At once, whatever else is said."""
    page = party.gather("code777", 3).phone(0)
    page.locator('[data-dialog="declare"]').tap()
    page.locator("#declare button.main").tap(force=True)  # it looks as if it could not be tapped, and says why
    expect(page.locator("#toast")).not_to_be_empty()
    assert Keys(page).read_out("#toast") == ("alert", page.locator("#toast").inner_text())
