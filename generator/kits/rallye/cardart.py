"""Small pictures for contravention cards where no road sign says it: of radius 1 around 0, 0, as signs are."""

from __future__ import annotations

from generator.drawing.palette import WHITE
from generator.drawing.pen import Path, ellipse, polygon, rectangle
from generator.drawing.sign_art import BLUE, BROWN, CREAM, DARK, GREEN, RED, Art, curve, filled, line, rounded


def panel(*art: Path) -> Art:
    """A white plate with a fine edge."""
    return (Path(rectangle(-0.92, -0.92, 1.84, 1.84, 0.16), fill=WHITE, stroke=DARK, width=0.06), *art)


def glass() -> Art:
    """A glass of wine."""
    bowl = (("M", (-0.34, -0.6)), ("L", (0.34, -0.6)), ("C", (0.38, -0.1, 0.22, 0.12, 0, 0.12)), ("C", (-0.22, 0.12, -0.38, -0.1, -0.34, -0.6)), ("Z", ()))  # fmt: skip
    wine = (("M", (-0.345, -0.34)), ("L", (0.345, -0.34)), ("C", (0.34, -0.06, 0.2, 0.08, 0, 0.08)), ("C", (-0.2, 0.08, -0.34, -0.06, -0.345, -0.34)), ("Z", ()))  # fmt: skip
    return panel(Path(wine, fill=RED), Path(bowl, stroke=DARK, width=0.07), line(0, 0.12, 0, 0.56, width=0.09), line(-0.28, 0.6, 0.28, 0.6, width=0.1))  # fmt: skip


def lights() -> Art:
    """Traffic lights, at red."""
    return panel(
        Path(rectangle(-0.26, -0.74, 0.52, 1.3, 0.12), fill=DARK), Path(ellipse(0, -0.48, 0.17), fill=RED),
        Path(ellipse(0, -0.08, 0.17), fill=WHITE), Path(ellipse(0, 0.32, 0.17), fill=WHITE), line(0, 0.56, 0, 0.8, width=0.12),
    )  # fmt: skip


def lamp(beams: bool) -> Art:
    """A headlamp, lit or not."""
    body = (("M", (0.1, -0.5)), ("C", (-0.7, -0.42, -0.7, 0.42, 0.1, 0.5)), ("Z", ()))
    rays = [line(0.24, y, 0.7, y * 1.7, width=0.1, colour=DARK) for y in (-0.36, -0.12, 0.12, 0.36)]
    cross = [line(0.26, -0.3, 0.72, 0.3, width=0.12, colour=RED), line(0.26, 0.3, 0.72, -0.3, width=0.12, colour=RED)]
    return panel(Path(body, fill=DARK), Path(ellipse(0.1, 0, 0.09, 0.5), fill=CREAM, stroke=DARK, width=0.06), *(rays if beams else cross))  # fmt: skip


def papers() -> Art:
    """A driving licence."""
    sheet = rectangle(-0.5, -0.66, 1.0, 1.32, 0.06)
    rows = [line(-0.34, y, 0.34, y, width=0.06) for y in (0.08, 0.26, 0.44)]
    return panel(Path(sheet, fill=CREAM, stroke=DARK, width=0.06), Path(rectangle(-0.34, -0.5, 0.3, 0.4), fill=BLUE), line(0.06, -0.42, 0.34, -0.42, width=0.06), line(0.06, -0.22, 0.34, -0.22, width=0.06), *rows)  # fmt: skip


def exhaust() -> Art:
    """A bang, and smoke."""
    puffs = [Path(ellipse(x, y, r), fill=WHITE, stroke=DARK, width=0.06) for x, y, r in ((0.06, 0.14, 0.2), (0.36, -0.06, 0.25), (0.18, -0.38, 0.22), (0.56, -0.44, 0.14))]  # fmt: skip
    return panel(line(-0.8, 0.42, -0.12, 0.42, width=0.2), *puffs)


def tyre() -> Art:
    """A wheel without a profile."""
    return panel(Path(ellipse(0, 0, 0.66), fill=DARK), Path(ellipse(0, 0, 0.34), fill=WHITE), Path(ellipse(0, 0, 0.12), fill=DARK), curve((-0.5, -0.2), (-0.4, -0.42, -0.26, -0.5, -0.1, -0.54), width=0.07, colour=WHITE))  # fmt: skip


def plate() -> Art:
    """A number plate with mud on it."""
    mud = (("M", (-0.3, 0.3)), ("C", (-0.5, 0.0, -0.2, -0.3, 0.06, -0.14)), ("C", (0.2, -0.34, 0.6, -0.2, 0.5, 0.06)), ("C", (0.6, 0.3, 0.1, 0.24, 0.06, 0.34)), ("C", (-0.06, 0.4, -0.2, 0.4, -0.3, 0.3)), ("Z", ()))  # fmt: skip
    return panel(Path(rectangle(-0.74, -0.3, 1.48, 0.6, 0.06), fill=DARK), *(line(x, -0.14, x, 0.14, width=0.1, colour=WHITE) for x in (-0.56, -0.34, 0.6)), Path(mud, fill=BROWN))  # fmt: skip


def bag() -> Art:
    """A doctor's bag."""
    body = rounded(((-0.62, 0.5), (-0.5, -0.24), (0.5, -0.24), (0.62, 0.5)), 0.12)
    cross = rectangle(-0.08, -0.06, 0.16, 0.44) + rectangle(-0.22, 0.08, 0.44, 0.16)
    handle = (("M", (-0.24, -0.26)), ("C", (-0.24, -0.6, 0.24, -0.6, 0.24, -0.26)))
    return panel(Path(handle, stroke=DARK, width=0.1), Path(body, fill=DARK), Path(cross, fill=WHITE))


def ivy() -> Art:
    """A sign behind leaves."""
    leaves = [Path(polygon(((x, y - 0.22), (x + 0.2, y), (x, y + 0.22), (x - 0.2, y))), fill=GREEN, stroke=WHITE, width=0.04)
              for x, y in ((-0.4, 0.3), (-0.1, 0.42), (0.24, 0.36), (0.46, 0.14), (-0.46, 0.0), (0.1, 0.12), (-0.2, 0.14), (0.36, -0.2))]  # fmt: skip
    return panel(Path(ellipse(0, -0.1, 0.56), stroke=RED, width=0.2), *leaves)


def tricycle() -> Art:
    """The car that was meant."""
    body = rounded(((-0.66, 0.26), (-0.6, -0.1), (-0.2, -0.16), (0.0, -0.46), (0.42, -0.4), (0.6, 0.26)), 0.12)
    wheels = [Path(ellipse(x, 0.34, 0.19), fill=DARK, stroke=WHITE, width=0.06) for x in (-0.36, 0.36)]
    return panel(
        Path(body, fill=RED), filled(((0.04, -0.14), (0.1, -0.34), (0.34, -0.3), (0.42, -0.14)), WHITE), *wheels
    )


def turned() -> Art:
    """A sign post with its arrow the wrong way round."""
    arrow = polygon(((-0.66, -0.36), (-0.42, -0.6), (0.5, -0.6), (0.5, -0.12), (-0.42, -0.12)))
    way = curve((-0.5, 0.5), (-0.3, 0.74, 0.3, 0.74, 0.5, 0.44), width=0.09, colour=RED)
    return panel(line(0, -0.6, 0, 0.56, width=0.12), Path(arrow, fill=BLUE), way, filled(((0.62, 0.6), (0.56, 0.24), (0.3, 0.46)), RED))  # fmt: skip


CARD_ART: dict[str, Art] = {
    "drink": glass(), "redlight": lights(), "headlamps": lamp(False), "dazzle": lamp(True), "papers": papers(),
    "noise": exhaust(), "tyres": tyre(), "plates": plate(), "doctor": bag(), "hidden": ivy(), "mistaken": tricycle(),
    "prank": turned(),
}  # fmt: skip
# Offences that a road sign tells.
CARD_SIGNS = {
    "speed": "no-speed", "priority": "crossing", "halt": "no-customs", "closed": "no-closed", "load": "no-weight",
    "uturn": "no-uturn", "turning": "no-left", "width": "no-width", "standing": "no-standing", "horn": "no-horn",
    "ambulance": "firstaid", "detour": "go-right",
}  # fmt: skip
