"""Kits printed in a real browser: a newcomer's clicks, keys alone on a French phone, presets, missing pieces."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect
from support.browser.checkup import faults
from support.browser.people import Party, arrive, picture
from support.browser.shopping import DRAWN, at_shop

from generator.order.request import requests
from generator.press.build import build

MOST_CLICKS = 8

# A preset with a file, before the script of the page looks for presets: none of this computer's user is touched.
CLUB = """document.addEventListener("readystatechange", () => {
  const place = document.querySelector(".presets");
  if (document.readyState !== "interactive" || !place) return;
  const club = Object.assign(document.createElement("button"), { type: "button", textContent: "club" });
  Object.assign(club.dataset, { preset: '{"paper":"letter"}', lacks: "Own words" });
  place.hidden = false;
  place.querySelector(".pills").append(club);
});"""


class Newcomer:
    """Somebody who has never seen a terminal; his clicks are counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def click(self, role: str, name: str) -> None:
        """One more."""
        self.page.get_by_role(role, name=name, exact=True).click()  # type: ignore[arg-type]
        self.clicks += 1


def test_a_newcomer_prints_for_three_with_names_on_letter_in_black(party: Party, tmp_path: Path) -> None:
    """In at most eight clicks, from the page that a double click opens; he sees the pages before he saves the file, and it
    is the file of the command line."""
    page = party.host()
    person = Newcomer(page)
    arrive(
        page,
        lambda: person.click("link", "Print A kit for your printer: choose, look at every page, save the file."),
        "**/shop",
    )
    page.locator(".kits a").first.click()
    person.clicks += 1
    page.wait_for_selector(DRAWN)
    first = page.locator(".sheets img").first
    page.wait_for_selector(".sheets img[src]")
    before = first.get_attribute("src")
    person.click("radio", "3")
    person.click("radio", "Letter")
    person.click("radio", "Black")
    person.click("textbox", "Names of the players")
    page.keyboard.type("Anne, Mario, Zoé")
    expect(page.locator(".facts")).to_contain_text("Sheets of paper: ")
    page.wait_for_function("(before) => document.querySelector('.sheets img').src !== before", arg=before)
    picture(page, "shop-kit")
    with page.expect_download() as saved:
        person.click("button", "Save the PDF")
    asked = {"players": "3", "paper": "letter", "ink": "mono", "names": "Anne, Mario, Zoé", "lang": "en"}
    path, data = build(requests(["code777"], **asked), tmp_path).files[0]
    assert saved.value.suggested_filename == path.name
    assert Path(saved.value.path()).read_bytes() == data
    assert person.clicks <= MOST_CLICKS, person.clicks


def test_keys_alone_on_a_small_french_phone(party: Party) -> None:
    """Every field can be reached; a mistake is told beside its field; nothing is wider than the screen."""
    page = at_shop(party, "/code777", locale="fr-FR", viewport={"width": 360, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    reached: set[str] = set()
    page.locator("summary").first.focus()
    page.keyboard.press("Enter")
    page.locator("header a").first.focus()
    for _ in range(200):
        page.keyboard.press("Tab")
        at = page.evaluate(
            "document.activeElement.closest('[data-field]')?.dataset.field ?? document.activeElement.tagName"
        )
        if at == "BODY" or "main" in (page.evaluate("document.activeElement.className") or ""):
            break
        reached.add(at)
    there = page.evaluate("[...document.querySelectorAll('[data-field]')].map((box) => box.dataset.field)")
    assert set(there) <= reached
    page.locator('[data-field="fronts_first"] input').focus()
    page.keyboard.press("Space")
    flaw = page.locator("#flaw-fronts_first")
    expect(flaw).to_be_visible()
    expect(flaw).to_contain_text("Toutes les faces d’abord")  # its label, and no word of the command line
    expect(flaw).not_to_contain_text("--")
    page.keyboard.press("Space")
    page.wait_for_selector(DRAWN)
    expect(flaw).to_be_hidden()
    picture(page, "shop-phone", whole=True)
    for path in ("", "/code777", "/tools"):
        page.goto(f"{party.companion.base}/shop{path}")
        assert faults(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        page.emulate_media(color_scheme="dark")
        assert faults(page, "color-contrast") == [], path
        page.emulate_media(color_scheme="light")


def test_a_preset_takes_back_what_was_sent_and_tells_what_it_lacks(party: Party, tmp_path: Path) -> None:
    """The form shows no file any more, so none is drawn with."""
    page = party.host()
    page.add_init_script(CLUB)
    page.goto(f"{party.companion.base}/shop/code777")
    page.wait_for_selector(DRAWN)
    page.locator("summary").first.click()
    ours = tmp_path / "ours.toml"
    ours.write_text('[code777]\nname = "Drei Sieben"\n', "utf-8")
    with page.expect_response("**/shop/draw") as drawn:
        page.locator('[data-field="own"] input').set_input_files(ours)
    assert drawn.value.json()["title"] == "Drei Sieben"
    with page.expect_response("**/shop/draw") as drawn:
        page.get_by_role("button", name="club", exact=True).click()
    assert drawn.value.json()["title"] == "Code 777" and "letter" in drawn.value.json()["file"]
    expect(page.locator(".presets .hint")).to_contain_text("“club” also names files on the laptop (Own words).")


def test_missing_pieces_are_tapped_on_their_sheets(party: Party) -> None:
    page = at_shop(party, "/code777/spares", viewport={"width": 390, "height": 664})
    spot = page.get_by_role("button", name="Tiles: 7 blue", exact=True).first
    spot.tap()
    spot.tap()
    expect(page.locator(".wanted")).to_contain_text("Tiles: 7 blue × 2")
    picture(page, "shop-spares")
    arrive(page, page.get_by_role("link", name="Print these").tap, "**/shop/code777?spares=*")
    page.wait_for_selector(DRAWN)
    expect(page.locator('[data-field="spares"] input')).to_have_value("tiles: 7 blue x2")
    expect(page.locator(".sheets li")).to_have_count(1)
