"""Retreats: each hex by the best of six priorities, a step for each enemy zone entered (3.9.i)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final, NamedTuple

from msgspec.structs import replace

from engine.games.avalanche.combat.losses import TakeSteps
from engine.games.avalanche.combat.steps import eliminate
from engine.games.avalanche.combat.strengths import RETREATED
from engine.games.avalanche.general.control import take
from engine.games.avalanche.general.stacking import excess, refusals_of_nations
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.general.terrain import may_cross
from engine.games.avalanche.general.zoc import zoc
from engine.games.avalanche.movement.marching import abandon
from engine.games.avalanche.movement.overrun import enter_hex
from engine.games.avalanche.records import PLAYER_TURN, Unit, ground_at, held, leaders, names
from engine.games.avalanche.scenario.ground import ground
from engine.games.avalanche.scenario.question import Question
from engine.games.avalanche.supply.lines import SHORE_PARTY
from engine.mechanics.losses import begin_losses
from engine.mechanics.menu import change, order
from engine.mechanics.plural import counted
from engine.mechanics.retreat import Retreat, begin_retreat, retreat_on, ways_on
from engine.referee import Procedure, Refusal, State, Transaction, case, marked


class Way(NamedTuple):
    """The hexes that a stack has gone through in its retreat, the one it left first."""

    path: tuple[str, ...]


class Split(NamedTuple):
    """A stack has no way that is open to all of its units."""

    units: tuple[str, ...]
    path: tuple[str, ...]


@case("retreat.priorities")
def rank(state: State, side: str, here: str, there: str, away: Iterable[str], units: Iterable[Unit]) -> int:
    """The priority of a hex, 1 for the best."""
    land = ground(state)
    crowded = excess(state, there, side, tuple(units))
    if there not in zoc(state, land.other(side)):
        return 2 if crowded else 1
    if is_further(state, here, there, away):
        return 3
    if ground_at(state, there, side):
        return 5 if crowded else 4
    return 6


@case("retreat.priorities")
def is_further(state: State, here: str, there: str, away: Iterable[str]) -> bool:
    """Does it lead away from the nearest of the enemies that are fled from?"""
    distance, enemies = ground(state).distance, tuple(away)
    if not enemies:
        return False
    return min(distance(there, one) for one in enemies) > min(distance(here, one) for one in enemies)


PRIORITIES: Final = {
    1: "free of enemy zones of control",
    2: "free of enemy zones of control, but overstacked",
    3: "further away from the enemy",
    4: "held by friends in an enemy zone of control",
    5: "held by friends in an enemy zone of control, and overstacked",
    6: "vacant in an enemy zone of control",
}


class FallBack(Retreat, Question):
    """The next hex of a stack that retreats."""

    units: tuple[str, ...]
    path: tuple[str, ...]
    hexes: int
    away: tuple[str, ...]
    """The hexes of the enemies that it retreats from."""
    leaders: tuple[str, ...] = ()
    no_zoc: bool = False
    """It may not enter an enemy zone of control: a retreat before combat."""

    title = "Retreat"
    ruled_by: ClassVar[str] = "retreat.priorities"

    def prompt(self, state: State) -> str:
        left = self.hexes - len(self.path) + 1
        return f"{names(self.alive(state))}: {counted(left, 'hex')} of retreat. Where to?"

    def subjects(self, state: State) -> Iterable[str]:
        return self.units

    def alive(self, state: State) -> list[Unit]:
        return [unit for key in self.units if (unit := state.get(Unit, key)).on_map]

    def neighbors(self, state: State, here: str) -> Iterable[str]:
        return ground(state).neighbors[here]

    @case("retreat.blocked", "option.retreat")
    def refusals_to_step(self, state: State, path: tuple[str, ...], there: str) -> Iterator[Refusal]:
        """Not where terrain is closed to one of them, nor among the enemy, nor back again."""
        land = ground(state)
        for unit in self.alive(state):
            if not may_cross(state, unit.cls, path[-1], there):
                yield Refusal("retreat.blocked", f"{land.name_of(there)} is closed to {unit}")
        if there in held(state, land.other(self.side)):
            yield Refusal("retreat.blocked", f"{land.name_of(there)} is held by the enemy")
        if there in path:
            yield Refusal("retreat.blocked", f"{land.name_of(there)} is where the stack came from")
        if self.no_zoc and there in zoc(state, land.other(self.side)):
            yield Refusal("option.retreat", f"{land.name_of(there)} is in an enemy zone of control")

    def ends(self, state: State, path: tuple[str, ...]) -> bool:
        return len(path) > self.hexes or (self.no_zoc and self.is_dead_end(state, path))

    @case("option.retreat")
    def is_dead_end(self, state: State, path: tuple[str, ...]) -> bool:
        """In a retreat before combat whoever finds no second hex stops in the first."""
        return len(path) > 1 and next(self.steps(state, path), None) is None

    @case("option.retreat")
    def ways(self, state: State) -> list[str]:
        """Those on which the whole retreat can be gone, if there are any."""
        whole = ways_on(self.path, lambda path: self.steps(state, path), lambda path: len(path) > self.hexes)
        return whole or super().ways(state)

    @case("retreat.priorities", "post.nation-stack")
    def preferred(self, state: State, ways: list[str]) -> list[str]:
        """Those of the best priority, of these the ones that lead away from the enemy, and of these for the
        end of the retreat the ones without units of the other Allied nation."""
        found = {there: self.rank(state, there) for there in ways}
        best = [there for there in ways if found[there] == min(found.values())]
        best = [there for there in best if is_further(state, self.path[-1], there, self.away)] or best
        return [there for there in best if not self.mixes_nations(state, there)] or best

    @case("post.nation-stack")
    def mixes_nations(self, state: State, there: str) -> bool:
        """Would British and American units end the retreat in one hex? They may pass one another."""
        if len(self.path) < self.hexes:
            return False
        return next(refusals_of_nations(state, there, self.alive(state)), None) is not None

    def rank(self, state: State, there: str) -> int:
        return rank(state, self.side, self.path[-1], there, self.away, self.alive(state))

    def refusal_of_worse(self, state: State, there: str) -> Refusal:
        better = self.options(state)[0]
        best, own = self.rank(state, better), self.rank(state, there)
        name, other = ground(state).name_of(there), ground(state).name_of(better)
        if own != best:
            text = f"{name} is {PRIORITIES[own]}, and {other} is {PRIORITIES[best]}"
            return Refusal("retreat.priorities", text)
        here = self.path[-1]
        if is_further(state, here, better, self.away) and not is_further(state, here, there, self.away):
            return Refusal("retreat.priorities", f"{name} does not lead away from the enemy, {other} does")
        mixed = next(refusals_of_nations(state, there, self.alive(state)))
        return Refusal(mixed.case, f"{mixed.why}, and {other} is as good")

    @case(
        "retreat.ezoc-step",
        "retreat.leaders",
        "gen.control",
        "move.abandon-construction",
        "move.airfield-lost",
    )
    def go(self, tx: Transaction, there: str) -> None:
        """The stack moves with its leaders; an enemy zone of control costs it a step. Builders give up their
        work; lone enemy leaders are checked, and a repaired airfield is lost."""
        moving = (*self.alive(tx.state), *(tx.state.get(Unit, key) for key in self.leaders))
        tx.replace(replace(self, path=(*self.path, there)))
        for unit in moving:
            abandon(tx, unit.key)
            tx.put(replace(unit, place=there))
        take(tx, there, self.side)
        verb = "retreats" if len(moving) == 1 else "retreat"
        text = f"{names(moving)} {verb} to {ground(tx.state).name_of(there)}"
        tell(tx, "UnitRetreated", text, "retreat.amount", unit=tuple(u.key for u in moving), hex=there)
        enter_hex(tx, there, self.side)
        if there in zoc(tx.state, ground(tx.state).other(self.side)):
            penalty = TakeSteps(
                self.side, self.side, 1, self.units, any_unit=True, because="retreat.ezoc-step"
            )
            begin_losses(tx, penalty)
        else:
            retreat_on(tx)

    def resume(self, tx: Transaction, result: Any) -> None:
        """A step has been paid."""
        if self.alive(tx.state):
            retreat_on(tx)
        else:
            tx.pop(Way(self.path))

    @case("str.defend-retreated", "retreat.amount")
    def arrive(self, tx: Transaction) -> None:
        """Where they fell back to they have no defence strength in this player turn."""
        for unit in self.alive(tx.state):
            tx.mark(unit.key, RETREATED, PLAYER_TURN, value=unit.place)
        tx.pop(Way(self.path))

    @case("retreat.blocked")
    def perish(self, tx: Transaction) -> None:
        """Without a way for all, each class of movement looks for its own; a unit without one is lost."""
        alive = self.alive(tx.state)
        if len({unit.cls for unit in alive}) > 1:
            tx.pop(Split(tuple(unit.key for unit in alive), self.path))
            return
        for unit in () if self.no_zoc else alive:
            eliminate(tx, unit, "retreat.blocked")
        tx.pop(Way(self.path))


class RetreatStack(Procedure, kw_only=True):
    """All units of a hex that must go, together or, where they have no common way, by class of movement."""

    side: str
    units: tuple[str, ...]
    here: str
    hexes: int
    away: tuple[str, ...]
    no_zoc: bool = False
    """A retreat before combat: not into enemy zones of control, and who finds no way stays."""
    queue: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = ()
    """Stacks that are still to go, each with its path so far."""
    began: bool = False
    way: tuple[str, ...] = ()
    """The longest path that was gone."""

    title = "Retreat"

    def run(self, tx: Transaction) -> None:
        if not self.began:
            able = leave_guns(tx, [tx.state.get(Unit, key) for key in self.units])
            tx.replace(replace(self, began=True, queue=((able, (self.here,)),) if able else ()))
        elif self.queue:
            units, path = self.queue[0]
            tx.replace(replace(self, queue=self.queue[1:]))
            begin_retreat(
                tx,
                FallBack(
                    self.side,
                    units,
                    path,
                    self.hexes,
                    self.away,
                    self._leaders(tx.state, path[-1]),
                    self.no_zoc,
                ),
            )
        else:
            tx.pop(Way(self.way))

    @case("retreat.leaders", "option.retreat")
    def _leaders(self, state: State, here: str) -> tuple[str, ...]:
        """The leaders of the hex; in a retreat before combat only if no unit stays there."""
        if self.no_zoc and any(
            unit.key not in self.units and not unit.is_strong_point
            for unit in ground_at(state, here, self.side)
        ):
            return ()
        return tuple(leader.key for leader in leaders(state, self.side) if leader.place == here)

    def resume(self, tx: Transaction, result: Any) -> None:
        if isinstance(result, Split):
            classes: dict[str, list[str]] = {}
            for key in result.units:
                classes.setdefault(tx.state.get(Unit, key).cls, []).append(key)
            parts = tuple((tuple(keys), result.path) for keys in classes.values())
            tx.replace(replace(self, queue=(*parts, *self.queue)))
        elif isinstance(result, Way) and len(result.path) > len(self.way):
            tx.replace(replace(self, way=result.path))


@case("retreat.guns")
def leave_guns(tx: Transaction, units: Iterable[Unit]) -> tuple[str, ...]:
    """Unlimbered guns are lost, self-propelled ones are limbered. Answers who goes."""
    going = []
    for unit in units:
        if unit.is_gun and not unit.limbered:
            if not unit.self_propelled:
                eliminate(tx, unit, "retreat.guns")
                continue
            tx.put(replace(unit, limbered=True))
        going.append(unit.key)
    return tuple(going)


class RetreatAttackers(Procedure, kw_only=True):
    """The attackers of each hex retreat, and those stacked with them that want to."""

    side: str
    units: tuple[str, ...]
    """The attackers that took part."""
    places: tuple[str, ...]
    """The hexes that they attacked from."""
    hexes: int
    away: tuple[str, ...]
    along: tuple[str, ...] = ()
    """Others of the hex that go along."""

    title = "Retreat"

    @case("retreat.who-attacker")
    def run(self, tx: Transaction) -> None:
        """For each hex the question who goes along, then the retreat."""
        if self.at >= 2 * len(self.places):
            tx.pop()
            return
        here, asks = self.places[self.at // 2], self.at % 2 == 0
        tx.replace(replace(self, at=self.at + 1))
        there = [unit for unit in ground_at(tx.state, here, self.side) if not unit.is_strong_point]
        others = tuple(unit.key for unit in there if unit.key not in self.units)
        if asks:
            tx.replace(replace(self, at=self.at + 1, along=()))
            if not all(marked(tx.state, key, SHORE_PARTY) for key in others):
                tx.push(TakeAlong(self.side, here, others))
            return
        going = tuple(unit.key for unit in there if unit.key in self.units or unit.key in self.along)
        if going:
            tx.push(RetreatStack(side=self.side, units=going, here=here, hexes=self.hexes, away=self.away))

    def resume(self, tx: Transaction, result: Any) -> None:
        if isinstance(result, tuple) and not isinstance(result, Way):
            tx.replace(replace(self, along=result))


class TakeAlong(Question):
    """Which units stacked with the attackers retreat with them?"""

    here: str
    others: tuple[str, ...]
    along: tuple[str, ...] = ()

    title = "Retreat"
    ruled_by: ClassVar[str] = "retreat.who-attacker"
    otherwise: ClassVar[str] = "@ is not possible: only units stacked with the attackers may go or stay"

    def prompt(self, state: State) -> str:
        return f"The attackers in {ground(state).name_of(self.here)} retreat: who goes along?"

    def subjects(self, state: State) -> Iterable[str]:
        return self.along

    @change("take", "unit", "Take along")
    def take_one(self, unit: Unit) -> TakeAlong:
        return replace(self, along=(*self.along, unit.key))

    @take_one.targets
    def staying(self, state: State) -> Iterable[str]:
        return [key for key in self.others if key not in self.along]

    @take_one.against
    @case("def.shore-party")
    def refusals_to_take(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """A shore party goes away only if it has to."""
        if marked(state, unit.key, SHORE_PARTY):
            yield Refusal("def.shore-party", f"{unit} serves as shore party and stays on its beach")

    @change("leave", "unit", "Leave behind")
    def leave_one(self, unit: Unit) -> TakeAlong:
        return replace(self, along=tuple(key for key in self.along if key != unit.key))

    @leave_one.targets
    def going(self, state: State) -> Iterable[str]:
        return self.along

    @order("done", words="Retreat", ends=True)
    def done(self, tx: Transaction) -> None:
        tx.pop(self.along)


FRAMES: Final = (FallBack, RetreatStack, RetreatAttackers, TakeAlong)
