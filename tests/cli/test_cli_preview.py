"""`preview`: a picture of each page and a contact sheet of all."""

from __future__ import annotations

import json

import pikepdf
import pytest
from PIL import Image


@pytest.fixture
def kit(empty_desk):
    """A printed kit with several pages."""
    assert empty_desk.run("print", "--only", "tiles,questions", "--quiet").code == 0
    return empty_desk.output / "code777-tiles-questions-en-a4.pdf"


def test_a_picture_of_each_page_and_one_of_all(empty_desk, kit):
    """Beside the file unless told; each picture is told in a line; pages have the size of paper at that many dots."""
    result = empty_desk.run("preview", f"output/{kit.name}", "--dpi", "40")
    assert (result.code, result.err) == (0, "")
    pictures = sorted(path for path in empty_desk.output.rglob("*") if path.suffix == ".png")
    assert sorted(result.out.splitlines()) == [path.relative_to(empty_desk.folder).as_posix() for path in pictures]
    (sheet,) = [path for path in pictures if "contact" in path.name]
    pages = [path for path in pictures if path != sheet]
    with pikepdf.open(kit) as pdf:
        assert len(pages) == len(pdf.pages) > 1
    for path in pages:
        with Image.open(path) as picture:
            assert picture.format == "PNG"
            assert picture.size == pytest.approx((210 / 25.4 * 40, 297 / 25.4 * 40), abs=1)
            assert len(picture.convert("L").getcolors(256)) > 2, "a blank page"
            width, height = picture.size
    with Image.open(sheet) as picture:
        assert picture.width > 2 * width, "pages beside each other"
        assert picture.height > 2 * height, "and below each other"


def test_pictures_where_they_are_wanted(empty_desk, kit):
    """--out makes the folder."""
    assert empty_desk.run("preview", f"output/{kit.name}", "--dpi", "30", "--out", "deep/er").code == 0
    assert len(list((empty_desk.folder / "deep" / "er").iterdir())) > 2
    assert [path.name for path in empty_desk.output.glob("*.pdf")] == [kit.name]


def test_a_locked_file_is_refused(empty_desk, kit):
    """A PDF under a password cannot be read; one sentence says so."""
    with pikepdf.open(kit) as pdf:
        pdf.save(empty_desk.folder / "locked.pdf", encryption=pikepdf.Encryption(user="secret", owner="more"))
    assert "locked.pdf" in empty_desk.refused("preview", "locked.pdf")


def test_a_file_without_pages_is_refused(empty_desk):
    """There is nothing to draw, and that is no reason for a trace."""
    pikepdf.new().save(empty_desk.folder / "bare.pdf")
    assert "bare.pdf" in empty_desk.refused("preview", "bare.pdf")


def test_pictures_of_an_earlier_longer_kit_go(empty_desk):
    """Otherwise a page that no longer exists is looked at as if it did."""
    longer = empty_desk.run("print", "--only", "list,tiles", "--out", "k", "--json")
    file = json.loads(longer.out)["files"][0]["file"]
    assert empty_desk.run("preview", file, "--out", "p").code == 0
    before = {path.name for path in (empty_desk.folder / "p").iterdir()}
    shorter = empty_desk.run("print", "--only", "tiles", "--out", "k2", "--json")
    (empty_desk.folder / file).write_bytes(
        (empty_desk.folder / json.loads(shorter.out)["files"][0]["file"]).read_bytes()
    )
    (empty_desk.folder / "p" / "holiday-01.png").write_bytes(b"mine")
    assert empty_desk.run("preview", file, "--out", "p").code == 0
    after = {path.name for path in (empty_desk.folder / "p").iterdir()}
    assert len(before) == 4  # two lists, tiles, contact sheet
    assert len(after & before) == 2
    assert "holiday-01.png" in after
