"""Where lines of type lie on a face, and which of them do not lie well."""

from __future__ import annotations

from itertools import combinations

from generator.drawing.fonts import LEAST_PT, cap, width
from generator.drawing.pen import Face, Text


def extent(text: Text) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a line of type: its capitals, and a fifth of its size below the baseline."""
    wide = width(text.string, text.font, text.pt)
    left = {"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
    high, low = cap(text.font, text.pt), 0.2 * text.pt * 25.4 / 72
    if text.turn == 270:  # it reads upwards
        return text.x - high, text.y - (wide - left), text.x + low, text.y + left
    if text.turn == 90:
        return text.x - low, text.y - left, text.x + high, text.y + wide - left
    if text.turn == 180:
        return text.x - (wide - left), text.y - low, text.x + left, text.y + high
    return text.x - left, text.y - high, text.x + wide - left, text.y + low


def outside(face: Face) -> list[str]:
    """The lines of type that leave a face."""
    found = []
    for item in face.items:
        if isinstance(item, Text):
            left, top, right, low = extent(item)
            if left < -0.01 or top < -0.01 or right > face.width + 0.01 or low > face.height + 0.01:
                found.append(f"{face.name}: “{item.string}” {left:.2f} {top:.2f} {right:.2f} {low:.2f}")
    return found


def tiny(face: Face) -> list[str]:
    """The lines of type that are too small to read."""
    found = (item for item in face.items if isinstance(item, Text) and item.pt < LEAST_PT)
    return [f"{face.name}: “{item.string}” {item.pt:.2f} pt" for item in found]


def overlapping(card: Face) -> list[tuple[str, str]]:
    """Lines of type that run into each other."""
    lines = [(item.string, extent(item)) for item in card.items if isinstance(item, Text)]
    return [
        (a, b)
        for (a, (l1, t1, r1, b1)), (b, (l2, t2, r2, b2)) in combinations(lines, 2)
        if l1 < r2 and l2 < r1 and t1 < b2 and t2 < b1
    ]
