"""Antitank fire before strengths are added, an optional rule (3.9.e)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.avalanche.combat.armor import ARMOR, may_use_value, value
from engine.games.avalanche.combat.battle import Battle
from engine.games.avalanche.combat.losses import note_step
from engine.games.avalanche.combat.reckoning import on_map
from engine.games.avalanche.combat.steps import lose_step
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.records import Unit
from engine.games.avalanche.scenario.chart_rows import banded
from engine.games.avalanche.scenario.ground import ground
from engine.games.avalanche.scenario.question import Question
from engine.mechanics.menu import order
from engine.mechanics.odds import dice
from engine.mechanics.plural import counted
from engine.referee import PossibleOutcome, Preview, Procedure, State, Transaction, case


@case("atfire.shots")
def shots(state: State, battle: Battle) -> tuple[str, ...]:
    """Each defending step with an armor or antitank value fires once: one entry for each shot."""
    defenders = on_map(state, battle.defenders)
    return tuple(
        unit.key
        for unit in defenders
        if may_use_value(state, unit, defenders, True) and value(unit, False, unit.key in battle.failed)
        for _ in range(unit.steps)
    )


@case("atfire.shots")
def targets(state: State, battle: Battle) -> list[Unit]:
    """Attacking units with an armor value that take part."""
    return [unit for unit in on_map(state, battle.taking_part) if unit.arm_kind in ARMOR]


@case("atfire.shots", "armor.square")
def difference(battle: Battle, gun: Unit, target: Unit) -> int:
    """The value of the gun minus the armor of the target, each 1 less in a square."""
    return value(gun, True, gun.key in battle.failed) - value(target, True)


class AntiTankFire(Procedure, kw_only=True):
    """The shots, one after the other."""

    battle: Battle
    left: tuple[str, ...]

    title = "Antitank fire"

    def run(self, tx: Transaction) -> None:
        able = targets(tx.state, self.battle)
        if not self.left or not able:
            tx.pop(self.battle)
            return
        gun = self.left[0]
        tx.replace(replace(self, left=self.left[1:]))
        side = ground(tx.state).other(self.battle.side)
        if len(able) == 1:
            tx.replace(replace(self, left=self.left[1:], battle=fire(tx, self.battle, gun, able[0])))
        else:
            tx.push(AimShot(side, self.battle, gun, len(self.left)))

    def resume(self, tx: Transaction, result: Battle) -> None:
        tx.replace(replace(self, battle=result))


@case("atfire.resolve")
def fire(tx: Transaction, battle: Battle, gun: str, target: Unit) -> Battle:
    """A hit costs a step or halves the attack strength of the target in this combat."""
    shooter = tx.state.get(Unit, gun)
    lost, halved = _limits(tx.state, difference(battle, shooter, target))
    chart = ground(tx.state).charts.at_fire
    roll = tx.roll(
        chart.dice, "atfire.resolve", f"{shooter} fires at {target}, a step on {lost} or more"
    ).total
    if roll >= lost:
        note_step(tx, target)
        lose_step(tx, target, "atfire.resolve")
    elif roll >= halved and target.key not in battle.hit:
        text = f"{target} is hit and attacks with half its strength"
        tell(tx, "UnitHit", text, "atfire.resolve", unit=target.key)
        return replace(battle, hit=(*battle.hit, target.key))
    return battle


def _limits(state: State, found: int) -> tuple[int, int]:
    row = banded(ground(state).charts.at_fire.rows, found)
    return row[1], row[2]


class AimShot(Question):
    """At which attacking unit does a step fire?"""

    battle: Battle
    gun: str
    shots: int

    title = "Antitank fire"
    ruled_by: ClassVar[str] = "atfire.shots"
    otherwise: ClassVar[str] = "@ is not possible: only attackers with an armor value are fired at"

    def prompt(self, state: State) -> str:
        return f"{state.get(Unit, self.gun)} fires at which unit? {counted(self.shots, 'shot')} left"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.gun,)

    @order("fire", "unit", "Fire at")
    def fire(self, tx: Transaction, target: Unit) -> None:
        tx.pop(fire(tx, self.battle, self.gun, target))

    @fire.targets
    def in_sight(self, state: State) -> Sequence[str]:
        return [unit.key for unit in targets(state, self.battle)]

    @fire.shows
    def chances(self, state: State, target: Unit) -> Preview:
        found = difference(self.battle, state.get(Unit, self.gun), target)
        lost, halved = _limits(state, found)
        loses = dice("2d6").of(lambda roll: roll >= lost)
        half = dice("2d6").of(lambda roll: roll >= halved) - loses
        listed = (("a step lost", loses), ("half strength", half), ("no effect", 1 - loses - half))
        outcomes = tuple(PossibleOutcome(text, Fraction(chance)) for text, chance in listed if chance)
        return Preview(f"Difference {found}", outcomes=outcomes)


FRAMES: Final = (AntiTankFire, AimShot)
