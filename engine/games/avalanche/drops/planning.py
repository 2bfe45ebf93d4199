"""Airdrops are planned in writing; serials whose turn has come are put on their way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.avalanche.general.calendar import is_predawn, is_raining, turn
from engine.games.avalanche.general.control import is_friendly
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.movement.breakdown import LETTERS, company
from engine.games.avalanche.records import AIRDROP, ALLIED, BREAKDOWN, DUE, DropPlan, Unit, units_at
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.arrivals import take_off_schedule
from engine.mechanics.menu import Menu, PickOne, end, offer, order, way_out
from engine.mechanics.places import box
from engine.referee import Due, Procedure, Refusal, State, Transaction, case

NOTICE_FRIENDLY: Final = 2
NOTICE_ENEMY: Final = 4
ON_THE_WAY: Final = box(AIRDROP, ALLIED)
COMPANIES: Final = 3
LEFT_OUT: Final = "airdrops"
"""What a scenario calls them that plays without."""


@case("drop.serial", "scen.left-out")
def serials(state: State) -> list[Unit]:
    """The parachute battalions that wait for a drop."""
    if LEFT_OUT in ground(state).left_out:
        return []
    return [
        unit
        for unit in units_at(state, box(DUE, ALLIED))
        if (entry := state.find(Due, unit.key)) is not None and entry.place == AIRDROP
    ]


@case("drop.lead-time", "setup.airdrop-turn1")
def earliest(state: State, serial: Unit, there: str) -> int:
    """Four turns ahead on an enemy hex, two on a friendly one; never before the serial is there."""
    available = state.get(Due, serial.key).turn
    if is_predawn(state):
        return available
    notice = NOTICE_FRIENDLY if is_friendly(state, there, ALLIED) else NOTICE_ENEMY
    return max(turn(state) + notice, available)


@case("drop.plan", "drop.lead-time", "drop.night-only", "setup.airdrop-turn1")
def refusals_to_plan(state: State, serial: Unit, there: str, when: int) -> Iterator[Refusal]:
    """A dry night turn, far enough ahead, on which the serial is there."""
    land, first = ground(state), earliest(state, serial, there)
    available = state.get(Due, serial.key).turn
    if when < available:
        yield Refusal("drop.plan", f"{serial.name} is available from turn {available} on")
    if when < first:
        whose = "a friendly" if is_friendly(state, there, ALLIED) else "an enemy"
        text = f"{serial.name} can drop on {whose} hex on turn {first} at the earliest, not on turn {when}"
        yield Refusal("drop.lead-time", text)
        if state.find(DropPlan, serial.key) is not None:
            yield Refusal("drop.replan", "A plan is changed by a new one, with the full notice")
    if is_predawn(state) and when != turn(state):
        yield Refusal("setup.airdrop-turn1", "Before the landing drops are planned for turn 1 only")
        return
    if not turn(state) <= when <= land.last_turn:
        yield Refusal("drop.night-only", f"Turn {when} is not a turn to come in this game")
        return
    if not land.turn_row(when).night:
        yield Refusal("drop.night-only", f"Turn {when} is not a night turn")
    same_day = land.turn_row(when).date == land.turn_row(turn(state)).date
    if same_day and is_raining(state):
        yield Refusal("drop.night-only", f"It rains on the day of turn {when}")


class PlanDrops(Menu):
    """Which serials are planned, or planned anew?"""

    title = "Airdrop plans"
    ruled_by = "drop.plan"
    records: ClassVar = {"unit": Unit}

    def is_secret(self, state: State) -> bool:
        return True

    def prompt(self, state: State) -> str:
        plans = ", ".join(
            f"{state.get(Unit, plan.key).name} on {plan.place}, turn {plan.turn}"
            for plan in state.all(DropPlan).values()
        )
        return f"Which serial is planned? {f'Planned: {plans}' if plans else 'Nothing is planned'}"

    @order("plan", "unit", "Plan the drop of")
    def plan(self, tx: Transaction, unit: Unit) -> None:
        tx.push(ChooseDropHex(self.side, serial=unit.key))

    @plan.targets
    def waiting(self, state: State) -> Iterable[str]:
        return [unit.key for unit in serials(state)]

    @plan.against
    @case("drop.serial", "scen.left-out")
    def refusals_of_serial(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if LEFT_OUT in ground(state).left_out:
            yield Refusal("scen.left-out", "There are no airdrops in this scenario")
        elif unit not in serials(state):
            yield Refusal("drop.serial", f"{unit.name} is not a parachute battalion that waits for a drop")
        elif not last_chance(state, unit):
            yield Refusal("drop.lead-time", f"There is no night left on which {unit.name} could drop")

    end = end("end", "End of planning")


@case("drop.lead-time")
def last_chance(state: State, serial: Unit) -> bool:
    """Is there still a night that leaves the notice for a friendly hex?"""
    notice = 0 if is_predawn(state) else NOTICE_FRIENDLY
    first = max(turn(state) + notice, state.get(Due, serial.key).turn)
    return any(when >= first and ground(state).turn_row(when).night for when in nights(state))


def nights(state: State) -> range:
    """The turns that can be named in a plan."""
    return range(turn(state), ground(state).last_turn + 1)


class ChooseDropHex(PickOne, kw_only=True):
    """On which hex does the serial drop?"""

    serial: str

    title = "Airdrop plans"
    verb = "on"
    kind = "hex"
    ruled_by = "drop.plan"
    cancel = way_out()

    def is_secret(self, state: State) -> bool:
        return True

    def prompt(self, state: State) -> str:
        return f"On which hex does {state.get(Unit, self.serial).name} drop?"

    def options(self, state: State) -> Iterable[str]:
        return sorted(ground(state).land)

    @case("drop.plan", "drop.lead-time")
    def refusals_to_pick(self, state: State, target: str) -> Iterator[Refusal]:
        if target not in ground(state).land:
            yield Refusal("drop.plan", f"{target} is not a land hex in play")
            return
        serial = state.get(Unit, self.serial)
        first = earliest(state, serial, target)
        if not any(ground(state).turn_row(when).night for when in nights(state) if when >= first):
            text = f"No night is left from turn {first} on, when {serial.name} could drop there"
            yield Refusal("drop.lead-time", text)

    def picked(self, tx: Transaction, target: str) -> None:
        tx.replace(ChooseDropTurn(self.side, serial=self.serial, place=target))


class ChooseDropTurn(PickOne, kw_only=True):
    """On which night does it drop?"""

    serial: str
    place: str

    title = "Airdrop plans"
    verb = "turn"
    kind = "number"
    ruled_by = "drop.plan"
    cancel = way_out()

    def is_secret(self, state: State) -> bool:
        return True

    def prompt(self, state: State) -> str:
        return f"On which turn does {state.get(Unit, self.serial).name} drop on {self.place}?"

    def options(self, state: State) -> Iterable[str]:
        return [str(when) for when in nights(state)]

    def refusals_to_pick(self, state: State, target: int) -> Iterator[Refusal]:
        return refusals_to_plan(state, state.get(Unit, self.serial), self.place, target)

    @case("drop.plan", "drop.replan")
    def picked(self, tx: Transaction, target: int) -> None:
        """A plan takes the place of the one before: it needs the full notice again."""
        serial = tx.state.get(Unit, self.serial)
        tx.put(DropPlan(self.serial, target, self.place))
        text = f"{serial.name} is planned to drop on {self.place} on turn {target}"
        tell(tx, "DropPlanned", text, "drop.plan", (ALLIED,), unit=serial.key)
        tx.pop()


@case("drop.place-serials", "drop.night-only", "drop.serial")
def place_serials(tx: Transaction, step: Procedure) -> None:
    """Serials planned for this turn are put on their drop hexes, broken down; rain cancels a drop."""
    for plan in list(tx.state.all(DropPlan).values()):
        # INTERPRETATION (drop.place-serials): a battalion is broken down as it is put on its way.
        if plan.turn != turn(tx.state) or plan.shown:
            continue
        serial = tx.state.get(Unit, plan.key)
        if is_raining(tx.state):
            tx.remove(plan)
            text = f"{serial.name} cannot drop in the rain and must be planned again"
            tell(tx, "DropCancelled", text, "drop.night-only", (ALLIED,), unit=serial.key)
            continue
        tx.put(replace(plan, shown=True))
        tx.reveal()
        for letter in LETTERS[:COMPANIES]:
            tx.put(replace(company(tx.state, serial, letter), place=ON_THE_WAY))
        tx.put(replace(serial, place=box(BREAKDOWN, ALLIED)))
        take_off_schedule(tx, serial.key)
        text = f"{serial.name} is on its way to {plan.place}"
        tell(tx, "DropBegins", text, "drop.place-serials", unit=serial.key, hex=plan.place)


@case("drop.plan", "gen.player-order")
def plan_drops(tx: Transaction, step: AirdropPlanning) -> None:
    """In each Allied player turn."""
    if step.side == ALLIED:
        offer(tx, PlanDrops(ALLIED), step.asks)


class AirdropPlanning(Procedure):
    """Serials that are due, then new plans."""

    side: str
    asks: bool = False
    """The decision is asked even if nothing can be done in it: a worked example begins here."""

    title = "Airdrop planning"
    steps = (place_serials, plan_drops)


FRAMES: Final = (AirdropPlanning, PlanDrops, ChooseDropHex, ChooseDropTurn)
