"""Inkognito once more, as plainly as the sheet tells it: a second opinion on who goes, who meets, what is shown, the call.

Nothing of the referee is imported here. People are numbers, 4 is the Ambassador; places and cards are words.
"""

from __future__ import annotations

from itertools import combinations

PLACES = ("rialto", "marco", "salute", "giorgio", "sospiri")
WHO = ("F", "B", "Z", "X")
WHAT = ("52", "11", "0", "29")
FRIEND = {"F": "B", "B": "F", "Z": "X", "X": "Z"}
AMBASSADOR = 4

Deeds = dict[str, set[object]]  # what one may do, and each way to do it


class Naive:
    """One deal."""

    def __init__(
        self, players: int, who: list[str], what: list[str], first: int, deck: list[str], dummy: list[str]
    ) -> None:
        self.players, self.who, self.what, self.first = players, who, what, first
        self.deck, self.dummy = deck, dummy  # places that chance plays, the next one first
        self.played: list[list[str]] = [[], [], [], [], []]  # since places were taken back
        self.lies: dict[int, str] = {}  # this round, face up
        self.covered = ""
        self.talking = False
        self.chosen: dict[int, tuple[str, object]] = {}
        self.question: tuple[int, int] | None = None  # asker and asked
        self.history: list[tuple[int, tuple[int, ...], frozenset[str], bool]] = []  # by, to, cards, black
        self.rounds = 0
        self.points: list[int] | None = None
        self.run()

    # Going

    def next_to_go(self) -> int | None:
        """The fifth player lays his place down first; then the agents, from the first player to the left."""
        if self.players == 5 and not self.covered:
            return AMBASSADOR
        for agent in (self.first, (self.first + 1) % 4, (self.first + 2) % 4, (self.first + 3) % 4):
            if agent not in self.lies:
                return agent
        return None

    def run(self) -> None:
        """What needs nobody. Stops when five rounds are over and the places of chance are not shuffled yet."""
        while self.points is None:
            if self.talking:
                if self.waited_for():
                    return
                self.talking, self.lies, self.chosen, self.question = False, {}, {}, None
                self.first = (self.first + 1) % 4
                self.rounds += 1
                if self.rounds % 5 == 0:
                    self.played = [[], [], [], [], []]
                    return
            who = self.next_to_go()
            if who == 3 and self.players == 3:
                self.lay(3, self.dummy.pop(0))
            elif who is None:
                self.lay(AMBASSADOR, self.covered if self.players == 5 else self.deck.pop(0))
                self.covered = ""
                self.talking = True
            else:
                return

    def refill(self, deck: list[str], dummy: list[str]) -> None:
        """Shuffled anew."""
        self.deck, self.dummy = deck, dummy
        self.run()

    def lay(self, who: int, place: str) -> None:
        """Face up."""
        self.lies[who] = place
        self.played[who].append(place)

    # Meeting

    def deciders(self, place: str) -> list[int]:
        """The players who have something to do there."""
        there = [who for who in range(5) if self.lies.get(who) == place]
        if len(there) == 2 and not (self.players == 3 and there == [3, AMBASSADOR]):
            return [who for who in there if who < self.players]
        if len(there) == 3 and self.players == 5 and AMBASSADOR in there:
            return there
        return []

    def waited_for(self) -> list[int]:
        """Whoever has not chosen, and whoever is asked."""
        late = [who for place in PLACES for who in self.deciders(place) if who not in self.chosen]
        if self.question and self.question[1] not in late:
            late.append(self.question[1])
        return sorted(late)

    def fresh_pairs(self, by: int, to: int) -> set[frozenset[str]]:
        """One card true, one false, not handed to him before."""
        mine = {self.who[by], self.what[by]}
        pairs = {frozenset(pair) for pair in combinations(WHO + WHAT, 2) if len(mine.intersection(pair)) == 1}
        return pairs - {cards for b, t, cards, black in self.history if b == by and to in t and not black}

    def fresh_black(self, by: int, to: int) -> set[str]:
        """True cards of one that the other has not been shown."""
        known = {card for b, t, cards, black in self.history if b == by and to in t and black for card in cards}
        return {name for name, card in (("identity", self.who[by]), ("fragment", self.what[by])) if card not in known}

    def may(self, seat: int) -> Deeds:
        """All that a player may do now."""
        if self.points is not None:
            return {"again": {None}}
        if not self.talking:
            if self.next_to_go() != seat:
                return {}
            return {"go": {place for place in PLACES if place not in self.played[seat]}}
        found: Deeds = {}
        if self.question and self.question[1] == seat:
            found["answer"] = set(self.fresh_black(seat, self.question[0]))
        if seat in self.deciders(self.lies[seat]) and seat not in self.chosen:
            found |= self.at_a_meeting(seat)
        return found

    def at_a_meeting(self, seat: int) -> Deeds:
        """All that a player may do at his meeting."""
        others = [who for who in range(5) if who != seat and self.lies[who] == self.lies[seat]]
        if len(others) == 2:  # the Ambassador and two agents, with five players
            if seat == AMBASSADOR:
                return {"pass": {None}, "call": {None}}
            pairs = self.fresh_pairs(seat, AMBASSADOR)
            return {"pair": {(AMBASSADOR, pair) for pair in pairs}} if pairs else {"pass": {None}}
        (met,) = others
        if seat == AMBASSADOR:
            return {"pass": {None}, "call": {None}}
        if met == AMBASSADOR:
            found: Deeds = {"pass": {None}} if self.players == 4 else {"pass": {None}, "call": {None}}
            named = self.to_be_named(seat)
            return found | ({"ask": named} if named else {})
        if met >= self.players:
            cards = self.fresh_black(met, seat)
            return {"pass": {None}, "call": {None}} | ({"look": set(cards)} if cards else {})
        if not self.fresh_pairs(seat, met) or not self.fresh_pairs(met, seat):
            return {"pass": {None}, "call": {None}}
        found = {"pair": {(met, pair) for pair in self.fresh_pairs(seat, met)}, "call": {None}}
        black = self.fresh_black(seat, met)
        return found | ({"show": {(met, card) for card in black}} if black else {})

    def to_be_named(self, asker: int) -> set[object]:
        """Agents who still have something to show him; of the one that nobody plays, he says which card."""
        found: set[object] = set()
        for agent in {0, 1, 2, 3} - {asker}:
            for card in self.fresh_black(agent, asker):
                found.add((agent, card if agent >= self.players else None))
        return found

    # Doing

    def do(self, seat: int, deed: str, how: object) -> None:
        """Does one of the things that he may do, but for the call."""
        if deed == "go":
            if seat == AMBASSADOR:
                self.covered = str(how)
            else:
                self.lay(seat, str(how))
        elif deed == "answer":
            assert self.question
            asker = self.question[0]
            self.show(seat, (asker, AMBASSADOR) if self.players == 5 else (asker,), str(how))
            self.question = None
        else:
            self.chosen[seat] = (deed, how)
            there = self.deciders(self.lies[seat])
            if all(who in self.chosen for who in there):
                for who in there:
                    self.turn_up(who, *self.chosen[who])
        self.run()

    def turn_up(self, seat: int, deed: str, how: object) -> None:
        """What somebody had laid down."""
        if deed == "pair":
            to, cards = how  # type: ignore[misc]
            self.history.append((seat, (to,), cards, False))  # type: ignore[has-type]
        elif deed == "show":
            to, card = how  # type: ignore[misc]
            self.show(seat, (to,), card)  # type: ignore[has-type]
        elif deed == "look":
            self.show(3, (seat,), str(how))
        elif deed == "ask":
            agent, card = how  # type: ignore[misc]
            if card:  # type: ignore[has-type]
                self.show(agent, (seat,), card)  # type: ignore[has-type]
            else:
                self.question = (seat, agent)  # type: ignore[has-type]

    def show(self, by: int, to: tuple[int, ...], name: str) -> None:
        """A true card."""
        card = self.who[by] if name == "identity" else self.what[by]
        self.history.append((by, to, frozenset([card]), True))

    def call(self, seat: int, said_who: list[str], said_what: list[str]) -> str | list[int]:
        """The telephone: the rule that forbids it, or the points."""
        met = next((who for who in range(4) if who != seat and self.lies[who] == self.lies[seat]), None)
        found = verdict(self.players, self.who, self.what, seat, said_who, said_what, met)
        if isinstance(found, list):
            self.points = found
        return found

    def seen_by(self, seat: int) -> list[tuple[int, list[str], bool]]:
        """What somebody has shown and been shown."""
        return sorted((by, sorted(cards), black) for by, to, cards, black in self.history if seat in (by, *to))


def verdict(
    players: int,
    who: list[str],
    what: list[str],
    caller: int,
    said_who: list[str],
    said_what: list[str],
    met: int | None,
) -> str | list[int]:
    """The points that a call brings to each player, or the rule that refuses it."""
    if set(said_who) != set(WHO) or set(said_what) != set(WHAT):
        return "each once"
    if caller != AMBASSADOR and (said_who[caller] != who[caller] or said_what[caller] != what[caller]):
        return "own cards"
    if players == 4 and (met is None or said_who[met] != FRIEND[said_who[caller]]):
        return "not your ally"
    right = said_who == who and said_what == what
    if players == 4:
        side = ("F", "B") if who[caller] in ("F", "B") else ("Z", "X")
        winners = [player for player in range(4) if (who[player] in side) == right]
    elif right:
        winners = [caller]
    else:
        winners = [player for player in range(players) if player != caller]
    return [1 if player in winners else 0 for player in range(players)]
