"""Puzzles of Rallye-Code in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.knowledge import Fact
from referee.puzzles import Puzzle
from templates.i18n import say
from templates.pages.puzzles import AnswerField, kit_words


def kit() -> Any:
    """The words of the kit."""
    return kit_words("rallye")


def player(seat: int) -> str:
    """A driver by the colour of his car."""
    return str(list(kit()["seats"].values())[seat]["name"])


def till(name: str) -> str:
    """A till, or the mat."""
    return say("the mat") if name == "mat" else str(kit()["gerance"][name]["name"])


def money(amount: int) -> str:
    """An amount in francs."""
    thousands, rest = divmod(amount, 1000)
    grouped = kit()["money"]["grouped"].format(thousands=thousands, rest=f"{rest:03}") if thousands else str(rest)
    return f"{grouped} {kit()['money']['francs']}"


def account(found: str | int) -> str:
    """Whose money it is."""
    return player(found) if isinstance(found, int) else till(found)


def question(puzzle: Puzzle) -> str:
    """What is to be found."""
    return say(
        "Where does the {colour} car stop, what is paid to whom, and is there anything for the policeman to see?"
    ).format(colour=player(puzzle.shown.turn))


def rules() -> list[str]:
    """How to solve one."""
    return [
        say("The board and the tariff tell you all you need: nothing is hidden. On paper they are in the kit."),
        say(
            "Say where the car stops; what is paid at once, and what the manager of a till has to claim; and whether the "
            "driver did anything that the policeman must notice unprompted. The next player has rolled, and nobody said a word: "
            "so if there was something, the policeman slept."
        ),
    ]


def shown(puzzle: Puzzle) -> list[str]:
    """The position."""
    at = puzzle.shown
    cars = ", ".join(
        (say("{colour} on {square} (held)") if held else say("{colour} on {square}")).format(
            colour=player(i), square=square
        )
        for i, (square, held) in enumerate(zip(at.cars, at.held, strict=True))
    )
    tills = ", ".join(
        f"{till(name)} {money(dict(at.tills)[name])} ({say('nobody') if manager is None else player(manager)})"
        for name, manager in at.managers
    )
    lines = [
        say("Edition {letter}. Cars: {cars}.").format(letter=at.edition.upper(), cars=cars),
        say("Tills and their managers: {tills}. On the mat: {mat}. Policeman: {colour}.").format(
            tills=tills, mat=money(at.mat), colour=player(at.policeman)
        ),
    ]
    if at.tanks[at.turn]:
        lines.append(say("The {colour} car has filled up and has not paid yet.").format(colour=player(at.turn)))
    roll = say("The {colour} car rolls {one} and {other}.")
    return [*lines, roll.format(colour=player(at.turn), one=at.dice[0], other=at.dice[1])]


def clue(puzzle: Puzzle, number: int) -> str:
    """All of it is seen."""
    return ""


def fact(puzzle: Puzzle, fact: Fact) -> str:
    """What follows from the roll."""
    if fact.part == "stops":
        return say("the {colour} car stops on {square}").format(colour=player(fact.about), square=fact.value)
    if fact.part == "hits":
        return say("it runs into the {colour} car").format(colour=player(fact.value))
    if fact.part == "asked":
        name, manager, amount, _ = fact.value
        return say("{manager} may claim {amount} for the till “{till}”").format(
            manager=player(manager), amount=money(amount), till=till(name)
        )
    if fact.part == "paid":
        source, target, amount, _ = fact.value
        return say("{source} pays {amount} to {target}").format(
            source=account(source), amount=money(amount), target=account(target)
        )
    if not fact.so:
        return say("there was no offence: the policeman had nothing to see")
    return (
        say("the sign ringed in red is an offence that the policeman missed")
        if fact.value == "sign"
        else say("it overtook on a bend or a crossing, and the policeman missed it")
    )


def answer(puzzle: Puzzle) -> str:
    """The solution: all that follows."""
    return say("; ").join(fact(puzzle, step.fact) for step in puzzle.chain)


def picture(puzzle: Puzzle) -> str:
    """Words tell all of it."""
    return ""


def table(puzzle: Puzzle) -> tuple[list[str], list[str]]:
    """Nothing to cross out."""
    return [], []


def fields(puzzle: Puzzle) -> list[AnswerField]:
    """The square, what the driver owes to tills, whether there was an offence."""
    yes_no = (("yes", say("yes")), ("no", say("no")))
    return [
        AnswerField("square", say("The car stops on")),
        AnswerField("due", say("It owes to tills, in francs, claimed or not")),
        AnswerField("offence", say("Was there an offence?"), yes_no),
    ]


def right(puzzle: Puzzle, given: Mapping[str, str]) -> bool:
    """All three."""
    found, seat = puzzle.solution, puzzle.shown.turn
    tills = dict(puzzle.shown.tills)
    due = sum(amount for source, target, amount, _ in found.paid if source == seat and target in tills)
    due += sum(amount for _, _, amount, _ in found.asked)
    typed = "".join(c for c in given.get("due", "") if c.isdecimal()) or "0"
    offence = "yes" if found.offences else "no"
    square = given.get("square", "").strip().upper()
    return (square, int(typed[:9]), given.get("offence")) == (found.at, due, offence)
