"""`sousmain deal`: slips in a file, nothing secret anywhere else, and the word that tells it all afterwards."""

from __future__ import annotations

import re

import pypdfium2
import pytest

from referee import seed_phrase
from referee.registry import GAMES

WORD = "0123-4567-89AB-CDEF"
DEALT = ("code777", "inkognito", "allo")


def pages(file) -> list[str]:
    """What can be read on each page."""
    with pypdfium2.PdfDocument(file) as pdf:
        return [page.get_textpage().get_text_range() for page in pdf]


@pytest.mark.parametrize("game", DEALT)
def test_a_deal_is_one_file_and_the_terminal_tells_nothing_of_it(empty_desk, game: str) -> None:
    done = empty_desk.run("deal", game)
    assert done.code == 0, done.err
    (file,) = empty_desk.output.iterdir()
    first, *rest = pages(file)
    code = re.search(r"[0-9a-f]{4}(?:-[0-9a-f]{4}){3}", first)[0]
    assert file.name == f"{game}-deal-{code}-en-a4.pdf"
    secrets = re.findall(r"\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}\b", "\n".join(rest))
    (found,) = {each for each in secrets if each != code}
    assert seed_phrase.public_code(seed_phrase.parsed(found)) == code
    assert found not in done.out + done.err + file.name + first
    told = empty_desk.run("deal", game, "--verify", found).out
    assert code in told
    now, _, before = told.partition("Slips printed by a version before")
    assert bool(before) == (game == "code777")
    for line in now.splitlines()[1:]:
        secret = line.removeprefix("  ").partition(": ")[2]
        assert secret not in done.out
        assert set(re.findall(r"\w+", secret)) <= set(re.findall(r"\w+", "\n".join(rest)))


def test_every_deal_is_another(empty_desk) -> None:
    for _ in range(2):
        assert empty_desk.run("deal", "allo", "--quiet").out == ""
    one, other = empty_desk.output.iterdir()
    assert pages(one)[1] != pages(other)[1]


def test_names_number_of_games_paper_and_language(empty_desk) -> None:
    done = empty_desk.run(
        "deal", "inkognito", "--names", "Anne,Mario,Zoé", "--deals", "2", "--paper", "letter", "--lang", "fr",
        "--ink", "mono", "--out", "slips",
    )  # fmt: skip
    assert done.code == 0, done.err
    (file,) = (empty_desk.folder / "slips").iterdir()
    assert re.search(r"-fr-letter-3p-mono-anne-mario-zoe-[0-9a-f]{4}\.pdf$", file.name), "an accent is told apart"
    text = "\n".join(pages(file))
    assert "Partie\xa02" in text or "Partie 2" in text
    assert "Zoé (vert)" in text
    assert text.count("L’agent sans joueur") >= 4


def test_another_country_is_dealt_and_checked_with_its_map(empty_desk) -> None:
    from templates.loader import SHELF

    islands = str(SHELF / "kits" / "allo" / "islands.toml")
    assert empty_desk.run("deal", "allo", "--map", islands).code == 0
    told = empty_desk.run("deal", "allo", "--map", islands, "--verify", WORD).out
    usual = empty_desk.run("deal", "allo", "--verify", WORD).out
    assert told.splitlines()[0] == usual.splitlines()[0]  # the code is the word's
    assert told != usual


def test_the_word_tells_the_same_on_every_computer(empty_desk) -> None:
    """Typed as it comes: small letters, o for 0, no dashes. Nothing is written."""
    done = empty_desk.run("deal", "inkognito", "--players", "3", "--verify", "o123456789abcdef")
    assert done.code == 0
    assert done.out == empty_desk.run("deal", "inkognito", "--players", "3", "--verify", WORD).out
    assert seed_phrase.public_code("0123456789ABCDEF") in done.out.splitlines()[0]
    assert not empty_desk.output.exists()
    assert done.out != empty_desk.run("deal", "inkognito", "--players", "3", "--verify", f"1{WORD[1:]}").out


MISTAKES = {
    "nothing secret": (["fully"], ["Fully", "nothing in secret"]),
    "game": (["code77"], ["Game “code77”", "did you mean “code777”?"]),
    "no game": ([], ["Which game?", "`sousmain deal code777`"]),
    "players": (["allo", "--players", "5"], ["--players", "3 to 4"]),
    "deals": (["allo", "--deals", "0"], ["--deals", "whole number from 1 to 20"]),
    "word": (["allo", "--verify", "0123-4567"], ["--verify", "16 letters and digits"]),
    "map of a game without one": (["code777", "--map", "x.toml"], ["--map", "not for code777"]),
}


@pytest.mark.parametrize(("words", "told"), MISTAKES.values(), ids=MISTAKES)
def test_what_cannot_be_dealt_is_told_in_one_sentence(desk, words: list[str], told: list[str]) -> None:
    sentence = desk.refused("deal", *words)
    assert [part for part in told if part not in sentence] == []


def test_games_that_deal_nothing_say_so_in_french_too(desk) -> None:
    for game in set(GAMES) - set(DEALT):
        assert "rien en secret" in desk.refused("deal", game, "--lang", "fr")


def test_mistakes_come_before_a_word_is_drawn(desk) -> None:
    """Also with --verify: a game without secrets has no word."""
    assert "nothing in secret" in desk.refused("deal", "fully", "--verify", WORD)
