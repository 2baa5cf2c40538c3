"""Faces of kits as text, digest and picture. Also a program, which draws one face with the code of another commit:

    python drawings.py TREE GAME FACE OUT

writes OUT.txt and OUT.png with the rooms in the folder TREE.
"""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
NAMES = "Anne,Mario,Nora,Sam"
FAR = 4  # pixels a millimetre


def faces(component: Any) -> dict[str, Any]:
    """Each face once by its name: those within others first, then fronts, then backs."""
    return {face.name: face for face in (*component.parts, *component.fronts, *component.behind)}


def digest(text: str) -> str:
    """Sixteen letters that differ when one letter of the listing does."""
    return sha256(text.encode()).hexdigest()[:16]


def write(face: Any, others: dict[str, Any], out: Path) -> None:
    """OUT.txt and OUT.png: the listing of a face, and how it looks."""
    import pypdfium2

    from generator.drawing.geometry import shift
    from generator.drawing.pen import FaceStamp, listing
    from generator.layout.paper import Paper
    from generator.press.pdf_writer import Document

    out.parent.mkdir(parents=True, exist_ok=True)
    Path(f"{out}.txt").write_text(listing(face), encoding="utf-8")
    paper = Paper("face", face.width + 10, face.height + 10)
    document = Document(paper, others | {face.name: face}, title="", subject="", lang="en")
    document.page(document.side([FaceStamp(face.name, shift(5, 5))]))
    with pypdfium2.PdfDocument(document.bytes()) as pdf:
        pdf[0].render(scale=FAR * 25.4 / 72).to_pil().save(f"{out}.png")


def kit(slug: str) -> dict[str, dict[str, Any]]:
    """Component -> its faces: English, A4, full colour, four players with names."""
    from generator.order.request import requests
    from generator.press import build

    (order,) = requests([slug], lang="en", names_=NAMES)
    return {run.component.key: faces(run.component) for run in build.compose(order).runs}


def as_recorded(slug: str, face: str, recorded: Path, out: Path) -> str:
    """Draws a face with the code of the commit that recorded it; an empty text, or why that cannot be done."""
    git = ["git", "-C", str(ROOT)]
    found = subprocess.run([*git, "log", "-1", "--format=%H", "--", str(recorded)], capture_output=True, text=True)
    if found.returncode or not found.stdout.strip():
        return "git knows no commit that recorded it"
    with TemporaryDirectory() as tree:
        archive = subprocess.run([*git, "archive", found.stdout.strip()], capture_output=True)
        subprocess.run(["tar", "-x", "-C", tree], input=archive.stdout, check=True)
        program = Path(tree) / Path(__file__).relative_to(ROOT)  # that commit's own: it knows the names of its time
        command = [sys.executable, str(program), tree, slug, face, str(out)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tree)
    return done.stderr.strip().rpartition("\n")[2] if done.returncode else ""


if __name__ == "__main__":
    tree, slug, name, out = sys.argv[1:]
    sys.path[0] = tree  # before what is installed
    every = {name: face for group in kit(slug).values() for name, face in group.items()}
    write(every[name], every, Path(out))
