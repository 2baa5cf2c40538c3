"""The puzzle of the day over HTTP: the same for everybody, no solution on its page, days that are none refused."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from support.companion.rig import Browser, app_of, tables_in

from companion.errors import NotFound
from companion.service.daily_puzzles import DailyPuzzles
from referee.daily import of_the_day
from referee.registry import with_puzzles
from templates.pages import puzzles as words


def kept(today: str = "2026-11-17") -> DailyPuzzles:
    """Those of a year that ends on a day, made here and now."""
    return DailyPuzzles(lambda: date.fromisoformat(today), lambda make: make())


def test_the_puzzle_is_that_of_the_day() -> None:
    """The booklet of a month has the same."""
    assert kept().puzzle("2026-11-17", "code777", "easy") == of_the_day("code777", "2026-11-17", "easy")


@pytest.mark.parametrize(
    ("day", "game", "level"),
    [
        ("2026-11-19", "code777", "easy"),
        ("2025-11-15", "code777", "easy"),
        ("2026-02-30", "code777", "easy"),
        ("today", "code777", "easy"),
        ("2026-11-17", "chess", "easy"),
        ("2026-11-17", "code777", "silly"),
    ],
)
def test_what_is_no_puzzle(day: str, game: str, level: str) -> None:
    """Nobody makes a laptop work for days that never come."""
    with pytest.raises(NotFound):
        kept().puzzle(day, game, level)


def test_somewhere_it_is_tomorrow_and_a_year_ago_was_one_too() -> None:
    """Both are there."""
    assert kept().has("2026-11-18")
    assert kept().has("2025-11-16")


def test_each_is_made_once() -> None:
    """Asked a thousand times it is the same value."""
    puzzles = kept()
    assert puzzles.puzzle("2026-11-17", "allo", "easy") is puzzles.puzzle("2026-11-17", "allo", "easy")


@pytest.mark.parametrize("game", with_puzzles())
def test_the_right_answer_is_right_and_no_other(game: str) -> None:
    """Field by field: with one of them another it is not."""
    puzzle = of_the_day(game, "2026-11-17", "medium")
    said = words.words(game)
    given = right_answer(game, puzzle)
    assert said.right(puzzle, given)
    assert {field.name for field in said.fields(puzzle)} == set(given)
    for field in said.fields(puzzle):
        others = [value for value, _ in field.choices if value != given[field.name]] or ["77777"]
        assert not all(said.right(puzzle, {**given, field.name: other}) for other in others), field.name
    assert not said.right(puzzle, {})
    rows, columns = said.table(puzzle)
    assert bool(rows) == bool(columns)


@pytest.mark.parametrize("typed", ["²", "①", "1²", "٣", "9" * 500])
def test_what_looks_like_a_number_and_is_none_is_a_wrong_answer(typed: str) -> None:
    """No mistake of ours."""
    puzzle = of_the_day("rallye", "2026-11-17", "easy")
    assert not words.words("rallye").right(puzzle, {"due": typed, "square": "A1", "offence": "no"})


def right_answer(game, puzzle):
    """What one fills in."""
    if game == "code777":
        return {f"digit{i}": str(digit) for i, digit in enumerate(puzzle.solution, 1)}
    if game == "inkognito":
        pairs = enumerate(puzzle.solution)
        return {f"{part}{i}": value for i, cards in pairs for part, value in zip(("who", "what"), cards, strict=True)}
    if game == "allo":
        parts = ("city", "surname", "first", "job")
        return {part: puzzle.solution[2 * i : 2 * i + 2] for i, part in enumerate(parts)}
    if game == "fully":
        code, row = puzzle.solution
        return {f"digit{d}": phrase for d, phrase in code} | {f"place{p}": c for p, c in zip("ABCDE", row, strict=True)}
    found, seat = puzzle.solution, puzzle.shown.turn
    tills = dict(puzzle.shown.tills)
    due = sum(amount for source, target, amount, _ in found.paid if source == seat and target in tills)
    due += sum(amount for _, _, amount, _ in found.asked)
    return {"square": found.at, "due": str(due), "offence": "yes" if found.offences else "no"}


MANY = """
from companion.server import wsgi

wsgi.patch()
import gevent
from datetime import date, timedelta

from companion.service import daily_puzzles

last = date(2026, 11, 17)
busy, most = 0, 0

def slowly(game, day, level):
    global busy, most
    busy += 1
    most = max(most, busy)
    sum(range(300_000))
    busy -= 1
    return day

daily_puzzles.daily.of_the_day = slowly
kept = daily_puzzles.DailyPuzzles(lambda: last)
days = [(last - timedelta(days=back)).isoformat() for back in range(40)]
asked = [gevent.spawn(kept.puzzle, day, "code777", "hard") for day in days]
gevent.joinall(asked, timeout=30)
assert [each.value for each in asked] == days, [each.value for each in asked]
assert most == 1
"""


def test_whoever_asks_for_many_at_once_gets_all_of_them() -> None:
    """Nobody waits for a lock in the threads that make them, where nobody would ever wake him."""
    done = subprocess.run([sys.executable, "-c", MANY], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_one_day_at_a_time_in_words(tmp_path: Path) -> None:
    """A way to each day of the week, and the puzzles of the chosen one alone; of no other day."""
    app = app_of(tables_in(tmp_path))
    app.extensions["puzzles"] = kept()
    page = Browser(app).get("/puzzles").text
    assert page.count('class="pill"') == 3 * len(with_puzzles()) and page.count("/puzzles?day=") == 7
    assert "17 November 2026" in page and "/puzzle/2026-11-17/" in page
    before = Browser(app).get("/puzzles?day=2026-11-15", headers={"Accept-Language": "fr"}).text
    assert "15 novembre 2026" in before and "/puzzle/2026-11-15/" in before and "/puzzle/2026-11-17/" not in before
    assert Browser(app).get("/puzzles?day=2026-11-01").status_code == 404


@pytest.mark.parametrize("game", ["code777", "inkognito", "fully", "rallye"])
def test_what_is_seen_is_drawn_as_on_a_hand(game: str, tmp_path: Path) -> None:
    app = app_of(tables_in(tmp_path))
    app.extensions["puzzles"] = kept()
    page = Browser(app).get(f"/puzzle/2026-11-17/{game}/easy").text
    drawn = {"code777": 'class="tile c-', "inkognito": 'class="face c-', "fully": 'class="pawn c-', "rallye": "thrown"}
    assert page.count(drawn[game]) >= {"code777": 9, "inkognito": 2, "fully": 15, "rallye": 1}[game]
    assert "2026-11-17 ·" not in page and "17 November 2026" in page


def test_a_puzzle_of_a_rally_has_its_board_and_its_tariff(tmp_path: Path) -> None:
    """Whoever has no kit at hand can solve it: every car stands where the words say, and prices are those of its edition."""
    tables = tables_in(tmp_path)
    for day in ("2026-11-17", "2026-11-18", "2026-11-19"):
        app = app_of(tables)
        app.extensions["puzzles"] = puzzles = kept("2026-11-19")
        seen = puzzles.puzzle(day, "rallye", "easy").shown
        page = Browser(app).get(f"/puzzle/{day}/rallye/easy").text
        board = page[page.index('class="board-map"') :].partition("</svg>")[0]
        assert len(set(re.findall(r'data-car="(\d)"', board))) == len(seen.cars)
        assert re.search(r'class="car s\d next"', board)
        assert ('"prices"' in page) and ("500 F × roll" in page.replace("\xa0", " ").replace("&nbsp;", " "))
    tables.store.close()
