"""What a page lets somebody choose the rules take: every choice of every form, wherever a game has got to, and before it.

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
from support.companion.rig import Browser, app_of, host_of, seated, tables_in

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


class Fields(HTMLParser):
    """The form in which the host says how they play: what it sends as it is, and what can be chosen."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.now: dict[str, str] = {}
        self.choices: dict[str, list[str]] = {}
        self._inside, self._name = False, ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A field, or a choice of the last one; those that are disabled nobody can choose."""
        has = {name: value or "" for name, value in attrs}
        self._inside = has.get("id") == "arrange" if tag == "form" else self._inside
        if not self._inside:
            return
        name, value = has.get("name", ""), has.get("value", "")
        if tag == "select":
            self._name = "" if "disabled" in has else name
        if tag == "input" and name and "disabled" not in has:
            self.now[name], self.choices[name] = value, [each for each in (has.get("min"), has.get("max")) if each]
        if tag == "option" and self._name and "disabled" not in has:
            self.choices.setdefault(self._name, []).append(value)
            self.now.setdefault(self._name, value)  # what a browser takes where none is selected
            if "selected" in has:
                self.now[self._name] = value

    def handle_endtag(self, tag: str) -> None:
        """What comes after the form is no part of it."""
        self._inside = self._inside and tag != "form"

    def sent(self, name: str, value: str) -> dict[str, Any]:
        """What the script sends when that is chosen."""
        found = {**self.now, name: value}
        asked: dict[str, Any] = {"players": int(found.pop("players")), "lang": found.pop("lang")}
        return asked | {"options": {name.removeprefix("options."): value for name, value in found.items()}}


def arranged(host: Browser, table: str, *choices: tuple[str, str]) -> Fields:
    """The form after some choices, each of which it offers."""
    for name, value in choices:
        fields = Fields(host.get(f"/t/{table}/part").text)
        assert value in fields.choices[name], (name, value, fields.choices)
        reply = host.post(f"/t/{table}/arrange", fields.sent(name, value))
        assert reply.status_code == 200, f"{name} {value} is offered beside {fields.now}: {reply.text}"
    return Fields(host.get(f"/t/{table}/part").text)


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


def test_what_goes_with_paper_alone_is_offered_with_paper_alone(tmp_path: Path) -> None:
    """Nobody who plays on phones is asked where the tiles are; and whoever goes back to phones has them there."""
    tables = tables_in(tmp_path)
    host = host_of(app_of(tables))
    for slug, name, value in (("code777", "racks", "paper"), ("fully", "logged", "yes")):
        table = tables.open(slug, 4, game(slug).Options(), "en").id
        assert f"options.{name}" not in arranged(host, table).choices
        beside = arranged(host, table, ("options.pieces", "paper"), (f"options.{name}", value))
        assert beside.now[f"options.{name}"] == value
        back = arranged(host, table, ("options.pieces", "phone"))
        assert f"options.{name}" not in back.choices
        told = {"players": 4, "lang": "en", "options": {"pieces": "phone", name: value}}
        refused = host.post(f"/t/{table}/arrange", told)
        assert refused.status_code == 400 and "goes only with" in refused.json["error"], "who asks for both is told"
        again = arranged(host, table, ("options.pieces", "paper"))
        assert again.now[f"options.{name}"] != value, "as usual"


def test_seats_that_are_taken_do_not_fall_away(tmp_path: Path) -> None:
    """Nor can anything be chosen while a game is dealt; with the same cards as elsewhere only the language."""
    tables = tables_in(tmp_path)
    app = app_of(tables)
    host = host_of(app)
    table, _ = seated(app, tables, "code777", 4)
    form = arranged(host, table)
    assert form.choices["players"] == ["4", "5"]
    assert "3 (seat 4 is taken)" in host.get(f"/t/{table}/part").text
    tables.free(table, 3)
    assert arranged(host, table).choices["players"] == ["3", "4", "5"]
    begins = arranged(host, table, ("players", "5"), ("options.begins", "5"), ("players", "3"))
    assert begins.now["options.begins"] == tables.table_state(table).options.begins == "turns", "there is no seat 5"
    same = tables.open_alike("code777", 3, game("code777").Options(), "en", 2)[0].id
    form = arranged(host, same)
    assert {name for name, values in form.choices.items() if values} == {"lang"}
    assert "Other tables have the same cards" in host.get(f"/t/{same}/part").text
    assert arranged(host, same, ("lang", "fr")).now == {"players": "3", "lang": "fr"}
