"""The printed tables of resources/charts/ddb, read once into typed records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TypeVar, get_type_hints

from engine.bad_input import BadInput
from engine.catalogue.plain import read
from engine.catalogue.toml_text import parse
from engine.games.dday_to_berlin import combat_charts as combat
from engine.games.dday_to_berlin import turn_charts as turn
from engine.games.dday_to_berlin.chart_form import PROVENANCES, Chart
from engine.games.dday_to_berlin.turn_charts import Zone

__all__ = ["Charts", "Zone", "chart_texts", "charts", "read_chart"]


@dataclass(frozen=True, slots=True)
class Charts:
    """Every table that the rules read, by the name of its file."""

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


C = TypeVar("C", bound=Chart)


@cache
def charts() -> Charts:
    """All of them."""
    texts = chart_texts()
    return Charts(
        **{name: read_chart(kind, texts[name], name) for name, kind in get_type_hints(Charts).items()}
    )


def chart_texts() -> Mapping[str, str]:
    """The text of every chart file by its name."""
    folder = Path(str(files("resources"))) / "charts" / "ddb"
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.toml"))}


def read_chart(kind: type[C], source: str, name: str) -> C:
    """One chart from its text; BadInput says what is wrong with it."""
    where = f"Chart {name}"
    chart = read(kind, parse(source, where), where)
    if chart.name != name or chart.provenance not in PROVENANCES:
        raise BadInput(f"{where} should bear its own name and a provenance ({', '.join(PROVENANCES)}).")
    for fault in chart.faults():
        raise BadInput(f"{where}: {fault}; correct it.")
    return chart
