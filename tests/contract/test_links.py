"""Links in our Markdown lead somewhere: to files of the project, and to headings that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)|<img[^>]* src=\"([^\"]+)\"")
PAGES = sorted(
    {
        ROOT / "README.md",
        ROOT / "README.fr.md",
        ROOT / "CONTRIBUTING.md",
        ROOT / "CHANGELOG.md",
        *ROOT.rglob("docs/**/*.md"),
    }
)


def anchors(page: Path) -> set[str]:
    """The headings of a page as they are linked to."""
    heads = re.findall(r"(?m)^#+ (.+)$", page.read_text("utf-8"))
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


def broken(page: Path) -> list[str]:
    """The links of a page that lead nowhere."""
    found = []
    for words in LINK.findall(page.read_text("utf-8")):
        link = words[0] or words[1]
        if re.match(r"[a-z]+:", link):
            continue  # the world outside is not ours to check
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            found.append(link)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    assert broken(page) == []


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A head\n[a](#a-head) [b](#no-head) [c](none.md) [d](page.md) [e](https://example.org/x)", "utf-8"
    )
    assert broken(page) == ["#no-head", "none.md"]
