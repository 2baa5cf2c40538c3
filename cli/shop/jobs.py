"""Everything a worker can do, by the name under which the server asks for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from cli.shop import commands, kits, missing
from companion.web.shop.form import CHOICES, title
from companion.web.shop.frames import Frame
from companion.web.shop.tools import tool_forms
from generator.order.fields import ORDER
from referee.errors import UserError
from templates.i18n import say

JOBS: dict[str, Callable[[dict[str, Any], bytes], Frame]] = {
    "draw": kits.draw,
    "page": kits.page,
    "file": kits.file,
    "keep": kits.keep,
    "shelf": kits.shelf,
    "pieces": missing.pieces,
    "puzzles": commands.puzzles,
    "deal": commands.deal,
    "calibration": commands.calibration,
    "profile": commands.profile,
    "doctor": commands.doctor,
    "record": commands.record,
}


def field_of(mistake: UserError) -> str:
    """The field of the form that a mistake is about, if any."""
    return getattr(mistake, "field", "") or kits.named_field(str(mistake))


def sentence_of(mistake: UserError, job: dict[str, Any]) -> str:
    """What is wrong, in the words of the page: a field by its label where the command line names an option, a choice as it
    is shown. What is to be typed in a terminal stays as it is."""
    labels = {word: say(text) for choices in CHOICES.values() for word, text in choices.items() if "-" in word}
    for field in ORDER:
        labels[field.option] = title(field)
        chosen = CHOICES.get(field.name, {}).items()
        labels |= {
            f"{field.option} {word}": say("{name}: {words}").format(name=title(field), words=say(text))
            for word, text in chosen
            if word
        }
    labels["--save"] = say("Keep all these choices under a name")
    labels |= {f"--{field.name}": field.title for field in tool_forms(job["spoken"], ()).get(job["do"], ())}
    quoted = {word: say("“{label}”").format(label=label) for word, label in labels.items()}
    longest_first = "|".join(re.escape(word) for word in sorted(labels, key=len, reverse=True))
    named = re.compile(rf"`[^`]*`|(?<![\w/-])(?:{longest_first})(?![\w-])")
    typed = say("“{label}”").format(label=getattr(mistake, "given", ""))  # what somebody typed stays as it is
    parts = str(mistake).partition(typed)
    return "".join(
        named.sub(lambda found: quoted.get(found[0], found[0]), part) if part != typed else part for part in parts
    )
