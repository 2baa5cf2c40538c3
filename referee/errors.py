"""The root of all that a user can put right: one sentence for him, exit code 2 or a 4xx, and nothing changed.

UserError
├── BoardFlaw            referee/board_flaws.py     a map or board that cannot be played on: key, and what was expected
├── OptionClash          referee/game.py            two options that do not go together
├── UnknownOption        referee/options.py         an option that a game does not have, or a value it does not take
├── FileError            templates/errors.py        a mistake in a file: which one, which key, what was expected
│   └── Misfit           templates/errors.py        values of a file that do not go together, before the file is known
├── PrintError           generator/errors.py        what stops a kit: unknown words, bad values, paper that is too small
└── PhoneError           companion/errors.py        what a phone is told instead of an answer, with a status

The referee speaks no language: its leaves carry an English text and evidence, and whoever shows them says the text in the
language of the reader. `Refused` is no leaf: it is what the rules say to a move, and belongs to the game.
"""


class UserError(Exception):
    """Something that a user can put right. `str()` is one sentence."""
