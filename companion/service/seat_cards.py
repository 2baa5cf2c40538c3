"""The seat cards of a table: its codes, on paper."""

from __future__ import annotations

from companion.service.tables import Tables
from companion.table.state import TableState
from templates.i18n import say
from templates.loader import kit_data


def seat_cards_pdf(
    tables: Tables,
    table_state: TableState,
    base: str,
    lang: str,
    paper: str = "a4",
    ink: str = "full",
    printer: str = "",
) -> bytes:
    """The cards as PDF; remembers the address they carry."""
    from generator.press.seat_cards import SeatCard, seat_cards

    kit = kit_data(table_state.slug)
    shown = [
        SeatCard(chair.name or say("Seat {number}").format(number=i + 1), f"{base}/join/{tables.code(table_state, i)}")
        for i, chair in enumerate(table_state.chairs)
    ]
    tables.store.write_setting(f"cards {table_state.id}", base)
    return seat_cards(
        shown,
        game=kit["name"],
        accent=kit["accent"],
        address=base.partition("://")[2],
        table=table_state.id,
        anyone=f"{base}/join/{tables.code(table_state, None)}",
        screen=f"{base}/t/{table_state.id}",
        paper=paper,
        lang=lang,
        ink=ink,
        printer=printer,
    )
