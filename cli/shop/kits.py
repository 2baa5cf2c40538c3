"""Kits as the shop draws them: the same order, composed and drawn by the same press as `sousmain print`."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pypdfium2
from msgspec import Struct, to_builtins

from companion.web.shop.form import file_options
from generator.errors import BadValue, PrintError, Unknown
from generator.order.fields import FIELDS, ORDER
from generator.order.presets import known_presets, store_preset
from generator.order.reading import Reading
from generator.order.request import PrintRequest, requests
from generator.press.build import collector_at_rest, compose, receipt, render
from generator.press.composed_kit import ComposedKit
from generator.press.cover import minutes
from generator.press.cut_files.files import by_hand, cut_files, is_ready
from generator.press.gallery import pictures
from generator.press.overrides import with_overrides
from generator.press.receipt import Receipt
from referee.errors import UserError
from templates.errors import FileError
from templates.i18n import say

KEPT = 4  # kits in memory: choosing goes to and fro
WIDEST = 1600  # pixels of a page
MOST_PICTURES = 6  # of a kit on the shelf


class DrawnKit(Struct, frozen=True):
    """A kit: its file, what is told of it, and the title of each page."""

    pdf: bytes
    beside: tuple[tuple[str, bytes], ...]  # what a machine cuts by
    receipt: Receipt
    titles: tuple[str, ...]
    advice: tuple[str, ...]


drawn_kits: OrderedDict[str, DrawnKit] = OrderedDict()


class AtField(PrintError):
    """A mistake, and the field of the order that it is about."""

    def __init__(self, sentence: str, field: str) -> None:
        self.field = field
        super().__init__(sentence)


def checked(game: str, words: dict[str, Any]) -> PrintRequest:
    """The order of one game; a mistake knows the field that it is about."""
    try:
        (order,) = requests([game], **words)
        return order
    except UserError as mistake:
        raise AtField(str(mistake), field_at_fault(mistake, game, words)) from None


def field_at_fault(mistake: UserError, game: str, words: dict[str, Any]) -> str:
    """Which field a mistake is about: the one whose value it refuses, else the one whose reader does, else the first whose
    option the sentence names."""
    if isinstance(mistake, BadValue) and (named := named_field(mistake.option)):
        return named
    read = Reading([game], words)
    for field in ORDER:
        try:
            getattr(read, field.name)
        except UserError as same:
            if str(same) == str(mistake):
                return field.name
    return named_field(str(mistake))


def named_field(sentence: str) -> str:
    """The first field whose option a sentence names; none if it names none."""
    options = {field.option: field.name for field in ORDER}
    return next((options[found] for found in re.findall(r"--[a-z-]+", sentence) if found in options), "")


def drawn(game: str, words: dict[str, Any]) -> DrawnKit:
    """The kit of an order, drawn now or a moment ago."""
    order, own = checked(game, words), str(words.get(FIELDS["own"].name) or "")
    key = f"{own} {order!r}"
    if key not in drawn_kits:
        is_ready(order)
        with collector_at_rest(), at_own_words(own), with_overrides(own, order.lang, [game]) as advice:
            work, path = composed(order), Path(order.file())
            pdf = render(work)
            beside = tuple((told.file, data) for told, data in cut_files(work, path))
            titles, told = tuple(side.title for side in work.sides()), receipt(work, path, len(pdf))
            advice = [*advice, *by_hand(work)]
        drawn_kits[key] = DrawnKit(pdf, beside, told, titles, tuple(advice))
    drawn_kits.move_to_end(key)
    while len(drawn_kits) > KEPT:
        drawn_kits.popitem(last=False)
    return drawn_kits[key]


@contextmanager
def at_own_words(file: str) -> Iterator[None]:
    """Within this block a mistake in the file with a user's own words is about the field that it was chosen in."""
    try:
        yield
    except FileError as mistake:
        if not file or mistake.file != Path(file):
            raise
        raise AtField(str(mistake), FIELDS["own"].name) from None


def composed(order: PrintRequest) -> ComposedKit:
    """The sheets of an order. What turns out to be unknown only now is a piece that somebody misses."""
    try:
        return compose(order)
    except Unknown as mistake:
        raise AtField(str(mistake), FIELDS["spares"].name) from None


def draw(job: dict[str, Any], _: bytes) -> tuple[dict[str, Any], bytes]:
    """What an order comes to: pages, sheets, cuts and minutes; the name of its file."""
    kit = drawn(job["game"], job["words"])
    with pypdfium2.PdfDocument(kit.pdf) as pdf:
        sizes = [pdf.get_page_size(number) for number in range(len(pdf))]
    told = to_builtins(kit.receipt)
    pages = [
        {"title": title, "ratio": round(high / wide, 4)} for title, (wide, high) in zip(kit.titles, sizes, strict=True)
    ]
    return {**told, "minutes": minutes(kit.receipt.strokes), "shown": pages, "advice": kit.advice}, b""


def page(job: dict[str, Any], _: bytes) -> tuple[dict[str, Any], bytes]:
    """A page of an order as a picture, so many pixels wide."""
    with pypdfium2.PdfDocument(drawn(job["game"], job["words"]).pdf) as pdf:
        if not 0 <= job["page"] < len(pdf):
            raise PrintError(say("There is no such page."))
        sheet = pdf[job["page"]]
        picture = sheet.render(scale=min(job["width"], WIDEST) / sheet.get_width()).to_pil().convert("RGB")
    file = BytesIO()
    picture.save(file, "PNG", compress_level=3)
    return {}, file.getvalue()


def file(job: dict[str, Any], _: bytes) -> tuple[dict[str, Any], bytes]:
    """The PDF of an order, byte for byte what the command line writes; in one archive with what a machine cuts by."""
    kit = drawn(job["game"], job["words"])
    name = kit.receipt.file
    if not kit.beside:
        return {"file": name}, kit.pdf
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for inside, data in ((name, kit.pdf), *kit.beside):
            archive.writestr(inside, data)
    return {"file": name.removesuffix(".pdf") + ".zip"}, packed.getvalue()


def keep(job: dict[str, Any], _: bytes) -> tuple[dict[str, Any], bytes]:
    """Keeps the choices of an order under a name, and the files on this computer that an older preset of that name has.
    Files that were sent are not kept, as is told: they are gone tomorrow."""
    sent = {name: word for name, word in job["words"].items() if FIELDS[name].kind == "file"}
    words = {name: word for name, word in job["words"].items() if name not in sent}
    checked(job["game"], words)
    before = known_presets().get(job["name"].strip().lower(), {})
    files = {name: word for name, word in before.items() if FIELDS[name].kind == "file"}
    name = store_preset(job["name"], {**files, **words})
    return {"name": name, **({"left": file_options(sent)} if file_options(sent) else {})}, b""


def shelf(job: dict[str, Any], _: bytes) -> tuple[dict[str, Any], bytes]:
    """Pictures of the sheets of a kit as it usually is, each as an address that holds it."""
    return {"pictures": shelf_pictures(job["game"], job["spoken"])}, b""


@cache
def shelf_pictures(game: str, lang: str) -> list[str]:
    """The same, drawn once."""
    with collector_at_rest():
        work = compose(checked(game, {"lang": lang}))
        found = dict.fromkeys(pictures(work, render(work)))
    return [*found][:MOST_PICTURES]
