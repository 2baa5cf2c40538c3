"""The end of a game: who won, what it was, the evening, and again; on the table screen and on phones, in both languages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from support.browser.people import Gathering, Party, follow, picture, sure, sync
from support.browser.robots import steps
from support.companion.rig import robot_call
from support.soak import in_one_language

from referee.chance import Chance
from referee.registry import GAMES, pieces

LONGER = ("Marguerite-Élisabeth", "Jean-Baptiste de la", "Zoé", "Christopher-Alexande")
LOW = {"viewport": {"width": 360, "height": 640}}
SHORT = {"code777": {"target": "1"}, "inkognito": {"target": "1"}, "fully": {"rounds": "1"}}  # as short as it can be
IN_VIEW = """(part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const inside = (x, y) => part.contains(document.elementFromPoint(x, y));
    return top >= 0 && bottom <= innerHeight && inside((left + right) / 2, (top + bottom) / 2);
}"""
WIDE = "() => document.documentElement.scrollWidth <= innerWidth"
AT_THE_TOP = "() => scrollY === 0 && document.documentElement.dataset.tab === 'hand'"
STAYED = "(tab) => scrollY > 300 && document.documentElement.dataset.tab === tab"
FURTHER_DOWN = """() => {
    document.body.style.minHeight = '3000px';  // however short the page is
    scrollTo(0, 400);
}"""


def play_out(table: Gathering, game: str, most: int = 400) -> None:
    """Robots play it to its end; a rally as long as it is worth telling."""
    for number in range(30 if game == "rallye" else most):
        awaited = table.awaited
        for seat in [*awaited, *(set(table.wires) - set(awaited))]:
            wire, base = table.wires[seat], table.hands[seat]
            call = robot_call(game, wire.view(base), seat, Chance(bytes(32), number))
            if call:
                wire.post(f"{base}/move", **call)
                break
        else:
            break
    if game == "rallye":
        sure(table.host.get_by_role("button", name="Time is up"))


def ended(party: Party, game: str, lang: str = "en") -> tuple[Gathering, Page]:
    """A game that was played to its end, and its table screen."""
    more = {"breath": "0"} if game == "rallye" else {}
    table = party.gather(
        game, pieces(game).USUAL, lang="en" if game == "rallye" else lang, **SHORT.get(game, {}), **more
    )
    play_out(table, game)
    expect(table.host.locator("#finale .win")).to_be_visible()
    return table, table.host


@pytest.mark.parametrize(("game", "lang"), in_one_language(list(GAMES)))
def test_the_end_is_told_and_again_is_at_hand(party: Party, game: str, lang: str) -> None:
    """On the screen without scrolling, large enough for the whole room; on every phone above the tabs."""
    table, host = ended(party, game, lang)
    picture(host, f"finale-{game}-{lang}-screen")
    assert host.locator("#finale .rematch button").evaluate(IN_VIEW)
    assert host.locator("#finale .win").evaluate(IN_VIEW)
    assert host.locator("#finale .win").evaluate("(win) => parseFloat(getComputedStyle(win).fontSize)") >= 60
    expect(host.locator("#story .figures div").first).to_be_visible()
    if game == "inkognito":  # who was who on a television, without scrolling
        tall = table.laptop(viewport={"width": 1920, "height": 1080})
        picture(tall, "finale-inkognito-television")
        assert [row.evaluate(IN_VIEW) for row in tall.locator("#finale .truth tbody tr").all()] == [True] * 4
    winners = host.evaluate("fetch(`${document.body.dataset.live}/view`).then((r) => r.json())")["view"]["outcome"][
        "winners"
    ]
    for seat in {*winners[:1], *[s for s in table.wires if s not in winners][:1]}:
        page = table.phone(seat, locale=lang, **LOW)
        assert page.locator("#again button").evaluate(IN_VIEW)
        assert page.locator(".win").evaluate(IN_VIEW)
        assert page.locator(".win.yours").count() == (seat in winners)
        assert page.evaluate(WIDE)
        picture(page, f"finale-{game}-{lang}-{'winner' if seat in winners else 'other'}")
        picture(page, f"finale-{game}-{lang}-{'winner' if seat in winners else 'other'}-whole", whole=True)
        page.locator("#story").scroll_into_view_if_needed()
        expect(page.locator("#story .figures dd").first).to_be_visible()


LINES = """(part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""


def test_who_is_ready_has_two_lines_beside_again(party: Party) -> None:
    """In French, with a name of twenty letters, on a small phone: three lines filled the bar from edge to edge."""
    table = party.gather("code777", 3, ("Anne-Sophie-Mathilde", "Papa", "Kate"), lang="fr", target="1")
    play_out(table, "code777")
    page = table.phone(1, locale="fr", **LOW)
    table.wires[0].post(f"{table.hands[0]}/again")
    ready = page.locator(".bar p")
    expect(ready).to_contain_text("Anne-Sophie-Mathilde")
    picture(page, "ready")
    assert ready.evaluate(LINES) <= 2
    assert page.locator("#again button").evaluate(IN_VIEW)


def test_everybody_says_again_and_the_next_one_begins(party: Party) -> None:
    """No host needed; whoever did not begin last time does; and the evening is counted."""
    table, host = ended(party, "code777")
    first, *others = table.phones()
    first.locator("#again button").tap()
    expect(first.locator("#bar")).to_contain_text("You want to play again. Waiting for Mario")
    expect(host.locator("#willing")).to_contain_text("Ready to play again: Anne.")
    expect(host.locator("#finale")).to_contain_text("Mario begins the next game.")
    for page in others:
        page.locator("#again button").tap()
    for page in (first, *others):
        expect(page.locator(".scores")).to_be_visible()
    expect(host.locator("#finale")).to_have_count(0)
    assert table.awaited == [1]
    party.leave(first, *others)
    play_out(table, "code777")
    expect(host.locator("#tally")).to_contain_text("This evening:")


def test_a_celebration_is_short_and_only_for_those_who_like_it_to_move(party: Party) -> None:
    table = ended(party, "fully")[0]
    still, moving = table.host, table.laptop(reduced_motion="no-preference")
    expect(still.locator(".cheer")).to_be_hidden()
    longest = moving.evaluate(
        "() => Math.max(...document.querySelector('.cheer').getAnimations({ subtree: true })"
        ".map((each) => each.effect.getComputedTiming().endTime))"
    )
    assert 1000 < longest < 6000
    assert moving.locator("#finale .rematch button").evaluate(IN_VIEW), "nothing lies over what can be tapped"


def next_of(table: Gathering, game: str, kind: str) -> tuple[int, dict[str, Any]]:
    """Robots play until one would do that: who, and what he would send."""
    for number in range(400):
        awaited = table.awaited
        for seat in [*awaited, *(set(table.wires) - set(awaited))]:
            wire, base = table.wires[seat], table.hands[seat]
            call = robot_call(game, wire.view(base), seat, Chance(bytes(32), number))
            if call and call["move"]["kind"] == kind:
                return seat, call
            if call:
                wire.post(f"{base}/move", **call)
                break
    raise AssertionError("nobody does")


def about_to_be_judged(party: Party, game: str) -> tuple[Gathering, Callable[[], object]]:
    """A table before a verdict, or a call, that everybody must hear of, seat 1 least of all; and what brings it."""
    if game == "code777":
        table = party.gather(game, 3)
        return table, partial(table.send, 2, "declare", digits=[1, 2, 3])
    if game == "fully":
        table = party.gather(game, 4)
        steps(table, game, 0, 12)
        caller = next(seat for seat in table.wires if "fully" in kinds(table, seat))
        table.send(caller, "fully")
        partner = next(seat for seat in table.wires if "agree" in kinds(table, seat))
        return table, partial(table.send, partner, "agree", yes=True)
    if game == "allo":
        return about_to_be_wrong(party)
    if game == "rallye":
        return about_to_be_stopped(party)
    table = party.gather(game, 4, LONGER, target="5")
    seat, last = next_of(table, game, "call")
    return table, partial(table.wires[seat].post, f"{table.hands[seat]}/move", **last)


def about_to_be_wrong(party: Party) -> tuple[Gathering, Callable[[], object]]:
    """Allo before somebody dials his own number, which is nobody else's."""
    table = party.gather("allo", 3)
    for number in range(200):
        seat = table.awaited[0]
        if "guess" in kinds(table, seat):
            break
        steps(table, "allo", number, number + 1)
    own = table.wires[seat].view(table.hands[seat])["view"]["numbers"][seat]
    to = offer_of(table, seat, "guess")["choices"][0]
    return table, partial(table.send, seat, "guess", to=to, number="".join(own.values()))


def about_to_be_stopped(party: Party) -> tuple[Gathering, Callable[[], object]]:
    """A rally before a policeman stops somebody else's car, whether or not there is a reason: seat 1 looks on."""
    table = party.gather("rallye", 3, breath="0")
    for number in range(400):
        view = table.wires[0].view(table.hands[0])["view"]
        policeman, roller = view["policeman"], table.awaited[0]
        if view["sale"] is None and {policeman, roller} == {0, 2}:
            break
        steps(table, "rallye", number, number + 1)
    table.send(roller, "roll")
    stop = offer_of(table, policeman, "stop")
    return table, partial(table.send, policeman, "stop", reason=stop["choices"][0])


def offer_of(table: Gathering, seat: int, kind: str) -> dict[str, Any]:
    """The first offer of a kind."""
    offers = table.wires[seat].view(table.hands[seat])["offers"]
    return next(offer for offer in offers if offer["kind"] == kind)


def kinds(table: Gathering, seat: int) -> set[str]:
    """What a seat may do."""
    return {offer["kind"] for offer in table.wires[seat].view(table.hands[seat])["offers"]}


def elsewhere(page: Page, tab: str) -> None:
    """Turns to another tab and far down there; on the notes, somebody writes."""
    page.locator(f'[data-set="tab={tab}"]').tap()
    if tab == "notes" and page.locator("#pan").count() == 0:  # a rally has its board there, and nothing to write
        page.locator(".tab-notes textarea:visible").first.focus()
    page.evaluate(FURTHER_DOWN)


@pytest.mark.parametrize("game", GAMES)
def test_a_verdict_comes_to_the_top(party: Party, game: str) -> None:
    """Everybody sees what was judged or called, wherever he was on his page; whoever is writing stays there, and so does who
    reads another tab while somebody else is judged: it is told on top of every tab."""
    table, judge = about_to_be_judged(party, game)  # nobody looks on before
    page, writer = table.phones(0, 1, **LOW)
    of_another = game == "code777" or (game == "allo" and judge.args[0] != 0)  # type: ignore[attr-defined]
    elsewhere(page, "hand" if of_another else "log")
    elsewhere(writer, "notes")
    judge()
    sync([page, writer])
    assert page.evaluate(AT_THE_TOP)
    verdict = page.locator(".moment" if game == "rallye" else ".tab-hand [data-up]")
    expect(verdict).to_be_visible()
    assert verdict.evaluate("(part) => part.getBoundingClientRect().top") < 330
    if game == "allo":
        assert verdict.get_attribute("data-up") == ("others" if of_another else "own")
    assert writer.evaluate(STAYED, "notes")
    picture(page, f"finale-{game}-verdict")
    if game == "inkognito":
        screen = table.laptop(viewport={"width": 1920, "height": 950})  # a television, below the bars of its browser
        for part in screen.locator(".verdict > *").all():
            expect(part).to_be_in_viewport(ratio=1)
        picture(screen, f"finale-{game}-verdict-screen")
    if game == "code777":
        for tab in ("notes", "log", "more"):
            page.locator(f'[data-set="tab={tab}"]').tap()
            page.evaluate(FURTHER_DOWN)
            follow(page, table.send(2, "declare", digits=[4, 4, 4]))
            assert page.evaluate(STAYED, tab)
            expect(page.locator("#moment")).to_contain_text("declares 4 4 4")
        follow(page, table.send(0, "declare", digits=[1, 2, 3]))
        assert page.evaluate(AT_THE_TOP), "his own"


def test_a_new_game_and_a_result_come_to_the_top(party: Party) -> None:
    """Of every phone, whatever page it was on; whoever is writing stays there."""
    table = party.gather("code777", 3)
    page, writer = table.phones(0, 1, **LOW)
    for happens, phase in ((table.end, "abandoned"), (table.begin, "playing")):
        elsewhere(page, "log")
        elsewhere(writer, "notes")
        happens()
        for each in (page, writer):
            expect(each.locator("main")).to_have_attribute("data-phase", phase)  # a deal waits for shares of chance
        assert page.evaluate(AT_THE_TOP), phase
        assert writer.evaluate(STAYED, "notes"), phase
