"""The laptop's file goes missing in the middle of a game: every page says so, nothing is lost, and it goes on by itself."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from playwright.sync_api import Page, expect
from support.browser.code777 import gathered
from support.browser.people import Party

NAMES = ("tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm")


def seated(party: Party) -> tuple[Page, Page, Page]:
    """A running game for two."""
    table = gathered(party)
    anne, mario = table.phones()
    return table.host, anne, mario


def test_every_page_tells_it_and_the_move_is_made_when_the_file_is_back(party: Party) -> None:
    host, anne, mario = seated(party)
    data = party.companion.data
    (data / "away").mkdir()
    for name in NAMES:
        (data / name).rename(data / "away" / name)
    for page in (host, anne, mario):
        expect(page.locator(".trouble")).to_contain_text("cannot keep moves")
    with anne.expect_response(lambda reply: reply.url.endswith("/move")) as asked:
        anne.locator('.bar [data-kind="ask"]').click()
    assert asked.value.status == 503
    for name in NAMES:
        (data / "away" / name).rename(data / name)
    expect(mario.locator(".status.mine")).to_be_visible()  # nobody tapped again
    for page in (host, anne, mario):
        expect(page.locator(".trouble")).to_have_count(0)
        expect(page.locator("#banner")).to_be_hidden()


def test_a_move_that_meets_a_lock_is_sent_again_with_its_key(party: Party) -> None:
    _, anne, mario = seated(party)
    with closing(sqlite3.connect(party.companion.data / NAMES[0], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with anne.expect_response(lambda reply: reply.url.endswith("/move")) as asked:
            anne.locator('.bar [data-kind="ask"]').click()
        assert asked.value.status == 503 and asked.value.headers["retry-after"] == "1"
        expect(anne.locator("#banner")).to_contain_text("Another program")
        other.execute("COMMIT")
    expect(mario.locator(".status.mine")).to_be_visible()
    expect(anne.locator("#banner")).to_be_hidden()
