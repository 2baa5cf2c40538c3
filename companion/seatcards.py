"""The seat cards of a table: its codes, on paper."""

from __future__ import annotations

from companion.sitting import Sitting
from companion.tables import Tables
from templates import kit_data, say


def of(
    tables: Tables, sitting: Sitting, base: str, lang: str, paper: str = "a4", ink: str = "full", printer: str = ""
) -> bytes:
    """The cards as PDF; remembers the address they carry."""
    from generator.seatcards import Card, seat_cards

    kit = kit_data(sitting.slug)
    shown = [
        Card(chair.name or say("Seat {number}").format(number=i + 1), f"{base}/join/{tables.code(sitting, i)}")
        for i, chair in enumerate(sitting.chairs)
    ]
    tables.store.tell(f"cards {sitting.id}", base)
    return seat_cards(
        shown,
        game=kit["name"],
        accent=kit["accent"],
        address=base.removeprefix("http://"),
        table=sitting.id,
        anyone=f"{base}/join/{tables.code(sitting, None)}",
        screen=f"{base}/t/{sitting.id}",
        paper=paper,
        lang=lang,
        ink=ink,
        printer=printer,
    )
