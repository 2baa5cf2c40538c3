"""What pages of Code 777 say of what just happened."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.companion.evening import robots
from support.companion.rig import app_of, seated, tables_in


@pytest.mark.parametrize(("seats", "rack"), [(2, "Open rack 1"), (3, "Open rack"), (4, "")])
def test_a_right_declaration_tells_which_tiles_are_new(tmp_path: Path, seats: int, rack: str) -> None:
    """His own on the phone of whoever declared, the open rack on every one; a wrong one leaves that as it was."""
    tables = tables_in(tmp_path)
    table, phones = seated(app_of(tables), tables, "code777", seats)
    tables.begin(table)

    def declare(digits: list[int]) -> list[str]:
        found = re.search(r'data-kind="declare" data-offer="([^"]+)"', phones[0].get(f"/t/{table}/seat/0").text)
        assert found
        call = {"offer": found[1], "key": "".join(map(str, digits)) * 8, "move": {"kind": "declare", "digits": digits}}
        assert phones[0].post(f"/t/{table}/seat/0/move", call).status_code == 200
        pages = (phone.get(f"/t/{table}/seat/{seat}").text for seat, phone in enumerate(phones))
        return [re.sub(r"<[^>]*>|\s+", " ", page[page.index('id="moment"') :].split("</div>")[0]) for page in pages]

    told = declare([1, 1, 1])
    assert ["You hold new tiles now." in each for each in told] == [True] + [False] * (seats - 1)
    assert not any("new tiles, too" in each for each in told)
    told = declare(sorted(tile.digit for tile in tables.table_state(table).state.racks[0]))
    assert ["You hold new tiles now." in each for each in told] == [True] + [False] * (seats - 1)
    assert [f"{rack}: new tiles, too" in each for each in told] == [bool(rack)] * seats


def test_a_line_of_the_log_says_by_colour_whose_racks_it_was_about(tmp_path: Path) -> None:
    tables = tables_in(tmp_path)
    table, phones = seated(app_of(tables), tables, "code777", 4)
    tables.begin(table)
    robots(tables, table, 1)
    state = tables.table_state(table)
    asked = next(line.seat for line in state.state.lines)
    (about,) = re.findall(r'<span class="about".*?</span>', phones[3].get(f"/t/{table}/seat/3").text)
    shown = re.findall(r'class="mark-of p(\d) s(\d)">(\w+)<', about)
    others = [seat for seat in range(4) if seat != asked]
    assert shown == [(str(state.chairs[seat].colour), str(seat), f"P{seat + 1}") for seat in others]
