"""Spare parts: only the pieces that are missing, by the names that stand on them, at the size of those that are left.

A component says how its pieces are called (`Component.names`, first the name that is shown in lists). Names are
understood in every language we speak, in any order of their words, with or without accents and capitals.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from generator.drawing.pen import Face, FaceStamp
from generator.errors import BadValue, PrintError, Unknown
from generator.layout.component import Component
from generator.order.fields import FIELDS, WHOLE_NUMBER
from templates.i18n import say

MOST = 50  # of one piece
LEAST_SIDE, MOST_SIDE = 8.0, 600.0
SKEW = 1.6  # so much wider or higher, measured by the other side, a drawing is still itself

Size = tuple[float, float]
Names = tuple[tuple[str, ...], ...]  # of each piece
NO_TITLES: Mapping[str, str] = {}


class SpareItem(Struct, frozen=True):
    """A piece and how many of it; no name where all pieces of a component are alike."""

    component: str
    piece: str
    count: int


def spare_items(text: str, known: Sequence[str], called: Mapping[str, str] = NO_TITLES) -> tuple[SpareItem, ...]:
    """Reads `tiles: 7 blue x2, 1 green; questions: 16`; components also by what they are called on paper."""
    found = [item for part in text.split(";") if part.strip() for item in items_of(part, known, called)]
    if not found:
        raise FIELDS["spares"].refused(text)
    return tuple(found)


def items_of(part: str, known: Sequence[str], called: Mapping[str, str]) -> list[SpareItem]:
    """The pieces of one component: `tiles: 7 blue x2, 1 green`, or `racks x2` where all are alike."""
    head, colon, tail = part.partition(":")
    name, count = counted(head)
    name = called.get(name.lower(), name)
    if name.lower() not in known:
        raise Unknown(say("Component"), name, known)
    if colon and (count or not tail.strip()):
        raise FIELDS["spares"].refused(part.strip())
    pieces = [counted(piece) for piece in tail.split(",") if piece.strip()] if colon else [("", count)]
    return [SpareItem(name.lower(), piece, times or 1) for piece, times in pieces]


def counted(text: str) -> tuple[str, int]:
    """What stands before x2, and the number; none if it is not told."""
    match = re.fullmatch(r"(.*?)(?:\s+[x×]\s*([0-9]{1,4}))?\s*", " ".join(text.split()))
    assert match
    count = int(match[2]) if match[2] else 0
    if match[2] and not 1 <= count <= MOST:
        expected = say(WHOLE_NUMBER).format(least=1, most=MOST)
        raise BadValue(f"--spares {match[1]}", f"x{match[2]}", expected)
    return match[1].strip(), count


def sizes(given: Iterable[str], components: Sequence[str]) -> tuple[tuple[str, Size], ...]:
    """Reads WxH, for the one component that is wanted, or COMPONENT=WxH for each."""
    texts = re.split(r",(?=\s*[^\s0-9])", ",".join(given)) if given else ()  # a comma before a digit is a decimal one
    return tuple(dict(size_of(text, components) for text in texts).items())


def size_of(text: str, components: Sequence[str]) -> tuple[str, Size]:
    """One component and its size."""
    match = re.fullmatch(
        r"\s*(?:([\w-]+)\s*=\s*)?([0-9.]{1,8})\s*[x×]\s*([0-9.]{1,8})\s*(?:mm)?\s*", text.replace(",", ".")
    )
    try:
        size = (float(match[2]), float(match[3])) if match else (0.0, 0.0)
    except ValueError:
        size = (0.0, 0.0)
    if not match or not all(LEAST_SIDE <= side <= MOST_SIDE for side in size):
        raise FIELDS["size"].refused(text.strip())
    named = [match[1].lower()] if match[1] else list(components)
    if named[0] not in components:
        raise Unknown(say("Component"), match[1], components)
    if len(named) > 1:
        raise BadValue("--size", text.strip(), say("with several components it takes COMPONENT=WxH"))
    return named[0], size


def picked(made: Component, others: Iterable[Names], wanted: Iterable[SpareItem]) -> Component:
    """The pieces of a component that are wanted, as often as they are; `others` is what they are called in other languages."""
    indexes = [
        index for wish in wanted if wish.component == made.key for index in [front_of(made, others, wish)] * wish.count
    ]
    indexes = [i - i % made.joined + part for i in indexes for part in range(made.joined)]  # halves come together
    fronts, backs = (tuple(faces[i] for i in indexes) if faces else () for faces in (made.fronts, made.backs))
    seams = tuple(made.seams[i] for i in indexes) if made.seams else ()
    return replace(made, fronts=fronts, backs=backs, seams=seams, names=(), floods=())


def front_of(made: Component, others: Iterable[Names], wish: SpareItem) -> int:
    """Which front is meant. Other languages are asked only for a name that this one does not know."""
    alike = len({face.name for face in made.fronts}) == made.joined and not made.uncut
    if not made.names and not alike:
        raise PrintError(
            say("There are no single pieces of {component}: print all of it with --only {component}.").format(
                component=made.key
            )
        )
    if wish.piece:
        return named_front(made, others, wish.piece)
    if alike:
        return 0
    expected = say("say which: {listed}").format(listed=", ".join(listed(made)))
    raise BadValue("--spares", made.key, expected)


def named_front(made: Component, others: Iterable[Names], piece: str) -> int:
    """The front of that name, in any language."""
    for called in chain((made.names,), others):
        for index, names in enumerate(called):
            if key(piece) in map(key, names):
                return index
    if not made.names:
        raise BadValue("--spares", piece, say("all {component} are alike: {component} x2").format(component=made.key))
    raise Unknown(say("Piece of {component}").format(component=made.key), piece, listed(made))


def listed(made: Component) -> list[str]:
    """What the pieces are called in lists, each name once."""
    return list(dict.fromkeys(names[0] for names in made.names))


def key(name: str) -> tuple[str, ...]:
    """The words of a name, without accents, capitals, signs and order."""
    folded = unicodedata.normalize("NFKD", name.casefold().replace("œ", "oe"))
    return tuple(sorted(re.findall(r"\w+", "".join(c for c in folded if not unicodedata.combining(c)))))


def sized(made: Component, size: Size | None) -> Component:
    """The same pieces at another size, to lie among those of an old box."""
    if size is None:
        return made
    if made.uncut:
        raise PrintError(
            say("--size is for pieces that are cut out, and {component} fill the sheet.").format(component=made.key)
        )
    across, down = size[0] / made.size[0], size[1] / made.size[1]
    if not 1 / SKEW <= across / down <= SKEW:
        expected = say("our {component} measure {size} mm, and that would be another shape").format(
            component=made.key, size="{:g} × {:g}".format(*made.size)
        )
        raise BadValue("--size", "{:g}x{:g}".format(*size), expected)

    def scaled(face: Face) -> Face:
        left, top, right, low = face.bleed
        bleed = left * across, top * down, right * across, low * down
        return Face(f"{face.name}.sized", *size, (FaceStamp(face.name, (across, 0, 0, down, 0, 0)),), bleed)

    drawn = [*made.fronts, *made.backs, *([made.back] if made.back else [])]
    return replace(
        made,
        fronts=tuple(map(scaled, made.fronts)),
        back=scaled(made.back) if made.back else None,
        backs=tuple(map(scaled, made.backs)),
        parts=(*made.parts, *drawn),
    )
