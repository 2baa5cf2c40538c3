"""Typefaces: where they are, how wide a line is, where it breaks. Widths are millimetres, sizes points."""

from __future__ import annotations

from collections.abc import Container, Iterable
from contextvars import ContextVar
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from generator.errors import PrintError
from templates.i18n import held, say

SANS, BOLD, ITALIC, SERIF = "sans", "bold", "italic", "serif"
FILES = {
    SANS: ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    BOLD: ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
    ITALIC: ("font_source_sans_pro", "SourceSansPro-It.ttf"),
    SERIF: ("font_source_serif_pro", "SourceSerifPro-Bold.ttf"),
}
LEAST_PT = 7.0
MM = 25.4 / 72  # a point
CAP = {SANS: 0.66, BOLD: 0.66, ITALIC: 0.66, SERIF: 0.67}  # height of capitals and figures, in sizes


class NoTypeface(PrintError):
    """A typeface that is not there, or cannot be read."""

    def __init__(self, reason: str) -> None:
        super().__init__(say("The typefaces cannot be read ({reason}): install Sousmain again.").format(reason=reason))


@cache
def register(name: str) -> str:
    """Makes a typeface ready; gives the name reportlab knows it by."""
    package, file = FILES[name]
    spec = find_spec(package)
    if not spec or not spec.origin:
        raise NoTypeface(package)
    try:
        pdfmetrics.registerFont(TTFont(f"sousmain-{name}", str(Path(spec.origin).parent / "files" / file)))
    except Exception as trouble:  # whatever a broken file makes reportlab raise
        raise NoTypeface(str(trouble)) from None
    return f"sousmain-{name}"


class Advances(dict[str, float]):
    """How far a typeface goes on for each letter, in thousandths of its size; asked of reportlab once."""

    def __init__(self, name: str) -> None:
        face = pdfmetrics.getFont(name).face
        self.known, self.usual = face.charWidths, face.defaultWidth

    def __missing__(self, letter: str) -> float:
        self[letter] = found = self.known.get(ord(letter), self.usual)
        return float(found)


@cache
def advances(name: str) -> Advances:
    """The letters of a typeface, by the name reportlab knows it by."""
    return Advances(name)


@lru_cache(maxsize=20_000)
def width(string: str, font: str, pt: float) -> float:
    """How long a line of type is."""
    return 0.001 * pt * sum(map(advances(setting(string, font)).__getitem__, string)) * MM


def cap(font: str, pt: float) -> float:
    """Height of its capitals and figures."""
    return CAP[font] * pt * MM


def pt_for_cap(font: str, height: float) -> float:
    """The size whose figures are that high."""
    return height / MM / CAP[font]


def lacking(string: str) -> str:
    """The characters that one of our typefaces does not have; the italic may, for the upright stands in for it."""
    faces = [glyphs(name) for name in FILES if name != ITALIC]
    return "".join(c for c in string if not all(ord(c) in face for face in faces))


def glyphs(name: str) -> Container[int]:
    """The characters that a typeface has."""
    return pdfmetrics.getFont(register(name)).face.charToGlyph  # type: ignore[no-any-return]


@lru_cache(maxsize=20_000)
def setting(string: str, font: str) -> str:
    """The typeface that a line is set in, by reportlab's name: the italic has no Greek and no Cyrillic."""
    if font == ITALIC and not string.isascii():
        has = glyphs(ITALIC)
        font = font if all(ord(c) in has for c in string) else SANS
    return register(font)


# Texts that had to be shortened, if somebody wants to know: a user's own words may be longer than there is room.
shortened: ContextVar[set[str] | None] = ContextVar("shortened", default=None)


def fitting(string: str, font: str, pt: float, room: float) -> tuple[str, float]:
    """The line in the largest size up to `pt` that fits; below the least size it is shortened instead."""
    natural = width(string, font, pt)
    if natural <= room:
        return string, pt
    size = max(LEAST_PT, int(pt * room / natural * 10) / 10)
    if width(string, font, size) > room and (noted := shortened.get()) is not None:
        noted.add(string)
    while width(string, font, size) > room and len(string) > 1:
        string = string[:-2].rstrip() + "…"
    return string, size


def fitted(string: str, font: str, pt: float, room: float) -> tuple[str, str, float]:
    """The same with its font between: ready for Pen.text."""
    line, size = fitting(string, font, pt, room)
    return line, font, size


def alike(strings: Iterable[str], font: str, pt: float, room: float) -> float:
    """The size in which all of them fit: what stands in one row or column is set in one size."""
    return min((fitting(string, font, pt, room)[1] for string in strings), default=pt)


def wrap_even(string: str, font: str, pt: float, room: float) -> list[str]:
    """Breaks into as few lines as `wrap`, as even as they can be: no last line of one word."""
    lines = wrap(string, font, pt, room)
    longest = max(width(line, font, pt) for line in lines)
    while room > 5:
        room -= 1
        if longest <= room:
            continue  # they would break where they do
        tighter = wrap(string, font, pt, room)
        longest = max(width(line, font, pt) for line in tighter)
        if len(tighter) > len(lines) or longest > room:
            break
        lines = tighter
    return lines


def wrap(string: str, font: str, pt: float, room: float) -> list[str]:
    """Breaks at ordinary spaces; a no-break space holds."""
    lines: list[str] = []
    for word in held(string).split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, font, pt) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
