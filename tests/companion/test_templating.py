"""Pages are made as Jinja would make them: only sooner."""

from __future__ import annotations

from typing import Any

import markupsafe
import pytest
from flask import Flask
from jinja2 import DictLoader, Environment, TemplateNotFound
from markupsafe import Markup

from companion.table.names import Name
from companion.web.rendering import PageTable
from companion.web.templating import OF, PageEnvironment, PageText, escaped, game_page
from referee.game import Offer

VALUES = [
    "<b>", "a & b", "plain", "", "été", "²", '"quoted"', "it's", 0, -3, True, None, 1.5, ("<", 1),
    Markup("<b>"), PageText("<i>"), Name("<Anne>"), Name("Ben"), "form-1-ask-3", 'a "b', "a 'b", "a > b",
]  # fmt: skip

PAGES = {
    "told.html": "{% macro told(a, b='<d>', c=none) %}[{{ a }}{{ b }}{{ c }}]{% endmacro %}"
    "{% macro within(a, b=2) %}({{ a }}{{ b }}{{ caller() }}){% endmacro %}"
    "{% macro many(a) %}{{ a }}{{ varargs | join }}{{ kwargs | length }}{% endmacro %}",
    "page.html": "{% import 'told.html' as t %}{{ t.told(x) }}{{ t.told(x, 1) }}{{ t.told(x, c=2) }}{{ t.told(b=x, a=1) }}"
    "{% call t.within(x) %}<i>{{ x }}</i>{% endcall %}{% call t.within(x, b=x) %}{% endcall %}"
    "{{ t.many(1, 2, three=3) }}{{ 'yes' if x else '' }}{{ 'no' if not x }}{{ ('no' if not x) is defined }}"
    "{{ table.chairs }}{{ table.items() | length }}{{ table.get('x') }}{{ table.missing }}{{ struct.real }}{{ y }}"
    "{{ offer.kind }}{{ offer.settled.rack }}{{ offer.settled.items() | length }}{{ offer.none }}{{ offer.none is defined }}{{ offer.settled.no }}"
    "{{ shown.chairs }}{{ shown.items }}{{ shown.lacking }}{{ shown.lacking is defined }}"
    "{% set block %}<u>{{ x }}</u>{% endset %}{{ block }}{{ block ~ x }}{% include 'none.html' ignore missing %}",
}


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_what_stands_for_a_value_is_what_jinja_escapes(value: Any) -> None:
    assert escaped(value) == str(markupsafe.escape(value))


@pytest.mark.parametrize("text", ["{a}", "x {a} y {b}", "{{{a}}} & }}{{", "{a:>5}", "{b!r}", "{b.real}", "no field"])
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_text_is_filled_as_markup_is(text: str, value: Any) -> None:
    def filled(kind: type[Markup]) -> object:
        try:
            return str(kind(text).format(a=value, b=7))
        except (ValueError, TypeError) as wrong:
            return type(wrong)

    assert filled(PageText) == filled(Markup) == filled(PageText)


def test_what_is_filled_in_is_escaped_and_lacking_names_are_told() -> None:
    assert PageText("<b>{name}</b>").format(name="<i>") == "<b>&lt;i&gt;</b>"
    assert type(PageText("{name}").format(name=1)) is Markup
    assert PageText("{} {}").format("<", 2) == "&lt; 2"
    with pytest.raises(KeyError):
        PageText("{name}").format(other=1)


@pytest.mark.parametrize("x", VALUES, ids=repr)
def test_a_page_is_the_one_that_jinja_makes(x: Any) -> None:
    given = {"x": x, "table": {"chairs": [x], "items": 1, "x": x}, "struct": 3}
    given["offer"] = Offer("ask.1", "ask", (), {"rack": 3})
    given["shown"] = PageTable(chairs=[x], items=2)
    made = [
        kind.get_template("page.html").render(given)
        for kind in (
            PageEnvironment(Flask("pages"), loader=DictLoader(PAGES), autoescape=True),
            Environment(loader=DictLoader(PAGES), autoescape=True),
        )
    ]
    assert made[0] == made[1]


def test_a_macro_refuses_what_it_has_no_place_for() -> None:
    env = PageEnvironment(Flask("pages"), loader=DictLoader(PAGES), autoescape=True)
    for wrong in ("told(1, 2, 3, 4)", "told(1, d=2)"):
        with pytest.raises(TypeError):
            env.from_string(f"{{% import 'told.html' as t %}}{{{{ t.{wrong} }}}}").render()


FILES = {
    "page.html": "{% set name = 'outer' %}{% include slug ~ '/hand.html' %} {{ name }} {% include [slug ~ '/tabs.html', 'tabs.html'] %}"
    "{% include slug ~ '/role.html' ignore missing %}{% include 'more_part.html' %}{% include other ignore missing %}",
    "one/hand.html": "{% set name = 'inner' %}{{ name }} {{ x }}{% include slug ~ '/role.html' ignore missing %}",
    "two/hand.html": "{{ name }}",
    "two/tabs.html": "own tabs",
    "two/role.html": "{% for x in (1, 2) %}{{ x }}{{ loop.last }}{% endfor %}",
    "tabs.html": "tabs of all",
    "more_part.html": "[{{ name }} {{ x }} {% include slug ~ '/role.html' ignore missing %}]",
}


class Files(DictLoader):
    """As the files of the shelves are found."""

    def get_source(self, environment: Environment, template: str) -> Any:
        """Under the name for one game, too."""
        return super().get_source(environment, template.rpartition(OF)[2])


@pytest.mark.parametrize("slug", ["one", "two"])
@pytest.mark.parametrize("other", ["none.html", "tabs.html"])
def test_a_page_of_a_game_says_what_its_files_would_say_one_by_one(slug: str, other: str) -> None:
    given = {"slug": slug, "x": "<", "other": other}
    ours = PageEnvironment(Flask("pages"), loader=Files(FILES), autoescape=True)
    jinja = Environment(loader=DictLoader(FILES), autoescape=True)
    wanted = jinja.get_template("page.html").render(given)
    assert ours.get_template(game_page("page.html", slug)).render(given) == wanted
    assert ours.get_template("page.html").render(given) == wanted


def test_nothing_is_looked_for_while_the_page_of_a_game_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = PageEnvironment(Flask("pages"), loader=Files(FILES | {"page.html": "{% include slug ~ '/hand.html' %}"}))
    page = ours.get_template(game_page("page.html", "two"))
    monkeypatch.setattr(ours, "get_or_select_template", None)
    assert page.render(slug="two", name="Ben") == "Ben"


def test_a_file_that_is_needed_and_missing_is_told() -> None:
    ours = PageEnvironment(Flask("pages"), loader=Files({"page.html": "{% include slug ~ '/hand.html' %}"}))
    with pytest.raises(TemplateNotFound):
        ours.get_template(game_page("page.html", "none")).render(slug="none")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_page_of_a_language_says_what_would_be_said_when_it_is_made(lang: str) -> None:
    """In its text, in what it includes, in the macros that it asks for, and in words that something is filled into."""
    said = {
        "en": {"Hand": PageText("Hand"), "{x}": PageText("{x}!")},
        "fr": {"Hand": PageText("Main &amp;"), "{x}": PageText("{x} !")},
    }
    pages = {
        "hand_part.html": "{% import 'm.html' as m %}{% set a = macros('m.html') %}{{ say('Hand') }}{{ say('{x}').format(x='<') }}"
        "{{ m.told() }}{{ a.told() }}{% include 'more.html' %}{{ say('Hand') if 1 }}{{ say(word) }}",
        "more.html": "{% set a = macros('m.html') %}({{ a.told() }}{{ say('Hand') }})",
        "m.html": "{% macro told() %}[{{ say('Hand') ~ say('{x}').format(x=1) }}]{% endmacro %}",
    }

    asked: list[str] = []

    def say(text: str) -> PageText:
        asked.append(text)
        return said[lang][text]

    def made(texts: dict[str, dict[str, PageText]], name: str) -> str:
        env = PageEnvironment(Flask("pages"), loader=OwnFiles(pages), autoescape=True)
        env.texts = texts
        env.globals.update(say=say, macros=lambda file: env.get_template(file).module)
        return env.get_template(name).render(word="Hand")

    found = made(said, game_page("hand_part.html", "", lang))
    assert asked == ["Hand"]  # only the word that is known when the page is made
    assert found == made({}, "hand_part.html")


class OwnFiles(DictLoader):
    """Files by their own names, for whatever game or language they are asked for."""

    def get_source(self, environment: Environment, template: str) -> Any:
        return super().get_source(environment, template.rpartition(OF)[2])
