"""`sousmain print --spares`: the missing pieces alone, or one sentence that says what there is."""

from __future__ import annotations

import json

import pytest


def printed(desk, *words: str) -> dict[str, dict]:
    """What was printed, by component."""
    done = desk.run("print", *words, "--json")
    assert done.code == 0, done.err
    (file,) = json.loads(done.out)["files"]
    return {part["component"]: part for part in file["components"]} | {"file": file}


def test_the_line_of_the_manual(empty_desk) -> None:
    found = printed(empty_desk, "code777", "--spares", "tiles: 7 blue x2, 1 green; questions: 16")
    assert found["file"]["file"].endswith("code777-spares-tiles-questions-en-a4-7-blue-2-1-green-16.pdf")
    assert {key: part["pieces"] for key, part in found.items() if key != "file"} == {"tiles": 3, "questions": 1}
    assert found["file"]["pages"] == 1, "they share a sheet"


def test_at_the_size_of_the_old_ones(empty_desk) -> None:
    found = printed(empty_desk, "code777", "--spares", "tiles: 7 bleu", "--size", "25x32", "--sides", "long-edge")
    assert (found["tiles"]["width"], found["tiles"]["height"]) == (25, 32)
    assert found["file"]["pages"] == 2
    both = printed(
        empty_desk, "code777", "--spares", "tiles: 7 bleu; questions: 1", "--size", "tiles=25x32,questions=50x72"
    )
    assert [both[key]["width"] for key in ("tiles", "questions")] == [25, 50]


MISTAKES = {
    "component": (["code777", "--spares", "tile: 7 blue"], ["Component “tile”", "did you mean “tiles”?"]),
    "component of another game": (["code777", "--spares", "plates: Nantes"], ["Component “plates”", "tiles"]),
    "piece": (["code777", "--spares", "tiles: 8 blue"], ["Piece of tiles “8 blue”", "did you mean “7 blue”?", "1 green"]),
    "piece of cards": (["inkognito", "--spares", "cards: Rialto"], ["Piece of cards “Rialto”", "Rialto blue"]),
    "which": (["code777", "--spares", "tiles x2"], ["“tiles”", "say which: 1 green"]),
    "no single pieces": (["code777", "--spares", "rules"], ["no single pieces of rules", "--only rules"]),
    "alike": (["code777", "--spares", "list: 3"], ["“3”", "all list are alike: list x2"]),
    "none": (["code777", "--spares", ";"], ["--spares", "“;”", "tiles: 7 blue x2"]),
    "nothing after the colon": (["code777", "--spares", "tiles:"], ["“tiles:”", "tiles: 7 blue x2"]),
    "count twice": (["code777", "--spares", "tiles x2: 7 blue"], ["“tiles x2: 7 blue”"]),
    "too many": (["code777", "--spares", "tiles: 7 blue x51"], ["“x51”", "1 to 50"]),
    "none of it": (["code777", "--spares", "tiles: 7 blue x0"], ["“x0”", "1 to 50"]),
    "no game": (["--spares", "tiles: 7 blue"], ["--spares is for one game"]),
    "two games": (["code777", "allo", "--spares", "tiles: 7 blue"], ["--spares is for one game"]),
    "with only": (["code777", "--spares", "tiles: 7 blue", "--only", "tiles"], ["--spares", "--only"]),
    "with pads": (["code777", "--spares", "tiles: 7 blue", "--pads", "3"], ["--spares", "--pads"]),
    "size alone": (["code777", "--size", "20x30"], ["--size goes with --spares"]),
    "size word": (["code777", "--spares", "tiles: 7 blue", "--size", "small"], ["--size", "“small”", "25x32"]),
    "size tiny": (["code777", "--spares", "tiles: 7 blue", "--size", "2x3"], ["--size", "“2x3”"]),
    "size dots": (["code777", "--spares", "tiles: 7 blue", "--size", "2.5.1x30"], ["--size", "“2.5.1x30”"]),
    "size of which": (
        ["code777", "--spares", "tiles: 7 blue; questions: 1", "--size", "20x30"], ["--size", "COMPONENT=WxH"],
    ),
    "size of another": (["code777", "--spares", "tiles: 7 blue", "--size", "racks=20x30"], ["“racks”", "tiles"]),
    "another shape": (["code777", "--spares", "tiles: 7 blue", "--size", "40x20"], ["“40x20”", "30 × 42 mm"]),
    "size of a sheet": (["inkognito", "--spares", "folders: blue", "--size", "90x120"], ["--size", "folders fill"]),
}  # fmt: skip


@pytest.mark.parametrize(("words", "told"), MISTAKES.values(), ids=MISTAKES)
def test_what_cannot_be_printed_is_told_in_one_sentence(desk, words: list[str], told: list[str]) -> None:
    sentence = desk.refused("print", *words)
    assert [part for part in told if part not in sentence] == []


def test_the_sentence_lists_the_names_of_the_language_chosen(desk) -> None:
    sentence = desk.refused("print", "code777", "--lang", "fr", "--spares", "tiles: 8 vert", lang="fr_FR.UTF-8")
    assert "1 vert, 2 jaune" in sentence
