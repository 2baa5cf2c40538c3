"""A saved object for Tabletop Simulator: decks as sheets of at most ten by seven, boards, tiles, bags of what there is much of.

Pictures are named by the place where they are written (`file:///…`), which Tabletop Simulator reads and, if one asks it to,
uploads. Sizes follow from millimetres: there a card that is 63 mm wide has scale 1, and a tile of scale 1 is 2 inches wide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from math import ceil
from pathlib import Path
from typing import Any

from PIL import Image

from generator.press.export.pieces import Piece

ACROSS, DOWN = 10, 7  # cards on a sheet
LONGEST = 4096  # pixels of a sheet: more is shrunk by the program itself
CARD, INCH = 63.0, 25.4  # mm
HEAP = 12  # of one piece: so many come in a bag without a bottom
APART = 2.0  # inches between heaps
WIDE = 40.0  # inches of a row of them

Sheet = tuple[str, Image.Image]


def deck_sheet(cards: Sequence[Image.Image]) -> Image.Image:
    """The cards side by side, in rows of ten."""
    width, height = max(card.width for card in cards), max(card.height for card in cards)
    columns, rows = grid(len(cards))
    shrink = min(1.0, LONGEST / (columns * width), LONGEST / (rows * height))
    width, height = max(1, int(width * shrink)), max(1, int(height * shrink))
    sheet = Image.new("RGB", (columns * width, rows * height), "white")
    for i, card in enumerate(cards):
        place = (i % columns * width, i // columns * height)
        sheet.paste(card.resize((width, height), Image.Resampling.LANCZOS), place)
    return sheet


def grid(cards: int) -> tuple[int, int]:
    """Columns and rows for so many cards; two of each at least, as the program has it."""
    columns = min(ACROSS, max(2, cards))
    return columns, max(2, ceil(cards / columns))


def decks(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """The cards of each component, as many as a sheet has room for; its last place stays free for a hidden hand."""
    most = ACROSS * DOWN - 1
    for component in dict.fromkeys(piece.component for piece in pieces):
        cards = [piece for piece in pieces if piece.component == component]
        yield from (cards[i : i + most] for i in range(0, len(cards), most))


class Layout:
    """Where the next heap goes: in rows, none on another."""

    def __init__(self) -> None:
        self.x, self.z, self.deep = 0.0, 0.0, 0.0

    def place(self, width: float, height: float) -> dict[str, float]:
        """A place for something of that size in millimetres."""
        across, deep = width / INCH, height / INCH
        if self.x and self.x + across > WIDE:
            self.x, self.z, self.deep = 0.0, self.z - self.deep - APART, 0.0
        found = {"posX": round(self.x + across / 2 - WIDE / 2, 3), "posY": 1.0, "posZ": round(self.z - deep / 2, 3)}
        self.x += across + APART
        self.deep = max(self.deep, deep)
        return found


def thing(kind: str, name: str, at: dict[str, float], scale: float, **more: Any) -> dict[str, Any]:
    """Something on the table, face up."""
    turned = {"rotX": 0.0, "rotY": 180.0, "rotZ": 0.0}
    sized = {"scaleX": round(scale, 4), "scaleY": 1.0, "scaleZ": round(scale, 4)}
    guid = sha256(f"{kind}{name}{at}".encode()).hexdigest()[:6]
    return {"GUID": guid, "Name": kind, "Nickname": name, "Transform": {**at, **turned, **sized}, **more}


def deck(
    number: int, cards: Sequence[Piece], face: str, back: str, unique: bool, at: dict[str, float]
) -> dict[str, Any]:
    """A deck, face down; or one card, which is a deck to nobody."""
    columns, rows = grid(len(cards))
    custom = {
        str(number): {
            "FaceURL": face,
            "BackURL": back,
            "NumWidth": columns,
            "NumHeight": rows,
            "BackIsHidden": True,
            "UniqueBack": unique,
        }
    }
    scale = cards[0].front.width / CARD
    ids = [(number * 100 + i, card) for i, card in enumerate(cards) for _ in range(card.count)]
    contained = [
        thing("Card", card.name or card.title, at, scale, CardID=card_id, CustomDeck=custom) for card_id, card in ids
    ]
    if len(contained) == 1:
        return contained[0]
    made = thing(
        "DeckCustom",
        cards[0].title,
        at,
        scale,
        DeckIDs=[card_id for card_id, _ in ids],
        CustomDeck=custom,
        ContainedObjects=contained,
    )
    made["Transform"]["rotZ"] = 180.0
    return made


def tile(piece: Piece, face: str, back: str, at: dict[str, float]) -> dict[str, Any]:
    """A board, a sheet or a piece: as thick as cardboard, as wide as it is on paper."""
    image = {
        "ImageURL": face,
        "ImageSecondaryURL": back or face,
        "WidthScale": 0.0,
        "CustomTile": {"Type": 0, "Thickness": 0.1, "Stackable": False, "Stretch": True},
    }
    scale = piece.front.width / INCH / 2
    return thing("Custom_Tile", piece.name or piece.title, at, scale, CustomImage=image, Locked=piece.kind == "board")


def heap(piece: Piece, made: dict[str, Any], at: dict[str, float]) -> list[dict[str, Any]]:
    """So many of a piece: one beside the other, or a bag that never empties."""
    if piece.count == 1:
        return [made]
    if piece.count >= HEAP:
        return [thing("Infinite_Bag", piece.name or piece.title, at, 1.0, ContainedObjects=[made])]
    return [thing("Bag", piece.name or piece.title, at, 1.0, ContainedObjects=[made] * piece.count)]


def saved_object(title: str, things: Sequence[dict[str, Any]], note: str) -> dict[str, Any]:
    """The file that Tabletop Simulator opens."""
    return {"SaveName": title, "GameMode": title, "Note": note, "ObjectStates": list(things)}


def address(file: Path) -> str:
    """Where a picture is, for a program on this computer."""
    return file.resolve().as_uri()
