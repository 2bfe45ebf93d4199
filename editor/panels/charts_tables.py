"""A chart as rows of cells that can be typed into: what each shows, and what is printed there."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.bad_input import BadInput
from engine.catalogue.chart_changes import HEADER, laid_over, what_differs
from engine.catalogue.toml_text import inline

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One value; a cell without a path is lettering."""

    text: str
    path: Path = ()
    printed: str = ""
    is_title: bool = False

    @property
    def is_changed(self) -> bool:
        """Does the scenario say something else than the printed chart?"""
        return bool(self.path) and self.text != self.printed


class ChangedChart:
    """A printed chart and what a scenario lays over it."""

    def __init__(self, printed: Mapping[str, Any], changes: Mapping[str, Any]) -> None:
        self.printed = printed
        self.values: dict[str, Any] = _with_lists(laid_over(printed, changes))

    @property
    def changes(self) -> dict[str, Any]:
        """What must be kept with the scenario."""
        return what_differs(self.printed, self.values)

    def rows(self) -> list[list[Cell]]:
        """The chart line by line: headings, heads of columns, values."""
        values = {key: value for key, value in self.values.items() if key not in HEADER}
        return list(self._rows(values, (), ""))

    def put(self, path: Path, text: str) -> None:
        """Type something into a cell; BadInput if it is no value of the kind that stands there."""
        here = at(self.values, path)
        value = text if path == ("why",) else parsed(text, here)
        if value != here or type(value) is not type(here):
            self.values = _with(self.values, path, value)

    def as_printed(self, paths: Sequence[Path]) -> None:
        """Put back what is printed in these cells."""
        for path in paths:
            self.values = _with(self.values, path, at(self.printed, path))

    # taking it apart

    def _rows(self, values: Mapping[str, Any], path: Path, title: str) -> Iterator[list[Cell]]:
        single = {key: value for key, value in values.items() if not _is_table(value)}
        if single and title:
            yield [Cell(title, is_title=True)]
        for key in single:
            yield [Cell(words(key)), self._cell((*path, key))]
        for key, value in values.items():
            if key in single:
                continue
            named = "Table" if key == "rows" else words(key)
            below = f"{title} · {named}" if title else named
            if isinstance(value, Mapping) and not _is_grid(value):
                yield from self._rows(value, (*path, key), below)
            else:
                yield [Cell(below, is_title=True)]
                yield from self._grid(value, (*path, key))

    def _grid(self, table: Any, path: Path) -> Iterator[list[Cell]]:
        """Rows that share their columns; the row of a table has a name, the row of a list has none."""
        named = isinstance(table, Mapping)
        rows = list(table.items()) if named else list(enumerate(table))
        columns = list(dict.fromkeys(column for _, row in rows for column in _leaves(row)))
        yield [*([Cell("")] if named else []), *(Cell(" ".join(words(str(k)) for k in c)) for c in columns)]
        for key, row in rows:
            known = set(_leaves(row))
            cells = [self._cell((*path, key, *c)) if c in known else Cell("") for c in columns]
            yield [*([Cell(words(str(key)))] if named else []), *cells]

    def _cell(self, path: Path) -> Cell:
        try:
            printed = written(at(self.printed, path))
        except (KeyError, IndexError):
            printed = ""
        return Cell(written(at(self.values, path)), path, printed)


def _with_lists(value: Any) -> Any:
    """Lists as a file has them; a scenario keeps them as tuples."""
    if isinstance(value, Mapping):
        return {key: _with_lists(item) for key, item in value.items()}
    return [_with_lists(item) for item in value] if isinstance(value, (list, tuple)) else value


def _is_table(value: Any) -> bool:
    rows = isinstance(value, (list, tuple)) and bool(value) and all(isinstance(r, Mapping) for r in value)
    return rows or (isinstance(value, Mapping) and bool(value))


def _is_grid(value: Mapping[str, Any]) -> bool:
    """Rows with plain values in them, however deep."""
    return all(isinstance(row, Mapping) and row and not _holds_rows(row) for row in value.values())


def _holds_rows(row: Mapping[str, Any]) -> bool:
    return any(
        (isinstance(value, Mapping) and _holds_rows(value))
        or (not isinstance(value, Mapping) and _is_table(value))
        for value in row.values()
    )


def _leaves(row: Mapping[str, Any], before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, value in row.items():
        if isinstance(value, Mapping) and value:
            yield from _leaves(value, (*before, key))
        else:
            yield (*before, key)


def words(key: str) -> str:
    """A key of the file as words."""
    text = key.replace("_", " ").strip()
    return text[:1].upper() + text[1:]


def at(values: Any, path: Path) -> Any:
    """The value at the end of a path."""
    for step in path:
        values = values[step]
    return values


def _with(values: Any, path: Path, value: Any) -> Any:
    """The same tables with another value at the end of a path; the old ones stay as they are."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(values, Mapping):
        return {**values, step: _with(values[step], rest, value)}
    assert isinstance(step, int)
    return [*values[:step], _with(values[step], rest, value), *values[step + 1 :]]


def written(value: Any) -> str:
    """A value as it is typed into a cell."""
    return value if isinstance(value, str) else inline(value)


def parsed(text: str, instead_of: Any) -> Any:
    """What somebody typed, as a value of the same kind as the one that stood there."""
    text = text.strip()
    if isinstance(instead_of, str):
        return text
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):
        value = None
    if value is None or type(value) is not type(instead_of):
        raise BadInput(f"{text!r:.40} does not fit here; write something like {written(instead_of)!s:.60}.")
    return value
