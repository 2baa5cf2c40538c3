"""What `sousmain` alone does at a desktop: the front page opens in the browser, with a door to print and one to play."""

from __future__ import annotations

import socket
import sys
from contextlib import suppress
from urllib.parse import urlsplit

from cli.console import print_line
from templates.i18n import say


def at_desktop() -> bool:
    """Does somebody sit at a terminal of a computer with a desktop? Programs, and whoever came by ssh, get the greeting."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    from companion.server.launch import has_screen

    return has_screen()


def open_front_page() -> None:
    """Serves until it is stopped; where the companion runs already, its front page opens once more."""
    from cli.playing import play_
    from companion.storage.data_folder import InUse

    print_line(say("Sousmain opens in your browser: print kits there, or play. Everything else: `sousmain --help`."))
    try:
        play_()
    except InUse as running:
        link = own_link(running.where)
        if not link:
            raise
        from companion.server.browser import is_opened, no_browser  # not before sockets are patched

        print_line(say("Sousmain is running already: {link}").format(link=link))
        if not is_opened(link):
            print_line(no_browser(link))


def own_link(where: str) -> str:
    """The front page of the companion that has the folder, from this computer: there one is its host. Its address if it
    listens there alone; nothing if that cannot be read, or is behind a proxy."""
    try:
        found = urlsplit(where)
        if found.scheme != "http" or not found.port:
            return ""
    except ValueError:
        return ""
    own = f"127.0.0.1:{found.port}"
    return f"http://{own if listens('127.0.0.1', found.port) else found.netloc}/"


def listens(address: str, port: int) -> bool:
    """Does anybody answer there?"""
    with suppress(OSError), socket.create_connection((address, port), timeout=1):
        return True
    return False
