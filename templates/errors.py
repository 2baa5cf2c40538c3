"""What is wrong with a file of the shelf, or with one that a user gives."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from referee.errors import UserError
from templates.foreign_messages import in_our_words
from templates.i18n import say

SAID = "{said}"  # the text of a mistake that others found: their sentence is the evidence


class FileError(UserError):
    """A mistake in a file of the shelf, or in one that a user gives: which file, which key, what was expected there.

    The text is English, with the evidence in its placeholders. It is told in the language spoken when it is raised.
    """

    def __init__(self, file: Path, key: str, text: str, /, **evidence: object) -> None:
        self.file, self.key, self.text, self.evidence = file, key, text, evidence
        self.expected = error_sentence(text, evidence)
        where = say("{file}: {key}: {expected}") if key else say("{file}: {expected}")
        super().__init__(where.format(file=file.name or file, key=key, expected=self.expected))

    def again(self) -> FileError:
        """The same in the language spoken now: files are checked in every language, and told in one."""
        return FileError(self.file, self.key, self.text, **self.evidence)


class Misfit(UserError, ValueError):
    """Values of a file that do not go together, found when its shape is made. The text is English, as in ShelfError."""

    def __init__(self, text: str, /, **evidence: object) -> None:
        self.text, self.evidence = text, evidence
        super().__init__(text.format(**evidence))


def error_sentence(text: str, evidence: Mapping[str, object]) -> str:
    """What is wrong, in the language spoken; also where others said it."""
    shown = {name: in_our_words(str(value)) if name == "said" else value for name, value in evidence.items()}
    return say(text).format(**shown)
