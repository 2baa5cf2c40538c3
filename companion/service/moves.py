"""A move that a phone sends: what it answers, and how it is decided and kept."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.errors import BadRequest, Mismatch, OfferClosed, PhoneError
from companion.storage.cache import TRIES, CachedTable, Permit, TableCache, busy
from companion.storage.store import Conflict, StoredReply, WriteSet
from companion.table import acts
from companion.table.state import TableState
from referee.chance import Chance
from referee.game import Actor, Offer, Refused, decided
from templates.i18n import say

KEY = re.compile(r"[!-~]{8,64}")
REFUSED = 422
REFUSALS = 100  # of an actor in a game whose answers are kept; an older key is decided again


class MoveRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A move as it comes from a phone: the offer it answers, a key of its own, and the move."""

    offer: str
    key: str
    move: msgspec.Raw

    @property
    def digest(self) -> str:
        """The same for the same move, whatever its key."""
        return sha256(self.offer.encode() + b"\0" + bytes(self.move)).hexdigest()


class Refusal(Struct, frozen=True, omit_defaults=True):
    """A rule that refused a move, as it is kept under the key of the move; whoever answers makes the sentence of it.

    With the names of then: the same key gets the same answer, also when somebody has changed his name since.
    """

    rule: str
    error: str = ""  # the sentence, in what the versions before kept
    game: str = ""
    evidence: dict[str, Any] = {}
    names: tuple[str, ...] = ()


def refusal_of(reply: StoredReply) -> Refusal | None:
    """Why a move was refused; None if it was played."""
    return msgspec.json.decode(reply.body, type=Refusal) if reply.status == REFUSED else None


def open_offers(table_state: TableState, actor: Actor) -> list[Offer]:
    """What may be done now."""
    if table_state.phase not in ("playing", "over") or table_state.paused or table_state.closed or table_state.dealing:
        return []
    # A move that was late for the last game must not be one of this game.
    return [
        replace(offer, id=f"{table_state.number}.{offer.id}")
        for offer in table_state.game.moves(table_state.state, actor)
    ]


def play_move(cache: TableCache, table: str, actor: Actor, call: MoveRequest, may: Permit) -> StoredReply:
    """Decides a move, commits it and gives the answer: the same answer whenever the same key comes again.

    Whoever asks must be allowed to, by what memory knows now: it may have been read again since.
    """
    for _ in range(TRIES):
        cached = may()
        if not KEY.fullmatch(call.key):
            raise BadRequest(say("A move needs a key of 8 to 64 letters."))
        try:
            return _decided(cache, cached, actor, call)
        except (Conflict, PhoneError) as mistake:
            before = _replied(cache, table, actor, call)  # asked last: almost every move comes once
            if before:
                return before
            if isinstance(mistake, PhoneError):
                raise
            cache.forget(table)
    raise busy()


def _decided(cache: TableCache, cached: CachedTable, actor: Actor, call: MoveRequest) -> StoredReply:
    table_state = cached.table_state
    if table_state.paused:
        cache.ensure_current(table_state)
        raise BadRequest(say("The game is paused."))
    offer = next((o for o in open_offers(table_state, actor) if o.id == call.offer), None)
    if offer is None:
        cache.ensure_current(table_state)
        raise OfferClosed(say("That is over: the table has moved on."))
    try:
        move = msgspec.json.decode(call.move, type=table_state.game.Move)
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise BadRequest(say("This move cannot be read.")) from None
    told = msgspec.to_builtins(move)
    if told["kind"] != offer.kind or any(told[name] != value for name, value in offer.settled.items()):
        raise BadRequest(say("This move does not answer that offer."))
    number = len(table_state.turns)
    try:
        events = decided(table_state.game, table_state.state, actor, move, Chance(table_state.dice, number))
    except Refused as refused:
        cache.ensure_current(table_state)
        names = tuple(chair.name for chair in table_state.chairs)
        refusal = Refusal(refused.rule, game=table_state.slug, evidence=refused.evidence, names=names)
        reply = StoredReply(REFUSED, msgspec.json.encode(refusal), call.digest)
        _keep_refusal(cache, cached, str(actor), call.key, reply)
        return reply
    reply = StoredReply(200, msgspec.json.encode({"version": table_state.version + 1}), call.digest)
    act = acts.MoveMade(actor, told, msgspec.to_builtins(events))
    cache.write(cached, act, WriteSet(table_state.id, game=table_state.number, reply=(str(actor), call.key, reply)))
    return reply


def _keep_refusal(cache: TableCache, cached: CachedTable, actor: str, key: str, reply: StoredReply) -> None:
    """Keeps the answer under its key, and of this actor's refusals in this game only the latest.

    The store does not know their order; whoever reads the table again takes those it finds there for the oldest.
    """
    table_state = cached.table_state
    known = cached.refused.get(actor)
    if not known or known[0] != table_state.number:
        known = table_state.number, cache.store.keys(table_state.id, actor, table_state.number, REFUSED)
    keys = known[1]
    gone = keys[: max(0, len(keys) + 1 - REFUSALS)]
    change = WriteSet(table_state.id, game=table_state.number, reply=(actor, key, reply), forgotten=gone)
    cache.store.write(change)
    cached.refused[actor] = table_state.number, [*keys[len(gone) :], key]


def _replied(cache: TableCache, table: str, actor: Actor, call: MoveRequest) -> StoredReply | None:
    """What that key was answered before; the store keeps a key from being answered twice."""
    before = cache.store.reply(table, str(actor), call.key)
    if before and before.digest != call.digest:
        raise Mismatch(say("This key was used for another move."))
    return before
