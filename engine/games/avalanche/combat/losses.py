"""Steps lost in combat: who may lose them, who must, and who chooses (3.9.h)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Final

from engine.games.avalanche.combat.armor import ARMOR, ENGINEER, value
from engine.games.avalanche.combat.battle import Battle
from engine.games.avalanche.combat.steps import lose_step
from engine.games.avalanche.combat.strengths import printed_attack, printed_defence
from engine.games.avalanche.records import SIDES, Unit
from engine.games.avalanche.scenario.question import Question
from engine.mechanics.losses import TakeLosses, begin_losses
from engine.mechanics.plural import counted
from engine.referee import Action, Mark, Refusal, State, Transaction, case, mark_value

COMBAT: Final = "combat"
"""The scope of what is remembered during one combat or bombardment."""
LOST: Final = {side: f"steps lost by {side}" for side in SIDES}
"""Marks on a hex: the steps that a side has lost there in this combat."""
ENGINEERS: Final = "engineers"
TANKS: Final = "tanks"


class TakeSteps(TakeLosses, Question):
    """Which unit loses the next step?"""

    owner: str
    """Whose units they are; the enemy may have to choose."""
    left: int
    units: tuple[str, ...]
    """Those that took part, in defence without those that failed."""
    failed: tuple[str, ...] = ()
    """Defenders that failed the morale roll: they lose steps after the others."""
    bystanders: tuple[str, ...] = ()
    """Other units of the defender's hex: they lose steps when nobody else is left."""
    owed: tuple[str, ...] = ()
    tank_level: int = 0
    """The armor value that a tank unit needs to pay for the tanks."""
    attacks: bool = False
    any_unit: bool = False
    """Units without the strength concerned pay as well."""
    because: str = "loss.fraction"

    title = "Losses"
    ruled_by: ClassVar[str] = "loss.who"

    def prompt(self, state: State) -> str:
        return f"Which unit loses a step? {counted(self.left, 'step')} left"

    def subjects(self, state: State) -> Iterable[str]:
        return [unit.key for unit in self.involved(state)]

    @case("loss.who", "loss.morale-first", "loss.bystanders")
    def involved(self, state: State) -> Sequence[Unit]:
        """Units that took part and have the strength concerned; failed ones after them, then the others of
        the hex."""
        for keys in (self.units, self.failed, self.bystanders):
            found = [unit for key in keys if (unit := state.get(Unit, key)).on_map]
            if keys is not self.bystanders and not self.any_unit:
                found = [unit for unit in found if self.strength(state, unit) > 0]
            if found:
                return found
        return ()

    def strength(self, state: State, unit: Unit) -> int:
        """The printed strength concerned: in attack or in defence."""
        return printed_attack(unit) if self.attacks else printed_defence(state, unit)

    @case("loss.engineers", "loss.tank-first")
    def fulfils(self, unit: Unit, duty: str) -> bool:
        if duty == ENGINEERS:
            return unit.branch == ENGINEER
        return unit.branch == "tank" and unit.arm_kind in ARMOR and value(unit, True) >= self.tank_level

    def open_duties(self, state: State) -> tuple[str, ...]:
        """The tanks come first of all."""
        found = super().open_duties(state)
        return (TANKS,) if TANKS in found else found

    @case("loss.engineers", "loss.tank-first")
    def refusals_by_duty(self, state: State, unit: Unit, open_duties: tuple[str, ...]) -> Iterator[Refusal]:
        if any(self.fulfils(unit, duty) for duty in open_duties):
            return
        if TANKS in open_duties:
            text = (
                f"The first step comes from a tank unit of armor {self.tank_level} or more, not from {unit}"
            )
            yield Refusal("loss.tank-first", text)
        else:
            owed = counted(self.owed.count(ENGINEERS), "step")
            yield Refusal("loss.engineers", f"The engineers owe {owed}, so {unit} does not pay yet")

    @case("loss.who", "loss.morale-first", "loss.bystanders")
    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        """Why a unit that is not involved does not lose the next step."""
        unit = state.find(Unit, action.target) if action.verb == "lose" else None
        if unit is None or not unit.on_map:
            yield from super().refusals_otherwise(state, action)
        elif unit.key in self.failed:
            yield Refusal(
                "loss.morale-first", f"{unit} failed its morale roll: steady units lose steps first"
            )
        elif unit.key in self.bystanders:
            why = "did not take part: those that did lose steps first"
            if unit.key in self.units:
                why = "has no defence strength: units that have one lose steps first"
            yield Refusal("loss.bystanders", f"{unit} {why}")
        elif unit.key in self.units:
            yield Refusal("loss.who", f"{unit} has no strength that counts here")
        else:
            yield Refusal("loss.who", f"{unit} did not take part")

    def lose(self, tx: Transaction, unit: Unit) -> None:
        note_step(tx, unit)
        lose_step(tx, unit, self.because)


def note_step(tx: Transaction, unit: Unit) -> None:
    """Remember for this combat that a side has lost a step in a hex."""
    lost = steps_lost(tx.state, unit.place, unit.side) + 1
    tx.mark(unit.place, LOST[unit.side], COMBAT, value=str(lost))


def forget_steps(tx: Transaction) -> None:
    """A new combat begins: what an earlier one cost is settled."""
    for mark in [mark for mark in tx.state.all(Mark).values() if mark.name in LOST.values()]:
        tx.remove(mark)


@case("loss.leader-killed")
def steps_lost(state: State, here: str, side: str) -> int:
    """The steps that a side has lost in a hex in this combat; with parachutists both may be there."""
    return int(mark_value(state, here, LOST[side]) or 0)


def steps_in(state: State, losses: TakeSteps) -> int:
    """All steps that these units could lose."""
    found: dict[str, int] = {}
    for keys in (losses.units, losses.failed, losses.bystanders):
        for key in keys:
            unit = state.get(Unit, key)
            if unit.on_map and (keys is losses.bystanders or losses.strength(state, unit) > 0):
                found[key] = unit.steps
    return sum(found.values())


@case("loss.fraction", "loss.bystanders", "loss.morale-first")
def defender_losses(battle: Battle, side: str, steps: int, bystanders: Iterable[str]) -> TakeSteps:
    """The losses of the defender, who chooses."""
    return TakeSteps(
        side,
        side,
        steps,
        units=tuple(key for key in battle.defenders if key not in battle.failed),
        failed=tuple(key for key in battle.defenders if key in battle.failed),
        bystanders=tuple(bystanders),
    )


@case("loss.engineers", "loss.tank-first", "loss.defender-picks", "loss.blitz")
def attacker_losses(
    state: State, battle: Battle, steps: int, engineers: bool, tank_level: int, picks: int
) -> list[TakeSteps]:
    """The losses of the attacker: first those that the defender picks, then his own choice."""
    side = battle.side
    enemy = state.scenario.other(side)
    owed = (ENGINEERS,) * ((steps + 1) // 2) if engineers else ()
    if tank_level >= 0 and steps:
        owed = (TANKS, *owed)
    found = []
    for chooser, number in ((enemy, picks), (side, steps - picks)):
        if number > 0:
            found.append(
                TakeSteps(
                    chooser,
                    side,
                    number,
                    units=battle.taking_part,
                    owed=owed,
                    tank_level=max(tank_level, 0),
                    attacks=True,
                    because="loss.blitz" if chooser == enemy and picks == steps else "loss.fraction",
                )
            )
            owed = owed[number:]
    return found


def take(tx: Transaction, losses: TakeSteps) -> None:
    """Begin to lose steps, if there are any to lose."""
    if losses.left > 0:
        begin_losses(tx, losses)


FRAMES: Final = (TakeSteps,)
