"""Offensive patrol against enemy interdiction and combat air patrol (11.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.air.actions import least, preview_cost, refusals_to_fly, spend, strengths
from engine.games.toppling_the_reich.records import army
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import AirMarker
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.mechanics import counted, order, tell, way_out
from engine.referee import Preview, Refusal, State, Transaction, case, marked

MISSION = "offensive_patrol"
PATROLLED = "offensive patrol"
"""segment; on a hex that was tried"""


@order("patrol", "hex", "Offensive patrol over")
def fly_patrol(menu: Question, tx: Transaction, here: str) -> None:
    """Air Actions against enemy interdiction or combat air patrol."""
    tx.push(PatrolStrength(menu.side, here))


@fly_patrol.targets
def enemy_markers(menu: Question, state: State) -> list[str]:
    """The hexes with air markers of the enemy."""
    return sorted({marker.place for marker in state.all(AirMarker).values() if marker.side != menu.side})


@fly_patrol.against
@case("11.7", "11.9-table")
def refusals_to_patrol(menu: Question, state: State, here: str) -> Iterator[Refusal]:
    """A hex with enemy air markers, one attempt per hex and segment."""
    name = ground(state).name_of(here)
    if here not in enemy_markers(menu, state):
        yield Refusal("11.7", f"There is no enemy interdiction or patrol over {name}")
    if marked(state, here, PATROLLED):
        yield Refusal("11.7", f"an offensive patrol over {name} was flown in this segment already")
    yield from refusals_to_fly(state, menu.side, least(state, MISSION), "11.7", here)


@fly_patrol.shows
def preview_of_patrol(menu: Question, state: State, here: str) -> Preview:
    """What a patrol costs at least."""
    return preview_cost(state, menu.side, least(state, MISSION), "11.7")


class PatrolStrength(Question):
    """How many Air Actions go on the patrol?"""

    place: str

    ruled_by = "11.7"
    otherwise = "Choose how many Air Actions to fly"

    def prompt(self, state: State) -> str:
        left = army(state, self.side).air
        return f"Air Actions for an offensive patrol over {ground(state).name_of(self.place)}: {left} left"

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.place,)

    @order("fly", "number", "Fly with strength")
    @case("11.7")
    def fly(self, tx: Transaction, actions: int) -> None:
        """Not above the number spent: every air marker of the enemy over the hex is removed."""
        spend(tx, self.side, actions, MISSION, "11.7", self.place)
        tx.mark(self.place, PATROLLED, marks.SEGMENT)
        face = tx.roll("1d6", "11.7", f"Offensive patrol with {counted(actions, 'Air Action')}").total
        for marker in list(tx.state.all(AirMarker).values()) if face <= actions else ():
            if marker.side != self.side and marker.place == self.place:
                tx.remove(marker)
                what = "combat air patrol" if marker.kind == "cap" else "interdiction"
                text = f"Enemy {what} over {ground(tx.state).name_of(self.place)} is removed"
                tell(tx, "AirMarkerRemoved", text, "11.7", hex=self.place)
        tx.pop()

    @fly.targets
    def strengths(self, state: State) -> Iterable[int]:
        return strengths(state, MISSION)

    @fly.against
    @case("11.7")
    def refusals_of_strength(self, state: State, actions: int) -> Iterator[Refusal]:
        allowed = strengths(state, MISSION)
        if actions not in allowed:
            yield Refusal("11.7", f"An offensive patrol takes {allowed[0]} to {allowed[-1]} Air Actions")
        else:
            yield from refusals_to_fly(state, self.side, actions, "11.7", self.place)

    @fly.shows
    def preview_of_strength(self, state: State, actions: int) -> Preview:
        text = f"On a roll of 1 to {actions} the enemy markers are removed"
        return preview_cost(state, self.side, actions, "11.7", text)

    cancel = way_out(words="Do not fly")


FRAMES = (PatrolStrength,)
