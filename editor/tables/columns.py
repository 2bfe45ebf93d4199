"""Columns and definitions of record tables, with CSV import and export."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtGui import QColor

from editor.document.keys import new_key, next_id
from editor.document.place_choices import PlaceNames
from editor.document.titles import key_of
from editor.document.working_copy import WorkingCopy
from engine.bad_input import BadInput
from engine.catalogue.document import Placement, Plain, RatingField
from engine.catalogue.plain_data import plain, text, whole
from engine.catalogue.toml_text import inline
from engine.parse_limits import load_json, load_toml

Choices = Callable[[WorkingCopy], Sequence[str]]
Titles = Callable[[WorkingCopy], Mapping[str, str]]
"""The titles of the records that a column may name, by their keys."""
MAX_TABLE_CHARS: Final = 4 * 2**20
YES: Final = ("yes", "true", "x", "1")
EMPTY_LIST: Final = "-"
"""The text of an empty list, which differs from no list."""
NO: Final = ("", "no", "false", "-", "0")


class Column(Struct, frozen=True):
    """One field of a record.

    `kind`: text, int, optional (a number or nothing), flag, choice, place, color, symbol, data (names and
    values, written `facing = 3, dug_in = true`), dialog (data that are edited in one), plain (yes, no, a
    number or a word), list (of those), value (plain, or a list or table in the spelling of scenario files).
    """

    name: str
    title: str
    kind: str = "text"
    choices: Choices | None = None
    rating: RatingField | None = None
    """The rating field, for a column that is a unit rating."""
    tip: str = ""
    width: int = 110
    is_free: bool = False
    """Whether values other than the choices may be typed."""
    words: Callable[[Any, WorkingCopy], str] | None = None
    """What a cell says that is edited in a dialog."""
    titles: Titles | None = None
    """For a column that holds the key of another record: the titles shown in its place."""
    must_exist: bool = False
    """Whether a spreadsheet may name only records that the scenario has, as no remedy can add them later."""

    of_data: bool = False
    """Whether it is a table in the data of the record, named like the column."""
    without: tuple[str, ...] = ()
    """Names in its data that other columns show; they are left as they are."""

    def offered(self, work: WorkingCopy) -> list[str] | None:
        """The texts to choose from; None for a column without choices."""
        if self.titles is not None:
            return list(self.titles(work).values())
        return list(self.choices(work)) if self.choices is not None else None

    def title_text(self, words: str, titles: Mapping[str, str] | None, places: PlaceNames) -> str:
        """The text of a cell with titles in place of keys."""
        if self.kind == "place":
            return places.shown(words)
        return titles.get(words, words) if titles is not None else words

    def key_text(self, words: str, titles: Mapping[str, str] | None, places: PlaceNames) -> str:
        """What a user wrote into a cell, with keys in place of titles."""
        if self.kind == "place":
            return places.written(words)
        return key_of(words, titles) if titles is not None else words

    def is_in_dialog(self, record: Any) -> bool:
        """Is the value edited in a dialog? Of values, lists and tables are."""
        is_nested = self.kind == "value" and isinstance(self.value(record), (tuple, Mapping))
        return self.kind == "dialog" or is_nested

    def value(self, record: Any) -> Any:
        """The value of the record; None for a missing rating."""
        if self.rating is not None:
            return record.ratings.get(self.name)
        if self.of_data:
            found = record.data.get(self.name)
            return found if isinstance(found, Mapping) else {}
        value = getattr(record, self.name)
        if self.without:
            return {name: known for name, known in value.items() if name not in self.without}
        return value

    def shown(self, record: Any) -> str:
        """The value as text."""
        value = self.value(record)
        if value is None:
            return ""
        if isinstance(value, bool):
            return "yes" if value else "no" if self.kind in ("plain", "value") else ""
        if self.kind == "value" and isinstance(value, (tuple, Mapping)):
            return inline(_listed(value))
        if isinstance(value, tuple) and self.kind not in ("data", "dialog"):
            empty = EMPTY_LIST if self.rating is not None else ""
            return ", ".join(map(str, value)) or empty
        if isinstance(value, Mapping):
            return inline(_listed(value))[1:-1].strip() if value else ""
        return str(value)

    def written(self, record: Any, words: str) -> Any:
        """Return the record with this text in the column; BadInput if it is invalid."""
        value = self._read(words.strip())
        if self.of_data:
            others = {name: known for name, known in record.data.items() if name != self.name}
            return replace(record, data={**others, **({self.name: value} if value else {})})
        if self.without:
            kept = {name: known for name, known in getattr(record, self.name).items() if name in self.without}
            return replace(record, **{self.name: {**value, **kept}})
        if self.rating is None:
            return replace(record, **{self.name: value})
        ratings = {name: known for name, known in record.ratings.items() if name != self.name}
        if value is not None:
            for fault in self.rating.faults(value):
                raise BadInput(f"{self.title} {fault}.")
            ratings[self.name] = value
        return replace(record, ratings=ratings)

    def _read(self, words: str) -> Any:
        if self.rating is not None and not words:
            return None
        if self.rating is not None and self.rating.many:
            if words == EMPTY_LIST:
                return ()
            return tuple(self._one(word.strip(), self.rating.type) for word in words.split(","))
        if self.kind == "optional" and not words:
            return None
        return self._one(words, self.kind)

    def _one(self, words: str, kind: str) -> Any:
        if kind in ("int", "optional"):
            try:
                return whole(int(words or "0"), self.title)
            except ValueError:
                raise BadInput(f"{self.title} must be a whole number, not {words!r:.30}.") from None
        if kind == "flag":
            if words.casefold() not in (*YES, *NO):
                raise BadInput(f"{self.title} must be yes or no, not {words!r:.30}.")
            return words.casefold() in YES
        if kind == "value" and words.startswith(("[", "{")):
            return self._value(words)
        if kind in ("plain", "value"):
            return _plain(words)
        if kind == "list":
            return tuple(_plain(word.strip()) for word in words.split(",") if word.strip())
        if kind == "color":
            if words and not QColor.isValidColorName(words):
                raise BadInput(f"{self.title} must be written like #5b6b3c, not {words!r:.30}.")
            return words
        if kind == "place":
            return Placement.parse(words) if words else None
        if kind in ("data", "table", "dialog"):
            return self._table(words)
        return text(words, self.title)

    def _value(self, words: str) -> Plain:
        """Parse a list or table in the syntax of scenario files."""
        try:
            return plain(load_toml(f"value = {words}", self.title)["value"], self.title)
        except (ValueError, RecursionError):
            raise BadInput(
                f'{self.title} must be written like ["a", "b"] or {{north = 3}}, not {words!r:.40}.'
            ) from None

    def _table(self, words: str) -> Plain:
        """Parse names with values; a JSON table is accepted too."""
        if not words:
            return {}
        try:
            found = plain(_named_values(words), self.title)
        except (ValueError, RecursionError):
            found = ()
        if not isinstance(found, Mapping):
            raise BadInput(f"{self.title} must be written like: facing = 3, not {words!r:.40}.")
        return found


_WORD: Final = re.compile(r"\s*([A-Za-z0-9_-]+)\s*=\s*([^\s,=\"'\[\]{}][^,=\"'\[\]{}]*?)\s*")


def _named_values(words: str) -> Any:
    """Parse `entry = "7", kind = armor`; single words need no quotes."""
    if words.startswith("{"):
        return load_json(words, "The table")
    try:
        return load_toml(f"table = {{{words}}}", "The table")["table"]
    except ValueError:
        pairs = [_WORD.fullmatch(pair) for pair in words.split(",")]
        return {pair[1]: _plain(pair[2]) for pair in pairs if pair} if all(pairs) else ()


def _plain(words: str) -> Plain:
    """Parse yes, no, a whole number or a word."""
    if words.casefold() in ("yes", "true"):
        return True
    if words.casefold() in ("", "no", "false"):
        return False
    number = re.fullmatch(r"0|-?[1-9]\d{0,14}", words)  # 0101 is a hex, not a number.
    return int(words) if number else text(words, "A choice")


def _listed(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _listed(item) for key, item in value.items()}
    return [_listed(item) for item in value] if isinstance(value, tuple) else value


_BLANK_KEY: Final = re.compile(r"(-(\d+|[a-z]))*$")
"""What is appended to the key of a blank record if that is taken."""


class TableDefinition(Struct, frozen=True):
    """The definition of a table: its columns, and a function that makes a blank record."""

    columns: tuple[Column, ...]
    blank: Callable[[WorkingCopy], Any]
    key: str = "key"
    title: str = ""
    """The column after which a new record is named: its key follows the first text that is written there."""

    @property
    def has_keys(self) -> bool:
        """Whether records have a key."""
        return self.key in ("id", "key")

    def apart(self, record: Any, taken: Collection[str]) -> Any:
        """Return the record with a free key, if it has a key."""
        key = getattr(record, self.key) if self.has_keys else ""
        return replace(record, **{self.key: next_id(key, taken)}) if key in taken else record

    def named_by_title(self, before: Any, after: Any, taken: Collection[str], work: WorkingCopy) -> Any:
        """Return the record with a key made from its new title, if it still has the key of a blank record."""
        key, title = getattr(after, self.key), getattr(after, self.title) if self.title else ""
        stem = _BLANK_KEY.sub("", str(getattr(self.blank(work), self.key)))
        if not title or title == getattr(before, self.title) or _BLANK_KEY.sub("", key) != stem:
            return after
        return replace(after, **{self.key: new_key(title, taken)})

    def dumps(self, records: Iterable[Any], delimiter: str = ",") -> str:
        """Export records as spreadsheet text."""
        out = io.StringIO()
        writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
        writer.writerow([column.title for column in self.columns])
        for record in records:
            writer.writerow([column.shown(record) for column in self.columns])
        return out.getvalue()

    def loads(self, source: str, work: WorkingCopy) -> list[Any]:
        """Import records from spreadsheet text, in any column order; BadInput names the wrong cell."""
        rows = cells_of(source)
        if not rows:
            raise BadInput("The table is empty; copy it with its column titles.")
        if not self.has_headings(rows):
            wanted = ", ".join(column.title for column in self.columns)
            raise BadInput(f"The first line must contain column titles such as {wanted}.")
        return self.records_of(rows, self._headings(rows[0]), work)

    def loads_by(self, rows: list[list[str]], names: Sequence[str], work: WorkingCopy) -> list[Any]:
        """Import rows whose columns have these names here; an empty name leaves a column out."""
        by_name = {column.name: column for column in self.columns}
        return self.records_of(rows, [by_name.get(name) for name in names], work)

    def records_of(self, rows: list[list[str]], known: list[Column | None], work: WorkingCopy) -> list[Any]:
        """The records of all rows but the first, which has the headings; others are named by key or title."""
        taken: set[str] = set()
        found = []
        titles = {column.name: column.titles(work) for column in self.columns if column.titles is not None}
        places = PlaceNames.of(work)
        for number, row in enumerate(rows[1:], start=2):
            keys = [
                words if column is None else column.key_text(words, titles.get(column.name), places)
                for column, words in zip(known, row, strict=False)
            ]
            for column, key in zip(known, keys, strict=False):
                if column is not None and column.must_exist:
                    _check_listed(number, column, key, titles[column.name])
            record = self._record(keys, known, number, work, taken)
            taken.add(str(getattr(record, self.key)))
            found.append(record)
        return found

    def has_headings(self, rows: Sequence[Sequence[str]]) -> bool:
        """Whether the first line contains column titles, including that of the key."""
        known = self._headings(rows[0]) if rows else []
        return self.key in {column.name for column in known if column is not None}

    def _headings(self, row: Sequence[str]) -> list[Column | None]:
        by_title = {column.title.casefold(): column for column in self.columns}
        by_title |= {column.name.casefold(): column for column in self.columns}
        return [by_title.get(heading.strip().casefold()) for heading in row]

    def _record(
        self,
        row: list[str],
        known: list[Column | None],
        number: int,
        work: WorkingCopy,
        taken: Collection[str],
    ) -> Any:
        record = self.blank(work)
        for column, words in zip(known, row, strict=False):
            if column is not None:
                try:
                    record = column.written(record, words)
                except BadInput as bad:
                    raise BadInput(f"Row {number}, column {column.title}: {bad}") from None
        if self.has_keys and not any(column is not None and column.name == self.key for column in known):
            record = replace(record, **{self.key: new_key(getattr(record, "name", ""), taken)})
        if not getattr(record, self.key):
            raise BadInput(f"Row {number} has no {self.key}; give it one, or remove the row.")
        return record


def _check_listed(row: int, column: Column, key: str, titles: Mapping[str, str]) -> None:
    """BadInput if the scenario has no record with this key."""
    if key not in titles:
        raise BadInput(
            f"Row {row}, column {column.title}: {key!r:.30} is not in this scenario. "
            f"Write one of these, or add it first: {', '.join(titles.values())}."
        )


def cells_of(source: str) -> list[list[str]]:
    """Parse spreadsheet text with tabs, semicolons or commas; empty lines are skipped."""
    if len(source) > MAX_TABLE_CHARS:
        raise BadInput("The table is too long; import it in parts.")
    delimiter = max("\t;,", key=source.partition("\n")[0].count)
    try:
        return [row for row in csv.reader(io.StringIO(source), delimiter=delimiter) if any(row)]
    except csv.Error as error:
        raise BadInput(f"The table cannot be read ({error}); save it again as CSV.") from None
