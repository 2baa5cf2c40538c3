"""`sousmain league`: tables of players from records that hold."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
import pytest
from support.commands import Desk
from support.companion.rig import tables_in

from cli.league import entries
from cli.record_reports import UnreadableFile
from companion.service.moves import MoveRequest
from companion.storage.tokens import token
from generator.errors import PrintError
from referee import record, simulation
from referee.game import TABLE, Actor, Outcome
from referee.rallye.moves import Options
from referee.record import Drawn, Record, Robots, Setup, Turn
from referee.registry import game, robot

SHORT: dict[str, dict[str, Any]] = {"code777": {"target": 1}, "rallye": {"minutes": 10}}


def written(
    desk: Desk, name: str, slug: str, number: int, *names: str, strength: str = "", robots: Robots = ()
) -> bytes:
    """A game by robots, as a file: as if people had played it, but for those that it shall tell of."""
    rules, seed = game(slug), simulation.seed_of("league", number)
    chosen = rules.Options(**SHORT[slug])
    strengths: Any = (strength,) * len(names) if strength else ()
    turns, _ = simulation.play(rules, robot(slug), chosen, len(names), seed, strengths)
    setup = record.with_robots(Setup(slug, len(names), chosen, names, seed), robots)
    data = record.write(setup, turns, "outcome")
    file = desk.folder / name
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(data)
    return data


def test_an_evening(empty_desk: Desk) -> None:
    """Every game once, players by the look of their names, what does not hold left out, one deal compared."""
    first = written(empty_desk, "all/1.jsonl", "code777", 1, "Anne", "Mario", "")
    written(empty_desk, "all/2.jsonl", "code777", 1, "=SUM(1)", "ANNE", "Zoé", strength="sharp")
    written(empty_desk, "all/3.jsonl", "rallye", 2, "Anne", "Mario")
    (empty_desk.folder / "all" / "copy.jsonl").write_bytes(first)
    (empty_desk.folder / "bad.jsonl").write_bytes(first.replace(b"Mario", b"Maria"))
    code, out, err = empty_desk.run("league", "all", "bad.jsonl", "--json", "--lead")
    assert code == 1 and err.startswith("sousmain: bad.jsonl does not hold: line 1") and "left out" in err
    data = json.loads(out)
    assert data["records"] == 3 and len(data["left_out"]) == 1 and len(data["counted_once"]) == 1
    games = {each["player"]: each["games"] for each in data["overall"]}
    assert games == {"Anne": 3, "Mario": 2, "Zoé": 1, "=SUM(1)": 1}
    assert set(data["games"]) == {"code777", "rallye"}
    assert any(isinstance(each["lead"], float) for each in data["games"]["code777"])
    assert all(each["lead"] is None for each in data["games"]["rallye"])
    (deal,) = data["deals"]
    assert [table["players"] for table in deal["tables"]] == [["Anne", "Mario", ""], ["=SUM(1)", "Anne", "Zoé"]]
    mine, theirs = (table["shares"] for table in deal["tables"])
    assert [a + b for a, b in zip(mine, theirs, strict=True)] == [1, 1, 1]
    code, out, _ = empty_desk.run("league", "all", "--csv")
    rows = out.splitlines()
    assert code == 0 and rows[0] == "table,player,games,wins,par,over_par,points,lead"
    assert any(row.startswith("all,'=SUM(1),1,") for row in rows)
    code, out, _ = empty_desk.run("league", "all", "--lang", "fr")
    assert code == 0 and "Toutes les parties" in out and "Code 777" in out and "Rallye-Code" in out


def test_robots_are_in_no_table(empty_desk: Desk) -> None:
    """Nor compared with others; they were sat against, so they count for the par of people. Records of before, which tell of
    no robots, count everybody."""
    written(empty_desk, "all/1.jsonl", "code777", 1, "Anne", "Otto", "Ida", robots=(None, "sharp", "easy"))
    written(empty_desk, "all/2.jsonl", "code777", 1, "Otto", "Mario", "Ida")
    code, out, _ = empty_desk.run("league", "all", "--json")
    data = json.loads(out)
    assert code == 0 and data["robots"] == 2
    assert {each["player"]: each["games"] for each in data["overall"]} == dict.fromkeys(
        ("Anne", "Otto", "Mario", "Ida"), 1
    )
    assert {each["player"] for each in data["compared"]} == {"Anne", "Otto", "Mario", "Ida"}
    assert all(each["deals"] == 1 for each in data["compared"])
    assert {each["par"] for each in data["overall"]} == {0.3333}
    _, out, _ = empty_desk.run("league", "all")
    assert "Seats of robots, in no table: 2." in out and "Otto (robot)" in out
    for command in ("verify", "replay"):
        assert "Robots when the game ended: Otto (sharp), Ida (easy)." in empty_desk.run(command, "all/1.jsonl").out
        assert "Robots" not in empty_desk.run(command, "all/2.jsonl").out


@pytest.mark.parametrize("name", ["Anne", "Anna"])
def test_a_game_that_was_put_right_and_went_on_counts_once(empty_desk: Desk, tmp_path: Path, name: str) -> None:
    """As it ended at last, whichever record is read first. The same cards again, with the same people, are another game."""
    tables = tables_in(tmp_path)
    table = tables.open("rallye", 2, Options(dice="table", minutes=15), "en").id
    for seat, called in enumerate(("Anne", "Mario")):
        tables.take(tables.code(tables.table_state(table), seat), seat, called, seat, "")
    tables.begin(table)
    first = tables.table_state(table).awaited[0]

    def act(actor: Actor, kind: str, **fields: Any) -> None:
        offer = next(each for each in tables.offers(tables.table_state(table), actor) if each.kind == kind)
        move = msgspec.Raw(msgspec.json.encode({"kind": kind, **offer.settled, **fields}))
        assert tables.play(table, actor, MoveRequest(offer.id, token(), move)).status == 200

    act(first, "roll", dice=[1, 2])
    act(TABLE, "time")
    too_early = tables.record(table, 1)
    act(TABLE, "takeback")
    tables.rename(table, 0, name, 0)
    act(first, "roll", dice=[2, 2])
    act(TABLE, "time")
    at_last = tables.record(table, 1)
    assert too_early != at_last
    for file, data in (("1", too_early), ("2", at_last), ("3", too_early)):
        (empty_desk.folder / f"{file}.jsonl").write_bytes(data)
    for files in (("1.jsonl", "2.jsonl"), ("2.jsonl", "1.jsonl"), ("1.jsonl", "2.jsonl", "3.jsonl")):
        code, out, _ = empty_desk.run("league", *files, "--json")
        told = json.loads(out)
        assert code == 0 and told["records"] == 1 and len(told["counted_once"]) == len(files) - 1, out
        assert {each["games"] for each in told["overall"]} == {1} and told["deals"] == []
    written(empty_desk, "x/1.jsonl", "code777", 1, "Anne", "Mario", "Zoé", strength="easy")
    written(empty_desk, "x/2.jsonl", "code777", 1, "Anne", "Mario", "Zoé", strength="sharp")
    assert json.loads(empty_desk.run("league", "x", "--json").out)["records"] == 2


def test_a_name_that_changed_meanwhile_makes_no_other_game() -> None:
    """Nobody else has these cards. Where other tables have them, names tell which one it was: they may have begun alike."""
    turns = tuple(Turn(0, number, ()) for number in range(4))

    def entry(seal: str, count: int, name: str, deal: Drawn | None) -> entries.RecordEntry:
        setup = Setup("rallye", 2, Options(), (name, "Mario"), b"seed", deal=deal)
        return entries.RecordEntry(
            Path(seal), seal, Record(setup, turns[:count], "outcome", Outcome("time", (0,), (1, 0)))
        )

    def outgrown(deal: Drawn | None) -> set[str]:
        played = [("first", 2, "Anne"), ("renamed", 3, "Anna"), ("went on", 4, "Anne")]
        return entries.outgrown_seals([entry(*each, deal) for each in played])

    assert outgrown(None) == {"first", "renamed"}
    assert outgrown("laptop") == {"first"}


def test_the_zip_file_of_the_house_page(empty_desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A league reads the records in it, up to a size; commands for one record say what to do."""
    first = written(empty_desk, "1.jsonl", "code777", 1, "Anne", "Mario", "")
    with ZipFile(empty_desk.folder / "all.zip", "w", ZIP_DEFLATED) as archive:
        archive.writestr("1.jsonl", first)
        archive.writestr("notes.txt", b"not a record")
    code, out, _ = empty_desk.run("league", "all.zip", "--json")
    assert code == 0 and json.loads(out)["records"] == 1
    code, out, _ = empty_desk.run("league", "all.zip", "--lang", "fr")
    assert code == 0 and "1,00" in out and "1.00" not in out
    for command in ("verify", "debrief", "replay"):
        code, _, err = empty_desk.run(command, "all.zip")
        assert code == 2 and "Cannot read all.zip: it is a zip file: unpack it first." in err
    monkeypatch.setattr(entries, "MOST_UNPACKED", 100)
    with pytest.raises(UnreadableFile, match="it holds too much"):
        entries.files_of([empty_desk.folder / "all.zip"])
    whole = (empty_desk.folder / "all.zip").read_bytes()
    (empty_desk.folder / "all.zip").write_bytes(whole[:200])
    code, _, err = empty_desk.run("league", "all.zip")
    assert code == 1 and "unpack it first" in err, "cut off, it is no zip file any more"


def test_what_cannot_be_asked(empty_desk: Desk) -> None:
    (empty_desk.folder / "empty").mkdir()
    for words, told in (
        ((), "Which records?"),
        (("empty",), "There is no record in empty."),
        (("none.jsonl",), "Cannot read none.jsonl"),
        (("empty", "--csv", "--json"), "do not go together"),
    ):
        code, out, err = empty_desk.run("league", *words)
        assert (code, out) == (2, "") and told in err and err.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with a name")
def test_what_is_no_plain_file_is_not_waited_for(empty_desk: Desk) -> None:
    folder = empty_desk.folder / "all"
    written(empty_desk, "all/1.jsonl", "rallye", 2, "Anne", "Mario")
    os.mkfifo(folder / "pipe.jsonl")
    (folder / "gone.jsonl").symlink_to(folder / "nowhere")
    code, out, err = empty_desk.run("league", "all")
    assert (code, err) == (0, "") and "Games: 1;" in out
    code, _, err = empty_desk.run("verify", "all/pipe.jsonl")
    assert (code, err) == (2, "sousmain: Cannot read all/pipe.jsonl: it is not a plain file.\n")
    code, _, err = empty_desk.run("league", "all/pipe.jsonl")
    assert code == 1 and "Cannot read all/pipe.jsonl" in err


def test_a_whole_disk_is_not_looked_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "FOLDERS", 3)
    for name in "abc":
        (tmp_path / name).mkdir()
    with pytest.raises(PrintError, match="more than 3 folders"):
        entries.files_of([tmp_path])


def test_what_play_and_deal_refuse_about_shared_cards(empty_desk: Desk) -> None:
    for words, told in (
        (("play", "--deal", "new"), "--deal needs a game"),
        (("play", "code777", "--tables", "2"), "--tables needs --deal"),
        (("play", "code777", "--deal", "new", "--robots", "2"), "--deal and --robots do not go together"),
        (("play", "code777", "--deal", "short"), "has 16 letters and digits"),
        (("play", "code777", "--deal", "new", "--tables", "21"), "--tables"),
        (("play", "code777", "--deal", ""), "has 16 letters and digits"),
        (("play", "--word", ""), "a word has 4 to 40 letters"),
        (("deal", "code777", "--phrase", "short"), "has 16 letters and digits"),
        (("deal", "code777", "--phrase", ""), "has 16 letters and digits"),
        (("deal", "code777", "--verify", ""), "has 16 letters and digits"),
        (("deal", "code777", "--deals", "2", "--phrase", "0123456789ABCDEF"), "--phrase and --deals"),
        (("deal", "code777", "--deals", "5", "--tables", "5"), "At most 20 sets"),
    ):
        code, out, err = empty_desk.run(*words)
        assert (code, out) == (2, "") and told in err and err.count("\n") == 1, (words, err)


def test_one_word_deals_the_same_slips_for_every_table(empty_desk: Desk) -> None:
    word = ("--phrase", "0123-4567-89ab-cdef", "--quiet")
    pages = []
    for tables in ("1", "2"):
        assert empty_desk.run("deal", "code777", *word, "--tables", tables, "--out", tables).code == 0
        (file,) = (empty_desk.folder / tables).iterdir()
        pages.append((file.name, file.stat().st_size))
    (one, small), (two, large) = pages
    assert one == two and large > small, "the code in the name is that of the cards"
