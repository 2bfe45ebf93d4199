"""The tables of resources/charts/ttr, each read once, when it is needed, into typed records."""

from __future__ import annotations

from engine.catalogue.chart_book import ChartBook, read_chart
from engine.games.toppling_the_reich.scenario import combat_charts as combat
from engine.games.toppling_the_reich.scenario import force_charts as force
from engine.games.toppling_the_reich.scenario import ground_charts as ground
from engine.games.toppling_the_reich.scenario import turn_charts as turn

__all__ = ["Charts", "chart_texts", "charts", "charts_for", "read_chart"]


class Charts(ChartBook):
    """Every table that the rules read, by the name of its file."""

    key = "ttr"
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


charts, charts_for, chart_texts = Charts.printed, Charts.changed_by, Charts.texts
