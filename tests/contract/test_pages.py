"""Every registered game has its pages, its words for options and refusals, and its page in the docs."""

from __future__ import annotations

import ast
import json
import re
from html import unescape
from pathlib import Path

import pytest

from companion.service.moves import Refusal
from companion.service.tables import Tables
from companion.storage.store import Store
from companion.storage.tokens import FolderSecret
from companion.web import refusals
from companion.web.app import Door, create_app
from generator.order import amounts
from referee import options
from referee.registry import GAMES, game
from templates import i18n, loader, sentences
from templates.shelves import folder, shelf

ROOT = Path(__file__).resolve().parents[2]
RECORDED = json.loads((ROOT / "tests" / "expected" / "refusals.json").read_text("utf-8"))
every_game = pytest.mark.parametrize("slug", GAMES)
in_this_house = pytest.mark.parametrize("slug", [slug for slug in GAMES if shelf(slug) == loader.SHELF])
spoken = pytest.mark.parametrize("lang", i18n.LANGUAGES)


def rules_of(slug: str) -> set[str]:
    """Every rule that the game refuses by, read from its source."""
    found = set()
    for file in folder(GAMES[slug].rules).glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused":
                rule = node.args[0]
                parts = [rule.body, rule.orelse] if isinstance(rule, ast.IfExp) else [rule]
                found |= {part.value for part in parts if isinstance(part, ast.Constant)}
    return found


@every_game
def test_pages_exist(slug):
    """What a game must bring, and what it may; any other file is one that these ask for."""
    there = (shelf(slug) / "pages" / slug).iterdir()
    files = {file.name: file.read_text("utf-8") for file in there if file.is_file() and file.suffix != ".py"}
    assert set(loader.PAGES) <= set(files)
    more = set(files) - {*loader.PAGES, *loader.MORE_PAGES}
    text = "".join(files.values())
    assert {name for name in more if f'"{slug}/{name}"' not in text} == set(), (
        "nobody reads it: is it a slip of the pen?"
    )


@in_this_house
def test_there_is_a_page_in_the_docs(slug):
    """With the name of the game and every option."""
    text = (ROOT / "docs" / "games" / f"{slug}.md").read_text("utf-8")
    assert loader.kit_data(slug)["name"] in text.splitlines()[0]
    for field in options.fields(game(slug)):
        assert f"`{field.name}`" in text


@every_game
def test_every_option_has_words(slug):
    """A title, and a word for each choice; none for choices that do not exist."""
    texts = loader.parsed_toml(loader.kit_file(slug))["options"]
    assert {field.name: {"title", *field.choices} for field in options.fields(game(slug))} == {
        name: set(each) for name, each in texts.items()
    }


@spoken
@every_game
def test_how_to_play_on_phones_is_the_printed_text(slug, lang):
    """Word by word; what is emphasised on paper is so on phones, and drawings stay on paper."""
    app = create_app(Tables(Store("sqlite://"), FolderSecret(bytes(32))), Door("127.0.0.1", 7770))
    page = app.test_client().get(f"/rules/{slug}", base_url="http://127.0.0.1:7770", headers={"Accept-Language": lang})
    shown = " ".join(unescape(re.sub(r"<[^>]*>", " ", page.text)).split())
    with i18n.speaking(lang):
        text = amounts.rules_with_amounts(slug)
    said = [line for line in text.splitlines() if line and not line.startswith("![")]
    plain = [re.sub(r"^(#+|-|\d+\.|\|)\s*|[*|]", "", line) for line in said]
    words = {" ".join(each.split()) for line in plain for each in re.split(r"\*\*|\*|[.:;,()]", line)}
    squeezed = re.sub(r"\W+", "", shown)
    assert len(words) > 50
    assert [each for each in words if re.sub(r"\W+", "", each) not in squeezed] == []


def test_rules_on_phones_are_those_of_the_edition_that_is_played():
    """Both stand beside each other only where nobody said which."""
    app = create_app(Tables(Store("sqlite://"), FolderSecret(bytes(32))), Door("127.0.0.1", 7770))
    pages = {
        edition: app.test_client().get(f"/rules/rallye?edition={edition}", base_url="http://127.0.0.1:7770").text
        for edition in ("", "a", "b", "z")
    }
    assert pages[""] == pages["z"] and "(edition B: " in pages[""]
    assert pages["a"] != pages["b"] and not any("(edition B: " in pages[each] for each in "ab")


@every_game
def test_every_refusal_has_its_sentence(slug):
    """Its own, not the last resort; and every sentence is one that can be said."""
    shared = {"form", "players"}  # what the contract itself refuses, and how many may play
    told = set(sentences.sentence_table(slug, "refusals").sentences) - {sentences.LAST_RESORT}
    assert len(told) > 5
    assert told == rules_of(slug) | shared


@pytest.mark.parametrize("slug", dict.fromkeys(of for of, *_ in RECORDED))
def test_every_refusal_is_on_record(slug):
    """In `tests/expected/refusals.json` each sentence stands with all that fills it, in every language, as somebody has read
    it: a text or a translation that changes is read there anew, and none comes that is not there."""
    rows = [(rule, evidence, said) for of, rule, evidence, *said in RECORDED if of == slug]
    names, found = ("Anne", "Bé <i>", ""), []
    for lang in i18n.LANGUAGES:
        with i18n.speaking(lang):
            found.append(
                [refusals.refusal_sentence(Refusal(rule, "", slug, evidence, names)) for rule, evidence, _ in rows]
            )
    assert {rule for rule, _, _ in rows} >= rules_of(slug)
    texts = [
        case.say
        for cases in sentences.sentence_table(slug, "refusals").sentences.values()
        for case in sentences.listed(cases)
    ]
    patterns = [re.sub(r"\\{\w+\\}", ".*", re.escape(text)) for text in texts]
    assert [each for each in patterns if not any(re.fullmatch(each, said[0]) for _, _, said in rows)] == []
    assert [list(each) for each in zip(*found, strict=True)] == [said for _, _, said in rows]


@in_this_house
def test_what_is_drawn_grows_with_type(slug: str) -> None:
    """A tile, a card or a sign in pixels would be small on a television, and what is written on it too large for it."""
    sheet = loader.page_text(slug, "page.css")
    assert re.findall(r"^ +(?:width|height): (?:[5-9]|\d\d|[1-7]\d\d)px;", sheet, re.MULTILINE) == []
