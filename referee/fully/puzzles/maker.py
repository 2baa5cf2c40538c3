"""Puzzles of Fully: a talk of the other team in which every sentence is true; what is their code, and what is West's row?

You are North, and you know South's row and East's. Which three digits answer is known as well: so there are 6! times 3! codes,
and five colours for each of five places of the row. Bits are codes, once for each colour of each place: that a code leaves a
place some colour. A code that leaves a place none is no code.
"""

from __future__ import annotations

from functools import cache, lru_cache, reduce
from itertools import permutations
from operator import and_, or_
from typing import Any

from msgspec import Struct, to_builtins

from referee.chance import Chance
from referee.fully.pieces import ANSWERS, DIGITS, QUESTIONS, STATEMENTS, Colour, Phrase, Place
from referee.knowledge import Fact
from referee.puzzles import Puzzle, PuzzleClue, Setting, from_worlds

THIRDS = (56.0, 65.0)
SPOKEN = (*STATEMENTS, *QUESTIONS)
CODES: tuple[tuple[Phrase, ...], ...] = tuple(  # what each digit means that speaks, then what each means that answers
    (*one, *other) for one in permutations(SPOKEN) for other in permutations(ANSWERS)
)
EVERY = (1 << len(CODES)) - 1
LAYERS = len(Place) * len(Colour)
assert LAYERS == 25
COLOURS, PLACES = tuple(Colour), tuple(Place)
NORTH, EAST, SOUTH, WEST = range(4)
Row = tuple[Colour, ...]


class Rows(Struct, frozen=True):
    """What you know: three rows, and which digits speak and which answer."""

    north: Row
    south: Row
    east: Row
    speaking: tuple[int, ...]
    answering: tuple[int, ...]


class Talk(Struct, frozen=True):
    """What one of them said, and what the other replied."""

    seat: int
    colour: Colour
    place: Place
    digit: int
    reply: int


BYTES = len(CODES) // 8  # of a layer
assert len(CODES) == 8 * BYTES


def on_all(codes: int) -> int:
    """Codes, whatever the row is: the layer doubled until there are enough (bytes would take four times as long)."""
    eight = codes
    for many in (1, 2, 4):
        eight |= eight << many * len(CODES)
    return eight | eight << 8 * len(CODES) | eight << 16 * len(CODES) | codes << 24 * len(CODES)


def on_layer(cell: int, colour: int, codes: int = EVERY) -> int:
    """Codes, where a place has that colour."""
    return codes << (cell * len(COLOURS) + colour) * len(CODES)


ALL = on_all(EVERY)


@cache
def meaning(slot: int, phrase: Phrase) -> int:
    """The codes in which the digit of that slot means that."""
    return sum(1 << i for i, code in enumerate(CODES) if code[slot] == phrase)


def layers(bits: int) -> list[int]:
    """The codes that are possible for each colour of each place."""
    all_bytes = bits.to_bytes(BYTES * LAYERS, "little")
    return [int.from_bytes(all_bytes[i * BYTES : (i + 1) * BYTES], "little") for i in range(LAYERS)]


def tidy(bits: int) -> int:
    """The same without codes that leave a place no colour."""
    some = reduce(or_, (bits >> colour * len(CODES) for colour in range(len(COLOURS))))  # of the first layer of a place
    alive = reduce(and_, (some >> place * len(COLOURS) * len(CODES) for place in range(len(PLACES))), EVERY)
    return bits & on_all(alive)


@lru_cache(maxsize=4)  # all puzzles begin with the same
def count(bits: int) -> int:
    """How many codes with rows there are."""
    found, many = layers(bits), len(COLOURS)
    total = 0
    for code in range(len(CODES)):
        ways = 1
        for cell in range(len(PLACES)):
            ways *= sum(each >> code & 1 for each in found[cell * many : (cell + 1) * many])
        total += ways
    return total


def facts(speaking: tuple[int, ...], answering: tuple[int, ...]) -> tuple[tuple[Fact, int], ...]:
    """What a digit means, and which colour a place has; or that it is not so."""
    return tuple(
        (Fact(part, WEST, slot_value((*speaking, *answering), part, value), so), mask)
        for part, value, so, mask in plain_facts()
    )


def slot_value(digits: tuple[int, ...], part: str, value: tuple[int, str]) -> tuple[int, str] | tuple[str, str]:
    """A fact about a slot as one about its digit; about a place by its letter."""
    return (digits[value[0]], value[1]) if part == "phrase" else (PLACES[value[0]].value, value[1])


@cache
def plain_facts() -> tuple[tuple[str, tuple[int, str], bool, int], ...]:
    """The same by slots and places."""
    slots = [(i, phrase) for i in range(len(SPOKEN)) for phrase in SPOKEN]
    slots += [(len(SPOKEN) + i, phrase) for i in range(len(ANSWERS)) for phrase in ANSWERS]
    found: list[tuple[str, tuple[int, str], int]] = []
    found += [("phrase", (slot, phrase.value), on_all(meaning(slot, phrase))) for slot, phrase in slots]
    for cell in range(len(PLACES)):
        others = sum(on_layer(cell, colour) for colour in range(len(COLOURS)))
        for colour, name in enumerate(COLOURS):
            found.append(("colour", (cell, name.value), ALL & ~others | on_layer(cell, colour)))
    return tuple(
        (part, value, so, mask if so else inverse(part, value, mask))
        for part, value, mask in found
        for so in (True, False)
    )


def inverse(part: str, value: tuple[int, str], mask: int) -> int:
    """That it is not so: another meaning, or another colour of that place."""
    return ALL & ~mask if part == "phrase" else ALL & ~on_layer(value[0], COLOURS.index(Colour(value[1])))


def setting(chance: Chance) -> Setting:
    """Four rows and a code."""
    north, east, south, west = (tuple(chance.one(COLOURS) for _ in PLACES) for _ in range(4))
    digits = chance.shuffled(tuple(DIGITS))
    speaking, answering = tuple(sorted(digits[: len(SPOKEN)])), tuple(sorted(digits[len(SPOKEN) :]))
    number = chance.below(len(CODES))
    answer = sum(on_layer(cell, COLOURS.index(colour), 1 << number) for cell, colour in enumerate(west))
    code = dict(zip((*speaking, *answering), CODES[number], strict=True))
    truth = (tuple((digit, code[digit].value) for digit in DIGITS), tuple(colour.value for colour in west))
    rows = Rows(north, south, east, speaking, answering)
    return Setting(rows, (west, code), truth, ALL, answer, facts(speaking, answering), tidy, count)


def clue(chance: Chance, setting: Setting, left: int) -> PuzzleClue:
    """East or West says something true, and gets a true answer."""
    west, code = setting.hidden
    rows = {NORTH: setting.shown.north, SOUTH: setting.shown.south, EAST: setting.shown.east, WEST: west}
    seat = chance.one((EAST, WEST))
    partner = WEST if seat == EAST else EAST
    cell, phrase = chance.below(len(PLACES)), chance.one(SPOKEN)
    about = {
        Phrase.I_HAVE: seat, Phrase.FIRST_HAS: NORTH, Phrase.SECOND_HAS: SOUTH,
        Phrase.HAVE_YOU: partner, Phrase.HAS_FIRST: NORTH, Phrase.HAS_SECOND: SOUTH,
    }[phrase]  # fmt: skip
    there = rows[about][cell]
    colour = there if phrase in STATEMENTS or chance.below(2) else chance.one(COLOURS)
    if phrase in STATEMENTS:
        reply = chance.one(ANSWERS)
    elif phrase == Phrase.HAVE_YOU or chance.below(3):
        reply = Phrase.YES if colour == there else Phrase.NO
    else:
        reply = Phrase.UNKNOWN
    digit_of = {meant: digit for digit, meant in code.items()}
    said = Talk(seat, colour, PLACES[cell], digit_of[phrase], digit_of[reply])
    return PuzzleClue(said, ALL & ~fitting(setting.shown, said))


def fitting(shown: Rows, said: Talk) -> int:
    """The codes and rows in which that is true."""
    digits = (*shown.speaking, *shown.answering)
    first, second = digits.index(said.digit), digits.index(said.reply)
    cell, colour = PLACES.index(said.place), COLOURS.index(said.colour)
    here = on_layer(cell, colour)
    elsewhere = ALL & ~sum(on_layer(cell, other) for other in range(len(COLOURS)))
    has, lacks = elsewhere | here, ALL & ~here
    yes, no = on_all(meaning(second, Phrase.YES)), on_all(meaning(second, Phrase.NO))
    unknown = on_all(meaning(second, Phrase.UNKNOWN))

    def known(row: Row) -> int:
        return ALL if row[cell] == said.colour else 0

    def asked(row: Row) -> int:
        return unknown | (yes if row[cell] == said.colour else no)

    own = has if said.seat == WEST else known(shown.east)
    east = yes if shown.east[cell] == said.colour else no
    theirs = east if said.seat == WEST else yes & has | no & lacks
    means = {
        Phrase.I_HAVE: own, Phrase.FIRST_HAS: known(shown.north), Phrase.SECOND_HAS: known(shown.south),
        Phrase.HAVE_YOU: theirs, Phrase.HAS_FIRST: asked(shown.north), Phrase.HAS_SECOND: asked(shown.south),
    }  # fmt: skip
    return reduce(or_, (on_all(meaning(first, phrase)) & fits for phrase, fits in means.items()))


def attempt(seed: str) -> Puzzle | None:
    """The puzzle of a seed, unless it comes to nothing."""
    return from_worlds("fully", seed, THIRDS, setting, clue)


def told(puzzle: Puzzle) -> dict[str, Any]:
    """What programs read: rows and digits that are known, the talk, the code and West's row."""
    code, row = puzzle.solution
    return {
        "known": to_builtins(puzzle.shown),
        "talk": to_builtins(puzzle.clues),
        "solution": {"code": {str(digit): phrase for digit, phrase in code}, "west": list(row)},
    }
