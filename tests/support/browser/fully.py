"""How people play Fully on the pages, for the tests."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect
from support.browser.people import Gathering, Party, sure

NAMES = ("Anne", "Bob", "Cleo", "Dan")  # north, east, south, west
ROWS = (
    ("red", "blue", "blue", "green", "yellow"),
    ("magenta", "red", "yellow", "yellow", "blue"),
    ("green", "green", "red", "blue", "magenta"),
    ("yellow", "magenta", "green", "red", "red"),
)
CODES = ((4, 6, 9, 8, 1, 5, 2, 7, 3), (1, 2, 3, 4, 5, 6, 7, 8, 9))
EMPTY = (None,) * 5
SEALS = "^(Seal (it|again)|Sceller)"


def gathered(party: Party, names: Sequence[str] = NAMES, lang: str = "en", **options: str) -> Gathering:
    """A game that has begun, without a thumb."""
    return party.gather("fully", 4, names, lang=lang, **options)


def set_up(table: Gathering) -> None:
    """Rows and codes of everybody, without a thumb."""
    for seat, row in enumerate(ROWS):
        table.send(seat, "row", colours=row)
    for team, code in enumerate(CODES):
        table.send(team, "code", digits=code)


def paint(fill: Locator, words: Sequence[object], first: int = 0) -> None:
    """Fills slots one after the other, as a thumb does: a slot is tapped only if it has not come by itself."""
    slots = fill.locator(".slot")
    for i, word in enumerate(words, first):
        if word is None:
            continue
        if not slots.nth(i).locator("input").is_checked():
            slots.nth(i).tap()
        value = f'"{word}"' if isinstance(word, str) else str(word)
        fill.locator(f".palette button[data-paint='{value}']").tap()
        expect(slots.nth(i).locator("select")).to_have_value(value)


def compose(page: Page, row: Sequence[str]) -> None:
    """Composes a row."""
    form = page.locator('#act-row form[data-kind="row"]')
    paint(form.locator(".fill"), row)
    page.locator('.bar [data-kind="row"]').tap()
    expect(page.locator("#act-row")).to_have_count(0)


def agree_on(page: Page, code: Sequence[int]) -> None:
    """Sets the code of the team."""
    form = page.locator('#act-code form[data-kind="code"]')
    paint(form.locator(".fill"), code)
    page.locator('.bar [data-kind="code"]').tap()
    expect(page.locator("#act-code")).to_have_count(0)


def speak(page: Page, colour: str, place: str, digit: int) -> None:
    """Says three things."""
    form = page.locator('form[data-kind="speak"]')
    for name, value in (("colour", colour), ("place", place), ("digit", digit)):
        form.locator(f'label:has(input[name="{name}"][value="{value}"])').tap()
    page.locator('.bar [data-kind="speak"]').tap()
    expect(form).to_have_count(0)


def reply(page: Page, digit: int) -> None:
    """Answers with a digit."""
    form = page.locator('form[data-kind="reply"]')
    form.locator(f'label:has(input[value="{digit}"])').tap()
    page.locator('.bar [data-kind="reply"]').tap()
    expect(form).to_have_count(0)


def propose(page: Page) -> None:
    """Would call FULLY."""
    sure(page.locator('.bar [data-kind="fully"]'))
    expect(page.locator('form[data-kind="fully"]')).to_have_count(0)


def note(page: Page, rows: Sequence[Sequence[str | None]], code: Sequence[int | None] = ()) -> None:
    """Writes down what one has found: three rows, and the other team's code."""
    for i, row in enumerate(rows):
        paint(page.locator("#found-rows"), row, 5 * i)
    paint(page.locator("#found-code"), code)


def others(seat: int) -> tuple[int, int, int]:
    """Whose rows a player looks for: partner, first and second opponent."""
    return (seat + 2) % 4, (seat + 1) % 2, (seat + 1) % 2 + 2


def tab(page: Page, name: str) -> None:
    """Turns to another page of the hand."""
    page.locator(f'[data-set="tab={name}"]').tap()


def seal(page: Page) -> None:
    """Puts it down for good."""
    form = page.locator('form[data-kind="seal"]')
    offer = str(form.get_attribute("data-offer"))
    button = page.locator('.bar [data-kind="seal"]')
    button.tap()
    expect(button).to_have_text(re.compile(SEALS))
    sure(button)
    expect(page.locator(f'form[data-offer="{offer}"]')).to_have_count(0)


JOT = """(found) => found.forEach(([css, values]) => values.forEach((value, i) => {
    const field = document.querySelectorAll(`${css} select`)[i];
    field.value = value === null ? "" : JSON.stringify(value);
    field.dispatchEvent(new Event("change", { bubbles: true }));
}))"""


def jot(page: Page, rows: Sequence[Sequence[str | None]], code: Sequence[int | None] = ()) -> None:
    """Writes down what one has found without a thumb: the fields change as they do under one."""
    page.evaluate(JOT, [["#found-rows", [each for row in rows for each in row]], ["#found-code", list(code)]])
