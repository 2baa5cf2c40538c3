"""`calibrate` prints a sheet, keeps what was read, lists and forgets; `print --printer` uses it."""

from __future__ import annotations

import json

import pytest

READ = ["calibrate", "--set", "0.5,-1", "--rotate", "0.2", "--scale", "99.5", "--name", "Home"]
BAD = {
    "no pair": (["--set", "1"], ["--set", "“1”", "each at most 10"]),
    "far": (["--set", "11,0"], ["--set", "“11,0”", "each at most 10"]),
    "turn": (["--set", "0,0", "--rotate", "2.5"], ["--rotate", "“2.5”", "-2 to 2"]),
    "turn word": (["--set", "0,0", "--rotate", "left"], ["--rotate", "“left”", "-2 to 2"]),
    "scale": (["--set", "0,0", "--scale", "96"], ["--scale", "“96”", "98 to 102", "100 % in the print dialog"]),
    "scale nan": (["--set", "0,0", "--scale", "nan"], ["--scale", "“nan”", "98 to 102"]),
    "name": (["--set", "0,0", "--name", "my printer"], ["--name", "“my printer”", "1 to 30 letters"]),
    "sides": (["--sides", "single"], ["--sides “single”", "long-edge, short-edge"]),
    "sides of a reading": (["--set", "0,0", "--sides", "fold"], ["--sides “fold”", "long-edge, short-edge"]),
    "paper": (["--paper", "leter"], ["Paper “leter”", "did you mean “letter”?"]),
    "paper small": (["--paper", "150x200mm"], ["--paper", "200 × 270"]),
    "two things": (["--list", "--set", "0,0"], ["--set and --list"]),
    "turn alone": (["--rotate", "1"], ["--rotate goes with --set"]),
    "scale alone": (["--scale", "99"], ["--scale goes with --set"]),
    "name alone": (["--name", "office"], ["--name goes with --set"]),
    "forget nobody": (["--forget", "office"], ["Printer “office”", "`sousmain calibrate`"]),
    "check nobody": (["--printer", "office"], ["Printer “office”", "`sousmain calibrate`"]),
    "lang": (["--lang", "de"], ["--lang “de”", "en, fr"]),
}


@pytest.fixture
def own(empty_desk, monkeypatch):
    """A desk whose user has a folder for settings of his own."""
    plain = empty_desk.run
    settings = str(empty_desk.folder / "settings")
    monkeypatch.setattr(
        empty_desk,
        "run",
        lambda *words, **env: plain(
            *words, **{"XDG_CONFIG_HOME": settings, "HOME": settings, "APPDATA": settings} | env
        ),
    )
    return empty_desk


def test_the_sheet_is_written_and_the_next_step_told(own):
    """In the language of the system or another, on the paper asked for."""
    told = own.run("calibrate")
    assert (told.code, told.err) == (0, "")
    assert told.out.splitlines()[0] == "output/calibration-en-a4-long-edge.pdf"
    assert "sousmain calibrate --set X,Y" in told.out
    own.run("calibrate", "--paper", "letter", "--sides", "short-edge", "--lang", "fr")
    names = sorted(path.name for path in own.output.iterdir())
    assert names == ["calibration-en-a4-long-edge.pdf", "calibration-fr-letter-short-edge.pdf"]


def test_what_was_read_is_kept_listed_used_and_forgotten(own):
    """One way through it all."""
    assert "No printer is known yet" in own.run("calibrate", "--list").out
    kept = own.run(*READ)
    assert (kept.code, kept.err) == (0, "")
    assert "printers.toml" in kept.out
    assert "sousmain print --sides long-edge --printer home" in kept.out
    line = "home: 99.5 % of full size; long edge: backs go 0.5,-1 mm, turned 0.2°"
    assert own.run("calibrate", "--list").out == f"{line}\n"
    own.run("calibrate", "--set", "1,2", "--sides", "short-edge", "--name", "home")
    assert own.run("calibrate", "--list").out == f"{line}; short edge: backs go 1,2 mm, turned 0°\n"
    words = ["print", "code777", "--only", "tiles", "--sides", "long-edge", "--printer", "HOME", "--json"]
    (file,) = json.loads(own.run(*words).out)["files"]
    assert file["file"] == "output/code777-tiles-en-a4-long-edge-printer-home.pdf"
    assert own.run("calibrate", "--printer", "home").out.startswith("output/calibration-en-a4-long-edge-printer-home")
    assert own.run("calibrate", "--forget", "home").out == "Printer “home” is forgotten.\n"
    assert "No printer is known yet" in own.run("calibrate", "--list").out


def test_numbers_with_their_units_and_decimal_commas_will_do(own):
    """As they stand on the sheet, and as they are written in French."""
    own.run("calibrate", "--set", "-0.5,1", "--rotate", "0,25°", "--scale", "99,5 %")
    assert own.run("calibrate", "--list").out.startswith(
        "home: 99.5 % of full size; long edge: backs go -0.5,1 mm, turned 0.25°"
    )


@pytest.mark.parametrize(("words", "meant"), BAD.values(), ids=BAD)
def test_a_mistake_is_one_sentence_and_nothing_is_kept(own, words, meant):
    """With what was expected."""
    told = own.refused("calibrate", *words)
    assert [part for part in meant if part not in told] == [], told


def test_printing_for_a_printer_that_is_not_known(own):
    """Or not for that edge: one sentence, exit 2, with the names that are."""
    assert "`sousmain calibrate`" in own.refused("print", "code777", "--printer", "home")
    own.run(*READ)
    told = own.refused("print", "code777", "--printer", "hoem")
    assert "did you mean “home”? There are: home." in told
    told = own.refused("print", "code777", "--printer", "home", "--sides", "short-edge")
    assert "`sousmain calibrate --sides short-edge`" in told
    assert own.run("print", "code777", "--only", "tiles", "--printer", "home").code == 0  # one side: the scale alone


def test_a_broken_file_of_profiles(own):
    """File, key and expectation; and it is left as it is."""
    own.run(*READ)
    (file,) = own.folder.rglob("printers.toml")
    file.write_text("[home]\nscale = 12\n")
    for words in (["print", "--printer", "home"], ["calibrate", "--list"], READ):
        told = own.refused(*words)
        assert str(file) in told
        assert "home.scale" in told
        assert ">= 98" in told


def test_in_french(own):
    """All of it."""
    for words in (["calibrate"], READ, ["calibrate", "--list"], ["calibrate", "--forget", "home"]):
        assert not {"Print", "the", "Kept", "forgotten", "edge:"} & set(own.run(*words, lang="fr_FR.UTF-8").out.split())


def test_seat_cards_for_a_printer_that_is_not_known_are_refused_at_once(own):
    """Also when the cards are printed another time: no table is opened for a slip of the pen."""
    for words in (["--print"], []):
        refused = own.run("table", "code777", *words, "--printer", "office", "--data", "tables")
        assert refused.code == 2 and "Printer “office”" in refused.err
    assert not (own.folder / "tables").exists()
