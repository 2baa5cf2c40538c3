"""The map of Allo... la France on phones: at 360 px, with a finger that misses, with names of any length, with a kept card."""

from __future__ import annotations

import re
from itertools import product
from math import hypot
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, Route, expect
from support.browser.allo import (
    CODES,
    ask,
    done_at_once,
    gathered,
    go,
    places,
    reachable,
    tap_city,
    turn,
)
from support.browser.people import NAMES, PHONE, SMALL, STILL, Companion, Gathering, Party, box_of, picture, settle
from support.browser.robots import step

from companion.service.tables import Tables
from companion.storage.store import Store
from companion.storage.tokens import FolderSecret
from companion.table.state import TableState
from companion.web.app import Door, create_app
from referee.allo.france import FRANCE
from referee.allo.maps import check, near
from referee.allo.moves import Options
from referee.allo.pieces import DECK, Special
from referee.allo.state import Cable
from referee.allo.strips import ALL, make
from referee.allo.ways import pair
from templates import i18n, loader
from templates.pages.allo.chart import CITY, chart, token_box

HERE = "http://127.0.0.1:7770"
RINGS = """() => {
    const box = (e) => e.getBoundingClientRect(), map = box(document.querySelector('.map'));
    const rings = [...document.querySelectorAll('.ring.lit')].map((e) => [e.dataset.city, box(e)]);
    return [Object.fromEntries(rings.map(([c, r]) => [c, [r.x + r.width / 2, r.y + r.height / 2]])), [map.left, map.top, map.right, map.bottom]];
}"""
OUTSIDE = """() => [...document.querySelectorAll('.map text')].filter((text) => {
    const { x, y, width, height } = text.getBBox(), m = text.closest('.map').getCTM().inverse().multiply(text.getCTM());
    const all = text.closest('.map').viewBox.baseVal;
    return x + m.e < 0 || y + m.f < 0 || x + m.e + width > all.width || y + m.f + height > all.height;
}).map((text) => text.textContent)"""
EDGES = """name = "Long Names"
cities = [
    { name = "Llanfairpwllgwyngyll", code = "11", x = 0, y = 0 },
    { name = "Saint-Remy-in-the-Upper-Valley", code = "22", x = 5, y = 0 },
    { name = "Upper Wimmering Common", code = "33", x = 10, y = 0 },
    { name = "Mummenmaking-Wow", code = "44", x = 0, y = 5 },
    { name = "Middle", code = "55", x = 5, y = 5 },
    { name = "Grand Old Harbour Town", code = "66", x = 10, y = 5 },
    { name = "Wolverhampton-under-Wood", code = "77", x = 0, y = 10 },
    { name = "The Last Station before the Mountains", code = "88", x = 5, y = 10 },
    { name = "Kommunalverwaltungsbezirk", code = "99", x = 10, y = 10 },
    { name = "Left of the Two Neighbours", code = "10", x = 8.9, y = 2.5 },
    { name = "Right of Them", code = "20", x = 10, y = 2.5 },
    { name = "Far West Side", code = "30", x = 0, y = 7.5 },
    { name = "Not so Far West", code = "40", x = 1.1, y = 7.5 },
]
links = [
    ["Llanfairpwllgwyngyll", "Saint-Remy-in-the-Upper-Valley", 3], ["Saint-Remy-in-the-Upper-Valley", "Upper Wimmering Common", 3],
    ["Llanfairpwllgwyngyll", "Mummenmaking-Wow", 3], ["Saint-Remy-in-the-Upper-Valley", "Middle", 3],
    ["Upper Wimmering Common", "Right of Them", 1], ["Right of Them", "Grand Old Harbour Town", 1],
    ["Left of the Two Neighbours", "Right of Them", 1], ["Mummenmaking-Wow", "Middle", 3], ["Middle", "Grand Old Harbour Town", 3],
    ["Mummenmaking-Wow", "Far West Side", 1], ["Far West Side", "Not so Far West", 1], ["Far West Side", "Wolverhampton-under-Wood", 1],
    ["Wolverhampton-under-Wood", "The Last Station before the Mountains", 3], ["Middle", "The Last Station before the Mountains", 3],
    ["The Last Station before the Mountains", "Kommunalverwaltungsbezirk", 3], ["Grand Old Harbour Town", "Kommunalverwaltungsbezirk", 3],
]
"""


def misses(page: Page, lit: list[str]) -> int:
    """Taps beside every lit city: the nearest one is chosen, or none if the finger is far from all. How many taps told."""
    chosen = page.locator('form[data-kind="go"] input:checked')
    told = 0
    for code, (dx, dy) in product(lit, ((22, 0), (-22, 0), (0, 31), (0, -31), (70, 0), (-70, 0))):
        page.locator(f'.ring[data-city="{code}"]').evaluate("(ring) => ring.scrollIntoView({ block: 'center' })")
        rings, (left, top, right, low) = page.evaluate(RINGS)
        x, y = rings[code][0] + dx, rings[code][1] + dy
        first, second, *_ = sorted([*(hypot(x - u, y - v) for u, v in rings.values()), 999.0, 999.0])
        if not (left < x < right and top < y < low) or second - first < 4 or 34 < first < 46:
            continue  # beside the map, or too close to call
        list_ = box_of(page.locator(".to-list"))
        if list_["x"] - 24 < x < list_["x"] + list_["width"] + 24 and y < list_["y"] + list_["height"] + 24:
            continue  # what leads to the list of cities lies in a corner of the map, and browsers aim for fingers
        page.evaluate("document.querySelectorAll('.names input').forEach((radio) => (radio.checked = false))")
        page.touchscreen.tap(x, y)
        if first < 40:
            expect(chosen).to_have_value(next(c for c, (u, v) in rings.items() if hypot(x - u, y - v) == first))
        else:
            expect(chosen).to_have_count(0)
        told += 1
    return told


def test_what_was_lacking_is_told_no_longer_when_a_city_is_chosen_on_the_map(party: Party) -> None:
    page = party.gather("allo", 3, away=(1, 2)).phone(0)
    done_at_once(page, "draw")
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.locator('.bar [data-kind="go"]').tap(force=True)  # nothing is chosen: it does not look as if it did anything
    expect(page.locator("#toast")).to_contain_text("lit city")
    tap_city(page, reachable(page)[0])
    expect(page.locator("#toast")).to_be_hidden()


def about_to_go(table: Gathering) -> int:
    """The first seat that may go somewhere: whoever can reach no city is passed over."""
    for number in range(100):
        (seat,) = table.awaited
        if "go" in {offer["kind"] for offer in table.wires[seat].view(table.hands[seat])["offers"]}:
            return seat
        assert step(table, "allo", number)
    raise AssertionError("nobody can go")


def test_the_list_of_cities_is_one_tap_from_the_map(party: Party) -> None:
    """For whoever looks for a name and not for a place: it lies far below on a small phone. The way there hides no city, and
    nobody who is in one."""
    table = party.gather("allo", 3, lang="fr")
    page = table.phone(about_to_go(table), locale="fr", viewport=SMALL[1])
    way, names = page.locator(".to-list"), page.locator(".cities-go .names label")
    expect(names.first).not_to_be_in_viewport()
    expect(way).to_be_in_viewport(ratio=1)
    places = chart(FRANCE).places.values()
    assert len(places) == len(FRANCE.cities)
    cities = [(each.x - CITY, each.x + CITY, each.y - CITY, each.y + CITY) for each in places]
    assert way.evaluate(UNDER, [*cities, *(token_box(each.token_x, each.token_y) for each in places)]) == []
    way.tap()
    expect(names.first).to_be_in_viewport(ratio=1)
    expect(names.first.locator("input")).to_be_focused()


def test_notices_leave_the_map_in_view(party: Party) -> None:
    """The newest is one line, a tap opens all; what is tapped next is what lay under the finger."""
    table = party.gather("allo", 4, ("Maximilian-Joseph", "Christopher-Alex", "Bernadette-Sophie", "Zoë"), lang="fr")
    seat = about_to_go(table)
    table.away((seat + 1) % 4, (seat + 2) % 4)
    page = table.phone(seat, locale="fr", viewport=SMALL[1])
    page.locator("#role [data-read]").tap()
    notices = page.locator(".notices")
    expect(notices.locator(".notice")).to_have_count(2)
    assert box_of(notices)["height"] < 50
    foot = box_of(page.locator(".tip:not([hidden])"))["y"]
    box = box_of(page.locator(".map"))
    assert foot - box["y"] > box["height"] * 2 / 3, "most of the map is seen"
    first, last = notices.locator(".notice").first, notices.locator(".notice").last
    cut = "(told) => told.scrollWidth > told.clientWidth"
    assert first.locator("span").evaluate(cut)
    expect(last).to_be_hidden()
    first.tap()
    expect(last).to_be_visible()
    assert not first.locator("span").evaluate(cut)
    page.locator(".to-list").tap()
    expect(page.locator(".cities-go .names label").first).to_be_in_viewport(ratio=1)

    # On the table screen they stay for the whole game, and take no more.
    screen = table.laptop(locale="fr", viewport={"width": 1920, "height": 1080})
    line, rest = screen.locator(".notices summary.notice"), screen.locator(".notices li.notice")
    assert box_of(screen.locator(".notices"))["height"] < 50
    expect(rest).to_be_hidden()
    line.click()
    expect(rest).to_be_visible()


def test_a_tap_on_the_map_moves_and_a_refusal_says_why(party: Party) -> None:
    """At 360 px every lit city can be hit and missed a little; its name in the list will do as well."""
    host, phones = gathered(party, 3)
    page = turn(phones)
    me = phones.index(page)

    # Nothing is connected yet, and every phone says what is missing.
    reasons = page.locator(".why").all_inner_texts()
    assert len(reasons) == 2
    for reason in reasons:
        found = re.fullmatch(r"Not connected: (.+)–(\D+) on your shortest way is bare\.", reason)
        assert found and CODES[found[1]] == places(page)[me] and CODES[found[2]] in near(FRANCE)[CODES[found[1]]]

    while not reachable(page):  # somebody who cannot move is passed over
        done_at_once(page, "draw")
        page = turn(phones)
    me = phones.index(page)
    form = page.locator('form[data-kind="go"]')
    chosen = form.locator("input:checked")
    lit = reachable(page)
    expect(chosen).to_have_count(0)
    for code in lit:
        tap_city(page, code)
        expect(chosen).to_have_value(code)
        expect(page.locator(".ring.on")).to_have_attribute("data-city", code)
        expect(page.locator(".bar .goal")).to_have_text(FRANCE.city(code).name)
    assert misses(page, lit) >= 3 * len(lit)
    form.locator(f'input[value="{lit[-1]}"] + span').tap()
    expect(page.locator(".ring.on")).to_have_attribute("data-city", lit[-1])
    picture(page, "allo-map")
    assert page.evaluate("document.documentElement.scrollWidth") == 360

    # A city out of reach is refused, with the rule and the fact; nothing has moved.
    far = next(city for city in FRANCE.cities if city.code not in lit)  # at least where the others stand
    before = places(page)
    page.evaluate("(code) => (document.querySelector('.mover form input:checked').value = code)", far.code)
    page.locator('.bar [data-kind="go"]').tap()
    expect(page.locator("#toast")).to_contain_text(far.name)
    assert places(page) == before
    page.reload()
    go(page, lit[0])
    expect(host.locator(".people-lines .place").nth(me)).to_have_text(FRANCE.city(lit[0]).name)


@pytest.mark.parametrize("country", ["islands", "edges"])
def test_no_name_is_cut_at_the_edge_of_another_country(chromium: Browser, tmp_path: Path, country: str) -> None:
    """On a phone and on the table screen every text lies within the map, and every name is whole."""
    file = loader.SHELF / "kits" / "allo" / "islands.toml"
    if country == "edges":
        file = tmp_path / "edges.toml"
        file.write_text(EDGES, encoding="utf-8")
    server = Companion(tmp_path / "data")
    server.start("allo", "--map", str(file))
    party = Party(chromium, server)
    try:
        sat = party.gather("allo", 3)
        host, phone = sat.host, sat.phone(0)
        names = [city.name for city in check(loader.parsed_toml(file)).cities]
        for page in (phone, host):
            expect(page.locator(".map")).to_be_visible()
            assert page.evaluate(OUTSIDE) == []
            rows = page.locator(".map .cities text:not(.code)").all_text_contents()
            assert re.sub("[ -]", "", "".join(rows)) == re.sub("[ -]", "", "".join(names))
        picture(phone.locator(".map"), f"allo-map-{country}")
        picture(host, f"allo-table-{country}")
    finally:
        party.close()
        server.kill()
    assert party.complaints == []


def table(players: int = 3) -> tuple[Tables, TableState, list[str]]:
    """A table in this process whose state a test can set, and the phones that sit there."""
    tables = Tables(Store("sqlite://"), FolderSecret(bytes(32)))
    table_state = tables.open("allo", players, Options(), "en")
    devices = [tables.take(tables.code(table_state, seat), seat, NAMES[seat], seat, "")[1] for seat in range(players)]
    tables.begin(table_state.id)
    return tables, table_state, devices


def staged(
    chromium: Browser, tables: Tables, table_state: TableState, device: str, seat: int = 0, **more: object
) -> Page:
    """That table on a phone, without a server."""
    client = create_app(tables, Door("127.0.0.1", 7770), joins=100).test_client(use_cookies=False)

    def answer(route: Route) -> None:
        request = route.request
        if "/stream?" in request.url or "/wait" in request.url:
            return route.abort()
        headers = {name: value for name, value in request.headers.items() if name not in ("host", "cookie")}
        headers["Cookie"] = f"sousmain-7770={device}"
        path = request.url.removeprefix(HERE)
        reply = client.open(path, method=request.method, data=request.post_data, headers=headers, base_url=HERE)
        return route.fulfill(status=reply.status_code, headers=dict(reply.headers), body=reply.data)

    page = chromium.new_context(**{**STILL, **PHONE, **more}).new_page()  # type: ignore[arg-type]
    page.route("**/*", answer)
    page.goto(f"{HERE}/t/{table_state.id}/seat/{seat}")
    return page


def cable(a: str, b: str) -> Cable:
    """That link, laid."""
    link = next(each for each in FRANCE.links if {each.a, each.b} == {CODES[a], CODES[b]})
    strips = make(ALL, link.sections)
    assert strips
    return Cable(pair(link.a, link.b), strips)


def crowd(**more: object) -> dict[str, object]:
    """Four players close to each other, with lines that share links."""
    cables = (cable("Dijon", "Besançon"), cable("Dijon", "Lyon"), cable("Lyon", "Marseille"))
    places = tuple(CODES[name] for name in ("Marseille", "Dijon", "Besançon", "Toulouse"))
    secret = next(card.number for card in DECK if card.call and card.special == Special.SECRET)
    found = {"places": places, "units": (10, 0, 0, 0), "cables": cables, "turn": 0, "step": "call", "card": secret}
    return found | more


UNDER = """(way, boxes) => {
    const own = way.getBoundingClientRect(), map = document.querySelector('.map').getScreenCTM();
    return boxes.filter(([left, right, top, bottom]) => {
        const [a, b] = [[left, top], [right, bottom]].map(([x, y]) => new DOMPoint(x, y).matrixTransform(map));
        return a.x < own.right && own.left < b.x && a.y < own.bottom && own.top < b.y;
    });
}"""
HIDDEN = """() => {
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const round = (a, b) => {
        const r = b.width / 2, x = Math.max(a.left, Math.min(b.x + r, a.right)), y = Math.max(a.top, Math.min(b.y + r, a.bottom));
        return Math.hypot(x - b.x - r, y - b.y - r) < r - 1;
    };
    const all = (what) => [...document.querySelectorAll(what)].map((e) => [e, e.getBoundingClientRect()]);
    return all('.lengths text').flatMap(([text, own]) => {
        // the digit itself, not the room of its line
        const at = { left: own.left + 1, right: own.right - 1, top: own.top + own.height * .3, bottom: own.bottom - own.height * .3 };
        const over = [...all('.cities text').filter(([, b]) => meet(at, { left: b.left, right: b.right, top: b.top + b.height * .25, bottom: b.bottom - b.height * .25 })),
            ...all('.cities circle').filter(([, b]) => round(at, b)), ...all('.token .body').filter(([, b]) => meet(at, b))];
        return over.map(([e]) => `${text.textContent} under ${e.textContent || e.outerHTML}`);
    }).concat(all('.cities text:not(.code)').flatMap(([text, own]) =>
        all('.token .body').filter(([, b]) => meet({ left: own.left, right: own.right, top: own.top + own.height * .25, bottom: own.bottom - own.height * .25 }, b))
            .map(([e]) => `${text.textContent} under a token`)));
}"""


@pytest.mark.parametrize("size", [(360, 740), (390, 844)])
def test_no_length_of_a_link_lies_under_a_name_a_city_or_a_token(chromium: Browser, size: tuple[int, int]) -> None:
    """Wherever four players stand close together; and lines along the same link lie beside each other."""
    tables, table_state, (device, *_) = table(4)
    table_state.state = replace(table_state.state, **crowd())
    page = staged(chromium, tables, table_state, device, viewport={"width": size[0], "height": size[1]})
    expect(page.locator(".lengths text")).to_have_count(len(FRANCE.links))
    assert page.evaluate(HIDDEN) == []
    ways = [{path.get_attribute("d") for path in page.locator(f".way-{to} path").all()} for to in (1, 2)]
    assert [len(way) for way in ways] == [2, 3]
    assert not ways[0] & ways[1]
    page.context.close()


@pytest.mark.parametrize("size", [(360, 740), (390, 844)])
def test_the_answer_is_in_view_before_the_special(chromium: Browser, size: tuple[int, int]) -> None:
    """Whoever was called, and however far one had to scroll for it."""
    tables, table_state, (device, *_) = table(4)
    table_state.state = replace(table_state.state, **crowd())
    page = staged(chromium, tables, table_state, device, viewport={"width": size[0], "height": size[1]})
    page.evaluate("scrollTo(0, 9999)")
    ask(page, 2, "city")
    assert table_state.state.step == "special"
    answer = page.locator(".latest .big")
    expect(answer).to_have_count(1)
    expect(answer).to_have_text(re.compile(r"\d links?"))
    expect(answer).to_be_in_viewport()
    foot = box_of(page.locator(".tabs"))
    for top in (None, 0):
        if top is not None:
            page.evaluate("scrollTo(0, 0)")
        box = box_of(answer)
        assert box["y"] >= 0 and box["y"] + box["height"] <= foot["y"], "below the fold"
    page.context.close()


def test_own_plates_are_crossed_out_while_one_holds(chromium: Browser) -> None:
    """Nobody else can have them; but a sheet that lies open tells nobody which they are."""
    tables, table_state, (device, *_) = table(3)
    page = staged(chromium, tables, table_state, device)
    page.locator('[data-set="tab=notes"]').tap()
    sheets, own = page.locator(".sheet"), table_state.state.numbers[0]
    crosses = page.locator(".sheet .own")
    expect(crosses).to_have_count(4 * 2)
    for cross in crosses.all():
        expect(cross).to_be_hidden()
    for at, code in enumerate((own.surname, own.first, own.job)):
        row = sheets.nth(at).locator("tbody tr", has=page.locator("small", has_text=code))
        held = sheets.nth(at).locator("[data-peek]")
        held.evaluate("(button) => button.scrollIntoView({ block: 'center' })")
        box = box_of(held)
        page.mouse.move(box["x"] + 9, box["y"] + 9)
        page.mouse.down()
        expect(row.locator(".own:visible")).to_have_count(2)
        expect(row.locator(".markbox:visible")).to_have_count(0)
        expect(sheets.nth(at).locator(".own:visible")).to_have_count(2)
        page.mouse.up()
        expect(row.locator(".own:visible")).to_have_count(0)
    page.context.close()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_steps_have_the_same_names_on_phones_on_the_board_and_in_the_rules(chromium: Browser, lang: str) -> None:
    """Card, Move, Cable, Call, Special: five nouns."""
    tables, table_state, (device, *_) = table(3)
    page = staged(chromium, tables, table_state, device, locale=lang)
    shown = [each.strip().split("\n")[-1] for each in page.locator(".turnsteps li").all_inner_texts()]
    with i18n.speaking(lang):
        board = [step.split(":")[0].strip() for step in loader.kit_data("allo")["board"]["steps"]]
    rules = (loader.SHELF / "rules" / lang / "allo.md").read_text("utf-8")
    assert shown == board == re.findall(r"^\d\. \*\*(\w+)\.\*\*", rules, re.M)
    page.context.close()


def test_a_kept_card_is_unfolded_and_played_on_the_map(chromium: Browser) -> None:
    """Until then the map shows the move by the card alone, and nobody who looks on reads which card is kept."""
    tables, table_state, (device, *_) = table()
    anywhere = next(card.number for card in DECK if card.special == Special.ANYWHERE)
    short = next(card.number for card in DECK if card.move == 1 and not card.call and card.special is None)
    stand = {"places": (CODES["Lyon"], CODES["Lille"], CODES["Caen"]), "turn": 0, "step": "move", "card": short}
    table_state.state = replace(table_state.state, kept=((anywhere,), (), ()), **stand)
    page = staged(chromium, tables, table_state, device)
    lit, wide = page.locator(".ring.lit"), page.locator(".ring.wide")
    expect(lit).to_have_count(5)
    expect(lit.first).to_be_visible()
    expect(wide.first).to_be_hidden()
    expect(page.get_by_text("Anywhere")).to_have_count(2)  # in the fold, and behind the veil
    for each in page.get_by_text("Anywhere").all():
        expect(each).to_be_hidden()
    page.locator(".keeping summary").tap()
    expect(page.locator(".keeping").get_by_text("Anywhere")).to_be_visible()
    expect(wide).to_have_count(22 - 3)
    expect(wide.first).to_be_visible()
    expect(lit.first).to_be_hidden()
    expect(page.locator('form[data-kind="go"]')).to_be_hidden()
    ring = page.locator(f'.ring.wide[data-city="{CODES["Nantes"]}"]')
    ring.evaluate("(ring) => ring.scrollIntoView({ block: 'center' })")
    box = box_of(ring)
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator('form[data-kind="jump"] .goal')).to_have_text("Nantes")
    settle(page, page.locator(':is(form[data-kind="jump"] .main, .bar [data-kind="jump"][form])').tap)
    assert table_state.state.places[0] == CODES["Nantes"]
    assert table_state.state.kept[0] == ()
    page.context.close()
