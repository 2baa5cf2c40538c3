"""Small components on one sheet: nothing lost, nothing overlapping, nothing in the dead margin, and paper saved."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from bench.paper import cutting
from generator.drawing.geometry import Area, bounding_box
from generator.drawing.pen import FaceStamp
from generator.layout.imposition import Sheet, impose
from generator.layout.paper import TICK
from generator.layout.sheet_sharing import share_sheets
from generator.order.request import requests
from generator.press import build
from referee.registry import GAMES

PAPERS = ("a4", "letter", "a3", "140x600mm")


def alone(monkeypatch: pytest.MonkeyPatch, **words: str) -> build.ComposedKit:
    """The same order with every component on sheets of its own."""
    with monkeypatch.context() as patch:
        patch.setattr(build, "fewest", lambda choices, area: tuple(ways[0] for ways in choices))
        return build.compose(*requests(("allo",), **words))


def stamps(sheet: Sheet) -> list[str]:
    """The pieces on the front of a sheet."""
    return [item.face for item in sheet.front.items if isinstance(item, FaceStamp)]


def boxes(work: build.ComposedKit, sheet: Sheet) -> list[Area]:
    """Where they lie."""
    sizes = {face.name: (face.width, face.height) for run in work.runs for face in run.faces}
    return [bounding_box(item.matrix, *sizes[item.face]) for item in sheet.front.items if isinstance(item, FaceStamp)]


def apart(one: Area, other: Area) -> float:
    """How far two pieces are from each other, across or down."""
    beside = max(one.x - other.x - other.width, other.x - one.x - one.width)
    return max(beside, one.y - other.y - other.height, other.y - one.y - one.height)


@pytest.mark.parametrize("sides", ["single", "long-edge", "fold"])
@pytest.mark.parametrize("paper", PAPERS)
def test_the_same_pieces_on_less_paper(monkeypatch: pytest.MonkeyPatch, paper: str, sides: str) -> None:
    words = {
        "paper_": paper,
        "sides": sides,
        "lang": "en",
        "without": ("contents", "rules", "board", "marks", "stands"),
    }
    before, after = alone(monkeypatch, **words), build.compose(*requests(("allo",), **words))
    assert Counter(name for sheet in before.sheets for name in stamps(sheet)) == Counter(
        name for sheet in after.sheets for name in stamps(sheet)
    )
    assert len(after.sheets) <= len(before.sheets)
    shared = [sheet for sheet in after.sheets if sheet.front.also]
    for sheet in shared:
        assert not sheet.back
        found, area = boxes(after, sheet), after.order.paper.area
        keys = {name.split(".")[1] for name in stamps(sheet)}
        assert len(keys) == 1 + len(sheet.front.also)
        for each in found:
            assert area.x + 3 <= each.x + 1e-6
            assert each.x + each.width <= area.x + area.width - 3 + 1e-6
            assert area.y + 3 <= each.y + 1e-6
            assert each.y + each.height <= area.y + area.height - 3 + 1e-6
        parts: dict[str, list[Area]] = {}
        for name, each in zip(stamps(sheet), found, strict=True):
            parts.setdefault(name.split(".")[1], []).append(each)
        for one, other in itertools.combinations(parts.values(), 2):
            assert min(apart(a, b) for a in one for b in other) >= 2 * TICK + 2 - 1e-6, "marks keep apart"
    if paper == "a4":
        assert len(before.sheets) - len(after.sheets) == 3


def test_who_has_no_sheet_says_where_it_lies() -> None:
    """On the contents page, in the receipt, and in the bookmarks."""
    work = build.compose(*requests(("allo",), lang="en"))
    runs = {run.component.key: run for run in work.runs}
    assert {key: run.shares for key, run in runs.items() if run.shares} == {
        "tokens": "On the sheet of: Cables.",
        "towers": "On the sheet of: Phone cards.",
        "tuckbox": "On the sheet of: Cables.",
    }
    assert all(bool(run.sheets) != bool(run.shares) for run in runs.values())
    shared = [sheet for sheet in work.sheets if sheet.front.also]
    assert [*runs["cables"].sheets, *runs["phonecards"].sheets] == shared
    assert [sheet.front.title for sheet in shared] == ["Cables, Tokens, Tuck box", "Phone cards, Radio towers"]
    assert [sheet.front.also for sheet in shared] == [("tokens", "tuckbox"), ("towers",)]
    (contents,) = runs["contents"].component.fronts
    said = " ".join(" ".join(item.string for item in contents.items if hasattr(item, "string")).split())
    assert [said.count(run.shares) for run in runs.values() if run.shares] == [2, 1, 2]


@pytest.mark.parametrize(("slug", "sheets"), [("inkognito", 25), ("allo", 23), ("rallye", 19)])
def test_the_last_sheet_of_a_large_component_takes_small_ones(slug: str, sheets: int) -> None:
    """So many on A4, one side: one less for each than if only single sheets were shared."""
    assert len(build.compose(*requests((slug,), lang="en")).sheets) == sheets


@pytest.mark.parametrize("paper", PAPERS[:3])
@pytest.mark.parametrize("slug", GAMES)
def test_thick_and_plain_never_share(slug: str, paper: str) -> None:
    """Notes on plain paper, a badge on card: whoever prints them loads the printer twice."""
    work = build.compose(*requests((slug,), paper_=paper, lang="en"))
    plain = {run.component.key: run.component.plain for run in work.runs}
    for sheet in work.sheets:
        assert len({plain[key] for key in (sheet.front.component, *sheet.front.also)}) == 1
    for run in work.runs:
        if not run.component.leaflet:
            assert run.component.plain == run.component.advice.startswith("Plain paper."), run.component.key


@pytest.mark.parametrize("slug", GAMES)
def test_components_with_backs_and_text_are_left_alone(slug: str) -> None:
    work = build.compose(*requests((slug,), sides="long-edge", lang="en"))
    for run in work.runs:
        if run.component.behind or run.component.uncut or run.component.pair:
            assert run.sheets
            assert not any(sheet.front.also for sheet in run.sheets)


def test_a_component_alone_stays_where_it_was() -> None:
    """Nothing is moved for nothing."""
    order = requests(("allo",), only=("tokens",), lang="en")[0]
    (run,) = build.compose(order).runs
    (same,) = share_sheets([impose(run.component, order, "")], order.paper.area)
    assert same.sheets[0].front.items == run.sheets[0].front.items


@pytest.mark.parametrize("slug", cutting.MOST)
def test_no_kit_takes_more_paper_or_work_unseen(slug: str) -> None:
    """Sheets, strokes and cuts, as `make bench` shows them: less is told there in the same commit, and so is more."""
    assert cutting.work(slug) == cutting.MOST[slug]
