"""What moves and events of every game are by nature: lines of JSON that say under `kind` what they are.

The tag is the name of the class in small letters, unless the class gives another. Logs and records hold tags: a class that
gets another name must keep its old tag.
"""

from __future__ import annotations

from msgspec import Struct


class Move(Struct, frozen=True, forbid_unknown_fields=True, tag=str.lower, tag_field="kind"):
    """Something a player can do. Phones send it: a field that the move does not have is refused."""


class Event(Struct, frozen=True, tag=str.lower, tag_field="kind"):
    """Something that happened, or what somebody saw of it."""
