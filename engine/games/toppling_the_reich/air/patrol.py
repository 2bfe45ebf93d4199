"""Offensive patrol against enemy interdiction and combat air patrol (11.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from engine.games.toppling_the_reich.air.actions import refusals_to_fly, spend
from engine.games.toppling_the_reich.records import SEGMENT, army
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import AirMarker
from engine.games.toppling_the_reich.scenario.named_choice import Question, air_price, counted
from engine.referee import Action, Event, Preview, Refusal, State, Transaction, case, marked

MISSION = "offensive_patrol"
PATROLLED = "offensive patrol"
"""segment; on a hex that was tried"""

CANCEL: Final = Action("cancel")


def _targets(state: State, side: str) -> set[str]:
    return {marker.place for marker in state.all(AirMarker).values() if marker.side != side}


def candidates(state: State, side: str) -> Iterator[Action]:
    """Hexes that could be patrolled."""
    for here in sorted(_targets(state, side)):
        yield Action("patrol", "hex", here)


@case("11.7", "11.9-table")
def refusals(state: State, side: str, here: str) -> Iterator[Refusal]:
    """A hex with enemy air markers, one attempt per hex and segment."""
    land = ground(state)
    if here not in _targets(state, side):
        yield Refusal("11.7", f"There is no enemy interdiction or patrol over {land.name_of(here)}")
    if marked(state, here, PATROLLED):
        yield Refusal(
            "11.7", f"an offensive patrol over {land.name_of(here)} was flown in this segment already"
        )
    yield from refusals_to_fly(state, side, land.charts.air_missions.rows[MISSION].least, "11.7", here)


def price_of(state: State, side: str) -> Preview:
    """What a patrol costs at least."""
    least = ground(state).charts.air_missions.rows[MISSION].least
    return Preview(prices=(air_price(state, side, least, "11.7"),))


def begin(tx: Transaction, side: str, here: str) -> None:
    """Ask how much is spent on it."""
    tx.push(PatrolStrength(side, here))


class PatrolStrength(Question):
    """How many Air Actions go on the patrol?"""

    place: str

    words: ClassVar[Mapping[str, str]] = {"fly": "Fly with strength", "cancel": "Do not fly"}

    def prompt(self, state: State) -> str:
        left = army(state, self.side).air
        return f"Air Actions for an offensive patrol over {ground(state).name_of(self.place)}: {left} left"

    def way_out(self, state: State) -> Action:
        return CANCEL

    def candidates(self, state: State) -> Iterable[Action]:
        mission = ground(state).charts.air_missions.rows[MISSION]
        for actions in range(mission.least, mission.most + 1):
            yield Action("fly", "number", str(actions))
        yield CANCEL

    @case("11.7")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        mission = ground(state).charts.air_missions.rows[MISSION]
        if action == CANCEL:
            return
        if action.verb != "fly" or action.kind != "number":
            yield Refusal("11.7", "Choose how many Air Actions to fly")
        elif not mission.least <= action.number <= mission.most:
            yield Refusal("11.7", f"An offensive patrol takes {mission.least} to {mission.most} Air Actions")
        else:
            yield from refusals_to_fly(state, self.side, action.number, "11.7", self.place)

    def preview(self, state: State, action: Action) -> Preview:
        if action.verb != "fly":
            return Preview()
        text = f"On a roll of 1 to {action.number} the enemy markers are removed"
        return Preview(text, prices=(air_price(state, self.side, action.number, "11.7"),))

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.place,)

    @case("11.7")
    def apply(self, tx: Transaction, action: Action) -> None:
        if action.verb == "fly":
            spend(tx, self.side, action.number, MISSION, "11.7", self.place)
            tx.mark(self.place, PATROLLED, SEGMENT)
            face = tx.roll(
                "1d6", "11.7", f"Offensive patrol with {counted(action.number, 'Air Action')}"
            ).total
            if face <= action.number:
                _sweep(tx, self.side, self.place)
        tx.pop()


def _sweep(tx: Transaction, side: str, here: str) -> None:
    for marker in list(tx.state.all(AirMarker).values()):
        if marker.side != side and marker.place == here:
            tx.remove(marker)
            what = "combat air patrol" if marker.kind == "cap" else "interdiction"
            text = f"Enemy {what} over {ground(tx.state).name_of(here)} is removed"
            tx.emit(Event("AirMarkerRemoved", text, "11.7", about=(("hex", here),)))


FRAMES = (PatrolStrength,)
