"""Opens pages in this computer's own browser."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable

from companion.web.shop.workshop import started
from templates.i18n import say

# The link comes on its standard input: it makes whoever reads it host, and others may list processes.
OPEN = "import sys, webbrowser; sys.exit(not webbrowser.open(sys.stdin.readline().strip()))"
TEXT = {"elinks", "links", "lynx", "w3m", "www-browser"}  # they would need the terminal that the server speaks in


def is_opened(link: str) -> bool:
    """Did a browser open that page? Asked in a process of its own: to start one, `webbrowser` starts others in a way that
    never comes back among greenlets, and some browsers keep it until they are closed. Those for terminals are left alone."""
    wanted = os.environ.get("BROWSER", "").split(os.pathsep)
    if TEXT & {os.path.basename(command.partition(" ")[0]) for command in wanted}:
        return False
    try:
        process = started((sys.executable, "-P", "-c", OPEN))
        process.communicate(link.encode() + b"\n")
        return process.returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False


def no_browser(link: str) -> str:
    """What is told where none did."""
    return say("No browser could be opened here: open {link} in one yourself.").format(link=link)


def open_meanwhile(link: str, tell: Callable[[str], None]) -> None:
    """Opens a page while the server goes on, and tells the link where no browser does."""
    sentence = no_browser(link)  # in the language spoken here

    def open_page() -> None:
        if not is_opened(link):
            tell(sentence)

    threading.Thread(target=open_page, daemon=True).start()
