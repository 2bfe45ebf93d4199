"""Plain data (text, numbers, lists, tables) becomes records, checked by the types of their fields.

msgspec does the work. Here its findings become one sentence: what is wrong, and where.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from threading import RLock
from typing import Any, Final, TypeVar

import msgspec

from engine.bad_input import BadInput

T = TypeVar("T")
Step = str | int
"""From a value to a part of it: the name of an entry, or a place in a list."""

_FRACTION: Final = re.compile(r"-?[0-9]{1,100}(/0*[1-9][0-9]{0,99})?")
"""No exponents: a few characters could stand for a number that fills the memory."""
_FOUND: Final = re.compile(r"(?P<what>.*?)(?: - at (?P<key>`key` in )?`\$(?P<path>.*)`)?", re.DOTALL)
_STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]|\[(\.\.\.)\]")
_SOME_ENTRY: Final = "..."
_WANTED: Final = re.compile(r"Expected `([^`]*)`(?: of (at least )?length (<= )?(\d+))?(?:, got .*)?")
_WORDS: Final[Mapping[str, str]] = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}
"""What msgspec calls the kinds of plain data."""
_ONE_AT_A_TIME: Final = RLock()
"""msgspec 0.22 crashes if two threads convert to the same new type at once: it works out the fields then."""


def convert(kind: type[T], value: object, where: str) -> T:
    """The value as this type: a record, or a list or table of them. BadInput says what does not fit where.

    A record that has been made already is taken as it is. Where nothing says where, the value is "it".
    """
    try:
        with _ONE_AT_A_TIME:
            return msgspec.convert(value, kind, dec_hook=_of_own_form)
    except msgspec.ValidationError as error:
        raise BadInput(_sentence(kind, value, str(error), where)) from None
    except UnicodeEncodeError:
        raise BadInput(f"{where} holds half a character, which cannot be written; remove it.") from None


def _of_own_form(kind: type, value: object) -> object:
    if kind is Fraction:
        if isinstance(value, str) and _FRACTION.fullmatch(value):
            return Fraction(value)
        raise ValueError("must be a number such as 3/4")
    raise NotImplementedError(f"{kind.__name__} has no plain form")


# What is wrong, and where


def _sentence(kind: Any, value: object, said: str, where: str) -> str:
    found = _FOUND.fullmatch(said)
    assert found is not None
    steps = [name or (int(at) if at else some) for name, at, some in _STEP.findall(found["path"] or "")]
    steps = _named(kind, value, said, steps)
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
    place = f"{where}{path}" if where else path.removeprefix(".") or "it"
    what = found["what"]
    if found["key"]:
        return f"{place} has an entry whose name is not text; name it by text."
    if wanted := _WANTED.fullmatch(what):
        kinds = " or ".join(_WORDS.get(name, name) for name in wanted[1].split(" | "))
        bound = "at least " if wanted[2] else "at most " if wanted[3] else ""
        length = f" of {bound}{wanted[4]}" if wanted[4] else ""
        return f"{place} must be {kinds}{length}, not {_at(value, steps)!r:.60}."
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", what):
        return f"{place} has an unknown entry {unknown[1]!r:.60}; remove it or correct its name."
    if missing := re.fullmatch(r"Object missing required field `(.*)`", what):
        return f"{place} lacks {missing[1]}."
    if other := re.fullmatch(r"Invalid (?:enum )?value (.*)", what):
        return f"{place} is {other[1]:.60}, which is not known there."
    return f"{place} {what}."


def _at(value: Any, steps: Sequence[Step]) -> Any:
    for step in steps:
        value = value[step]
    return value


def _named(kind: Any, value: object, said: str, steps: Sequence[Step]) -> list[Step]:
    """The steps with a name for each "some entry" of a table: half of it is tried, then half of that."""
    known = list(steps)
    while _SOME_ENTRY in known:
        at = known.index(_SOME_ENTRY)
        table = _at(value, known[:at])
        names = list(table)
        while len(names) > 1:
            half = names[: len(names) // 2]
            tried = _with(value, known[:at], {name: table[name] for name in half})
            names = half if _finding(kind, tried) == said else names[len(half) :]
        known[at] = names[0]
    return known


def _finding(kind: Any, value: object) -> str:
    try:
        msgspec.convert(value, kind, dec_hook=_of_own_form)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def _with(value: Any, steps: Sequence[Step], part: object) -> Any:
    """A copy of a value in which one part is exchanged."""
    if not steps:
        return part
    inner = _with(value[steps[0]], steps[1:], part)
    if isinstance(value, Mapping):
        return {**value, steps[0]: inner}
    return [*value[: steps[0]], inner, *value[int(steps[0]) + 1 :]]
