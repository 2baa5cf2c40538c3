"""Another country on the command line: played, kept in the record, refused in one sentence."""

from __future__ import annotations

import msgspec
import pytest

from companion.server.launch import tables_in, waiting_table
from companion.storage.data_folder import Folder
from referee.allo import maps
from referee.allo.france import FRANCE
from templates import loader

ISLANDS = loader.SHELF / "kits" / "allo" / "islands.toml"


def test_robots_play_on_another_map_and_the_record_brings_it_along(empty_desk):
    """Whoever verifies it needs no other file."""
    empty_desk.run(
        *("simulate", "allo", "--games", "1", "--players", "3", "--record", "r", "--map", str(ISLANDS)),
        *("--option", "surnames=4", "--option", "firsts=4", "--option", "jobs=4"),
    )
    (file,) = (empty_desk.folder / "r").iterdir()
    setup = msgspec.json.decode(file.read_bytes().splitlines()[0])
    assert setup["options"]["map"]["name"] == maps.check(loader.parsed_toml(ISLANDS)).name
    assert setup["options"]["surnames"] == 4
    assert empty_desk.run("verify", f"r/{file.name}").code == 0
    told = empty_desk.run("replay", f"r/{file.name}").out
    assert any(city.name in told for city in maps.check(loader.parsed_toml(ISLANDS)).cities)


def test_a_table_is_opened_ahead_on_another_map(empty_desk):
    """And `play` finds that one when it is asked for the same map, another for the usual one."""
    told = empty_desk.run("table", "allo", "--map", str(ISLANDS), "--data", "d", "--address", "home.example")
    assert told.code == 0
    islands = maps.check(loader.parsed_toml(ISLANDS))
    with Folder(empty_desk.folder / "d", "http://home.example:7770") as folder:
        tables = tables_in(folder)
        (opened,) = tables.all(10)
        assert opened.options.map == islands
        assert waiting_table(tables, "allo").id == opened.id
        tables.maps["allo"] = islands
        assert waiting_table(tables, "allo").id == opened.id
        tables.maps["allo"] = FRANCE
        assert waiting_table(tables, "allo").options.map == FRANCE
        assert tables.default_options("code777") is not None
        tables.store.close()


@pytest.mark.parametrize("command", ["play", "table", "simulate"])
def test_a_game_without_a_map_takes_none(empty_desk, command):
    assert "--map is for games with a map, not for code777." in empty_desk.refused(
        command, "code777", "--map", str(ISLANDS)
    )


@pytest.mark.parametrize("command", ["play", "table", "simulate"])
def test_a_bad_map_is_refused_with_file_and_key(empty_desk, command):
    """Nothing is opened for it."""
    bad = empty_desk.folder / "bad.toml"
    bad.write_text(ISLANDS.read_text("utf-8").replace('code = "', 'code = "x', 1), encoding="utf-8")
    told = empty_desk.refused(command, "allo", "--map", "bad.toml")
    assert "bad.toml" in told
    assert "cities[0].code" in told
    assert "two digits" in told


@pytest.mark.parametrize("command", ["play", "print"])
def test_links_that_cross_are_refused_on_phones_as_on_paper(empty_desk, command):
    """With the file, the key, and both links."""
    bad = empty_desk.folder / "bad.toml"
    text = ISLANDS.read_text("utf-8").replace("links = [", 'links = [\n    ["Saltgate", "Thrush Bay", 3],', 1)
    bad.write_text(text.replace('["Old Kiln", "Ninepins"', '["Old Kiln", "Lampwick"'), encoding="utf-8")
    told = empty_desk.refused(command, "allo", "--map", "bad.toml")
    for each in ("bad.toml", "links[7]", "links[0]", "Old Kiln–Lampwick crosses Saltgate–Thrush Bay"):
        assert each in told
