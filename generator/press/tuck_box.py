"""A box with a lid that tucks in, for the cards of a kit: as wide and high as they are, as deep as their pile.

The flat net, from left to right: a tab to glue, the back, a side, the front, a side. The lid hangs on the back, and flaps
against dust on the sides. Below, each wall has a flap as long as the box is deep (those of the sides never longer than it is
wide), cut apart by slits and glued into a bottom.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from msgspec import Struct

from generator.drawing.fonts import BOLD, MM, SANS, SERIF, cap, fitted, width, wrap_even
from generator.drawing.geometry import Area, Segment
from generator.drawing.pen import Face, Item, Pen, Point, placed
from generator.errors import DoesNotFit
from generator.kits.common.kit_context import KitContext
from generator.layout import decoration
from generator.layout.component import FRONT_BLEED, Component
from generator.layout.paper import TICK
from generator.order.request import TUCKBOX, PrintRequest
from templates.i18n import say

CARD = 0.28  # thickness of a piece on paper of 200 g
FOLDED = 0.6  # of one that is folded double and glued
AIR = 2.0  # room around the pieces
TAB, TUCK = 11.0, 14.0
TAPER = 1.6  # of the lid, from its wall to its end, so that it goes in
SHALLOW = 9.0  # less is no box
SMALL = 40.0  # pieces narrower than that lie side by side
LAYER = (58.0, 78.0)  # of those, about
LIST = 9.5  # points, of what lies in it
MOST = 6  # boxes for one kit


class CardPile(Struct, frozen=True):
    """What lies in a box: width and height of the largest piece, and how deep it is all together."""

    width: float
    height: float
    depth: float


class BoxNet(Struct, frozen=True):
    """The inner sizes of a box, and its flat net."""

    width: float
    height: float
    depth: float

    @property
    def flat(self) -> tuple[float, float]:
        """Of the whole net."""
        return TAB + 2 * (self.width + self.depth), self.height + 2 * self.depth + TUCK

    @property
    def dust(self) -> float:
        """How long the flaps of the sides are: they end in one line with the lid, but never at the wall across."""
        return min(self.depth + TUCK, self.width - 2)

    @property
    def foot(self) -> float:
        """Where the flaps of the sides end below: at the wall across at most."""
        return self.flat[1] - max(0, self.depth - self.width)

    @property
    def columns(self) -> tuple[float, float, float, float, float]:
        """Left edges: back, side, front, side, and the right end."""
        w, d = self.width, self.depth
        return TAB, TAB + w, TAB + w + d, TAB + 2 * w + d, TAB + 2 * (w + d)

    @property
    def rows(self) -> tuple[float, float]:
        """Upper and lower edge of the walls."""
        return self.depth + TUCK, self.depth + TUCK + self.height

    def narrower(self, out: float) -> float:
        """How much narrower the lid is on either side, so far from its wall."""
        return TAPER * out / (self.depth + TUCK)

    @property
    def edges(self) -> int:
        """Strokes that cut it out: left and right; above, the tab, the lid's sides, those of the flaps, the wall of the front,
        and the ends, where flaps end in one line with the lid or beside it; below, the tab, the first flap and the end of all,
        or of the wide flaps and of each narrow one; and the slits."""
        ends = 1 if self.dust == self.depth + TUCK else 2
        below = 3 if self.foot == self.flat[1] else 5
        return 2 + (1 + 2 + 3 + 1 + ends) + below + len(self.slits)

    @property
    def slits(self) -> tuple[Segment, ...]:
        """Between the flaps of the bottom, from the end of the narrow ones to the walls."""
        _, low = self.rows
        return tuple((x, self.foot, x, low) for x in self.columns[1:4])

    def outline(self) -> list[Point]:
        """Where it is cut, straight throughout: down the tab, below, and above from the right."""
        back, side, front, other, end = self.columns
        top, low = self.rows
        foot, narrow, dust = self.flat[1], self.foot, top - self.dust
        steps = [(side, foot), (side, narrow), (front, narrow), (front, foot), (other, foot), (other, narrow)]
        return [
            (0, low - 4), (back, low), (back, foot), *(steps if narrow < foot else ()), (end, narrow), (end, dust), (other, dust), (other, top), (front, top),
            (front, dust), (side, dust), (side, top), (side - TAPER, 0), (back + TAPER, 0), (back, top), (0, top + 4),
        ]  # fmt: skip


def tuckbox(context: KitContext, boxed: Sequence[Component]) -> Component:
    """As many boxes as the pieces need; each fits on the paper."""
    pile = piled(boxed, context.order)
    area = context.order.paper.area
    for count in range(1, MOST + 1):
        net = BoxNet(pile.width + AIR, pile.height + AIR, round(max(SHALLOW, pile.depth / count + AIR), 1))
        if fits(net, area):
            break
    else:
        raise DoesNotFit(say("Tuck box"), net.flat, context.order.paper.label, (area.width, area.height))
    face = drawn(context, net, boxed)
    advice = say(
        "Thick paper. Cut out, score the dashes, fold. Glue the hatched end to the inside of the other side, then the bottom: "
        "narrow flaps first, the wide ones over them."
    )
    return Component(TUCKBOX, say("Tuck box"), advice, (face,) * count, edges=net.edges)


def piled(boxed: Sequence[Component], order: PrintRequest) -> CardPile:
    """The largest pieces give the size, all of them standing; smaller ones lie side by side in layers on top of them."""
    wide = max(min(component.size) for component in boxed)
    high = max(max(component.size) for component in boxed)
    if wide < SMALL:
        wide, high = wide * round(LAYER[0] / wide), high * round(LAYER[1] / high)
    depth = 0.0
    for component in boxed:
        short, long = sorted(component.size)
        layer = int((wide + AIR) // short) * int((high + AIR) // long)
        double = bool(component.behind) and (order.sides == "fold" or (component.both and order.sides == "single"))
        depth += ceil(component.pieces / layer) * (FOLDED if double else CARD)
    return CardPile(wide, high, depth)


def fits(net: BoxNet, area: Area) -> bool:
    """Upright or lying."""
    (w, h), room = net.flat, (area.width - 2 * TICK, area.height - 2 * TICK)
    return (w <= room[0] and h <= room[1]) or (h <= room[0] and w <= room[1])


def drawn(context: KitContext, net: BoxNet, boxed: Sequence[Component]) -> Face:
    """The flat net, printed side up."""
    palette, accent = context.palette, context.spec.accent
    back, side, front, other, end = net.columns
    top, low = net.rows
    pen = Pen()
    if palette.floods:
        pen.polygon(
            net.outline(), fill=accent, stroke=accent, width=2 * FRONT_BLEED
        )  # colour runs over all that is cut
        pen.rect(-FRONT_BLEED, top, back + FRONT_BLEED, net.height, fill="#ffffff")
    pen.put(*decoration.hatched(Area(1, top + 5, TAB - 2, net.height - 10), palette.soft))
    for items, x, y in (
        (front_wall(context, net.width, net.height), front, top),
        (back_wall(context, net.width, net.height, boxed), back, top),
        (titled(context, net.width, net.depth), back, top - net.depth),
    ):
        pen.put(*placed(items, (1, 0, 0, 1, x, y)))
    for x in (side, other):
        pen.put(*placed(titled(context, net.height, net.depth), (0, 1, -1, 0, x + net.depth, top)))
    on = palette.on(accent) if palette.floods else ""
    pen.polygon(net.outline(), stroke=on or palette.ink, width=0.25, line="cut")
    for slit in net.slits:
        pen.line(*slit, on or palette.ink, 0.25, line="cut")
    if palette.floods:
        tab = [(back, top), (0, top + 4), (0, low - 4), (back, low)]
        pen.path((("M", tab[0]), *(("L", point) for point in tab[1:])), None, palette.ink, 0.25)
    folds = [(x, top, x, low) for x in (side, front, other)]
    lid, narrow = top - net.depth, net.narrower(net.depth)
    folds += [(back, top, side, top), (back + narrow, lid, side - narrow, lid), (side, top, front, top)]
    folds += [(other, top, end, top), (back, low, end, low)]
    pen.put(decoration.fold(back, top, back, low, palette))  # where the colour ends
    pen.put(*(decoration.fold(*each, palette, on=on) for each in folds))
    return pen.face(context.shown("tuckbox"), *net.flat, FRONT_BLEED if palette.floods else 0)


def framed(context: KitContext, w: float, h: float) -> Pen:
    """A wall with the desk pad on it."""
    on = context.palette.on(context.spec.accent)
    pen = Pen()
    frame = Area(2.5, 2.5, w - 5, h - 5)
    pen.rect(frame.x, frame.y, frame.width, frame.height, stroke=on, width=0.3)
    pen.put(*decoration.pad_corners(frame, min(w, h) * 0.18, on, context.palette))
    return pen


def front_wall(context: KitContext, w: float, h: float) -> list[Item]:
    """The name of the game on the desk pad."""
    spec, on = context.spec, context.palette.on(context.spec.accent)
    pen = framed(context, w, h)
    lines = wrap_even(spec.name, SERIF, 17, w - 14)
    y = h * 0.42 - (len(lines) - 1) * 3.5
    for line in lines:
        pen.text(w / 2, y, *fitted(line, SERIF, 17, w - 12), on, "middle")
        y += 7
    for line in wrap_even(spec.summary, SANS, 8, w - 14):
        y += 3.6
        pen.text(w / 2, y, line, SANS, 8, on, "middle")
    pen.text(w / 2, h - 7, "Sousmain", SERIF, 9, on, "middle")
    return pen.items


def back_wall(context: KitContext, w: float, h: float, boxed: Sequence[Component]) -> list[Item]:
    """What lies in it."""
    on = context.palette.on(context.spec.accent)
    pen = framed(context, w, h)
    before = max(width(str(component.pieces), BOLD, LIST) for component in boxed) + 2
    rows = [wrap_even(component.title, SANS, LIST, w - 10 - before) for component in boxed]
    wide = max(width(line, SANS, LIST) for lines in rows for line in lines)
    left = max(5.0, (w - before - wide) / 2) + before
    y = h / 2 + cap(SANS, LIST) / 2 - (sum(map(len, rows)) - 1) * 2.2 - (len(rows) - 1) * 0.4
    for lines, component in zip(rows, boxed, strict=True):
        pen.text(left - 2, y, str(component.pieces), BOLD, LIST, on, "end")
        for line in lines:
            pen.text(left, y, *fitted(line, SANS, LIST, w - 5 - left), on)
            y += 4.4
        y += 0.8
    return pen.items


def titled(context: KitContext, w: float, h: float) -> list[Item]:
    """The name in the middle of a strip."""
    pen = Pen()
    string, font, pt = fitted(context.spec.name, SERIF, min(12, (h - 3) / MM), w - 6)
    pen.text(w / 2, h / 2 + cap(SERIF, pt) / 2, string, font, pt, context.palette.on(context.spec.accent), "middle")
    return pen.items
