"""A chart as rows of editable cells with current and printed values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, Final

from msgspec import Struct

from engine.bad_input import BadInput
from engine.catalogue.chart_changes import HEADER, laid_over, what_differs
from engine.catalogue.toml_text import inline
from engine.parse_limits import load_toml

Path = tuple[str | int, ...]
_NUMBER: Final = re.compile(r"-?\d{1,9}")


class Cell(Struct, frozen=True):
    """One value; a cell without a path is a label. `line` is its table row."""

    text: str
    path: Path = ()
    printed: str = ""
    is_title: bool = False
    line: Path = ()
    is_name: bool = False
    """The name of an added row; it can be edited."""
    is_gone: bool = False
    """A printed row that the scenario leaves out."""
    theirs: Path = ()
    """The path of the printed value; it differs once rows were added or left out."""

    @property
    def is_changed(self) -> bool:
        """Whether the value differs from the printed one."""
        return bool(self.path) and self.text != self.printed


class ChangedChart:
    """A printed chart with the changes of a scenario."""

    def __init__(self, printed: Mapping[str, Any], changes: Mapping[str, Any]) -> None:
        self.printed = printed
        self.values: dict[str, Any] = _with_lists(laid_over(printed, changes))

    @property
    def changes(self) -> dict[str, Any]:
        """The changes to store in the scenario."""
        return what_differs(self.printed, self.values)

    def rows(self) -> list[list[Cell]]:
        """The chart as rows: headings, column titles, values."""
        values = {key: value for key, value in self.values.items() if key not in HEADER}
        return list(self._rows(values, (), ""))

    def put(self, path: Path, text: str) -> None:
        """Set a cell from text; BadInput if the value has another type."""
        here = at(self.values, path)
        value = text if path == ("why",) else parsed(text, here)
        if value != here or type(value) is not type(here):
            self.values = _with(self.values, path, value)

    def as_printed(self, paths: Sequence[Path]) -> None:
        """Restore the printed values of these cells or rows; added rows stay."""
        theirs = {cell.path: cell.theirs for row in self.rows() for cell in row if cell.path}
        for path in paths:
            if holds(self.printed, printed := theirs.get(path, path)):
                self.values = _with(self.values, path, at(self.printed, printed))

    # rows

    def add_row(self, line: Path) -> Path:
        """Insert a copy of a row after it; in a table it gets a new name."""
        table, key = at(self.values, line[:-1]), line[-1]
        if isinstance(table, Mapping):
            name, number = f"{key} 2", 2
            while name in table:
                number += 1
                name = f"{key} {number}"
            fresh = {known: row for old, now in table.items() for known, row in _doubled(old, now, key, name)}
            self.values = _with(self.values, line[:-1], fresh)
            return (*line[:-1], name)
        assert isinstance(key, int)
        self.values = _with(self.values, line[:-1], [*table[: key + 1], table[key], *table[key + 1 :]])
        return (*line[:-1], key + 1)

    def remove_row(self, line: Path) -> None:
        """Remove a row; BadInput if it is the last one."""
        table, key = at(self.values, line[:-1]), line[-1]
        if len(table) < 2:
            raise BadInput("A table needs at least one row; change this one, or reset the chart.")
        if isinstance(table, Mapping):
            fewer: Any = {name: row for name, row in table.items() if name != key}
        else:
            assert isinstance(key, int)
            fewer = [*table[:key], *table[key + 1 :]]
        self.values = _with(self.values, line[:-1], fewer)

    def name_row(self, line: Path, name: str) -> None:
        """Rename an added row; BadInput if the name is taken."""
        table, key, name = at(self.values, line[:-1]), line[-1], name.strip()
        if not name or (name != key and name in table):
            raise BadInput(f"There is a row {name!r:.40} already; choose another name.")
        self.values = _with(
            self.values, line[:-1], {name if known == key else known: row for known, row in table.items()}
        )

    # building the rows

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
        """Rows with common columns; table rows have names, list rows have none."""
        named = isinstance(table, Mapping)
        rows = list(table.items()) if named else list(enumerate(table))
        columns = list(dict.fromkeys(column for _, row in rows for column in _leaves(row)))
        if any(isinstance(row, Mapping) for _, row in rows):
            titles = (Cell(" ".join(words(str(k)) for k in c)) for c in columns)
            yield [*([Cell("")] if named else []), *titles]
        printed: Any = at(self.printed, path) if holds(self.printed, path) else {}
        like = {} if named else _counterparts(printed, table)
        for key, row in rows:
            line, known = (*path, key), set(_leaves(row))
            theirs = line if named else (*path, like.get(key, len(printed)))
            cells = [
                self._cell((*line, *c), line, (*theirs, *c)) if c in known else Cell("", line=line)
                for c in columns
            ]
            yield [*([self._name(line)] if named else []), *cells]
        for key in printed if named and isinstance(printed, Mapping) else ():
            if key not in table:
                line, row = (*path, key), dict(_values(printed[key]))
                cells = [Cell(written(row[c]) if c in row else "", line=line, is_gone=True) for c in columns]
                yield [Cell(words(str(key)), line=line, is_gone=True), *cells]

    def _name(self, line: Path) -> Cell:
        if holds(self.printed, line):
            return Cell(words(str(line[-1])), line=line)
        return Cell(str(line[-1]), line=line, is_name=True)

    def _cell(self, path: Path, line: Path = (), theirs: Path = ()) -> Cell:
        theirs = theirs or path
        printed = written(at(self.printed, theirs)) if holds(self.printed, theirs) else ""
        return Cell(written(at(self.values, path)), path, printed, line=line, theirs=theirs)


def _counterparts(printed: Sequence[Any], rows: Sequence[Any]) -> dict[int, int]:
    """Match rows of the changed list to rows of the printed list."""
    matcher = SequenceMatcher(None, list(map(repr, printed)), list(map(repr, rows)), autojunk=False)
    found: dict[int, int] = {}
    for _, old, old_end, new, new_end in matcher.get_opcodes():
        found |= dict(zip(range(new, new_end), range(old, old_end), strict=False))
    return found


def _doubled(key: str, row: Any, wanted: str | int, name: str) -> list[tuple[str, Any]]:
    return [(key, row), (name, row)] if key == wanted else [(key, row)]


def _with_lists(value: Any) -> Any:
    """Convert the scenario's tuples to lists."""
    if isinstance(value, Mapping):
        return {key: _with_lists(item) for key, item in value.items()}
    return [_with_lists(item) for item in value] if isinstance(value, (list, tuple)) else value


def _is_table(value: Any) -> bool:
    """Whether a value has rows: named, or one after another, with named cells or without."""
    if isinstance(value, (list, tuple)):
        return bool(value) and any(all(isinstance(row, kind) for row in value) for kind in (Mapping, list))
    return isinstance(value, Mapping) and bool(value)


def _is_grid(value: Mapping[str, Any]) -> bool:
    """Whether the value is a table of rows with plain values."""
    return all(isinstance(row, Mapping) and row and not _holds_rows(row) for row in value.values())


def _holds_rows(row: Mapping[str, Any]) -> bool:
    return any(
        (isinstance(value, Mapping) and _holds_rows(value))
        or (isinstance(value, list) and bool(value) and all(isinstance(part, Mapping) for part in value))
        for value in row.values()
    )


def _leaves(row: Any, before: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The columns of a row; the cells of a list are counted."""
    for key, value in row.items() if isinstance(row, Mapping) else enumerate(row):
        if isinstance(value, Mapping) and value:
            yield from _leaves(value, (*before, key))
        else:
            yield (*before, key)


def _values(row: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    return ((column, at(row, column)) for column in _leaves(row))


def words(key: str) -> str:
    """A file key as display text."""
    text = key.replace("_", " ").strip()
    return text[:1].upper() + text[1:]


def at(values: Any, path: Path) -> Any:
    """The value at the end of a path."""
    for step in path:
        values = values[step]
    return values


def holds(values: Any, path: Path) -> bool:
    """Whether there is a value at the end of a path."""
    try:
        at(values, path)
    except (KeyError, IndexError, TypeError):
        return False
    return True


def _with(values: Any, path: Path, value: Any) -> Any:
    """Return a copy with another value at a path."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(values, Mapping):
        return {**values, step: _with(values.get(step), rest, value)}
    assert isinstance(step, int)
    return [*values[:step], _with(values[step], rest, value), *values[step + 1 :]]


def written(value: Any) -> str:
    """A value as cell text: lists separated by commas, yes and no."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and value and _is_simple(value):
        return ", ".join(map(str, value))
    return inline(value)


def _is_simple(value: list[Any]) -> bool:
    """Whether a list of numbers or words needs no brackets and quotes."""
    numbers = all(type(item) is int for item in value)
    return numbers or all(isinstance(item, str) and item.strip(" ,") and "," not in item for item in value)


def parsed(text: str, instead_of: Any) -> Any:
    """Parse cell text as a value of the same type as the old one."""
    text = text.strip()
    if isinstance(instead_of, str):
        return text
    try:
        value = load_toml(f"value = {text}", "What was typed")["value"]
    except (ValueError, RecursionError):
        value = None
    if type(value) is not type(instead_of):
        value = _in_words(text, instead_of)
    if value is None:
        raise BadInput(f"{text!r:.40} does not fit here; write something like {written(instead_of)!s:.60}.")
    return value


def _in_words(text: str, instead_of: Any) -> Any:
    """Parse yes, no or a list without brackets; None if it is neither."""
    if isinstance(instead_of, bool):
        return {"yes": True, "no": False}.get(text.casefold())
    if not isinstance(instead_of, list) or not instead_of or not _is_simple(instead_of):
        return None
    parts = [part.strip() for part in text.split(",")]
    if isinstance(instead_of[0], str):
        return parts if all(parts) and not set(text) & set("[]{}") else None
    return [int(part) for part in parts] if all(map(_NUMBER.fullmatch, parts)) else None
