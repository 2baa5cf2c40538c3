"""All that opens over a hand: it fits the smallest phone, with the longest names, in the longer language."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from support.browser.people import Party, box_of, covered, follow, picture
from support.browser.robots import steps

from referee.registry import GAMES, pieces

LOW = {"viewport": {"width": 360, "height": 600}, "locale": "fr-FR"}
LONG = ("Anne-Charlotte-Marie", "Maximilian-Josephine", "Christopher-Alexande", "Zoë", "Bernadette-Sophie-An", "Max")
TABLES = [  # game, players, what its phones do, moves before somebody looks
    *(("allo", 4, {"pieces": where}, most) for where, most in (("phone", 40), ("paper", 0))),
    *(("code777", 5, {"pieces": where}, most) for where, most in (("phone", 20), ("paper", 0))),
    *(("fully", 4, {"pieces": where}, most) for where, most in (("phone", 14), ("paper", 10))),
    *(("inkognito", players, {"pieces": where}, 12) for players in (3, 4, 5) for where in ("phone", "paper")),
    *(("rallye", 6, {"pieces": where}, most) for where, most in (("phone", 60), ("paper", 8))),
]
SCROLLS = """(dialog) => dialog.id !== 'moments' && [...dialog.querySelectorAll('*')].some((part) =>
    getComputedStyle(part).overflowY === 'auto' && part.scrollHeight > part.clientHeight)"""
OPENED = """(id) => {
    document.querySelector(`[data-dialog="${id}"]`)?.click();
    const dialog = document.getElementById(id);
    if (!dialog.open) dialog.showModal();
}"""


def test_all_games_are_here() -> None:
    assert {game for game, *_ in TABLES} == set(GAMES)
    assert all(max(pieces(game).PLAYERS) in {n for of, n, *_ in TABLES if of == game} for game in GAMES)


@pytest.mark.parametrize(("game", "players", "options", "most"), TABLES)
def test_every_dialog_of_a_hand_fits_the_smallest_phone(
    party: Party, game: str, players: int, options: dict[str, str], most: int
) -> None:
    """What ends it is in reach, and the look where there is one; nothing is cut; what one chooses from does not scroll, and what happened only where there is no room."""
    table = party.gather(game, players, LONG, lang="fr", **options)
    steps(table, game, 0, most)
    for seat in {0, *table.awaited[:1]}:
        page = table.phone(seat, **LOW)
        found: dict[str, object] = {}
        for name in page.locator("dialog[id]").evaluate_all("(all) => all.map(({ id }) => id)"):
            page.evaluate(OPENED, name)
            expect(page.locator(f"#{name}")).to_be_visible()
            picture(page, f"dialog-{game}-{players}-{'-'.join(options.values())}-{name}")
            expect(page.locator(f"#{name} button[data-peek]")).to_have_count(page.locator(".bar .hold").count())
            wrong = covered(page, f"#{name}", ends=0)
            if wrong or page.locator(f"#{name}").evaluate(SCROLLS):
                found[name] = wrong or "what one chooses from scrolls"
            page.locator(f"#{name}").evaluate("(dialog) => dialog.close()")
        assert found == {}
        party.leave(page)


def test_the_look_stays_at_the_foot_when_what_is_asked_is_new(party: Party) -> None:
    """Whoever declares for the second time has new tiles, and the dialog a new form: it was put below the look."""
    table = party.gather("code777", 3, LONG, lang="fr")
    page = table.phone(0, **LOW)
    dialog, opener = page.locator("#declare"), page.locator('.bar [data-dialog="declare"]')
    for _ in range(2):
        opener.tap()
        look, title = box_of(dialog.locator("> .hold")), box_of(dialog.locator("h2"))
        assert look["y"] > title["y"] + title["height"]
        assert covered(page, "#declare", ends=0) == {}
        dialog.locator("[data-close]").tap()
        follow(page, table.send(0, "declare", digits=[1, 2, 3]))
