"""Records and frames as JSON and back, checked field by field. Nothing in a file can name code to run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce
from hashlib import blake2b
from inspect import get_annotations
from itertools import product
from operator import or_
from typing import Any, TypeAlias

import msgspec
from msgspec import defstruct
from msgspec.structs import FieldInfo

from engine.bad_input import BadInput
from engine.record import TAG, Record
from engine.referee.dice import Dice
from engine.referee.frame import Frame
from engine.referee.outcome import Outcome
from engine.referee.state import Scenario, State, Table
from engine.typed_data import convert

Json: TypeAlias = Any


class Codec:
    """Knows the record and frame classes of one game, by their names."""

    def __init__(self, classes: Iterable[type], former_names: Mapping[str, type] | None = None) -> None:
        self._classes: dict[str, type] = {}
        self._former_names = dict(former_names or {})
        """Names in older saves of classes that have another name now."""
        for cls in (Dice, Outcome, *classes):
            if self._classes.setdefault(cls.__name__, cls) is not cls:
                raise ValueError(f"two classes are called {cls.__name__}")
        self._plans: dict[type, list[tuple[str, Any]]] = {}
        self._any: Any = reduce(or_, self._classes.values())
        self._snapshots: dict[tuple[type, ...], Any] = {}

    # out

    def encode(self, value: Any) -> Json:
        """Plain JSON values; fields that have their default are left out."""
        kind = type(value)
        if kind is str or kind is int or kind is bool or value is None:
            return value
        if kind is tuple or kind is list:
            return [self.encode(item) for item in value]
        if kind is Fraction:
            return str(value)
        if kind is frozenset:
            return sorted(self.encode(item) for item in value)
        if isinstance(value, Mapping):
            return {str(key): self.encode(item) for key, item in value.items()}
        return self._encode_record(value)

    def _encode_record(self, value: Any) -> Json:
        kind = type(value)
        plan = self._plans.get(kind)
        if plan is None:
            if self._classes.get(kind.__name__) is not kind:
                raise TypeError(f"{kind.__name__} is not registered with the game's codec")
            plan = self._plans[kind] = [(f.name, f.default) for f in _fields(kind)]
        out: dict[str, Json] = {TAG: kind.__name__}
        for name, default in plan:
            item = getattr(value, name)
            if item is not default and item != default:
                out[name] = self.encode(item)
        return out

    # in

    def decode(self, data: Json, where: str, kind: type | None = None) -> Any:
        """Read a record or frame, of this class or of any; BadInput says where it went wrong."""
        return convert(kind or self._any, data, where)

    # whole states

    def encode_state(self, state: State) -> Json:
        """A snapshot: everything but the scenario, which the header names. Rules see records in the order of
        their table, so that is the order in which they are written."""
        return {
            "tables": {
                kind.__name__: [self.encode(record) for record in table.values()]
                for kind, table in sorted(state.tables.items(), key=lambda item: item[0].__name__)
                if table
            },
            "frames": [self.encode(frame) for frame in state.frames],
            "dice": self.encode(state.dice),
            "outcome": self.encode(state.outcome),
        }

    def decode_state(self, data: Json, scenario: Scenario, kinds: Iterable[type]) -> State:
        """Read a snapshot back."""
        kinds = tuple(kinds)
        if isinstance(data, dict) and self._former_names:
            data = {**data, "frames": self._in_present_names(data.get("frames"))}
        found = convert(self._snapshot(kinds), data, "snapshot")
        if not found.frames and found.outcome is None:
            raise BadInput("the snapshot has neither a decision nor an outcome; the file is damaged")
        tables = {
            kind: Table((record.key, record) for record in getattr(found.tables, kind.__name__))
            for kind in kinds
        }
        return State(scenario, tables, found.frames, found.dice, found.outcome)

    def _snapshot(self, kinds: tuple[type, ...]) -> Any:
        """The type of a snapshot with these tables."""
        if kinds not in self._snapshots:
            frames: Any = reduce(or_, (cls for cls in self._classes.values() if issubclass(cls, Frame)))
            tables = defstruct(
                "Tables",
                [(kind.__name__, tuple[kind, ...], ()) for kind in kinds],  # type: ignore[valid-type]
                forbid_unknown_fields=True,
            )
            self._snapshots[kinds] = defstruct(
                "Snapshot",
                [
                    ("tables", tables),
                    ("frames", tuple[frames, ...]),
                    ("dice", Dice),
                    ("outcome", Outcome | None, None),
                ],
            )
        return self._snapshots[kinds]

    def _in_present_names(self, data: Json) -> Json:
        """Frames of an older save with the names that their classes have now."""
        if isinstance(data, list):
            return [self._in_present_names(item) for item in data]
        if not isinstance(data, dict):
            return data
        present = {name: self._in_present_names(item) for name, item in data.items()}
        former = self._former_names.get(data[TAG]) if isinstance(data.get(TAG), str) else None
        return present if former is None else {**present, TAG: former.__name__}

    # digests

    def weigh(self, record: Any) -> int:
        """A number for one record. The weight of all tables is their sum, so it can be updated by changes."""
        named = f"{type(record).__name__} {record.key} ".encode()
        written = msgspec.json.encode(self.encode(record))
        return int.from_bytes(blake2b(named + written, digest_size=8).digest(), "big")

    def weigh_tables(self, state: State) -> int:
        """The weight of all records."""
        return sum(self.weigh(record) for table in state.tables.values() for record in table.values()) % _SPAN

    def digest(self, state: State, weight: int) -> str:
        """The short digest that stands behind each action of a saved game."""
        return self._digest(state, weight, self.encode(state.frames))

    def fits(self, state: State, weight: int, digest: str) -> bool:
        """Is this the digest of a position, with the present or the former names of its frames?"""
        frames = self.encode(state.frames)
        names = [
            (frame[TAG], *(name for name, cls in self._former_names.items() if cls.__name__ == frame[TAG]))
            for frame in frames
        ]
        return any(
            digest
            == self._digest(
                state, weight, [{**f, TAG: name} for f, name in zip(frames, spelling, strict=True)]
            )
            for spelling in product(*names)
        )

    def _digest(self, state: State, weight: int, frames: Json) -> str:
        rest = [
            frames,
            state.dice.fallen,
            list(state.dice.loaded),
            self.encode(state.outcome),
        ]
        named = f"{weight % _SPAN:016x} ".encode()
        return blake2b(named + msgspec.json.encode(rest), digest_size=6).hexdigest()


_SPAN = 1 << 64


def _fields(kind: type[Record]) -> list[FieldInfo]:
    """The fields in the order in which they are declared, those of the bases first."""
    by_name = {f.name: f for f in msgspec.structs.fields(kind)}
    declared = dict.fromkeys(name for base in reversed(kind.__mro__) for name in get_annotations(base))
    return [by_name[name] for name in declared if name in by_name]
