"""Units on the move: what is left to them, what holds them, the walk from hex to hex (6.0, 3.2.1, 13.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.deception.discovery import discover, is_ambushed
from engine.games.toppling_the_reich.movement.placing import lose_lone_assets, place_together
from engine.games.toppling_the_reich.movement.stacking import has_room
from engine.games.toppling_the_reich.movement.zoc import zoc
from engine.games.toppling_the_reich.records import Unit
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.special_units.engineers import follow_line
from engine.games.toppling_the_reich.supply.general_supply import allowance
from engine.mechanics import article, walk
from engine.referee import Refusal, State, Transaction, case, mark_value, marked

BEGAN: Final = "began"
"""segment; the hex in which the unit began its move"""
ARRIVED: Final = "arrived"
"""segment; what the hex in which it came into play has cost"""
BOUND: Final = "bound"
"""segment; the units that overran together and so end the segment together"""


def group(state: State, keys: tuple[str, ...]) -> list[Unit]:
    """The units that move together."""
    return [state.get(Unit, key) for key in keys]


def name_all(units: list[Unit]) -> str:
    """The units in words."""
    return ", ".join(unit.name for unit in units)


def has_begun(state: State, unit: Unit) -> bool:
    """Has it moved in this segment?"""
    return marked(state, unit.key, BEGAN)


def arrived(state: State, unit: Unit) -> bool:
    """Has it come into play in this segment?"""
    return marked(state, unit.key, ARRIVED)


@case("6.5.1-a")
def entry_cost(state: State, unit: Unit) -> int:
    """What the hex in which it came into play in this segment has cost it."""
    return int(mark_value(state, unit.key, ARRIVED) or 0)


@case("6.0-a", "6.5.1-a")
def points_left(state: State, unit: Unit) -> int:
    """Movement points left in this segment; a unit that has just come in has paid for its entry hex."""
    left = mark_value(state, unit.key, marks.MP)
    if left:
        return int(left)
    return max(allowance(state, unit) - entry_cost(state, unit), 0)


@case("10.3-a", "10.3-b")
def slips_through(unit: Unit) -> bool:
    """The 150th Panzer Brigade crosses zones of control as long as it is unreduced."""
    return unit.tag == "Z" and unit.is_full


# what holds them


@case("6.0-e", "6.4-a", "6.4.3-a", "6.0-a")
def refusals_to_stir(state: State, side: str, unit: Unit) -> Iterator[Refusal]:
    """Why a unit does nothing more in this segment, even if no enemy stopped it."""
    if unit.side != side or not unit.on_map:
        yield Refusal("6.0-a", f"{unit} is not {article(side)} {side.title()} unit on the map")
        return
    if marked(state, unit.key, marks.STALEMATED):
        yield Refusal("6.0-e", f"{unit} is locked in a stalemate")
    if marked(state, unit.key, marks.RAILED):
        yield Refusal("6.4-a", f"{unit} has moved by rail and may do nothing else in this game turn")
    if unit.mf == 0 and not unit.rail_static:
        yield Refusal("6.4.3-a", f"{unit} is static and was not set up on a Westwall hex with a railroad")
    elif has_begun(state, unit) and points_left(state, unit) == 0:
        yield Refusal("6.0-a", f"{unit} has no movement points left")


@case("3.2.1-a", "13.3-b")
def refusals_when_stopped(state: State, unit: Unit) -> Iterator[Refusal]:
    """The enemy's zones, or an unknown enemy, have stopped it."""
    if by := mark_value(state, unit.key, marks.STOPPED):
        yield Refusal(by, f"{unit} had to stop in {ground(state).name_of(unit.place)}")


@case("6.2-a", "6.4.3-a")
def refusals_on_foot(state: State, unit: Unit) -> Iterator[Refusal]:
    """Why a unit that could move does so in no way but another one."""
    if marked(state, unit.key, marks.STRATEGIC):
        yield Refusal("6.2-a", f"{unit} uses Strategic Movement in this player-turn")
    elif unit.mf == 0 and unit.rail_static:
        yield Refusal("6.4.3-a", f"{unit} is static and moves by rail only")


@case("6.3-a")
def refusals_to_part(state: State, units: list[Unit]) -> Iterator[Refusal]:
    """Units that overran together end the segment together."""
    for unit in units:
        bound = set(mark_value(state, unit.key, BOUND).split())
        if bound and bound != {other.key for other in units}:
            why = f"{unit} made an overrun with other units and must end the segment with them"
            yield Refusal("6.3-a", why)
            return


# the walk


class Walk(walk.Walk):
    """Units go hex by hex; an unknown enemy beside their way is discovered and stops them."""

    units: tuple[str, ...]
    left: tuple[int, ...]
    """The movement points left after each step."""
    by: str
    path: tuple[str, ...]
    stopped: bool = False

    def goes_on(self, state: State) -> bool:
        return not self.stopped

    @case("13.3-b")
    def before_step(self, tx: Transaction, here: str, there: str) -> None:
        """Nobody enters the hex of an unknown enemy."""
        side = tx.state.get(Unit, self.units[0]).side
        if is_ambushed(tx.state, side, there):
            self._stop(tx, discover(tx, side, here) or discover(tx, side, there))

    def step(self, tx: Transaction, here: str, there: str) -> None:
        place_together(tx, self.units, there)

    @case("13.3-b")
    def after_step(self, tx: Transaction, here: str, there: str) -> None:
        """Beside an unknown enemy they stop."""
        self._stop(tx, discover(tx, tx.state.get(Unit, self.units[0]).side, there))

    @case("13.3-b", "10.2.1-c")
    def _stop(self, tx: Transaction, stopped: bool) -> None:
        """A discovered unit has a zone of control from now on, in which no armored asset stays alone."""
        frame = tx.state.frame
        assert isinstance(frame, Walk)
        if stopped:
            tx.replace(replace(frame, stopped=True))
            lose_lone_assets(tx)

    @case("13.3-b", "3.1-d")
    def may_stay(self, state: State, here: str) -> bool:
        """A discovery stops them only where there is room."""
        # INTERPRETATION (13.3-b): stopped where they may not stay, they go back to the last hex where they
        # may.
        return not self.stopped or has_room(state, here, group(state, self.units))

    def end(self, tx: Transaction, path: tuple[str, ...]) -> None:
        steps = len(path) - 1
        for key in self.units:
            if steps:
                if not marked(tx.state, key, BEGAN):
                    tx.mark(key, BEGAN, marks.SEGMENT, value=path[0])
                tx.mark(key, marks.MOVED, marks.PLAYER_TURN)
                tx.mark(key, marks.MP, marks.SEGMENT, value=str(self.left[steps - 1]))
                follow_line(tx, key, path)
            if self.stopped:
                tx.mark(key, marks.STOPPED, marks.SEGMENT, value="13.3-b")
        if steps:
            tell(tx, self.units, path, self.by)


@case("3.2.1-a")
def stop_in_zone(tx: Transaction, keys: tuple[str, ...]) -> None:
    """Units that have come into an enemy zone of control move no farther in this player-turn."""
    units = group(tx.state, keys)
    zone = zoc(tx.state, ground(tx.state).other(units[0].side))
    for unit in units:
        slips = len(units) == 1 and slips_through(unit)
        if unit.place in zone and not slips and not marked(tx.state, unit.key, marks.STOPPED):
            tx.mark(unit.key, marks.STOPPED, marks.SEGMENT, value="3.2.1-a")


@case("hidden-information")
def tell(tx: Transaction, keys: tuple[str, ...], path: tuple[str, ...], by: str) -> None:
    """The log's sentence: of a marker the enemy reads only its letter, of an unknown unit nothing."""
    units = group(tx.state, keys)
    way = f"by {' '.join(path[1:-1])} " if len(path) > 2 else ""
    where = f"from {path[0]} {way}to {ground(tx.state).name_of(path[-1])}"
    seen_by = (units[0].side,) if any(unit.hidden for unit in units) else None
    seen = [unit for unit in units if unit.hidden != "unknown"]
    shown = ", ".join(f"marker {unit.letter}" if unit.hidden else unit.name for unit in seen)
    known_as = f"{shown}:" if shown and seen_by else ""
    walk.tell_move(tx, by, f"{name_all(units)}:", where, keys, path, seen_by, known_as)


FRAMES = (Walk,)
