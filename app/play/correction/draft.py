"""A position being corrected: what lies on the table, what is changed about it, and what each field may say.

No window in here. Nothing reaches the game before every change is applied at once.
"""

from __future__ import annotations

import json
import typing
from functools import cache
from types import NoneType
from typing import Any, Final, Literal, TypeAlias, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields, replace

from engine.bad_input import BadInput
from engine.referee.correction import correction_of, decoded, name_of
from engine.referee.ruling import Correction
from engine.referee.session import Session
from engine.referee.state import Keyed, State
from engine.referee.transaction import Change, Transaction
from engine.referee.view import Counter, View

FormKind: TypeAlias = Literal["whole", "switch", "choice", "text", "plain"]
MOST_CHOICES: Final = 400
"""A field with more values than that is written by hand."""


class Field(Struct, frozen=True):
    """One field of a record: how it is edited, what it says now, what it is known to say elsewhere."""

    name: str
    form: FormKind
    value: Any
    choices: tuple[Any, ...] = ()
    fixed: bool = False
    """The record is called by it, so it stays."""

    @property
    def title(self) -> str:
        """What stands before it."""
        return self.name.replace("_", " ").capitalize()


class Draft:
    """The position as it would be with all changes so far."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._base = session.state
        self._changes: dict[tuple[type, str], Change] = {}
        self._gone = _removed(session)
        self.state = session.state
        self.view = session.view(None)

    # what is there

    def kinds(self) -> list[type]:
        """The kinds of records there are; those that lie on the map as counters come first."""
        units = {type(found) for counter in self.view.counters if (found := self.record_of(counter))}
        kinds = [kind for kind in self.session.game.kinds if self.state.tables[kind] or self.gone(kind)]
        return sorted(kinds, key=lambda kind: (kind not in units, kinds.index(kind)))

    def records(self, kind: type) -> list[Keyed]:
        """The records of a kind as they would be."""
        return list(self.state.tables[kind].values())

    def gone(self, kind: type) -> list[Keyed]:
        """Records that were on the table and are not there any more: they can be put back."""
        was = {key: record for (k, key), record in self._gone.items() if k is kind}
        was |= {c.key: c.before for c in self._changes.values() if c.kind is kind and c.before is not None}
        return [record for key, record in was.items() if key not in self.state.tables[kind]]

    def record_of(self, counter: Counter) -> Keyed | None:
        """The record that a counter stands for."""
        for table in self.state.tables.values():
            record = table.get(counter.id)
            if record is not None and self.place_field(record, counter.place):
                found: Keyed = record
                return found
        return None

    def place_field(self, record: Keyed, place: str = "") -> str:
        """The field that says where a unit is; empty if the record has none."""
        if not place:
            counter = self.view.counter(record.key)
            place = counter.place if counter is not None else ""
        texts = [f.name for f in fields(record) if getattr(record, f.name) == place != ""]  # type: ignore[arg-type]
        return next((name for name in ("place", "hex", *texts) if name in texts), "")

    def fields_of(self, record: Keyed) -> list[Field]:
        """Every field of a record, ready to be edited."""
        return [self._field(record, f.name, _hints(type(record))[f.name]) for f in fields(record)]  # type: ignore[arg-type]

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
        """What records of this kind say in this field, and where units can be."""
        table = self.state.tables[type(record)].values()
        values = {getattr(other, name) for other in table} | {getattr(record, name)}
        if values <= {*self._base.scenario.sides, ""}:
            values |= set(self._base.scenario.sides)
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
        """What would be changed, in the order in which it was."""
        return list(self._changes.values())

    def set(self, record: Keyed, name: str, value: Any) -> None:
        """Let a field say something else; BadInput if it cannot. A `plain` field is given as JSON."""
        if _form(_hints(type(record))[name]) == "plain":
            try:
                value = json.loads(value)
            except (ValueError, RecursionError):
                raise BadInput(f"{name} should be written like {self._spelled(record, name)}") from None
        raw = {**self._codec.encode(record), name: value}
        called = name_of(Change(type(record), record.key, None, record))
        after = decoded(self.session.game, raw, called)
        if after.key != record.key:
            raise BadInput(f"{called} is called by its {name}, which cannot be changed")
        self._put(type(record), record.key, after)

    def _spelled(self, record: Keyed, name: str) -> str:
        return json.dumps(self._codec.encode(getattr(record, name)), ensure_ascii=False)[:60]

    def move(self, unit: str, place: str) -> None:
        """Put a unit into another hex or box."""
        counter = self.view.counter(unit)
        record = self.record_of(counter) if counter is not None else None
        if counter is None or record is None:
            raise BadInput(f"{unit} has no place of its own on this table")
        self.set(record, self.place_field(record, counter.place), place)

    def remove(self, record: Keyed) -> None:
        """Take a record off the table."""
        self._put(type(record), record.key, None)

    def put_back(self, record: Keyed) -> None:
        """Put a record that was there once on the table again."""
        self._put(type(record), record.key, record)

    def revert(self, change: Change) -> None:
        """Let this be as it was."""
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
            raise BadInput(f"The table cannot be shown with {called} like that: {error!s:.120}") from error
        self._changes, self.state, self.view = changes, state, view

    def correction(self, consent: dict[str, str], why: str = "") -> Correction:
        """All changes as one step of the history of the game."""
        return correction_of(self._codec, self.changes, consent, why)


def differs_by_side(session: Session) -> bool:
    """Would an open table show a side something that it cannot see?"""
    seen: list[View] = [replace(session.view(side), side=None) for side in session.state.scenario.sides]
    return any(view != replace(session.view(None), side=None) for view in seen)


def _with(base: State, changes: Any) -> State:
    tx = Transaction(base)
    for change in changes:
        if change.after is not None:
            tx.put(change.after)
        elif change.before is not None:
            tx.remove(change.before)
    return tx.state


def _removed(session: Session) -> dict[tuple[type, str], Keyed]:
    """What has left the tables since the game began, as it was last."""
    found: dict[tuple[type, str], Keyed] = {}
    for step in session.history.all():
        for change in step.changes:
            if change.after is None:
                found[change.kind, change.key] = change.before
    return {(kind, key): record for (kind, key), record in found.items() if hasattr(record, "place")}


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
    """Does the record's name depend on this field?"""
    other: Any = f"{value}x" if isinstance(value, str) else value + 1 if type(value) is int else None
    if other is None:
        return False
    try:
        return bool(replace(record, **{name: other}).key != record.key)
    except (TypeError, ValueError):
        return False
