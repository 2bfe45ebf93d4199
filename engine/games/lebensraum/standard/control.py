"""Control of hexes by occupation (11.5)."""

from __future__ import annotations

from functools import lru_cache

from engine.games.lebensraum.records import ALLIED, AXIS, Control
from engine.games.lebensraum.scenario.ground import Ground, ground
from engine.referee import State, Transaction, case, derived

NEUTRAL = frozenset(("sweden", "turkey", "switzerland", "spain", "portugal"))
ALLIED_IN_THE_WEST = frozenset(("britain", "ireland"))


@lru_cache(maxsize=4)
@case("11.5-a")
def starting_control(land: Ground) -> dict[str, str]:
    """Who controls which land hex before the first turn; neutral countries belong to nobody.

    East: the Soviet Union is Soviet, everything else Axis. West: Britain and Ireland, from 1943 on Sicily,
    Sardinia and the Italian hexes that the scenario names are Allied.
    """
    found = {}
    held = land.region("allied-at-start")
    if not land.has_east:
        held |= land.region("sicily") | land.region("sardinia")
    for here in land.land:
        country = land.country.get(here, "")
        if country in NEUTRAL:
            continue
        allied = country == "soviet-union" if land.has_east else False
        allied |= land.has_west and (country in ALLIED_IN_THE_WEST or here in held)
        found[here] = ALLIED if allied else AXIS
    return found


def controller(state: State, here: str) -> str:
    """Who controls a hex; nobody controls a neutral one."""
    return control(state).get(here, "")


@derived(Control)
def control(state: State) -> dict[str, str]:
    """Who controls each hex."""
    changed = {one.key: one.side for one in state.all(Control).values()}
    return starting_control(ground(state)) | changed


@case("11.5-b")
def take(tx: Transaction, here: str, side: str) -> None:
    """A unit of a side has entered a hex: the side controls it from now on."""
    if controller(tx.state, here) != side:
        tx.put(Control(here, side))
