"""Everything is seen, by day and by night: type, edges of what can be tapped, marks of players, whose turn it is."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from support.browser.contrasts import faint
from support.browser.people import Party, sync
from support.browser.robots import steps

from referee.registry import GAMES, pieces

LOOKS = (3, 14)  # moves after which everything is looked at


def schemes(page: Page, where: str) -> dict[str, list[str]]:
    """What is faint there, by scheme."""
    found = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found[f"{where}, {scheme}"] = faint(page)
    return {where: each for where, each in found.items() if each}


@pytest.mark.parametrize("game", list(GAMES))
def test_nothing_is_faint(party: Party, game: str) -> None:
    """Every tab of a hand, the dialogs of its bar, and the table screen, as a game begins and in the middle of it."""
    most = pieces(game).PLAYERS[-1]  # all colours of the kit
    table = party.gather(game, most)
    done = steps(table, game, 0, LOOKS[0])
    page, host = table.phone(0), table.host
    found = {}
    for until in LOOKS:
        done = steps(table, game, done, until)
        sync([page, host])
        for tab in page.locator(".tabs [data-set]").all():
            tab.tap()
            found |= schemes(page, f"{tab.text_content()} after {until}")
        page.locator(".tabs [data-set]").first.tap()
        for dialog in page.locator(".bar [data-dialog]").evaluate_all("(all) => all.map((one) => one.dataset.dialog)"):
            page.evaluate("(id) => document.getElementById(id).showModal()", dialog)
            found |= schemes(page, f"{dialog} after {until}")
            page.evaluate("(id) => document.getElementById(id).close()", dialog)
        found |= schemes(host, f"table screen after {until}")
    home = party.host()
    found |= schemes(home, "front page")
    assert found == {}
