"""From components to sheets: which faces lie on which side of which sheet of paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from generator import furniture
from generator.component import BACK_BLEED, FRONT_BLEED, GUTTER, Component
from generator.drawing import Face, Item, Pen, Stamp
from generator.errors import DoesNotFit
from generator.paper import TICK, Area, Grid, behind, box, crop_marks, cut_lines, fit, footer_goes_up, move
from generator.ticket import Ticket
from generator.tone import Tone

LEFT, TOP, RIGHT, BOTTOM = range(4)


class Side(Struct, frozen=True, eq=False):
    """One side of a sheet. The same object stands for every like side, so that it is drawn once."""

    component: str
    title: str
    items: tuple[Item, ...]
    footer: Area
    also: tuple[str, ...] = ()  # small components that share it


class Sheet(Struct, frozen=True, eq=False):
    """A sheet of paper."""

    front: Side
    back: Side | None = None


class Run(Struct, frozen=True):
    """A component on its sheets."""

    component: Component
    sheets: tuple[Sheet, ...]
    cuts: int
    faces: tuple[Face, ...]
    grid: Grid
    shares: str = ""  # on whose sheet it lies, in words


def impose(component: Component, ticket: Ticket, back_title: str) -> Run:
    """Lays the pieces of a component on sheets, as the ticket says."""
    if ticket.marks == "none":  # then the edge of the colour is what one cuts by
        component = replace(component, fronts=tuple(replace(face, bleed=(0, 0, 0, 0)) for face in component.fronts))
    faces = component.fronts
    if component.behind and (ticket.sides == "fold" or (ticket.sides == "single" and component.both)):
        faces, parts, grid = folded(component, ticket, Tone(ticket.ink))
    else:
        parts, grid = (), lay(component, ticket, component.size)
    pairs = leaves([face.name for face in faces], component, ticket)
    made: dict[tuple[str | None, ...], Side] = {}

    def side(names: list[str | None], back: bool) -> Side:
        key = (str(back), *names)
        if key not in made:
            title = back_title if back and not component.pair else component.title
            items = arranged(names, component, ticket, grid, back)
            made[key] = Side(component.key, title, items, footer_band(component, ticket, back))
        return made[key]

    sheets, cuts = [], 0
    for i in range(0, len(pairs), grid.capacity):
        fronts, backs = zip(*pairs[i : i + grid.capacity], strict=True)
        sheets.append(Sheet(side(list(fronts), False), side(list(backs), True) if any(backs) else None))
        cuts += (0 if component.uncut else grid.cuts(len(fronts))) + component.cuts * len(fronts)
    drawn = unique((*faces, *parts, *component.parts, *(component.behind if ticket.duplex else ())))
    return Run(component, tuple(sheets), cuts, drawn, grid)


def leaves(fronts: list[str], component: Component, ticket: Ticket) -> list[tuple[str, str | None]]:
    """Each piece of paper with what is on its back.

    Pages of text follow each other; a note sheet has its own like behind it, for it lies before one player.
    """
    if not ticket.duplex or not component.pair:
        backs = [face.name for face in component.behind] if ticket.duplex else []
        return [*zip_longest(fronts, backs)] * component.copies
    if component.leaflet:  # each copy begins a new sheet
        return [*zip_longest(fronts[::2], fronts[1::2])] * component.copies
    found: list[tuple[str, str | None]] = []
    for name, count in Counter(fronts * component.copies).items():
        found += [(name, name)] * (count // 2) + [(name, None)] * (count % 2)
    return found


def unique(faces: Iterable[Face]) -> tuple[Face, ...]:
    """Each face once, by name. Two drawings of one name would hide each other."""
    found: dict[str, Face] = {}
    for face in faces:
        if found.setdefault(face.name, face) is not face and found[face.name] != face:
            raise ValueError(f"two faces are named {face.name}")
    return tuple(found.values())


def lay(component: Component, ticket: Ticket, size: tuple[float, float]) -> Grid:
    """The grid of a component on this paper."""
    if component.uncut:
        return fit(*size, ticket.paper.area, gutter=0, halo=0, piece=component.title, paper=ticket.paper.label)
    x, y = ticket.reach if component.behind or component.pair else (0, 0)  # nothing is printed behind the others
    area = ticket.paper.area.inset(x, y)
    bleeds = BACK_BLEED if component.behind and ticket.sides != "single" else FRONT_BLEED
    halo = max(TICK, bleeds)
    gutter, block = (0.0, component.block) if component.block else (GUTTER, (1, 1))
    return fit(*size, area, gutter=gutter, halo=halo, piece=component.title, paper=ticket.paper.label, block=block)


def footer_band(component: Component, ticket: Ticket, back: bool) -> Area:
    """Where the footer lies: at the foot, but behind the front's where a back is turned top to bottom with its pieces."""
    band = ticket.paper.footer
    if back and not component.uncut and footer_goes_up(ticket.paper, ticket.sides):
        return Area(band.x, ticket.paper.height - band.y - band.height, band.width, band.height)
    return band


def arranged(names: list[str | None], component: Component, ticket: Ticket, grid: Grid, back: bool) -> tuple[Item, ...]:
    """The pieces of a side, and on a front the marks to cut them by."""
    places = [grid.place(i) for i in range(len(names))]
    if back and not component.uncut:  # a page of text is never on its head
        shift, turn = ticket.shift, ticket.turn
        places = [behind(place, grid.width, ticket.paper, ticket.sides, shift, turn) for place in places]
    pieces = [Stamp(name, place) for name, place in zip(names, places, strict=True) if name]
    if back or component.uncut or ticket.marks == "none":
        return tuple(pieces)
    boxes = [box(place, grid.width, grid.height) for place in places]
    tone = Tone(ticket.ink)
    if ticket.marks == "lines":
        return (*pieces, *furniture.outlines(cut_lines(boxes), tone))
    return (*pieces, *furniture.crop(crop_marks(boxes), tone))


def folded(component: Component, ticket: Ticket, tone: Tone) -> tuple[tuple[Face, ...], tuple[Face, ...], Grid]:
    """Front and back beside each other with a fold between, whichever way more of them fit on a sheet."""
    width, height = component.size
    grids: dict[bool, Grid] = {}
    for beside, size in ((True, (2 * width, height)), (False, (width, 2 * height))):
        try:
            grids[beside] = lay(component, ticket, size)
        except DoesNotFit as mistake:
            refusal = mistake
    if not grids:
        raise refusal
    beside = max(grids, key=lambda way: (grids[way].capacity, way))
    pairs = zip(component.fronts, component.behind, strict=True)
    units = {face.name: unit(face, back, beside, tone) for face, back in pairs}
    fronts = tuple(units[face.name][0] for face in component.fronts)
    return fronts, tuple(half for _, *halves in units.values() for half in halves), grids[beside]


def unit(front: Face, back: Face, beside: bool, tone: Tone) -> tuple[Face, Face, Face]:
    """Front, fold and back as one piece; then its two halves, without bleed where they meet."""
    width, height = front.width, front.height
    pen = Pen()
    if beside:
        halves = front.cropped(RIGHT), back.cropped(LEFT)
        pen.put(Stamp(halves[0].name, move(0, 0)), Stamp(halves[1].name, move(width, 0)))
        pen.put(furniture.fold(width, -TICK, width, height + TICK, tone))
        size = 2 * width, height
    else:
        halves = front.cropped(TOP), back.cropped(TOP)
        pen.put(Stamp(halves[0].name, move(0, height)), Stamp(halves[1].name, (-1, 0, 0, -1, width, height)))
        pen.put(furniture.fold(-TICK, height, width + TICK, height, tone))
        size = width, 2 * height
    return pen.face(f"{front.name}.fold", *size, BACK_BLEED), *halves
