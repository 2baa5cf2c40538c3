"""A board on tiles: cut and joined as scissors and glue would, it is the board on one big page."""

from __future__ import annotations

from functools import cache
from itertools import cycle

import pytest
from PIL import Image, ImageChops, ImageFilter
from support.printing import printed
from support.rasters import page, strongest
from support.soak import SOAK

from generator.layout.tiling import Tiling, corner
from generator.press import build
from referee.registry import GAMES

BOARDS = tuple(slug for slug in GAMES if "board" in build.kit(slug).builders)
PER_MM = 10
# Every paper for one of the boards, and for both what most people have; a long run looks at all.
PAPERS = {
    slug: ("a4", "letter", "a3") if SOAK else ("a4", other) for slug, other in zip(BOARDS, cycle(("letter", "a3")))
}


def assembled(slug: str, paper: str) -> Image.Image:
    """The large board put together from its pages: of each tile its own part, as scissors would leave it."""
    kit = printed(game=slug, paper_=paper, board="large", only="board")
    assert (len(kit.work.sheets) == 1) == (paper == "a2")
    component = kit.run("board").component
    board, area = component.finished, kit.order.paper.area
    assert component.joints
    plan = Tiling(*component.joints)
    across, down = (area.height, area.width) if plan.turned else (area.width, area.height)
    found = Image.new("RGB", (round(board[0] * PER_MM), round(board[1] * PER_MM)))
    for i, tile in enumerate(plan.tiles()):
        picture = page.__wrapped__(kit.data, i, PER_MM)
        left, top = round(area.x * PER_MM), round(area.y * PER_MM)
        picture = picture.crop((left, top, left + round(area.width * PER_MM), top + round(area.height * PER_MM)))
        picture = picture.transpose(Image.Transpose.ROTATE_270) if plan.turned else picture
        x, y = (round(v * PER_MM) for v in corner(tile, across, down))
        wide, high = round(tile.part.width * PER_MM), round(tile.part.height * PER_MM)
        spot = round(tile.part.x * PER_MM), round(tile.part.y * PER_MM)
        found.paste(picture.crop((x, y, x + wide, y + high)), spot)
    return found


@cache  # seventy megabytes each
def whole(slug: str) -> Image.Image:
    """The same board on one page of A2."""
    return assembled(slug, "a2")


def far(one: Image.Image, other: Image.Image) -> Image.Image:
    """White where they clearly differ: more than the edge of a line that falls between two pixels."""
    assert one.size == other.size
    return strongest(ImageChops.difference(one, other)).point(lambda v: 255 * (v > 110))


def unlike(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that clearly differ."""
    return far(one, other).histogram()[255] / (one.width * one.height)


def blots(one: Image.Image, other: Image.Image) -> int:
    """Where more than a hairline differs: three pixels by three."""
    return far(one, other).filter(ImageFilter.MinFilter(3)).histogram()[255]


def test_two_games_have_a_board() -> None:
    assert set(BOARDS) == {"allo", "rallye"}


@pytest.mark.parametrize(("slug", "paper"), [(slug, paper) for slug in BOARDS for paper in PAPERS[slug]])
def test_the_tiles_make_up_the_whole_board(slug: str, paper: str) -> None:
    """The pages of each paper, cut and joined, against one page of A2. Only on A3 the board is not turned as on A2: edges of
    small signs and letters are rounded the other way, and the rally has many (0.00053), but nowhere more than an edge."""
    joined = assembled(slug, paper)
    assert unlike(whole(slug), joined) < (0.0008 if (slug, paper) == ("rallye", "a3") else 0.0004)
    assert not blots(whole(slug), joined)


@pytest.mark.parametrize("slug", BOARDS)
def test_a_part_that_is_missing_or_askew_is_seen(slug: str) -> None:
    """Proves the comparison: one part left white; or two tenths of a millimetre off."""
    board = whole(slug)
    spoilt = board.copy()
    spoilt.paste("#ffffff", (0, 0, 1200, 1200))
    assert unlike(board, spoilt) > 0.004
    assert blots(board, spoilt)
    assert unlike(board, ImageChops.offset(board, 2, 0)) > 0.004
