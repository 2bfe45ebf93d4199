"""Between records and plain data (text, numbers, flags, lists, tables), each value checked on the way."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar, cast

import msgspec
from msgspec import NODEFAULT, Struct

from engine.bad_input import BadInput
from engine.typed_data import convert

if TYPE_CHECKING:
    Plain: TypeAlias = "str | int | bool | float | tuple[Plain, ...] | Mapping[str, Plain]"
else:
    # msgspec knows no type that is part of itself; `plain` has looked at such values before it sees them.
    Plain = Any
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
    """Any plain value, lists as tuples and tables as new dicts, so that equal content is equal.

    A record that has been made already is taken as it is.
    """
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
        return tuple([plain(item, f"{where}[{at}]", depth + 1) for at, item in enumerate(value)])
    if isinstance(value, Mapping):
        return {text(key, where): plain(item, f"{where}.{key}", depth + 1) for key, item in value.items()}
    if isinstance(value, Struct):
        return cast(Plain, value)
    raise BadInput(f"{where} cannot hold {value!r:.60}.")


def table(value: object, where: str) -> dict[str, Plain]:
    """A plain table with text keys."""
    if not isinstance(value, Mapping):
        raise BadInput(f"{where} must be a table, not {value!r:.60}.")
    return {text(key, where): plain(item, f"{where}.{key}", 1) for key, item in value.items()}


def read(cls: type[T], value: object, where: str) -> T:
    """Build the record `cls` from plain data, refusing unknown, missing and mistyped entries."""
    return convert(cls, plain(value, where), where)


def write(value: object) -> Any:
    """The plain form of a record; entries that have their default value are left out."""
    kind: Any = type(value)
    if kind in (str, int, bool, float):
        return value
    if isinstance(value, (list, tuple)):
        return [write(item) for item in value]
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
    """The same record, built anew from its parts, which finds values of a wrong type."""
    try:
        parts = msgspec.to_builtins(value, enc_hook=_as_table)
    except TypeError as error:
        raise BadInput(f"{where} cannot hold such a value: {error!s:.80}.") from None
    return read(type(value), parts, where)


def _as_table(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is not plain data")
