"""The rules of Allo... la France: what a move leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee.allo import events as e
from referee.allo import moves as m
from referee.allo import turns
from referee.allo.cabling import lay
from referee.allo.calls import ask, correct, guess
from referee.allo.changes import evolve
from referee.allo.offers import awaited
from referee.allo.pieces import DECK, GIFT, KEPT, MOST_UNITS, Part, Special, fallback_plate
from referee.allo.state import State, outcome
from referee.chance import Chance
from referee.game import TABLE, Actor, Refused


def deal(options: m.Options, seats: int, chance: Chance) -> list[e.Event]:
    """A city to start from for each, the highest code begins; the cities go back, then everybody draws his number. With
    paper the start is drawn and the cards are shuffled on the table."""
    phone = options.pieces == "phone"
    starts = chance.shuffled(options.map.codes)[:seats] if phone else ()
    parts = [chance.shuffled(options.values(part))[:seats] for part in Part]
    numbers = tuple(m.Number(*plates) for plates in zip(*parts, strict=True))
    deck = chance.shuffled([card.number for card in DECK]) if phone else ()
    return [e.Dealt(options, seats, starts, starts.index(max(starts)) if starts else 0, numbers, deck)]


def decide(state: State, actor: Actor, move: m.Move, chance: Chance) -> list[e.Event]:
    """What a move leads to; the rule it breaks, if it breaks one."""
    if outcome(state):
        raise Refused("over")
    if isinstance(move, m.Correct) and (actor == TABLE or actor in range(state.seats)):
        return [correct(state, actor, move)]
    if actor == TABLE:
        events = [skip(state, move)]
    elif isinstance(move, m.Skip):
        raise Refused("table only")
    elif actor not in range(state.seats):
        raise Refused("no such seat", given=actor)
    else:
        assert isinstance(actor, int)
        events = played(state, actor, move)
    for event in events:
        state = evolve(state, event)
    return [*events, *follow(state)]


def skip(state: State, move: m.Move) -> e.Event:
    """The table passes over whoever the game waits for; a plate that he owes is shown for him."""
    if not isinstance(move, m.Skip):
        raise Refused("players only")
    seat = move.seat
    if seat not in awaited(state):
        raise Refused("not waiting", given=seat)
    for by, to in state.debts:
        if by == seat:
            told = {call.part for call in state.calls if call.to == by and call.answer is True and call.part}
            return shown(state, by, to, fallback_plate(state.unseen(by, to), told))
    return e.Skipped(seat)


def follow(state: State) -> Iterator[e.Event]:
    """What needs nobody: a move that ends nowhere, units from a card, a card that is kept."""
    while (event := by_itself(state)) is not None:
        yield event
        state = evolve(state, event)


def by_itself(state: State) -> e.Event | None:
    """The next such thing. Whoever keeps a card is asked even if he cannot move: nobody else knows what he keeps."""
    card = state.now
    if card is None or state.debts or outcome(state):
        return None
    seat = state.turn
    if state.step == "move" and not turns.reachable(state) and not state.kept[seat]:
        return e.Blocked(seat, card.move)
    if state.step == "special" and card.special == Special.UNITS:
        return e.Gained(seat, min(GIFT, MOST_UNITS - state.units[seat]))
    if state.step == "special" and card.special in KEPT:
        return e.Kept(seat, card.special)
    return None


def played(state: State, seat: int, move: m.Move) -> list[e.Event]:
    """A player's move, in its turn and step."""
    if isinstance(move, m.Show):
        return [show(state, seat, move)]
    if any(by == seat for by, _ in state.debts):
        raise Refused("show first", seat=next(to for by, to in state.debts if by == seat))
    if state.step == "paper":
        return [beside_the_board(state, seat, move)]
    if state.debts or state.turn != seat:
        raise Refused("not your turn", seat=state.debts[0][0] if state.debts else state.turn)
    return PLAYED[type(move)](state, seat, move)


def beside_the_board(state: State, seat: int, move: m.Move) -> e.Event:
    """With paper: calls and secret information. All else hands do."""
    if isinstance(move, m.Ask):
        return ask(state, seat, move)
    if isinstance(move, m.Guess):
        return guess(state, seat, move)
    if isinstance(move, m.Look):
        if move.part is None:
            raise Refused("which part")
        return looked(state, seat, move.to, move.part)
    raise Refused("on the table")


def step(state: State, due: m.Step) -> None:
    """Everything in its order."""
    if state.step != due:
        raise Refused("other step", step=state.step)


def draw(state: State, seat: int, move: m.Draw) -> list[e.Event]:
    """The top card."""
    step(state, "card")
    card = DECK[state.deck[0] - 1]
    return [e.Drawn(seat, card.number, card.move, card.call, card.special, card.part)]


def go(state: State, seat: int, move: m.Go) -> list[e.Event]:
    """Exactly as far as the card says, never straight back, not onto another player."""
    step(state, "move")
    check_free(state, move.city)
    if move.city not in turns.reachable(state):
        assert state.now is not None
        raise Refused("not in reach", city=state.options.map.called(move.city), links=state.now.move)
    return [e.Moved(seat, move.city, False)]


def jump(state: State, seat: int, move: m.Jump) -> list[e.Event]:
    """Any free city, with a kept card."""
    step(state, "move")
    if not state.holds(seat, Special.ANYWHERE):
        raise Refused("not kept", special=Special.ANYWHERE)
    check_free(state, move.city)
    if move.city == state.places[seat]:
        raise Refused("already there", city=state.options.map.called(move.city))
    return [e.Moved(seat, move.city, True)]


def check_free(state: State, city: str) -> None:
    """A city of this map where nobody else stands."""
    if city not in state.options.map.codes:
        raise Refused("no such city", given=city)
    if (there := turns.others(state).get(city)) is not None:
        raise Refused("occupied", city=state.options.map.called(city), seat=there)


def show(state: State, seat: int, move: m.Show) -> e.Event:
    """The price of a wrong guess: a plate of one's own choice that the other has not seen."""
    to = next((to for by, to in state.debts if by == seat), None)
    if to is None:
        raise Refused("nothing to show")
    return shown(state, seat, to, move.part)


def shown(state: State, seat: int, to: int, part: Part) -> e.Event:
    """A plate goes from one to the other."""
    if part not in state.unseen(seat, to):
        raise Refused("shown before", seat=to, part=part)
    return e.Shown(seat, to, part, state.numbers[seat].part(part))


def look(state: State, seat: int, move: m.Look) -> list[e.Event]:
    """The part that the card names, of whom one likes."""
    step(state, "special")
    card = state.now
    if card is None or card.special != Special.SECRET or card.part is None:
        raise Refused("other special")
    if move.part not in (None, card.part):
        raise Refused("other part", part=card.part)
    return [looked(state, seat, move.to, card.part)]


def looked(state: State, seat: int, of: int, part: Part) -> e.Event:
    """A plate of somebody else, which one has not seen."""
    if of not in range(state.seats):
        raise Refused("no such seat", given=of)
    if of == seat:
        raise Refused("yourself")
    if part not in state.unseen(of, seat):
        raise Refused("seen before", seat=of, part=part)
    return e.Looked(seat, of, part, state.numbers[of].part(part))


def build(state: State, seat: int, move: m.Build) -> list[e.Event]:
    """A tower for the city where one stands: from the box while there is one and the card says so, else another one."""
    step(state, "special")
    special, here = state.now and state.now.special, state.places[seat]
    if special not in (Special.TOWER, Special.SHIFT):
        raise Refused("other special")
    new = special == Special.TOWER and state.towers_left > 0
    if new and move.source is not None:
        raise Refused("towers left", count=state.towers_left)
    if not new and move.source is None:
        raise Refused("which tower")
    if move.source is not None and move.source not in state.towers:
        raise Refused("no tower there", city=state.options.map.called(move.source))
    return [e.Built(seat, here, move.source)]


def let_be(state: State, seat: int, move: m.Pass) -> list[e.Event]:
    """Nobody must lay, call or use a special; but draw and move one must, if one can."""
    if state.step == "card" or (state.step == "move" and turns.reachable(state)):
        raise Refused("no passing", step=state.step)
    if state.step == "move":
        assert state.now is not None
        return [e.Blocked(seat, state.now.move)]
    return [e.Passed(seat, state.step)]


PLAYED: dict[type, Callable[..., list[e.Event]]] = {
    m.Draw: draw,
    m.Go: go,
    m.Jump: jump,
    m.Lay: lay,
    m.Ask: lambda state, seat, move: [ask(state, seat, move)],
    m.Guess: lambda state, seat, move: [guess(state, seat, move)],
    m.Look: look,
    m.Build: build,
    m.Pass: let_be,
}
