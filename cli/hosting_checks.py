"""What `sousmain doctor` finds about a house in the wide world: the shared database, the certificate, and the proxy before it.

Only addresses that somebody named are asked. No password and no token is sent to a proxy, and none is shown.
"""

from __future__ import annotations

import http.client
import ssl
import time
from collections.abc import Iterator
from socket import create_connection
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from generator.errors import PrintError
from templates.foreign_messages import reason
from templates.i18n import say

PATIENCE = 5.0  # seconds for an answer
SOON = 14  # days before a certificate ends: those that renew themselves have done it by then
DAY = 86_400
EXPIRED, OTHER_NAME = 10, 62  # what OpenSSL calls it


class Advice(PrintError):
    """What does not stop the evening today."""


class Seen(Struct):
    """What the companion says of a question that came to it (`/proxy`)."""

    public: str
    trusted: int
    hops: int
    secure: bool


def store(url: str) -> str:
    """Can the shared database be reached, and does it hold what this version reads?"""
    import psycopg

    from companion.storage.postgres import CONNECTIONS, without_password
    from companion.storage.schema import SCHEMA

    shown = without_password(url)
    try:
        with psycopg.connect(url, connect_timeout=int(PATIENCE), options="-c statement_timeout=5000") as connection:
            (there,) = connection.execute("SELECT to_regclass('about') IS NOT NULL").fetchone() or (False,)
            kept = connection.execute("SELECT value FROM about WHERE key = 'schema'").fetchone() if there else None
            count = connection.execute("SELECT count(*) FROM tables").fetchone() if there else None
            settings = {
                name: connection.execute(f"SHOW {name}").fetchone()
                for name in ("synchronous_commit", "max_connections")
            }
    except psycopg.Error as refusal:
        why = str(refusal).strip().partition("\n")[0] or type(refusal).__name__
        raise PrintError(
            say("The database {url} cannot be used: {reason}. Look whether it runs, and at name and password.").format(
                url=shown, reason=why
            )
        ) from None
    told = {name: str(value[0]) if value else "" for name, value in settings.items()}
    if told["synchronous_commit"] == "off":
        raise PrintError(
            say("{url}: with synchronous_commit = off what was answered can be lost. Set it to on.").format(url=shown)
        )
    if kept is None:
        return say("{url} answers and is empty: the first start makes the tables.").format(url=shown)
    if not kept[0].isdecimal() or not 1 <= int(kept[0]) <= SCHEMA:
        raise PrintError(
            say("The tables in {folder} were written by another version of Sousmain (schema {schema}).").format(
                folder=shown, schema=kept[0]
            )
        )
    sentence = say("{url} answers. Tables: {count}; schema: {schema}; room for servers: {servers}.").format(
        url=shown,
        count=count[0] if count else 0,
        schema=kept[0],
        servers=int(told["max_connections"]) // (CONNECTIONS + 2),
    )
    return sentence + " " + say("The next start brings it up to date.") if int(kept[0]) < SCHEMA else sentence


def certificate(public: str) -> str:
    """Is the certificate of that address one that browsers take, and for how long?"""
    host, port = place(public)
    if urlsplit(public).scheme != "https":
        raise PrintError(say("{url} has no TLS: who listens on the way reads every hand.").format(url=public))
    try:
        with (
            create_connection((host, port), PATIENCE) as line,
            ssl.create_default_context().wrap_socket(line, server_hostname=host) as secure,
        ):
            found: dict[str, Any] = dict(secure.getpeercert() or {})
    except ssl.SSLCertVerificationError as flaw:
        raise PrintError(refused(host, flaw)) from None
    except OSError as refusal:
        raise unreachable(public, refusal) from None
    ends = ssl.cert_time_to_seconds(found["notAfter"])
    days = int((ends - time.time()) // DAY)
    told = say("The certificate for {name} holds until {date} (days left: {days}).").format(
        name=host, days=days, date=time.strftime("%Y-%m-%d", time.gmtime(ends))
    )
    if days < SOON:
        raise Advice(told + " " + say("Renew it, or look why it does not renew itself."))
    return told


def refused(host: str, flaw: ssl.SSLCertVerificationError) -> str:
    """What a browser has against a certificate, and what to do."""
    if flaw.verify_code == EXPIRED:
        return say("The certificate for {name} has expired: renew it (certbot renew, or restart Caddy).").format(
            name=host
        )
    if flaw.verify_code == OTHER_NAME:
        return say("The certificate is not for {name}: get one for this name, or give the name it is for.").format(
            name=host
        )
    return say(
        "Browsers do not trust the certificate for {name} ({reason}): get one from an authority they know."
    ).format(name=host, reason=flaw.verify_message)


def proxy(public: str) -> str:
    """Does the companion answer behind that address, and does it know who asks?"""
    status, body = asked(public)
    if status in (502, 503, 504):
        raise PrintError(
            say("The proxy at {url} answers, but no companion behind it: start it, or look at the port.").format(
                url=public
            )
        )
    try:
        seen = msgspec.json.decode(body, type=Seen) if status == 200 else None
    except msgspec.MsgspecError:
        seen = None
    flaw = next(iter(flaws(public, status, seen)), "")
    if flaw or seen is None:
        raise PrintError(flaw)
    return say("The companion answers at {url}. Proxies before it, all of them trusted: {count}.").format(
        url=public, count=seen.trusted
    )


def flaws(public: str, status: int, seen: Seen | None) -> Iterator[str]:
    """What is wrong between the proxy and the companion, the cause first."""
    if status == 308:
        yield say(
            "The companion sends everybody from {url} there again: it trusts more proxies than there are (--trust-proxy), or the "
            "proxy does not send X-Forwarded-Proto."
        ).format(url=public)
    elif seen is None:
        yield say(
            "At {url} something else answers than this version of Sousmain (status {status}): start it with --public-url {url}, "
            "and let the proxy hand on the name (Host)."
        ).format(url=public, status=status)
    elif seen.public != public:
        yield say("The companion behind {url} takes itself for {other}: start it with --public-url {url}.").format(
            url=public, other=seen.public or "–"
        )
    elif seen.hops > seen.trusted:
        yield say(
            "Proxies before the companion: {count}, trusted: {trusted}. So all phones count as one: start it with "
            "--trust-proxy {count}."
        ).format(count=seen.hops, trusted=seen.trusted)
    elif seen.hops < seen.trusted:
        yield say(
            "Proxies before the companion: {count}, trusted: {trusted}. So anybody can choose his address: start it with "
            "--trust-proxy {count}, or let the proxy tell X-Forwarded-For."
        ).format(count=seen.hops, trusted=seen.trusted)
    elif not seen.secure:
        yield say("The proxy does not tell that phones come by TLS: let it send X-Forwarded-Proto.")


def asked(public: str) -> tuple[int, bytes]:
    """Status and text of `/proxy` at that address. Whether its certificate is right is another question."""
    host, port = place(public)
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    secure = urlsplit(public).scheme == "https"
    line = (
        http.client.HTTPSConnection(host, port, timeout=PATIENCE, context=trusting)
        if secure
        else http.client.HTTPConnection(host, port, timeout=PATIENCE)
    )
    try:
        line.request("GET", "/proxy", headers={"Accept": "application/json"})
        reply = line.getresponse()
        return reply.status, reply.read(10_000)
    except (OSError, http.client.HTTPException) as refusal:
        raise unreachable(public, refusal) from None
    finally:
        line.close()


def place(public: str) -> tuple[str, int]:
    """Host and port of an address."""
    found = urlsplit(public)
    return found.hostname or "", found.port or (443 if found.scheme == "https" else 80)


def unreachable(public: str, refusal: Exception) -> PrintError:
    """Nobody answers there."""
    why = reason(refusal) if isinstance(refusal, OSError) else str(refusal)
    return PrintError(
        say("{url} cannot be reached: {reason}. Look whether the proxy runs, and whether the name leads here.").format(
            url=public, reason=why
        )
    )
