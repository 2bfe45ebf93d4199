"""Save rolls: the base value of a unit, everything that changes it, and the roll itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.combat.die_roll import at_most, throw
from engine.games.dday_to_berlin.records import Unit, has_position, is_heavier, units_at
from engine.games.dday_to_berlin.scenario.charts import Charts
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.mechanics import Chances, dice
from engine.referee import Modifier, Procedure, State, Transaction, case, marked, total

ANTITANK: Final = frozenset(("ATG", "TNK", "TD"))
DEFENDER: Final = "defender's save"
ATTACKER: Final = "attacker's save"


class Saved(NamedTuple):
    """How a save roll ended."""

    passed: bool


@case("4.save-base")
def base_save(state: State, unit: Unit) -> int:
    """The value of the battalion table, with quality and size."""
    return printed_save(ground(state).charts, unit)


def printed_save(charts: Charts, unit: Unit) -> int:
    """The same by the charts alone."""
    chart = charts.battalion_info
    value = chart.line(unit.type, unit.moves_as, unit.weight).save + chart.quality[unit.quality]
    return value + chart.detachment if unit.is_detachment else value


def save_value(state: State, unit: Unit, modifiers: tuple[Modifier, ...]) -> int:
    """What the die must not exceed."""
    return base_save(state, unit) + int(total(modifiers))


def defender_modifiers(state: State, unit: Unit) -> tuple[Modifier, ...]:
    """What changes the save of a unit that is fired at, from the ground or from the air."""
    return tuple(_modifiers_of_position(state, unit))


def assaulted_modifiers(state: State, unit: Unit, attacker: Unit, from_behind: bool) -> tuple[Modifier, ...]:
    """What changes the save of the primary defender of an assault."""
    return (*_modifiers_of_position(state, unit), *_modifiers_of_assault(state, unit, attacker, from_behind))


def attacker_modifiers(state: State, unit: Unit, target: str) -> tuple[Modifier, ...]:
    """What changes the save of the primary attacker: never the ground it stands on."""
    return tuple(_modifiers_of_attacker(state, unit, target))


def _modifier(state: State, row: str, group: str, times: int = 1) -> Modifier:
    line = ground(state).charts.save_modifiers.rows[row]
    return Modifier(line.case, line.text, line.value * times, group)


def _modifiers_of_position(state: State, unit: Unit) -> Iterator[Modifier]:
    yield from _support(state, unit, DEFENDER)
    yield from _terrain(state, unit)
    yield from _supply(state, unit, DEFENDER)


@case("4.save-support")
def _support(state: State, unit: Unit, group: str) -> Iterator[Modifier]:
    """Every other battalion or detachment in its zone, named as support or not, up to the limit."""
    most = ground(state).charts.save_modifiers.rows["support"].most
    others = sum(not other.is_hq for other in units_at(state, unit.place) if other.key != unit.key)
    if others:
        yield _modifier(state, "support", group, min(others, most))


@case("4.save-terrain", "map.prepared")
def _terrain(state: State, unit: Unit) -> Iterator[Modifier]:
    """Non Mech in a prepared position, or else in rough terrain; never both."""
    if unit.is_mech:
        return
    if has_position(state, unit.place):
        yield _modifier(state, "prepared", DEFENDER)
    elif ground(state).is_rough(unit.place):
        yield _modifier(state, "rough", DEFENDER)


@case("5.effects")
def _supply(state: State, unit: Unit, group: str) -> Iterator[Modifier]:
    if marked(state, unit.key, marks.OUT_OF_SUPPLY):
        yield _modifier(state, "out_of_supply", group)


@case("4.save-flank", "4.save-tank", "4.save-heavier")
def _modifiers_of_assault(state: State, unit: Unit, attacker: Unit, from_behind: bool) -> Iterator[Modifier]:
    """Where the primary attacker comes from, and what it is; separate lines add up."""
    if from_behind:
        yield _modifier(state, "flank", DEFENDER)
    if attacker.type == "TNK" and not any(
        fights_tanks(state, other) for other in units_at(state, unit.place)
    ):
        yield _modifier(state, "tank", DEFENDER)
    if is_heavier(attacker, unit):
        yield _modifier(state, "heavier", DEFENDER)


@case("4.save-tank", "2.guns")
def fights_tanks(state: State, unit: Unit) -> bool:
    """Antitank support: ATG that has not moved, TNK or TD; an assault gun is none."""
    return unit.type in ANTITANK and not marked(state, unit.key, marks.GUN_MOVED)


@case("4.save-tank-rough")
def _modifiers_of_attacker(state: State, unit: Unit, target: str) -> Iterator[Modifier]:
    """Armour that leads into rough terrain suffers; a position on open ground is not rough."""
    yield from _support(state, unit, ATTACKER)
    if unit.is_armour and ground(state).is_rough(target):
        yield _modifier(state, "armour_rough", ATTACKER)
    yield from _supply(state, unit, ATTACKER)


@case("4.save-base", "4.save-natural")
def is_saved(state: State, face: int, value: int) -> bool:
    """The value or less; an unmodified 1 always saves and an unmodified 10 never."""
    chart = ground(state).charts.save_modifiers
    return at_most(face, value, chart.natural_success, chart.natural_failure)


def saves(state: State, value: int) -> Chances[bool]:
    """The exact chances of a save."""
    return dice(ground(state).charts.save_modifiers.die).map(lambda face: is_saved(state, face, value))


class SaveRoll(Procedure):
    """One unit must save; the frame below receives `Saved`."""

    side: str
    unit: str
    value: int
    """What the die must not exceed, with all modifiers."""
    reasons: str = ""
    """Where the value comes from, for the log."""

    title = "Save"

    def run(self, tx: Transaction) -> None:
        unit = tx.state.get(Unit, self.unit)
        die = ground(tx.state).charts.save_modifiers.die
        throw(tx, self.side, "4.save-base", f"{unit} saves on {self.value} or less{self.reasons}", die)

    def resume(self, tx: Transaction, result: Any) -> None:
        tx.pop(Saved(is_saved(tx.state, int(result), self.value)))


def must_save(tx: Transaction, unit: Unit, modifiers: tuple[Modifier, ...]) -> None:
    """A unit rolls a save; the frame on top receives `Saved`."""
    listed = "".join(f"; {modifier}" for modifier in modifiers)
    reasons = f" (base {base_save(tx.state, unit)}{listed})"
    tx.push(SaveRoll(unit.side, unit.key, save_value(tx.state, unit, modifiers), reasons))
