"""Reserves (3.5.3, 3.5.4): who can be dispatched when a hex is attacked, and how far."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.combat.attack import Attack
from engine.games.toppling_the_reich.combat.surprise import refusals_when_surprised
from engine.games.toppling_the_reich.command.command_control import (
    cut_out_by,
    group_of,
    hq_in_command,
    in_range,
    is_cut_out,
)
from engine.games.toppling_the_reich.command.reserve_movement import HigherReserveMovement, ReserveMovement
from engine.games.toppling_the_reich.movement.zoc import zoc
from engine.games.toppling_the_reich.records import Clock, Unit, forces, headquarters, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.referee import Refusal, State, case, derived, mark_value, marked

HIGHER = ("army_group", "front")


def with_hqs(state: State, unit: Unit, levels: tuple[str, ...]) -> list[Unit]:
    """The headquarters of these levels that a unit is stacked with."""
    return [
        hq
        for hq in units_at(state, unit.place)
        if hq.is_hq and hq.side == unit.side and hq.level in levels and hq.key != unit.key
    ]


@case("3.5.3-d", "3.5.3-e", "3.4.2-g", "6.4.3-c", "7.7-b", "7.1-b", "10.5-h")
def refusals_as_reserve(state: State, unit: Unit, attack: Attack) -> Iterator[Refusal]:
    """What kind of unit, in what situation, is not a reserve."""
    if unit.side == attack.side or not unit.on_map:
        yield Refusal("3.5.3-a", f"{unit} is not a unit of the defender on the map")
    elif unit.is_leader:
        yield Refusal("3.4.2-g", f"{unit} is a leader and cannot be a reserve")
    elif unit.is_hq or unit.is_corps or unit.is_asset or unit.dummy:
        yield Refusal(
            "3.5.3-d", f"{unit} cannot be dispatched: headquarters, corps, assets and dummies never are"
        )
    elif not unit.mf:
        yield Refusal("3.5.3-e", f"{unit} cannot move, so it cannot be dispatched")
    if marked(state, unit.key, marks.RAILED):
        yield Refusal("6.4.3-c", f"{unit} has moved by rail this game turn and only defends where it is")
    if mark_value(state, unit.key, marks.DROPPED) == str(state.one(Clock).turn):
        yield Refusal("10.5-h", f"{unit} has dropped this game turn and does not move before the next")
    if marked(state, unit.key, marks.STALEMATED):
        yield Refusal("7.7-b", f"{unit} is locked in a stalemate")
    if unit.place == attack.target:
        yield Refusal("7.1-b", f"{unit} is under attack itself")
    yield from refusals_when_surprised(state, unit.side)


@case("3.5.3-c", "3.5.3-d", "3.6-b", "13.1.1-b", "13.1.1-c", "13.1.1-d", "3.6-c")
def refusals_of_hq(state: State, hq: Unit) -> Iterator[Refusal]:
    """Why a headquarters cannot dispatch reserves."""
    if hq.place in zoc(state, ground(state).other(hq.side)):
        yield Refusal("3.5.3-c", f"{hq} is in an enemy zone of control and cannot dispatch reserves")
    if not hq_in_command(state, hq):
        yield Refusal("3.5.3-d", f"{hq} is out of command and cannot dispatch reserves")
    if is_cut_out(state, hq):
        yield Refusal(cut_out_by(state, hq), f"{hq} is cut out this turn")


@case("3.5.3-a", "3.4.2-g", "3.5.3-f", "3.5.4-b")
def refusals_to_dispatch(
    state: State, unit: Unit, attack: Attack, moved: tuple[str, ...], sent: str
) -> Iterator[Refusal]:
    """Why a unit is not sent by the army headquarters it is stacked with."""
    yield from refusals_as_reserve(state, unit, attack)
    if unit.key == sent:
        yield Refusal(
            "3.5.4-b",
            f"{unit} was sent to its army in this response and can be a reserve from the next attack on",
        )
    elif unit.key in moved:
        yield Refusal("3.5.3-a", f"{unit} has been dispatched in this response")
    hqs = with_hqs(state, unit, ("army",))
    if not hqs:
        yield Refusal("3.5.3-a", f"{unit} is not stacked with an army headquarters")
        return
    reasons = [list(refusals_of_hq(state, hq)) for hq in hqs]
    if all(reasons):
        yield from reasons[0]
    elif not army_reach(state, unit.key):
        yield Refusal("3.5.3-b", f"{unit} cannot reach any hex as a reserve")


@case("3.5.3-a", "3.5.1")
def army_movement(state: State, unit: Unit) -> ReserveMovement:
    """How an army headquarters dispatches a unit."""
    return ReserveMovement(state, unit, ground(state).charts.command_ranges.of(unit.side, "army").reserve)


@derived()
def army_reach(state: State, key: str) -> frozenset[str]:
    """The hexes to which an army headquarters can dispatch a unit."""
    return army_movement(state, state.get(Unit, key)).arrivals().ends


@case("3.5.4-a", "3.5.4-b", "3.5.4-c")
def refusals_to_send(
    state: State, unit: Unit, attack: Attack, moved: tuple[str, ...], sent: str
) -> Iterator[Refusal]:
    """Why a unit is not sent by an army group or the front to an army headquarters."""
    if attack.exploits:
        yield Refusal("3.5.4-c", "in exploitation only army headquarters dispatch reserves")
    if sent:
        yield Refusal("3.5.4-a", "a reserve of an army group or front has been sent for this hex already")
    if unit.key in moved:
        yield Refusal("3.5.4-a", f"{unit} has been dispatched in this response")
    yield from refusals_as_reserve(state, unit, attack)
    hqs = with_hqs(state, unit, HIGHER)
    if not hqs:
        yield Refusal("3.5.4-a", f"{unit} is not with an army group or front headquarters")
        return
    reasons = [list(refusals_of_hq(state, hq)) for hq in hqs]
    if all(reasons):
        yield from reasons[0]
    elif not higher_reach(state, unit, attack):
        why = f"no army headquarters in command that has {attack.target} in range"
        yield Refusal("3.5.4-a", f"{unit} can reach {why}")


@case("3.5.4-a", "3.5.1", "3.6-c")
def higher_movements(state: State, unit: Unit, attack: Attack) -> list[HigherReserveMovement]:
    """How army group and front headquarters send it to an army in command that has the hex in range."""
    group = group_of(state, unit.side, attack.target)
    goals = frozenset(
        hq.place
        for hq in headquarters(state, unit.side, "army")
        if group
        and in_range(state, hq, attack.target)
        and hq.place != unit.place
        and hq_in_command(state, hq)
    )
    ranges = ground(state).charts.command_ranges
    return [
        HigherReserveMovement(state, unit, hq, ranges.of(unit.side, hq.level).reserve, goals)
        for hq in with_hqs(state, unit, HIGHER)
        if next(refusals_of_hq(state, hq), None) is None and (hq.level == "front" or hq.key == group)
    ]


def higher_reach(state: State, unit: Unit, attack: Attack) -> frozenset[str]:
    """The hexes to which they can send it."""
    return frozenset[str]().union(*(way.arrivals().ends for way in higher_movements(state, unit, attack)))


@derived()
def beside_hqs(state: State, side: str, levels: tuple[str, ...]) -> tuple[str, ...]:
    """The units stacked with headquarters of these levels: the candidates for reserves."""
    hexes = {hq.place for level in levels for hq in headquarters(state, side, level)}
    return tuple(
        unit.key
        for unit in forces(state, side)
        if unit.place in hexes and unit.is_combat_unit and not unit.is_hq
    )
