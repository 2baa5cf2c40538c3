"""A refusal of the rules as one sentence, made by the game's own template."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask

import templates
from companion import looks
from companion.names import isolated
from companion.sitting import Sitting
from referee.game import TABLE, Actor, Refused


def refusal(app: Flask) -> Callable[[Sitting, Actor, Refused], str]:
    """Tells a refusal in the words of `templates/pages/<slug>/says.txt`."""

    def words(sitting: Sitting, actor: Actor, refused: Refused) -> str:
        module: Any = app.jinja_env.get_template(f"{sitting.slug}/says.txt").make_module(
            {"kit": looks.kit(sitting.slug), "names": names(sitting), "say": templates.say}
        )
        evidence = {"seat": None, **refused.evidence}
        return " ".join(str(module.refused(refused.rule, evidence, actor == TABLE)).split())

    return words


def names(sitting: Sitting) -> list[str]:
    """The name of every seat, also of one that nobody has taken."""
    return [
        isolated(chair.name) or templates.say("Seat {number}").format(number=i + 1)
        for i, chair in enumerate(sitting.chairs)
    ]
