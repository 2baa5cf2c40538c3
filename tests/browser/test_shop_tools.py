"""The print shop beside kits, in a real browser by keys alone: on a French phone and on a laptop."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from support.browser.checkup import faults
from support.browser.people import Party, picture
from support.browser.shopping import DRAWN, FRENCH_PHONE, LAPTOP, at_shop, drop, enter, press, reach, saved_by

from generator.errors import PrintError
from generator.press.deal_slips import parsed_seed_phrase

LOOKS = {"French phone": FRENCH_PHONE, "laptop": LAPTOP}


def looked_at(*where: str) -> pytest.MarkDecorator:
    """On these, and in a long run on all of them: every page is seen on both, and each job is the same script on both."""
    looks = [
        pytest.param(look, id=name, marks=[] if name in where else pytest.mark.soak) for name, look in LOOKS.items()
    ]
    return pytest.mark.parametrize("look", looks)


ON_PHONE, ON_LAPTOP, EVERYWHERE = looked_at("French phone"), looked_at("laptop"), looked_at(*LOOKS)


@ON_PHONE
def test_a_printer_is_calibrated_in_three_steps(party: Party, look: dict[str, object]) -> None:
    """Save the sheet, see how it looks, type what was read: then the printer can be chosen for a kit."""
    page = at_shop(party, "/tools", **look)
    expect(page.locator("#calibration h3")).to_have_count(3)
    name, pdf = saved_by(page, 'form[data-job="calibration"] button')
    assert name.startswith("calibration") and pdf.startswith(b"%PDF")
    press(page, "[data-picture]")
    sheet = page.locator("#calibration img")
    expect(sheet).to_have_attribute("src", re.compile("^data:image/png"))
    assert sheet.get_attribute("alt") and page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    profile = 'form[data-job="profile"]'
    enter(page, f'{profile} [data-field="set"] input', "left")
    press(page, f"{profile} button")
    flaw = page.locator(f"{profile} .flaw:visible")
    expect(flaw).to_contain_text("left")
    page.keyboard.press("Shift+Tab")
    reach(page, f'{profile} [data-field="set"] input', backwards=True)
    page.keyboard.press("Control+A")
    page.keyboard.insert_text("0.5,-1")
    enter(page, f'{profile} [data-field="name"] input', "study")
    press(page, f"{profile} button")
    expect(page.locator(f"{profile} .told")).to_contain_text("study")
    expect(flaw).to_have_count(0)
    picture(page.locator("#calibration"), f"shop-calibration-{look.get('locale', 'en')}")
    page.goto(f"{party.companion.base}/shop/code777")
    expect(page.locator('[data-field="printer"] input[value="study"]')).to_have_count(1)


@ON_LAPTOP
def test_slips_of_a_deal_go_to_the_printer_unseen(party: Party, look: dict[str, object]) -> None:
    """The file is saved; nothing of it is shown, the page stays as it was, and no cache keeps it. Each is another deal."""
    page = at_shop(party, "/tools", **look)
    before = page.locator("#deal").inner_text()
    enter(page, '#deal [data-field="names"] input', "Anne, Mario, Zoé")
    with page.expect_response("**/shop/job/deal") as reply:
        name, slips = saved_by(page, "#deal button")
    assert "deal" in name and slips.startswith(b"%PDF")
    assert "no-store" in reply.value.headers["cache-control"]
    assert page.locator("#deal").inner_text() == before
    assert page.locator("img, iframe, embed, object, video").count() == 0 and page.context.pages == [page]
    assert page.evaluate("document.querySelectorAll('a[download], a[href^=blob]').length") == 0
    phrases = [word for word in re.findall(r"[0-9A-Z]{4}(?:-[0-9A-Z]{4})+", page.content()) if is_phrase(word)]
    assert phrases == [], "nobody learns what the deal follows from"
    _, others = saved_by(page, "#deal button")
    assert others != slips


def is_phrase(word: str) -> bool:
    """Is that something that a deal follows from?"""
    try:
        return bool(parsed_seed_phrase(word, "--seed"))
    except PrintError:
        return False


@ON_PHONE
def test_a_booklet_of_puzzles(party: Party, look: dict[str, object]) -> None:
    """Games and levels are tapped; a number that is none is told, and the next one counts."""
    page = at_shop(party, "/tools", **look)
    press(page, '#puzzles input[value="code777"]', "Space")
    enter(page, '#puzzles [data-field="count"] input', "many")
    press(page, '#puzzles input[value="easy"]', "Space")
    press(page, "#puzzles button")
    expect(page.locator("#puzzles .flaw:visible")).to_contain_text("many")
    reach(page, '#puzzles [data-field="count"] input', backwards=True)
    enter(page, '#puzzles [data-field="count"] input', "1")
    press(page, '#puzzles [data-field="booklet"] input', "Space")
    name, pdf = saved_by(page, "#puzzles button")
    assert name.startswith("puzzles-code777-") and pdf.startswith(b"%PDF")
    expect(page.locator("#puzzles .flaw:visible")).to_have_count(0)


@ON_PHONE
def test_the_doctor_looks_from_the_shop(party: Party, look: dict[str, object]) -> None:
    page = at_shop(party, "/tools", **look)
    press(page, "#doctor button")
    told = page.locator("#doctor .told")
    expect(told).to_contain_text("✓")
    expect(told).to_contain_text("Le compagnon" if look is FRENCH_PHONE else "The companion")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults(page) == []


@ON_LAPTOP
def test_a_record_that_is_dropped_is_checked_replayed_and_debriefed(
    party: Party, look: dict[str, object], recorded: tuple[str, bytes]
) -> None:
    """At once when it is dropped or chosen; one that does not hold is told, and tells nothing else."""
    name, record = recorded
    french = look is FRENCH_PHONE
    page = at_shop(party, "/tools", **look)
    told, flaw = page.locator("#record .told"), page.locator("#record .flaw")
    press(page, '#record button[value="verify"]')
    expect(flaw).to_be_visible()
    page.locator("#record input[type=file]").set_input_files(
        {"name": name, "mimeType": "application/jsonl", "buffer": record[:-40]}
    )
    expect(flaw).to_contain_text(name)
    expect(told).to_be_hidden()
    drop(page, name, record)
    expect(told).to_contain_text("est fiable" if french else "holds")
    expect(flaw).to_be_hidden()
    reach(page, '#record button[value="verify"]', backwards=True)
    press(page, '#record button[value="replay"]')
    expect(told).to_contain_text("La partie commence." if french else "The game begins.")
    press(page, '#record button[value="debrief"]')
    expect(told).to_contain_text(re.compile(r"Robot 1 \d+\s?; Robot 2 \d+"))
    reach(page, "#record [name=seal]", backwards=True)
    page.keyboard.insert_text("AAAA")
    page.keyboard.press("Enter")
    expect(flaw).to_be_visible()
    expect(told).to_be_hidden()


@pytest.fixture(scope="module")
def recorded() -> tuple[str, bytes]:
    """A record on somebody's desktop."""
    from cli.record_reports import Batch, options_from, simulated

    ((name, data),) = simulated(Batch("code777", 3, options_from("code777", (), robots=True), "1", ()), 1)
    return name, data


def test_choices_are_kept_by_keys_on_a_french_phone(party: Party) -> None:
    """Enter keeps them, saves no file, and lists them at once and tomorrow; a name that is none is told there."""
    page = at_shop(party, "/code777", **FRENCH_PHONE)
    files: list[object] = []
    page.on("download", lambda file: files.append(file))
    press(page, '[data-field="paper"] input[value="a4"]', "ArrowRight")
    expect(page.locator('[data-field="paper"] input[value="letter"]')).to_be_checked()
    press(page, '[data-field="ink"] input[value="full"]', "ArrowLeft")
    expect(page.locator('[data-field="ink"] input[value="mono"]')).to_be_checked()
    press(page, ".more summary")
    enter(page, "[name=keep]", "club!")
    page.keyboard.press("Enter")
    expect(page.locator(".keeping .flaw")).to_be_visible()
    enter(page, "[name=keep]", "club")
    page.keyboard.press("Enter")
    preset = page.locator("[data-preset]", has_text="club")
    expect(preset).to_be_visible()
    expect(page.locator(".keeping .flaw")).to_be_hidden()
    enter(page, "[name=keep]", "Club")
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_contain_text("club")
    expect(page.locator("[data-preset]")).to_have_count(1)
    reach(page, '[data-field="ink"] input', backwards=True)
    page.keyboard.press("ArrowRight")
    expect(page.locator('[data-field="ink"] input[value="full"]')).to_be_checked()
    reach(page, "[data-preset]", backwards=True)
    with page.expect_response("**/shop/draw") as drawn:
        page.keyboard.press("Enter")
    asked = drawn.value.request.post_data or ""  # a browser keeps what was answered only for a while
    assert drawn.value.ok and '"letter"' in asked and '"mono"' in asked
    expect(page.locator('[data-field="ink"] input[value="mono"]')).to_be_checked()
    page.reload()
    page.wait_for_selector(DRAWN)
    expect(preset).to_be_visible()
    assert files == [] and page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(page, "shop-presets-fr")


def test_pages_are_one_tap_away_on_a_phone(party: Party) -> None:
    """The form is longer than the screen: a link at its foot leads to what it comes to."""
    page = at_shop(party, "/code777", **FRENCH_PHONE)
    first = page.locator(".sheets img").first
    expect(first).not_to_be_in_viewport()
    drawn = page.locator(".sheets img[src]")
    assert drawn.count() == 0, "nothing is drawn that nobody sees"
    page.locator(".till a").tap()
    expect(first).to_be_in_viewport()
    expect(first).to_have_attribute("src", re.compile("^data:image/png"))
    assert drawn.count() < page.locator(".sheets img").count()
    laptop = at_shop(party, "/code777", **LAPTOP)
    expect(laptop.locator(".till a")).to_be_hidden()
    expect(laptop.locator(".sheets img").first).to_be_in_viewport()


def test_missing_pieces_by_keys_on_a_laptop(party: Party) -> None:
    """Each piece of a sheet is reached, told, counted and taken away again."""
    page = at_shop(party, "/code777/spares", locale="fr-FR", **LAPTOP)
    wanted, spot = page.locator(".wanted button"), '.spot[data-key="tiles\\n7 bleu"]'.replace("\\n", "\\a ")
    press(page, spot)
    page.keyboard.press("Space")
    expect(wanted).to_have_text(re.compile("7 bleu × 2"))
    reach(page, '.spot[data-key^="questions"]')
    page.keyboard.press("Enter")
    expect(wanted).to_have_count(2)
    press(page, ".wanted button")
    expect(wanted).to_have_count(1)
    press(page, ".till a")
    page.wait_for_url("**/shop/code777?spares=questions*")
    page.wait_for_selector(DRAWN)
    expect(page.locator(".sheets li")).to_have_count(1)


def test_seat_cards_of_each_table_are_in_the_shop(party: Party) -> None:
    """Under the names that the host gave; where there is no table the shop says how to come by one."""
    page = at_shop(party, **LAPTOP)
    expect(page.locator("#seats a")).to_have_attribute("href", "/#play")
    table = party.table(page, 3)
    page.goto(f"{party.companion.base}/shop")
    link = page.locator("#seats a")
    expect(link).to_have_attribute("href", f"/t/{table}/cards.pdf")
    reach(page, "#seats a")
    begins = page.evaluate("() => fetch(document.activeElement.href).then((reply) => reply.text())")
    assert begins.startswith("%PDF")


def test_a_guest_is_sent_away_from_the_shop(party: Party) -> None:
    page = party.device(**FRENCH_PHONE)
    for path in ("", "/code777", "/code777/spares", "/tools"):
        reply = page.goto(f"{party.companion.base}/shop{path}")
        assert reply and reply.status == 403
        expect(page.locator("form, .kits")).to_have_count(0)
    page.goto(party.companion.base)
    expect(page.locator('a[href="/shop"]')).to_have_count(0)


@EVERYWHERE
def test_every_page_of_the_shop_fits_and_reads(party: Party, look: dict[str, object]) -> None:
    """By day and by night."""
    page = at_shop(party, **look)
    for path in ("", "/rallye", "/code777/spares", "/tools"):
        page.goto(f"{party.companion.base}/shop{path}")
        if page.locator("main.shop, main.spares").count():
            page.wait_for_selector(DRAWN)
        assert fits(page), path
        assert faults(page) == [], path
        page.emulate_media(color_scheme="dark")
        assert faults(page, "color-contrast") == [], path
        page.emulate_media(color_scheme="light")


def fits(page: Page) -> bool:
    """Is nothing wider than the screen?"""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
