"""What msgspec, TOML and the system say about a file, in French. Their real sentences, so that a new version of theirs is
noticed."""

from __future__ import annotations

import errno
import os
import tomllib
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Meta, Struct

from templates.foreign_messages import FAULTS, REASONS, SENTENCES, in_our_words, pattern, reason
from templates.i18n import speaking


class Colour(StrEnum):
    RED = "red"


class Thing(Struct, forbid_unknown_fields=True):
    name: str


class Open(Struct, array_like=True):
    one: int
    two: int


SHAPES: dict[str, tuple[Any, Any, str]] = {
    "another type": (str, 5, "Il faut un texte, et non un nombre entier"),
    "another type of two": (str | None, 5, "Il faut un texte ou rien, et non un nombre entier"),
    "no list": (list, {}, "Il faut une liste, et non une table"),
    "too small": (Annotated[int, Meta(ge=1)], 0, "Il faut un nombre entier, 1 ou plus"),
    "too large": (Annotated[float, Meta(le=2)], 3.5, "Il faut un nombre, 2.0 ou moins"),
    "not above": (Annotated[float, Meta(gt=0)], 0.0, "Il faut un nombre, plus de 0.0"),
    "not below": (Annotated[float, Meta(lt=2)], 2.0, "Il faut un nombre, moins de 2.0"),
    "too short": (Annotated[str, Meta(min_length=1)], "", "Il faut un texte de longueur 1 ou plus"),
    "too long": (Annotated[str, Meta(max_length=1)], "ab", "Il faut un texte de longueur 1 ou moins"),
    "another form": (Annotated[str, Meta(pattern="^a$")], "b", "Il faut un texte de la forme '^a$'"),
    "another number of them": (tuple[int, int], [1], "Il faut une liste de longueur 2, et non 1"),
    "too few of them": (Open, [1], "Il faut une liste de longueur 2 ou plus, et non 1"),
    "none of these": (Colour, "blue", "La valeur 'blue' n’est pas de celles qu’il faut ici"),
    "a key missing": (Thing, {}, "Il manque la clé « name »"),
    "a key too many": (Thing, {"name": "", "age": 3}, "La clé « age » n’est pas connue"),
}


@pytest.mark.parametrize(("shape", "data", "expected"), SHAPES.values(), ids=SHAPES)
def test_what_msgspec_says(shape: Any, data: Any, expected: str) -> None:
    with pytest.raises(msgspec.ValidationError) as mistake:
        msgspec.convert(data, shape)
    said = str(mistake.value)
    assert in_our_words(said) == said, "English stays as it is"
    with speaking("fr"):
        assert in_our_words(said).replace("\N{NO-BREAK SPACE}", " ") == expected
        assert in_our_words(said[0].lower() + said[1:])[0] == expected[0].lower()


@pytest.mark.parametrize(
    "text",
    [
        "a = ", "a = [", "a = {", "a", "a = 1\na = 2", "[a]\n[a]", "[a", "[[a", "a = 'x", 'a = "\\q"', 'a = "\\u12"', "= 3",
        "a = 1 b = 2", "a = 2024-13-45", "a = {b = 1, b = 2}", "a = 'x\x01'", "a = {}\n[a.b]", "a = 1\n[a.b]", "a = [1 2]",
        "a = '''x", '"a', "a.b = 1\n[a]",
    ],
)  # fmt: skip
def test_what_toml_says(text: str, french: Callable[[str], None]) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as mistake:
        tomllib.loads(text)
    said = str(mistake.value)
    with speaking("fr"):
        told = in_our_words(said)
    assert told.startswith("Ce n’est pas du TOML, ")
    assert "ligne " in told or "fin du fichier" in told
    french(told)


@pytest.mark.parametrize("number", REASONS, ids=errno.errorcode.get)
def test_what_the_system_says(number: int, french: Callable[[str], None]) -> None:
    refusal = OSError(number, os.strerror(number))
    assert reason(refusal) == os.strerror(number)
    with speaking("fr"):
        assert reason(refusal) != os.strerror(number)
        french(reason(refusal))


def test_what_nobody_knows_stays_as_it_is() -> None:
    with speaking("fr"):
        assert in_our_words("The moon is missing") == "The moon is missing"
        assert in_our_words("") == ""
        assert reason(OSError(errno.ELOOP, "Too many levels")) == "Too many levels"
        assert reason(OSError("no number")) == "no number"
        assert in_our_words("Strange (at line 3, column 5)").endswith("ligne 3, colonne 5\N{NO-BREAK SPACE}: Strange")


@pytest.mark.parametrize("table", [SENTENCES, FAULTS])
def test_none_is_hidden_behind_one_before_it(table: tuple[str, ...]) -> None:
    """The first that fits is taken, so whatever is special stands before what is general."""
    for i, text in enumerate(table):
        sentence = text.replace("{{", "{").replace("}}", "}").replace("`{kind}`", "`str`")
        assert next(j for j, each in enumerate(table) if pattern(each).fullmatch(sentence)) == i
