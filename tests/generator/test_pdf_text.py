"""Letters and names on paper, and that the same options always give the same bytes."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import pytest
from support.printing import printed, texts

from generator.press import build

NAMES = "Zoé,Œdipe,Élise Ça,«Où» François,Cœur-Léa"
LETTERS = "œŒÉ«»çùéÇ"


def names(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_all_french_letters_come_out_as_they_went_in(lang: str) -> None:
    text = "".join(texts(printed(names_=NAMES, lang=lang).data))
    assert [letter for letter in LETTERS if letter not in text] == []
    assert [name for name in names(NAMES) if name not in text] == []


@pytest.mark.parametrize("component", ["racks", "notes"])
def test_names_stand_on_racks_and_pads(component: str) -> None:
    kit = printed(names_=NAMES)
    pages = kit.pages(component)
    text = "".join(texts(kit.data)[i] for i in pages)
    twice = 2  # a rack says it on both sides; each player has two note sheets
    assert {name: text.count(name) for name in names(NAMES)} == dict.fromkeys(names(NAMES), twice)


def test_names_stand_nowhere_else() -> None:
    """Least of all on backs: a named tile or card would be a marked one."""
    kit = printed(names_=NAMES, sides="long-edge")
    for side, text in zip(kit.work.sides(), texts(kit.data), strict=True):
        if side.component not in ("racks", "notes"):
            assert not [name for name in names(NAMES) if name in text]


def test_racks_and_pads_without_names_leave_room_to_write() -> None:
    text = "".join(texts(printed().data))
    assert "Player" in text
    assert "Player" not in "".join(texts(printed(names_=NAMES).data)[i] for i in printed(names_=NAMES).pages("notes"))


def test_same_options_give_the_same_bytes_whatever_was_printed_before() -> None:
    first = printed(names_=NAMES, sides="fold")
    printed.__wrapped__(ink="mono", lang="fr", paper_="letter")
    again = printed.__wrapped__(names_=NAMES, sides="fold")
    assert again.data == first.data
    assert build.render(first.work) == first.data  # drawing changes nothing of what was laid out


@pytest.mark.parametrize("seed", ["1", "2"])
def test_another_process_prints_the_same_bytes(seed: str) -> None:
    """Hash seeds change the order of sets: none may reach the file."""
    program = (
        "import hashlib; from generator.press import build; from generator.order.request import requests;"
        f"o, = requests(['code777'], lang='en', names_={NAMES!r}, sides='long-edge');"
        "print(hashlib.sha256(build.render(build.compose(o))).hexdigest())"
    )
    told = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": seed, "TZ": "Asia/Tokyo"},
        capture_output=True,
        text=True,
        check=True,
    )
    here = printed(names_=NAMES, sides="long-edge").data
    assert told.stdout.strip() == hashlib.sha256(here).hexdigest()


def test_other_options_give_other_bytes() -> None:
    """Proves the two tests above: the comparison can tell files apart."""
    kits = [printed(), printed(ink="mono"), printed(names_=NAMES), printed(marks="none"), printed(lang="fr")]
    assert len({kit.data for kit in kits}) == len(kits)
