"""Eliminated headquarters come back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from engine.games.avalanche.general.distance import is_beside_enemy
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.records import ELIMINATED, SIDES, Unit, ground_units, units_at
from engine.mechanics.menu import PickOne
from engine.mechanics.places import box
from engine.referee import Procedure, Refusal, State, Transaction, case


@case("init.hq-return", "def.formation-16pz")
def hosts(state: State, staff: Unit) -> list[str]:
    """The units of its formation on the map; in the 16th Panzer Division of the whole division."""
    return [
        unit.key
        for unit in ground_units(state, staff.side)
        if unit.formation == staff.formation and not unit.is_strong_point
    ]


@case("init.hq-return")
def refusals_to_host(state: State, unit: Unit) -> Iterator[Refusal]:
    if is_beside_enemy(state, unit.place, unit.side):
        yield Refusal("init.hq-return", f"{unit.name} is adjacent to an enemy unit")


def lost_staffs(state: State) -> Iterator[Unit]:
    """Eliminated headquarters that a unit of their formation can take in."""
    for side in SIDES:
        for staff in sorted(units_at(state, box(ELIMINATED, side)), key=lambda unit: unit.key):
            open_hosts = (key for key in hosts(state, staff) if staff.is_hq)
            if any(next(refusals_to_host(state, state.get(Unit, key)), None) is None for key in open_hosts):
                yield staff


class HqReturn(Procedure):
    """One headquarters after the other."""

    title = "Return of headquarters"

    def run(self, tx: Transaction) -> None:
        staff = next(lost_staffs(tx.state), None)
        if staff is None:
            tx.pop()
        else:
            tx.push(PlaceHq(staff.side, staff=staff.key))


class PlaceHq(PickOne, kw_only=True):
    """On which unit of its formation is the headquarters placed?"""

    staff: str

    title = "Return of headquarters"
    ruled_by = "init.hq-return"
    otherwise = "@ is not possible: a headquarters returns on a unit of its formation on the map"
    records: ClassVar = {"unit": Unit}

    def prompt(self, state: State) -> str:
        return f"On which unit is {state.get(Unit, self.staff).name} placed?"

    def options(self, state: State) -> Iterable[str]:
        return hosts(state, state.get(Unit, self.staff))

    def refusals_to_pick(self, state: State, target: Unit) -> Iterator[Refusal]:
        return refusals_to_host(state, target) if target.on_map else iter(())

    @case("init.hq-return")
    def picked(self, tx: Transaction, target: Unit) -> None:
        staff = tx.state.get(Unit, self.staff)
        tx.put(replace(staff, place=target.place, steps=staff.full_steps, state="", supply=""))
        text = f"{staff.name} returns to {target.name}"
        tell(tx, "UnitArrived", text, "init.hq-return", unit=(staff.key, target.key), hex=target.place)
        tx.pop()


FRAMES = (HqReturn, PlaceHq)
