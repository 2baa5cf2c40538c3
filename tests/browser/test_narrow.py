"""What a phone of 360 px and a narrow column leave whole: names, tables, and what one is about to tap."""

from __future__ import annotations

import re

from playwright.sync_api import FloatRect, Locator, Page, expect
from support.browser.inkognito import ALLIES, FRAGMENTS, IDENTITIES, called, first_two_meet
from support.browser.people import Party, box_of, fingered, picture, sync, view
from support.browser.words import broken

from templates.i18n import say, speaking

NARROW = {"width": 360, "height": 640}
GUESTS = ("Anne", "Églantine", "Bob", "Maximiliane")
# how much of its frame a part leaves empty beside it, what overlaps in it sideways, and whether its rows differ in height
LAID = """(table) => {
    const frame = table.closest('.panel'), { paddingLeft, paddingRight, gridTemplateColumns, columnGap } = getComputedStyle(frame);
    const box = (part) => part.getBoundingClientRect();
    const words = parseFloat(gridTemplateColumns) + parseFloat(columnGap) || 0; // beside it, on a table screen
    const room = frame.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - words - table.offsetWidth;
    const found = [room > 8 && 'there is room beside it'];
    for (const { cells } of table.rows)
        for (const cell of cells) {
            const range = document.createRange();
            range.selectNodeContents(cell);
            if (box(range).right > box(cell).right + 1) found.push(`${cell.textContent.trim()} leaves its cell`);
        }
    const called = [...table.rows].slice(1).map(({ cells }) => new Set([...cells[1].children].map((part) => Math.round(box(part).top))).size);
    if (called.some((lines) => lines !== 2)) found.push(`calls in ${called} lines`);
    return found.filter(Boolean);
}"""


def opened(page: Page) -> Locator:
    """The table of who was who in the log."""
    page.locator("#deal-1 summary").click()
    return page.locator("#deal-1 .truth")


def test_who_was_who_is_the_tidy_table_of_the_verdict_in_the_log_too(party: Party) -> None:
    """Names were one letter a line over the next column, and a third of the width was empty."""
    table = called(party, GUESTS, lang="fr")
    phone, host = table.phone(1, viewport=NARROW, locale="fr-FR"), table.laptop()
    for page, name in ((phone, "phone"), (host, "screen")):
        verdict = page.locator(".verdict .truth")
        assert (broken(verdict), verdict.evaluate(LAID)) == ([], [])
        picture(page, f"truth-verdict-{name}")
    table.send(2, "again")
    sync([phone, host])
    phone.locator('[data-set="tab=log"]').tap()
    for page, name in ((phone, "phone"), (host, "screen")):
        truth = opened(page)
        picture(page, f"truth-{name}", whole=True)
        assert (broken(truth), truth.evaluate(LAID)) == ([], [])


def places(*parts: Locator) -> list[FloatRect]:
    """Where parts of a page lie."""
    return [box_of(part) for part in parts]


def test_a_declaration_that_lacks_a_digit_moves_nothing_and_is_told_beside_its_button(party: Party) -> None:
    """The dialog fell by 120 px and climbed back, taps missed, and the words stood at the other end of the phone."""
    page = party.gather("code777", 3, lang="fr").phone(0, viewport=NARROW, locale="fr-FR")
    page.locator('[data-dialog="declare"]').tap()
    main = page.locator("#declare .main")
    still = (page.locator("#declare"), main, page.locator('#declare [name="digits.2"] + span').first)
    for i in range(2):
        page.locator(f'#declare [name="digits.{i}"][value="5"] + span').tap()
    before = places(*still)
    main.tap(force=True)  # it looks as if it could not be tapped
    toast = page.locator("#declare #toast")
    expect(toast).to_be_visible()
    picture(page, "declare-lacks")
    assert places(*still) == before
    told = box_of(toast)
    assert before[1]["y"] - 16 < told["y"] + told["height"] <= before[1]["y"]
    still[2].tap()
    expect(toast).to_be_hidden()
    main.tap()
    expect(main).to_have_class(re.compile("armed"))
    picture(page, "declare-sure")
    assert places(*still) == before, "the button grows while it asks"


def test_the_call_stands_still_when_it_is_complete_and_while_one_looks(party: Party) -> None:
    """It grew by a line when nothing was open any more, and fell by 60 px under the finger that held the look."""
    table = party.gather("inkognito", 4, GUESTS, lang="fr", target="2")
    first_two_meet(table)
    page = table.phone(1, viewport=NARROW, locale="fr-FR")
    mine = view(page)["view"]
    who = [one for one in IDENTITIES if one not in (mine["identity"], ALLIES[mine["identity"]])]
    what = [one for one in FRAGMENTS if one != mine["fragment"]]
    page.locator('[data-dialog="call"]').tap()
    look, main = page.locator("#call .hold"), page.locator("#call .main")
    still = (page.locator("#call"), look, page.locator("#call .segs label").first)
    before = places(*still)
    for seat, held in zip((0, 2, 3), what, strict=True):
        page.locator(f'#call [name="fragments.{seat}"][value="{held}"] + span').tap()
    for seat, one in zip((2, 3), who, strict=True):
        page.locator(f'#call [name="identities.{seat}"][value="{one}"] + span').tap()
    expect(main).to_be_enabled()
    assert places(*still) == before
    list_top = box_of(page.locator("#call .suspects"))["y"]
    assert list_top <= before[2]["y"], "the first row lies under the heading"
    with fingered(page, "#call .hold"):
        expect(page.locator("#lens")).to_be_visible()
        picture(page, "call-look")
        assert places(look) == before[1:2]
    main.tap()
    expect(main).to_have_class(re.compile("armed"))
    assert places(*still) == before


def test_a_seat_that_is_not_connected_keeps_its_name_whole(party: Party) -> None:
    """On the table screen “Bob” stood in two lines beside the time since when he was gone."""
    table = party.gather("code777", 4, GUESTS, lang="fr")
    phones = table.phones()
    host = table.laptop()
    expect(host.locator(".seatcard .dot.here")).to_have_count(4)
    party.leave(*phones)
    expect(host.locator(".seatcard h2 small")).to_have_count(4)
    picture(host, "seats-gone", whole=True)
    assert broken(host.locator(".seatcard .chip")) == []


# how far the words of a call that is put beside the main button end from its two sides
BESIDE_THE_ROLL = """(label) => {
    const button = Object.assign(document.createElement('button'), { className: 'quiet', textContent: label });
    document.querySelector('.bar .main').after(button);
    const range = document.createRange(), box = button.getBoundingClientRect();
    range.selectNodeContents(button);
    const words = range.getBoundingClientRect();
    return Math.min(words.left - box.left, box.right - words.right);
}"""


def test_long_labels_keep_away_from_their_boxes(party: Party) -> None:
    """In French: the longest name of a place, and what one calls when a fine was forgotten."""
    page = party.gather("inkognito", 4, GUESTS, lang="fr").phone(1, viewport=NARROW, locale="fr-FR")
    stop = page.locator(".going .stop", has_text="San Giorgio")
    [box, beside, words] = places(stop, page.locator(".going .stop", has_text="Salute"), stop.locator(".spot"))
    assert abs(box["width"] - beside["width"]) < 1, "it makes its column no wider"
    assert words["x"] + words["width"] <= box["x"] + box["width"] - 9
    rallye = party.gather("rallye", 3, GUESTS, lang="fr")
    driver = rallye.phone(rallye.awaited[0], viewport=NARROW, locale="fr-FR")
    expect(driver.locator(".bar .main")).to_be_visible()
    with speaking("fr"):
        assert driver.evaluate(BESIDE_THE_ROLL, say("Forgotten fine!")) >= 11
    picture(driver, "narrow-fine")
