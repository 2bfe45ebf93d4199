"""Markers and notes: laid on a hex or into a box, moved, flipped, taken off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from engine.games.free_table.records import Clock, LaidMarker
from engine.games.free_table.scenario.ground import ground
from engine.games.free_table.table_menu import PlacingMenu, PutIntoBox, PutIntoHex, marker_text
from engine.mechanics.menu import order, way_out
from engine.mechanics.telling import tell
from engine.referee import Action, Refusal, State, Transaction, case


@case("3.1")
def refusals_to_lay(state: State, kind: str) -> Iterator[Refusal]:
    """The number of markers of a kind is limited."""
    land = ground(state)
    limit = land.marker(kind).limit
    laid = sum(marker.kind == kind for marker in state.all(LaidMarker).values())
    if limit and laid >= limit:
        yield Refusal("3.1", f"All {limit} markers {land.title_of_part(kind)} are on the table")


class LayMarker(PlacingMenu):
    """Where does a new marker go?"""

    kind: str

    title = "Marker"

    def prompt(self, state: State) -> str:
        return f"{ground(state).title_of_part(self.kind)}: in which hex or box?"

    to_hex = PutIntoHex()
    to_box = PutIntoBox()

    @case("3.1")
    def put(self, tx: Transaction, there: str) -> None:
        """A new marker lies there."""
        tx.pop()
        clock, land = tx.state.one(Clock), ground(tx.state)
        tx.put(replace(clock, markers=clock.markers + 1))
        tx.put(LaidMarker(f"marker-{clock.markers + 1}", self.kind, there, side=self.side))
        text = f"{land.title_of_part(self.kind)} is placed in {land.called(there)}"
        tell(tx, "MarkerPlaced", text, "3.1", hex=_hexes(tx.state, there))

    def summary_of(self, state: State, there: str) -> str:
        return f"{ground(state).title_of_part(self.kind)} in {ground(state).called(there)}"

    cancel = way_out()


class HoldMarker(PlacingMenu):
    """What is done with a marker on the table?"""

    marker: str

    title = "Marker"

    def laid(self, state: State) -> LaidMarker:
        """The marker in hand."""
        return state.get(LaidMarker, self.marker)

    def text(self, state: State) -> str:
        """What it says."""
        return marker_text(ground(state), self.laid(state))

    def prompt(self, state: State) -> str:
        return f"{self.text(state)}: where to, or what else?"

    def whereabouts(self, state: State) -> Iterable[str]:
        place = self.laid(state).place
        return (place,) if place in ground(state).hexes else ()

    to_hex = PutIntoHex()

    @case("3.2")
    def refusals_to_put(self, state: State, there: str) -> Iterator[Refusal]:
        if self.laid(state).place == there:
            yield Refusal("3.2", f"{self.text(state)} is in {ground(state).called(there)} already")

    @case("3.2")
    def put(self, tx: Transaction, there: str) -> None:
        """The marker goes there."""
        tx.pop()
        marker, land = self.laid(tx.state), ground(tx.state)
        tx.put(replace(marker, place=there))
        text = f"{self.text(tx.state)} goes from {land.called(marker.place)} to {land.called(there)}"
        tell(tx, "MarkerMoved", text, "3.2", hex=_hexes(tx.state, there))

    def summary_of(self, state: State, there: str) -> str:
        return f"{self.text(state)}: to {ground(state).called(there)}"

    @order("flip", words="Flip")
    def flip(self, tx: Transaction) -> None:
        marker = self.laid(tx.state)
        before = self.text(tx.state)
        tx.put(replace(marker, flipped=not marker.flipped))
        text = f"{before} in {ground(tx.state).called(marker.place)} is flipped: {self.text(tx.state)}"
        tell(tx, "MarkerFlipped", text, "3.3", hex=_hexes(tx.state, marker.place))

    @flip.against
    @case("3.3")
    def refusals_to_flip(self, state: State) -> Iterator[Refusal]:
        if not ground(state).marker(self.laid(state).kind).reverse:
            yield Refusal("3.3", f"{self.text(state)} has nothing on its back")

    @order("take_off", words="Remove")
    @case("3.4")
    def remove(self, tx: Transaction) -> None:
        """It is off the table, and can be placed again."""
        tx.pop()
        marker, text = self.laid(tx.state), self.text(tx.state)
        tx.remove(marker)
        tell(tx, "MarkerRemoved", f"{text} is removed from {ground(tx.state).called(marker.place)}", "3.4")

    to_box = PutIntoBox()
    deselect = way_out("cancel", "Deselect")

    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        yield Refusal(
            "1.4", f"In hand: {self.text(state)}. Deselect before anything else, such as {action}, is done"
        )


def _hexes(state: State, place: str) -> tuple[str, ...]:
    """The hex that the window points at; none for a box."""
    return (place,) if place in ground(state).hexes else ()


FRAMES: Final[tuple[type[Any], ...]] = (LayMarker, HoldMarker)
