"""What can be asked of a print is told once, in `generator/order/fields.py`: command line, reader and file name follow it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import pytest
import typer

from cli.main import app
from generator.errors import BadValue
from generator.layout.paper import PAPERS
from generator.layout.printer_profile import FARTHEST
from generator.order.fields import DELIVERY, EXPORTED, FIELDS, ORDER, PRESETS, PUZZLED, Field
from generator.order.reading import Reading
from generator.order.request import NAMED, requests
from templates import i18n

COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
NO_FIELDS = {"games", "help_"}  # what a command is about, and its help


def params(command: str) -> dict[str, Any]:
    """The options of a command by their names."""
    return {param.name: param for param in COMMANDS[command].params}


@pytest.mark.parametrize(
    ("command", "asked"), [("print", (*ORDER, *PRESETS)), ("export", EXPORTED), ("puzzles", PUZZLED)]
)
def test_every_option_is_a_field_and_every_field_an_option(command: str, asked: tuple[Field, ...]) -> None:
    """In the same order, typed the same, with the same usual value."""
    found = {name: param for name, param in params(command).items() if name not in NO_FIELDS}
    fields = (*asked, *DELIVERY)
    assert list(found) == [field.name for field in fields]
    assert {name: param.opts for name, param in found.items()} == {f.name: [f.option] for f in fields}
    assert {name: str(param.default or "") for name, param in found.items()} == {f.name: f.default for f in fields}
    assert {name for name, param in found.items() if param.is_flag} == {f.name for f in fields if f.kind == "switch"}
    assert {name for name, param in found.items() if param.multiple} == {f.name for f in fields if f.kind == "words"}


def test_no_field_is_asked_by_nobody() -> None:
    """Each stands in one of the tables."""
    assert set(FIELDS.values()) == {*ORDER, *PRESETS, *DELIVERY, *EXPORTED, *PUZZLED}


@pytest.mark.parametrize("command", ["deal", "table", "calibrate", "doctor"])
def test_neighbours_of_print_ask_in_the_same_words(command: str) -> None:
    """An option that stands in one of the panels of a print is that of the table, but for two of the calibration sheet."""
    own = {"print_", "deals", "verify", "phrase", "tables"} | (
        {"sides", "printer"} if command == "calibrate" else set()
    )
    panels = {i18n.say(field.panel) for field in FIELDS.values()}
    by_option = {field.option: field for field in FIELDS.values()}
    shared = [p for p in params(command).values() if p.name not in own and p.rich_help_panel in panels]
    assert shared
    for param in shared:
        field = by_option[param.opts[0]]
        assert (param.help, str(param.default or "")) == (i18n.say(field.says), field.default), param.name


@pytest.mark.parametrize("field", FIELDS.values(), ids=list(FIELDS))
def test_each_field_has_help_and_refusals_in_both_languages(field: Field, french: Callable[[str], None]) -> None:
    for text in filter(None, (field.says, field.panel, field.takes)):
        with i18n.speaking("en"):
            assert i18n.say(text) == text
        with i18n.speaking("fr"):
            assert i18n.say(text) != text
            french(i18n.say(text))


@pytest.mark.parametrize("field", ORDER, ids=lambda field: field.name)
def test_each_field_of_an_order_is_read_and_shows_in_the_file_name(field: Field) -> None:
    assert isinstance(vars(Reading)[field.name], cached_property)
    assert field.name in dict(NAMED)
    assert (field.kind == "switch") == (not field.value)


@pytest.mark.parametrize("field", [field for field in ORDER if field.takes], ids=lambda field: field.name)
def test_a_value_that_makes_no_sense_is_refused_in_the_words_of_its_field(field: Field) -> None:
    nonsense = "," if field.name in ("only", "without") else ";"
    spares = {"spares": "tiles: 1 green"} if field.name == "size" else {}
    with pytest.raises(BadValue) as refusal:
        requests(["code777"], **spares, **{field.name: [nonsense] if field.kind == "words" else nonsense})
    assert str(refusal.value) == str(field.refused(nonsense))


def test_bounds_and_papers_are_those_of_the_press() -> None:
    """What is too heavy for the table to ask."""
    assert FIELDS["back_offset"].most == FARTHEST
    assert FIELDS["paper"].form.split("|")[:-1] == list(PAPERS)


def test_an_order_of_something_else_is_a_mistake_of_ours() -> None:
    with pytest.raises(TypeError, match="no field of an order: colour"):
        requests(["code777"], colour="blue")
