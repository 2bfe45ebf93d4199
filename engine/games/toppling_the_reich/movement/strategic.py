"""Strategic Movement: twice as far, behind one's own lines, and no combat (6.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.movement.control import phasing
from engine.games.toppling_the_reich.movement.unit_movement import LandMovement
from engine.games.toppling_the_reich.movement.walk import (
    entry_cost,
    group,
    has_begun,
    points_left,
    refusals_to_part,
    refusals_when_stopped,
)
from engine.games.toppling_the_reich.movement.zoc import zoc
from engine.games.toppling_the_reich.records import Clock, Control, Unit, forces
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.referee import Refusal, State, Transaction, case, derived, mark_value, marked
from engine.referee.modifier import Amount

FACTOR = 2
"""How often the printed movement factor is used."""
BEGAN_IN_ZONE: Final = "began in enemy zones"
"""player turn; on the side: the units that began it in an enemy zone of control"""


@case("6.2-a")
def note_zones(tx: Transaction, side: str) -> None:
    """Remember who begins the player-turn in an enemy zone of control."""
    zone = zoc(tx.state, ground(tx.state).other(side))
    keys = " ".join(unit.key for unit in forces(tx.state, side) if unit.place in zone)
    tx.mark(side, BEGAN_IN_ZONE, marks.PLAYER_TURN, value=keys)


@case("6.2-a")
def began_in_zone(state: State, unit: Unit) -> bool:
    """Did it begin the player-turn in an enemy zone of control, whatever has become of that since?"""
    if marked(state, unit.side, BEGAN_IN_ZONE):
        return unit.key in mark_value(state, unit.side, BEGAN_IN_ZONE).split()
    return unit.place in zoc(state, ground(state).other(unit.side))


@case("6.2-a", "3.3.1-e", "3.6-a")
def refusals_to_redeploy(state: State, unit: Unit) -> Iterator[Refusal]:
    """Supply, command, a start clear of enemy zones of control, and no other movement before."""
    yield from refusals_when_stopped(state, unit)
    if unit.mf == 0:
        yield Refusal("6.2-a", f"{unit} has a movement factor of 0")
    if marked(state, unit.key, marks.OOS):
        yield Refusal("3.3.1-e", f"{unit} is out of supply")
    if marked(state, unit.key, marks.OOC):
        yield Refusal("3.6-a", f"{unit} is out of command")
    if has_begun(state, unit) and not marked(state, unit.key, marks.STRATEGIC):
        yield Refusal("6.2-a", f"{unit} has begun a normal move")
    if began_in_zone(state, unit):
        yield Refusal("6.2-a", f"{unit} began the player-turn in an enemy zone of control")


@case("6.2-a")
def strategic_points(state: State, unit: Unit) -> int:
    """Twice the printed movement factor, less what the move has taken so far."""
    if marked(state, unit.key, marks.STRATEGIC):
        return points_left(state, unit)
    return max(FACTOR * unit.mf - entry_cost(state, unit), 0)


def started_with(state: State, side: str) -> frozenset[str]:
    """The hexes on a side's own side of the scenario start line."""
    land = ground(state)
    known: dict[str, frozenset[str]] = land.__dict__.setdefault("_started_with", {})
    if side not in known:
        known[side] = frozenset(here for here, holder in land.start_control.items() if holder == side)
    return known[side]


@derived(Control)
def held_now(state: State, side: str, but_since: str = "-") -> frozenset[str]:
    """The hexes that a side holds, without those that it took in the player-turn `but_since`."""
    held = set(started_with(state, side))
    for here, changed in state.all(Control).items():
        if changed.side == side and changed.since != but_since:
            held.add(here)
        else:
            held.discard(here)
    return frozenset(held)


@case("6.2-b", "6.2-c", "17.4")
def home_ground(state: State, side: str) -> frozenset[str]:
    """Where Strategic Movement leads: one's side of the start line; in the campaign what one held before."""
    if ground(state).is_campaign:
        return held_now(state, side, f"{state.one(Clock).turn} {phasing(state)}".rstrip())
    return started_with(state, side)


class StrategicMove(LandMovement):
    """Far behind the lines; such units do not fight in this player-turn."""

    ruled_by = "6.2-a"

    def __init__(self, state: State, movers: tuple[str, ...]) -> None:
        super().__init__(state, movers)
        self.home = home_ground(state, self.side)

    def budget(self) -> int:
        return min(strategic_points(self.state, unit) for unit in self.units)

    def refusals_to_set_out(self) -> Iterator[Refusal]:
        yield from refusals_to_part(self.state, self.units)
        for unit in self.units:
            yield from refusals_to_redeploy(self.state, unit)
        yield from refusals_off_home(self.state, self.side, self.here)

    @case("6.2-a")
    def refusals_to_enter(self, there: str) -> Iterator[Refusal]:
        """Over home ground, clear of enemy zones of control."""
        yield from super().refusals_to_enter(there)
        yield from refusals_off_home(self.state, self.side, there)
        if there in self.zone:
            yield Refusal("6.2-a", f"{self.land.name_of(there)} is in an enemy zone of control")

    def exits(self, at: str) -> Iterable[tuple[str, int]]:
        ways, home, zone = super().exits(at), self.home, self.zone
        return [way for way in ways if way[0] in home and way[0] not in zone]

    def refusal_of_distance(self, there: str, straight: Amount | None, open_cost: Amount | None) -> Refusal:
        how = f"over {self.side.title()} hexes and clear of the enemy"
        why = f"no path of {self.amount(self.budget())} {how}"
        return Refusal("6.2-a", f"{why} leads to {self.land.name_of(there)}")

    def summary(self, there: str) -> str:
        return f"{super().summary(there)}, no combat"

    def go(self, tx: Transaction, there: str) -> None:
        self.walk_to(tx, there, "6.2-a")


@case("6.2-a")
def end_redeployment(tx: Transaction, keys: tuple[str, ...]) -> None:
    """Units that have gone anywhere use no other movement and no combat in this player-turn."""
    for unit in group(tx.state, keys):
        if has_begun(tx.state, unit):
            tx.mark(unit.key, marks.STRATEGIC, marks.PLAYER_TURN)


@case("6.2-b", "6.2-c")
def refusals_off_home(state: State, side: str, here: str) -> Iterator[Refusal]:
    """The hex is not ground for Strategic Movement."""
    land = ground(state)
    if here not in home_ground(state, side):
        where = land.name_of(here)
        if land.is_campaign:
            yield Refusal("6.2-c", f"{where} was not {side.title()} when the player-turn began")
        else:
            yield Refusal("6.2-b", f"{where} was not on the {side.title()} side of the start line")
