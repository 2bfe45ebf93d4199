"""Records and frames as JSON and back, checked field by field. Nothing in a file can name code to run."""

from __future__ import annotations

import json
import re
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from hashlib import blake2b
from inspect import get_annotations
from itertools import product
from typing import Any, Final, Literal, TypeAlias, Union, get_args, get_origin

import msgspec
from msgspec.structs import FieldInfo

from engine.bad_input import BadInput
from engine.record import Record
from engine.referee.action import Action
from engine.referee.dice import Dice
from engine.referee.outcome import Outcome
from engine.referee.state import Scenario, State, Table

Json: TypeAlias = Any
Decoder: TypeAlias = Callable[[Json, str], Any]
TAG = "is"


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
        self._decoders: dict[type, dict[str, tuple[Decoder, FieldInfo]]] = {}

    # out

    def encode(self, value: Any) -> Json:
        """Plain JSON values; fields that have their default are left out."""
        kind = type(value)
        if kind is str or kind is int or kind is bool or value is None:
            return value
        if kind is tuple or kind is list:
            return [self.encode(item) for item in value]
        if kind is Fraction or kind is Action:
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

    def decode(self, data: Json, where: str, expected: type = object) -> Any:
        """Read a record or frame; BadInput says where it went wrong."""
        if not isinstance(data, dict) or not isinstance(data.get(TAG), str):
            raise BadInput(f"{where} should be a record, but is {_short(data)}")
        cls = self._classes.get(data[TAG]) or self._former_names.get(data[TAG])
        if cls is None or not issubclass(cls, expected):
            raise BadInput(f"{where} is a {_short(data[TAG])}, which this game does not know there")
        plan = self._decoders.get(cls) or self._prepare(cls)
        values: dict[str, Any] = {}
        for name, item in data.items():
            if name != TAG:
                if name not in plan:
                    raise BadInput(f"{where} has {_short(name)}, which a {cls.__name__} does not have")
                values[name] = plan[name][0](item, f"{where}.{name}")
        for name, (_, f) in plan.items():
            if name not in values and f.required:
                raise BadInput(f"{where} lacks {name!r}")
        try:
            return cls(**values)
        except (TypeError, ValueError) as error:
            raise BadInput(f"{where} is not a valid {cls.__name__}: {error}") from None

    def _prepare(self, cls: type) -> dict[str, tuple[Decoder, FieldInfo]]:
        hints = typing.get_type_hints(cls)
        plan = {f.name: (self._decoder(hints[f.name]), f) for f in _fields(cls)}
        self._decoders[cls] = plan
        return plan

    def _decoder(self, hint: Any) -> Decoder:
        origin, args = get_origin(hint), get_args(hint)
        if hint is Any:
            return lambda data, where: data
        if hint in (str, int, bool):
            return _plain(hint)
        if hint is Fraction:
            return _fraction
        if hint is Action:
            return lambda data, where: Action.parse(_plain(str)(data, where))
        if hint in (None, type(None)):
            return _nothing
        if origin in (Union, types.UnionType):
            if sum(_is_text(arg) for arg in args) > 1:
                raise TypeError(f"{hint!r} cannot be saved: more than one of its types is written as a text")
            return _either([self._decoder(arg) for arg in args])
        if origin is Literal:
            return _literal(args)
        if origin in (tuple, frozenset):
            return self._sequence(origin, args)
        if origin is not None and issubclass(origin, Mapping) and args[0] is str:
            inner = self._decoder(args[1])
            return lambda data, where: {
                key: inner(item, f"{where}.{key}") for key, item in _mapping(data, where).items()
            }
        if isinstance(hint, type) and issubclass(hint, Record):
            return lambda data, where: self.decode(data, where, hint)
        raise TypeError(f"{hint!r} is not a type that can be saved")

    def _sequence(self, origin: type, args: tuple[Any, ...]) -> Decoder:
        if origin is frozenset or (len(args) == 2 and args[1] is Ellipsis):
            inner = self._decoder(args[0])
            return lambda data, where: origin(
                inner(item, f"{where}[{n}]") for n, item in enumerate(_list(data, where))
            )
        inners = [self._decoder(arg) for arg in args]

        def exact(data: Json, where: str) -> tuple[Any, ...]:
            if len(_list(data, where)) != len(inners):
                raise BadInput(f"{where} should have {len(inners)} parts, but has {len(data)}")
            return tuple(
                inner(item, f"{where}[{n}]") for n, (inner, item) in enumerate(zip(inners, data, strict=True))
            )

        return exact

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
        try:
            return self._decode_state(data, scenario, kinds)
        except RecursionError:
            raise BadInput("The snapshot is nested too deeply; the file is damaged") from None

    def _decode_state(self, data: Json, scenario: Scenario, kinds: Iterable[type]) -> State:
        from engine.referee.frame import Frame

        body = _mapping(data, "snapshot")
        tables: dict[type, Table] = {kind: Table() for kind in kinds}
        by_name = {kind.__name__: kind for kind in tables}
        for name, records in _mapping(body.get("tables"), "snapshot.tables").items():
            if name not in by_name:
                raise BadInput(f"snapshot.tables has {_short(name)}, which this game does not know")
            for n, item in enumerate(_list(records, f"snapshot.tables.{name}")):
                record = self.decode(item, f"snapshot.tables.{name}[{n}]", by_name[name])
                tables[by_name[name]][record.key] = record
        frames = tuple(
            self.decode(item, f"snapshot.frames[{n}]", Frame)
            for n, item in enumerate(_list(body.get("frames"), "snapshot.frames"))
        )
        dice = self.decode(body.get("dice"), "snapshot.dice", Dice)
        outcome = (
            None if body.get("outcome") is None else self.decode(body["outcome"], "snapshot.outcome", Outcome)
        )
        if not frames and outcome is None:
            raise BadInput("the snapshot has neither a decision nor an outcome")
        return State(scenario, tables, frames, dice, outcome)

    # digests

    def weigh(self, record: Any) -> int:
        """A number for one record. The weight of all tables is their sum, so it can be updated by changes."""
        text = json.dumps(self.encode(record), ensure_ascii=False, separators=(",", ":"))
        return int.from_bytes(
            blake2b(f"{type(record).__name__} {record.key} {text}".encode(), digest_size=8).digest(), "big"
        )

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
        text = f"{weight % _SPAN:016x} {json.dumps(rest, ensure_ascii=False, separators=(',', ':'))}"
        return blake2b(text.encode(), digest_size=6).hexdigest()


_SPAN = 1 << 64
_FRACTION: Final = re.compile(r"-?[0-9]{1,100}(/[0-9]{1,100})?")
"""No exponents: a few characters could stand for a number that fills the memory."""


def _fields(kind: type[Record]) -> list[FieldInfo]:
    """The fields in the order in which they are declared, those of the bases first."""
    by_name = {f.name: f for f in msgspec.structs.fields(kind)}
    declared = dict.fromkeys(name for base in reversed(kind.__mro__) for name in get_annotations(base))
    return [by_name[name] for name in declared if name in by_name]


def _short(data: Json) -> str:
    text = repr(data)
    return text if len(text) <= 40 else text[:37] + "…"


def _plain(kind: type) -> Decoder:
    def decode(data: Json, where: str) -> Any:
        if type(data) is not kind:
            raise BadInput(f"{where} should be a {kind.__name__}, but is {_short(data)}")
        return data

    return decode


def _fraction(data: Json, where: str) -> Fraction:
    text = _plain(str)(data, where)
    try:
        if _FRACTION.fullmatch(text):
            return Fraction(text)
    except ZeroDivisionError:
        pass
    raise BadInput(f"{where} should be a number such as 3/4, but is {_short(data)}")


def _is_text(hint: Any) -> bool:
    """Is a value of this type written as a JSON text?"""
    if get_origin(hint) is Literal:
        return any(isinstance(value, str) for value in get_args(hint))
    return hint in (str, Fraction, Action)


def _nothing(data: Json, where: str) -> None:
    if data is not None:
        raise BadInput(f"{where} should be empty, but is {_short(data)}")


def _either(decoders: list[Decoder]) -> Decoder:
    def decode(data: Json, where: str) -> Any:
        for decoder in decoders:
            try:
                return decoder(data, where)
            except BadInput as problem:
                last = problem
        raise last

    return decode


def _literal(values: tuple[Any, ...]) -> Decoder:
    def decode(data: Json, where: str) -> Any:
        if data not in values:
            raise BadInput(f"{where} should be one of {', '.join(map(str, values))}, but is {_short(data)}")
        return data

    return decode


def _list(data: Json, where: str) -> list[Json]:
    if not isinstance(data, list):
        raise BadInput(f"{where} should be a list, but is {_short(data)}")
    return data


def _mapping(data: Json, where: str) -> dict[str, Json]:
    if not isinstance(data, dict):
        raise BadInput(f"{where} should be a table, but is {_short(data)}")
    return data
