"""The laptop may join another network while people play: the terminal and the table screens then say the new address."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask
from msgspec.structs import replace

from companion import network as addresses
from companion.storage.pubsub import Hub
from templates.i18n import say

EVERY = 5  # ticks between two looks


class Roaming:
    """Looks at the address of this computer now and then. One that somebody chose stays as it is."""

    def __init__(self, app: Flask, hub: Hub, bind: str, tell: Callable[[str], None]) -> None:
        self._app, self._hub, self._tell, self._ticks = app, hub, tell, 0
        door = app.extensions["door"]
        self._follows = bind in addresses.ANY and not door.public and door.address == addresses.lan()

    def __call__(self) -> None:
        """One more tick."""
        self._ticks += 1
        if self._follows and self._ticks % EVERY == 0:
            self.look()

    def look(self) -> None:
        """Is it still where it was? Without a network it is: phones may come back."""
        door, found = self._app.extensions["door"], addresses.lan()
        if found in (None, door.address):
            return
        now = replace(door, address=found)
        self._app.extensions["door"] = now
        self._hub.stir()
        told = say("This computer has joined another network: phones find us at {base} from now on.")
        self._tell(told.format(base=now.base))
        self._tell(say("Codes on the table screens are new. Printed ones lead to the old address."))
