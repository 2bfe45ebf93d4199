"""The German half of the predawn turn: hexes are activated one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.movement.segment import MovementSegment
from engine.games.avalanche.records import GERMAN, PLAYER_TURN, Unit, forces, names
from engine.games.avalanche.scenario.ground import ground
from engine.games.avalanche.supply.check import check_supply
from engine.mechanics.menu import Menu, end, order
from engine.mechanics.plural import counted
from engine.referee import Frame, Refusal, State, Transaction, case, mark_value, marked

STARTED: Final = "started"
"""Mark of a German unit: the hex in which it began the step."""
TRIED: Final = "activated"
ACTIVE: Final = 4
"""Units move on this roll or less."""


@case("predawn.german-activation")
def note_places(tx: Transaction, frame: Frame) -> None:
    """The roll for a hex covers the units that begin there."""
    for unit in forces(tx.state, GERMAN):
        if not unit.is_strong_point:
            tx.mark(unit.key, STARTED, PLAYER_TURN, value=unit.place)


def starters(state: State, here: str) -> list[Unit]:
    """The units that began the step in a hex."""
    return [unit for unit in forces(state, GERMAN) if mark_value(state, unit.key, STARTED) == here]


class Activation(Menu):
    """Which hex is tried next?"""

    title = "German activation"
    ruled_by = "predawn.german-activation"

    def prompt(self, state: State) -> str:
        return "Which hex is activated? Its units move on a roll of 1 to 4"

    @order("activate", "hex", "Activate")
    @case("predawn.german-activation", "predawn.german-supply")
    def activate(self, tx: Transaction, here: str) -> None:
        tx.mark(here, TRIED, PLAYER_TURN)
        units = starters(tx.state, here)
        keys = tuple(unit.key for unit in units)
        roll = tx.roll("1d6", "predawn.german-activation", f"Activation of {here}").total
        if roll > ACTIVE:
            text = f"{names(units)} {'stays' if len(units) == 1 else 'stay'} in {here}"
            tell(tx, "NotActivated", text, "predawn.german-activation", unit=keys, hex=here)
            return
        tell(tx, "Activated", f"{names(units)} may move", "predawn.german-activation", unit=keys, hex=here)
        check_supply(tx, [unit for unit in units if unit.is_ground])
        tx.push(MovementSegment(GERMAN, keys))

    @activate.targets
    def places(self, state: State) -> Iterable[str]:
        found = {mark_value(state, unit.key, STARTED) for unit in forces(state, GERMAN)} - {""}
        return sorted(found)

    @activate.against
    @case("predawn.german-activation")
    def refusals_to_activate(self, state: State, here: str) -> Iterator[Refusal]:
        if marked(state, here, TRIED):
            yield Refusal("predawn.german-activation", f"{here} has been rolled for")
        elif here not in self.places(state):
            name = ground(state).name_of(here)
            yield Refusal("predawn.german-activation", f"No German unit began this step in {name}")

    end = end("end", "End of activation")

    @end.reminds
    def forgotten(self, state: State) -> Iterator[str]:
        left = [here for here in self.places(state) if not marked(state, here, TRIED)]
        if left:
            yield f"No roll yet for {counted(len(left), 'hex')}"


FRAMES: Final = (Activation,)
