"""Draws the pictures of kits that pages show: templates/pages/<slug>/art.svg. A test says when they are not fresh.

make docs
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from generator.press.composed_kit import kit  # noqa: E402
from referee.registry import GAMES  # noqa: E402


def art() -> dict[Path, str]:
    """The files, and what should be in them."""
    made = {slug: kit(slug).page_art for slug in GAMES}
    return {ROOT / "templates" / "pages" / slug / "art.svg": draw() + "\n" for slug, draw in made.items() if draw}


def main() -> None:
    """Writes them anew."""
    for file, text in art().items():
        file.write_text(text, "utf-8")
        print(file.relative_to(ROOT), len(text))


if __name__ == "__main__":
    main()
