"""The Recovery Segment: levels, interdiction, automatic refit, attrition (8.1)."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from engine.games.crossing_the_line.records import GERMAN, US, Clock, Formation, Unit, combat_units
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.scenario.victory import settle_victory
from engine.games.crossing_the_line.standard.command import ISOLATED, command_state, in_command
from engine.games.crossing_the_line.standard.effectiveness import eliminate
from engine.games.crossing_the_line.standard.formations import formations_of
from engine.games.crossing_the_line.standard.known import tell_of
from engine.games.crossing_the_line.standard.reroll import heard, throw
from engine.games.crossing_the_line.standard.supply import in_supply
from engine.mechanics.plural import counted
from engine.referee import Event, Procedure, State, Transaction, case


@case("8.1.1", "8.1.3", "8.1.2-b")
def recovery(state: State, formation: str) -> int:
    """The levels that a formation gets back: fixed for US ones, by rating and interdiction for German."""
    chart, ratings = ground(state).charts.hq_recovery, ground(state).formations[formation]
    if ratings.side == US:
        return chart.us[formation]
    return chart.german[ratings.recovery_rating][f"i{state.one(Clock).interdiction}"]


@case("8.1-a", "8.1-b", "8.1-c", "5.7.3-c", "6.3.3-b")
def recover_levels(tx: Transaction, side: str) -> None:
    """Formations in supply rise, never above their maximum, and their headquarters turn to the front."""
    land = ground(tx.state)
    for one in formations_of(tx.state, side):
        if not in_supply(tx.state, one.key, really=True):
            continue
        most = land.formations[one.key].max_activation
        level = min(one.level + recovery(tx.state, one.key), most)
        tx.put(replace(one, level=level, flipped=False))
        if level != one.level:
            text = f"{land.titles(one.key)} recovers to activation level {level}"
            tx.emit(Event("LevelRecovered", text, "8.1.1" if side == US else "8.1.3"))


class Interdiction(Procedure):
    """The US player rolls for the interdiction of this turn."""

    title = "Interdiction"

    @case("8.1.2-a", "8.1.2-c")
    def run(self, tx: Transaction) -> None:
        throw(tx, US, "8.1.2-a", "Interdiction")

    def resume(self, tx: Transaction, result: Any) -> None:
        level = ground(tx.state).charts.interdiction.roll[str(heard(result))]
        tx.put(replace(tx.state.one(Clock), interdiction=level))
        tx.emit(Event("InterdictionFound", f"The interdiction level is {level}", "8.1.2-a"))
        tx.pop()


@case("8.1.4", "5.6.4", "5.8.3-b", "10.1-c")
def refit_units(tx: Transaction, frame: Any) -> None:
    """Disrupted units in command of their own or their present headquarters recover, all of them at once:
    the zones of control that they get back cut off nobody before."""
    led = [
        unit
        for side in tx.state.scenario.sides
        for unit in combat_units(tx.state, side)
        if unit.disrupted and is_led(tx.state, unit)
    ]
    for unit in led:
        tx.put(replace(unit, disrupted=False))
        tell_of(tx, unit, "UnitRefitted", "recovers", "8.1.4")


def is_led(state: State, unit: Unit) -> bool:
    """Is it in command of the headquarters of its division, or of its present one?"""
    keys = [key for key in (unit.assigned, unit.formation) if state.find(Formation, key)]
    return any(in_command(state, unit, key, really=True) for key in keys)


class Attrition(Procedure):
    """Each unit that is still disrupted and isolated rolls a die."""

    units: tuple[str, ...] = ()

    title = "Attrition"

    @case("8.1.5", "8.1-order", "5.8.4-d")
    def run(self, tx: Transaction) -> None:
        if self.at == 0:
            starving = tuple(
                unit.key
                for side in tx.state.scenario.sides
                for unit in combat_units(tx.state, side)
                if unit.disrupted and command_state(tx.state, unit, really=True) == ISOLATED
            )
            tx.replace(replace(self, units=starving, at=1))
        elif self.units:
            unit = tx.state.get(Unit, self.units[0])
            why = f"Attrition of {unit} (effectiveness {unit.effectiveness})"
            throw(tx, unit.side, "5.8.4-d", why, unseen=True)
        else:
            tx.pop()

    @case("5.8.4-d")
    def resume(self, tx: Transaction, result: Any) -> None:
        """What the die shows above the effectiveness is lost. Strength is not shown to the enemy, and who is
        isolated could tell him a secret assignment: he hears only of eliminations."""
        unit = tx.state.get(Unit, self.units[0])
        tx.replace(replace(self, units=self.units[1:]))
        lost = heard(result) - unit.effectiveness
        if lost >= unit.now:
            eliminate(tx, unit, "5.8.4-d", "isolated and disrupted")
        elif lost > 0:
            tx.put(replace(unit, now=unit.now - lost))
            text = f"{unit} loses {counted(lost, 'strength point')}: isolated and disrupted"
            tx.emit(Event("StrengthLost", text, "5.8.4-d", (unit.side,), about=(("unit", unit.key),)))


def us_levels(tx: Transaction, frame: Any) -> None:
    recover_levels(tx, US)


def german_levels(tx: Transaction, frame: Any) -> None:
    recover_levels(tx, GERMAN)


class RecoverySegment(Procedure):
    """US levels, interdiction, German levels, refit, attrition."""

    title = "Recovery"
    steps = (
        us_levels,
        Interdiction,
        german_levels,
        refit_units,
        Attrition,
        lambda tx, frame: settle_victory(tx),
    )


FRAMES: Final = (RecoverySegment, Interdiction, Attrition)
