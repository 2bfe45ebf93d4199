"""Commands for what the author puts on the table: ratings, dice, markers, decks, cards, tracks, notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from editor.commands.order_of_battle import renamed, renaming
from editor.commands.own_art import renamed_owner
from editor.commands.scenario import set_scenario_fields
from editor.commands.set_records import SetRecords
from editor.document.working_copy import SCENARIO, WorkingCopy
from engine.bad_input import BadInput
from engine.catalogue.own_art import ART
from engine.catalogue.plain_data import plain, write
from engine.catalogue.table_parts import BACK, TABLE, TableParts, table_parts

KEYED: Final = ("ratings", "decks", "markers", "cards")
"""Parts to which something else refers by key or name."""


def parts_of(work: WorkingCopy) -> TableParts:
    """The parts of the open scenario; none if they cannot be read, which is a problem of its own."""
    try:
        return table_parts(work.scenario("data"))
    except BadInput:
        return TableParts()


def set_part(work: WorkingCopy, name: str, listed: Sequence[Any]) -> SetRecords:
    """Set all records of one kind of part; what refers to a renamed one keeps it."""
    parts = parts_of(work)
    made = replace(parts, **{name: tuple(listed)})
    change = (
        renamed(getattr(parts, name), listed, "name" if name == "cards" else "key") if name in KEYED else None
    )
    text = f"Change {name}"
    if change is None:
        return set_table_parts(work, made, text)
    old, new = change
    if name == "decks":
        made = replace(made, cards=renaming(made.cards, ("deck",), old, new))
    elif name == "markers":
        made = replace(made, notes=renaming(made.notes, ("marker",), old, new))
    command = set_table_parts(work, made, text)
    rows = command.after[SCENARIO]
    if name == "cards" and all(card.name != old for card in listed):
        art = renamed_owner(work, ("cards",), old, new)
        rows["data"] = {**rows["data"], **({ART: art["data"][ART]} if art else {})}
    elif name == "ratings":
        rows["units"] = _with_rating(work.scenario("units"), old, new)
        rows["unit_types"] = _with_rating(work.scenario("unit_types"), old, new)
    return command


def _with_rating(records: Sequence[Any], old: str, new: str) -> tuple[Any, ...]:
    """Units or types with a rating under its new key."""
    keys = {old: new, old + BACK: new + BACK}
    return tuple(
        replace(record, ratings={keys.get(key, key): value for key, value in record.ratings.items()})
        if record.ratings.keys() & keys.keys()
        else record
        for record in records
    )


def set_sharing(work: WorkingCopy, name: str, value: str) -> SetRecords:
    """Set how the sides share the turns or the pieces."""
    return set_table_parts(work, replace(parts_of(work), **{name: value}), f"Change who shares the {name}")


def set_table_parts(work: WorkingCopy, parts: TableParts, text: str) -> SetRecords:
    """Set everything on the table; a table without parts is not written down."""
    data = {key: value for key, value in work.scenario("data").items() if key != TABLE}
    written = plain(write(parts), TABLE)
    if written:
        data[TABLE] = written
    command = set_scenario_fields(work, data=data)
    command.text = text
    return command
