"""The tables of resources/charts/ttr, each read once, when it is needed, into typed records."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

from engine.bad_input import BadInput
from engine.catalogue.chart_changes import chart_changes, laid_over
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.plain import read
from engine.catalogue.toml_text import parse
from engine.games.toppling_the_reich import combat_charts as combat
from engine.games.toppling_the_reich import force_charts as force
from engine.games.toppling_the_reich import ground_charts as ground
from engine.games.toppling_the_reich import turn_charts as turn
from engine.games.toppling_the_reich.chart_form import PROVENANCES, Chart
from resources import FOLDER

__all__ = ["Charts", "chart_texts", "charts", "charts_for", "check_chart", "read_chart"]


class Charts:
    """Every table that the rules read, by the name of its file; each is read when a rule first needs it."""

    unit_types: force.UnitTypes
    unit_steps: force.UnitSteps
    stacking: force.Stacking
    command_ranges: force.CommandRanges
    state_summary: force.StateSummary
    asp_costs: force.AspCosts
    replacement_eligibility: force.ReplacementEligibility
    corps_substitution: force.CorpsSubstitution
    leader_ranks: force.LeaderRanks
    markers: force.Markers
    tec_hexes: ground.TecHexes
    tec_hexsides: ground.TecHexsides
    engineer_assault: ground.EngineerAssault
    weather: ground.WeatherTable
    weather_effects: ground.WeatherEffects
    flood_rivers: ground.FloodRivers
    victory_points: ground.VictoryPoints
    crt: combat.CombatResults
    art: combat.AttritionResults
    combat_shifts: combat.CombatShifts
    combat_drm: combat.CombatModifiers
    turn_record: turn.TurnRecord
    air_status: turn.AirStatusChart
    air_action_drm: turn.AirActionModifiers
    air_missions: turn.AirMissions
    ultra: turn.Ultra
    intelligence_breakthrough: turn.IntelligenceBreakthrough
    comz: turn.Comz

    def __init__(self, changed: Mapping[str, Chart] | None = None) -> None:
        vars(self).update(changed or {})

    if not TYPE_CHECKING:  # A name that is not above is a mistake.

        def __getattr__(self, name: str) -> Chart:
            if name not in _kinds():
                raise AttributeError(name)
            vars(self)[name] = chart = _chart(name)
            return chart


C = TypeVar("C", bound=Chart)


@cache
def charts() -> Charts:
    """All of them."""
    return Charts()


@cache
def _kinds() -> Mapping[str, type[Chart]]:
    return get_type_hints(Charts)


@cache
def _chart(name: str) -> Chart:
    """One as it is printed."""
    return read_chart(_kinds()[name], _file(name).read_text(encoding="utf-8"), name)


def charts_for(document: ScenarioDocument) -> Charts:
    """All of them, with what a scenario changes; BadInput says what is wrong with a change."""
    changes = chart_changes(document)
    changed = {name: _changed(name, entries) for name, entries in changes.items()}
    return Charts(changed) if changed else charts()


def check_chart(name: str, changes: Mapping[str, Any]) -> None:
    """BadInput if the rules cannot be played with these changes."""
    _changed(name, changes)


def _changed(name: str, changes: Mapping[str, Any]) -> Chart:
    if name not in _kinds():
        raise BadInput(f"The rules read no chart {name!r:.40}, so it cannot be changed; remove it.")
    printed = parse(_file(name).read_text(encoding="utf-8"), f"Chart {name}")
    return _read_values(_kinds()[name], laid_over(printed, changes), name)


def chart_texts() -> Mapping[str, str]:
    """The text of every chart file by its name."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(_folder().glob("*.toml"))}


def _folder() -> Path:
    return FOLDER / "charts" / "ttr"


def _file(name: str) -> Path:
    return _folder() / f"{name}.toml"


def read_chart(kind: type[C], source: str, name: str) -> C:
    """One chart from its text; BadInput says what is wrong with it."""
    return _read_values(kind, parse(source, f"Chart {name}"), name)


def _read_values(kind: type[C], values: Mapping[str, Any], name: str) -> C:
    where = f"Chart {name}"
    chart = read(kind, values, where)
    if chart.name != name or chart.provenance not in PROVENANCES:
        raise BadInput(f"{where} should bear its own name and a provenance ({', '.join(PROVENANCES)}).")
    for fault in chart.faults():
        raise BadInput(f"{where}: {fault}; correct it.")
    return chart
