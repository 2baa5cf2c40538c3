"""The drawings of every kit, face by face: a digest of each, and one face of each component in full.

tests/expected/<game>/drawings.txt has the digests: English, A4, full colour, four players with names. When one differs,
the old and the new face are written as text and picture; the old one is drawn with the code of the commit that recorded it.
"""

from __future__ import annotations

import os
from difflib import unified_diff
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from support import drawings
from support.drawings import NAMES, ROOT, digest
from support.printing import ordered

from generator.drawing.pen import FaceStamp, Text, listing
from generator.order.request import CONTENTS, TUCKBOX
from referee.registry import GAMES, pieces

FOLDER = Path(__file__).parent.parent / "expected"
SHOWN_IN = ROOT / "output" / "differences"
RECORD = os.environ.get("SOUSMAIN_RECORD") == "1"
COMPONENTS = {slug: [CONTENTS, TUCKBOX, *pieces(slug).box(4)] for slug in GAMES}
COMMON = (CONTENTS, TUCKBOX, "rules")  # the same hand draws them for all games: the first stands for all
KINDS = [
    (slug, component)
    for slug in GAMES
    for component in COMPONENTS[slug]
    if slug == next(iter(GAMES)) or component not in COMMON
]
every_game = pytest.mark.parametrize("slug", GAMES)
SHOWN, DRAWN = 40, 3  # lines of a diff; faces of which there are pictures
ADVICE = """
{faces} of {slug} are not drawn as recorded in {file}.
Look at them, old and new, before anything else:
{places}
The new sheets: .venv/bin/sousmain print {slug}{only} --lang en --names {names} --out /tmp/sheets
If they are what you meant, record them with `make expected` and commit the digests with the change that caused it.
Overwriting is right only after looking; if you did not mean to change this drawing, the code is wrong, not the file.
"""


@cache
def kit(slug: str) -> dict[str, dict[str, Any]]:
    """Component -> its faces."""
    return drawings.kit(slug)


def file_of(slug: str) -> Path:
    return FOLDER / slug / "drawings.txt"


def listing_of(slug: str, component: str) -> Path:
    return FOLDER / "listings" / ("" if component in COMMON else slug) / f"{component}.txt"


def digests(slug: str) -> dict[str, dict[str, str]]:
    """Component -> face -> digest, as drawn now."""
    return {key: {name: digest(listing(face)) for name, face in faces.items()} for key, faces in kit(slug).items()}


@cache
def recorded(slug: str) -> dict[str, dict[str, str]]:
    """The same as recorded."""
    found: dict[str, dict[str, str]] = {}
    for line in file_of(slug).read_text("utf-8").splitlines():
        component, face, told = line.split()
        found.setdefault(component, {})[face] = told
    return found


def sample(slug: str, component: str) -> Any:
    """The face that stands for a component: its first that is not made of stamps alone."""
    faces = kit(slug)[component].values()
    return next(face for face in faces if not all(isinstance(item, FaceStamp) for item in face.items))


def told(slug: str, component: str, now: dict[str, Any], was: dict[str, str]) -> str:
    """What differs, where it can be looked at, and what to do about it; nothing if nothing does."""
    drawn = {name: digest(listing(face)) for name, face in now.items()}
    changed = [name for name in {**was, **drawn} if was.get(name) != drawn.get(name)]
    if not changed:
        return ""
    others = {name: face for group in kit(slug).values() for name, face in group.items()} | now
    places, lines = [], []
    for name in changed[:DRAWN]:
        old, new = SHOWN_IN / f"{name}-old", SHOWN_IN / f"{name}-new"
        missing = drawings.as_recorded(slug, name, file_of(slug), old) if name in was else "it is new"
        if name in now:
            drawings.write(now[name], others, new)
        places.append(f"    {old}.png: {missing}" if missing else f"    {old}.txt {old}.png")
        places.append(f"    {new}.txt {new}.png" if name in now else f"    {new}.png: it is gone")
        if not missing and name in now:
            texts = (Path(f"{each}.txt").read_text("utf-8").splitlines() for each in (old, new))
            lines += unified_diff(*texts, "as recorded", "drawn now", n=1, lineterm="")
    more = f"\n... and {len(lines) - SHOWN} lines more" if len(lines) > SHOWN else ""
    advice = ADVICE.format(
        slug=slug,
        faces=", ".join(changed),
        file=file_of(slug).relative_to(ROOT),
        places="\n".join(places),
        only="" if component == CONTENTS else f" --only {component}",
        names=NAMES,
    )
    return advice + "\n" + "\n".join(line[:200] for line in lines[:SHOWN]) + more


@every_game
def test_recording(slug: str) -> None:
    """`make expected` writes here; else nothing is done but to see that there is a record."""
    if RECORD:
        lines = [f"{key} {face} {of}\n" for key, faces in sorted(digests(slug).items()) for face, of in faces.items()]
        file_of(slug).parent.mkdir(parents=True, exist_ok=True)
        file_of(slug).write_text("".join(lines), "utf-8", newline="\n")
        recorded.cache_clear()
    assert file_of(slug).exists(), "never recorded: look at its sheets, then `make expected`"


@pytest.mark.parametrize(("slug", "component"), [(slug, c) for slug in GAMES for c in COMPONENTS[slug]])
def test_drawings_are_as_recorded(slug: str, component: str) -> None:
    differs = told(slug, component, kit(slug)[component], recorded(slug).get(component, {}))
    assert not differs, differs


@pytest.mark.parametrize(("slug", "component"), KINDS)
def test_one_face_of_each_kind_is_recorded_in_full(slug: str, component: str) -> None:
    """So that a change of a line of art shows as a line of a diff, where somebody will read it."""
    file, found = listing_of(slug, component), listing(sample(slug, component))
    if RECORD:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(found, "utf-8", newline="\n")
    assert file.exists(), "never recorded: look at its sheets, then `make expected`"
    lines = unified_diff(file.read_text("utf-8").splitlines(), found.splitlines(), "recorded", "drawn now", n=1)
    assert [line[:200] for line in lines][:SHOWN] == []


@every_game
def test_every_component_of_the_kit_is_recorded_and_none_that_is_gone(slug: str) -> None:
    assert sorted(kit(slug)) == sorted(COMPONENTS[slug]) == sorted(recorded(slug))
    assert sorted(file.name for file in (FOLDER / slug).glob("*") if not file.stem.startswith("playthrough-")) == [
        "drawings.txt"
    ]


def test_no_listing_is_left_of_a_kind_that_is_gone() -> None:
    assert {*(FOLDER / "listings").rglob("*.txt")} == {listing_of(*kind) for kind in KINDS}


def test_what_is_recorded_is_what_is_ordered() -> None:
    """The kit of these tests is one that a user can order."""
    assert ordered("code777", names_=NAMES).file() == "code777-en-a4-anne-mario-nora-sam.pdf"


def test_the_smallest_change_shows_with_advice_and_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Proves the comparison: one word on one face moved by two hundredths of a millimetre."""
    monkeypatch.setattr(f"{__name__}.SHOWN_IN", tmp_path)
    faces = kit("code777")["questions"]
    name = "code777.question.1"

    def as_it_was(slug: str, face: str, file: Path, out: Path) -> str:
        drawings.write(faces[face], faces, out)
        return ""

    monkeypatch.setattr(drawings, "as_recorded", as_it_was)
    first = next(item for item in faces[name].items if isinstance(item, Text))
    moved = tuple(replace(item, x=item.x + 0.02) if item is first else item for item in faces[name].items)
    changed = faces | {name: replace(faces[name], items=moved)}
    was = {each: digest(listing(face)) for each, face in faces.items()}
    differs = told("code777", "questions", changed, was)
    assert "only after looking" in differs
    assert "make expected" in differs
    assert "--only questions" in differs
    assert sum(line.startswith(("+ ", "- ")) for line in differs.splitlines()) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{name}-{when}.{kind}" for when in ("new", "old") for kind in ("png", "txt")]  # fmt: skip
    assert told("code777", "questions", faces, was) == ""


def test_the_old_face_is_drawn_with_the_code_that_recorded_it(tmp_path: Path) -> None:
    """From git alone: what is written has the digest that is recorded in the commit."""
    file = file_of("code777")
    missing = drawings.as_recorded("code777", "code777.list", file, tmp_path / "old")
    if missing.startswith("git"):
        pytest.skip("no history here")
    assert missing == ""
    assert (tmp_path / "old.png").read_bytes().startswith(b"\x89PNG")
    assert digest((tmp_path / "old.txt").read_text("utf-8")) == recorded("code777")["list"]["code777.list"]
