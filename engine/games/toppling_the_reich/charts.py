"""The tables of resources/charts/ttr, read once into typed records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar, get_type_hints

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
from engine.lean_dataclass import dataclass
from resources import FOLDER

__all__ = ["Charts", "chart_texts", "charts", "charts_for", "check_chart", "read_chart"]


@dataclass(frozen=True, slots=True)
class Charts:
    """Every table that the rules read, by the name of its file."""

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


C = TypeVar("C", bound=Chart)


@cache
def charts() -> Charts:
    """All of them."""
    texts = chart_texts()
    return Charts(
        **{name: read_chart(kind, texts[name], name) for name, kind in get_type_hints(Charts).items()}
    )


def charts_for(document: ScenarioDocument) -> Charts:
    """All of them, with what a scenario changes; BadInput says what is wrong with a change."""
    changes = chart_changes(document)
    changed: dict[str, Any] = {name: _changed(name, entries) for name, entries in changes.items()}
    return replace(charts(), **changed) if changed else charts()


def check_chart(name: str, changes: Mapping[str, Any]) -> None:
    """BadInput if the rules cannot be played with these changes."""
    _changed(name, changes)


def _changed(name: str, changes: Mapping[str, Any]) -> Chart:
    kinds: Mapping[str, type[Chart]] = get_type_hints(Charts)
    if name not in kinds:
        raise BadInput(f"The rules read no chart {name!r:.40}, so it cannot be changed; remove it.")
    printed = parse(chart_texts()[name], f"Chart {name}")
    return _read_values(kinds[name], laid_over(printed, changes), name)


def chart_texts() -> Mapping[str, str]:
    """The text of every chart file by its name."""
    folder = FOLDER / "charts" / "ttr"
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.toml"))}


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
