"""Air points of the day: how many, for which missions, and who is superior."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import ceil
from typing import Final

from msgspec.structs import replace

from engine.games.avalanche.general.calendar import is_night, turn
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.general.tracks import set_points, spend_points
from engine.games.avalanche.records import ALLIED, GERMAN, SIDES, Airfield, Clock, points
from engine.games.avalanche.scenario.ground import ground
from engine.games.avalanche.scenario.opening import AIR
from engine.mechanics.allocation import Allot, allotted
from engine.mechanics.menu import Menu, change, end, offer
from engine.mechanics.plural import counted
from engine.referee import Action, Frame, Modifier, Refusal, Simultaneous, State, Transaction, case

SUPERIORITY: Final = "superiority"
INTERDICTION: Final = "interdiction"
SUPPORT: Final = "support"
SHIPPING: Final = "shipping"
ALLIED_MISSIONS: Final = {
    SUPERIORITY: "Superiority",
    INTERDICTION: "Interdiction",
    SUPPORT: "Ground support",
}
GERMAN_MISSIONS: Final = {SUPERIORITY: "Superiority", SHIPPING: "Anti-shipping", SUPPORT: "Ground support"}
MISSIONS: Final[Mapping[str, Mapping[str, str]]] = {ALLIED: ALLIED_MISSIONS, GERMAN: GERMAN_MISSIONS}
AIRFIELDS_PER_POINT: Final = 2
CLOUDY: Final = Fraction(2, 3)


def track(side: str, mission: str) -> str:
    """`air allied interdiction`."""
    return f"air {side} {mission}"


@case("init.air-assign")
def air_points(state: State, side: str, mission: str) -> int:
    """The points that work now for a mission: none at night."""
    return 0 if is_night(state) else points(state, track(side, mission))


def already_flying(number: int) -> str:
    """Why a number of points is no change."""
    if not number:
        return "No air points fly yet"
    return f"{counted(number, 'air point')} {'flies' if number == 1 else 'fly'} already"


@case("init.air-expire")
def spend_air(tx: Transaction, side: str, mission: str, amount: int = 1) -> None:
    """Points that are used are lost; the others stay for the rest of the day."""
    spend_points(tx, track(side, mission), amount)


@case("init.air-reset", "init.air-airfields", "init.air-weather")
def points_of_the_day(state: State, side: str) -> list[Modifier]:
    """The points listed for the day, those of repaired airfields, and what the weather takes."""
    land = ground(state)
    given = next(
        (one.amount for one in land.document.allotments if (one.side, one.what) == (side, AIR)), None
    )
    listed = land.charts.air_schedule.day[land.turn_row(turn(state)).date]
    found = [Modifier("init.air-reset", "listed", getattr(listed, side) if given is None else given)]
    fields = sum(field.repaired for field in state.all(Airfield).values())
    if side == ALLIED and fields // AIRFIELDS_PER_POINT:
        found.append(Modifier("init.air-airfields", "repaired airfields", fields // AIRFIELDS_PER_POINT))
    total = sum(int(one.amount) for one in found)
    weather = state.one(Clock).weather
    left = 0 if weather == "rain" else ceil(total * CLOUDY) if weather == "cloudy" else total
    if left != total:
        found.append(Modifier("init.air-weather", weather, left - total))
    return found


class AllotAir(Allot):
    """Air points over the missions of the day."""

    title = "Air points"
    points = "air point"
    ruled_by = "init.air-assign"


class AllotAlliedAir(AllotAir):
    purposes = ALLIED_MISSIONS


class AllotGermanAir(AllotAir):
    purposes = GERMAN_MISSIONS


class AirAssignment(Simultaneous):
    """Both sides divide their points at the same time, without knowing the other's choice."""

    title = "Air points"

    @case("init.air-secret")
    def ask(self, state: State, side: str) -> AllotAir | None:
        total = sum(int(one.amount) for one in points_of_the_day(state, side))
        if not total:
            return None
        return AllotAlliedAir(side, total) if side == ALLIED else AllotGermanAir(side, total)

    @case("init.air-secret", "init.air-reset", "init.air-assign")
    def reveal(self, tx: Transaction, answers: dict[str, str]) -> None:
        """Points left over from yesterday are gone."""
        for side in SIDES:
            given = allotted(answers[side])
            for mission in MISSIONS[side]:
                set_points(tx, track(side, mission), given.get(mission, 0))
            told = ", ".join(f"{MISSIONS[side][name]} {number}" for name, number in given.items())
            title = tx.state.scenario.title_of(side)
            tell(tx, "AirAssigned", f"{title}: {told or 'no air points'}", "init.air-secret")
        resolve_superiority(tx)


@case("init.air-superiority")
def resolve_superiority(tx: Transaction) -> None:
    """The side with fewer points loses all of them, the other one as many."""
    there = {side: points(tx.state, track(side, SUPERIORITY)) for side in SIDES}
    lost = min(there.values())
    for side in SIDES:
        set_points(tx, track(side, SUPERIORITY), there[side] - lost)
    winner = next((side for side in SIDES if there[side] > lost), "")
    if winner:
        left = counted(there[winner] - lost, "point")
        text = f"{tx.state.scenario.title_of(winner)}: {left} of superiority left"
        tell(tx, "SuperiorityWon", text, "init.air-superiority")


def cancel_missions(tx: Transaction, frame: Frame) -> None:
    """The side with points of superiority left may cancel missions with them."""
    for side in SIDES:
        left = points(tx.state, track(side, SUPERIORITY))
        if left:
            offer(tx, CancelMissions(side, left=left))


class CancelMissions(Menu, kw_only=True):
    """Which enemy points are cancelled, one for one?"""

    left: int
    cancelled: tuple[str, ...] = ()
    """A mission for each point."""

    title = "Air superiority"
    ruled_by = "init.air-cancel"

    def prompt(self, state: State) -> str:
        chosen = ", ".join(MISSIONS[state.scenario.other(self.side)][name] for name in self.cancelled)
        return (
            f"{counted(self.left, 'point')} may cancel enemy points{f'; so far: {chosen}' if chosen else ''}"
        )

    def asks_across_the_table(self, state: State) -> bool:
        return True

    def names(self, action: Action) -> bool:
        return action.kind == "marker" and any(action.target in missions for missions in MISSIONS.values())

    @change("cancel_point", "marker", "Cancel a point of")
    @case("init.air-cancel")
    def cancel_point(self, mission: str) -> CancelMissions:
        return replace(self, left=self.left - 1, cancelled=(*self.cancelled, mission))

    @cancel_point.targets
    def missions(self, state: State) -> Iterable[str]:
        return [name for name in MISSIONS[state.scenario.other(self.side)] if name != SUPERIORITY]

    @cancel_point.against
    @case("init.air-cancel")
    def refusals_to_cancel(self, state: State, mission: str) -> Iterator[Refusal]:
        enemy = state.scenario.other(self.side)
        there = points(state, track(enemy, mission)) - self.cancelled.count(mission)
        if self.left < 1:
            yield Refusal("init.air-cancel", "No point of superiority is left")
        if there < 1:
            yield Refusal("init.air-cancel", f"The enemy has no point left on {mission}")

    done = end("done", "That is all")

    @done.does
    @case("init.air-cancel")
    def finish(self, tx: Transaction) -> None:
        enemy = tx.state.scenario.other(self.side)
        for mission in self.cancelled:
            spend_points(tx, track(enemy, mission))
            spend_points(tx, track(self.side, SUPERIORITY))
            text = f"A point of {MISSIONS[enemy][mission]} is cancelled"
            tell(tx, "AirCancelled", text, "init.air-cancel")
        tx.pop()


FRAMES = (AllotAlliedAir, AllotGermanAir, AirAssignment, CancelMissions)
__all__ = ["FRAMES", "AirAssignment", "air_points", "already_flying", "cancel_missions", "spend_air", "track"]
