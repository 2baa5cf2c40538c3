"""A stand of plywood as flat parts, in the sizes that they have when they are cut: a base, a back, a lip before it, and two
brackets behind it. Tabs go into slots as wide as the wood is thick; pieces stand in the pocket between back and lip."""

from __future__ import annotations

from msgspec import Struct

from generator.drawing.pen import Point
from generator.kits.common.holder import Holder

BESIDE, BETWEEN = 6.0, 3.0  # mm: left and right of the pieces, and between them
TAB, CATCH, KEY = 20.0, 30.0, 12.0  # length of the tabs of the back, of the lip, of a bracket
FRONT, REAR = 6.0, 30.0  # of the base, before the lip and behind the back
POCKET, LEANING = 2.5, 6.0  # from back to lip: for one piece that stands, for a few cards that lean back
LIP = 12.0
ABOVE = 4.0  # how far a back that hides is higher than what it hides
SHARE = 0.55  # of a card that leans: so high is what it leans on
CORNER = 8.0  # cut off the upper corners, as on the desk pad
STEP = 8.0  # from the back to the tab of a bracket
LOW = 10.0  # from the base to its other tab
TALLEST = 40.0  # of a bracket


class Part(Struct, frozen=True):
    """A piece of wood: its outline and its slots."""

    name: str
    outline: tuple[Point, ...]
    slots: tuple[tuple[Point, ...], ...] = ()

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, low."""
        xs, ys = zip(*self.outline, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


def parts(holder: Holder, thick: float) -> tuple[Part, ...]:
    """All parts of one stand."""
    across, high = holder.piece
    wide = holder.across * across + (holder.across - 1) * BETWEEN + 2 * BESIDE
    pocket = POCKET if holder.hides else LEANING
    back = round(high + ABOVE if holder.hides else high * SHARE, 1)
    lip = min(LIP, round(high * 0.3, 1))
    tabs = [(wide / 4 - TAB / 2, TAB), (wide * 3 / 4 - TAB / 2, TAB)]
    catch = [(wide / 2 - CATCH / 2, CATCH)]  # beside those of the back: wood stays between the slots
    brackets = [BESIDE + thick, wide - BESIDE - 2 * thick]
    before = REAR + thick + pocket
    deep = before + thick + FRONT
    tall = min(back - ABOVE, TALLEST)
    slots = [*(box(x, REAR, long, thick) for x, long in tabs), *(box(x, before, long, thick) for x, long in catch)]
    slots += [box(x, REAR - STEP - KEY, thick, KEY) for x in brackets]
    held = tuple(box(x, back - LOW - KEY, thick, KEY) for x in brackets)
    return (
        Part("base", (*cornered(wide), (wide, deep), (0.0, deep)), tuple(slots)),
        Part("back", (*cornered(wide), *tabbed(wide, back, tabs, thick)), held),
        Part("lip", ((0.0, 0.0), (wide, 0.0), *tabbed(wide, lip, catch, thick))),
        *(Part("bracket", bracket(tall, thick)) for _ in brackets),
    )


def box(x: float, y: float, w: float, h: float) -> tuple[Point, ...]:
    """A rectangle by its corners."""
    return (x, y), (x + w, y), (x + w, y + h), (x, y + h)


def cornered(wide: float) -> tuple[Point, ...]:
    """An upper edge without its corners, from left to right."""
    return (0.0, CORNER), (CORNER, 0.0), (wide - CORNER, 0.0), (wide, CORNER)


def tabbed(wide: float, high: float, tabs: list[tuple[float, float]], thick: float) -> list[Point]:
    """A lower edge with its tabs, from right to left."""
    found: list[Point] = [(wide, high)]
    for x, long in reversed(tabs):
        found += [(x + long, high), (x + long, high + thick), (x, high + thick), (x, high)]
    return [*found, (0.0, high)]


def bracket(tall: float, thick: float) -> tuple[Point, ...]:
    """A bracket: its left edge against the back, its lower edge on the base."""
    long = REAR - 2
    return (
        (0.0, 0.0), (4.0, 0.0), (long, tall - 6), (long, tall),
        (STEP + KEY, tall), (STEP + KEY, tall + thick), (STEP, tall + thick), (STEP, tall),
        (0.0, tall), (0.0, tall - LOW), (-thick, tall - LOW), (-thick, tall - LOW - KEY), (0.0, tall - LOW - KEY),
    )  # fmt: skip
