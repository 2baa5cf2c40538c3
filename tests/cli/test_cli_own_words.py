"""A user's own words, names and colours: on paper, on phones, and refused in one sentence."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pypdfium2
import pytest
from support.serving import get, playing

from generator.press.overrides import with_overrides
from templates import errors, i18n

SAMPLE = Path(__file__).resolve().parents[2] / "docs" / "own-words.toml"


def pages(file: Path) -> str:
    """All that a PDF says."""
    return "\n".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(file))


@pytest.mark.parametrize(("lang", "job", "colour"), [("en", "dentist", "grey"), ("fr", "dentiste", "gris")])
def test_the_sample_is_on_paper(empty_desk, lang: str, job: str, colour: str) -> None:
    told = empty_desk.run("print", "allo", "code777", "--with", str(SAMPLE), "--lang", lang)
    assert (told.code, told.err) == (0, "")
    allo, code777 = (pages(empty_desk.output / f"{slug}-{lang}-a4-own-words.pdf") for slug in ("allo", "code777"))
    assert all(word in allo for word in ("Okafor", "Papadopoulos", "Jean", "Alex", job))
    assert not any(word in allo for word in ("Dupont", "Alex()", "Alex / Alex"))
    assert colour in code777
    assert "is still said in the rules" in told.out, "and in no other text: the sample tells them all"


def test_without_it_nothing_changes(empty_desk) -> None:
    """Not even after a kit was printed with it: nothing is kept."""
    for name in ("one", "two"):
        assert empty_desk.run("print", "code777", "--only", "tiles", "--out", name).code == 0
        assert empty_desk.run("print", "code777", "--only", "tiles", "--with", str(SAMPLE), "--out", "own").code == 0
    one, two, own = (next((empty_desk.folder / name).glob("*.pdf")).read_bytes() for name in ("one", "two", "own"))
    assert one == two != own


def test_phones_say_it_too(tmp_path: Path) -> None:
    with playing("allo", "--data", tmp_path, "--port", 0, "--with", SAMPLE, "--lang", "en") as lines:
        base = next(line for line in lines if "On this computer alone" in line).rpartition(" ")[2]
        css = get(f"{base}/static/0/code777.css")
        assert re.search(r"\.c-brown\{[^}]*--c:#8a8f94", css)


def test_people_and_jobs_that_the_rules_still_name_are_told(empty_desk) -> None:
    """They serve as the example of the leaflet, whose sentences nobody exchanges blindly."""
    with_words = '[allo.people]\nsurname.05 = "Okafor"\nfirst.66 = ["Jean", "Jeanne"]\n[allo.job]\n20 = "dentist"\n'
    (empty_desk.folder / "mine.toml").write_text(with_words, "utf-8")
    said = empty_desk.run("print", "allo", "--only", "rules", "--with", "mine.toml", "--lang", "en").out
    told = " ".join(said.split())
    for old in ("Duval", "Louis", "Louise", "florist"):
        assert f"“{old}” is still said in the rules" in told
    assert "Dupont" not in told


def test_what_is_still_said_and_what_is_too_long(empty_desk) -> None:
    own = empty_desk.folder / "own.toml"
    own.write_text(
        '[code777.colours.pink]\nname = "orange"\nletter = "O"\n'
        '[allo.people.surname]\n01 = "Wolfeschlegelsteinhausenbergerdorff"\n',
        "utf-8",
    )
    told = empty_desk.run("print", "code777", "allo", "--with", "own.toml", "--lang", "en").out
    assert "“pink” is still said in question.11.text" in told
    assert "“Wolfeschlegelsteinhausenbergerdorff” is too long for its place and is shortened." in told


MISTAKES = [
    ("[alo]\nname = 'x'", "alo", "Expected a game: code777"),
    ("[allo.people.surnam]\n01 = 'x'", "allo.people.surnam", "Expected one of surname, first"),
    ("[allo.people.surname]\n09 = 'x'", "allo.people.surname.09", "Expected one of 01, 02"),
    ("[allo.people.surname]\n01 = 5", "allo.people.surname.01", "Expected a text, got `5`"),
    ("[allo.people.surname]\n01 = ' '", "allo.people.surname.01", "Expected a text"),
    ("[allo.people.surname]\n01 = '漢'", "allo.people.surname.01", "Expected letters of our typefaces, got `漢`"),
    ("[allo.people]\nfirst.11 = ['a', 'b', 'c']", "allo.people.first.11", "Expected 2 of them"),
    ("[allo.job]\n10 = {en = 'x'}", "allo.job.10", "Expected a text, or one for each of en, fr"),
    ("[allo]\nsizes = 'big'", "allo.sizes", "Expected a table"),
    ("[allo.sizes]\nplate = ['a', 'b']", "allo.sizes.plate.1", "Expected a number, got `a`"),
    ("[allo.sizes]\nplate = [1, 1]", "allo.sizes.plate[0]", "3"),
    ("[code777.colours.pink]\nhex = 'pink'", "code777.colours.pink.hex", "Expected a colour such as #2365ae"),
    ("[code777.colours.pink]\nletter = 'G'", "code777.colours", "a letter of its own"),
    ("[code777.question.24]\ntext = 'x'", "code777.question.24", "Expected one of 1, 2"),
    ("[allo.seats.red]\nshape = 'bogus'", "allo.seats[...].shape", "tree|sun"),
    ("[rallye.money]\npoint = '{x}'", "rallye.money.point", "Expected no braces but {amount}, got `{x}`"),
    ("[rallye.money]\npoint = 'a roll'", "rallye", "Expected one {amount} in `money.point`, got `a roll`"),
    (
        "[allo.special.units]\ntitle = '+{units!r}'",
        "allo.special.units.title",
        "Expected no braces but {units}, got `+{units!r}`",
    ),
    (
        "[allo.people]\nsurname.05 = 'Oka{for}'",
        "allo.people.surname.05",
        "Expected a text without braces, got `Oka{for}`",
    ),
    ("[rallye.money]\neither = '{a}'", "rallye", "Expected {a} and {b} in `money.either`, got `{a}`"),
    ("[rallye.tariff]\nedition = '{x}'", "rallye.tariff.edition", "Expected no braces but {letter}, got `{x}`"),
    ("[code777.diagram]\nheading = 'a {'", "code777.diagram.heading", "got `a {`"),
    ("a = [", "", "Invalid value"),
]


@pytest.mark.parametrize(("text", "key", "expected"), MISTAKES)
def test_mistakes_name_file_key_and_expectation(empty_desk, text: str, key: str, expected: str) -> None:
    (empty_desk.folder / "own.toml").write_text(text, "utf-8")
    sentence = empty_desk.refused("print", "allo", "--with", "own.toml")
    assert "own.toml: " in sentence
    assert f"{key}: " in sentence if key else True
    assert expected in sentence


@pytest.mark.parametrize("text", [mistake[0] for mistake in MISTAKES])
def test_mistakes_are_told_in_the_language_spoken(tmp_path: Path, text: str, french) -> None:
    """Whichever language of the file has the mistake."""
    file = tmp_path / "own.toml"
    file.write_text(text, "utf-8")
    with i18n.speaking("fr"), pytest.raises(errors.FileError) as mistake, with_overrides(str(file)):
        pass
    assert str(mistake.value).startswith("own.toml\N{NO-BREAK SPACE}: ")
    french(mistake.value.expected)


def test_a_french_command_line_tells_it_in_french(empty_desk) -> None:
    """Also where only --lang says so."""
    own = empty_desk.folder / "own.toml"
    own.write_text("[code777.colours.pink]\nletter = 'G'", "utf-8")
    for command, lang in ((("print", "code777"), "fr_FR.UTF-8"), (("play", "--data", "d", "--lang", "fr"), "C")):
        told = empty_desk.refused(*command, "--with", "own.toml", lang=lang)
        assert "Il faut une lettre différente pour chaque couleur" in told


@pytest.mark.parametrize(
    ("file", "english", "french"),
    [
        ("nowhere.toml", "nowhere.toml: the file is missing", "le fichier n’existe pas"),
        (".", ".: ", "c’est un dossier"),
    ],
)
def test_a_file_that_is_none(empty_desk, file: str, english: str, french: str) -> None:
    assert empty_desk.refused("print", "allo", "--with", file).startswith(english)
    assert empty_desk.refused("play", "allo", "--with", file, "--data", "d").startswith(english)
    assert empty_desk.refused("print", "allo", "--with", file, lang="fr_FR.UTF-8").endswith(french)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x = " + "[" * 100_000 + "]" * 100_000, "expected fewer brackets within each other"),
        ("x = " + "9" * 100_000, "expected numbers of fewer digits"),
        ("#" * (4 << 20) + "\n", "it is larger than 4 MB"),
    ],
)
def test_a_file_that_no_reader_can_hold(empty_desk, text: str, told: str) -> None:
    (empty_desk.folder / "deep.toml").write_text(text, "utf-8")
    for words in (("code777", "--with"), ("allo", "--map")):
        code, _, err = empty_desk.run("print", *words, "deep.toml")
        assert (code, err) == (2, f"sousmain: deep.toml: {told}\n")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device that has no end")
def test_what_has_no_end_is_not_read(empty_desk) -> None:
    for words in (("code777", "--with"), ("allo", "--map")):
        code, _, err = empty_desk.run("print", *words, "/dev/zero")
        assert (code, err) == (2, "sousmain: zero: it is not a plain file\n")


def test_sealed_slips_say_it_too(empty_desk) -> None:
    """And whoever opens the deal afterwards reads the same words."""
    own = empty_desk.folder / "own.toml"
    names = "".join(f'0{i} = "Okafor {i}"\n' for i in range(1, 9))
    own.write_text(f"[allo.people.surname]\n{names}", "utf-8")
    assert empty_desk.run("deal", "allo", "--players", "3", "--with", "own.toml", "--lang", "en").code == 0
    (file,) = empty_desk.output.glob("*.pdf")
    said = pages(file)
    assert "Okafor" in said
    assert "Dupont" not in said


def test_signs_are_letters_on_paper_and_in_what_is_written_beside_it(empty_desk) -> None:
    """Tags, quotes and ampersands: in the PDF as they were told, in the gallery and in drawings escaped once."""
    told = (
        '[code777]\nname = "<b>7&7</b>"\nsummary = "Who \\"is\\" <script>?"\n[code777.colours.brown]\nname = "<i>b&w"\n'
    )
    (empty_desk.folder / "own.toml").write_text(told, "utf-8")
    printed = empty_desk.run("print", "code777", "--with", "own.toml", "--lang", "en")
    assert printed.code == 0 and "Traceback" not in printed.err
    (kit,) = empty_desk.output.glob("*.pdf")
    words = pages(kit)
    assert "<b>7&7</b>" in words and "<i>b&w" in words and "&amp;" not in words and "&lt;" not in words
    written = [file.read_text("utf-8") for file in empty_desk.output.rglob("*.html")]
    assert written
    assert not any("<b>7&7" in page or "<script>?" in page or "&amp;amp;" in page for page in written)
    exported = empty_desk.run(
        "export", "code777", "--as", "svg", "--with", "own.toml", "--only", "tiles", "--out", "drawn"
    )
    assert exported.code == 0, exported.err
    for file in (empty_desk.folder / "drawn").rglob("*.svg"):
        ElementTree.fromstring(file.read_bytes())
