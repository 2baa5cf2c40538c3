"""Every page: nothing for axe to find, a light first load, the right rights for everybody, both languages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from support.browser.checkup import Checkup
from support.browser.code777 import draw, gathered
from support.browser.people import FIRST_LOAD, Party, follow, sure, sync, view, weight

from companion.web import rendering
from referee.registry import GAMES, pieces

OUR_SCRIPT = 15 * 1024  # bytes of all scripts of a hand, as they go over the air


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_axe_finds_nothing(party: Party, lang: str) -> None:
    """From the front page to the end of the game, the dialog and each tab, in light and in dark."""
    look = {"locale": {"en": "en-GB", "fr": "fr-FR"}[lang]}
    check = Checkup("code777", lang, *{"en": ("light", "dark"), "fr": ("dark",)}[lang], share=True)

    host = party.host(**look)
    check(host, "home")
    party.table(host, 3, target="1")
    party.arrange(host, "lang", lang)
    check(host, "lobby")
    guest = party.device(**look)
    for name, code in (("join", party.code(host, 0)), ("join-any", party.code(host))):
        guest.goto(code)
        expect(guest.locator("html")).to_have_attribute("lang", lang)
        check(guest, name)
    party.take(guest, party.code(host, 0), "Anne", 0)
    expect(guest.locator("html")).to_have_attribute("lang", lang)
    check(guest, "waiting")

    table = party.gather("code777", 3, ("Anne", "Bob", "Cid"), lang=lang, target="1")
    anne, bob = table.phones(0, 1, **look)
    expect(anne.locator("html")).to_have_attribute("lang", lang)
    check(anne, "turn")
    table.send(0, "ask")
    host = table.laptop(**look)
    expect(host.locator(".latest")).to_be_visible()
    check(host, "table")
    spectator = party.device(phone=False, **look)
    spectator.goto(host.url)
    expect(spectator.locator("html")).to_have_attribute("lang", lang)
    check(spectator, "spectator")
    sync([anne, host])
    for tab in ("log", "notes", "more"):
        anne.locator(f'[data-set="tab={tab}"]').tap()
        check(anne, tab)
    anne.locator('[data-set="tab=hand"]').tap()
    anne.locator('[data-dialog="declare"]').tap()
    check(anne, "declare")
    racks = view(anne)["view"]["racks"]
    table.send(1, "declare", digits=[tile["digit"] for tile in racks[1]["tiles"]])
    for page in (bob, host):
        expect(page.locator(".win")).to_be_visible()
    check(bob, "won")
    check(host, "over")
    for path in ("/help", "/rules/code777", "/join/nosuchcode"):
        guest.goto(party.companion.base + path)
        expect(guest.locator("html")).to_have_attribute("lang", lang)
        check(guest, path.split("/")[1] + "-page")
    assert check.complaints == {}


@pytest.mark.parametrize("game", list(GAMES))
def test_the_first_load_is_light(party: Party, game: str) -> None:
    """Everything a phone fetches for its first page, typefaces included, counted on the wire; our scripts, counted packed."""
    page = party.gather(game, pieces(game).USUAL).phone(0)
    sizes = weight(page, lambda: expect(page.locator("#status")).to_be_visible())
    assert len(sizes) >= 6, "page, style, script, typefaces, shapes"
    assert 40_000 < sum(sizes) < FIRST_LOAD
    ours = ("app", "fair", "fill", "ground", "panels")
    assert sum(len(rendering.packed(f"{name}.js")) for name in ours) + own_script(game) < OUR_SCRIPT


def own_script(slug: str) -> int:
    """How much a game's own script weighs."""
    return len(rendering.packed(f"{slug}.js")) if slug in rendering.scripted() else 0


def test_a_taken_seat_stays_taken_until_the_host_releases_it(party: Party) -> None:
    """A second device is told so; after the release the old phone and the old code are worth nothing, and all see it."""
    host = party.host()
    party.table(host, 2)
    code = party.code(host, 0)
    anne = party.sit(host, 0, "Anne")
    mario = party.sit(host, 1, "Mario")
    thief = party.device()
    thief.goto(code)
    expect(thief.get_by_text("This seat is taken.")).to_be_visible()
    expect(thief.locator("button.main")).to_have_count(0)
    host.get_by_role("button", name="Start the game").click()
    expect(anne.locator(".status.mine")).to_be_visible()

    release = host.locator('#seat-0 form[data-post$="/free"] button')
    sure(release)
    expect(host.locator("#seat-0 .qr")).to_be_visible()
    expect(anne.get_by_text("This seat was released")).to_be_visible()
    expect(mario.locator(".notice")).to_contain_text("Anne")
    thief.goto(code)
    expect(thief.get_by_text("This code is not valid any more")).to_be_visible()
    again = party.sit(host, 0, "Anne")
    expect(again.locator(".status.mine")).to_be_visible()
    draw(again)
    expect(mario.locator(".status.mine")).to_be_visible()


# which of these have blanks that are set otherwise than those of the page: rounded away, on plain screens
TYPE_OF_THEIR_OWN = """(parts) => {
    const type = (part) => ['textRendering', 'wordSpacing'].map((name) => getComputedStyle(part)[name]).join();
    return parts.filter((part) => type(part) !== type(document.body)).map((part) => part.textContent);
}"""


def test_only_the_host_has_buttons(party: Party) -> None:
    """Any other browser on the table screen is a spectator: no codes, no buttons, no hand."""
    host = party.host()
    assert host.locator("button, input, select, summary, .button").evaluate_all(TYPE_OF_THEIR_OWN) == []
    party.table(host, 2)
    other = party.device(phone=False)
    other.goto(host.url)
    expect(other.get_by_text("spectator")).to_be_visible()
    expect(other.locator(".qr, .seatcard, .letters")).to_have_count(0)
    expect(other.locator("form[data-post]")).to_have_count(1)  # to sit down: whoever knows the letters may
    expect(other.locator('form[data-post="/code"]')).to_be_visible()
    other.goto(party.companion.base)
    expect(other.get_by_role("button", name="Code 777")).to_have_count(0)


def test_six_seats_find_room_on_a_laptop(party: Party) -> None:
    """The code for all and the button to start are in view without scrolling, and every code can be scanned."""
    host = party.host()
    party.table(host, 6, game="Rallye-Code")
    expect(host.get_by_role("button", name="Start the game")).to_be_in_viewport(ratio=1)
    for part in ("#seat-all .qr", ".address", ".letters", "#seat-5", "#arrange"):
        expect(host.locator(part)).to_be_in_viewport(ratio=1)
    assert len({party.code(host, seat) for seat in (*range(6), None)}) == 7
    assert host.evaluate("document.documentElement.scrollWidth") == 1280


def test_what_a_host_can_do_for_six_seats_stays_on_their_cards(party: Party) -> None:
    """Before the game and in it, where a robot may play on, in the longer language; what was chosen is read whole."""
    names = ("Anne", "Maximilian-Joseph", "Marie", "Marion", "Margaux", "Max")
    table = party.gather("rallye", 6, names, lang="fr", begun=False)
    laptop = table.laptop(locale="fr")
    beyond = """(cards) => cards.flatMap((card) => [...card.querySelectorAll("button, select, summary, h2 *")]
        .filter((one) => one.getBoundingClientRect().right > card.getBoundingClientRect().right)
        .map((one) => one.textContent))"""
    cut = """(all) => all.map((one) => {
        const pen = document.createElement("canvas").getContext("2d");
        pen.font = getComputedStyle(one).font;
        const told = one.selectedOptions[0].text;
        return pen.measureText(told).width + 30 > one.clientWidth ? told : "";
    }).filter(Boolean)"""
    assert laptop.locator("#arrange select").evaluate_all(cut) == []
    bottoms = """(all) => all.map((one) => one.getBoundingClientRect()).map((one, i, every) =>
        every.filter((other) => other.top < one.bottom && one.top < other.bottom && other.bottom != one.bottom).length)"""
    assert set(laptop.locator("#arrange :is(select, input)").evaluate_all(bottoms)) == {0}, (
        "one line below titles of one and of two"
    )
    for begun in (False, True):
        if begun:
            table.begin()
            sync([laptop])
        assert laptop.locator(".seatcard").evaluate_all(beyond) == []
        assert laptop.evaluate("document.documentElement.scrollWidth") == 1280


def test_a_long_name_in_the_log_is_read_whole(party: Party) -> None:
    """Whose racks a question was about stands below it where there is no room beside it on a small phone."""
    table = party.gather("code777", 4, ("Anne", "Maximilian-Joseph", "Marie", "Marion"))
    phone = table.phone(0, viewport={"width": 360, "height": 640})
    table.send(0, "ask")
    follow(phone, table.send(1, "ask"))
    phone.locator('[data-set="tab=log"]').dispatch_event("click")
    names = phone.locator(".log .who bdi")
    expect(names.first).to_be_visible()
    assert len(set(names.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().height)"))) == 1


def test_a_button_that_asks_stays_as_it_is_while_the_game_goes_on(party: Party) -> None:
    """Whoever is about to tap a second time must not be tricked."""
    table = gathered(party, 3)
    host = table.host
    host.clock.install(time=0)  # or it stops asking after a while
    host.clock.pause_at(1000)
    host.get_by_role("button", name="Abandon the game").click()
    asks = host.get_by_role("button", name="Nobody wins. Really?")
    expect(asks).to_have_class(re.compile("armed"))
    follow(host, table.send(0, "ask"))
    expect(asks).to_have_class(re.compile("armed"))
    host.clock.run_for(6_000)
    expect(host.get_by_role("button", name="Abandon the game")).to_be_visible()
    expect(host.get_by_role("alert")).to_have_text("Nothing was done: it was not tapped a second time.")


def test_nobody_freezes_the_game(party: Party) -> None:
    """Pause, skip, away, abandon; a double tap is not two."""
    host = party.host()
    party.table(host, 3)
    anne, mario = party.sit(host, 0, "Anne"), party.sit(host, 1, "Mario")
    begin = host.get_by_role("button", name="Start the game")
    expect(begin).to_be_disabled()
    expect(host.locator("#missing")).to_contain_text("Still free: Seat 3.")
    host.locator("#seat-2").get_by_role("button", name="Leave it empty").click()
    expect(host.locator("#seat-2")).to_contain_text("Left empty.")
    begin.click()
    expect(anne.locator(".status.mine")).to_be_visible()

    host.get_by_role("button", name="Pause").click()
    expect(anne.locator("#status")).to_have_text("Paused by the host.")
    expect(anne.locator('form[data-kind="ask"]')).to_have_count(0)
    host.get_by_role("button", name="Go on").click()
    draw(anne)
    sync([host, anne, mario])  # or the button is still the one for Anne

    skip = host.get_by_role("button", name="Skip Mario", exact=True)
    expect(host.locator(':is(form[data-kind="skip"] button, .bar [data-kind="skip"][form])')).to_have_count(1)
    sure(skip)
    expect(anne.locator(".status.mine")).to_be_visible()  # seat 3 has drawn by itself
    expect(host.locator(".line")).to_have_count(2)

    sure(host.locator('form[data-post$="/abandon"] button'))
    expect(mario.get_by_text("This game was abandoned")).to_be_visible()
    expect(host.get_by_role("link", name="Save the record of game 1")).to_be_visible()
