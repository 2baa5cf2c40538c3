"""The Wi-Fi of the evening, as phones scan it. It is kept in memory alone: its password is written down nowhere."""

from __future__ import annotations

import re

from msgspec import Struct

from templates.i18n import say

LONGEST_NAME = 32  # bytes
SPECIAL = re.compile(r'([\\;,:"])')
OWN_KEY = re.compile("[0-9a-fA-F]{64}")


class Wifi(Struct, frozen=True):
    """A network by its name, and its password if it has one."""

    name: str
    password: str = ""

    @property
    def payload(self) -> str:
        """What a QR code says so that a phone joins it."""
        name, password = (SPECIAL.sub(r"\\\1", text) for text in (self.name, self.password))
        return f"WIFI:T:WPA;S:{name};P:{password};;" if password else f"WIFI:T:nopass;S:{name};;"


def flaw_of_name(name: str) -> str:
    """What is wrong with the name of a network, or nothing."""
    if not name or len(name.encode()) > LONGEST_NAME or not name.isprintable():
        return say("the name of a Wi-Fi has 1 to {most} letters").format(most=LONGEST_NAME)
    return ""


def flaw_of_password(password: str) -> str:
    """What is wrong with a password, or nothing. A network may have none."""
    plain = password.isascii() and password.isprintable()
    if password and not (plain and 8 <= len(password) <= 63) and not OWN_KEY.fullmatch(password):
        return say("the password of a Wi-Fi has 8 to 63 letters, figures and signs, without accents")
    return ""
