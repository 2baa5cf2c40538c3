"""Light through a folded slip: paper scatters it, ink takes most of it, and what is left shows the veil and no words."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest
import zxingcpp
from dealing import Printed, dealt
from PIL import Image, ImageChops, ImageFilter, ImageOps, ImageStat
from rasters import PER_MM, Picture

from generator import veil

THROUGH_INK = 0.05  # of the light: a solid black has a density of 1.3
SCATTER = 0.2  # millimetres that a sheet of office paper blurs what lies behind it
DROWNED = 1.0  # what a letter may change about the light: not more than the veil itself does from place to place
LETTER = 3.0  # millimetres


def film(picture: Picture) -> Picture:
    """How much light a printed panel lets through; paper alone counts as all of it."""
    return picture.convert("L").point(lambda v: round(255 * THROUGH_INK + (1 - THROUGH_INK) * v))


def behind(picture: Picture, sheets: int) -> Picture:
    """The same seen through so many sheets."""
    return picture.filter(ImageFilter.GaussianBlur(SCATTER * sheets**0.5 * PER_MM))


def folded(veil_: Picture, words: Picture, cover: Picture) -> dict[str, Picture]:
    """A closed slip against a lamp, from either side. Folding turns veil and cover upside down upon the words; words and
    veil lie face to face, the cover looks out."""
    inner = ImageChops.multiply(ImageOps.flip(veil_), words)
    outer = ImageOps.flip(cover)
    return {
        "cover": ImageChops.multiply(outer, behind(inner, 2)),
        "back": ImageChops.multiply(behind(inner, 1), behind(outer, 3)),
    }


def panels(each: Printed) -> tuple[Picture, Picture, Picture]:
    veil_, words, cover = (film(each.picture(panel)) for panel in ("veil", "words", "cover"))
    return veil_, words, cover


def contrast(veil_: Picture, words: Picture, cover: Picture, side: str, scale: float) -> float:
    """What the printed words change, against what changes anyway, seen as sharp as a stroke or as a letter: without end
    where nothing else does. The darkest twentieth of the field counts: white paper hides nothing and shows nothing."""
    blank = Image.new("L", words.size, 255)
    edge = PER_MM  # fold lines
    field = (edge, edge, words.width - words.height, words.height - edge)  # beside the code
    blur = ImageFilter.BoxBlur(scale * PER_MM / 2)
    with_, without = (folded(veil_, each, cover)[side].filter(blur).crop(field) for each in (words, blank))
    changed = ImageChops.difference(with_, without)
    ranked = sorted(changed.tobytes(), reverse=True)
    signal = ranked[len(ranked) // 20]
    noise = ImageStat.Stat(without).stddev[0]
    return signal / noise if noise else float("inf")


def worst(slips: Iterable[Printed], scale: float) -> float:
    """The highest of several slips, from either side."""
    return max(contrast(*panels(each), side, scale) for each, side in product(slips, ("cover", "back")))


KINDS = [
    ("code777", 5, {"lang": "fr", "ink": "mono"}), ("code777", 4, {}), ("code777", 3, {"ink": "saver"}),
    ("inkognito", 3, {}), ("inkognito", 4, {"ink": "mono", "lang": "fr"}), ("allo", 4, {"ink": "saver", "lang": "fr"}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "players", "options"), KINDS)
def test_words_drown_in_the_veil_from_either_side(game: str, players: int, options: dict) -> None:
    slips = dealt(game, players, **options).slips
    assert worst((*slips[:5], *slips[-6:]), LETTER) < DROWNED


@pytest.mark.parametrize("side", ["cover", "back"])
def test_without_the_veil_they_are_read(side: str) -> None:
    """Proves the test above: the same light, the same paper, no pattern, and eye and phone read the slip."""
    each = dealt("code777", 4).slips[0]
    _, words, _ = panels(each)
    blank = Image.new("L", words.size, 255)
    assert contrast(blank, words, blank, side, LETTER) > DROWNED
    seen = folded(blank, words, blank)[side]
    assert zxingcpp.read_barcodes(seen, formats=zxingcpp.BarcodeFormat.QRCode)


def test_a_veil_that_is_too_thin_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proves it once more: a fifth of the surface covered is a decoration."""
    from generator import deal, press, slips

    monkeypatch.setattr(slips, "THICK", 0.2)
    monkeypatch.setattr(slips, "THIN", 0.2)
    made = dealt("code777", 4)
    data = press.render(deal.compose(made.order, ["0123456789ABCDEF"]))
    thin = [each._replace(data=data) for each in made.slips[:4]]
    assert min(contrast(*panels(each), side, LETTER) for each in thin for side in ("cover", "back")) > DROWNED


@pytest.mark.parametrize("side", ["cover", "back"])
def test_no_phone_reads_the_code_through_the_paper(side: str) -> None:
    for each in dealt("code777", 4).slips:
        seen = ImageOps.autocontrast(folded(*panels(each))[side])
        for picture in (seen, ImageOps.flip(seen), ImageOps.mirror(seen)):
            assert not zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)


def test_a_veil_covers_as_much_as_it_should_and_grain_is_wider_than_type() -> None:
    """Strokes of 9.5 pt are half a millimetre wide."""
    each = dealt("inkognito", 4).slips[0]
    for panel, share in (("veil", veil.THICK), ("cover", veil.THIN)):
        picture = each.picture(panel).convert("L").point(lambda v: 255 * (v < 160))
        field = picture.crop((10, 10, picture.width - 10, round(6 * PER_MM)))
        assert ImageStat.Stat(field).mean[0] / 255 == pytest.approx(share, abs=0.08)
    assert veil.GRAIN >= 0.75
