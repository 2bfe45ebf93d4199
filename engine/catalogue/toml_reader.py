"""Reads TOML as we write it quickly: most of it is lists with a line for each table, and long texts of hexes.

Such rows say the same in JSON but for the signs around their names, and the JSON reader is thirty times as
quick as the TOML reader; texts without anything special in them can be taken as they stand. Whatever looks
different in any way is left to the TOML reader.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any, Final

_MARK: Final = "\u2400taken out"
"""Stands in the text where something was taken out."""
_TAKEN: Final = re.compile(
    r"^(?P<name>[A-Za-z0-9_-]+ = )(?:"
    r"\[\n(?P<rows>(?: +\{.*\},\n)+)\]"
    r'|"""\n(?P<lines>[^"\\\x00-\x08\x0b-\x1f\x7f]*)"""'
    r'|"(?P<line>[^"\\\x00-\x1f\x7f]{60,})"'
    r")$",
    re.MULTILINE,
)
_ODD: Final = re.compile(r"[\\\x00-\x09\x0b-\x1f\x7f]")
_JSON_ONLY: Final = re.compile(r":|\bnull\b")
"""Outside of texts: what JSON reads and TOML does not."""
_BEFORE_NAME: Final = re.compile(r"(?<=[{ ])(?=[A-Za-z_-][A-Za-z0-9_-]* = )")


def loads(source: str) -> dict[str, Any]:
    """What `tomllib.loads` gives."""
    if _MARK in source:
        return tomllib.loads(source)
    values: list[Any] = []

    def take_out(found: re.Match[str]) -> str:
        value = found["line"] or found["lines"] or _rows(found["rows"] or "")
        if value is None:
            return found[0]
        values.append(value)
        return f'{found["name"]}"{_MARK} {len(values) - 1}"'

    read = tomllib.loads(_TAKEN.sub(take_out, source))
    places = list(_marks(read))
    if sorted(number for _, _, number in places) != list(range(len(values))):
        return tomllib.loads(source)  # What was taken out is part of a text.
    for table, name, number in places:
        table[name] = values[number]
    return read


def _rows(body: str) -> list[Any] | None:
    """The tables of some lines; None if JSON might read them otherwise than TOML, or not at all."""
    if not body or _ODD.search(body):
        return None
    parts = body.rstrip(",\n").split('"')
    names = "\0".join(parts[::2])  # what stands outside the texts
    if _JSON_ONLY.search(names):
        return None
    parts[::2] = _BEFORE_NAME.sub('"', names).replace(" = ", '": ').split("\0")
    text = '"'.join(parts)
    try:
        rows: list[Any] = json.loads(f"[{text}]", object_pairs_hook=_table, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return None
    return rows


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise ValueError("a name is there twice")
    return table


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no value of TOML")


def _marks(found: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str, int]]:
    """Where something was taken out: the table, the name in it, the number of what belongs there."""
    for name, value in found.items():
        if isinstance(value, str) and value.startswith(_MARK):
            yield found, name, int(value.removeprefix(_MARK))
        elif isinstance(value, dict):
            yield from _marks(value)
        elif isinstance(value, list):
            for item in value:
                if isinstance(item, dict):
                    yield from _marks(item)
