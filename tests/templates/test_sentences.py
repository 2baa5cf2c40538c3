"""How sentences are filled: phrases by what happened, lists that a helper makes, and names on a page."""

from __future__ import annotations

from typing import Any

import pytest
from markupsafe import Markup

from companion.table.names import Name
from companion.web.narration import event_sentence, marked_up, phrase
from referee.rallye import events as e
from referee.rallye import moves as m
from templates import loader
from templates.pages.rallye import presenter
from templates.sentences import Case, Scene, SentenceTable, Teller, sentence

TABLE = SentenceTable(
    sentences={
        "paid": Case(say="{name} pays: {why}.", fill={"name": "seat | player", "why": "@why {code}"}, also=("all",)),
        "met": Case(say="{names} met.", fill={"names": "seats | players"}),
    },
    phrases={
        "why fine": "a fine",
        "why toll": "a toll of {amount}",
        "all": Case(each="marks | twice", say="<{mark}>", fill={"mark": "item"}),
    },
)
HELPERS = {"twice": lambda marks, scene: [mark for mark in marks for _ in range(2)]}
NAMES = ("Ann", "Bob & <i>")


def scene(**of: Any) -> Scene:
    """What is told of."""
    return Scene({"seat": 1, "marks": "", **of}, NAMES, {})


def test_a_phrase_is_found_by_what_happened() -> None:
    assert sentence(TABLE, "paid", scene(code="fine"), HELPERS) == "Bob & <i> pays: a fine."
    assert sentence(TABLE, "paid", scene(code="toll", amount=3), HELPERS) == "Bob & <i> pays: a toll of 3."
    assert sentence(TABLE, "paid", scene(code="of another version"), HELPERS) == "Bob & <i> pays: ."


def test_each_of_what_a_helper_makes() -> None:
    told = sentence(TABLE, "paid", scene(code="fine", marks="ab"), HELPERS)
    assert told == "Bob & <i> pays: a fine. <a> <a> <b> <b>"


def test_on_a_page_texts_are_marked_up_and_names_set_apart() -> None:
    """Whatever stands in a name or a text, and however deep: escaped once."""
    teller = Teller(TABLE, HELPERS, marked_up)
    seen = Scene({"seat": 1, "code": "fine", "marks": "<", "seats": (0, 1)}, tuple(map(Name, NAMES)), {})
    bob = "<bdi>Bob &amp; &lt;i&gt;</bdi>"
    paid = teller.told(TABLE.sentences["paid"], seen)
    assert isinstance(paid, Markup)
    assert paid == f"{bob} pays: a fine. &lt;&lt;> &lt;&lt;>"
    assert teller.told(TABLE.sentences["met"], seen) == f"<bdi>Ann</bdi>, {bob} met."


@pytest.mark.parametrize("account", [1, "petrol", "mat"])
def test_a_page_says_what_the_replay_says(account: Any) -> None:
    kit, names = loader.kit_data("rallye"), ("Ann", "Bob")
    setting = presenter.setting(m.Options(), 2, True)
    event = e.Paid(0, account, 2500, "petrol", 0, 5)
    page = event_sentence("rallye", event, kit, tuple(map(Name, names)), setting)
    assert page.replace("<bdi>", "").replace("</bdi>", "") == sentence(
        presenter_table(), "paid", Scene(event, names, kit, event, setting), presenter.NARRATION
    )
    assert phrase("rallye", "account", 1, kit, (Name("A"), Name("<"))) == "<bdi>&lt;</bdi>"


def presenter_table() -> SentenceTable:
    """The narration of Rallye-Code."""
    from templates.sentences import sentence_table

    return sentence_table("rallye", "narration")
