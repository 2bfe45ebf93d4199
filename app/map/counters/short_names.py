"""Shorter forms of the name of a unit, for a counter on which the whole name has no room."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

ABBREVIATIONS: Final = {
    "airborne": "Abn",
    "armored": "Arm",
    "armoured": "Arm",
    "artillery": "Art",
    "battalion": "Bn",
    "brigade": "Bde",
    "cavalry": "Cav",
    "company": "Co",
    "division": "Div",
    "engineer": "Eng",
    "engineers": "Eng",
    "glider": "Gl",
    "group": "Gr",
    "headquarters": "HQ",
    "infantry": "Inf",
    "mechanized": "Mech",
    "parachute": "Para",
    "regiment": "Rgt",
    "reconnaissance": "Rec",
    "squadron": "Sqn",
}
"""Words of the hobby, as they stand on printed counters."""
_BRACKETS: Final = re.compile(r"\s*\([^)]*\)")
_WORD: Final = re.compile(r"[^\W\d_]{3,}")


def shorter_names(name: str) -> Iterator[str]:
    """The name shortened more and more: the usual abbreviations, no brackets, initials of long words."""
    shorter = _WORD.sub(lambda word: ABBREVIATIONS.get(word[0].casefold(), word[0]), name)
    yield shorter
    shorter = _BRACKETS.sub("", shorter)
    yield shorter
    words = shorter.split()
    named = [word for word in words if any(map(str.isdigit, word))]
    kept = {*named, *(word for word in words if word.isupper() and len(word) <= 3)}
    if named and len(words) > 1:
        yield " ".join(word if word in kept else word[:3] for word in words)
        yield " ".join(word if word in kept else word[:1] for word in words)
        yield " ".join(word for word in words if word in kept)
        yield " ".join(named)
    elif len(words) > 1:
        yield " ".join(word[:3] for word in words)
        yield "".join(word[:1] for word in words)
    yield from (shorter.replace(" ", ""), "".join(words)[:4])
