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
from engine.mechanics import counted, order
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


class TakeLosses(Question):
    """Which unit loses the next step?"""

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

    def open_duties(self, state: State) -> tuple[str, ...]:
        """The duties that a remaining unit can still fulfil."""
        units = involved(state, self.attack, self.side)
        return tuple(duty for duty in self.owed if any(fulfils(unit, duty, self.attack) for unit in units))

    @order("lose", "unit", "Take a step from")
    def lose(self, tx: Transaction, unit: Unit) -> None:
        owed = list(self.owed)
        paid = [duty for duty in self.open_duties(tx.state) if fulfils(unit, duty, self.attack)]
        # INTERPRETATION (7.6-c): a step of the 150th Panzer Brigade also does for the armor that was claimed.
        for duty in paid if BRIGADE in paid else paid[:1]:
            owed.remove(duty)
        spared = tuple(key for key in self.spared if key != unit.key)
        tx.replace(replace(self, left=self.left - 1, owed=tuple(owed), spared=spared))
        if breaks_down(tx.state, unit):
            break_down(tx, unit)
        else:
            lose_step(tx, unit, "7.6-a", f"combat at {self.attack.target}")
            _go_on(tx)

    @lose.targets
    def those_involved(self, state: State) -> Iterable[str]:
        return [unit.key for unit in involved(state, self.attack, self.side)]

    @lose.against
    @case("7.6-a")
    def refusals_to_lose(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """The owner chooses among those who took part."""
        units = involved(state, self.attack, self.side)
        if unit not in units:
            yield Refusal("7.6-a", self.otherwise)
            return
        if unit.is_hq and any(not other.is_hq for other in units):
            yield Refusal("7.6-d", f"{unit} loses its step only when no other unit is left in the combat")
        owed = self.open_duties(state)
        if owed:
            yield from self.refusals_by_duty(units, unit, owed)
        else:
            yield from self.refusals_to_spread(units, unit)

    @case("7.6-c", "10.3-b")
    def refusals_by_duty(self, units: list[Unit], unit: Unit, owed: tuple[str, ...]) -> Iterator[Refusal]:
        """Claimed units lose a step first, the 150th Panzer Brigade before all others."""
        if owed[0] == BRIGADE:
            if not fulfils(unit, BRIGADE, self.attack):
                yield Refusal("10.3-b", f"the {BRIGADE} takes the first step loss")
            return
        mine = [duty for duty in owed if fulfils(unit, duty, self.attack)]
        if not mine:
            yield Refusal("7.6-c", f"{' or '.join(owed)} must lose the first step: its modifier was claimed")
        elif unit.steps == 1 and any(
            other.steps > 1 and fulfils(other, mine[0], self.attack) for other in units
        ):
            yield Refusal(
                "7.6-b",
                f"{unit} may not be eliminated while a stronger unit can lose a step for the modifier",
            )

    @case("7.6-b")
    def refusals_to_spread(self, units: list[Unit], unit: Unit) -> Iterator[Refusal]:
        """No unit is eliminated before each unit that had more than one step has lost one."""
        whole = [other.name for other in units if other.key in self.spared]
        if unit.steps == 1 and whole:
            yield Refusal(
                "7.6-b", f"{unit} may not be eliminated while {', '.join(whole)} has not lost a step"
            )

    def resume(self, tx: Transaction, result: object) -> None:
        """The losses of a corps have been distributed among its divisions."""
        _go_on(tx)


@case("7.6-d")
def _go_on(tx: Transaction) -> None:
    """Ask only while there is a choice; losses beyond the last step are ignored."""
    frame = tx.state.frame
    assert isinstance(frame, TakeLosses)
    able = frame.legal(tx.state) if frame.left else []
    if not able:
        tx.pop()
    elif len(able) == 1:
        frame.apply(tx, able[0])


def take_losses(tx: Transaction, attack: Attack, side: str, steps: int, claims: tuple[str, ...]) -> None:
    """A side loses this number of steps in the combat."""
    units = involved(tx.state, attack, side)
    if steps and units:
        spared = tuple(unit.key for unit in units if unit.steps > 1)
        tx.push(TakeLosses(side, attack, steps, duties(tx.state, attack, side, claims), spared))
        _go_on(tx)


FRAMES = (TakeLosses,)
