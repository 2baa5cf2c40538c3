"""The 66 cards of Inkognito: places, identities and fragments in five colours, and the telephone."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi, sin

from generator.drawing.fonts import BOLD, ITALIC, MM, SERIF, cap, fitted, pt_for_cap, wrap_even
from generator.drawing.geometry import Area
from generator.drawing.pen import Face, Op, Pen, ellipse, points_on_circle
from generator.kits.common.kit_context import KitContext, PieceNames
from generator.kits.inkognito.art import LINE, PictureInks, hung
from generator.kits.inkognito.frames import back, badge, edge, finished
from generator.kits.inkognito.places import PLACES, TELEPHONE
from generator.kits.inkognito.portraits import PORTRAITS
from generator.layout.component import Component
from referee.inkognito.pieces import Colour, Fragment, Identity, Place

INDEX = 8.2  # where what is seen of a fanned card begins
HOLES = 10


def card_names(context: KitContext) -> PieceNames:
    """Colour by colour; then the telephone."""
    own = (name for colour in Colour for name in called(context, colour))
    return (*own, (context.spec.cards.telephone,))


def cards(context: KitContext) -> Component:
    """Colour by colour, as they are handed out; then the telephone."""
    texts = context.spec.cards
    fronts: list[Face] = []
    floods: list[str] = []
    for colour in Colour:
        fronts += [identity_card(context, colour, identity) for identity in Identity]
        fronts += [fragment_card(context, colour, fragment) for fragment in Fragment]
        fronts += [place_card(context, colour, place) for place in Place]
        floods += [context.spec.colours.of(colour).hex] * (len(fronts) - len(floods))
    fronts.append(telephone_card(context))
    floods.append(context.spec.accent)
    behind = back(context)
    return Component(
        "cards", texts.title, texts.advice, tuple(fronts), behind, names=card_names(context), floods=tuple(floods)
    )


def called(context: KitContext, colour: Colour) -> Iterator[tuple[str, ...]]:
    """How the cards of a colour are called, in their order."""
    spec = context.spec
    hue = spec.colours.of(colour).name
    for identity in Identity:
        agent = spec.identities.of(identity)
        yield f"{agent.name} {hue}", f"{agent.short} {hue}", f"{identity.value} {hue}"
    for fragment in Fragment:
        yield (f"{fragment.value} {hue}",)
    for place in Place:
        yield (f"{spec.places.of(place)} {hue}",)


def begun(context: KitContext, colour: Colour, index: str, true: bool) -> Pen:
    """Edge, what it is in the left corner, its colour in the right one."""
    spec, palette = context.spec, context.palette
    hue = spec.colours.of(colour)
    w, _ = spec.sizes.card
    pen = Pen()
    edge(pen, spec.sizes.card, hue.hex, true, palette)
    middle = 11.2 if true else 10.4
    inset = 8.8 if true else INDEX
    badge(pen, hue, w - inset, middle, 2.9, 11, palette)
    if len(index) <= 2:
        pen.text(inset, middle + cap(SERIF, 18) / 2, index, SERIF, 18, palette.ink)
    else:
        string, font, pt = fitted(index, BOLD, 10.5, w - 2 * inset - 12)
        pen.text(inset, middle + cap(font, pt) / 2, string, font, pt, palette.ink)
    return pen


def caption(pen: Pen, context: KitContext, name: str, y: float, below: str = "", pt: float = 13) -> None:
    """The name of a card, and a word below it."""
    w = context.spec.sizes.card[0]
    pen.text(w / 2, y, *fitted(name, SERIF, pt, w - 16), context.palette.ink, "middle")
    pen.text(w / 2, y + 4.6, *fitted(below, ITALIC, 8.5, w - 16), context.palette.ink, "middle")


def arch(x: float, y: float, w: float, h: float) -> tuple[Op, ...]:
    """A window with a round head."""
    r = w / 2
    k = r * 0.4477
    return (
        ("M", (x, y + h)), ("L", (x, y + r)), ("C", (x, y + k, x + k, y, x + r, y)),
        ("C", (x + w - k, y, x + w, y + k, x + w, y + r)), ("L", (x + w, y + h)), ("Z", ()),
    )  # fmt: skip


def identity_card(context: KitContext, colour: Colour, identity: Identity) -> Face:
    """A portrait in a window. Four small squares tell which part of the number is this agent's."""
    palette, spec = context.palette, context.spec
    w, h = spec.sizes.card
    true = colour is Colour.BLACK
    pen = begun(context, colour, identity.value, true)
    inks = PictureInks(palette, spec.colours.of(colour).hex)
    high = h - 34.0
    wide = high / 1.2
    window = Area((w - wide) / 2, 13.6, wide, high)
    pen.path(arch(window.x, window.y, window.width, window.height), fill=inks.ground)
    pen.put(*hung(PORTRAITS[identity], window, inks))
    pen.path(arch(window.x, window.y, window.width, window.height), stroke=palette.ink, width=LINE)
    caption(pen, context, spec.identities.of(identity).name, h - 14.0, spec.cards.identity if true else "")
    if not true:
        order(pen, context, identity, w / 2, h - 10.2)
    return finished(pen, context.shown(f"identity.{colour}.{identity}"), (w, h), palette)


def order(pen: Pen, context: KitContext, identity: Identity, x: float, y: float) -> None:
    """The telephone number as four squares, that of an agent filled."""
    side, step = 2.0, 3.2
    left = x - (len(Identity) * step - (step - side)) / 2
    for i, other in enumerate(Identity):
        fill = context.palette.ink if other is identity else None
        pen.rect(left + i * step, y, side, side, fill=fill, stroke=context.palette.ink, width=0.25)


def fragment_card(context: KitContext, colour: Colour, fragment: Fragment) -> Face:
    """A part of the number, large, within a dial."""
    palette, spec = context.palette, context.spec
    w, h = spec.sizes.card
    true = colour is Colour.BLACK
    pen = begun(context, colour, fragment.value, true)
    inks = PictureInks(palette, spec.colours.of(colour).hex)
    x, y, r = w / 2, h / 2 + 1.2, 21.6
    pen.circle(x, y, r, **inks.ink("main"))
    ring = r - 3.6
    hole = min(2.5, ring * sin(pi / 12) * 0.62)
    holes = [op for at in points_on_circle(x, y, ring, 12, -90) for op in ellipse(*at, hole)]
    size = len(holes) // 12
    shown = holes[: 4 * size] + holes[6 * size :]  # a dial has ten holes and a gap at its stop
    pen.path(shown, fill="#ffffff", stroke=palette.ink, width=LINE)
    pen.circle(x, y, r - 7, fill="#ffffff", stroke=palette.ink, width=LINE)
    angle_from, angle_to = points_on_circle(x, y, r - 7, 12, -90)[4], points_on_circle(x, y, r, 12, -90)[4]
    pen.line(*angle_from, *angle_to, palette.ink, 0.9)
    pt = pt_for_cap(SERIF, 14.4)
    pen.text(x, y + 7.2, fragment.value, SERIF, pt, palette.ink, "middle")
    if true:
        pen.text(w / 2, h - 9.8, *fitted(spec.cards.fragment, ITALIC, 8.5, w - 16), palette.ink, "middle")
    return finished(pen, context.shown(f"fragment.{colour}.{fragment}"), (w, h), palette)


def place_card(context: KitContext, colour: Colour, place: Place) -> Face:
    """A place, its name where a fanned card shows it and once more below. Black ones are the Ambassador's."""
    palette, spec = context.palette, context.spec
    w, h = spec.sizes.card
    name = spec.places.of(place)
    pen = begun(context, colour, name, False)
    inks = PictureInks(palette, spec.colours.of(colour).hex)
    wide = w - 14.0
    window = Area(7, 16, wide, wide * 0.96)
    pen.rect(window.x, window.y, window.width, window.height, fill=inks.ground)
    pen.put(*hung(PLACES[place], window, inks))
    pen.rect(window.x, window.y, window.width, window.height, stroke=palette.ink, width=LINE)
    below = spec.roles.ambassador if colour is Colour.BLACK else ""
    caption(pen, context, name, h - (12.8 if below else 11), below, 14)
    return finished(pen, context.shown(f"place.{colour}.{place}"), (w, h), palette)


def telephone_card(context: KitContext) -> Face:
    """The one card in the middle of the table."""
    palette, spec = context.palette, context.spec
    w, h = spec.sizes.card
    pen = Pen()
    edge(pen, (w, h), spec.accent, False, palette)
    inks = PictureInks(palette, spec.accent)
    wide = w - 18.0
    pen.put(*hung(TELEPHONE, Area(9, 12, wide, wide * 0.96), inks))
    caption(pen, context, spec.cards.telephone, h - 18.4, pt=15)
    for i, line in enumerate(wrap_even(spec.cards.call, ITALIC, 9, w - 16)):
        pen.text(w / 2, h - 13 + i * 9 * 1.25 * MM, line, ITALIC, 9, palette.ink, "middle")
    return finished(pen, context.shown("telephone"), (w, h), palette)
