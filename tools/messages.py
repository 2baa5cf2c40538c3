"""Brings the catalogues up to date: collects every text of the program and of the kits, keeps what is translated.

    make messages

New texts come in empty, old ones go. A test fails until every text has its translation. A game that brings its own shelf
has catalogues of its own there, with what ours do not say already.
"""

from __future__ import annotations

import sys
from io import BytesIO
from itertools import product
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from templates import i18n, loader, sentences
from templates.shelves import SHELF, shelf, shelves

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from referee.registry import GAMES  # noqa: E402

HEADER = 'msgid ""\nmsgstr ""\n"Language: {code}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
METHODS = [("**.py", "python"), ("pages/**.html", "jinja2")]
SENTENCES = (
    "refusals",
    "narration",
    "debrief",
    "coach",
)  # tables of sentences that a game has beside its pages, some of them
OPTIONS = {"pages/**": {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}}
ROOMS = ("cli", "companion", "generator", "referee", "templates")
# What is said here and now or later, and what is wrong with a file: the name of each call, and which argument is the text.
KEYWORDS = {"say": None, "later": None, "Misfit": (1,), "BoardFlaw": (2,), "FileError": (3,)}


def collected(at: Path = SHELF) -> Catalog:
    """Every text of a shelf: `say(…)` and its like in the code, tables of sentences, the kits' under the names of their
    places. With ours come those of all rooms; of another, ours are left out."""
    catalog = Catalog(charset="utf-8", fuzzy=False)
    for folder in [ROOT / room for room in ROOMS] if at == SHELF else [at]:
        found = extract_from_dir(folder, method_map=METHODS, keywords=KEYWORDS, options_map=OPTIONS)
        for file, _, message, _, _ in sorted(found, key=lambda row: (row[0], row[1])):
            catalog.add(message, locations=[(place_of(folder / file), 0)])
    games = [slug for slug in GAMES if shelf(slug) == at]
    for slug, name in product(sorted(games), SENTENCES):
        path = sentences.sentence_file(slug, name)
        if not path.exists():
            continue
        for text in sentences.sentence_table(slug, name).texts():
            catalog.add(text, locations=[(place_of(path), 0)])
    for message in collected() if at != SHELF else ():
        if message.id and not message.context:
            catalog.delete(message.id)
    for slug in games:
        for place, text in i18n.texts(loader.parsed_toml(loader.kit_file(slug)), slug):
            catalog.add(text, context=place, locations=[(place_of(loader.kit_file(slug)), 0)])
    return catalog


def place_of(path: Path) -> str:
    """A file as catalogues name it."""
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path.name)


def file(code: str, at: Path = SHELF) -> Path:
    """The catalogue of a language."""
    return at / "locale" / code / "messages.po"


def kept(code: str, at: Path = SHELF) -> Catalog:
    """What is translated into a language."""
    with file(code, at).open("rb") as opened:
        return read_po(opened, locale=code)


def main() -> None:
    """Rewrites each catalogue."""
    for at, code in product(shelves(), i18n.LANGUAGES):
        if code == "en":
            continue
        path = file(code, at)
        path.parent.mkdir(parents=True, exist_ok=True)
        old = read_po(path.open("rb"), locale=code) if path.exists() else Catalog()
        new = Catalog(locale=code, charset="utf-8", fuzzy=False)
        missing = 0
        for message in collected(at):
            if not message.id:
                continue
            known = old.get(message.id, message.context)
            string = known.string if known and not known.fuzzy else ""
            missing += not string
            new.add(message.id, string, message.locations, context=message.context)
        body = BytesIO()
        write_po(body, new, width=110, omit_header=True, include_lineno=False)
        path.write_bytes(HEADER.format(code=code).encode() + body.getvalue())
        print(f"{place_of(path)}: {len(new)} texts, {missing} to translate")


if __name__ == "__main__":
    main()
