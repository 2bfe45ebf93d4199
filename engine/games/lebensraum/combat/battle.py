"""A combat while it is fought: who takes part, under whose command, with whose help."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.lebensraum.records import DUE, Unit, units_at
from engine.games.lebensraum.special.landing import landing_target
from engine.mechanics.places import box
from engine.record import Record
from engine.referee import State

ATTACK = "attack"
DEFENCE = "defence"


class Help(Record):
    """The value of a leader that is added to the strength of a unit."""

    unit: str
    leader: str
    amount: int
    from_staff: bool = False


class Battle(Record):
    """The combat that is being fought; there is at most one."""

    side: str
    """The attacker."""
    target: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    assigned: tuple[tuple[str, str], ...] = ()
    """Each unit with the headquarters it belongs to."""
    commanded: tuple[tuple[str, str], ...] = ()
    """The units in command, each with its headquarters; without one if it needs none."""
    help: tuple[Help, ...] = ()
    harassed: tuple[tuple[str, str], ...] = ()
    """Partisan markers for which the nearest unit was chosen, and the unit."""
    considered_air: str = ""
    """A unit that would get one more air marker: only in previews."""
    leaders: tuple[tuple[str, str], ...] = ()
    """Each unit with the leader it belonged to when the die fell."""
    indicated: tuple[int, int] = (0, 0)
    """The steps of attacker and defender, once the die has fallen."""
    places: tuple[tuple[str, str], ...] = ()
    """Where each unit stood when the combat began."""
    retreated: tuple[str, ...] = ()
    """The units that have retreated."""
    excess: tuple[int, int] = (0, 0)
    """The steps beyond what eliminated all units of attacker and defender."""
    key: str = ""

    def role(self, side: str) -> str:
        """Attack or defence."""
        return ATTACK if side == self.side else DEFENCE

    def keys(self, side: str) -> tuple[str, ...]:
        """The units of a side in this combat."""
        return self.attackers if side == self.side else self.defenders

    def headquarters_of(self, unit: str) -> str:
        """The headquarters that puts a unit in command; empty if none does."""
        return dict(self.commanded).get(unit, "")

    def is_commanded(self, unit: str) -> bool:
        """Is a unit in command?"""
        return unit in dict(self.commanded)

    def started_in(self, unit: str) -> str:
        """Where a unit stood when the combat began."""
        return dict(self.places)[unit]


def battle(state: State) -> Battle:
    """The combat that is being fought."""
    return state.one(Battle)


def fighting(state: State) -> Battle | None:
    """The same, if there is one."""
    return state.find(Battle, "")


def units_of(state: State, keys: Sequence[str]) -> list[Unit]:
    """Those of the units that are still there: on the map, or before a beach."""
    found = (state.find(Unit, key) for key in keys)
    return [unit for unit in found if unit is not None and (unit.on_map or landing_target(state, unit.key))]


def place_of(state: State, unit: Unit) -> str:
    """Where a unit is in a combat: its hex, or the hex that it attacks from the sea."""
    return landing_target(state, unit.key) or unit.place


def landing(state: State, side: str) -> list[Unit]:
    """The units of a side that attack from the sea."""
    return [unit for unit in units_at(state, box(DUE, side)) if landing_target(state, unit.key)]
