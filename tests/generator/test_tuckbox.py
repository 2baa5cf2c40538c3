"""The tuck box: its net closes, what belongs in it fits, it fits on the paper."""

from __future__ import annotations

import pytest
from support.printing import ordered

from generator.errors import DoesNotFit
from generator.layout.component import FRONT_BLEED, Component
from generator.order.request import TUCKBOX
from generator.press import build
from generator.press.tuck_box import AIR, CARD, FOLDED, TAB, BoxNet, piled
from referee.registry import GAMES

SIDES = ("single", "long-edge", "fold")


def made(slug: str, **options: object) -> tuple[Component, list[Component]]:
    """The box of a kit, and what goes into it."""
    work = build.compose(ordered(slug, **options))
    known = {run.component.key: run.component for run in work.runs}
    return known[TUCKBOX], [known[key] for key in build.kit(slug).boxed]


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("slug", GAMES)
def test_the_cards_fit(slug: str, sides: str) -> None:
    """Counted here by hand: pieces of one size in layers, each as thick as the paper, or as paper folded double."""
    box, boxed = made(slug, sides=sides)
    pile = piled(boxed, ordered(slug, sides=sides))
    layers = 0.0
    for component in boxed:
        w, h = sorted(component.size)
        assert w <= pile.width
        assert h <= pile.height
        in_a_layer = int((pile.width + AIR) / w) * int((pile.height + AIR) / h)
        thick = FOLDED if component.behind and (sides == "fold" or (component.both and sides == "single")) else CARD
        layers += -(-component.pieces // in_a_layer) * thick
    wide, high = box.size
    flat = wide - TAB - 2 * (pile.width + AIR)
    depth = flat / 2
    assert depth * box.pieces >= layers
    assert depth >= 9 - 1e-6
    assert high == pytest.approx(pile.height + AIR + depth + 14 + depth)


@pytest.mark.parametrize("net", [BoxNet(61, 87, 9), BoxNet(46, 65, 30), BoxNet(60, 82, 20.6)])
def test_the_net_closes(net: BoxNet) -> None:
    """Walls are as wide as those they meet; the lid goes between them; what is glued below closes the whole bottom."""
    outline = net.outline()
    wide, high = net.flat
    top, low = net.rows
    assert min(x for x, _ in outline) == 0
    assert max(x for x, _ in outline) == wide
    assert (min(y for _, y in outline), max(y for _, y in outline)) == (0, high)
    assert high - low == pytest.approx(net.depth)
    assert {(x1, y1, y2) for x1, y1, x2, y2 in net.slits if x1 == x2} == {(x, high, low) for x in net.columns[1:4]}
    back, side, front, other, end = net.columns
    assert side - back == other - front == net.width
    assert front - side == pytest.approx(end - other)
    assert front - side == pytest.approx(net.depth)
    assert net.depth < net.dust < net.width
    assert net.dust <= top
    on_lid = [x for x, y in outline if y == 0 and x < side]
    assert back < min(on_lid) < max(on_lid) < side


def test_no_flap_of_a_box_deeper_than_wide_goes_through_a_wall() -> None:
    """Those of its sides fold across its width; the wide ones still close the whole bottom."""
    net = BoxNet(30, 60, 40)
    outline, (_, low), (_, high) = net.outline(), net.rows, net.flat
    back, side, front, other, end = net.columns
    for left, right, length in ((back, side, 40), (side, front, 30), (front, other, 40), (other, end, 30)):
        assert {(left, low + length), (right, low + length)} <= {*outline}
    assert high == low + 40 and [*net.slits] == [(x, low + 30, x, low) for x in (side, front, other)]
    assert net.edges == BoxNet(40, 60, 40).edges + 2, "a stroke for the wide ones, and one for each of the others"


def test_its_edges_are_counted_as_they_are_cut() -> None:
    """Straight strokes: what lies in one line with nothing but waste between is one of them."""
    for net in (BoxNet(61, 87, 9), BoxNet(46, 65, 30)):
        points = [(round(x, 3), round(y, 3)) for x, y in net.outline()]
        sides = list(zip(points, [*points[1:], points[0]], strict=True))
        across = {y for (_, y), (_, other) in sides if y == other and y not in map(round_3, net.rows)}
        fronts = sum(y == other and y in map(round_3, net.rows) for (_, y), (_, other) in sides)
        others = sum(y != other and x != round(net.flat[0], 3) for (x, y), (_, other) in sides) + 1  # the right end
        assert net.edges == len(across) + fronts + others + len(net.slits) <= 17


def round_3(number: float) -> float:
    return round(number, 3)


@pytest.mark.parametrize("ink", ["full", "saver"])
def test_it_bleeds_where_colour_floods_it(ink: str) -> None:
    box, _ = made("code777", ink=ink)
    assert box.fronts[0].bleed == ((FRONT_BLEED,) * 4 if ink == "full" else (0, 0, 0, 0))


def test_a_pile_too_deep_for_one_gets_two() -> None:
    """Folded cards of Inkognito on Letter: each box takes its share."""
    box, (cards,) = made("inkognito", sides="fold", paper_="letter")
    assert cards.pieces == 66
    assert box.pieces >= 1
    depth = (box.size[0] - TAB) / 2 - (cards.size[0] + AIR)
    assert depth * box.pieces >= 66 * FOLDED


def test_small_paper_does_without_it_unless_it_is_asked_for() -> None:
    """The rest is printed all the same."""
    work = build.compose(ordered("code777", paper_="140x140mm", only=("tiles", "contents")))
    assert TUCKBOX not in {run.component.key for run in work.runs}
    with pytest.raises(DoesNotFit):
        build.compose(ordered("code777", paper_="140x140mm", only=(TUCKBOX,)))


@pytest.mark.parametrize("slug", GAMES)
def test_it_says_what_is_in_it(slug: str) -> None:
    box, boxed = made(slug)
    said = [item.string for item in box.fronts[0].items if hasattr(item, "string")]
    for component in boxed:
        assert str(component.pieces) in said
        assert component.title in said
