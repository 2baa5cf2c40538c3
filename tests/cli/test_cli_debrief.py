"""`sousmain debrief`: who could have known what, when and by what; in words, as JSON and as a drawing."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from PIL import Image
from support.commands import Desk
from support.pdfs import opened

from cli.debrief import plot
from referee import record, simulation
from referee.code777.moves import Asked
from referee.debrief import debriefed
from referee.record import Setup
from referee.registry import GAMES, game, robot
from templates import i18n

SEED = simulation.seed_of("debrief", 1)
NAMES = ("Anne", "Mario", "Zoë", "Bob", "Eve", "Jo")
SHORT: dict[str, dict[str, Any]] = {
    "allo": {"surnames": 4, "firsts": 4, "jobs": 4},
    "code777": {"target": 1},
    "inkognito": {"target": 1},
    "fully": {"rounds": 2},
    "rallye": {"minutes": 10},
}


def written(desk: Desk, slug: str, seats: int, **options: Any) -> list[Any]:
    """A game by robots, as a file; its turns."""
    rules = game(slug)
    chosen = rules.Options(**{**SHORT.get(slug, {}), **options})
    turns, _ = simulation.play(rules, robot(slug), chosen, seats, SEED)
    setup = Setup(slug, seats, chosen, NAMES[:seats], SEED)
    (desk.folder / "game.jsonl").write_bytes(record.write(setup, turns, "outcome"))
    return turns


def test_names_beside_curves_lie_apart() -> None:
    """Also of those that end at the same height, wherever that is."""
    assert plot.apart([20.0, 20.0, 20.0, 90.0], 100.0) == [20.0, 25.0, 30.0, 90.0]
    assert plot.apart([100.0, 100.0, 100.0], 100.0) == [90.0, 95.0, 100.0]


@pytest.mark.parametrize("slug", SHORT)
def test_as_json(empty_desk: Desk, slug: str) -> None:
    """The shape that docs/debrief.md promises, for every game."""
    seats = game(slug).players[-1]
    turns = written(empty_desk, slug, seats)
    code, out, err = empty_desk.run("debrief", "game.jsonl", "--json")
    assert (code, err) == (0, "")
    data = json.loads(out)
    assert data["game"] == slug
    assert [each["turn"] for each in data["turns"]] == [*range(len(turns))]
    for each in data["turns"]:
        assert len(each["seats"]) == seats
        for known in each["seats"]:
            assert set(known) == {"worlds", "solutions"}
            several = slug in ("allo", "fully")
            assert isinstance(known["solutions"], dict if several else int)
    assert [each["seat"] for each in data["seats"]] == [*range(seats)]
    for each in data["seats"]:
        assert set(each) == {"seat", "could_know", "did", "proof"}
        assert each["proof"] == sorted(set(each["proof"]))
        if each["could_know"] is not None:
            assert max(each["proof"], default=0) <= each["could_know"]


def test_the_last_turn_of_a_proof_is_the_one_that_told(empty_desk: Desk) -> None:
    """Before it nobody could know; and whoever declared right could know by then."""
    written(empty_desk, "code777", 3, target=2)
    data = json.loads(empty_desk.run("debrief", "game.jsonl", "--json").out)
    known = [each for each in data["secrets"] if each["could_know"] is not None]
    assert len(known) > 1
    for each in known:
        before = data["turns"][each["could_know"] - 1]["seats"][each["seat"]]["solutions"]
        assert data["turns"][each["could_know"]]["seats"][each["seat"]]["solutions"] == 1 < before
        assert each["could_know"] in each["proof"]
        assert each["did"] is None or each["did"] >= each["could_know"]


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize("slug", SHORT)
def test_in_words(empty_desk: Desk, slug: str, lang: str) -> None:
    """Every game, in every language, with nothing left unfilled."""
    written(empty_desk, slug, game(slug).players[0])
    code, out, err = empty_desk.run("debrief", "game.jsonl", "--lang", lang)
    assert (code, err) == (0, "")
    assert "Anne" in out and "{" not in out and "None" not in out
    if slug != "rallye":
        assert {"en": "      Answers still possible", "fr": "      Réponses encore possibles"}[lang] in out


def test_a_proof_in_words(empty_desk: Desk) -> None:
    """What was heard, what was seen, in which turn; and who never knew."""
    turns = written(empty_desk, "code777", 4)
    out = empty_desk.run("debrief", "game.jsonl").out
    found = debriefed(game("code777"), [turn.events for turn in turns], 4)
    for seat in range(4):
        secret = found.decisive(seat)
        if secret.could_know is not None and secret.fact is not None:
            digits = " ".join(map(str, secret.fact.value))
            asked = sum(isinstance(event, Asked) for turn in turns[: secret.could_know + 1] for event in turn.events)
            when = f"After question {asked} (move {secret.could_know}) {NAMES[seat]} could know"
            assert f"{when} it: “{NAMES[seat]} holds {digits}.”" in out
            for turn in found.turns(secret.proof):
                assert f"(move {turn}): " in out, "proofs count as the sentences do"
    assert "’s answer to question " in out
    assert "What told " in out and "% of what was still possible" in out and "bits" not in out


def test_one_seat_alone(empty_desk: Desk) -> None:
    """By its number or its name; others are not told of."""
    written(empty_desk, "code777", 3, target=3)
    every = json.loads(empty_desk.run("debrief", "game.jsonl", "--json").out)
    for word in ("2", "mario"):
        one = json.loads(empty_desk.run("debrief", "game.jsonl", "--json", "--seat", word).out)
        assert one["seats"] == every["seats"][1:2]
        assert [each["seats"] for each in one["turns"]] == [each["seats"][1:2] for each in every["turns"]]
    out = empty_desk.run("debrief", "game.jsonl", "--seat", "2").out
    assert "Mario could know" in out and "Zoë could know" not in out


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_the_curves(empty_desk: Desk, ending: str) -> None:
    written(empty_desk, "code777", 5)
    result = empty_desk.run("debrief", "game.jsonl", "--plot", f"out/curves.{ending}", "--lang", "fr")
    assert (result.code, result.err) == (0, "")
    file = empty_desk.folder / "out" / f"curves.{ending}"
    if ending == "svg":
        words = "".join(ET.fromstring(file.read_text("utf-8")).itertext())
        assert all(name in words for name in NAMES[:5]) and "Code 777" in words
    elif ending == "png":
        assert Image.open(file).size == (1890, 1024)
    else:
        assert len(opened(file.read_bytes()).pages) == 1


def test_refusals(empty_desk: Desk) -> None:
    """One sentence and exit code 2; nothing is written."""
    written(empty_desk, "code777", 3)
    assert "--seat was given “4”" in empty_desk.refused("debrief", "game.jsonl", "--seat", "4")
    assert "--seat was given “0”" in empty_desk.refused("debrief", "game.jsonl", "--seat", "0")
    assert "--seat was given “Ann”" in empty_desk.refused("debrief", "game.jsonl", "--seat", "Ann")
    assert "ends in .svg, .png or .pdf" in empty_desk.refused("debrief", "game.jsonl", "--plot", "x.gif")
    assert "Cannot read none.jsonl" in empty_desk.refused("debrief", "none.jsonl")
    assert "RECORD is missing" in empty_desk.refused("debrief")
    file = empty_desk.folder / "game.jsonl"
    data = file.read_bytes()
    at = data.index(b'"number":5')
    file.write_bytes(data[:at] + b" " + data[at + 1 :])
    assert "line 7 is not as it was written" in empty_desk.refused("debrief", "game.jsonl", "--json")
    assert sorted(path.name for path in empty_desk.folder.iterdir()) == ["game.jsonl"]


def test_a_wrong_declaration_that_could_be_known() -> None:
    """It is told with what refutes it; a wrong one that could not be known is told as bad luck."""
    from support.referee.code777_table import Table, true_digits

    from referee.code777 import moves as m

    rules = game("code777")
    table = Table(4, seed=3, target=2)
    turns = [list(table.events)]
    turns.append(table.play(0, m.Declare((1, 1, 1))))  # there is but one
    true = true_digits(table.state, 1)
    wrong = tuple(sorted((*true[:2], next(d for d in (4, 5, 6) if d != true[2]))))
    turns.append(table.play(1, m.Declare(wrong)))
    found = debriefed(rules, turns, 4)
    assert [(each.turn, each.seat) for each in found.mistakes] == [(1, 0), (2, 1)]
    impossible, unlucky = found.mistakes
    assert impossible.proof == ()  # the rules alone: there are not three ones in the box
    assert unlucky.proof is None


def test_every_game_that_hides_something_is_here() -> None:
    assert {slug for slug in GAMES if game(slug).knowledge} == set(SHORT)
