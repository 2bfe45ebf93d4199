"""A map's terrain and features as compact JSON: for each kind, the places that have it in one text.

Readable with any tool, and quicker to read back than packed bytes: splitting a text and filling a dict from
it are single calls.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from engine.bad_input import BadInput
from engine.catalogue.map_sheet import Feature, Features, check_hexes, check_hexsides
from engine.catalogue.plain_data import checked, read, text, write
from engine.parse_limits import load_json

as_json = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode
"""One spelling for equal values."""


def from_json(source: object, where: str) -> Any:
    try:
        return load_json(text(source, where), where)
    except (ValueError, RecursionError):
        raise BadInput(f"{where} cannot be read; the catalogue is damaged.") from None


def pack_terrain(terrain: Mapping[str, str], where: str) -> str:
    """Each kind with its hexes."""
    check_hexes(terrain, where)
    of_kind: dict[str, list[str]] = {}
    for hex_id, kind in terrain.items():
        if kind in of_kind:
            of_kind[kind].append(hex_id)
        else:
            of_kind[text(kind, where)] = [hex_id]
    return as_json({kind: " ".join(sorted(hexes)) for kind, hexes in of_kind.items()})


def unpack_terrain(source: object, where: str) -> dict[str, str]:
    terrain: dict[str, str] = {}
    for kind, hexes in read(dict[str, str], from_json(source, where), where).items():
        terrain.update(dict.fromkeys(hexes.split(), kind))
    check_hexes(terrain, where)
    return terrain


def pack_features(features: Features, where: str, sides: bool = False) -> str:
    """Each set of features with the places that have it. Places that share one tuple are grouped at once."""
    (check_hexsides if sides else check_hexes)(features, where)
    of_tuple: dict[int, list[str]] = {}
    for place, here in features.items():
        if id(here) in of_tuple:
            of_tuple[id(here)].append(place)
        else:
            of_tuple[id(here)] = [place]
    of_features: dict[tuple[Feature, ...], list[str]] = {}
    for places in of_tuple.values():
        here = features[places[0]]
        if here in of_features:
            of_features[here] += places
        else:
            of_features[here] = places
    return as_json(
        [
            [[write(checked(feature, where)) for feature in here], " ".join(sorted(places))]
            for here, places in sorted(of_features.items())
        ]
    )


def unpack_features(source: object, where: str, sides: bool = False) -> dict[str, tuple[Feature, ...]]:
    features: dict[str, tuple[Feature, ...]] = {}
    for here, places in read(tuple[tuple[tuple[Feature, ...], str], ...], from_json(source, where), where):
        features.update(dict.fromkeys(places.split(), here))
    (check_hexsides if sides else check_hexes)(features, where)
    return features
