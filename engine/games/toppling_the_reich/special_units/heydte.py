"""The drop of von der Heydte (16.4.7-c): a German battle group behind the Allied front."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.toppling_the_reich.air.drops import in_range, land_at
from engine.games.toppling_the_reich.combat.attack import COMBAT, Attack
from engine.games.toppling_the_reich.combat.battle import Battle
from engine.games.toppling_the_reich.movement.control import holder
from engine.games.toppling_the_reich.movement.placing import eliminate
from engine.games.toppling_the_reich.movement.stacking import has_room
from engine.games.toppling_the_reich.records import (
    AIRDROP,
    ALLIED,
    GERMAN,
    Clock,
    Herbstnebel,
    Unit,
    occupied,
)
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.mechanics import box, order, tell
from engine.referee import Action, Refusal, State, Transaction, case

RULE = "16.4.7-c"


def waiting(state: State) -> Unit | None:
    """The unit while it can still drop."""
    rule = ground(state).rules.heydte
    unit = state.find(Unit, rule.unit) if rule is not None else None
    return unit if unit is not None and unit.place == box(AIRDROP, GERMAN) else None


@case("16.4.7-c", "10.5-a")
def refusals_of_heydte(state: State, unit: Unit, segment: str) -> Iterator[Refusal]:
    """Once, in a German Combat Segment of the first turns of Herbstnebel."""
    rule = ground(state).rules.heydte
    if rule is None or unit.key != rule.unit or unit.place != box(AIRDROP, GERMAN):
        yield Refusal("10.5-a", f"{unit} does not drop")
        return
    if segment != COMBAT:
        yield Refusal(RULE, f"{unit} drops in the Combat Segment only")
    plan, turn = state.find(Herbstnebel, ""), state.one(Clock).turn
    if plan is None or not plan.turn <= turn < plan.turn + rule.turns:
        yield Refusal(RULE, f"{unit} drops on the first {rule.turns} turns of Herbstnebel only")


@case("16.4.7-c")
def refusals_of_place(state: State, here: str) -> Iterator[Refusal]:
    """An Allied hex without Allied units, close enough to a German one; clouds are no matter."""
    land = ground(state)
    name = land.name_of(here)
    if here not in land.land or holder(state, here) != ALLIED:
        yield Refusal(RULE, f"{name} is not under Allied control")
    if here in occupied(state, ALLIED):
        yield Refusal(RULE, f"Allied units are in {name}")
    if here not in in_range(state, GERMAN):
        yield Refusal(RULE, f"no German unit is close enough to {name}")


@case("16.4.7-c")
def drop_heydte(tx: Transaction, unit: Unit, here: str) -> None:
    """The die says whether it is lost, drifts or lands where it should; the question on top is answered."""
    rule = ground(tx.state).rules.heydte
    assert rule is not None
    where = ground(tx.state).name_of(here)
    face = tx.roll("1d6", RULE, f"{unit} drops on {where}").total
    if face in rule.lost_on:
        eliminate(tx, unit, RULE, "scattered in the night")
        tx.pop()
    elif face in rule.drifts_on:
        tell(tx, "DropDrifted", f"{unit} drifts away from {where}", RULE, hex=here)
        tx.replace(PickDrift(ALLIED, unit.key, here))
    else:
        land_at(tx, unit, here)
        tx.pop()


class PickDrift(Question):
    """The Allied player says where the wind has taken them."""

    unit: str
    aimed: str

    title = "Drift"

    def prompt(self, state: State) -> str:
        where = ground(state).name_of(self.aimed)
        return f"{state.get(Unit, self.unit)} drifts away from {where}: where does it land?"

    @order("drift", "hex", "Land in")
    @case("16.4.7-c", "10.5-f")
    def drift(self, tx: Transaction, here: str) -> None:
        """If Allied units are there it must attack them."""
        if here in occupied(tx.state, ALLIED):
            tx.replace(Battle(GERMAN, Attack(GERMAN, here, drops=(self.unit,))))
        else:
            land_at(tx, tx.state.get(Unit, self.unit), here)
            tx.pop()

    @drift.targets
    def open_hexes(self, state: State) -> Iterable[str]:
        """The land around, as far as there is room."""
        unit = state.get(Unit, self.unit)
        near = ground(state).land_neighbors[self.aimed]
        return [here for here in near if here in occupied(state, ALLIED) or has_room(state, here, [unit])]

    @case("16.4.7-c")
    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        """A land hex adjacent to the one that was chosen."""
        yield Refusal(RULE, f"name a land hex adjacent to {self.aimed}")


FRAMES = (PickDrift,)
