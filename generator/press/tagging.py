"""The structure of a PDF for those who hear it: headings, paragraphs, lists, tables and figures, in the order of reading.

Drawings say what each line of type is (`Text.role`): H1 to H3, P, Lbl and LI for the parts of a list, TRH, TH, TRD and TD for
cells, the first of a row among them; in small letters what goes on with the element before. A side that is no text is one
figure, with words for what is on it. Whatever else there is, footers and marks, is nothing to be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pikepdf
from msgspec import Struct
from pikepdf import Array, Dictionary, Name

ARTIFACT, END = "/Artifact BMC", "EMC"
CLOSING = set(".,;:!?)]”’»…")


class Marked(Struct, frozen=True):
    """A piece of content: what it is, its number in its stream, and words for what cannot be read."""

    role: str
    number: int
    alt: str = ""
    string: str = ""


class TaggedSide(Struct, frozen=True):
    """What is to be read on a side: texts by the names of their faces, or one figure in words."""

    texts: tuple[str, ...] = ()
    alt: str = ""


def begin(role: str, number: int) -> str:
    """The operator before a piece of content."""
    return f"/{'Figure' if role == 'Figure' else 'Span'} <</MCID {number}>> BDC"


class Structure:
    """The tree of a document under construction."""

    def __init__(self, pdf: pikepdf.Pdf, lang: str) -> None:
        self.pdf = pdf
        self.root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        self.document = self.element("Document", self.root)
        self.document.Lang = lang
        self.root.K = self.document
        self.parents: list[object] = []  # number, then who owns the content, in turn
        self.group = self.row = self.within = self.document  # list or table that goes on, its row, and the last element
        self.said: dict[tuple[int, int], tuple[pikepdf.Object, list[str]]] = {}  # element -> its lines

    def element(self, kind: str, parent: pikepdf.Object, **more: Any) -> pikepdf.Object:
        """A new element, the last of its parent."""
        made = self.pdf.make_indirect(
            Dictionary(Type=Name.StructElem, S=Name(f"/{kind}"), P=parent, K=Array([]), **more)
        )
        if parent is not self.root:
            parent.K.append(made)
        return made

    def number(self, owners: Iterable[pikepdf.Object]) -> int:
        """The number under which a stream finds the owners of its content."""
        key = len(self.parents) // 2
        self.parents += [key, Array(list(owners))]
        return key

    def figure(self, page: pikepdf.Object, alt: str) -> None:
        """A page that is one picture."""
        made = self.element("Figure", self.document, Alt=alt, Pg=page)
        made.K.append(0)
        page.StructParents = self.number([made])

    def text(self, page: pikepdf.Object, form: pikepdf.Object, marked: Iterable[Marked]) -> None:
        """A text, line by line; what was not finished on the page before goes on."""
        owners = []
        for each in marked:
            self.within = self.owner(each)
            self.within.K.append(Dictionary(Type=Name.MCR, Pg=page, Stm=form, MCID=each.number))
            self.said.setdefault(self.within.objgen, (self.within, []))[1].append(each.string)
            owners.append(self.within)
        form.StructParents = self.number(owners)

    def owner(self, each: Marked) -> pikepdf.Object:
        """The element that a piece of content belongs to, a new one unless it goes on."""
        role = each.role
        if role.islower():
            return self.within
        if role in ("LI", "TH", "TD"):
            return self.element("LBody" if role == "LI" else role, self.row)
        if role in ("Lbl", "TRH", "TRD"):
            kind = "L" if role == "Lbl" else "Table"
            if self.group is self.document or f"/{kind}" != self.group.S:
                self.group = self.element(kind, self.document)
            self.row = self.element("LI" if role == "Lbl" else "TR", self.group)
            return self.element({"Lbl": "Lbl", "TRH": "TH", "TRD": "TD"}[role], self.row)
        self.group = self.document
        return self.element(role, self.document, **({"Alt": each.alt} if each.alt else {}))

    def close(self) -> None:
        """Hangs the tree into the file."""
        for owner, parts in self.said.values():
            if len(parts) > 1:  # lines have no space between them
                owner.ActualText = joined(parts)
        self.root.ParentTree = self.pdf.make_indirect(Dictionary(Nums=Array(self.parents)))
        self.root.ParentTreeNextKey = len(self.parents) // 2
        self.pdf.Root.StructTreeRoot = self.root
        self.pdf.Root.MarkInfo = Dictionary(Marked=True)


def joined(parts: Iterable[str]) -> str:
    """Lines and spans as one text: a space between them, but none before a full stop and its like."""
    text = ""
    for part in parts:
        text += part if not text or part[:1] in CLOSING else f" {part}"
    return text


def tag(
    pdf: pikepdf.Pdf,
    lang: str,
    pages: Iterable[tuple[pikepdf.Object, TaggedSide]],
    forms: Mapping[str, pikepdf.Object],
    texts: Mapping[str, list[Marked]],
) -> None:
    """Gives a file its structure: each side once, where it first comes."""
    structure = Structure(pdf, lang)
    seen: set[str] = set()
    for page, side in pages:
        if side.alt:
            structure.figure(page, side.alt)
        for name in side.texts:
            if name not in seen:
                seen.add(name)
                structure.text(page, forms[name], texts[name])
    structure.close()
