"""The only module that draws with reportlab: faces become form XObjects, sides stamp them, pages share sides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import lru_cache
from io import BytesIO
from math import log

import pikepdf
from reportlab import rl_config
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfgen.canvas import PATH_OPS, Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from generator.drawing.fonts import LEAST_PT, MM, SANS, advances, register, setting, width
from generator.drawing.geometry import Matrix
from generator.drawing.pen import Face, FaceStamp, Item, Op, Path, Text
from generator.layout.paper import Paper
from generator.press.tagging import ARTIFACT, END, Marked, TaggedSide, begin, tag

rl_config.useA85 = 0  # PDF has been eight-bit clean for decades; text encoding costs a quarter of the size

PT = 1 / MM
FORM = "FormXob."  # before the name of a form, as reportlab has it
LEAST_GREY = 1.0  # points
LOG_10 = log(10.0)
BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}  # how much of a line stands before its place
ESCAPED = {code: f"\\{code:03o}" for code in (*range(32), *range(127, 256))} | {ord(c): f"\\{c}" for c in "\\()"}
OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


class Document:
    """One PDF under construction."""

    def __init__(
        self, paper: Paper, faces: Mapping[str, Face], *, title: str, subject: str, lang: str, scale: float = 1
    ) -> None:
        self.paper, self.faces, self.scale = paper, faces, scale
        self.buffer = BytesIO()
        # pikepdf compresses better and faster at the end; starting with our own face keeps Helvetica out.
        self.canvas = Canvas(
            self.buffer,
            pagesize=(paper.width * PT, paper.height * PT),
            pageCompression=0,
            invariant=1,
            initialFontName=register(SANS),
            lang=lang,
        )
        self.canvas.setTitle(title)
        self.canvas.setSubject(subject)
        self.canvas.setAuthor("Sousmain")
        self.canvas.setCreator("Sousmain")
        self.canvas.setProducer("Sousmain")
        self.canvas.setViewerPreference("PrintScaling", "None")
        self._texts: dict[str, list[Marked]] = {}  # face -> its parts
        self._read: dict[int, TaggedSide] = {}  # side -> what is read there
        self.lang = lang
        self._trims: dict[int, float] = {}  # side -> how far its bleed reaches around it
        self._defined: set[str] = set()
        self._sides = 0
        self._words: dict[Text, int] = {}
        self._codes: list[bytes] = []
        self._pages: list[tuple[int, list[int], str | None]] = []

    def prefer_duplex(self, edge: str) -> None:
        """Asks the print dialog for the right edge."""
        names = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge"}
        self.canvas.setViewerPreference("Duplex", names.get(edge, "Simplex"))

    def define(self, name: str) -> None:
        """Draws a face once, and the faces stamped in it before it."""
        if name in self._defined:
            return
        self._defined.add(name)
        face = self.faces[name]
        for item in face.items:
            if isinstance(item, FaceStamp):
                self.define(item.face)
        left, top, right, bottom = face.bleed
        self.canvas.beginForm(name, -left * PT, -bottom * PT, (face.width + right) * PT, (face.height + top) * PT)
        if any(isinstance(item, Text) and item.role for item in face.items):
            self._texts[name] = self.marked(face)
        else:
            draw(self.canvas, face.items, face.height, self.faces)
        self.canvas.endForm()

    def marked(self, face: Face) -> list[Marked]:
        """Draws a text with its parts told apart; gives them."""
        code, found, artifact = self.canvas._code, list[Marked](), False
        for item in face.items:
            alt = item.alt if isinstance(item, FaceStamp) else ""
            role = item.role if isinstance(item, Text) else "Figure" if alt else ""
            if artifact and role:
                code.append(END)
            if role:
                code.append(begin(role, len(found)))
                found.append(Marked(role, len(found), alt, item.string if isinstance(item, Text) else ""))
            elif not artifact:
                code.append(ARTIFACT)
            artifact = not role
            draw(self.canvas, (item,), face.height, self.faces)
            if role:
                code.append(END)
        if artifact:
            code.append(END)
        return found

    def trimmed_side(self, items: Iterable[Item], size: tuple[float, float], bleed: float, alt: str) -> int:
        """Draws a page of that size with so much bleed around it; gives its number."""
        width, height = size[0] + 2 * bleed, size[1] + 2 * bleed
        self.canvas.setPageSize((width * PT, height * PT))
        self._trims[self._sides] = bleed
        return self.side(items, height, alt)

    def side(self, items: Iterable[Item], height: float | None = None, alt: str = "", foot: Iterable[Item] = ()) -> int:
        """Draws one side of a sheet, and before it the faces that it stamps; gives its number. Pages share it. `alt` says
        what is on it, if that is no text; nobody needs to read its foot."""
        items, foot = tuple(items), tuple(foot)
        for item in (*items, *foot):
            if isinstance(item, FaceStamp):
                self.define(item.face)
        high = self.paper.height if height is None else height
        texts = tuple(name for item in items if isinstance(item, FaceStamp) for name in self.texts_in(item.face))
        code = self.canvas._code
        if texts or not items:
            draw(self.canvas, items, high, self.faces)
        else:
            code.append(begin("Figure", 0))
            draw(self.canvas, items, high, self.faces)
            code.append(END)
        self._read[self._sides] = TaggedSide(texts, "" if texts or not items else alt or "…")
        if foot:
            code.append(ARTIFACT)
            draw(self.canvas, foot, high, self.faces)
            code.append(END)
        self.canvas.showPage()
        self._sides += 1
        return self._sides - 1

    def texts_in(self, name: str) -> list[str]:
        """The texts that a face is or has in it, such as the two pages of a booklet."""
        if name in self._texts:
            return [name]
        stamps = [item.face for item in self.faces[name].items if isinstance(item, FaceStamp)]
        return [text for each in stamps for text in self.texts_in(each)]

    def page(self, side: int, extra: Iterable[Text] = (), bookmark: str | None = None) -> None:
        """Adds a page: a side, and a few words of its own. Pages with the same words share those too."""
        known, numbers = self._words, []
        for text in extra:
            number = known.get(text)
            if number is None:
                number = known[text] = len(known)
                self._codes.append(text_operators(self.canvas, text, self.paper.height))
            numbers.append(number)
        self._pages.append((side, numbers, bookmark))

    def bytes(self, finish: Callable[[pikepdf.Pdf], None] = lambda pdf: None) -> bytes:
        """The finished file: reportlab drew each side once, pikepdf binds them into pages.

        A page is then no more than a list of streams that other pages have too: some 20 bytes.
        """
        self.canvas.save()
        self.buffer.seek(0)
        packed = BytesIO()
        with pikepdf.open(self.buffer) as pdf:
            tree, kind = pdf.Root.Pages, pikepdf.Name.Page
            drawn = []
            for number_, page in enumerate(tree.Kids):  # what pages share stands once, beside them
                shared = pdf.make_indirect(page.Resources)
                leaf = pikepdf.Dictionary(Type=kind, Parent=tree, MediaBox=page.MediaBox, Resources=shared)
                if number_ in self._trims:
                    inset, (*_, wide, high) = self._trims[number_] * PT, map(float, page.MediaBox)
                    leaf.BleedBox = page.MediaBox
                    leaf.TrimBox = [round(edge, 4) for edge in (inset, inset, wide - inset, high - inset)]
                drawn.append((leaf, page.Contents))
            before = [pdf.make_stream(enlarged(self.paper, self.scale))] if self.scale != 1 else []
            said = [pdf.make_stream(code) for code in self._codes]
            leaves = []
            for side, extra, _ in self._pages:
                like, body = drawn[side]
                leaf = pdf.make_indirect(copy(like))
                leaf.Contents = pikepdf.Array([*before, body, *[said[i] for i in extra]])
                leaves.append(leaf)
            tree.Kids, tree.Count = pikepdf.Array(leaves), len(leaves)
            compacted(pdf)
            pdf.Root.PageMode = pikepdf.Name.UseOutlines
            with pdf.open_outline() as outline:
                for leaf, (_, _, bookmark) in zip(leaves, self._pages, strict=True):
                    if bookmark:
                        there = pikepdf.Array([leaf, pikepdf.Name.Fit])
                        outline.root.append(pikepdf.OutlineItem(bookmark, there))
            self.tag(pdf, drawn, leaves)
            finish(pdf)
            pdf.save(
                packed,
                min_version="1.6" if self._trims else "",
                object_stream_mode=pikepdf.ObjectStreamMode.generate,
                compress_streams=True,
                deterministic_id=True,
            )
        return packed.getvalue()

    def tag(
        self,
        pdf: pikepdf.Pdf,
        drawn: Sequence[tuple[pikepdf.Object, pikepdf.Object]],
        leaves: Sequence[pikepdf.Object],
    ) -> None:
        """Says what is to be read, page by page."""
        forms: dict[str, pikepdf.Object] = {}
        for page, _ in drawn:
            gather(page.Resources, forms)
        first: dict[int, pikepdf.Object] = {}
        for leaf, (side, *_) in zip(leaves, self._pages, strict=True):
            first.setdefault(side, leaf)
        pages = [(leaf, self._read[side]) for side, leaf in first.items()]
        tag(pdf, self.lang, pages, {name: forms[f"/{FORM}{name}"] for name in self._texts}, self._texts)


def gather(resources: pikepdf.Object, forms: dict[str, pikepdf.Object]) -> None:
    """All forms by their names, also those within others."""
    if "/XObject" not in resources:
        return
    for name, form in resources.XObject.items():
        if name not in forms:
            forms[name] = form
            if "/Resources" in form:
                gather(form.Resources, forms)


def enlarged(paper: Paper, scale: float) -> bytes:
    """What makes a page larger or smaller around its middle."""
    x, y = ((1 - scale) / 2 * side * PT for side in (paper.width, paper.height))
    return f"{scale:.6f} 0 0 {scale:.6f} {x:.4f} {y:.4f} cm\n".encode()


def compacted(pdf: pikepdf.Pdf) -> None:
    """Takes from the forms what no reader asks for, and lets those that only set type share their resources: what
    stands in the head of a stream cannot be compressed."""
    shared: dict[tuple[int, int], pikepdf.Object] = {}
    for form in pdf.objects:
        if not isinstance(form, pikepdf.Stream) or form.get("/Subtype") != "/Form":
            continue
        for head, key in ((form, "/FormType"), (form, "/Type"), (form.Resources, "/ProcSet")):
            if key in head:
                del head[key]
        if "/Matrix" in form and list(form.Matrix) == [1, 0, 0, 1, 0, 0]:
            del form.Matrix
        fonts = form.Resources.get("/Font")
        if fonts is not None and "/XObject" not in form.Resources:
            if fonts.objgen not in shared:
                shared[fonts.objgen] = pdf.make_indirect(form.Resources)
            form.Resources = shared[fonts.objgen]


def encoded(text: str | bytes) -> bytes:
    """A text as reportlab writes it into the file. It asks its own table for every letter; plain ones need none."""
    if isinstance(text, bytes):
        return text
    return text.encode("ascii" if text.isascii() else "extpdfdoc")


pdfdoc.pdfdocEnc = encoded


def text_operators(canvas: Canvas, text: Text, height: float) -> bytes:
    """A line of type as code that stands by itself."""
    line = canvas.beginText()
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * width(text.string, text.font, text.pt)
    line.setTextOrigin((text.x - shift) * PT, (height - text.y) * PT)
    set_colour(line, text.colour)
    line.setFont(setting(text.string, text.font), text.pt)
    line.textOut(text.string)
    code = line.getCode()
    told = code if isinstance(code, str) else code.decode("latin-1")
    return f"{ARTIFACT} {told} {END}".encode("latin-1")


def draw(canvas: Canvas, items: Iterable[Item], height: float, faces: Mapping[str, Face]) -> None:
    """Draws items on a surface of that height, turning y upwards and millimetres into points."""
    for item in items:
        if isinstance(item, Path):
            if item.fill or item.stroke:  # else it is for a cutting machine alone
                draw_path(canvas, item, height)
        elif isinstance(item, Text):
            draw_text(canvas, item, height)
        else:
            stamp(canvas, item, height, faces[item.face].height)


def outline(ops: Sequence[Op], height: float) -> list[str]:
    """The operators of a path. An upright rectangle has one of its own, with half the numbers: a QR code is made of
    hundreds. Its corners are rounded rather than its sides, so that rectangles that touch still do."""
    top, found, i, last = height * PT, list[str](), 0, len(ops)
    tell = found.append
    while i < last:
        op, v = ops[i]
        if op == "M" and i + 4 < last and ops[i + 4][0] == "Z" and is_box(ops[i : i + 5]):
            (right, _), (_, low) = ops[i + 1][1], ops[i + 2][1]
            x, y = round(v[0] * PT, 2), round(top - v[1] * PT, 2)
            tell(f"{x:.2f} {y:.2f} {round(right * PT, 2) - x:.2f} {round(top - low * PT, 2) - y:.2f} re")
            i += 5
            continue
        i += 1
        if len(v) == 2:
            x, y = v
            tell(f"{x * PT:.2f} {top - y * PT:.2f} {OPERATORS[op]}")
        elif v:
            a, b, c, d, e, f = v
            tell(
                f"{a * PT:.2f} {top - b * PT:.2f} {c * PT:.2f} {top - d * PT:.2f} "
                f"{e * PT:.2f} {top - f * PT:.2f} {OPERATORS[op]}"
            )
        else:
            tell("h")
    return found


def is_box(ops: Sequence[Op]) -> bool:
    """Is that an upright rectangle, drawn across first?"""
    if [op for op, _ in ops] != ["M", "L", "L", "L", "Z"]:
        return False
    (x, y), (right, a), (b, low), last = (v for _, v in ops[:4])
    return a == y and b == right and last == (x, low)


def draw_path(canvas: Canvas, path: Path, height: float) -> None:
    """One path, to a hundredth of a point."""
    code = []
    if path.fill:
        code.append(colour_code(path.fill, fill=True))
    if path.stroke:
        dash = " ".join(f"{n * PT:.2f}" for n in path.dash)
        colour, points = held(path.stroke, path.width * PT)
        code.append(f"{colour_code(colour, fill=False)} {points:.2f} w [{dash}] 0 d")
    code += outline(path.ops, height)
    canvas._code.append("\n".join(code))  # as drawPath does, without asking the path again
    canvas._code.append(PATH_OPS[bool(path.stroke), bool(path.fill), 1])


@lru_cache(maxsize=200)
def held(colour: str, points: float) -> tuple[str, float]:
    """A line as a printer can hold it: grey is made of dots, and a grey line thinner than a point falls apart. It is drawn
    a point wide, and lighter by as much."""
    grey = int(colour[1:3], 16)
    if points >= LEAST_GREY or grey in (0, 255) or colour[1:3] * 3 != colour[1:]:
        return colour, points
    lighter = round(255 - (255 - grey) * points / LEAST_GREY)
    return "#" + f"{lighter:02x}" * 3, LEAST_GREY


def draw_text(canvas: Canvas, text: Text, height: float) -> None:
    """One line of type. Nothing below the least size ever reaches paper."""
    if text.pt < LEAST_PT:
        raise ValueError(f"{text.pt:g} pt is too small to read: “{text.string}”")
    canvas._code.append(type_colour(text.colour))
    name = setting(text.string, text.font)
    x, y = text.x * PT, (height - text.y) * PT
    if text.turn:
        canvas.saveState()
        canvas.translate(x, y)
        canvas.rotate(-text.turn)
        canvas._code.append(line_code(canvas, name, text, 0, 0))
        canvas.restoreState()
    else:
        canvas._code.append(line_code(canvas, name, text, x, y))


def line_code(canvas: Canvas, name: str, text: Text, x: float, y: float) -> str:
    """A line of type as operators: what reportlab's drawString gives, in a third of its time."""
    font, share = pdfmetrics.getFont(name), BEFORE[text.anchor]
    if share:
        x -= share * (0.001 * text.pt * sum(map(advances(name).__getitem__, text.string)))
    size = f"{number(text.pt)} Tf {number(text.pt * 1.2)} TL"
    code, last = [f"BT 1 0 0 1 {number(x)} {number(y)} Tm"], -1
    for subset, letters in font.splitString(text.string, canvas._doc):
        if subset != last:
            code.append(f"{font.getSubsetInternalName(subset, canvas._doc)} {size}")
            last = subset
        code.append(f"({letters.decode('latin-1').translate(ESCAPED)}) Tj")
    return " ".join([*code, "T* ET"])


def number(value: float) -> str:
    """A number as reportlab writes it: six digits that matter, no zeros that do not."""
    size = abs(value)
    if size <= 1e-7:
        return "0"
    places = 6 if size <= 1 else min(max(0, 6 - int(log(size) / LOG_10)), 6)
    text = f"{value:.{places}f}"
    if places:
        text = text.rstrip("0").rstrip(".")
    return text[1:] if text[0] == "0" and len(text) > 1 else text


@lru_cache(maxsize=500)
def type_colour(colour: str) -> str:
    """The colour of type as an operator."""
    r, g, b = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return f"{number(r)} g" if r == g == b else f"{number(r)} {number(g)} {number(b)} rg"


def stamp(canvas: Canvas, item: FaceStamp, height: float, own: float) -> None:
    """Puts a face down. Its matrix is in millimetres with y downwards; PDF wants points and y upwards."""
    canvas.saveState()
    canvas.transform(*pdf_matrix(item.matrix, height, own))
    canvas.doForm(item.face)
    canvas.restoreState()


def pdf_matrix(matrix: Matrix, height: float, own: float) -> Matrix:
    """The matrix for y upwards: a face `own` high on a surface `height` high."""
    a, b, c, d, e, f = matrix
    return a, -b, -c, d, (e + c * own) * PT, (height - f - d * own) * PT


@lru_cache(maxsize=1000)
def colour_code(colour: str, fill: bool) -> str:
    """Neutral colours go out as grey, so that no printer mixes its black from three inks."""
    r, g, b = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    if r == g == b:
        return f"{r:.4g} {'g' if fill else 'G'}"
    return f"{r:.4g} {g:.4g} {b:.4g} {'rg' if fill else 'RG'}"


def set_colour(canvas: Canvas | PDFTextObject, colour: str) -> None:
    """The colour of type."""
    r, g, b = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    if r == g == b:
        canvas.setFillGray(r)
    else:
        canvas.setFillColorRGB(r, g, b)
