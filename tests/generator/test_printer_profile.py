"""A printer with faults, a sheet read on it, the profile from that: and its backs lie behind its fronts."""

from __future__ import annotations

from functools import cache
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.faulty import Faulty, seen_through, through
from support.printing import Print, ordered
from support.rasters import PER_MM, beyond_margin, ink_box, longest_run, page

from generator.drawing.geometry import Area, shift
from generator.errors import PrintError
from generator.layout.paper import PAPERS, behind
from generator.layout.print_settings import PrintSettings
from generator.layout.printer_profile import Edge, Profile
from generator.order import printers
from generator.press import build
from generator.press.calibration import PER_DEGREE, spots

EDGES = ["long-edge", "short-edge"]
both_edges = pytest.mark.parametrize("sides", EDGES)
faults = st.builds(
    Faulty,
    move=st.tuples(st.floats(-5, 5), st.floats(-5, 5)),
    turn=st.floats(-1.5, 1.5),
    scale=st.floats(0.985, 1.015),
)
ASKEW = Faulty(move=(0.9, -0.7), turn=-0.35, scale=0.994)


def reading(faulty: Faulty, paper: str, sides: str) -> Profile:
    """What somebody reads who holds the calibration sheet of that printer against the light, with a very good eye."""
    sheet = PAPERS[paper]
    shines = [through(faulty.front(spot, sheet), sheet, sides) for spot in spots(sheet)]
    shines.sort(key=lambda point: point[1])  # turned over the short edge, the upper cross is the lower one
    read = [faulty.read(point, sheet) for point in shines]
    (a, _), (x, y), (b, _) = ((at[0] - spot[0], at[1] - spot[1]) for at, spot in zip(read, spots(sheet), strict=True))
    edge = Edge(x, y, (a - b) / PER_DEGREE)
    return Profile(100 * faulty.scale, **{sides.replace("-", "_"): edge})


def test_what_is_read_is_the_fault_the_other_way_round() -> None:
    profile = reading(Faulty((2, -1), 0.5, 0.99), "a4", "long-edge")
    assert profile.long_edge
    assert profile.long_edge.rotate == pytest.approx(-0.5, abs=1e-3)
    assert (profile.long_edge.x, profile.long_edge.y) == pytest.approx((-2 / 0.99, 1 / 0.99), abs=0.05)
    assert profile.scale == 99


@given(faults, st.sampled_from(EDGES), st.sampled_from(["a4", "letter"]), st.floats(20, 190), st.floats(20, 260))
def test_a_point_of_a_back_is_printed_behind_its_front(
    faulty: Faulty, sides: str, name: str, x: float, y: float
) -> None:
    """To a fiftieth of a millimetre, anywhere on the sheet, whatever the fault: the angle of the sheet is a chord."""
    paper = PAPERS[name]
    settings = PrintSettings(paper=paper, sides=sides, profile=reading(faulty, name, sides))  # type: ignore[arg-type]
    *_, u, v = behind(shift(x, y), 0, paper, settings.sides, settings.shift, settings.turn)
    larger = Faulty(scale=settings.profile.enlargement).front
    front = faulty.front(larger((x, y), paper), paper)
    back = faulty.back(larger((u, v), paper), paper)
    assert through(back, paper, sides) == pytest.approx(front, abs=0.02)
    assert front == pytest.approx((x, y), abs=1e-6)  # and both at their true size


@cache
def kit(sides: str, profile: Profile, paper: str = "a4", **options: object) -> Print:
    """Tiles without marks: nothing but the pieces themselves. As if the profile were in the user's file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(printers, "known_profiles", lambda: {"test": profile})
        order = ordered(paper_=paper, sides=sides, printer="test", **{"only": "tiles", "marks": "none"} | options)
    return Print(order, build.compose(order))


def middles(picture: object, places: list[Area], around: float) -> list[tuple[float, float]]:
    """The middle of the ink on each place and that far around it."""
    found = []
    for place in places:
        left, top, right, low = ink_box(picture, place.inset(-around, -around))  # type: ignore[arg-type,misc]
        found.append(((left + right) / 2 / PER_MM, (top + low) / 2 / PER_MM))
    return found


def apart(sides: str, profile: Profile, faulty: Faulty, *, gutters: bool = True) -> list[float]:
    """How far each back lies from its front, on paper held against the light: the farther of across and down.

    With white between them, also what is far out of place is measured; where pieces touch, its neighbour's ink would be
    taken for its own, so that only what lies well can be measured there.
    """
    made = kit(sides, profile, ink="saver", gutters=gutters)
    paper = made.order.paper
    (front,), (back,) = made.pages("tiles"), made.pages("tiles", back=True)
    fronts = faulty.printed(page(made.data, front), paper, back=False)
    backs = seen_through(faulty.printed(page(made.data, back), paper, back=True), sides)
    places = list(made.run("tiles").grid.boxes(28))
    around = 2.6 if gutters else 0
    pairs = zip(middles(fronts, places, around), middles(backs, places, around), strict=True)
    return [max(abs(a[0] - b[0]), abs(a[1] - b[1])) for a, b in pairs]


NONE = Profile(long_edge=Edge(0, 0), short_edge=Edge(0, 0))


@both_edges
def test_backs_lie_behind_fronts_on_a_printer_with_a_profile(sides: str) -> None:
    """On the raster, of a printer that moves, turns and shrinks: to 0.15 mm with its profile, and not without."""
    profile = reading(ASKEW, "a4", sides)
    without, with_ = apart(sides, NONE, ASKEW), apart(sides, profile, ASKEW)
    assert max(with_) < 0.15
    assert max(apart(sides, profile, ASKEW, gutters=False)) < 0.15
    assert median(without) > 0.6
    assert max(without) > 1.2


@both_edges
def test_a_profile_for_another_printer_puts_backs_out_of_place(sides: str) -> None:
    """Each number counts: without the move, without the turn, with the turn the wrong way."""
    right = reading(ASKEW, "a4", sides)
    edge = right.edge(sides)  # type: ignore[arg-type]
    assert edge
    for wrong in (Edge(0, 0, edge.rotate), Edge(edge.x, edge.y), Edge(edge.x, edge.y, -edge.rotate)):
        profile = Profile(right.scale, **{sides.replace("-", "_"): wrong})
        assert max(apart(sides, profile, ASKEW)) > 0.5
    for gutters in (True, False):
        assert max(apart(sides, NONE, Faulty(), gutters=gutters)) < 0.1  # and a true printer needs none


@pytest.mark.parametrize("back", [False, True])
def test_the_bar_measures_fifty_millimetres_on_paper(back: bool) -> None:
    """What the printer shrinks was drawn larger, on either side."""
    shrinks = Faulty(scale=0.985)

    def bar(profile: Profile) -> float:
        made = kit("long-edge", profile)
        (index,) = made.pages("tiles", back=back)
        paper = shrinks.printed(page(made.data, index), made.order.paper, back=back)
        return max(longest_run(paper, row) for row in range(paper.height - 150, paper.height)) / PER_MM

    assert bar(reading(shrinks, "a4", "long-edge")) == pytest.approx(50, abs=0.3)
    assert bar(NONE) == pytest.approx(49.25, abs=0.3)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@both_edges
def test_what_a_profile_moves_stays_within_the_safe_margin(sides: str, paper: str) -> None:
    """Also in the file itself, where a printer would cut off what it cannot reach."""
    profile = Profile(100, Edge(3, -4, 1.2), Edge(3, -4, 1.2))
    made = kit(sides, profile, paper, marks="crop", only="tiles,questions")
    for index in range(len(made.work.sides())):
        assert beyond_margin(page(made.data, index)) == []


@both_edges
def test_the_offset_of_this_time_goes_on_top(sides: str) -> None:
    profile = Profile(99, Edge(1, 2, 0.5), Edge(1, 2, 0.5))
    settings = PrintSettings(sides=sides, profile=profile, offset=(0.25, -0.5))  # type: ignore[arg-type]
    assert settings.shift == pytest.approx((0.99 + 0.25, 1.98 - 0.5))
    assert settings.turn == 0.5


def test_one_side_needs_the_scale_alone() -> None:
    settings = PrintSettings(profile=Profile(99, Edge(1, 2, 0.5)))
    assert (settings.shift, settings.turn, settings.profile.enlargement) == ((0, 0), 0, 100 / 99)
    Profile(99).check("home", PAPERS["a4"], "single")
    Profile(99).check("home", PAPERS["a4"], "fold")


def test_an_edge_that_was_never_read_is_not_guessed() -> None:
    with pytest.raises(PrintError, match="“home” is not calibrated for --sides short-edge"):
        Profile(99, long_edge=Edge(1, 2)).check("home", PAPERS["a4"], "short-edge")


@pytest.mark.parametrize(("paper", "least"), [("a4", 98.0), ("letter", 98.0), ("a3", 98.0), ("a2", 98.4)])
def test_nothing_is_drawn_beyond_the_paper(paper: str, least: float) -> None:
    """A large sheet cannot be enlarged by as much: its margins are the same five millimetres."""
    Profile(least).check("home", PAPERS[paper], "single")
    if least > 98:
        with pytest.raises(PrintError, match="more room than it has"):
            Profile(98).check("home", PAPERS[paper], "single")


def test_a_printer_without_faults_changes_no_byte_of_the_drawing() -> None:
    """Its name alone stands in the footer."""
    plain = build.compose(ordered(only="tiles", sides="long-edge"))
    named = kit("long-edge", NONE, marks="crop").work
    assert [side.items for side in plain.sides()] == [side.items for side in named.sides()]
    assert named.order.file() == "code777-tiles-en-a4-long-edge-printer-test.pdf"
    assert named.order.options_line().endswith("printer test")
