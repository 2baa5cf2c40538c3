"""The end of every game, on phones alone and beside paper: who won, what everybody had, what it was, the evening, and again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.companion.evening import robots
from support.companion.playing import call
from support.companion.rig import Browser, app_of, host_of, seated, tables_in

from companion.service.tables import Tables
from companion.web import rendering
from referee.game import TABLE
from referee.registry import game, pieces

SHORT: dict[str, dict[str, Any]] = {
    "code777": {"target": 1},
    "inkognito": {"target": 1},
    "fully": {"rounds": 1},
    "rallye": {"minutes": 0, "breath": 0},
}
OURS = ("code777", "inkognito", "fully", "allo", "rallye")  # what everybody had is told in the words of each
MOST = {"rallye": 30}  # moves; then its host says that the time is up


def play(tables: Tables, table: str, key: str) -> None:
    """A game to its end, and each purse that lies on the table is counted."""
    tables.begin(table)
    slug = tables.table_state(table).slug
    robots(tables, table, MOST.get(slug, 400), key)
    for actor in (TABLE, *range(tables.table_state(table).seats)):
        for offer in tables.offers(tables.table_state(table), actor):
            if offer.kind == "time" or (offer.kind == "count" and actor != TABLE):
                amount = {"amount": 5000 * (actor + 1)} if offer.kind == "count" else {}
                tables.play(table, actor, call(offer.id, {"kind": offer.kind, **amount}))
    assert tables.table_state(table).phase == "over"


def words(html: str) -> str:
    """What stands there to be read, and what pictures are called."""
    html = re.sub(r'<(?:span|i|b)[^>]* aria-label="([^"]*)"', r"\1 <i", re.sub(r"</?bdi>", "", html))
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def had(slug: str, state: Any, kit: Any) -> Iterator[str]:
    """What everybody had, one after the other, as pages write it."""
    for seat in range(state.seats):
        one = f"Player {seat + 1} "
        if slug == "code777":
            tiles = (rf"{tile.digit} {kit['colours'][tile.colour]['name']} .{{,9}}" for tile in state.racks[seat])
            yield one + "".join(tiles)
        elif slug == "inkognito":
            person = kit["identities"][state.identities[seat]]["name"]
            yield rf"{one}.{{,60}}{person} \w number {state.fragments[seat]} "
        elif slug == "fully":
            row = zip("ABCDE", state.rows[seat][-1], strict=True)
            yield one + r"\w+ " + ", ".join(f"{place} {kit['colours'][each]['name']}" for place, each in row)
        elif slug == "allo":
            number = state.numbers[seat]
            yield one + "".join(
                rf".{{,30}} {each} " for each in (number.city, number.surname, number.first, number.job)
            )
        else:
            purse = state.counts[seat] if state.options.pieces == "paper" else state.purses[seat]
            yield rf"{one}(Policeman )?{purse:,}\sF"


@pytest.mark.parametrize("mode", ["phone", "paper"])
@pytest.mark.parametrize("slug", OURS)
def test_everybody_reads_what_the_game_was(tmp_path: Path, slug: str, mode: str) -> None:
    tables = tables_in(tmp_path)
    app = app_of(tables)
    options = game(slug).Options(pieces=mode, **SHORT.get(slug, {}))
    table, phones = seated(app, tables, slug, pieces(slug).USUAL, options)
    for number in range(2):
        play(tables, table, f"of-game-{number}")
    state = tables.table_state(table)
    hands = [phone.get(f"/t/{table}/seat/{seat}").text for seat, phone in enumerate(phones)]
    screens = [browser.get(f"/t/{table}").text for browser in (Browser(app), host_of(app))]
    winners = state.outcome.winners
    for seat, page in enumerate(hands):
        (said,) = re.findall(r'class="lead win(?: yours)?" id="result">(.*?)</p>', page, re.DOTALL)
        own = "You win" if seat in winners else "This time" if winners else "Nobody wins"
        assert words(said).startswith(own), (seat, said)
        assert f'data-post="/t/{table}/seat/{seat}/again"' in page
    with app.test_request_context():
        kit = rendering.kit(slug)
    for page in (*hands, *screens):
        told = words(page[page.index('id="result"') :])
        assert [each for each in had(slug, state.state, kit) if not re.search(each, told)] == []
        assert page.count("<dd>") >= 2 and 'class="turning-points"' in page, "figures, and what it turned on"
        assert (f'href="/t/{table}/debrief/2' in page) == (game(slug).knowledge is not None)
        (tally,) = re.findall(r'id="tally">(.*?)</p>', page, re.DOTALL)
        assert all(f"Player {seat + 1} " in words(tally) for seat in range(state.seats))
