"""Settings and parameters that are lists or tables, as rows and columns that a form can show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from editor.document.hexes_in_rules import is_place
from editor.document.rule_words import NAMED
from editor.document.working_copy import WorkingCopy
from engine.bad_input import BadInput
from engine.catalogue.document import Plain
from engine.hexes.lattice import Lattice

KEY, VALUE = "key", "value"
"""Columns of a table without names of its own."""
SCALARS: Final = (str, bool, int)
Kind = Literal["number", "flag", "text", "hexes"]
Row = dict[str, Plain]
Form = Literal["records", "groups", "table", "list"]


class ValueColumn(Struct, frozen=True):
    """A column; `titles` are what its cells may name, by key."""

    name: str
    title: str
    kind: Kind = "text"
    titles: Mapping[str, str] = {}
    is_closed: bool = False
    """May it name nothing else?"""

    def shown(self, value: Plain | None) -> str:
        """A value as text."""
        if value is None:
            return ""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return self.titles.get(str(value), str(value))

    def read(self, words: str, lattice: Lattice) -> Plain | None:
        """The value of a text; None if it is empty. BadInput says what does not fit."""
        words = words.strip()
        if not words:
            return None
        if self.kind == "flag":
            return words.casefold() in ("yes", "true", "1")
        if self.kind == "number":
            if not re.fullmatch(r"-?\d{1,9}", words):
                raise BadInput(f"{self.title} must be a whole number, not {words!r:.40}.")
            return int(words)
        if self.kind == "hexes":
            wrong = [here for here in words.split() if not is_place(here, lattice)]
            if wrong:
                raise BadInput(f"The map has no {', '.join(wrong[:4])}.")
            return words
        key = next((key for key, title in self.titles.items() if title == words), words)
        if self.is_closed and key not in self.titles:
            raise BadInput(f"{self.title}: the scenario has no {words!r:.40}.")
        return key


class Shape(Struct, frozen=True):
    """How a value is shown as rows: a list of records, such lists by key, a table, or a plain list."""

    form: Form
    columns: tuple[ValueColumn, ...]

    def rows(self, value: Plain) -> list[Row]:
        """The rows of a value."""
        return rows_of(self.form, value)

    def value(self, rows: Sequence[Row]) -> Plain:
        """The value of rows; empty ones are left out."""
        filled = [row for row in rows if row]
        if self.form == "list":
            return tuple(row[VALUE] for row in filled if VALUE in row)
        if self.form == "table":
            return {_key(row): row.get(VALUE, "") for row in filled}
        if self.form == "records":
            return tuple(filled)
        groups: dict[str, tuple[Plain, ...]] = {}
        for row in filled:
            record = {name: value for name, value in row.items() if name != KEY}
            groups[_key(row)] = (*groups.get(_key(row), ()), record)
        return groups


def _key(row: Row) -> str:
    if KEY not in row:
        raise BadInput("Each line needs a name in its first column.")
    return str(row[KEY])


def form_of(value: Plain) -> Form | None:
    """The form in which a value is shown; None for plain ones and for those that are nested more deeply."""
    if isinstance(value, tuple) and value:
        if all(isinstance(one, SCALARS) for one in value):
            return "list"
        return "records" if all(map(_is_flat, value)) else None
    if isinstance(value, Mapping) and value:
        if _is_flat(value):
            return "table"
        groups = all(isinstance(one, tuple) and all(map(_is_flat, one)) for one in value.values())
        return "groups" if groups else None
    return None


def _is_flat(value: Plain) -> bool:
    return isinstance(value, Mapping) and all(isinstance(one, SCALARS) for one in value.values())


def rows_of(form: Form, value: Plain) -> list[Row]:
    if form == "list" and isinstance(value, tuple):
        return [{VALUE: one} for one in value]
    if form == "table" and isinstance(value, Mapping):
        return [{KEY: key, VALUE: one} for key, one in value.items()]
    if form == "records" and isinstance(value, tuple):
        return [dict(one) for one in value if isinstance(one, Mapping)]
    found: list[Row] = []
    if isinstance(value, Mapping):
        for key, records in value.items():
            listed = records if isinstance(records, tuple) else ()
            found += [{KEY: key, **one} for one in listed if isinstance(one, Mapping)]
    return found


def shape_of(value: Plain, work: WorkingCopy, lattice: Lattice) -> Shape | None:
    """The rows and columns of a value; None if it is shown in one field."""
    form = form_of(value)
    if form is None:
        return None
    rows = rows_of(form, value)
    names = list(dict.fromkeys(name for row in rows for name in row))
    return Shape(form, tuple(_column(name, rows, work, lattice) for name in names))


def _column(name: str, rows: Iterable[Row], work: WorkingCopy, lattice: Lattice) -> ValueColumn:
    values = [row[name] for row in rows if name in row]
    title = {KEY: "Name", VALUE: "Value"}.get(name, name.replace("_", " ").capitalize())
    if all(isinstance(value, bool) for value in values):
        return ValueColumn(name, title, "flag", {"True": "yes", "False": "no"})
    if all(isinstance(value, int) for value in values):
        return ValueColumn(name, title, "number")
    words = [str(value) for value in values]
    if all(word.split() and all(is_place(here, lattice) for here in word.split()) for word in words):
        return ValueColumn(name, "Hexes" if name == VALUE else title, "hexes")
    for what, titles_of in NAMED.items():
        titles = titles_of(work)
        if titles and titles.keys() >= set(words):
            called = what.replace("_", " ").capitalize() if name == KEY else title
            return ValueColumn(name, called, "text", titles, is_closed=True)
    return ValueColumn(name, title, "text", {word: word for word in words} if name != KEY else {})


def in_short(value: Plain, work: WorkingCopy) -> str:
    """A value in a few words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (tuple, Mapping)):
        form = form_of(value)
        rows = rows_of(form, value) if form is not None else []
        first = [str(row.get("name") or row.get(KEY) or next(iter(row.values()), "")) for row in rows[:3]]
        names = ", ".join(dict.fromkeys(first))
        number = len(rows) or len(value)
        lines = "1 line" if number == 1 else f"{number} lines"
        return f"{lines}: {names}{' …' if len(rows) > 3 else ''}" if names else lines
    return NAMED["side"](work).get(str(value), str(value))
