"""Checks the types of a whole document quickly: what thousands of hexes share is looked at once."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engine.catalogue.document import Features, MapSheet, Placement, ScenarioDocument
from engine.catalogue.map_sheet import check_hexes, check_hexsides, check_points
from engine.catalogue.plain_data import checked, text
from engine.hexes.spec import GridSpec

_NO_MAP: Final = MapSheet("", "", GridSpec("flat", "odd", 1, 1))


def check_features(features: Features, where: str) -> None:
    """Every different feature, once."""
    for here in {id(here): here for here in features.values()}.values():
        for feature in here:
            checked(feature, where)


def sound_map(sheet: MapSheet) -> MapSheet:
    """The map, if every value in it has its type."""
    where = f"Map {sheet.key!r:.60}"
    bare = checked(replace(sheet, terrain={}, features={}, hexsides={}), where)
    for region in bare.regions:
        check_points((*region.hexes, *region.polygon), f"{where}, region {region.key},")
    check_hexes(sheet.terrain, f"{where}, terrain,")
    check_hexes(sheet.features, f"{where}, features,")
    check_hexsides(sheet.hexsides, where)
    for kind in set(sheet.terrain.values()):
        text(kind, f"{where}, terrain,")
    check_features(sheet.features, f"{where}, features,")
    check_features(sheet.hexsides, f"{where}, hexsides,")
    return replace(bare, terrain=sheet.terrain, features=sheet.features, hexsides=sheet.hexsides)


def sound_document(document: ScenarioDocument) -> ScenarioDocument:
    """The scenario, if every value in it has its type."""
    where = f"Scenario {document.key!r:.60}"
    check_hexes(document.features, f"{where}, features,")
    check_features(document.features, f"{where}, features,")
    sheet = sound_map(document.map)
    bare = checked(replace(document, map=_NO_MAP, features={}), where)
    for there in (*(setup.place for setup in bare.setups), *(entry.place for entry in bare.schedule)):
        if there is not None:
            Placement.parse(str(there))
    return replace(bare, map=sheet, features=document.features)
