"""Everything is seen, by day and by night: type, edges of what can be tapped, marks of players, whose turn it is."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from support.browser.contrasts import faint
from support.browser.people import Party, sync
from support.browser.robots import steps

from referee.registry import GAMES, pieces
from templates import loader

# Our typeface has come in the weight of the page, and the page is set in it.
OURS = """(ours) => {
  const plain = (family) => family.trim().replace(/['"]/g, '');
  const { fontFamily, fontWeight } = getComputedStyle(document.body);
  const come = [...document.fonts].some(({ family, weight, status }) => {
    const [least, most] = weight.split(' ').map(Number);
    return plain(family) === ours && status === 'loaded' && least <= fontWeight && fontWeight <= most;
  });
  return come && plain(fontFamily.split(',')[0]) === ours && document.fonts.check(`${fontWeight} 1rem "${ours}"`);
}"""
# The accent as it is drawn, under a thing that is put where nobody sees it.
ACCENT = """() => {
  const mark = document.body.appendChild(document.createElement('i'));
  mark.style.color = 'var(--accent)';
  const [r, g, b] = getComputedStyle(mark).color.match(/\\d+/g).map(Number);
  mark.remove();
  return [r, g, b];
}"""
LOOKS = (3, 14)  # moves after which everything is looked at
SHORT: dict[str, dict[str, str]] = {
    "code777": {"target": "1"},
    "inkognito": {"target": "1"},
    "fully": {"rounds": "1"},
    "allo": {"surnames": "4", "firsts": "4", "jobs": "4"},
    "rallye": {"minutes": "10", "breath": "0"},
}
MOST = 500  # moves until one of those is over, or its host says so: a deal of Inkognito may take more than 200


def schemes(page: Page, where: str) -> dict[str, list[str]]:
    """What is faint there, by scheme."""
    found = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found[f"{where}, {scheme}"] = faint(page)
    return {where: each for where, each in found.items() if each}


@pytest.mark.parametrize("game", list(GAMES))
def test_nothing_is_faint(party: Party, game: str) -> None:
    """Every tab of a hand, the dialogs of its bar, and the table screen, as a game begins and in the middle of it. All of it
    is set in the typeface of the house, with the accent of the printed kit by day."""
    most = pieces(game).PLAYERS[-1]  # all colours of the kit
    table = party.gather(game, most)
    done = steps(table, game, 0, LOOKS[0])
    page, host = table.phone(0), table.host
    page.wait_for_function(OURS, arg="Sousmain Sans")
    assert page.evaluate(ACCENT) == [*bytes.fromhex(loader.kit_data(game)["accent"][1:])]
    found = {}
    for until in LOOKS:
        done = steps(table, game, done, until)
        sync([page, host])
        for tab in page.locator(".tabs [data-set]").all():
            tab.tap()
            found |= schemes(page, f"{tab.text_content()} after {until}")
        page.locator(".tabs [data-set]").first.tap()
        page.evaluate("document.documentElement.dataset.moment = '1'")
        found |= schemes(page, f"what just happened after {until}")
        page.evaluate("delete document.documentElement.dataset.moment")
        for dialog in page.locator(".bar [data-dialog]").evaluate_all("(all) => all.map((one) => one.dataset.dialog)"):
            page.evaluate("(id) => document.getElementById(id).showModal()", dialog)
            found |= schemes(page, f"{dialog} after {until}")
            page.evaluate("(id) => document.getElementById(id).close()", dialog)
        found |= schemes(host, f"table screen after {until}")
    home = party.host()
    found |= schemes(home, "front page")
    assert found == {}


@pytest.mark.parametrize("game", list(GAMES))
def test_nothing_is_faint_before_a_game_and_after_it(party: Party, game: str) -> None:
    """The lobby, and the end on a hand and on the table screen."""
    table = party.gather(game, pieces(game).USUAL, begun=False, **SHORT[game])
    page, host = table.phone(0), table.host
    found = schemes(page, "lobby") | schemes(host, "lobby on the table screen")
    table.begin()
    expect(page.locator("main")).to_have_attribute("data-phase", "playing")  # it gave its share to the deal
    steps(table, game, 0, 30 if game == "rallye" else MOST)
    if game == "rallye":
        table.say("time")
    sync([page, host])
    expect(page.locator("main")).to_have_attribute("data-phase", "over")
    for tab in page.locator(".tabs [data-set]").all():
        tab.tap()
        found |= schemes(page, f"{tab.text_content()} at the end")
    assert found | schemes(host, "the end on the table screen") == {}


@pytest.mark.parametrize("game", list(GAMES))
def test_nothing_is_faint_beside_paper(party: Party, game: str) -> None:
    """What hands are asked to do, and what they may."""
    table = party.gather(game, pieces(game).USUAL, pieces="paper")
    page, host, found = table.phone(0), table.host, {}
    for until in (0, 4):
        steps(table, game, 0, until)
        sync([page, host])
        found |= schemes(page, f"hand after {until}") | schemes(host, f"table screen after {until}")
    assert found == {}
