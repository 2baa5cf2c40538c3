"""Real proxies on loopback, with a certificate made for them, as docs/hosting.md sets them up; and phones that come by TLS."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from support.companion.warm_server import die_with_parent
from support.serving import ROOT, free_port

NAME = "games.example"
NGINX = """\
worker_processes 1;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {servers}
}}
"""


class Proxy(Struct, frozen=True):
    """One that runs: where it speaks TLS, where it does not, whom it asks, and whose certificate to trust."""

    tls: int
    plain: int
    behind: int
    certificate: Path

    @property
    def base(self) -> str:
        """What people type."""
        return f"https://{NAME}:{self.tls}"


def example(kind: str) -> str:
    """The example for a proxy in the docs."""
    found = re.search(rf"```{kind}\n(.*?)```", (ROOT / "docs" / "hosting.md").read_text("utf-8"), re.S)
    assert found, f"docs/hosting.md has no example for {kind}"
    return found[1]


def have(command: str) -> str:
    """The command; without it, on a machine that has none, the test is skipped."""
    found = shutil.which(command, path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
    if not found:
        if os.environ.get("CI"):
            pytest.fail(f"{command} is missing: tools/need {command}")
        pytest.skip(f"{command} is not installed: tools/need {command}")
    return found


def certified(folder: Path) -> tuple[Path, Path]:
    """A certificate for the name, and its key."""
    made, key = folder / "fullchain.pem", folder / "privkey.pem"
    words = [have("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    words += ["-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    subprocess.run([*words, "-keyout", str(key), "-out", str(made)], check=True, capture_output=True)
    return made, key


def set_up(text: str, changes: dict[str, object]) -> str:
    """An example with the ports and files of a test; each of them must be in it."""
    for old, new in changes.items():
        assert old in text, f"{old} is not in the example"
        text = text.replace(old, str(new))
    return text


@contextmanager
def nginx(folder: Path) -> Iterator[Proxy]:
    """nginx, as the docs set it up."""
    command, (certificate, key) = have("nginx"), certified(folder)
    proxy = Proxy(free_port(), free_port(), free_port(), certificate)
    letsencrypt = f"/etc/letsencrypt/live/{NAME}"
    changes = {
        "listen 80;": f"listen 127.0.0.1:{proxy.plain};",
        "listen 443 ssl;": f"listen 127.0.0.1:{proxy.tls} ssl;",
        "https://$host$request_uri": f"https://$host:{proxy.tls}$request_uri",
        f"{letsencrypt}/fullchain.pem": certificate,
        f"{letsencrypt}/privkey.pem": key,
        "127.0.0.1:7770": f"127.0.0.1:{proxy.behind}",
    }
    file = folder / "nginx.conf"
    servers = set_up(example("nginx"), changes)
    file.write_text(("user root;\n" if os.geteuid() == 0 else "") + NGINX.format(folder=folder, servers=servers))
    words = [command, "-p", str(folder), "-c", str(file), "-e", str(folder / "error.log")]
    with running(words, proxy.tls):
        yield proxy


@contextmanager
def caddy(folder: Path) -> Iterator[Proxy]:
    """Caddy, as the docs set it up; it gets no certificate here, so it is given one."""
    command, (certificate, key) = have("caddy"), certified(folder)
    proxy = Proxy(free_port(), free_port(), free_port(), certificate)
    site = f"{NAME}:{proxy.tls} {{\n\ttls {certificate} {key}"
    changes = {f"{NAME} {{": site, "127.0.0.1:7770": f"127.0.0.1:{proxy.behind}"}
    file = folder / "Caddyfile"
    file.write_text(f"{{\n\tadmin off\n\thttp_port {proxy.plain}\n}}\n{set_up(example('caddyfile'), changes)}")
    with running([command, "run", "--config", str(file)], proxy.tls, HOME=str(folder), XDG_DATA_HOME=str(folder)):
        yield proxy


@contextmanager
def running(words: list[str], port: int, **env: str) -> Iterator[None]:
    """A process, from when it listens until the end of the block."""
    process = subprocess.Popen(
        words,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=die_with_parent,
        env={**os.environ, **env},
    )
    try:
        end = time.monotonic() + 20
        while not listens(port):
            if process.poll() is not None:
                raise AssertionError(f"it did not start: {process.stderr.read().decode()}")  # type: ignore[union-attr]
            assert time.monotonic() < end, "it does not listen"
            time.sleep(0.02)
        yield
    finally:
        process.terminate()
        process.wait(10)
        assert process.stderr
        process.stderr.close()


def listens(port: int) -> bool:
    """Does somebody listen there?"""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@cache
def trusting(certificate: Path) -> ssl.SSLContext:
    """Trusts that certificate and no other."""
    return ssl.create_default_context(cafile=str(certificate))


class SecureLine(http.client.HTTPSConnection):
    """A connection to the proxy, which must have the certificate of the name."""

    def __init__(self, proxy: Proxy, source: str) -> None:
        self._proxy, self._source = proxy, source
        super().__init__("127.0.0.1", proxy.tls, timeout=30)

    def connect(self) -> None:
        """Over TLS, and from that address."""
        plain = socket.create_connection(("127.0.0.1", self._proxy.tls), 30, (self._source, 0))
        self.sock = trusting(self._proxy.certificate).wrap_socket(plain, server_hostname=NAME)


class SecurePhone:
    """A browser that comes by TLS. It keeps cookies as browsers do: `__Host-` ones only if they are what they claim."""

    def __init__(self, proxy: Proxy, source: str = "127.0.0.1") -> None:
        self.proxy, self.source = proxy, source
        self.cookie = self.csrf = ""

    def ask(self, method: str, path: str, data: Any = None, **headers: str) -> tuple[int, str, dict[str, str]]:
        """Status, text and headers of an answer."""
        reply = self.open(method, path, data, **headers)
        text = reply.read().decode()
        told = {name.lower(): value for name, value in reply.getheaders()}
        given = told.get("set-cookie", "")
        if given.startswith("__Host-") and {"Secure", "Path=/"} <= set(given.split("; ")) and "Domain" not in given:
            self.cookie = given.partition(";")[0]
        csrf = re.search(r'data-csrf="([^"]+)"', text)
        self.csrf = csrf[1] if csrf else self.csrf
        return reply.status, text, told

    def open(self, method: str, path: str, data: Any = None, **headers: str) -> http.client.HTTPResponse:
        """An answer that is still to be read."""
        sent = {"Host": f"{NAME}:{self.proxy.tls}", "Cookie": self.cookie, **headers}
        if method == "POST":
            sent |= {"Origin": self.proxy.base, "X-Csrf": self.csrf, "Content-Type": "application/json"}
        self.line = SecureLine(self.proxy, self.source)
        self.line.request(method, path, msgspec.json.encode(data) if data is not None else None, sent)
        return self.line.getresponse()
