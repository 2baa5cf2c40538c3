"""Whatever is ordered, a kit comes out or a sentence says why not."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from support.pdfs import opened
from support.printing import ordered
from support.rasters import beyond_margin, page

from generator.drawing.fonts import width
from generator.drawing.palette import InkPalette
from generator.errors import DoesNotFit, PrintError
from generator.layout import decoration
from generator.layout.paper import LEAST, MOST, PAPERS, Paper
from generator.order.request import INKS, MARKS, SIDES
from generator.press import build
from referee.code777.pieces import box
from templates.i18n import LANGUAGES, speaking

lengths = st.integers(int(LEAST[0] * 10), 4500).map(lambda n: f"{n / 10:g}")
papers = st.sampled_from([*PAPERS]) | st.tuples(lengths, lengths).map("x".join)
names = st.lists(st.text(st.sampled_from("aWÉœ' "), min_size=1, max_size=40), max_size=5).map(",".join)
components = st.lists(st.sampled_from([*box(4), "contents"]), min_size=1, max_size=3).map(",".join)
offsets = st.tuples(st.integers(-100, 100), st.integers(-100, 100)).map(lambda o: f"{o[0] / 10},{o[1] / 10}")
orders = st.fixed_dictionaries(
    {
        "paper_": papers,
        "lang": st.sampled_from(LANGUAGES),
        "ink": st.sampled_from(INKS),
        "sides": st.sampled_from(SIDES),
    },
    optional={
        "names_": names,
        "players_": st.sampled_from("2345"),
        "only": components,
        "without": components,
        "marks": st.sampled_from(MARKS),
        "back_offset": offsets,
        "fronts_first": st.booleans(),
        "pads": st.integers(1, 60).map(str),
        "copies_": st.lists(st.builds("{}={}".format, st.sampled_from([*box(4)]), st.integers(1, 3)), max_size=2),
    },
)

few = settings(max_examples=max(25, settings().max_examples // 20), suppress_health_check=[HealthCheck.too_slow])


@few
@given(orders)
def test_every_order_gives_a_sound_kit_or_one_sentence(options: dict[str, object]) -> None:
    work = composed(options)
    event("printed" if isinstance(work, build.ComposedKit) else type(work).__name__)
    if isinstance(work, PrintError):
        assert "\n" not in str(work)
        return
    data = build.render(work)
    with opened(data) as pdf:
        assert len(pdf.pages) == len(work.sides())
        assert pdf.check_pdf_syntax() == []
    beyond = {i + 1: beyond_margin(page(data, i, 4), per_mm=4) for i in range(len(work.sides()))[:3]}
    assert {n: sides for n, sides in beyond.items() if sides} == {}


def composed(options: dict[str, object]) -> build.ComposedKit | PrintError:
    try:
        return build.compose(ordered(**options))
    except PrintError as refusal:
        return refusal


@pytest.mark.parametrize("component", [*box(4), "contents"])
def test_each_component_alone_fits_the_smallest_paper_or_says_so(component: str) -> None:
    work = composed({"only": component, "paper_": f"{LEAST[0]}x{LEAST[1]}mm"})
    if component in ("tiles", "questions", "rules", "contents"):
        assert isinstance(work, build.ComposedKit)
        assert build.render(work)
    else:
        assert isinstance(work, DoesNotFit | build.ComposedKit)


def test_the_largest_paper_takes_a_whole_kit() -> None:
    work = build.compose(ordered(paper_=f"{MOST[0]}x{MOST[1]}mm"))
    cut = [run for run in work.runs if not run.component.leaflet]
    assert len(cut) == 7
    assert all(len(run.sheets) == (not run.shares) for run in cut)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_number_keeps_to_its_room_up_to_a_thousand_pages(lang: str) -> None:
    """Else it would be set over the words of the footer."""
    area = Paper("least", *LEAST).footer
    with speaking(lang):
        texts = decoration.PageNumbers(area, 1020, InkPalette()).of(1000)
    wide = {"start": 0.0, "middle": 0.5, "end": 1.0}
    left = min(t.x - wide[t.anchor] * width(t.string, t.font, t.pt) for t in texts)
    assert left >= area.x + area.width - decoration.PAGE_ROOM
    assert "".join(t.string for t in sorted(texts, key=lambda t: t.x)).split()[1] == "1000"
