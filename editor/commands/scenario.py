"""Commands for scenario fields: title, turns, options, special rules, victory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from editor.commands.set_records import SetRecords
from editor.document.working_copy import SCENARIO, SHEET, WorkingCopy
from engine.catalogue.chart_changes import CHARTS
from engine.catalogue.document import Band, Option, SpecialRule, VictoryCondition
from engine.catalogue.labels import with_labels
from engine.catalogue.picture import with_picture
from engine.catalogue.plain_data import plain


def set_scenario_fields(work: WorkingCopy, merge_key: str = "", **values: Any) -> SetRecords:
    """Change single fields of the scenario: title, turns, description, area in play …"""
    unknown = values.keys() - work.tables[SCENARIO].keys()
    if unknown:
        raise KeyError(f"a scenario has no {', '.join(sorted(unknown))}")
    return SetRecords(f"Change {_listed(values)}", {SCENARIO: values}, merge_key)


def set_map_fields(work: WorkingCopy, merge_key: str = "", **values: Any) -> SetRecords:
    """Change single fields of the map: title, georeference, second numbers …"""
    unknown = values.keys() - work.tables[SHEET].keys()
    if unknown:
        raise KeyError(f"a map has no {', '.join(sorted(unknown))}")
    return SetRecords(f"Change {_listed(values)} of the map", {SHEET: values}, merge_key)


def set_victory(work: WorkingCopy, conditions: Sequence[VictoryCondition]) -> SetRecords:
    """Set all victory conditions; the first one that applies decides."""
    return SetRecords("Change victory conditions", {SCENARIO: {"victory": tuple(conditions)}})


def set_bands(work: WorkingCopy, condition: str, bands: Sequence[Band]) -> SetRecords:
    """Set the score bands of one condition."""
    listed = [
        replace(known, bands=tuple(bands)) if known.key == condition else known
        for known in work.scenario("victory")
    ]
    return set_victory(work, listed)


def set_options(work: WorkingCopy, options: Sequence[Option]) -> SetRecords:
    """Set the options that players may choose."""
    return SetRecords("Change options", {SCENARIO: {"options": tuple(options)}})


def set_special_rules(work: WorkingCopy, rules: Sequence[SpecialRule]) -> SetRecords:
    """Set the special rules of this scenario."""
    return SetRecords("Change special rules", {SCENARIO: {"special_rules": tuple(rules)}})


def set_chart(work: WorkingCopy, name: str, changes: Mapping[str, Any]) -> SetRecords:
    """Set the changes to one chart; no changes restore the printed chart."""
    data = dict(work.scenario("data"))
    found = data.pop(CHARTS, {})
    charts = {key: value for key, value in found.items() if key != name} if isinstance(found, Mapping) else {}
    if changes:
        charts[name] = plain(dict(changes), f"chart {name}")
    if charts:
        data[CHARTS] = charts
    command = set_scenario_fields(work, data=data)
    command.text = f"Change chart {name.replace('_', ' ')}"
    return command


def set_picture(work: WorkingCopy, content: bytes) -> SetRecords:
    """Set the picture on the scenario card; empty bytes remove it, and the card shows the map."""
    command = set_scenario_fields(work, data=with_picture(work.scenario("data"), content))
    command.text = "Change the picture" if content else "Remove the picture"
    return command


def set_labels(work: WorkingCopy, draft: bool, tags: Sequence[str]) -> SetRecords:
    """Mark the scenario as a draft or as ready, and set the tags by which it is found."""
    command = set_scenario_fields(work, data=with_labels(work.scenario("data"), draft, tags))
    command.text = "Change draft and tags"
    return command


def _listed(values: dict[str, Any]) -> str:
    return ", ".join(name.replace("_", " ") for name in values)
