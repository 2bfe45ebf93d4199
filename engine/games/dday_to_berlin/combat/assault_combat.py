"""Resolving an assault: the defender's response, the hit roll, the saves, retreat and advance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.combat.advance import offer_advance
from engine.games.dday_to_berlin.combat.attackers import NEW_ASSAULT, is_loose
from engine.games.dday_to_berlin.combat.defenders import (
    Named,
    ask_for_defender,
    attack_zone,
    eligible_defenders,
)
from engine.games.dday_to_berlin.combat.guns import (
    art_on_hand,
    guns_in_range,
    refusals_to_lay_fire,
    spend_supports,
    use_guns,
)
from engine.games.dday_to_berlin.combat.hits import (
    AMBUSH,
    DAY,
    Assault,
    Struck,
    assault_modifiers,
    begin_hit_roll,
)
from engine.games.dday_to_berlin.combat.odds import BEATEN, TAKEN, assault_odds, defending_modifiers
from engine.games.dday_to_berlin.combat.retreat import ASSAULTED, REPULSED, Flight, RetreatAll
from engine.games.dday_to_berlin.combat.save_rolls import Saved, attacker_modifiers, must_save
from engine.games.dday_to_berlin.morale.losses import shatter
from engine.games.dday_to_berlin.movement.walk import spend
from engine.games.dday_to_berlin.records import LOST, Unit, units_at
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.named_choice import Question
from engine.mechanics import box, change, offer, order, tell
from engine.referee import Action, Preview, Procedure, Refusal, State, Transaction, case

HIT: Final = "hit"
RESOLVE: Final = Action("resolve")


@case("4.assault-declare", "4.commit-once", "adv.new-assault")
def commit(tx: Transaction, assault: Assault) -> None:
    """All units that take part are committed; primary and in-zone supports pay to enter the zone."""
    for key in (assault.primary, *assault.supports, *assault.zones):
        unit = tx.state.get(Unit, key)
        loose = is_loose(tx.state, unit)
        tx.mark(key, marks.COMMITTED, marks.COMBAT_PHASE, value=NEW_ASSAULT if loose else "")
        if key not in assault.zones and assault.manner == DAY and not loose:
            spend(tx, unit, ground(tx.state).charts.movement.assault_cost)
    bound = (tx.state.get(Unit, key) for key in (*assault.supports, *assault.zones))
    use_guns(tx, (*assault.guns, *(gun.key for gun in bound if gun.is_towed_gun or gun.is_artillery)))
    spend_supports(tx, assault.side, art=assault.art)


def declare(tx: Transaction, assault: Assault) -> None:
    """The declaration is complete: now the defender answers."""
    land = ground(tx.state)
    enemy = land.other(assault.side)
    among = eligible_defenders(tx.state, assault.target, enemy)
    primary = tx.state.get(Unit, assault.primary)
    text = f"{primary} assaults {land.name_of(assault.target)} from {land.name_of(assault.zone)}"
    about = assault.zone, assault.target
    tell(tx, "AssaultDeclared", text, "4.assault-declare", unit=primary.key, hex=about)
    if assault.manner != AMBUSH:
        commit(tx, assault)
    attack_zone(tx, assault.target, enemy)
    tx.replace(AssaultCombat(assault.side, assault))
    ask_for_defender(tx, enemy, assault, among)


@case("4.defensive-fire")
def offer_defensive_fire(tx: Transaction, frame: AssaultCombat) -> None:
    """The defender decides after he has seen the whole declaration; by day only."""
    if frame.assault.manner == DAY:
        offer(tx, DefensiveFire(ground(tx.state).other(frame.side), frame.assault))


def roll_to_hit(tx: Transaction, frame: AssaultCombat) -> None:
    modifiers = assault_modifiers(tx.state, frame.assault)
    begin_hit_roll(tx, frame.side, f"Assault on {frame.assault.target}", modifiers)


@case("4.save-when")
def save_of_defender(tx: Transaction, frame: AssaultCombat) -> None:
    """Only a defender that was hit saves."""
    if frame.outcome == HIT:
        unit = tx.state.get(Unit, frame.assault.defender)
        must_save(tx, unit, defending_modifiers(tx.state, frame.assault))


@case("4.save-when", "4.natural")
def save_of_attacker(tx: Transaction, frame: AssaultCombat) -> None:
    """The primary attacker saves if the defender was not hit or has saved, and only then."""
    if frame.outcome != TAKEN:
        tx.replace(replace(frame, attacker_saves=True))
        unit = tx.state.get(Unit, frame.assault.primary)
        must_save(tx, unit, attacker_modifiers(tx.state, unit, frame.assault.target))


def clear_the_field(tx: Transaction, frame: AssaultCombat) -> None:
    """The loser retreats."""
    if frame.outcome == TAKEN:
        lose_position(tx, frame.assault)
    elif frame.outcome == BEATEN:
        fall_back(tx, frame.assault)
    else:
        tell(tx, "AssaultHeld", f"Both sides hold at {frame.assault.target}", "4.assault-attacker")


@case("4.assault-defender")
def lose_position(tx: Transaction, assault: Assault) -> None:
    """The primary defender is shattered or lost, and every other unit of its zone goes back 1 zone."""
    defender = tx.state.get(Unit, assault.defender)
    others = tuple(unit.key for unit in units_at(tx.state, assault.target) if unit.key != defender.key)
    shatter(tx, defender, "4.assault-defender", "it fails its save in an assault")
    tx.push(RetreatAll(defender.side, others, Flight(ASSAULTED, assault.zone)))


@case("4.assault-attacker", "scn.villers-ambush")
def fall_back(tx: Transaction, assault: Assault) -> None:
    """The primary attacker is shattered and its in-zone supports fall back; an ambusher only retreats."""
    primary, back = tx.state.get(Unit, assault.primary), assault.supports
    if assault.manner == AMBUSH:
        back = (primary.key,)
    else:
        shatter(tx, primary, "4.assault-attacker", "it fails its save in an assault")
    tx.push(RetreatAll(assault.side, back, Flight(REPULSED, assault.target)))


def advance(tx: Transaction, frame: AssaultCombat) -> None:
    """After a won assault only."""
    if frame.outcome == TAKEN:
        defender = tx.state.get(Unit, frame.assault.defender)
        offer_advance(tx, frame.assault, defender.place == box(LOST, defender.side))


class AssaultCombat(Procedure):
    """One assault after its declaration."""

    side: str
    assault: Assault
    outcome: str = ""
    attacker_saves: bool = False

    title = "Assault"
    steps = (
        offer_defensive_fire,
        roll_to_hit,
        save_of_defender,
        save_of_attacker,
        clear_the_field,
        advance,
    )

    def resume(self, tx: Transaction, result: Any) -> None:
        if isinstance(result, Named):
            tx.replace(replace(self, assault=replace(self.assault, defender=result.unit)))
        elif isinstance(result, Assault):
            tx.replace(replace(self, assault=result))
        elif isinstance(result, Struck):
            tx.replace(replace(self, outcome=HIT if result.hit else ""))
        elif isinstance(result, Saved):
            fate = "" if result.passed else BEATEN if self.attacker_saves else TAKEN
            tx.replace(replace(self, outcome=fate))


class DefensiveFire(Question):
    """Artillery of the defender against an assault. The frame ends with the updated assault."""

    assault: Assault

    title = "Defensive fire"
    ruled_by = "4.defensive-fire"
    otherwise = "@ is not defensive fire"

    @property
    def zones(self) -> tuple[str, ...]:
        return self.assault.zone, self.assault.target

    def prompt(self, state: State) -> str:
        return f"Add defensive fire at {self.assault.target}, or resolve the assault"

    def summary(self, state: State) -> Preview:
        return assault_odds(state, self.assault)

    @change("fire", "marker", "Fire with")
    def fire_support(self, support: str) -> DefensiveFire:
        return replace(self, assault=replace(self.assault, defending_art=self.assault.defending_art + 1))

    @fire_support.targets
    def supports(self, state: State) -> Iterable[str]:
        return art_on_hand(state, self.side)

    @change("fire", "unit", "Fire with")
    def fire(self, gun: Unit) -> DefensiveFire:
        guns = (*self.assault.defending_guns, gun.key)
        return replace(self, assault=replace(self.assault, defending_guns=guns))

    @fire.targets
    def guns(self, state: State) -> Iterable[str]:
        return [gun.key for gun in guns_in_range(state, self.side, self.zones, False)]

    @fire.against
    @case("4.defensive-fire", "B.on-map-guns")
    def refusals_to_fire(self, state: State, what: Unit | str) -> Iterator[Refusal]:
        """Off-map and on-map artillery within range of either zone, two at most."""
        assault = self.assault
        if isinstance(what, Unit) and what.key in assault.defending_guns:
            yield Refusal("B.on-map-guns", f"{what} fires already")
        most = ground(state).charts.hit_modifiers.rows["defensive_fire"].most
        laid = assault.defending_art, len(assault.defending_guns), most
        yield from refusals_to_lay_fire(state, self.side, what, self.zones, False, laid)

    fire_support.against(refusals_to_fire)

    @order("resolve", ends=True)
    def resolve(self, tx: Transaction) -> None:
        use_guns(tx, self.assault.defending_guns)
        spend_supports(tx, self.side, art=self.assault.defending_art)
        tx.pop(self.assault)

    resolve.shows(summary)

    def apply(self, tx: Transaction, action: Action) -> None:
        super().apply(tx, action)
        fire = tx.state.frame
        if isinstance(fire, DefensiveFire) and not fire.is_open(tx.state):
            fire.apply(tx, RESOLVE)
