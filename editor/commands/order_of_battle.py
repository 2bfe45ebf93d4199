"""Commands for the order of battle: sides, formations, types, units, where they begin and when they come."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from editor.commands.own_art import UNIT_TABLES, removed_owners, renamed_owner
from editor.commands.set_records import SetRecords
from editor.document.working_copy import SCENARIO, WorkingCopy
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


def set_sides(work: WorkingCopy, sides: Sequence[Side]) -> SetRecords:
    """Set the sides; a renamed side keeps its units and everything else."""
    rows: dict[str, Any] = {"sides": tuple(sides)}
    change = renamed(work.scenario("sides"), sides, "key")
    if change is not None:
        for name, fields in _SIDE_FIELDS.items():
            rows[name] = renaming(work.scenario(name), fields, *change)
    return SetRecords("Change sides", {SCENARIO: rows})


def set_formations(work: WorkingCopy, formations: Sequence[Formation]) -> SetRecords:
    """Set all formations; a renamed formation keeps its units."""
    rows: dict[str, Any] = {"formations": tuple(formations)}
    change = renamed(work.scenario("formations"), formations, "key")
    if change is not None:
        rows["formations"] = renaming(formations, ("parent",), *change)
        rows["units"] = renaming(work.scenario("units"), ("formation",), *change)
    return SetRecords("Change formations", {SCENARIO: rows})


def set_unit_types(work: WorkingCopy, types: Sequence[UnitType]) -> SetRecords:
    """Set all unit types; a renamed type keeps its units."""
    rows: dict[str, Any] = {"unit_types": tuple(types)}
    change = renamed(work.scenario("unit_types"), types, "key")
    if change is not None:
        rows["units"] = renaming(work.scenario("units"), ("type",), *change)
        rows |= renamed_owner(work, ("types",), *change)
    else:
        gone = {kind.key for kind in work.scenario("unit_types")} - {kind.key for kind in types}
        rows |= removed_owners(work, ("types",), gone)
    return SetRecords("Change unit types", {SCENARIO: rows})


def set_units(work: WorkingCopy, units: Sequence[Unit]) -> SetRecords:
    """Set all units; removed units lose their set-up and schedule entries, renamed ones keep them."""
    change = renamed(work.scenario("units"), units, "id")
    if change is not None:
        command = rename_unit(work, *change)
        command.after[SCENARIO]["units"] = tuple(units)
        return command
    gone = {unit.id for unit in work.scenario("units")} - {unit.id for unit in units}
    rows: dict[str, Any] = {"units": tuple(units)}
    if gone:
        rows["setups"] = tuple(setup for setup in work.scenario("setups") if setup.unit not in gone)
        rows["schedule"] = tuple(entry for entry in work.scenario("schedule") if entry.unit not in gone)
        rows |= removed_owners(work, UNIT_TABLES, gone)
    return SetRecords("Change units", {SCENARIO: rows})


_SIDE_FIELDS: Final = {
    "units": ("side",),
    "formations": ("side",),
    "schedule": ("side",),
    "allotments": ("side",),
    "start_lines": ("left", "right", "on_line"),
    "victory": ("winner",),
}
"""The scenario fields that refer to a side."""


def renamed(old: Sequence[Any], new: Sequence[Any], key: str) -> tuple[str, str] | None:
    """Return old and new key if exactly one key changed."""
    if len(old) != len(new):
        return None
    pairs = [(getattr(a, key), getattr(b, key)) for a, b in zip(old, new, strict=True)]
    changed = [pair for pair in pairs if pair[0] != pair[1]]
    return changed[0] if len(changed) == 1 else None


def renaming(records: Iterable[Any], fields: Iterable[str], old: str, new: str) -> tuple[Any, ...]:
    """Replace the old name by the new one in these fields of the records."""

    def renamed_record(record: Any) -> Any:
        values = {name: new for name in fields if getattr(record, name) == old}
        return replace(record, **values) if values else record

    return tuple(map(renamed_record, records))


def put_units(work: WorkingCopy, units: Iterable[Unit], text: str = "") -> SetRecords:
    """Add units, or change those with the same ids."""
    new = {unit.id: unit for unit in units}
    listed = [new.pop(unit.id, unit) for unit in work.scenario("units")]
    return SetRecords(text or "Change units", {SCENARIO: {"units": (*listed, *new.values())}})


def rename_unit(work: WorkingCopy, old: str, new: str) -> SetRecords:
    """Change the id of a unit and every reference to it."""
    rows = {
        "units": renaming(work.scenario("units"), ("id",), old, new),
        "setups": renaming(work.scenario("setups"), ("unit",), old, new),
        "schedule": renaming(work.scenario("schedule"), ("unit",), old, new),
        **renamed_owner(work, UNIT_TABLES, old, new),
    }
    return SetRecords(f"Rename unit {old} to {new}", {SCENARIO: rows})


def remove_units(work: WorkingCopy, ids: Collection[str]) -> SetRecords:
    """Remove units with their set-ups and schedule entries."""
    rows = {
        "units": tuple(unit for unit in work.scenario("units") if unit.id not in ids),
        "setups": tuple(setup for setup in work.scenario("setups") if setup.unit not in ids),
        "schedule": tuple(entry for entry in work.scenario("schedule") if entry.unit not in ids),
        **removed_owners(work, UNIT_TABLES, ids),
    }
    return SetRecords(f"Remove {_counted(ids)}", {SCENARIO: rows})


def place_units(
    work: WorkingCopy, ids: Collection[str], place: Placement, data: Mapping[str, Plain] | None = None
) -> SetRecords:
    """Set up units at this place only; without `data` each unit keeps its state."""
    known = {setup.unit: setup.data for setup in work.scenario("setups")}
    new = {unit: Setup(unit, place, dict(known.get(unit, {}) if data is None else data)) for unit in ids}
    listed = []
    for setup in work.scenario("setups"):
        if setup.unit not in ids:
            listed.append(setup)
        elif setup.unit in new:
            listed.append(new.pop(setup.unit))
    return SetRecords(f"Set up {_counted(ids)}", {SCENARIO: {"setups": (*listed, *new.values())}})


def add_alternative_place(work: WorkingCopy, ids: Collection[str], place: Placement) -> SetRecords:
    """Add an alternative place of set-up for these units."""
    listed = list(work.scenario("setups"))
    for unit in ids:
        mine = [at for at, setup in enumerate(listed) if setup.unit == unit]
        if all(listed[at].place != place for at in mine):
            listed.insert(mine[-1] + 1 if mine else len(listed), Setup(unit, place))
    return SetRecords(f"Alternative place for {_counted(ids)}", {SCENARIO: {"setups": tuple(listed)}})


def take_off_map(work: WorkingCopy, ids: Collection[str]) -> SetRecords:
    """Remove the set-ups of these units."""
    kept = tuple(setup for setup in work.scenario("setups") if setup.unit not in ids)
    return SetRecords(f"Take {_counted(ids)} off the map", {SCENARIO: {"setups": kept}})


def set_setups(work: WorkingCopy, setups: Sequence[Setup]) -> SetRecords:
    """Set all set-up entries, including alternatives."""
    return SetRecords("Change set-up", {SCENARIO: {"setups": tuple(setups)}})


def set_schedule(work: WorkingCopy, entries: Sequence[ScheduleEntry]) -> SetRecords:
    """Set all schedule entries, sorted by turn."""
    ordered = tuple(sorted(entries, key=lambda entry: entry.turn))
    return SetRecords("Change schedule", {SCENARIO: {"schedule": ordered}})


def set_allotments(work: WorkingCopy, allotments: Sequence[Allotment]) -> SetRecords:
    """Set all allotments: supply, air points and so on."""
    return SetRecords("Change allotments", {SCENARIO: {"allotments": tuple(allotments)}})


def _counted(ids: Collection[str]) -> str:
    return next(iter(ids)) if len(ids) == 1 else f"{len(ids)} units"
