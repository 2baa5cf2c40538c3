"""What a phone hears when the rules refuse its move: rule and evidence are kept, the sentence is made for whoever asks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.companion.playing import SLUG, ask
from support.companion.rig import Browser, app_of, seated, tables_in

from companion.errors import OfferClosed
from companion.service.moves import MoveRequest
from companion.service.tables import Tables
from companion.storage.store import StoredReply, WriteSet
from companion.web import refusals
from companion.web.routes import home
from referee.game import Refused
from referee.registry import game
from templates.french import ElidedText


class Asking:
    """A phone whose move is refused because it is somebody else's turn."""

    def __init__(self, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*_: Any) -> Any:
            raise Refused("not your turn", seat=self.other)

        self.tables = tables
        self.table, self.phones = seated(app_of(tables), tables, SLUG)
        tables.begin(self.table)
        self.seat, self.call = ask(tables, self.table)
        self.other = (self.seat + 1) % len(self.phones)
        monkeypatch.setattr(game(SLUG), "decide", refuse, raising=False)

    def answer(self, phone: Browser | None = None, **headers: str) -> tuple[int, bytes]:
        """Status and body; always for the same key."""
        sent = {"offer": self.call.offer, "key": self.call.key, "move": msgspec.json.decode(self.call.move)}
        reply = (phone or self.phones[self.seat]).post(f"/t/{self.table}/seat/{self.seat}/move", sent, **headers)
        return reply.status_code, reply.data


@pytest.fixture
def asking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Asking:
    return Asking(tables_in(tmp_path), monkeypatch)


def test_the_same_key_hears_the_same_also_after_a_new_name(asking: Asking) -> None:
    """Byte for byte, and nothing of the evidence but what the sentence says."""
    told = f"It is Player {asking.other + 1}’s turn."
    first = asking.answer()
    assert first == (422, msgspec.json.encode({"error": told, "rule": "not your turn"}))
    asking.tables.rename(asking.table, asking.other, "Zoe", asking.other)
    assert asking.answer() == first


def test_who_has_changed_the_language_hears_it_in_that(asking: Asking) -> None:
    asking.answer()
    said = msgspec.json.decode(asking.answer(**{"Accept-Language": "fr"})[1])
    assert said == {"error": f"C’est à Player {asking.other + 1} de jouer.", "rule": "not your turn"}


def test_what_a_version_before_has_answered_is_answered_again(asking: Asking) -> None:
    """It kept the sentence itself; in whatever language it was."""
    kept = '{"error":"C’est à Zoé.","rule":"not your turn"}'.encode()
    reply = asking.call.key, StoredReply(422, kept, asking.call.digest)
    asking.tables.store.write(WriteSet(asking.table, game=1, reply=(str(asking.seat), *reply)))
    assert asking.answer() == (422, kept)


def test_no_sentence_is_made_while_other_phones_wait(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody holds the lock of the table then."""
    usual, held = refusals.refusal_sentence, []

    def watched(refusal: Any) -> str:
        held.append(asking.tables.cache.lock(asking.table).mine)
        return usual(refusal)

    monkeypatch.setattr(refusals, "refusal_sentence", watched)
    assert asking.answer()[0] == 422
    assert held == [False]


def test_a_move_is_one_look_at_the_table(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose seat it is and what is decided, by the same table; a stranger gets no further."""
    usual, looks = asking.tables.cache.load, []
    monkeypatch.setattr(asking.tables.cache, "load", lambda table: looks.append(table) or usual(table))  # type: ignore[func-returns-value]
    assert asking.answer()[0] == 422
    assert looks == [asking.table]
    stranger = asking.phones[asking.other]
    assert asking.answer(stranger)[0] == 403
    asking.call = MoveRequest(asking.call.offer, "short", asking.call.move)
    assert asking.answer(stranger)[0] == 403
    assert asking.answer()[0] == 400


def test_a_seat_released_while_it_is_refused_sees_nothing_more(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that is late brings the fresh view along, but only to who holds the seat by then."""

    def late(*_: Any) -> Any:
        asking.tables.free(asking.table, asking.seat)
        raise OfferClosed("over")

    monkeypatch.setattr(asking.tables, "play", late)
    status, body = asking.answer()
    assert status == 403
    assert b"view" not in body


def test_a_french_text_that_nobody_filled_is_a_text_for_a_script(tables: Tables) -> None:
    """And what is no text is not put in words on its way out."""
    app = app_of(tables)
    unfilled = ElidedText("la main de {name}")
    assert home.json_reply({"says": [unfilled]}).json == {"says": [unfilled]}
    with app.test_request_context("/", method="POST"):
        reply = app.make_response(app.handle_user_exception(OfferClosed(unfilled)))
    assert (reply.status_code, reply.json) == (409, {"error": unfilled})
    with pytest.raises(TypeError):
        home.json_reply({"says": object()})
