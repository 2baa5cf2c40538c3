"""What an export writes: the pieces in the form asked for, a manifest of them, and whose game it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from PIL import Image

from generator.drawing.pen import Bleed, Face
from generator.errors import PrintError
from generator.order.request import PrintRequest
from generator.press.build import kit_context
from generator.press.cover import ownership
from generator.press.export import tabletop
from generator.press.export.pictures import NO_BLEED, pictures
from generator.press.export.pieces import Piece, PieceSet, piece_set
from generator.press.export.vector import document
from generator.press.overrides import with_overrides
from templates import i18n
from templates.i18n import say

MANIFEST, NOTE = "manifest.json", "README.txt"
File = tuple[Path, bytes]


class Export(Struct, frozen=True):
    """What was exported of one game: files that are still to be saved, and what is told of them."""

    game: str
    folder: Path
    files: list[File]
    pieces: int


class Wanted(Struct, frozen=True):
    """How pieces are wanted."""

    form: str
    dpi: int = 300
    bleed: bool = False
    thickness: float = 3.0  # of wood for a laser
    kerf: float = 0.15


def export(orders: Sequence[PrintRequest], out: Path, wanted: Wanted, own: str = "") -> tuple[list[Export], list[str]]:
    """All games in folders of their own, and what is worth knowing of the user's own words. Nothing is written yet."""
    with with_overrides(own, orders[0].lang, [order.game for order in orders]) as advice:
        if wanted.form == "laser":
            return of_wood(orders, out, wanted, advice)
        return [one(piece_set(order), out / order.game, wanted) for order in orders], advice


def one(found: PieceSet, folder: Path, wanted: Wanted) -> Export:
    """One game."""
    with i18n.speaking(found.order.lang):
        files, entries = FORMS[wanted.form](found, folder, wanted, ownership())
        return described(found.order, found.title, folder, wanted.form, (files, entries))


def of_wood(
    orders: Sequence[PrintRequest], out: Path, wanted: Wanted, advice: list[str]
) -> tuple[list[Export], list[str]]:
    """What each game has that a laser cuts; it is told where one has nothing."""
    from generator.press.laser.files import laser_files, steps

    made = []
    for order in orders:
        with i18n.speaking(order.lang):
            title, folder = kit_context(order).spec.name, out / order.game
            files, entries = laser_files(order, folder, wanted.thickness, wanted.kerf, ownership())
            if files:
                made.append(described(order, title, folder, wanted.form, (files, entries), steps(wanted.thickness)))
            else:
                advice = [*advice, say("{game}: nothing of it is made of wood.").format(game=title)]
    if not made:
        raise PrintError(" ".join(advice))
    return made, advice


def described(
    order: PrintRequest, title: str, folder: Path, form: str, made: Made, steps: Sequence[str] = ()
) -> Export:
    """What was made, with a manifest and a note that says whose game it is."""
    licence, (files, entries) = ownership(), made
    manifest = {
        "game": order.game,
        "title": title,
        "lang": order.lang,
        "players": order.players,
        "ink": order.ink,
        "as": form,
        "licence": licence,
        "pieces": entries,
    }
    told = msgspec.json.format(msgspec.json.encode(manifest)) + b"\n"
    note = "\n".join((title, "", *steps, *([""] if steps else []), licence, "")).encode()
    count = sum(each["count"] for each in entries)
    return Export(order.game, folder, [*files, (folder / MANIFEST, told), (folder / NOTE, note)], count)


def entry(piece: Piece, bleed: Bleed, **files: str | float) -> dict[str, Any]:
    """A piece in the manifest; sizes in millimetres, without what lies beyond the edge."""
    return {
        "component": piece.component,
        "title": piece.title,
        "piece": piece.name,
        "kind": piece.kind,
        "count": piece.count,
        "width": piece.front.width,
        "height": piece.front.height,
        "bleed": list(bleed),
        **files,
    }


def sides(found: PieceSet) -> Iterator[tuple[str, Face, Bleed, Piece]]:
    """Every side that gets a file: its stem, its face, what it may show beyond its edge, the first piece that has it.

    A back that many pieces share is drawn once, under the name of their component.
    """
    shared: set[str] = set()
    for piece in found.pieces:
        yield piece.stem, piece.front, piece.front.bleed, piece
        if piece.back and piece.back.name not in shared:
            shared.add(piece.back.name)
            yield back_stem(found, piece), piece.back, piece.front.bleed, piece


def back_stem(found: PieceSet, piece: Piece) -> str:
    """What the file of a back is called."""
    assert piece.back
    like = [each for each in found.pieces if each.back and each.back.name == piece.back.name]
    return f"{like[0].stem}-back" if len(like) == 1 else f"{like[0].component}-back" + ordinal(found, like[0])


def ordinal(found: PieceSet, piece: Piece) -> str:
    """Where a component has several backs that are shared: which of them."""
    backs = list(dict.fromkeys(e.back.name for e in found.pieces if e.component == piece.component and e.back))
    assert piece.back
    return "" if len(backs) == 1 else f"-{backs.index(piece.back.name) + 1}"


def manifest(found: PieceSet, wanted: Wanted, end: str, dots: dict[str, float] | None = None) -> list[dict[str, Any]]:
    """What stands in it where each side has a file."""
    entries = []
    for piece in found.pieces:
        files: dict[str, str | float] = {"front": f"{piece.stem}.{end}"}
        if piece.back:
            files["back"] = f"{back_stem(found, piece)}.{end}"
        if dots:
            files["dpi"] = dots[piece.stem]
        entries.append(entry(piece, piece.front.bleed if wanted.bleed else NO_BLEED, **files))
    return entries


Made = tuple[list[File], list[dict[str, Any]]]


def as_png(found: PieceSet, folder: Path, wanted: Wanted, licence: str) -> Made:
    """A picture of each side."""
    every = list(sides(found))
    drawn = pictures(
        ((face, bleed if wanted.bleed else NO_BLEED) for _, face, bleed, _ in every), found.faces, wanted.dpi
    )
    files, dots = [], {}
    for (stem, _, _, _), (picture, dpi) in zip(every, drawn, strict=True):
        files.append((folder / f"{stem}.png", png(picture, dpi, licence)))
        dots[stem] = dpi
    return files, manifest(found, wanted, "png", dots)


def as_svg(found: PieceSet, folder: Path, wanted: Wanted, licence: str) -> Made:
    """A drawing of each side, to edit."""
    files = [
        (
            folder / f"{stem}.svg",
            document(
                face,
                found.faces,
                bleed if wanted.bleed else NO_BLEED,
                f"{found.title}: {piece.name or piece.title}",
                licence,
            ).encode(),
        )
        for stem, face, bleed, piece in sides(found)
    ]
    return files, manifest(found, wanted, "svg")


def as_tts(found: PieceSet, folder: Path, wanted: Wanted, licence: str) -> Made:
    """Sheets of cards, pictures of all else, and the file that Tabletop Simulator opens."""
    files: list[File] = []

    def kept(stem: str, picture: Image.Image, dpi: float) -> str:
        path = folder / f"{stem}.png"
        files.append((path, png(picture, dpi, licence)))
        return tabletop.address(path)

    def drawn(faces: Sequence[Face]) -> list[Image.Image]:
        return [picture for picture, _ in pictures(((face, NO_BLEED) for face in faces), found.faces, wanted.dpi)]

    layout, things = tabletop.Layout(), []
    cards = [piece for piece in found.pieces if piece.kind == "card"]
    for number, held in enumerate(tabletop.decks(cards), 1):
        backs = [piece.back for piece in held if piece.back]
        unique = len({back.name for back in backs}) > 1
        stem = f"deck-{number}-{held[0].component}"
        face = kept(stem, tabletop.deck_sheet(drawn([piece.front for piece in held])), wanted.dpi)
        back_pictures = drawn(backs if unique else backs[:1])
        back = kept(f"{stem}-back", tabletop.deck_sheet(back_pictures) if unique else back_pictures[0], wanted.dpi)
        front = held[0].front
        things.append(tabletop.deck(number, held, face, back, unique, layout.place(front.width, front.height)))
    for piece in found.pieces:
        if piece.kind != "card":
            face = kept(piece.stem, drawn([piece.front])[0], wanted.dpi)
            back = kept(f"{piece.stem}-back", drawn([piece.back])[0], wanted.dpi) if piece.back else ""
            at = layout.place(piece.front.width, piece.front.height)
            things += tabletop.heap(piece, tabletop.tile(piece, face, back, at), at)
    saved = tabletop.saved_object(found.title, things, licence)
    files.append((folder / f"{found.order.game}.json", msgspec.json.format(msgspec.json.encode(saved)) + b"\n"))
    return files, [entry(piece, NO_BLEED) for piece in found.pieces]


FORMS: dict[str, Callable[[PieceSet, Path, Wanted, str], Made]] = {"png": as_png, "svg": as_svg, "tts": as_tts}


def png(picture: Image.Image, dpi: float, licence: str) -> bytes:
    """A picture as a file that knows its size and whose game it shows."""
    from PIL.PngImagePlugin import PngInfo

    about = PngInfo()
    about.add_itxt("Copyright", licence)
    about.add_text("Software", "Sousmain")
    file = BytesIO()
    picture.save(file, "PNG", dpi=(dpi, dpi), pnginfo=about)
    return file.getvalue()


def summary(made: Export) -> str:
    """What was exported, in one sentence."""
    many = say("{count} pieces in {files} files: {folder}")
    return many.format(count=made.pieces, files=len(made.files), folder=made.folder)
