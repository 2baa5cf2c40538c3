"""`export`: the pieces of a kit as pictures, as drawings to edit, and for a virtual table."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from urllib.parse import unquote, urlparse
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops

from referee.registry import GAMES

SVG = "{http://www.w3.org/2000/svg}"
PRIVATE = "for private use"


def manifest(folder):
    """What an export says about its files."""
    return json.loads((folder / "manifest.json").read_text("utf-8"))


def exported(desk, *words):
    """Exports, and gives the folder of the first game."""
    result = desk.run("export", *words, "--json")
    assert (result.code, result.err) == (0, "")
    return desk.folder / json.loads(result.out)["exports"][0]["folder"]


def pixels(path):
    """A picture."""
    with Image.open(path) as picture:
        return picture.convert("RGB")


def test_every_piece_has_its_picture_at_its_size(empty_desk):
    """Like pieces share one; a back that all share is one file; the manifest counts what a printed kit has."""
    folder = exported(empty_desk, "code777", "--dpi", "100")
    told = manifest(folder)
    assert (told["game"], told["as"], PRIVATE in told["licence"]) == ("code777", "png", True)
    counts = Counter()
    for entry in told["pieces"]:
        counts[entry["component"]] += entry["count"]
        picture = Image.open(folder / entry["front"])
        assert picture.size == (round(entry["width"] / 0.254), round(entry["height"] / 0.254)), entry
        assert picture.info["dpi"] == pytest.approx((100, 100), abs=0.1)
        assert PRIVATE in picture.info["Copyright"]
        assert len(picture.convert("L").getcolors(256)) > 2, "nothing is drawn on it"
    assert (counts["tiles"], counts["questions"]) == (28, 23)
    tiles = {entry["piece"]: entry for entry in told["pieces"] if entry["component"] == "tiles"}
    assert (tiles["7 blue"]["front"], tiles["7 blue"]["back"]) == ("tiles-7-blue.png", "tiles-back.png")
    assert tiles["1 green"]["count"] == 1
    named = {name for entry in told["pieces"] for name in (entry["front"], entry.get("back")) if name}
    assert {path.name for path in folder.iterdir()} == named | {"manifest.json", "README.txt"}
    printed = json.loads(empty_desk.run("print", "code777", "--json", "--except", "contents,tuckbox").out)["files"][0]
    assert {part["component"]: part["pieces"] for part in printed["components"] if part["component"] != "rules"} == {
        key: count for key, count in counts.items() if key != "rules"
    }


def test_bleed_is_drawn_beyond_the_edges(empty_desk):
    """Two millimetres on each side of a tile, on its back too; without it the picture is the piece."""
    sizes = []
    for more in ((), ("--bleed",)):
        folder = exported(empty_desk, "code777", "--only", "tiles", "--dpi", "254", *more)
        for side in ("tiles-7-blue.png", "tiles-back.png"):
            sizes.append(pixels(folder / side).size)
    assert sizes == [(300, 420), (300, 420), (340, 460), (340, 460)]
    inner = pixels(folder / "tiles-7-blue.png").crop((20, 20, 320, 440))
    exported(empty_desk, "code777", "--only", "tiles", "--dpi", "254")
    difference = ImageChops.difference(inner, pixels(folder / "tiles-7-blue.png")).convert("L")
    assert sum(difference.histogram()[40:]) < 300, "the piece lies elsewhere"


def test_drawings_can_be_edited(empty_desk):
    """Millimetres, type as type, what is stamped under its name, nothing outside the file."""
    folder = exported(empty_desk, "code777", "--as", "svg", "--lang", "fr")
    entries = {entry["piece"]: entry for entry in manifest(folder)["pieces"] if entry["component"] == "tiles"}
    drawing = ElementTree.parse(folder / entries["7 bleu"]["front"]).getroot()
    assert (drawing.get("width"), drawing.get("height"), drawing.get("viewBox")) == ("30mm", "42mm", "0 0 30 42")
    assert {"7", "bleu"} <= {text.text for text in drawing.iter(f"{SVG}text")}
    assert "privé" in drawing.find(f"{SVG}desc").text
    for path in folder.glob("*.svg"):
        root = ElementTree.parse(path).getroot()
        known = {each.get("id") for each in root.iter() if each.get("id")}
        assert {each.get("href")[1:] for each in root.iter(f"{SVG}use")} <= known, path.name


@pytest.mark.parametrize("game", GAMES)
def test_a_virtual_table_finds_every_piece(empty_desk, game):
    """All that is on the table, in the right number; each picture where the file says it is."""
    folder = exported(empty_desk, game, "--as", "tts", "--dpi", "50")
    saved = json.loads((folder / f"{game}.json").read_text("utf-8"))
    assert PRIVATE in saved["Note"]
    pieces = manifest(folder)["pieces"]
    cards = sum(entry["count"] for entry in pieces if entry["kind"] == "card")
    decks = [thing for thing in saved["ObjectStates"] if thing["Name"] == "DeckCustom"]
    assert sum(len(deck["DeckIDs"]) for deck in decks) == cards
    for deck in decks:
        assert [card["CardID"] for card in deck["ContainedObjects"]] == deck["DeckIDs"]
        ((number, custom),) = deck["CustomDeck"].items()
        assert {card_id // 100 for card_id in deck["DeckIDs"]} == {int(number)}
        assert max(card_id % 100 for card_id in deck["DeckIDs"]) < custom["NumWidth"] * custom["NumHeight"] <= 70
        face, back = found(custom["FaceURL"]), found(custom["BackURL"])
        assert max(face.size) <= 4096
        cell = (face.width / custom["NumWidth"], face.height / custom["NumHeight"])
        whole = (back.width, back.height) if not custom["UniqueBack"] else cell
        assert cell[0] / cell[1] == pytest.approx(whole[0] / whole[1], rel=0.03)
    others = [thing for thing in saved["ObjectStates"] if thing["Name"] != "DeckCustom"]
    assert len(others) == sum(entry["kind"] != "card" for entry in pieces)
    for thing in others:
        inner = thing["ContainedObjects"][0] if "Bag" in thing["Name"] else thing
        assert found(inner["CustomImage"]["ImageURL"]).width > 1
    places = Counter((thing["Transform"]["posX"], thing["Transform"]["posZ"]) for thing in saved["ObjectStates"])
    assert set(places.values()) == {1}, "one lies on another"


def found(address):
    """The picture at an address of this computer."""
    return pixels(Path(unquote(urlparse(address).path)))


def test_a_board_lies_there_whole(empty_desk):
    """Whatever paper would have made of it."""
    (board,) = manifest(exported(empty_desk, "rallye", "--only", "board", "--dpi", "50"))["pieces"]
    assert (board["kind"], board["width"], board["height"], board["count"]) == ("board", 500, 350, 1)


def test_cards_of_a_sheet_are_those_of_their_ids(empty_desk):
    """The third card of a deck is the third on its sheet: row by row, ten in a row."""
    single = exported(empty_desk, "code777", "--only", "questions", "--dpi", "60")
    pictures = {entry["piece"]: pixels(single / entry["front"]) for entry in manifest(single)["pieces"]}
    folder = exported(empty_desk, "code777", "--only", "questions", "--dpi", "60", "--as", "tts")
    (deck,) = json.loads((folder / "code777.json").read_text("utf-8"))["ObjectStates"]
    sheet = pixels(folder / "deck-1-questions.png")
    custom = deck["CustomDeck"]["1"]
    width, height = sheet.width // custom["NumWidth"], sheet.height // custom["NumHeight"]
    for card in deck["ContainedObjects"]:
        place = card["CardID"] % 100
        left, top = place % 10 * width, place // 10 * height
        cell = sheet.crop((left, top, left + width, top + height))
        assert ImageChops.difference(cell, pictures[card["Nickname"]].resize(cell.size)).getbbox() is None, card


def test_again_into_the_same_folder(empty_desk):
    """The same files, to the byte; names of players stand on what is theirs."""
    folder = exported(empty_desk, "code777", "--only", "notes,racks", "--dpi", "60", "--names", "Anne,Mario")
    first = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert {"notes-anne.png", "racks-mario.png"} <= first.keys()
    exported(empty_desk, "code777", "--only", "notes,racks", "--dpi", "60", "--names", "Anne,Mario")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == first


def test_racks_of_wood_are_written_and_their_options_go_with_them_alone(empty_desk):
    folder = exported(empty_desk, "allo", "--as", "laser", "--thickness", "3,2", "--kerf", "0.1", "--lang", "fr")
    assert {path.name for path in folder.iterdir()} == {
        "stands.svg",
        "events-holder.svg",
        "manifest.json",
        "README.txt",
    }
    stands, holder = manifest(folder)["pieces"]
    assert (stands["component"], stands["count"], stands["thickness"], stands["kerf"]) == ("stands", 4, 3.2, 0.1)
    assert holder["title"].startswith("Porte-cartes")
    for words, told in (
        (["code777", "--kerf", "0.2"], "--kerf goes with --as laser"),
        (["code777", "--as", "laser", "--thickness", "9"], "1.5 to 6"),
        (["code777", "--as", "laser", "--bleed"], "--bleed and --as laser"),
        (["fully", "--as", "laser"], "nothing of it is made of wood"),
    ):
        refused = empty_desk.run("export", *words)
        assert refused.code == 2 and told in refused.err
