"""Lines of cut files by themselves: each once, whole outlines, the same in every form; and what is refused."""

from __future__ import annotations

import io
import itertools
import sys
from pathlib import Path

import ezdxf
import ezdxf.units
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cut_geometry import farthest
from support.cut_printing import cut, sheets
from support.printing import ordered

from generator.drawing.pen import rectangle
from generator.errors import PrintError
from generator.layout.paper import PAPERS
from generator.layout.registration import WHITE_AROUND, RegistrationMarks
from generator.press.build import build
from generator.press.cut_files import dxf_file
from generator.press.cut_files.dashes import FINE, flattened
from generator.press.cut_files.lines import Outline, edges, joined, outlines

CLOSE = 0.05  # mm


def test_the_two_areas_keep_clear_of_every_mark() -> None:
    for paper in PAPERS.values():
        for marks in (RegistrationMarks(), RegistrationMarks(20, 1, 5), RegistrationMarks(5, 0.3, 40)):
            for area in marks.areas(paper):
                assert area.y + area.height <= paper.footer.y + 1e-9
                for box in marks.rectangles(paper):
                    apart = max(
                        box.x - area.x - area.width, area.x - box.x - box.width,
                        box.y - area.y - area.height, area.y - box.y - box.height,
                    )  # fmt: skip
                    assert apart >= WHITE_AROUND - 1e-9


def test_touching_pieces_are_cut_once() -> None:
    """Two by four cards: the outline, one line down and three across."""
    (layers, *_), *_ = sheets(cut("code777", "questions"))
    assert len(layers["CUT"]) == 5
    long = sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for p in layers["CUT"] for a, b in itertools.pairwise(p))
    assert long == pytest.approx(3 * 4 * 59 + 5 * 2 * 85, abs=0.1)
    assert layers["CUT"][-1][0] == layers["CUT"][-1][-1]  # what holds the rest comes last


def test_lines_that_overlap_are_one_and_outlines_are_whole() -> None:
    two = [*edges(rectangle(0, 0, 10, 10)), *edges(rectangle(10, 0, 5, 10)), *edges(rectangle(30, 30, 5, 5, 1))]
    found = list(outlines(joined([*two, *two])))
    assert sorted(len(each.edges) for each in found) == [1, 4, 8]
    assert [each.closed for each in found] == [len(each.edges) > 1 for each in found]


places = st.integers(0, 12)
boxes = st.lists(st.tuples(places, places, st.integers(1, 6), st.integers(1, 6)), min_size=1, max_size=12)


@given(boxes)
def test_every_edge_is_cut_once_whatever_touches_or_overlaps(found: list[tuple[int, int, int, int]]) -> None:
    """Against a plain count: the unit edges of a grid that rectangles cover."""
    units = set()
    for x, y, w, h in found:
        units |= {((x + i, y + j), (x + i + 1, y + j)) for i in range(w) for j in (0, h)}
        units |= {((x + i, y + j), (x + i, y + j + 1)) for i in (0, w) for j in range(h)}
    lines = [*outlines(joined(edge for box in found for edge in edges(rectangle(*map(float, box)))))]
    cut = []
    for a, b in (edge for line in lines for edge in line.edges):
        (x1, y1), (x2, y2) = sorted((a, b))
        cut += [((x1 + i, y1), (x1 + i + 1, y1)) for i in range(int(x2 - x1))] or [
            ((x1, y1 + i), (x1, y1 + i + 1)) for i in range(int(y2 - y1))
        ]
    assert len(cut) == len(set(cut)) and set(cut) == units


def test_curves_are_flattened_finely() -> None:
    (outline,) = outlines(joined(edges(rectangle(0, 0, 40, 40, 10))))
    off = [abs(((x - 10) ** 2 + (y - 10) ** 2) ** 0.5 - 10) for x, y in flattened(outline) if x < 10 and y < 10]
    assert len(off) > 8
    assert max(off) < 2 * FINE + 0.01  # a cubic is no perfect circle either
    assert isinstance(outline, Outline)


@pytest.mark.parametrize("form", ["dxf", "silhouette"])
def test_dxf_has_the_lines_of_the_svg(form: str) -> None:
    for game, only, options in (
        ("code777", "racks", {}), ("rallye", "tills", {}), ("inkognito", "cards", {"corner_radius": "3"}),
    ):  # fmt: skip
        as_svg, as_dxf = (list(sheets(cut(game, only, **{**options, "cut": each}))) for each in ("svg", form))
        assert len(as_svg) == len(as_dxf)
        for (svg, *_), (dxf, *_) in zip(as_svg, as_dxf, strict=True):
            assert set(dxf) == set(svg) - ({"MARKS"} if form == "silhouette" else set())  # Studio draws its own
            for layer, lines in dxf.items():
                assert farthest(lines, svg[layer]) <= CLOSE and farthest(svg[layer], lines) <= CLOSE


def test_the_same_print_is_the_same_file() -> None:
    order = ordered("code777", only="racks", cut="dxf")
    first, second = (build([order], Path("out")) for _ in range(2))
    assert first.files == second.files
    made = next(data for path, data in first.files if path.suffix == ".dxf")
    assert ezdxf.read(io.StringIO(made.decode())).units == ezdxf.units.MM


REFUSED = {
    "form": ({"cut": "pdf"}, "--cut “pdf” is not known"),
    "marks": ({"cut": "svg", "registration": "5,1"}, "--registration was given “5,1”, but it takes none, or length"),
    "far": ({"cut": "svg", "registration": "5,1,3"}, "inset (5 to 40)"),
    "radius": ({"cut": "svg", "corner_radius": "20"}, "it takes a radius in millimetres from 0 to 15"),
    "folds": ({"cut": "svg", "folds": "tear"}, "--folds “tear” is not known"),
    "radius alone": ({"corner_radius": "3"}, "--corner-radius goes with --cut."),
    "marks alone": ({"registration": "none"}, "--registration goes with --cut."),
    "shop": ({"cut": "svg", "press": True}, "--press and --cut do not go together."),
    "to fold": ({"cut": "svg", "corner_radius": "3", "sides": "fold"}, "--corner-radius and --sides fold"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_makes_no_sense_is_refused(case: str) -> None:
    words, told = REFUSED[case]
    with pytest.raises(PrintError) as refusal:
        ordered("code777", **words)
    assert told in str(refusal.value)


def test_numbers_may_have_decimal_commas() -> None:
    assert ordered("code777", cut="svg", registration="5;0,5;10").registration == RegistrationMarks(5, 0.5, 10)
    assert ordered("code777", cut="svg", corner_radius="2,5 mm").corner_radius == 2.5


def test_dxf_without_its_library_is_told_before_anything_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ezdxf", None)
    with pytest.raises(PrintError, match=r"pip install 'sousmain\[cut\]'"):
        build([ordered("code777", only="tiles", cut="dxf")], Path("out"))
    assert dxf_file.MILLIMETRES == 4
    build([ordered("code777", only="tiles", cut="svg")], Path("out"))
