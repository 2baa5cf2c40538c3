"""What `sousmain` alone does at a desktop: the front page opens in the browser, with a door to print and one to play."""

from __future__ import annotations

import sys
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
        port = running_port(running.where)
        if not port:
            raise
        from companion.server.browser import is_opened, no_browser  # not before sockets are patched

        link = f"http://127.0.0.1:{port}/"
        print_line(say("Sousmain is running already: {link}").format(link=link))
        if not is_opened(link):
            print_line(no_browser(link))


def running_port(where: str) -> int | None:
    """The port of the companion that has the folder; none if its address cannot be read, or is behind a proxy."""
    try:
        found = urlsplit(where)
        return found.port if found.scheme == "http" else None
    except ValueError:
        return None
