"""What a screen reader finds in a kit: headings, lists, tables, figures in words, in the order of reading."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from io import BytesIO

import pikepdf
import pytest
from support.printing import printed

from generator.order.amounts import rules_with_amounts
from generator.press.tagging import joined
from referee.registry import GAMES
from templates.i18n import LANGUAGES, speaking


def elements(within: pikepdf.Object) -> Iterator[pikepdf.Object]:
    """All elements below one, in their order."""
    for kid in within.K:
        if isinstance(kid, pikepdf.Dictionary) and kid.get("/Type") == "/StructElem":
            yield kid
            yield from elements(kid)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_the_rules_can_be_heard(slug: str, lang: str) -> None:
    """Every heading of the file is one, in its order; every point of a list is one; figures have their captions as words."""
    with speaking(lang):
        text = rules_with_amounts(slug, printed(game=slug, lang=lang).order.edition)
    headings = [line.lstrip("# ").strip() for line in text.splitlines() if re.match("#{2,}", line)]
    points = [line for line in text.splitlines() if re.match(r"\s*([-*]|[0-9]+\.) ", line)]
    captions = re.findall(r"!\[(.*?)\]\(", text)
    with pikepdf.open(BytesIO(printed(game=slug, lang=lang, only=("rules",)).data)) as pdf:
        assert pdf.Root.MarkInfo.Marked
        document = pdf.Root.StructTreeRoot.K
        assert (document.S, str(document.Lang)) == ("/Document", lang)
        found = list(elements(document))
        kinds = Counter(str(each.S) for each in found)
        assert kinds["/H1"] == 1
        assert sum(kinds[f"/H{level}"] for level in (2, 3)) == len(headings)
        assert kinds["/LI"] == kinds["/Lbl"] == kinds["/LBody"] == len(points)
        figures = [str(each.Alt) for each in found if each.S == "/Figure"]
        assert len(figures) == len(captions)
        assert all(figures)
        spoken = [str(each.ActualText) for each in found if "/ActualText" in each]
        assert spoken and not any("  " in each or " ." in each for each in spoken)


@pytest.mark.parametrize("slug", GAMES)
def test_the_contents_are_a_table_and_every_sheet_is_told(slug: str) -> None:
    kit = printed(game=slug)
    with pikepdf.open(BytesIO(kit.data)) as pdf:
        found = list(elements(pdf.Root.StructTreeRoot.K))
        kinds = Counter(str(each.S) for each in found)
        assert kinds["/Table"] == 1
        assert kinds["/TR"] == len(kit.work.runs)  # a head, and all but the contents
        assert kinds["/TH"] == 4
        assert kinds["/TD"] == 4 * (len(kit.work.runs) - 1)
        titles = {side.title for side in kit.work.sides()} - {"Contents", kit.run("rules").component.title}
        told = {str(each.Alt).partition(":")[0] for each in found if each.S == "/Figure" and "/Pg" in each}
        assert {title.partition(":")[0] for title in titles} == told


@pytest.mark.parametrize("slug", GAMES)
def test_each_piece_of_content_finds_its_owner(slug: str) -> None:
    """The way back from content to structure: each number once, each owner in the tree."""
    with pikepdf.open(BytesIO(printed(game=slug).data)) as pdf:
        nums = list(pdf.Root.StructTreeRoot.ParentTree.Nums)
        owners = {int(key): list(value) for key, value in zip(nums[::2], nums[1::2], strict=True)}
        tree = {each.objgen for each in elements(pdf.Root.StructTreeRoot.K)}
        assert all(owner.objgen in tree for each in owners.values() for owner in each)
        holders = [
            *(page.obj for page in pdf.pages),
            *(each for each in pdf.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form"),
        ]
        keys = Counter(int(each.StructParents) for each in holders if "/StructParents" in each)
        assert keys == dict.fromkeys(owners, 1)
        for form in holders:
            if isinstance(form, pikepdf.Stream) and "/StructParents" in form:
                marked = [int(a[1].MCID) for a, op in pikepdf.parse_content_stream(form) if str(op) == "BDC"]
                assert marked == list(range(len(owners[int(form.StructParents)])))


def test_lines_are_joined_as_one_says_them() -> None:
    assert joined(["These are the", "open racks", ".", "They belong", "to nobody."]) == (
        "These are the open racks. They belong to nobody."
    )
