"""Moves changed in one field, in every way that its type allows: what the rules make of them must show."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

import msgspec
from msgspec import inspect

FEW = 24  # numbers that are tried where a type allows more
TEXTS = ("", "0", "00", "01", "07", "13", "21", "1", "main")  # for types that say no more than that it is a text


def changed(move: Any, kinds: Any) -> Iterator[tuple[str, Any]]:
    """The field, and the move with another value in it."""
    shape = inspect.type_info(type(move))
    assert isinstance(shape, inspect.StructType)
    told = {**defaults(shape), **msgspec.json.decode(msgspec.json.encode(move))}
    for field in shape.fields:
        before = told[field.name]
        for value in others(field.type, before):
            if (type(value), value) == (type(before), before):
                continue
            try:
                yield field.name, msgspec.convert({**told, field.name: value}, kinds)
            except msgspec.ValidationError:
                continue


def defaults(shape: inspect.StructType) -> dict[str, Any]:
    """What fields have that need not be told."""
    return {field.name: field.default for field in shape.fields if not field.required}


def others(kind: inspect.Type, now: Any) -> Iterator[Any]:
    """Values that a field of that type can have; a choice of them where there are too many."""
    if isinstance(kind, inspect.UnionType):
        for each in kind.types:
            yield from others(each, now)
    elif isinstance(kind, inspect.NoneType):
        yield None
    elif isinstance(kind, inspect.BoolType):
        yield from (False, True)
    elif isinstance(kind, inspect.LiteralType):
        yield from kind.values
    elif isinstance(kind, inspect.EnumType):
        yield from (each.value for each in kind.cls)
    elif isinstance(kind, inspect.IntType):
        yield from numbers(kind, now)
    elif isinstance(kind, inspect.StrType):
        yield from texts(now)
    elif isinstance(kind, inspect.VarTupleType):
        yield from tuples((kind.item_type,) * (kind.min_length or 0), now)
    elif isinstance(kind, inspect.TupleType):
        yield from tuples(kind.item_types, now)
    elif isinstance(kind, inspect.StructType):
        now = now if isinstance(now, dict) else {}
        for field in kind.fields:
            for value in others(field.type, now.get(field.name)):
                yield {**now, field.name: value}
    else:
        raise NotImplementedError(kind)


def numbers(kind: inspect.IntType, now: Any) -> Iterator[int]:
    """All that there are, or those around zero and around what it is."""
    low = kind.ge if kind.ge is not None else kind.gt + 1 if kind.gt is not None else -2
    high = kind.le if kind.le is not None else kind.lt - 1 if kind.lt is not None else low + FEW
    step = kind.multiple_of or 1
    yield from range(low, min(high, low + FEW * step) + 1, step)
    if isinstance(now, int) and not isinstance(now, bool):
        yield from (now - step, now + step, -now)


def texts(now: Any) -> Iterator[str]:
    """Some, and what is near to what it is."""
    yield from TEXTS
    if isinstance(now, str):
        yield from (now + "0", now[:-1], now[::-1], now.upper(), now.lower(), f" {now}", f"{now}\n")
        yield from (now[:i] + digit + now[i + 1 :] for i in range(len(now)) for digit in "0123456789")


def tuples(kinds: tuple[inspect.Type, ...], now: Any) -> Iterator[list[Any]]:
    """Other orders, each element changed, one more and one less."""
    if not isinstance(now, list):
        first = [next(value for value in others(kind, None) if value is not None) for kind in kinds]
        yield first
        return
    yield from (list(order) for order in permutations(now)) if len(now) < 4 else swaps(now)
    yield from (now[:-1], [*now, *now[-1:]])
    for i, kind in enumerate(kinds):
        yield from ([*now[:i], value, *now[i + 1 :]] for value in others(kind, now[i]))


def swaps(now: list[Any]) -> Iterator[list[Any]]:
    """Each two exchanged, and all the other way round."""
    for i, j in combinations(range(len(now)), 2):
        order = [*now]
        order[i], order[j] = now[j], now[i]
        yield order
    yield now[::-1]
