"""Help, mistakes and kits speak the language of the system unless told another."""

from __future__ import annotations

import json
import re

import pikepdf
import pytest
from typer.main import get_command

from cli.main import app
from cli.options import FORMS
from templates import i18n, loader

FRENCH = "fr_FR.UTF-8"
HELP = {
    (): [
        "Gives back deduction games that shops no longer sell: prints kits, turns phones into secret hands.",
        "Prints kits as PDF; all games when none is named.",
        "Shows this help.",
        "Commands",
    ],
    ("print",): ["Prints kits as PDF; all games when none is named.", "folder for the files", "How it is printed"],
    ("games",): ["Lists the games: players, what is printed, what the phones do."],
    ("export",): ["dots per inch of pictures", "with what is drawn beyond the edges, to cut"],
    ("preview",): ["dots per inch", "Where it goes"],
}


def in_french(text):
    """A text of the program as the catalogue has it; it must be there, and be another."""
    with i18n.speaking("fr"):
        said = i18n.say(text)
    assert said != text, f"not translated: {text}"
    return said


@pytest.mark.parametrize("words", HELP, ids=lambda words: " ".join(words) or "sousmain")
def test_help_speaks_the_language_of_the_system(empty_desk, words):
    """French under a French system, and not a word of the English; and the other way round."""
    french = empty_desk.run(*words, "--help", lang=FRENCH, TERMINAL_WIDTH="220")
    english = empty_desk.run(*words, "--help", TERMINAL_WIDTH="220")
    assert (french.code, french.err, english.code, english.err) == (0, "", 0, "")
    for text in HELP[words]:
        assert in_french(text) in french.out
        assert text not in french.out
        assert text in english.out


@pytest.mark.parametrize("command", get_command(app).commands)
def test_places_to_fill_are_named_in_the_language_of_the_help(empty_desk, command):
    """JEU, NOM, FICHIER: a French reader is not told to type a GAME."""
    french = empty_desk.run(command, "--help", lang=FRENCH).out
    english = empty_desk.run(command, "--help").out
    forms = set(re.findall(rf"\b(?:{'|'.join(FORMS)})\b", english))
    assert not forms.intersection(re.findall(r"\w+", french))
    if command not in ("games",):
        assert forms


@pytest.mark.parametrize(
    ("env", "expected"),
    [
        ({"LANG": "C"}, "en"),
        ({"LANG": FRENCH}, "fr"),
        ({"LANG": "fr_CA.ISO-8859-1"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": ""}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": FRENCH}, "fr"),
        ({"LANG": FRENCH, "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": FRENCH, "LC_ALL": ""}, "fr"),
    ],
    ids=lambda value: " ".join(f"{k}={v}" for k, v in value.items()) if isinstance(value, dict) else value,
)
def test_a_kit_speaks_the_language_of_the_system(empty_desk, env, expected):
    """As POSIX weighs LC_ALL, LC_MESSAGES and LANG; English when it is a language we do not speak."""
    lang = env["LANG"]
    more = {name: value for name, value in env.items() if name != "LANG"}
    result = empty_desk.run("print", "--only", "list", "--json", lang=lang, **more)
    assert (result.code, result.err) == (0, "")
    (told,) = json.loads(result.out)["files"]
    assert (told["lang"], told["file"]) == (expected, f"output/code777-list-{expected}-a4.pdf")
    with i18n.speaking(expected):
        title = loader.kit_data("code777")["list"]["title"]
    assert told["components"][0]["title"] == title
    with pikepdf.open(empty_desk.folder / told["file"]) as pdf:
        assert str(pdf.Root.Lang).startswith(expected)


def test_a_kit_can_speak_another_language_than_the_system(empty_desk):
    """--lang rules the kit; the table and the help stay with the system."""
    assert "strokes" in empty_desk.run("print", "--only", "list", "--lang", "fr").out
    assert in_french("strokes") in empty_desk.run("print", "--only", "list", "--lang", "en", lang=FRENCH).out
    names = sorted(path.name for path in empty_desk.output.glob("*.pdf"))
    assert names == ["code777-list-en-a4.pdf", "code777-list-fr-a4.pdf"]


def test_games_in_french(empty_desk):
    """By --lang and by the system alike."""
    asked, system = empty_desk.run("games", "--lang", "fr"), empty_desk.run("games", lang=FRENCH)
    assert asked == system
    with i18n.speaking("fr"):
        assert loader.kit_data("code777")["tiles"]["title"] in asked.out


@pytest.mark.parametrize(
    ("words", "english"),
    [
        (["print", "cod777"], "is not known: did you mean"),
        (["print", "--players", "-1"], "is for 2 to 5 players"),
        (["print", "--only", "notes", "--paper", "150x190mm"], "does not fit"),
        (["preview", "missing.pdf"], "There is no file"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_mistakes_in_french(desk, words, english):
    """The same rule for the same mistake, and a sentence of its own."""
    desk.old_kit("code777-fr-a4.pdf")
    assert english in desk.refused(*words)
    assert english not in desk.refused(*words, lang=FRENCH)
