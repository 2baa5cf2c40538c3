"""People without a browser: what a page would send, sent. For seats that only have to be filled, and for boring moves."""

from __future__ import annotations

import json
import re
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from io import BytesIO
from secrets import token_hex
from typing import Any

from PIL import Image, ImageDraw
from zxingcpp import read_barcode

CODE = re.compile(r'viewBox="0 0 (\d+) \1".*?<path fill="#000" d="([^"]+)"', re.DOTALL)
RUN = re.compile(r"M(\d+) (\d+)h(\d+)")
CSRF = re.compile(r'data-csrf="([^"]+)"')


class Wire:
    """Somebody who talks to a server at its loopback address, under the name by which browsers know it."""

    def __init__(self, name: str, port: int) -> None:
        self.host, self.port = f"{name}:{port}", port
        self.cookie, self._csrf = "", ""

    @property
    def cookies(self) -> list[dict[str, str]]:
        """What a browser needs to be the same person."""
        name, _, value = self.cookie.partition("=")
        return [{"name": name, "value": value, "url": f"http://{self.host}"}]

    def get(self, path: str) -> str:
        """A page."""
        text = self._ask("GET", path)
        found = CSRF.search(text)
        self._csrf = found[1] if found else self._csrf
        return text

    def post(self, path: str, **data: Any) -> dict[str, Any]:
        """What the server says to that; it must not refuse."""
        told: dict[str, Any] = json.loads(self._ask("POST", path, json.dumps(data)))
        return told

    def move(self, base: str, kind: str, **fields: Any) -> int:
        """Answers the first offer of a kind; the version of the table then."""
        offer = next(each for each in self.view(base)["offers"] if each["kind"] == kind)
        move = {"kind": kind, **offer["settled"], **fields}
        return int(self.post(f"{base}/move", offer=offer["id"], key=token_hex(16), move=move)["version"])

    def view(self, base: str) -> dict[str, Any]:
        """What a seat or the table screen sees, for programs."""
        found: dict[str, Any] = json.loads(self._ask("GET", f"{base}/view"))
        return found

    def sit(self, join: str, seat: int, name: str) -> str:
        """Takes a seat; where its hand is."""
        self.get(join)
        to = str(self.post(join, seat=seat, name=name, key=token_hex(16), colour=seat)["go"])
        self.get(to)  # who sits has a new token
        return to

    def _ask(self, method: str, path: str, body: str | None = None) -> str:
        headers = {"Host": self.host, "Cookie": self.cookie, "Accept-Language": "en"}
        if body is not None:
            headers |= {"Content-Type": "application/json", "Origin": f"http://{self.host}", "X-Csrf": self._csrf}
        line = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            line.request(method, path, body, headers)
            reply = line.getresponse()
            text = reply.read().decode()
        finally:
            line.close()
        assert reply.status < 400, f"{method} {path}: {reply.status} {text[:500]}"
        for each in SimpleCookie(reply.headers.get("Set-Cookie", "")).values():
            self.cookie = f"{each.key}={each.value}"
        return text


def scanned(picture: Image.Image) -> str:
    """The address in a picture, as a phone's camera reads it."""
    found = read_barcode(picture)
    assert found, "the code cannot be read"
    return str(found.text)


def code_in(page: str, part: str) -> str:
    """The address behind a code that stands in a page after that mark."""
    found = CODE.search(page, page.index(part))
    assert found, f"there is no code after {part}"
    picture = Image.new("L", (int(found[1]) * 4,) * 2, 255)
    pen = ImageDraw.Draw(picture)
    for x, y, n in (map(int, run) for run in RUN.findall(found[2])):
        pen.rectangle((4 * x, 4 * y, 4 * (x + n) - 1, 4 * y + 3), 0)
    return scanned(picture)


def shown(screenshot: bytes) -> str:
    """The address in a screenshot of a code."""
    return scanned(Image.open(BytesIO(screenshot)))
