"""The combat phase: air strikes of both sides, then ranged combat, then assaults."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.combat import (
    advance,
    air_strikes,
    assault,
    assault_combat,
    barrage,
    defenders,
    die_roll,
    hits,
    ranged,
    retreat,
    save_rolls,
)
from engine.games.dday_to_berlin.combat.air_strikes import AirStrikes
from engine.games.dday_to_berlin.combat.assault import AssaultSegment
from engine.games.dday_to_berlin.combat.barrage import RangedSegment
from engine.games.dday_to_berlin.combat.defenders import refusals_to_attack, worst_odds
from engine.games.dday_to_berlin.combat.hits import AMBUSH, NIGHT, Assault
from engine.games.dday_to_berlin.records import Unit
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.named_choice import Question
from engine.mechanics import end, offer, order
from engine.referee import Preview, Procedure, Refusal, State, Transaction, case


@case("4.segments")
def own_air_strikes(tx: Transaction, phase: CombatPhase) -> None:
    offer(tx, AirStrikes(phase.side))


@case("4.air-reaction")
def air_reaction(tx: Transaction, phase: CombatPhase) -> None:
    """When the phasing side has struck or declined, the other side may strike its units."""
    offer(tx, AirStrikes(ground(tx.state).other(phase.side)))


@case("4.segments")
def ranged_combats(tx: Transaction, phase: CombatPhase) -> None:
    offer(tx, RangedSegment(phase.side))


@case("4.segments")
def assaults_by_day(tx: Transaction, phase: CombatPhase) -> None:
    offer(tx, AssaultSegment(phase.side))


class CombatPhase(Procedure):
    """Segments in their fixed order; a segment without a possible action is skipped."""

    side: str

    title = "Combat"
    scope = marks.COMBAT_PHASE
    steps = (own_air_strikes, air_reaction, ranged_combats, assaults_by_day)


@case("C.assault")
def assaults_at_night(tx: Transaction, phase: NightAssaults) -> None:
    offer(tx, AssaultSegment(phase.side, NIGHT))


class NightAssaults(Procedure):
    """The variant in which each side may assault after its night engineering."""

    side: str

    title = "Night assaults"
    scope = marks.COMBAT_PHASE
    steps = (assaults_at_night,)


class OfferAmbush(Question):
    """An enemy battalion has stopped next to a unit in ambush."""

    unit: str
    target: str

    title = "Ambush"
    ruled_by = "scn.villers-ambush"
    otherwise = "@ is not a valid choice: strike or pass"

    def prompt(self, state: State) -> str:
        unit = state.get(Unit, self.unit)
        return f"Does {unit} attack from its ambush, at {ground(state).name_of(self.target)}?"

    def ambush(self, state: State) -> Assault:
        """An assault by the unit alone, without supports of any kind."""
        return Assault(self.side, self.target, state.get(Unit, self.unit).place, self.unit, manner=AMBUSH)

    @order("strike")
    @case("scn.villers-ambush")
    def strike(self, tx: Transaction) -> None:
        tx.mark(self.unit, marks.AMBUSHED)
        assault_combat.declare(tx, self.ambush(tx.state))

    @strike.against
    def refusals_to_strike(self, state: State) -> Iterator[Refusal]:
        return refusals_to_attack(state, self.target, ground(state).other(self.side))

    @strike.shows
    def odds(self, state: State) -> Preview:
        return worst_odds(state, self.ambush(state))

    let_pass = end("pass")


FRAMES: Final[tuple[type[Any], ...]] = (
    *(CombatPhase, NightAssaults, OfferAmbush, die_roll.OfferFreeRoll),
    *(hits.HitRoll, save_rolls.SaveRoll),
    *(hits.Assault, hits.Barrage, retreat.Flight, defenders.NameDefender),
    *(air_strikes.AirStrikes, air_strikes.AirStrike, barrage.RangedSegment, barrage.BuildBarrage),
    *ranged.FRAMES,
    *(assault.AssaultSegment, assault.BuildAssault, assault_combat.AssaultCombat),
    *(assault_combat.DefensiveFire, retreat.RetreatOne, retreat.RetreatAll, retreat.ChooseRetreat),
    *(retreat.FallBack, advance.LimitedAdvance, advance.AssaultAdvance, advance.AdvanceOn),
)
