"""A chart file as tables with rows and columns, whatever its structure."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from engine.bad_input import BadInput
from engine.catalogue.chart_changes import HEADER, laid_over
from engine.referee.save import read_text

PROVENANCES: Final = {
    "rulebook": "As printed",
    "partly": "Partly printed",
    "reconstructed": "Reconstructed",
}


class Table(Struct, frozen=True):
    """Rows with a header; without a header it is a list of names and values, or rows that need no titles."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class ChartSheet(Struct, frozen=True):
    """One chart with its title, tables and provenance."""

    name: str
    title: str
    provenance: str
    why: str
    tables: tuple[Table, ...]
    printed: ChartSheet | None = None
    """The printed chart, if the scenario changes it."""

    @classmethod
    def load(cls, path: Path) -> ChartSheet:
        """Read a chart from its file."""
        return cls.loads(read_text(path, "chart"), path.stem)

    @classmethod
    def loads(cls, text: str, name: str, changes: Mapping[str, Any] | None = None) -> ChartSheet:
        """Read a chart with the changes of a scenario; raises BadInput."""
        try:
            raw = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadInput(f"Chart {name} cannot be read: {error}") from None
        if changes:
            raw = laid_over(raw, changes)
        provenance = raw.get("provenance")
        if provenance not in PROVENANCES:
            raise BadInput(f"Chart {name} should say where it comes from: {', '.join(PROVENANCES)}")
        values = {key: value for key, value in raw.items() if key not in HEADER}
        title, why = raw.get("title", ""), raw.get("why", "")
        tables, printed = tuple(_tables(values, "", False)), cls.loads(text, name) if changes else None
        return cls(name, str(title) or words(name), provenance, str(why), tables, printed)

    @property
    def text(self) -> str:
        """All text of the chart, for searching."""
        cells = (cell for table in self.tables for row in (table.head, *table.rows) for cell in row)
        return " ".join((self.name, self.title, self.why, *(table.title for table in self.tables), *cells))


def _tables(values: Mapping[str, Any], title: str, spans: bool) -> Iterator[Table]:
    """Simple values first as one list, then each nested table."""
    spans = spans or "die" in values
    plain = {key: value for key, value in values.items() if not _is_table(value, within=title)}
    if plain:
        yield Table(title, (), tuple((words(key), cell(value, spans)) for key, value in plain.items()))
    for key, value in values.items():
        if key not in plain:
            below = f"{title} · {words(key)}" if title else words(key)
            yield from _table(value, below, spans)


def _lines(title: str, rows: list[list[Any]]) -> Table:
    """Rows without column titles."""
    return Table(title, (), tuple(tuple(cell(value) for value in row) for row in rows))


def _is_table(value: Any, within: str = "") -> bool:
    """Whether a value needs its own table; simple values below the first level fit into one cell."""
    if isinstance(value, list):
        rows_of_cells = not within and all(isinstance(row, list) for row in value)
        return bool(value) and (rows_of_cells or all(isinstance(row, dict) for row in value))
    flat = isinstance(value, dict) and not any(isinstance(part, dict | list) for part in value.values())
    return isinstance(value, dict) and bool(value) and not (within and flat)


def _table(value: Any, title: str, spans: bool) -> Iterator[Table]:
    title = "" if title == "Rows" else title.removesuffix(" · Rows")
    if isinstance(value, list) and isinstance(value[0], list):
        yield _lines(title, value)
    elif isinstance(value, list):
        yield _grid(title, value, spans)
    elif all(isinstance(row, dict) for row in value.values()) and not _is_deep(value.values()):
        yield _grid(title, [{"": words(name), **row} for name, row in value.items()], spans)
    else:
        yield from _tables(value, title, spans)


def _is_deep(rows: Iterable[Mapping[str, Any]]) -> bool:
    """Whether a row contains a list of tables, which does not fit into a cell."""
    return any(isinstance(value, list) and _is_table(value) for row in rows for value in row.values())


def _grid(title: str, rows: list[dict[str, Any]], spans: bool) -> Table:
    """Rows whose keys are columns; a nested table gets a column for each of its keys."""
    flat = [dict(_flat(row)) for row in rows]
    columns = list(dict.fromkeys(column for row in flat for column in row))
    return Table(
        title,
        tuple(words(column) for column in columns),
        tuple(tuple(cell(row[column], spans) if column in row else "" for column in columns) for row in flat),
    )


def _flat(row: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in row.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key} ")
        else:
            yield f"{before}{key}", value


def words(key: str) -> str:
    """A key of the file as a title: `level1` is Level 1."""
    text = re.sub(r"(?<=[a-z]{4})(?=\d)", " ", key.replace("_", " ").strip())
    return text[:1].upper() + text[1:]


def cell(value: Any, spans: bool = False) -> str:
    """One value as the text of a cell; with `spans`, two numbers are a range of die faces."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        if spans and len(value) == 2 and all(type(part) is int for part in value):
            return str(value[0]) if value[0] == value[1] else f"{value[0]}–{value[1]}"
        parts = [cell(part) for part in value]
        return ("\n" if any("," in part for part in parts) else ", ").join(parts)
    if isinstance(value, dict):
        return ", ".join(f"{words(key)} {cell(part)}" for key, part in value.items())
    return str(value)
