"""Supply by air, airdrop status and the announcement of drops (3.3.6, 10.5, 11.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from engine.games.toppling_the_reich.air.actions import refusals_to_fly, spend
from engine.games.toppling_the_reich.movement.movement_orders import Order
from engine.games.toppling_the_reich.movement.placing import place
from engine.games.toppling_the_reich.records import (
    AIR_SUPPLIED,
    AIRDROP,
    ALLIED,
    COMZ,
    DUE,
    GAME_TURN,
    OOS,
    PLAYER_TURN,
    RAILED,
    STALEMATED,
    Clock,
    Unit,
    forces,
    occupied,
    units_at,
)
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import Railhead
from engine.games.toppling_the_reich.scenario.named_choice import Question, air_price, supply_price
from engine.games.toppling_the_reich.supply import attack_supply
from engine.mechanics.places import box
from engine.referee import Action, Due, Event, Mark, Preview, Refusal, State, Transaction, case, marked

DROPS_ANNOUNCED: Final = "drops announced"
"""player turn, on the side"""
AIR_ASP: Final = "attack supply by air"
"""no scope, on the side; the turn it was flown in: pays for one Major Attack of units supplied by air"""
FLOWN_POINTS: Final = 1
READIED: Final = "readied"
"""no scope; the turn in which a unit was put on airdrop status"""
FLOWN: Final = "supply flown"
"""game turn, on the side"""
MISSION: Final = "aerial_resupply"
ENGLAND: Final = "UK"
CANCEL: Final = Action("cancel")


@case("3.3.6-a", "3.3.6-b")
def refusals_to_resupply(state: State, side: str) -> Iterator[Refusal]:
    """The Allies alone, once a game turn, and not where drops are announced."""
    if side != ALLIED:
        yield Refusal("3.3.6-b", "the Germans have no airborne supply")
    if marked(state, side, FLOWN):
        yield Refusal("3.3.6-a", "supply has been flown in this game turn")
    if marked(state, side, DROPS_ANNOUNCED):
        yield Refusal("3.3.6-b", "drops have been announced for this turn")


@case("11.5")
def mission_cost(state: State) -> int:
    """Air Actions for the mission."""
    return ground(state).charts.air_missions.rows[MISSION].least


class Resupply(Order):
    """One Air Action supplies all units in a hex for a game turn."""

    verb = "resupply"
    kind = "none"
    words = "Supply by air"

    def candidates(self, state: State, side: str) -> Iterable[Action]:
        if side == ALLIED:
            yield Action("resupply")

    @case("3.3.6-a", "3.3.6-b", "11.5")
    def refusals(self, state: State, side: str, action: Action) -> Iterator[Refusal]:
        yield from refusals_to_resupply(state, side)
        yield from refusals_to_fly(state, side, mission_cost(state), "11.5")

    def apply(self, tx: Transaction, side: str, action: Action) -> None:
        tx.push(PickSupplied(side))

    def preview(self, state: State, side: str, action: Action) -> Preview:
        return Preview(prices=(air_price(state, side, mission_cost(state), "11.5"),))


class PickSupplied(Question):
    """Which hex is supplied by air?"""

    title = "Supply by air"
    words: ClassVar[Mapping[str, str]] = {"supply": "Supply", "cancel": "No supply by air"}

    def prompt(self, state: State) -> str:
        return "Supply by air: which hex? It has General Supply and one Attack Supply Point for a game turn"

    def way_out(self, state: State) -> Action:
        return CANCEL

    def candidates(self, state: State) -> Iterable[Action]:
        for here in sorted(occupied(state, self.side)):
            yield Action("supply", "hex", here)
        yield CANCEL

    @case("3.3.6-a", "11.5")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == CANCEL:
            return
        if action.verb != "supply" or action.kind != "hex":
            yield Refusal("11.5", f"{action} is not a hex to supply")
            return
        if action.target not in occupied(state, self.side):
            yield Refusal(
                "3.3.6-a", f"no {self.side.title()} unit is in {ground(state).name_of(action.target)}"
            )
        yield from refusals_to_fly(state, self.side, mission_cost(state), "11.5", action.target)

    def apply(self, tx: Transaction, action: Action) -> None:
        tx.pop()
        if action != CANCEL:
            spend(tx, self.side, mission_cost(tx.state), MISSION, "11.5", action.target)
            tx.mark(self.side, FLOWN, GAME_TURN)
            supply_hex(tx, self.side, action.target)

    def preview(self, state: State, action: Action) -> Preview:
        if action == CANCEL:
            return Preview()
        units = [unit.name for unit in units_at(state, action.target) if unit.is_combat_unit]
        return Preview(", ".join(units), prices=(air_price(state, self.side, mission_cost(state), "11.5"),))


@case("3.3.6-a")
def supply_hex(tx: Transaction, side: str, here: str) -> None:
    """All units there are in General Supply until the same point of the next turn."""
    turn = tx.state.one(Clock).turn
    for unit in units_at(tx.state, here):
        if unit.side == side and unit.is_combat_unit:
            tx.mark(unit.key, AIR_SUPPLIED, value=str(turn + 1))
            tx.unmark(unit.key, OOS)
    tx.mark(side, AIR_ASP, value=str(turn))


@case("3.3.6-a")
def end_air_supply(tx: Transaction) -> None:
    """What was flown in the last turn is used up when the next Allied Movement Segment begins."""
    turn = tx.state.one(Clock).turn
    for mark in list(tx.state.all(Mark).values()):
        if (mark.name == AIR_SUPPLIED and int(mark.value or 0) <= turn) or (
            mark.name == AIR_ASP and int(mark.value) < turn
        ):
            tx.remove(mark)


class AirdropStatus(Order):
    """A paratroop unit leaves for the airfields."""

    verb = "airdrop"
    words = "Put @ on airdrop status"

    def candidates(self, state: State, side: str) -> Iterable[Action]:
        if side == ALLIED:
            waiting = (*units_at(state, box(COMZ, side)), *units_at(state, box(DUE, side)))
            for unit in (*forces(state, side), *waiting):
                if unit.type == "paratroop":
                    yield Action("airdrop", "unit", unit.key)

    @case("10.5-a", "10.5-b", "6.5.4-d")
    def refusals(self, state: State, side: str, action: Action) -> Iterator[Refusal]:
        unit = state.get(Unit, action.target)
        if side != ALLIED or unit.side != side or unit.type != "paratroop":
            yield Refusal("10.5-a", f"{unit} is not an Allied paratroop unit")
            return
        if unit.on_map:
            yield from refusals_to_leave(state, unit)
        elif unit.place == box(DUE, side):
            due = state.find(Due, unit.key)
            if unit.entry != ENGLAND or due is None or due.turn > state.one(Clock).turn:
                yield Refusal("10.5-b", f"{unit} does not arrive from England on this turn")
        elif unit.place != box(COMZ, side):
            yield Refusal("10.5-b", f"{unit} is not in a place from which it can be put on airdrop status")
        cost = status_cost(state, unit)
        yield from attack_supply.refusals_to_spend(state, side, cost, "10.5-b", f"airdrop status of {unit}")

    @case("10.5-b")
    def apply(self, tx: Transaction, side: str, action: Action) -> None:
        unit = tx.state.get(Unit, action.target)
        attack_supply.spend(tx, side, status_cost(tx.state, unit), "10.5-b", f"airdrop status of {unit}")
        due = tx.state.find(Due, unit.key)
        if due is not None:
            tx.remove(due)
        place(tx, unit, box(AIRDROP, side))
        tx.mark(unit.key, READIED, value=str(tx.state.one(Clock).turn))
        tx.emit(Event("UnitReadied", f"{unit} is on airdrop status", "10.5-b", about=(("unit", unit.key),)))

    def preview(self, state: State, side: str, action: Action) -> Preview:
        cost = status_cost(state, state.get(Unit, action.target))
        return Preview("Can drop from next turn on", prices=(supply_price(state, side, cost, "10.5-b"),))


@case("6.5.4-d")
def refusals_to_leave(state: State, unit: Unit) -> Iterator[Refusal]:
    """Paratroops leave the map at a railhead, if nothing else holds them."""
    if state.find(Railhead, unit.place) is None:
        yield Refusal("6.5.4-d", f"{ground(state).name_of(unit.place)} is not a railhead")
    if marked(state, unit.key, STALEMATED) or marked(state, unit.key, RAILED):
        yield Refusal("10.5-b", f"{unit} is locked in a stalemate, or has moved by rail")


@case("3.3.2-c", "16.5.7-a")
def status_cost(state: State, unit: Unit) -> int:
    """Attack Supply for airdrop status; units in England, and those of 16.5.7-a, need none."""
    if unit.entry == ENGLAND and unit.place == box(DUE, unit.side):
        return 0
    return 0 if is_free_crossing(state, unit) else attack_supply.cost_of(state, "airdrop_status")


@case("16.5.7-a")
def is_free_crossing(state: State, unit: Unit) -> bool:
    """Late in the war three divisions get airdrop status without Attack Supply, for the Rhine."""
    rule = ground(state).rules.airborne_crossing
    return rule is not None and state.one(Clock).turn >= rule.first_turn and unit.key in rule.units


class AnnounceDrops(Order):
    """Announce drops for this player-turn, without saying where or how many."""

    verb = "announce"
    kind = "none"
    words = "Announce paratroop drops"

    def candidates(self, state: State, side: str) -> Iterable[Action]:
        if side == ALLIED and units_at(state, box(AIRDROP, side)):
            yield Action("announce")

    @case("11.8-b", "3.3.6-b", "4.2-a")
    def refusals(self, state: State, side: str, action: Action) -> Iterator[Refusal]:
        if side != ALLIED or not units_at(state, box(AIRDROP, side)):
            yield Refusal("11.8-b", f"no {side.title()} unit is on airdrop status")
        if marked(state, side, DROPS_ANNOUNCED):
            yield Refusal("11.8-b", "drops have been announced already")
        if marked(state, side, FLOWN):
            yield Refusal("3.3.6-b", "supply is flown in this turn, so no unit may drop")

    def apply(self, tx: Transaction, side: str, action: Action) -> None:
        tx.mark(side, DROPS_ANNOUNCED, PLAYER_TURN)
        tx.emit(Event("DropsAnnounced", "Paratroop drops will be made this turn", "11.8-b"))


FRAMES = (PickSupplied,)
