"""Files that a form brings along: own words, maps, profiles. They lie in a folder of their own until the server goes, few
and small; no path of this computer ever comes from a browser."""

from __future__ import annotations

import re
from collections import OrderedDict
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.errors import NotFound
from companion.web.shop.folders import passing_folder
from templates.i18n import say

LARGEST = 4 << 20  # bytes of one
LONGEST = 80  # bytes of its name
KEPT = 12  # the older ones go


class Uploads:
    """The files that were sent, by the word that stands for each."""

    def __init__(self) -> None:
        self._folder: TemporaryDirectory[str] | None = None
        self._files: OrderedDict[str, Path] = OrderedDict()

    def keep(self, name: str, data: bytes) -> str:
        """Keeps a file; the word that stands for it. Its name becomes part of the name of what is printed."""
        self._folder = self._folder or passing_folder()
        plain = plain_name(name)
        word = sha256(plain.encode() + b"\0" + data).hexdigest()[:32]  # the same file again is the same word
        file = Path(self._folder.name) / word / plain
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        self._files[word] = file
        self._files.move_to_end(word)
        while len(self._files) > KEPT:
            _, old = self._files.popitem(last=False)
            old.unlink(missing_ok=True)
            old.parent.rmdir()
        return word

    def path(self, word: str) -> Path:
        """The file that a word stands for."""
        if word not in self._files:
            raise NotFound(say("That file is not here any more: choose it again."))
        return self._files[word]

    def told(self, sentence: str) -> str:
        """A sentence about such a file, without the folder that it happens to lie in."""
        for file in self._files.values():
            sentence = sentence.replace(str(file), file.name)
        return sentence


def plain_name(name: str) -> str:
    """A name of a file, and of nothing else. Its end is kept, of as many bytes as any disk takes."""
    plain = re.sub(r"[^\w.-]+", "-", name.replace("\\", "/").rpartition("/")[2])
    return plain.encode()[-LONGEST:].decode(errors="ignore").lstrip(".") or "file"
