"""What just happened, and the last few before it: shown to everybody, on whatever page they are.

The presenter of a game says what there is; its `moment.html` puts one of them into words, for phones and table screens alike.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

LAST = 6  # that can be looked at again: what somebody misses who talks, or fetches a glass


class Moment(Struct, frozen=True):
    """Something that happened, as everybody may know it."""

    key: str  # another one whenever it is to be shown over the page
    kind: str
    of: Any  # what its game knows of it
