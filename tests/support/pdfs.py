"""What pikepdf sees in a kit: stamped faces, fonts, bookmarks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from io import BytesIO

import pikepdf

PREFIX = "/FormXob."


def opened(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(data))


def placed(pdf: pikepdf.Pdf, pages: list[int] | None = None) -> Counter[str]:
    """How often each face is stamped, on all pages or some, also within other faces."""
    memory: dict[tuple[int, int], Counter[str]] = {}

    def within(stream: pikepdf.Object | pikepdf.Page, resources: pikepdf.Object) -> Counter[str]:
        found: Counter[str] = Counter()
        forms = resources.get("/XObject", {})
        for operands, operator in pikepdf.parse_content_stream(stream):
            if str(operator) == "Do":
                name = str(operands[0])
                if name.endswith(".trimmed"):  # a back once more, without what runs over its edges
                    continue
                form = forms[name]
                assert form.Subtype == "/Form", f"{name} is a picture, not a drawing"
                if form.objgen not in memory:
                    memory[form.objgen] = within(form, form.get("/Resources", {}))
                found[name.removeprefix(PREFIX)] += 1
                found.update(memory[form.objgen])
        return found

    chosen = pdf.pages if pages is None else [pdf.pages[i] for i in pages]
    return sum((within(page, page.Resources) for page in chosen), Counter())


def resources(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    """The resources of every page and of every face, however deep."""
    todo, seen = [page.Resources for page in pdf.pages], set()
    while todo:
        here = todo.pop()
        yield here
        for form in dict(here.get("/XObject", {})).values():
            if form.objgen not in seen:
                seen.add(form.objgen)
                if "/Resources" in form:
                    todo.append(form.Resources)


def fonts(pdf: pikepdf.Pdf) -> dict[str, pikepdf.Object]:
    """Every font that a page or a face uses or that merely lies in the file, by its name."""
    used = [font for here in resources(pdf) for font in dict(here.get("/Font", {})).values()]
    lying = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"]
    return {str(font.BaseFont): font for font in (*used, *lying)}


def bookmarks(pdf: pikepdf.Pdf) -> list[tuple[str, int]]:
    """Title and page index of each entry of the outline."""
    index = {page.objgen: i for i, page in enumerate(pdf.pages)}
    with pdf.open_outline() as outline:
        return [(item.title, index[_target(pdf, item).objgen]) for item in outline.root]


def _target(pdf: pikepdf.Pdf, item: pikepdf.OutlineItem) -> pikepdf.Object:
    place = item.destination if item.destination is not None else item.action.D
    if not isinstance(place, pikepdf.Array):  # a name for a place that is listed elsewhere
        place = (
            pdf.Root.Dests[str(place)] if "/Dests" in pdf.Root else pikepdf.NameTree(pdf.Root.Names.Dests)[str(place)]
        )
    return place[0]


def unpacked(data: bytes) -> bytes:
    """The same file with nothing compressed, to search its bytes."""
    out = BytesIO()
    with opened(data) as pdf:
        pdf.save(
            out,
            qdf=True,
            compress_streams=False,
            stream_decode_level=pikepdf.StreamDecodeLevel.generalized,
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            static_id=True,
        )
    return out.getvalue()
