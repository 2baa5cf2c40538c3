"""A refusal of the rules as one sentence, from the game's own table."""

from __future__ import annotations

from companion.service.moves import Refusal
from companion.table.names import isolated
from companion.web import rendering
from templates.i18n import say
from templates.sentences import Scene, sentence, sentence_table


def refusal_sentence(refusal: Refusal) -> str:
    """A refusal in the words of `templates/pages/<slug>/refusals.toml`, or as a version before has said it."""
    if refusal.error:
        return refusal.error
    names = [isolated(name) or say("Seat {number}").format(number=i) for i, name in enumerate(refusal.names, 1)]
    scene = Scene(refusal.evidence, names, rendering.kit(refusal.game))
    return sentence(sentence_table(refusal.game, "refusals"), refusal.rule, scene)
