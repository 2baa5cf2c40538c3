"""Phones mix chance of their own into the deal, and say so when somebody leaves it out."""

from __future__ import annotations

import hashlib
import random
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser.code777 import draw
from support.browser.people import PROGRAMS, Companion, Party, sure

from companion.web import rendering
from referee.record import Setup, verify

LEFT = "Your phone’s share of chance was left out of this deal."
CHANGED = "What the laptop had promised for this deal was changed"


def seated(party: Party, players: int = 3) -> tuple[Page, Page, Page]:
    """A host, two phones, and seats that run by themselves; both phones have pledged."""
    table = party.gather("code777", players, away=range(2, players), begun=False)
    host, (anne, mario) = table.host, table.phones()
    promised(host, 2)
    return host, anne, mario


def promised(host: Page, count: int) -> None:
    """Waits until so many phones have pledged for the next game."""
    names = ("Anne", "Mario")[:count]
    expect(host.locator(".fair")).to_contain_text(f"Phones that will mix in chance of their own: {', '.join(names)}.")


def start(host: Page, anne: Page, again: bool = False) -> None:
    host.get_by_role("button", name="Play again" if again else "Start the game").click()
    expect(anne.locator('main[data-phase="playing"]')).to_be_visible()


def end(host: Page, number: int = 1) -> Setup:
    """Abandons the game; what its record says that it started from."""
    sure(host.locator('form[data-post$="/abandon"] button'))
    link = host.get_by_role("link", name=f"Save the record of game {number}")
    expect(link).to_be_visible()
    text = host.evaluate("(url) => fetch(url).then((reply) => reply.text())", link.get_attribute("href"))
    return verify(text.encode()).setup


def seconds_to_deal(folder: Path) -> float:
    """Between the act that closes the pledges and the one that deals, by the log."""
    with closing(sqlite3.connect(folder / "tables.sqlite")) as log:
        told = dict(log.execute("select json_extract(cast(act as text), '$.act'), at from log order by version"))
    return float(told["began"] - told["dealing"])


def test_two_phones_mix_in_and_a_seat_without_one_gives_nothing(party: Party) -> None:
    """At the first game and at the next, with a reload of a phone between pledge and deal, and within moments."""
    host, anne, mario = seated(party)
    mario.reload()
    start(host, anne)
    print(f"dealt {1000 * seconds_to_deal(party.companion.data):.0f} ms after the pledges were closed")
    expect(host.locator(".fair")).to_contain_text("Phones that mixed in chance of their own: Anne, Mario.")
    first = end(host)
    assert [bool(share) for share in first.shares] == [True, True, False]
    assert [bool(pledge) for pledge in first.pledges] == [True, True, False]
    expect(anne.locator("#fair")).to_have_attribute("data-seed", first.seed.hex())
    promised(host, 2)
    start(host, anne, again=True)
    second = end(host, 2)
    assert all(second.shares[:2]) and not set(second.shares[:2]) & set(first.shares)
    assert second.seed != first.seed
    for page in (anne, mario):
        expect(page.locator("#unfair")).to_be_hidden()


def test_a_phone_that_sleeps_holds_up_nobody_and_says_that_it_was_left_out(party: Party) -> None:
    host, anne, mario = seated(party)
    table = mario.url
    mario.goto("about:blank")
    start(host, anne)
    mario.goto(table)
    expect(mario.locator("#unfair")).to_contain_text(LEFT)
    expect(anne.locator("#unfair")).to_be_hidden()
    mario.locator("#unfair button").tap()
    mario.reload()
    expect(mario.locator("#status")).to_contain_text("Waiting for Anne")
    expect(mario.locator("#unfair")).to_be_hidden()
    draw(anne)
    found = end(host)
    assert [bool(pledge) for pledge in found.pledges] == [True, True, False]
    assert [bool(share) for share in found.shares] == [True, False, False]


def test_one_phone_with_two_seats_gives_one_share(party: Party) -> None:
    host = party.host()
    party.table(host, 2)
    anne = party.sit(host, 0, "Anne")
    party.take(anne, party.code(host, 1), "Mario", 1)
    promised(host, 1)
    host.get_by_role("button", name="Start the game").click()
    expect(host.locator(".board")).to_be_visible()
    found = end(host)
    assert [bool(share) for share in found.shares] == [True, False]
    expect(anne.locator("#unfair")).to_be_hidden()


def test_a_server_that_comes_back_between_pledge_and_deal_finds_the_same_pledges(party: Party) -> None:
    host, anne, mario = seated(party)
    expect(anne.locator("#fair")).to_have_attribute("data-promised", re.compile("^[0-9a-f]+,[0-9a-f]+"))  # of both
    before = anne.locator("#fair").get_attribute("data-promised")
    party.companion.kill()
    expect(anne.locator("#banner")).to_be_visible()
    party.companion.start()
    for page in (host, anne, mario):
        expect(page.locator("#banner")).to_be_hidden()
    assert anne.locator("#fair").get_attribute("data-promised") == before
    start(host, anne)
    assert all(end(host).shares[:2])
    expect(anne.locator("#unfair")).to_be_hidden()


def test_the_hash_of_the_script_is_sha_256(party: Party) -> None:
    """On inputs of every length around the ends of its blocks, and on long ones."""
    page = party.gather("code777", 2).phone(0)
    dice = random.Random(777)
    inputs = [dice.randbytes(size) for size in (*range(140), *(dice.randrange(140, 5000) for _ in range(60)))]
    script = "async ([url, inputs]) => { const m = await import(url); return inputs.map(m.sha256); }"
    found = page.evaluate(script, [rendering.asset("fair.js"), [list(each) for each in inputs]])
    assert found == [hashlib.sha256(each).hexdigest() for each in inputs]
    assert len(found) == 200


class Cheating(Companion):
    """A server whose owner has patched it."""

    trick = ""

    def command(self, *more: str) -> list[str]:
        _, _, *words = super().command(*more)
        return [str(PROGRAMS / "cheating.py"), self.trick, *words]


TRICKS = {  # what the host's program does, and what an honest phone says
    "drops the shares": LEFT,
    "denies the pledges": LEFT,
    "another seed": CHANGED,
    "another list": CHANGED,
}


@pytest.mark.parametrize("trick", TRICKS)
def test_a_phone_tells_on_a_server_that_cheats(trick: str, chromium: Browser, tmp_path: Path) -> None:
    server = Cheating(tmp_path / "data")
    server.trick = trick
    server.start()
    people = Party(chromium, server)
    try:
        table = people.gather("code777", 2, begun=False)
        host, phones = table.host, table.phones()
        if trick == "denies the pledges":
            for page in phones:
                with page.expect_response("**/pledge"):
                    page.reload()
        else:
            promised(host, 2)
        start(host, phones[0])
        for page in phones:
            expect(page.locator("#unfair")).to_contain_text(TRICKS[trick])
    finally:
        people.close()
        server.kill()
