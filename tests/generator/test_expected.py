"""The drawings of every component, face by face, as text: a change of one line of art shows as one line of diff.

Recorded in tests/expected/<game>/<component>.txt, English, A4, full colour, four players with names.
"""

from __future__ import annotations

import os
from difflib import unified_diff
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.printing import Print, ordered, printed

from generator.component import Component
from generator.drawing import Text, listing
from generator.order import CONTENTS, TUCKBOX
from referee.registry import GAMES, pieces

FOLDER = Path(__file__).parent.parent / "expected"
RECORD = os.environ.get("SOUSMAIN_RECORD") == "1"
COMPONENTS = {slug: [CONTENTS, TUCKBOX, *pieces(slug).box(4)] for slug in GAMES}
every_game = pytest.mark.parametrize("slug", GAMES)
NAMES = "Anne,Mario,Nora,Sam"
SHOWN = 60  # lines of a diff

ADVICE = """
{file} differs from what the kit draws now.
Look at the new sheets before anything else:
    .venv/bin/sousmain print {slug}{only} --lang en --names {names} --out /tmp/sheets
    .venv/bin/sousmain preview /tmp/sheets/{pdf}
If they are what you meant, record them with `make expected` and commit the text with the change that caused it.
Overwriting is right only after looking; if you did not mean to change this drawing, the code is wrong, not the file.
"""


def kit(slug: str) -> Print:
    return printed(game=slug, names_=NAMES)


def text_of(component: Component) -> str:
    """Each face once: those within others first, then fronts, then backs."""
    faces = (*component.parts, *component.fronts, *component.behind)
    return "\n".join(listing(face) for face in {face.name: face for face in faces}.values())


def difference(expected: str, found: str, slug: str, component: str) -> str:
    """What changed, and what to do about it; nothing if nothing did."""
    lines = list(unified_diff(expected.splitlines(), found.splitlines(), "expected", "drawn now", n=1, lineterm=""))
    if not lines:
        return ""
    more = f"\n... and {len(lines) - SHOWN} lines more" if len(lines) > SHOWN else ""
    whole = component == CONTENTS  # it lists what is printed with it
    advice = ADVICE.format(
        slug=slug,
        file=f"tests/expected/{slug}/{component}.txt",
        only="" if whole else f" --only {component}",
        names=NAMES,
        pdf=(ordered(slug, names_=NAMES) if whole else ordered(slug, names_=NAMES, only=component)).file(),
    )
    return advice + "\n" + "\n".join(line[:200] for line in lines[:SHOWN]) + more


@pytest.mark.parametrize(("slug", "component"), [(slug, c) for slug in GAMES for c in COMPONENTS[slug]])
def test_drawings_are_as_recorded(slug: str, component: str) -> None:
    file, found = FOLDER / slug / f"{component}.txt", text_of(kit(slug).run(component).component)
    if RECORD:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(found, encoding="utf-8")
    assert file.exists(), f"{component} was never recorded: look at its sheets, then `make expected`"
    told = difference(file.read_text(encoding="utf-8"), found, slug, component)
    assert not told, told


@every_game
def test_no_recording_is_left_of_a_component_that_is_gone(slug: str) -> None:
    drawings = [file.stem for file in (FOLDER / slug).glob("*") if not file.stem.startswith("playthrough-")]
    assert sorted(drawings) == sorted(COMPONENTS[slug])


@every_game
def test_every_component_of_the_kit_is_recorded(slug: str) -> None:
    assert sorted(run.component.key for run in kit(slug).work.runs) == sorted(COMPONENTS[slug])


def test_the_smallest_change_shows_with_advice() -> None:
    """Proves the comparison: one word on one face moved by two hundredths of a millimetre."""
    component = kit("code777").run("questions").component
    first, *rest = component.fronts
    words = [item for item in first.items if isinstance(item, Text)]
    moved = tuple(replace(item, x=item.x + 0.02) if item is words[0] else item for item in first.items)
    changed = replace(component, fronts=(replace(first, items=moved), *rest))
    told = difference(text_of(component), text_of(changed), "code777", "questions")
    assert "only after looking" in told
    assert "make expected" in told
    assert "--only questions" in told
    assert sum(line.startswith(("+ ", "- ")) for line in told.splitlines()) == 2
    assert difference(text_of(component), text_of(component), "code777", "questions") == ""
