"""Whole games by keyboard and screen reader alone: every control is reached with Tab and has a role and a name, what happens is
heard, and what is hidden says whether it is open."""

from __future__ import annotations

from collections import Counter
from secrets import token_hex
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from support.browser.keys import Keys
from support.browser.people import Gathering, Party, sync, view
from support.browser.robots import step
from support.companion.rig import robot_call
from support.soak import SOAK

from referee.chance import Chance

MOST = 500  # moves until a game must be over
BY_KEYS = MOST if SOAK else 1  # of each kind; whoever has made a move that often sends it
SHORT: dict[str, tuple[int, dict[str, str]]] = {
    "code777": (2, {"target": "1"}),
    "inkognito": (3, {"target": "1"}),
    "fully": (4, {"rounds": "1"}),
    "allo": (3, {"surnames": "4", "firsts": "4", "jobs": "4"}),
}


def played(table: Gathering, page: Page, game: str, most: int = MOST) -> Keys:
    """A game that the first seat plays by keyboard, and robots the others."""
    keys, made = Keys(page), Counter[str]()
    wire, base = table.wires[0], table.hands[0]
    for number in range(most):
        view = wire.view(base)
        if view["table"]["phase"] != "playing":
            break
        if 0 not in table.awaited and step(table, game, number, spared=(0,)):
            continue
        call = robot_call(game, view, 0, Chance(bytes(32), number))  # awaited, or the others wait for what he may say
        if not call and 0 not in table.awaited:
            table.send(table.awaited[0], "roll")  # a robot waits for a word that nobody says
            continue
        call = call or rolling(view)
        made[call["move"]["kind"]] += 1
        if made[call["move"]["kind"]] > BY_KEYS:
            wire.post(f"{base}/move", **call)
            continue
        sync([page])
        keys.play(call)
    return keys


def rolling(view: dict[str, Any]) -> dict[str, Any]:
    """The call of somebody who waits for nobody."""
    offer = next(each for each in view["offers"] if each["kind"] == "roll")
    return {"offer": offer["id"], "key": token_hex(16), "move": {"kind": "roll", **offer.get("settled", {})}}


@pytest.mark.parametrize("game", list(SHORT))
def test_a_whole_game_by_keyboard(party: Party, game: str) -> None:
    """From the deal to the end."""
    players, options = SHORT[game]
    table = party.gather(game, players, **options)
    page = table.phone(0)
    keys = played(table, page, game)
    sync([page])
    expect(page.locator("main")).to_have_attribute("data-phase", "over")
    assert len(keys.heard) >= 2
    assert page.get_by_role("status").filter(has_text="The game is over.").count() == 1


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


def test_answers_and_verdicts_are_heard(party: Party) -> None:
    """They come into a region that is read out, on whatever tab; so does a refusal."""
    table = party.gather("code777", 3)
    page = table.phone(0)
    Keys(page).push('[data-set="tab=notes"]')
    table.send(table.awaited[0], "ask")
    sync([page])
    line = view(page)["view"]["lines"][-1]
    moment = page.locator("#moment")
    expect(moment).to_have_attribute("role", "status")
    expect(moment.locator(".big")).not_to_be_empty()
    assert line["answer"] is not None
    racks = view(page)["view"]["racks"]
    table.send(1, "declare", digits=[tile["digit"] for tile in racks[1]["tiles"]])
    sync([page])
    expect(moment).to_contain_text("right, one point")
    expect(page.locator("#toast")).to_have_attribute("role", "alert")
