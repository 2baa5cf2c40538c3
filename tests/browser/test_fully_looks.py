"""Fully on phones: what axe finds and what a finger would miss, in every state; how much a first load weighs."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from support.browser.checkup import Checkup, in_longer
from support.browser.fully import EMPTY, NAMES, ROWS, gathered, jot, seal, set_up, tab
from support.browser.people import FIRST_LOAD, ON_TOP, SMALL, Party, fingered, follow, picture, sync, weight

HOLES = (None,) * 9
LONG = ("Maximiliane-Sophie A", "WWWWWWWWWWWWWWWWWWWW", "Jo", "Ann")


WHOLE = "(part) => part.scrollHeight <= part.clientHeight && part.getBoundingClientRect().top >= 0"


def chosen_by_the_code(page: Page, *sizes: ViewportSize) -> None:
    """With one finger on “Look” the own code is read, and another one taps every digit, on small phones, wherever the page was
    before."""
    before = page.viewport_size
    digits, lens = page.locator(".act label:has([name=digit])"), page.locator("#lens")
    for size in sizes:
        page.set_viewport_size(size)
        for at in (0, 9999):
            page.evaluate("(at) => scrollTo(0, at)", at)
            with fingered(page, ".bar .hold") as tap:
                expect(lens.locator(".legend dt")).to_have_count(9)
                assert lens.evaluate(WHOLE), "all of the code"
                assert [digit.inner_text() for digit in digits.all() if not digit.evaluate(ON_TOP)] == []
                for digit in (digits.first, digits.last):
                    tap(digit)
                    expect(digit.locator("input")).to_be_checked()
    assert before
    page.set_viewport_size(before)


@pytest.mark.parametrize(("size", "lang"), [(SMALL[1], "en"), (SMALL[1], "fr"), (SMALL[2], "fr")])
def test_what_one_says_is_in_view_without_scrolling(party: Party, size: ViewportSize, lang: str) -> None:
    """Colours while one composes, with the card of the role and the tip; then all keys, and the own code while it is held."""

    def covered(page: Page, keys: str) -> list[str]:
        found = page.locator(keys)
        assert page.evaluate("scrollY") == 0
        return [key.inner_text() for key in found.all() if not key.evaluate(ON_TOP)] if found.count() else ["no keys"]

    table = gathered(party, LONG, lang)
    anne, jo = table.phones(0, 2, locale=lang, viewport=size)
    expect(anne.locator(".tip:not([hidden])")).to_be_visible()
    expect(anne.locator("#role")).to_be_visible()
    assert covered(anne, "#act-row [data-paint]") == []
    for page in (anne, jo):
        page.locator("#role [data-read]").tap()
    follow(jo, table.send(2, "row", colours=ROWS[2]))
    expect(jo.locator(".tip:not([hidden])")).to_be_visible()
    picture(jo, f"fully-code-{size['width']}-{lang}")
    assert covered(jo, "#act-code .palette button") == []
    set_up(table)
    expect(anne.locator("#act-speak")).to_be_visible()
    picture(anne, f"fully-keys-{size['width']}-{lang}")
    assert covered(anne, "#act-speak label") == []
    table.send(0, "speak", colour="red", place="C", digit=2)
    expect(jo.locator("#act-reply")).to_be_visible()
    picture(jo, f"fully-reply-{size['width']}-{lang}")
    assert covered(jo, "#act-reply label") == []
    with fingered(jo, ".own .veil"):
        expect(jo.locator("#lens .legend dt")).to_have_count(9)
        assert jo.locator("#lens").evaluate(WHOLE)
    table.send(2, "reply", digit=5)
    table.send(1, "speak", colour="red", place="C", digit=2)
    follow(jo, table.send(3, "reply", digit=5))
    expect(jo.locator("#act-speak")).to_be_visible()  # to somebody whose name is as long as can be
    assert covered(jo, "#act-speak label") == []
    table.wires[1].post(f"{table.hands[1]}/name", name="Wilhelmina-Charlotte", colour=1)
    jo.evaluate("localStorage.removeItem('told')")  # as on a phone that comes later: with card, tip and notice at once
    jo.reload()
    expect(jo.locator(".notices")).to_be_visible()
    expect(jo.locator(".tip:not([hidden])")).to_have_count(1)
    picture(jo, f"fully-notice-{size['width']}-{lang}")
    assert covered(jo, "#act-speak label") == []
    jo.locator('.tabs [data-set="tab=notes"]').tap()
    jo.evaluate("scrollTo(0, 9999)")
    table.send(0, "fully")
    expect(jo.locator("#act-agree")).to_be_visible()  # wherever one was; and what it costs to be wrong comes first
    picture(jo, f"fully-agree-{size['width']}-{lang}")
    assert covered(jo, "#act-agree :is(h2, .hint)") == []


def test_a_look_goes_on_when_somebody_speaks_meanwhile(party: Party) -> None:
    """The own row lies elsewhere once one has to reply: whoever looked at it while his partner spoke saw nothing any more."""
    table = gathered(party)
    set_up(table)
    page = table.phone(2, viewport=SMALL[1])
    with fingered(page, ".own .veil"):
        expect(page.locator(".own .secret").first).to_be_visible()
        follow(page, table.send(0, "speak", colour="red", place="C", digit=2))
        expect(page.locator("#lens p.secret")).to_be_visible()
        expect(page.locator("#lens .legend dt")).to_have_count(9)


@pytest.mark.parametrize(("scheme", "lang"), in_longer("light"))
def test_axe_finds_nothing_and_fingers_find_everything(party: Party, scheme: str, lang: str) -> None:
    """Every state of the hand and of the table screen; the first load is light."""
    locale = {"en": "en-GB", "fr": "fr-FR"}[lang]
    check = Checkup("fully", lang, scheme)
    table = gathered(party, LONG if lang == "fr" else NAMES, lang, rounds="1")
    host, (anne, cleo, dan) = table.laptop(locale=locale), table.phones(0, 2, 3, locale=locale)
    expect(anne.locator("html")).to_have_attribute("lang", lang)
    check(anne, "set-up")
    check(host, "table-set-up")
    set_up(table)
    expect(anne.locator("#act-speak")).to_be_visible()
    check(anne, "speak")
    if lang == "fr":  # its words are the longer ones
        chosen_by_the_code(anne, *SMALL)
    sizes = weight(anne, lambda: expect(anne.locator("#act-speak")).to_be_visible())
    assert 20_000 < sum(sizes) < FIRST_LOAD
    table.send(0, "speak", colour="red", place="C", digit=2)
    expect(cleo.locator("#act-reply")).to_be_visible()
    check(cleo, "reply")
    if lang == "fr":
        chosen_by_the_code(cleo, SMALL[0])
    sync([host, cleo])
    check(host, "table-talk")
    table.send(2, "reply", digit=9)
    table.send(1, "fully")
    expect(dan.locator("#act-agree")).to_be_visible()
    check(dan, "agree")
    sync([anne, dan])
    tab(anne, "log")
    check(anne, "log")
    tab(anne, "notes")
    for summary in anne.locator("#strikes summary").all():
        summary.tap()
    anne.locator("#strike-code input").first.tap()
    check(anne, "notes")
    tab(anne, "hand")
    now = table.send(3, "agree", yes=True)
    expect(anne.locator('.bar [data-kind="seal"]')).to_be_visible()
    check(anne, "seal")
    follow(host, now)
    check(host, "table-seal")
    jot(anne, [ROWS[2], ("blue", None, *ROWS[1][2:]), EMPTY], (1, None, 3))
    seal(anne)
    anne.locator("#sealed summary").tap()
    check(anne, "sealed")
    for seat in (1, 2, 3):
        table.send(seat, "seal", partner=EMPTY, first=EMPTY, second=EMPTY, code=HOLES)
    expect(host.locator(".reveal")).to_be_visible()
    expect(anne.locator(".win")).to_be_visible()
    check(anne, "over")
    tab(anne, "log")
    check(anne, "over-log")
    check(host, "table-over")
    assert check.complaints == {}
