"""A preview is drawn in bands, so that a large sheet needs no more memory than a small one, and no seam is seen."""

from __future__ import annotations

from io import BytesIO

import pypdfium2
import pytest
from PIL import Image, ImageChops
from support.printing import printed

from generator.press import preview


@pytest.mark.parametrize("dpi", [40, 97])
def test_bands_make_the_page(dpi: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview, "BAND", 100)
    with pypdfium2.PdfDocument(printed(only=("tiles",)).data) as pdf:
        page = pdf[0]
        bands = list(preview.picture(page, dpi))
        whole = page.render(scale=dpi / 72).to_pil().convert("RGB")
    assert len(bands) > 3
    assert max(band.height for band in bands) == 100
    assert sum(band.height for band in bands) == whole.height
    with Image.open(BytesIO(preview.png(bands, *whole.size))) as made:
        assert made.size == whole.size
        differs = ImageChops.difference(made.convert("RGB"), whole).getextrema()
        assert max(most for _, most in differs) <= 2  # of 255: how edges round in a band
