"""Writes the rules into the pages of docs/games: the same text as the printed leaflet and the phones' "how to play".

    make docs

A test fails when a page is stale.
"""

from __future__ import annotations

import re
from pathlib import Path

from generator.order import amounts
from referee.registry import GAMES
from templates.i18n import speaking

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "games"
OPEN = "<!-- the rules: written by `make docs` from templates/rules/en, do not edit them here -->"
CLOSE = "<!-- end of the rules -->"
BETWEEN = re.compile(f"{re.escape(OPEN)}.*?{re.escape(CLOSE)}", re.DOTALL)
FIGURE = re.compile(r"!\[[^\]]*\]\([^)]*\)\n\n")
TITLE = re.compile(r"\A# .*\n\n")


def told(slug: str) -> str:
    """The rules of a game one heading deeper; figures are on the sheets above."""
    with speaking("en"):
        text = TITLE.sub("", amounts.rules_with_amounts(slug))
    return re.sub(r"(?m)^(#+ )", r"#\1", FIGURE.sub("", text)).strip()


def render(slug: str) -> str:
    """The page of a game with its rules as they are now."""
    page = (PAGES / f"{slug}.md").read_text(encoding="utf-8")
    if not BETWEEN.search(page):
        raise SystemExit(f"docs/games/{slug}.md: expected a line `{OPEN}` and a line `{CLOSE}`")
    return BETWEEN.sub(lambda _: f"{OPEN}\n\n{told(slug)}\n\n{CLOSE}", page)


def main() -> None:
    """Writes all pages."""
    for slug in GAMES:
        (PAGES / f"{slug}.md").write_text(render(slug), encoding="utf-8", newline="\n")
        print(f"docs/games/{slug}.md is written")


if __name__ == "__main__":
    main()
