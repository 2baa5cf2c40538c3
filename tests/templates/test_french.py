"""“De Anne” is said “d’Anne”, wherever a name is filled in: on pages, in narrations and in the terminal."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from string import Formatter

import pytest
from support.catalogues import translations

from companion.table.names import Name, isolated
from companion.web.narration import marked_up
from companion.web.rendering import page_text
from templates import i18n
from templates.french import ELIDABLE, ElidedText, elided
from templates.pages.debrief import DebriefWords
from templates.sentences import Teller, sentence, unmarked

ROOT = Path(i18n.__file__).resolve().parent.parent
SILENT = ("Anne", "Élise", "Œdipe", "Ivan", "Ute", "Yves", "Hélène", "Henri", "Hortense")
HEARD = ("Ben", "Zoë", "Yann", "Hans", "Heike", "Wanda", "Łukasz", "7", "“Anne”")


@pytest.mark.parametrize("name", [*SILENT, *HEARD])
def test_before_a_name(name: str) -> None:
    told = elided("la main de {name}, parce que {name} dort", {"name": name}).format(name=name)
    if name in SILENT:
        assert told == f"la main d’{name}, parce qu’{name} dort"
    else:
        assert told == f"la main de {name}, parce que {name} dort"


def test_other_words_and_other_letters() -> None:
    assert elided("De {name}", {"name": "Anne"}) == "D’{name}"
    assert elided("du {colour}, le {thing}", {"colour": "orange", "thing": "or"}) == "de l’{colour}, l’{thing}"
    assert elided("du {colour}", {"colour": "bleu"}) == "du {colour}"
    assert elided("si {name} code {name} de", {"name": "Anne"}) == "si {name} code {name} de"
    assert elided("de {name}", {}) == "de {name}"


def test_every_text_that_a_name_can_stand_in() -> None:
    """All of the catalogue that is filled by its own text: nothing like “de Anne” is left, on a page or elsewhere."""
    found = 0
    with i18n.speaking("fr"):
        for (text, place), french in translations("fr").items():
            if place or not ELIDABLE.search(french):
                continue
            fields = {name for _, name, form, _ in Formatter().parse(french) if name and not form}
            if any(form for _, name, form, _ in Formatter().parse(french) if name):
                continue
            found += 1
            for name in ("Anne", Name("Anne"), isolated("Anne")):
                for said in (i18n.say(text), marked_up(i18n.say(text)), unmarked(i18n.say(text)), page_text(text)):
                    told = said.format(**dict.fromkeys(fields, name))
                    assert not re.search(r"\b(d|qu|l|jusqu)[ea] (<bdi>|\u2068)?Anne", told), told
    assert found > 50


def test_signs_of_two_parts_stand_apart_from_their_word() -> None:
    """In the whole catalogue, as French is set: what is typed there is a plain blank, what is shown never leaves its sign."""
    as_it_is = r"\{\w+:[.\w]+\}|\w+://|tiles: .*?questions: 16|0,5;-1"  # formats, addresses, what somebody types
    apart = r"[^\N{NO-BREAK SPACE}{;:!?][;:!?»]|«[^\N{NO-BREAK SPACE}]"
    for french in translations("fr").values():
        shown = i18n.set_french(re.sub(as_it_is, "", french))
        assert not re.search(apart, f"\N{NO-BREAK SPACE}{shown}"), french


def test_parts_of_a_sentence_are_joined_in_its_language() -> None:
    """French has a blank before a semicolon and a colon: nobody joins with the English one."""
    sources = [path for room in ("cli", "companion", "generator", "templates") for path in (ROOT / room).rglob("*.py")]
    joins = re.compile(r'(?<!say\()"[;:] "\.join|f"\{\w+\}; \{\w+\}')
    joined = [path.name for path in sources if joins.search(path.read_text("utf-8"))]
    assert joined == ["security.py"], "headers of an answer alone"


def test_what_is_filled_into_a_page_is_escaped_whatever_gives_way() -> None:
    with i18n.speaking("fr"):
        said = page_text("What {name} could have known")
        assert said.format(name="<Anne>") == "Ce que &lt;Anne&gt; aurait pu savoir"
        assert said.format(name=Name("Anne")) == "Ce qu’<bdi>Anne</bdi> aurait pu savoir"
        assert said.format(name="Anne & Ben") == "Ce qu’Anne &amp; Ben aurait pu savoir"
        assert said.format(name="Ben") == "Ce que Ben aurait pu savoir"


def test_a_terminal_is_told_the_same() -> None:
    """Nothing forgets on its way that words give way, unless a page marks it."""
    text = ElidedText("de {name}")
    for told in (Teller, sentence, DebriefWords.__init__):
        mark = inspect.signature(told).parameters["mark"].default
        assert mark(text).format(name="Anne") == "d’Anne"
