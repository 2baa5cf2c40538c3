"""What stands between the network and the pages: who may ask, from where, how much, and what every answer carries."""

from __future__ import annotations

import hmac
import re
import socket
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from ipaddress import ip_address
from typing import Any
from urllib.parse import quote, urlsplit

from flask import Flask, Request, Response, current_app, g, redirect, request
from werkzeug.utils import cached_property
from werkzeug.wrappers import Response as AnyResponse

from companion import network as addresses
from companion.errors import BadRequest, Busy, NotYours
from companion.service.tables import Tables
from companion.storage.store import NotWritten
from companion.storage.tokens import WRITTEN, token
from templates.i18n import say

LARGEST_BODY = 64 * 1024
LONGEST_HOST = 100  # letters of a name and a port
PORT = re.compile(r":[0-9]+$")
BELIEVED = 5.0  # seconds that a look at the system's own addresses holds
LOOKED_UP = 1000  # names that were asked for lately
YEAR = 365 * 24 * 3600
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
# What browsers heed of a document alone; a first page brings a dozen files along, and each would carry it over the air.
OF_DOCUMENTS = frozenset(
    {"Content-Security-Policy", "X-Frame-Options", "Permissions-Policy", "Cross-Origin-Opener-Policy"}
)
NO_DOCUMENT = frozenset({"text/css", "text/javascript", "font/woff2"})
OF_WORD = "-word"  # the name of the cookie of whoever has said words ends so
WORDS_KEPT = 8  # that a browser has said, at as many tables
FRESH = {"Cache-Control": "no-store"}  # unless a page says otherwise
HSTS = {"Strict-Transport-Security": f"max-age={YEAR}"}  # of the name alone: what else is there is not ours to say


class RateLimiter:
    """So many wrong tries a minute from one address; old ones are forgotten. Right ones never count."""

    def __init__(self, most: int, clock: Callable[[], float], window: float = 60.0, addresses: int = 10_000) -> None:
        self._most, self._clock, self._window, self._addresses = most, clock, window, addresses
        self._tries: OrderedDict[str, list[float]] = OrderedDict()
        self._lock = threading.Lock()

    def check(self, address: str) -> None:
        """Refuses when there were too many."""
        with self._lock:
            if len(self._recent(address)) >= self._most:
                raise Busy(say("Too many tries. Wait a minute."))

    def count(self, address: str) -> None:
        """One more."""
        with self._lock:
            self._tries[address] = [*self._recent(address), self._clock()]
            self._tries.move_to_end(address)
            while len(self._tries) > self._addresses:
                self._tries.popitem(last=False)

    def _recent(self, address: str) -> list[float]:
        now = self._clock()
        return [t for t in self._tries.get(address, ()) if now - t < self._window]


class SharedRateLimiter(RateLimiter):
    """The same over all servers of a database, which knows addresses by a keyed hash alone; while it is away, each by itself."""

    def __init__(self, kind: str, most: int, tables: Tables, clock: Callable[[], float]) -> None:
        super().__init__(most, clock)
        self._kind, self._tables = kind, tables

    def check(self, address: str) -> None:
        """Refuses when there were too many, here or elsewhere."""
        super().check(address)
        since = self._tables.cache.clock() - self._window
        with suppress(NotWritten):
            if self._tables.store.tries(self._kind, self._who(address), since) >= self._most:
                raise Busy(say("Too many tries. Wait a minute."))

    def count(self, address: str) -> None:
        """One more."""
        super().count(address)
        now = self._tables.cache.clock()
        with suppress(NotWritten):
            self._tables.store.count_try(self._kind, self._who(address), now, now - self._window)

    def _who(self, address: str) -> str:
        return self._tables.secret.derived("address", address)


def rate_limiter(kind: str, most: int, tables: Tables, clock: Callable[[], float]) -> RateLimiter:
    """So many wrong tries of a kind a minute, at this server or at all of them."""
    return SharedRateLimiter(kind, most, tables, clock) if tables.store.shared else RateLimiter(most, clock)


class TrustedHosts:
    """The names under which this server may be asked for: a page elsewhere must not reach it under its own name."""

    secure = False  # plain HTTP: a laptop in a living room has no certificate
    headers: Mapping[str, str] = HEADERS  # of every answer

    def __init__(self, port: int, names: tuple[str, ...], clock: Callable[[], float] = time.monotonic) -> None:
        self._port = port
        self.cookie = f"sousmain-{port}"  # browsers keep cookies by name, not by port
        self._clock = clock
        self._hosts = {f"{name.lower()}:{port}" for name in names}
        if port == 80:
            self._hosts |= {name.lower() for name in names}
        self._looked: OrderedDict[str, tuple[float, bool]] = OrderedDict()  # until when that is believed

    def know(self, host: str) -> bool:
        """Is that one of ours? Numbers and names of this machine are, also those it got after the start.

        What was found out is believed for a few seconds: the laptop may join another network at any moment.
        """
        asked = host.lower()
        if asked in self._hosts:
            return True
        if len(asked) > LONGEST_HOST:
            return False
        until, found = self._looked.get(asked, (0.0, False))
        if self._clock() >= until:
            name, _, port = (asked if PORT.search(asked) or self._port != 80 else f"{asked}:80").rpartition(":")
            found = port == str(self._port) and (is_mine(name.strip("[]")) or name in own_names())
            self._looked[asked] = self._clock() + BELIEVED, found
            self._looked.move_to_end(asked)
            while len(self._looked) > LOOKED_UP:
                self._looked.popitem(last=False)
        return found

    def origin(self, host: str) -> str:
        """Where a page comes from that was asked for under that name."""
        return f"http://{host}"


class PublicHost(TrustedHosts):
    """One name for the whole world, `https://games.example`; whatever a proxy's own machine is called does not count.

    Over HTTPS the cookie is one that no other name, no other page of this name and no plain page can plant.
    """

    def __init__(self, url: str) -> None:
        found = urlsplit(url)
        usual = addresses.USUAL_PORTS[found.scheme]
        super().__init__(found.port or usual, ())
        self._url, self.secure = url, found.scheme == "https"
        self._hosts = {found.netloc} | ({f"{found.netloc}:{usual}"} if found.port is None else set())
        if self.secure:
            self.cookie, self.headers = "__Host-sousmain", HEADERS | HSTS

    def know(self, host: str) -> bool:
        """Is it that name?"""
        return host.lower() in self._hosts

    def origin(self, host: str) -> str:
        """The one address."""
        return self._url


def is_mine(address: str) -> bool:
    """Is that a numeric address of this machine? Only then can a socket be bound to it."""
    try:
        kind = socket.AF_INET6 if ip_address(address).version == 6 else socket.AF_INET
        with socket.socket(kind, socket.SOCK_DGRAM) as probe:
            probe.bind((address, 0))
    except (OSError, ValueError):
        return False
    return not ip_address(address).is_unspecified


def own_names() -> tuple[str, ...]:
    """The names that this computer gives itself now."""
    return addresses.names("localhost")


class AnyRequest(Request):
    """Whatever somebody asks. Browsers write addresses in letters that every server can read; others need not."""

    @cached_property
    def args(self) -> Any:
        """What stands behind the question mark; letters that cannot be read are marks."""
        self.query_string = self.query_string.decode(errors="replace").encode()
        return super().args


def install(app: Flask, names: TrustedHosts) -> None:
    """Puts the checks before every page and the headers behind it."""
    app.request_class = AnyRequest
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY

    @app.before_request
    def check() -> AnyResponse | None:
        host = request.environ.get("HTTP_HOST", "")
        known = names.know(host)
        identify(request.cookies if known else {}, names.cookie)
        g.agent = request.headers.get("User-Agent", "")
        if not known:
            raise BadRequest(say("This server does not answer to that name."))
        if names.secure and came_plainly(request.environ):
            return redirect(f"{names.origin(host)}{asked(request.environ)}", 308)
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            must_come_from_our_page(request.environ, names)
        return None

    @app.after_request
    def dress(response: Response) -> Response:
        for name, value in names.headers.items():
            if name not in OF_DOCUMENTS or response.mimetype not in NO_DOCUMENT:
                response.headers[name] = value
        for name, value in FRESH.items():
            response.headers.setdefault(name, value)
        for name, value in ((names.cookie, g.get("new_device")), (names.cookie + OF_WORD, g.get("new_words"))):
            if value:
                response.set_cookie(name, value, YEAR, path="/", secure=names.secure, httponly=True, samesite="Lax")
        return response


def asked(environ: Mapping[str, Any]) -> str:
    """Path and query as they came, whatever letters somebody put into them."""
    path, query = (environ.get(name, "").encode("latin-1") for name in ("PATH_INFO", "QUERY_STRING"))
    return quote(path) + ("?" + quote(query, safe="!$%&'()*+,/:;=?@~") if query else "")


def must_come_from_our_page(environ: Mapping[str, Any], names: TrustedHosts) -> None:
    """Refuses what another page sends, or one that does not know the token of whoever asks."""
    if environ.get("HTTP_ORIGIN") != names.origin(environ.get("HTTP_HOST", "")):
        raise NotYours(say("This came from another page. Reload and try again."))
    tables: Tables = current_app.extensions["tables"]
    sent = environ.get("HTTP_X_CSRF", "")
    if not g.device or not hmac.compare_digest(sent.encode(), tables.secret.csrf(g.device).encode()):
        raise NotYours(say("This page is too old. Reload and try again."))


def came_plainly(environ: Mapping[str, Any]) -> bool:
    """Did a proxy that we trust take this without TLS? Then no cookie of ours is safe with it."""
    return bool(door().proxies) and "HTTP_X_FORWARDED_PROTO" in environ and environ["wsgi.url_scheme"] == "http"


def identify(cookies: Mapping[str, str], cookie: str) -> None:
    """Who asks: a device that has been here, or nobody yet."""
    found = cookies.get(cookie, "")
    g.cookies, g.new_device = cookies, ""
    g.device = found if WRITTEN.fullmatch(found) else ""
    kept = cookies.get(cookie + OF_WORD, "").split(".", WORDS_KEPT)[:WORDS_KEPT]
    g.words = tuple(proof for proof in kept if WRITTEN.fullmatch(proof))  # of words that were said, the last one first


def device() -> str:
    """The token of this browser; a page that will want to send something gives one to a browser that has none."""
    if not g.device:
        g.device = g.new_device = token()
    return str(g.device)


def keep_proof(proof: str) -> None:
    """This browser has said a word: it keeps that beside those it has said before."""
    g.words = tuple(dict.fromkeys((proof, *g.words)))[:WORDS_KEPT]
    g.new_words = ".".join(g.words)


def adopt_device(new: str) -> None:
    """From now on this browser is that device."""
    if g.device != new:
        g.device = g.new_device = new


def parsed_body(shape: Any) -> Any:
    """The JSON that was sent, in that shape and no other."""
    import msgspec

    if request.content_length is None:  # in pieces without end, it would be cut off at the limit and taken for whole
        raise BadRequest(say("What was sent cannot be read."))
    try:
        return msgspec.json.decode(request.get_data(), type=shape)
    except (msgspec.DecodeError, ValueError, RecursionError, OSError):  # the last: it broke off in the middle
        raise BadRequest(say("What was sent cannot be read.")) from None


def client_address() -> str:
    """The address that asks: behind proxies that we trust, the one that they tell."""
    return request.remote_addr or ""


def count_failed_try() -> None:
    """Somebody tried a link that does not exist: it counts, and whoever has tried too many hears nothing else."""
    limit: RateLimiter = current_app.extensions["joins"]
    limit.check(client_address())
    limit.count(client_address())


def door() -> Any:
    """Where this server is to be found."""
    return current_app.extensions["door"]
