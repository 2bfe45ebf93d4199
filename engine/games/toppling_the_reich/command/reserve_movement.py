"""How a reserve goes to its hex (3.5.3, 3.5.4): for nothing, not far, and stopped by what it discovers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.toppling_the_reich.air.actions import interdicted
from engine.games.toppling_the_reich.movement.placing import place
from engine.games.toppling_the_reich.movement.rivers import refusals_of_hexside
from engine.games.toppling_the_reich.movement.stacking import over_limit, refusals_to_stack
from engine.games.toppling_the_reich.movement.walk import Walk
from engine.games.toppling_the_reich.movement.zoc import zoc
from engine.games.toppling_the_reich.records import Unit, headquarters, occupied, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import Boundaries
from engine.mechanics import Movement, counted, tell
from engine.referee import Modifier, Refusal, State, Transaction, case, derived
from engine.referee.modifier import Amount


@case("5.2-c", "3.5.3-b")
def strip(state: State, side: str, here: str) -> int:
    """All hexes between the same two boundaries as this one, as bits; the whole map without boundaries."""
    return _strip_of_row(state, side, ground(state).row(here))


@derived(Boundaries, Unit)
def _strip_of_row(state: State, side: str, row: int) -> int:
    land = ground(state)
    drawn = state.find(Boundaries, side)
    if drawn is None or len(headquarters(state, side, "army_group")) < 2:
        return land.grid.all_mask
    north = max((line for line in drawn.rows if line < row), default=0)
    south = min((line for line in drawn.rows if line >= row), default=row)
    return land.grid.mask(other for other in land.grid.hexes if north < land.row(other) <= south)


class ReserveMovement(Movement[str]):
    """From an army headquarters to any hex in range."""

    ruled_by = "3.5.3-a"

    def __init__(self, state: State, unit: Unit, hexes: int, keeps_boundaries: bool = True) -> None:
        super().__init__(state, (unit.key,))
        self.unit, self.hexes = unit, hexes
        self.land = ground(state)
        self.enemy = self.land.other(unit.side)
        self.inside = strip(state, unit.side, unit.place) if keeps_boundaries else self.land.grid.all_mask

    def start(self) -> str:
        return self.unit.place

    def budget(self) -> int:
        return self.hexes

    def neighbors(self, here: str) -> Iterable[str]:
        return self.land.land_neighbors[here]

    def charges(self, at: str, there: str) -> Iterable[Modifier]:
        return (Modifier(self.ruled_by, "each hex", 1),)

    def names(self) -> str:
        return self.unit.name

    @case("3.5.3-b", "6.1-a")
    def refusals_to_cross(self, at: str, there: str) -> Iterator[Refusal]:
        """Over Major Rivers at bridges and bridgeheads only."""
        return refusals_of_hexside(self.state, self.unit.side, at, there)

    @case("3.5.3-b", "3.2-c", "11.3-a", "5.2-c")
    def refusals_to_enter(self, there: str) -> Iterator[Refusal]:
        """No enemy, no zone of his without a friend, no interdiction, no full hex, no boundary."""
        state, unit, name = self.state, self.unit, self.land.name_of(there)
        friends = [other for other in units_at(state, there) if other.side == unit.side]
        if there not in self.land.land:
            yield Refusal("6.0-a", f"{name} is {self.land.terrain[there]}, which no unit may enter")
        elif there in occupied(state, self.enemy):
            yield Refusal("3.5.3-b", f"the enemy is in {name}")
        elif there in zoc(state, self.enemy) and there not in occupied(state, unit.side):
            yield Refusal("3.5.3-b", f"{name} is in an enemy zone of control, and no friendly unit is there")
        if there in interdicted(state, unit.side):
            yield Refusal("11.3-a", f"{name} is under enemy interdiction")
        if friends and (crowded := over_limit(state, there, [*friends, unit])):
            yield Refusal("3.5.3-b", f"{crowded.why}, and reserves keep to the limit in every hex they enter")
        if not self.inside & self.land.grid.bit(there):
            yield Refusal("3.5.3-b", f"{name} lies beyond the army group boundary")

    @case("3.5.6-c")
    def refusals_to_end(self, there: str) -> Iterator[Refusal]:
        """Beside units of its own Allied family."""
        return refusals_to_stack(self.state, there, [self.unit])

    def refusal_of_distance(self, there: str, straight: Amount | None, open_cost: Amount | None) -> Refusal:
        away = counted(open_cost or straight or 0, "hex")
        why = f"{self.land.name_of(there)} is {away} away, and a reserve goes {self.hexes} at most"
        return Refusal(self.ruled_by, why)


class HigherReserveMovement(ReserveMovement):
    """From an army group or the front to the hex of an army headquarters."""

    ruled_by = "3.5.4-a"

    def __init__(self, state: State, unit: Unit, sender: Unit, hexes: int, goals: frozenset[str]) -> None:
        super().__init__(state, unit, hexes, sender.level == "army_group")
        self.goals = goals

    def refusals_to_end(self, there: str) -> Iterator[Refusal]:
        if there not in self.goals:
            what = "no army headquarters in command that has the attacked hex in range"
            yield Refusal("3.5.4-a", f"{what} is in {self.land.name_of(there)}")
        yield from super().refusals_to_end(there)


class ReserveWalk(Walk):
    """A reserve goes hex by hex; an unknown enemy beside its way is discovered and stops it."""

    # INTERPRETATION (13.3-b): a reserve is stopped as well, also one on its way to an army headquarters.

    def step(self, tx: Transaction, here: str, there: str) -> None:
        place(tx, tx.state.get(Unit, self.units[0]), there)

    @case("3.5.3-b", "3.5.4-b")
    def end(self, tx: Transaction, path: tuple[str, ...]) -> None:
        """It has paid no movement points; one sent to an army is a reserve there from now on."""
        unit, where = tx.state.get(Unit, self.units[0]), ground(tx.state).name_of(path[-1])
        text = f"{unit} is dispatched to {where}" if len(path) > 1 else f"{unit} stays in {where}"
        tell(tx, "ReserveDispatched", text, self.by, unit=unit.key, hex=path)


FRAMES = (ReserveWalk,)
