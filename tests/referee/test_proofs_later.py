"""A game looked back on: proofs that are looked for later are those that are looked for at once."""

from __future__ import annotations

from typing import Any

import pytest

from referee import simulation
from referee.debrief import debriefed, denied, proof_of, reasoner_at
from referee.registry import game, robot

SHORT: dict[str, dict[str, Any]] = {
    "allo": {"surnames": 4, "firsts": 4, "jobs": 4},
    "code777": {"target": 2},
    "inkognito": {"target": 1},
}


@pytest.mark.parametrize("slug", SHORT)
def test_proofs_later_are_proofs_at_once(slug: str) -> None:
    """Of what could be known, and of what was wrong though it could be known; nothing that came later proves anything."""
    rules = game(slug)
    seats, compared = rules.players[0], 0
    for number in range(4):
        seed = simulation.seed_of("later", number)
        turns, _ = simulation.play(rules, robot(slug), rules.Options(**SHORT[slug]), seats, seed)
        events = [turn.events for turn in turns]
        at_once, later = debriefed(rules, events, seats), debriefed(rules, events, seats, proofs=False)
        assert at_once.steps == later.steps
        for secret in (each for several in at_once.secrets for each in several if each.fact):
            reasoner = reasoner_at(rules, later.events, secret.seat, secret.at)
            assert later.events[secret.at].turn == secret.could_know
            assert proof_of(reasoner, secret.fact) == secret.proof
            compared += 1
        for each, plain in zip(at_once.mistakes, later.mistakes, strict=True):
            assert (each.proof is None) == (plain.proof is None)
            reasoner = reasoner_at(rules, later.events, each.seat, each.at)
            assert proof_of(reasoner, denied(each.fact)) == each.proof
    assert compared
