"""Allo... la France on phones: a whole short game by tapping, the map at 360 px, refusals, paper, and what axe finds."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from math import hypot
from pathlib import Path

import pytest
from allo import (
    NAMES,
    ask,
    begin,
    dial,
    draw,
    go,
    guess,
    lay,
    leave,
    number,
    reachable,
    secrets,
    settle,
    step,
    sync,
    tap_city,
    turn,
)
from axe_playwright_python.sync_playwright import Axe
from code777 import sure
from people import SCREENS, Companion, Party
from playwright.sync_api import Browser, Page, expect

import templates
from referee.allo.france import FRANCE
from referee.allo.maps import check, near

SHORT = {"surnames": "4", "firsts": "4", "jobs": "4"}
CODES = {city.name: city.code for city in FRANCE.cities}
SMALL = """() => [...document.querySelectorAll('button, a.button, select, summary, nav a, textarea, .names span, .markbox')]
    .filter((e) => e.checkVisibility() && !e.closest('label > span span'))
    .filter((e) => !document.querySelector('dialog[open]') || e.closest('dialog[open]'))
    .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
    .filter(([, r]) => r.height < 43.5 || r.width < 43.5).map(([html, r]) => `${html} ${r.width} x ${r.height}`)"""

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


def places(page: Page) -> list[str]:
    """Where everybody stands, by the codes of the cities."""
    return [CODES[name] for name in page.locator(".people-lines").last.locator(".place").all_inner_texts()]


def best(page: Page, me: int) -> str:
    """A lit city next to somebody, if there is one."""
    lit = reachable(page)
    others = [code for seat, code in enumerate(places(page)) if seat != me]
    return max(lit, key=lambda code: sum(code in near(FRANCE)[other] for other in others))


def play(phones: list[Page], calls: list[Callable[[Page, int, int], None]]) -> None:
    """Turns by tapping, towards each other; each chance to call is for the next in the list, with caller and called."""
    left = list(calls)
    for _ in range(250):
        page = turn(phones)
        me, now = phones.index(page), step(page)
        if now == "draw":
            draw(page)
        elif now == "go":
            go(page, best(page, me))
        elif now == "lay":
            lay(page)
        elif now == "ask":
            whom = page.locator('[data-dialog^="call-"]:not([data-dialog$="free"])').first
            if not whom.count():
                leave(page)
                continue
            left.pop(0)(page, me, int((whom.get_attribute("data-dialog") or "").split("-")[1]))
            if not left:
                return
        elif now in ("look", "build"):
            settle(page, page.locator(f'form[data-kind="{now}"] button').first.tap)
        else:
            leave(page)
    raise AssertionError("nobody could call")


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
        page.evaluate("document.querySelectorAll('.names input').forEach((radio) => (radio.checked = false))")
        page.touchscreen.tap(x, y)
        if first < 40:
            expect(chosen).to_have_value(next(c for c, (u, v) in rings.items() if hypot(x - u, y - v) == first))
        else:
            expect(chosen).to_have_count(0)
        told += 1
    return told


def test_a_whole_short_game(party: Party) -> None:
    """From the first card to the right number: cables, questions that all hear, a wrong number and its price."""
    host, phones = begin(party, 3, **SHORT)
    numbers = [number(phone) for phone in phones]
    assert all(re.fullmatch(r"\d{8}", each) for each in numbers)
    for at in range(0, 8, 2):
        assert len({each[at : at + 2] for each in numbers}) == 3, "no plate is there twice"
    heard: list[tuple[int, int, str]] = []

    def job(page: Page, me: int, to: int) -> None:
        value = numbers[to][6:]
        ask(page, to, "job", value)
        heard.append((me, to, value))
        sync(phones)
        for each in (*phones, host):
            expect(each.locator(".latest").first.locator(".big")).to_have_text("yes")
        expect(host.locator(".map .rung")).to_have_count(1)
        host.screenshot(path=SCREENS / "allo-table.png")

    def home(page: Page, me: int, to: int) -> None:
        page.screenshot(path=SCREENS / "allo-call.png", full_page=True)
        ask(page, to, "city")
        sync(phones)
        for each in (*phones, host):
            expect(each.locator(".latest").first.locator(".big")).to_have_text(re.compile(r"\d links?"))

    def wrong(page: Page, me: int, to: int) -> None:
        other = next(code for code in ("10", "20") if code != numbers[to][6:])
        page.locator(f'[data-dialog="call-{to}"]').tap()
        dial(page, f"call-{to}", "99")
        send = page.locator(f"#call-{to}-number .main")
        expect(send).to_be_disabled()
        page.locator(f'#call-{to} [data-key="x"]').tap()
        dial(page, f"call-{to}", numbers[to][:6] + other + "7")  # a ninth digit changes nothing
        expect(page.locator(f"#call-{to} .slot").nth(3).locator("small")).to_have_text(re.compile("accountant|florist"))
        page.screenshot(path=SCREENS / "allo-dial.png")
        settle(page, lambda: sure(send))
        sync(phones)
        for each in (*phones, host):
            expect(each.locator(".latest").first.locator(".big")).to_have_text("wrong")

        # The price: a plate of his choice, for the one whom he called and nobody else.
        assert turn(phones) is page
        expect(host.get_by_text(f"{NAMES[me]} shows {NAMES[to]} a plate.")).to_be_visible()
        expect(page.locator('form[data-kind="draw"], form[data-kind="pass"]')).to_have_count(0)
        third = ({0, 1, 2} - {me, to}).pop()
        before = secrets(phones[third])
        plate = page.locator('form[data-kind="show"] button').last
        part = plate.get_attribute("value") or ""
        at = 2 * ("city", "surname", "first", "job").index(part)
        settle(page, lambda: sure(plate))
        sync(phones)
        expect(phones[to].locator(".news")).to_contain_text(NAMES[me])
        assert any(NAMES[me] in line and numbers[me][at : at + 2] in line for line in secrets(phones[to]))
        assert secrets(phones[third]) == before

    play(phones, [job, home, wrong])

    # The sheet has filled itself in, and keeps a mark of one's own.
    me, to, value = heard[0]
    third = ({0, 1, 2} - {me, to}).pop()
    page = phones[third]
    page.locator('[data-set="tab=notes"]').tap()
    row = page.locator(".sheet").nth(2).locator("tbody tr").nth(int(value) // 10 - 1)
    expect(row.locator(".yes")).to_have_count(1)
    box = page.locator(".sheet").first.locator(".markbox").first
    for mark in ("✕", "●", "?"):
        box.tap()
        expect(box).to_have_value(mark)
    with page.expect_response(lambda reply: reply.url.endswith("/notes") and reply.request.method == "POST"):
        box.press("Enter")
        expect(box).to_have_value("")
        box.tap()
    page.wait_for_timeout(300)
    page.reload()
    page.locator('[data-set="tab=notes"]').tap()
    expect(box).to_have_value("✕")
    page.screenshot(path=SCREENS / "allo-sheet.png", full_page=True)
    page.locator('[data-set="tab=log"]').tap()
    expect(page.locator(".log .line.wrong")).to_have_count(1)
    page.locator('[data-set="tab=hand"]').tap()

    winner: list[int] = []

    def right(page: Page, me: int, to: int) -> None:
        guess(page, to, numbers[to])
        winner.append(me)

    play(phones, [right])
    for each in (*phones, host):
        expect(each.locator(".win")).to_contain_text(NAMES[winner[0]])
        digits = [stand.locator("b").all_inner_texts() for stand in each.locator(".reveal .stand").all()]
        assert ["".join(found) for found in digits] == numbers
    host.screenshot(path=SCREENS / "allo-over.png", full_page=True)


def test_a_tap_on_the_map_moves_and_a_refusal_says_why(party: Party) -> None:
    """At 360 px every lit city can be hit and missed a little; its name in the list will do as well."""
    host, phones = begin(party, 3)
    page = turn(phones)
    me = phones.index(page)

    # Nothing is connected yet, and every phone says what is missing.
    reasons = page.locator(".why").all_inner_texts()
    assert len(reasons) == 2
    for reason in reasons:
        found = re.fullmatch(r"Not connected: (.+)–(\D+) on your shortest way is bare\.", reason)
        assert found and CODES[found[1]] == places(page)[me] and CODES[found[2]] in near(FRANCE)[CODES[found[1]]]

    while not reachable(page):  # somebody who cannot move is passed over
        draw(page)
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
        expect(form.locator(".goal")).to_have_text(FRANCE.city(code).name)
    assert misses(page, lit) >= 3 * len(lit)
    form.locator(f'input[value="{lit[-1]}"] + span').tap()
    expect(page.locator(".ring.on")).to_have_attribute("data-city", lit[-1])
    page.screenshot(path=SCREENS / "allo-map.png")
    assert page.evaluate("document.documentElement.scrollWidth") == 360

    # A city out of reach is refused, with the rule and the fact; nothing has moved.
    far = next(city for city in FRANCE.cities if city.code not in lit)  # at least where the others stand
    before = places(page)
    page.evaluate("(code) => (document.querySelector('.mover form input:checked').value = code)", far.code)
    form.locator(".main").tap()
    expect(page.locator("#toast")).to_contain_text(far.name)
    assert places(page) == before
    page.reload()
    go(page, lit[0])
    expect(host.locator(".people-lines .place").nth(me)).to_have_text(FRANCE.city(lit[0]).name)


@pytest.mark.parametrize("country", ["islands", "edges"])
def test_no_name_is_cut_at_the_edge_of_another_country(chromium: Browser, tmp_path: Path, country: str) -> None:
    """On a phone and on the table screen every text lies within the map, and every name is whole."""
    file = templates.SHELF / "kits" / "allo" / "islands.toml"
    if country == "edges":
        file = tmp_path / "edges.toml"
        file.write_text(EDGES, encoding="utf-8")
    server = Companion(tmp_path / "data")
    server.start("allo", "--map", str(file))
    party = Party(chromium, server)
    try:
        host, phones = begin(party, 3)
        names = [city.name for city in check(templates.toml(file)).cities]
        for page in (phones[0], host):
            expect(page.locator(".map")).to_be_visible()
            assert page.evaluate(OUTSIDE) == []
            rows = page.locator(".map .cities text:not(.code)").all_text_contents()
            assert re.sub("[ -]", "", "".join(rows)) == re.sub("[ -]", "", "".join(names))
        phones[0].locator(".map").screenshot(path=SCREENS / f"allo-map-{country}.png")
        host.screenshot(path=SCREENS / f"allo-table-{country}.png")
    finally:
        party.close()
        server.kill()
    assert party.complaints == []


def test_beside_the_board_phones_answer_and_judge(party: Party) -> None:
    """With paper: who asks how far says where he stands; a slip is put right; secrets go from phone to phone."""
    host, phones = begin(party, 3, pieces="paper")
    anne, mario, nora = phones
    numbers = [number(phone) for phone in phones]
    expect(anne.locator("#status")).to_have_text("Play on at the table.")
    expect(anne.locator(".map")).to_have_count(0)
    ask(anne, 1, "city", at=numbers[1][:2])
    for each in (*phones, host):
        expect(each.locator(".latest .big")).to_have_text("0 links")
    anne.screenshot(path=SCREENS / "allo-paper.png", full_page=True)

    # It was Nora, and a job: Anne puts it right; later only the host can.
    anne.locator("details summary", has_text="Entered wrongly?").tap()
    fix = anne.locator('form[data-kind="correct"]')
    fix.locator("select[name=to]").select_option("2")
    fix.locator("#what").select_option(f"job.{numbers[2][6:]}")
    settle(anne, fix.locator("button").tap)
    sync(phones)
    expect(nora.locator(".latest .big")).to_have_text("yes")
    nora.locator('[data-set="tab=log"]').tap()
    expect(nora.locator(".log .was")).to_contain_text("Mario")
    nora.locator('[data-set="tab=hand"]').tap()

    # Secret information, by a card: whose plate and which. Everybody hears of it, two know what it is.
    mario.locator("#act-look summary").tap()
    settle(mario, lambda: sure(mario.locator('#look-0 button[value="first"]')))
    assert any(numbers[0][4:6] in line for line in secrets(mario))
    sync(phones)
    nora.locator('[data-set="tab=log"]').tap()
    expect(nora.locator(".log")).to_contain_text("Mario has seen a plate of Anne: the first name.")
    assert numbers[0][4:6] not in nora.locator(".log").inner_text()
    nora.locator('[data-set="tab=hand"]').tap()
    expect(anne.locator('form[data-kind="correct"]')).to_have_count(0)

    host.locator("#fixes summary").click()
    fix = host.locator("#fix-questions")
    fix.locator("select[name=line]").select_option("0")
    fix.locator("select[name=to]").select_option("1")
    fix.locator("#what").select_option(f"city.{numbers[1][:2]}")
    settle(host, fix.locator("button").click)
    expect(host.locator(".latest .big")).to_have_text("0 links")

    # A wrong number is paid for with a plate, also while others go on; the right one wins.
    wrong = numbers[2][:2] + next(code for code in ("01", "02") if code != numbers[2][2:4]) + numbers[2][4:]
    guess(anne, 2, wrong)
    expect(anne.locator(".due")).to_be_visible()
    ask(mario, 0, "job", numbers[0][6:])
    settle(anne, lambda: sure(anne.locator('form[data-kind="show"] button[value="city"]')))
    sync(phones)
    assert any(numbers[0][:2] in line for line in secrets(nora))
    guess(nora, 1, numbers[1])
    for each in (*phones, host):
        expect(each.locator(".win")).to_contain_text("Nora")


@pytest.mark.parametrize(("scheme", "lang"), [("light", "fr"), ("dark", "en")])
def test_axe_finds_nothing_and_targets_are_large(party: Party, scheme: str, lang: str) -> None:
    """Every state of a hand, with a long name, beside seats that run by themselves; and the table."""
    look = {"color_scheme": scheme, "locale": {"en": "en-GB", "fr": "fr-FR"}[lang]}
    host = party.host(**look)
    party.table(host, 3, game="Allo")
    party.arrange(host, "lang", lang)
    page = party.sit(host, 0, "Maximiliane-Sophie A", **look)
    for seat in (1, 2):
        host.locator(f'#seat-{seat} form[data-post$="/absent"] button').click()
        expect(host.locator(f"#seat-{seat} .hint")).to_be_visible()
    host.locator('form[data-post$="/begin"] button').click()
    found: dict[str, list[str]] = {}

    def check(name: str, where: Page = page) -> None:
        if name in found:
            return
        where.screenshot(path=SCREENS / f"allo-{name}-{lang}-{scheme}.png", full_page=where is host)
        faults = Axe().run(where, options={"resultTypes": ["violations"]}).response["violations"]
        found[name] = [f"{each['id']}: {node['target']}" for each in faults for node in each["nodes"]]
        if where is page:
            found[name] += page.evaluate(SMALL)
            found[name] += [] if page.evaluate("document.documentElement.scrollWidth") == 360 else ["sideways"]

    def look_around(page: Page, me: int, to: int) -> None:
        check("call")
        check("table", host)
        page.locator(f'[data-dialog="call-{to}"]').tap()
        for about in ("surname", "number"):
            page.locator(f'#call-{to} [data-set="about={about}"]').tap()
            check(f"about-{about}")
        page.locator(f"#call-{to} [data-close]").tap()
        guess(page, to, "20011110")
        if step(page) == "show":
            check("show")
            settle(page, lambda: sure(page.locator('form[data-kind="show"] button').first))

    expect(page.locator('form[data-kind="draw"]')).to_be_visible()
    check("draw")
    draw(page)
    check(step(page))
    play([page], [look_around])
    for tab in ("log", "notes"):
        page.locator(f'[data-set="tab={tab}"]').tap()
        check(tab)
    page.locator("#sheet-cities summary").tap()
    check("cities")
    assert {name: each for name, each in found.items() if each} == {}
