"""A move that a phone sends: what it answers, and how it is decided and kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion import sitting as s
from companion.errors import Closed, Mismatch, Sorry, Unfit
from companion.memory import TRIES, Check, Memory, Pending, busy
from companion.sitting import Sitting
from companion.store import Change, Conflict, Reply
from referee.chance import Chance
from referee.game import Actor, Offer, Refused, decided
from templates import say

KEY = re.compile(r"[!-~]{8,64}")
REFUSED = 422
REFUSALS = 100  # of an actor in a game whose answers are kept; an older key is decided again

Words = Callable[[Sitting, Actor, Refused], str]  # a refusal as a sentence


class Call(Struct, frozen=True, forbid_unknown_fields=True):
    """A move as it comes from a phone: the offer it answers, a key of its own, and the move."""

    offer: str
    key: str
    move: msgspec.Raw

    @property
    def digest(self) -> str:
        """The same for the same move, whatever its key."""
        return sha256(self.offer.encode() + b"\0" + bytes(self.move)).hexdigest()


def offered(sitting: Sitting, actor: Actor) -> list[Offer]:
    """What may be done now."""
    if sitting.phase not in ("playing", "over") or sitting.paused or sitting.closed or sitting.dealing:
        return []
    # A move that was late for the last game must not be one of this game.
    return [replace(offer, id=f"{sitting.number}.{offer.id}") for offer in sitting.game.moves(sitting.state, actor)]


def answered(memory: Memory, words: Words, table: str, actor: Actor, call: Call, may: Check) -> Reply:
    """Decides a move, commits it and gives the answer: the same answer whenever the same key comes again.

    Whoever asks must be allowed to, by what memory knows now: it may have been read again since.
    """
    if not KEY.fullmatch(call.key):
        raise Unfit(say("A move needs a key of 8 to 64 letters."))
    for _ in range(TRIES):
        may()
        try:
            return _decided(memory, words, memory.load(table), actor, call)
        except (Conflict, Sorry) as mistake:
            before = _replied(memory, table, actor, call)  # asked last: almost every move comes once
            if before:
                return before
            if isinstance(mistake, Sorry):
                raise
            memory.forget(table)
    raise busy()


def _decided(memory: Memory, words: Words, pending: Pending, actor: Actor, call: Call) -> Reply:
    sitting = pending.sitting
    if sitting.paused:
        memory.be_sure(sitting)
        raise Unfit(say("The game is paused."))
    offer = next((o for o in offered(sitting, actor) if o.id == call.offer), None)
    if offer is None:
        memory.be_sure(sitting)
        raise Closed(say("That is over: the table has moved on."))
    try:
        move = msgspec.json.decode(call.move, type=sitting.game.Move)
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise Unfit(say("This move cannot be read.")) from None
    told = msgspec.to_builtins(move)
    if told["kind"] != offer.kind or any(told[name] != value for name, value in offer.settled.items()):
        raise Unfit(say("This move does not answer that offer."))
    number = len(sitting.turns)
    try:
        events = decided(sitting.game, sitting.state, actor, move, Chance(sitting.dice, number))
    except Refused as refused:
        memory.be_sure(sitting)
        body = {"error": words(sitting, actor, refused), "rule": refused.rule}
        reply = Reply(REFUSED, msgspec.json.encode(body), call.digest)
        _keep_refusal(memory, pending, str(actor), call.key, reply)
        return reply
    reply = Reply(200, msgspec.json.encode({"version": sitting.version + 1}), call.digest)
    act = s.Moved(actor, told, msgspec.to_builtins(events))
    memory.write(pending, act, Change(sitting.id, game=sitting.number, reply=(str(actor), call.key, reply)))
    return reply


def _keep_refusal(memory: Memory, pending: Pending, actor: str, key: str, reply: Reply) -> None:
    """Keeps the answer under its key, and of this actor's refusals in this game only the latest.

    The store does not know their order; whoever reads the table again takes those it finds there for the oldest.
    """
    sitting = pending.sitting
    known = pending.refused.get(actor)
    if not known or known[0] != sitting.number:
        known = sitting.number, memory.store.keys(sitting.id, actor, sitting.number, REFUSED)
    keys = known[1]
    gone = keys[: max(0, len(keys) + 1 - REFUSALS)]
    change = Change(sitting.id, game=sitting.number, reply=(actor, key, reply), forgotten=gone)
    memory.store.write(change)
    pending.refused[actor] = sitting.number, [*keys[len(gone) :], key]


def _replied(memory: Memory, table: str, actor: Actor, call: Call) -> Reply | None:
    """What that key was answered before; the store keeps a key from being answered twice."""
    before = memory.store.reply(table, str(actor), call.key)
    if before and before.digest != call.digest:
        raise Mismatch(say("This key was used for another move."))
    return before
