"""What beginners are shown: three figures of the kit, a guide for phones, a line of help for each kind of move, a role."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from support.bars import bars

from referee.registry import GAMES
from templates import i18n, loader
from templates.shelves import SHELF, shelf

ROOT = Path(__file__).resolve().parents[2]
OURS = [slug for slug in GAMES if shelf(slug) == SHELF]
PAPER_ALONE = {
    "en": r"pencil|\bcut\b|\bglue|fold|\bshuffle|slip (them|it)|\bstrips?\b|marking sheet of|face down on",
    "fr": r"crayon|découpe|\bcolle|pli(ez|é)\b|battez|glissez|\bbandes?\b",
}


@pytest.mark.parametrize("slug", OURS)
@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_figures_are_what_the_kit_draws(slug: str, lang: str) -> None:
    """`make figures` draws them anew."""
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        from figures import figures
    finally:
        sys.path.pop(0)
    kept = {file.stem: file.read_text("utf-8") for file in loader.figure_folder(slug, lang).glob("*.svg")}
    assert kept == figures(slug, lang)
    assert all(len(picture) < 60_000 for picture in kept.values())


@pytest.mark.parametrize("slug", OURS)
def test_every_game_has_a_lesson_for_each_way_to_play_it(slug: str) -> None:
    kit = loader.kit_data(slug)
    assert set(kit["lesson"]) == set(kit["tips"]) == {"phone", "paper"}
    for lang in i18n.LANGUAGES:
        with i18n.speaking(lang):
            shown = loader.kit_data(slug)
            told = [picture["text"] for picture in shown["lesson"]["phone"].values()] + [
                *shown["tips"]["phone"].values()
            ]
            assert not [text for text in told if re.search(PAPER_ALONE[lang], text, re.I)], "nobody has a pencil here"
            for lesson in shown["lesson"].values():
                assert list(lesson) == ["aim", "sight", "turn"]
                assert len({picture["figure"] for picture in lesson.values()}) == 3, "three pictures"
                assert all(len(picture["text"]) < 330 for picture in lesson.values()), "nobody reads more while waiting"
            for tips in shown["tips"].values():
                assert all(len(tip) <= 96 for tip in tips.values()), "three lines on a small phone"
    assert loader.page_text(slug, "role.html")


@pytest.mark.parametrize("slug", OURS)
def test_tips_are_about_what_can_be_done(slug: str) -> None:
    """A kind of move that the game does not know would never be told."""
    bar = (SHELF / "pages" / slug / "bar.py").read_text("utf-8")
    known = set(re.findall(r'Action\(\s*"(\w+)"', bar)) | set(re.findall(r'"(reply|speak)"', bar))
    for tips in loader.kit_data(slug)["tips"].values():
        assert set(tips) <= known, set(tips) - known


@pytest.mark.parametrize("slug", OURS)
@pytest.mark.parametrize("mode", ["phone", "paper"])
def test_everything_that_can_be_done_has_its_tip(slug: str, mode: str) -> None:
    """Whatever bar robots come to, whether or not it ever stands first there; and what only people do, in some mode."""
    tips = loader.kit_data(slug)["tips"]
    met = {kind for _, bar in bars(slug, (mode,)) for kind in bar.kinds}
    assert met <= set(tips[mode]), met - set(tips[mode])
    bar = (SHELF / "pages" / slug / "bar.py").read_text("utf-8")
    assert set(re.findall(r'Action\(\s*"(\w+)"', bar)) <= set(tips["phone"]) | set(tips["paper"])


@pytest.mark.parametrize("slug", OURS)
def test_the_guide_for_phones_is_the_same_in_every_language(slug: str) -> None:
    found = []
    for lang in i18n.LANGUAGES:
        with i18n.speaking(lang):
            text = loader.guide(slug)
            assert text.startswith("# ") and not re.search(PAPER_ALONE[lang], text, re.I), lang
            found.append(
                (len(re.findall("^## ", text, re.M)), loader.FIGURES.findall(text), re.findall(r"\{\w+\}", text))
            )
    assert found[0] == found[1]
    assert found[0][0] >= 5, "worth a table of contents"


@pytest.mark.parametrize("slug", OURS)
def test_guides_call_buttons_as_they_are_called(slug: str) -> None:
    """What stands in bold in the English guide and is a text of the pages has its translation in bold in the other."""
    guides = {}
    for lang in i18n.LANGUAGES:
        with i18n.speaking(lang):
            guides[lang] = set(re.findall(r"\*\*(.+?)\*\*", loader.guide(slug)))
    with i18n.speaking("fr"):
        labels = {bold: i18n.say(bold) for bold in guides["en"] if i18n.say(bold) != bold}
        expected = {i18n.set_french(label) for label in labels.values()}
    assert len(labels) >= 3
    assert expected <= guides["fr"], expected - guides["fr"]
