"""A scenario as one text file (TOML) that people can read, edit and compare.

Lists such as units, set-ups and schedules take one line for each record. Order and white space are free when
a file is read; writing it again brings them to one form. Comments are not kept. `map` is either the whole map
or the key of a map that stands in a file of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec.structs import fields, replace

from engine.bad_input import BadInput
from engine.catalogue import toml_text as toml
from engine.catalogue.document import Placement, ScenarioDocument, Unit
from engine.catalogue.map_sheet import MapSheet
from engine.catalogue.map_text import (
    dumps_map,
    feature_rows,
    loads_map,
    map_lines,
    read_features,
    read_hex_lists,
    read_map,
    tables,
)
from engine.catalogue.plain_data import read, text, write
from engine.catalogue.type_check import sound_document
from engine.files import read_text, write_atomically

__all__ = ["dumps", "dumps_map", "load_file", "loads", "loads_map", "map_key_of", "save_file"]

SCENARIO_FORMAT: Final = "startline scenario 1"
_LINES: Final = (
    "sides",
    "formations",
    "unit_types",
    "units",
    "setups",
    "schedule",
    "allotments",
    "options",
    "special_rules",
)
_TABLES: Final[Mapping[str, tuple[str, ...]]] = {
    "regions": ("hexes", "polygon"),
    "start_lines": ("points",),
    "victory": (),
}
_HEADING: Final = ("key", "title", "game", "area", "complexity", "minutes")


def dumps(document: ScenarioDocument, map_by_key: bool = False) -> str:
    """The scenario as text, with its map inside or (for a map that has its own file) only the map's key."""
    document = sound_document(document)
    return "\n".join(_scenario_lines(document, map_by_key)) + "\n"


def loads(source: str, maps: Mapping[str, MapSheet] | None = None) -> ScenarioDocument:
    """Read a scenario; `maps` are those it may name by key."""
    found = toml.parse(source, "The scenario file")
    if found.pop("format", None) != SCENARIO_FORMAT:
        raise BadInput(
            f'The file must begin with format = "{SCENARIO_FORMAT}"; it is not a scenario of this version.'
        )
    found["map"] = _find_map(found.get("map"), maps or {})
    features = read_features(found.pop("features", []), "features")
    for name, hexes in _TABLES.items():
        found[name] = read_hex_lists(found.get(name, []), hexes, name)
    found["units"] = _in_file_order(found.get("units", []))
    for name in ("setups", "schedule"):
        found[name] = _with_places(found.get(name, []), name)
    return replace(read(ScenarioDocument, found, "scenario"), features=features)


def load_file(path: Path, maps: Mapping[str, MapSheet] | None = None) -> ScenarioDocument:
    """Read a scenario from a text file."""
    return loads(read_text(path, toml.LARGEST_TEXT), maps)


def save_file(path: Path, document: ScenarioDocument) -> None:
    """Write a scenario with its map to a text file, complete or not at all."""
    written = dumps(document)
    write_atomically(path, written.encode())


def map_key_of(source: str) -> str:
    """The key of the map that a scenario file names, "" when it holds the map itself."""
    named = toml.parse(source, "The scenario file").get("map")
    return named if isinstance(named, str) else ""


def _find_map(named: object, maps: Mapping[str, MapSheet]) -> MapSheet:
    if isinstance(named, Mapping):
        return read_map(named)
    if named is None:
        raise BadInput("The scenario file has no map; give its key, or the map itself in [map].")
    sheet = maps.get(text(named, "map"))
    if sheet is None:
        raise BadInput(f"The scenario is played on map {named!r:.60}, which is not here; supply its file.")
    return sheet


def _with_places(entries: object, where: str) -> object:
    """Entries whose place is no longer a text."""
    if not isinstance(entries, list):
        return entries
    return [
        {**entry, "place": Placement.parse(text(entry["place"], f"{where}[{at}].place"))}
        if isinstance(entry, Mapping) and "place" in entry
        else entry
        for at, entry in enumerate(entries)
    ]


def _in_file_order(units: object) -> object:
    """Units without an order of their own are ordered as they stand in the file."""
    if not isinstance(units, list):
        return units
    return [
        {**unit, "order": unit.get("order", at)} if isinstance(unit, Mapping) else unit
        for at, unit in enumerate(units)
    ]


def _scenario_lines(document: ScenarioDocument, map_by_key: bool) -> Iterator[str]:
    yield f"format = {toml.quoted(SCENARIO_FORMAT)}"
    defaults = {field.name: field.default for field in fields(document)}
    for name in _HEADING:
        value = getattr(document, name)
        if value != defaults[name]:
            yield f"{name} = {toml.inline(value)}"
    if map_by_key:
        yield f"map = {toml.quoted(document.map.key)}"
    if document.description:
        yield f"description = {toml.paragraphs(document.description)}"
    yield f"turns = {toml.spread(write(document.turns))}"
    if balance := write(document.balance):
        yield f"balance = {toml.spread(balance)}"
    if document.data:
        yield f"data = {toml.spread(write(document.data))}"
    yield from feature_rows(document.features, f"scenario {document.key}")
    for name in _LINES:
        records = getattr(document, name)
        lines = map(_unit_line, records, range(len(records))) if name == "units" else map(write, records)
        yield from toml.rows(name, lines)
    for name, hexes in _TABLES.items():
        yield from tables(name, map(write, getattr(document, name)), hexes)
    if not map_by_key:
        yield "\n[map]"
        yield from map_lines(document.map, "map.")


def _unit_line(unit: Unit, position: int) -> dict[str, Any]:
    line: dict[str, Any] = write(unit)
    line.pop("order", None)
    if unit.order != position:
        line["order"] = unit.order
    return line
