"""Light through a folded slip: paper scatters it, ink takes most of it, and what is left shows the veil and no words."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest
import zxingcpp
from PIL import Image, ImageChops, ImageFilter, ImageOps, ImageStat
from support.dealing import Printed, dealt
from support.rasters import PER_MM, Picture

from generator.drawing import opaque_pattern

THROUGH_INK = 0.05  # of the light: a solid black has a density of 1.3
SCATTER = 0.2  # millimetres that a sheet of office paper blurs what lies behind it
STROKE, LETTER = 0.5, 3.0  # millimetres: how sharp one looks
# What words may change about the light, against what the veil itself changes from place to place. The fullest slips of today
# give 0.55 and 0.91, with type in full black; with half of the veil the fullest of each kind give 0.8 and 1.1 at least.
DROWNED = {STROKE: 0.65, LETTER: 0.95}
SEATS = 0.25  # the same for the first hands of Code 777, seen sharply: 0.17 today, 0.32 with three quarters of the veil
LEAST = {"veil": 0.8, "cover": 0.7}  # of the surface is covered, whatever the veil says of itself


def film(picture: Picture) -> Picture:
    """How much light a printed panel lets through; paper alone counts as all of it."""
    return picture.convert("L").point(lambda v: round(255 * THROUGH_INK + (1 - THROUGH_INK) * v))


def behind(picture: Picture, sheets: int) -> Picture:
    """The same seen through so many sheets."""
    return picture.filter(ImageFilter.GaussianBlur(SCATTER * sheets**0.5 * PER_MM))


def folded(veil_: Picture, words: Picture, cover: Picture, side: str) -> Picture:
    """A closed slip against a lamp, from one side. Folding turns veil and cover upside down upon the words; words and
    veil lie face to face, the cover looks out."""
    inner = ImageChops.multiply(ImageOps.flip(veil_), words)
    outer = ImageOps.flip(cover)
    if side == "cover":
        return ImageChops.multiply(outer, behind(inner, 2))
    return ImageChops.multiply(behind(inner, 1), behind(outer, 3))


def panels(each: Printed) -> tuple[Picture, Picture, Picture]:
    veil_, words, cover = (film(each.picture(panel)) for panel in ("veil", "words", "cover"))
    return veil_, words, cover


def contrast(veil_: Picture, words: Picture, cover: Picture, side: str) -> dict[float, float]:
    """What the printed words change, against what changes anyway, seen as sharp as a stroke and as a letter: without end
    where nothing else does. The darkest twentieth of the field counts: white paper hides nothing and shows nothing."""
    blank = Image.new("L", words.size, 255)
    edge = PER_MM  # fold lines
    field = (edge, edge, words.width - words.height, words.height - edge)  # beside the code
    both = [folded(veil_, each, cover, side) for each in (words, blank)]
    found = {}
    for scale in DROWNED:
        blur = ImageFilter.BoxBlur(scale * PER_MM / 2)
        with_, without = (each.filter(blur).crop(field) for each in both)
        noise = ImageStat.Stat(without).stddev[0]
        found[scale] = darkest(ImageChops.difference(with_, without)) / noise if noise else float("inf")
    return found


def darkest(changed: Picture) -> int:
    """How much the twentieth that changes most changes at least."""
    left, counts = changed.width * changed.height // 20, changed.histogram()
    for value in range(255, -1, -1):
        left -= counts[value]
        if left < 0:
            return value
    raise AssertionError("a picture without pixels")


def worst(slips: Iterable[Printed]) -> dict[float, float]:
    """The highest of several slips, from either side."""
    found = [contrast(*panels(each), side) for each in slips for side in ("cover", "back")]
    return {scale: max(each[scale] for each in found) for scale in DROWNED}


KINDS = [
    ("code777", 5, {"lang": "fr", "ink": "mono"}), ("code777", 4, {}), ("code777", 3, {"ink": "saver"}),
    ("inkognito", 3, {}), ("inkognito", 4, {"ink": "mono", "lang": "fr"}), ("allo", 4, {"ink": "saver", "lang": "fr"}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "players", "options"), KINDS)
def test_words_drown_in_the_veil_from_either_side(game: str, players: int, options: dict) -> None:
    slips = dealt(game, players, **options).slips
    found = worst((*slips[:5], *slips[-6:]))
    for scale, most in DROWNED.items():
        assert found[scale] < most, scale


@pytest.mark.parametrize("side", ["cover", "back"])
def test_without_the_veil_they_are_read(side: str) -> None:
    """Proves the test above: the same light, the same paper, no pattern, and eye and phone read the slip."""
    each = dealt("code777", 4).slips[0]
    _, words, _ = panels(each)
    blank = Image.new("L", words.size, 255)
    for scale, most in DROWNED.items():
        assert contrast(blank, words, blank, side)[scale] > most
    seen = folded(blank, words, blank, side)
    assert zxingcpp.read_barcodes(seen, formats=zxingcpp.BarcodeFormat.QRCode)


def thinner(game: str, players: int, options: dict, share: float, monkeypatch: pytest.MonkeyPatch) -> list[Printed]:
    """The same deal with that share of the veil."""
    from generator.kits.common import slips
    from generator.press import build, deal_slips

    made = dealt(game, players, **options)  # before the veil is thinner: it is kept for other tests
    monkeypatch.setattr(slips, "THICK", opaque_pattern.THICK * share)
    monkeypatch.setattr(slips, "THIN", opaque_pattern.THIN * share)
    data = build.render(deal_slips.compose(made.order, ["0123456789ABCDEF"]))
    return [each._replace(data=data) for each in made.slips]


@pytest.mark.parametrize(("game", "players", "options"), KINDS[1::2])
def test_half_of_the_veil_would_not_do(game: str, players: int, options: dict, monkeypatch: pytest.MonkeyPatch) -> None:
    """Proves it once more, for each game."""
    slips = thinner(game, players, options, 0.5, monkeypatch)
    found = worst((*slips[:2], *slips[-2:]))
    for scale, most in DROWNED.items():
        assert found[scale] > most, scale
    assert [panel for panel, least in LEAST.items() if covered(slips[0], panel) > least - 0.05] == []


@pytest.mark.parametrize(("share", "hidden"), [(1.0, True), (0.75, False)])
def test_a_quarter_less_is_noticed_on_every_hand(share: float, hidden: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for each, side in product(thinner("code777", 4, {}, share, monkeypatch)[:4], ("cover", "back")):
        assert (contrast(*panels(each), side)[STROKE] < SEATS) == hidden


@pytest.mark.parametrize("side", ["cover", "back"])
def test_no_phone_reads_the_code_through_the_paper(side: str) -> None:
    for each in dealt("code777", 4).slips:
        seen = ImageOps.autocontrast(folded(*panels(each), side))
        for picture in (seen, ImageOps.flip(seen), ImageOps.mirror(seen)):
            assert not zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)


def covered(each: Printed, panel: str) -> float:
    """How much of a panel is ink, where no label lies on it."""
    picture = each.picture(panel).convert("L").point(lambda v: 255 * (v < 160))
    field = picture.crop((10, 10, picture.width - 10, round(6 * PER_MM)))
    return ImageStat.Stat(field).mean[0] / 255


@pytest.mark.parametrize(("game", "players", "options"), KINDS)
def test_a_veil_covers_as_much_as_it_should_and_grain_is_wider_than_type(
    game: str, players: int, options: dict
) -> None:
    """Strokes of 9.5 pt are half a millimetre wide. The share is measured on paper, and has a floor of its own: a veil that
    says it is thin is no better for saying so."""
    each = dealt(game, players, **options).slips[0]
    for panel, share in (("veil", opaque_pattern.THICK), ("cover", opaque_pattern.THIN)):
        assert covered(each, panel) == pytest.approx(share, abs=0.08)
        assert covered(each, panel) > LEAST[panel] - 0.05
        assert share >= LEAST[panel]
    assert opaque_pattern.GRAIN >= 0.75
