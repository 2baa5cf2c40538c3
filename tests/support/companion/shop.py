"""A print shop whose worker is in this process: what it says is what a process of its own says."""

from __future__ import annotations

from typing import Any

import msgspec

from cli.shop.__main__ import performed
from companion.web.shop.frames import Frame
from companion.web.shop.workshop import LONG, QUICK, Workshop


class WorkerHere:
    """Does each job at once, as it would come over the line; keeps the jobs it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def ask(self, job: dict[str, Any], body: bytes, tab: str, wish: int) -> Frame:
        """What it comes to."""
        self.asked.append(job["do"])
        facts, made = performed(msgspec.json.decode(msgspec.json.encode(job)), body)
        return msgspec.json.decode(msgspec.json.encode(facts)), made

    def warm(self) -> None:
        """It is; but a process of its own would start now."""
        self.asked.append("warm")

    def end(self) -> None:
        """There is nothing to end."""


def shop_here() -> tuple[Workshop, WorkerHere]:
    """The shop, and its worker."""
    worker, shop = WorkerHere(), Workshop((), about={"port": 7770, "data": ""})
    shop._workers = {QUICK: worker, LONG: worker}  # type: ignore[dict-item]
    return shop, worker
