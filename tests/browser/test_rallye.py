"""Rallye-Code on phones: a game of three with two cars each to its time limit, the judge of a paper table, what axe finds."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect
from support.browser.checkup import Checkup
from support.browser.people import (
    NAMES,
    ON_TOP,
    Clocked,
    Party,
    follow,
    picture,
    poke,
    send,
    sent,
    settle,
    sure,
    sync,
    view,
)
from support.browser.rallye import all_money, begin, dice, enter, gathered, purses, roll, roll_at_once, sender, tab

from referee.rallye.board.france import FRANCE
from referee.rallye.board.squares import Kind
from referee.rallye.pieces import PURSE, Till
from referee.rallye.road.tariff import A

MAIN = FRANCE.main


def ahead(wanted: Callable[[int], bool]) -> int:
    """The lowest roll that takes a car from Paris to such a square of the main road."""
    return next(points for points in range(2, 13) if wanted(points))


BEND = ahead(lambda n: MAIN[n].kind == Kind.BEND and n < A.accident)
SIGN = ahead(lambda n: MAIN[n].kind == Kind.RINGED)
TILL = ahead(lambda n: MAIN[n].manages == Till.GARAGE)
CROSSING = FRANCE.roads[0].squares[2].number  # a square of a cross-road
assert SIGN < BEND < TILL  # so that the last one overtakes on the bend


def test_three_players_with_two_cars_each_play_to_the_time_limit(timed_party: Party, clocked: Clocked) -> None:
    """Dice on the table: a sign that the policeman lets go and another claims, a stop in time, a gérance refused and lost in a
    duel; the clock on all screens; then the time is up, and everybody sees the same ranking."""
    host, phones = begin(timed_party, 3, 15, dice="table")
    pages = [*phones, host]
    for page in pages:
        shows(page, 15 * 60)
    sync(pages)
    first = next(i for i, phone in enumerate(phones) if phone.locator("#book").count())
    police, driver, third = (phones[(first + i) % 3] for i in range(3))
    names = [NAMES[(first + i) % 3] for i in range(3)]
    for phone in phones:
        expect(phone.locator("#cars .stands")).to_have_count(2)
    expect(police.locator(".act h2").first).to_have_text("Your turn: car 1")
    expect(driver.locator('form[data-kind="roll"]')).to_have_count(0)
    expect(police.locator("#book")).to_contain_text("There is no car to stop now.")
    picture(police, "rallye-turn", whole=True)

    clocked.wait(100)
    roll(police, *dice(BEND))
    roll(driver, *dice(SIGN))
    sync(pages)
    for page in pages:
        shows(page, 15 * 60 - 100)
        expect(page.locator(".news li").first).to_contain_text(f"square 1 (Paris) → square {MAIN[SIGN].number}")

    # Nobody is told that there is an offence: the policeman's book is as it is after any move. He lets it go.
    expect(police.locator("#book")).to_contain_text(f"Moved last: car 1 of {names[1]}")
    expect(police.locator("#book button")).to_have_count(2)
    expect(third.locator("#claims")).to_contain_text(f"{names[0]} · came from")  # only the car before that one
    expect(third.locator(".claim")).to_have_count(1)
    expect(driver.locator(f"#claim-{(first + 1) % 3}")).to_have_count(0)
    roll(third, *dice(TILL))
    sync(pages)
    expect(third.locator(".wallet")).to_contain_text("You manage the business “garages”")

    # Forgotten! The next player has rolled, so the others may say so: not the offender, not the policeman.
    expect(police.locator("#claims")).to_have_count(0)
    third.locator("#claims summary").tap()
    claim = third.locator(f"#claim-{(first + 1) % 3}-sign")
    settle(third, lambda: sure(claim))
    sync(pages)
    for page in pages:
        who = "You denounce" if page is third else f"{names[2]} denounces"
        car = "your car 1" if page is driver else f"car 1 of {names[1]}"
        expect(page.locator(".news li").first).to_contain_text(f"{who} {car} as forgotten")
        expect(page.locator(".news li").first).to_contain_text("The card:")
    excused = "That is no offence." in third.locator(".news li").first.inner_text()
    had = purses(third)
    assert (had[names[2]] > 2 * PURSE) == (had[names[0]] < 2 * PURSE) == (not excused)
    assert had[names[1]] == 2 * PURSE

    # The policeman does see that the third car overtook his own on the bend.
    settle(police, lambda: sure(police.locator("#book button[value=overtaking]")))
    sync(pages)
    now = purses(host)
    assert now[names[0]] == had[names[0]] + A.overtaking
    assert now[names[2]] == had[names[2]] - A.overtaking
    expect(third.locator(".own .minus").first).to_contain_text("1,500")

    # His second car stops at the gérance; the manager refuses and rolls; so does he, and gets it with what is in the till.
    roll(police, *dice(TILL))
    sync(pages)
    expect(third.locator("#act-answer")).to_contain_text(f"{names[0]} stops at your business")
    for other, who in ((police, "You have"), (driver, f"{names[0]} has")):
        expect(other.locator("#sale")).to_contain_text(f"{who} to buy it from {names[2]} for 4,500")
        expect(other.locator('form[data-kind="roll"]')).to_have_count(0)
    picture(third, "rallye-sale", whole=True)
    settle(third, third.get_by_role("button", name="Refuse: duel").tap)
    roll(third, 2, 3)
    sync(pages)
    expect(driver.locator("#sale")).to_contain_text(
        f"{names[2]} has rolled 2 + 3 = 5. {names[0]} needs as much or more."
    )
    expect(host.locator(".sale")).to_contain_text("A duel for the business “garages”")
    picture(police, "rallye-duel", whole=True)
    roll(police, 2, 3)
    sync(pages)
    expect(police.locator(".wallet")).to_contain_text("You manage the business “garages”")
    expect(third.locator(".wallet")).not_to_contain_text("You manage")
    expect(host.locator(".tills li").first).to_contain_text(names[0])
    assert purses(host) == now

    # A die that was told wrongly is taken back; then the time runs while they play on.
    roll(driver, *dice(SIGN))
    settle(
        driver,
        lambda: sure(driver.locator(':is(form[data-kind="takeback"] button, .bar [data-kind="takeback"][form])')),
    )
    roll(driver, *dice(SIGN + 1))
    ledger(phones[0], host)
    for _ in range(2):
        clocked.wait(280)
        sync(pages)
        player = next(phone for phone in phones if phone.locator('form[data-kind="roll"]').count())
        roll_at_once(player, 1, 1)
    sync(pages)
    shows(host, 4 * 60)
    assert all_money(host) == 6 * PURSE
    tab(phones[0], "notes")
    expect(phones[0].locator("#pan .car")).to_have_count(6)
    picture(phones[0], "rallye-board")
    tab(phones[0], "hand")
    picture(host, "rallye-table", whole=True)

    clocked.wait(240)
    for page in pages:
        expect(page.locator(".panel.lead")).to_contain_text("The time is up: the richest purse wins.")
        expect(page.locator(".clock")).to_have_count(0)
    final = purses(host)
    assert list(final.values()) == sorted(final.values(), reverse=True)
    winner = max(final, key=lambda name: final[name])
    for page in pages:
        assert purses(page) == final
        expect(page.locator(".win")).to_contain_text(winner)
    assert all_money(host) == 6 * PURSE
    picture(phones[0], "rallye-end", whole=True)


def shows(page: Page, seconds: int) -> None:
    """What the server said to the clock of a page; between two looks it runs by the browser's own."""
    expect(page.locator(".clock")).to_have_attribute("data-left", str(seconds))


def ledger(phone: Page, host: Page) -> None:
    """The same lines for everybody; a filter leaves those of one account."""
    tab(phone, "log")
    host.locator("#ledger summary").click()
    lines, own = phone.locator(".tab-log .line"), NAMES[0]
    told = [
        line.replace(f"{own} →", "You →").replace(f"→ {own}", "→ you")
        for line in host.locator("#ledger .line").all_inner_texts()
    ]
    assert lines.all_inner_texts() == told
    phone.locator('.tab-log [data-set="filter=garage"]').tap()
    shown = [line for line in lines.all() if line.is_visible()]
    assert all("garages" in line.inner_text() for line in shown)
    assert len(shown) < lines.count()
    phone.locator('.tab-log [data-set="filter="]').tap()
    tab(phone, "hand")


def test_the_clock_runs_between_two_looks(timed_party: Party, clocked: Clocked) -> None:
    """A phone counts down by itself, as far as the server does; in a pause it stands still; the host can end the game."""
    host, phones = gathered(timed_party, 2, 15)
    page = phones[0]
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.reload()
    expect(page.locator(".clock b")).to_have_text("15:00")
    page.clock.fast_forward(30_000)
    expect(page.locator(".clock b")).to_have_text("14:30")
    page.clock.fast_forward(600_000)
    expect(page.locator(".clock b")).to_have_text("10:00")  # after a long silence it rests
    page.clock.resume()
    clocked.wait(65)
    host.get_by_role("button", name="Pause").click()
    expect(page.locator(".clock b")).to_have_text("13:55")
    page.clock.fast_forward(30_000)
    expect(page.locator(".clock b")).to_have_text("13:55")
    host.get_by_role("button", name="Go on").click()
    expect(page.locator(".clock[data-still]")).to_have_count(0)
    sure(host.locator(':is(form[data-kind="time"] button, .bar [data-kind="time"][form])'))
    for each in (*phones, host):
        expect(each.locator(".panel.lead")).to_contain_text("The time is up")


def test_the_judge_of_a_paper_table(party: Party) -> None:
    """Square and dice in, what is due and why out; a slip is put right, also by the host; in the end purses are counted."""
    host, phones = gathered(party, 3, pieces="paper")
    anne, mario, nora = phones
    expect(anne.locator("#status")).to_have_text("Play on at the table.")
    expect(anne.locator('form[data-kind="enter"]')).to_have_count(2)
    enter(anne, "#act-enter-0 > form", *dice(SIGN))
    verdict = anne.locator("#act-enter-0 .verdict")
    expect(verdict).to_contain_text(f"from square 1 (Paris) to square {MAIN[SIGN].number}")
    expect(verdict).not_to_contain_text("ringed")
    expect(anne.locator("#act-enter-0 > form").locator("select[name=square]")).to_have_value(MAIN[SIGN].number)

    # Nobody is told that there is an offence; Mario saw it and says so, and the judge answers all.
    sync([*phones, host])
    mario.locator('.bar [data-kind="stop"]').tap()
    settle(mario, lambda: sure(mario.locator("#stop-0-1 button[value=sign]")))
    sync([*phones, host])
    for page, who in (
        (anne.locator("#act-enter-0"), "Mario says"),
        (mario.locator("#other-0"), "You say"),
        (host.locator("#latest"), "Mario says"),
    ):
        expect(page).to_contain_text(f"{who}: a sign ringed in red. So it was: draw a contravention card.")
    left = mario.locator("#stop-0-1 button[name=reason]")  # what was cried is gone; what is left is not asked twice yet
    expect(left).to_have_count(1)
    expect(left).to_have_text("Overtaking on a bend or a crossing")
    expect(left).not_to_have_class(re.compile("armed"))

    # It was her other dice: to the gérance, which she wins.
    anne.locator("#act-enter-0 details summary", has_text="Entered wrongly?").tap()
    enter(anne, "#act-enter-0 form[id^=instead]", *dice(TILL))
    expect(verdict).to_contain_text("You manage the business “garages” now")
    sync([*phones, host])
    expect(host.locator("#latest .verdict")).to_contain_text("Anne manages the business “garages” now")

    # Mario stops there and must buy; Nora comes from elsewhere than the phone thinks, and owes.
    enter(mario, "#act-enter-1 > form", *dice(TILL))
    expect(mario.locator("#act-enter-1 .verdict")).to_contain_text(
        "You have to buy the business “garages” from Anne for 4,500"
    )
    garage = next(i for i, square in enumerate(MAIN) if i > 12 and square.kind == Kind.GARAGE)
    enter(nora, "#act-enter-2 > form", 1, 1, MAIN[garage - 2].number)
    owes = nora.locator("#act-enter-2 .verdict")
    expect(owes).to_contain_text("1,000")
    expect(owes).to_contain_text("stopped at a garage")
    expect(owes).to_contain_text("Anne, its manager, must claim it before the next roll.")
    expect(owes).to_contain_text(f"It leaves on a roll of {A.leave} or less.")
    picture(nora, "rallye-judge", whole=True)
    expect(anne.locator("#others")).to_contain_text("Car 1 of Nora")

    # Anne sees now that Mario overtook nobody: her cry is answered on the table screen, though Nora was the last.
    anne.locator("#other-1 > summary").tap()
    settle(anne, lambda: sure(anne.locator('[id^="stop-1-"] button[value=overtaking]')))
    sync([*phones, host])
    expect(host.locator("#entry-1")).to_contain_text("Anne says")
    expect(host.locator("#latest")).to_contain_text("Nora")

    # The duel is told, by whom it may; the host puts right for others.
    settle(mario, lambda: mario.locator("#manage-garage select").select_option("1"))
    sync([*phones, host])
    expect(host.locator(".tills li").first).to_contain_text("Mario")
    host.locator("#fixes > summary").click()
    host.locator("#fix-2 > summary").click()
    enter(host, "#fix-2 form[id^=instead]", 2, 1, "1")
    sync([*phones, host])
    expect(nora.locator("#act-enter-2 .lead")).to_contain_text("from square 1 (Paris) to square 13")

    sure(host.locator(':is(form[data-kind="time"] button, .bar [data-kind="time"][form])'))
    for phone, amount in zip(phones, ("41500", "60000", "55000"), strict=True):
        form = phone.locator("#act-count form")
        form.locator("input[name=amount]").fill(amount)
        settle(phone, form.locator("button").tap)
    for page in (*phones, host):
        expect(page.locator(".win")).to_contain_text("Mario")
        assert list(purses(page).values()) == [60_000, 55_000, 41_500]


def test_a_form_says_in_our_words_what_it_lacks_and_the_answer_is_in_view(party: Party) -> None:
    """No bubble of the browser; and what the judge says stands above the form, on the screen."""
    table = party.gather("rallye", 3, pieces="paper")
    host, anne = table.host, table.phone(0)
    form = anne.locator("#act-enter-3 > form")
    form.locator('input[name="dice.0"][value="2"] + span').tap()
    sender(form).tap(force=True)
    expect(anne.locator("#toast")).to_have_text("Tap what both dice show.")
    enter(anne, "#act-enter-3 > form", 2, 3)
    expect(anne.locator("#toast")).to_be_hidden()
    expect(anne.locator("#act-enter-3 .verdict")).to_be_in_viewport(ratio=1)
    enter(anne, "#act-enter-0 > form", 1, 1)
    expect(anne.locator("#act-enter-0 .verdict")).to_be_in_viewport(ratio=1)
    sure(host.locator(':is(form[data-kind="time"] button, .bar [data-kind="time"][form])'))
    count = anne.locator("#act-count form")
    for odd in ("", "41700", "-500"):
        count.locator("input[name=amount]").fill(odd)
        count.locator("button").tap()
        expect(anne.locator("#toast")).to_contain_text("a multiple of 500 F")
        anne.reload()
    expect(anne.locator(".clock")).to_have_count(0)


def test_one_button_says_what_is_due_and_asks_for_what_lacks(party: Party) -> None:
    """Beside paper, on a small phone: it stands in the bar, one for each car, and brings the dice when they are still to be told; from
    the board, too, it comes to the answer."""
    table = party.gather("rallye", 2, pieces="paper", lang="fr")
    page = table.phone(0, locale="fr", viewport=SMALL)
    two = table.phone(1, locale="fr", viewport=SMALL)
    for hand in (page, two):
        buttons = hand.get_by_role("button", name=re.compile("^Que doit"))
        expect(buttons).to_have_count(2)
        assert hand.locator(".act > form button").count() == 0, "a twin of the one in the bar"
    for i, seat in ((0, 0), (1, 2)):
        form = page.locator(f"#act-enter-{seat} > form")
        first, second = (form.locator(f'input[name="dice.{die}"][value="2"] + span') for die in (0, 1))
        button = page.locator('.bar [data-kind="enter"]').nth(i)
        expect(button).to_have_text(f"Que doit la voiture {i + 1} ?")
        tab(page, "notes")
        button.tap(force=True)
        expect(page.locator("#toast")).to_have_text("Touchez ce que montrent les deux dés.")
        expect(first).to_be_in_viewport(ratio=1)
        assert first.evaluate(ON_TOP), "what lacks lies under something"
        for die in (first, second):
            die.tap()
        tab(page, "notes")
        settle(page, button.tap)
        expect(page.locator(f"#act-enter-{seat} .verdict")).to_be_in_viewport(ratio=1)
        expect(page.locator('[data-set="tab=hand"]')).to_have_attribute("aria-pressed", "true")
    picture(page, "rallye-entered-fr")


def test_a_stop_beside_paper_is_two_taps_away_and_shows_what_it_judges(party: Party) -> None:
    """On a small phone, from whatever page: the bar opens the newest entry of another player, with the reasons in view; and what is
    judged there does not stand below “Nothing to pay”."""
    table = party.gather("rallye", 3, pieces="paper", lang="fr")
    police = table.phone(0, locale="fr", viewport=SMALL)
    table.send(2, "enter", square="1", dice=dice(BEND))
    table.send(0, "enter", square="1", dice=dice(SIGN))
    follow(police, table.send(1, "enter", square="1", dice=dice(SIGN)))
    entry = police.locator("#other-1")
    expect(entry.locator(".reasons")).to_be_hidden()
    tab(police, "notes")
    police.locator('.bar [data-kind="stop"]').tap()
    for part in entry.locator(":is(.lead, .reasons button)").all():
        expect(part).to_be_in_viewport(ratio=1)
        assert part.evaluate(ON_TOP)
    picture(police, "rallye-paper-stop-fr")
    expect(entry.locator(".free")).to_have_count(1)
    settle(police, lambda: sure(entry.locator("button[value=sign]")))
    expect(entry).to_contain_text("C’était bien cela : tirez une carte")
    expect(entry.locator(".free")).to_have_count(0)
    picture(police, "rallye-paper-stopped-fr")


def test_which_way_is_asked_on_a_cross_road_alone_and_before_it_is_sent(party: Party) -> None:
    """Where the car was left the phone knows it, and takes the other way; what would be refused cannot be chosen."""
    table = party.gather("rallye", 2, pieces="paper")
    anne = table.phone(0, viewport=SMALL)
    form = anne.locator("#act-enter-0 > form")
    square, way, rare = (form.locator(part) for part in ("[name=square]", "[name=heading]", "details.rare"))
    refused = "(way) => [...way.options].filter((one) => one.disabled).map((one) => one.value)"
    expect(way).to_be_disabled()
    square.select_option(CROSSING)
    expect(way).to_be_visible()
    expect(way).to_have_value("")
    assert way.evaluate(refused) == ["null"]
    for i in (0, 1):
        form.locator(f'input[name="dice.{i}"][value="1"] + span').tap()
    with sent(anne, "/move") as moves:
        sender(form).tap(force=True)
        expect(anne.locator("#toast")).to_contain_text("which way the car was driving")
    assert moves == []
    assert way.evaluate(ON_TOP) and sender(form).evaluate(ON_TOP), "it lies over what it is about"
    way.select_option("1")
    square.select_option(MAIN[1].number)
    expect(way).to_be_disabled()
    expect(way).to_have_value("null")
    square.select_option(CROSSING)
    way.select_option("1")
    settle(anne, sender(form).tap)
    left = view(anne)["view"]["cars"][0]
    assert left["at"].isalnum() and not left["at"].isdecimal(), "it is on that road still"
    expect(square).to_have_value(left["at"])
    expect(way).to_be_enabled()
    expect(way).to_have_value("null")
    assert way.evaluate(refused) == [str(left["heading"])]
    expect(rare).to_be_visible()


def test_an_answer_is_followed_however_late_and_whatever_comes_before(party: Party) -> None:
    """Somebody else's move meanwhile is not the answer."""
    anne, mario = party.gather("rallye", 3, pieces="paper").phones(0, 1)
    anne.clock.install()
    anne.reload()
    held: list[Route] = []
    anne.route("**/move", lambda route: held.append(route))
    form = anne.locator("#act-enter-3 > form")
    for i in (0, 1):
        form.locator(f'input[name="dice.{i}"][value="2"] + span').tap()
    sender(form).tap()
    enter(mario, "#act-enter-1 > form", 1, 2)
    sync([anne, mario])
    anne.clock.fast_forward(5_100)
    anne.evaluate("scrollTo(0, document.body.scrollHeight)")
    settle(anne, held[0].continue_)
    expect(anne.locator("#act-enter-3 .verdict")).to_be_in_viewport(ratio=1)


def test_a_refusal_stays_as_long_as_any_after_a_form_that_lacked_something(party: Party) -> None:
    """There is one toast, and it has one timer."""
    anne = party.gather("rallye", 3, pieces="paper").phone(0)
    anne.clock.install(time=0)
    anne.clock.pause_at(1000)
    anne.reload()
    anne.route("**/move", lambda route: route.fulfill(status=409, json={"error": "Not now."}))
    form = anne.locator("#act-enter-0 > form")
    form.locator('input[name="dice.0"][value="2"] + span').tap()
    sender(form).tap(force=True)
    expect(anne.locator("#toast")).to_have_text("Tap what both dice show.")
    anne.clock.run_for(4_000)
    form.locator('input[name="dice.1"][value="2"] + span').tap()
    sender(form).tap()
    expect(anne.locator("#toast")).to_have_text("Not now.")
    anne.clock.run_for(4_000)
    expect(anne.locator("#toast")).to_be_visible()
    anne.clock.run_for(4_000)
    expect(anne.locator("#toast")).to_be_hidden()


APART = """() => {
  const box = (e) => e.getBoundingClientRect();
  const meets = (a, b) => a.left < b.right - .5 && b.left < a.right - .5 && a.top < b.bottom - .5 && b.top < a.bottom - .5;
  const board = [...document.querySelectorAll('.board-map')].find((e) => e.checkVisibility());
  const tiles = [...board.querySelectorAll('rect.tile')].map(box);
  const within = (a, b) => a.left >= b.left - .5 && a.right <= b.right + .5;
  const found = [];
  for (const town of board.querySelectorAll('.town')) {
    if (!town.checkVisibility()) continue;
    const at = box(town);
    if (!tiles.some((tile) => within(at, tile) && meets(at, tile))) found.push('town ' + town.textContent);
  }
  const cars = [...board.querySelectorAll('.car')];
  cars.forEach((car, i) => cars.slice(i + 1).forEach((other) => {
    if (meets(box(car), box(other))) found.push(`cars ${car.dataset.car} ${other.dataset.car}`);
  }));
  for (const sign of board.querySelectorAll('use.sign'))
    for (const car of cars) if (meets(box(sign), box(car.querySelector('.whole, .card')))) found.push('sign under car');
  for (const tag of board.querySelectorAll('.car .card')) {
    const letters = tag.parentElement.querySelector('text');
    if (box(letters).width > .87 * box(tag).width) found.push('frame under ' + letters.textContent);
  }
  const small = [...board.querySelectorAll('.car text')].filter((e) => box(e).height < 7);
  return [...found, ...small.map((e) => 'small ' + e.textContent)];
}"""


def test_names_stay_on_their_squares_and_cars_beside_each_other(party: Party) -> None:
    """Six cars at Paris, then on their way, on the table screen and around one's car; a sign is seen beside the car on it.
    Names that begin alike have two letters."""
    table = party.gather("rallye", 3, ("Marie", "Marion", "Margaux"), dice="table", breath="0")
    host, page = table.host, table.phone(0)
    tab(page, "notes")
    assert host.evaluate(APART) == page.evaluate(APART) == []
    expect(host.locator(".board-map .card")).to_have_count(6)
    for points in (SIGN, SIGN, BEND, TILL):
        (player,) = table.awaited
        now = table.send(player, "roll", dice=dice(points))
    for each in (page, host):
        follow(each, now)
    expect(page.locator(".tab-notes").first).to_be_visible()
    expect(host.locator(".board-map .whole")).to_have_count(2)
    expect(host.locator(".board-map .card")).to_have_count(4)
    assert host.evaluate(APART) == page.evaluate(APART) == []
    page.locator('[data-set="zoom=all"]').tap()
    expect(page.locator("#pan .town").first).to_be_hidden()


# one's own car in the lowest row of the board: does it lie above the top of the bar, and below the top of its window?
AT_THE_FOOT = """() => {
    const own = document.querySelector('#pan').dataset.car, car = document.querySelector(`#pan .car[data-car="${own}"]`);
    car.setAttribute('transform', `translate(60 ${car.ownerSVGElement.viewBox.baseVal.height - 25})`);
    document.querySelector('[data-set="zoom="]').click();
    const [box, pan, bar] = [car, car.closest('#pan'), document.querySelector('.bar')].map((part) => part.getBoundingClientRect());
    return box.bottom < bar.top && box.top > pan.top;
}"""


@pytest.mark.parametrize("height", [520, 640, 844])
def test_ones_own_car_is_seen_above_the_bar_wherever_it_stands(party: Party, height: int) -> None:
    """The window on the board ends where the bar begins, on low phones and high ones."""
    table = party.gather("rallye", 3)
    page = table.phone(0, viewport={"width": 360, "height": height})
    tab(page, "notes")
    page.wait_for_function(AT_THE_FOOT)


@pytest.mark.parametrize(
    ("scheme", "lang", "pieces"), [("light", "fr", "phone"), ("dark", "en", "phone"), ("dark", "fr", "paper")]
)
def test_axe_finds_nothing_and_targets_are_large(party: Party, scheme: str, lang: str, pieces: str) -> None:
    """Every state of a hand, with a long name, beside seats that run by themselves; and the table."""
    look = {"locale": {"en": "en-GB", "fr": "fr-FR"}[lang]}
    options = {"pieces": pieces, "minutes": "60"}
    if pieces == "phone":  # with paper nobody is asked
        options["dice"] = "table" if scheme == "light" else "phone"
    table = party.gather("rallye", 3, ("Maximiliane-Sophie A",), away=(1, 2), lang=lang, **options)
    host, page = table.laptop(**look), table.phone(0, **look)
    check = Checkup(f"rallye-{pieces}", lang, scheme, once=True)

    expect(page.locator('[data-set="tab=notes"]')).to_be_visible()
    check(page, "start")
    for _ in range(12):
        if pieces == "paper":
            enter(page, "#act-enter-0 > form", 2, 3)
            check(page, "verdict")
            continue
        expect(page.locator(".status.mine")).to_be_visible()  # the others play by themselves
        if page.locator("#claims").count() and "claims" not in check.found:
            page.locator("#claims summary").tap()
            check(page, "claims")
        if page.locator("#book form").count():
            check(page, "book")
        for kind in ("demand", "answer", "roll"):
            form = page.locator(f'form[data-kind="{kind}"]').first
            if form.count():
                check(page, kind)
                if kind == "roll" and form.locator("input[type=radio]").count():
                    roll_at_once(page, 3, 4)
                else:
                    settle(page, lambda kind=kind: poke(page, f'.bar [data-kind="{kind}"][form]'))
                break
    for name in ("log", "notes") if pieces == "phone" else ("notes",):
        tab(page, name)
        check(page, name)
    check(host, "table")
    tab(page, "hand")
    sure(host.locator(':is(form[data-kind="time"] button, .bar [data-kind="time"][form])'))
    expect(page.locator(".lead, #act-count").first).to_be_visible()
    check(page, "end")
    assert check.complaints == {}
    assert check.found.keys() >= ({"verdict"} if pieces == "paper" else {"roll", "log"})
    assert pieces == "paper" or check.found.keys() & {"book", "claims"}  # whoever is policeman


SMALL = {"width": 360, "height": 640}
RUNNING = """() => {
    const { left, right, top, bottom } = document.querySelector('#breath').getBoundingClientRect();
    const bar = document.querySelector('.bar').getBoundingClientRect();
    return left >= 0 && right <= innerWidth && top >= 0 && bottom <= bar.top + 1;
}"""


@pytest.mark.parametrize(
    ("lang", "stop", "own", "roll"),
    [
        pytest.param("en", "can stop car 1 of ", "can stop your car 1", "rolled", marks=pytest.mark.soak),
        ("fr", "peut arrêter la voiture ", "peut arrêter votre voiture 1", "mes dés"),  # the longer words
    ],
)
def test_everybody_sees_the_seconds_run_that_the_next_roll_waits(
    timed_party: Party, clocked: Clocked, lang: str, stop: str, own: str, roll: str
) -> None:
    """On every phone above its buttons and on the table screen; the roll is there and cannot be tapped; then it can."""
    table = timed_party.gather("rallye", 3, minutes="0", breath="8", dice="table", lang=lang)
    phones = [table.phone(seat, locale=lang, viewport=SMALL) for seat in range(3)]
    first = view(phones[0])["view"]["policeman"]
    police, driver, third = (phones[(first + i) % 3] for i in range(3))
    send(police, "roll", dice=dice(BEND))
    driver.clock.install(time=0)
    driver.clock.pause_at(1000)
    send(driver, "roll", dice=dice(SIGN))
    sync([*phones, table.host])
    for page, told in ((driver, own), (third, stop)):
        expect(page.locator("#breath")).to_contain_text(told)
        assert page.evaluate(RUNNING)
    expect(table.host.locator("#status")).to_contain_text(stop)
    picture(police, f"rallye-breath-{lang}-policeman")
    picture(third, f"rallye-breath-{lang}-next")
    picture(table.host, f"rallye-breath-{lang}-screen")
    waits = third.locator('.bar [data-kind="roll"]')
    expect(waits).to_be_disabled()
    expect(waits).to_contain_text(roll)
    expect(waits).to_have_accessible_description(re.compile(stop[:10]))
    expect(police.locator('.bar [data-kind="stop"]')).to_have_count(2)
    expect(police.locator('.bar [data-kind="letgo"]')).to_be_visible()
    driver.clock.run_for(3000)
    expect(driver.locator("#breath .countdown")).to_have_text("5 s")
    clocked.wait(8)
    expect(waits).not_to_have_attribute("disabled", "")  # only the dice are still to be entered
    for page in phones:
        expect(page.locator("#breath")).to_have_count(0)


def test_the_head_of_a_phone_has_two_lines_while_the_next_roll_waits(party: Party) -> None:
    """Whose roll comes is said in as much room as whom the table waits for, with the longest names in the longer language."""
    names = ("Anne-Sophie-Mathilde", "Jean-Christophe-Mari", "Marie-Antoinette-Lou")
    table = party.gather("rallye", 3, names, breath="60", dice="table", lang="fr")
    pages = table.phones(locale="fr", viewport={"width": 360, "height": 640})
    high = "(part) => Math.round(part.getBoundingClientRect().height)"
    heights, first = set(), table.awaited[0]
    for step in range(3):
        heights |= {page.locator("#status").evaluate(high) for page in pages}
        if step < 2:  # nobody waits for the policeman's word on his own car
            least = table.send((first + step) % 3, "roll", dice=dice(SIGN))
            for page in pages:
                follow(page, least)
    expect(pages[0].locator("#breath")).to_be_visible()
    assert len(heights) == 1


TOP_OF_BOARD = "document.querySelector('.board-map').getBoundingClientRect().top"


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080)], ids=["laptop", "television"])
def test_the_board_stands_still_while_the_next_roll_waits(party: Party, width: int, height: int) -> None:
    """On the table screen: before a roll, while somebody may speak, and after it, in the longer words."""
    table = party.gather("rallye", 3, ("Anne", "Benoît", "Bernadette"), breath="60", dice="table", lang="fr")
    screen = table.laptop(locale="fr", viewport={"width": width, "height": height})
    tops = [screen.evaluate(TOP_OF_BOARD)]
    first = table.awaited[0]
    for step in range(2):  # nobody waits for the policeman's word on his own car
        follow(screen, table.send((first + step) % 3, "roll", dice=dice(SIGN)))
        tops.append(screen.evaluate(TOP_OF_BOARD))
    expect(screen.locator("#status .countdown")).to_be_visible()
    picture(screen, f"rallye-still-{width}")
    follow(screen, table.send(first, "letgo"))
    expect(screen.locator("#status .countdown")).to_have_count(0)
    assert {*tops, screen.evaluate(TOP_OF_BOARD)} == {tops[0]}


def test_the_list_of_forgotten_fines_stands_still_and_closes_with_the_roll_that_ends_one(party: Party) -> None:
    """What a thumb is about to tap does not become another car; the list is opened again for what is left."""
    table = party.gather("rallye", 4, breath="0", dice="table")
    first = view(table.phone(0))["view"]["policeman"]
    for step in range(3):
        table.send((first + step) % 4, "roll", dice=dice(SIGN))
    page = table.phone((first + 3) % 4)
    claims = page.locator("#claims")
    claims.locator("summary").tap()
    listed = page.locator(".claim").evaluate_all("(all) => all.map((each) => each.id)")
    assert listed == sorted(f"claim-{(first + step) % 4}" for step in range(2))
    follow(page, table.send((first + 3) % 4, "roll", dice=dice(SIGN)))
    expect(page.locator(".claim")).to_have_count(3)
    expect(claims).to_have_attribute("open", "")  # all that was there is there
    follow(page, table.send(first, "roll", dice=dice(SIGN)))
    expect(page.locator(f"#claim-{first}")).to_have_count(0)
    expect(page.locator(".claim")).to_have_count(2)
    expect(claims).not_to_have_attribute("open", "")


# of the policeman's book, what is not in view above what lies at the foot of the page
OUT_OF_VIEW = """() => {
    const feet = [...document.querySelectorAll('.bar, .breath, .tip')].filter((foot) => foot.getClientRects().length);
    const end = Math.min(...feet.map((foot) => foot.getBoundingClientRect().top));
    return [...document.querySelectorAll('#book :is(h2, p:not(.hint), .strip-road)')].filter((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return top < 0 || bottom > end + 1;
    }).map((part) => part.outerHTML.slice(0, 60));
}"""


# what the next roll waits for, where three may speak
LONG_BREATH = """() => {
    document.querySelector('#breath').prepend('Anne-Charlotte, Maximilian-Joseph, '.repeat(4));
    document.dispatchEvent(new Event('pageupdated'));
    scrollTo(0, document.body.scrollHeight);
}"""
END_IN_VIEW = """() => {
    const parts = [...document.querySelectorAll('main > .tab')].filter((part) => part.offsetParent);
    const end = document.querySelector('#breath').getBoundingClientRect().top;
    return parts.length > 0 && parts.every((part) => part.getBoundingClientRect().bottom <= end);
}"""


def test_the_policeman_judges_in_first_view_with_two_taps(party: Party) -> None:
    """Which car, what it passed and the reasons are seen at once on a low phone, with help, seconds and clock; a stop is a reason at
    the thumb and the same once more, on whatever page of the hand."""
    names = ("Anne-Charlotte", "Maximilian-Joseph", "Bernadette-Sophie")
    table = party.gather("rallye", 3, names, minutes="60", breath="60", dice="table", lang="fr")
    first = view(table.phone(0, locale="fr"))["view"]["policeman"]
    table.send(first, "roll", dice=dice(BEND))
    table.send((first + 1) % 3, "roll", dice=dice(SIGN))  # nobody waited for the policeman's word on his own car
    police = table.phone(first, locale="fr", viewport=SMALL)
    expect(police.locator("#book form")).to_have_count(1)
    expect(police.locator(".tip:not([hidden])")).to_be_visible()
    picture(police, "rallye-policeman-fr")
    assert police.evaluate(OUT_OF_VIEW) == []
    waits = table.phone((first + 2) % 3, locale="fr", viewport=SMALL)
    waits.evaluate(LONG_BREATH)
    assert waits.evaluate(END_IN_VIEW)
    for reason in ("sign", "overtaking"):
        expect(police.locator(f'.bar [data-kind="stop"][value="{reason}"]')).to_be_in_viewport(ratio=1)
    tab(police, "log")
    sign = police.locator('.bar [data-kind="stop"][value="sign"]')
    settle(police, lambda: sure(sign))
    expect(sign).to_have_count(0)
    expect(police.locator('.bar [data-kind="stop"][value="overtaking"]')).to_be_visible()
    tab(police, "hand")
    expect(police.locator("#news li").first).to_contain_text("Vous arrêtez")
