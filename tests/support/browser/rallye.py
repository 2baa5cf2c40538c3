"""How people play Rallye-Code on the pages, for the tests."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect
from support.browser.people import NAMES, Party, poke, settle


def begin(
    party: Party, players: int = 3, minutes: int = 60, breath: int = 0, **options: str
) -> tuple[Page, list[Page]]:
    """A running game, by clicks and codes: the table screen and a phone for everybody. Nobody waits unless a test says so."""
    host = party.host()
    party.table(host, players, game="Rallye", **options)
    number(host, "minutes", minutes)
    if options.get("pieces") != "paper":
        number(host, "breath", breath)
    phones = [party.sit(host, i, NAMES[i]) for i in range(players)]
    host.get_by_role("button", name="Start the game").click()
    for phone in phones:
        expect(phone.locator('[data-set="tab=notes"]')).to_be_visible()
    expect(host.locator(".rally-table")).to_be_visible()
    return host, phones


def gathered(
    party: Party, players: int = 3, minutes: int = 60, breath: int = 0, **options: str
) -> tuple[Page, list[Page]]:
    """The same without a thumb."""
    table = party.gather("rallye", players, minutes=str(minutes), breath=str(breath), **options)
    return table.host, table.phones()


def number(host: Page, name: str, value: int) -> None:
    """Chooses how long is played, or waited, and waits until it is kept."""
    field = host.locator(f'#arrange input[name="options.{name}"]')
    if field.input_value() != str(value):
        field.fill(str(value))
        with host.expect_response(lambda reply: reply.url.endswith("/arrange")):
            field.press("Tab")
        expect(field).to_have_attribute("value", str(value))


def roll(page: Page, first: int, second: int) -> None:
    """Tells two dice that lie on the table."""
    form = page.locator('form[data-kind="roll"]')
    for i, die in enumerate((first, second)):
        form.locator(f'input[name="dice.{i}"][value="{die}"] + span').tap()
    settle(page, page.locator('.bar [data-kind="roll"]').tap)


def roll_at_once(page: Page, first: int, second: int) -> None:
    """The same without a thumb."""
    form = 'form[data-kind="roll"]'
    shown = [f'{form} input[name="dice.{i}"][value="{die}"]' for i, die in enumerate((first, second))]
    settle(page, lambda: poke(page, *shown, '.bar [data-kind="roll"]'))


def enter(page: Page, form: str, first: int, second: int, square: str = "") -> None:
    """With paper: tells the judge where a car stood and what it rolled."""
    fields = page.locator(form)
    if square:
        fields.locator("select[name=square]").select_option(square)
    for i, die in enumerate((first, second)):
        fields.locator(f'input[name="dice.{i}"][value="{die}"] + span').click()
    settle(page, sender(fields).click)


def sender(form: Locator) -> Locator:
    """The button that sends a form: its own, or the one in the bar."""
    own = form.locator("button")
    return own.last if own.count() else form.page.locator(f'.bar [form="{form.get_attribute("id")}"]')


def dice(points: int) -> tuple[int, int]:
    """Two dice that show so many points."""
    return points // 2, points - points // 2


def money(text: str) -> int:
    """An amount as a page writes it."""
    return int(re.sub(r"\D", "", text))


PURSES = """(rows) => rows.map((row) => [row.querySelector('.chip').innerText.split("\\n").at(-1), row.querySelector('.money').innerText])"""


def purses(page: Page) -> dict[str, int]:
    """Everybody's purse, the richest first."""
    rows = page.locator(".ranking").last.locator("li").evaluate_all(PURSES)
    return {name: money(text) for name, text in rows}


def all_money(page: Page) -> int:
    """What is in all purses and tills and on the mat."""
    return sum(purses(page).values()) + sum(map(money, page.locator(".tills").last.locator(".money").all_inner_texts()))


def tab(page: Page, name: str) -> None:
    """Another page of the phone."""
    page.locator(f'[data-set="tab={name}"]').tap()
