"""What a phone of 360 px and a narrow column leave whole: names, tables, and what one is about to tap."""

from __future__ import annotations

from playwright.sync_api import Locator, Page
from support.browser.inkognito import called
from support.browser.people import Party, picture, sync
from support.browser.words import broken

NARROW = {"width": 360, "height": 640}
GUESTS = ("Anne", "Églantine", "Bob", "Maximiliane")
# how much of its frame a part leaves empty beside it, what overlaps in it sideways, and whether its rows differ in height
LAID = """(table) => {
    const frame = table.closest('.panel'), { paddingLeft, paddingRight } = getComputedStyle(frame);
    const box = (part) => part.getBoundingClientRect();
    const found = [frame.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - table.offsetWidth > 8 && 'there is room beside it'];
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
