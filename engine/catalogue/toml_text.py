"""Writing TOML that people read and version control compares: short values on one line, long lists folded."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.bad_input import BadInput
from engine.parse_limits import LONGEST_TOML, check_toml

WIDTH: Final = 110
LARGEST_TEXT: Final = LONGEST_TOML
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_ENDING_QUOTES: Final = re.compile(r'"(?="|\Z)')
_TO_ESCAPE: Final = re.compile('["\\\\\x00-\x1f\x7f]')


def _escape(found: re.Match[str]) -> str:
    return _ESCAPES.get(found[0]) or f"\\u{ord(found[0]):04x}"


def quoted(words: str) -> str:
    """A one-line string."""
    return f'"{_TO_ESCAPE.sub(_escape, words)}"'


def paragraphs(words: str) -> str:
    """A string over several lines, as it stands."""
    body = "\n".join(_TO_ESCAPE.sub(_escape, line).replace('\\"', '"') for line in words.split("\n"))
    return '"""\n' + _ENDING_QUOTES.sub('\\\\"', body) + '"""'


def wrapped(words: Iterable[str]) -> str:
    """Words (hexes, hexsides) with blanks between them, over as many lines as it takes."""
    line = " ".join(words)
    return quoted(line) if len(line) < WIDTH - 20 else f'"""\n{folded(line.split())}\n"""'


def folded(words: Iterable[str]) -> str:
    """Words over as many lines as it takes."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + len(word) < WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return "\n".join(lines)


def key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else quoted(name)


def inline(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key(name)} = {inline(item)}" for name, item in value.items()) + "}"
    return "[" + ", ".join(inline(item) for item in value) + "]"


def spread(value: Any, indent: str = "") -> str:
    """A value over several lines where it is too long for one; TOML lets only lists break lines."""
    line = inline(value)
    if len(indent) + len(line) <= WIDTH or not isinstance(value, (Mapping, list, tuple)):
        return line
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key(name)} = {spread(item, indent)}" for name, item in value.items()) + "}"
    deeper = indent + "    "
    return "[\n" + "".join(f"{deeper}{spread(item, deeper)},\n" for item in value) + indent + "]"


def rows(name: str, items: Iterable[Any]) -> list[str]:
    """A list with one line for each of its tables; nothing at all if it is empty."""
    lines = [f"    {inline(item)}," for item in items]
    return [f"{key(name)} = [", *lines, "]"] if lines else []


def parse(source: str, what: str) -> dict[str, Any]:
    """Read TOML, or say in one sentence why it is none."""
    check_toml(source, what)
    try:
        return tomllib.loads(source)
    except RecursionError:
        raise BadInput(f"{what} is nested too deeply; it is not a scenario or map file.") from None
    except ValueError as error:
        raise BadInput(f"{what} is not valid TOML: {_first_line(error)}; correct it and try again.") from None


def _first_line(error: ValueError) -> str:
    return (str(error).splitlines() or ["unreadable"])[0][:200]
