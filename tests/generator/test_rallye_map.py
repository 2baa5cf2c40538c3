"""Another board for Rallye-Code is another file: printed, played, refused with its key, and known from maps of other games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.rallye_printing import context, words

from cli import record_reports
from generator.drawing.pen import Face
from generator.kits.rallye.board import FRANCE, drawn
from generator.order.maps import board_maps
from referee import record, simulation
from referee.chance import Chance
from referee.rallye import robot
from referee.rallye.game import GAME
from referee.record import Setup
from templates.errors import FileError
from templates.i18n import speaking
from templates.loader import SHELF

ISLANDS = SHELF / "kits" / "allo" / "islands.toml"


def face(**options: object) -> Face:
    """The board as it would be printed."""
    return drawn(context(**options))


@pytest.fixture
def corsica(tmp_path: Path) -> Path:
    """Our board with other names, and nothing drawn behind it."""
    text = FRANCE.read_text("utf-8").replace('name = "France"', 'name = "Corsica"').replace('"Meaux"', '"Bastia"')
    assert "Corsica" in text and "Bastia" in text
    file = tmp_path / "corsica.toml"
    file.write_text(text, "utf-8")
    return file


def test_it_is_printed(corsica: Path) -> None:
    """With its own names and without our scenery; the usual one has both."""
    there, here = face(map_=str(corsica)), face()
    assert "Bastia" in words(there)
    assert "Bastia" not in words(here)
    assert len(there.items) < len(here.items)


def test_scenery_lies_beside_its_file(corsica: Path) -> None:
    other = corsica.with_name("other.toml")
    other.write_text(corsica.read_text("utf-8"), "utf-8")
    scenery = FRANCE.with_suffix(".scenery.toml").read_text("utf-8")
    other.with_suffix(".scenery.toml").write_text(scenery, "utf-8")
    assert len(face(map_=str(other)).items) > len(face(map_=str(corsica)).items)


def test_it_is_played_and_the_record_brings_it_along(corsica: Path) -> None:
    """A record can be checked when the file is gone."""
    options = record_reports.options_from("rallye", ["minutes=15"], str(corsica))
    assert options.abroad == "Corsica"
    assert options.board.square("12").town == "Bastia"
    assert GAME.Options().abroad == ""
    corsica.unlink()
    seed = simulation.seed_of("corsica", 1)
    turns, _ = simulation.play(GAME, robot, options, 2, seed)
    data = record.write(Setup("rallye", 2, options, ("A", "B"), seed), turns, "outcome")
    assert b"Bastia" in data
    assert GAME.deal(options, 2, Chance(seed, 0))[0].options.map.name == "Corsica"


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('number = "12"', 'number = "99"', "main[2]"),
        ('town = "Reims"', 'town = "東京"', "main[4].town"),
        ('town = "Paris"', 'town = "Ajaccio"', "main[0].town"),
        ("columns = 14", 'columns = "many"', "columns"),
    ],
)
def test_a_mistake_names_the_file_the_key_and_what_was_expected(
    corsica: Path, old: str, new: str, key: str, french: Callable[[str], None]
) -> None:
    text = corsica.read_text("utf-8")
    assert old in text
    corsica.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(FileError) as found:
        board_maps(["rallye"], str(corsica))
    assert "corsica.toml" in str(found.value)
    assert key in str(found.value)
    assert "expected" in str(found.value)
    with speaking("fr"), pytest.raises(FileError) as told:
        board_maps(["rallye"], str(corsica))
    french(told.value.expected)


def test_a_board_too_fine_for_the_paper_is_refused(corsica: Path, french: Callable[[str], None]) -> None:
    text = corsica.read_text("utf-8").replace("columns = 14", "columns = 40", 1)
    corsica.write_text(text, "utf-8")
    with pytest.raises(FileError, match="columns") as found:
        face(map_=str(corsica))
    with speaking("fr"):
        french(found.value.again().expected)


def test_scenery_that_is_wrong_is_told_in_french(corsica: Path, french: Callable[[str], None]) -> None:
    """The file beside the board is the user's own, too."""
    for text in ("[[pictures]]\nname = 'pyramid'\nat = [0, 0, 1, 1]", "[panels]\ndeck = [1]", "lake = []"):
        corsica.with_suffix(".scenery.toml").write_text(text, "utf-8")
        with pytest.raises(FileError) as found:
            face(map_=str(corsica))
        with speaking("fr"):
            french(found.value.again().expected)


def test_an_outline_that_is_not_drawn_is_not_read(corsica: Path) -> None:
    """It may lie there for a map of Allo, or be wrong: the board has nothing to do with it."""
    corsica.with_name("corsica.outline.toml").write_text("this is no outline", "utf-8")
    assert board_maps(["rallye"], str(corsica))["rallye"].outline == ()
    assert "Bastia" in words(face(map_=str(corsica)))


def test_for_several_games_a_file_is_for_the_one_it_fits(corsica: Path) -> None:
    assert list(board_maps(["code777", "allo", "rallye"], str(corsica))) == ["rallye"]
    assert list(board_maps(["code777", "allo", "rallye"], str(ISLANDS))) == ["allo"]
    assert board_maps(["code777", "allo", "rallye"], "") == {}
    with pytest.raises(FileError, match="islands"):
        board_maps(["rallye"], str(ISLANDS))
