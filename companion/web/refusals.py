"""A refusal of the rules as one sentence, made by the game's own template."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask

from companion.table.names import isolated
from companion.table.state import TableState
from companion.web import rendering
from referee.game import TABLE, Actor, Refused
from templates import i18n


def refusal_sentences(app: Flask) -> Callable[[TableState, Actor, Refused], str]:
    """Tells a refusal in the words of `templates/pages/<slug>/says.txt`."""

    def words(table_state: TableState, actor: Actor, refused: Refused) -> str:
        module: Any = app.jinja_env.get_template(f"{table_state.slug}/says.txt").make_module(
            {"kit": rendering.kit(table_state.slug), "names": seat_names(table_state), "say": i18n.say}
        )
        evidence = {"seat": None, **refused.evidence}
        return " ".join(str(module.refused(refused.rule, evidence, actor == TABLE)).split())

    return words


def seat_names(table_state: TableState) -> list[str]:
    """The name of every seat, also of one that nobody has taken."""
    return [
        isolated(chair.name) or i18n.say("Seat {number}").format(number=i + 1)
        for i, chair in enumerate(table_state.chairs)
    ]
