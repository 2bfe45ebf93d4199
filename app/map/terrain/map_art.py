"""How the kinds of a scenario are drawn where its author gave them a look of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace
from PySide6.QtGui import QColor

from app.map.own_pictures import known_picture, mean_color, picture
from app.map.terrain.terrain_style import TerrainStyle, terrain_style
from engine.bad_input import BadInput
from engine.catalogue.document import Plain
from engine.catalogue.own_art import Look, OwnArt, art_of

PATTERNS: Final = {
    "": "As usual",
    "plain": "Plain",
    "trees": "Trees",
    "hedges": "Hedges",
    "orchard": "Orchard",
    "tufts": "Tufts of grass",
    "reeds": "Reeds",
    "ditches": "Ditches",
    "waves": "Waves",
    "sand": "Sand",
    "rocks": "Rocks",
    "scree": "Scree",
    "blocks": "City blocks",
    "works": "Factories",
    "closed": "Hatched",
}
"""Patterns of terrain, with their titles."""


class OwnFeature(Struct, frozen=True):
    """A colour for the symbol of a feature, or the key of a picture that takes its place."""

    color: str = ""
    picture: str = ""


class MapArt(Struct, frozen=True):
    """Own styles by kind."""

    terrain: Mapping[str, TerrainStyle] = field(default_factory=dict)
    pictures: Mapping[str, str] = field(default_factory=dict)
    """The pictures that cover each hex of a kind of terrain."""
    features: Mapping[str, OwnFeature] = field(default_factory=dict)

    @classmethod
    def of(cls, data: Mapping[str, Plain]) -> MapArt:
        """The art of a scenario's map; damaged art is drawn as usual, and the Problems panel says so."""
        try:
            art = art_of(data)
        except BadInput:
            return cls()
        pictures = {kind: _picture(art, look) for kind, look in art.terrain.items()}
        return cls(
            {kind: _own_style(kind, look, pictures[kind]) for kind, look in art.terrain.items()},
            {kind: key for kind, key in pictures.items() if key},
            {kind: OwnFeature(look.color, _picture(art, look)) for kind, look in art.features.items()},
        )

    def style(self, kind: str) -> TerrainStyle:
        """The style of a kind of terrain."""
        return self.terrain.get(kind) or terrain_style(kind)

    def look(self, palette: str, kind: str) -> object:
        """What the author said about a kind; None if nothing."""
        if palette == "terrain":
            own = self.terrain.get(kind)
            return None if own is None else (own, self.pictures.get(kind, ""))
        return self.features.get(kind)


def _picture(art: OwnArt, look: Look) -> str:
    content = art.content(look.picture)
    key = known_picture(content) if content else ""
    return "" if picture(key).isNull() else key


def _own_style(kind: str, look: Look, key: str) -> TerrainStyle:
    usual = terrain_style(kind)
    fill = look.color or (mean_color(key) if key else "") or usual.fill
    color = QColor(fill)
    style = replace(
        usual,
        family=f"own {kind}",
        fill=fill,
        edge=color.darker(135).name(),
        level=0,
        letter="",
        ink="#f5efe0" if color.lightness() < 110 else usual.ink,
    )
    if key:
        return replace(style, texture="", stamp="")
    if look.pattern in PATTERNS and look.pattern:
        return replace(style, texture="" if look.pattern == "plain" else look.pattern, stamp="")
    return style
