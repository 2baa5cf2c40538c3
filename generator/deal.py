"""A deal on paper: from an order to sealed slips, and after the game from its word to what was dealt."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

import templates
from generator import slips
from generator.dealer import Dealer
from generator.errors import BadValue, Mistake
from generator.evening import evening
from generator.imposition import impose
from generator.order import Order
from generator.press import Work, furnished, kit
from generator.slips import Marked, Row, Slip, Word
from generator.studio import Studio
from referee import word
from referee.options import changed, usual
from referee.registry import GAMES, game
from templates import say

MOST = 20  # deals in one file


def fresh(count: int) -> tuple[str, ...]:
    """New words, as the system draws them."""
    return tuple("".join(secrets.choice(word.LETTERS) for _ in range(word.LENGTH)) for _ in range(count))


def given(text: str) -> str:
    """The word of a deal, as somebody typed it."""
    found = word.read(text)
    if found is None:
        expected = say("the word of a deal has {count} letters and digits, such as {sample}").format(
            count=word.LENGTH, sample=word.grouped(word.LETTERS[:16])
        )
        raise BadValue("--verify", text, expected)
    return found


def secret() -> Iterator[str]:
    """The games that deal something in secret."""
    return (slug for slug in GAMES if kit(slug).slips is not None)


def studio(order: Order) -> Studio:
    """What its kit needs to draw slips; refused where nothing secret is dealt."""
    made = kit(order.game)
    if made.slips is None:
        name = templates.kit_data(order.game)["name"]
        raise Mistake(
            say("{game} deals nothing in secret, so there are no slips for it: its kit is all you need.").format(
                game=name
            )
        )
    return furnished(order)


def options(order: Order) -> object:
    """How the table plays: cards and boards are printed, only what is secret is dealt."""
    return changed(usual(game(order.game), order.country and order.country.map), pieces="paper")


def dealt(room: Studio, of: str) -> tuple[Dealer, list[Slip]]:
    """All slips that follow from a word, but for the one that tells it."""
    order = room.order
    dealer = Dealer(order.game, options(order), order.players, word.seed(of))
    draw = kit(order.game).slips
    assert draw is not None
    return dealer, list(draw(room, dealer))


def last(order: Order, of: str) -> Slip:
    """The word, for after the game, with what to type; the code says it in one line."""
    source = f" --map {order.country.source}" if order.country else ""
    players = f"--players {order.players}"
    typed = f"{players} --map …" if source else players
    lines = (word.grouped(of), f"sousmain deal {order.game}", typed, "--verify …")
    return Slip(
        say("After the game"),
        say("The word of this deal: sealed until the game is over."),
        tuple(Row((Word(text),)) for text in lines),
        scanned=f"sousmain deal {order.game} {players}{source} --verify {word.grouped(of)}",
    )


def compose(order: Order, words: Sequence[str]) -> Work:
    """The sheet that tells how, then the slips of every deal."""
    with templates.speaking(order.lang):
        room = studio(order)
        found = []
        for number, of in enumerate(words, 1):
            dealer, made = dealt(room, of)
            made.append(last(order, of))
            if len(words) > 1:
                title = say("Game {number}: {title}")
                made = [replace(slip, title=title.format(number=number, title=slip.title)) for slip in made]
            found.append((Marked(room.shelf.name, room.shelf.accent, word.code(of), dealer.veils()), made))
        parts = [evening(room, [word.code(of) for of in words]), *slips.components(found, room.tone)]
        return Work(order, room.shelf.name, tuple(impose(part, order, "") for part in parts))


def told(order: Order, of: str) -> Iterator[str]:
    """What followed from a word: its code, then every slip in a line."""
    with templates.speaking(order.lang):
        _, made = dealt(studio(order), of)
        yield say("This word belongs to slips with the code {code}. They say:").format(code=word.code(of))
        for slip in made:
            yield f"  {slip.title}: {'; '.join(row.text for row in slip.rows)}"


def file(order: Order, words: Sequence[str]) -> str:
    """The name of the file: no two deals share one."""
    return f"{order.game}-deal-{word.code(words[0])}-{order.file().removeprefix(f'{order.game}-')}"
