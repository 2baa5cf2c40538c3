"""The debrief on a phone: from the end of a game, by thumb and by keys, to a proof; and what decided it on the table screen."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from support.browser.checkup import Checkup
from support.browser.people import Party, arrive, box_of, sync
from support.browser.robots import steps

WIDE = "() => document.documentElement.scrollWidth <= innerWidth"


def test_from_the_end_of_a_game_to_a_proof(party: Party) -> None:
    """Whoever has a finger or a keyboard; nothing is wider than the phone, nothing is faint, axe finds nothing."""
    table = party.gather("code777", 4, target="1")
    steps(table, "code777", 0, 400)
    expect(table.host.locator("#decided li").first).to_be_visible()  # by itself, once it is worked out
    page = table.phone(0)
    sync([page])
    arrive(page, page.get_by_role("link", name="Debrief").tap, "**/debrief/1?seat=0")
    lines = page.locator(".turns > li:visible")
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("Move 0")
    page.get_by_role("button", name="The next move").tap()
    expect(lines).to_contain_text("Question 1 (move 1)")  # as the sentences count
    page.get_by_role("slider", name="Move number").focus()
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="The next move")).to_have_attribute("aria-disabled", "true")
    arrive(page, page.locator(".eyes a").nth(1).tap, "**/debrief/1?seat=1*")
    expect(page.get_by_role("link", name="Back to the table")).to_have_attribute("href", re.compile("/seat/0$"))
    expect(page.get_by_role("button", name="The next move")).to_have_attribute("aria-disabled", "true")  # the same turn
    why = page.locator(".certain button").first
    expect(why).to_be_visible()
    why.focus()
    page.keyboard.press("Enter")
    expect(why).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".certain .proof li").first).to_contain_text(
        re.compile(r"^(Move 0|Question \d+ \(move \d+\)): ")
    )
    page.get_by_text("The same as a table").tap()
    expect(page.get_by_role("columnheader", name="Move number")).to_be_visible()
    check = Checkup("code777", "en", "light", "dark")
    check(page, "debrief")
    assert check.complaints == {}
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate(WIDE)
    page.set_viewport_size({"width": 1920, "height": 1080})
    moves, curves, decided = (
        page.locator(css) for css in (".steps", ".curves", ".half:first-of-type > .panel >> nth=0")
    )
    assert box_of(moves)["y"] == box_of(decided)["y"], "the moves stand beside what decided it"
    assert box_of(curves)["y"] < 800 and box_of(curves)["width"] > 700
    shown, told = box_of(table.host.locator("#decided")), box_of(table.host.locator("#story"))
    assert shown["y"] == told["y"] and shown["x"] + shown["width"] < told["x"]
