"""What follows when a unit enters a hex: control, borders, headquarters that give way, economic markers."""

from __future__ import annotations

from msgspec.structs import replace

from engine.games.lebensraum.combat.hq_retreat import give_way
from engine.games.lebensraum.economy.capture import capture_markers
from engine.games.lebensraum.markers.records import leave_markers
from engine.games.lebensraum.records import OpenBorder, Unit
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.special.neutrals import entered
from engine.games.lebensraum.standard.control import controller, take
from engine.games.lebensraum.standard.zoc import border
from engine.mechanics.telling import tell
from engine.referee import Transaction, case


def enter(tx: Transaction, key: str, here: str, there: str) -> None:
    """Put a unit from one hex into the next, or into one from off the map if `here` is empty."""
    unit = replace(tx.state.get(Unit, key), place=there)
    tx.put(unit)
    if unit.is_hq:
        return
    leave_markers(tx, unit, here)
    entered(tx, unit, there)
    open_border(tx, unit, here, there)
    take(tx, there, unit.side)
    give_way(tx, unit, here, there)
    capture_markers(tx, unit, there)


@case("5.4-f")
def open_border(tx: Transaction, unit: Unit, here: str, there: str) -> None:
    """A unit that crosses a border into a hex that its side did not control opens this border to zones."""
    country = ground(tx.state).country
    one, other = country.get(here, ""), country.get(there, "")
    if not one or not other or one == other or controller(tx.state, there) == unit.side:
        return
    between = border(one, other)
    if tx.state.find(OpenBorder, between) is None:
        tx.put(OpenBorder(between))
        names = " and ".join(name.replace("-", " ").title() for name in sorted((one, other)))
        tell(tx, "BorderOpened", f"The border between {names} no longer stops zones of control", "5.4-f")
