"""What is new comes by the stream: nobody asks after a move, what was missed is asked for once, logs show more on demand."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Request, expect
from support.browser.code777 import draw, gathered
from support.browser.people import Gathering, Party, follow, picture, sync, view

from companion.web.feed import WINDOW


def asked(page: Page, act: Callable[[], object]) -> list[str]:
    """What a page asks for while something is done: method and address, without what follows a question mark."""
    found: list[str] = []

    def look(request: Request) -> None:
        found.append(f"{request.method} /{request.url.partition('?')[0].rpartition('/')[2]}")

    page.on("request", look)
    act()
    page.evaluate("document.title")  # all that was asked until now has been told before this is
    page.remove_listener("request", look)
    return found


def question(table: Gathering) -> int:
    """Whoever is awaited asks a question without a browser; the version of the table then."""
    return table.send(table.awaited[0], "ask")


def test_a_move_costs_no_fetch(party: Party) -> None:
    """The mover sends it and asks for nothing; the others, and the table screen, do not ask either."""
    table = gathered(party, 3)
    anne, mario, nora = pages = table.phones()
    sync([*pages, table.host])

    def round_of_questions() -> None:
        for page in (anne, mario, nora):
            draw(page)
        sync([*pages, table.host])

    seen: dict[str, list[str]] = {}

    def nested(left: list[Page]) -> None:
        if left:
            page, *rest = left
            seen[page.url] = asked(page, lambda: nested(rest))
        else:
            round_of_questions()

    nested([table.host, *pages])
    # By which `sync` learns how far the table is; and the browser's own icon, which it fetches when it has time.
    views = ["GET /view", "GET /icon.svg"]
    assert [[each for each in seen[page.url] if each not in views] for page in pages] == [["POST /move"]] * 3
    assert [each for each in seen[table.host.url] if each not in views] == []


def test_what_was_missed_is_asked_for_once(party: Party) -> None:
    """With the digests of all that is there: what comes is no whole page."""
    table = gathered(party, 2)
    anne, mario = table.phones()
    sync([anne, mario])
    whole = len(mario.content())
    mario.context.set_offline(True)
    expect(mario.locator("#banner")).to_be_visible()
    least = [question(table) for _ in range(5)][-1]
    healed: list[int] = []
    mario.on(
        "requestfinished",
        lambda request: healed.append(len(request.response().body())) if "/part?has=" in request.url else None,
    )  # type: ignore[union-attr]
    mario.context.set_offline(False)
    follow(mario, least)
    expect(mario.locator("#banner")).to_be_hidden()
    expect(mario.locator("#line-5")).to_be_attached()
    mario.evaluate("document.title")
    assert len(healed) <= 1, "or none: the stream brought it"
    assert all(size < whole / 2 for size in healed)


def test_a_server_that_comes_back_sends_what_a_page_lacks(party: Party) -> None:
    table = gathered(party, 2)
    anne, mario = table.phones()
    draw(anne)
    sync([anne, mario])
    party.companion.kill()
    party.companion.start()
    least = question(table)
    for page in (anne, mario):
        follow(page, least)
        expect(page.locator("#line-2")).to_be_attached()
        expect(page.locator("#banner")).to_be_hidden()


def test_a_server_of_the_version_before_sends_the_whole(party: Party) -> None:
    """It knows nothing of the word that a page asks with now: numbers come in the stream, and all of a part."""
    table = gathered(party, 2)
    anne = table.phone(0)
    anne.route("**/*?has=*", lambda route: route.continue_(url=route.request.url.partition("?")[0]))
    anne.reload()
    follow(anne, question(table))
    expect(anne.locator("#line-1")).to_be_attached()
    expect(anne.locator("#banner")).to_be_hidden()


def test_a_log_shows_its_end_and_more_on_demand(party: Party) -> None:
    table = gathered(party, 2)
    least = [question(table) for _ in range(WINDOW + 4)][-1]
    anne = table.phone(0)
    anne.locator('[data-set="tab=log"]').tap()
    lines = anne.locator(".tab-log .line[id^=line]")
    expect(lines).to_have_count(WINDOW)
    expect(anne.locator(f"#line-{WINDOW + 4}")).to_be_visible()
    expect(anne.locator("#line-4")).to_have_count(0)
    least = question(table)
    follow(anne, least)
    expect(lines).to_have_count(WINDOW)
    more = anne.get_by_role("button", name="Show earlier entries")
    picture(anne, "log-window", whole=True)
    more.tap()
    expect(lines).to_have_count(WINDOW + 5)
    expect(more).to_have_count(0)
    expect(anne.locator("#line-1")).to_be_attached()
    least = question(table)
    follow(anne, least)
    expect(lines).to_have_count(WINDOW + 6)
    assert len(view(anne)["view"]["lines"]) == WINDOW + 6
    anne.reload()
    expect(lines).to_have_count(WINDOW)


# whether a field stays the very same one when something that has a name changes before it, and when something new comes
TAKEN_OVER = """async () => {
    const { morph } = await import(document.querySelector('script[src*="app"]').src);
    const made = (html) => Object.assign(document.createElement('main'), { innerHTML: html });
    const page = made('<p id="verdict-1">wrong</p><section><input></section>');
    const field = page.querySelector('input');
    const found = [];
    for (const before of ['<p id="verdict-2">right</p>', '', '<p id="verdict-3">wrong</p>']) {
        morph(page, made(before + '<section><input></section>'));
        found.push(page.querySelector('input') === field, page.children.length);
    }
    return found;
}"""


def test_a_field_behind_what_is_new_stays_the_same(party: Party) -> None:
    """Or whoever writes there would lose the letters: what has another name than before is nobody's place."""
    page = party.device()
    page.goto(party.companion.base)
    assert page.evaluate(TAKEN_OVER) == [True, 2, True, 1, True, 2]
