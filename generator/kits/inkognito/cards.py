"""The 66 cards of Inkognito: places, identities and fragments in five colours, and the telephone."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi, sin

from generator.component import Component
from generator.drawing import Face, Op, Pen, around, ellipse
from generator.fonts import BOLD, ITALIC, MM, SERIF, cap, fitted, pt_for_cap, wrap_even
from generator.kits.inkognito.art import LINE, Palette, hung
from generator.kits.inkognito.frames import back, badge, edge, finished
from generator.kits.inkognito.places import PLACES, TELEPHONE
from generator.kits.inkognito.portraits import PORTRAITS
from generator.paper import Area
from generator.studio import Studio
from referee.inkognito.pieces import Colour, Fragment, Identity, Place

INDEX = 8.2  # where what is seen of a fanned card begins
HOLES = 10


def cards(studio: Studio) -> Component:
    """Colour by colour, as they are handed out; then the telephone."""
    texts = studio.shelf.cards
    fronts: list[Face] = []
    names: list[tuple[str, ...]] = []
    for colour in Colour:
        fronts += [identity_card(studio, colour, identity) for identity in Identity]
        fronts += [fragment_card(studio, colour, fragment) for fragment in Fragment]
        fronts += [place_card(studio, colour, place) for place in Place]
        names += called(studio, colour)
    fronts.append(telephone_card(studio))
    names.append((texts.telephone,))
    return Component("cards", texts.title, texts.advice, tuple(fronts), back(studio), names=tuple(names))


def called(studio: Studio, colour: Colour) -> Iterator[tuple[str, ...]]:
    """How the cards of a colour are called, in their order."""
    shelf = studio.shelf
    hue = shelf.colours.of(colour).name
    for identity in Identity:
        agent = shelf.identities.of(identity)
        yield f"{agent.name} {hue}", f"{agent.short} {hue}", f"{identity.value} {hue}"
    for fragment in Fragment:
        yield (f"{fragment.value} {hue}",)
    for place in Place:
        yield (f"{shelf.places.of(place)} {hue}",)


def begun(studio: Studio, colour: Colour, index: str, true: bool) -> Pen:
    """Edge, what it is in the left corner, its colour in the right one."""
    shelf, tone = studio.shelf, studio.tone
    hue = shelf.colours.of(colour)
    w, _ = shelf.sizes.card
    pen = Pen()
    edge(pen, shelf.sizes.card, hue.hex, true, tone)
    middle = 11.2 if true else 10.4
    inset = 8.8 if true else INDEX
    badge(pen, hue, w - inset, middle, 2.9, 11, tone)
    if len(index) <= 2:
        pen.text(inset, middle + cap(SERIF, 18) / 2, index, SERIF, 18, tone.ink)
    else:
        string, font, pt = fitted(index, BOLD, 10.5, w - 2 * inset - 12)
        pen.text(inset, middle + cap(font, pt) / 2, string, font, pt, tone.ink)
    return pen


def caption(pen: Pen, studio: Studio, name: str, y: float, below: str = "", pt: float = 13) -> None:
    """The name of a card, and a word below it."""
    w = studio.shelf.sizes.card[0]
    pen.text(w / 2, y, *fitted(name, SERIF, pt, w - 16), studio.tone.ink, "middle")
    pen.text(w / 2, y + 4.6, *fitted(below, ITALIC, 8.5, w - 16), studio.tone.ink, "middle")


def arch(x: float, y: float, w: float, h: float) -> tuple[Op, ...]:
    """A window with a round head."""
    r = w / 2
    k = r * 0.4477
    return (
        ("M", (x, y + h)), ("L", (x, y + r)), ("C", (x, y + k, x + k, y, x + r, y)),
        ("C", (x + w - k, y, x + w, y + k, x + w, y + r)), ("L", (x + w, y + h)), ("Z", ()),
    )  # fmt: skip


def identity_card(studio: Studio, colour: Colour, identity: Identity) -> Face:
    """A portrait in a window. Four small squares tell which part of the number is this agent's."""
    tone, shelf = studio.tone, studio.shelf
    w, h = shelf.sizes.card
    true = colour is Colour.BLACK
    pen = begun(studio, colour, identity.value, true)
    palette = Palette(tone, shelf.colours.of(colour).hex)
    high = h - 34.0
    wide = high / 1.2
    window = Area((w - wide) / 2, 13.6, wide, high)
    pen.path(arch(window.x, window.y, window.width, window.height), fill=palette.ground)
    pen.put(*hung(PORTRAITS[identity], window, palette))
    pen.path(arch(window.x, window.y, window.width, window.height), stroke=tone.ink, width=LINE)
    caption(pen, studio, shelf.identities.of(identity).name, h - 14.0, shelf.cards.identity if true else "")
    if not true:
        order(pen, studio, identity, w / 2, h - 10.2)
    return finished(pen, studio.shown(f"identity.{colour}.{identity}"), (w, h), tone)


def order(pen: Pen, studio: Studio, identity: Identity, x: float, y: float) -> None:
    """The telephone number as four squares, that of an agent filled."""
    side, step = 2.0, 3.2
    left = x - (len(Identity) * step - (step - side)) / 2
    for i, other in enumerate(Identity):
        fill = studio.tone.ink if other is identity else None
        pen.rect(left + i * step, y, side, side, fill=fill, stroke=studio.tone.ink, width=0.25)


def fragment_card(studio: Studio, colour: Colour, fragment: Fragment) -> Face:
    """A part of the number, large, within a dial."""
    tone, shelf = studio.tone, studio.shelf
    w, h = shelf.sizes.card
    true = colour is Colour.BLACK
    pen = begun(studio, colour, fragment.value, true)
    palette = Palette(tone, shelf.colours.of(colour).hex)
    x, y, r = w / 2, h / 2 + 1.2, 21.6
    pen.circle(x, y, r, **palette.ink("main"))
    ring = r - 3.6
    hole = min(2.5, ring * sin(pi / 12) * 0.62)
    holes = [op for at in around(x, y, ring, 12, -90) for op in ellipse(*at, hole)]
    size = len(holes) // 12
    shown = holes[: 4 * size] + holes[6 * size :]  # a dial has ten holes and a gap at its stop
    pen.path(shown, fill="#ffffff", stroke=tone.ink, width=LINE)
    pen.circle(x, y, r - 7, fill="#ffffff", stroke=tone.ink, width=LINE)
    angle_from, angle_to = around(x, y, r - 7, 12, -90)[4], around(x, y, r, 12, -90)[4]
    pen.line(*angle_from, *angle_to, tone.ink, 0.9)
    pt = pt_for_cap(SERIF, 14.4)
    pen.text(x, y + 7.2, fragment.value, SERIF, pt, tone.ink, "middle")
    if true:
        pen.text(w / 2, h - 9.8, *fitted(shelf.cards.fragment, ITALIC, 8.5, w - 16), tone.ink, "middle")
    return finished(pen, studio.shown(f"fragment.{colour}.{fragment}"), (w, h), tone)


def place_card(studio: Studio, colour: Colour, place: Place) -> Face:
    """A place, its name where a fanned card shows it and once more below. Black ones are the Ambassador's."""
    tone, shelf = studio.tone, studio.shelf
    w, h = shelf.sizes.card
    name = shelf.places.of(place)
    pen = begun(studio, colour, name, False)
    palette = Palette(tone, shelf.colours.of(colour).hex)
    wide = w - 14.0
    window = Area(7, 16, wide, wide * 0.96)
    pen.rect(window.x, window.y, window.width, window.height, fill=palette.ground)
    pen.put(*hung(PLACES[place], window, palette))
    pen.rect(window.x, window.y, window.width, window.height, stroke=tone.ink, width=LINE)
    below = shelf.roles.ambassador if colour is Colour.BLACK else ""
    caption(pen, studio, name, h - (12.8 if below else 11), below, 14)
    return finished(pen, studio.shown(f"place.{colour}.{place}"), (w, h), tone)


def telephone_card(studio: Studio) -> Face:
    """The one card in the middle of the table."""
    tone, shelf = studio.tone, studio.shelf
    w, h = shelf.sizes.card
    pen = Pen()
    edge(pen, (w, h), shelf.accent, False, tone)
    palette = Palette(tone, shelf.accent)
    wide = w - 18.0
    pen.put(*hung(TELEPHONE, Area(9, 12, wide, wide * 0.96), palette))
    caption(pen, studio, shelf.cards.telephone, h - 18.4, pt=15)
    for i, line in enumerate(wrap_even(shelf.cards.call, ITALIC, 9, w - 16)):
        pen.text(w / 2, h - 13 + i * 9 * 1.25 * MM, line, ITALIC, 9, tone.ink, "middle")
    return finished(pen, studio.shown("telephone"), (w, h), tone)
