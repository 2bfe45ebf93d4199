"""Ways to damage a file: as a disk would do it, byte by byte, and as a hand would do it, value by value."""

from __future__ import annotations

import copy
import datetime
import json
from collections.abc import Callable
from random import Random
from typing import Any

from engine.catalogue.toml_text import inline, key

# bytes


def truncated(data: bytes, chance: Random) -> bytes:
    """The end is missing."""
    return data[: chance.randrange(len(data))]


def flipped(data: bytes, chance: Random) -> bytes:
    """A few bits are the other way round."""
    damaged = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 8))):
        damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
    return bytes(damaged)


def overwritten(data: bytes, chance: Random) -> bytes:
    """A stretch holds something else: zeros, noise, or another part of the file."""
    at, length = chance.randrange(len(data)), chance.choice((1, 4, 64, 512))
    other = chance.randrange(len(data))
    filling = chance.choice((bytes(length), chance.randbytes(length), data[other : other + length]))
    return data[:at] + filling + data[at + length :]


def spliced(data: bytes, chance: Random) -> bytes:
    """A stretch is missing, or there twice."""
    at, length = chance.randrange(len(data)), chance.choice((1, 2, 16, 256))
    stretch = data[at : at + length]
    return data[:at] + chance.choice((b"", stretch + stretch)) + data[at + length :]


def noise(data: bytes, chance: Random) -> bytes:
    """Nothing of the file is left."""
    return chance.randbytes(chance.randrange(300))


BYTE_DAMAGE: tuple[Callable[[bytes, Random], bytes], ...] = (truncated, flipped, overwritten, spliced, noise)
WEIGHTS = (3, 6, 3, 3, 1)


def damaged(data: bytes, chance: Random) -> bytes:
    """The file after one accident."""
    return chance.choices(BYTE_DAMAGE, WEIGHTS)[0](data, chance)


# values


def nested(depth: int) -> Any:
    """Lists and tables inside one another."""
    value: Any = "bottom"
    for level in range(depth):
        value = [value] if level % 2 else {"deeper": value}
    return value


HOSTILE: tuple[Any, ...] = (
    *(True, False, 0, -1, 1, 7, 2**63, -(10**40), 10**4000, 0.5, 1e308, float("inf"), float("nan")),
    *(
        "",
        " ",
        "0",
        "-1",
        "x",
        "None",
        "0101",
        "red",
        "blue",
        "toy",
        "a" * 5000,
        "\0",
        "é\u202e😀",
        "../../etc",
    ),
    *("[[", "%s%n{0}{}", "1/0", "3/4", "select unit R1", "__class__", "is", "number number 99999999999"),
    *([], {}, [[]], {"": ""}, {"is": "Piece"}, {"is": "object"}, {"is": []}, nested(20), nested(150)),
)
ONLY_JSON: tuple[Any, ...] = (None, [None], [None, None], {"is": None}, "\ud800", {"\udfff": "\ud800"})
ONLY_TOML: tuple[Any, ...] = (
    datetime.date(1944, 6, 6),
    datetime.time(6, 30),
    datetime.datetime(1944, 6, 6, 6, 30, tzinfo=datetime.UTC),
)


def mutated(tree: Any, chance: Random, hostile: tuple[Any, ...]) -> Any:
    """A copy in which one value or key is not what it was."""
    tree = copy.deepcopy(tree)
    holder, place = _somewhere(tree, chance)
    value = holder[place]
    way = chance.randrange(6)
    if way == 0:
        del holder[place]
    elif way == 1 and isinstance(holder, dict):
        holder[chance.choice(("is", "key", place + "x", place.upper(), ""))] = holder.pop(place)
    elif way == 1:
        holder.insert(place, copy.deepcopy(value))
    elif way == 2:
        other, elsewhere = _somewhere(tree, chance)
        holder[place], other[elsewhere] = other[elsewhere], copy.deepcopy(value)
    elif way == 3 and type(value) is int:
        holder[place] = value + chance.choice((-1000, -2, -1, 1, 2, 1000))
    elif way == 3 and type(value) is str and value:
        at = chance.randrange(len(value))
        holder[place] = value[:at] + chance.choice(("", "x", "0", value)) + value[at + 1 :]
    else:
        holder[place] = copy.deepcopy(chance.choice(hostile))
    return tree


def _somewhere(tree: Any, chance: Random) -> tuple[Any, Any]:
    """A place in the tree, deep ones as likely as shallow ones."""
    holder, place = tree, chance.choice(_places(tree))
    while _places(holder[place]) and chance.random() < 0.75:
        holder = holder[place]
        place = chance.choice(_places(holder))
    return holder, place


def _places(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value)
    return list(range(len(value))) if isinstance(value, list) else []


def as_json(tree: Any) -> bytes:
    """The tree as a save is written; surrogates as escapes, so that it is a file at all."""
    return json.dumps(tree).encode()


def as_toml(tree: Any) -> bytes:
    """The tree as a position file."""
    return "".join(f"{key(name)} = {_toml(value)}\n" for name, value in tree.items()).encode()


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key(name)} = {_toml(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return inline(value)
