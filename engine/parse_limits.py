"""JSON and TOML that others wrote: looked over before it is parsed, and refused if it would take too much.

A few megabytes of brackets become gigabytes of lists, and a key with many dots takes minutes. Looking over a
text costs a small part of parsing it.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterable
from typing import Any, Final

from engine.bad_input import BadInput

MOST_JSON_VALUES: Final = 2_000_000
MOST_JSON_ESCAPES: Final = 2_000_000
LARGEST_JSON: Final = 160 * 2**20
"""Bytes of memory for the text itself; one rare character makes each of them take four."""
LONGEST_TOML: Final = 16 * 2**20
MOST_TOML_VALUES: Final = 600_000
MOST_TOML_TABLES: Final = 100_000
MOST_TOML_LINES: Final = 2_000_000
MOST_TOML_QUOTES: Final = 1_000_000
MOST_TOML_ESCAPES: Final = 500_000
LONGEST_WORD: Final = 10_000
"""Letters of a bare key or a number."""
MOST_KEY_PARTS: Final = 16
DEEPEST: Final = 200

_JSON_BRACKET: Final = re.compile(r'(?:[^"\[\]{}]++|"(?:[^"\\]++|\\.)*+")*+([\[\]{}])', re.DOTALL)
_BRACKET: Final = re.compile(r"([\[\]{}])")
_TOML_TEXT: Final = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+"{3,5}'
    r"|'''(?:[^']++|'(?!''))*+'{3,5}"
    r'|"(?:[^"\\\n]++|\\.)*+"'
    r"|'[^'\n]*+'"
    r"|#[^\n]*+",
    re.DOTALL,
)
"""Texts and comments; what is left is the structure."""
_TABLE: Final = re.compile(r"^[ \t]*+\[", re.MULTILINE)
_LONG_WORD: Final = re.compile(rf"(?<![\w.+-])[\w.+-]{{{LONGEST_WORD + 1}}}", re.ASCII)
_LONG_KEY: Final = re.compile(rf'(?<![\w-])(?:(?:[\w-]++|"")[ \t]*+\.[ \t]*+){{{MOST_KEY_PARTS}}}', re.ASCII)


def load_json(text: str, what: str, parse_constant: Callable[[str], Any] | None = None) -> Any:
    """What the JSON text says. BadInput if it is too much, ValueError or RecursionError if it is not JSON."""
    check_json(text, what)
    return json.loads(text, parse_constant=parse_constant)


def load_toml(text: str, what: str) -> dict[str, Any]:
    """What the TOML text says. BadInput if it is too much, ValueError or RecursionError if it is not TOML."""
    check_toml(text, what)
    return tomllib.loads(text)


def check_json(text: str, what: str) -> None:
    """BadInput if the text would become more than a file of ours can be. Signs in texts count, too."""
    if sys.getsizeof(text) > LARGEST_JSON:
        raise BadInput(f"{what} takes more than {LARGEST_JSON >> 20} MB in memory; choose a smaller file.")
    _bound(_count(text, ",:[{"), MOST_JSON_VALUES, what, "values")
    _bound(_count(text, "\\"), MOST_JSON_ESCAPES, what, "escaped signs")
    if _count(text, "[{") > DEEPEST:
        _check_depth((found[1] for found in _JSON_BRACKET.finditer(text)), what)


def check_toml(text: str, what: str) -> None:
    """BadInput if the text would take longer, or become more, than a file of ours can."""
    _bound(len(text), LONGEST_TOML, what, "letters")
    _bound(_count(text, "\n"), MOST_TOML_LINES, what, "lines")
    _bound(_count(text, "\"'"), MOST_TOML_QUOTES, what, "quotation marks")
    _bound(_count(text, "\\"), MOST_TOML_ESCAPES, what, "escaped signs")
    _bound(_count(text, "#"), MOST_TOML_VALUES, what, "comments")
    bare = _TOML_TEXT.sub('""', text)
    _bound(_count(bare, ",=[{"), MOST_TOML_VALUES, what, "values")
    _bound(sum(1 for _ in _TABLE.finditer(bare)), MOST_TOML_TABLES, what, "tables")
    if _LONG_WORD.search(bare):
        raise BadInput(f"{what} holds a name or number of more than {LONGEST_WORD:,} signs; shorten it.")
    if _LONG_KEY.search(bare):
        raise BadInput(f"{what} holds a key with more than {MOST_KEY_PARTS} parts; shorten it.")
    _check_depth((found[1] for found in _BRACKET.finditer(bare)), what)


def _count(text: str, signs: str) -> int:
    return sum(map(text.count, signs))


def _bound(found: int, most: int, what: str, things: str) -> None:
    if found > most:
        raise BadInput(f"{what} holds {found:,} {things}; up to {most:,} are read, so make it smaller.")


def _check_depth(brackets: Iterable[str], what: str) -> None:
    depth = 0
    for bracket in brackets:
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            raise BadInput(f"{what} is nested more than {DEEPEST} levels deep; it is damaged.")
