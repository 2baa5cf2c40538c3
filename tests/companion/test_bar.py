"""The bar at the foot of a hand: whoever is awaited finds something to do there, and everything there leads somewhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from support.companion.rig import BASE, Browser, app_of, host_of, robot_call, seated, tables_in

from companion.web.rendering import is_between_deals
from referee.chance import Chance
from referee.registry import GAMES, game, pieces
from templates.pages.actions import MOST

BAR = re.compile(r'<div class="bar".*?</div>', re.DOTALL)
BUTTON = re.compile(r"<button (.*?)>(.*?)</button>", re.DOTALL)
MOVES = 20
PAPER = {"code777": {"racks": "paper", "answers": "announced"}}  # more than that the pieces are printed


def attributes(tag: str) -> dict[str, str]:
    """What stands in a tag."""
    return dict(re.findall(r'([\w-]+)="([^"]*)"', tag))


def actions(page: str) -> list[dict[str, str]]:
    """The buttons of the bar, the one that shows the hand left out."""
    (bar,) = BAR.findall(page)
    found = [attributes(tag) | {"label": re.sub("<.*?>", "", text)} for tag, text in BUTTON.findall(bar)]
    return [each for each in found if "data-kind" in each]


def targets(page: str) -> set[str]:
    """Everything on a page that something can lead to."""
    return set(re.findall(r'id="([\w-]+)"', BAR.sub("", page)))


def form_of(page: str) -> Callable[[str], str]:
    """The form with an id, with all that is in it; nothing if that is no form."""
    forms = {attributes(form)["id"]: form for form in re.findall(r"<form [^>]*id=.*?</form>", page, re.DOTALL)}
    return lambda place: forms.get(place, "")


@pytest.mark.parametrize("slug", [slug for slug, home in GAMES.items() if home.presenter])
@pytest.mark.parametrize("kit", [False, True], ids=["phone", "paper"])
def test_whoever_is_awaited_has_something_to_do(tmp_path: Path, slug: str, kit: bool) -> None:
    """In every step that robots come to: at most three buttons, the first one large, each with words and a place it leads to,
    and no kind of thing that was not offered. The others read whom they wait for."""
    tables = tables_in(tmp_path)
    app = app_of(tables)
    rules = game(slug)
    options = rules.Options(pieces="paper", **PAPER.get(slug, {})) if kit else rules.Options()
    table, phones = seated(app, tables, slug, pieces(slug).USUAL, options)
    tables.begin(table)
    seen: set[str] = set()
    for number in range(MOVES):
        state = tables.table_state(table)
        if state.phase != "playing":
            break
        calls = []
        for seat, phone in enumerate(phones):
            base = f"/t/{table}/seat/{seat}"
            page, body = phone.get(f"{base}/part").text, phone.get(f"{base}/view").json
            bar, there = actions(page), targets(page)
            offered = {offer["kind"] for offer in body["offers"]}
            assert len(bar) <= MOST
            assert {each["data-kind"] for each in bar if "form" in each} <= offered
            assert all(each["label"].strip() for each in bar)
            places = [each.get("form") or each.get("data-dialog") or each.get("data-go") or "" for each in bar]
            assert set(places) <= there, f"{seat}: {bar}"
            assert len({each["id"] for each in bar}) == len(bar)
            if seat in state.awaited:
                assert bar and bar[0]["class"].split()[0] == "main", f"{slug}, seat {seat}: {offered}"
            lacking = [form for form in map(form_of(page), places) if " required" in form]
            assert all("data-want" in form for form in lacking), "nothing says what is to be chosen first"
            seen |= {each["data-kind"] for each in bar}
            if call := robot_call(slug, body, seat, Chance(bytes(32), number)):
                calls.append((phone, f"{base}/move", call))
        if not calls:
            break
        phone, path, call = calls[0]
        assert phone.post(path, call).status_code == 200
    assert seen


def words(tag: str, page: str) -> str:
    """What is read between that tag and the end of its paragraph."""
    found = re.search(tag + r"(.*?)</p>", page, re.DOTALL)
    return " ".join(re.sub(r"<.*?>", "", found[1]).split()) if found else ""


WAITED_FOR = {  # in whole evenings of each game: what those do who are waited for
    "code777": {"drawing a question", "answering the question", "entering tiles"},
    "inkognito": {"choosing a place", "meeting somebody"},
    "fully": {"setting up", "speaking", "replying", "yes or no to FULLY", "sealing what was found"},
    "allo": {"drawing a card", "moving", "laying a cable", "calling", "a special card", "showing a plate"},
    "rallye": {"rolling", "answering an offer"},
}


@pytest.mark.parametrize("slug", [slug for slug, home in GAMES.items() if home.presenter])
@pytest.mark.parametrize("kit", [False, True], ids=["phone", "paper"])
def test_header_bar_and_screen_say_the_same(tmp_path: Path, slug: str, kit: bool) -> None:
    """What there is to do, or whom all wait for and for what, however many they are; also what lapses with somebody's roll. A due
    that lapses is something to do, with its sound and in the title."""
    tables = tables_in(tmp_path)
    app = app_of(tables)
    rules = game(slug)
    options = rules.Options(pieces="paper", **PAPER.get(slug, {})) if kit else rules.Options()
    table, phones = seated(app, tables, slug, pieces(slug).USUAL, options)
    tables.begin(table)
    told, reasons = set[str](), set[str]()
    for number in range(MOVES):
        state = tables.table_state(table)
        if state.phase != "playing":
            break
        names = ", ".join(f"Player {seat + 1}" for seat in state.awaited)
        screen = words('id="status" role="status">', Browser(app).get(f"/t/{table}/part").text)
        waits = screen.removeprefix(f"Waiting for {names}: ") if names else ""
        between = is_between_deals(state)
        assert between or (waits in WAITED_FOR[slug] if names else screen == "Play on at the table."), screen
        roller = f"until Player {(getattr(state.state, 'turn', 0) or 0) + 1} rolls"
        ends = ("until the next roll",) if getattr(state.state, "sale", None) else ("until you roll", roller)
        calls = []
        for seat, phone in enumerate(phones):
            base = f"/t/{table}/seat/{seat}"
            page, body = phone.get(f"{base}/part").text, phone.get(f"{base}/view").json
            bar, header = actions(page), words('id="status" role="status">', page)
            beside = words(r'id="bar" .*?<p>', page)
            due = any(each["kind"] == "demand" for each in body["offers"])
            mine = (seat in state.awaited and not between) or due
            assert f'data-mine="{mine:d}"' in page and ("Your move!" in page) == mine, header
            if mine or "(until" in header:
                lapsing = re.fullmatch(r"(.*) \((until .* rolls?)\)", header)
                what, lead = lapsing.groups() if lapsing else header.partition(": ")[::-2]
                assert what and lead in ("Your move", *ends)
                assert bar[0]["class"].split()[0] == "main" or beside == f"Possible {lead}"
            else:
                leads = bool(bar) and bar[0]["class"].split()[0] == "main"
                first = (
                    f"{waits[:1].upper()}{waits[1:]}: waiting for {names}"
                    if len(names) > 10 and not between
                    else screen
                )
                assert header == first and beside == ("" if leads else screen), "a bar that holds nothing says why"
                reasons.add(beside)
            if due:
                assert header.startswith("Claim ") and "(until" in header
            told.add(header.partition(" ")[0])
            if call := robot_call(slug, body, seat, Chance(bytes(32), number)):
                calls.append((phone, f"{base}/move", call))
        if not calls:
            break
        phone, path, call = calls[0]
        assert phone.post(path, call).status_code == 200
    assert told & {"Your", "Play"}
    assert kit or reasons - {""}, "with phones somebody waits sooner or later"


def road(tmp_path: Path, *offered: str) -> tuple[str, str]:
    """Two hands of Rallye-Code at a table that waits for nobody's word: of who rolls next, and of who has those offers."""
    tables = tables_in(tmp_path)
    app = app_of(tables)
    table, phones = seated(app, tables, "rallye", 4, game("rallye").Options())
    tables.begin(table)
    for number in range(200):
        state = tables.table_state(table)
        calls, (turn,) = [], state.awaited
        for seat, phone in enumerate(phones):
            base = f"/t/{table}/seat/{seat}"
            body = phone.get(f"{base}/view").json
            kinds = {offer["kind"] for offer in body["offers"]}
            page = phone.get(f"{base}/part").text
            if seat != turn and kinds == {*offered} and re.search(r"\(until .* rolls\)", page):
                return phones[turn].get(f"/t/{table}/seat/{turn}/part").text, page
            if call := robot_call("rallye", body, seat, Chance(bytes(32), number)):
                calls.append((seat != turn, phone, f"{base}/move", call))
        _, phone, path, call = min(calls, key=lambda each: each[0])
        assert phone.post(path, call).status_code == 200
    raise AssertionError(f"nobody is ever offered {offered}")


def test_a_due_counts_as_something_to_do(tmp_path: Path) -> None:
    """It lapses with the next roll, and whoever does not look up has lost it."""
    turn, page = road(tmp_path, "claim", "demand")
    name = re.search(r'data-title="Your move! · (.*?) ·', turn)
    header = words('id="status" role="status">', page)
    assert name and re.fullmatch(rf"Claim [\d,]+ F \(until {name[1]} rolls\)", header), header
    assert 'data-mine="1"' in page and 'data-title="Your move!' in page
    assert actions(page)[0]["data-kind"] == "demand" and not words(r'id="bar" .*?<p>', page)


def test_a_fine_that_somebody_may_have_forgotten_calls_nobody(tmp_path: Path) -> None:
    """It can be denounced before nearly every roll: a phone that called for that would say nothing with a call any more. Header and
    bar tell of it, and until when."""
    turn, page = road(tmp_path, "claim")
    name = re.search(r'data-title="Your move! · (.*?) ·', turn)
    assert name
    assert words('id="status" role="status">', page) == f"Denounce it (until {name[1]} rolls)"
    assert words(r'id="bar" .*?<p>', page) == f"Possible until {name[1]} rolls", "whole by itself"
    assert 'data-mine="0"' in page and "Your move" not in page and 'class="until"' not in page


def test_a_phone_calls_for_its_owner_unless_he_said_no(tmp_path: Path) -> None:
    """Or nobody would look at it when his turn comes; and what he chose is kept."""
    tables = tables_in(tmp_path)
    table, phones = seated(app_of(tables), tables, "code777", 3)
    assert ' data-sound="true" ' in phones[0].get(f"/t/{table}/seat/0").text
    phones[0].client.set_cookie("sound", "false", domain=urlsplit(BASE).hostname or "")
    assert ' data-sound="false" ' in phones[0].get(f"/t/{table}/seat/0").text


def test_whatever_may_sound_has_its_switch_in_sight(tmp_path: Path) -> None:
    """The laptop of the host and any screen that looks on as well as phones: before a game, in it and after it."""
    tables = tables_in(tmp_path)
    app = app_of(tables)
    table, phones = seated(app, tables, "code777", 3)
    hand, screen = f"/t/{table}/seat/0", f"/t/{table}"
    for happens in (None, tables.begin, tables.abandon):
        if happens:
            happens(table)
        for browser, place in ((phones[0], hand), (host_of(app), screen), (Browser(app), screen)):
            page = browser.get(place).text
            assert ' data-sound="true" ' in page
            assert len(re.findall(r'<button[^>]* data-switch="sound" aria-pressed="true"', page)) == 1, place
