"""The puzzle of the day on a phone: crosses stay, steps are told, a right answer is celebrated, days in a row are counted."""

from __future__ import annotations

from datetime import date

import pytest
from playwright.sync_api import expect
from support.browser.people import Party, arrive, picture

from referee.daily import of_the_day
from referee.registry import with_puzzles

LOW = {"viewport": {"width": 360, "height": 640}}


def today() -> str:
    """As the laptop has it."""
    return date.today().isoformat()


def test_a_puzzle_from_the_front_page_to_its_solution(party: Party) -> None:
    """By taps; what was crossed out and asked for is there after a reload, and the solution is not on the page before."""
    page = party.device(**LOW)
    page.goto(party.companion.base)
    arrive(page, page.get_by_role("link", name="To the puzzles").tap, "**/puzzles")
    arrive(page, page.locator(f'a[href="/puzzle/{today()}/code777/easy"]').tap, "**/easy")
    puzzle = of_the_day("code777", today(), "easy")
    expect(page.get_by_text("Which three digits are on your rack?")).to_be_visible()
    expect(page.locator(".clue")).to_have_count(len(puzzle.clues))
    cell = page.locator(".cross").first
    cell.tap()
    expect(cell).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Show the next step").tap()
    expect(page.locator(".steps li")).to_have_count(1)
    for i in (1, 2, 3):
        page.locator(f'select[name="digit{i}"]').select_option("1")
    page.get_by_role("button", name="Check my answer").tap()
    expect(page.locator(".verdict")).to_contain_text("Not yet")
    expect(page.locator(".verdict")).to_be_in_viewport(ratio=1)
    expect(page.locator("#toast")).to_be_hidden()
    page.reload()
    expect(page.locator(".cross").first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".steps li")).to_have_count(1)
    for i, digit in zip((3, 1, 2), puzzle.solution, strict=True):
        page.locator(f'select[name="digit{i}"]').select_option(str(digit))
    page.get_by_role("button", name="Check my answer").tap()
    expect(page.locator(".verdict")).to_contain_text(" ".join(map(str, puzzle.solution)))
    expect(page.locator(".verdict")).to_be_in_viewport(ratio=1)
    expect(page.locator(".share output")).to_contain_text("steps shown: 1")
    expect(page.locator(".share output")).to_contain_text("Days in a row: 1")
    picture(page, "puzzle", whole=True)
    page.goto(f"{party.companion.base}/puzzles")
    expect(page.locator(f'[data-solved="{today()}/code777/easy"]')).to_have_class("pill done")
    expect(page.locator(f'[data-solved="{today()}/code777/hard"]')).to_have_class("pill")


@pytest.mark.parametrize("game", with_puzzles())
def test_every_game_has_one_that_fits_a_small_phone(party: Party, game: str) -> None:
    """Nothing is wider than the phone, in French too; the last step is the end of steps."""
    page = party.device(locale="fr-FR", **LOW)
    page.goto(f"{party.companion.base}/puzzle/{today()}/{game}/medium")
    expect(page.locator("form.answer .main")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    steps = int(page.locator("main").get_attribute("data-steps") or 0)
    page.locator("[data-next]").tap()
    expect(page.locator(".steps li")).to_have_count(1)
    assert steps >= 3
    picture(page, f"puzzle-{game}", whole=True)
