"""Which piece lies on which side of which sheet: the kit laid out, nothing drawn."""

from __future__ import annotations

import pytest
from support.printing import Print, ordered

from generator.drawing.geometry import Matrix
from generator.drawing.pen import Face, FaceStamp, Path, Text
from generator.errors import DoesNotFit
from generator.layout.component import GUTTER, Component
from generator.layout.imposition import ComponentRun, Side, unique
from generator.press import build


def laid(**options: object) -> Print:
    order = ordered(**options)
    return Print(order, build.compose(order))


def stamps(side: Side | None) -> list[FaceStamp]:
    """The pieces of a side; where backs touch, each lies there twice: once with what runs over its edges, then without."""
    found = [item for item in side.items if isinstance(item, FaceStamp)] if side else []
    return [item for item in found if not item.face.endswith(".trimmed")]


def places(side: Side | None) -> list[Matrix]:
    return [stamp.matrix for stamp in stamps(side)]


@pytest.mark.parametrize("sides", ["single", "long-edge", "short-edge", "fold"])
@pytest.mark.parametrize("component", ["tiles", "questions"])
def test_the_last_sheet_keeps_the_places_of_the_full_ones(component: str, sides: str) -> None:
    run = laid(paper_="legal", sides=sides, copies_=("tiles=2",)).run(component)
    first, *_, last = run.sheets
    own = {face.name for face in run.faces}
    lying = [stamp.matrix for stamp in stamps(last.front) if stamp.face in own]  # others may lie below
    count = len(lying)
    assert count < run.grid.capacity == len(places(first.front))
    assert lying == places(first.front)[:count]
    assert places(last.back) == places(first.back)[:count]


def test_the_contents_of_sheets_follow_the_order_of_the_pieces() -> None:
    run = laid().run("questions")
    lying = [stamp.face for sheet in run.sheets for stamp in stamps(sheet.front)]
    assert lying == [face.name for face in run.component.fronts]


def test_rows_of_one_colour_touch_and_others_do_not() -> None:
    """One cut frees two tiles of a colour; tiles of another colour are as far away as ever."""
    run = laid().run("tiles")
    colours = dict(zip((face.name for face in run.component.fronts), run.component.floods, strict=True))
    (sheet,) = run.sheets
    lying = [stamp.face for stamp in stamps(sheet.front)]
    assert sorted(lying) == sorted(face.name for face in run.component.fronts)
    rows = [lying[i : i + run.grid.columns] for i in range(0, len(lying), run.grid.columns)]
    assert [len({colours[name] for name in row}) for row in rows] == [1] * 7
    assert run.grid.steps == (run.grid.cell[0], run.grid.cell[1] + GUTTER)
    assert laid(gutters=True).run("tiles").grid.steps[0] == run.grid.cell[0] + GUTTER
    assert (run.cuts, run.strokes) == (7 * 2 + 5, 7 * 2 + 7 * 5)


@pytest.mark.parametrize("ink", ["full", "mono"])
def test_white_stays_only_where_colour_runs_over_edges_or_it_is_wished(ink: str) -> None:
    close, wide = laid(ink=ink), laid(ink=ink, gutters=True)
    assert close.run("questions").grid.gutter == 0
    assert wide.run("questions").grid.gutter == GUTTER
    assert close.run("tiles").grid.gutter == (GUTTER if ink == "full" else 0)


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "legal"])
@pytest.mark.parametrize("sides", ["single", "long-edge", "short-edge"])
def test_note_sheets_fill_the_paper_and_are_only_parted(paper: str, sides: str) -> None:
    """Two on a sheet take one cut, wherever the printer can print; no piece comes near to a cut or to the footer."""
    run = laid(paper_=paper, sides=sides).run("notes")
    sheet = laid(paper_=paper).order.paper
    assert run.grid.pitch
    assert run.strokes == len(run.sheets) * (run.grid.columns * run.grid.rows - 1)
    assert run.cuts == len(run.sheets) * (run.grid.columns + run.grid.rows - 2)
    for i, box in enumerate(run.grid.boxes(run.grid.capacity)):
        row, column = divmod(i, run.grid.columns)
        left, top = column * sheet.width / run.grid.columns, row * sheet.height / run.grid.rows
        assert box.x >= left and box.x + box.width <= left + sheet.width / run.grid.columns
        assert box.y >= top and box.y + box.height <= top + sheet.height / run.grid.rows
        assert box.x >= sheet.area.x and box.x + box.width <= sheet.area.x + sheet.area.width + 1e-6
        assert box.y >= sheet.area.y and box.y + box.height <= sheet.area.y + sheet.area.height + 1e-6


def test_single_sides_and_folded_ones_have_nothing_behind() -> None:
    for sides in ("single", "fold"):
        assert all(sheet.back is None for sheet in laid(sides=sides).work.sheets)


def back_names(run: ComponentRun) -> set[str]:
    return {stamp.face for sheet in run.sheets for stamp in stamps(sheet.back)}


@pytest.mark.parametrize("sides", ["long-edge", "short-edge"])
def test_behind_tiles_and_cards_lies_the_one_back_and_nothing_else(sides: str) -> None:
    """Nothing on the back of a sheet depends on the fronts: no mark, no word, one face."""
    kit = laid(sides=sides, names_="Anne,Mario")
    for component in ("tiles", "questions"):
        run = kit.run(component)
        assert run.component.back
        assert back_names(run) == {run.component.back.name}
        everything = {item.face for sheet in run.sheets for item in sheet.back.items}  # type: ignore[union-attr]
        assert everything <= {run.component.back.name, f"{run.component.back.name}.trimmed"}
        assert all(isinstance(item, FaceStamp) for sheet in run.sheets for item in sheet.back.items)  # type: ignore[union-attr]


def test_duplex_prints_every_sheet_on_both_sides_front_then_back() -> None:
    kit = laid(sides="long-edge")
    sides = kit.work.sides()
    assert sides[::2] == [sheet.front for sheet in kit.work.sheets]
    for side, sheet in zip(sides[1::2], kit.work.sheets, strict=True):
        assert side is sheet.back if sheet.back else (not side.items and side.component == sheet.front.component)


def test_fronts_first_gives_all_fronts_then_their_backs_in_the_same_order() -> None:
    """For feeding by hand: page n and page n + half of the file are the two sides of sheet n."""
    plain, first = laid(sides="long-edge"), laid(sides="long-edge", fronts_first=True)
    pages, reordered = plain.work.sides(), first.work.sides()
    half = len(reordered) // 2
    assert len(pages) == len(reordered) == 2 * half
    assert [p.items for p in reordered[:half]] == [p.items for p in pages[::2]]
    assert [p.items for p in reordered[half:]] == [p.items for p in pages[1::2]]


def test_like_sheets_are_one_object_so_that_they_are_drawn_once() -> None:
    kit = laid(pads="40")
    assert len(kit.run("notes").sheets) == 20
    assert len({id(sheet.front) for sheet in kit.run("notes").sheets}) == 1


@pytest.mark.parametrize("options", [{"names_": "Anne,Mario,Nora", "players_": "4"}, {"names_": "Anne,Mario,Nora"}])
@pytest.mark.parametrize("pads", ["", "7", "9"])
def test_both_sides_of_a_note_sheet_belong_to_one_player(options: dict[str, str], pads: str) -> None:
    """A sheet of paper cannot be before two players at once."""
    run = laid(sides="long-edge", pads=pads, **options).run("notes")
    for sheet in run.sheets:
        for front, back in zip(stamps(sheet.front), stamps(sheet.back), strict=False):
            assert front.face == back.face


def test_note_sheets_are_shared_evenly_and_the_nameless_get_theirs() -> None:
    run = laid(names_="Anne,Mario", players_="4").run("notes")
    words = [{item.string for item in face.items if isinstance(item, Text)} for face in run.component.fronts]
    assert [sum(name in text for text in words) for name in ("Anne", "Mario")] == [2, 2]
    assert sum("Player" in text for text in words) == 4


@pytest.mark.parametrize("sides", ["long-edge", "short-edge"])
def test_every_copy_of_the_rules_is_a_leaflet_of_its_own(sides: str) -> None:
    """Printed on both sides, a second copy begins on a new sheet, not on the back of the first."""
    once = laid(sides=sides, paper_="a3", players_="2").run("rules")
    twice = laid(sides=sides, paper_="a3", players_="2", copies_=("rules=2",)).run("rules")
    leaflet = [(stamps(s.front)[0].face, stamps(s.back)[0].face if s.back else "") for s in once.sheets]
    assert [(stamps(s.front)[0].face, stamps(s.back)[0].face if s.back else "") for s in twice.sheets] == 2 * leaflet


@pytest.mark.parametrize("marks", ["crop", "lines", "none"])
def test_marks_lie_on_fronts_alone(marks: str) -> None:
    """One cuts by the front: marks on both sides of a sheet would contradict each other. Pages of text have none."""
    kit = laid(sides="long-edge", marks=marks)

    def has(side: Side) -> bool:
        return any(isinstance(item, Path) for item in side.items)

    for run in kit.work.runs:
        wanted = marks != "none" and not run.component.leaflet and not run.component.edges
        assert {has(sheet.front) for sheet in run.sheets} == {wanted}
        assert not any(has(sheet.back) for sheet in run.sheets if sheet.back)


def test_sheets_to_fold_are_laid_whichever_way_takes_more() -> None:
    run = laid(sides="fold").run("questions")
    width, height = run.component.size
    assert run.grid.capacity == 4  # two cards side by side are 120 × 85, one above the other 60 × 170
    assert (run.grid.width, run.grid.height) in ((2 * width, height), (width, 2 * height))


def test_a_kit_too_large_for_the_paper_is_refused_by_name() -> None:
    with pytest.raises(DoesNotFit) as refusal:
        laid(paper_="150x150mm")
    assert "150 × 150 mm" in str(refusal.value)
    assert "Racks: 110 × " in str(refusal.value)


def test_cuts_are_counted_sheet_by_sheet() -> None:
    run = laid().run("questions")
    assert [len(places(sheet.front)) for sheet in run.sheets] == [8, 8, 7]
    assert run.cuts == 3 * (5 + 3)  # four rows of two: five lines across, three down
    assert run.strokes == 13 + 13 + 12  # three down the sheet, then two strips of four: five each, and once four
    assert (laid().run("rules").cuts, laid().run("rules").strokes) == (0, 0)
    box = laid().run("tuckbox")
    assert box.cuts == box.strokes == box.component.edges == 16


def test_a_pad_of_any_size_takes_one_cut_for_two_sheets() -> None:
    run = laid(pads="2000", only=("notes",)).run("notes")
    assert (len(run.sheets), run.cuts, run.strokes) == (1000, 1000, 1000)


def test_pieces_of_several_sizes_are_refused() -> None:
    """They would overlap on one grid; each size is a component of its own."""
    small, large = (Face(name, w, 40, ()) for name, w in (("a", 30.0), ("b", 60.0)))
    with pytest.raises(ValueError, match="several sizes"):
        Component("money", "Money", "", (small, large))


def test_two_drawings_of_one_name_are_refused() -> None:
    """One would hide the other on every sheet."""
    with pytest.raises(ValueError, match="two faces are named a"):
        unique([Face("a", 30, 40, ()), Face("a", 30, 41, ())])
    assert len(unique([Face("a", 30, 40, ()), Face("a", 30, 40, ())])) == 1
