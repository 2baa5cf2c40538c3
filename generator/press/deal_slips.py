"""A deal on paper: from an order to sealed slips, and after the game from its word to what was dealt."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from generator.errors import BadValue, PrintError
from generator.kits.common import slips
from generator.kits.common.dealer import Dealer
from generator.kits.common.kit_context import KitContext
from generator.kits.common.slips import Slip, SlipRow, SlipStyle, SlipWord
from generator.layout.imposition import impose
from generator.order.request import PrintRequest
from generator.press.build import kit_context
from generator.press.composed_kit import ComposedKit, kit
from generator.press.slip_guide import evening
from referee import seed_phrase
from referee.options import plain_options, with_changes
from referee.registry import GAMES, game
from templates import i18n, loader
from templates.i18n import say

MOST = 20  # deals in one file


def new_seed_phrases(count: int) -> tuple[str, ...]:
    """New words, as the system draws them."""
    return tuple("".join(secrets.choice(seed_phrase.LETTERS) for _ in range(seed_phrase.LENGTH)) for _ in range(count))


def parsed_seed_phrase(text: str, option: str = "--verify") -> str:
    """The word of a deal, as somebody typed it."""
    found = seed_phrase.parsed(text)
    if found is None:
        expected = say("the word of a deal has {count} letters and digits, such as {sample}").format(
            count=seed_phrase.LENGTH, sample=seed_phrase.grouped(seed_phrase.LETTERS[:16])
        )
        raise BadValue(option, text, expected)
    return found


def secret_games() -> Iterator[str]:
    """The games that deal something in secret."""
    return (slug for slug in GAMES if kit(slug).slips is not None)


def context(order: PrintRequest) -> KitContext:
    """What its kit needs to draw slips; refused where nothing secret is dealt."""
    made = kit(order.game)
    if made.slips is None:
        name = loader.kit_data(order.game)["name"]
        raise PrintError(
            say("{game} deals nothing in secret, so there are no slips for it: its kit is all you need.").format(
                game=name
            )
        )
    return kit_context(order)


def options(order: PrintRequest) -> object:
    """How the table plays: cards and boards are printed, only what is secret is dealt."""
    return with_changes(plain_options(game(order.game), order.country and order.country.map), pieces="paper")


def slips_of_deal(room: KitContext, of: str) -> tuple[Dealer, list[Slip]]:
    """All slips that follow from a word, but for the one that tells it."""
    order = room.order
    dealer = Dealer(order.game, options(order), order.players, seed_phrase.seed(of))
    draw = kit(order.game).slips
    assert draw is not None
    return dealer, list(draw(room, dealer))


def last(order: PrintRequest, of: str) -> Slip:
    """The word, for after the game, with what to type; the code says it in one line."""
    source = f" --map {order.country.source}" if order.country else ""
    players = f"--players {order.players}"
    typed = f"{players} --map …" if source else players
    lines = (seed_phrase.grouped(of), f"sousmain deal {order.game}", typed, "--verify …")
    return Slip(
        say("After the game"),
        say("The word of this deal: sealed until the game is over."),
        tuple(SlipRow((SlipWord(text),)) for text in lines),
        scanned=f"sousmain deal {order.game} {players}{source} --verify {seed_phrase.grouped(of)}",
    )


def compose(order: PrintRequest, words: Sequence[str]) -> ComposedKit:
    """The sheet that tells how, then the slips of every deal."""
    with i18n.speaking(order.lang):
        room = context(order)
        found = []
        for number, of in enumerate(words, 1):
            dealer, made = slips_of_deal(room, of)
            made.append(last(order, of))
            if len(words) > 1:
                title = say("Game {number}: {title}")
                made = [replace(slip, title=title.format(number=number, title=slip.title)) for slip in made]
            found.append(
                (SlipStyle(room.spec.name, room.spec.accent, seed_phrase.public_code(of), dealer.veils()), made)
            )
        parts = [evening(room, [seed_phrase.public_code(of) for of in words], len(found[0][1]))]
        if sheet := kit(order.game).slip_sheet:
            parts.append(replace(sheet(room, dealer), copies=len(words)))
        parts += slips.components(found, room.palette)
        return ComposedKit(order, room.spec.name, room.spec.accent, tuple(impose(part, order, "") for part in parts))


def deal_in_words(order: PrintRequest, of: str) -> Iterator[str]:
    """What followed from a word: its code, then every slip in a line."""
    with i18n.speaking(order.lang):
        room = context(order)
        dealer, made = slips_of_deal(room, of)
        yield say("This word belongs to slips with the code {code}. They say:").format(code=seed_phrase.public_code(of))
        for slip in made:
            yield in_words(slip)
        if before := kit(order.game).slips_before:
            yield say("Slips printed by a version before say instead, where these are not among them:")
            yield from map(in_words, before(room, dealer))


def in_words(slip: Slip) -> str:
    """A slip in a line."""
    return f"  {slip.title}: {'; '.join(row.text for row in slip.rows)}"


def file_name(order: PrintRequest, words: Sequence[str]) -> str:
    """The name of the file: no two deals share one."""
    return f"{order.game}-deal-{seed_phrase.public_code(words[0])}-{order.file().removeprefix(f'{order.game}-')}"
