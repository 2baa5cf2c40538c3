"""What must be seen or heard is: a refusal above the dialog that caused it, the main button above the bar at the foot, and what
was chosen before a page was ready."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect
from support.browser.people import Party, poke

LOW = {"viewport": {"width": 360, "height": 640}}  # a small phone
ON_TOP = """(part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const inside = (x, y) => part.contains(document.elementFromPoint(x, y));
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return [[x, y], [x, top + 3], [x, bottom - 3], [left + 20, y], [right - 20, y]].every(([x, y]) => inside(x, y));
}"""


def on_top(page: Page, part: str) -> bool:
    """Is all of that part what a finger would touch there, without scrolling?"""
    found: bool = page.locator(part).evaluate(ON_TOP)
    return found


def refuse(route: Route) -> None:
    """The answer of somebody who was quicker."""
    route.fulfill(status=409, json={"error": "Not now."})


def test_a_refusal_lies_above_the_dialog_that_caused_it(party: Party) -> None:
    """It is seen and heard there; it stays when the dialog is closed, opened again, or taken away by the next move."""
    table = party.gather("code777", 2)
    page = table.phone(0, **LOW)
    page.route("**/move", refuse)
    toast, main = page.locator("#toast"), page.locator("#declare button.main")
    page.clock.install(time=0)  # it stays for as long as this test takes
    page.clock.pause_at(1000)
    page.locator('[data-dialog="declare"]').tap()
    poke(page, *(f'#declare input[name="digits.{i}"][value="{i + 1}"]' for i in range(3)))
    main.tap()
    page.clock.run_for(500)
    main.tap()
    expect(toast).to_have_text("Not now.")
    expect(page.locator("#declare")).to_be_visible()
    assert on_top(page, "#toast"), "it lies under the dialog"
    assert main.evaluate(ON_TOP), "it covers the button"
    page.locator("#declare [data-close]").tap()
    expect(page.locator("#declare")).to_be_hidden()
    assert on_top(page, "#toast"), "it went with the dialog"
    page.locator('[data-dialog="declare"]').tap()
    expect(page.locator("#declare")).to_be_visible()
    assert on_top(page, "#toast"), "it lies under a dialog that was opened later"
    table.end()
    expect(page.locator("#declare")).to_have_count(0)
    expect(toast).to_have_text("Not now.")
    assert on_top(page, "#toast"), "the next move has taken it away"


@pytest.mark.parametrize(("game", "kind"), [("code777", "ask"), ("rallye", "roll")])
def test_the_main_button_is_in_view_above_the_bar_on_a_small_phone(party: Party, game: str, kind: str) -> None:
    """As the turn comes, nobody has to scroll for what he has to do."""
    table = party.gather(game, 3)
    page = table.phone(table.awaited[0], **LOW)
    expect(page.locator(".status.mine")).to_be_visible()
    main = f'form[data-kind="{kind}"] button.main'
    expect(page.locator(main)).to_have_count(1)
    assert on_top(page, main)


def test_what_is_chosen_before_the_script_runs_is_sent_when_it_does(party: Party) -> None:
    """On a slow line the form is there first; nothing is sent if nobody chose anything."""
    host = party.host()
    party.table(host, 2)
    held: list[Route] = []
    host.route("**/app*.js", lambda route: held.append(route))
    with host.expect_request("**/app*.js"):
        host.reload(wait_until="commit")
    host.locator('#arrange select[name="players"]').select_option("4")
    expect(host.locator(".seatcard:not(.all)")).to_have_count(2)
    with host.expect_response(lambda reply: reply.url.endswith("/arrange")):
        held[0].continue_()
    expect(host.locator(".seatcard:not(.all)")).to_have_count(4)
    host.unroute("**/app*.js")
    sent: list[str] = []
    host.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    host.reload()
    host.evaluate("document.title")
    assert sent == []
