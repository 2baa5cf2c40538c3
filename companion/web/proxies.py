"""Behind proxies that are trusted: who asks is who they say, and each gets its share as if it had come by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.wsgi import ClosingIterator

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]
TOO_MANY = [("Retry-After", "5"), ("Content-Length", "0")]


def behind_proxies(app: Application, count: int, most: int) -> Application:
    """The application behind so many proxies; one address may have so many questions open at a time."""
    return ProxyFix(FairShare(app, most), x_for=count, x_proto=count, x_host=count)


class Counted(ClosingIterator):
    """An answer that gives its place back when it is over, also where something breaks that follows it."""

    def __init__(self, answer: Iterable[bytes], done: Callable[[], None]) -> None:
        super().__init__(answer)
        self._done = done

    def close(self) -> None:
        """It has left."""
        try:
            super().close()
        finally:
            self._done()


class FairShare:
    """Counts open questions by the address that a proxy tells: the connections are all the proxy's own."""

    def __init__(self, app: Application, most: int) -> None:
        self._app, self._most = app, most
        self._open: Counter[str] = Counter()

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        address = environ.get("REMOTE_ADDR", "")
        if address == environ["werkzeug.proxy_fix.orig"]["REMOTE_ADDR"]:  # nobody was told: the proxy would be meant
            return self._app(environ, start_response)
        if self._open[address] >= self._most:
            start_response("503 Service Unavailable", TOO_MANY)
            return [b""]
        self._open[address] += 1
        try:
            return Counted(self._app(environ, start_response), lambda: self._done(address))
        except BaseException:
            self._done(address)
            raise

    def _done(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]
