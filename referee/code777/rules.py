"""The rules of Code 777: what a move leads to, and what an event changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from referee.chance import Chance
from referee.code777 import moves as m
from referee.code777.pieces import PLAYERS, QUESTIONS, TILES, TILES_ON_A_RACK, Tile, dummies, racks
from referee.code777.questions import DIGITS, Answer, Contest, Rack, Racks, question
from referee.game import TABLE, Actor, Offer, Outcome, Refused

RESHUFFLE_AT = 7  # so few tiles left, after a refill, bring those put aside back


class Line(Struct, frozen=True):
    """A question and its answer in the log, with the racks they were about."""

    seat: int
    question: int
    answer: Answer
    about: tuple[int, ...]
    heard: bool = True  # announced answers are known to the rules before anyone hears them
    was: tuple[tuple[int, Answer], ...] = ()  # question and answer as everybody heard them before a correction


class State(Struct, frozen=True):
    """All that is so, secrets included. Views are built from it, never cut out of it."""

    options: m.Options = m.Options()
    seats: int = 0
    fillings: tuple[tuple[Rack, ...], ...] = ()  # of each rack, all its tiles so far; the last ones stand on it
    stock: tuple[Tile, ...] = ()  # with paper racks nobody knows it
    left: int = 0  # tiles in the stock
    aside: tuple[Tile, ...] = ()
    deck: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    turn: int = 0
    turns: int = 0  # questions drawn or passed over: names the offer to ask
    lines: tuple[Line, ...] = ()
    right: int = 0  # right declarations so far: two players replace their open racks by turns
    last: m.Event | None = None  # what was entered last can be put right by its seat until something else happens

    @property
    def racks(self) -> Racks:
        """What stands on each rack now."""
        return tuple(filled[-1] for filled in self.fillings)

    @property
    def refills(self) -> tuple[int, ...]:
        """How often each rack was filled anew."""
        return tuple(len(filled) - 1 for filled in self.fillings)

    @property
    def waiting(self) -> tuple[int, ...]:
        """Paper racks whose tiles nobody has told yet."""
        return tuple(i for i, rack in enumerate(self.racks) if not rack)

    @property
    def pending(self) -> Line | None:
        """The question that its asker has yet to answer aloud."""
        return self.lines[-1] if self.lines and not self.lines[-1].heard else None


def start() -> State:
    """Before the deal."""
    return State()


def deal(options: m.Options, seats: int, chance: Chance) -> list[m.Event]:
    """Shuffles tiles and cards. With paper racks the tiles are shuffled on the table."""
    if seats not in PLAYERS:
        raise Refused("players", seats=seats, least=PLAYERS[0], most=PLAYERS[-1])
    tiles = chance.shuffled(TILES) if options.racks == "phone" else ()
    questions = chance.shuffled(range(1, QUESTIONS + 1)) if options.pieces == "phone" else ()
    return [m.Dealt(options, seats, tiles, questions)]


def decide(state: State, actor: Actor, move: m.Move, chance: Chance) -> list[m.Event]:
    """What a move leads to; the rule it breaks, if it breaks one."""
    if outcome(state):
        raise Refused("over")
    if actor == TABLE:
        return decide_for_table(state, move)
    if actor not in range(state.seats):
        raise Refused("no such seat", seat=actor)
    assert isinstance(actor, int)
    if isinstance(move, m.Ask):
        return ask(state, actor, move)
    if isinstance(move, m.Announce):
        return announce(state, actor, move)
    if isinstance(move, m.Declare):
        return declare(state, actor, move, chance)
    if isinstance(move, m.Enter):
        return enter(state, actor, move)
    if isinstance(move, m.Recall):
        return recall(state, actor, move)
    raise Refused("table only", move="skip")


def decide_for_table(state: State, move: m.Move) -> list[m.Event]:
    """What the host may do: put right what was entered, pass over an absent player."""
    if isinstance(move, m.Enter):
        return enter(state, TABLE, move)
    if isinstance(move, m.Recall):
        return recall(state, TABLE, move)
    if isinstance(move, m.Skip):
        if state.pending:  # an absent seat tells the truth
            return [m.Answered(state.pending.seat, state.pending.answer)]
        return [m.Skipped(state.turn)]
    raise Refused("players only")


def ask(state: State, seat: int, move: m.Ask) -> list[m.Event]:
    """The top card, or the one that was drawn from the paper deck."""
    if seat != state.turn:
        raise Refused("not your turn", turn=state.turn)
    if state.pending:
        raise Refused("answer first", question=state.pending.question)
    if state.waiting:
        raise Refused("racks to enter", racks=state.waiting)
    on_paper = state.options.pieces == "paper"
    if on_paper != (move.question is not None):
        raise Refused("card number" if on_paper else "no card number")
    number = move.question if move.question is not None else state.deck[0]
    answer = question(number).answer(seen_by(seat, state.racks))
    events: list[m.Event] = [m.Asked(seat, number, answer, state.refills)]
    if state.options.answers == "referee":
        events.append(m.Answered(seat, answer))
    return events


def announce(state: State, seat: int, move: m.Announce) -> list[m.Event]:
    """The asker's own answer. A miscount is told to him alone, before anybody has heard it."""
    pending = state.pending
    if not pending or pending.seat != seat:
        raise Refused("nothing to answer")
    if type(move.answer) is not type(pending.answer):
        raise Refused("kind of answer", question=pending.question)
    if move.answer != pending.answer:
        raise Refused("miscounted", question=pending.question, answer=move.answer)
    return [m.Answered(seat, pending.answer)]


def declare(state: State, seat: int, move: m.Declare, chance: Chance) -> list[m.Event]:
    """Right or wrong: the tiles are shown, put aside and replaced, unless that was the last point."""
    if not state.racks[seat]:
        raise Refused("racks to enter", racks=state.waiting)
    tiles = state.racks[seat]
    right = sorted(move.digits) == sorted(tile.digit for tile in tiles)
    events: list[m.Event] = [m.Declared(seat, move.digits, right, tiles)]
    state = evolve(state, events[0])
    if outcome(state):
        return events
    for rack in (seat, *open_racks_replaced(state, right)):
        for event in refill(state, rack, chance):
            events.append(event)
            state = evolve(state, event)
    return events


def open_racks_replaced(state: State, right: bool) -> list[int]:
    """After a right declaration: with three players the open rack, with two one of the two by turns."""
    count = dummies(state.seats)
    return [state.seats + (state.right - 1) % count] if right and count else []


def refill(state: State, rack: int, chance: Chance) -> Iterator[m.Event]:
    """New tiles for a rack; then the discards come back if the stock has run low."""
    first = m.Refilled(rack, state.stock[:TILES_ON_A_RACK])
    yield first
    after = evolve(state, first)
    if after.left <= RESHUFFLE_AT:
        yield m.Reshuffled(chance.shuffled(sorted(after.stock + after.aside)) if after.stock else ())


def enter(state: State, actor: Actor, move: m.Enter) -> list[m.Event]:
    """Tells what stands on a paper rack: the neighbour who set it, anybody for an open rack; never its owner."""
    if state.options.racks != "paper":
        raise Refused("racks on phones")
    if not 0 <= move.rack < len(state.fillings):
        raise Refused("no such rack", rack=move.rack)
    corrects = bool(state.racks[move.rack])
    if actor != TABLE and setter(state, move.rack) not in (None, actor):
        raise Refused("not yours to enter", rack=move.rack, setter=setter(state, move.rack))
    if corrects and not may_correct_rack(state, actor, move.rack):
        raise Refused("too late to correct", rack=move.rack)
    # Only what the actor sees may refuse him, else the refusal would tell him his own tiles. The host is trusted with any
    # tiles that exist: he may be putting right two racks, one after the other.
    seen = [rack for i, rack in enumerate(state.racks) if actor != TABLE and i not in (actor, move.rack)]
    there = Counter(tile for rack in seen for tile in rack) + Counter(move.tiles)
    wrong = sorted(tile for tile, count in (there - Counter(TILES)).items() if count)
    if wrong:
        raise Refused("no such tiles", tiles=tuple(wrong))
    changed = corrected(state, move.rack, move.tiles) if corrects else ()
    return [m.Entered(actor, move.rack, move.tiles, corrects, changed)]


def setter(state: State, rack: int) -> int | None:
    """Who put the tiles there: the player on the right of its owner; nobody in particular for an open rack."""
    return (rack - 1) % state.seats if rack < state.seats else None


def may_correct_rack(state: State, actor: Actor, rack: int) -> bool:
    """Its seat until something else happens, the host always."""
    last = state.last
    return actor == TABLE or (isinstance(last, m.Entered) and (last.rack, last.by) == (rack, actor))


def may_correct_card(state: State, actor: Actor) -> bool:
    """The asker until something else happens, and not what he has announced; the host always."""
    if state.options.pieces != "paper" or not state.lines:
        return False
    if actor == TABLE:
        return True
    line, last = state.lines[-1], state.last
    fresh = isinstance(last, m.Asked | m.Answered) or (isinstance(last, m.Recalled) and last.by == actor)
    announced = state.options.answers == "announced" and line.heard
    return fresh and actor == line.seat and not announced


def corrected(state: State, rack: int, tiles: Rack) -> tuple[tuple[int, Answer], ...]:
    """The answers in the log that spoke of these tiles and would have been others."""
    fillings = filled_with(state.fillings, rack, tiles)
    found = []
    for i, line in enumerate(state.lines):
        answer = answer_then(line.question, line.seat, line.about, fillings)
        if line.about[rack] == state.refills[rack] and answer != line.answer:
            found.append((i, answer))
    return tuple(found)


def recall(state: State, actor: Actor, move: m.Recall) -> list[m.Event]:
    """Puts right the number of the last card: its asker until the next move, the host also later."""
    if state.options.pieces != "paper" or not state.lines:
        raise Refused("nothing to correct")
    line = state.lines[-1]
    if not may_correct_card(state, actor):
        raise Refused("too late to correct", question=line.question)
    answer = answer_then(move.question, line.seat, line.about, state.fillings)
    return [m.Recalled(actor, move.question, answer)]


def seen_by(seat: int, all_racks: Racks) -> Racks:
    """All racks but his own."""
    return tuple(rack for i, rack in enumerate(all_racks) if i != seat)


def answer_then(number: int, seat: int, about: tuple[int, ...], fillings: tuple[tuple[Rack, ...], ...]) -> Answer:
    """The true answer to a question about the racks as they stood then."""
    return question(number).answer(seen_by(seat, tuple(fillings[i][n] for i, n in enumerate(about))))


def filled_with(fillings: tuple[tuple[Rack, ...], ...], rack: int, tiles: Rack) -> tuple[tuple[Rack, ...], ...]:
    """The same with other tiles on a rack now."""
    changed = (*fillings[rack][:-1], tuple(tiles))
    return (*fillings[:rack], changed, *fillings[rack + 1 :])


def evolve(state: State, event: m.Event) -> State:
    """The state after an event."""
    if isinstance(event, m.Dealt):
        return dealt(event)
    state = replace(state, last=event)
    if isinstance(event, m.Asked):
        assert event.answer is not None
        line = Line(event.seat, event.question, event.answer, event.about, heard=False)
        deck = (*state.deck[1:], *state.deck[:1])
        return replace(state, lines=(*state.lines, line), deck=deck)
    if isinstance(event, m.Answered):
        heard = replace(state.lines[-1], answer=event.answer, heard=True)
        return next_turn(replace(state, lines=(*state.lines[:-1], heard)))
    if isinstance(event, m.Declared):
        scores = tuple(s + (event.right and i == event.seat) for i, s in enumerate(state.scores))
        return replace(state, scores=scores, right=state.right + event.right)
    if isinstance(event, m.Refilled):
        aside = state.aside + state.racks[event.rack]
        filled = (*state.fillings[event.rack], event.tiles)
        fillings = (*state.fillings[: event.rack], filled, *state.fillings[event.rack + 1 :])
        stock = state.stock[len(event.tiles) :]
        return replace(state, fillings=fillings, aside=aside, stock=stock, left=state.left - TILES_ON_A_RACK)
    if isinstance(event, m.Reshuffled):
        left = len(TILES) - TILES_ON_A_RACK * len(state.fillings)  # all that stand on no rack, entered or not
        return replace(state, stock=event.tiles, left=left, aside=())
    if isinstance(event, m.Entered):
        lines = list(state.lines)
        for i, answer in event.answers:
            lines[i] = put_right(lines[i], lines[i].question, answer)
        fillings = filled_with(state.fillings, event.rack, event.tiles)
        return replace(state, fillings=fillings, lines=tuple(lines))
    if isinstance(event, m.Recalled):
        assert event.answer is not None
        line = put_right(state.lines[-1], event.question, event.answer)
        return replace(state, lines=(*state.lines[:-1], line))
    return next_turn(state)


def put_right(line: Line, number: int, answer: Answer) -> Line:
    """A corrected line keeps what everybody heard before."""
    was = (*line.was, (line.question, line.answer)) if line.heard else line.was
    return replace(line, question=number, answer=answer, was=was)


def dealt(event: m.Dealt) -> State:
    """Three tiles on each rack, in the order of the shuffled tiles; empty paper racks to be entered."""
    count = racks(event.seats)
    used = count * TILES_ON_A_RACK
    standing = [event.tiles[i * TILES_ON_A_RACK : (i + 1) * TILES_ON_A_RACK] for i in range(count)]
    return State(
        options=event.options,
        seats=event.seats,
        fillings=tuple((rack,) for rack in standing),
        stock=event.tiles[used:],
        left=len(TILES) - used,
        deck=event.questions,
        scores=(0,) * event.seats,
    )


def next_turn(state: State) -> State:
    """Clockwise."""
    return replace(state, turn=(state.turn + 1) % state.seats, turns=state.turns + 1)


def moves(state: State, actor: Actor) -> list[Offer]:
    """What that actor may do now."""
    if not state.seats or outcome(state) or (actor != TABLE and actor not in range(state.seats)):
        return []
    offers: list[Offer] = []
    if may_correct_card(state, actor):
        offers.append(Offer(f"recall.{len(state.lines)}", "recall", tuple(range(1, QUESTIONS + 1))))
    if state.options.racks == "paper":
        for rack, tiles in enumerate(state.racks):
            own = actor == TABLE or setter(state, rack) in (None, actor)
            if own and (not tiles or may_correct_rack(state, actor, rack)):
                offers.append(Offer(f"enter.{rack}.{state.refills[rack]}", "enter", (rack,)))
    if actor == TABLE:
        return [Offer(f"skip.{state.turns}.{len(state.lines)}", "skip"), *offers]
    assert isinstance(actor, int)
    if actor == state.turn and not state.waiting and not state.pending:
        numbers = tuple(range(1, QUESTIONS + 1)) if state.options.pieces == "paper" else ()
        offers.append(Offer(f"ask.{state.turns}", "ask", numbers))
    if state.pending and state.pending.seat == actor:
        card = state.pending.question
        offers.append(Offer(f"announce.{len(state.lines)}.{card}", "announce", answers(card)))
    if state.racks[actor]:
        offers.append(Offer(f"declare.{state.refills[actor]}", "declare"))
    return offers


def answers(number: int) -> tuple[Answer, ...]:
    """All that one could answer to a question."""
    if isinstance(question(number), Contest):
        return ("first", "same", "second")
    return tuple(range(len(DIGITS) + 1))  # no count exceeds the seven digits or colours


def outcome(state: State) -> Outcome | None:
    """The first to reach the target has won."""
    winners = tuple(i for i, score in enumerate(state.scores) if score >= state.options.target)
    return Outcome("target", winners, state.scores) if winners else None
