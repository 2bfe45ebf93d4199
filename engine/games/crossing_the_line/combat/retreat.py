"""Retreats (7.5.2-retreat)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from engine.games.crossing_the_line.actions.ban import refusals_of_ban
from engine.games.crossing_the_line.records import Unit, occupied
from engine.games.crossing_the_line.scenario.ground import ROER, ground
from engine.games.crossing_the_line.scenario.question import Pick
from engine.games.crossing_the_line.standard.effectiveness import end_improved_defense, lose
from engine.games.crossing_the_line.standard.known import all_see, known_zoc, put_in, together
from engine.games.crossing_the_line.standard.stacking import check_stacking
from engine.games.crossing_the_line.standard.zoc import zoc
from engine.mechanics.plural import counted
from engine.referee import Event, Preview, Procedure, Refusal, State, Transaction, case


@case("7.5.2-retreat-a")
def to_supply(state: State, side: str, here: str) -> int:
    """The hexes to the closest supply edge hex of a side, on the whole sheet."""
    land = ground(state)
    return min((land.grid.distance(here, edge) for edge in land.supply_edge[side]), default=0)


@case("7.5.2-retreat-b", "7.5.2-3d", "7.3.8")
def refusals_to_retreat(state: State, side: str, here: str, there: str) -> Iterator[Refusal]:
    """No retreat goes farther than one hex, into a hex with any enemy unit or across the Roer."""
    land = ground(state)
    name = land.name_of(there)
    if outside := list(land.refusals_outside(there, "7.5.2-retreat-b")):
        yield from outside
        return
    if there not in land.neighbors[here]:
        yield Refusal("7.5.2-3d", f"{name} is not adjacent to {here}, and nobody retreats more than one hex")
        return
    if there in occupied(state, land.other(side)):
        yield Refusal("7.5.2-retreat-b", f"{name} is occupied by the enemy")
    if land.between(here, there) == ROER:
        yield Refusal("7.5.2-retreat-b", f"The Roer lies between {here} and {name}")
    yield from refusals_of_ban(state, side, there)


@case("7.5.2-retreat-a", "7.5.2-retreat-b", "7.5.2-retreat-c")
def retreat_hexes(state: State, side: str, here: str, forced: bool) -> list[str]:
    """Where units of a hex may retreat to: nearer to supply, else as near, else anywhere. Forced ones enter
    an enemy zone of control, but only if there is no other hex at all."""
    land = ground(state)
    open_hexes = [
        there
        for there in land.neighbors[here]
        if next(refusals_to_retreat(state, side, here, there), None) is None
    ]
    zone = known_zoc(state, land.other(side))
    free = [there for there in open_hexes if there not in zone]
    if not free and not forced:
        return []
    return _nearest(state, side, here, free or open_hexes)


def _nearest(state: State, side: str, here: str, hexes: list[str]) -> list[str]:
    """Those that bring the units nearer to supply, else those as near, else all."""
    now = to_supply(state, side, here)
    far = {there: to_supply(state, side, there) for there in hexes}
    for best in ([t for t in hexes if far[t] < now], [t for t in hexes if far[t] == now], hexes):
        if best:
            return sorted(best)
    return []


class Retreat(Procedure):
    """Units of one hex retreat together by one hex; forced ones that cannot lose strength instead."""

    side: str
    units: tuple[str, ...]
    here: str
    forced: bool
    there: str = ""
    """The hex where their companions have gone, if they go along."""

    title = "Retreat"

    @case("7.5.2-retreat-a", "7.5.2-retreat-d", "7.5.2-3c", "10.1-c")
    def run(self, tx: Transaction) -> None:
        along = [self.there] if self.there else []
        hexes = along or retreat_hexes(tx.state, self.side, self.here, self.forced)
        if not hexes:
            for key in self.units:
                lose(tx, tx.state.get(Unit, key), 2, "7.5.2-retreat-d", "it cannot retreat")
            tx.pop("")
        elif len(hexes) == 1 or ground(tx.state).is_static(self.side):
            go(tx, self, hexes[0])
        else:
            tx.replace(ChooseRetreat(self.side, tuple(hexes), retreat=self))


@case("7.5.2-retreat-a", "7.5.2-retreat-c", "7.5.2-retreat-e")
def go(tx: Transaction, retreat: Retreat, there: str) -> None:
    """The units arrive together; an enemy zone of control costs each a strength point."""
    land = ground(tx.state)
    # INTERPRETATION (7.5.2-retreat-c, 5.3.4-a): the hexes are offered by the zones that the side can know;
    # one that it could not know costs the strength point as well, in a voluntary retreat too.
    in_zone = there in zoc(tx.state, land.other(retreat.side))
    end_improved_defense(tx, retreat.here)
    end_improved_defense(tx, there)
    moved = [put_in(tx, tx.state.get(Unit, key), there) for key in retreat.units]
    names, known = together(moved)
    what, about = f"retreats to {land.name_of(there)}", (("unit", moved[-1].key), ("hex", there))
    text, redacted = f"{names} {what}", f"{known} {what}"
    tx.emit(Event("UnitRetreated", text, "7.5.2-retreat-a", (retreat.side,), redacted, about))
    for unit in moved if in_zone else ():
        lose(tx, unit, 1, "7.5.2-retreat-c", "it retreats into an enemy zone of control")
    tx.pop(there)
    check_stacking(tx, there)


class ChooseRetreat(Pick, kw_only=True):
    """To which hex do the units retreat?"""

    retreat: Retreat

    title = "Retreat"
    verb: ClassVar[str] = "retreat"
    kind: ClassVar[str] = "hex"
    ruled_by: ClassVar[str] = "7.5.2-retreat-a"

    def prompt(self, state: State) -> str:
        names = ", ".join(str(state.get(Unit, key)) for key in self.retreat.units)
        return f"{names}: retreat to which hex?"

    def subjects(self, state: State) -> Iterable[str]:
        return self.retreat.units

    def asks_across_the_table(self, state: State) -> bool:
        return all_see(state, self.retreat.units)

    @case("7.5.2-retreat-a", "7.5.2-retreat-b")
    def refusals_to_pick(self, state: State, target: str) -> Iterator[Refusal]:
        """Not into an enemy zone of control while another hex is open, and towards supply."""
        closed = list(refusals_to_retreat(state, self.side, self.retreat.here, target))
        yield from closed
        if closed or target in self.among:
            return
        name, enemy = ground(state).name_of(target), ground(state).other(self.side)
        if target in known_zoc(state, enemy) and not set(self.among) <= known_zoc(state, enemy):
            yield Refusal(
                "7.5.2-retreat-b", f"{name} is in an enemy zone of control, and other hexes are open"
            )
        else:
            far = counted(to_supply(state, self.side, target), "hex")
            yield Refusal("7.5.2-retreat-a", f"{name} is {far} from supply, and other hexes are nearer")

    def picked(self, tx: Transaction, target: str) -> None:
        go(tx, self.retreat, target)

    def preview_of(self, state: State, target: str) -> Preview:
        return Preview(f"{counted(to_supply(state, self.side, target), 'hex')} from supply")


FRAMES: Final = (Retreat, ChooseRetreat)
