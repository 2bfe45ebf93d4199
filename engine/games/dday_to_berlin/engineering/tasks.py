"""Engineering tasks: who may do which, where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.games.dday_to_berlin.movement.zoc import zoc
from engine.games.dday_to_berlin.records import (
    ACTIVATED,
    ARRIVED,
    COLUMN,
    FALLBACK,
    MOVED,
    WORKED,
    Bridge,
    Clock,
    Earthwork,
    Unit,
    occupied,
)
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.referee import Refusal, State, case, mark_value, marked

DUG: Final = "dug in this phase"
"""A mark on a hex."""
BLAST_TRIED: Final = "blast tried"
"""A mark on a hexside."""
CHANGED: Final = "dismounted or remounted"
CARRIED: Final = ("INF", "ENG", "REC")


@case("3.eligible", "2.fallback")
def refusals_to_work(state: State, side: str, unit: Unit) -> Iterator[Refusal]:
    """Who did not move, did not fall back and is not in column may do one task."""
    if unit.side != side or not unit.on_map:
        yield Refusal("3.eligible", f"{unit} is not a unit of {ground(state).title_of(side)} on the map")
    if marked(state, unit.key, WORKED):
        yield Refusal("3.eligible", f"{unit} has already done its task")
    # INTERPRETATION (3.eligible): coming in as a reinforcement is movement too.
    if marked(state, unit.key, MOVED) or marked(state, unit.key, ARRIVED):
        yield Refusal("3.eligible", f"{unit} has moved in this player turn")
    if mark_value(state, unit.key, ACTIVATED) == FALLBACK:
        yield Refusal("3.eligible", f"{unit} has a Fallback result and may do nothing more")
    if marked(state, unit.key, COLUMN):
        yield Refusal("3.eligible", f"{unit} is in road column")


@case("scn.carentan-first")
def refusals_of_first_game(state: State, task: str) -> Iterator[Refusal]:
    """The first game has no engineering but digging in."""
    if "scn.carentan-first" in ground(state).special:
        yield Refusal("scn.carentan-first", f"The option First game excludes {task}")


@case("3.dig", "3.eligible", "C.engineer")
def refusals_to_dig(state: State, unit: Unit) -> Iterator[Refusal]:
    """Non Mech units where there is no position yet; near the enemy only engineers, except at night."""
    here, night = unit.place, state.one(Clock).night
    if unit.is_mech:
        yield Refusal("3.dig", f"{unit} is MECH and cannot dig")
    work = state.find(Earthwork, here)
    if work is not None and work.finished:
        yield Refusal("3.dig", f"{here} already has a prepared position")
    # INTERPRETATION (3.dig): engineers that join in finish works begun in this phase.
    elif marked(state, here, DUG) and unit.type != "ENG":
        yield Refusal("3.dig", f"a unit has already dug in {here} in this phase")
    near = here in zoc(state, ground(state).other(unit.side))
    if near and unit.type != "ENG" and not night:
        yield Refusal("3.dig", f"{here} is in an enemy zone of control; only ENG may dig there by day")


@case("3.bridge", "scn.seelow-bridges")
def refusals_to_bridge(state: State, unit: Unit, side: str) -> Iterator[Refusal]:
    """Engineers at a river without a bridge, with no enemy near the far bank."""
    yield from refusals_of_first_game(state, "bridging")
    land = ground(state)
    if unit.type != "ENG":
        yield Refusal("3.bridge", f"{unit} is not an ENG unit")
    if side not in land.rivers or unit.place not in side.split("/"):
        yield Refusal("3.bridge", f"{side} is not a river beside {unit.place}")
        return
    if state.find(Bridge, side) is not None:
        yield Refusal("3.bridge", f"{side} already has a bridge")
    far = across(side, unit.place)
    enemy = land.other(unit.side)
    # INTERPRETATION (3.bridge): the far bank must be clear in every phase of the work, not only the first.
    if far in occupied(state, enemy) or far in zoc(state, enemy):
        yield Refusal("3.bridge", f"{far} across the river is the enemy's or in an enemy zone of control")
    if land.is_water(far):
        yield Refusal("3.bridge", f"{far} across the river is water")
    banned = land.rules.river_bridges
    if banned is not None and land.has_name(side, banned.river):
        yield Refusal("scn.seelow-bridges", f"No further bridge over the {banned.river} may be started")


@case("3.demolish", "scn.carentan-bridge", "scn.seelow-bridges")
def refusals_to_demolish(state: State, unit: Unit, side: str) -> Iterator[Refusal]:
    """Infantry of any kind at one end of a bridge; one attempt per bridge and phase."""
    yield from refusals_of_first_game(state, "blowing bridges")
    land = ground(state)
    if unit.type not in land.charts.engineering.tasks["demolish"].who:
        yield Refusal("3.demolish", f"{unit} ({unit.type}) cannot blow bridges")
    if state.find(Bridge, side) is None or unit.place not in side.split("/"):
        yield Refusal("3.demolish", f"{side} is not a bridge beside {unit.place}")
    if marked(state, side, BLAST_TRIED):
        yield Refusal(
            "3.demolish", f"the demolition of the bridge {side} has already been tried in this phase"
        )
    spared, fixed = land.rules.bridge_spared, land.rules.river_bridges
    if spared is not None and side == spared.hexside and state.one(Clock).turn < spared.first_turn:
        why = f"the bridge {side} may not be blown before turn {spared.first_turn}"
        yield Refusal("scn.carentan-bridge", why)
    if fixed is not None and side in fixed.bridges:
        yield Refusal("scn.seelow-bridges", f"the bridge {side} cannot be blown")


@case("3.raze")
def refusals_to_raze(state: State, unit: Unit) -> Iterator[Refusal]:
    """Engineers fill in the position or the works of their own zone."""
    yield from refusals_of_first_game(state, "filling in positions")
    if unit.type != "ENG":
        yield Refusal("3.raze", f"{unit} is not an ENG unit")
    if state.find(Earthwork, unit.place) is None:
        yield Refusal("3.raze", f"{unit.place} has neither a position nor works")


@case("3.dismount")
def refusals_to_change_mount(state: State, unit: Unit, dismount: bool) -> Iterator[Refusal]:
    """Armoured infantry, engineers and reconnaissance leave their carriers or mount again."""
    yield from refusals_of_first_game(state, "dismounting")
    if unit.mobility != "MECH" or unit.type not in CARRIED:
        yield Refusal("3.dismount", f"{unit} has no carriers")
    if unit.dismounted == dismount:
        yield Refusal("3.dismount", f"{unit} is {'dismounted' if dismount else 'mounted'} already")
    if marked(state, unit.key, CHANGED):
        yield Refusal("3.dismount", f"{unit} has already mounted or dismounted in this phase")


def across(side: str, place: str) -> str:
    """The zone on the other side of a hexside."""
    one, other = side.split("/")
    return other if one == place else one
