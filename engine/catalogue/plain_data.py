"""Between records and plain data (text, numbers, flags, lists, tables), each value checked on the way."""

from __future__ import annotations

import math
import re
import types
import typing
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT

from engine.bad_input import BadInput

Plain = Union[str, int, bool, float, "tuple[Plain, ...]", "Mapping[str, Plain]"]
"""What a text file, a JSON column and a rating may hold; there is no null, an absent thing is left out."""

LARGEST_NUMBER: Final = 2**53 - 1
DEEPEST: Final = 24
_UNPRINTABLE: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f\x85\u2028\u2029\ud800-\udfff]")

T = TypeVar("T")


def text(value: object, where: str) -> str:
    """A text without control characters (line breaks and tabs are welcome)."""
    if type(value) is not str:
        raise BadInput(f"{where} must be text, not {value!r:.60}.")
    if not value.isprintable() and _UNPRINTABLE.search(value):
        raise BadInput(f"{where} holds a control character; remove it.")
    return value


def whole(value: object, where: str) -> int:
    """A whole number that every store keeps exactly."""
    if type(value) is not int:
        raise BadInput(f"{where} must be a whole number, not {value!r:.60}.")
    if not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
        raise BadInput(f"{where} is too large a number.")
    return value


def whole_of(table: Mapping[str, Plain], name: str, default: int) -> int:
    """A whole number out of a table, or the default where it says nothing of it."""
    return whole(table.get(name, default), name)


def flag(value: object, where: str) -> bool:
    if type(value) is not bool:
        raise BadInput(f"{where} must be true or false, not {value!r:.60}.")
    return value


def decimal(value: object, where: str) -> float:
    """A finite number for drawing and geography; game quantities are whole numbers."""
    if type(value) is int:
        return float(whole(value, where))
    if type(value) is not float or not math.isfinite(value):
        raise BadInput(f"{where} must be a number, not {value!r:.60}.")
    return value


def plain(value: object, where: str, depth: int = 0) -> Plain:
    """Any plain value, lists as tuples and tables as new dicts, so that equal content is equal."""
    kind = type(value)
    if kind is str:
        return text(value, where)
    if kind is bool:
        return flag(value, where)
    if kind is int:
        return whole(value, where)
    if kind is float:
        return decimal(value, where)
    if depth >= DEEPEST:
        raise BadInput(f"{where} is nested too deeply.")
    if isinstance(value, (list, tuple)):
        return tuple([plain(item, where, depth + 1) for item in value])
    if isinstance(value, Mapping):
        return {text(key, where): plain(item, f"{where}.{key}", depth + 1) for key, item in value.items()}
    raise BadInput(f"{where} cannot hold {value!r:.60}.")


def table(value: object, where: str) -> dict[str, Plain]:
    """A plain table with text keys."""
    if not isinstance(value, Mapping):
        raise BadInput(f"{where} must be a table, not {value!r:.60}.")
    return {text(key, where): plain(item, f"{where}.{key}", 1) for key, item in value.items()}


def _required(cls: Any) -> frozenset[str]:
    return frozenset(field.name for field in msgspec.structs.fields(cls) if field.required)


Reader = Callable[[object, str], Any]
READERS: Final[dict[Any, Callable[[object], Any]]] = {}
"""How to read a type that has a plain form of its own."""
_SIMPLE: Final[Mapping[Any, Reader]] = {str: text, int: whole, bool: flag, float: decimal}


def read(cls: type[T], value: object, where: str) -> T:
    """Build the record `cls` from a plain table, refusing unknown, missing and mistyped entries."""
    shape: Any = cls
    return typing.cast(T, _reader(shape)(value, where))


def convert(hint: Any, value: object, where: str) -> Any:
    """Check `value` against a type hint and bring it to that type."""
    return _reader(hint)(value, where)


@cache
def _reader(hint: Any) -> Reader:
    """What reads values of a type; made once for each type."""
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if hint in READERS:
        own = READERS[hint]
        return lambda value, where: value if isinstance(value, arguments) else own(value)
    if origin is tuple:
        return _tuple_reader(arguments)
    if origin in (Union, types.UnionType):
        return _reader(arguments[0]) if type(None) in arguments else plain
    if origin is not None and issubclass(origin, Mapping):
        return _table_reader(_reader(arguments[1]))
    if isinstance(hint, type):
        from_dict = getattr(hint, "from_dict", None)
        if from_dict is not None:
            return lambda value, where: value if isinstance(value, hint) else from_dict(value)
        return _record_reader(hint)
    raise TypeError(f"no plain form for {hint!r}")


def _record_reader(cls: Any) -> Reader:
    hints, required = get_type_hints(cls), _required(cls)

    def read_record(value: object, where: str) -> Any:
        if isinstance(value, cls):
            return value
        if not isinstance(value, Mapping):
            raise BadInput(f"{where} must be a table, not {value!r:.60}.")
        for key in value:
            if key not in hints:
                raise BadInput(f"{where} has an unknown entry {key!r:.60}; known are {', '.join(hints)}.")
        missing = required - value.keys()
        if missing:
            raise BadInput(f"{where} lacks {', '.join(sorted(missing))}.")
        return cls(**{key: _reader(hints[key])(item, f"{where}.{key}") for key, item in value.items()})

    return read_record


def _table_reader(item_reader: Reader) -> Reader:
    def read_table(value: object, where: str) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise BadInput(f"{where} must be a table, not {value!r:.60}.")
        return {text(key, where): item_reader(item, f"{where}.{key}") for key, item in value.items()}

    return read_table


def _tuple_reader(arguments: tuple[Any, ...]) -> Reader:
    item_reader = _reader(arguments[0])
    assert arguments[1:] == (Ellipsis,)

    def read_tuple(value: object, where: str) -> tuple[Any, ...]:
        if not isinstance(value, (list, tuple)):
            raise BadInput(f"{where} must be a list, not {value!r:.60}.")
        return tuple([item_reader(item, f"{where}[{at}]") for at, item in enumerate(value)])

    return read_tuple


def write(value: object) -> Any:
    """The plain form of a record; entries that have their default value are left out."""
    kind: Any = type(value)
    if kind in _SIMPLE:
        return value
    if kind is tuple or kind is list:
        return [write(item) for item in typing.cast("list[object]", value)]
    if isinstance(value, Mapping):
        return {key: write(item) for key, item in value.items()}
    writer = getattr(value, "to_dict", None)
    if writer is not None:
        return writer()
    if not isinstance(value, msgspec.Struct):
        return value
    return {
        name: write(item) for name, default in _defaults(kind) if (item := getattr(value, name)) != default
    }


@cache
def _defaults(cls: Any) -> tuple[tuple[str, Any], ...]:
    """The entries of a record with their default values."""
    return tuple(
        (
            field.name,
            field.default if field.default_factory is NODEFAULT else field.default_factory(),
        )
        for field in msgspec.structs.fields(cls)
    )


def checked(value: T, where: str) -> T:
    """The same record, rebuilt from its plain form, which finds values of a wrong type."""
    return read(type(value), write(value), where)
