"""Phrases that were once said as nobody says them in French: they stay as people say them."""

from __future__ import annotations

import pytest

from templates.i18n import say, speaking

SAID = {
    "Is away": "Est absent",
    "Time is up": "Temps écoulé",
    "0 units": "0 unité",
    "Towers left: {towers}.": "Tours hertziennes restantes",
    "You may look at one true card. Nobody else sees it.": "Personne d’autre ne la voit",
    "There is no such car on the board.": "sur le plateau",
    "the {colour} car stops on {square}": "sur la case {square}",
}


@pytest.mark.parametrize("text", SAID)
def test_as_people_say_it(text: str) -> None:
    with speaking("fr"):
        assert SAID[text] in say(text)
