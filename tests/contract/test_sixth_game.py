"""A sixth game is one line in the registry: an invented one, all in its own folder, is listed, printed, played, recorded, checked.

`tests/support/sixth_game/` is the game, `tests/support/sixth.py` the line.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.commands import Commands, Desk
from support.companion.rig import Browser, app_of, host_of, robot_call, tables_in
from support.pdfs import opened, placed
from support.printing import texts
from support.sixth import LINE

from companion.storage.tokens import token
from referee import record
from referee.chance import Chance
from referee.registry import GAMES, game, pieces
from templates import i18n
from templates.shelves import shelf

TESTS = Path(__file__).resolve().parents[1]
SLUG = "higher"
ROOMS = ("cli", "companion", "generator", "referee", "templates", "tests", "tools", "bench")
REGISTERED = f"import sys\nsys.path.insert(0, {str(TESTS)!r})\nfrom support import sixth\nsixth.pytest_configure()"
# What is parametrised by the games of the registry, and does not ask for what is recorded and told of games in this house.
FOR_FREE = ("contract", "referee", "companion", "generator")
ONE_MORE = "cli/test_cli_records.py"
NOT_ITS = (
    "test_the_page_of_a_game_tells",  # docs/games
    "test_expected",  # recorded drawings
    "test_what_is_kept_is_what_would_be_made_anew",  # thirty moves: it is over by then
    "test_the_same_table_and_the_same_hands",  # starts a server, where nobody wrote the line
)


@pytest.fixture(autouse=True)
def one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry with one line more."""
    ((slug, home),) = LINE.items()
    monkeypatch.setitem(GAMES, slug, home)


@pytest.fixture(scope="module")
def commands() -> Iterator[Commands]:
    """The processes that turn into commands."""
    made = Commands()
    yield made
    made.close()


@pytest.fixture
def desk(tmp_path: Path, commands: Commands) -> Desk:
    """Where commands are run."""
    (tmp_path / "desk").mkdir()
    return Desk(tmp_path / "desk", commands)


def said(desk: Desk, *words: str, lang: str = "C") -> str:
    """What a command says in a house with that line."""
    result = desk.run(*words, lang=lang, before=REGISTERED)
    assert (result.code, result.err) == (0, ""), result.err
    return result.out


def test_all_of_it_is_in_its_folder() -> None:
    """Its line names packages of that folder and no others; without the line nobody knows it."""
    folder = TESTS / "support" / "sixth_game"
    assert all(package.split(".")[:2] == ["support", "sixth_game"] for package in filter(None, LINE[SLUG]))
    assert shelf(SLUG) == folder
    named = re.compile(rf"sixth_game|[\"'/]{SLUG}[\"'/.]")
    strangers = {
        str(file.relative_to(TESTS.parent))
        for room in ROOMS
        for file in (TESTS.parent / room).rglob("*")
        if file.suffix in (".py", ".html", ".toml", ".js", ".css", ".po", ".txt") and folder not in file.parents
        if named.search(file.read_text("utf-8"))
    }
    assert strangers == {"tests/support/sixth.py", "tests/contract/test_sixth_game.py"}


@pytest.mark.slow
def test_it_is_listed_and_printed(desk: Desk) -> None:
    """In both languages: the name, the components, and a PDF with every piece of its box."""
    for lang, name, title in (("en", "Higher", "Number cards"), ("fr", "Plus haut", "Cartes de nombres")):
        listed = said(desk, "games", lang={"en": "C", "fr": "fr_FR.UTF-8"}[lang])
        assert re.search(rf"^{SLUG} +{name} · 2–4 ", listed, re.MULTILINE)
        assert title in listed
        (receipt,) = json.loads(said(desk, "print", SLUG, "--lang", lang, "--players", "3", "--json"))["files"]
        counts = {part["component"]: part["pieces"] for part in receipt["components"]}
        assert {key: counts[key] for key in pieces(SLUG).box(3)} == pieces(SLUG).box(3)
        data = (desk.folder / receipt["file"]).read_bytes()
        stamped = placed(opened(data))
        cards = {face: count for face, count in stamped.items() if face.startswith("higher.card.")}
        assert cards == {f"higher.card.{n}": 1 + (n == 12) for n in range(1, 13)}, "the last one is a figure, too"
        assert stamped["higher.note"] == 6
        assert any(title in text for text in texts(data))


def test_it_is_played_on_phones_from_the_lobby_to_a_record_that_holds(tmp_path: Path, desk: Desk) -> None:
    """The host opens a table, phones scan and sit down, robots at them ask and call; a wrong move gets its sentence."""
    tables = tables_in(tmp_path)
    app = app_of(tables)
    host = host_of(app)
    assert "Higher" in host.get("/").text
    address = host.post("/open", {"game": SLUG, "players": 3, "lang": "fr", "options": {"strict": "yes"}}).json["go"]
    table = address.removeprefix("/t/")
    phones = [Browser(app) for _ in range(3)]
    hands = [
        phone.sit(tables.code(tables.table_state(table), seat), seat, f"P{seat}") for seat, phone in enumerate(phones)
    ]
    assert host.post(f"{address}/begin").status_code == 200
    assert "Is it higher than …" in phones[0].get(hands[0]).text
    phones[0].client.set_cookie("lang", "fr", domain="127.0.0.1")
    assert "Est-il plus haut que …" in phones[0].get(hands[0]).text
    for number in range(100):
        if tables.table_state(table).phase != "playing":
            break
        (seat,) = tables.table_state(table).awaited
        body = phones[seat].get(f"{hands[seat]}/view").json
        assert [n is not None for n in body["view"]["numbers"]] == [other == seat for other in range(3)]
        other = (seat + 1) % 3
        call: Any = robot_call(SLUG, body, seat, Chance(bytes(32), number))
        assert phones[other].post(f"{hands[other]}/move", call | {"key": token()}).status_code in (409, 422)
        assert phones[seat].post(f"{hands[seat]}/move", call).status_code == 200
    assert tables.table_state(table).phase == "over"
    data = host.get(f"{address}/record/1").data
    assert record.verify(data).outcome.winners
    file = tmp_path / "game.jsonl"
    file.write_bytes(data)
    assert "holds: Higher with P0, P1, P2" in said(desk, "verify", str(file))
    told = said(desk, "replay", str(file), "--lang", "fr")
    assert "Chacun reçoit un nombre." in told and "c’est juste." in told


def test_robots_play_it(desk: Desk) -> None:
    """To the end, at strict tables, too."""
    told = said(desk, "simulate", SLUG, "--games", "20", "--option", "strict=yes")
    assert "Higher, robots: 4, games: 20" in told and "called.right" in told


def test_its_french_is_whole() -> None:
    """Its own catalogue, with what ours does not say already."""
    sys.path.insert(0, str(TESTS.parent / "tools"))
    import messages

    wanted = {(each.id, each.context) for each in messages.collected(shelf(SLUG)) if each.id}
    kept = {(each.id, each.context): each.string for each in messages.kept("fr", shelf(SLUG)) if each.id}
    assert set(kept) == wanted and all(kept.values())
    assert {each: i18n.written("fr", *each, shelf(SLUG)) for each in kept} == kept
    assert not [text for text, place in wanted if place is None and i18n.written("fr", text, None)]


def files_for_free() -> list[Path]:
    """The files that are parametrised by games: reading all the others takes longer than these tests."""
    files = [file for place in FOR_FREE for file in (TESTS / place).glob("test_*.py")] + [TESTS / ONE_MORE]
    return [file for file in files if re.search(r"\bGAMES\b", file.read_text("utf-8"))]


@pytest.mark.slow
def test_the_tests_of_every_game_hold_for_it() -> None:
    """In a run of their own, with that line before they are collected: they come for free."""
    chosen = " and ".join([SLUG, *(f"not {name}" for name in NOT_ITS)])
    command = [sys.executable, "-m", "pytest", "-p", "support.sixth", "-p", "no:cacheprovider", "-k", chosen, "-rN"]
    command += [str(file) for file in files_for_free()]
    env = {**os.environ, "PYTHONPATH": str(TESTS)}
    command += ["--deselect", "tests/contract/test_sixth_game.py", "-o", "addopts=", "-p", "no:xdist"]
    done = subprocess.run(command, cwd=TESTS.parent, env=env, capture_output=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stdout[-3000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed and int(passed[1]) > 70
    assert game(SLUG).slug == SLUG
