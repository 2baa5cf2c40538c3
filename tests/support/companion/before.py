"""What older versions wrote: data folders with tables of several games and stages, and what was known of them then."""

from __future__ import annotations

import json
import tarfile
from pathlib import Path
from typing import Any

FILES = Path(__file__).resolve().parents[2] / "files"
VERSIONS = {
    1: "0.1.0",
    2: "schema-2",
    3: "schema-3",
}  # by the schema of their databases: each was written by its own program


def unpack(what: str, into: Path, schema: int = 1) -> Path:
    """The folder with the contents of an archive of that version."""
    into.mkdir(parents=True, exist_ok=True)
    with tarfile.open(FILES / VERSIONS[schema] / f"{what}.tar.xz") as archive:
        archive.extractall(into, filter="data")
    return into


def known(folder: Path) -> dict[str, Any]:
    """Tables, tokens and views as that version had them."""
    found: dict[str, Any] = json.loads((folder / "known.json").read_text("utf-8"))
    return found
