"""An order: everything a user can ask of a kit, checked before anything is drawn."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from generator.drawing.palette import Mode
from generator.errors import BadValue, PrintError, Unknown
from generator.layout.paper import Sides, paper
from generator.layout.print_settings import PrintSettings
from generator.layout.printer_profile import FARTHEST
from generator.order.maps import BoardMap, board_maps
from generator.order.printers import profile_for as printer_for
from generator.order.spares import NOTHING, SpareItem, sizes, spare_items
from referee.registry import GAMES, Pieces, pieces
from referee.registry import game as rules_of
from templates.i18n import LANGUAGES, say, speaking, system_language
from templates.loader import kit_data

INKS: tuple[Mode, ...] = ("full", "saver", "mono")
SIDES: tuple[Sides, ...] = ("single", "long-edge", "short-edge", "fold")
MARKS = ("crop", "lines", "none")
BOARDS = ("large", "small")
CONTENTS, TUCKBOX, BOARD = "contents", "tuckbox", "board"
MOST_PADS, MOST_COPIES, LONGEST_NAME = 2000, 50, 40


class PrintRequest(PrintSettings, frozen=True, kw_only=True):
    """What to print of one game, and how."""

    game: str
    players: int
    names: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    copies: tuple[tuple[str, int], ...] = ()
    pads: int | None = None
    board: str = ""  # large or small; by the paper unless told
    country: BoardMap | None = None  # instead of the usual one
    edition: str = ""  # of games that have several; the first unless told
    spares: tuple[SpareItem, ...] = ()  # these pieces alone
    sizes: tuple[tuple[str, tuple[float, float]], ...] = ()  # of spares, where they shall lie among others
    own: str = ""  # the name of the user's own words

    def wants(self, component: str) -> bool:
        """Is that component ordered? The contents page goes with whole kits, and when named."""
        return component in self.only if self.only else component not in self.without

    def file(self) -> str:
        """The name of the file: options that change the paper show in it, so that kits lie side by side."""
        parts = [
            self.game,
            *["spares"] * bool(self.spares),
            *self.only,
            *(f"no-{c}" for c in self.without),
            self.lang,
            self.paper.name,
        ]
        parts += [f"{self.players}p"] if self.players != pieces(self.game).USUAL else []
        parts += [word for word in (self.ink, self.sides, self.marks) if word not in ("full", "single", "crop")]
        parts += ["fronts-first"] if self.fronts_first else []
        parts += ["offset{:+g}{:+g}".format(*self.offset)] if self.offset != (0, 0) else []
        parts += [f"printer-{self.printer}"] if self.printer else []
        parts += [f"{component}x{times}" for component, times in self.copies]
        parts += [f"{self.pads}pads"] if self.pads else []
        parts += ["{}-{:g}x{:g}".format(component, *size) for component, size in self.sizes]
        called = "-".join(f"{wish.piece} {wish.count if wish.count > 1 else ''}" for wish in self.spares)
        parts += [ascii_name(called)[:60]] if any(wish.piece for wish in self.spares) else []
        parts += [self.own] if self.own else []
        parts += [f"{self.board}-board"] if self.board else []
        parts += [f"edition-{self.edition}"] if self.edition not in ("", usual_edition(self.game)) else []
        parts += [ascii_name(self.country.map.name)[:40]] if self.country else []
        parts += [ascii_name("-".join(self.names))[:60]] if self.names else []
        return "-".join(parts) + ".pdf"


def ascii_name(name: str) -> str:
    """A name as part of a file name: ASCII letters, digits and dashes."""
    folded = unicodedata.normalize("NFKD", name.lower().replace("œ", "oe").replace("æ", "ae"))
    return re.sub(r"[^a-z0-9]+", "-", folded.encode("ascii", "ignore").decode()).strip("-") or "names"


def one_of(option: str, given: str, known: Sequence[str]) -> str:
    """One of a few words."""
    if given.lower() not in known:
        raise Unknown(option, given, known)
    return given.lower()


def game(slug: str) -> str:
    """A game that exists."""
    return one_of(say("Game"), slug, GAMES)


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
    option: str, given: Sequence[str], known: Iterable[str], called: Mapping[str, str] = NOTHING
) -> tuple[str, ...]:
    """Known words separated by commas, from an option that may be given several times; each once."""
    words = [word.strip().lower() for text in given for word in text.split(",") if word.strip()]
    words = [called.get(word, word) for word in words]
    if given and not words:
        raise BadValue(option, ",".join(given), say("it takes component names separated by commas"))
    return tuple(dict.fromkeys(one_of(say("Component"), word, tuple(known)) for word in words))


def whole_number(option: str, given: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    if not re.fullmatch(r"\s*[+-]?[0-9]{1,9}\s*", given) or not least <= int(given) <= most:
        expected = say("it takes a whole number from {least} to {most}").format(least=least, most=most)
        raise BadValue(option, given, expected)
    return int(given)


def copies(
    given: Iterable[str], known: Sequence[str], called: Mapping[str, str] = NOTHING
) -> tuple[tuple[str, int], ...]:
    """COMPONENT=N, any number of times."""
    found: dict[str, int] = {}
    for text in ",".join(given).split(",") if given else ():
        match = re.fullmatch(r"\s*([\w -]*[\w-])\s*=\s*([^\s=]+)\s*", text)
        if not match:
            raise BadValue("--copies", text, say("it takes COMPONENT=N, such as tiles=2"))
        component = one_of(say("Component"), called.get(match[1].lower(), match[1]), known)
        found[component] = whole_number(f"--copies {component}", match[2], 1, MOST_COPIES)
    return tuple(found.items())


def millimetres_xy(given: str, option: str = "--back-offset") -> tuple[float, float]:
    """X,Y in millimetres."""
    number = r"([+-]?[0-9]+(?:\.[0-9]+)?)"
    match = re.fullmatch(rf"\s*{number}\s*,\s*{number}\s*", given)
    x, y = (float(match[1]), float(match[2])) if match else (FARTHEST + 1, 0.0)
    if max(abs(x), abs(y)) > FARTHEST:
        expected = say("it takes X,Y in millimetres, each at most {most:g}, such as 0.5,-1").format(most=FARTHEST)
        raise BadValue(option, given, expected)
    return x, y


def names(given: str) -> tuple[str, ...]:
    """Names separated by commas, as the players want to read them."""
    from generator.drawing.fonts import lacking

    composed = unicodedata.normalize("NFC", given)  # a Mac types é as e and an accent
    found = tuple(" ".join(name.split()) for name in composed.split(",")) if given.strip() else ()
    for place, name in enumerate(found, 1):
        if not name:
            raise BadValue("--names", given, say("name {place} is empty").format(place=place))
        if ";" in name:
            raise BadValue("--names", given, say("names are separated by commas"))
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
    return tuple(slug for slug in GAMES if not told or told in map(str, pieces(slug).PLAYERS)) or GAMES


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


def spare_wishes(
    text: str,
    size: Sequence[str],
    games: Sequence[str],
    known: Sequence[str],
    others: Sequence[object],
    called: Mapping[str, str],
) -> tuple[SpareItem, ...]:
    """The pieces that are missing: of one game, and nothing else with them."""
    if not text.strip():
        if text or size:
            raise PrintError(say("--size goes with --spares, which names the pieces that are missing."))
        return ()
    if len(games) != 1:
        raise PrintError(say("--spares is for one game: sousmain print GAME --spares ..."))
    if any(others):
        raise PrintError(
            say("--spares names all that is printed: it does not go with --only, --except, --copies or --pads.")
        )
    return spare_items(text, [component for component in known if component not in (CONTENTS, TUCKBOX)], called)


def requests(
    games: Sequence[str] = (),
    *,
    paper_: str = "a4",
    lang: str | None = None,
    players_: str = "",
    names_: str = "",
    ink: str = "full",
    sides: str = "single",
    only: Sequence[str] = (),
    without: Sequence[str] = (),
    copies_: Sequence[str] = (),
    marks: str = "crop",
    back_offset: str = "0,0",
    fronts_first: bool = False,
    pads: str = "",
    board: str = "",
    map_: str = "",
    edition_: str = "",
    printer: str = "",
    spares: str = "",
    size_: Sequence[str] = (),
    own: str = "",
) -> list[PrintRequest]:
    """One checked order for each game, from words as a user types them."""
    slugs = tuple(dict.fromkeys(map(game, games)))
    named = names(names_)
    slugs = slugs or playable(players_, named)
    known = {slug: (*pieces(slug).box(pieces(slug).USUAL), TUCKBOX, CONTENTS) for slug in slugs}
    all_known = tuple(dict.fromkeys(word for words in known.values() for word in words))
    called = titles(slugs) if only or without or copies_ or spares else NOTHING
    wanted, left_out = (
        known_words("--only", only, all_known, called),
        known_words("--except", without, all_known, called),
    )
    times = copies(copies_, [word for word in all_known if word != CONTENTS], called)
    missing = spare_wishes(spares, size_, slugs, all_known, (only, without, copies_, pads), called)
    wanted = wanted or tuple(dict.fromkeys(wish.component for wish in missing))
    turned = one_of("--sides", sides, SIDES)
    shift = millimetres_xy(back_offset)
    if turned not in ("long-edge", "short-edge"):
        for option, given in (("--fronts-first", fronts_first), ("--back-offset", shift != (0, 0))):
            if given:
                raise PrintError(say("{option} goes with --sides long-edge or short-edge.").format(option=option))
    if wanted and left_out:
        raise PrintError(say("--only and --except do not go together: name what you want, or what you do not."))
    must_apply("--board", board, [slug for slug in slugs if BOARD in known[slug]], slugs)
    must_apply("--map", map_, [slug for slug in slugs if rules_of(slug).maps], slugs)
    abroad = board_maps(slugs, map_)
    size = one_of("--board", board, BOARDS) if board else ""
    told = edition(edition_, slugs)
    printer, profile = printer_for(printer, paper(paper_), turned)  # type: ignore[arg-type]
    found = [
        PrintRequest(
            game=slug,
            players=players(players_, named, pieces(slug), slug),
            names=named,
            paper=paper(paper_),
            lang=one_of("--lang", lang, LANGUAGES) if lang else system_language(),
            ink=one_of("--ink", ink, INKS),  # type: ignore[arg-type]
            sides=turned,  # type: ignore[arg-type]
            marks=one_of("--marks", marks, MARKS),
            offset=shift,
            fronts_first=fronts_first,
            printer=printer,
            profile=profile,
            only=tuple(c for c in known[slug] if c in wanted),
            without=tuple(c for c in known[slug] if c in left_out),
            copies=tuple((c, n) for c, n in times if c in known[slug]),
            pads=whole_number("--pads", pads, 1, MOST_PADS) if pads else None,
            board=size if BOARD in known[slug] else "",
            country=abroad.get(slug),
            edition=told if told in rules_of(slug).editions else usual_edition(slug),
            spares=missing,
            sizes=sizes(size_, wanted),
            own=ascii_name(Path(own).stem)[:40] if own else "",
        )
        for slug in slugs
    ]
    found = [order for order in found if any(map(order.wants, known[order.game])) and (not wanted or order.only)]
    if not found:
        raise PrintError(say("Nothing is left to print."))
    asked = [("--copies", component) for component, _ in times]
    if pads and not any(order.wants(pieces(order.game).PAD) for order in found):  # else each has those it wants
        asked += [("--pads", pieces(order.game).PAD) for order in found]
    for option, component in asked:
        if not any(component in known[order.game] and order.wants(component) for order in found):
            raise PrintError(
                say("{option} asks for {component}, but --only or --except leaves them out.").format(
                    option=option, component=component
                )
            )
    return found
