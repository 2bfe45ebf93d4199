"""The style of each kind of terrain; an unknown kind is shown with a letter."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from msgspec import Struct

from app.map.terrain.kind_words import words_of


class TerrainStyle(Struct, frozen=True):
    """Kinds of one `family` have no edge between them; `level` above 0 is a level of relief."""

    family: str
    fill: str
    edge: str = ""
    texture: str = ""
    stamp: str = ""
    level: int = 0
    letter: str = ""
    ink: str = "#6b6048"
    """The colour of the hex number."""


PAPER: Final = "#efe8d2"
"""The colour of clear terrain."""
VEIL: Final = (22, 16, 8, 76)
"""RGBA colour that dims the map in the dark theme."""
_FAMILIES: Final[tuple[tuple[str, TerrainStyle], ...]] = (
    (
        "sea water lake ocean bay gulf lagoon",
        TerrainStyle("water", "#a9cce3", "#4f87ad", "waves", ink="#4a7a9c"),
    ),
    (
        "marsh swamp bog flooded fen",
        TerrainStyle("marsh", "#cfe0cb", "#9dbfae", "reeds", ink="#5b7f74"),
    ),
    ("polder", TerrainStyle("polder", "#dbe6c3", "#a9c3a0", "ditches", ink="#64795a")),
    ("soft", TerrainStyle("soft", "#e6e5c0", "#cfcf9f", "tufts")),
    (
        "woods wood forest taiga jungle",
        TerrainStyle("woods", "#bcd29a", "#7c9f5e", "trees", ink="#41592f"),
    ),
    (
        "bocage hedgerow hedgerows hedges",
        TerrainStyle("bocage", "#d3dca5", "#94ab66", "hedges", ink="#566138"),
    ),
    ("orchard orchards vineyard vineyards olive", TerrainStyle("orchard", "#dde0a8", "#b3b878", "orchard")),
    (
        "mountain mountains alpine",
        TerrainStyle("mountain", "#d4b78e", "#a5825a", "scree", "peaks", ink="#5c4426"),
    ),
    (
        "hill hills ridge escarpment slope heights",
        TerrainStyle("hill", "#e3cf9f", "#c2a56e", "", "hachures", ink="#6d5530"),
    ),
    ("rough broken rocky badlands", TerrainStyle("rough", "#e4d6ac", "#c0aa77", "rocks")),
    ("desert sand beach dunes dune", TerrainStyle("desert", "#f3e3b3", "#d8c283", "sand")),
    (
        "industrial industry factory",
        TerrainStyle("industrial", "#d2c6cf", "#9c8a9b", "works", ink="#5b4c5c"),
    ),
    (
        "city urban metropolis",
        TerrainStyle("city", "#dcc0ac", "#a98571", "blocks", ink="#5a3a30"),
    ),
    ("town village built", TerrainStyle("town", "#ecdcc0", "#d3bb95", "", "houses")),
    ("neutral impassable", TerrainStyle("closed", "#cfccc6", "#a8a49c", "closed", ink="#77736b")),
    ("clear open field fields farmland plain plains steppe", TerrainStyle("clear", PAPER)),
)
_RELIEF: Final = ("#e2e8c4", "#efe6bd", "#e6cf9a", "#d9b57d", "#c39b6b", "#ad8159", "#96694a", "#83593f")
_UNKNOWN_FILLS: Final = ("#e2dccb", "#dcd6dd", "#d6dedd", "#e3d8cf")


@cache
def terrain_style(kind: str) -> TerrainStyle:
    """The style of a kind: by its words, by its number for relief, else neutral with a letter."""
    words = words_of(kind)
    for known, style in _FAMILIES:
        if any(word in known.split() for word in words):
            return style
    number = re.search(r"\d{1,2}", kind)
    if number:
        level = max(1, int(number[0]))
        return TerrainStyle("relief", _RELIEF[min(level, len(_RELIEF)) - 1], "", "", level=level)
    fill = _UNKNOWN_FILLS[sum(map(ord, kind)) % len(_UNKNOWN_FILLS)]
    return TerrainStyle(f"unknown {kind}", fill, "#b5ad99", letter=(kind.strip()[:1] or "?").upper())


def relief_colour(level: int) -> str:
    """The tint of one level."""
    return _RELIEF[min(level, len(_RELIEF)) - 1]


def order(style: TerrainStyle) -> int:
    """Drawing order: low terrain before high, open before built-up."""
    ranks = {
        "relief": style.level,
        "water": 90,
        "soft": 20,
        "polder": 21,
        "marsh": 22,
        "woods": 50,
        "town": 70,
    }
    return ranks.get(style.family, 40)
