"""An order is checked before anything is drawn: every refusal is one sentence with what was meant."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.printing import ordered

from generator.errors import BadValue, PrintError, Unknown
from generator.order.request import LONGEST_NAME, PrintRequest, requests
from generator.order.words import copies, known_words, millimetres_xy, names, whole_number
from referee.code777.pieces import PLAYERS, USUAL, box
from referee.registry import GAMES, pieces


@pytest.mark.parametrize(
    ("given_", "found"),
    [
        ("", ()),
        ("   ", ()),
        ("Anne,Mario", ("Anne", "Mario")),
        (" Anne ,  Jean \t Paul ", ("Anne", "Jean Paul")),
        ("Zoé,Œdipe,«É»", ("Zoé", "Œdipe", "«É»")),
        ("Anne,Anne", ("Anne", "Anne")),
        ("W" * LONGEST_NAME, ("W" * LONGEST_NAME,)),
    ],
)
def test_names_are_read_as_players_write_them(given_: str, found: tuple[str, ...]) -> None:
    assert names(given_) == found


@pytest.mark.parametrize(
    ("given_", "reason"),
    [
        ("Anne,,Mario", "name 2 is empty"),
        (",Anne", "name 1 is empty"),
        ("Anne, ", "name 2 is empty"),
        ("W" * (LONGEST_NAME + 1), f"at most {LONGEST_NAME} letters"),
        ("Anne;Mario", "separated by commas"),
        ("Anne ☃", "have no “☃”"),
        ("名前", "have no “名前”"),
        ("a\x07b", "have no"),
    ],
)
def test_names_that_cannot_be_printed_are_refused_with_the_reason(given_: str, reason: str) -> None:
    with pytest.raises(BadValue, match=reason):
        names(given_)


def test_names_decide_how_many_play_unless_told() -> None:
    assert ordered().players == USUAL
    assert ordered(names_="A,B").players == 2
    assert ordered(names_="A,B", players_="5").players == 5


@pytest.mark.parametrize("count", ["0", "1", "6", "-3", "x", "2.5", "99999999999", ""])
def test_a_number_of_players_that_cannot_play_is_refused(count: str) -> None:
    with pytest.raises(BadValue, match=f"code777 is for {PLAYERS[0]} to {PLAYERS[-1]} players"):
        ordered(players_=count, names_="" if count else "only one")


def test_more_names_than_players_are_refused() -> None:
    with pytest.raises(BadValue, match="there are 3 names for 2 players"):
        ordered(players_="2", names_="A,B,C")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"ink": "ful"}, "--ink “ful” is not known: did you mean “full”? There are: full, saver, mono."),
        ({"sides": "longedge"}, "did you mean “long-edge”?"),
        ({"marks": "x"}, "--marks “x” is not known. There are: crop, lines, none."),
        ({"only": "tile"}, "Component “tile” is not known: did you mean “tiles”?"),
        ({"without": "dice"}, "Component “dice” is not known"),
        ({"lang": "de"}, "--lang “de” is not known"),
        ({"paper_": "lettre"}, "Paper “lettre” is not known: did you mean “letter”?"),
        ({"only": ","}, "--only was given “,”"),
        ({"only": "tiles", "without": "notes"}, "--only and --except do not go together"),
        ({"without": ",".join([*box(4), "tuckbox", "contents"])}, "Nothing is left to print"),
        ({"back_offset": "1,1"}, "--back-offset goes with --sides long-edge or short-edge"),
        ({"fronts_first": True, "sides": "fold"}, "--fronts-first goes with --sides long-edge or short-edge"),
        ({"pads": "0"}, "--pads was given “0”, but it takes a whole number from 1 to 2000"),
        ({"pads": "2001"}, "--pads"),
        ({"copies_": ("tiles",)}, "it takes COMPONENT=N, such as tiles=2"),
        ({"copies_": ("tiles=0",)}, "--copies tiles was given “0”"),
        ({"copies_": ("dice=2",)}, "Component “dice” is not known"),
        ({"copies_": ("tiles=-1",)}, "--copies tiles was given “-1”"),
    ],
)
def test_every_mistake_is_one_sentence_that_says_what_was_meant(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(PrintError) as refusal:
        ordered(**options)
    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert str(refusal.value).endswith(".")


def test_an_unknown_game_is_refused_with_the_list() -> None:
    with pytest.raises(Unknown, match="Game “code778” is not known: did you mean “code777”"):
        requests(["code778"])


@pytest.mark.parametrize(
    "text", ["", "1", "1,2,3", "a,b", "1;2;3", "11,0", "0,-10.01", "1e1,0", "nan,0", "inf,0", "1,2mm"]
)
def test_an_offset_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(BadValue, match=r"it takes X,Y in millimetres, each at most 10, such as 0\.5,-1"):
        millimetres_xy(text)


@given(st.floats(-10, 10).map(lambda v: round(v, 2)), st.floats(-10, 10).map(lambda v: round(v, 2)))
def test_offsets_are_read_to_the_hundredth(x: float, y: float) -> None:
    assert millimetres_xy(f" {x:+.2f} , {y:.2f}") == (x, y)


@given(st.integers(-(10**12), 10**12), st.integers(1, 50))
def test_whole_numbers_are_taken_within_their_bounds_alone(number: int, most: int) -> None:
    if 1 <= number <= most:
        assert whole_number("--pads", f" {number} ", 1, most) == number
    else:
        with pytest.raises(BadValue, match=f"a whole number from 1 to {most}"):
            whole_number("--pads", str(number), 1, most)


def test_lists_name_each_component_once_in_any_case() -> None:
    assert known_words("--only", ["Tiles, notes,tiles,", "LIST"], box(4)) == ("tiles", "notes", "list")
    assert copies(("tiles=2,list=3", "TILES=4"), tuple(box(4))) == (("tiles", 4), ("list", 3))


def test_only_and_except_choose_components() -> None:
    known = [*box(4), "contents"]
    assert [c for c in known if ordered(only="notes,tiles").wants(c)] == ["tiles", "notes"]
    assert [c for c in known if ordered(without="notes,tiles").wants(c)] == [
        c for c in known if c not in ("notes", "tiles")
    ]
    assert all(ordered().wants(c) for c in known)


DIFFERENT: list[dict[str, object]] = [
    {}, {"paper_": "letter"}, {"paper_": "210x290mm"}, {"lang": "fr"}, {"players_": "2"}, {"players_": "5"},
    {"ink": "saver"}, {"ink": "mono"}, {"sides": "long-edge"}, {"sides": "short-edge"}, {"sides": "fold"},
    {"only": "tiles"}, {"only": "tiles,notes"}, {"without": "tiles"}, {"without": "tiles,notes"},
    {"marks": "lines"}, {"marks": "none"}, {"pads": "9"}, {"pads": "10"}, {"copies_": ("tiles=2",)}, {"copies_": ("list=2",)},
    {"sides": "long-edge", "fronts_first": True}, {"sides": "long-edge", "back_offset": "1,-2"},
    {"sides": "long-edge", "back_offset": "-1,2"}, {"names_": "Anne,Mario,Nora,Sam"}, {"names_": "Zoé,Œdipe,A b,C"},
    {"ink": "mono", "sides": "fold", "players_": "3", "only": "rules", "lang": "fr", "paper_": "a3"},
]  # fmt: skip


def test_kits_with_other_options_get_files_of_their_own() -> None:
    files = {str(options): ordered(**options).file() for options in DIFFERENT}
    assert [pair for pair in combinations(files, 2) if files[pair[0]] == files[pair[1]]] == []


@pytest.mark.parametrize("options", DIFFERENT, ids=str)
def test_a_file_name_is_plain_and_begins_with_the_game(options: dict[str, object]) -> None:
    order: PrintRequest = ordered(**options)
    assert order.file().startswith("code777")
    assert order.file().endswith(".pdf")
    assert set(order.file()) <= set("abcdefghijklmnopqrstuvwxyz0123456789-+.")


def test_a_name_typed_on_a_mac_keeps_its_accents() -> None:
    """There é is e and an accent; the typefaces set that beside the letter."""
    assert requests(["code777"], names_="Zoe\u0301,Ines")[0].names == ("Zo\u00e9", "Ines")


def test_pads_are_for_the_games_that_print_theirs() -> None:
    """With several games ordered, one whose pad is left out does not stand in the way of another."""
    (only,) = requests(only=["marks"], pads="3")
    assert (only.game, only.pads) == ("allo", 3)
    assert [order.game for order in requests(only=["marks", "tiles"], pads="3")] == ["code777", "allo"]
    with pytest.raises(PrintError, match="--pads asks for clues"):
        requests(["inkognito"], only=["cards"], pads="3")


def test_without_a_game_those_for_so_many_players_are_printed() -> None:
    """Fully is for four: three players get the games that three can play; nobody is refused for a game not named."""
    for_three = [slug for slug in GAMES if 3 in pieces(slug).PLAYERS]
    assert "fully" not in for_three
    assert [order.game for order in requests(players_="3")] == for_three
    assert [order.game for order in requests(names_="Anne,Mario,Nora")] == for_three
    assert {"code777", "fully"} <= {order.game for order in requests(players_="4")}
    with pytest.raises(BadValue, match="fully is for 4 players"):
        requests(["fully"], players_="3")
    assert [order.game for order in requests(players_="6")] == ["rallye"]
    with pytest.raises(BadValue, match="2 to 5 players"):
        requests(players_="7")
