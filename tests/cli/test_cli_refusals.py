"""Whatever the user can mend is told in one sentence with what was meant, exit 2, and the folder stays as it was."""

from __future__ import annotations

import pytest

MISTAKES = {
    # unknown names, with the near one when there is one
    "game near": (["print", "cod777"], ["Game “cod777”", "did you mean “code777”?"]),
    "game far": (["print", "chess"], ["Game “chess”", "There are: code777"]),
    "game among good ones": (["print", "code777", "code778"], ["Game “code778”", "did you mean “code777”?"]),
    "game empty": (["print", ""], ["Game “”"]),
    "only": (["print", "code777", "--only", "tilse"], ["Component “tilse”", "did you mean “tiles”?"]),
    "only, second": (["print", "--only", "tiles,raks"], ["Component “raks”", "did you mean “racks”?"]),
    "only commas": (["print", "--only", ","], ["--only", "component names"]),
    "except": (["print", "--except", "rule"], ["Component “rule”", "did you mean “rules”?"]),
    "copies of nothing": (["print", "--copies", "tile=2"], ["Component “tile”", "did you mean “tiles”?"]),
    "paper": (["print", "--paper", "leter"], ["Paper “leter”", "did you mean “letter”?"]),
    "paper far": (
        ["print", "--paper", "tabloid"],
        ["Paper “tabloid”", "a4, letter (8.5x11in), a3, a2, legal (8.5x14in), a5, a1, a0, WxHmm, WxHin"],
    ),
    "lang": (["print", "--lang", "de"], ["--lang “de”", "en, fr"]),
    "lang of games": (["games", "--lang", "de"], ["--lang “de”", "en, fr"]),
    "ink": (["print", "--ink", "savr"], ["--ink “savr”", "did you mean “saver”?"]),
    "sides": (["print", "--sides", "longedge"], ["--sides “longedge”", "did you mean “long-edge”?"]),
    "marks": (["print", "--marks", "corp"], ["--marks “corp”", "did you mean “crop”?"]),
    "command": (["prnt"], ["prnt", "print"]),
    "option": (["print", "--papr", "a4"], ["--papr", "--paper"]),
    # numbers: negative, nothing, too many, none at all
    "players negative": (["print", "--players", "-1"], ["--players", "“-1”", "2 to 5"]),
    "players none": (["print", "--players", "0"], ["--players", "“0”", "2 to 5"]),
    "players many": (["print", "--players", "7"], ["--players", "“7”", "2 to 5"]),
    "players word": (["print", "--players", "two"], ["--players", "“two”", "2 to 5"]),
    "players fraction": (["print", "--players", "3.5"], ["--players", "“3.5”", "2 to 5"]),
    "pads negative": (["print", "--pads", "-1"], ["--pads", "“-1”", "whole number from 1"]),
    "pads none": (["print", "--pads", "0"], ["--pads", "“0”", "whole number from 1"]),
    "pads word": (["print", "--pads", "ten"], ["--pads", "“ten”", "whole number"]),
    "pads many": (["print", "--pads", "1000000"], ["--pads", "“1000000”", "whole number"]),
    "copies negative": (["print", "--copies", "tiles=-2"], ["--copies tiles", "“-2”", "whole number from 1"]),
    "copies none": (["print", "--copies", "tiles=0"], ["--copies tiles", "“0”", "whole number from 1"]),
    "copies word": (["print", "--copies", "tiles=two"], ["--copies tiles", "“two”", "whole number"]),
    "copies many": (["print", "--copies", "tiles=1000"], ["--copies tiles", "“1000”", "whole number"]),
    "copies unsaid": (["print", "--copies", "tiles"], ["--copies", "“tiles”", "COMPONENT=N"]),
    "offset word": (["print", "--sides", "long-edge", "--back-offset", "a,b"], ["--back-offset", "“a,b”", "X,Y"]),
    "offset far": (["print", "--sides", "long-edge", "--back-offset", "0,-99"], ["--back-offset", "at most 10"]),
    "value missing": (["print", "--paper"], ["--paper needs a value", "--paper a4|letter|", "sheet in the printer"]),
    "value of another command missing": (["deal", "--deals"], ["--deals needs a value", "--deals N", "how many games"]),
    "value too much": (["print", "--quiet=3"], ["--quiet takes no value"]),
    "word too much": (["games", "chess"], ["“chess” is too much", "sousmain games --help"]),
    "game missing": (["table"], ["Which game?", "`sousmain table code777`", "or `sousmain table rallye`"]),
    "game to deal missing": (
        ["deal"],
        ["Type `sousmain deal code777`, `sousmain deal inkognito` or `sousmain deal allo`."],
    ),
    "record missing": (["verify"], ["RECORD is missing (the file of a finished game)", "`sousmain verify RECORD`"]),
    "edition": (["print", "rallye", "--edition", "C"], ["--edition “C”", "There are: A, B."]),
    # paper and pieces
    "paper small": (["print", "--paper", "50x50mm"], ["--paper", "“50x50mm”", "140 × 140"]),
    "paper large": (["print", "--paper", "5000x5000mm"], ["--paper", "“5000x5000mm”", "1300 × 1300"]),
    "paper none": (["print", "--paper", "0x0"], ["--paper", "“0x0”", "140 × 140"]),
    "paper negative": (["print", "--paper", "-210x297mm"], ["Paper “-210x297mm”"]),
    "piece too large": (
        ["print", "code777", "--only", "notes", "--paper", "150x190mm"],
        ["Note sheets", "124 × 190 mm", "does not fit", "150", "190"],
    ),
    "piece too large lying, too": (
        ["print", "--only", "racks", "--paper", "140x140mm"],
        ["Racks", "110 × 156 mm", "does not fit", "140"],
    ),
    # options that contradict each other
    "only and except": (["print", "--only", "tiles", "--except", "rules"], ["--only", "--except"]),
    "fronts first of one side": (["print", "--fronts-first"], ["--fronts-first", "--sides long-edge"]),
    "fronts first of folds": (["print", "--fronts-first", "--sides", "fold"], ["--fronts-first", "--sides long-edge"]),
    "offset of one side": (["print", "--back-offset", "1,0"], ["--back-offset", "--sides long-edge"]),
    "everything left out": (
        ["print", "code777", "--except", "tiles,questions,racks,notes,list,diagram,rules,tuckbox,contents"],
        ["Nothing is left to print"],
    ),
    # boards and maps
    "board": (["print", "allo", "--board", "smal"], ["--board “smal”", "did you mean “small”?"]),
    "board of a game without one": (["print", "code777", "--board", "small"], ["--board", "not for code777"]),
    "map of a game without one": (["print", "code777", "--map", "x.toml"], ["--map", "not for code777"]),
    "map missing": (["print", "allo", "--map", "missing.toml"], ["missing.toml: the file is missing"]),
    "map a folder": (["print", "allo", "--map", "output"], ["output:", "directory"]),
    "map no TOML": (["print", "allo", "--map", "output/code777-en-a4.pdf"], ["code777-en-a4.pdf:", "line 1"]),
    "edition of games without any": (["print", "code777", "--edition", "B"], ["--edition", "not for code777"]),
    # names of players
    "name empty": (["print", "--names", "Anne,,Mario"], ["--names", "name 2 is empty"]),
    "name empty at the end": (["print", "--names", "Anne,Mario, "], ["--names", "name 3 is empty"]),
    "name long": (["print", "--names", f"Anne,{'M' * 41}"], ["--names", "M" * 41, "at most 40"]),
    "name in no typeface": (["print", "--names", "Anne,花子"], ["--names", "“花子”", "typefaces"]),
    "name with a bell": (["print", "--names", "Anne,Ma\x07rio"], ["--names", "typefaces"]),
    "no names": (["print", "--names", ""], ["--names", "names separated by commas"]),
    "no spares": (["print", "code777", "--spares", " "], ["--spares", "components and their pieces"]),
    "name of two lines": (["print", "--names", "An\nne,Bob"], ["--names", "one line"]),
    "out to a pipe": (["print", "--out", "-"], ["--out takes a folder"]),
    "preview to a pipe": (["preview", "missing.pdf", "--out", "-"], ["--out takes a folder"]),
    "page of the docs": (["docs", "prnting"], ["Page of the docs “prnting”", "did you mean “printing”?"]),
    "docs to open": (["docs", "--open"], ["--open", "own-words"]),
    "names for too few": (["print", "--names", "A,B,C", "--players", "2"], ["--names", "3 names for 2 players"]),
    "names for nobody": (["print", "--names", "A,B,C,D,E,F,G"], ["--names", "2 to 5 players"]),
    "name alone": (["print", "--names", "Anne"], ["--names", "2 to 5 players"]),
    # preview
    "preview of nothing": (["preview", "missing.pdf"], ["missing.pdf"]),
    "preview of a folder": (["preview", "output"], ["output"]),
    "preview of no PDF": (["preview", "output/code777-en-a4.pdf"], ["output/code777-en-a4.pdf", "not a PDF"]),
    "preview unsaid": (["preview"], ["FILE.pdf"]),
    # export
    "export as what": (["export", "code777", "--as", "gif"], ["--as", "gif", "png"]),
    "export of dust": (["export", "code777", "--dpi", "5"], ["--dpi", "“5”", "50 to 1200"]),
    "export of paper": (["export", "code777", "--only", "contents"], ["Code 777", "paper alone"]),
    "export with an edge that is never cut": (["export", "--as", "tts", "--bleed"], ["--bleed", "--as tts"]),
    "preview dpi": (["preview", "output/code777-en-a4.pdf", "--dpi", "-100"], ["--dpi", "“-100”", "whole number"]),
}


@pytest.mark.parametrize(("words", "meant"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_one_sentence_and_nothing_is_written(desk, words, meant):
    """Exit 2, one line that names the mistake and what was meant, an older kit left alone, no .part beside it."""
    told = desk.refused(*words)
    assert [part for part in meant if part not in told] == [], told


@pytest.mark.parametrize("words", [["print", "--paper", "leter"], ["print", "--paper", "140x140mm"]], ids=" ".join)
def test_a_mistake_makes_no_folder(empty_desk, words):
    """The folder of the kits is not even made, also when the mistake shows as late as in the layout."""
    empty_desk.refused(*words)
    assert not empty_desk.output.exists()


@pytest.mark.parametrize(
    "words",
    [["print", "chess\nor go"], ["print", "--only", "ti\nles"], ["print", "--paper", "a\n4"], ["preview", "a\nb.pdf"]],
    ids=["game", "component", "paper", "file"],
)
def test_one_line_even_when_the_mistake_has_two(desk, words):
    """A word pasted with its line end is still told in one line."""
    desk.refused(*words)


@pytest.mark.parametrize(
    "words",
    [
        ["print", "--only", "list", "--copies", "tiles=2"],
        ["print", "--except", "tiles", "--copies", "tiles=2"],
        ["print", "--only", "tiles", "--pads", "10"],
        ["print", "code777", "--except", "notes", "--pads", "10"],
    ],
    ids=" ".join,
)
def test_an_order_for_what_is_left_out_is_a_mistake(desk, words):
    """Options that contradict each other are told, never dropped without a word."""
    desk.refused(*words)


GOOD = (2, "", "sousmain: One sentence.\n")


@pytest.mark.parametrize(
    ("result", "now"),
    [
        ((0, *GOOD[1:]), {}),
        ((1, *GOOD[1:]), {}),
        ((2, "said", GOOD[2]), {}),
        ((2, "", ""), {}),
        ((2, "", "sousmain: Two\nlines.\n"), {}),
        ((2, "", "sousmain: Traceback (most recent call last)\n"), {}),
        (GOOD, {"output/new.pdf": (1, b"")}),
        (GOOD, {"output/.new.pdf.part": (1, b"")}),
        (GOOD, {"output/old.pdf": (1, b"changed")}),
        (GOOD, {"output/old.pdf": (2, b"old")}),
    ],
    ids=["went well", "other code", "talks", "silent", "two lines", "trace", "new file", "part", "changed", "touched"],
)
def test_the_rule_of_refusals_can_be_broken(desk, judge, result, now):
    """Proof that the judge of the tests above sees each breach; and that it lets a right refusal pass."""
    was = {"output/old.pdf": (1, b"old")}
    right = type(desk.run("--version"))
    assert judge(right(*GOOD), was, was) == "One sentence."
    with pytest.raises(AssertionError):
        judge(right(*result), was, was | now)
