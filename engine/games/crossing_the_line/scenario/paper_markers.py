"""The markers for play on paper: they show what the referee records on the screen."""

from __future__ import annotations

from collections.abc import Iterator

from engine.catalogue.document import ScenarioDocument
from engine.catalogue.marker_kind import MarkerKind
from engine.games.crossing_the_line.scenario.charts import charts_for

HIGHEST_STRENGTH = 15


def paper_markers(document: ScenarioDocument) -> Iterator[MarkerKind]:
    """On the tracks, in the cups, below and on units. The turn and holders of hexes come with every game."""
    tables = charts_for(document)
    quarter = max(4, len(document.units) // 4)
    yield MarkerKind("interdiction")
    first, second = (side.key for side in document.sides)
    yield MarkerKind("initiative", side=first, back_side=second)
    yield MarkerKind("SNAFU", side=first, back_side=second)
    for side in document.sides:
        yield MarkerKind("action points", side=side.key)
    for formation in document.formations:
        if formation.key in tables.formation_ratings.formation:
            yield MarkerKind(f"level {formation.title}", side=formation.side)
    for chit in tables.combat_chits.chit:
        yield MarkerKind(f"chit {chit}", "chit")
    for plan in tables.victory_plan_pool.markers:
        yield MarkerKind(f"plan {plan}", "victory plan", side=first, back_side=first)
    for strength in range(HIGHEST_STRENGTH):
        yield MarkerKind(str(strength), str(strength + 1), quarter // 2)
    yield MarkerKind("out of command", "isolated", quarter)
    yield MarkerKind("improved defense", count=quarter)
