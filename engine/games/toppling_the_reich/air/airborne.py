"""Supply by air, airdrop status and the announcement of drops (3.3.6, 10.5, 11.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.games.toppling_the_reich import boxes, marks
from engine.games.toppling_the_reich.air.actions import least, preview_cost, refusals_to_fly, spend
from engine.games.toppling_the_reich.movement.placing import place
from engine.games.toppling_the_reich.records import ALLIED, Clock, Unit, forces, occupied, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import Railhead
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.games.toppling_the_reich.supply import antwerp, attack_supply
from engine.mechanics import box, order, take_off_schedule, tell, turn_due, way_out
from engine.referee import Mark, Preview, Refusal, State, Transaction, case, marked

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


@order("resupply", words="Supply by air")
def resupply(menu: Question, tx: Transaction) -> None:
    """One Air Action supplies all units in a hex for a game turn."""
    tx.push(PickSupplied(menu.side))


@resupply.against
@case("3.3.6-a", "3.3.6-b", "11.5")
def refusals_to_resupply(menu: Question, state: State) -> Iterator[Refusal]:
    """The Allies alone, once a game turn, and not where drops are announced."""
    if menu.side != ALLIED:
        yield Refusal("3.3.6-b", "the Germans have no airborne supply")
    if marked(state, menu.side, FLOWN):
        yield Refusal("3.3.6-a", "supply has been flown in this game turn")
    if marked(state, menu.side, DROPS_ANNOUNCED):
        yield Refusal("3.3.6-b", "drops have been announced for this turn")
    yield from refusals_to_fly(state, menu.side, least(state, MISSION), "11.5")


@resupply.shows
def preview_of_resupply(menu: Question, state: State) -> Preview:
    """What it costs."""
    return preview_cost(state, menu.side, least(state, MISSION), "11.5")


class PickSupplied(Question):
    """Which hex is supplied by air?"""

    title = "Supply by air"
    ruled_by = "11.5"
    otherwise = "@ is not a hex to supply"

    def prompt(self, state: State) -> str:
        return "Supply by air: which hex? It has General Supply and one Attack Supply Point for a game turn"

    @order("supply", "hex", "Supply")
    def supply(self, tx: Transaction, here: str) -> None:
        tx.pop()
        spend(tx, self.side, least(tx.state, MISSION), MISSION, "11.5", here)
        tx.mark(self.side, FLOWN, marks.GAME_TURN)
        supply_hex(tx, self.side, here)

    @supply.targets
    def hexes_of_friends(self, state: State) -> Iterable[str]:
        return sorted(occupied(state, self.side))

    @supply.against
    @case("3.3.6-a", "11.5")
    def refusals_to_supply(self, state: State, here: str) -> Iterator[Refusal]:
        if here not in occupied(state, self.side):
            yield Refusal("3.3.6-a", f"no {self.side.title()} unit is in {ground(state).name_of(here)}")
        yield from refusals_to_fly(state, self.side, least(state, MISSION), "11.5", here)

    @supply.shows
    def preview_of_supply(self, state: State, here: str) -> Preview:
        units = ", ".join(unit.name for unit in units_at(state, here) if unit.is_combat_unit)
        return preview_cost(state, self.side, least(state, MISSION), "11.5", units)

    cancel = way_out(words="No supply by air")


@case("3.3.6-a")
def supply_hex(tx: Transaction, side: str, here: str) -> None:
    """All units there are in General Supply until the same point of the next turn."""
    turn = tx.state.one(Clock).turn
    for unit in units_at(tx.state, here):
        if unit.side == side and unit.is_combat_unit:
            tx.mark(unit.key, marks.AIR_SUPPLIED, value=str(turn + 1))
            tx.unmark(unit.key, marks.OOS)
    tx.mark(side, AIR_ASP, value=str(turn))


@case("3.3.6-a")
def end_air_supply(tx: Transaction) -> None:
    """What was flown in the last turn is used up when the next Allied Movement Segment begins."""
    turn = tx.state.one(Clock).turn
    for mark in list(tx.state.all(Mark).values()):
        if (mark.name == marks.AIR_SUPPLIED and int(mark.value or 0) <= turn) or (
            mark.name == AIR_ASP and int(mark.value) < turn
        ):
            tx.remove(mark)


@order("airdrop", "unit", "Put @ on airdrop status")
@case("10.5-b")
def airdrop(menu: Question, tx: Transaction, unit: Unit) -> None:
    """A paratroop unit leaves for the airfields."""
    cost = status_cost(tx.state, unit)
    attack_supply.spend(tx, menu.side, cost, "10.5-b", f"airdrop status of {unit}")
    take_off_schedule(tx, unit.key)
    place(tx, unit, box(boxes.AIRDROP, menu.side))
    tx.mark(unit.key, READIED, value=str(tx.state.one(Clock).turn))
    tell(tx, "UnitReadied", f"{unit} is on airdrop status", "10.5-b", unit=unit.key)


@airdrop.targets
def paratroops(menu: Question, state: State) -> list[str]:
    """The Allied ones, on the map and waiting."""
    if menu.side != ALLIED:
        return []
    waiting = (*units_at(state, box(boxes.COMZ, ALLIED)), *units_at(state, box(boxes.DUE, ALLIED)))
    return [unit.key for unit in (*forces(state, ALLIED), *waiting) if unit.type == "paratroop"]


@airdrop.against
@case("10.5-a", "10.5-b", "6.5.4-d")
def refusals_of_status(menu: Question, state: State, unit: Unit) -> Iterator[Refusal]:
    """An Allied paratroop unit at a railhead, in the COM Z or in England, for Attack Supply."""
    if menu.side != ALLIED:
        yield Refusal("10.5-a", "the Germans put no unit on airdrop status")
        return
    if unit.side != ALLIED or unit.type != "paratroop":
        yield Refusal("10.5-a", f"{unit} is not an Allied paratroop unit")
        return
    if unit.on_map:
        yield from refusals_to_leave(state, unit)
    elif unit.place == box(boxes.DUE, ALLIED):
        due = turn_due(state, unit.key)
        if unit.entry != ENGLAND or due is None or due > state.one(Clock).turn:
            yield Refusal("10.5-b", f"{unit} does not arrive from England on this turn")
    elif unit.place != box(boxes.COMZ, ALLIED):
        yield Refusal("10.5-b", f"{unit} is not in a place from which it can be put on airdrop status")
    cost = status_cost(state, unit)
    yield from attack_supply.refusals_to_spend(state, ALLIED, cost, "10.5-b", f"airdrop status of {unit}")


@airdrop.shows
def preview_of_status(menu: Question, state: State, unit: Unit) -> Preview:
    """What it costs and when it counts."""
    cost = status_cost(state, unit)
    return attack_supply.preview_cost(state, menu.side, cost, "10.5-b", "Can drop from next turn on")


@case("6.5.4-d", "6.5.4-e", "7.7-a", "6.4-a")
def refusals_to_leave(state: State, unit: Unit) -> Iterator[Refusal]:
    """Paratroops leave the map at a railhead, if nothing else holds them."""
    if state.find(Railhead, unit.place) is None and not antwerp.serves(state, unit.place):
        yield Refusal("6.5.4-d", f"{ground(state).name_of(unit.place)} is not a railhead")
    if marked(state, unit.key, marks.STALEMATED):
        yield Refusal("7.7-a", f"{unit} is locked in a stalemate")
    if marked(state, unit.key, marks.RAILED):
        yield Refusal("6.4-a", f"{unit} has moved by rail and may do nothing else in this game turn")


@case("3.3.2-c", "16.5.7-a")
def status_cost(state: State, unit: Unit) -> int:
    """Attack Supply for airdrop status; units in England, and those of 16.5.7-a, need none."""
    if unit.entry == ENGLAND and unit.place == box(boxes.DUE, unit.side):
        return 0
    return 0 if is_free_crossing(state, unit) else attack_supply.cost_of(state, "airdrop_status")


@case("16.5.7-a")
def is_free_crossing(state: State, unit: Unit) -> bool:
    """Late in the war three divisions get airdrop status without Attack Supply, for the Rhine."""
    rule = ground(state).rules.airborne_crossing
    return rule is not None and state.one(Clock).turn >= rule.first_turn and unit.key in rule.units


@order("announce", words="Announce paratroop drops")
def announce(menu: Question, tx: Transaction) -> None:
    """Announce drops for this player-turn, without saying where or how many."""
    tx.mark(menu.side, DROPS_ANNOUNCED, marks.PLAYER_TURN)
    tell(tx, "DropsAnnounced", "Paratroop drops will be made this turn", "11.8-b")


@announce.against
@case("11.8-b", "3.3.6-b", "4.2-a")
def refusals_to_announce(menu: Question, state: State) -> Iterator[Refusal]:
    """Allied units on airdrop status, once, and not where supply is flown."""
    if menu.side != ALLIED or not units_at(state, box(boxes.AIRDROP, ALLIED)):
        yield Refusal("11.8-b", f"no {menu.side.title()} unit is on airdrop status")
    if marked(state, menu.side, DROPS_ANNOUNCED):
        yield Refusal("11.8-b", "drops have been announced already")
    if marked(state, menu.side, FLOWN):
        yield Refusal("3.3.6-b", "supply is flown in this turn, so no unit may drop")


FRAMES = (PickSupplied,)
