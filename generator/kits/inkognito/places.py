"""The five places, and the telephone: pictures in a box of 100 by 96, water or pavement at its foot."""

from __future__ import annotations

from generator.kits.inkognito.art import Picture, Stroke, outline, strokes
from referee.inkognito.pieces import Place

WAVES = "M{0} {1} C{2} {3} {4} {3} {5} {1} C{6} {7} {8} {7} {9} {1}"


def ripples(*starts: tuple[float, float]) -> Stroke:
    """Small waves, each beginning somewhere."""
    text = ""
    for x, y in starts:
        text += WAVES.format(x, y, x + 2, y - 2.4, x + 4, x + 6, x + 8, y + 2.4, x + 10, x + 12)
    return Stroke("line", outline(text))


def arcade(role: str, left: float, right: float, top: float, low: float, count: int, share: float = 0.62) -> Stroke:
    """A row of openings with round heads."""
    step = (right - left) / count
    half = step * share / 2
    text = ""
    for i in range(count):
        text += opening(left + (i + 0.5) * step, half, top, low)
    return Stroke(role, outline(text))


def opening(x: float, half: float, top: float, low: float) -> str:
    """One opening with a round head."""
    k = half * 0.55
    return (
        f"M{x - half} {low} L{x - half} {top + half} C{x - half} {top + half - k} {x - k} {top} {x} {top} "
        f"C{x + k} {top} {x + half} {top + half - k} {x + half} {top + half} L{x + half} {low} Z"
    )


def gondola(x: float, y: float, size: float = 1) -> tuple[Stroke, ...]:
    """A boat with its iron comb at the bow, and the man at the oar."""

    def at(text: str) -> str:
        words = text.split()
        numbers = [float(word) if word[-1].isdigit() else word for word in words]
        place, out = 0, []
        for word in numbers:
            if isinstance(word, str):
                out.append(word)
                continue
            out.append(f"{(x + word * size) if place % 2 == 0 else (y + word * size):g}")
            place += 1
        return " ".join(out)

    return strokes(
        ("wire", at("M 25 -13 L 33 4")),
        ("spot", at("M -2 -7 L 0 -8 L 1 -2 C 8 2 22 2 29 -1 L 33 -5 L 34 -4 C 31 3 24 4 16 4 C 6 4 0 2 -2 -7 Z")),
        (
            "spot",
            at(
                "M 22 0 L 23 -9 C 23 -11 27 -11 27 -9 L 26 0 Z M 23 -12 C 23 -15 27 -15 27 -12 C 27 -10 23 -10 23 -12 Z"
            ),
        ),
    )


LAGOON = strokes(("main", "M0 74 L100 74 L100 96 L0 96 Z"))
SLOPE = [(9.0, 43.6), (17.4, 38.8), (25.8, 34.0), (34.2, 29.2)]  # where the shops of the bridge stand

RIALTO = (
    *strokes(
        ("main", "M0 76 L100 76 L100 96 L0 96 Z"),
        ("tint", "M0 82 L0 60 L12 60 L12 82 Z M88 82 L88 60 L100 60 L100 82 Z"),
        ("pale", "M0 76 L0 56 L42 32 L58 32 L100 56 L100 76 L88 76 C86 42 14 42 12 76 Z"),
        ("line", "M9 76 C11 38 89 38 91 76"),
        ("|pale", "M4.6 53.4 L4.6 41 L42 19.6 L42 32 Z"),
        ("|main", "M2.6 42.2 L2.6 38.6 L42 16 L42 19.8 Z"),
        ("pale", "M41 33 L41 14 L59 14 L59 33 Z"),
        ("main", "M38.4 14 L50 5.6 L61.6 14 Z"),
        ("deep", opening(50, 5, 17.6, 33)),
        ("|deep", " ".join(opening(x, 2.5, y - 4.4, y + 6.2) for x, y in SLOPE)),
        ("|line", "M0 60 L40 37 L50 37"),
    ),
    *gondola(30, 84, 1.1),
    ripples((6, 90), (74, 84), (80, 91), (40, 94), (14, 81)),
)

MARCO = (
    *strokes(
        ("tint", "M0 80 L100 80 L100 96 L0 96 Z"),
        ("line", "M50 80 L14 96 M50 80 L38 96 M50 80 L62 96 M50 80 L86 96 M0 84.4 L100 84.4 M0 89.6 L100 89.6"),
        ("main", "M12 80 L12 33 L28 33 L28 80 Z"),
        ("line", "M16 80 L16 36 M20 80 L20 36 M24 80 L24 36"),
        ("pale", "M10.6 33 L10.6 23 L29.4 23 L29.4 33 Z"),
        ("main", "M12 23 L12 17.4 L28 17.4 L28 23 Z"),
        ("deep", "M12 17.4 L20 1.6 L28 17.4 Z"),
    ),
    arcade("deep", 11.4, 28.6, 25, 33, 4),
    *strokes(
        ("tint", "M40 60 C40 48 45 46 46.6 42 C48.2 46 53.2 48 53.2 60 Z"),
        ("tint", "M79 60 C79 48 84 46 85.6 42 C87.2 46 92.2 48 92.2 60 Z"),
        ("main", "M55 58 C52 42 63 40 66 31 C69 40 80 42 77 58 Z"),
        (
            "line",
            "M66 31 L66 25 M64 27.4 L68 27.4 M46.6 42 L46.6 37.4 M44.9 39.2 L48.3 39.2 M85.6 42 L85.6 37.4 M83.9 39.2 L87.3 39.2",
        ),
        ("pale", "M35 80 L35 60 L97 60 L97 80 Z"),
        (
            "pale",
            "M36 60 C38 55 40 54 41.4 50.6 C42.8 54 45 55 47 60 Z M85 60 C87 55 89 54 90.4 50.6 C91.8 54 94 55 96 60 Z",
        ),
        ("pale", "M56 61 C57 53 62 52 66 47 C70 52 75 53 76 61 Z"),
        ("deep", opening(66, 5.6, 64.4, 80)),
        ("spot", "E66 55.6 2.2 2.2"),
    ),
    arcade("deep", 36.4, 59, 66.4, 80, 2, 0.66),
    arcade("deep", 73, 95.6, 66.4, 80, 2, 0.66),
)

SALUTE = (
    *LAGOON,
    *strokes(
        ("main", "M70 44 C70 34 75 32 78 31 C81 32 86 34 86 44 Z"),
        ("pale", "M70 58 L70 44 L86 44 L86 58 Z"),
        ("line", "M78 31 L78 26"),
        ("pale", "M88 62 L88 32 L94.6 32 L94.6 62 Z"),
        ("main", "M87 32 C88 27 90 26 91.3 23 C92.6 26 94.6 27 95.6 32 Z"),
        ("pale", "M8 74 L8 58 L92 58 L92 74 Z"),
        ("main", "M20 36 C20 18 34 12.6 46 12 C58 12.6 72 18 72 36 Z"),
        (
            "line",
            "M46 12 C40 20 38 28 38 36 M46 12 C52 20 54 28 54 36 M46 12 C33 18 28 28 28 36 M46 12 C59 18 64 28 64 36",
        ),
        ("pale", "M42.6 12 L42.6 5.6 L49.4 5.6 L49.4 12 Z"),
        ("main", "M42 5.6 C42.6 3 45 2.6 46 0.6 C47 2.6 49.4 3 50 5.6 Z"),
        ("pale", "M18 47 L18 36 L74 36 L74 47 Z"),
        ("pale", "M14 58 L14 47 L78 47 L78 58 Z"),
    ),
    arcade("deep", 20, 72, 38, 45.4, 7, 0.42),
    *strokes(
        ("tint", "E17 53.6 5.6 5.6 E75 53.6 5.6 5.6 E28.6 53.6 4.6 4.6 E63.4 53.6 4.6 4.6"),
        ("line", "E17 53.6 2.2 2.2 E75 53.6 2.2 2.2 E28.6 53.6 1.8 1.8 E63.4 53.6 1.8 1.8"),
        ("pale", "M32 74 L32 50 L60 50 L60 74 Z"),
        ("main", "M30 50 L46 42 L62 50 Z"),
        ("deep", opening(46, 6, 54, 74)),
        ("line", "M35.4 74 L35.4 52 M38 74 L38 52 M54 74 L54 52 M56.6 74 L56.6 52"),
        ("pale", "M26 74 L66 74 L70 80 L22 80 Z"),
        ("line", "M24.8 76 L67.2 76 M23.4 78 L68.6 78"),
    ),
    arcade("deep", 9, 29, 62, 74, 2, 0.36),
    arcade("deep", 64, 90, 62, 74, 2, 0.3),
    *gondola(74, 88, 0.62),
    ripples((6, 84), (28, 90), (52, 86), (4, 93)),
)

GIORGIO = (
    *strokes(
        ("main", "M0 66 L100 66 L100 96 L0 96 Z"),
        ("pale", "M64 62 L64 24 L75 24 L75 62 Z"),
        ("line", "M67 62 L67 27 M72 62 L72 27"),
        ("pale", "M62.8 24 L62.8 15 L76.2 15 L76.2 24 Z"),
        ("main", "M63.6 15 C66 10 68.6 9 69.5 2 C70.4 9 73 10 75.4 15 Z"),
        ("main", "M36 38 C36 28 43 25 47.4 24.6 C52 25 59 28 59 38 Z"),
        ("pale", "M45.4 24.6 L45.4 20.6 L49.4 20.6 L49.4 24.6 Z"),
        ("line", "M47.4 20.6 L47.4 16.6"),
        ("pale", "M34.6 44 L34.6 38 L60.4 38 L60.4 44 Z"),
        ("tint", "M28 62 L28 44 L66 44 L66 62 Z"),
        ("pale", "M14 66 L14 53 L27 46 L54 46 L54 66 Z"),
        ("main", "M12.6 53.6 L27 45.6 L27 49 L12.6 56.6 Z"),
        ("pale", "M20 66 L20 44 L46 44 L46 66 Z"),
        ("main", "M18 44 L33 34.6 L48 44 Z"),
        ("line", "M22.6 66 L22.6 45 M27.4 66 L27.4 45 M38.6 66 L38.6 45 M43.4 66 L43.4 45"),
        ("deep", opening(33, 3, 53, 66)),
        ("pale", "M54 66 L54 57 L96 57 L96 66 Z"),
        ("main", "M52 57 L56 52.6 L96 52.6 L98 57 Z"),
        ("pale", "M2 66 L2 60 L14 60 L14 66 Z"),
    ),
    arcade("deep", 63.6, 75.4, 17, 23.4, 2, 0.56),
    arcade("deep", 56, 95, 59.2, 66, 9, 0.5),
    *gondola(20, 84, 1.5),
    ripples((2, 74), (74, 73), (78, 88), (40, 72), (6, 92), (62, 94)),
)

SOSPIRI = (
    *strokes(
        ("main", "M24 78 L76 78 L76 96 L24 96 Z"),
        ("tint", "M0 96 L0 6 L25 6 L25 96 Z"),
        ("tint", "M75 96 L75 6 L100 6 L100 96 Z"),
        ("main", "M0 6 L0 1.6 L27 1.6 L27 6 Z M73 6 L73 1.6 L100 1.6 L100 6 Z"),
        ("|line", "M0 30 L25 30 M0 33 L25 33 M0 66 L25 66 M0 69 L25 69"),
        ("pale", "M25 62 L25 34 C38 21 62 21 75 34 L75 62 C70 45 30 45 25 62 Z"),
        ("line", "M25 38 C38 26 62 26 75 38 M25 57.6 C34 40 66 40 75 57.6"),
        ("main", "M23 34.6 C38 17 62 17 77 34.6 L77 30 C62 13 38 13 23 30 Z"),
        ("|deep", "M32.6 43.4 L32.6 33 L45 29.6 L45 40.4 C40.6 40.8 36.6 41.6 32.6 43.4 Z"),
        ("pale", "M46.8 41 L46.8 28 L53.2 28 L53.2 41 Z"),
        ("main", "E50 33.6 2 2.6"),
    ),
    arcade("deep", 1, 24, 10, 27, 2, 0.56),
    arcade("deep", 76, 99, 10, 27, 2, 0.56),
    arcade("deep", 1, 24, 40, 60, 2, 0.56),
    arcade("deep", 76, 99, 40, 60, 2, 0.56),
    arcade("deep", 1, 24, 74, 96, 2, 0.56),
    arcade("deep", 76, 99, 74, 96, 2, 0.56),
    *gondola(31, 87, 1.12),
    ripples((28, 82), (60, 93), (34, 94)),
)

PLACES = {
    Place.RIALTO: Picture(100, 96, RIALTO),
    Place.SAN_MARCO: Picture(100, 96, MARCO),
    Place.SALUTE: Picture(100, 96, SALUTE),
    Place.SAN_GIORGIO: Picture(100, 96, GIORGIO),
    Place.SOSPIRI: Picture(100, 96, SOSPIRI),
}

TELEPHONE = Picture(
    100,
    96,
    strokes(
        ("tint", "M6 92 L94 92 L94 96 L6 96 Z"),
        ("main", "M10 92 C10 80 22 76 28 62 C30 55 34 50 40 48 L60 48 C66 50 70 55 72 62 C78 76 90 80 90 92 Z"),
        ("deep", "M37 50 L37 40 L43 40 L43 44 L57 44 L57 40 L63 40 L63 50 Z"),
        (
            "main",
            "M6 42 C2 22 22 12 50 12 C78 12 98 22 94 42 C93 50 80 52 76 44 C75 41 76 36 72 34 C60 29 40 29 28 34 C24 36 25 41 24 44 C20 52 7 50 6 42 Z",
        ),
        ("line", "M10 40 C12 24 28 18 50 18"),
        ("pale", "E50 70 19 18"),
        (
            "deep",
            "E50 58 3 2.9 E58.6 60.6 3 2.9 E63.4 67.4 3 2.9 E62.6 75.4 3 2.9 E56 81.4 3 2.9 E46.6 82 3 2.9 E38.6 77.6 3 2.9 E36 69.6 3 2.9 E40.6 61.4 3 2.9",
        ),
        ("main", "E50 70 7.6 7.2"),
    ),
)
