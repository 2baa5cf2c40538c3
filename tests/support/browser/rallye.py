"""How people play Rallye-Code on the pages, for the tests."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from support.browser.people import Party, settle

NAMES = ("Anne", "Mario", "Nora")


def begin(party: Party, players: int = 3, minutes: int = 60, **options: str) -> tuple[Page, list[Page]]:
    """A running game: the table screen and a phone for everybody."""
    more = {name: options.pop(name) for name in ("color_scheme", "locale") if name in options}
    host = party.host(**more)
    party.table(host, players, game="Rallye", **options)
    if more.get("locale", "").startswith("fr"):
        party.arrange(host, "lang", "fr")
    limit(host, minutes)
    phones = [party.sit(host, i, NAMES[i], **more) for i in range(players)]
    host.locator('form[data-post$="/begin"] button').click()
    for phone in phones:
        expect(phone.locator('[data-set="tab=notes"]')).to_be_visible()
    expect(host.locator(".rally-table")).to_be_visible()
    return host, phones


def limit(host: Page, minutes: int) -> None:
    """Chooses how long is played, and waits until it is kept."""
    field = host.locator('#arrange input[name="options.minutes"]')
    if field.input_value() != str(minutes):
        field.fill(str(minutes))
        with host.expect_response(lambda reply: reply.url.endswith("/arrange")):
            field.press("Tab")


def roll(page: Page, first: int, second: int) -> None:
    """Tells two dice that lie on the table."""
    form = page.locator('form[data-kind="roll"]')
    for i, die in enumerate((first, second)):
        form.locator(f'input[name="dice.{i}"][value="{die}"] + span').tap()
    settle(page, form.locator("button.main").tap)


def enter(page: Page, form: str, first: int, second: int, square: str = "") -> None:
    """With paper: tells the judge where a car stood and what it rolled."""
    fields = page.locator(form)
    if square:
        fields.locator("select[name=square]").select_option(square)
    for i, die in enumerate((first, second)):
        fields.locator(f'input[name="dice.{i}"][value="{die}"] + span').click()
    settle(page, fields.locator("button").last.click)


def dice(points: int) -> tuple[int, int]:
    """Two dice that show so many points."""
    return points // 2, points - points // 2


def money(text: str) -> int:
    """An amount as a page writes it."""
    return int(re.sub(r"\D", "", text))


def purses(page: Page) -> dict[str, int]:
    """Everybody's purse, the richest first."""
    rows = page.locator(".ranking").last.locator("li")
    return {
        row.locator(".chip").inner_text().split("\n")[-1]: money(row.locator(".money").inner_text())
        for row in rows.all()
    }


def all_money(page: Page) -> int:
    """What is in all purses and tills and on the mat."""
    return sum(purses(page).values()) + sum(map(money, page.locator(".tills").last.locator(".money").all_inner_texts()))


def tab(page: Page, name: str) -> None:
    """Another page of the phone."""
    page.locator(f'[data-set="tab={name}"]').tap()
