"""From the table screen to one's first own move, by somebody who has read nothing: every tap is where a thumb finds it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from support.browser.code777 import draw, gathered
from support.browser.inkognito import called
from support.browser.people import ON_TOP, Party, arrive, box_of, follow, picture, settle, sync, version
from support.browser.wire import shown
from support.soak import in_one_language

from referee.registry import GAMES
from templates.loader import kit_data

LOW = {"viewport": {"width": 360, "height": 640}}
BARS = {"viewport": {"width": 390, "height": 664}}
LOOKS = {"en": {**LOW, "locale": "en-GB"}, "fr": {**BARS, "locale": "fr-FR"}}
PLAYERS = {"code777": 3, "inkognito": 4, "fully": 4, "allo": 3, "rallye": 4}


class Newcomer:
    """Taps what is in view, and counts. Nothing is scrolled by hand."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, what: Locator) -> None:
        """A thumb on something that lies wholly in view, with nothing above it."""
        expect(what).to_be_in_viewport(ratio=1)
        box = box_of(what)
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.taps += 1

    def main(self) -> None:
        """The button that the bar offers."""
        self.tap(self.page.locator(".bar .main"))


def places(one: Newcomer) -> None:
    """The bar brings the places into view; one of them is enough."""
    one.main()
    one.tap(one.page.locator('form[data-kind="go"] button').first)


def row(one: Newcomer) -> None:
    """The bar says what is missing, and brings it into view."""
    one.main()
    for _ in range(5):
        one.tap(one.page.locator("#act-row .palette button").first)
    one.main()


FIRST: dict[str, Callable[[Newcomer], None]] = {"inkognito": places, "fully": row}  # the others: what the bar offers


@pytest.mark.parametrize(("slug", "lang"), in_one_language(list(GAMES)))
def test_from_four_letters_to_the_first_own_move(party: Party, slug: str, lang: str) -> None:
    """In a game that he has never seen, without help and without scrolling. The phone's language holds all the way."""
    host = party.host()
    party.table(host, PLAYERS[slug], game=str(kit_data(slug)["name"]))
    for seat in range(1, PLAYERS[slug]):
        party.away(host, seat)
    one = Newcomer(party.device(**LOOKS[lang]))
    page = one.page
    page.goto(party.companion.base)
    expect(page.locator("html")).to_have_attribute("lang", lang)
    page.locator('input[name="code"]').fill(host.locator(".letters").inner_text().lower())
    arrive(page, lambda: one.tap(page.locator(".typing button")), "**/join/*")
    page.locator('input[name="name"]').fill("Zoé")
    arrive(page, lambda: one.tap(page.locator("form.joining > .main")), "**/seat/0")
    expect(page.locator("#lesson img")).to_have_count(3)
    expect(page.locator("#lesson img").first).to_be_in_viewport()
    broken = "(all) => all.filter((one) => !one.complete || !one.naturalWidth).length"
    page.wait_for_function(f"() => ({broken})([...document.querySelectorAll('#lesson img')]) === 0")
    picture(page, f"beginning-{slug}-{lang}-lobby", whole=True)
    host.locator('form[data-post$="/begin"] button.main').click()
    expect(page.locator("#role")).to_be_visible()
    expect(page.locator(".status.mine")).to_be_visible()
    expect(page.locator(".tip:not([hidden])")).to_have_count(1)
    picture(page, f"beginning-{slug}-{lang}-first")
    before = version(page)
    FIRST.get(slug, Newcomer.main)(one)
    follow(page, before + 1)
    expect(page.locator("#role")).to_be_hidden()  # whoever has moved knows
    expect(page.locator("html")).to_have_attribute("lang", lang)
    assert one.taps <= {"inkognito": 4, "fully": 9}.get(slug, 3), one.taps
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]


def test_help_is_told_once_on_each_phone(party: Party) -> None:
    """Also after a reload and in the next game; on another phone it is news."""
    table = gathered(party)
    anne, mario = table.phones()
    asked = '.tip[data-once="code777 ask"]'  # a seat that waits may be told of something else
    expect(anne.locator(asked)).to_be_visible()
    draw(anne)
    expect(mario.locator(asked)).to_be_visible()
    mario.locator(asked).locator("[data-read]").tap()
    expect(mario.locator(asked)).to_be_hidden()
    draw(mario)
    expect(anne.locator(".status.mine")).to_be_visible()
    expect(anne.locator(asked)).to_be_hidden()
    anne.reload()
    expect(anne.locator(".status.mine")).to_be_visible()
    expect(anne.locator(asked)).to_be_hidden()
    table.end()
    table.begin()
    for page in (anne, mario):  # one of them begins
        expect(page.locator("#role")).to_be_visible()  # that one is of each game
        expect(page.locator(asked)).to_be_hidden()


def test_help_does_not_come_again_after_hundreds_of_games(party: Party) -> None:
    """The card of each game is kept, too, as long as anybody could look at it again."""
    page = gathered(party).phone(0)
    help_to_ask = page.locator('.tip[data-once="code777 ask"]')
    expect(help_to_ask).to_be_visible()
    many = ["code777 ask", *(f"abcde {number}" for number in range(500))]
    page.evaluate("(keys) => { localStorage.told = JSON.stringify(keys); }", many)
    page.reload()
    page.locator("#role [data-read]").tap()
    expect(page.locator("#role")).to_be_hidden()
    page.reload()
    expect(page.locator(".status.mine")).to_be_visible()
    expect(help_to_ask).to_have_count(1)
    expect(help_to_ask).to_be_hidden()
    expect(page.locator("#role")).to_be_hidden()
    assert page.evaluate("() => JSON.parse(localStorage.told).length") < 100


def test_help_is_told_of_what_never_comes_first_too(party: Party) -> None:
    """One line at a time, and each once: in Inkognito there is always something before the call."""
    page = party.gather("inkognito", 4, pieces="paper").phone(0)
    told = page.locator(".tip:not([hidden])")
    for kind in ("pair", "call"):
        expect(told).to_have_count(1)
        expect(told).to_have_attribute("data-once", f"inkognito {kind}")
        told.locator("[data-read]").tap()
    expect(told).to_have_count(0)
    page.reload()
    expect(page.locator(".bar [data-kind='call']")).to_be_visible()
    expect(told).to_have_count(0)


def test_a_new_deal_is_told_as_a_new_game_is(party: Party) -> None:
    """Whoever was reading the log went on as the agent of the deal before."""
    table = called(party)
    reads = table.phone(1, **LOW)
    tab, role = reads.locator("html"), reads.locator("#role")
    expect(reads.locator(".verdict")).to_be_in_viewport()
    expect(role).to_have_count(0)  # the verdict is what is looked at
    reads.locator('[data-set="tab=log"]').tap()
    table.send(0, "again")
    expect(tab).to_have_attribute("data-tab", "hand")
    expect(role.locator("h2")).to_have_text("New deal: you may be another agent now")
    expect(role).to_be_in_viewport(ratio=1)
    picture(reads, "inkognito-new-deal")
    role.locator("[data-read]").tap()
    expect(role).to_be_hidden()
    reads.locator('[data-set="tab=log"]').tap()
    table.send(table.awaited[0], "go", place="marco")
    sync([reads])
    expect(tab).to_have_attribute("data-tab", "log")  # it is told once


def test_a_role_that_was_put_away_stays_away(party: Party) -> None:
    page = party.gather("inkognito", 5).phone(4, **LOW)
    role = page.locator("#role")
    expect(role).to_contain_text("You are the Ambassador")
    role.locator("[data-read]").tap()
    expect(role).to_be_hidden()
    page.reload()
    expect(page.locator(".bar")).to_be_visible()
    expect(role).to_be_hidden()


def test_whoever_was_away_is_back_with_one_tap(party: Party) -> None:
    """And a phone that has closed its page finds its hand on the front page."""
    table = gathered(party, 3)
    page = table.phone(1, **LOW)
    table._laptop.post(f"{table.path}/absent", seat=1, on=True)
    back = page.get_by_role("button", name="I am back")
    expect(back).to_be_in_viewport(ratio=1)
    settle(page, back.tap)
    expect(back).to_have_count(0)
    page.goto(party.companion.base)
    first = page.locator("main a, main button").first
    expect(first).to_have_text("Back to your hand: Mario (Code 777)")
    arrive(page, first.tap, "**/seat/1")


def test_a_double_tap_on_the_robots_of_a_seat_empties_it_not(party: Party) -> None:
    """What opens there moves what stood beside it: nothing else comes under the pointer."""
    host = party.host()
    party.table(host, 3)
    menu = host.locator("#robot-2 summary")
    menu.dblclick()
    empty = host.locator("#seat-2 form > button[name=on]")
    if host.locator("#robot-2").get_attribute("open") is not None:
        expect(empty).to_be_hidden()
        menu.click()
    expect(empty).to_be_visible()
    assert "Left empty" not in host.locator("#seat-2").inner_text()


@pytest.mark.parametrize("players", [2, 5])
def test_a_seat_that_was_released_in_a_game_shows_what_to_type(party: Party, players: int) -> None:
    """The address and the letters each in one line, where they took no room at all."""
    table = gathered(party, players)
    table.hosted("free", seat=1)
    for width in (1024, 1280, 1920):
        screen = table.laptop(viewport={"width": width, "height": 800})
        letters = screen.locator("#seat-1 .letters")
        expect(letters).to_have_text(re.compile(r"^[A-Z]{4}$"))
        for part, least in ((letters, 60), (screen.locator("#seat-1 .address"), 100)):
            part.scroll_into_view_if_needed()
            box = box_of(part)
            assert box["width"] > least and box["height"] < 0.75 * box["width"], (width, box)
            assert part.evaluate("(code) => code.scrollWidth <= code.clientWidth")
        picture(screen, f"released-{players}-{width}")
        party.leave(screen)


def test_letters_that_no_table_has_are_told_where_they_were_typed(party: Party) -> None:
    page = party.device(**LOW)
    page.goto(party.companion.base)
    page.locator('input[name="code"]').fill("BBBB")
    page.locator(".typing button").tap()
    expect(page.locator("#toast")).to_contain_text("No table has a free seat with this code")
    expect(page.locator('input[name="code"]')).to_have_value("BBBB")


def test_the_wifi_is_scanned_from_the_table_screen(party: Party) -> None:
    """The host types it there, and a camera reads it."""
    host = party.host()
    party.table(host, 4, game="Fully")
    host.locator("#name-wifi summary").click()
    host.locator('#name-wifi input[name="name"]').fill("Chez nous; 5 GHz")
    host.locator('#name-wifi input[name="password"]').fill("l:a,b;c")
    host.locator("#name-wifi button").click()
    expect(host.locator("#toast")).to_contain_text("8 to 63")
    host.locator('#name-wifi input[name="password"]').fill(r"a\b;c:d,e")
    host.locator("#name-wifi button").click()
    code = host.locator("#wifi .qr")
    expect(code).to_be_visible()
    assert shown(code.screenshot()) == r"WIFI:T:WPA;S:Chez nous\; 5 GHz;P:a\\b\;c\:d\,e;;"
    for part in ("#seat-all .qr", ".address", ".letters", "#wifi .qr"):
        expect(host.locator(part)).to_be_in_viewport(ratio=1)
    picture(host, "beginning-host")


def test_a_phone_that_sat_down_before_knows_the_name_and_the_colour(party: Party) -> None:
    """At the second table of an evening the name was asked for again. Where pieces have colours, nobody has chosen one."""
    page, host = party.device(**LOW), party.host()
    name = page.locator('.joining [name="name"]')
    for before, game in enumerate(("Code 777", "Inkognito", "Code 777")):
        party.table(host, 3, game)
        page.goto(party.code(host))
        expect(name).to_have_value(("", "Zoé", "Zoé-Marie")[before])
        if not before:
            name.fill("Zoé")
            page.locator('[name="colour"][value="5"] + span').tap()
        elif game == "Code 777":
            expect(page.locator('[name="colour"]:checked')).to_have_value("5")
        arrive(page, page.locator(".joining > .main").tap, "**/seat/0")
        if before == 1:  # a name that was changed at a table is the one that is known
            page.locator('[data-set="tab=more"]').tap()
            page.locator('form[data-post$="/name"] [name=name]').fill("Zoé-Marie")
            page.locator('form[data-post$="/name"] button').last.tap()
            expect(page.locator(".top")).to_contain_text("Zoé-Marie")


def test_a_colour_that_was_chosen_before_the_script_came_stays(party: Party) -> None:
    """On a slow network one has tapped long before."""
    page, host = party.device(**LOW), party.host()
    party.table(host, 3)
    page.goto(party.code(host))
    page.evaluate("() => { localStorage.sat = JSON.stringify({ name: 'Zoé', colour: '5' }); }")
    late: list[Route] = []
    page.route("**/app.js", lambda route: late.append(route))
    page.goto(party.code(host), wait_until="commit")
    page.locator('[name="colour"][value="3"] + span').tap()
    expect(page.locator('.joining [name="name"]')).to_have_value("")
    late[0].continue_()
    expect(page.locator('.joining [name="name"]')).to_have_value("Zoé")
    expect(page.locator('[name="colour"]:checked')).to_have_value("3")


def test_who_sits_down_meanwhile_is_seen_where_one_chooses_a_seat(party: Party) -> None:
    """All scan at once: what another one takes is offered no longer, what was typed and chosen stays, and a refusal hides no button."""
    host = party.host()
    party.table(host, 4, "Code 777")
    code = party.code(host)
    page, other = party.device(**LOW), party.device(**LOW)
    for each in (page, other):
        each.goto(code)
    page.locator("[name=name]").press_sequentially("Maximilienne-Hortense-Philippine")
    expect(page.locator("[name=name]")).to_have_value("Maximilienne-Hortens")  # as long as a name may be
    page.locator('[name="seat"][value="2"] + span').tap()
    page.locator('[name="colour"][value="4"] + span').tap()
    other.locator("[name=name]").fill("Zoé")
    other.locator('[name="seat"][value="0"] + span').tap()
    arrive(other, other.locator(".joining > .main").tap, "**/seat/0")
    expect(page.locator(".sits")).to_contain_text("Zoé")
    expect(page.locator('[name="seat"][value="0"]')).to_have_count(0)
    expect(page.locator('[name="colour"]:not(:enabled)')).to_have_count(1)
    for name, value in (("seat", "2"), ("colour", "4")):
        expect(page.locator(f"[name={name}]:checked")).to_have_value(value)
    expect(page.locator("[name=name]")).to_have_value("Maximilienne-Hortens")
    lost_to_another(party, page, code)
    page.locator("[name=name]").fill("Zoé")
    page.locator(".joining > .main").tap()
    expect(page.locator("#toast")).to_be_visible()
    assert page.locator(".joining > .main").evaluate(ON_TOP)


def lost_to_another(party: Party, page: Page, code: str) -> None:
    """Seat 3, which was chosen, goes to somebody else: nothing is chosen any more, the button says so, and nobody sits down
    until he has chosen; then the same again where one seat is left."""
    third, fourth = party.device(**LOW), party.device(**LOW)
    button, aloud = page.locator(".joining > .main"), page.locator(".joining > [role=status]")
    told = "Seat 3 has just been taken: choose another"
    sits(third, code, "Eve", 2)
    expect(button).to_have_text(told)
    expect(aloud).to_have_text(told)
    expect(page.locator("[name=seat]:checked")).to_have_count(0)
    expect(button).to_have_attribute("aria-disabled", "true")
    button.tap(force=True)  # it looks as if it could not be
    expect(page.locator("#toast")).to_have_text(told)
    expect(page.locator(".choices")).to_be_in_viewport()
    assert button.evaluate(ON_TOP)
    picture(page, "join-lost-to-another")
    page.locator('[name="seat"][value="3"] + span').tap()
    expect(button).to_have_text("Sit down")
    expect(button).not_to_have_attribute("aria-disabled", "true")
    expect(page.locator("#toast")).to_be_hidden()
    sits(fourth, code, "Max", 3)
    told = "Seat 4 has just been taken: sit down on seat 2"
    expect(button).to_have_text(told)
    expect(aloud).to_have_text(told)
    expect(button).not_to_have_attribute("aria-disabled", "true")


def sits(page: Page, code: str, name: str, seat: int) -> None:
    """Somebody chooses a seat and sits down."""
    page.goto(code)
    page.locator("[name=name]").fill(name)
    page.locator(f'[name="seat"][value="{seat}"] + span').tap()
    arrive(page, page.locator(".joining > .main").tap, f"**/seat/{seat}")
