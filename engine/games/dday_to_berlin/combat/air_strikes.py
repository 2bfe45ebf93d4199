"""Air strikes: one AIR support against one unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.combat.die_roll import throw
from engine.games.dday_to_berlin.combat.guns import AIR, on_hand, spend_supports
from engine.games.dday_to_berlin.combat.odds import fate
from engine.games.dday_to_berlin.combat.save_rolls import (
    Saved,
    base_save,
    defender_modifiers,
    must_save,
    save_value,
    saves,
)
from engine.games.dday_to_berlin.combat.segments import Segment
from engine.games.dday_to_berlin.morale.losses import lose, shatter
from engine.games.dday_to_berlin.movement.visibility import visible_to_air
from engine.games.dday_to_berlin.records import Army, Earthwork, Unit, army, forces
from engine.games.dday_to_berlin.scenario.chart_form import within
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.mechanics import Chances, certain, dice, end, order, tell
from engine.referee import (
    Mark,
    PossibleOutcome,
    Preview,
    Procedure,
    Refusal,
    State,
    Strength,
    Transaction,
    case,
    derived,
    marked,
)


@derived(Unit, Mark, Army, Earthwork)
def targets(state: State, side: str) -> tuple[str, ...]:
    """Enemy units that aircraft of the side may strike now."""
    if not on_hand(state, side, AIR):
        return ()
    return tuple(
        unit.key
        for unit in forces(state, ground(state).other(side))
        if not marked(state, unit.key, marks.ATTACKED) and visible_to_air(state, side, unit.place)
    )


class AirStrikes(Segment):
    """Strikes by one side, its own combat phase or not."""

    title = "Air strikes"
    segment = "air strikes"

    def prompt(self, state: State) -> str:
        left = on_hand(state, self.side, AIR)
        return f"Choose a unit for an air strike ({left} on hand), or end the strikes"

    @order("strike", "unit", "Strike")
    def strike(self, tx: Transaction, unit: Unit) -> None:
        spend_supports(tx, self.side, air=1)
        tx.mark(unit.key, marks.ATTACKED, marks.PLAYER_TURN)
        tx.push(AirStrike(self.side, unit.key))

    @strike.legal_targets
    def units(self, state: State) -> Iterable[str]:
        return targets(state, self.side)

    @strike.against
    @case("4.air-strike", "4.segments", "B.visible")
    def refusals_to_strike(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Any visible enemy unit, headquarters included, that has not been attacked."""
        if unit.side == self.side or not unit.on_map:
            yield Refusal("4.air-strike", f"{unit} is not an enemy unit on the map")
            return
        if marked(state, unit.key, marks.ATTACKED):
            yield Refusal("4.air-strike", f"{unit} has been attacked in this player turn")
        if not visible_to_air(state, self.side, unit.place):
            title = ground(state).title_of(self.side)
            yield Refusal("B.visible", f"aircraft of {title} cannot see {unit.place}")

    @strike.shows
    def odds(self, state: State, unit: Unit) -> Preview:
        return strike_odds(state, self.side, unit)

    finish = end()


class AirStrike(Procedure):
    """One strike: the die, and the save of the target."""

    side: str
    unit: str

    title = "Air strike"

    def run(self, tx: Transaction) -> None:
        if self.at:
            tx.pop()
            return
        tx.replace(replace(self, at=1))
        unit = tx.state.get(Unit, self.unit)
        die = ground(tx.state).charts.air_combat.die
        throw(tx, self.side, "4.air-strike", f"Air strike on {unit} in {unit.place}", die)

    @case("4.air-result")
    def resume(self, tx: Transaction, result: Any) -> None:
        """On a low die the target must save; on the highest the aircraft may be lost."""
        unit = tx.state.get(Unit, self.unit)
        if isinstance(result, Saved):
            if not result.passed:
                wreck(tx, unit)
            return
        chart = ground(tx.state).charts.air_combat
        if within(result, chart.save):
            must_save(tx, unit, defender_modifiers(tx.state, unit))
        elif within(result, chart.flak) and is_near_headquarters(tx.state, unit):
            shoot_down(tx, self.side, unit)
        else:
            tell(tx, "StrikeHadNoEffect", f"The strike has no effect on {unit}", "4.air-result")


@case("4.air-result")
def is_lost_to_aircraft(state: State, unit: Unit) -> bool:
    """MECH units are lost, and so is MOT in road column; others are only shattered."""
    return unit.is_mech or (unit.moves_as == "MOT" and marked(state, unit.key, marks.COLUMN))


def wreck(tx: Transaction, unit: Unit) -> None:
    """The target of a strike failed its save."""
    if is_lost_to_aircraft(tx.state, unit):
        lose(tx, unit, "4.air-result", "an air strike")
    else:
        shatter(tx, unit, "4.air-result", "an air strike")


@case("4.air-lost")
def is_near_headquarters(state: State, unit: Unit) -> bool:
    """Within reach of the flak of a headquarters of its own side."""
    land = ground(state)
    reach = land.charts.air_combat.hq_distance
    return any(hq.is_hq and land.distance(hq.place, unit.place) <= reach for hq in forces(state, unit.side))


@case("4.air-lost")
def shoot_down(tx: Transaction, side: str, unit: Unit) -> None:
    """The AIR allotment falls by 1 for the rest of the game."""
    held = army(tx.state, side)
    tx.put(replace(held, air_allotment=max(held.air_allotment - 1, 0)))
    left = f"{ground(tx.state).title_of(side)} has an AIR allotment of {held.air_allotment - 1}"
    text = f"The aircraft that struck {unit} is lost; {left}"
    tell(tx, "AircraftLost", text, "4.air-lost", side=side)


def strike_odds(state: State, side: str, unit: Unit) -> Preview:
    """The exact chances of a strike."""
    chart, modifiers = ground(state).charts.air_combat, defender_modifiers(state, unit)
    value = save_value(state, unit, modifiers)
    what = "lost" if is_lost_to_aircraft(state, unit) and not unit.is_hq else fate(unit)
    hurt, shot_down, nothing = f"{unit} is {what}", "the aircraft is lost", "nothing"

    def result(face: int) -> Chances[str]:
        if within(face, chart.save):
            return saves(state, value).map(lambda saved: nothing if saved else hurt)
        flak = within(face, chart.flak) and is_near_headquarters(state, unit)
        return certain(shot_down if flak else nothing)

    chances = dice(chart.die).then(result)
    return Preview(
        f"Air strike on {unit} in {unit.place}",
        strengths=(Strength(unit.side, f"base save of {unit}", base_save(state, unit), "4.save-base"),),
        modifiers=modifiers,
        odds=f"{unit} saves on {value} if the die shows {chart.save[0]}-{chart.save[1]}",
        outcomes=(
            PossibleOutcome(hurt, chances[hurt], ((unit.side, Fraction(1)),), side),
            PossibleOutcome(shot_down, chances[shot_down], (), unit.side),
            PossibleOutcome(nothing, chances[nothing]),
        ),
    )
