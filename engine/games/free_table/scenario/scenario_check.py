"""What is wrong with a scenario of the free table."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.finding import Finding, error, note, warning
from engine.catalogue.table_parts import PartFault, TableParts, part_faults, table_parts
from engine.games.free_table.scenario.ground import all_boxes
from engine.referee import State


def findings(document: ScenarioDocument, opened: Callable[[], State]) -> Iterator[Finding]:
    """Parts that cannot be played with; else whatever keeps the game from beginning; else what looks odd."""
    try:
        parts = table_parts(document.data)
    except BadInput as bad:
        yield error("table", str(bad), "Correct it on the page of the table.")
        return
    faults = list(_faults(document, parts))
    for fault in faults:
        text = f"{fault.text[0].upper()}{fault.text[1:]}."
        yield error(f"{fault.table} {fault.about}".strip(), text, about=fault.about)
    if not faults:
        try:
            opened()
        except BadInput as bad:
            yield error("table", str(bad))
    if not parts.ratings and any(unit.ratings for unit in document.units):
        yield warning("table", "Units have ratings, but the table names none.", "Name them on its page.")
    if not parts.dice and not parts.decks:
        yield note("table", "It has neither dice nor a deck.")


def _faults(document: ScenarioDocument, parts: TableParts) -> Iterator[PartFault]:
    """Nothing if the table cannot be laid out at all: then the opening says why."""
    try:
        hexes = frozenset(document.map.lattice().hexes)
        boxes = all_boxes(document, parts, hexes)
    except BadInput:
        return
    sides, players = {side.key for side in document.sides}, len(document.playing_sides)
    yield from part_faults(parts, sides, players, hexes | boxes.keys())
