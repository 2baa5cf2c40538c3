"""What pages of Fully say: who has set a team's code, and that the talk is over."""

from __future__ import annotations

from pathlib import Path

from support.companion.evening import moved
from support.companion.playing import call
from support.companion.rig import app_of, host_of, seated, tables_in

from referee.registry import game


def test_partners_learn_who_set_their_code_and_all_when_the_talk_is_over(tmp_path: Path) -> None:
    """Only the partner reads whose digits those are; the table screen says when to seal."""
    tables = tables_in(tmp_path)
    app = app_of(tables)
    table, phones = seated(app, tables, "fully", 4, game("fully").Options(rounds=1))
    host = host_of(app)
    tables.begin(table)

    def page(seat: int) -> str:
        return phones[seat].get(f"/t/{table}/seat/{seat}/part").text

    (offer,) = (each for each in tables.offers(tables.table_state(table), 0) if each.kind == "code")
    told = "has set your code"
    assert told not in page(2)
    digits = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert tables.play(table, 0, call(offer.id, {"kind": "code", "digits": digits, **offer.settled})).status == 200
    assert f"Player 1</bdi> {told}; you can change it below." in page(2)
    assert [seat for seat in (0, 1, 3) if told in page(seat)] == [], "nobody else learns it"

    over, number = "The talk is over: seal your boards.", 0
    while tables.table_state(table).state.phase != "seal":
        if number % 8 == 0:
            assert over not in host.get(f"/t/{table}/part").text
        assert moved(tables, table, number)
        number += 1
    assert over in host.get(f"/t/{table}/part").text
