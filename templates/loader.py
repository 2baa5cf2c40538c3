"""Files of the shelf: kits, rules, evenings, as their readers want them. A mistake names file, key and what was expected."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from templates.errors import SAID, FileError, Misfit
from templates.foreign_messages import reason
from templates.i18n import language, set_french, translated
from templates.overlay import file_that_sets, overlaid
from templates.regular_file import bounded_bytes
from templates.shelves import SHELF as SHELF
from templates.shelves import shelf

# What lies in pages/<slug>. These every game has,
PAGES = ("hand.html", "table.html", "refusals.toml", "narration.toml")
# and of these what it needs: what the host can put right, what is told before the game and at its beginning, what just
# happened, who may speak before the next move and whose that is, what the game was, another bar of pages than the usual one, what somebody
# could know, how it looks, a script of its own. Without such a file there is nothing of the kind.
MORE_PAGES = (
    "host.html", "lobby.html", "role.html", "moment.html", "breath.html", "follows.html",
    "story.html", "tabs.html", "puzzle.html",
    "debrief.toml", "coach.toml",
    "page.css", "page.js", "art.svg", "ground.svg",
)  # fmt: skip

T = TypeVar("T")
LARGEST = 4 << 20  # bytes of a TOML file: a hundred times the longest of ours
FIGURES = re.compile(r"^!\[[^\]]*\]\((\w+)\)$", re.M)  # in Markdown


def parsed_toml(file: Path) -> dict[str, Any]:
    """A TOML file, or the line of its mistake."""
    import tomllib  # the help page does without
    from pickle import loads

    try:
        text = bounded_bytes(file, LARGEST).decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
        return loads(pickled_toml(text))  # type: ignore[no-any-return]
    except FileNotFoundError:
        raise FileError(file, "", "the file is missing") from None
    except OSError as refusal:
        raise FileError(file, "", SAID, said=reason(refusal)) from None
    except tomllib.TOMLDecodeError as mistake:
        raise FileError(file, "", SAID, said=mistake) from None
    except UnicodeDecodeError as mistake:
        line = mistake.object[: mistake.start].count(b"\n") + 1
        raise FileError(file, "", "expected letters written in utf-8, not so in line {line}", line=line) from None
    except RecursionError:
        raise FileError(file, "", "expected fewer brackets within each other") from None
    except ValueError:  # Python reads no number that long
        raise FileError(file, "", "expected numbers of fewer digits") from None


@lru_cache(32)
def pickled_toml(text: str) -> bytes:
    """What a text in TOML says. Kits are read again and again, and this takes a tenth of the time."""
    import tomllib
    from pickle import dumps

    return dumps(tomllib.loads(text))


def read_toml(file: Path, shape: type[T], place: str) -> T:
    """A TOML file of that shape, its texts in the language spoken. Mistakes name file, key and what was expected."""
    try:
        return shaped(overlaid(place, translated(parsed_toml(file), place)), shape, file)
    except FileError as mistake:
        own = file_that_sets(place, mistake.key)
        if own:
            key = ".".join(filter(None, (place, mistake.key)))
            raise FileError(own, key, mistake.text, **mistake.evidence) from None
        raise


def shaped(data: Any, shape: type[T], file: Path, below: str = "") -> T:
    """Data of a file, or of one of its tables, in that shape."""
    import msgspec

    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as mistake:
        message, _, where = str(mistake).partition(" - at `")
        key = where.rstrip("`").rpartition("$")[2].lstrip(".")  # also "key` in `$.table"
        whole = ".".join(filter(None, (below, key)))
        if isinstance(misfit := mistake.__cause__, Misfit):
            raise FileError(file, whole, misfit.text, **misfit.evidence) from None
        if "got" not in message and isinstance(found := at(data, key), str | int | float):
            raise FileError(file, whole, "{said}, got `{found}`", said=message, found=found) from None
        raise FileError(file, whole, SAID, said=message) from None


def at(data: Any, key: str) -> Any:
    """What stands at a key such as `question[3].text`, if anything does."""
    for word in re.findall(r"[^.\[\]]+", key):
        try:
            data = data[int(word)] if isinstance(data, list | tuple) else data[word]
        except (KeyError, IndexError, TypeError, ValueError):
            return None
    return data


def kit_file(slug: str) -> Path:
    """Where the sizes, colours and texts of a game are."""
    return shelf(slug) / "kits" / f"{slug}.toml"


def kit(slug: str, shape: type[T]) -> T:
    """Sizes, colours and texts of a game."""
    return read_toml(kit_file(slug), shape, slug)


def kit_data(slug: str) -> dict[str, Any]:
    """The same as plain data, for those who need no more than a title."""
    return overlaid(slug, translated(parsed_toml(kit_file(slug)), slug))  # type: ignore[no-any-return]


def rules_file(slug: str) -> Path:
    """Where the rules of a game are, in the language spoken."""
    return shelf(slug) / "rules" / language() / f"{slug}.md"


def rules(slug: str) -> str:
    """The rules of a game, as Markdown."""
    return markdown(rules_file(slug))


def evening_file(slug: str) -> Path:
    """Where it is told how a game is played with slips and without phones, in the language spoken."""
    return shelf(slug) / "evenings" / language() / f"{slug}.md"


def evening(slug: str) -> str:
    """How a game is played with slips, as Markdown."""
    return markdown(evening_file(slug))


def page_text(slug: str, name: str) -> str:
    """A file of `MORE_PAGES` as text; nothing if the game brings none."""
    file = shelf(slug) / "pages" / slug / name
    return file.read_text(encoding="utf-8") if file.exists() else ""


def figure_folder(slug: str, lang: str = "") -> Path:
    """Where the figures of a game are that phones show, in the language spoken or that one."""
    return shelf(slug) / "pages" / slug / "figures" / (lang or language())


def shown_figures(slug: str) -> list[str]:
    """The names of the figures that phones show: in the lesson of the lobby, in the rules and in the guide."""
    lesson = parsed_toml(kit_file(slug)).get("lesson", {})
    told = {picture["figure"] for mode in lesson.values() for picture in mode.values()}
    pages = (file for file in (rules_file(slug), guide_file(slug)) if file.exists())
    return sorted(told.union(*(FIGURES.findall(file.read_text(encoding="utf-8")) for file in pages)))


def guide_file(slug: str) -> Path:
    """Where it is told how a game is played on phones alone, in the language spoken."""
    return shelf(slug) / "guides" / language() / f"{slug}.md"


def guide(slug: str) -> str:
    """How a game is played on phones alone, as Markdown; nothing where it is not told apart from the rules."""
    file = guide_file(slug)
    return markdown(file) if file.exists() else ""


def markdown(file: Path) -> str:
    """A text of the shelf, as Markdown."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as mistake:
        raise FileError(file, "", SAID, said=mistake) from None
    return set_french(text) if language() == "fr" else text
