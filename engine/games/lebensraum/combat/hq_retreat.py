"""Headquarters that give way to a unit that enters their hex in movement (7.42-e)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.lebensraum.combat.overrun import lose_headquarters
from engine.games.lebensraum.combat.retreat_ground import refusals_of_ground
from engine.games.lebensraum.headquarters.staff import return_staff
from engine.games.lebensraum.records import Unit, hqs_at
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.standard.cities import toward_a_city
from engine.mechanics.menu import PickOne
from engine.mechanics.telling import tell
from engine.referee import Refusal, State, Transaction, case


@case("7.42-e", "7.42-a")
def hexes_to_give_way(state: State, hq: Unit, came_from: str) -> list[str]:
    """Not toward the hex that the enemy has come from; of the others the nearest city decides."""
    # INTERPRETATION (7.42-e): every hex around is equally far from the unit that has come, so "away from it"
    # can only mean that the headquarters does not go where the unit was.
    around = (there for there in ground(state).neighbors[hq.place] if there != came_from)
    free = [t for t in around if next(refusals_of_ground(state, hq, t, "7.42-e"), None) is None]
    return toward_a_city(state, hq, free)


@case("7.42-e", "5.4-h", "11.2-g", "11.6-e")
def give_way(tx: Transaction, unit: Unit, came_from: str, here: str) -> None:
    """A unit has moved into a hex with enemy headquarters: they retreat, or are overrun if they cannot."""
    for hq in hqs_at(tx.state, here):
        if hq.side == unit.side:
            continue
        hexes = hexes_to_give_way(tx.state, hq, came_from)
        if not hexes:
            lose_headquarters(tx, hq, "7.42-e")
        elif len(hexes) == 1:
            go(tx, hq, hexes[0])
        else:
            tx.push(GiveWay(hq.side, tuple(hexes), hq=hq.key))


@case("7.42-e", "11.6-e")
def go(tx: Transaction, hq: Unit, there: str) -> None:
    """It keeps its leader; staff leaders return to the capital."""
    tx.put(replace(hq, place=there))
    text = f"{hq.name} gives way to {ground(tx.state).name_of(there)}"
    tell(tx, "HqRetreated", text, "7.42-e", unit=hq.key, hex=there)
    return_staff(tx, hq.key, "11.6-e")


class GiveWay(PickOne, kw_only=True):
    """To which hex does a headquarters give way?"""

    hq: str

    title = "Retreat of a headquarters"
    verb: ClassVar[str] = "retreat"
    kind: ClassVar[str] = "hex"
    ruled_by = "7.42-e"
    otherwise = "the headquarters goes to one of the hexes nearest to a friendly city"
    records: ClassVar[Mapping[str, type]] = {"unit": Unit}

    def prompt(self, state: State) -> str:
        return f"Where does {state.get(Unit, self.hq).name} go?"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    def subjects(self, state: State) -> Iterable[str]:
        return (self.hq,)

    def refusals_to_pick(self, state: State, target: str) -> Iterator[Refusal]:
        yield from refusals_of_ground(state, state.get(Unit, self.hq), target, "7.42-e")

    def picked(self, tx: Transaction, target: str) -> None:
        tx.pop()
        go(tx, tx.state.get(Unit, self.hq), target)


FRAMES: Final = (GiveWay,)
