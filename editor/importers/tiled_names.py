"""The names of Tiled tiles: from properties, class, corners or picture."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Final

from editor.importers.limits import whole_number

_TELLING: Final = ("terrain", "feature", "kind", "name", "type")
MAX_NAME_CHARS: Final = 60


def own_word(properties: Mapping[str, str], kind: str | None, picture: str) -> str:
    """The name of a tile; "" if it has none."""
    by_small = {key.casefold(): value for key, value in properties.items()}
    for key in _TELLING:
        if by_small.get(key, "").strip():
            return by_small[key].strip()[:MAX_NAME_CHARS]
    if kind and kind.strip():
        return kind.strip()[:MAX_NAME_CHARS]
    stem = PurePosixPath(picture.replace("\\", "/")).stem
    return re.sub(r"[\W_]+", " ", stem).strip()[:MAX_NAME_CHARS]


def corner_words(names: Sequence[str], tiles: Mapping[str, Sequence[str]], base: int = 1) -> dict[int, str]:
    """Names of tiles with one terrain on every corner and edge; `base` is the number of the first."""
    found = {}
    for key, corners in tiles.items():
        given = {corner.strip() for corner in corners} - {"", "0" if base else ""}
        if len(given) != 1 or (not base and len(corners) != 4) or "" in corners:
            continue
        at = whole_number(given.pop(), "The corner of a tile", 0, 10_000) - base
        if at < len(names) and names[at]:
            found[whole_number(key, "The number of a tile", 0, 2**28)] = names[at][:MAX_NAME_CHARS]
    return found
