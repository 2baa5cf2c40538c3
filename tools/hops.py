"""Counts the modules that a tap on a phone and a printed kit pass through, by letting both happen. `tools/rooms.py` asks.

A module counts when one of its functions runs; what is only imported does not. Prints JSON: what was done -> its modules.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
ROOMS = tuple(f"{ROOT / room}{os.sep}" for room in ("cli", "companion", "generator", "templates", "referee"))
SEATS, PORT = 4, 7770

from referee.registry import GAMES  # noqa: E402

SLUG = next(iter(GAMES))


def passed(act: Callable[[], Any]) -> list[str]:
    """The modules of the house whose functions ran meanwhile."""
    files: set[str] = set()

    def look(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_name != "<module>" and code.co_filename.startswith(ROOMS):
            files.add(code.co_filename)

    sys.setprofile(look)
    try:
        act()
    finally:
        sys.setprofile(None)
    return sorted(Path(file).relative_to(ROOT).as_posix() for file in files if file.endswith(".py"))


def tap(folder: Path) -> list[str]:
    """What a move passes through, from the request to the answer: a robot's second one, for the first fills caches."""
    import msgspec

    from companion.service.tables import Tables
    from companion.storage.store import Store
    from companion.storage.tokens import FolderSecret, token
    from companion.web.app import Door, create_app
    from referee.chance import Chance
    from referee.registry import game, robot

    rules = game(SLUG)
    tables = Tables(Store(f"sqlite:///{folder / 'tables.sqlite'}"), FolderSecret(bytes(32)))
    app = create_app(tables, Door("127.0.0.1", PORT))
    table = tables.open(SLUG, SEATS, rules.Options(), "en")
    phones = [tables.take(tables.code(table, seat), seat, f"Player {seat}", seat, "")[1] for seat in range(SEATS)]
    tables.begin(table.id)

    def play() -> None:
        now = tables.table_state(table.id)
        seat, before = now.awaited[0], now.version
        offers = tables.offers(now, seat)
        chosen = msgspec.to_builtins(robot(SLUG).choose(rules.view(now.state, seat), offers, Chance(bytes(32), 1)))
        offer = next(each for each in offers if each.kind == chosen["kind"])
        client, base = app.test_client(), f"http://127.0.0.1:{PORT}"
        client.set_cookie(f"sousmain-{PORT}", phones[seat], domain="127.0.0.1")
        headers = {"Origin": base, "X-Csrf": tables.secret.csrf(phones[seat]), "Content-Type": "application/json"}
        move = {"offer": offer.id, "key": token(), "move": chosen}
        path, body = f"/t/{table.id}/seat/{seat}/move", msgspec.json.encode(move)
        found.append(passed(lambda: client.post(path, base_url=base, data=body, headers=headers, buffered=True)))
        assert tables.table_state(table.id).version > before, "nothing was played"

    found: list[list[str]] = []
    play()
    play()
    return found[-1]


def printed(folder: Path) -> list[str]:
    """What `sousmain print` passes through, from the words to the file."""
    from cli.entry import main

    def work() -> None:
        sys.argv = ["sousmain", "print", SLUG, "--out", str(folder)]
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
            main()

    found = passed(work)
    assert list(folder.glob("*.pdf")), "nothing was printed"
    return found


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        print(json.dumps({"tap": tap(Path(one)), "print": printed(Path(other))}, indent=1))
