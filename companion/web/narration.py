"""What pages tell in the words of a game's narration: the same that `sousmain replay` says, with names set apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from markupsafe import Markup

from companion.web.templating import ElidedPageText
from templates.french import ElidedText
from templates.pages import presenter
from templates.sentences import Scene, Teller, sentence_table


def marked_up(text: str) -> Markup:
    """A text for a page: what is filled into it by `format` is escaped once, and what is markup already is not."""
    safe = str(text).replace("&", "&amp;").replace("<", "&lt;").replace('"', "&#34;")
    return ElidedPageText(safe) if isinstance(text, ElidedText) else Markup(safe)


def phrase(
    slug: str, name: str, it: Any, kit: Mapping[str, Any], names: Sequence[str] = (), state: Any = None
) -> Markup:
    """One phrase of a narration about something."""
    return Markup(teller(slug).phrase(name, Scene(it, names, kit, it, state)))


def event_sentence(slug: str, event: Any, kit: Mapping[str, Any], names: Sequence[str], state: Any) -> Markup:
    """What happened, in the sentence for its kind of event."""
    found = teller(slug)
    cases = found.table.sentences[type(event).__struct_config__.tag]
    return Markup(found.told(cases, Scene(event, names, kit, event, state)))


def coach_sentence(
    slug: str, key: str, it: Any, kit: Mapping[str, Any], names: Sequence[str], view: Any, seat: int
) -> Markup:
    """What the coach says to a seat, in its own words or in those of the debrief; `it` is a fact, or an event as that seat
    saw it, and `view` what it saw then."""
    own, else_ = (_knowledge_teller(slug, name) for name in ("coach", "debrief"))
    found = own if key in own.table.sentences else else_
    return Markup(found.told(found.table.sentences.get(key, ()), Scene(it, names, kit, it, view, item=seat)))


@cache
def _knowledge_teller(slug: str, name: str) -> Teller:
    return Teller(sentence_table(slug, name), presenter(slug).NARRATION, marked_up)


@cache
def teller(slug: str) -> Teller:
    """Fills the sentences of a game's narration, for a page."""
    return Teller(sentence_table(slug, "narration"), presenter(slug).NARRATION, marked_up)
