"""Commands for what the author puts on the table: ratings, dice, markers, decks, cards, tracks, notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from editor.commands.scenario import set_scenario_fields
from editor.commands.set_records import SetRecords
from editor.document.working_copy import WorkingCopy
from engine.bad_input import BadInput
from engine.catalogue.plain_data import plain, write
from engine.catalogue.table_parts import TABLE, TableParts, table_parts


def parts_of(work: WorkingCopy) -> TableParts:
    """The parts of the open scenario; none if they cannot be read, which is a problem of its own."""
    try:
        return table_parts(work.scenario("data"))
    except BadInput:
        return TableParts()


def set_part(work: WorkingCopy, name: str, listed: Sequence[Any]) -> SetRecords:
    """Set all records of one kind of part."""
    return set_table_parts(work, replace(parts_of(work), **{name: tuple(listed)}), f"Change {name}")


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
