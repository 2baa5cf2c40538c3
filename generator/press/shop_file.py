"""What a print shop wants of a PDF beside its pages: an output intent, metadata, names of pages and of typefaces.

The structure is that of PDF/X-4. It is called so only with the profile of a press (`--press-profile`): an output intent of
sRGB, which is all that comes with a free package, is one of a screen.
"""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from uuid import UUID

import pikepdf
from msgspec import Struct
from pikepdf import Array, Dictionary, Name

from generator.errors import PrintError
from templates.i18n import say
from templates.regular_file import NoPlainFile, bounded_bytes

CREATED = "2000-01-01T00:00:00+00:00"  # the same options give the same bytes
LARGEST = 32 << 20  # bytes of a profile
SPACES = {b"CMYK": 4, b"RGB ": 3, b"GRAY": 1}
XMP = {"http://www.npes.org/pdfx/ns/id/": "pdfxid", "http://ns.adobe.com/xap/1.0/mm/": "xmpMM"}


class OutputProfile(Struct, frozen=True):
    """An ICC profile: what it is for, and whether that is a press."""

    name: str
    data: bytes
    press: bool

    @property
    def inks(self) -> int:
        """How many it has."""
        return SPACES[self.data[16:20]]


def screen_profile() -> OutputProfile:
    """sRGB, as it comes with pikepdf."""
    return OutputProfile("sRGB IEC61966-2.1", (files("pikepdf") / "pdfa" / "data" / "sRGB.icc").read_bytes(), False)


def press_profile(path: Path) -> OutputProfile:
    """The profile of a press, from the shop; anything else is refused."""
    try:
        data = bounded_bytes(path, LARGEST)
    except NoPlainFile as refusal:
        raise PrintError(say("{path} cannot be read: {reason}.").format(path=path, reason=refusal)) from None
    except OSError:
        raise PrintError(say("There is no file {path}.").format(path=path)) from None
    if data[36:40] != b"acsp" or data[12:16] != b"prtr" or data[16:20] not in SPACES:
        raise PrintError(
            say("{path} is not the profile of a press: it must be an ICC profile of the class “prtr”.").format(
                path=path
            )
        )
    return OutputProfile(path.stem, data, True)


def finish(pdf: pikepdf.Pdf, title: str, lang: str, labels: list[str], profile: OutputProfile) -> None:
    """Makes of a file one for a shop."""
    tag_typefaces(pdf)
    default_colours(pdf)
    intent = pdf.make_stream(profile.data, N=profile.inks)
    pdf.Root.OutputIntents = Array(
        [
            Dictionary(
                Type=Name.OutputIntent,
                S=Name.GTS_PDFX,
                OutputConditionIdentifier=profile.name,
                OutputCondition=profile.name,
                Info=profile.name,
                DestOutputProfile=intent,
            )
        ]
    )
    pdf.Root.PageLabels = Dictionary(
        Nums=Array([each for i, label in enumerate(labels) for each in (i, Dictionary(P=label))])
    )
    pdf.docinfo[Name.Title] = title
    pdf.docinfo[Name.Trapped] = Name("/False")
    whole = sha256("\n".join((title, *labels)).encode()).digest()
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as meta:
        for uri, prefix in XMP.items():
            meta.register_xml_namespace(uri, prefix)
        meta["dc:title"] = title
        meta["dc:creator"] = ["Sousmain"]
        meta["dc:language"] = {lang}
        meta["xmp:CreateDate"] = meta["xmp:ModifyDate"] = meta["xmp:MetadataDate"] = CREATED
        meta["xmp:CreatorTool"] = "Sousmain"
        meta["pdf:Producer"] = "Sousmain"
        meta["pdf:Trapped"] = "False"
        meta["xmpMM:DocumentID"] = f"uuid:{UUID(bytes=whole[:16])}"
        meta["xmpMM:VersionID"] = "1"
        meta["xmpMM:RenditionClass"] = "default"
        if profile.press:
            meta["pdfxid:GTS_PDFXVersion"] = "PDF/X-4"


def tag_typefaces(pdf: pikepdf.Pdf) -> None:
    """Gives each part of a typeface a tag of its own: two with one name would be taken for each other."""
    for font in pdf.objects:
        if not isinstance(font, Dictionary) or font.get("/Type") != Name.Font or "/FontDescriptor" not in font:
            continue
        drawn = font.FontDescriptor.FontFile2.read_bytes()
        number = int.from_bytes(sha256(drawn).digest()[:6])
        tag = "".join(chr(ord("A") + number // 26**place % 26) for place in range(6))
        plain = str(font.BaseFont).removeprefix("/").rpartition("+")[2]
        font.BaseFont = font.FontDescriptor.FontName = Name(f"/{tag}+{plain}")


def default_colours(pdf: pikepdf.Pdf) -> None:
    """Says what our red, green and blue are: sRGB. Without that a press would take them as its own."""
    space = pdf.make_indirect(Array([Name.ICCBased, pdf.make_stream(screen_profile().data, N=3)]))
    named = pdf.make_indirect(Dictionary(DefaultRGB=space))
    pages = [page.obj for page in pdf.pages]
    forms = [each for each in pdf.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form"]
    for holder in (*pages, *forms):
        if "/Resources" in holder:
            holder.Resources.ColorSpace = named
