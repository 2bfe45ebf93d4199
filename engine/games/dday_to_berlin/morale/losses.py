"""Units that are shattered or lost or retreat, and the morale markers they cost."""

from __future__ import annotations

from engine.games.dday_to_berlin.morale.markers import take_markers
from engine.games.dday_to_berlin.movement.stacking import take_off
from engine.games.dday_to_berlin.records import LOST, SHATTERED, Unit
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.mechanics.telling import tell
from engine.referee import State, Transaction, case


@case("terms.states", "terms.guns-lost", "terms.detachment", "mm.shatter-retreat")
def shatter(tx: Transaction, unit: Unit, case_id: str, why: str) -> None:
    """Into the shattered box, from where it may rally; towed guns and detachments are lost instead."""
    if unit.is_towed_gun:
        lose(tx, unit, "terms.guns-lost", why)
        return
    if unit.is_detachment:
        lose(tx, unit, "terms.detachment", why)
        return
    chart = ground(tx.state).charts.morale_markers
    take_off(tx, unit, SHATTERED)
    tell(tx, "UnitShattered", f"{unit} is shattered: {why}", case_id, unit=unit.key, hex=was_in(unit))
    number = chart.hq_shattered if unit.is_hq else chart.shattered
    take_markers(tx, unit.side, number, "mm.shatter-retreat", f"{unit} is shattered")


@case("terms.states", "terms.hq", "mm.lost")
def lose(tx: Transaction, unit: Unit, case_id: str, why: str) -> None:
    """Out of the game for good, with the markers for that alone; a headquarters is only shattered."""
    if unit.is_hq:
        shatter(tx, unit, "terms.hq", why)
        return
    take_off(tx, unit, LOST)
    tell(tx, "UnitLost", f"{unit} is lost: {why}", case_id, unit=unit.key, hex=was_in(unit))
    take_markers(tx, unit.side, markers_for_loss(tx.state, unit), "mm.lost", f"{unit} is lost")


def was_in(unit: Unit) -> tuple[str, ...]:
    """The zone of a unit; none if it was off the map."""
    return (unit.place,) if unit.on_map else ()


@case("mm.lost")
def markers_for_loss(state: State, unit: Unit) -> int:
    """By quality for a battalion; a detachment counts less."""
    chart = ground(state).charts.morale_markers
    return chart.detachment_lost if unit.is_detachment else chart.lost[unit.quality]


@case("mm.shatter-retreat")
def retreated(tx: Transaction, unit: Unit) -> None:
    """The marker for a battalion that retreats because of combat; none for a headquarters."""
    if not unit.is_hq:
        number = ground(tx.state).charts.morale_markers.retreated
        take_markers(tx, unit.side, number, "mm.shatter-retreat", f"{unit} retreats")
