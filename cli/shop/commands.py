"""Other papers and records: each job is the command of that name, its file in a folder that goes at once, its lines told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.web.shop.folders import passing_folder
from companion.web.shop.frames import Frame
from companion.web.shop.tools import tool_forms
from generator.errors import PrintError
from generator.order.fields import PUZZLED
from templates.i18n import say

PICTURE = 900  # pixels that the picture of a sheet is wide


def only_file(act: Callable[[Path], object]) -> Frame:
    """The one file that a command writes into a folder."""
    with passing_folder() as folder:
        act(Path(folder))
        (file,) = Path(folder).iterdir()
        return {"file": file.name}, file.read_bytes()


def puzzles(job: dict[str, Any], _: bytes) -> Frame:
    """A booklet of puzzles."""
    from cli.paper.puzzling import puzzles_

    words = {field.name: field.default for field in PUZZLED} | job["words"]
    games = words.pop("games", ())
    if isinstance(words["level"], list):
        words["level"] = ",".join(words["level"])
    return only_file(lambda folder: puzzles_(games, out=folder, quiet=True, **words))


def deal(job: dict[str, Any], _: bytes) -> Frame:
    """Sealed slips of a deal."""
    from cli.dealing import deal_

    words = dict(job["words"])
    return only_file(lambda folder: deal_(words.pop("game", ""), out=folder, quiet=True, **words))


def calibration(job: dict[str, Any], _: bytes) -> Frame:
    """The sheet to read a printer's faults from; its front as a picture if that is asked for."""
    from cli.calibrating import print_sheet

    words = {"paper": "a4", "sides": "long-edge", "printer": "", "lang": job["spoken"]} | job["words"]
    picture = words.pop("picture", "")
    facts, pdf = only_file(
        lambda folder: [*print_sheet(words["paper"], words["sides"], words["printer"], words["lang"], folder)]
    )
    if not picture:
        return facts, pdf
    from io import BytesIO

    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as sheets:
        drawn = sheets[1 if picture == "back" else 0]
        image = drawn.render(scale=PICTURE / drawn.get_width()).to_pil().convert("RGB")
    out = BytesIO()
    image.save(out, "PNG")
    return {"picture": "image/png"}, out.getvalue()


def profile(job: dict[str, Any], _: bytes) -> Frame:
    """Keeps what was read on that sheet."""
    from cli.calibrating import USUAL, store_profile

    words = job["words"]
    if not words.get("set"):
        (label,) = (field.title for field in tool_forms(job["spoken"], ())["profile"] if field.name == "set")
        raise PrintError(say("Fill in “{label}” first.").format(label=label))
    at, turned, scale = (words.get(name, "") for name in ("set", "rotate", "scale"))
    lines = store_profile(at, turned, scale, words.get("name") or USUAL, words.get("sides") or "long-edge")
    return {"lines": [*lines]}, b""


def doctor(job: dict[str, Any], _: bytes) -> Frame:
    """All in place?"""
    from cli.doctor import Installation, findings

    found = findings(Installation.of(Path("output"), Path(job["data"]) if job.get("data") else None, job["port"]))
    marks = {(True, True): "✓", (True, False): "✓", (False, True): "✗", (False, False): "!"}
    return {"lines": [f"{marks[each.ok, each.needed]} {each.title}: {each.told}" for each in found]}, b""


def record(job: dict[str, Any], data: bytes) -> Frame:
    """What `verify`, `replay` or `debrief` says of a record."""
    from cli import record_reports
    from cli.debrief.report import Report, seat_of

    with passing_folder() as folder:
        file = Path(folder) / job["name"]
        file.write_bytes(data)
        try:
            if job["how"] == "verify":
                return {"lines": [record_reports.verified(file, job["told"]).replace(str(file), file.name)]}, b""
            found = record_reports.read_record(file)
            lines = (
                record_reports.narrated_game(found)
                if job["how"] == "replay"
                else (Report(found, seat_of(found, job["told"])).lines())
            )
            return {"lines": [*lines]}, b""
        except PrintError as mistake:
            raise PrintError(str(mistake).replace(str(file), file.name)) from None
