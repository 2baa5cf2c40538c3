"""Where phones find this computer. Nothing is sent to find that out."""

from __future__ import annotations

import re
import socket
from errno import EADDRNOTAVAIL
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from generator.errors import BadValue, PrintError
from templates.foreign_messages import reason
from templates.i18n import say

WAITING = 4096  # connections that nobody has taken yet; of one too many the system says nothing, and it comes again a second later
ANY = ("0.0.0.0", "::", "")
HOST = r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|[0-9a-f:]+"  # a name or a number
USUAL_PORTS = {"http": 80, "https": 443}
ELSEWHERE = ("192.0.2.1", 9)  # an address for documentation: asked for a way there, a system names its own address


class NoNetwork(PrintError):
    """No phone could reach us."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "There is no network: join a Wi-Fi or open a hotspot and start again; "
                "or try it on this computer alone with --bind 127.0.0.1."
            )
        )


class PortTaken(PrintError):
    """Somebody else listens there."""

    def __init__(self, port: int, reason: str) -> None:
        self.port = port
        super().__init__(
            say("Port {port} cannot be used ({reason}). Choose another: --port {other}.").format(
                port=port, reason=reason, other=port + 1 if port < 65535 else 7770
            )
        )


def lan() -> str | None:
    """The address of this computer in its network."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(ELSEWHERE)
            found = str(probe.getsockname()[0])
    except OSError:
        return None
    return None if ip_address(found).is_loopback or ip_address(found).is_unspecified else found


def is_own(address: str) -> bool:
    """Is that this computer itself, by its own name or in its network? It says where somebody sits, and gives no right."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    plain = getattr(found, "ipv4_mapped", None) or found
    return plain.is_loopback or str(plain) == lan()


def for_phones(bind: str, name: str) -> str:
    """What phones type: the name given, the address bound to, or that of the network."""
    if name:
        return name
    if bind not in ANY:
        return bind
    found = lan()
    if not found:
        raise NoNetwork
    return found


def base(address: str, port: int) -> str:
    """The beginning of every address of a server."""
    name = f"[{address}]" if ":" in address else address
    return f"http://{name}" + ("" if port == 80 else f":{port}")


def names(address: str) -> tuple[str, ...]:
    """All the names that this computer answers to."""
    own = socket.gethostname().lower()
    return tuple(dict.fromkeys((address.lower(), own, own.removesuffix(".local") + ".local")))


def checked(option: str, given: str) -> str:
    """A numeric address to bind to."""
    try:
        return str(ip_address(given.strip("[]")))
    except ValueError:
        raise BadValue(option, given, say("it takes a numeric address such as 0.0.0.0 or 127.0.0.1")) from None


def named(option: str, given: str) -> str:
    """A name or number that phones can type, without anything around it."""
    if not given or re.fullmatch(HOST, given.lower()):
        return given.lower()
    raise BadValue(option, given, say("it takes a name such as games.local, without http:// and without a port"))


def public(option: str, given: str) -> str:
    """The address of the world outside, as browsers write it: no path, no user, and no port that goes without saying."""
    if not given:
        return ""
    try:
        found = urlsplit(given.strip().rstrip("/"))
        host, port = (found.hostname or "").lower(), found.port
    except ValueError:
        host, port, found = "", None, SplitResult("", "", "", "", "")
    whole = found.scheme in USUAL_PORTS and not any((found.path, found.query, found.fragment, "@" in found.netloc))
    if not whole or not re.fullmatch(HOST, host):
        raise BadValue(
            option, given, say("it takes an address such as https://games.example, without anything after it")
        )
    name = f"[{host}]" if ":" in host else host
    return f"{found.scheme}://{name}" + ("" if port in (None, USUAL_PORTS[found.scheme]) else f":{port}")


def listening(bind: str, port: int) -> socket.socket:
    """A socket that phones can reach."""
    kind = socket.AF_INET6 if ":" in bind else socket.AF_INET
    found = socket.socket(kind, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((bind, port))
        found.listen(WAITING)
    except OSError as refusal:
        found.close()
        if refusal.errno == EADDRNOTAVAIL:
            raise BadValue("--bind", bind, say("this computer has no such address")) from None
        raise PortTaken(port, reason(refusal)) from None
    found.setblocking(False)
    return found
