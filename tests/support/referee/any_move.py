"""Any move that a game's types allow, sensible or not: whoever tries them all finds what the rules forgot to refuse."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import msgspec
from msgspec import inspect

from referee.game import Game, Offer

FEW = 40  # so many moves of a kind are tried, and all of them where there are no more
INTEGERS = (-1, 0, 1, 2, 3, 4, 5, 6, 9, 30)


@cache
def kinds(game: Game) -> list[inspect.StructType]:
    """The shapes of all moves of a game."""
    union = inspect.type_info(game.Move)
    assert isinstance(union, inspect.UnionType)
    return [each for each in union.types if isinstance(each, inspect.StructType)]


def any_moves(game: Game, offers: list[Offer], dice: random.Random, only: str = "") -> Iterator[Any]:
    """Moves of every kind, or of that one, in any order: all if they are few, else some by chance and some that nearly are
    offered. Each is made when it is asked for."""
    near = [value for offer in offers for value in leaves((offer.choices, list(offer.settled.values())))]
    for kind in kinds(game):
        if only and kind.tag != only:
            continue
        fields = [(field.encode_name, values(field.type, near, dice)) for field in kind.fields]
        every = 1
        for _, found in fields:
            every *= len(found)
        if every <= FEW:
            chosen = [
                dict(zip([name for name, _ in fields], each, strict=True)) for each in product(*[f for _, f in fields])
            ]
        else:
            chosen = [{name: dice.choice(found) for name, found in fields} for _ in range(FEW)]
            settled = [offer for offer in offers if offer.kind == kind.tag]
            chosen += [{**each, **msgspec.to_builtins(offer.settled)} for each in chosen[:FEW] for offer in settled[:3]]
        dice.shuffle(chosen)
        for each in chosen:
            try:
                yield msgspec.convert({kind.tag_field: kind.tag, **each}, game.Move, str_keys=True)
            except (msgspec.ValidationError, ValueError):
                continue


def leaves(of: Any) -> Iterator[Any]:
    """All plain values in there, and the lists they stand in."""
    of = msgspec.to_builtins(of)
    if isinstance(of, list | tuple):
        yield list(of)
        for each in of:
            yield from leaves(each)
    elif isinstance(of, dict):
        yield of
        for each in of.values():
            yield from leaves(each)
    else:
        yield of


def values(kind: inspect.Type, near: list[Any], dice: random.Random) -> list[Any]:
    """What a field can be: all of it where that is little, else some, with what offers tell of that kind."""
    match kind:
        case inspect.UnionType():
            return [value for each in kind.types for value in values(each, near, dice)]
        case inspect.NoneType():
            return [None]
        case inspect.BoolType():
            return [False, True]
        case inspect.LiteralType():
            return list(kind.values)
        case inspect.EnumType():
            return [each.value for each in kind.cls]
        case inspect.IntType():
            low, high = kind.ge, kind.le if kind.le is not None else kind.lt and kind.lt - 1
            if low is not None and high is not None and high - low <= 30:
                return list(range(low, high + 1))
            return list({*INTEGERS, *(n for n in near if isinstance(n, int) and not isinstance(n, bool))})
        case inspect.StrType():
            return sorted({"", "01", "11", "10", *(text for text in near if isinstance(text, str))})
        case inspect.TupleType():
            parts = [values(each, near, dice) for each in kind.item_types]
            like = [n for n in near if isinstance(n, list) and len(n) == len(parts)]
            return [[dice.choice(part) for part in parts] for _ in range(FEW)] + like
        case inspect.VarTupleType():
            part = values(kind.item_type, near, dice)
            length = kind.min_length if kind.min_length is not None else 3
            some = [[dice.choice(part) for _ in range(length)] for _ in range(FEW // 2)]
            return some + [dice.sample(part, length) for _ in range(FEW // 2) if len(part) >= length]
        case inspect.StructType():
            fields = [(field.encode_name, values(field.type, near, dice)) for field in kind.fields]
            made = [{name: dice.choice(found) for name, found in fields} for _ in range(FEW)]
            return made + [n for n in near if isinstance(n, dict) and set(n) == {name for name, _ in fields}]
    raise AssertionError(f"no moves with {kind}")


def answers(offer: Offer, move: Any) -> bool:
    """Is that move what the offer offers? Its kind, all that is settled, and of what may be chosen something in it."""
    told = msgspec.to_builtins(move)
    settled, choices = msgspec.to_builtins((offer.settled, offer.choices))
    if all(each in settled.values() for each in choices):
        choices = []
    if told.pop("kind") != offer.kind or any(told.pop(name, None) != value for name, value in settled.items()):
        return False
    free = [value for each in told.values() for value in leaves(each)]
    offered = [value for each in choices for value in leaves(each)]
    return (
        not choices or not told or any(value in offered for value in free) or all(value in (None, []) for value in free)
    )
