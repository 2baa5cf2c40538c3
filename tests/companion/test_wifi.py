"""The Wi-Fi of the evening as a code that phones join it with."""

from __future__ import annotations

import pytest
from flask import Flask
from support.browser.wire import code_in
from support.companion.rig import Browser, app_of, host_of, seated

from companion.server.launch import checked_wifi
from companion.service.door.wifi import Wifi
from companion.service.tables import Tables
from generator.errors import BadValue

NAMES = ("Home", 'Chez; "nous"', r"back\slash:and,comma", "Café Ω 📶", "S:P;T:WPA;;", "deadbeef")
PASSWORDS = ("12345678", r'a;b:c,d\e"f', ";;;;;;;;", "f" * 64, "", "with spaces  inside")


def read(payload: str) -> dict[str, str]:
    """What a phone makes of it, letter by letter."""
    assert payload.startswith("WIFI:") and payload.endswith(";;")
    fields: dict[str, str] = {}
    key, text, letters, inside = "", "", iter(payload.removeprefix("WIFI:")), False
    for letter in letters:
        if letter == "\\":
            text += next(letters)
        elif letter == ":" and not inside:
            key, text, inside = text, "", True
        elif letter == ";":
            if inside:
                fields[key] = text
            text, inside = "", False
        else:
            text += letter
    return fields


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("password", PASSWORDS)
def test_phones_read_what_was_meant(name: str, password: str) -> None:
    found = read(Wifi(name, password).payload)
    assert found["S"] == name
    assert found.get("P", "") == password
    assert found["T"] == ("WPA" if password else "nopass")


@pytest.mark.parametrize("name", NAMES)
def test_the_code_on_the_table_screen_says_it(tables: Tables, name: str) -> None:
    app = app_of(tables)
    table = tables.open("fully", 4, tables.default_options("fully"), "en").id
    host = host_of(app)
    assert "WIFI" not in code_in(host.get(f"/t/{table}").text, 'id="seat-all"')
    assert host.post("/wifi", {"name": name, "password": PASSWORDS[1]}).status_code == 200
    page = host.get(f"/t/{table}").text
    assert read(code_in(page, 'id="wifi"')) == {"T": "WPA", "S": name, "P": PASSWORDS[1]}
    assert host.post("/wifi", {"name": ""}).status_code == 200
    assert "wifi-password" not in host.get(f"/t/{table}").text


def test_only_the_host_names_it_and_sees_it(tables: Tables) -> None:
    app: Flask = app_of(tables, wifi=Wifi("Our network", "a-long-secret"))
    table, phones = seated(app, tables, "fully")
    tables.free(table, 3)
    assert "a-long-secret" in host_of(app).get(f"/t/{table}").text
    stranger = Browser(app)
    stranger.get("/")
    for browser in (phones[0], stranger):
        assert browser.post("/wifi", {"name": "Mine"}).status_code == 403
        for path in ("/", "/help", f"/t/{table}", f"/t/{table}/seat/0"):
            page = browser.get(path).text
            assert "a-long-secret" not in page and "Our network" not in page


def test_it_is_written_down_nowhere(tables: Tables, tmp_path: object) -> None:
    app = app_of(tables)
    host_of(app).post("/wifi", {"name": "Our network", "password": "a-long-secret"})
    tables.store.close()
    assert b"a-long-secret" not in b"".join(f.read_bytes() for f in tmp_path.rglob("*") if f.is_file())  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "password"),
    [("x" * 33, ""), ("é" * 17, ""), ("a\nb", ""), ("Home", "short"), ("Home", "x" * 65), ("Home", "motdepassé")],
)
def test_what_no_network_has_is_refused(tables: Tables, name: str, password: str) -> None:
    app = app_of(tables)
    host = host_of(app)
    reply = host.post("/wifi", {"name": name, "password": password})
    assert reply.status_code == 400 and "Wi-Fi has" in reply.json["error"]
    assert app.extensions["wifi"] is None
    with pytest.raises(BadValue) as refused:
        checked_wifi(name, password)
    assert not password or password not in str(refused.value)


def test_a_password_without_a_name_is_refused_and_none_of_both_is_none() -> None:
    assert checked_wifi("", "") is None
    with pytest.raises(BadValue, match="--wifi"):
        checked_wifi("", "12345678")
