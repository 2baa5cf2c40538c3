"""Writing files so that nobody ever finds half of one."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from errno import EISDIR
from pathlib import Path

from generator.errors import CannotWrite


def save(files: Iterable[tuple[Path, bytes]]) -> None:
    """Writes all files beside their places, then renames them: until the last is written, none has changed."""
    written: list[tuple[str, Path]] = []
    try:
        for path, data in files:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
            handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
            written.append((beside, path))
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.chmod(beside, 0o644)
        while written:
            beside, path = written[0]
            os.replace(beside, path)
            written.pop(0)
    except OSError as refusal:
        raise CannotWrite(path, refusal.strerror or str(refusal)) from None
    finally:
        for beside, _ in written:
            Path(beside).unlink(missing_ok=True)
