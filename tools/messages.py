"""Brings the catalogues up to date: collects every text of the program and of the kits, keeps what is translated.

    make messages

New texts come in empty, old ones go. A test fails until every text has its translation.
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

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from referee.registry import GAMES  # noqa: E402

HEADER = 'msgid ""\nmsgstr ""\n"Language: {code}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
METHODS = [("**.py", "python"), ("pages/**.html", "jinja2"), ("pages/**.txt", "jinja2")]
SENTENCES = ("refusals", "narration")  # tables of sentences that a game has beside its pages
OPTIONS = {"pages/**": {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}}
ROOMS = ("cli", "companion", "generator", "referee", "templates")
# What is said here and now or later, and what is wrong with a file: the name of each call, and which argument is the text.
KEYWORDS = {"say": None, "later": None, "Misfit": (1,), "BoardFlaw": (2,), "FileError": (3,)}


def collected() -> Catalog:
    """Every text there is: `say(…)` and its like in the code, tables of sentences, the kits' under the names of their places."""
    catalog = Catalog(charset="utf-8", fuzzy=False)
    for room in ROOMS:
        found = extract_from_dir(ROOT / room, method_map=METHODS, keywords=KEYWORDS, options_map=OPTIONS)
        for file, _, message, _, _ in sorted(found, key=lambda row: (row[0], row[1])):
            catalog.add(message, locations=[(f"{room}/{file}", 0)])
    for slug, name in product(sorted(GAMES), SENTENCES):
        path = sentences.sentence_file(slug, name)
        for text in sentences.sentence_table(slug, name).texts() if path.exists() else ():
            catalog.add(text, locations=[(str(path.relative_to(ROOT)), 0)])
    for slug in GAMES:
        for place, text in i18n.texts(loader.parsed_toml(loader.kit_file(slug)), slug):
            catalog.add(text, context=place, locations=[(f"templates/kits/{slug}.toml", 0)])
    return catalog


def file(code: str) -> Path:
    """The catalogue of a language."""
    return loader.SHELF / "locale" / code / "messages.po"


def kept(code: str) -> Catalog:
    """What is translated into a language."""
    with file(code).open("rb") as opened:
        return read_po(opened, locale=code)


def main() -> None:
    """Rewrites each catalogue."""
    for code in i18n.LANGUAGES:
        if code == "en":
            continue
        path = file(code)
        path.parent.mkdir(parents=True, exist_ok=True)
        old = read_po(path.open("rb"), locale=code) if path.exists() else Catalog()
        new = Catalog(locale=code, charset="utf-8", fuzzy=False)
        missing = 0
        for message in collected():
            if not message.id:
                continue
            known = old.get(message.id, message.context)
            string = known.string if known and not known.fuzzy else ""
            missing += not string
            new.add(message.id, string, message.locations, context=message.context)
        body = BytesIO()
        write_po(body, new, width=110, omit_header=True, include_lineno=False)
        path.write_bytes(HEADER.format(code=code).encode() + body.getvalue())
        print(f"{path.relative_to(ROOT)}: {len(new)} texts, {missing} to translate")


if __name__ == "__main__":
    main()
