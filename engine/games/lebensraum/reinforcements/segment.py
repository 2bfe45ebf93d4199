"""Segment 1.B: reinforcements and replacements (chapter 6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final

from engine.games.lebensraum.headquarters.reserves import RESERVE, in_reserve
from engine.games.lebensraum.records import ALLIED, AXIS, SEGMENT, SOVIET, WESTERN, Clock, Unit, armies, board
from engine.games.lebensraum.reinforcements import arrivals, rebuilding, steps_bought
from engine.games.lebensraum.reinforcements.arrivals import NEW, arrive, random_pile, set_aside, waiting
from engine.games.lebensraum.reinforcements.entry_hexes import entry_hexes, open_entries, refusals_to_enter_at
from engine.games.lebensraum.reinforcements.leaders_due import bring_leader
from engine.games.lebensraum.reinforcements.steps_bought import CLASS, KINDS, POPULATION, PRODUCTION, STRENGTH
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.standard.zoc import zoc
from engine.mechanics import pools
from engine.mechanics.menu import Menu, PickOne, offer, order, way_out
from engine.mechanics.plural import counted
from engine.mechanics.telling import tell
from engine.referee import Action, Frame, Procedure, Refusal, State, Transaction, case, marked


class Reinforce(Menu):
    """A side places reinforcements and uses replacement steps."""

    title = "Reinforcements and replacements"
    ruled_by = "4.1-a"
    otherwise = "@ is not possible in the segment of reinforcements and replacements"
    records: ClassVar = {"unit": Unit}

    def prompt(self, state: State) -> str:
        land = ground(state)
        parts = []
        for power in land.powers.of(self.side):
            steps = ", ".join(f"{steps_bought.steps_left(state, power, kind)} {kind}" for kind in KINDS)
            parts.append(f"{land.powers.title_of(power)} {steps} steps")
            if power == SOVIET:
                left = (pools.left(state, SOVIET, what) for what in (POPULATION, PRODUCTION))
                parts.append("population {}, production {}".format(*left))
        due = len(waiting(state, self.side))
        return f"Reinforcements and replacements: {counted(due, 'unit')} due; {'; '.join(parts)}"

    def spends(self, state: State) -> Iterable[str]:
        kinds = map(steps_bought.track, KINDS)
        return pools.track_keys(state, ground(state).powers.of(self.side), *kinds, POPULATION, PRODUCTION)

    @case("4.1-b")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """A side places and improves its own units."""
        unit = state.find(Unit, action.target) if action.kind == "unit" else None
        if unit is None or unit.side == self.side:
            yield from super().refusals(state, action)
        else:
            yield Refusal("4.1-b", f"{unit.name} belongs to the other side")

    # reinforcements

    @order("place", "unit", "Place")
    def place(self, tx: Transaction, unit: Unit) -> None:
        tx.push(PlaceUnit(self.side, tuple(entry_hexes(tx.state, unit)), unit=unit.key))

    @place.targets
    def units_due(self, state: State) -> Iterable[str]:
        return [unit.key for unit in waiting(state, self.side)]

    @place.against
    @case("6.1-a", "6.11-b", "6.13-c")
    def refusals_to_place(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """It is due, and one of its entry hexes is open; otherwise it waits."""
        if unit not in waiting(state, self.side):
            yield Refusal("6.1-a", f"{unit.name} is not due")
        elif not open_entries(state, unit):
            for here in entry_hexes(state, unit)[:1]:
                yield from refusals_to_enter_at(state, unit, here)

    @order("reserve", "unit", "Put into reserve")
    def reserve(self, tx: Transaction, unit: Unit) -> None:
        tx.mark_until(unit.key, RESERVE, "")
        tell(tx, "ReserveMarked", f"{unit.name} arrives in reserve", "6.12-f", unit=unit.key)

    @reserve.targets
    def new_units(self, state: State) -> Iterable[str]:
        return [unit.key for unit in board.forces(state, self.side) if marked(state, unit.key, NEW)]

    @reserve.against
    @case("6.12-f", "11.3-g")
    def refusals_to_reserve(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Whatever was placed in this segment, outside enemy zones of control; not after a replacement step,
        by which its Reserve marker has come off."""
        if not marked(state, unit.key, NEW):
            yield Refusal("6.12-f", f"{unit.name} was not placed in this segment")
        elif marked(state, unit.key, STRENGTH) or marked(state, unit.key, CLASS):
            text = f"{unit.name} has had a replacement step in this segment and is no longer in reserve"
            yield Refusal("11.3-g", text)
        elif in_reserve(state, unit.key):
            yield Refusal("6.12-f", f"{unit.name} is in reserve already")
        elif not unit.is_hq and unit.place in zoc(state, ground(state).other(self.side)):
            yield Refusal("11.3-a", f"{unit.name} is in an enemy zone of control in {unit.place}")

    # replacements

    def own_armies(self, state: State) -> Iterable[str]:
        """The units of the side on the map."""
        return [unit.key for unit in armies(state, self.side)]

    @order("strengthen", "unit", "Turn to full strength")
    def strengthen(self, tx: Transaction, unit: Unit) -> None:
        steps_bought.improve(tx, unit, steps_bought.strengthened(unit), STRENGTH)

    @strengthen.targets
    def weak_units(self, state: State) -> Iterable[str]:
        return self.own_armies(state)

    @strengthen.against
    def refusals_to_strengthen(self, state: State, unit: Unit) -> Iterator[Refusal]:
        return steps_bought.refusals_to_strengthen(state, unit)

    @order("promote", "unit", "Better class for")
    def promote(self, tx: Transaction, unit: Unit) -> None:
        steps_bought.improve(tx, unit, steps_bought.promoted(unit), CLASS)

    @promote.targets
    def low_units(self, state: State) -> Iterable[str]:
        return self.own_armies(state)

    @promote.against
    def refusals_to_promote(self, state: State, unit: Unit) -> Iterator[Refusal]:
        return steps_bought.refusals_to_promote(state, unit)

    @order("rebuild", "unit", "Rebuild, reduced,")
    def rebuild(self, tx: Transaction, unit: Unit) -> None:
        rebuilding.rebuild(tx, unit, 1)

    @rebuild.targets
    def lost_units(self, state: State) -> Iterable[str]:
        return [unit.key for unit in rebuilding.eliminated(state, self.side)]

    @rebuild.against
    def refusals_to_rebuild(self, state: State, unit: Unit) -> Iterator[Refusal]:
        return rebuilding.refusals_to_rebuild(state, unit, 1)

    @order("rebuild_full", "unit", "Rebuild, at full strength,")
    def rebuild_full(self, tx: Transaction, unit: Unit) -> None:
        rebuilding.rebuild(tx, unit, 2)

    @rebuild_full.targets
    def lost_soviets(self, state: State) -> Iterable[str]:
        return [one.key for one in rebuilding.eliminated(state, self.side) if rebuilding.can_be_full(one)]

    @rebuild_full.against
    def refusals_to_rebuild_full(self, state: State, unit: Unit) -> Iterator[Refusal]:
        return rebuilding.refusals_to_rebuild(state, unit, 2)

    # Soviets alone

    def has_soviets(self, state: State) -> bool:
        """Do the Soviets belong to this side?"""
        return SOVIET in ground(state).powers.of(self.side)

    @order("buy", "marker", "Buy a step:")
    def buy(self, tx: Transaction, kind: str) -> None:
        steps_bought.buy(tx, kind)

    @buy.targets
    def kinds_of_steps(self, state: State) -> Iterable[str]:
        return KINDS if self.has_soviets(state) else ()

    @buy.against
    def refusals_to_buy(self, state: State, kind: str) -> Iterator[Refusal]:
        if kind in KINDS and self.has_soviets(state):
            yield from steps_bought.refusals_to_buy(state, kind)

    def names(self, action: Any) -> bool:
        return bool(action.verb == "buy")

    @order("raise", "unit", "Raise, reduced,")
    def raise_reduced(self, tx: Transaction, unit: Unit) -> None:
        rebuilding.raise_army(tx, unit, 1)

    @raise_reduced.targets
    def next_army(self, state: State) -> Iterable[str]:
        return [unit.key for unit in random_pile(state)[:1]] if self.has_soviets(state) else ()

    @raise_reduced.against
    def refusals_to_raise(self, state: State, unit: Unit) -> Iterator[Refusal]:
        return rebuilding.refusals_to_raise(state, unit, 1)

    @order("raise_full", "unit", "Raise, at full strength,")
    def raise_full(self, tx: Transaction, unit: Unit) -> None:
        rebuilding.raise_army(tx, unit, 2)

    @raise_full.targets
    def next_full_army(self, state: State) -> Iterable[str]:
        return self.next_army(state)

    @raise_full.against
    def refusals_to_raise_full(self, state: State, unit: Unit) -> Iterator[Refusal]:
        return rebuilding.refusals_to_raise(state, unit, 2)

    @order("train", "unit", "Train for the Guards:")
    def train(self, tx: Transaction, unit: Unit) -> None:
        set_aside(tx, unit)

    @train.targets
    def trainees(self, state: State) -> Iterable[str]:
        return [unit.key for unit in waiting(state, self.side) if unit.power == SOVIET]

    @train.against
    def refusals_to_train(self, state: State, unit: Unit) -> Iterator[Refusal]:
        return rebuilding.refusals_to_train(state, unit)

    @order("end", "none", "End reinforcements", ends=True)
    def end(self, tx: Transaction) -> None:
        tx.pop()

    @end.against
    @case("6.1-a")
    def refusals_to_end(self, state: State) -> Iterator[Refusal]:
        """Reinforcements appear on their turn; the western power may hold them back in England."""
        for unit in waiting(state, self.side):
            if unit.power != WESTERN and open_entries(state, unit):
                yield Refusal("6.1-a", f"{unit.name} arrives on this turn and has to be placed")
                return


class PlaceUnit(PickOne):
    """Where does a reinforcement enter?"""

    unit: str = ""

    title = "Entry"
    verb = "enter"
    kind = "hex"
    ruled_by = "6.1-a"
    otherwise = "a reinforcement enters in one of its entry hexes"

    def prompt(self, state: State) -> str:
        return f"Where does {state.get(Unit, self.unit).name} enter?"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    @case("6.1-b", "6.11-a", "6.12-e", "6.13-b")
    def refusals_to_pick(self, state: State, target: str) -> Iterator[Refusal]:
        """One of its entry hexes; others may be there, too, until they have moved."""
        return refusals_to_enter_at(state, state.get(Unit, self.unit), target)

    def picked(self, tx: Transaction, target: str) -> None:
        tx.pop()
        unit = tx.state.get(Unit, self.unit)
        arrive(tx, unit, target, "6.1-a")
        if unit.is_hq:
            bring_leader(tx, unit)

    cancel = way_out()


@case("6.1-a", "6.41-a")
def prepare(tx: Transaction, power: str) -> None:
    """What comes by itself, before the side decides: steps, paratroops, Soviet piles, Guards, Tito."""
    if power == SOVIET:
        arrivals.return_guards(tx)
        arrivals.promote_trainees(tx)
        arrivals.draw_soviets(tx)
        arrivals.bring_tito(tx)
        steps_bought.count_production(tx)
    steps_bought.credit_steps(tx, power)
    arrivals.bring_paratroops(tx, power)


@case("4.1-b", "6.1-a")
def reinforce(tx: Transaction, side: str) -> None:
    """All powers of a side."""
    for power in ground(tx.state).powers.of(side):
        if power == WESTERN and tx.state.one(Clock).turn <= steps_bought.WEST_OF:
            continue
        prepare(tx, power)
    offer(tx, Reinforce(side))


class ReinforcementSegment(Procedure):
    """Segment 1.B: the Axis first, then the Allies (chapter 6)."""

    title = "Reinforcements and replacements"
    scope = SEGMENT
    steps = (lambda tx, frame: reinforce(tx, AXIS), lambda tx, frame: reinforce(tx, ALLIED))


FRAMES: Final[tuple[type[Frame], ...]] = (ReinforcementSegment, Reinforce, PlaceUnit)
