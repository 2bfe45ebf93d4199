"""Commands for the order of battle: sides, formations, types, units, where they begin and when they come."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

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
    """Who plays; a side that gets another key keeps its units and all else."""
    rows: dict[str, Any] = {"sides": tuple(sides)}
    change = renamed(work.scenario("sides"), sides, "key")
    if change is not None:
        for name, fields in _SIDE_FIELDS.items():
            rows[name] = _renaming(work.scenario(name), fields, *change)
    return SetRecords("Change sides", {SCENARIO: rows})


def set_formations(work: WorkingCopy, formations: Sequence[Formation]) -> SetRecords:
    """All divisions, corps and the like; one that gets another key keeps its units."""
    rows: dict[str, Any] = {"formations": tuple(formations)}
    change = renamed(work.scenario("formations"), formations, "key")
    if change is not None:
        rows["formations"] = _renaming(formations, ("parent",), *change)
        rows["units"] = _renaming(work.scenario("units"), ("formation",), *change)
    return SetRecords("Change formations", {SCENARIO: rows})


def set_unit_types(work: WorkingCopy, types: Sequence[UnitType]) -> SetRecords:
    """All types of units; one that gets another key keeps its units."""
    rows: dict[str, Any] = {"unit_types": tuple(types)}
    change = renamed(work.scenario("unit_types"), types, "key")
    if change is not None:
        rows["units"] = _renaming(work.scenario("units"), ("type",), *change)
    return SetRecords("Change unit types", {SCENARIO: rows})


def set_units(work: WorkingCopy, units: Sequence[Unit]) -> SetRecords:
    """The whole order of battle: who is gone is neither set up nor expected, who is renamed still is."""
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
    return SetRecords("Change units", {SCENARIO: rows})


_SIDE_FIELDS: Final = {
    "units": ("side",),
    "formations": ("side",),
    "schedule": ("side",),
    "allotments": ("side",),
    "start_lines": ("left", "right", "on_line"),
    "victory": ("winner",),
}
"""Where a scenario names a side."""


def renamed(old: Sequence[Any], new: Sequence[Any], key: str) -> tuple[str, str] | None:
    """The one key that was changed, if that is what happened."""
    if len(old) != len(new):
        return None
    pairs = [(getattr(a, key), getattr(b, key)) for a, b in zip(old, new, strict=True)]
    changed = [pair for pair in pairs if pair[0] != pair[1]]
    return changed[0] if len(changed) == 1 else None


def _renaming(records: Iterable[Any], fields: Iterable[str], old: str, new: str) -> tuple[Any, ...]:
    """The records with another name wherever these fields held the old one."""

    def respelled(record: Any) -> Any:
        values = {name: new for name in fields if getattr(record, name) == old}
        return replace(record, **values) if values else record

    return tuple(map(respelled, records))


def put_units(work: WorkingCopy, units: Iterable[Unit], text: str = "") -> SetRecords:
    """Add units, or change those with the same ids."""
    new = {unit.id: unit for unit in units}
    listed = [new.pop(unit.id, unit) for unit in work.scenario("units")]
    return SetRecords(text or "Change units", {SCENARIO: {"units": (*listed, *new.values())}})


def rename_unit(work: WorkingCopy, old: str, new: str) -> SetRecords:
    """Another id for a unit, wherever it is named."""
    rows = {
        "units": _renaming(work.scenario("units"), ("id",), old, new),
        "setups": _renaming(work.scenario("setups"), ("unit",), old, new),
        "schedule": _renaming(work.scenario("schedule"), ("unit",), old, new),
    }
    return SetRecords(f"Rename unit {old} to {new}", {SCENARIO: rows})


def remove_units(work: WorkingCopy, ids: Collection[str]) -> SetRecords:
    """Drop units with their set-ups and arrivals."""
    rows = {
        "units": tuple(unit for unit in work.scenario("units") if unit.id not in ids),
        "setups": tuple(setup for setup in work.scenario("setups") if setup.unit not in ids),
        "schedule": tuple(entry for entry in work.scenario("schedule") if entry.unit not in ids),
    }
    return SetRecords(f"Remove {_counted(ids)}", {SCENARIO: rows})


def place_units(
    work: WorkingCopy, ids: Collection[str], place: Placement, data: Mapping[str, Plain] | None = None
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


def offer_place(work: WorkingCopy, ids: Collection[str], place: Placement) -> SetRecords:
    """Units may begin here as well; a unit without a set-up begins here."""
    listed = list(work.scenario("setups"))
    for unit in ids:
        mine = [at for at, setup in enumerate(listed) if setup.unit == unit]
        if all(listed[at].place != place for at in mine):
            listed.insert(mine[-1] + 1 if mine else len(listed), Setup(unit, place))
    return SetRecords(f"Alternative place for {_counted(ids)}", {SCENARIO: {"setups": tuple(listed)}})


def take_off_map(work: WorkingCopy, ids: Collection[str]) -> SetRecords:
    """Units begin nowhere."""
    kept = tuple(setup for setup in work.scenario("setups") if setup.unit not in ids)
    return SetRecords(f"Take {_counted(ids)} off the map", {SCENARIO: {"setups": kept}})


def set_setups(work: WorkingCopy, setups: Sequence[Setup]) -> SetRecords:
    """All set-up rules, alternatives included."""
    return SetRecords("Change set-up", {SCENARIO: {"setups": tuple(setups)}})


def set_schedule(work: WorkingCopy, entries: Sequence[ScheduleEntry]) -> SetRecords:
    """Everything that comes and goes, in the order of turns."""
    ordered = tuple(sorted(entries, key=lambda entry: entry.turn))
    return SetRecords("Change schedule", {SCENARIO: {"schedule": ordered}})


def set_allotments(work: WorkingCopy, allotments: Sequence[Allotment]) -> SetRecords:
    """Supply, air points and the like."""
    return SetRecords("Change allotments", {SCENARIO: {"allotments": tuple(allotments)}})


def _counted(ids: Collection[str]) -> str:
    return next(iter(ids)) if len(ids) == 1 else f"{len(ids)} units"
