"""The page of the house in a browser, on a phone and on a laptop, in both languages: all is done without leaving it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from support.browser.people import Party, sure


def fits(page: Page) -> bool:
    """Is nothing wider than the screen?"""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize(
    ("width", "height", "lang", "words"),
    [
        (360, 640, "fr", ("Ouvrir une table", "Plus", "Renommer", "Fermer la table", "Supprimer la table")),
        (1280, 800, "en", ("Open a table", "More", "Rename", "Close the table", "Delete the table")),
    ],
)
def test_a_table_is_opened_named_closed_and_deleted_there(
    party: Party, width: int, height: int, lang: str, words: tuple[str, ...]
) -> None:
    opening, more, rename, close, delete = words
    host = party.host(viewport={"width": width, "height": height}, locale=lang)
    host.goto(f"{party.companion.base}/house")
    assert fits(host)
    cards = host.locator(".house > .panel")
    before = cards.count()
    host.locator("#open summary").click()
    host.locator("#open [name=label]").fill("Terrasse 4")
    host.locator("#open").get_by_role("button", name=opening, exact=True).click()
    card = cards.filter(has_text="Terrasse 4")
    expect(card).to_have_count(1)
    card.get_by_text(more, exact=True).click()
    card.locator("[name=label]").fill("Terrasse 5")
    card.get_by_role("button", name=rename, exact=True).click()
    card = cards.filter(has_text="Terrasse 5")
    expect(card.locator("h2")).to_have_text("Terrasse 5")
    assert fits(host) and host.url.endswith("/house")
    card.get_by_role("button", name=close, exact=True).click()
    expect(card.get_by_role("button", name=close, exact=True)).to_have_count(0)
    sure(card.get_by_role("button", name=delete, exact=True))
    expect(cards).to_have_count(before)
    for page in ("records", "figures"):
        host.goto(f"{party.companion.base}/house/{page}")
        assert fits(host)


def test_a_word_is_asked_for_and_opens_the_table(party: Party) -> None:
    """The host types it on the table screen; a phone that scans is asked, goes wrong once, and then sits down."""
    host = party.host()
    party.table(host)
    code = party.code(host)
    host.locator("#word summary").click()
    host.locator("#word [name=word]").fill("sésame")
    host.locator("#word button").first.click()
    expect(host.locator("#word summary")).to_contain_text("A word is asked for")
    phone = party.device()
    phone.goto(code)
    word = phone.locator("[name=word]")
    word.fill("coquelicot")
    phone.locator("button.main").click()
    expect(phone.locator("#toast")).to_contain_text("not the word")
    word.fill("Sésame")
    phone.locator("button.main").click()
    expect(phone.locator("[name=name]")).to_be_visible()
    assert "same" not in phone.url
