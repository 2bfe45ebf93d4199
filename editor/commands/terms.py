"""Commands for the head of a scenario and how it is won: title, turns, options, rules, victory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from editor.commands.set_records import SetRecords
from editor.workpiece import SCENARIO, SHEET, Workpiece
from engine.catalogue.document import Option, SpecialRule, VictoryCondition


def set_scenario_fields(work: Workpiece, merge_key: str = "", **values: Any) -> SetRecords:
    """Change single fields of the scenario: title, turns, description, area in play …"""
    unknown = values.keys() - work.tables[SCENARIO].keys()
    if unknown:
        raise KeyError(f"a scenario has no {', '.join(sorted(unknown))}")
    return SetRecords(f"Change {_listed(values)}", {SCENARIO: values}, merge_key)


def set_map_fields(work: Workpiece, merge_key: str = "", **values: Any) -> SetRecords:
    """Change single fields of the map: title, georeference, second numbers …"""
    unknown = values.keys() - work.tables[SHEET].keys()
    if unknown:
        raise KeyError(f"a map has no {', '.join(sorted(unknown))}")
    return SetRecords(f"Change {_listed(values)} of the map", {SHEET: values}, merge_key)


def set_victory(work: Workpiece, conditions: Sequence[VictoryCondition]) -> SetRecords:
    """All ways in which the game is decided, the first that applies wins."""
    return SetRecords("Change victory conditions", {SCENARIO: {"victory": tuple(conditions)}})


def set_options(work: Workpiece, options: Sequence[Option]) -> SetRecords:
    """The switches that players may turn."""
    return SetRecords("Change options", {SCENARIO: {"options": tuple(options)}})


def set_special_rules(work: Workpiece, rules: Sequence[SpecialRule]) -> SetRecords:
    """The rules that this scenario switches on."""
    return SetRecords("Change special rules", {SCENARIO: {"special_rules": tuple(rules)}})


def _listed(values: dict[str, Any]) -> str:
    return ", ".join(name.replace("_", " ") for name in values)
