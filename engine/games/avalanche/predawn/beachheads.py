"""Beachhead markers: where they are placed, and how far they drift."""

from __future__ import annotations

from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.records import GERMAN, Beachhead, held
from engine.games.avalanche.scenario.chart_rows import banded
from engine.games.avalanche.scenario.ground import ground
from engine.referee import Frame, State, Transaction, case


@case("predawn.beachheads")
def place_beachheads(tx: Transaction, frame: Frame) -> None:
    """Each marker on its designated hex, as far as it is in play."""
    land = ground(tx.state)
    for name, beach in land.charts.beachhead_capacity.beach.items():
        if beach.hex in land.playable and tx.state.find(Beachhead, name) is None:
            tx.put(Beachhead(name, beach.hex))
            text = f"The beachhead {name} is in {beach.hex}"
            tell(tx, "BeachheadPlaced", text, "predawn.beachheads", hex=beach.hex)


@case("predawn.drift")
def drift(tx: Transaction, frame: Frame) -> None:
    """Each marker that is not in a cove is rolled for and shifted along the coast."""
    chart = ground(tx.state).charts.beachhead_drift
    for beach in list(tx.state.all(Beachhead).values()):
        if beach.key in chart.exempt or beach.place not in chart.chain:
            continue
        roll = tx.roll("2d6", "predawn.drift", f"Drift of {beach.key}").total
        there = shifted(tx.state, beach.place, banded(chart.rows, roll)[1])
        if there != beach.place:
            tx.put(Beachhead(beach.key, there))
            tell(tx, "BeachheadDrifted", f"{beach.key} drifts to {there}", "predawn.drift", hex=there)


@case("predawn.drift")
def shifted(state: State, here: str, slots: int) -> str:
    """The hex so many slots along the coast: minus towards Salerno; it stops before the enemy."""
    land = ground(state)
    chain = land.charts.beachhead_drift.chain
    step = 1 if slots > 0 else -1
    for _ in range(abs(slots)):
        at = chain.index(here) + step
        if not 0 <= at < len(chain) or chain[at] not in land.land or chain[at] in held(state, GERMAN):
            break
        here = chain[at]
    return here
