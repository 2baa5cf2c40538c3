"""PDF/X-4 (ISO 15930-7), point by point, as far as the file itself tells: what a print shop's preflight looks for first."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pikepdf
from pikepdf import Dictionary, Name, Stream

FORBIDDEN_ACTIONS = ("/JavaScript", "/Launch", "/ImportData", "/SubmitForm", "/ResetForm", "/Movie", "/Sound")
DATES = {"/CreationDate": "xmp:CreateDate", "/ModDate": "xmp:ModifyDate"}


def faults(data: bytes) -> list[str]:
    """All that is wrong with a file that calls itself PDF/X-4."""
    with pikepdf.open(BytesIO(data)) as pdf:
        return [*document(pdf, data), *metadata(pdf), *intent(pdf), *pages(pdf), *objects(pdf)]


def document(pdf: pikepdf.Pdf, data: bytes) -> Iterator[str]:
    """Version, identity, nothing encrypted, nothing that acts."""
    if not data.startswith(b"%PDF-1.") or pdf.pdf_version > "1.6":
        yield f"version {pdf.pdf_version}"
    if pdf.is_encrypted:
        yield "encrypted"
    if "/ID" not in pdf.trailer or len(pdf.trailer.ID) != 2:
        yield "no ID"
    yield from (f"catalogue has {key}" for key in ("/AcroForm", "/OpenAction", "/AA", "/Collection") if key in pdf.Root)
    if "/Names" in pdf.Root:
        yield from (f"names have {key}" for key in ("/JavaScript", "/EmbeddedFiles") if key in pdf.Root.Names)


def metadata(pdf: pikepdf.Pdf) -> Iterator[str]:
    """XMP that says what it is, and Info that says the same."""
    if "/Metadata" not in pdf.Root:
        yield "no XMP"
        return
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as meta:
        if meta.get("pdfxid:GTS_PDFXVersion") != "PDF/X-4":
            yield "XMP does not call it PDF/X-4"
        needed = ("xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate", "dc:title", "pdf:Trapped", "xmpMM:DocumentID",
                  "xmpMM:VersionID", "xmpMM:RenditionClass")  # fmt: skip
        yield from (f"XMP lacks {key}" for key in needed if not meta.get(key))
        if meta.get("pdf:Trapped") not in ("True", "False"):
            yield "not told whether it is trapped"
        if str(pdf.docinfo.get("/Title", "")) != meta.get("dc:title"):
            yield "two titles"
        for key, same in DATES.items():
            if key in pdf.docinfo and meta.get(same):
                told = "".join(c for c in meta[same] if c.isdigit())[:14]
                if "".join(c for c in str(pdf.docinfo[key]) if c.isdigit())[:14] != told:
                    yield f"{key} and {same} differ"


def intent(pdf: pikepdf.Pdf) -> Iterator[str]:
    """One output intent, with the profile of a press whose colours are counted rightly."""
    found = [each for each in pdf.Root.get("/OutputIntents", []) if each.get("/S") == Name.GTS_PDFX]
    if len(found) != 1:
        yield f"{len(found)} output intents"
        return
    if not str(found[0].get("/OutputConditionIdentifier", "")):
        yield "output condition has no name"
    profile = found[0].DestOutputProfile.read_bytes()
    if profile[12:16] != b"prtr":
        yield "profile is no press's"
    channels = {b"GRAY": 1, b"RGB ": 3, b"CMYK": 4}.get(profile[16:20])
    if channels != found[0].DestOutputProfile.N:
        yield "profile has another number of colours"


def pages(pdf: pikepdf.Pdf) -> Iterator[str]:
    """Boxes within boxes, nothing to click, colours that are told."""
    for number, page in enumerate(pdf.pages, 1):
        if ("/TrimBox" in page.obj) == ("/ArtBox" in page.obj):
            yield f"page {number}: neither or both of TrimBox and ArtBox"
            continue
        trim, bleed, media = ([float(edge) for edge in page.obj[key]] for key in ("/TrimBox", "/BleedBox", "/MediaBox"))
        if not (within(trim, bleed) and within(bleed, media)):
            yield f"page {number}: boxes do not lie in each other"
        if "/Annots" in page.obj or "/AA" in page.obj:
            yield f"page {number}: something to click"
        if "/DefaultRGB" not in page.Resources.get("/ColorSpace", {}):
            yield f"page {number}: colours of whichever screen"


def within(inner: list[float], outer: list[float]) -> bool:
    """Does a box lie in another?"""
    near = 0.01
    return all(a >= b - near for a, b in zip(inner[:2], outer[:2], strict=True)) and all(
        a <= b + near for a, b in zip(inner[2:], outer[2:], strict=True)
    )


def objects(pdf: pikepdf.Pdf) -> Iterator[str]:
    """Typefaces inside; no PostScript, no proxies, no LZW, nothing outside the file, no transfer curves."""
    for each in pdf.objects:
        if isinstance(each, Dictionary | Stream):
            yield from one(each)


def one(each: Any) -> Iterator[str]:
    """What is wrong with an object."""
    kind, sub = each.get("/Type"), each.get("/Subtype")
    if kind == Name.Font and sub != Name.Type3 and sub != Name.Type0:
        descriptor = each.get("/FontDescriptor", {})
        if not any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3")):
            yield f"typeface {each.get('/BaseFont')} is not inside"
    if sub == Name.PS or "/OPI" in each or "/Alternates" in each:
        yield "PostScript, a proxy or an alternate"
    if str(each.get("/S", "")) in FORBIDDEN_ACTIONS:
        yield f"action {each.S}"
    if kind == Name.ExtGState and any(key in each for key in ("/TR", "/HTP")):
        yield "a transfer curve"
    if kind == Name.ExtGState and str(each.get("/TR2", "/Default")) != "/Default":
        yield "a transfer curve"
    if isinstance(each, Stream):
        filters = each.get("/Filter", [])
        if "/LZWDecode" in ([str(filters)] if isinstance(filters, Name) else [str(name) for name in filters]):
            yield "LZW"
        if "/F" in each:
            yield "a stream outside the file"
