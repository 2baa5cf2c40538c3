"""`index.html` beside the kits: every kit in the folder, a picture of each component, and nothing that is not there."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from generator.press import gallery
from generator.press.gallery import NAME


def sections(desk) -> dict[str, str]:
    """File -> what the page says about it."""
    page = (desk.output / NAME).read_text("utf-8")
    return dict(re.findall(r'<section data-file="([^"]*)".*?>(.*?)</section>', page, re.DOTALL))


def pictures(section: str) -> list[Image.Image]:
    """The pictures of a kit."""
    return [
        Image.open(BytesIO(b64decode(data))) for data in re.findall(r'src="data:image/png;base64,([^"]+)"', section)
    ]


def far(one: Image.Image, other: Image.Image) -> float:
    """How different two pictures are on average, their page numbers aside."""
    above = (0, 0, one.width, int(one.height * 0.93))
    pair = (picture.convert("L").crop(above) for picture in (one, other))
    return ImageStat.Stat(ImageChops.difference(*pair)).mean[0]


def test_a_picture_of_each_component(empty_desk) -> None:
    """Of its own first page: also when all fronts come before all backs."""
    assert empty_desk.run("print", "code777", "--sides", "long-edge").code == 0
    assert empty_desk.run("print", "code777", "--sides", "long-edge", "--fronts-first").code == 0
    plain, first = sections(empty_desk).values()
    titles = re.findall(r"<li><img[^>]*>(.*?) <span>× (\d+)</span>", plain)
    assert titles[:4] == [("Contents", "1"), ("Rules", "1"), ("Tiles", "28"), ("Question cards", "23")]
    assert len(pictures(plain)) == len(titles)
    for number, (one, other) in enumerate(zip(pictures(plain), pictures(first), strict=True)):
        assert number == 0 or far(one, other) < 1, titles[number]  # the contents say how they were printed
        assert all(far(one, third) > 1 for third in pictures(plain)[:number]), "no two alike"


def test_components_that_share_a_sheet_share_a_picture(empty_desk) -> None:
    """Once, with all their names: no two pictures of a kit are the same, and no component is left out."""
    told = json.loads(empty_desk.run("print", "allo", "--json").out)["files"][0]["components"]
    (section,) = sections(empty_desk).values()
    named = re.findall(r"(?:<li><img[^>]*>|<br>)(.*?) <span>× (\d+)</span>", section)
    assert sorted(named) == sorted((part["title"], str(part["pieces"])) for part in told)
    found = re.findall(r'src="(data:[^"]+)"', section)
    assert len(set(found)) == len(found) < len(named)


def test_kits_printed_earlier_stay(empty_desk) -> None:
    """As long as their files do, unchanged."""
    for words in (("code777",), ("fully", "--lang", "fr"), ("inkognito", "--only", "rules")):
        assert empty_desk.run("print", *words).code == 0
    names = ["code777-en-a4.pdf", "fully-fr-a4.pdf", "inkognito-rules-en-a4.pdf"]
    assert sorted(path.name for path in empty_desk.output.glob("*.pdf")) == sorted(sections(empty_desk))
    assert list(sections(empty_desk)) == names[::-1], "the newest first"
    (empty_desk.output / names[0]).unlink()
    (empty_desk.output / names[1]).write_bytes(b"something else")
    assert empty_desk.run("print", "fully").code == 0
    assert {"fully-en-a4.pdf"} < set(sections(empty_desk))
    assert not {names[0], names[1]} & set(sections(empty_desk))


def test_games_stand_together_and_the_newest_is_first(empty_desk) -> None:
    for words in (("code777", "--only", "tiles"), ("fully", "--only", "pawns"), ("code777", "--only", "rules")):
        assert empty_desk.run("print", *words).code == 0
    names = ["code777-rules-en-a4.pdf", "code777-tiles-en-a4.pdf", "fully-pawns-en-a4.pdf"]
    assert list(sections(empty_desk)) == names
    assert empty_desk.run("print", "fully", "--only", "pawns").code == 0
    assert list(sections(empty_desk)) == [names[2], *names[:2]]


def test_a_board_in_parts_is_shown_whole(empty_desk) -> None:
    """As it is when its parts are joined: like the one on a sheet of its own."""
    for paper in ("a4", "a2"):
        assert empty_desk.run("print", "rallye", "--only", "board", "--board", "large", "--paper", paper).code == 0
    (one,), (joined,) = (pictures(each) for each in sections(empty_desk).values())
    assert joined.width > joined.height
    upright = one.convert("L").rotate(-90, expand=True)
    inner = upright.crop(
        [round(side * share) for side, share in zip(upright.size * 2, (0.08, 0.08, 0.92, 0.92), strict=True)]
    )
    assert far(inner.resize((200, 140)), joined.convert("L").resize((200, 140))) < 60


def test_a_page_of_very_many_kits_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest have their pictures, the others their line, and of too many the oldest go."""
    made = [
        gallery.KitSection(f"code777-{i}.pdf", "code777", i, f"<section>{i}<ul>\n{'x' * 1000}</ul>\n</section>\n")
        for i in range(30)
    ]
    monkeypatch.setattr(gallery, "MOST_PICTURED", 5)
    monkeypatch.setattr(gallery, "MOST_KITS", 20)
    page = list(gallery.bounded(gallery.by_game(made)))
    assert [re.findall(r"\d+", line)[0] for line in page] == [str(i) for i in range(29, 9, -1)]
    assert ["<ul>" in line for line in page] == [True] * 5 + [False] * 15
    monkeypatch.setattr(gallery, "MOST_BYTES", 2500)
    assert sum("<ul>" in line for line in gallery.bounded(gallery.by_game(made))) == 2


def test_somebody_elses_page_is_left_alone(empty_desk) -> None:
    empty_desk.output.mkdir()
    (empty_desk.output / NAME).write_bytes(b"\xff\xfe my own home page")
    assert empty_desk.run("print", "code777", "--only", "tiles").code == 0
    assert (empty_desk.output / NAME).read_bytes() == b"\xff\xfe my own home page"


@pytest.mark.parametrize("name", ["", "../../etc/hosts", "a/b.pdf"])
def test_a_page_that_was_tampered_with_does_no_harm(empty_desk, name: str) -> None:
    assert empty_desk.run("print", "code777", "--only", "tiles").code == 0
    page = empty_desk.output / NAME
    page.write_text(re.sub(r'data-file="[^"]*"', f'data-file="{name}"', page.read_text("utf-8")), "utf-8")
    assert empty_desk.run("print", "fully", "--only", "rules").code == 0
    assert list(sections(empty_desk)) == ["fully-rules-en-a4.pdf"]


def test_the_page_wears_the_users_own_colours(empty_desk) -> None:
    (empty_desk.folder / "own.toml").write_text('[code777]\naccent = "#123456"\n', "utf-8")
    assert empty_desk.run("print", "code777", "--only", "tiles", "--with", "own.toml").code == 0
    assert "--accent:#123456" in (empty_desk.output / NAME).read_text("utf-8")
    assert list(sections(empty_desk)) == ["code777-tiles-en-a4-own.pdf"], "beside the plain kit, not in its place"


def test_it_needs_nothing_else(empty_desk) -> None:
    """No script, no address but the kits' own."""
    assert empty_desk.run("print", "code777", lang="fr_FR.UTF-8").code == 0
    page = (empty_desk.output / NAME).read_text("utf-8")
    assert "<script" not in page
    assert re.findall(r'href="([^"]*)"', page) == ["code777-fr-a4.pdf"]
    assert all(source.startswith("data:") for source in re.findall(r'src="([^"]*)"', page))
    assert "Kits à imprimer" in page
