"""Four phones and a table screen play a whole game of Code 777 by tapping."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from support.browser.code777 import declare, draw, racks_seen
from support.browser.people import NAMES as SIX
from support.browser.people import Companion, Party, picture, serving, sync

NAMES = SIX[:4]
LOCALES = ("en-GB", "fr-FR", "en-US", "fr-CA")


@pytest.fixture(scope="module")
def companion(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Companion]:
    """A server as a person starts it; other tests have a quicker one."""
    yield from serving(Companion(tmp_path_factory.mktemp("companion") / "data", real=True))


def own_digits(phones: list[Page], seat: int) -> list[int]:
    """A player's digits, as the neighbour sees them."""
    return racks_seen(phones[(seat + 1) % len(phones)])[NAMES[seat]]


def test_a_whole_game_from_the_first_deal_to_the_third_point(party: Party) -> None:
    """Scan, sit down, draw, declare; a reload and a restart in the middle; French and English at one table."""
    host = party.host()
    picture(host, "home")
    party.table(host)
    picture(host, "table-codes", whole=True)
    phones = [party.sit(host, i, name, locale=LOCALES[i]) for i, name in enumerate(NAMES)]
    assert phones[0].evaluate("isSecureContext") is False
    expect(host.locator(".seatcard.taken")).to_have_count(4)
    assert all(re.fullmatch(r".*/t/\w+/seat/\d", phone.url) for phone in phones)
    host.get_by_role("button", name="Start the game").click()
    expect(host.locator(".board")).to_be_visible()
    expect(phones[0].locator(".status.mine")).to_be_visible()
    expect(phones[1].locator("#status")).to_contain_text("On attend Anne")

    # Everybody sees every rack but his own, and all see the same.
    seen = [racks_seen(phone) for phone in phones]
    for i, name in enumerate(NAMES):
        assert name not in seen[i] and set(seen[i]) == set(NAMES) - {name}
        assert len({tuple(racks[name]) for j, racks in enumerate(seen) if j != i}) == 1
    picture(phones[0], "hand-turn")

    draw(phones[0])
    for page in (*phones, host):
        expect(page.locator(".latest .big")).to_be_visible()
    assert len({page.locator(".latest .big").inner_text() for page in (phones[0], phones[2], host)}) == 1

    # A phone reloads in mid-turn: same page, same hand, still its turn.
    before = racks_seen(phones[1])
    phones[1].reload()
    expect(phones[1].locator(".status.mine")).to_be_visible()
    assert racks_seen(phones[1]) == before
    draw(phones[1])
    expect(phones[2].locator(".status.mine")).to_be_visible()

    # The server is killed in mid-game and comes back: every page finds it again by itself.
    party.companion.kill()
    expect(phones[2].locator("#banner")).to_be_visible()
    expect(phones[2].locator("#banner")).to_have_text("Reconnecting to the table …")
    party.companion.start()
    for page in phones:
        expect(page.locator("#banner")).to_be_hidden()
    draw(phones[2])
    expect(phones[3].locator(".status.mine")).to_be_visible()

    # A wrong declaration, out of turn: everybody sees the tiles, the rack is filled anew.
    truth = own_digits(phones, 0)
    declare(phones[0], [1, 1, 1])
    expect(phones[0].locator(".verdict.wrong")).to_be_visible()
    shown = [int(digit) for digit in phones[0].locator(".verdict .tile b").all_inner_texts()]
    assert shown == truth
    expect(phones[3].locator(".verdict.wrong")).to_be_visible()
    picture(phones[0], "verdict", whole=True)

    for point in range(3):
        sync([*phones, host])
        digits = own_digits(phones, 3)
        declare(phones[3], digits[::-1])
        expect(host.locator(".scores li").nth(3).locator(".won")).to_have_count(point + 1)
        if point < 2:
            expect(phones[2].locator(".verdict.right")).to_be_visible()
            sync([*phones, host])
            while phones[3].locator(".status.mine").count():
                draw(phones[3])
    for page in (*phones, host):
        expect(page.locator(".win")).to_contain_text("Zoë")
    picture(host, "table-over", whole=True)
    picture(phones[1], "hand-over-fr", whole=True)

    # Next game with the same seats, nobody scans again; another one begins.
    host.get_by_role("button", name="Play again").click()
    expect(phones[1].locator(".status.mine")).to_be_visible()  # who did not begin last time
    expect(host.locator(".scores .won")).to_have_count(0)
    assert set(racks_seen(phones[0])) == set(NAMES[1:])
