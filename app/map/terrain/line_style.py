"""The styles of rivers, roads and other lines, by the words of their kind."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

from msgspec import Struct

from app.map.terrain.kind_words import words_of

Course = Literal["side", "path", "across", "none"]


class LineStyle(Struct, frozen=True):
    """`course`: along the hexside, through the hexes, or a mark across the hexside. Widths in scene units."""

    group: str
    course: Course
    core: str
    width: float
    casing: str = ""
    rim: float = 0.0
    dash: tuple[float, ...] = ()
    rank: int = 0
    """Higher ranks are drawn later."""
    gap: float = 0.0
    """The width of a strip in the colour of the casing that splits the line into two rows."""


_RIVER: Final = "#5793bf"
_STYLES: Final[tuple[tuple[str, LineStyle], ...]] = (
    ("bridge", LineStyle("bridge", "across", "#fdfaf1", 7.0, "#2a2620", 1.5, rank=70)),
    ("ferry ford", LineStyle("ferry", "across", "#fdfaf1", 4.0, "#2f6d9c", 1.4, (2.0, 1.6), rank=69)),
    ("rail railway railroad", LineStyle("rail", "path", "#3b3733", 1.7, rank=40)),
    (
        "highway motorway autobahn autostrada main",
        LineStyle("road", "path", "#d8603f", 3.6, "#5b3527", 1.2, rank=52),
    ),
    ("track trail path", LineStyle("road", "path", "#8d7448", 1.5, dash=(3.0, 2.2), rank=50)),
    ("road", LineStyle("road", "path", "#f7ecc4", 2.8, "#6d5940", 1.1, rank=51)),
    ("stream brook creek", LineStyle("water", "side", _RIVER, 2.4, rank=10)),
    ("canal", LineStyle("water", "side", "#6aa3c9", 3.0, "#2f6d9c", 0.8, rank=11)),
    ("river", LineStyle("water", "side", _RIVER, 4.6, "#3d78a4", 0.8, rank=12)),
    ("ferryline", LineStyle("ferry line", "path", "#2f6d9c", 2.4, dash=(0.6, 1.8), rank=41)),
    ("dam barrage", LineStyle("dam", "across", "#8d8478", 6.0, "#2a2620", 1.6, rank=68)),
    ("cliff cliffs escarpment", LineStyle("cliff", "side", "#6d4c2b", 2.4, rank=30)),
    (
        "dragon teeth hedgehogs",
        LineStyle("wall", "side", "#57504a", 8.4, "#e6dcc3", 0.9, dash=(0.42, 0.34), rank=32, gap=2.0),
    ),
    (
        "wall walls fort fortification fortifications dyke dike line obstacle obstacles",
        LineStyle("wall", "side", "#57504a", 3.0, rank=31),
    ),
    (
        "border boundary frontier",
        LineStyle("border", "side", "#9a4f86", 2.0, dash=(4.0, 1.8, 0.6, 1.8), rank=20),
    ),
    ("coast water sea lake estuary", LineStyle("water", "side", "#a9cce3", 9.0, "#4f87ad", 0.9, rank=9)),
)
_WIDE: Final = LineStyle("water", "side", "#4a8abb", 7.6, "#ffffff", 1.5, rank=13)
_UNKNOWN: Final = LineStyle("other", "side", "#7a7468", 2.2, dash=(0.2, 2.4), rank=15)


@cache
def line_style(kind: str) -> LineStyle:
    """The style of a kind of hexside; major rivers are wide."""
    words = words_of(kind)
    if "river" in words and {"major", "large", "great", "wide"} & set(words):
        return _WIDE
    if "road" in words and {"minor", "secondary"} & set(words):
        words = ("road",)
    for known, style in _STYLES:
        if any(word in known.split() for word in words):
            return style
    return _UNKNOWN
