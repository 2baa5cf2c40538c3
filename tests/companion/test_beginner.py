"""Who begins: each in his turn from game to game unless the host says otherwise; and records of such games are checked."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.companion.rig import app_of, robot_call, seated, tables_in

from companion.service.tables import Tables
from referee.chance import Chance
from referee.options import default_options, read_options
from referee.record import verify
from referee.registry import game, pieces

CHOSEN = ("code777", "inkognito", "fully")  # where the table says who begins


def opened(tables: Tables, slug: str, begins: str, seats: int | None = None) -> str:
    """A table with somebody on each seat."""
    options = read_options(game(slug), {"begins": begins})
    table_state = tables.open(slug, seats or pieces(slug).USUAL, options, "en")
    for seat in range(table_state.seats):
        tables.take(tables.code(table_state, seat), seat, f"Player {seat + 1}", seat, "")
    return table_state.id


def play(tables: Tables, table: str) -> int:
    """A game that ends at once: who began it, by the rules; its record holds."""
    tables.begin(table)
    state = tables.table_state(table).state
    first: int = getattr(state, "starter", getattr(state, "speaker", getattr(state, "turn", None)))
    tables.abandon(table)
    found = verify(tables.record(table, tables.table_state(table).number))
    assert found.turns[0].events[0].options.beginner == first
    return first


@pytest.mark.parametrize("slug", CHOSEN)
def test_they_take_turns_over_restarts_too(slug: str, tmp_path: Path) -> None:
    tables = tables_in(tmp_path)
    table = opened(tables, slug, "turns")
    began = [play(tables, table), play(tables, table)]
    tables.store.close()
    again = tables_in(tmp_path)
    began += [play(again, table) for _ in range(3)]
    seats = again.table_state(table).seats
    assert began == [i % seats for i in range(5)]


@pytest.mark.parametrize("slug", CHOSEN)
def test_the_host_chooses(slug: str, tmp_path: Path) -> None:
    """A seat that does not play is one that does; then it is by chance, and the record knows that it was."""
    tables = tables_in(tmp_path)
    table = opened(tables, slug, "3")
    assert [play(tables, table) for _ in range(2)] == [2, 2]
    chance = read_options(game(slug), {"begins": "chance"})
    tables.arrange(table, tables.table_state(table).seats, chance, "en")
    began = {play(tables, table) for _ in range(30)}
    assert began == set(range(tables.table_state(table).seats))
    tables.begin(table)
    tables.abandon(table)
    assert b'"begins":"chance"' in tables.record(table, tables.table_state(table).number).splitlines()[0]


def test_with_five_the_ambassador_never_begins_among_the_agents(tmp_path: Path) -> None:
    tables = tables_in(tmp_path)
    table = opened(tables, "inkognito", "turns", 5)
    assert [play(tables, table) for _ in range(5)] == [0, 1, 2, 3, 0]


@pytest.mark.parametrize("slug", CHOSEN)
def test_a_table_of_the_version_before_is_as_it_was(slug: str, tmp_path: Path) -> None:
    """Nothing was said of it there: the first seat begins every game, and not a byte of its records is another one."""
    tables = tables_in(tmp_path)
    table_state = tables.open(slug, 4, game(slug).Options(), "en")
    for seat in range(4):
        tables.take(tables.code(table_state, seat), seat, f"Player {seat + 1}", seat, "")
    assert [play(tables, table_state.id) for _ in range(2)] == [0, 0]
    assert b"begins" not in tables.record(table_state.id, 2)


def test_games_that_say_it_themselves_are_not_asked() -> None:
    for slug in ("allo", "rallye"):
        assert default_options(game(slug)).beginner is None


def test_a_role_card_of_fully_says_who_speaks_first_in_every_game(tables: Tables) -> None:
    """They take turns: North spoke first on every card, whoever did."""
    table, phones = seated(app_of(tables), tables, "fully", 4, read_options(game("fully"), {"begins": "turns"}))
    for place in ("North", "East"):
        tables.begin(table)
        assert f"Then {place} speaks." in phones[0].get(f"/t/{table}/seat/0").text
        tables.abandon(table)


def test_a_role_card_says_who_begins_and_not_whose_turn_it_is(tables: Tables) -> None:
    """Whoever puts it away late is not told that somebody begins who does not."""
    table, phones = seated(app_of(tables), tables, "code777", 3)
    tables.begin(table)
    page = f"/t/{table}/seat/0"
    assert "You begin: draw a question." in phones[0].get(page).text
    body = phones[0].get(f"{page}/view").json
    assert phones[0].post(f"{page}/move", robot_call("code777", body, 0, Chance(bytes(32), 1))).status_code == 200
    for seat, phone in enumerate(phones):
        text = phone.get(f"/t/{table}/seat/{seat}").text
        assert "Your tiles are hidden from you alone" in text
        assert "begins and draws" not in text and "You begin" not in text
