"""The rules of Rallye-Code: what a move leads to."""

from __future__ import annotations

from referee.chance import Chance
from referee.game import TABLE, Actor, Refused
from referee.rallye import events as e
from referee.rallye import managers, paper, police, turns
from referee.rallye import moves as m
from referee.rallye.dice import highest
from referee.rallye.pieces import CARDS
from referee.rallye.run import Run
from referee.rallye.state import State, outcome


def deal(options: m.Options, seats: int, chance: Chance) -> list[e.Event]:
    """The highest roll makes the first policeman; the cards are shuffled. With paper both is done on the table."""
    if options.pieces == "paper":
        return [e.Dealt(options, seats, (), 0, ())]
    rounds, policeman = highest(seats, chance)
    return [e.Dealt(options, seats, rounds, policeman, chance.shuffled(range(len(CARDS))))]


def decide(state: State, actor: Actor, move: m.Move, chance: Chance) -> list[e.Event]:
    """What a move leads to; the rule it breaks, if it breaks one."""
    if outcome(state) and not corrects(state, actor, move):
        raise Refused("over")
    if actor != TABLE and actor not in range(state.seats):
        raise Refused("no such seat", given=actor)
    if isinstance(move, m.Skip | m.Time | m.Proceed) and actor != TABLE:
        raise Refused("table only")
    if isinstance(move, m.TakeBack):
        return take_back(state, actor)
    if state.paper:
        return paper.decide(state, actor, move)
    run, turn = Run(state), state.rolls
    if actor == TABLE:
        table(run, move, chance)
    else:
        assert isinstance(actor, int)
        if state.out[actor]:
            raise Refused("out")
        player(run, actor, move, chance)
    finished(run, turn, state)
    return run.events


def corrects(state: State, actor: Actor, move: m.Move) -> bool:
    """What the host may put right when it is over: a roll that was told, a purse that was counted on the table."""
    return actor == TABLE and (isinstance(move, m.TakeBack) or (state.paper and isinstance(move, m.Count)))


def player(run: Run, seat: int, move: m.Move, chance: Chance) -> None:
    """A player's move."""
    if isinstance(move, m.Roll):
        if run.state.sale and run.state.sale.stage != "asked":
            managers.duel(run, seat, move.dice, chance)
        else:
            turns.roll(run, seat, move.dice, chance)
    elif isinstance(move, m.Stop):
        police.stop(run, seat, move)
    elif isinstance(move, m.Claim):
        police.claim(run, seat, move)
    elif isinstance(move, m.Demand):
        demand(run, seat, move.due)
    elif isinstance(move, m.Answer):
        managers.answer(run, seat, move.sell)
    elif isinstance(move, m.LetGo):
        turns.let_go(run, seat)
    else:
        raise Refused("paper only")


def demand(run: Run, seat: int, number: int) -> None:
    """A manager asks for what is owed to his till, before the next player has rolled."""
    claim = run.state.claim(number)
    if claim is None:
        raise Refused("lapsed" if 0 <= number < run.state.owed else "no such due", given=number)
    manager = run.state.desk(claim.of.till).manager
    if manager != seat:
        raise Refused("not your till", till=claim.of.till, seat=manager)
    run.add(e.Demanded(number, seat))
    run.settle(claim)


def table(run: Run, move: m.Move, chance: Chance) -> None:
    """The time is up, of the game or to speak; or the table does for an absent player what he must: he rolls, pays, and sells."""
    if isinstance(move, m.Time):
        run.add(e.TimeUp())
        return
    if isinstance(move, m.Proceed):
        turns.proceed(run)
        return
    if not isinstance(move, m.Skip):
        raise Refused("players only")
    if move.seat in turns.unheard(run.state):
        turns.let_go(run, move.seat, away=True)
        return
    if move.seat != turns.waiting(run.state):
        raise Refused("not waiting", given=move.seat)
    if run.state.sale is None:
        turns.roll(run, move.seat, None, chance, anyway=True)
    elif run.state.sale.stage == "asked":
        managers.answer(run, move.seat, True)
    else:
        managers.duel(run, move.seat, None, chance, anyway=True)


def finished(run: Run, rolls: int, before: State) -> None:
    """Who is broke is out. Then the turn goes on, if its player has rolled, or is no longer there, and nothing is for sale."""
    if outcome(run.state):
        return
    run.ruin()
    done = run.state.rolls > rolls or before.sale is not None or run.state.out[run.state.turn]
    if done and run.state.sale is None and outcome(run.state) is None:
        turns.onward(run)


def take_back(state: State, actor: Actor) -> list[e.Event]:
    """A roll that was told wrong: by whoever told it while nothing was done since, later by the host."""
    if not state.back:
        raise Refused("nothing to take back")
    if actor != TABLE and actor != state.told:
        raise Refused("host only")
    return [e.TakenBack(actor)]
