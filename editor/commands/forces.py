"""Commands for the order of battle: sides, formations, types, units, where they begin and when they come."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from editor.commands.set_records import SetRecords
from editor.workpiece import SCENARIO, Workpiece
from engine.catalogue.document import (
    Allotment,
    Formation,
    Placement,
    Plain,
    ScheduleEntry,
    Setup,
    Side,
    Unit,
    UnitType,
)


def set_sides(work: Workpiece, sides: Sequence[Side]) -> SetRecords:
    """Who plays."""
    return SetRecords("Change sides", {SCENARIO: {"sides": tuple(sides)}})


def set_formations(work: Workpiece, formations: Sequence[Formation]) -> SetRecords:
    """All divisions, corps and the like."""
    return SetRecords("Change formations", {SCENARIO: {"formations": tuple(formations)}})


def set_unit_types(work: Workpiece, types: Sequence[UnitType]) -> SetRecords:
    """All types of units."""
    return SetRecords("Change unit types", {SCENARIO: {"unit_types": tuple(types)}})


def put_units(work: Workpiece, units: Iterable[Unit], text: str = "") -> SetRecords:
    """Add units, or change those with the same ids."""
    new = {unit.id: unit for unit in units}
    listed = [new.pop(unit.id, unit) for unit in work.scenario("units")]
    return SetRecords(text or "Change units", {SCENARIO: {"units": (*listed, *new.values())}})


def rename_unit(work: Workpiece, old: str, new: str) -> SetRecords:
    """Another id for a unit, wherever it is named."""

    def named(records: Iterable[Any], field: str) -> tuple[Any, ...]:
        return tuple(
            replace(record, **{field: new}) if getattr(record, field) == old else record for record in records
        )

    rows = {
        "units": named(work.scenario("units"), "id"),
        "setups": named(work.scenario("setups"), "unit"),
        "schedule": named(work.scenario("schedule"), "unit"),
    }
    return SetRecords(f"Rename unit {old} to {new}", {SCENARIO: rows})


def remove_units(work: Workpiece, ids: Collection[str]) -> SetRecords:
    """Drop units with their set-ups and arrivals."""
    rows = {
        "units": tuple(unit for unit in work.scenario("units") if unit.id not in ids),
        "setups": tuple(setup for setup in work.scenario("setups") if setup.unit not in ids),
        "schedule": tuple(entry for entry in work.scenario("schedule") if entry.unit not in ids),
    }
    return SetRecords(f"Remove {_counted(ids)}", {SCENARIO: rows})


def place_units(
    work: Workpiece, ids: Collection[str], place: Placement, data: Mapping[str, Plain] | None = None
) -> SetRecords:
    """Units begin here and nowhere else; without `data` each keeps the state it was given before."""
    known = {setup.unit: setup.data for setup in work.scenario("setups")}
    new = {unit: Setup(unit, place, dict(known.get(unit, {}) if data is None else data)) for unit in ids}
    listed = []
    for setup in work.scenario("setups"):
        if setup.unit not in ids:
            listed.append(setup)
        elif setup.unit in new:
            listed.append(new.pop(setup.unit))
    return SetRecords(f"Set up {_counted(ids)}", {SCENARIO: {"setups": (*listed, *new.values())}})


def take_off_map(work: Workpiece, ids: Collection[str]) -> SetRecords:
    """Units begin nowhere."""
    kept = tuple(setup for setup in work.scenario("setups") if setup.unit not in ids)
    return SetRecords(f"Take {_counted(ids)} off the map", {SCENARIO: {"setups": kept}})


def set_setups(work: Workpiece, setups: Sequence[Setup]) -> SetRecords:
    """All set-up rules, alternatives included."""
    return SetRecords("Change set-up", {SCENARIO: {"setups": tuple(setups)}})


def set_schedule(work: Workpiece, entries: Sequence[ScheduleEntry]) -> SetRecords:
    """Everything that comes and goes, in the order of turns."""
    ordered = tuple(sorted(entries, key=lambda entry: entry.turn))
    return SetRecords("Change schedule", {SCENARIO: {"schedule": ordered}})


def set_allotments(work: Workpiece, allotments: Sequence[Allotment]) -> SetRecords:
    """Supply, air points and the like."""
    return SetRecords("Change allotments", {SCENARIO: {"allotments": tuple(allotments)}})


def _counted(ids: Collection[str]) -> str:
    return next(iter(ids)) if len(ids) == 1 else f"{len(ids)} units"
