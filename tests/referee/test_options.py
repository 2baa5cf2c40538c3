"""Options as a form asks them and as words say them."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import pytest
from msgspec import Meta, Struct

from referee import options
from referee.code777 import moves as m
from referee.code777.game import GAME
from referee.game import OptionClash
from referee.options import Field, UnknownOption
from referee.registry import GAMES, game


def test_the_options_of_code_777() -> None:
    """In their order, the usual word first."""
    assert options.fields(GAME) == [
        Field("pieces", "phone", ("phone", "paper")),
        Field("racks", "phone", ("phone", "paper")),
        Field("answers", "referee", ("referee", "announced")),
        Field("target", "3", least=1, most=5),
        Field("help", "none", ("none", "notes", "coach")),
        Field("begins", "turns", ("turns", "1", "2", "3", "4", "5", "chance")),
    ]
    (begins,) = (each for each in options.fields(GAME, seats=3) if each.name == "begins")
    assert begins.choices == ("turns", "1", "2", "3", "chance"), "there is no seat 4 to begin"


def test_words_become_options() -> None:
    assert options.read_options(GAME, {}) == m.Options(begins="turns")
    given = {"pieces": "paper", "racks": "paper", "answers": "announced", "target": "5"}
    assert options.read_options(GAME, given) == m.Options("paper", "paper", "announced", 5, begins="turns")


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_usual_can_be_typed(slug: str) -> None:
    """For every game and every option: the default and each choice are taken, and read back as they were typed."""
    of = game(slug)
    for field in options.fields(of):
        assert field.takes(field.default)
        for text in field.choices or (str(field.least), str(field.most)):
            assert field.takes(text)
    usual = options.default_options(of)
    assert options.read_options(of, options.option_words(of, usual)) == usual


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("target", "0"), ("target", "6"), ("target", "three"), ("target", "3.0"), ("target", ""), ("target", "٣"),
        ("target", "9" * 30), ("pieces", "Paper"), ("pieces", ""), ("answers", "both"), ("racks", "1"),
    ],
)  # fmt: skip
def test_a_value_that_makes_no_sense_is_told_with_what_does(name: str, text: str) -> None:
    with pytest.raises(UnknownOption) as refusal:
        options.read_options(GAME, {name: text})
    assert (refusal.value.name, refusal.value.given) == (name, text)
    assert refusal.value.field is not None
    assert refusal.value.field.name == name


def test_an_unknown_option_is_told_with_those_there_are() -> None:
    with pytest.raises(UnknownOption) as refusal:
        options.read_options(GAME, {"targets": "3"})
    assert refusal.value.field is None
    assert refusal.value.known == ("pieces", "racks", "answers", "target", "help", "begins")


def test_options_that_do_not_go_together() -> None:
    with pytest.raises(OptionClash) as refusal:
        options.read_options(GAME, {"racks": "paper"})
    clash = refusal.value
    assert (clash.name, clash.value, clash.needs, clash.at) == ("racks", "paper", "pieces", "paper")


@pytest.mark.parametrize("slug", GAMES)
def test_a_form_offers_nothing_that_is_refused(slug: str) -> None:
    """Whatever has been chosen before, each further choice is taken: a form sends along what nobody touched."""
    of = game(slug)
    start = options.default_options(of)
    sent = [(field.name, word) for field in options.fields(of, start) for word in words(field)]
    for name, word in [*sent, ("pieces", "paper")]:
        if name == "pieces" and pieces_fixed(of):
            continue
        once = chosen(of, start, name, word)
        for field in options.fields(of, once):
            for other in words(field):
                twice = chosen(of, once, field.name, other)
                assert options.option_words(of, twice)[field.name] == other
                if name in shown(of, twice):
                    chosen(of, twice, name, word)


def words(field: Field) -> tuple[str, ...]:
    """Both ends of all that it takes."""
    return (field.choices[0], field.choices[-1]) if field.choices else (str(field.least), str(field.most))


def shown(of: Any, now: Any) -> dict[str, str]:
    """What the form of a table sends as it is."""
    return {field.name: options.option_words(of, now)[field.name] for field in options.fields(of, now)}


def chosen(of: Any, now: Any, name: str, word: str) -> Any:
    """How one plays after a choice in that form."""
    return options.read_options(of, shown(of, now) | {name: word}, now)


def pieces_fixed(of: Any) -> bool:
    """Is there but one way to play?"""
    return "pieces" not in {field.name for field in options.fields(of)}


def test_what_nobody_touched_gives_way_and_what_was_asked_for_is_refused() -> None:
    """Back to phones alone, tiles leave the paper racks by themselves; asked for beside phones, they are a mistake."""
    paper = m.Options("paper", "paper", begins="turns")
    assert options.read_options(GAME, {"pieces": "phone", "racks": "paper"}, paper) == m.Options(begins="turns")
    assert options.read_options(GAME, {"pieces": "phone"}, paper) == m.Options(begins="turns")
    beside = m.Options("paper", begins="turns")  # another host has put the racks on the phones meanwhile
    assert options.read_options(GAME, {"pieces": "phone", "racks": "paper"}, beside) == m.Options(begins="turns")
    for before in (None, m.Options(begins="turns")):
        with pytest.raises(OptionClash):
            options.read_options(GAME, {"pieces": "phone", "racks": "paper"}, before)
    assert [field.name for field in options.fields(GAME, paper)] == [field.name for field in options.fields(GAME)]
    assert "racks" not in {field.name for field in options.fields(GAME, m.Options())}


@pytest.mark.parametrize("slug", GAMES)
def test_a_seat_that_is_none_does_not_begin(slug: str) -> None:
    """Fewer play now: the table plays as usual, as its form shows it, and not as if somebody had chosen another seat."""
    of = game(slug)
    most, least = of.players[-1], of.players[0]
    for field in options.fields(of):
        for word in field.choices:
            before = options.read_options(of, {field.name: word}) if field.name not in ("racks", "logged") else None
            if before is None:
                continue
            if not word.isdecimal() or int(word) <= most or field.name != "begins":
                assert options.for_seats(of, before, most) == before
            gone = field.name == "begins" and word.isdecimal() and int(word) > least
            after = options.option_words(of, options.for_seats(of, before, least))
            assert after[field.name] == (field.default if gone else word)


def test_other_kinds_of_options() -> None:
    """Yes or no is a choice like any other; what no form can ask is left out."""

    class Options(Struct, frozen=True):
        newer: ClassVar[dict[str, Any]] = {}
        variant: bool = False
        map: tuple[str, ...] = ()
        rounds: Annotated[int, Meta(ge=1, le=9)] = 4
        seed: int = 0
        edition: Literal["b", "a"] = "b"

    class Other:
        pass

    other: Any = Other()
    other.Options = Options
    assert options.fields(other) == [
        Field("variant", "no", ("no", "yes")),
        Field("rounds", "4", least=1, most=9),
        Field("edition", "b", ("b", "a")),
    ]
    assert options.read_options(other, {"variant": "yes"}) == Options(variant=True)
    assert options.option_words(other, Options(variant=True)) == {"variant": "yes", "rounds": "4", "edition": "b"}
