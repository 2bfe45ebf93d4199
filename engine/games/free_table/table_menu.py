"""What all decisions at the free table have in common: how they read targets and what they call them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any

from engine.games.free_table.face_down import called, piece_named
from engine.games.free_table.records import LaidMarker
from engine.games.free_table.scenario.ground import FreeGround, ground
from engine.games.free_table.scenario.victory import judge_now
from engine.mechanics.menu import Menu, Order
from engine.referee import Action, Preview, Refusal, State, Transaction, case


class TableMenu(Menu):
    """A decision at the free table. Conditions that count at any time are judged after every action."""

    ruled_by = "1.4"
    otherwise = "@ is not possible now; the buttons and the lit places say what is"

    def read_target(self, state: State, kind: str, name: str) -> Any:
        if kind == "unit":
            piece = piece_named(state, self.side, name)
            assert piece is not None  # the referee asks `knows` first
            return piece
        return super().read_target(state, kind, name)

    def name_of(self, state: State, action: Action) -> str:
        land = ground(state)
        match action.kind:
            case "unit":
                piece = piece_named(state, self.side, action.target)
                return action.target if piece is None else called(state, piece, self.side)
            case "hex":
                return land.name_of(action.target)
            case "box":
                return land.boxes[action.target].title if action.target in land.boxes else action.target
            case "side":
                return land.title_of(action.target)
            case "marker":
                laid = state.find(LaidMarker, action.target)
                return land.title_of_part(action.target) if laid is None else marker_text(land, laid)
        return action.target

    def apply(self, tx: Transaction, action: Action) -> None:
        super().apply(tx, action)
        judge_now(tx)


def marker_text(land: FreeGround, marker: LaidMarker) -> str:
    """What a marker says: its text, or what its kind is called on the side that is up."""
    kind = land.marker(marker.kind)
    printed = kind.reverse if marker.flipped and kind.reverse else kind.title or kind.key
    return marker.text or printed


class PlacingMenu(TableMenu):
    """A decision about something that is put into a hex or a box."""

    def refusals_to_put(self, state: State, there: str) -> Iterable[Refusal]:
        """Every reason against a place."""
        return ()

    @abstractmethod
    def put(self, tx: Transaction, there: str) -> None:
        """Put it there."""

    @abstractmethod
    def summary_of(self, state: State, there: str) -> str:
        """What would lie there then."""


class PutInto(Order):
    """The order that puts what is held into a hex or a box."""

    verb = "move"
    words = "Move to"

    def candidates(self, menu: PlacingMenu, state: State) -> Iterable[Action]:
        land = ground(state)
        places = land.hex_list if self.kind == "hex" else land.open_boxes
        return {Action(self.verb, self.kind, place): None for place in places}.keys()

    @case("2.1")
    def refusals(self, menu: PlacingMenu, state: State, action: Action) -> Iterator[Refusal]:
        """Nothing goes back to the pieces that have not come into play."""
        land = ground(state)
        if self.kind == "box" and action.target not in land.open_boxes:
            yield Refusal("2.1", f"Nothing goes back to {land.called(action.target)}")
        yield from menu.refusals_to_put(state, action.target)

    def apply(self, menu: PlacingMenu, tx: Transaction, action: Action) -> None:
        menu.put(tx, action.target)

    def preview(self, menu: PlacingMenu, state: State, action: Action) -> Preview:
        return Preview(menu.summary_of(state, action.target))


class PutIntoHex(PutInto):
    kind = "hex"


class PutIntoBox(PutInto):
    kind = "box"
