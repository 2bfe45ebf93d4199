"""The combat phase: air strikes of both sides, then ranged combat, then assaults."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec.structs import replace

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
from engine.games.dday_to_berlin.combat.attackers import assaults
from engine.games.dday_to_berlin.combat.defenders import eligible_defenders, refusals_to_attack
from engine.games.dday_to_berlin.combat.hits import AMBUSH, DAY, NIGHT, Assault
from engine.games.dday_to_berlin.combat.odds import assault_odds
from engine.games.dday_to_berlin.combat.segments import CombatChoice
from engine.games.dday_to_berlin.records import AMBUSHED, COMBAT_PHASE, Unit
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.referee import Action, Preview, Procedure, Refusal, State, Transaction, case

STRIKE: Final = Action("strike")
PASS: Final = Action("pass")


@case("4.segments")
def own_air_strikes(tx: Transaction, phase: CombatPhase) -> None:
    open_strikes(tx, phase.side)


@case("4.air-reaction")
def air_reaction(tx: Transaction, phase: CombatPhase) -> None:
    """When the phasing side has struck or declined, the other side may strike its units."""
    open_strikes(tx, ground(tx.state).other(phase.side))


def open_strikes(tx: Transaction, side: str) -> None:
    if air_strikes.targets(tx.state, side):
        tx.push(air_strikes.AirStrikes(side))


@case("4.segments")
def ranged_combats(tx: Transaction, phase: CombatPhase) -> None:
    if barrage.targets(tx.state, phase.side):
        tx.push(barrage.RangedSegment(phase.side))


@case("4.segments")
def assaults_by_day(tx: Transaction, phase: CombatPhase) -> None:
    if assaults(tx.state, phase.side, DAY):
        tx.push(assault.AssaultSegment(phase.side))


class CombatPhase(Procedure):
    """Segments in their fixed order; a segment without a possible action is skipped."""

    side: str

    title = "Combat"
    scope = COMBAT_PHASE
    steps = (own_air_strikes, air_reaction, ranged_combats, assaults_by_day)


@case("C.assault")
def assaults_at_night(tx: Transaction, phase: NightAssaults) -> None:
    if assaults(tx.state, phase.side, NIGHT):
        tx.push(assault.AssaultSegment(phase.side, NIGHT))


class NightAssaults(Procedure):
    """The variant in which each side may assault after its night engineering."""

    side: str

    title = "Night assaults"
    scope = COMBAT_PHASE
    steps = (assaults_at_night,)


class OfferAmbush(CombatChoice):
    """An enemy battalion has stopped next to a unit in ambush."""

    unit: str
    target: str

    title = "Ambush"

    def prompt(self, state: State) -> str:
        unit = state.get(Unit, self.unit)
        return f"Does {unit} attack from its ambush, at {ground(state).name_of(self.target)}?"

    def candidates(self, state: State) -> Iterable[Action]:
        return (STRIKE, PASS)

    @case("scn.villers-ambush")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """Strike now or let them pass."""
        if action not in (STRIKE, PASS):
            yield Refusal("scn.villers-ambush", f"{action} is not a valid choice: strike or pass")
        elif action == STRIKE:
            yield from refusals_to_attack(state, self.target, ground(state).other(self.side))

    def ambush(self, state: State) -> Assault:
        """An assault by the unit alone, without supports of any kind."""
        return Assault(self.side, self.target, state.get(Unit, self.unit).place, self.unit, manner=AMBUSH)

    def apply(self, tx: Transaction, action: Action) -> None:
        if action == PASS:
            tx.pop()
        else:
            tx.mark(self.unit, AMBUSHED)
            assault_combat.declare(tx, self.ambush(tx.state))

    def preview(self, state: State, action: Action) -> Preview:
        if action != STRIKE:
            return Preview()
        among = eligible_defenders(state, self.target, ground(state).other(self.side))
        every = [assault_odds(state, replace(self.ambush(state), defender=unit.key)) for unit in among]
        return min(every, key=lambda preview: preview.outcomes[0].probability)


FRAMES: Final[tuple[type[Any], ...]] = (
    *(CombatPhase, NightAssaults, OfferAmbush, die_roll.OfferFreeRoll, hits.HitRoll, save_rolls.SaveRoll),
    *(hits.Assault, hits.Barrage, retreat.Flight, defenders.NameDefender),
    *(air_strikes.AirStrikes, air_strikes.AirStrike, barrage.RangedSegment, barrage.BuildBarrage),
    *ranged.FRAMES,
    *(assault.AssaultSegment, assault.BuildAssault, assault_combat.AssaultCombat),
    *(assault_combat.DefensiveFire, retreat.RetreatOne, retreat.RetreatAll, retreat.ChooseRetreat),
    *(retreat.FallBack, advance.LimitedAdvance, advance.AssaultAdvance, advance.AdvanceOn),
)
