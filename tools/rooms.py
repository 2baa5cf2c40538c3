"""Draws docs/images/rooms.svg from the imports themselves, and counts them in docs/architecture.md, so that neither can lie.

    make docs

A test fails when they are stale.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from grimp import build_graph

ROOT = Path(__file__).resolve().parent.parent
PICTURE, PAGE = ROOT / "docs" / "images" / "rooms.svg", ROOT / "docs" / "architecture.md"
OPEN, CLOSE = "<!-- counted by `make docs` -->", "<!-- end of what is counted -->"
ROOMS = ("cli", "companion", "generator", "templates", "referee")
PARTS = {  # column, row
    "cli": (0.5, 0),
    "companion.server": (0, 1),
    "companion.web": (0, 2),
    "companion.service": (0, 3),
    "companion.storage": (0, 4),
    "companion.table": (0, 5),
    "generator.press": (1, 1),
    "generator.kits": (1, 2),
    "generator.order": (1, 3),
    "generator.layout": (1, 4),
    "generator.drawing": (1, 5),
    "templates": (0, 6.3),
    "referee": (1, 6.3),
}
FOOT = ("templates", "referee")  # everybody asks them: told in words, or their arrows would hide the others
WIDE, HIGH, ACROSS, DOWN = 190, 44, 330, 78


def part(module: str) -> str:
    """The part of the house that a module belongs to; nothing for what lies at the door of a room."""
    names = module.split(".")
    return next((name for name in (".".join(names[:2]), names[0]) if name in PARTS), "")


def arrows() -> Counter[tuple[str, str]]:
    """How many imports lead from one part to another."""
    graph = build_graph(*ROOMS)
    found: Counter[tuple[str, str]] = Counter()
    for module in graph.modules:
        for asked in graph.find_modules_directly_imported_by(module):
            ends = part(module), part(asked)
            if all(ends) and ends[0] != ends[1]:
                found[ends] += 1
    return found


def modules(name: str) -> int:
    """How many modules a part has."""
    return sum(file.name != "__init__.py" for file in (ROOT / name.replace(".", "/")).rglob("*.py"))


def corner(name: str) -> tuple[float, float]:
    """The upper left corner of a part in the picture."""
    column, row = PARTS[name]
    return 24 + column * ACROSS, 20 + row * DOWN


def arrow(one: str, other: str, count: int) -> str:
    """A line from a part to one that it asks: straight down, or in a bow around those between."""
    (x1, y1), (x2, y2) = corner(one), corner(other)
    width = min(4.0, 1 + count / 12)
    if x1 == x2 and y2 - y1 > DOWN + 1:
        side = -1 if x1 < ACROSS / 2 else 1
        edge = x1 if side < 0 else x1 + WIDE
        bow = edge + side * (12 + 5 * (y2 - y1) / DOWN)
        way = f"M{edge:g} {y1 + HIGH / 2:g}C{bow:g} {y1 + HIGH:g} {bow:g} {y2:g} {edge:g} {y2 + HIGH / 2:g}"
    else:
        start, end = (x1 + WIDE / 2, y1 + HIGH), (x2 + WIDE / 2, y2)
        if y1 == y2:
            start, end = (x1 + WIDE, y1 + HIGH / 2), (x2, y2 + HIGH / 2)
        way = f"M{start[0]:g} {start[1]:g}L{end[0]:g} {end[1]:g}"
    return f'<path class="a" stroke-width="{width:.1f}" d="{way}"/>'


def picture(found: Counter[tuple[str, str]]) -> str:
    """The whole picture as SVG; dark where the reader's page is."""
    high = 20 + 6.3 * DOWN + HIGH + 46
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 568 {high:g}" font-family="sans-serif" role="img">',
        "<title>The rooms, and who asks whom</title>",
        "<style>.b{fill:#f6f1e7;stroke:#8a6d3b}.a{fill:none;stroke:#8a6d3b;opacity:.55;marker-end:url(#p)}text{fill:#222}"
        "small,.s{font-size:11px;fill:#555}@media(prefers-color-scheme:dark){.b{fill:#2b2721;stroke:#c8a868}.a{stroke:#c8a868}"
        "text{fill:#eee}.s{fill:#bbb}#p path{fill:#c8a868}}</style>",
        '<defs><marker id="p" viewBox="0 0 6 6" refX="6" refY="3" markerWidth="6" markerHeight="6" orient="auto" '
        'markerUnits="userSpaceOnUse"><path d="M0 0 6 3 0 6z" fill="#8a6d3b"/></marker></defs>',
    ]
    lines += [arrow(*ends, count) for ends, count in sorted(found.items()) if ends[1] not in FOOT]
    for name in PARTS:
        x, y = corner(name)
        lines.append(f'<rect class="b" x="{x:g}" y="{y:g}" width="{WIDE}" height="{HIGH}" rx="6"/>')
        lines.append(
            f'<text x="{x + WIDE / 2:g}" y="{y + 19:g}" text-anchor="middle">{name.replace(".", " / ")}</text>'
        )
        count = modules(name)
        lines.append(f'<text class="s" x="{x + WIDE / 2:g}" y="{y + 35:g}" text-anchor="middle">{count} modules</text>')
    foot = high - 14
    lines.append(
        f'<text class="s" x="24" y="{foot:g}">All of them read the shelf (templates); all but drawing ask the referee.</text>'
    )
    return "\n".join([*lines, "</svg>", ""])


def counted(found: Counter[tuple[str, str]]) -> str:
    """The table of who asks whom, in words."""
    rows = ["| part | modules | asks |", "|---|---|---|"]
    for name in PARTS:
        asked = ", ".join(f"{other} ({count})" for (one, other), count in sorted(found.items()) if one == name)
        rows.append(f"| `{name.replace('.', '/')}` | {modules(name)} | {asked or '–'} |")
    backwards = sum((other, one) in found for one, other in found) // 2
    told = f"{len(found)} arrows between {len(PARTS)} parts, {backwards} of them in both directions."
    return "\n".join([*rows, "", told, "", " ".join(ways(hops()))])


def hops() -> dict[str, list[str]]:
    """What a tap and a print pass through; in a process of its own, where nothing is kept from before."""
    done = subprocess.run([sys.executable, ROOT / "tools" / "hops.py"], capture_output=True, check=True)
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


def ways(found: dict[str, list[str]]) -> list[str]:
    """How many modules each of them passes through, room by room."""
    told = {
        "tap": "A tap (the move of a robot, from the request to the answer)",
        "print": "`sousmain print` of one game",
    }
    lines = []
    for what, files in found.items():
        rooms = Counter(file.partition("/")[0] for file in files)
        parts = ", ".join(f"{rooms[room]} of {room}" for room in ROOMS if rooms[room])
        lines.append(f"{told[what]} runs functions of {len(files)} modules: {parts}.")
    return lines


def render() -> tuple[str, str]:
    """Picture and page as they should be."""
    found = arrows()
    page = PAGE.read_text("utf-8")
    fresh = f"{OPEN}\n\n{counted(found)}\n\n{CLOSE}"
    return picture(found), re.sub(f"{re.escape(OPEN)}.*?{re.escape(CLOSE)}", lambda _: fresh, page, flags=re.DOTALL)


def main() -> None:
    """Writes both."""
    drawn, page = render()
    PICTURE.write_text(drawn, "utf-8")
    PAGE.write_text(page, "utf-8")


if __name__ == "__main__":
    main()
