"""Which column of a spreadsheet is which column of a table: guessed, corrected by the user, remembered."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from editor.tables.columns import TableDefinition
from engine.bad_input import BadInput
from engine.files import read_text, write_atomically
from engine.parse_limits import load_json

FILE: Final = "csv_columns.json"
MAX_BYTES: Final = 2**20
MAX_REMEMBERED: Final = 50
NAME: Final = "name"
"""The column from which keys are made if the file has none."""

ColumnNames = tuple[str, ...]
"""For each column of the file the name of the table's column; empty for one that is not imported."""


def guessed(definition: TableDefinition, headings: Sequence[str]) -> ColumnNames:
    """The columns with the same title or key; each is used once."""
    used: set[str] = set()
    found = []
    for heading in headings:
        word = heading.strip().casefold()
        name = next(
            (
                column.name
                for column in definition.columns
                if word in (column.title.casefold(), column.name.casefold()) and column.name not in used
            ),
            "",
        )
        used.add(name)
        found.append(name)
    return tuple(found)


def problem(definition: TableDefinition, mapping: ColumnNames) -> str:
    """Why nothing can be imported this way, as a sentence; empty if it can."""
    named = [name for name in mapping if name]
    twice = next((name for name in named if named.count(name) > 1), "")
    if twice:
        title = next(column.title for column in definition.columns if column.name == twice)
        return f"Two columns become {title}; choose one of them."
    if definition.key not in named and NAME not in named:
        key = next(column.title for column in definition.columns if column.name == definition.key)
        return f"Choose the column that becomes {key} or Name."
    return ""


class RememberedMappings:
    """The mappings that were used before, by the headings of their files."""

    def __init__(self, folder: Path | None) -> None:
        self._path = folder / FILE if folder is not None else None

    def _all(self) -> dict[str, list[str]]:
        if self._path is None or not self._path.is_file():
            return {}
        try:
            found = load_json(read_text(self._path, MAX_BYTES), "The remembered columns")
        except (BadInput, ValueError, RecursionError):
            return {}
        if not isinstance(found, dict):
            return {}
        return {
            key: names
            for key, names in found.items()
            if isinstance(names, list) and all(isinstance(name, str) for name in names)
        }

    def find(self, definition: TableDefinition, headings: Sequence[str]) -> ColumnNames | None:
        """The mapping that was used for a file with these headings, as far as its columns still exist."""
        names = self._all().get(_key(headings))
        if names is None or len(names) != len(headings):
            return None
        known = {column.name for column in definition.columns}
        return tuple(name if name in known else "" for name in names)

    def keep(self, headings: Sequence[str], mapping: ColumnNames) -> None:
        """Remember a mapping; the oldest ones are forgotten above the limit."""
        if self._path is None:
            return
        listed = {key: names for key, names in self._all().items() if key != _key(headings)}
        listed[_key(headings)] = list(mapping)
        latest = dict(list(listed.items())[-MAX_REMEMBERED:])
        write_atomically(self._path, json.dumps(latest, ensure_ascii=False, indent=1).encode())


def _key(headings: Sequence[str]) -> str:
    return "\t".join(heading.strip().casefold() for heading in headings)
