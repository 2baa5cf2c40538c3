"""From components to sheets: which faces lie on which side of which sheet of paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import zip_longest
from math import dist

from msgspec import Struct
from msgspec.structs import replace

from generator.drawing.geometry import Area, Matrix, Segment, bounding_box
from generator.drawing.geometry import shift as move
from generator.drawing.palette import InkPalette
from generator.drawing.pen import Face, FaceStamp, Item, Path, Pen, rectangle
from generator.errors import DoesNotFit
from generator.layout import decoration
from generator.layout.component import BACK_BLEED, FRONT_BLEED, GUTTER, LEFT, RIGHT, TOP, Component
from generator.layout.paper import (
    CLEAR,
    TICK,
    Grid,
    behind,
    cheapest,
    crop_marks,
    cut_lines,
    fit,
    footer_goes_up,
    in_rows,
    parted,
    parting_lines,
)
from generator.layout.print_settings import PrintSettings

THIN = 0.5  # mm: what is less is half of a line on the edge, no colour that runs over it


class Side(Struct, frozen=True, eq=False):
    """One side of a sheet. The same object stands for every like side, so that it is drawn once."""

    component: str
    title: str
    items: tuple[Item, ...]
    footer: Area
    also: tuple[str, ...] = ()  # small components that share it
    trim: tuple[float, float] | None = None  # for a print shop: what is left of the page when it is cut
    label: str = ""  # what that page is called


class Sheet(Struct, frozen=True, eq=False):
    """A sheet of paper."""

    front: Side
    back: Side | None = None


class ComponentRun(Struct, frozen=True):
    """A component on its sheets."""

    component: Component
    sheets: tuple[Sheet, ...]
    cuts: int  # through whole sheets, with a cutter that takes the strips of a sheet in one stack
    strokes: int  # with scissors or a small trimmer: each strip alone
    faces: tuple[Face, ...]
    grid: Grid  # of the last sheet
    shares: str = ""  # on whose sheet it lies, in words
    by_machine: bool = False  # is there room for the marks of a machine that cuts it, where one is told of?


def ways(component: Component, settings: PrintSettings, back_title: str) -> tuple[ComponentRun, ...]:
    """A component on its sheets with the fewest strokes; and, if it is small and lies flatter in another way, so, too."""
    run = impose(component, settings, back_title)
    if len(run.sheets) != 1 or run.sheets[0].back or component.uncut or component.untrimmed:
        return (run,)
    count = len(component.fronts) * component.copies
    flat = impose(component, settings, back_title, flat=True)
    return (run, flat) if flat.grid.height_of(count) < run.grid.height_of(count) else (run,)


def impose(component: Component, settings: PrintSettings, back_title: str, flat: bool = False) -> ComponentRun:
    """Lays the pieces of a component on sheets, as the ticket says. What a cutting machine's marks leave no room for is cut
    by hand, and has the whole paper."""
    if settings.cut:
        try:
            return imposed(component, settings, back_title, flat)
        except DoesNotFit:
            settings = replace(settings, cut="")
    return imposed(component, settings, back_title, flat)


def imposed(component: Component, settings: PrintSettings, back_title: str, flat: bool) -> ComponentRun:
    """The same, if there is room."""
    gutter = GUTTER if needs_gutter(component, settings) else 0.0
    if settings.marks == "none":  # then the edge of the colour is what one cuts by
        component = replace(component, fronts=tuple(replace(face, bleed=(0, 0, 0, 0)) for face in component.fronts))
    faces = component.fronts
    count = len(leaves([face.name for face in faces], component, settings))
    if is_folded(component, settings):
        faces, parts, grid = folded(component, settings, gutter, count)
    else:
        parts, grid = (), lay(component, settings, component.size, gutter, count, flat)
    pairs = leaves([face.name for face in faces], component, settings)
    floods = floods_of(component, settings, gutter)
    if floods:
        order = in_rows(floods, grid.columns)
        pairs, floods = [pairs[i] for i in order], [floods[i] for i in order]
    made: dict[tuple[str | None, ...], Side] = {}

    def side(names: list[str | None], back: bool, grid: Grid) -> Side:
        key = (str(back), *names)
        if key not in made:
            title = back_title if back and not component.pair else component.title
            items = arranged(names, component, settings, grid, back)
            made[key] = Side(component.key, title, items, footer_band(component, settings, back))
        return made[key]

    sheets, cuts, strokes = [], component.trims * component.copies, component.trims * component.copies
    for i in range(0, len(pairs), grid.capacity):
        fronts, backs = zip(*pairs[i : i + grid.capacity], strict=True)
        on = grid.for_floods(floods[i : i + grid.capacity])
        sheets.append(Sheet(side(list(fronts), False, on), side(list(backs), True, on) if any(backs) else None))
        around, edges = not component.uncut and not component.edges, component.edges * len(fronts)
        edges += sum(len(sides) for sides in seams_of(list(fronts), component, on))
        cuts += edges + (component.stacked or component.cuts) * len(fronts) + (on.cuts(len(fronts)) if around else 0)
        strokes += edges + component.cuts * len(fronts) + (on.strokes(len(fronts)) if around else 0)
    behind_them = component.behind if settings.duplex else ()
    drawn = unique((*faces, *parts, *component.parts, *behind_them, *map(trimmed, behind_them)))
    return ComponentRun(component, tuple(sheets), cuts, strokes, drawn, on, by_machine=bool(settings.cut))


def floods_of(component: Component, settings: PrintSettings, gutter: float) -> list[str]:
    """The colours of all pieces, where those that run over like edges may touch."""
    if not gutter or settings.gutters or settings.marks == "none" or is_folded(component, settings):
        return []
    if corner_radius(component, settings):
        return []
    return [*component.floods] * component.copies


def is_folded(component: Component, settings: PrintSettings) -> bool:
    """Does each back lie beside its front, with a fold between?"""
    wanted = settings.sides == "fold" or (settings.sides == "single" and component.both)
    return bool(component.behind) and wanted


def needs_gutter(component: Component, settings: PrintSettings) -> bool:
    """Must there be white between neighbours, because colour runs over their edges? Backs that lie behind do not ask for
    it: there the colour of one runs into the same colour of the next."""
    faces = (*component.fronts, *(component.behind if is_folded(component, settings) else ()))
    if settings.gutters or corner_radius(component, settings):
        return True
    return any(max(face.bleed) > THIN for face in faces)


def corner_radius(component: Component, settings: PrintSettings) -> float:
    """How round a machine cuts the corners of its pieces: not of what is folded, joined, written on or cut further."""
    if not settings.cut or component.pad or component.edges or component.cuts or component.joined > 1:
        return 0.0
    if is_folded(component, settings) or any(
        isinstance(item, Path) and item.line for face in component.fronts for item in face.items
    ):
        return 0.0
    return min(settings.corner_radius, min(component.size) / 2)


def trimmed(face: Face) -> Face:
    """The same without anything beyond its edges."""
    return Face(f"{face.name}.trimmed", face.width, face.height, (FaceStamp(face.name, move(0, 0)),))


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


def lay(
    component: Component,
    settings: PrintSettings,
    size: tuple[float, float],
    gutter: float,
    count: int,
    flat: bool = False,
) -> Grid:
    """The grid of a component on this paper: of so many pieces the one with the fewest sheets, then the fewest strokes."""
    paper, reach = settings.paper, settings.reach if component.behind or component.pair else (0, 0)
    if component.uncut:
        return fit(*size, paper.area, gutter=0, halo=0, piece=component.title, paper=paper.label)
    if component.untrimmed and not settings.cut and (grid := parted(*size, paper, count, reach)):
        return grid
    bleeds = BACK_BLEED if component.behind and settings.sides != "single" else FRONT_BLEED
    floods = floods_of(component, settings, gutter)
    found = []
    for area in settings.areas:
        try:
            grid = fit(
                *size,
                area.inset(*reach),  # nothing is printed behind the others
                gutter=0.0 if component.block and not corner_radius(component, settings) else gutter,
                halo=0.0 if component.pad and settings.cut else max(TICK, bleeds),  # a machine needs no marks there
                piece=component.title,
                paper=paper.label,
                block=component.block or (1, 1),
                count=count,
                flat=flat,
                floods=floods,
            )
            found.append(grid)
        except DoesNotFit as mistake:
            refusal = mistake
    if not found:
        raise refusal
    return cheapest(found, count, flat, floods)


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
    close = not grid.gutter and not grid.pitch
    runs_over = any(max(face.bleed) for face in component.behind)
    if back and runs_over and (close or grid.touching):  # colour runs over the outermost edges alone
        pieces += [FaceStamp(f"{piece.face}.trimmed", piece.matrix) for piece in pieces]
    if back or component.uncut or component.edges:
        return tuple(pieces)
    boxes = [bounding_box(place, grid.width, grid.height) for place in places]
    cuts: tuple[Item, ...] = ()
    if settings.cut:
        radius = corner_radius(component, settings)
        edges = tuple(op for b in boxes for op in rectangle(b.x, b.y, b.width, b.height, radius))
        cuts = (Path(edges, line="cut"),)
        if radius and settings.marks == "lines":
            return (*pieces, *decoration.outlined(edges, InkPalette(settings.ink)), *cuts)
    if settings.marks == "none" or (component.pad and settings.cut):
        return (*pieces, *cuts)
    palette, whole = InkPalette(settings.ink), settings.marks == "lines"
    if grid.pitch:
        segments = parting_lines(grid, settings.paper, whole)
        for sides, place in zip(seams_of(names, component, grid), places, strict=True):
            segments += [line for side in sides for line in seam(side, place, grid, whole)]
    else:
        segments = cut_lines(boxes) if whole else crop_marks(boxes)
        if grid.touching and not whole:  # colour covers the edges of its rows: their marks stand at the ends alone
            left, right = min(box.x for box in boxes), max(box.x + box.width for box in boxes)
            segments = [(x1, y1, x2, y2) for x1, y1, x2, y2 in segments if x1 == x2 or not left < x1 < right]
    return (*pieces, *(decoration.outlines if whole else decoration.crop)(segments, palette), *cuts)


def seams_of(names: list[str | None], component: Component, grid: Grid) -> list[tuple[int, ...]]:
    """The edges of each piece on a side that are cut although the white around it stays: none where all of it goes."""
    known = dict(zip((face.name for face in component.fronts), component.seams, strict=False)) if grid.pitch else {}
    return [known.get(name or "", ()) for name in names]


def seam(side: int, place: Matrix, grid: Grid, whole: bool) -> list[Segment]:
    """Such an edge: marks at both ends, or the line."""
    w, h = grid.width, grid.height
    near, far = ((0, h), (w, h), (w, 0), (0, 0))[side], ((0, 0), (0, 0), (w, h), (w, h))[side]
    a, b, c, d, e, f = place
    (x1, y1), (x2, y2) = ((a * x + c * y + e, b * x + d * y + f) for x, y in (near, far))
    if whole:
        return [(x1, y1, x2, y2)]
    u, v = (x2 - x1) / dist((x1, y1), (x2, y2)), (y2 - y1) / dist((x1, y1), (x2, y2))
    ends = ((x1, y1, -1), (x2, y2, 1))
    return [(x + way * CLEAR * u, y + way * CLEAR * v, x + way * TICK * u, y + way * TICK * v) for x, y, way in ends]


def folded(
    component: Component, settings: PrintSettings, gutter: float, count: int
) -> tuple[tuple[Face, ...], tuple[Face, ...], Grid]:
    """Front and back beside each other with a fold between, whichever way takes fewer sheets, then fewer strokes."""
    width, height = component.size
    grids: dict[bool, Grid] = {}
    for beside, size in ((True, (2 * width, height)), (False, (width, 2 * height))):
        try:
            grids[beside] = lay(component, settings, size, gutter, count)
        except DoesNotFit as mistake:
            refusal = mistake
    if not grids:
        raise refusal
    beside = min(grids, key=lambda way: (*grids[way].work(count), -grids[way].capacity, not way))
    pairs = zip(component.fronts, component.behind, strict=True)
    palette, over = InkPalette(settings.ink), BACK_BLEED if gutter else 0.0
    units = {face.name: folded_unit(face, back, beside, palette, over) for face, back in pairs}
    fronts = tuple(units[face.name][0] for face in component.fronts)
    return fronts, tuple(half for _, *halves in units.values() for half in halves), grids[beside]


def folded_unit(front: Face, back: Face, beside: bool, palette: InkPalette, over: float) -> tuple[Face, Face, Face]:
    """Front, fold and back as one piece; then its two halves, without bleed where they meet. `over` is how far colour runs
    over its edges; where it does not, the fold ends there, too."""
    width, height = front.width, front.height
    tick = TICK if over else 0.0
    pen = Pen()
    if beside:
        halves = front.cropped(RIGHT), back.cropped(LEFT)
        pen.put(FaceStamp(halves[0].name, move(0, 0)), FaceStamp(halves[1].name, move(width, 0)))
        pen.put(decoration.fold(width, -tick, width, height + tick, palette))
        size = 2 * width, height
    else:
        halves = front.cropped(TOP), back.cropped(TOP)
        pen.put(FaceStamp(halves[0].name, move(0, height)), FaceStamp(halves[1].name, (-1, 0, 0, -1, width, height)))
        pen.put(decoration.fold(-tick, height, width + tick, height, palette))
        size = width, 2 * height
    return pen.face(f"{front.name}.fold", *size, over), *halves
