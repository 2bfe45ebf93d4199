"""Between dataclasses and plain data (text, numbers, flags, lists, tables), each value checked on the way."""

from __future__ import annotations

import dataclasses
import math
import re
import types
import typing
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

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


@cache
def _hints(cls: Any) -> dict[str, Any]:
    return get_type_hints(cls)


@cache
def _required(cls: Any) -> frozenset[str]:
    return frozenset(
        field.name
        for field in dataclasses.fields(cls)
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    )


_SIMPLE: Final[Mapping[Any, Callable[[object, str], object]]] = {
    str: text,
    int: whole,
    bool: flag,
    float: decimal,
}


READERS: Final[dict[Any, Callable[[object], Any]]] = {}
"""How to read a type that has a plain form of its own."""


def read(cls: type[T], value: object, where: str) -> T:
    """Build the dataclass `cls` from a plain table, refusing unknown, missing and mistyped entries."""
    reader = getattr(cls, "from_dict", None)
    if reader is not None:
        return typing.cast(T, reader(value))
    if not isinstance(value, Mapping):
        raise BadInput(f"{where} must be a table, not {value!r:.60}.")
    shape: Any = cls
    hints = _hints(shape)
    unknown = [str(key) for key in value if key not in hints]
    if unknown:
        raise BadInput(f"{where} has an unknown entry {unknown[0]!r:.60}; known are {', '.join(hints)}.")
    missing = _required(shape) - value.keys()
    if missing:
        raise BadInput(f"{where} lacks {', '.join(sorted(missing))}.")
    return cls(**{key: convert(hints[key], item, f"{where}.{key}") for key, item in value.items()})


def convert(hint: Any, value: object, where: str) -> Any:
    """Check `value` against a type hint and bring it to that type."""
    simple = _SIMPLE.get(hint)
    if simple is not None:
        return simple(value, where)
    origin, arguments = get_origin(hint), get_args(hint)
    if hint in READERS:
        return value if isinstance(value, arguments) else READERS[hint](value)
    if origin is tuple:
        return _read_tuple(arguments, value, where)
    if origin in (Union, types.UnionType):
        if type(None) in arguments:
            return convert(arguments[0], value, where)
        return plain(value, where)
    if origin is not None and issubclass(origin, Mapping):
        if not isinstance(value, Mapping):
            raise BadInput(f"{where} must be a table, not {value!r:.60}.")
        inner = arguments[1]
        return {text(key, where): convert(inner, item, f"{where}.{key}") for key, item in value.items()}
    if isinstance(hint, type):
        return value if isinstance(value, hint) else read(hint, value, where)
    raise TypeError(f"no plain form for {hint!r}")


def _read_tuple(arguments: tuple[Any, ...], value: object, where: str) -> tuple[Any, ...]:
    if not isinstance(value, (list, tuple)):
        raise BadInput(f"{where} must be a list, not {value!r:.60}.")
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return tuple([convert(arguments[0], item, f"{where}[{at}]") for at, item in enumerate(value)])
    if len(arguments) != len(value):
        raise BadInput(f"{where} must hold {len(arguments)} entries, not {len(value)}.")
    return tuple([convert(hint, item, where) for hint, item in zip(arguments, value, strict=True)])


def write(value: object) -> Any:
    """The plain form of a dataclass; entries that have their default value are left out."""
    writer = getattr(value, "to_dict", None)
    if writer is not None:
        return writer()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: write(item)
            for field in dataclasses.fields(value)
            if (item := getattr(value, field.name)) != _default(field)
        }
    if isinstance(value, Mapping):
        return {key: write(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [write(item) for item in value]
    return value


def _default(field: dataclasses.Field[Any]) -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def checked(value: T, where: str) -> T:
    """The same dataclass built anew from its plain form, which finds anything of a wrong type in it."""
    return read(type(value), write(value), where)
