"""Slips: the right secrets in the right place, read back from the page by eye and by phone, and nowhere else."""

from __future__ import annotations

from itertools import combinations

import pytest
import zxingcpp
from support.dealing import EVERY, WORDS, Printed, dealt, said, seed
from support.pdfs import bookmarks, opened, resources, unpacked
from support.printing import ordered
from support.rasters import beyond_margin, ink, page
from support.soak import SOAK
from support.type_area import extent, outside, overlapping

from generator.drawing.fonts import LEAST_PT, cap
from generator.drawing.pen import FaceStamp, Path, Text
from generator.kits.common.slips import FLAP, panels
from generator.press import deal_slips
from referee import seed_phrase
from referee.allo.game import GAME as ALLO
from referee.allo.moves import Guess, Number
from referee.chance import Chance, commitment
from referee.code777 import refills as ahead
from referee.code777.game import GAME as CODE777
from referee.code777.pieces import racks
from referee.game import replay
from referee.inkognito.game import GAME as INKOGNITO
from referee.inkognito.moves import Call
from referee.inkognito.pieces import Fragment, Identity
from templates import i18n, loader

every_deal = pytest.mark.parametrize(("game", "players"), EVERY)
VALLEY, RIDGE = (0.3, 1.1), (2.2, 1.4)  # as the furniture of the house draws them
LONG = "Wilhelmina von Winterhausen-Hohenzollern,Zoé,Marie de la Tour d’Auvergne,Jean-Christophe,Œdipe"


def tiles(rack) -> list[str]:
    return [f"{tile.digit} {tile.colour}" for tile in rack]


def slip_runs(work) -> list:
    """All that is secret of what is printed."""
    return [run for run in work.runs if run.component.key in ("seats", "slips")]


def state_of(game, players: int, number: int = 0):
    """The deal as the referee knows it, secrets and all."""
    return replay(game, game.deal(game.Options(pieces="paper"), players, Chance(seed(number), 0)))


# -- what is on which slip ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_player_of_code_777_sees_every_rack_but_his_own(players: int) -> None:
    state = state_of(CODE777, players)
    seats = [each.slip for each in dealt("code777", players).slips if each.slip.large]
    assert [slip.title for slip in seats] == [f"Seat {n + 1}" for n in range(players)]
    for seat, slip in enumerate(seats):
        others = [i for i in range(racks(players)) if i != seat]
        owners = [f"Seat {i + 1}" if i < players else f"Open rack {'AB'[i - players]}" for i in others]
        assert [row.about for row in slip.rows] == owners
        assert [[each.text for each in row.words] for row in slip.rows] == [tiles(state.racks[i]) for i in others]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_seat_has_its_check_and_refills_are_for_whoever_needs_one(players: int) -> None:
    state = state_of(CODE777, players)
    slips = {each.slip.title: each.slip for each in dealt("code777", players).slips}
    for rack in range(players):
        assert said(slips[f"Check: Seat {rack + 1}"]) == tiles(state.racks[rack])
    drawn = ahead.plan(state, Chance(seed(), 1))
    kept = ahead.after_right(state)
    for number, three in enumerate(drawn, 1):
        slip = slips[f"Refill {number}"]
        names = [
            f"sheet: {each.refill + 1}{'abc'[each.place]}" if isinstance(each, ahead.PutAside) else tiles([each])[0]
            for each in three
        ]
        assert said(slip) == names
        assert ("Only after a right declaration" in slip.todo) == (number > len(drawn) - kept)
    assert f"Refill {len(drawn) + 1}" not in slips
    assert len(slips) == 2 * players + len(drawn) + 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_sheet_of_tiles_put_aside_has_a_line_for_each_refill(players: int) -> None:
    """It is public, the first page is too, and neither tells a tile; a thick line is where the stock is shuffled."""
    made, state = dealt("code777", players), state_of(CODE777, players)
    run = next(run for run in made.work.runs if run.component.key == "aside")
    (face,) = run.component.fronts
    numbers = [item.string for item in face.items if isinstance(item, Text) and item.string.isdigit()]
    assert numbers == [str(n) for n in range(1, ahead.count(state) + 1)]
    thick = [item for item in face.items if isinstance(item, Path) and item.width == 0.8]
    assert len(thick) == len([n for n in ahead.rounds(state) if n < ahead.count(state)])
    words = " ".join(item.string for item in face.items if isinstance(item, Text))
    assert not any(tile in words for rack in state.racks for tile in tiles(rack))
    assert f"It takes {len(made.slips)} slips" in " ".join(
        item.string for face in made.work.runs[0].component.fronts for item in face.items if isinstance(item, Text)
    ).replace("\xa0", " ")


def test_slips_of_the_version_before_are_still_told() -> None:
    told = list(deal_slips.deal_in_words(dealt("code777", 4).order, WORDS[0]))
    assert "  Seat 1: refill 1: 4 brown; 6 green; 7 blue" in told
    assert "  Seat 4: refill 4: 7 yellow; 4 brown; 7 blue" in told


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_black_cards_of_inkognito_and_the_check_win_a_call(players: int) -> None:
    state = state_of(INKOGNITO, players)
    names = dict(zip("FBZX", ("Lord Fiddlebottom", "Col. Bubble", "Madame Zsa Zsa", "Agent X"), strict=True))
    slips = {each.slip.title: each.slip for each in dealt("inkognito", players).slips}
    true = [(names[i], f) for i, f in zip(state.identities, state.fragments, strict=True)]
    colours = ("blue", "yellow", "green", "pink")
    for agent in range(min(players, 4)):
        assert tuple(said(slips[f"Seat {agent + 1} ({colours[agent]})"])) == true[agent]
    nobody = [title for title in slips if title.startswith("Nobody")]
    assert bool(nobody) == (players == 3)
    if nobody:
        assert [said(slips[title]) for title in nobody] == [[card] for card in true[3]]
    assert "Seat 5 (black)" not in slips  # the Ambassador has no black cards

    short = {"Fiddlebottom": "F", "Bubble": "B", "Zsa Zsa": "Z", "Agent X": "X"}
    rows = slips["Check: all cards"].rows
    who = tuple(Identity(short[row.words[0].text]) for row in rows)
    what = tuple(Fragment(row.words[1].text) for row in rows)
    caller, ally = allies(who)
    met = ally if players == 4 else None
    for event in INKOGNITO.decide(state, caller, Call(who, what, met), Chance(seed(), 1)):
        state = INKOGNITO.evolve(state, event)
    assert state.verdicts[-1].right


def allies(who) -> tuple[int, int]:
    return who.index(Identity.FIDDLEBOTTOM), who.index(Identity.BUBBLE)


@pytest.mark.parametrize("players", [3, 4])
def test_the_numbers_of_allo_and_their_checks(players: int) -> None:
    state = state_of(ALLO, players)
    slips = {each.slip.title: said(each.slip) for each in dealt("allo", players).slips}
    for seat, colour in zip(range(players), ("red", "green", "yellow", "blue"), strict=False):
        words = slips[f"Seat {seat + 1} ({colour})"]
        assert words == slips[f"Check: Seat {seat + 1} ({colour})"]
        number = Number(*words[0].split("."))
        assert number == state.numbers[seat]
        assert [word_.split()[0] for word_ in words[1:]] == words[0].split(".")
        caller = (seat + 1) % players
        over = replay_guess(state, caller, seat, number)
        assert ALLO.outcome(over).winners == (caller,)


def replay_guess(state, caller: int, seat: int, number: Number):
    for event in ALLO.decide(state, caller, Guess(seat, number.dialled), Chance(seed(), 1)):
        state = ALLO.evolve(state, event)
    return state


def test_slips_say_what_the_view_shows_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """One way out: with another view the slips say something else, though the deal is the same."""
    from msgspec.structs import replace

    from referee.code777 import views
    from referee.code777.pieces import TILES

    room = deal_slips.context(dealt("code777", 4).order)
    true = views.view

    def blinded(state, observer):
        seen = true(state, observer)
        racks_ = tuple(replace(rack, tiles=rack.tiles and TILES[:3]) for rack in seen.racks)
        return replace(seen, racks=racks_)

    monkeypatch.setattr(views, "view", blinded)
    _, slips = deal_slips.slips_of_deal(room, WORDS[0])
    told = {word_ for slip in slips for word_ in said(slip) if not word_.startswith("sheet: ")}
    assert told == {"1 green", "2 yellow"}


# -- on paper ----------------------------------------------------------------------------------------------------------


def code(each: Printed) -> str:
    """What a phone reads on the panel of the words."""
    found = zxingcpp.read_barcodes(each.picture("words"), formats=zxingcpp.BarcodeFormat.QRCode)
    return found[0].text if len(found) == 1 else ""


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("code777", 5, {"lang": "fr", "names_": LONG, "paper_": "letter", "ink": "mono"}),
        ("code777", 3, {}),
        ("inkognito", 3, {"lang": "fr", "ink": "saver"}),
        ("inkognito", 4, {"paper_": "letter", "names_": LONG.rpartition(",")[0]}),
        ("allo", 4, {"lang": "fr"}),
    ],
)
def test_print_and_code_say_the_same(game: str, players: int, options: dict) -> None:
    made = dealt(game, players, **options)
    for each in made.slips:
        scanned, printed = code(each), each.text("words").split()
        if each.slip.scanned:
            assert scanned == each.slip.scanned
            assert seed_phrase.grouped(WORDS[0]) in "".join(printed)
            continue
        head, *rows, last = scanned.split("\n")
        assert head == f"{made.work.title} · {each.slip.title}"
        assert rows == [row.text for row in each.slip.rows]
        assert last == seed_phrase.public_code(WORDS[0])
        flat = "".join(printed)  # on a slip that lies on its side, a reader may part words otherwise
        assert [part_ for text in said(each.slip) for part_ in text.split() if part_ not in flat] == []


@every_deal
def test_nothing_secret_stands_outside_the_fold(game: str, players: int) -> None:
    made = dealt(game, players)
    for each in made.slips:
        outside = each.text("flap", "veil", "cover")
        assert each.text("veil").strip() == ""
        assert each.slip.title in outside
        assert seed_phrase.public_code(WORDS[0]) in outside
        assert [secret for secret in said(each.slip) if f" {secret} " in f" {' '.join(outside.split())} "] == []
        assert seed_phrase.grouped(WORDS[0]) not in outside


@every_deal
def test_the_file_tells_nothing_besides(game: str, players: int) -> None:
    """Neither bookmarks nor metadata nor the names of what is drawn, nor the first page, nor any footer."""
    made = dealt(game, players)
    secrets = {secret for each in made.slips if not each.slip.scanned for secret in said(each.slip)}
    secrets = {secret for secret in secrets if not secret.isdigit() and not secret.startswith("sheet")} | {
        WORDS[0],
        seed_phrase.grouped(WORDS[0]),
    }
    with opened(made.data) as pdf:
        told = [title for title, _ in bookmarks(pdf)] + [str(value) for value in pdf.docinfo.values()]
        told += [str(name) for here in resources(pdf) for name in here.get("/XObject", {})]
    assert "Sousmain" in told and any("slips.1" in name for name in told)
    assert [secret for secret in secrets if any(secret in text for text in told)] == []
    assert WORDS[0].encode() not in unpacked(made.data)
    first = made.work.runs[0]
    assert first.component.key == "evening"
    words = [item.string for face in first.component.fronts for item in face.items if isinstance(item, Text)]
    assert seed_phrase.public_code(WORDS[0]) in " ".join(words)
    assert [secret for secret in secrets if any(secret in line for line in words)] == []


@every_deal
def test_slips_are_whole_readable_and_within_the_margins(game: str, players: int) -> None:
    for options in ({}, {"paper_": "letter", "lang": "fr", "names_": ",".join(LONG.split(",")[:players])}):
        made = dealt(game, players, **options)
        for face in (face for run in slip_runs(made.work) for face in run.component.fronts):
            assert min(item.pt for item in face.items if isinstance(item, Text)) >= LEAST_PT
            assert outside(face) == []
            assert overlapping(face) == []
        for each in made.slips:
            flat = " ".join(each.text("cover").split())
            assert " ".join(each.slip.todo.split()) in flat
            assert " ".join(each.slip.title.split()) in flat
        for number in range(len(made.work.sides())):
            assert beyond_margin(page(made.data, number, 4), per_mm=4) == []


def test_a_long_city_of_another_country_is_shortened_in_print_and_whole_in_the_code(tmp_path) -> None:
    """It never runs into the code."""
    file = tmp_path / "long.toml"
    text = (loader.SHELF / "kits" / "allo" / "islands.toml").read_text("utf-8")
    first = text.partition('name = "')[2].partition('name = "')[2].partition('"')[0]
    city = "Llanfairpwllgwyngyllgogerychwyrndrobwll"
    file.write_text(text.replace(f'"{first}"', f'"{city}"'), "utf-8")
    order, named = ordered("allo", players_="4", map_=str(file)), 0
    for number in range(20 if SOAK else 7):
        work = deal_slips.compose(order, [WORDS[0][:14] + f"{number:02}"])
        for face in work.runs[1].component.fronts:
            lines = [item for item in face.items if isinstance(item, Text)]
            assert overlapping(face) == []
            named += any("Llanfair" in item.string for item in lines)
            room = face.width - 23.6  # where the white around the code begins
            assert [
                item.string for item in lines if extent(item)[2] > room and item.y < 55 and item.anchor == "start"
            ] == []
    assert named >= 6


# -- folds -------------------------------------------------------------------------------------------------------------


@every_deal
def test_a_slip_folds_shut(game: str, players: int) -> None:
    """Veil and cover are as large as the words, one on either side of them; folds run between; the flap hides no label."""
    for each in dealt(game, players).slips[:3]:
        flap, veil, words, cover = panels(each.slip.size).values()
        assert (flap.width, flap.height) == (words.width, FLAP)
        assert (veil.width, veil.height) == (words.width, words.height) == (cover.width, cover.height)
        assert (flap.y, veil.y, words.y, cover.y) == (0, FLAP, FLAP + words.height, FLAP + 2 * words.height)
        for panel in ("veil", "cover"):  # from edge to edge, all the way round
            left, top, right, low = ink(each.picture(panel)).point(lambda v: 255 * (v > 128)).getbbox()
            assert (left, top) <= (9, 9)
            assert (right, low) >= (round(veil.width * 10) - 9, round(veil.height * 10) - 9)
        assert each.text("flap").strip() == "glue or tape"


def test_folds_run_between_the_panels_each_its_own_way() -> None:
    """Dots towards you above the words, dashes away from you below them."""
    for run in slip_runs(dealt("code777", 4).work):
        for face in run.component.fronts:
            parts = panels((face.width, (face.height - FLAP) / 3))
            folds = {item.ops[0][1][1]: item.dash for item in face.items if isinstance(item, Path) and item.dash}
            assert folds == {parts["veil"].y: VALLEY, parts["words"].y: VALLEY, parts["cover"].y: RIDGE}


def test_the_label_stays_clear_of_the_flap() -> None:
    """Once folded, the flap lies on the upper part of the cover, next to its fold."""
    made = dealt("code777", 5, lang="fr", names_=LONG, paper_="letter", ink="mono")
    for face in (face for run in slip_runs(made.work) for face in run.component.fronts):
        cover = panels((face.width, (face.height - FLAP) / 3))["cover"]
        words = [item for item in face.items if isinstance(item, Text) and item.y > cover.y]
        assert len(words) >= 3
        assert min(item.y - cap(item.font, item.pt) for item in words) >= cover.y + FLAP
        assert max(item.y for item in words) <= cover.y + cover.height - 0.8


def test_no_two_slips_have_the_same_veil() -> None:
    """Else two of them, one of which was opened, could be held against the light together."""
    made = dealt("code777", 4)
    for run in slip_runs(made.work):
        windows = [f for f in run.faces if f.name.endswith((".thick", ".thin")) and f.name.count(".") == 3]
        places = [(item.face, item.matrix) for face in windows for item in face.items if isinstance(item, FaceStamp)]
        assert len(places) == 2 * len(run.component.fronts)
        assert len(set(places)) == len(places)


def test_the_veils_follow_from_the_word_so_that_nobody_knows_them_before() -> None:
    one, other = (deal_slips.compose(dealt("allo", 4).order, [w]) for w in WORDS[:2])
    first, second = ([f for f in work.runs[1].faces if f.name.startswith("slips.1.")] for work in (one, other))
    assert first != second


# -- fairness ----------------------------------------------------------------------------------------------------------


def test_the_code_is_the_beginning_of_the_commitment() -> None:
    assert seed_phrase.public_code(WORDS[0]).replace("-", "") == commitment(seed_phrase.seed(WORDS[0]))[:16]
    assert len({seed_phrase.public_code(each) for each in WORDS}) == len(WORDS)


def test_the_word_is_on_one_slip_alone() -> None:
    for game, players in EVERY:
        holders = [each for each in dealt(game, players).slips if seed_phrase.grouped(WORDS[0]) in each.text("words")]
        assert [each.slip.title for each in holders] == ["After the game"]


def test_several_games_have_a_code_and_a_word_of_their_own() -> None:
    made = dealt("inkognito", 4, count=3)
    covers = [each.text("cover") for each in made.slips]
    for number, of in enumerate(WORDS, 1):
        own = [text for text in covers if seed_phrase.public_code(of) in text]
        assert len(own) == 6
        assert all(f"Game {number}:" in text for text in own)
    last = [each.text("words") for each in made.slips if each.slip.scanned]
    assert [seed_phrase.grouped(of) in text for of, text in zip(WORDS, last, strict=True)] == [True] * 3
    hands = [tuple(map(tuple, (said(e.slip) for e in made.slips[i : i + 4]))) for i in range(0, 18, 6)]
    assert all(a != b for a, b in combinations(hands, 2))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("0123-4567-89AB-CDEF", WORDS[0]),
        ("o l23 4567 89ab cdef", WORDS[0]),
        ("0123-4567-89AB-CDE", None),
        ("0123-4567-89AB-CDEFG", None),
        ("0123-4567-89AB-CDEU", None),
        ("", None),
    ],
)
def test_a_word_is_read_as_people_type_it(typed: str, meant: str | None) -> None:
    assert seed_phrase.parsed(typed) == meant


def test_words_are_fresh_and_can_be_read() -> None:
    words = deal_slips.new_seed_phrases(200)
    assert len(set(words)) == 200
    assert [seed_phrase.parsed(seed_phrase.grouped(each).lower()) for each in words] == list(words)
    assert set("".join(words)) == set(seed_phrase.LETTERS)


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_after_the_game_the_word_tells_what_every_slip_says(lang: str) -> None:
    made = dealt("code777", 3, lang=lang)
    first, *lines = deal_slips.deal_in_words(made.order, WORDS[0])
    assert seed_phrase.public_code(WORDS[0]) in first
    slips = [each.slip for each in made.slips if not each.slip.scanned]
    assert lines[len(slips)].startswith(("Slips printed by", "Les billets imprimés"))
    lines = lines[: len(slips)]
    for slip in slips:
        (line,) = [
            line for line in lines if line.strip() == f"{slip.title}: {'; '.join(row.text for row in slip.rows)}"
        ]
        assert all(row.text in line for row in slip.rows)
