"""The words of `sousmain debrief`: questions are counted as players count them, and nothing is told in bits."""

from __future__ import annotations

from referee.debrief import Secret, Telling
from templates.i18n import say
from templates.pages.debrief import DebriefWords, decimal, kind

MOST = 99.9  # per cent: something is always left


class RecordWords(DebriefWords):
    """What there is to say about a record, beside the numbers that its turns have."""

    def questions(self, turn: int) -> int:
        """How many questions were asked up to a turn, in a game where cards ask them; else none."""
        asked = (
            each for each in self.debrief.events if kind(each.event) == "asked" and hasattr(each.event, "question")
        )
        return sum(each.turn <= turn for each in asked)

    def when(self, turn: int) -> str:
        """A moment as players count it, with its turn in the record."""
        if number := self.questions(turn):
            return say("question {number} (turn {turn})").format(number=number, turn=turn)
        return say("turn {turn}").format(turn=turn)

    def could_know(self, secret: Secret) -> str:
        """From when on somebody could know what he had to find, and when he said it."""
        assert secret.fact is not None and secret.could_know is not None
        return say("After {moment} {name} could know: {fact} {said}").format(
            moment=self.when(secret.could_know),
            name=self.names[secret.seat],
            fact=self.fact(secret.fact),
            said=self.said(secret),
        )

    def told_most(self, each: Telling) -> str:
        """What told somebody most, by how much of what was possible it ruled out."""
        out = f"{decimal(min(MOST, 100 * (1 - 2**-each.bits)))} %"
        return say("What told {name} most: {moment}. It ruled out {share} of what was still possible. {event}").format(
            name=self.names[each.seat],
            moment=self.when(self.debrief.events[each.event].turn),
            share=out,
            event=self.happened(each.event),
        )
