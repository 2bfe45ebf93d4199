"""Between a scenario document and the rows of the catalogue, in bulk."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from operator import attrgetter
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace
from pydantic import TypeAdapter, ValidationError, create_model

from engine.bad_input import BadInput
from engine.catalogue import document as d
from engine.catalogue import records as r
from engine.catalogue.compact_json import (
    as_json,
    from_json,
    pack_features,
    pack_terrain,
    unpack_features,
    unpack_terrain,
)
from engine.catalogue.labels import is_draft, tags_of
from engine.catalogue.map_sheet import HEX_ID, MapSheet, check_points, spec_from_dict
from engine.catalogue.plain_data import checked, plain, read, table, text, whole, write
from engine.typed_data import convert

_EMPTY: Final[Mapping[type, str]] = {dict: "{}", tuple: "[]", list: "[]", str: '""', int: "0", bool: "false"}


class PartOfScenario(Struct, frozen=True, dict=True):
    """One tuple of the document, the record that validates its rows and the table that keeps them.

    Columns in `as_text` hold JSON. `spread` and `gather` serve records that the table lays out otherwise:
    from a record to its columns, and from the columns to the fields of a record.
    """

    name: str
    kind: Any
    record: type[r.Part]
    stored: type[r.Part]
    as_text: tuple[str, ...] = ()
    spread: Callable[[Any], tuple[Any, ...]] | None = None
    gather: Callable[..., dict[str, Any]] | None = None

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return tuple(name for name in self.record.model_fields if name not in ("scenario", "position"))

    @cached_property
    def _take(self) -> Callable[[Any], tuple[Any, ...]]:
        return self.spread or attrgetter(*self.columns)

    @cached_property
    def _validate(self) -> Callable[[list[dict[str, Any]]], Any]:
        return _row_checker(self.record, many=True)

    def rows(self, records: Sequence[Any], scenario: int, where: str) -> list[dict[str, Any]]:
        """The rows to insert."""
        here = f"{where}, {self.name},"
        packed = [self.columns.index(name) for name in self.as_text]
        names = ("scenario", "position", *self.columns)
        take = self._take
        rows: list[dict[str, Any]] = []
        for position, record in enumerate(records):
            values = [scenario, position, *take(record)]
            for at in packed:
                value = values[at + 2]
                known = None if value else _EMPTY.get(type(value))
                values[at + 2] = known or as_json(plain(value, here))
            rows.append(dict(zip(names, values, strict=True)))
        try:
            self._validate(rows)
        except ValidationError as error:
            first = error.errors()[0]
            raise BadInput(f"{here} row {first['loc']}: {first['msg']}.") from None
        text("".join([value for row in rows for value in row.values() if type(value) is str]), here)
        return rows

    def records(self, rows: Iterable[Sequence[Any]], where: str) -> tuple[Any, ...]:
        """The records of rows that were read in the order of `columns`."""
        here = f"{where}, {self.name}"
        packed = [self.columns.index(name) for name in self.as_text]
        seen: dict[object, Any] = {}
        found = []
        for row in rows:
            values = list(row)
            for at in packed:
                source = values[at]
                if source not in seen:
                    seen[source] = plain(from_json(source, here), here)
                values[at] = seen[source]
            fields = dict(zip(self.columns, values, strict=True))
            found.append(self.gather(**fields) if self.gather else fields)
        listed: type[tuple[Any, ...]] = types.GenericAlias(tuple, (self.kind, ...))  # type: ignore[assignment]
        return convert(listed, found, here)


def _row_checker(record: type[r.Record], many: bool = False) -> Callable[[Any], Any]:
    """Validates rows by the fields of their record, without what SQLModel adds to each instance."""
    hints: dict[str, Any] = {name: (field.annotation, field) for name, field in record.model_fields.items()}
    row: Any = create_model(record.__name__, __config__=record.model_config, **hints)
    return TypeAdapter(list[row] if many else row).validate_python


def _setup_row(setup: d.Setup) -> tuple[Any, ...]:
    place = setup.place
    if place.kind != "hex" or not HEX_ID.fullmatch(place.at):
        place = d.Placement.parse(str(place))
    return (setup.unit, place.kind, place.at, place.distance, setup.data)


def _setup(unit: str, kind: str, at: str, distance: int, data: Any) -> dict[str, Any]:
    place = d.Placement(kind, at, distance)
    if d.Placement.parse(str(place)) != place:
        raise BadInput(f"The set-up of {unit!r:.60} names no place; the catalogue is damaged.")
    return {"unit": unit, "place": place, "data": data}


def _schedule_row(entry: d.ScheduleEntry) -> tuple[Any, ...]:
    place = "" if entry.place is None else str(d.Placement.parse(str(entry.place)))
    return (entry.kind, entry.turn, entry.side, entry.unit, place, entry.amount, entry.data)


def _schedule_entry(*, place: object, **values: Any) -> dict[str, Any]:
    there = None if place == "" else d.Placement.parse(text(place, "A placement"))
    return {**values, "place": there}


def _victory_row(condition: d.VictoryCondition) -> tuple[Any, ...]:
    body = write(checked(condition, "A victory condition"))
    return (body.pop("key"), body.pop("when", "end"), body.pop("title", ""), body)


def _victory(*, body: object, **values: Any) -> dict[str, Any]:
    return {**table(body, "A victory condition"), **values}


def _line_row(line: d.StartLine) -> tuple[Any, ...]:
    line = checked(line, "A start line")
    check_points(line.points, f"Start line {line.key}")
    return tuple(
        getattr(line, name) for name in r.StartLine.model_fields if name not in ("scenario", "position")
    )


PARTS: Final = (
    PartOfScenario("sides", d.Side, r.Side, r.SideTable, ("data",)),
    PartOfScenario("formations", d.Formation, r.Formation, r.FormationTable, ("ratings",)),
    PartOfScenario("unit_types", d.UnitType, r.UnitType, r.UnitTypeTable, ("ratings",)),
    PartOfScenario("units", d.Unit, r.Unit, r.UnitTable, ("ratings",)),
    PartOfScenario("setups", d.Setup, r.Setup, r.SetupTable, ("data",), _setup_row, _setup),
    PartOfScenario(
        "schedule",
        d.ScheduleEntry,
        r.ScheduleEntry,
        r.ScheduleTable,
        ("data",),
        _schedule_row,
        _schedule_entry,
    ),
    PartOfScenario("allotments", d.Allotment, r.Allotment, r.AllotmentTable),
    PartOfScenario(
        "start_lines", d.StartLine, r.StartLine, r.StartLineTable, ("points", "exceptions"), _line_row
    ),
    PartOfScenario(
        "victory",
        d.VictoryCondition,
        r.VictoryCondition,
        r.VictoryConditionTable,
        ("body",),
        _victory_row,
        _victory,
    ),
    PartOfScenario("options", d.Option, r.Option, r.OptionTable, ("default", "choices")),
    PartOfScenario("special_rules", d.SpecialRule, r.SpecialRule, r.SpecialRuleTable, ("parameters",)),
)

_CHECK_MAP: Final = _row_checker(r.Map)
_CHECK_SCENARIO: Final = _row_checker(r.Scenario)
_MAP_REST: Final = ("labels", "regions", "boxes", "aliases", "georeference", "legend", "data")


def map_row(sheet: MapSheet) -> dict[str, Any]:
    """The row of a map; its digest tells equal maps."""
    where = f"Map {sheet.key}"
    bare = checked(replace(sheet, terrain={}, features={}, hexsides={}), where)
    for region in bare.regions:
        _checked_region(region, where)
    row = {
        "key": bare.key,
        "title": bare.title,
        "grid": as_json(bare.grid.to_dict()),
        "terrain": pack_terrain(sheet.terrain, f"{where}, terrain,"),
        "features": pack_features(sheet.features, f"{where}, features,"),
        "hexsides": pack_features(sheet.hexsides, f"{where}, hexsides,", sides=True),
        "rest": as_json({name: write(getattr(bare, name)) for name in _MAP_REST if getattr(bare, name)}),
    }
    digest = blake2b("\0".join(row.values()).encode(), digest_size=16).hexdigest()
    return _checked_row(_CHECK_MAP, {**row, "digest": digest}, where)


def map_sheet(row: Mapping[str, Any]) -> MapSheet:
    where = f"Map {row['key']!r:.60}"
    return read(
        MapSheet,
        {
            **table(from_json(row["rest"], where), where),
            "key": row["key"],
            "title": row["title"],
            "grid": spec_from_dict(from_json(row["grid"], where)),
        },
        where,
    )


def _checked_region(region: d.Region, where: str) -> d.Region:
    region = checked(region, where)
    check_points((*region.hexes, *region.polygon), f"{where}, region {region.key},")
    return region


def scenario_row(document: d.ScenarioDocument, map_id: int, revision: int, shipped: bool) -> dict[str, Any]:
    where = f"Scenario {document.key}"
    regions = [write(_checked_region(region, where)) for region in document.regions]
    row = {
        "key": text(document.key, where).strip(),
        "title": text(document.title, where),
        "game": text(document.game, where),
        "map": map_id,
        "shipped": shipped,
        "revision": revision,
        "area": text(document.area, where),
        "first_turn": document.turns.first,
        "last_turn": document.turns.last,
        "turn_names": as_json(checked(document.turns, where).names),
        "features": pack_features(document.features, where),
        "regions": as_json(regions),
        "description": text(document.description, where),
        "complexity": whole(document.complexity, where),
        "minutes": whole(document.minutes, where),
        "balance": as_json(write(checked(document.balance, where))),
        "data": as_json(table(document.data, where)),
        "draft": is_draft(document.data),
        "tags": ", ".join(tags_of(document.data)),
    }
    return _checked_row(_CHECK_SCENARIO, row, where)


def scenario_document(
    row: Mapping[str, Any], sheet: MapSheet, parts: Mapping[str, Any]
) -> d.ScenarioDocument:
    where = f"Scenario {row['key']!r:.60}"
    head = {
        name: row[name] for name in ("key", "title", "game", "area", "description", "complexity", "minutes")
    }
    turns = {
        "first": row["first_turn"],
        "last": row["last_turn"],
        "names": from_json(row["turn_names"], where),
    }
    bare = read(
        d.ScenarioDocument,
        {
            **head,
            "map": sheet,
            "turns": turns,
            "regions": from_json(row["regions"], where),
            "balance": from_json(row["balance"], where),
            "data": from_json(row["data"], where),
        },
        where,
    )
    return replace(bare, features=unpack_features(row["features"], where), **parts)


def full_map(row: Mapping[str, Any]) -> MapSheet:
    """The map with its terrain and everything on it."""
    where = f"Map {row['key']!r:.60}"
    return replace(
        map_sheet(row),
        terrain=unpack_terrain(row["terrain"], f"{where}, terrain,"),
        features=unpack_features(row["features"], f"{where}, features,"),
        hexsides=unpack_features(row["hexsides"], f"{where}, hexsides,", sides=True),
    )


def _checked_row(check: Callable[[Any], Any], row: dict[str, Any], where: str) -> dict[str, Any]:
    try:
        check(row)
    except ValidationError as error:
        first = error.errors()[0]
        raise BadInput(f"{where}: {first['loc'][0]} cannot be stored, {first['msg']}.") from None
    return row
