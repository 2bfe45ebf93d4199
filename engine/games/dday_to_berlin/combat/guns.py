"""Artillery: off-map supports and guns on the map, each with one use in a game turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.combat.readiness import refusals_of_moved_gun, refusals_to_act
from engine.games.dday_to_berlin.records import Unit, army, forces
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.mechanics import counted, tell
from engine.referee import Mark, Refusal, State, Transaction, case, derived, marked

ART: Final = "ART"
AIR: Final = "AIR"
SUPPORTS: Final = (ART, AIR)
"""What a side holds off the map, as actions name it."""


def on_hand(state: State, side: str, support: str) -> int:
    """Supports of a kind that the side can still use."""
    held = army(state, side)
    return held.art if support == ART else held.air


@case("B.once")
def spend_supports(tx: Transaction, side: str, art: int = 0, air: int = 0) -> None:
    """A support that is used is gone until a later step B brings it back."""
    if art or air:
        held = army(tx.state, side)
        tx.put(replace(held, art=held.art - art, air=held.air - air))
        used = " and ".join(f"{number} {what}" for number, what in ((art, ART), (air, AIR)) if number)
        tell(tx, "SupportUsed", f"{ground(tx.state).title_of(side)} uses {used}", "B.once", side=side)


@case("B.on-map-guns", "4.support-guns", "2.guns")
def use_guns(tx: Transaction, guns: Iterable[str]) -> None:
    """Any part in combat is the one use of a gun in the game turn."""
    for key in guns:
        tx.mark(key, marks.FIRED, marks.GAME_TURN)


@case("4.ranged-range", "B.on-map-guns")
def range_of(state: State, unit: Unit) -> int:
    """Zones that an artillery battalion fires: its own where it differs from the table."""
    chart = ground(state).charts.battalion_info
    return unit.range or chart.line(unit.type, unit.moves_as, unit.weight).range


@case("B.on-map-guns", "5.effects")
def refusals_to_fire(state: State, unit: Unit, own_turn: bool) -> Iterator[Refusal]:
    """What keeps an artillery battalion from firing; it needs no activation."""
    if marked(state, unit.key, marks.FIRED):
        yield Refusal("B.on-map-guns", f"{unit} has already been used in this game turn")
    yield from refusals_of_moved_gun(state, unit)
    if marked(state, unit.key, marks.OUT_OF_SUPPLY):
        yield Refusal("5.effects", f"{unit} is out of supply")
    if own_turn:
        yield from refusals_to_act(state, unit)


@derived(Unit, Mark)
def ready_guns(state: State, side: str, own_turn: bool) -> tuple[Unit, ...]:
    """Artillery battalions of a side that may fire, wherever the target is."""
    return tuple(
        unit
        for unit in forces(state, side)
        if unit.is_artillery and next(refusals_to_fire(state, unit, own_turn), None) is None
    )


def guns_in_range(state: State, side: str, zones: tuple[str, ...], own_turn: bool) -> tuple[Unit, ...]:
    """Those of them that reach at least one of the zones."""
    distance = ground(state).distance
    return tuple(
        unit
        for unit in ready_guns(state, side, own_turn)
        if min(distance(unit.place, zone) for zone in zones) <= range_of(state, unit)
    )


def art_on_hand(state: State, side: str) -> tuple[str, ...]:
    """The ART support as a marker that can be used, if there is any."""
    return (ART,) if on_hand(state, side, ART) else ()


@case("4.ranged-range")
def refusals_of_range(state: State, unit: Unit, zones: tuple[str, ...]) -> Iterator[Refusal]:
    """One of the zones must be within range."""
    nearest = min(ground(state).distance(unit.place, zone) for zone in zones)
    if nearest > range_of(state, unit):
        reach = range_of(state, unit)
        yield Refusal(
            "4.ranged-range",
            f"{' or '.join(zones)} is {counted(nearest, 'zone')} from {unit}, whose range is {reach}",
        )


@case("4.fire-support", "4.defensive-fire", "B.uses")
def refusals_to_lay_fire(
    state: State,
    side: str,
    what: Unit | str,
    zones: tuple[str, ...],
    own_turn: bool,
    laid: tuple[int, int, int],
) -> Iterator[Refusal]:
    """Fire on an assault by either side: ART supports and artillery in range, never aircraft.

    `what` is a gun or the name of a support; `laid` is how many ART supports and how many guns are in it
    already, and the most that count.
    """
    supports, guns, most = laid
    rule = "4.fire-support" if own_turn else "4.defensive-fire"
    if supports + guns >= most:
        yield Refusal(rule, f"this assault already has {counted(most, 'fire support')}, the most allowed")
    if isinstance(what, str):
        if what != ART:
            yield Refusal("B.uses", f"{what} never takes part in an assault")
        elif on_hand(state, side, ART) <= supports:
            yield Refusal("B.once", f"{ground(state).title_of(side)} has no ART support left")
    elif what.side != side or not what.on_map or not what.is_artillery:
        yield Refusal(rule, f"{what} is not artillery of {ground(state).title_of(side)} on the map")
    else:
        yield from refusals_to_fire(state, what, own_turn)
        yield from refusals_of_range(state, what, zones)
