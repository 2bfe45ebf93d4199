"""Step losses of a regular combat, one step at a time, in the order that the rules ask for (7.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from engine.games.toppling_the_reich.combat.attack import Attack, defenders, dropping, ground_units
from engine.games.toppling_the_reich.movement.placing import lose_step
from engine.games.toppling_the_reich.records import Unit
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.games.toppling_the_reich.special_units.corps import break_down, breaks_down
from engine.mechanics import begin_losses, counted, losses
from engine.referee import Refusal, State, Transaction, case

ARMOR: Final = "armor"
PARATROOPS: Final = "paratroops"
BRIGADE: Final = "150th Panzer Brigade"
Z: Final = "Z"
"""The tag of that brigade."""


def involved(state: State, attack: Attack, side: str) -> list[Unit]:
    """The units of a side in the combat that have steps to lose and are still there."""
    if side == attack.side:
        return [u for u in (*ground_units(state, attack), *dropping(state, attack)) if u.is_combat_unit]
    return defenders(state, attack)


def fulfils(unit: Unit, duty: str, attack: Attack) -> bool:
    """True if a step of this unit fulfils the duty to lose a step first."""
    if duty == BRIGADE:
        return unit.tag == Z and unit.is_full
    if duty == PARATROOPS:
        return unit.key in attack.drops
    return unit.is_armor_type


@case("7.6-c", "10.3-b", "10.5-i", "7.2-b")
def duties(state: State, attack: Attack, side: str, claims: tuple[str, ...]) -> tuple[str, ...]:
    """What must lose a step first: claimed units, and in an attack the unreduced 150th Panzer Brigade."""
    found = list(claims)
    if side == attack.side and any(fulfils(u, BRIGADE, attack) for u in involved(state, attack, side)):
        found.insert(0, BRIGADE)
    return tuple(found)


class TakeLosses(losses.TakeLosses, Question):
    """Which unit loses the next step? The owner chooses among those who took part (7.6-a)."""

    attack: Attack
    left: int
    owed: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()
    """Units that came with more than one step and have not lost any yet."""

    title = "Losses"
    ruled_by = "7.6-a"
    otherwise = "name a unit of the combat that loses a step"

    def prompt(self, state: State) -> str:
        where = ground(state).name_of(self.attack.target)
        return f"Losses at {where}: {counted(self.left, 'step')} to lose. Which unit loses a step?"

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.attack.target,)

    def involved(self, state: State) -> list[Unit]:
        return involved(state, self.attack, self.side)

    def fulfils(self, unit: Unit, duty: str) -> bool:
        return fulfils(unit, duty, self.attack)

    @case("7.6-c")
    def paid(self, state: State, unit: Unit) -> tuple[str, ...]:
        """One duty at a time."""
        # INTERPRETATION (7.6-c): a step of the 150th Panzer Brigade also does for the armor that was claimed.
        found = tuple(duty for duty in self.open_duties(state) if self.fulfils(unit, duty))
        return found if BRIGADE in found else found[:1]

    def after(self, unit: Unit, following: losses.TakeLosses) -> losses.TakeLosses:
        return replace(following, spared=tuple(key for key in self.spared if key != unit.key))

    @case("7.6-a")
    def lose(self, tx: Transaction, unit: Unit) -> None:
        """The losses of a corps are distributed among its divisions."""
        if breaks_down(tx.state, unit):
            break_down(tx, unit)
        else:
            lose_step(tx, unit, "7.6-a", f"combat at {self.attack.target}")

    @case("7.6-d", "7.6-b")
    def refusals_to_lose(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Headquarters last; and no unit is eliminated before each that had more steps has lost one."""
        units = self.involved(state)
        if unit.is_hq and any(not other.is_hq for other in units):
            yield Refusal("7.6-d", f"{unit} loses its step only when no other unit is left in the combat")
        whole = ", ".join(other.name for other in units if other.key in self.spared)
        if unit.steps == 1 and whole and not self.open_duties(state):
            yield Refusal("7.6-b", f"{unit} may not be eliminated while {whole} has not lost a step")

    @case("7.6-c", "10.3-b")
    def refusals_by_duty(self, state: State, unit: Unit, open_duties: tuple[str, ...]) -> Iterator[Refusal]:
        """Claimed units lose a step first, the 150th Panzer Brigade before all others."""
        mine = [duty for duty in open_duties if self.fulfils(unit, duty)]
        if open_duties[0] == BRIGADE:
            if BRIGADE not in mine:
                yield Refusal("10.3-b", f"the {BRIGADE} takes the first step loss")
        elif not mine:
            owed = " or ".join(open_duties)
            yield Refusal("7.6-c", f"{owed} must lose the first step: its modifier was claimed")
        elif unit.steps == 1 and any(
            other.steps > 1 and self.fulfils(other, mine[0]) for other in self.involved(state)
        ):
            why = "may not be eliminated while a stronger unit can lose a step for the modifier"
            yield Refusal("7.6-b", f"{unit} {why}")


def take_losses(tx: Transaction, attack: Attack, side: str, steps: int, claims: tuple[str, ...]) -> None:
    """A side loses this number of steps in the combat."""
    units = involved(tx.state, attack, side)
    if steps and units:
        spared = tuple(unit.key for unit in units if unit.steps > 1)
        owed = duties(tx.state, attack, side, claims)
        begin_losses(tx, TakeLosses(side, attack, steps, owed, spared))


FRAMES = (TakeLosses,)
