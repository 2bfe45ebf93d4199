"""A draft of a correction: the only way for a window to look at and change the records of a position.

Every side has agreed to see everything before a draft is made. Nothing reaches the game until all changes are
applied at once, as one ruling.
"""

from __future__ import annotations

import json
import typing
from collections.abc import Container, Iterable
from functools import cache
from types import NoneType
from typing import Any, Final, Literal, TypeAlias, get_args, get_origin

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.record import Record
from engine.referee.correction import correction_of, decoded, name_of
from engine.referee.ruling import Correction
from engine.referee.session import Session
from engine.referee.state import Keyed, State
from engine.referee.transaction import Change, Transaction
from engine.referee.view import Counter, Overlay

TableRecord: TypeAlias = Keyed
"""A record of one of the tables; all that is known of it is its key."""
FormKind: TypeAlias = Literal["whole", "switch", "choice", "text", "plain"]
MOST_CHOICES: Final = 400
"""A field with more known values than this is typed, not chosen from a list."""


class Field(Record):
    """One field of a record: how it is edited, its value, and the values that other records have there."""

    name: str
    form: FormKind
    value: Any
    choices: tuple[Any, ...] = ()
    fixed: bool = False
    """True if it is part of the key of the record, which cannot be changed."""

    @property
    def title(self) -> str:
        """The label of the field."""
        return self.name.replace("_", " ").capitalize()


class CorrectionDraft:
    """The position as it would be with all changes so far."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._base = self._state = session.state
        self._changes: dict[tuple[type, str], Change] = {}
        self._gone = _removed(session)
        self.view = session.view(None)
        """The open table with all changes so far."""

    def overlays(self, keys: Container[str] | None = None) -> list[Overlay]:
        """All overlays of the open table, or these, with all changes so far."""
        game, state = self.session.game, self._state
        return list(game.overlays(state, None) if keys is None else game.overlays_among(state, None, keys))

    # what is there

    def kinds(self) -> list[type]:
        """The kinds of records on the table; those of counters come first."""
        units = {type(found) for counter in self.view.counters if (found := self.record_of(counter))}
        kinds = [kind for kind in self.session.game.kinds if self._state.tables[kind] or self.gone(kind)]
        return sorted(kinds, key=lambda kind: (kind not in units, kinds.index(kind)))

    def records(self, kind: type) -> list[Keyed]:
        """All records of a kind, with the changes so far."""
        return list(self._state.tables[kind].values())

    def gone(self, kind: type) -> list[Keyed]:
        """Records that have left the table: they can be put back."""
        was = {key: record for (k, key), record in self._gone.items() if k is kind}
        was |= {c.key: c.before for c in self._changes.values() if c.kind is kind and c.before is not None}
        return [record for key, record in was.items() if key not in self._state.tables[kind]]

    def is_there(self, record: Keyed) -> bool:
        """True if a record of this kind and key is on the table."""
        return record.key in self._state.tables[type(record)]

    def current(self, record: Keyed) -> Keyed:
        """The record as it is now; the one given if it has left the table."""
        found: Keyed = self._state.tables[type(record)].get(record.key, record)
        return found

    def record_of(self, counter: Counter) -> Keyed | None:
        """The record that a counter shows."""
        for table in self._state.tables.values():
            record = table.get(counter.id)
            if record is not None and self.place_field(record, counter.place):
                found: Keyed = record
                return found
        return None

    def place_field(self, record: Keyed, place: str = "") -> str:
        """The name of the field with the place of a unit; empty if the record has none."""
        if not place:
            counter = self.view.counter(record.key)
            place = counter.place if counter is not None else ""
        texts = [name for name in _field_names(record) if getattr(record, name) == place != ""]
        return next((name for name in ("place", "hex", *texts) if name in texts), "")

    def fields_of(self, record: Keyed) -> list[Field]:
        """Every field of a record, for a form."""
        return [self._field(record, name, _hints(type(record))[name]) for name in _field_names(record)]

    def _field(self, record: Keyed, name: str, hint: Any) -> Field:
        value, form = getattr(record, name), _form(hint)
        fixed = _names_it(record, name, value)
        choices: tuple[Any, ...] = get_args(hint) if form == "choice" else ()
        if form == "text" and not fixed:
            choices = self._known(record, name)
        if form == "plain":
            value = json.dumps(self._codec.encode(value), ensure_ascii=False)
        return Field(name, form, value, choices, fixed)

    def _known(self, record: Keyed, name: str) -> tuple[str, ...]:
        """The values that records of this kind have in this field; for a place, the boxes too."""
        table = self._state.tables[type(record)].values()
        values = {getattr(other, name) for other in table} | {getattr(record, name)}
        if values <= {*self.session.sides, ""}:
            values |= set(self.session.sides)
        if name == self.place_field(record):
            values |= {box.key for box in self.view.boxes}
            values |= {counter.place for counter in self.view.counters}
        elif len(values) == len(table) > 12:
            return ()
        return tuple(sorted(values)) if len(values) <= MOST_CHOICES else ()

    # changing it

    @property
    def _codec(self) -> Any:
        return self.session.game.codec

    @property
    def changes(self) -> list[Change]:
        """All changes so far, in order."""
        return list(self._changes.values())

    def set(self, record: Keyed, name: str, value: Any) -> None:
        """Set a field; BadInput if the value does not fit. The value of a `plain` field is given as JSON."""
        if _form(_hints(type(record))[name]) == "plain":
            try:
                value = json.loads(value)
            except (ValueError, RecursionError):
                raise BadInput(f"{name} should be written like {self._spelled(record, name)}") from None
        raw = {**self._codec.encode(record), name: value}
        called = name_of(Change(type(record), record.key, None, record))
        after = decoded(self.session.game, raw, called)
        if after.key != record.key:
            raise BadInput(f"{called} is identified by its {name}, which cannot be changed")
        self._put(type(record), record.key, after)

    def _spelled(self, record: Keyed, name: str) -> str:
        return json.dumps(self._codec.encode(getattr(record, name)), ensure_ascii=False)[:60]

    def move(self, unit: str, place: str) -> None:
        """Move a unit to another hex or box."""
        counter = self.view.counter(unit)
        record = self.record_of(counter) if counter is not None else None
        if counter is None or record is None:
            raise BadInput(f"{unit} has no place on this table")
        self.set(record, self.place_field(record, counter.place), place)
        moved = self.session.game.put_on_stack(self._state, self.current(record))
        self._put(type(record), record.key, moved)

    def remove(self, record: Keyed) -> None:
        """Remove a record from the table."""
        self._put(type(record), record.key, None)

    def put_back(self, record: Keyed) -> None:
        """Put a removed record back on the table."""
        self._put(type(record), record.key, record)

    def revert(self, change: Change) -> None:
        """Undo one change."""
        self._put(change.kind, change.key, self._base.tables[change.kind].get(change.key))

    def _put(self, kind: type, key: str, after: Keyed | None) -> None:
        before = self._base.tables[kind].get(key)
        changes = dict(self._changes)
        changes.pop((kind, key), None)
        if after != before:
            changes[kind, key] = Change(kind, key, before, after)
        state = _with(self._base, changes.values())
        try:
            view = self.session.game.view(state, None)
        except Exception as error:
            called = name_of(Change(kind, key, before, after))
            raise BadInput(f"The table cannot be shown with this {called}: {error!s:.120}") from error
        self._changes, self._state, self.view = changes, state, view

    def correction(self, consent: dict[str, str], why: str = "") -> Correction:
        """All changes as one step of the history of the game."""
        return correction_of(self._codec, self.changes, consent, why)


def kind_title(kind: type) -> str:
    """The title of a kind of records."""
    return name_of(Change(kind, "", None, None))


def record_title(record: Keyed) -> str:
    """The name of a record, and its place if it has one."""
    place = getattr(record, "place", "")
    called = name_of(Change(type(record), record.key, None, record))
    return f"{called}  ·  {place}" if isinstance(place, str) and place else called


def _with(base: State, changes: Iterable[Change]) -> State:
    tx = Transaction(base)
    for change in changes:
        if change.after is not None:
            tx.put(change.after)
        elif change.before is not None:
            tx.remove(change.before)
    return tx.state


def _removed(session: Session) -> dict[tuple[type, str], Keyed]:
    """The units that have left the tables since the game began, as they were last."""
    found: dict[tuple[type, str], Keyed] = {}
    for step in session.history.all():
        for change in step.changes:
            if change.after is None:
                found[change.kind, change.key] = change.before
    return {(kind, key): record for (kind, key), record in found.items() if hasattr(record, "place")}


def _field_names(record: Keyed) -> tuple[str, ...]:
    names: tuple[str, ...] = record.__struct_fields__  # type: ignore[attr-defined]  # all records are structs
    return names


@cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _form(hint: Any) -> FormKind:
    if hint is bool:
        return "switch"
    if hint is int:
        return "whole"
    if hint is str:
        return "text"
    literal = get_origin(hint) is Literal and NoneType not in map(type, get_args(hint))
    return "choice" if literal else "plain"


def _names_it(record: Any, name: str, value: Any) -> bool:
    """True if the key of the record depends on this field."""
    other: Any = f"{value}x" if isinstance(value, str) else value + 1 if type(value) is int else None
    if other is None:
        return False
    try:
        return bool(replace(record, **{name: other}).key != record.key)
    except (TypeError, ValueError):
        return False
