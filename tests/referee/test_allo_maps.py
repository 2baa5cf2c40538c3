"""The map of Allo... la France keeps every fact of the sheet; a map is data, and a bad one says what is wrong where."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from referee import simulation
from referee.allo.france import FRANCE
from referee.allo.game import GAME
from referee.allo.maps import FEWEST_CITIES, Code, Map, check, near
from referee.allo.moves import Dialled, Options
from referee.allo.ways import distance, ends
from referee.board_flaws import BoardFlaw
from referee.record import Setup, verify, write
from referee.registry import robot
from templates import errors, i18n, loader

FOLDER = loader.SHELF / "kits" / "allo"
CODES = {city.name: city.code for city in FRANCE.cities}


def file(name: str) -> dict[str, Any]:
    return loader.parsed_toml(FOLDER / f"{name}.toml")


def far(a: str, b: str) -> int:
    return distance(FRANCE, CODES[a], CODES[b])


def sections(a: str, b: str) -> int | None:
    return near(FRANCE)[CODES[a]].get(CODES[b])


def test_the_file_and_the_rules_have_the_same_map() -> None:
    assert check(file("france")) == FRANCE
    assert Options().map == FRANCE


def test_codes_of_the_sheet() -> None:
    """Nantes 40 in the example, Besançon 81 on the stand; Paris, Strasbourg and Lyon got a second digit."""
    assert (CODES["Nantes"], CODES["Besançon"]) == ("40", "81")
    assert all(len(CODES[name]) == 2 for name in ("Paris", "Strasbourg", "Lyon"))
    assert len(CODES) == len(set(CODES.values())) == 22


def test_from_marseille_a_move_of_two_ends_on_toulouse() -> None:
    """By way of Montpellier; from there Clermont-Ferrand and Bordeaux are next."""
    assert CODES["Toulouse"] in ends(FRANCE, CODES["Marseille"], 2)
    assert sections("Marseille", "Montpellier") and sections("Montpellier", "Toulouse")
    assert sections("Toulouse", "Bordeaux")


def test_seven_sections_from_toulouse_to_clermont_ferrand() -> None:
    assert sections("Toulouse", "Clermont-Ferrand") == sections("Clermont-Ferrand", "Toulouse") == 7


def test_limoges_is_next_to_poitiers() -> None:
    assert sections("Limoges", "Poitiers")


def test_nantes_is_three_from_dijon() -> None:
    """Orléans, Poitiers, Nantes; Lyon is on the way of the call, and next to Dijon."""
    assert sections("Dijon", "Orléans") and sections("Orléans", "Poitiers") and sections("Poitiers", "Nantes")
    assert far("Dijon", "Nantes") == 3
    assert far("Dijon", "Lyon") == 1


def test_only_nantes_is_three_from_dijon_and_three_from_bordeaux() -> None:
    found = [name for name in CODES if far("Dijon", name) == far("Bordeaux", name) == 3]
    assert found == ["Nantes"]


def test_cable_is_scarce() -> None:
    assert len(FRANCE.links) == 36
    assert sum(link.sections for link in FRANCE.links) == 158


BAD: dict[str, tuple[Any, str]] = {
    "a code of three digits": (
        lambda data: data["cities"][2].update(code="035"),
        "cities[2].code: expected a code of two digits between quotes",
    ),
    "a code of letters": (
        lambda data: data["cities"][2].update(code="3b"),
        "cities[2].code: expected a code of two digits between quotes",
    ),
    "other digits": (
        lambda data: data["cities"][2].update(code="3\N{ARABIC-INDIC DIGIT TWO}"),
        "cities[2].code: expected a code of two digits between quotes",
    ),
    "a code without quotes": (
        lambda data: data["cities"][2].update(code=35),
        "cities[2].code: expected `str`, got `int`",
    ),
    "a code twice": (
        lambda data: data["cities"][5].update(code="20"),
        "cities[5].code: expected each code once, Lille also has 20",
    ),
    "a name twice": (
        lambda data: data["cities"][5].update(name="Lille"),
        "cities[5].name: expected each name once, Lille is also cities[0]",
    ),
    "no name": (lambda data: data["cities"][5].update(name=""), "cities[5].name: expected `str` of length >= 1"),
    "one upon the other": (
        lambda data: data["cities"][1].update(x=0.61, y=0.07),
        "cities[1]: expected a place of its own, Amiens lies upon Lille",
    ),
    "nowhere": (lambda data: data["cities"][1].update(x=float("nan")), "cities[1].x: expected"),
    "left of the paper": (lambda data: data["cities"][1].update(x=-0.5), "cities[1].x: expected"),
    "a link to nowhere": (
        lambda data: data["links"].append(["Lille", "Brest", 3]),
        "links[36]: expected cities of this map, there is no Brest",
    ),
    "a link to itself": (
        lambda data: data["links"].append(["Lille", "Lille", 3]),
        "links[36]: expected two cities, got Lille twice",
    ),
    "a link twice": (
        lambda data: data["links"].append(["Lille", "Amiens", 4]),
        "links[36]: expected each link once, Lille–Amiens is also links[0]",
    ),
    "a link there and back": (
        lambda data: data["links"].append(["Amiens", "Lille", 3]),
        "links[36]: expected each link once, Amiens–Lille is also links[0]",
    ),
    "a link through a third city": (
        lambda data: data["links"].append(["Toulouse", "Marseille", 5]),
        "links[36]: expected Toulouse–Marseille to keep clear of other cities, it runs into Montpellier",
    ),
    "a city on a link of others": (
        lambda data: data["cities"][2].update(x=0.45, y=0.25),
        "links[8]: expected Caen–Paris to keep clear of other cities, it runs into Rouen",
    ),
    "links that cross": (
        lambda data: data["links"].append(["Amiens", "Metz", 5]),
        "links[36]: expected links that do not cross, Amiens–Metz crosses Lille–Châlons, links[1]",
    ),
    "a link without cable": (
        lambda data: data["links"].append(["Lille", "Nice", 0]),
        "links[36][2]: expected `int` >= 1",
    ),
    "half a link": (
        lambda data: data["links"].append(["Lille", "Nice"]),
        "links[36]: expected `array` of length 3, got 2",
    ),
    "an island": (
        lambda data: data.update(links=[link for link in data["links"] if "Nice" not in link]),
        "links: expected every city to be connected with Lille; Nice: no way there",
    ),
    "too small": (
        lambda data: data.update(cities=data["cities"][:7], links=[]),
        f"cities: expected at least {FEWEST_CITIES} cities, got 7",
    ),
    "no cities": (lambda data: data.pop("cities"), "map: object missing required field `cities`"),
    "a word too many": (lambda data: data.update(scale=3), "map: object contains unknown field `scale`"),
    "no map": (None, "map: expected `object`, got `array`"),
}


@pytest.mark.parametrize(("spoil", "sentence"), BAD.values(), ids=BAD)
def test_a_bad_map_says_what_is_wrong_where(spoil: Any, sentence: str, french: Callable[[str], None]) -> None:
    """In English; and the text has its French."""
    data: Any = deepcopy(file("france"))
    if spoil:
        spoil(data)
    else:
        data = []
    with pytest.raises(BoardFlaw) as flaw:
        check(data)
    assert str(flaw.value).startswith(sentence)
    assert str(flaw.value) == f"{flaw.value.key}: {flaw.value.expected}"
    assert "\n" not in str(flaw.value)
    with i18n.speaking("fr"):
        french(errors.error_sentence(flaw.value.text, flaw.value.evidence))


def test_a_map_in_a_record_is_checked_as_well() -> None:
    """There it has no file, and links have codes."""
    data = msgspec.to_builtins(Options())
    assert msgspec.convert(data, Options) == Options()
    data["map"]["links"] = data["map"]["links"][:-9]
    with pytest.raises(msgspec.ValidationError, match="connected"):
        msgspec.convert(data, Options)
    with pytest.raises(ValueError, match="at least"):
        Map("Nothing", (), ())


@pytest.mark.parametrize("seats", [3, 4])
def test_another_country_is_another_file(seats: int) -> None:
    """A game on it, to its end; its record needs no other file."""
    options = Options(map=check(file("islands")))
    assert options.map.name != FRANCE.name
    seed = simulation.seed_of("islands", seats)
    turns, outcome = simulation.play(GAME, robot("allo"), options, seats, seed)
    data = write(Setup("allo", seats, options, tuple("abcd"[:seats]), seed), turns, "outcome")
    record = verify(data)
    assert record.outcome == outcome
    assert record.setup.options == options
    assert options.map.name.encode() in data


def test_a_code_is_two_digits_and_no_line_after_them() -> None:
    for data, kind in (("80\n", Code), ("40013370\n", Dialled)):
        assert msgspec.convert(data.strip(), kind) == data.strip()
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(data, kind)
