"""What pages of Allo... la France show: seats as on paper, nothing of kept cards outside their fold, words in their number."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from support.companion.rig import app_of, seated, tables_in

from cli.record_reports import narrator
from companion.service.moves import Refusal
from companion.web import rendering
from companion.web.refusals import refusal_sentence
from generator.drawing.shapes import SHAPES
from referee.allo import events as e
from referee.allo import moves as m
from referee.allo.france import FRANCE
from referee.allo.game import GAME
from referee.allo.maps import check
from referee.allo.pieces import DECK, GIFT, Part, Special
from referee.allo.state import Cable, State
from referee.allo.ways import pair
from referee.chance import Chance
from referee.record import Setup
from templates import i18n, loader

C = {city.name: city.code for city in FRANCE.cities}
ISLANDS = check(loader.parsed_toml(loader.SHELF / "kits" / "allo" / "islands.toml"))
KEPT = {Special.FREE: "Free call", Special.ANYWHERE: "Anywhere"}


def a_card(special: Special | None = None, call: bool | None = None, move: int = 1) -> int:
    """The number of a card like that."""
    return next(
        c.number for c in DECK if c.special == special and call in (None, c.call) and (special or c.move == move)
    )


class Room:
    """A table and its phones, in whatever state."""

    def __init__(self, folder: Path, **options: Any) -> None:
        self.tables = tables_in(folder)
        self.app = app_of(self.tables)
        self.options = m.Options(**options)
        self.table, self.phones = seated(self.app, self.tables, "allo", 3, self.options)

    def state(self, *cities: str, **more: Any) -> State:
        """Three players in those cities, the first on turn."""
        (dealt,) = GAME.deal(self.options, 3, Chance(bytes(32), 0))
        places = tuple(C[city] for city in cities)
        return replace(GAME.evolve(GAME.start(), dealt), turn=0, places=places, **more)

    def show(self, state: State, seat: int = 0, lang: str = "en") -> str:
        """The hand of a seat in that state."""
        if self.tables.table_state(self.table).state is None:
            self.tables.begin(self.table)
        self.tables.table_state(self.table).state = state
        return self.phones[seat].get(f"/t/{self.table}/seat/{seat}", headers={"Accept-Language": lang}).text


def visible(html: str) -> str:
    """What stands there to be read, without what is folded away or behind a veil."""
    html = re.sub(r'<details class="keeping".*?</details>', " ", html, flags=re.DOTALL)
    html = re.sub(r'<div class="secret">.*?</div>\s*<button type="button" class="veil"', " ", html, flags=re.DOTALL)
    html = re.sub(r"<(dialog|template).*?</\1>", " ", html, flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", re.sub(r"</?bdi>", "", html)))


# Seats


def test_a_seat_has_its_colour_and_shape_on_phones_as_on_paper(tmp_path: Path) -> None:
    """Whatever colour somebody once chose, nothing of his on these pages shows it; and nobody is asked for one."""
    room = Room(tmp_path)
    page = room.show(room.state("Lyon", "Dijon", "Caen"))
    hues = list(loader.kit_data("allo")["seats"].values())
    style = rendering.asset_contents("app.css")[0].decode()
    for seat in range(3):
        shape = [*SHAPES].index(hues[seat]["shape"])
        assert re.search(rf"\.g-allo \.s{seat}{{--p:{hues[seat]['hex']};--on-p:#\w+;--shape:{shape}}}", style)
        shapes = re.findall(rf'class="token s{seat}.*?<use href="[^"]*#(\w+)"', page)
        assert shapes and set(shapes) == {hues[seat]["shape"]}
    assert ' g-allo"' in page
    assert not re.search(r'class="(?:mark-of|token|way)[^"]* p\d', page)
    assert all(f" s{seat}" in found for seat, found in enumerate(re.findall(r'class="(chip [^"]*)"', page)[:1]))
    joining = room.phones[0].get(f"/join/{room.tables.code(room.tables.open('allo', 3, room.options, 'en'), 1)}").text
    for asked in (page, joining):
        assert 'class="swatches"' not in asked
        assert '<input type="hidden" name="colour"' in asked
    assert "This is seat 2. Green." in visible(joining)


# Maps


@pytest.mark.parametrize("abroad", [False, True])
def test_screens_name_a_country_that_is_not_the_usual_one(tmp_path: Path, abroad: bool) -> None:
    """At the door, in the lobby, on the table screen; and the outline of France belongs to its map, not to its name."""
    named = replace(ISLANDS, name="France") if abroad else FRANCE
    assert m.Options(map=named).abroad == ("France" if abroad else "")
    room = Room(tmp_path, **({"map": ISLANDS} if abroad else {}))
    phone = room.phones[0]
    free = room.tables.open("allo", 3, room.options, "en")
    for path in (f"/t/{room.table}", f"/t/{room.table}/seat/0", f"/join/{room.tables.code(free, None)}"):
        assert ("Map: The Seven Lamps" in phone.get(path).text) == abroad, path
    room.tables.begin(room.table)
    for path in (f"/t/{room.table}", f"/t/{room.table}/seat/0"):
        assert ('class="country france"' in phone.get(path).text) != abroad
    assert ("Map: The Seven Lamps" in phone.get(f"/t/{room.table}").text) == abroad


def test_a_country_called_france_has_no_french_coast(tmp_path: Path) -> None:
    room = Room(tmp_path, map=replace(ISLANDS, name="France"))
    room.tables.begin(room.table)
    page = room.phones[0].get(f"/t/{room.table}/seat/0").text
    assert 'class="country"' in page
    assert "country france" not in page


def test_the_coast_on_phones_is_that_of_the_board() -> None:
    """The style sheet has it in hundredths of the map's frame."""
    (found,) = re.findall(
        r"\.country\.france::before\s*{\s*clip-path:\s*polygon\((.*?)\)", rendering.game_css("allo"), re.DOTALL
    )
    drawn = [tuple(float(n) for n in re.findall(r"(-?[\d.]+)%", corner)) for corner in found.strip().split(",")]
    xs, ys = [city.x for city in FRANCE.cities], [city.y for city in FRANCE.cities]
    by = min(280 / (max(xs) - min(xs)), 420 / (max(ys) - min(ys)))
    left, height = 32 + (280 - (max(xs) - min(xs)) * by) / 2, (max(ys) - min(ys)) * by + 58
    corners = loader.parsed_toml(loader.SHELF / "kits" / "allo" / "france.outline.toml")["outline"]
    assert len(drawn) == len(corners)
    for (x, y), (u, v) in zip(corners, drawn, strict=True):
        assert ((x - min(xs)) * by + left) / 344 * 100 == pytest.approx(u, abs=0.15)
        assert ((y - min(ys)) * by + 30) / height * 100 == pytest.approx(v, abs=0.15)


# Kept cards


@pytest.mark.parametrize("special", KEPT)
def test_what_is_kept_is_folded_away_where_it_could_be_played(tmp_path: Path, special: Special) -> None:
    """At the move and at the call: the page reads the same whichever card it is, until it is unfolded."""
    room = Room(tmp_path)
    cable = (Cable(pair(C["Lyon"], C["Dijon"]), (0, 0, 0, 0)),)
    kept = {each: ((a_card(each),), (), ()) for each in KEPT}
    moving = {"card": a_card(move=2), "step": "move"}
    calling = {"card": a_card(call=False), "step": "call", "cables": cable}
    for more in (moving, calling):
        page = room.show(room.state("Lyon", "Dijon", "Caen", kept=kept[special], **more))
        other = room.show(
            room.state("Lyon", "Dijon", "Caen", kept=kept[next(each for each in KEPT if each != special)], **more)
        )
        assert visible(page) == visible(other)
        assert KEPT[special] not in visible(page)
        (fold,) = re.findall(r'<details class="keeping".*?</details>', page, re.DOTALL)
        assert " open" not in fold.split(">")[0]
        assert "★ Kept card" in fold
        assert KEPT[special] in fold
        playable = (special == Special.ANYWHERE) == (more is moving)
        assert ('data-kind="jump"' in fold or 'data-dialog="call-1-free"' in fold) == playable
    bare = room.show(room.state("Lyon", "Dijon", "Caen", **moving))
    assert 'class="keeping"' not in bare


# Words


@pytest.mark.parametrize(
    ("lang", "one", "two"), [("en", "1 section,", "2 sections,"), ("fr", "1 section,", "2 sections,")]
)
def test_one_section_is_singular(tmp_path: Path, lang: str, one: str, two: str) -> None:
    country = replace(FRANCE, links=tuple(replace(k, sections=1) if k.sections == 4 else k for k in FRANCE.links))
    room = Room(tmp_path, map=country)
    state = room.state("Lyon", "Dijon", "Besançon", step="cable", card=a_card())
    page = re.sub(r"\s+", " ", room.show(state, lang=lang))
    assert re.findall(r"<small>(\d+ \w+,)", page) == [one, "5 sections,"]
    beside = room.show(replace(state, places=(C["Dijon"], C["Besançon"], C["Caen"])), lang=lang)
    assert two in beside
    assert re.search(r"Lyon–Dijon \d", visible(room.show(state, lang=lang))), "a space between the cable and its length"


def test_a_gain_that_the_limit_cuts_says_so(tmp_path: Path) -> None:
    """Of five sections four units are gained: then why."""
    room = Room(tmp_path)
    state = room.state("Lyon", "Dijon", "Besançon", step="cable", card=a_card(), units=(6, 6, 6))
    assert "5 sections, you gain 4 units: nobody has more than 10" in visible(room.show(state))
    assert "nobody has more" not in visible(room.show(replace(state, units=(3, 3, 3))))


def test_how_a_turn_ends_by_itself_is_told_before_it_does(tmp_path: Path) -> None:
    """A card without a call ends it after the cable; units come last. What somebody keeps is named nowhere."""
    room = Room(tmp_path)

    def told(step: str, lang: str = "en", **card: Any) -> list[str]:
        cities = ("Besançon", "Dijon", "Caen")
        page = room.show(room.state(*cities, step=step, card=a_card(**card)), lang=lang)
        return [visible(each).strip() for each in re.findall(r'<p class="hint follows">.*?</p>', page)]

    for step in ("move", "cable"):
        alone = ["No line from here: no call, unless a cable makes one."] if step == "cable" else []
        assert told(step, call=True) == alone
        assert told(step, call=False, special=None) == ["This card allows no call. Your turn ends after the cable."]
        for kept in (Special.FREE, Special.ANYWHERE):
            keeps = "At the end of the turn you keep this card: “Look” says what it is."
            assert told(step, call=False, special=kept) == [f"This card allows no call. {keeps}"]
        assert told(step, special=Special.TOWER)[0].endswith("At the end of the turn: A new tower.")
    joined = room.state(
        *("Lyon", "Dijon", "Caen"),
        step="cable",
        card=a_card(call=True),
        units=(0, 0, 0),
        cables=cables(("Lyon", "Dijon")),
    )
    page = visible(room.show(joined))
    assert (
        "Too few units for any line: no call, unless a cable changes that." in page and "No line from here" not in page
    )
    assert "Too few units for any line" not in visible(room.show(replace(joined, units=(9, 9, 9))))
    assert told("cable", special=Special.UNITS)[0].endswith("At the end of the turn: +3 units.")
    assert told("cable", "fr", special=Special.UNITS)[0].endswith("À la fin du tour : +3 unités.")


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("rule", ["strips suffice", "strips short", "lifting too little"])
@pytest.mark.parametrize("lift", [True, False])
def test_refusals_count_sections(lang: str, rule: str, lift: bool) -> None:
    with i18n.speaking(lang):
        told = [
            refusal_sentence(
                Refusal(rule, game="allo", evidence={"need": need, "lift": lift, "a": "Lyon", "b": "Nice"})
            )
            for need in (1, 2)
        ]
    assert [re.findall(r"\d sections?", sentence) for sentence in told] == [["1 section"], ["2 sections"]]


def test_a_replay_counts_the_units_of_a_card_as_the_rules_do(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = Setup("allo", 3, m.Options(), ("Ann", "Ben", "Cleo"), bytes(32))
    drawn = e.Drawn(0, a_card(Special.UNITS), 1, False, Special.UNITS, None)
    assert f"+{GIFT} units" in narrator(setup)(drawn, State())
    monkeypatch.setattr("referee.allo.pieces.GIFT", 5)
    assert "+5 units" in narrator(setup)(drawn, State())


@pytest.mark.parametrize(
    ("rule", "evidence", "english", "french"),
    [
        ("call barred", {}, "No call: your card bars it.", "Pas d’appel : votre carte l’interdit."),
        ("units short", {"need": 3, "have": 2}, "3 units needed, you have 2.", "Il faut 3 unités, vous en avez 2."),
        ("units short", {"need": 1, "have": 0}, "1 unit needed, you have 0.", "Il faut 1 unité, vous en avez 0."),
        (
            "not connected",
            {"a": "Lyon", "b": "Dijon"},
            "Not connected: Lyon–Dijon on your shortest way is bare.",
            "Pas de ligne : Lyon–Dijon, sur votre plus court chemin, n’est pas câblée.",
        ),
    ],
)
def test_why_there_is_no_call(tmp_path: Path, rule: str, evidence: dict[str, Any], english: str, french: str) -> None:
    """The same sentence in a refusal and beside the name of whoever cannot be called."""
    room = Room(tmp_path)
    states = {
        "call barred": room.state("Lyon", "Dijon", "Caen", card=a_card(call=False), step="call"),
        "not connected": room.state("Lyon", "Dijon", "Caen", card=a_card(call=True), step="call"),
        "units short": room.state(
            "Lyon", "Dijon" if evidence.get("need") == 1 else "Paris", "Caen", card=a_card(call=True), step="call",
            cables=cables(("Lyon", "Dijon"), ("Dijon", "Orléans"), ("Orléans", "Paris")), units=(evidence.get("have"), 0, 0),
        ),
    }  # fmt: skip
    for lang, sentence in (("en", english), ("fr", french)):
        with i18n.speaking(lang):
            refused = refusal_sentence(Refusal(rule, game="allo", evidence=evidence))
        assert refused.replace("\xa0", " ") == sentence
        assert sentence in visible(room.show(states[rule], lang=lang)).replace("\xa0", " ")


# The turn


def cables(*links: tuple[str, str]) -> tuple[Cable, ...]:
    """Those links with cable on them."""
    return tuple(Cable(pair(C[a], C[b]), (0, 0, 0, 0)) for a, b in links)


def test_the_turn_is_five_steps_and_the_map_shows_what_can_be_done(tmp_path: Path) -> None:
    room = Room(tmp_path)
    lines = cables(("Lyon", "Dijon"), ("Dijon", "Orléans"))
    common = {"cables": lines, "towers": (C["Orléans"], C["Caen"]), "units": (5, 0, 0)}
    cities = ("Lyon", "Dijon", "Caen")
    steps = {
        "card": room.state(*cities, step="card", **common),
        "move": room.state(*cities, step="move", card=a_card(move=1), **common),
        "cable": room.state("Besançon", "Dijon", "Caen", step="cable", card=a_card(call=True), **common),
        "call": room.state(*cities, step="call", card=a_card(call=True), **common),
        "special": room.state(*cities, step="special", card=a_card(Special.TOWER), **common),
    }
    pages = {step: room.show(state) for step, state in steps.items()}
    for number, page in enumerate(pages.values()):
        (turn,) = re.findall(r'<ol class="turnsteps".*?</ol>', page, re.DOTALL)
        marked = ['aria-current="step"' in each for each in turn.split("<li")[1:]]
        assert marked == [number == n for n in range(5)]
    lit = {step: set(re.findall(r'class="ring lit" data-city="(\d\d)"', page)) for step, page in pages.items()}
    assert lit["move"] == {C[name] for name in ("Clermont-Ferrand", "Marseille", "Nice", "Besançon")}, "not Dijon"
    assert not any(found for step, found in lit.items() if step != "move")
    assert 'class="ring to" data-city="80"' in pages["cable"]

    # The cheapest way to each, with what it costs; the last hop to Caen is from tower to tower.
    ways = dict(re.findall(r'<g class="way way-(\d) s\d">(.*?)</g>', pages["call"], re.DOTALL))
    assert {to: way.count("<path") for to, way in ways.items()} == {"1": 1, "2": 3}
    assert (ways["1"].count('class="air"'), ways["2"].count('class="air"')) == (0, 1)
    said = visible(pages["call"])
    assert "1 unit Lyon → Dijon" in said
    assert "3 units Lyon → Dijon → Orléans ⇢ Caen" in said


def test_the_table_screen_has_the_map_with_all_that_is_on_it(tmp_path: Path) -> None:
    """Cables, towers, tokens, the way of the last call and what was said."""
    room = Room(tmp_path)
    lines = cables(("Lyon", "Dijon"), ("Dijon", "Orléans"))
    state = room.state("Lyon", "Dijon", "Caen", step="call", card=a_card(call=True), cables=lines, units=(5, 0, 0))
    (asked,) = GAME.decide(state, 0, m.Ask(1, Part.JOB, "70"), Chance(bytes(32), 1))
    state = replace(GAME.evolve(state, asked), towers=(C["Nice"],))
    room.show(state)
    page = room.phones[0].get(f"/t/{room.table}").text
    assert re.findall(r'<path class="cable" d="([^"]*)"', page)[0].count("M") == 2
    assert page.count('<path class="tower"') == 1
    assert re.findall(r'class="token (s\d)( turn)?', page) == [("s0", ""), ("s1", " turn"), ("s2", "")]
    assert re.findall(r'<g class="way rung (s\d)">(.*?)</g>', page, re.DOTALL)[0][1].count("<path") == 1
    assert "Is your job journalist?" in visible(page)
