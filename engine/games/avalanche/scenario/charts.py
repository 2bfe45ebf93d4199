"""The charts of resources/charts/avl, each read once, when it is needed, into typed records."""

from __future__ import annotations

from engine.catalogue.chart_book import ChartBook
from engine.games.avalanche.scenario.arrival_charts import (
    AirSchedule,
    ArtilleryResupply,
    ArtilleryTypes,
    BeachheadCapacity,
    BeachheadDrift,
    DropTable,
    DropZone,
    Engineering,
    EntryHexes,
    OffMap,
    ReplacementClasses,
    ReplacementSchedule,
    Ships,
    StrongPoints,
    TurnTrack,
    Weather,
)
from engine.games.avalanche.scenario.combat_charts import (
    AdvanceLimits,
    AirAttacks,
    AntiTankFire,
    Bombardment,
    CombatResults,
    LeaderCasualty,
    MoraleParticipation,
    OddsShifts,
    Options,
    RetreatPriorities,
    Spotting,
    StackingLimits,
)
from engine.games.avalanche.scenario.unit_charts import (
    AllowanceModifiers,
    Breakdown,
    Infiltration,
    Leaders,
    LimberTable,
    MovementClasses,
    Terrain,
    UnitTemplates,
)

__all__ = ["Charts", "chart_texts", "charts", "charts_for"]


class Charts(ChartBook):
    """Every table that the rules read, by the name of its file."""

    key = "avl"
    advance_limits: AdvanceLimits
    air_attacks: AirAttacks
    air_schedule: AirSchedule
    artillery_types: ArtilleryTypes
    arty_resupply: ArtilleryResupply
    at_fire: AntiTankFire
    beachhead_capacity: BeachheadCapacity
    beachhead_drift: BeachheadDrift
    bombardment: Bombardment
    breakdown: Breakdown
    crt: CombatResults
    drop_table: DropTable
    dropzone_location: DropZone
    engineering: Engineering
    entry_hexes: EntryHexes
    infiltration: Infiltration
    leader_casualty: LeaderCasualty
    leaders: Leaders
    limber_unlimber: LimberTable
    ma_modifiers: AllowanceModifiers
    morale_participation: MoraleParticipation
    movement_classes: MovementClasses
    odds_shifts: OddsShifts
    offmap: OffMap
    options: Options
    replacement_classes: ReplacementClasses
    replacement_schedule: ReplacementSchedule
    retreat_priorities: RetreatPriorities
    ships: Ships
    spotting: Spotting
    stacking: StackingLimits
    strong_points: StrongPoints
    terrain: Terrain
    turn_track: TurnTrack
    unit_templates: UnitTemplates
    weather: Weather


charts, charts_for, chart_texts = Charts.printed, Charts.changed_by, Charts.texts
