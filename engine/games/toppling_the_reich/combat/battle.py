"""A regular combat from its declaration to the last advance (7.2 to 7.10)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.air import close_support, drops
from engine.games.toppling_the_reich.air.airborne import AIR_ASP
from engine.games.toppling_the_reich.air.failed_drop import throw_back
from engine.games.toppling_the_reich.combat import nordwind, stalemate
from engine.games.toppling_the_reich.combat.advance import offer_advance
from engine.games.toppling_the_reich.combat.attack import (
    Attack,
    defenders,
    defending_side,
    dropping,
    ground_units,
)
from engine.games.toppling_the_reich.combat.attackers import HIT, cost, is_paid_by_air
from engine.games.toppling_the_reich.combat.breakthrough import (
    HEXES,
    credit_leaders,
    gives_eligibility,
    offer_exploitation,
    shatter,
)
from engine.games.toppling_the_reich.combat.losses import ARMOR, PARATROOPS, take_losses
from engine.games.toppling_the_reich.combat.modifiers import armor_superiority
from engine.games.toppling_the_reich.combat.odds import described, reckon, result_of
from engine.games.toppling_the_reich.combat.response import offer_response
from engine.games.toppling_the_reich.combat.retreat import Retreat, Routes
from engine.games.toppling_the_reich.combat.westwall import Shortened, offer_westwall
from engine.games.toppling_the_reich.deception.reveal import reveal, reveal_hex
from engine.games.toppling_the_reich.movement.placing import lose_lone_assets
from engine.games.toppling_the_reich.records import Unit, units_at
from engine.games.toppling_the_reich.scenario.combat_charts import CombatResult
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.supply import attack_supply
from engine.games.toppling_the_reich.supply.general_supply import judge_fighters
from engine.mechanics import tell
from engine.mechanics.combat import Odds
from engine.referee import Procedure, State, Transaction, case, signed


@case("7.2-a", "13.2-c", "3.5.2-e")
def open_battle(tx: Transaction, battle: Battle) -> None:
    """Turn over deception markers; if there are units behind them, the attack is paid for and fought."""
    attack = battle.attack
    for unit in ground_units(tx.state, attack):
        if unit.hidden:
            reveal(tx, unit, "13.2-c")
    reveal_hex(tx, attack.target, "13.2-c")
    tx.mark(attack.target, HIT, marks.SEGMENT)
    for unit in attackers(tx.state, attack):
        # INTERPRETATION (13.2-c): an attack on a dummy is not fought, but those who made it make no other.
        tx.mark(unit.key, marks.ATTACKED, marks.PLAYER_TURN, value=attack.segment)
    there = defenders(tx.state, attack)
    names = ", ".join(unit.name for unit in attackers(tx.state, attack))
    text = f"{names} attack {ground(tx.state).name_of(attack.target)}"
    text += "" if there else ": no enemy unit is there"
    tell(tx, "AttackDeclared", text, "7.2-a", hex=attack.target)
    if there:
        judge_fighters(tx, there)
        if not attack.exploits:
            judge_fighters(tx, (unit for unit in ground_units(tx.state, attack) if unit.is_combat_unit))
        pay(tx, attack)
    drops.jump(tx, dropping(tx.state, attack), attack.target)
    originals = tuple(unit.key for unit in there)
    tx.replace(replace(battle, attack=replace(attack, originals=originals), fought=bool(there)))


@case("3.3.2-a", "3.3.3-a", "3.3.4", "4.3-b", "3.3.6-a", "3.4.2-a")
def pay(tx: Transaction, attack: Attack) -> None:
    """Attack Supply, Air Actions and leaders are used up."""
    price = cost(tx.state, attack)
    what = "an oversupplied attack" if attack.oversupply else "a Major Attack"
    if attack.nordwind:
        nordwind.launch(tx)
    elif is_paid_by_air(tx.state, attack):
        tx.unmark(attack.side, AIR_ASP)
        tell(tx, "AttackSupplySpent", f"Attack Supply by air pays for {what}", "3.3.6-a")
    attack_supply.spend(tx, attack.side, price, "3.3.3-a" if attack.oversupply else "3.3.2-a", what)
    close_support.fly(tx, attack)
    for key in attack.leaders:
        tx.mark(key, marks.USED, marks.GAME_TURN)


def response(tx: Transaction, battle: Battle) -> None:
    """The defender responds."""
    if battle.fought:
        offer_response(tx, battle.attack)


@case("3.4.2-a", "11.6", "7.3-a")
def pay_for_response(tx: Transaction, battle: Battle) -> None:
    """What the defender has committed is used up as well."""
    attack = battle.attack
    side = defending_side(tx.state, attack)
    for key in attack.defending_leaders:
        tx.mark(key, marks.USED, marks.GAME_TURN)
    if attack.defending_air:
        close_support.defend(tx, side, attack)


@case("16.3.7-a")
def drop_the_carpet(tx: Transaction, battle: Battle) -> None:
    """Bombs fall short on an extra roll: the attackers lose a step."""
    rule = ground(tx.state).rules.carpet_bombing
    if not battle.fought or not battle.attack.carpet or rule is None:
        return
    if tx.roll("1d6", "16.3.7-a", "Carpet bombing: do bombs fall short?").total <= rule.loss_on:
        take_losses(tx, battle.attack, battle.attack.side, 1, ())


@case("7.5", "7.4-net")
def resolve(tx: Transaction, battle: Battle) -> None:
    """The attacker rolls; the net modifier and the shifted column give the result."""
    attack = battle.attack
    if battle.fought and not any(unit.is_combat_unit for unit in attackers(tx.state, attack)):
        # INTERPRETATION (16.3.7-a): where bombs that fell short have eliminated every attacker, none is left.
        tell(tx, "AttackBrokenOff", "No attacker is left", "16.3.7-a", hex=attack.target)
        tx.replace(replace(battle, fought=False))
        return
    if not battle.fought:
        return
    reckoning = reckon(tx.state, attack)
    columns = ground(tx.state).charts.crt.columns
    die = f"{columns[reckoning.column]}, die {signed(reckoning.drm)}"
    tell(tx, "OddsReckoned", f"{sums(reckoning)}: {columns[reckoning.first_column]}, on {die}", "7.3-c")
    for modifier in (*reckoning.die, *reckoning.shifts):
        tell(tx, "Modified", str(modifier), modifier.case)
    face = tx.roll("1d6", "7.5", f"Combat at {ground(tx.state).name_of(attack.target)}").total
    result = result_of(tx.state, reckoning, face + reckoning.drm)
    tell(tx, "CombatResolved", f"{result.text}: {described(result)}", "7.5", hex=attack.target)
    tx.replace(replace(battle, rolled=result.text, claims=claims(tx.state, attack)))


def attackers(state: State, attack: Attack) -> list[Unit]:
    """Those on the ground and those in the air."""
    return [*ground_units(state, attack), *dropping(state, attack)]


def sums(reckoning: Odds) -> str:
    """Both totals."""
    strength, against = reckoning.totals
    return f"{strength} against {against}"


@case("7.6-c", "7.2-b", "10.5-i")
def claims(state: State, attack: Attack) -> tuple[tuple[str, str], ...]:
    """Which side must lose steps first for which claimed modifier."""
    # INTERPRETATION (7.6-c): a claim that reserves or panzer grenadiers made void obliges nobody.
    found = []
    armored = armor_superiority(state, attack)
    waives = attack.waives_armor if armored == attack.side else attack.defender_waives_armor
    if armored and not waives:
        found.append((armored, ARMOR))
    if attack.drops and not attack.waives_drop:
        found.append((attack.side, PARATROOPS))
    return tuple(found)


@case("7.6-a", "7.10-a")
def defender_loses(tx: Transaction, battle: Battle) -> None:
    """Steps of the defender; a Breakthrough leaves each unit its last one at most."""
    if battle.outcome.breakthrough:
        shatter(tx, battle.attack)
        credit_leaders(tx, battle.attack)
    elif battle.fought:
        side = defending_side(tx.state, battle.attack)
        take_losses(tx, battle.attack, side, battle.outcome.defender_loses, battle.owed_by(side))


@case("7.6-a")
def attacker_loses(tx: Transaction, battle: Battle) -> None:
    """Steps of the attacker."""
    side = battle.attack.side
    if battle.fought:
        take_losses(tx, battle.attack, side, battle.outcome.attacker_loses, battle.owed_by(side))


@case("7.8-d")
def behind_the_westwall(tx: Transaction, battle: Battle) -> None:
    """Germans in a Westwall hex may make the retreat shorter; not after a Breakthrough."""
    hexes = HEXES if battle.outcome.breakthrough else battle.outcome.defender_retreats
    tx.replace(replace(battle, hexes=hexes))
    if hexes and not battle.outcome.breakthrough and defenders(tx.state, battle.attack):
        offer_westwall(tx, battle.attack, hexes)


@case("7.8-a", "7.10-a")
def defender_retreats(tx: Transaction, battle: Battle) -> None:
    """The owner chooses the way; after a Breakthrough the attacker does."""
    units = tuple(unit.key for unit in defenders(tx.state, battle.attack))
    if battle.hexes and units:
        owner = defending_side(tx.state, battle.attack)
        chooser = battle.attack.side if battle.outcome.breakthrough else owner
        tx.push(Retreat(chooser, units, battle.hexes))


@case("10.5-g", "10.5-h")
def paratroops_land(tx: Transaction, battle: Battle) -> None:
    """The paratroops hold the hex if no defender is left in it; otherwise they lose steps and retreat."""
    attack = battle.attack
    jumpers = dropping(tx.state, attack)
    if not jumpers:
        return
    if battle.enemy_remains(tx.state):
        throw_back(tx, attack, jumpers)
    else:
        for unit in jumpers:
            drops.land_at(tx, unit, attack.target)


@case("7.8-e")
def attacker_retreats(tx: Transaction, battle: Battle) -> None:
    """All attackers on the ground, each from its own hex."""
    units = tuple(u.key for u in ground_units(tx.state, battle.attack) if u.is_combat_unit)
    if battle.outcome.attacker_retreats and units:
        tx.push(Retreat(battle.attack.side, units, battle.outcome.attacker_retreats))


@case("7.9-a", "7.9-b", "7.10-b", "13.2-c")
def advance(tx: Transaction, battle: Battle) -> None:
    """Into the vacated hex; further only after a plain retreat of two hexes or more."""
    if battle.enemy_remains(tx.state) or battle.outcome.attacker_retreats:
        return
    pursuit = 1 if battle.outcome.breakthrough else max(battle.hexes, 1)
    routes = tuple(route for route in battle.routes if len(route) > 1)
    offer_advance(tx, battle.attack, pursuit, routes)


@case("7.9-a", "10.2.1-c", "10.2.2-c")
def end_of_advance(tx: Transaction, battle: Battle) -> None:
    """Armored assets that did not follow their stack are alone from now on."""
    lose_lone_assets(tx)


@case("7.10-b")
def exploit(tx: Transaction, battle: Battle) -> None:
    """One stack may go on in the Exploitation Segment."""
    if battle.outcome.breakthrough and gives_eligibility(battle.attack):
        offer_exploitation(tx, battle.attack)


@case("7.7-a", "7.7-c")
def settle_stalemates(tx: Transaction, battle: Battle) -> None:
    """A repeated attack ends the old stalemate; a new one begins if that is the result."""
    if battle.fought:
        stalemate.fought(tx, battle.attack, battle.outcome.stalemate)
    stalemate.settle(tx)


class Battle(Procedure):
    """One combat; its fields hold the intermediate results."""

    side: str
    attack: Attack
    fought: bool = False
    """False when there was nothing but dummies."""
    rolled: str = ""
    claims: tuple[tuple[str, str], ...] = ()
    hexes: int = 0
    routes: tuple[tuple[str, ...], ...] = ()

    title = "Battle"
    steps = (
        open_battle,
        response,
        pay_for_response,
        drop_the_carpet,
        resolve,
        defender_loses,
        attacker_loses,
        behind_the_westwall,
        defender_retreats,
        paratroops_land,
        attacker_retreats,
        advance,
        end_of_advance,
        settle_stalemates,
        exploit,
    )

    @property
    def outcome(self) -> CombatResult:
        """The result that was rolled; nothing before that."""
        return CombatResult.read(self.rolled)

    def owed_by(self, side: str) -> tuple[str, ...]:
        """The claimed modifiers for which a side must lose steps first."""
        return tuple(what for claimant, what in self.claims if claimant == side)

    def enemy_remains(self, state: State) -> bool:
        """Is a combat unit of the defender in the hex?"""
        return any(u.side != self.side and u.is_combat_unit for u in units_at(state, self.attack.target))

    def resume(self, tx: Transaction, result: Any) -> None:
        if isinstance(result, Attack):
            tx.replace(replace(self, attack=result))
        elif isinstance(result, Shortened):
            tx.replace(replace(self, hexes=result.hexes))
        elif isinstance(result, Routes) and not self.routes:
            tx.replace(replace(self, routes=result.paths))


def begin_battle(tx: Transaction, attack: Attack) -> None:
    """Replace the statement on top by the battle: nothing more can be added to the attack."""
    tx.replace(Battle(attack.side, attack))


FRAMES = (Battle,)
