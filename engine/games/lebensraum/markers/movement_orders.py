"""Further orders of the movement segments: evacuation by sea (7.462-c)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from engine.games.lebensraum.headquarters.reserves import end_reserve
from engine.games.lebensraum.markers.records import EVACUATION, leave_markers, under
from engine.games.lebensraum.markers.seas import ports
from engine.games.lebensraum.records import MOVED, SEGMENT, Unit, armies, army_places
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.special.entry import refusals_to_end, refusals_to_enter
from engine.games.lebensraum.standard.control import controller
from engine.games.lebensraum.standard.entering import enter
from engine.mechanics.menu import Menu, Order, order, way_out
from engine.mechanics.telling import tell
from engine.referee import Action, Refusal, State, Transaction, case, marked


class Evacuate(Order):
    """A unit with a naval marker goes by sea: its whole movement of the segment."""

    verb = "sail"
    kind = "unit"
    words = "Evacuate by sea"

    def candidates(self, menu: Any, state: State) -> Iterable[Action]:
        own = (unit for unit in armies(state, menu.side) if under(state, unit.key, EVACUATION))
        return [Action(self.verb, self.kind, unit.key) for unit in own]

    @case("7.462-b", "7.462-c")
    def refusals(self, menu: Any, state: State, action: Action) -> Iterator[Refusal]:
        """A unit with a naval marker in a port of its sea that has not moved."""
        unit, land = state.get(Unit, action.target), ground(state)
        ships = under(state, unit.key, EVACUATION)
        if unit.side != menu.side or not ships:
            yield Refusal("7.462-c", f"no naval marker of this side is with {unit.name}")
            return
        if ships[0].sea.casefold() not in ports(land).get(unit.place, frozenset()):
            where = land.name_of(unit.place)
            yield Refusal("7.462-b", f"{unit.name} is in {where}, which is no port on the {ships[0].sea}")
        if marked(state, unit.key, MOVED):
            yield Refusal("7.462-c", f"{unit.name} has moved in this segment")

    def apply(self, menu: Any, tx: Transaction, action: Action) -> None:
        tx.push(SailTo(menu.side, action.target))


class SailTo(Menu):
    """To which port does the unit go?"""

    unit: str

    title = "Evacuation"
    ruled_by = "7.462-c"
    otherwise = "the unit goes to a friendly port on the same sea"

    def prompt(self, state: State) -> str:
        return f"To which port does {state.get(Unit, self.unit).name} go?"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def sea(self, state: State) -> str:
        """The sea of the naval marker."""
        return under(state, self.unit, EVACUATION)[0].sea

    @order("move", "hex", "To")
    @case("7.462-c", "11.3-f")
    def sail(self, tx: Transaction, there: str) -> None:
        """Free of further cost, and whatever zones of control there are."""
        unit = tx.state.get(Unit, self.unit)
        tx.pop()
        text = f"{unit.name} is evacuated to {ground(tx.state).name_of(there)}"
        tell(tx, "UnitEvacuated", text, "7.462-c", unit=unit.key, hex=there)
        tx.mark(unit.key, MOVED, SEGMENT)
        end_reserve(tx, unit.key)
        enter(tx, unit.key, "", there)
        leave_markers(tx, tx.state.get(Unit, unit.key), unit.place)

    @sail.targets
    def harbours(self, state: State) -> Iterable[str]:
        sea = self.sea(state).casefold()
        return sorted(here for here, seas in ports(ground(state)).items() if sea in seas)

    @sail.against
    @case("7.462-c", "11.7-c", "11.7-d", "12.1-c")
    def refusals_to_sail(self, state: State, there: str) -> Iterator[Refusal]:
        """Another friendly city on the same sea, with no unit in it, which the unit may enter."""
        name, unit = ground(state).name_of(there), state.get(Unit, self.unit)
        if self.sea(state).casefold() not in ports(ground(state)).get(there, frozenset()):
            yield Refusal("7.462-c", f"{name} is no port on the sea of the marker: {self.sea(state)}")
            return
        if controller(state, there) != self.side:
            yield Refusal("7.462-c", f"{name} is not under friendly control")
        other = army_places(state).get(there)
        if there == unit.place:
            yield Refusal("7.462-c", f"{unit.name} is in {name} already")
        elif other is not None:
            yield Refusal("7.462-c", f"{other.name} is in {name}")
        yield from refusals_to_enter(state, unit, there)
        yield from refusals_to_end(state, unit, there)

    cancel = way_out()


ORDERS: Final[tuple[Order, ...]] = (Evacuate(),)
FRAMES: Final = (SailTo,)
