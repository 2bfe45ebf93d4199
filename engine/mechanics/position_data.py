"""Readers for the position of a worked example: tables, small numbers, known names."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import Any, Final

from engine.bad_input import BadInput
from engine.referee import Frame, Mark

MOST: Final = 999


def table(data: dict[str, Any], name: str) -> dict[str, Any]:
    """A table out of the data, empty if it is not there."""
    found = data.pop(name, {})
    if not isinstance(found, dict):
        raise BadInput(f"`{name}` should be a table")
    return found


def words(value: object, name: str) -> list[str]:
    """A text of words with blanks between them."""
    if not isinstance(value, str):
        raise BadInput(f"`{name}` should be a text")
    return value.split()


def known(value: object, names: Container[str], name: str) -> list[str]:
    """Words that must be names of hexes, hexsides or other known things."""
    found = words(value, name)
    for word in found:
        if word not in names:
            raise BadInput(f"`{name}` names {word!r:.20}, which is not there")
    return found


def one_known(value: object, names: Container[str], name: str) -> str:
    """One word that must be the name of a known thing."""
    found = known(value, names, name)
    if len(found) != 1:
        raise BadInput(f"`{name}` should name one thing, not {value!r:.40}")
    return found[0]


def whole_number(value: object, name: str) -> int:
    """A small whole number, and nothing else."""
    if type(value) is not int or not 0 <= value <= MOST:
        raise BadInput(f"`{name}` should be a whole number up to {MOST}, not {value!r:.40}")
    return value


def listed_units(data: dict[str, Any], sides: Iterable[str]) -> Iterator[tuple[str, str, object]]:
    """The side, the key and the line of every unit that the position names."""
    seen: set[str] = set()
    for side in sides:
        for key, line in table(data, side).items():
            if " " in key or key in seen:
                raise BadInput(f"{key!r:.40} is not a name for a unit, or there are two of them")
            seen.add(key)
            yield side, key, line


def nothing_else(data: Iterable[str], title: str) -> None:
    """BadInput if the data has entries that the game does not read."""
    for name in data:
        raise BadInput(f"{name!r:.40} is not known in a position of {title}")


def scoped(subject: str, name: str, scope: str, value: str, frames: tuple[Frame, ...]) -> Mark:
    """A mark for the scope that is open; without end if none is."""
    depth = next((at for at, frame in enumerate(frames) if scope and frame.scope == scope), -1)
    return Mark(subject, name, scope if depth >= 0 else "", depth, value=value)
