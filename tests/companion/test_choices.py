"""What a page lets somebody choose the rules take: every choice of every form, wherever a game has got to.

Forms that a script fills in or guards (tiles, rows, pairs, calls, numbers) have tests of their own in browsers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import islice, product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.companion.evening import moved
from support.companion.rig import app_of, seated, tables_in

from referee.chance import Chance
from referee.game import Refused, decided
from referee.registry import GAMES, game, pieces

PAPER: dict[str, dict[str, Any]] = {
    "code777": {"racks": "paper", "answers": "announced"},
    "fully": {"logged": True},
}
SCRIPTED = {
    ("code777", "enter"),
    ("fully", "row"),
    ("fully", "code"),
    ("fully", "amend"),
    ("inkognito", "pair"),
    ("inkognito", "call"),
    ("allo", "correct"),
    ("rallye", "enter"),
}
MOVES, EACH = 24, 60  # that robots make, and choices of a form that are tried
# Of ten tags of a page nine are drawings, and slow to read.
OF_FORMS = re.compile(r"</?(?:form|input|select|option|button)\b[^>]*>")
AS = {"int": int, "bool": "true".__eq__, "json": lambda text: json.loads(text or "null")}


class Forms(HTMLParser):
    """The forms of a page that send a move, with all that can be chosen in each."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, tuple[str, dict[str, list[Any]]]] = {}
        self._form, self._select = "", ("", "")
        self.feed("".join(OF_FORMS.findall(page)))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A form, or a field of one: it may stand in the bar."""
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = has.get("id", "") if "data-offer" in has else ""
            if self._form:
                self.found[self._form] = has["data-kind"], {}
        if tag == "select":
            self._select = has.get("name", ""), has.get("data-as", "")
        name, kind = self._select if tag == "option" else (has.get("name", ""), has.get("data-as", ""))
        form = has.get("form", self._form)
        if tag == "option" and not has.get("value"):
            return  # nothing is chosen yet
        if tag in ("input", "option", "button") and name and form in self.found and "disabled" not in has:
            self.found[form][1].setdefault(name, []).append(AS.get(kind, str)(has.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        """What comes after a form is no part of it."""
        if tag == "form":
            self._form = ""


def moves(kind: str, fields: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    """All that a form can send, as the script puts it together."""
    for values in islice(product(*fields.values()), EACH):
        made: dict[str, Any] = {"kind": kind}
        for name, value in zip(fields, values, strict=True):
            whole, _, index = name.partition(".")
            if index:
                made.setdefault(whole, []).append(value)
            else:
                made[name] = value
        yield made


@pytest.mark.parametrize("mode", ["phone", "paper"])
@pytest.mark.parametrize("slug", [slug for slug, home in GAMES.items() if home.presenter])
def test_whatever_can_be_chosen_is_taken(tmp_path: Path, slug: str, mode: str) -> None:
    tables = tables_in(tmp_path)
    options = game(slug).Options(pieces=mode, **(PAPER.get(slug, {}) if mode == "paper" else {}))
    table, phones = seated(app_of(tables), tables, slug, pieces(slug).USUAL, options)
    tables.begin(table)
    tried = 0
    for number in range(MOVES):
        now = tables.table_state(table)
        for seat, phone in enumerate(phones):
            forms = Forms(phone.get(f"/t/{table}/seat/{seat}/part").text).found
            for kind, fields in forms.values():
                if (slug, kind) in SCRIPTED:
                    continue
                for sent in moves(kind, fields):
                    move = msgspec.convert(sent, now.game.Move)
                    try:
                        decided(now.game, now.state, seat, move, Chance(bytes(32), number))
                    except Refused as refused:
                        pytest.fail(f"seat {seat} may choose {sent}: {refused.rule}")
                    tried += 1
        if not moved(tables, table, number) or tables.table_state(table).phase != "playing":
            break
    assert tried > 5 or (slug, mode) in (("code777", "paper"), ("fully", "paper"))
