"""Bombardment by guns, ships and air points (3.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from engine.games.avalanche.after_movement.examination import examine_hex
from engine.games.avalanche.bombardment.spotting import refusals_to_spot
from engine.games.avalanche.bombardment.value import density, lines, modified
from engine.games.avalanche.combat import aftermath
from engine.games.avalanche.combat.battle import Battle
from engine.games.avalanche.combat.combat import Combat, spend_ammo
from engine.games.avalanche.combat.result import parse
from engine.games.avalanche.combat.support import BOMBARDED, possible_guns, reach
from engine.games.avalanche.general.calendar import is_night
from engine.games.avalanche.general.fog import is_open_to
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.initial.air import air_points, already_flying, spend_air
from engine.games.avalanche.records import (
    OUT,
    PLAYER_TURN,
    UK,
    US,
    Unit,
    ground_at,
    ground_stacks,
    names,
)
from engine.games.avalanche.scenario.ground import ground
from engine.games.avalanche.scenario.question import Question
from engine.mechanics.menu import change, order, way_out
from engine.mechanics.odds import dice
from engine.mechanics.plural import counted
from engine.referee import Action, Frame, PossibleOutcome, Preview, Refusal, State, Transaction, case, marked

AIR: Final = "support"
NOTHING: Final = "-"


@case("bomb.eligible-target")
def nation_of(gun: Unit) -> str:
    """The nation whose units spot for a gun; HNLMS Flores sails with the Americans."""
    return US if gun.is_ship and gun.nation not in (US, UK) else gun.nation


@case("bomb.declare", "bomb.eligible-target", "bomb.once")
def refusals_to_fire(state: State, gun: Unit, target: str) -> Iterator[Refusal]:
    """An unlimbered gun or a ship with ammunition, in range, with a spotter of its nation, once a phase."""
    if marked(state, gun.key, BOMBARDED):
        yield Refusal("bomb.exclusive", f"{gun} has bombarded in this phase")
    if gun.ammo == OUT:
        yield Refusal("bomb.declare", f"{gun} is out of ammunition")
    if gun.limbered:
        yield Refusal("bomb.declare", f"{gun} is limbered")
    far, length = ground(state).distance(gun.place, target), reach(state, gun, target)
    if far > length:
        text = f"{gun} reaches {counted(length, 'hex')}, and {target} is {far} away"
        yield Refusal("bomb.eligible-target", text)
    else:
        yield from refusals_to_spot(state, gun.side, target, nation_of(gun))


class BombardmentSegment(Question):
    """Which hex is bombarded next?"""

    title = "Bombardment"
    ruled_by: ClassVar[str] = "bomb.declare"

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        """Not asked where nothing can be bombarded."""
        segment = cls(getattr(parent, "side"))  # noqa: B009  # of any procedure with a side
        return segment if segment.is_open(state) else None

    def prompt(self, state: State) -> str:
        return "Which hex is bombarded?"

    @order("bombard", "hex", "Bombard")
    def bombard(self, tx: Transaction, there: str) -> None:
        tx.push(PlanFire(self.side, there))

    @bombard.targets
    def hexes(self, state: State) -> Iterable[str]:
        return sorted(ground_stacks(state, ground(state).other(self.side)))

    @bombard.against
    @case("bomb.once", "bomb.eligible-target")
    def refusals_to_bombard(self, state: State, there: str) -> Iterator[Refusal]:
        """A hex with enemy units, once, that somebody could fire at."""
        name = ground(state).name_of(there)
        if there not in self.hexes(state):
            yield Refusal("bomb.eligible-target", f"No enemy unit is in {name}")
        elif marked(state, there, BOMBARDED):
            yield Refusal("bomb.once", f"{name} has been bombarded in this phase")
        elif not (plan := PlanFire(self.side, there)).could_fire(state):
            yield Refusal(
                "bomb.eligible-target", f"Nothing that could bombard {name} has it in range and spotted"
            )
            yield from plan.refusals_of_first(state)

    def resume(self, tx: Transaction, result: Any) -> None:
        if isinstance(result, PlanFire):
            tx.push(Bombard(battle=result.battle(tx.state), guns=result.guns, air=result.air))

    @order("end", words="End bombardment", ends=True)
    def end(self, tx: Transaction) -> None:
        tx.pop()


class PlanFire(Question):
    """Which guns, ships and air points fire at the hex?"""

    target: str
    guns: tuple[str, ...] = ()
    air: int = 0

    title = "Fire plan"
    ruled_by: ClassVar[str] = "bomb.declare"
    otherwise: ClassVar[str] = "@ is not a gun or ship that could fire"

    def prompt(self, state: State) -> str:
        return f"What fires at {ground(state).name_of(self.target)}?"

    def subjects(self, state: State) -> Iterable[str]:
        return self.guns

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.target,)

    def names(self, action: Action) -> bool:
        return action.kind == "number"

    def battle(self, state: State) -> Battle:
        """The bombardment as results are applied: everybody in the hex is concerned."""
        units = ground_at(state, self.target, ground(state).other(self.side))
        defenders = tuple(unit.key for unit in units if not unit.is_strong_point)
        return Battle(self.side, self.target, defenders=defenders)

    def could_fire(self, state: State) -> bool:
        """Is there anything to fire with?"""
        return self.is_open(state)

    def refusals_of_first(self, state: State) -> Iterator[Refusal]:
        """What is against the gun or ship that has the fewest reasons against it."""
        against = [list(self.refusals_to_add(state, state.get(Unit, key))) for key in self.possible(state)]
        yield from min(against, key=len, default=[])

    @change("add", "unit", "Fire with")
    def add(self, gun: Unit) -> PlanFire:
        return replace(self, guns=(*self.guns, gun.key))

    @add.targets
    def possible(self, state: State) -> Iterable[str]:
        return [gun.key for gun in possible_guns(state, self.side) if gun.key not in self.guns]

    @add.against
    def refusals_to_add(self, state: State, gun: Unit) -> Iterator[Refusal]:
        if gun.key in self.possible(state):
            yield from refusals_to_fire(state, gun, self.target)

    @change("leave_out", "unit", "Leave out")
    def leave_out(self, gun: Unit) -> PlanFire:
        return replace(self, guns=tuple(key for key in self.guns if key != gun.key))

    @leave_out.targets
    def firing(self, state: State) -> Iterable[str]:
        return self.guns

    @change("air", "number", "Air points:")
    def fly(self, number: int) -> PlanFire:
        return replace(self, air=number)

    @fly.targets
    def numbers(self, state: State) -> Iterable[int]:
        return [n for n in range(air_points(state, self.side, AIR) + 1) if n != self.air]

    @fly.against
    @case("bomb.eligible-target", "bomb.declare")
    def refusals_to_fly(self, state: State, number: int) -> Iterator[Refusal]:
        """Ground support points by day; a unit of either nation spots for them."""
        left = air_points(state, self.side, AIR)
        if is_night(state):
            yield Refusal("init.air-assign", "Air points do not work at night")
        elif number > left:
            yield Refusal("bomb.declare", f"{counted(number, 'air point')}, and only {left} left")
        if number == self.air:
            yield Refusal("bomb.declare", already_flying(number))
        yield from refusals_to_spot(state, self.side, self.target, "")

    @order("fire", words="Open fire")
    def fire(self, tx: Transaction) -> None:
        tx.pop(self)

    @fire.against
    @case("bomb.declare")
    def refusals_to_open_fire(self, state: State) -> Iterator[Refusal]:
        if not self.guns and not self.air:
            yield Refusal("bomb.declare", "Nothing fires yet")

    @fire.shows
    def fired(self, state: State) -> Preview:
        return self.summary(state)

    @case("bomb.bv", "bomb.stacking", "bomb.resolve", "gen.fog")
    def summary(self, state: State) -> Preview:
        """The value, what changes it, and the chance of each result if the stack has been seen."""
        if not self.guns and not self.air:
            return Preview()
        enemy = ground(state).other(self.side)
        sums = lines(state, self.side, (state.get(Unit, key) for key in self.guns), self.air)
        value, why = modified(state, self.target, sums)
        if not all(is_open_to(state, unit, self.side) for unit in ground_at(state, self.target, enemy)):
            text = f"Bombardment value {value}; the stack has not been examined"
            return Preview(text, strengths=tuple(sums), modifiers=why)
        held = density(state, self.target, enemy)
        table = results(state, value, held)

        def described(text: str, chance: Fraction) -> PossibleOutcome:
            return PossibleOutcome(text, chance, ((enemy, Fraction(parse(text).number // 2)),))

        outcomes = dice("2d6").map(lambda roll: table[roll]).outcomes(described)
        return Preview(
            f"Bombardment value {value} on {counted(held, 'battalion')}",
            strengths=tuple(sums),
            modifiers=why,
            outcomes=tuple(sorted(outcomes, key=lambda one: -one.probability)),
        )

    cancel = way_out()


@case("bomb.resolve")
def results(state: State, value: int, held: int) -> dict[int, str]:
    """The result of each roll."""
    chart = ground(state).charts.bombardment
    letter = chart.letter(value, held)
    return {int(roll): row[letter] for roll, row in chart.results.items()}


class Bombard(Combat, kw_only=True):
    """A bombardment: the roll, then its result as for a defender in combat, without an advance."""

    guns: tuple[str, ...] = ()
    air: int = 0

    title = "Bombardment"


@case("bomb.ammo", "bomb.ship-ammo", "bomb.exclusive", "bomb.once")
def spend(tx: Transaction, fire: Bombard) -> None:
    """Every gun and ship drops an ammo level without a roll; air points are used up."""
    tx.mark(fire.target, BOMBARDED, PLAYER_TURN)
    for key in fire.guns:
        is_ship = tx.state.get(Unit, key).is_ship
        tx.mark(key, BOMBARDED, PLAYER_TURN)
        spend_ammo(tx, key, 1, "bomb.ship-ammo" if is_ship else "bomb.ammo")
    if fire.air:
        spend_air(tx, fire.side, AIR, fire.air)


@case("bomb.resolve", "bomb.bv", "bomb.stacking", "gen.fog")
def resolve(tx: Transaction, fire: Bombard) -> None:
    """Two dice on the table at the modified value and the density of the target, which is looked at."""
    examine_hex(tx, fire.side, fire.target)
    state, enemy = tx.state, fire.enemy(tx.state)
    guns = [state.get(Unit, key) for key in fire.guns]
    value, _ = modified(state, fire.target, lines(state, fire.side, guns, fire.air))
    held = density(state, fire.target, enemy)
    name = ground(state).name_of(fire.target)
    if guns:
        verb = "bombards" if len(guns) == 1 else "bombard"
        tell(tx, "GunsFired", f"{names(guns)} {verb} {name}", "bomb.declare", unit=fire.guns)
    why = f"Bombardment of {name} with {value} on {counted(held, 'battalion')}"
    text = results(state, value, held)[tx.roll("2d6", "bomb.resolve", why).total]
    said = "no effect" if text == NOTHING else f"result {text}"
    tell(tx, "Bombarded", f"Bombardment of {name}: {said}", "bomb.results", hex=fire.target)
    tx.replace(replace(fire, outcome=f"0/{parse(text)}", owed=(0, 0)))


@case("bomb.results")
def find_losses(tx: Transaction, fire: Bombard) -> None:
    """Steps, retreat, standing fast and states are those of a defender; strong points are removed."""
    aftermath.find_losses(tx, fire)


Bombard.steps = (
    spend,
    resolve,
    find_losses,
    aftermath.defender_loses,
    aftermath.check_leaders,
    aftermath.defender_stands,
    aftermath.defender_pays_for_standing,
    aftermath.check_leaders,
    aftermath.defender_retreats,
    aftermath.place_states,
    aftermath.hold_cleared_hex,
)

FRAMES: Final = (BombardmentSegment, PlanFire, Bombard)
