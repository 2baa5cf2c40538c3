"""From components to sheets: which faces lie on which side of which sheet of paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from generator.drawing.geometry import Area, bounding_box
from generator.drawing.geometry import shift as move
from generator.drawing.palette import InkPalette
from generator.drawing.pen import Face, FaceStamp, Item, Pen
from generator.errors import DoesNotFit
from generator.layout import decoration
from generator.layout.component import BACK_BLEED, FRONT_BLEED, GUTTER, Component
from generator.layout.paper import TICK, Grid, behind, crop_marks, cut_lines, fit, footer_goes_up
from generator.layout.print_settings import PrintSettings

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


class ComponentRun(Struct, frozen=True):
    """A component on its sheets."""

    component: Component
    sheets: tuple[Sheet, ...]
    cuts: int
    faces: tuple[Face, ...]
    grid: Grid
    shares: str = ""  # on whose sheet it lies, in words


def impose(component: Component, settings: PrintSettings, back_title: str) -> ComponentRun:
    """Lays the pieces of a component on sheets, as the ticket says."""
    if settings.marks == "none":  # then the edge of the colour is what one cuts by
        component = replace(component, fronts=tuple(replace(face, bleed=(0, 0, 0, 0)) for face in component.fronts))
    faces = component.fronts
    if component.behind and (settings.sides == "fold" or (settings.sides == "single" and component.both)):
        faces, parts, grid = folded(component, settings, InkPalette(settings.ink))
    else:
        parts, grid = (), lay(component, settings, component.size)
    pairs = leaves([face.name for face in faces], component, settings)
    made: dict[tuple[str | None, ...], Side] = {}

    def side(names: list[str | None], back: bool) -> Side:
        key = (str(back), *names)
        if key not in made:
            title = back_title if back and not component.pair else component.title
            items = arranged(names, component, settings, grid, back)
            made[key] = Side(component.key, title, items, footer_band(component, settings, back))
        return made[key]

    sheets, cuts = [], 0
    for i in range(0, len(pairs), grid.capacity):
        fronts, backs = zip(*pairs[i : i + grid.capacity], strict=True)
        sheets.append(Sheet(side(list(fronts), False), side(list(backs), True) if any(backs) else None))
        cuts += (0 if component.uncut else grid.cuts(len(fronts))) + component.cuts * len(fronts)
    drawn = unique((*faces, *parts, *component.parts, *(component.behind if settings.duplex else ())))
    return ComponentRun(component, tuple(sheets), cuts, drawn, grid)


def leaves(fronts: list[str], component: Component, settings: PrintSettings) -> list[tuple[str, str | None]]:
    """Each piece of paper with what is on its back.

    Pages of text follow each other; a note sheet has its own like behind it, for it lies before one player.
    """
    if not settings.duplex or not component.pair:
        backs = [face.name for face in component.behind] if settings.duplex else []
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


def lay(component: Component, settings: PrintSettings, size: tuple[float, float]) -> Grid:
    """The grid of a component on this paper."""
    if component.uncut:
        return fit(*size, settings.paper.area, gutter=0, halo=0, piece=component.title, paper=settings.paper.label)
    x, y = settings.reach if component.behind or component.pair else (0, 0)  # nothing is printed behind the others
    area = settings.paper.area.inset(x, y)
    bleeds = BACK_BLEED if component.behind and settings.sides != "single" else FRONT_BLEED
    halo = max(TICK, bleeds)
    gutter, block = (0.0, component.block) if component.block else (GUTTER, (1, 1))
    return fit(*size, area, gutter=gutter, halo=halo, piece=component.title, paper=settings.paper.label, block=block)


def footer_band(component: Component, settings: PrintSettings, back: bool) -> Area:
    """Where the footer lies: at the foot, but behind the front's where a back is turned top to bottom with its pieces."""
    band = settings.paper.footer
    if back and not component.uncut and footer_goes_up(settings.paper, settings.sides):
        return Area(band.x, settings.paper.height - band.y - band.height, band.width, band.height)
    return band


def arranged(
    names: list[str | None], component: Component, settings: PrintSettings, grid: Grid, back: bool
) -> tuple[Item, ...]:
    """The pieces of a side, and on a front the marks to cut them by."""
    places = [grid.place(i) for i in range(len(names))]
    if back and not component.uncut:  # a page of text is never on its head
        shift, turn = settings.shift, settings.turn
        places = [behind(place, grid.width, settings.paper, settings.sides, shift, turn) for place in places]
    pieces = [FaceStamp(name, place) for name, place in zip(names, places, strict=True) if name]
    if back or component.uncut or settings.marks == "none":
        return tuple(pieces)
    boxes = [bounding_box(place, grid.width, grid.height) for place in places]
    palette = InkPalette(settings.ink)
    if settings.marks == "lines":
        return (*pieces, *decoration.outlines(cut_lines(boxes), palette))
    return (*pieces, *decoration.crop(crop_marks(boxes), palette))


def folded(
    component: Component, settings: PrintSettings, palette: InkPalette
) -> tuple[tuple[Face, ...], tuple[Face, ...], Grid]:
    """Front and back beside each other with a fold between, whichever way more of them fit on a sheet."""
    width, height = component.size
    grids: dict[bool, Grid] = {}
    for beside, size in ((True, (2 * width, height)), (False, (width, 2 * height))):
        try:
            grids[beside] = lay(component, settings, size)
        except DoesNotFit as mistake:
            refusal = mistake
    if not grids:
        raise refusal
    beside = max(grids, key=lambda way: (grids[way].capacity, way))
    pairs = zip(component.fronts, component.behind, strict=True)
    units = {face.name: folded_unit(face, back, beside, palette) for face, back in pairs}
    fronts = tuple(units[face.name][0] for face in component.fronts)
    return fronts, tuple(half for _, *halves in units.values() for half in halves), grids[beside]


def folded_unit(front: Face, back: Face, beside: bool, palette: InkPalette) -> tuple[Face, Face, Face]:
    """Front, fold and back as one piece; then its two halves, without bleed where they meet."""
    width, height = front.width, front.height
    pen = Pen()
    if beside:
        halves = front.cropped(RIGHT), back.cropped(LEFT)
        pen.put(FaceStamp(halves[0].name, move(0, 0)), FaceStamp(halves[1].name, move(width, 0)))
        pen.put(decoration.fold(width, -TICK, width, height + TICK, palette))
        size = 2 * width, height
    else:
        halves = front.cropped(TOP), back.cropped(TOP)
        pen.put(FaceStamp(halves[0].name, move(0, height)), FaceStamp(halves[1].name, (-1, 0, 0, -1, width, height)))
        pen.put(decoration.fold(-TICK, height, width + TICK, height, palette))
        size = width, 2 * height
    return pen.face(f"{front.name}.fold", *size, BACK_BLEED), *halves
