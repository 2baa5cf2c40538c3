"""Single words of an order, as a user types them, and what they mean. Whatever makes no sense is refused in one sentence."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

from generator.errors import BadValue, PrintError, Unknown
from generator.order.fields import (
    COMPONENTS,
    FIELDS,
    LONGEST_NAME,
    MILLIMETRES,
    MOST_COPIES,
    MOST_OFFSET,
    REGISTRATION,
    WHOLE_NUMBER,
)
from generator.order.spares import NO_TITLES
from referee.registry import GAMES, Pieces, pieces
from referee.registry import game as rules_of
from templates.i18n import LANGUAGES, say, speaking
from templates.loader import kit_data

# Letters that no sign parts from their accents: as they are spelled where there are none of them.
SPELLED = str.maketrans(
    {"œ": "oe", "æ": "ae", "ß": "ss", "þ": "th", "ð": "d", "đ": "d", "ł": "l", "ø": "o", "ħ": "h", "ı": "i", "ŋ": "ng"}
)
MARK = 4  # hexadecimal digits that tell two names of one spelling apart


def ascii_name(name: str) -> str:
    """A name as part of a file name: ASCII letters, digits and dashes."""
    folded = unicodedata.normalize("NFKD", name.lower().translate(SPELLED))
    return re.sub(r"[^a-z0-9]+", "-", folded.encode("ascii", "ignore").decode()).strip("-") or "names"


def file_part(names: Sequence[str], longest: int = 60) -> str:
    """Names as part of a file name. Whatever is spelled otherwise there has a mark of its own: Zoé and Zoe are two files."""
    plain = ascii_name("-".join(names))
    if len(plain) <= longest and all(re.fullmatch("[A-Z][a-z0-9]*", name) for name in names):
        return plain
    mark = sha256(",".join(names).encode()).hexdigest()[:MARK]
    return f"{plain[: longest - MARK - 1].rstrip('-')}-{mark}"


def one_of(option: str, given: str, known: Sequence[str]) -> str:
    """One of a few words."""
    if given.lower() not in known:
        raise Unknown(option, given, known)
    return given.lower()


def game(slug: str) -> str:
    """A game that exists."""
    return one_of(say("Game"), slug, tuple(GAMES))


def titles(games: Iterable[str]) -> dict[str, str]:
    """Title of a component, in any language and small letters -> its name: who reads “Tuiles” types tuiles."""
    found = {}
    for code in LANGUAGES:
        with speaking(code):
            for slug in games:
                kit = kit_data(slug)
                found.update({kit[key]["title"].lower(): key for key in pieces(slug).box(pieces(slug).USUAL)})
    return found


def known_words(
    option: str, given: Sequence[str], known: Iterable[str], called: Mapping[str, str] = NO_TITLES
) -> tuple[str, ...]:
    """Known words separated by commas, from an option that may be given several times; each once."""
    words = [word.strip().lower() for text in given for word in text.split(",") if word.strip()]
    words = [called.get(word, word) for word in words]
    if given and not words:
        raise BadValue(option, ",".join(given), say(COMPONENTS))
    return tuple(dict.fromkeys(one_of(say("Component"), word, tuple(known)) for word in words))


def whole_number(option: str, given: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    if not re.fullmatch(r"\s*[+-]?[0-9]{1,9}\s*", given) or not least <= int(given) <= most:
        expected = say(WHOLE_NUMBER).format(least=least, most=most)
        raise BadValue(option, given, expected)
    return int(given)


def copies(
    given: Iterable[str], known: Sequence[str], called: Mapping[str, str] = NO_TITLES
) -> tuple[tuple[str, int], ...]:
    """COMPONENT=N, any number of times."""
    found: dict[str, int] = {}
    for text in ",".join(given).split(",") if given else ():
        match = re.fullmatch(r"\s*([\w -]*[\w-])\s*=\s*([^\s=]+)\s*", text)
        if not match:
            raise FIELDS["copies"].refused(text)
        component = one_of(say("Component"), called.get(match[1].lower(), match[1]), known)
        found[component] = whole_number(f"--copies {component}", match[2], 1, MOST_COPIES)
    return tuple(found.items())


def decimal(text: str) -> float:
    """A number with a point or a comma."""
    return float(text.replace(",", "."))


def millimetres_xy(given: str, option: str = "--back-offset") -> tuple[float, float]:
    """X,Y in millimetres; with decimal commas X;Y, or X,Y where both have one."""
    number = r"([+-]?[0-9]+(?:[.,][0-9]+)?)"
    point = r"([+-]?[0-9]+(?:\.[0-9]+)?)"
    both = r"([+-]?[0-9]+,[0-9]+)"
    forms = (rf"{point}\s*,\s*{point}", rf"{number}\s*[;\s]\s*{number}", rf"{both}\s*,\s*{both}")
    match = next(filter(None, (re.fullmatch(form, given.strip()) for form in forms)), None)
    x, y = (decimal(match[1]), decimal(match[2])) if match else (MOST_OFFSET + 1, 0.0)
    if max(abs(x), abs(y)) > MOST_OFFSET:
        expected = say(MILLIMETRES).format(most=MOST_OFFSET)
        raise BadValue(option, given, expected)
    return x, y


def millimetres(given: str, name: str) -> float:
    """A length within the bounds of its field."""
    field = FIELDS[name]
    text = given.strip().removesuffix("mm").strip()
    if not re.fullmatch(r"[0-9]{1,4}([.,][0-9]{1,3})?", text) or not field.least <= decimal(text) <= field.most:
        raise field.refused(given)
    return decimal(text)


def registration(given: str) -> tuple[float, float, float] | None:
    """Length, thickness and inset of the marks for a cutting machine; none if there shall be none."""
    if given.strip().lower() == "none":
        return None
    parts = re.split(r"\s*[,;]\s*" if ";" not in given else r"\s*;\s*", given.strip())
    found = [decimal(part) if re.fullmatch(r"[0-9]{1,3}([.,][0-9]{1,3})?", part) else -1.0 for part in parts]
    if len(found) != 3 or not all(
        least <= each <= most for each, (least, most) in zip(found, REGISTRATION, strict=True)
    ):
        raise FIELDS["registration"].refused(given)
    return found[0], found[1], found[2]


def names(given: str) -> tuple[str, ...]:
    """Names separated by commas, as the players want to read them."""
    from generator.drawing.fonts import lacking

    composed = unicodedata.normalize("NFC", given)  # a Mac types é as e and an accent
    if composed and composed.splitlines() != [composed]:
        raise BadValue("--names", given, say("a name stands on one line"))
    found = tuple(" ".join(name.split()) for name in composed.split(",")) if given.strip() else ()
    for place, name in enumerate(found, 1):
        if not name:
            raise BadValue("--names", given, say("name {place} is empty").format(place=place))
        if ";" in name:
            raise FIELDS["names"].refused(given)
        if len(name) > LONGEST_NAME:
            expected = say("a name has at most {most} letters").format(most=LONGEST_NAME)
            raise BadValue("--names", name, expected)
        if missing := lacking(name):
            expected = say("our typefaces have no “{missing}”").format(missing=missing)
            raise BadValue("--names", name, expected)
    return found


def players(given: str, named: tuple[str, ...], of: Pieces, slug: str) -> int:
    """How many play: as told, else as many as have a name, else the usual number."""
    count = int(given) if re.fullmatch(r"\s*\+?[0-9]{1,9}\s*", given) else -1
    if not given:
        count = len(named) or of.USUAL
    if count not in of.PLAYERS:
        least, most = of.PLAYERS[0], of.PLAYERS[-1]
        if least == most:
            expected = say("{game} is for {count} players").format(game=slug, count=most)
        else:
            expected = say("{game} is for {least} to {most} players").format(game=slug, least=least, most=most)
        raise BadValue("--players" if given else "--names", given or ", ".join(named), expected)
    if len(named) > count:
        expected = say("there are {names} names for {players} players").format(names=len(named), players=count)
        raise BadValue("--names", ", ".join(named), expected)
    return count


def playable(given: str, named: tuple[str, ...]) -> tuple[str, ...]:
    """When no game is named: those for that many players; all of them, to be refused, if there is none."""
    told = given.strip().removeprefix("+") or (str(len(named)) if named else "")
    return tuple(slug for slug in GAMES if not told or told in map(str, pieces(slug).PLAYERS)) or tuple(GAMES)


def unplayable(count: int) -> tuple[str, ...]:
    """The games that so many cannot play."""
    return tuple(slug for slug in GAMES if count not in pieces(slug).PLAYERS)


def usual_edition(slug: str) -> str:
    """The one that is printed unless told; nothing for a game that has but one."""
    return next(iter(rules_of(slug).editions), "")


def edition(given: str, games: Sequence[str]) -> str:
    """An edition that one of the games has."""
    known = {name for slug in games for name in rules_of(slug).editions}
    if given and not known:
        raise PrintError(
            say("--edition is for games that have several editions, not for {games}.").format(games=", ".join(games))
        )
    if given and given.lower() not in known:
        raise Unknown("--edition", given, sorted(name.upper() for name in known))
    return given.lower()


def must_apply(option: str, given: str, fit: Sequence[str], games: Sequence[str]) -> None:
    """An option that is given must mean something to one of the games."""
    if given and not fit:
        raise PrintError(say("{option} is not for {games}.").format(option=option, games=", ".join(games)))
