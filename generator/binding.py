"""From sides to a file: every side gets its footer and page number, like sides are drawn once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from generator import furniture
from generator.drawing import Face, Stamp
from generator.imposition import Side, unique
from generator.ink import Document
from generator.paper import Area, move
from generator.ticket import Ticket
from generator.tone import Tone


def bind(
    sides: Sequence[Side],
    faces: Iterable[Face],
    ticket: Ticket,
    *,
    title: str,
    subject: str,
    options: str,
    progress: Callable[[int], None] = lambda page: None,
) -> bytes:
    """The PDF: a page for each side, in order, with a bookmark where a component begins."""
    tone = Tone(ticket.ink)
    known = {face.name: face for face in unique(faces)}
    document = Document(
        ticket.paper, known, title=title, subject=subject, lang=ticket.lang, scale=ticket.profile.enlargement
    )
    document.prefer_duplex(ticket.sides)
    drawn: dict[int, int] = {}
    begun: set[str] = set()
    numbers: dict[Area, furniture.PageNumbers] = {}
    for n, side in enumerate(sides, 1):
        if id(side) not in drawn:
            foot = furniture.footer(f"foot.{n}", side.footer, f"{title}  ·  {side.title}", options, tone)
            known[foot.name] = foot
            drawn[id(side)] = document.side([*side.items, Stamp(foot.name, move(side.footer.x, side.footer.y))])
        lying = {side.component, *side.also}
        bookmark = None if lying <= begun else side.title
        begun |= lying
        if side.footer not in numbers:
            numbers[side.footer] = furniture.PageNumbers(side.footer, len(sides), tone)
        document.page(drawn[id(side)], numbers[side.footer].of(n), bookmark)
        progress(n)
    return document.bytes()
