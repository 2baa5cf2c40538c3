"""Allo... la France on phones: a whole short game by tapping, paper, and what axe finds."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from support.browser.allo import (
    ask,
    dial,
    done_at_once,
    draw,
    gathered,
    go,
    go_at_once,
    guess,
    lay,
    leave,
    number,
    places,
    reachable,
    secrets,
    step,
    turn,
)
from support.browser.checkup import Checkup, in_longer
from support.browser.people import NAMES, Party, box_of, covered, picture, settle, sure, sync

from referee.allo.france import FRANCE
from referee.allo.maps import near

SHORT = {"surnames": "4", "firsts": "4", "jobs": "4"}


def best(page: Page, me: int) -> str:
    """A lit city next to somebody, if there is one."""
    lit = reachable(page)
    others = [code for seat, code in enumerate(places(page)) if seat != me]
    return max(lit, key=lambda code: sum(code in near(FRANCE)[other] for other in others))


THUMBS = {"draw": draw, "lay": lay, "pass": leave}


def play(phones: list[Page], calls: list[Callable[[Page, int, int], None]]) -> None:
    """Turns towards each other, each kind of step by thumb once; each chance to call is for the next in the list, with caller
    and called."""
    left, done = list(calls), set()
    for _ in range(250):
        page = turn(phones)
        me, now = phones.index(page), step(page)
        if now == "ask":
            whom = page.locator('[data-dialog^="call-"]:not([data-dialog$="free"])').first
            if whom.count():
                left.pop(0)(page, me, int((whom.get_attribute("data-dialog") or "").split("-")[1]))
                if not left:
                    return
                continue
        if now == "go":
            (go_at_once if now in done else go)(page, best(page, me))
        elif now in ("draw", "lay", "look", "build"):
            done_at_once(page, now) if now in done or now not in THUMBS else THUMBS[now](page)
        else:
            now = "pass"
            done_at_once(page, now) if now in done else leave(page)
        done.add(now)
    raise AssertionError("nobody could call")


def test_a_whole_short_game(party: Party) -> None:
    """From the first card to the right number: cables, questions that all hear, a wrong number and its price."""
    host, phones = gathered(party, 3, **SHORT)
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
        picture(host, "allo-table")

    def home(page: Page, me: int, to: int) -> None:
        picture(page, "allo-call", whole=True)
        ask(page, to, "city")
        sync(phones)
        for each in (*phones, host):
            expect(each.locator(".latest").first.locator(".big")).to_have_text(re.compile(r"\d links?"))

    def wrong(page: Page, me: int, to: int) -> None:
        other = next(code for code in ("10", "20") if code != numbers[to][6:])
        page.locator(f'[data-dialog="call-{to}"]').tap()
        dial(page, f"call-{to}", "00")
        send = page.locator(f"#call-{to}-number .main")
        expect(send).to_be_disabled()
        said = page.locator(f"#call-{to} [role=status] .slot.bad")
        expect(said).to_have_text("00 is no city")
        page.locator(f'#call-{to} [data-key="x"]').tap()
        expect(said).to_have_count(0)
        dial(page, f"call-{to}", numbers[to][:6] + other + "7")  # a ninth digit changes nothing
        expect(page.locator(f"#call-{to} .slot").nth(3).locator("small")).to_have_text(re.compile("accountant|florist"))
        picture(page, "allo-dial")
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
        plate = page.locator(':is(form[data-kind="show"] button, .bar [data-kind="show"][form])').last
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
    box.press("Enter")
    expect(box).to_have_value("")
    with page.expect_response(lambda reply: "✕" in (reply.request.post_data or "")):
        box.tap()
    page.reload()
    page.locator('[data-set="tab=notes"]').tap()
    expect(box).to_have_value("✕")
    picture(page, "allo-sheet", whole=True)
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
    picture(host, "allo-over", whole=True)


def test_beside_the_board_phones_answer_and_judge(party: Party) -> None:
    """With paper: who asks how far says where he stands; a slip is put right; secrets go from phone to phone."""
    host, phones = gathered(party, 3, pieces="paper")
    anne, mario, nora = phones
    numbers = [number(phone) for phone in phones]
    expect(anne.locator("#status")).to_have_text("Play on at the table.")
    expect(anne.locator(".map")).to_have_count(0)
    ask(anne, 1, "city", at=numbers[1][:2])
    for each in (*phones, host):
        expect(each.locator(".latest .big")).to_have_text("0 links")
    picture(anne, "allo-paper", whole=True)

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


@pytest.mark.parametrize(("scheme", "lang"), in_longer("light"))
def test_axe_finds_nothing_and_targets_are_large(party: Party, scheme: str, lang: str) -> None:
    """Every state of a hand, with a long name, beside seats that run by themselves; and the table."""
    look = {"locale": {"en": "en-GB", "fr": "fr-FR"}[lang]}
    table = party.gather("allo", 3, ("Maximiliane-Sophie A",), away=(1, 2), lang=lang)
    page = table.phone(0, **look)
    check = Checkup("allo", lang, scheme, once=True)

    def look_around(page: Page, me: int, to: int) -> None:
        check(page, "call")
        check(table.laptop(**look), "table")
        page.locator(f'[data-dialog="call-{to}"]').tap()
        for about in ("surname", "number"):
            page.locator(f'#call-{to} [data-set="about={about}"]').tap()
            check(page, f"about-{about}")
            assert not covered(page, f"#call-{to}")
        page.locator(f"#call-{to} [data-close]").tap()
        guess(page, to, "20011110")
        if step(page) == "show":
            check(page, "show")
            settle(
                page,
                lambda: sure(page.locator(':is(form[data-kind="show"] button, .bar [data-kind="show"][form])').first),
            )

    expect(page.locator('.bar [data-kind="draw"]')).to_be_visible()
    check(page, "draw")
    draw(page)
    turn([page])
    check(page, step(page))
    play([page], [look_around])
    for tab in ("log", "notes"):
        page.locator(f'[data-set="tab={tab}"]').tap()
        check(page, tab)
    page.locator("#sheet-cities summary").tap()
    check(page, "cities")
    assert check.complaints == {}


def test_a_call_stays_where_it_is_whatever_one_asks_about(party: Party) -> None:
    """Tabs lie under the thumb that changes them; what lacks is named, and what was heard has words."""
    table = party.gather("allo", 3, pieces="paper")
    table.send(0, "ask", to=1, part="city", at=FRANCE.cities[0].code)
    page = table.phone(2, viewport={"width": 360, "height": 640})
    page.locator('[data-dialog="call-1"]').tap()
    lacking = {"": "the city you are in", "surname": "a surname", "first": "a first name", "job": "a job"}

    def turn_to(about: str) -> None:
        page.locator(f'#call-1 [data-set="about={about}"]').tap()

    where = set()
    for about in (*lacking, "number"):
        turn_to(about)
        where.add(str([box_of(page.locator(f"#call-1{part}")) for part in ("", " .abouts", " .q:visible .main")]))
    assert len(where) == 1, where
    expect(page.locator("#call-1 .heard")).to_contain_text("Links heard so far: ")
    for about, lack in lacking.items():
        turn_to(about)
        send = page.locator("#call-1 .q:visible .main")
        expect(send).to_have_attribute("aria-disabled", "true")
        expect(send).to_have_css("border-style", "dashed")
        send.tap(force=True)
        expect(page.locator("#toast")).to_have_text(f"Choose {lack} first.")
    page.locator("#call-1 .q-job label").first.tap()
    expect(page.locator("#call-1 .q-job .main")).not_to_have_attribute("aria-disabled", "true")
