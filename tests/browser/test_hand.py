"""The hand: hold to peek, large targets, notes, the log, one phone for two, paper racks."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from support.browser.code777 import draw, racks_seen
from support.browser.people import SCREENS, Party, sent, sure


def seated(party: Party, players: int = 2, **options: str) -> tuple[Page, list[Page]]:
    """A running game."""
    host = party.host()
    party.table(host, players, **options)
    phones = [party.sit(host, i, name) for i, name in enumerate(("Anne", "Mario", "Nora")[:players])]
    host.get_by_role("button", name="Start the game").click()
    expect(phones[-1].locator(".scores")).to_be_visible()
    return host, phones


def press(page: Page) -> None:
    """Puts a finger on the panel."""
    box = page.locator(".veil").bounding_box()
    assert box
    page.mouse.move(box["x"] + 40, box["y"] + 40)
    page.mouse.down()


def test_a_hand_is_seen_only_while_it_is_held(party: Party) -> None:
    """Hidden at first, on release, when the page hides, and after five seconds; a tap or a key will do as well."""
    _, (page, _) = seated(party)
    secret = page.locator(".secret")
    expect(secret).to_be_hidden()
    press(page)
    expect(secret).to_be_visible()
    page.screenshot(path=SCREENS / "peek.png")
    tiles = page.locator(".secret .tile").all()
    borders = {
        (tile.locator("i").inner_text(), tile.evaluate("e => getComputedStyle(e).borderTopColor")) for tile in tiles
    }
    assert len({colour for _, colour in borders}) == len(borders) == len({letter for letter, _ in borders}) > 1
    page.mouse.up()
    expect(secret).to_be_hidden()

    press(page)
    expect(secret).to_be_visible()
    page.evaluate(
        "Object.defineProperty(document, 'visibilityState', {value: 'hidden', configurable: true});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    expect(secret).to_be_hidden()
    page.evaluate("delete document.visibilityState")
    page.mouse.up()

    page.clock.install()
    press(page)
    expect(secret).to_be_visible()
    page.clock.run_for(4500)
    expect(secret).to_be_visible()
    page.clock.run_for(1000)
    expect(secret).to_be_hidden()
    page.mouse.up()
    page.clock.resume()

    page.locator(".veil").focus()
    page.keyboard.press("Enter")
    expect(secret).to_be_visible()
    page.keyboard.press("Enter")
    expect(secret).to_be_hidden()

    page.locator('[data-set="tab=more"]').tap()
    page.get_by_label("Tap to look, instead of holding").check()
    page.locator('[data-set="tab=hand"]').tap()
    page.locator(".veil").tap()
    expect(secret).to_be_visible()
    page.locator(".veil").tap()
    expect(secret).to_be_hidden()


@pytest.mark.parametrize("tab", ["hand", "log", "notes", "more"])
def test_targets_are_large_and_nothing_is_wider_than_the_phone(party: Party, tab: str) -> None:
    """44 px for every finger, no sideways scrolling at 360 px, also with long names and five racks."""
    host = party.host()
    party.table(host, 4)
    names = ("Maximiliane-Sophie A", "WWWWWWWWWWWWWWWWWWWW", "Jo", "Ann")
    phones = [party.sit(host, i, name) for i, name in enumerate(names)]
    host.get_by_role("button", name="Start the game").click()
    draw(phones[0])
    page = phones[1]
    expect(page.locator(".latest")).to_be_visible()
    page.locator(f'[data-set="tab={tab}"]').tap()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, a.button, select, summary, .digits span, .mark, nav a, textarea')]
        .filter((e) => e.checkVisibility() && !e.closest('dialog:not([open])'))
        .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
        .filter(([, r]) => r.height < 43.5 || r.width < 43.5).map(([html, r]) => `${html} ${r.width} x ${r.height}`)"""
    )
    assert small == []


def test_notes_are_kept_for_the_seat_and_shown_to_nobody_else(party: Party) -> None:
    """Crossed out, reloaded: still crossed out. The neighbour's page is as clean as before."""
    _, (page, other) = seated(party)
    for each in (page, other):
        each.locator('[data-set="tab=notes"]').tap()
    with page.expect_response(lambda reply: reply.url.endswith("/notes") and reply.request.method == "POST"):
        page.locator("#sheet-a .mark").nth(4).tap()
    with page.expect_response(lambda reply: reply.url.endswith("/notes") and reply.request.method == "POST"):
        page.locator("textarea").fill("no seven, I think")
        page.locator("textarea").blur()
    page.reload()
    page.locator('[data-set="tab=notes"]').tap()
    expect(page.locator("#sheet-a .mark input").nth(4)).to_be_checked()
    expect(page.locator("#sheet-a .mark input:checked")).to_have_count(1)
    expect(page.locator("textarea")).to_have_value("no seven, I think")
    other.reload()
    other.locator('[data-set="tab=notes"]').tap()
    expect(other.locator(".mark input:checked")).to_have_count(0)
    sure(page.locator('[data-rub="a."]'))
    expect(page.locator(".mark input:checked")).to_have_count(0)


def test_the_next_game_begins_with_clean_notes(party: Party) -> None:
    """Those of the last game stay with it."""
    host, (page, _) = seated(party)
    page.locator('[data-set="tab=notes"]').tap()
    with page.expect_response(lambda reply: reply.url.endswith("/notes") and reply.request.method == "POST"):
        page.locator("#sheet-b .mark").nth(2).tap()
    sure(host.locator('form[data-post$="/abandon"] button'))
    host.get_by_role("button", name="Play again").click()
    expect(page.locator("main")).to_have_attribute("data-game", "2")
    expect(page.locator(".tab-hand")).to_be_visible()
    expect(page.locator(".mark input:checked")).to_have_count(0)
    page.reload()
    expect(page.locator(".mark input:checked")).to_have_count(0)


def test_a_double_tap_is_not_two_taps(party: Party) -> None:
    """What cannot be undone asks first, also whom tapping comes easily."""
    _, (page, _) = seated(party)
    page.locator('[data-dialog="declare"]').tap()
    for i in range(3):
        page.locator(f'input[name="digits.{i}"][value="1"] + span').tap()
    button = page.locator("#declare button.main")
    with sent(page, "/move") as moves:
        button.dblclick()
        expect(button).to_have_class(re.compile("armed"))
    assert moves == []
    expect(page.locator("#declare")).to_be_visible()
    expect(page.locator(".verdict")).to_have_count(0)


def test_the_log_is_filtered_by_player(party: Party) -> None:
    """All, or the questions of one."""
    _, (anne, mario) = seated(party)
    draw(anne)
    draw(mario)
    anne.locator('[data-set="tab=log"]').tap()
    expect(anne.locator(".line:visible")).to_have_count(2)
    anne.locator('.tab-log [data-set="filter=1"]').tap()
    expect(anne.locator(".line:visible")).to_have_count(1)
    expect(anne.locator(".line:visible")).to_contain_text("Mario")
    anne.locator('.tab-log [data-set="filter="]').tap()
    expect(anne.locator(".line:visible")).to_have_count(2)


def test_without_streams_the_page_asks_and_waits(party: Party) -> None:
    """Some networks let no stream through: the page falls back to long polls."""
    _, (anne, mario) = seated(party)
    mario.route("**/stream", lambda route: route.abort())
    mario.reload()
    draw(anne)
    expect(mario.locator(".status.mine")).to_be_visible()
    draw(mario)
    draw(anne)
    expect(mario.locator(".status.mine")).to_be_visible()


def test_the_banner_tells_offline_from_reconnecting(party: Party) -> None:
    """A phone without a network says so; when it is back, it shows what it has missed."""
    _, (anne, mario) = seated(party)
    mario.context.set_offline(True)
    expect(mario.locator("#banner")).to_have_text("This phone is offline. Is its Wi-Fi on?")
    draw(anne)
    mario.context.set_offline(False)
    expect(mario.locator("#banner")).to_be_hidden()
    expect(mario.locator(".status.mine")).to_be_visible()


def test_one_phone_for_two_players_covers_each_hand(party: Party) -> None:
    """The second seat on the same phone; nothing shows until its owner says that it is him."""
    host = party.host()
    party.table(host, 2)
    page = party.sit(host, 0, "Anne")
    page.goto(party.code(host, 1))
    page.locator("input[name=name]").fill("Mario")
    page.get_by_role("button", name="Sit down", exact=True).tap()
    page.wait_for_url("**/seat/1")
    host.get_by_role("button", name="Start the game").click()
    expect(page.locator("#cover")).to_be_visible()
    expect(page.locator("main")).to_be_hidden()
    page.get_by_role("button", name="It is me: show it").tap()
    expect(page.locator("main")).to_be_visible()
    expect(page.locator("#cover")).to_be_hidden()
    page.get_by_role("link", name="Pass to Anne").tap()
    page.wait_for_url("**/seat/0")
    expect(page.locator("main")).to_be_hidden()
    page.screenshot(path=SCREENS / "hand-over-to.png")
    page.get_by_role("button", name="It is me: show it").tap()
    draw(page)


def test_paper_racks_are_entered_by_neighbours_and_announced_answers_warn_one_alone(party: Party) -> None:
    """Two players, two open racks: everything is entered on the phones; a miscount is told to the asker alone."""
    _, (anne, mario) = seated(party, 2, pieces="paper", racks="paper", answers="announced")
    tiles = {
        0: ("5 red", "7 blue", "2 yellow"),
        1: ("3 black", "4 brown", "4 brown"),
        2: ("6 pink", "6 pink", "1 green"),
    }
    tiles[3] = ("7 yellow", "7 pink", "5 black")
    expect(anne.get_by_text("Which tiles stand before Mario?")).to_be_visible()
    expect(anne.get_by_text("Which tiles stand before Anne?")).to_have_count(0)

    def enter(page: Page, rack: int) -> None:
        form = page.locator(f'form[data-offer$="enter.{rack}.0"]')
        expect(form).to_be_visible()
        for select, label in zip(form.locator("select").all(), tiles[rack], strict=True):
            select.select_option(label=label)
        form.get_by_role("button").tap()
        expect(page.locator(f"#act-{rack}-0")).to_have_count(0)

    enter(anne, 1)
    enter(mario, 0)
    enter(anne, 2)
    enter(anne, 3)
    anne.locator('form[data-kind="ask"] button[value="16"]').tap()
    answers = anne.locator('form[data-kind="announce"] button')
    expect(answers).to_have_count(3)
    answers.nth(0).tap()  # more blue sevens: there is none in what Anne sees
    expect(anne.locator("#toast")).to_contain_text("Count again")
    expect(mario.locator("#toast")).to_be_hidden()
    expect(mario.locator(".latest")).to_have_count(0)
    answers.nth(2).tap()
    expect(mario.locator(".latest .big")).to_have_text("more other 7s")
    mario.screenshot(path=SCREENS / "paper.png", full_page=True)
    assert "Anne" not in racks_seen(anne)
