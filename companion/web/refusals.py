"""A refusal of the rules as one sentence, from the game's own table."""

from __future__ import annotations

from companion.table.names import isolated
from companion.table.state import TableState
from companion.web import rendering
from referee.game import Actor, Refused
from templates import i18n
from templates.sentences import Scene, sentence, sentence_table


def refusal_sentence(table_state: TableState, _: Actor, refused: Refused) -> str:
    """A refusal in the words of `templates/pages/<slug>/refusals.toml`."""
    slug = table_state.slug
    scene = Scene(refused.evidence, seat_names(table_state), rendering.kit(slug))
    return sentence(sentence_table(slug, "refusals"), refused.rule, scene)


def seat_names(table_state: TableState) -> list[str]:
    """The name of every seat, also of one that nobody has taken."""
    return [
        isolated(chair.name) or i18n.say("Seat {number}").format(number=i + 1)
        for i, chair in enumerate(table_state.chairs)
    ]
