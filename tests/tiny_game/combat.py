"""3. Combat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from engine.mechanics import (
    Menu,
    Retreat,
    TakeLosses,
    begin_losses,
    begin_retreat,
    change,
    end,
    order,
    tell,
    way_out,
)
from engine.mechanics.combat import Odds, ratio_column, reckon
from engine.referee import (
    Modifier,
    PossibleOutcome,
    Preview,
    Refusal,
    State,
    Strength,
    Transaction,
    case,
    marked,
)
from tests.tiny_game.movement import STACKING, place, zoc
from tests.tiny_game.records import Unit, board, ground

COLUMNS = ("1:2", "1:1", "2:1", "3:1")
RESULTS = {
    1: ("A1", "A1", "A1", "-"),
    2: ("A1", "A1", "-", "D1"),
    3: ("A1", "-", "-", "D1"),
    4: ("-", "-", "D1", "DR"),
    5: ("-", "D1", "DR", "DR"),
    6: ("D1", "DR", "DR", "DR"),
}
WORDS = {
    "A1": "the attacker loses a step",
    "-": "nothing happens",
    "D1": "the defender loses a step",
    "DR": "the defender retreats",
}


def strengths(units: Iterable[Unit]) -> list[Strength]:
    return [Strength(unit.side, unit.name, unit.strength * unit.steps, "3.2") for unit in units]


@case("3.2", "3.3")
def odds(state: State, attackers: Sequence[str], target: str) -> Odds:
    """Strength against strength, rounded in favour of the defender; woods and hills shift the column."""
    ours = strengths(state.get(Unit, key) for key in attackers)
    theirs = strengths(board.units_at(state, target))
    terrain = ground(state).terrain(target)
    shifts = [Modifier("3.3", f"defender in {terrain}", -1)] if terrain != "clear" else []
    return reckon(ours, theirs, partial(ratio_column, COLUMNS), len(COLUMNS), shifts)


class BuildAttack(Menu):
    target: str
    attackers: tuple[str, ...] = ()

    title = "Attack"
    ruled_by = "3.1"
    records: ClassVar = {"unit": Unit}
    cancel = way_out()

    def prompt(self, state: State) -> str:
        return f"Who attacks {self.target}?"

    def subjects(self, state: State) -> Iterable[str]:
        return self.attackers

    @change("add", "unit", "Attack with")
    def add(self, unit: Unit) -> BuildAttack:
        return replace(self, attackers=(*self.attackers, unit.key))

    @add.targets
    def own_units(self, state: State) -> Iterable[str]:
        return [unit.key for unit in board.forces(state, self.side)]

    @add.against
    @case("3.1")
    def refusals_to_add(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if unit.key in self.attackers or marked(state, unit.key, "attacked"):
            yield Refusal("3.1", f"{unit.name} attacks once in a segment")
        if unit.place not in ground(state).grid.neighbors(self.target):
            yield Refusal("3.1", f"{unit.name} is not beside {self.target}")

    @order("resolve", words="Attack")
    def resolve(self, tx: Transaction) -> None:
        odds_now = odds(tx.state, self.attackers, self.target)
        for key in (*self.attackers, self.target):
            tx.mark(key, "attacked", "segment")
        die = tx.roll("1d6", "3.4", f"Attack on {self.target} at {COLUMNS[odds_now.column]}").total
        result = RESULTS[die][odds_now.column]
        tell(tx, "AttackResolved", f"Attack on {self.target}: {WORDS[result]}", "3.4", hex=self.target)
        tx.pop()
        inflict(tx, result, self)

    @resolve.against
    @case("3.1")
    def refusals_to_resolve(self, state: State) -> Iterator[Refusal]:
        if not self.attackers:
            yield Refusal("3.1", "no unit takes part in the attack")

    @resolve.shows
    def summary(self, state: State) -> Preview:
        if not self.attackers:
            return Preview()
        found = odds(state, self.attackers, self.target)
        results = found.chances("1d6", lambda die: RESULTS[die][found.column])
        return Preview(
            f"{found.totals[0]} against {found.totals[1]}: {COLUMNS[found.column]}",
            strengths=(*found.attack, *found.defence),
            modifiers=found.shifts,
            odds=COLUMNS[found.column],
            outcomes=results.outcomes(lambda result, chance: outcome(result, chance, self)),
        )


def outcome(result: str, chance: Fraction, attack: BuildAttack) -> PossibleOutcome:
    return PossibleOutcome(WORDS[result], chance, winner=attack.side if result.startswith("D") else "")


@case("3.4")
def inflict(tx: Transaction, result: str, attack: BuildAttack) -> None:
    defender = tx.state.scenario.other(attack.side)
    there = tuple(unit.key for unit in board.units_at(tx.state, attack.target))
    if result == "A1":
        begin_losses(tx, LoseStep(attack.side, attack.attackers))
    elif result == "D1":
        begin_losses(tx, LoseStep(defender, there))
    elif result == "DR":
        for key in there:
            begin_retreat(tx, FallBack(defender, key, (attack.target,)))


class LoseStep(TakeLosses):
    among: tuple[str, ...]
    left: int = 1
    owed: tuple[str, ...] = ()

    title = "Losses"
    ruled_by = "3.4"
    records: ClassVar = {"unit": Unit}

    def prompt(self, state: State) -> str:
        return "Which unit loses a step?"

    def involved(self, state: State) -> Sequence[Unit]:
        return [unit for key in self.among if (unit := state.find(Unit, key)) is not None]

    def lose(self, tx: Transaction, unit: Unit) -> None:
        lose_step(tx, unit)


@case("3.4")
def lose_step(tx: Transaction, unit: Unit) -> None:
    if unit.steps > 1:
        tx.put(replace(unit, steps=unit.steps - 1))
        tell(tx, "StepLost", f"{unit.name} loses a step", "3.4", unit=unit.key)
    else:
        tx.remove(unit)
        tell(tx, "UnitEliminated", f"{unit.name} is eliminated", "3.4")


class FallBack(Retreat):
    unit: str
    path: tuple[str, ...]

    title = "Retreat"
    ruled_by = "3.5"

    def prompt(self, state: State) -> str:
        return f"Where does {state.get(Unit, self.unit).name} retreat?"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def neighbors(self, state: State, here: str) -> Iterable[str]:
        return ground(state).grid.neighbors(here)

    @case("3.5")
    def refusals_to_step(self, state: State, path: tuple[str, ...], there: str) -> Iterator[Refusal]:
        enemy = state.scenario.other(self.side)
        if there in board.occupied(state, enemy) or there in zoc(state, enemy):
            yield Refusal("3.5", f"{there} is held by the enemy or beside him")
        yield from STACKING.refusals(state, there, (state.get(Unit, self.unit),))

    def ends(self, state: State, path: tuple[str, ...]) -> bool:
        return len(path) > 1

    def arrive(self, tx: Transaction) -> None:
        unit = tx.state.get(Unit, self.unit)
        place(tx, unit, self.path[-1])
        tell(tx, "UnitRetreated", f"{unit.name} retreats to {self.path[-1]}", "3.5", unit=unit.key)
        tx.pop()

    @case("3.5")
    def perish(self, tx: Transaction) -> None:
        tx.pop()
        lose_step(tx, tx.state.get(Unit, self.unit))


class CombatSegment(Menu):
    title = "Combat"
    scope = "segment"
    ruled_by = "3.1"

    def prompt(self, state: State) -> str:
        return "Which hex is attacked?"

    @order("attack", "hex", "Attack")
    def attack(self, tx: Transaction, target: str) -> None:
        tx.push(BuildAttack(self.side, target))

    @attack.targets
    def enemy_hexes(self, state: State) -> Iterable[str]:
        return sorted(board.occupied(state, state.scenario.other(self.side)))

    @attack.against
    @case("3.1")
    def refusals_to_attack(self, state: State, target: str) -> Iterator[Refusal]:
        if marked(state, target, "attacked"):
            yield Refusal("3.1", f"{target} has been attacked in this segment")
        near = board.forces(state, self.side)
        if all(next(BuildAttack(self.side, target).refusals_to_add(state, unit), None) for unit in near):
            yield Refusal("3.1", f"no unit beside {target} can still attack")

    end = end("end", "End combat")
