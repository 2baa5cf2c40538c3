"""The bar at the foot of a hand: whoever is awaited finds something to do there, and everything there leads somewhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from support.companion.rig import BASE, app_of, robot_call, seated, tables_in

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


@pytest.mark.parametrize(
    ("slug", "what"),
    [
        ("code777", "drawing a question"),
        ("inkognito", "choosing a place"),
        ("allo", "drawing a card"),
        ("rallye", "rolling"),
    ],
)
def test_the_header_says_what_somebody_does(tmp_path: Path, slug: str, what: str) -> None:
    """In the words of the bar, which has no room for them beside two buttons; screen readers hear the header alone."""
    tables = tables_in(tmp_path)
    table, phones = seated(app_of(tables), tables, slug)
    tables.begin(table)
    (awaited,) = tables.table_state(table).awaited
    for seat in range(2):
        page = phones[seat].get(f"/t/{table}/seat/{seat}/part").text
        (status,) = re.findall(r'id="status" role="status">(.*?)</p>', page)
        told = re.sub(r"<.*?>", "", status)
        assert told == ("It is your move." if seat == awaited else f"Waiting for Player {awaited + 1}: {what}")


def test_a_phone_calls_for_its_owner_unless_he_said_no(tmp_path: Path) -> None:
    """Or nobody would look at it when his turn comes; and what he chose is kept."""
    tables = tables_in(tmp_path)
    table, phones = seated(app_of(tables), tables, "code777", 3)
    assert ' data-sound="true" ' in phones[0].get(f"/t/{table}/seat/0").text
    phones[0].client.set_cookie("sound", "false", domain=urlsplit(BASE).hostname or "")
    assert ' data-sound="false" ' in phones[0].get(f"/t/{table}/seat/0").text
