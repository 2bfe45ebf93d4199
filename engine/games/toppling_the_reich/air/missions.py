"""Counter-air, interdiction and combat air patrol, declared in turn in the Command Segment (11.2 to 11.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.games.toppling_the_reich.air.actions import (
    has_cap,
    interdicted,
    least,
    preview_cost,
    refusals_to_fly,
    spend,
    strengths,
)
from engine.games.toppling_the_reich.air.status import IN_FAVOUR
from engine.games.toppling_the_reich.records import ALLIED, GERMAN, Clock, army, forces, in_effect, occupied
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import CAP, INTERDICTION, AirMarker
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.games.toppling_the_reich.weather.conditions import HARD_WINTER, grounds_air, is_anywhere
from engine.mechanics import counted, end, order, tell
from engine.referee import PASS, Alternating, Choice, Frame, Preview, Refusal, State, Transaction, case

COUNTER_AIR = "counter_air"
PATROL = "combat_air_patrol"


class AirMission(Question):
    """One mission, or pass for the rest of the step."""

    ruled_by = "11.0-b"
    otherwise = "Only Counter-air, interdiction and combat air patrol can be flown now"

    def prompt(self, state: State) -> str:
        left = army(state, self.side).air
        return f"{ground(state).title_of(self.side)}: an air mission? {counted(left, 'Air Action')} left"

    no_more = end(PASS, "No more missions", result=PASS)

    @order("counter_air", "number", "Counter-air, strength")
    @case("11.2")
    def counter_air(self, tx: Transaction, actions: int) -> None:
        """Not above the number spent: the Air Status moves a column in its favour from next turn on."""
        spend(tx, self.side, actions, COUNTER_AIR, "11.2")
        tx.put(replace(army(tx.state, self.side), counter_air=True))
        face = tx.roll("1d6", "11.2", f"Counter-air with {counted(actions, 'Air Action')}").total
        if face <= actions:
            clock, chart = tx.state.one(Clock), ground(tx.state).charts.air_status
            column = chart.shifted(clock.air_status, IN_FAVOUR[self.side])
            tx.put(replace(clock, air_status=column))
            tell(tx, "AirStatusMoved", f"The Air Status moves to column {column} from next turn on", "11.2")
        tx.pop(COUNTER_AIR)

    @counter_air.targets
    def counter_air_strengths(self, state: State) -> Iterable[int]:
        return strengths(state, COUNTER_AIR)

    @counter_air.against
    @case("11.2", "11.9-table")
    def refusals_to_counter_air(self, state: State, actions: int) -> Iterator[Refusal]:
        """1 to 3 Air Actions, one mission per player and turn."""
        allowed = strengths(state, COUNTER_AIR)
        if actions not in allowed:
            yield Refusal("11.2", f"Counter-air takes {allowed[0]} to {allowed[-1]} Air Actions")
        if army(state, self.side).counter_air:
            yield Refusal("11.2", "Counter-air has been flown this turn already")
        yield from refusals_to_fly(state, self.side, actions, "11.2")

    @counter_air.shows
    def preview_counter_air(self, state: State, actions: int) -> Preview:
        text = f"On a roll of 1 to {actions} the Air Status moves one column from next turn on"
        return preview_cost(state, self.side, actions, "11.2", text)

    @order("patrol", "hex", "Combat air patrol over")
    def patrol(self, tx: Transaction, here: str) -> None:
        spend(tx, self.side, least(tx.state, PATROL), PATROL, "11.4", here)
        tx.put(AirMarker(CAP, self.side, here))
        tx.pop("patrol")

    @patrol.targets
    def places_of_friends(self, state: State) -> Iterable[str]:
        return sorted({unit.place for unit in forces(state, self.side)})

    @patrol.against
    @case("11.4")
    def refusals_to_patrol(self, state: State, here: str) -> Iterator[Refusal]:
        """A hex with friendly units; one patrol per hex and side."""
        name = ground(state).name_of(here)
        yield from refusals_to_fly(state, self.side, least(state, PATROL), "11.4", here)
        if not any(unit.place == here for unit in forces(state, self.side)):
            yield Refusal("11.4", f"No friendly unit is in {name}")
        if has_cap(state, self.side, here):
            yield Refusal("11.4", f"Combat air patrol is over {name} already")

    @patrol.shows
    def preview_patrol(self, state: State, here: str) -> Preview:
        text = "Until the end of the turn the enemy has no air support in the hex"
        return preview_cost(state, self.side, least(state, PATROL), "11.4", text)

    @order("interdict", "hex", "Interdict")
    def interdict(self, tx: Transaction, here: str) -> None:
        spend(tx, self.side, least(tx.state, INTERDICTION), INTERDICTION, "11.3-a", here)
        tx.put(AirMarker(INTERDICTION, self.side, here))
        tx.pop("interdict")

    @interdict.targets
    def free_hexes(self, state: State) -> Iterable[str]:
        if next(self.refusals_to_interdict_more(state), None) is not None:
            return ()
        return sorted(ground(state).land - occupied(state, ground(state).other(self.side)))

    @case("11.3-a")
    def refusals_to_interdict_more(self, state: State) -> Iterator[Refusal]:
        """The hexes of a turn are limited."""
        most = ground(state).charts.air_missions.rows[INTERDICTION].times
        if len(interdicted(state, ground(state).other(self.side))) >= most:
            yield Refusal("11.3-a", f"{counted(most, 'hex')} interdicted already, the most per turn")
        yield from refusals_to_fly(state, self.side, least(state, INTERDICTION), "11.3-a")

    @interdict.against
    @case("11.3-a")
    def refusals_to_interdict(self, state: State, here: str) -> Iterator[Refusal]:
        """A land hex free of enemy units and of cloud."""
        land = ground(state)
        enemy = land.other(self.side)
        yield from self.refusals_to_interdict_more(state)
        if here not in land.land:
            yield Refusal("11.3-a", f"{here} is not a land hex")
            return
        if here in occupied(state, enemy):
            yield Refusal("11.3-a", f"Enemy units are in {land.name_of(here)}")
        if here in interdicted(state, enemy):
            yield Refusal("11.3-a", f"{land.name_of(here)} is interdicted already")
        if grounds_air(state, here) and not is_anywhere(state, HARD_WINTER):
            yield Refusal("11.1-a", f"{land.name_of(here)} lies under cloud")

    @interdict.shows
    def preview_interdiction(self, state: State, here: str) -> Preview:
        text = "This turn no enemy unit may enter the hex, except in a retreat with no other way"
        return preview_cost(state, self.side, least(state, INTERDICTION), "11.3-a", text)


class AirMissions(Alternating):
    """The sides declare one mission each in turn; a side that passes is out."""

    title = "Air missions"
    pass_is_final = True

    @classmethod
    @case("4.1-b", "16.4.7-e", "11.0-b")
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        """The Allied player first; the German player while Herbstnebel is in effect."""
        return cls(side=GERMAN if in_effect(state) else ALLIED)

    def ask(self, state: State, side: str) -> Choice | None:
        return AirMission(side) if army(state, side).air else None


@case("9.0-c")
def remove_air_markers(tx: Transaction) -> None:
    """Patrols and interdiction end with the second player-turn."""
    for marker in list(tx.state.all(AirMarker).values()):
        tx.remove(marker)


FRAMES = (AirMission, AirMissions)
