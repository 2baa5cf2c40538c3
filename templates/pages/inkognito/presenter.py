"""What the pages of Inkognito show, worked out from a view: templates lay it out and reckon nothing."""

from __future__ import annotations

from collections.abc import Mapping

from templates.sentences import Helper

NARRATION: Mapping[str, Helper] = {}  # `cli/presenters.py` has them all: the pages tell no events
