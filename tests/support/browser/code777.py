"""How people play Code 777 on the pages, for the tests."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from support.browser.people import sure


def racks_seen(page: Page) -> dict[str, list[int]]:
    """Name -> digits, as this phone shows them while a finger holds the panel."""
    veil = page.locator(".veil")
    veil.scroll_into_view_if_needed()
    box = veil.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    expect(page.locator(".secret")).to_be_visible()
    found = {}
    for row in page.locator(".secret .rackrow").all():
        name = row.locator(".name").inner_text().split("\n")[-1].strip()
        found[name] = [int(digit) for digit in row.locator(".tile b").all_inner_texts()]
    page.mouse.up()
    expect(page.locator(".secret")).to_be_hidden()
    return found


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
    form.locator("button").tap()
    expect(form).to_have_count(0)
