"""What pages of Fully say: who has set a team's code, and that the talk is over."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from support.companion.evening import moved
from support.companion.playing import call
from support.companion.rig import app_of, host_of, seated, tables_in

from companion.service.tables import Tables
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


def sends(tables: Tables, table: str, seat: int, kind: str, **fields: Any) -> None:
    """A move of that kind."""
    offer = next(each for each in tables.offers(tables.table_state(table), seat) if each.kind == kind)
    assert tables.play(table, seat, call(offer.id, {"kind": kind, **offer.settled, **fields})).status == 200


def test_after_a_no_both_partners_read_when_fully_can_be_proposed_again(tmp_path: Path) -> None:
    """Where its button stood, for as long as it would stand there; in the last turn of a team there is no next one."""
    tables = tables_in(tmp_path)
    table, phones = seated(app_of(tables), tables, "fully", 4, game("fully").Options(rounds=1))
    tables.begin(table)
    number = 0
    while tables.table_state(table).state.phase == "set up":
        assert moved(tables, table, number)
        number += 1

    def told() -> list[str]:
        pages = [phone.get(f"/t/{table}/seat/{seat}/part").text for seat, phone in enumerate(phones)]
        return ["".join(re.findall(r'<p class="note">(.*?)</p>', page)) for page in pages]

    assert told() == [""] * 4
    sends(tables, table, 2, "fully")
    assert told() == [""] * 4, "its answer is awaited"
    asked = phones[0].get(f"/t/{table}/seat/0/part").text
    assert asked.index("what you lose counts double") < asked.index('class="strip"') < asked.index('class="panel own"')
    assert "call-note" not in asked and "call-note" in phones[1].get(f"/t/{table}/seat/1/part").text
    sends(tables, table, 0, "agree", yes=False)
    later = "FULLY: again on your team’s next turn"
    assert told() == [later, "", later, ""]
    sends(tables, table, 0, "speak", colour="red", place="A", digit=1)
    sends(tables, table, 2, "reply", digit=1)
    assert told() == [""] * 4, "the others speak"
    sends(tables, table, 1, "speak", colour="red", place="A", digit=1)
    sends(tables, table, 3, "reply", digit=1)
    sends(tables, table, 0, "fully")
    sends(tables, table, 2, "agree", yes=False)
    never = "FULLY: not in this game any more"
    assert told() == [never, "", never, ""]
