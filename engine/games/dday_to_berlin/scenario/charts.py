"""The printed tables of resources/charts/ddb, each read once, when it is needed, into typed records."""

from __future__ import annotations

from engine.catalogue.chart_book import ChartBook, read_chart
from engine.games.dday_to_berlin.scenario import combat_charts as combat
from engine.games.dday_to_berlin.scenario import turn_charts as turn
from engine.games.dday_to_berlin.scenario.turn_charts import Zone

__all__ = ["Charts", "Zone", "chart_texts", "charts", "charts_for", "read_chart"]


class Charts(ChartBook):
    """Every table that the rules read, by the name of its file."""

    key = "ddb"
    first_move: turn.FirstMove
    support_availability: turn.SupportAvailability
    rally: turn.Rally
    command_range: turn.CommandRange
    activation: turn.Activation
    movement: turn.Movement
    terrain: turn.Terrain
    stacking: turn.Stacking
    zoc: turn.Zoc
    facing: turn.Facing
    visibility: turn.Visibility
    engineering: turn.Engineering
    supply: turn.Supply
    night_track: turn.NightTrack
    night_sequence: turn.NightSequence
    battalion_info: combat.BattalionInfo
    vehicle_weights: combat.VehicleWeights
    hit_modifiers: combat.HitModifiers
    morale_quality: combat.MoraleQuality
    save_modifiers: combat.SaveModifiers
    ranged_results: combat.Results
    assault_results: combat.Results
    air_combat: combat.AirCombat
    morale_markers: combat.MoraleMarkers
    retreat: combat.Retreat
    advance: combat.Advance
    victory: combat.Victory


charts, charts_for, chart_texts = Charts.printed, Charts.changed_by, Charts.texts
