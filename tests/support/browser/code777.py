"""How people play Code 777 on the pages, for the tests."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from support.browser.people import Gathering, Party, held, sure

RACKS = """(rows) => rows.map((row) => [row.querySelector('.name').innerText.split("\\n").at(-1).trim(),
    [...row.querySelectorAll('.tile b')].map((digit) => Number(digit.innerText))])"""


def racks_seen(page: Page) -> dict[str, list[int]]:
    """Name -> digits, as this phone shows them while a finger holds the panel."""
    with held(page):
        return dict(page.locator(".secret .rackrow").evaluate_all(RACKS))


def gathered(party: Party, players: int = 2, **options: str) -> Gathering:
    """A running game without a thumb."""
    return party.gather("code777", players, **options)


def declare(page: Page, digits: list[int]) -> None:
    """Says three digits, and means it."""
    page.locator('[data-dialog="declare"]').tap()
    for i, digit in enumerate(digits):
        page.locator(f'input[name="digits.{i}"][value="{digit}"] + span').tap()
    sure(page.locator("#declare button.main"))
    expect(page.locator("#declare")).to_be_hidden()


def draw(page: Page) -> None:
    """Draws a question on one's turn."""
    form = page.locator('form[data-kind="ask"]')
    page.locator('.bar [data-kind="ask"]').tap()
    expect(form).to_have_count(0)
