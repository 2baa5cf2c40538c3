"""The hand: hold to peek, large targets, notes, the log, one phone for two, paper racks."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from support.browser.checkup import awkward
from support.browser.code777 import draw, gathered, racks_seen
from support.browser.people import Party, arrive, box_of, covered, fingered, held, picture, sent, sure, sync
from support.browser.robots import steps

from referee.registry import GAMES
from referee.registry import game as rules_of

TOUCHED = """(css) => {
  const part = document.querySelector(css);
  const { left, right, top, bottom } = part.getBoundingClientRect();
  return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === part;
}"""
TILES = "(all) => all.map((e) => [e.querySelector('i').innerText, getComputedStyle(e).borderTopColor])"


def seated(party: Party, players: int = 2, **options: str) -> tuple[Page, list[Page]]:
    """A running game."""
    table = gathered(party, players, **options)
    return table.host, table.phones()


def kept(page: Page, act: Callable[[], object]) -> None:
    """Writes a note, and waits until the server has it."""
    with page.expect_response(lambda reply: reply.url.endswith("/notes") and reply.request.method == "POST"):
        act()


def press(page: Page) -> None:
    """Puts a finger on the panel."""
    box = box_of(page.locator(".veil"))
    page.mouse.move(box["x"] + 40, box["y"] + 40)
    page.mouse.down()


def test_a_hand_is_seen_only_while_it_is_held(party: Party) -> None:
    """Hidden at first, on release and when the page hides, but never under a finger; a tap or a key will do as well, for
    twenty seconds. Whoever only taps is told how it is done."""
    page = gathered(party).phone(0)
    page.clock.install(time=0)  # time passes when the test says so
    page.clock.pause_at(1000)
    secret = page.locator(".secret")
    expect(secret).to_be_hidden()
    press(page)
    expect(secret).to_be_visible()
    picture(page, "peek")
    borders = {tuple(each) for each in page.locator(".secret .tile").evaluate_all(TILES)}
    assert len({colour for _, colour in borders}) == len(borders) == len({letter for letter, _ in borders}) > 1
    veil = page.locator(".veil")
    expect(veil).to_have_attribute("aria-pressed", "true")
    page.mouse.up()
    expect(secret).to_be_hidden()
    expect(veil).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#toast")).to_have_text("Keep your finger on it to look.")
    assert not page.evaluate(TOUCHED, "#toast"), "whoever knows what to do taps through a hint"

    press(page)
    expect(secret).to_be_visible()
    page.evaluate(
        "Object.defineProperty(document, 'visibilityState', {value: 'hidden', configurable: true});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    expect(secret).to_be_hidden()
    page.evaluate("delete document.visibilityState")
    page.mouse.up()

    press(page)
    expect(secret).to_be_visible()
    page.clock.run_for(60_000)
    expect(secret).to_be_visible()
    expect(page.locator("#toast")).to_be_hidden()
    page.mouse.up()
    expect(secret).to_be_hidden()
    expect(page.locator("#toast")).to_be_hidden()

    veil.focus()
    page.keyboard.press("Enter")
    expect(secret).to_be_visible()
    page.keyboard.press("Enter")
    expect(secret).to_be_hidden()
    page.keyboard.press("Enter")
    page.clock.run_for(19_000)
    expect(secret).to_be_visible()
    page.clock.run_for(2_000)
    expect(secret).to_be_hidden()
    page.clock.resume()

    page.locator('[data-set="tab=more"]').tap()
    page.get_by_label("Tap to look, instead of holding").check()
    page.locator('[data-set="tab=hand"]').tap()
    page.locator(".veil").tap()
    expect(secret).to_be_visible()
    page.locator(".veil").tap()
    expect(secret).to_be_hidden()


def test_another_finger_neither_ends_a_look_nor_is_lost(party: Party) -> None:
    """With one thumb on the veil, the other one taps what it likes."""
    page = gathered(party).phone(0)
    with fingered(page, ".veil") as tap:
        expect(page.locator(".secret")).to_be_visible()
        tap(page.locator('[data-set="tab=more"]'))
        expect(page.locator("html")).to_have_attribute("data-tab", "more")


def test_a_hand_is_looked_at_wherever_one_is(party: Party) -> None:
    """On the log, on the notes, in a dialog and far down the page: it comes there while it is held, and goes at once."""
    table = gathered(party)
    page = table.phone(0)
    lens = page.locator("#lens")
    with held(page, ".tab-hand .secret", ".bar .hold"):
        expect(lens).to_be_hidden()  # the hand itself is in sight
    for tab in ("log", "notes", "more"):
        page.locator(f'[data-set="tab={tab}"]').tap()
        with held(page, "#lens .tile", ".bar .hold"):
            assert page.locator("#lens .tile").count() == page.locator(".tab-hand .secret .tile").count() > 0
    page.locator('[data-dialog="declare"]').tap()
    assert not covered(page, "#declare")
    with held(page, "#declare #lens .tile", "#declare > .hold"):
        picture(page, "look-in-a-dialog")
        table.send(table.awaited[0], "ask")  # somebody moves meanwhile
        sync([page])
        expect(page.locator("#declare #lens .tile").first).to_be_visible()
    expect(lens).to_be_hidden()


@pytest.mark.parametrize("pieces", ["phone", "paper"])
@pytest.mark.parametrize("game", [slug for slug in GAMES if rules_of(slug).secret and slug != "code777"])
def test_what_is_secret_is_looked_at_beside_log_and_notes(party: Party, game: str, pieces: str) -> None:
    """In every game that has something to hide, with the kit and without: all that the hand hides, and on release nothing."""
    table = party.gather(game, 4, pieces=pieces)
    steps(table, game, 0, 6)
    page = table.phone(0)
    for tab in page.locator(".tabs [data-set]").evaluate_all("(all) => all.slice(1).map((one) => one.dataset.set)"):
        page.locator(f'.tabs [data-set="{tab}"]').tap()
        with held(page, "#lens .secret", ".bar .hold"):
            expect(page.locator("#lens .secret")).to_have_count(page.locator(".tab-hand .secret:not(.coach *)").count())
            assert page.locator("#lens").inner_text().strip()
        expect(page.locator("#lens")).to_have_count(0)


def test_targets_are_large_and_nothing_is_wider_than_the_phone(party: Party) -> None:
    """44 px for every finger, no sideways scrolling at 360 px, also with long names and five racks, on every page."""
    names = ("Maximiliane-Sophie A", "WWWWWWWWWWWWWWWWWWWW", "Jo", "Ann")
    table = party.gather("code777", 4, names)
    table.send(0, "ask")
    page = table.phone(1)
    expect(page.locator(".latest")).to_be_visible()
    found = {}
    for tab in ("hand", "log", "notes", "more"):
        page.locator(f'[data-set="tab={tab}"]').tap()
        expect(page.locator(f".tab-{tab}").first).to_be_visible()
        found[tab] = awkward(page)
    assert found == {"hand": [], "log": [], "notes": [], "more": []}


def test_notes_are_kept_for_the_seat_and_shown_to_nobody_else(party: Party) -> None:
    """Crossed out, reloaded: still crossed out. The neighbour's page is as clean as before."""
    page, other = gathered(party).phones()
    for each in (page, other):
        each.locator('[data-set="tab=notes"]').tap()
    kept(page, page.locator("#sheet-a .mark label").nth(4).tap)
    page.locator("textarea").fill("no seven, I think")
    kept(page, page.locator("textarea").blur)
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
    kept(page, page.locator("#sheet-b .mark label").nth(2).tap)
    sure(host.locator('form[data-post$="/abandon"] button'))
    host.get_by_role("button", name="Play again").click()
    expect(page.locator("main")).to_have_attribute("data-game", "2")
    expect(page.locator(".tab-hand")).to_be_visible()
    expect(page.locator(".mark input:checked")).to_have_count(0)
    page.reload()
    expect(page.locator(".mark input:checked")).to_have_count(0)


def test_a_double_tap_is_not_two_taps(party: Party) -> None:
    """What cannot be undone asks first, also whom tapping comes easily."""
    page = gathered(party).phone(0)
    page.locator('[data-dialog="declare"]').tap()
    for i in range(3):
        page.locator(f'input[name="digits.{i}"][value="1"] + span').tap()
    button = page.locator("#declare button.main")
    page.clock.install(time=0)  # a busy machine may take its time between the two
    page.clock.pause_at(1000)
    with sent(page, "/move") as moves:
        button.dblclick()
        expect(button).to_have_class(re.compile("armed"))
    assert moves == []
    expect(page.locator("#declare")).to_be_visible()
    expect(page.locator(".verdict")).to_have_count(0)


def test_the_log_is_filtered_by_player(party: Party) -> None:
    """All, or the questions of one."""
    anne, mario = gathered(party).phones()
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
    anne, mario = gathered(party).phones()
    mario.route("**/stream?*", lambda route: route.abort())
    with mario.expect_request(lambda request: "/wait" in request.url):
        mario.reload()
    draw(anne)
    expect(mario.locator(".status.mine")).to_be_visible()
    draw(mario)
    draw(anne)
    expect(mario.locator(".status.mine")).to_be_visible()


def test_the_banner_tells_offline_from_reconnecting(party: Party) -> None:
    """A phone without a network says so; when it is back, it shows what it has missed."""
    anne, mario = gathered(party).phones()
    mario.context.set_offline(True)
    expect(mario.locator("#banner")).to_have_text("This phone is offline. Is its Wi-Fi on?")
    expect(mario.locator("#banner")).to_be_visible()
    draw(anne)
    mario.context.set_offline(False)
    expect(mario.locator("#banner")).to_be_hidden()
    expect(mario.locator(".status.mine")).to_be_visible()


def test_one_phone_for_two_players_covers_each_hand(party: Party) -> None:
    """The second seat on the same phone; nothing shows until its owner says that it is him, and whoever is awaited is greeted."""
    host = party.host()
    party.table(host, 2)
    page = party.sit(host, 0, "Anne")
    party.take(page, party.code(host, 1), "Mario", 1)
    cover, main = page.locator("#cover"), page.locator("main")
    expect(cover.locator("h2")).to_contain_text("Mario")
    host.get_by_role("button", name="Start the game").click()
    expect(cover.locator("h2")).to_contain_text("Anne")  # though the hand of Mario lies beneath
    expect(main).to_be_hidden()
    arrive(page, page.get_by_role("link", name="It is me: show it").tap, "**/seat/0*")
    expect(main).to_be_visible()  # she has said who she is: once is enough
    expect(cover).to_be_hidden()
    draw(page)
    arrive(page, page.get_by_role("link", name="Now pass it to Mario").tap, "**/seat/1")
    expect(main).to_be_hidden()
    picture(page, "hand-over-to")
    expect(cover.locator("h2")).to_contain_text("Mario")
    page.reload()
    expect(main).to_be_hidden()
    page.get_by_role("button", name="It is me: show it").tap()
    expect(main).to_be_visible()
    draw(page)


def test_paper_racks_are_entered_by_neighbours_and_announced_answers_warn_one_alone(party: Party) -> None:
    """Two players, two open racks: everything is entered on the phones; a miscount is told to the asker alone."""
    anne, mario = gathered(party, 2, pieces="paper", racks="paper", answers="announced").phones()
    tiles = {
        0: ("5 red", "7 blue", "2 yellow"),
        1: ("3 black", "4 brown", "4 brown"),
        2: ("6 pink", "6 pink", "1 green"),
    }
    tiles[3] = ("7 yellow", "7 pink", "5 black")
    expect(anne.get_by_text("Which tiles are in front of Mario?")).to_be_visible()
    expect(anne.get_by_text("Which tiles are in front of Anne?")).to_have_count(0)

    def enter(page: Page, rack: int) -> None:
        form = page.locator(f'form[data-offer$="enter.{rack}.0"]')
        expect(form).to_be_visible()
        for select, label in zip(form.locator("select").all(), tiles[rack], strict=True):
            select.select_option(label=label)
        form.locator("button.main").tap()
        expect(page.locator(f"#act-{rack}-0")).to_have_count(0)

    enter(anne, 1)
    enter(mario, 0)
    enter(anne, 2)
    enter(anne, 3)
    anne.locator('form[data-kind="ask"] button[value="16"]').tap()
    answers = anne.locator(':is(form[data-kind="announce"] button, .bar [data-kind="announce"][form])')
    expect(answers).to_have_count(3)
    answers.nth(0).tap()  # more blue sevens: there is none in what Anne sees
    expect(anne.locator("#toast")).to_contain_text("Count again")
    expect(mario.locator("#toast")).to_be_hidden()
    expect(mario.locator(".latest")).to_have_count(0)
    answers.nth(2).tap()
    expect(mario.locator(".latest .big")).to_have_text("more other 7s")
    picture(mario, "paper", whole=True)
    assert "Anne" not in racks_seen(anne)
