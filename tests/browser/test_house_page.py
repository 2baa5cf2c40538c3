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
    if card.locator("details").get_attribute("open") is None:  # behind the other tables it is folded again
        card.get_by_text(more, exact=True).click()
    sure(card.get_by_role("button", name=delete, exact=True))
    expect(cards).to_have_count(before)
    for page in ("records", "figures"):
        host.goto(f"{party.companion.base}/house/{page}")
        assert fits(host)


@pytest.mark.parametrize(("width", "height", "lang"), [(360, 640, "fr"), (1280, 800, "en")])
def test_an_evening_is_run_from_there(party: Party, width: int, height: int, lang: str) -> None:
    """New guests in one step, a host by name, the record of those who left, and figures to save and to forget."""
    anne = f"Anne {width}"
    table = party.gather("code777", 2, (anne, "Mario"))
    table.end()
    host = party.host(viewport={"width": width, "height": height}, locale=lang)
    host.goto(f"{party.companion.base}/house")
    card = host.locator(f"#card-{table.path.rpartition('/')[2]}")
    expect(card).to_contain_text(anne)
    card.locator("summary").click()
    sure(card.locator('form[data-post$="/guests"] button'))
    expect(card.locator("h2")).to_be_visible()
    expect(card).not_to_contain_text(anne)
    host.locator("#hosts summary").click()
    mine = host.locator("#hosts li").filter(
        has=host.get_by_text("ce navigateur" if lang == "fr" else "this browser", exact=True)
    )
    mine.locator("[name=name]").fill(f"Zoé {width}")
    mine.locator('form[data-post="/hosts/name"] button').click()
    expect(host.locator("#hosts li strong", has_text=f"Zoé {width}")).to_have_count(1)
    assert fits(host) and host.url.endswith("/house")
    host.goto(f"{party.companion.base}/house/records")
    host.locator("[name=player]").fill(anne.upper())
    host.locator("form.search button").click()
    expect(host.locator(".records > .panel")).to_have_count(1)
    expect(host.locator(".records")).to_contain_text(anne)
    with host.expect_download() as saved:
        host.locator(".records a[download]").click()
    assert saved.value.suggested_filename.endswith(".jsonl")
    host.goto(f"{party.companion.base}/house/figures")
    for wanted in ("true", "false"):
        host.locator(f'form[data-post="/house/figures/names"] button[value="{wanted}"]').click()
        other = "false" if wanted == "true" else "true"
        expect(host.locator(f'form[data-post="/house/figures/names"] button[value="{other}"]')).to_be_visible()
    for ending in ("csv", "json"):
        with host.expect_download() as saved:
            host.locator(f'a[href$=".{ending}"]').click()
        assert saved.value.suggested_filename.endswith(ending)
    host.locator("#forget summary").click()
    host.locator("#forget [name=name]").fill(anne)
    with host.expect_navigation():
        sure(host.locator('form[data-post="/house/figures/forget"] button'))
    host.goto(f"{party.companion.base}/house/records?player={width}")
    expect(host.locator(".records > .panel")).to_have_count(0)
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
