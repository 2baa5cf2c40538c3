"""`--press`: what a print shop asks of a file, looked at in the file itself. The checkers at hand are pikepdf, pdfium and qpdf:
they prove the structure that PDF/X-4 wants, not what a press makes of it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from support.preflight import faults
from support.printing import ordered, printed

from generator.errors import PrintError
from generator.layout.shop_pages import BLEED
from generator.order.request import requests
from generator.press import build, shop_file
from referee.registry import GAMES

PT = 72 / 25.4


def boxes(page: pikepdf.Page) -> list[list[float]]:
    """Trim, bleed and media box, in millimetres."""
    return [[float(edge) / PT for edge in page.obj[key]] for key in ("/TrimBox", "/BleedBox", "/MediaBox")]


@pytest.mark.parametrize("sides", ["single", "long-edge"])
@pytest.mark.parametrize("slug", GAMES)
def test_a_page_for_each_piece_with_bleed_around_it_and_nothing_else(slug: str, sides: str) -> None:
    kit = printed(game=slug, press=True, sides=sides)
    with pikepdf.open(BytesIO(kit.data)) as pdf:
        pages = kit.work.sides()
        assert len(pdf.pages) == len(pages)
        for page, side in zip(pdf.pages, pages, strict=True):
            trim, bleed, media = boxes(page)
            assert side.trim
            assert trim == pytest.approx([BLEED, BLEED, BLEED + side.trim[0], BLEED + side.trim[1]], abs=0.01)
            assert bleed == media == pytest.approx([0, 0, side.trim[0] + 2 * BLEED, side.trim[1] + 2 * BLEED], abs=0.01)
            words = {str(operator) for _, operator in pikepdf.parse_content_stream(page)}
            assert words <= {"q", "Q", "cm", "Do", "BT", "ET", "Tf", "TL", "w", "j", "J", "BDC", "EMC"}, (
                "a mark, or a word of ours"
            )
        labels = [str(each.P) for each in list(pdf.Root.PageLabels.Nums)[1::2]]
        assert len(labels) == len(pages)
        assert all(side.label == label for side, label in zip(pages, labels, strict=True))
    pieces = {run.component.key: run.component for run in kit.work.runs}
    assert "contents" not in pieces
    if "board" in pieces:
        assert len(next(run for run in kit.work.runs if run.component.key == "board").sheets) == 1, (
            "whole, not in parts"
        )


def test_pages_are_labelled_as_the_language_writes_it() -> None:
    """French has a blank before a colon, and no line breaks there."""
    for lang, label in (("en", "Tiles: 1 green"), ("fr", "Tuiles\xa0: 1 vert")):
        with pikepdf.open(BytesIO(printed(press=True, lang=lang, only=("tiles",)).data)) as pdf:
            assert str(pdf.Root.PageLabels.Nums[1].P) == label


def test_colour_reaches_the_edge_of_the_bleed() -> None:
    kit = printed(game="code777", press=True, only=("tiles",))
    scale = 8.0
    with pypdfium2.PdfDocument(kit.data) as pdf:
        for page in list(pdf)[::9]:
            picture = page.render(scale=scale).to_pil().convert("RGB")
            near = picture.getpixel((3, picture.height // 2))
            within = picture.getpixel((int((BLEED + 0.5) * PT * scale), picture.height // 2))
            assert near == within != (255, 255, 255)


@pytest.mark.parametrize("slug", GAMES)
def test_the_file_says_what_a_shop_must_know(slug: str, tmp_path: Path) -> None:
    kit = printed(game=slug, press=True)
    with pikepdf.open(BytesIO(kit.data)) as pdf:
        assert pdf.pdf_version >= "1.6"
        assert not pdf.is_encrypted
        assert pdf.docinfo["/Trapped"] == "/False"
        (intent,) = pdf.Root.OutputIntents
        assert (intent.S, intent.DestOutputProfile.N) == ("/GTS_PDFX", 3)
        with pdf.open_metadata() as meta:
            assert str(pdf.docinfo["/Title"]) == meta["dc:title"]
            assert "A4" in meta["dc:title"] and kit.work.title in meta["dc:title"]
            assert meta["pdf:Trapped"] == "False"
            assert meta.get("pdfxid:GTS_PDFXVersion") is None, "sRGB is a screen's, and no press's"
        fonts = [f for f in pdf.objects if isinstance(f, pikepdf.Dictionary) and f.get("/Type") == "/Font"]
        assert fonts
        assert all("/FontFile2" in font.FontDescriptor for font in fonts)
        names = [str(font.BaseFont) for font in fonts]
        assert len({name.partition("+")[0] for name in names}) == len(names)
        for page in pdf.pages:
            assert "/DefaultRGB" in page.Resources.ColorSpace
    if shutil.which("qpdf"):
        (tmp_path / "kit.pdf").write_bytes(kit.data)
        subprocess.run(["qpdf", "--check", tmp_path / "kit.pdf"], check=True, capture_output=True)


@pytest.fixture
def press_icc(tmp_path: Path) -> Path:
    """The profile of a press, made here from sRGB by calling it one."""
    plain = shop_file.screen_profile().data
    profile = tmp_path / "Coated.icc"
    profile.write_bytes(plain[:12] + b"prtr" + plain[16:])
    return profile


@pytest.mark.parametrize("slug", GAMES)
def test_every_kit_passes_each_point_of_pdf_x_4_that_the_file_tells(slug: str, press_icc: Path) -> None:
    kit = printed(game=slug, press=True, press_profile=str(press_icc), sides="long-edge")
    assert faults(kit.data) == []


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda pdf: pdf.pages[0].obj.__delitem__("/TrimBox"), "TrimBox"),
        (lambda pdf: pdf.Root.__delitem__("/OutputIntents"), "0 output intents"),
        (lambda pdf: pdf.Root.__setitem__("/OpenAction", pikepdf.Dictionary(S=pikepdf.Name.JavaScript)), "OpenAction"),
        (lambda pdf: pdf.pages[0].Resources.__delitem__("/ColorSpace"), "whichever screen"),
        (lambda pdf: pdf.pages[0].obj.__setitem__("/BleedBox", [50, 50, 60, 60]), "do not lie in each other"),
    ],
)
def test_the_preflight_sees_what_is_wrong(spoil: Callable[[pikepdf.Pdf], None], told: str, press_icc: Path) -> None:
    """A check that never fails would prove nothing."""
    order = ordered(press=True, press_profile=str(press_icc), only=("tiles",))
    spoilt = BytesIO()
    with pikepdf.open(BytesIO(build.render(build.compose(order)))) as pdf:
        spoil(pdf)
        pdf.save(spoilt)
    assert told in "; ".join(faults(spoilt.getvalue()))


def test_with_the_profile_of_a_press_it_is_pdf_x_4(tmp_path: Path) -> None:
    """Made here from sRGB, by calling it one of a printer."""
    plain = shop_file.screen_profile().data
    profile = tmp_path / "Coated.icc"
    profile.write_bytes(plain[:12] + b"prtr" + plain[16:])
    order = ordered(press=True, press_profile=str(profile), only=("tiles",))
    assert order.file() == "code777-tiles-en-a4-press-coated.pdf"
    with pikepdf.open(BytesIO(build.render(build.compose(order)))) as pdf, pdf.open_metadata() as meta:
        assert meta["pdfxid:GTS_PDFXVersion"] == "PDF/X-4"
        assert str(pdf.Root.OutputIntents[0].OutputConditionIdentifier) == "Coated"
    profile.write_bytes(plain)
    with pytest.raises(PrintError, match="not the profile of a press"):
        build.render(build.compose(order))


@pytest.mark.parametrize(
    "options",
    [
        {"sides": "fold"}, {"fronts_first": True, "sides": "long-edge"}, {"gutters": True}, {"booklet": True},
        {"back_offset": "1,1", "sides": "long-edge"},
    ],
)  # fmt: skip
def test_what_is_about_sheets_makes_no_sense_for_pieces(options: dict[str, object]) -> None:
    with pytest.raises(PrintError, match="--press and"):
        requests(["code777"], press=True, **options)


def test_a_profile_is_for_a_press() -> None:
    with pytest.raises(PrintError, match="--press-profile goes with --press"):
        requests(["code777"], press_profile="x.icc")


def test_the_same_options_give_the_same_bytes() -> None:
    order = ordered(press=True, only=("questions",), sides="long-edge")
    assert build.render(build.compose(order)) == build.render(build.compose(order))
