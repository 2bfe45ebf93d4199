"""Counter-air, interdiction and combat air patrol, declared in turn in the Command Segment (11.2 to 11.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from engine.games.toppling_the_reich.air.actions import refusals_to_fly, spend
from engine.games.toppling_the_reich.air.status import IN_FAVOUR
from engine.games.toppling_the_reich.records import (
    ALLIED,
    GERMAN,
    Clock,
    army,
    forces,
    in_effect,
    occupied,
)
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import CAP, INTERDICTION, AirMarker, air_marker
from engine.games.toppling_the_reich.scenario.named_choice import Question, air_price, counted
from engine.games.toppling_the_reich.weather.conditions import HARD_WINTER, grounds_air, is_anywhere
from engine.referee import (
    PASS,
    Action,
    Alternating,
    Choice,
    Event,
    Frame,
    Preview,
    Refusal,
    State,
    Transaction,
    case,
)

COUNTER_AIR = "counter_air"
PATROL = "combat_air_patrol"


class AirMission(Question):
    """One mission, or pass for the rest of the step."""

    words: ClassVar[Mapping[str, str]] = {
        "counter_air": "Counter-air, strength",
        "interdict": "Interdict",
        "patrol": "Combat air patrol over",
        "pass": "No more missions",
    }

    def prompt(self, state: State) -> str:
        left = army(state, self.side).air
        return f"{ground(state).title_of(self.side)}: an air mission? {counted(left, 'Air Action')} left"

    def candidates(self, state: State) -> Iterable[Action]:
        yield Action("pass")
        mission = ground(state).charts.air_missions.rows[COUNTER_AIR]
        for actions in range(mission.least, mission.most + 1):
            yield Action("counter_air", "number", str(actions))
        for here in sorted({unit.place for unit in forces(state, self.side)}):
            yield Action("patrol", "hex", here)
        for here in sorted(ground(state).land):
            yield Action("interdict", "hex", here)

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        match action.verb, action.kind:
            case ("pass", "none"):
                return
            case ("counter_air", "number"):
                yield from refusals_to_counter_air(state, self.side, action.number)
            case ("interdict", "hex"):
                yield from refusals_to_interdict(state, self.side, action.target)
            case ("patrol", "hex"):
                yield from refusals_to_patrol(state, self.side, action.target)
            case _:
                yield Refusal(
                    "11.0-b", "Only Counter-air, interdiction and combat air patrol can be flown now"
                )

    def legal(self, state: State) -> list[Action]:
        """The same list, but the common reasons against interdiction are checked only once."""
        found = [
            action
            for action in self.candidates(state)
            if action.verb != "interdict" and next(self.refusals(state, action), None) is None
        ]
        if next(_refusals_to_interdict_anywhere(state, self.side), None) is None:
            barred = occupied(state, ground(state).other(self.side)) | _interdicted_by(state, self.side)
            found += [
                Action("interdict", "hex", here)
                for here in sorted(ground(state).land - barred)
                if not grounds_air(state, here)
            ]
        return found

    def preview(self, state: State, action: Action) -> Preview:
        match action.verb:
            case "counter_air":
                text = f"On a roll of 1 to {action.number} the Air Status moves one column from next turn on"
                return Preview(text, prices=(air_price(state, self.side, action.number, "11.2"),))
            case "interdict":
                cost = air_price(state, self.side, _cost(state, INTERDICTION), "11.3-a")
                text = "This turn no enemy unit may enter the hex, except in a retreat with no other way"
                return Preview(text, prices=(cost,))
            case "patrol":
                cost = air_price(state, self.side, _cost(state, PATROL), "11.4")
                return Preview(
                    "Until the end of the turn the enemy has no air support in the hex", prices=(cost,)
                )
        return Preview()

    def apply(self, tx: Transaction, action: Action) -> None:
        match action.verb:
            case "counter_air":
                fly_counter_air(tx, self.side, action.number)
            case "interdict":
                spend(tx, self.side, _cost(tx.state, INTERDICTION), INTERDICTION, "11.3-a", action.target)
                tx.put(AirMarker(INTERDICTION, self.side, action.target))
            case "patrol":
                spend(tx, self.side, _cost(tx.state, PATROL), PATROL, "11.4", action.target)
                tx.put(AirMarker(CAP, self.side, action.target))
        tx.pop(PASS if action.verb == "pass" else action.verb)


def _cost(state: State, mission: str) -> int:
    return ground(state).charts.air_missions.rows[mission].least


@case("11.2", "11.9-table")
def refusals_to_counter_air(state: State, side: str, actions: int) -> Iterator[Refusal]:
    """1 to 3 Air Actions, one mission per player and turn."""
    mission = ground(state).charts.air_missions.rows[COUNTER_AIR]
    if not mission.least <= actions <= mission.most:
        yield Refusal("11.2", f"Counter-air takes {mission.least} to {mission.most} Air Actions")
    if army(state, side).counter_air:
        yield Refusal("11.2", "Counter-air has been flown this turn already")
    yield from refusals_to_fly(state, side, actions, "11.2")


@case("11.2")
def fly_counter_air(tx: Transaction, side: str, actions: int) -> None:
    """Not above the number spent: the Air Status moves one column in the side's favour, from next turn on."""
    spend(tx, side, actions, COUNTER_AIR, "11.2")
    tx.put(replace(army(tx.state, side), counter_air=True))
    face = tx.roll("1d6", "11.2", f"Counter-air with {counted(actions, 'Air Action')}").total
    if face <= actions:
        clock, chart = tx.state.one(Clock), ground(tx.state).charts.air_status
        column = chart.shifted(clock.air_status, IN_FAVOUR[side])
        tx.put(replace(clock, air_status=column))
        tx.emit(Event("AirStatusMoved", f"The Air Status moves to column {column} from next turn on", "11.2"))


def _refusals_to_interdict_anywhere(state: State, side: str) -> Iterator[Refusal]:
    mission = ground(state).charts.air_missions.rows[INTERDICTION]
    if len(_interdicted_by(state, side)) >= mission.times:
        yield Refusal("11.3-a", f"{counted(mission.times, 'hex')} interdicted already, the most per turn")
    yield from refusals_to_fly(state, side, mission.least, "11.3-a")


def _interdicted_by(state: State, side: str) -> frozenset[str]:
    return frozenset(
        marker.place
        for marker in state.all(AirMarker).values()
        if marker.kind == INTERDICTION and marker.side == side
    )


@case("11.3-a")
def refusals_to_interdict(state: State, side: str, here: str) -> Iterator[Refusal]:
    """A land hex free of enemy units and of cloud."""
    land = ground(state)
    yield from _refusals_to_interdict_anywhere(state, side)
    if here not in land.land:
        yield Refusal("11.3-a", f"{here} is not a land hex")
        return
    if here in occupied(state, land.other(side)):
        yield Refusal("11.3-a", f"Enemy units are in {land.name_of(here)}")
    if here in _interdicted_by(state, side):
        yield Refusal("11.3-a", f"{land.name_of(here)} is interdicted already")
    if grounds_air(state, here) and not is_anywhere(state, HARD_WINTER):
        yield Refusal("11.1-a", f"{land.name_of(here)} lies under cloud")


@case("11.4")
def refusals_to_patrol(state: State, side: str, here: str) -> Iterator[Refusal]:
    """A hex with friendly units; one patrol per hex and side."""
    land = ground(state)
    yield from refusals_to_fly(state, side, _cost(state, PATROL), "11.4", here)
    if not any(unit.place == here for unit in forces(state, side)):
        yield Refusal("11.4", f"No friendly unit is in {land.name_of(here)}")
    if state.find(AirMarker, air_marker(CAP, side, here)):
        yield Refusal("11.4", f"Combat air patrol is over {land.name_of(here)} already")


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
