"""What is different between two versions of a scenario, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from editor.commands.set_records import whole_difference
from editor.workpiece import BY_PLACE, SCENARIO, SHEET, Workpiece
from engine.catalogue.document import ScenarioDocument

SHOWN: Final = 6
_TABLES: Final = {
    "terrain": "terrain",
    "features": "features",
    "hexsides": "hexsides",
    "places": "hexes of the scenario",
}
_NAMED: Final = ("key", "id", "unit", "what", "hex")


def what_changed(old: ScenarioDocument, new: ScenarioDocument) -> Iterator[str]:
    """One line for each kind of thing that differs."""
    before = Workpiece(old)
    edits = whole_difference(before, new)
    for table in BY_PLACE:
        rows = edits.get(table)
        if rows:
            yield f"{_TABLES[table].capitalize()}: {_few(sorted(rows))}"
    for table in (SHEET, SCENARIO):
        for name, value in edits.get(table, {}).items():
            words = f"{name.replace('_', ' ').capitalize()}{' of the map' if table == SHEET else ''}"
            yield f"{words}: {_told(before.tables[table][name], value)}"


def _told(old: Any, new: Any) -> str:
    if isinstance(new, tuple):
        was, now = {_name(item): item for item in old}, {_name(item): item for item in new}
        parts = []
        for words, names in (
            ("new", now.keys() - was.keys()),
            ("gone", was.keys() - now.keys()),
            ("changed", {key for key in now.keys() & was.keys() if now[key] != was[key]}),
        ):
            if names:
                parts.append(f"{words} {_few(sorted(names))}")
        return "; ".join(parts) or "another order"
    if isinstance(new, Mapping):
        keys = sorted(key for key in {*old, *new} if old.get(key) != new.get(key))
        return _few(keys)
    if isinstance(new, (str, int)):
        return f"{old!s:.60} → {new!s:.60}"
    return "changed"


def _name(record: Any) -> str:
    for field in _NAMED:
        if hasattr(record, field):
            turn = getattr(record, "turn", "")
            return f"{getattr(record, field)}{f' (turn {turn})' if turn != '' else ''}"
    return str(record)


def _few(names: list[str]) -> str:
    return ", ".join(names[:SHOWN]) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")
