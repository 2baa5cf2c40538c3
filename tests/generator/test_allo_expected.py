"""The drawings of Allo... la France as text, as in test_expected.py: English, A4, full colour, four players with names."""

from __future__ import annotations

import os
from difflib import unified_diff
from pathlib import Path

import pytest
from allo_printing import faces, printed

from generator.drawing import listing
from generator.order import CONTENTS
from referee.allo.pieces import box

FOLDER = Path(__file__).parent.parent / "expected" / "allo"
RECORD = os.environ.get("SOUSMAIN_RECORD") == "1"
COMPONENTS = [CONTENTS, *box(4)]
NAMES = "Anne,Mario,Nora,Sam"


@pytest.mark.parametrize("component", COMPONENTS)
def test_drawings_of_allo_are_as_recorded(component: str) -> None:
    file = FOLDER / f"{component}.txt"
    found = "\n".join(map(listing, faces(printed(names_=NAMES).run(component).component).values()))
    if RECORD:
        FOLDER.mkdir(parents=True, exist_ok=True)
        file.write_text(found, encoding="utf-8")
    assert file.exists(), f"{component} was never recorded: look at its sheets, then `make expected`"
    old = file.read_text(encoding="utf-8")
    changed = list(unified_diff(old.splitlines(), found.splitlines(), "expected", "drawn now", n=1, lineterm=""))
    assert not changed, "\n".join(
        [
            f"{file.name} differs from what the kit draws now. Look at the sheets before anything else:",
            f"    .venv/bin/sousmain print allo --lang en --names {NAMES} --out /tmp/sheets",
            "If they are what you meant, `make expected`; if not, the code is wrong.",
            *(line[:200] for line in changed[:60]),
        ]
    )


def test_no_recording_of_allo_is_left_over() -> None:
    drawings = [file.stem for file in FOLDER.glob("*") if not file.stem.startswith("playthrough-")]
    assert sorted(drawings) == sorted(COMPONENTS)
