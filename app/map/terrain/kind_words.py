"""The words by which the drawing code recognizes a kind of terrain, feature, hexside or name."""

from __future__ import annotations

import re
from functools import cache

from engine import games


@cache
def words_of(kind: str) -> tuple[str, ...]:
    """The words of a kind in lower case; a kind with a name of its own has those that its game declares."""
    return tuple(re.findall(r"[a-z]+", games.map_style(kind).lower()))
