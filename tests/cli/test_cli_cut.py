"""`print --cut` writes cut files beside the PDF and tells them."""

from __future__ import annotations

import json

WORDS = ["print", "code777", "--only", "racks", "--cut"]


def test_cut_files_lie_beside_the_kit_and_are_listed(empty_desk):
    """In the table and for programs, in both languages."""
    told = empty_desk.run(*WORDS, "svg")
    assert (told.code, told.err) == (0, "")
    assert "output/code777-racks-en-a4-cut-pages-1-2-racks.svg: pages 1, 2" in told.out
    names = sorted(path.name for path in empty_desk.output.iterdir())
    assert names == ["code777-racks-en-a4-cut-pages-1-2-racks.svg", "code777-racks-en-a4-cut.pdf", "index.html"]
    page = (empty_desk.output / "index.html").read_text("utf-8")
    assert '<a href="code777-racks-en-a4-cut-pages-1-2-racks.svg">pages-1-2-racks.svg</a>' in page
    (file,) = json.loads(empty_desk.run(*WORDS, "silhouette", "--json", "--lang", "fr").out)["files"]
    (cut,) = file["cut_files"]
    told, err = empty_desk.run(*WORDS, "silhouette")[1:]
    assert err == ""
    assert f"cut-pages-1-2-racks.dxf: pages 1, 2; X {cut['left']:g} mm, Y {cut['top']:g} mm" in told
    assert (cut["width"], cut["height"]) == (156, 220)
    assert cut["file"] == "output/code777-racks-fr-a4-cut-pages-1-2-racks.dxf"
    assert (cut["form"], cut["pages"], cut["layers"]) == ("silhouette", [1, 2], ["score", "cut"])


def test_what_makes_no_sense_is_one_sentence_and_nothing_is_written(empty_desk):
    for words in (["svg", "--registration", "1,1,1"], ["svg", "--corner-radius", "x"], ["plt"]):
        told = empty_desk.run(*WORDS, *words)
        assert told.code == 2 and len(told.err.splitlines()) == 1
    assert not empty_desk.output.exists()
