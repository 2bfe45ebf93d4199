"""What a combat result does: losses, standing fast, retreats, states, advance, isolation (3.9.h to 3.9.m)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from engine.games.avalanche.combat.advance import Advanced, Advancing
from engine.games.avalanche.combat.battle import (
    ASSAULT,
    BLITZ,
    DETERMINED,
    PROBE,
    RETREAT,
    WITHDRAW,
    Battle,
)
from engine.games.avalanche.combat.breakthrough import Breakthrough
from engine.games.avalanche.combat.disorder import after_disruption, after_flag, put_state, worse
from engine.games.avalanche.combat.leaders import check_leader
from engine.games.avalanche.combat.losses import (
    TakeSteps,
    attacker_losses,
    defender_losses,
    note_step,
    steps_in,
    steps_lost,
    take,
)
from engine.games.avalanche.combat.morale import with_morale
from engine.games.avalanche.combat.reckoning import on_map
from engine.games.avalanche.combat.result import (
    Half,
    attacker_hexes,
    attacker_steps,
    defender_hexes,
    defender_steps,
    halves,
)
from engine.games.avalanche.combat.retreat import RetreatAttackers, RetreatStack, Way
from engine.games.avalanche.combat.stand import StandFast
from engine.games.avalanche.combat.steps import eliminate, lose_step
from engine.games.avalanche.combat.strengths import RETREATED, printed_attack, printed_defence
from engine.games.avalanche.general.calendar import is_night
from engine.games.avalanche.general.control import take as take_control
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.records import DEMORALIZED, ISO, OOS, Unit, ground_at, leaders, names
from engine.mechanics.losses import begin_losses
from engine.mechanics.menu import offer
from engine.referee import State, Transaction, case, marked

if TYPE_CHECKING:
    from engine.games.avalanche.combat.combat import Combat

PURSUIT: Final = 2
"""How far attackers follow a defender who has retreated before combat."""


def places_of(combat: Combat, keys: Iterable[str]) -> list[str]:
    """Where attackers stood when the dice were rolled; those that were lost before had no place any more."""
    return sorted({place for key, place in combat.places if key in tuple(keys)})


def hear(tx: Transaction, combat: Combat, result: Any) -> None:
    """The way of a retreat, or who has advanced."""
    if isinstance(result, Way):
        tx.replace(replace(combat, paths=(*combat.paths, result.path)))
    elif isinstance(result, Advanced):
        tx.replace(replace(combat, advanced=tuple(result)))


def parts(combat: Combat) -> tuple[Half, Half]:
    """The results of attacker and defender."""
    return halves(combat.outcome)


@case("crt.return-markers")
def return_markers(tx: Transaction, combat: Combat) -> None:
    """All support markers go back to their guns, which are free for the next combat."""
    battle = combat.battle
    if battle.attack_support or battle.defence_support:
        used = [key for key, _ in (*battle.attack_support, *battle.defence_support)]
        text = f"The support markers of {names(on_map(tx.state, used))} go back"
        tell(tx, "SupportReturned", text, "crt.return-markers", unit=tuple(used))
        tx.replace(replace(combat, battle=replace(battle, attack_support=(), defence_support=())))


# losses


@case("loss.bystanders", "bomb.results")
def bystanders(state: State, combat: Combat) -> tuple[str, ...]:
    """The other units of the defender's hex, and in a bombardment those without defence strength."""
    return tuple(
        unit.key
        for unit in ground_at(state, combat.target, combat.enemy(state))
        if not unit.is_strong_point
        and (unit.key not in combat.battle.defenders or not printed_defence(state, unit))
    )


def defending(state: State, combat: Combat, steps: int) -> TakeSteps:
    """The losses of the defender."""
    return defender_losses(combat.battle, combat.enemy(state), steps, bystanders(state, combat))


def attacking(state: State, combat: Combat, steps: int) -> list[TakeSteps]:
    """The losses of the attacker, as armor and engineers bind them."""
    armor, at, tanks = combat.armor
    level = armor if tanks and at == armor + 1 else -1
    picks = (steps + 1) // 2 if tanks and at >= armor + 2 else 0
    if combat.battle.attack_option == BLITZ:
        picks = steps
    return attacker_losses(state, combat.battle, steps, combat.engineers, level, picks)


@case("loss.unfulfilled", "loss.strongpoint", "loss.fraction")
def find_losses(tx: Transaction, combat: Combat) -> None:
    """Steps owed by both sides: one that cannot take all of its own spares the enemy one."""
    ours, theirs = parts(combat)
    owed = attacker_steps(combat.battle, ours.number)
    hit = defender_steps(combat.battle, theirs.number)
    own = remove_strong_points(tx, on_map(tx.state, combat.battle.taking_part), ours)
    removed = remove_strong_points(tx, ground_at(tx.state, combat.target, combat.enemy(tx.state)), theirs)
    owed, hit = max(owed - own, 0), max(hit - removed, 0)
    if hit > steps_in(tx.state, defending(tx.state, combat, hit)):
        owed = max(owed - 1, 0)
    if owed > sum(
        unit.steps for unit in on_map(tx.state, combat.battle.taking_part) if printed_attack(unit) > 0
    ):
        hit = max(hit - 1, 0)
    tx.replace(replace(combat, owed=(owed, hit), removed_strong_point=bool(removed)))


@case("loss.strongpoint", "def.strongpoint")
def remove_strong_points(tx: Transaction, units: Iterable[Unit], half: Half) -> int:
    """Any adverse result removes the strong points among units; how many were removed."""
    found = [unit for unit in units if unit.is_strong_point]
    if not found or not (half.number or half.flag):
        return 0
    for unit in found:
        eliminate(tx, unit, "loss.strongpoint")
    return len(found)


def defender_loses(tx: Transaction, combat: Combat) -> None:
    """The defender takes his steps first."""
    take(tx, defending(tx.state, combat, combat.owed[1]))


@case("loss.defender-picks", "loss.engineers", "loss.tank-first", "loss.blitz")
def attacker_loses(tx: Transaction, combat: Combat) -> None:
    """Those that the defender picks come first, then the attacker's own choice."""
    begin_all(tx, attacking(tx.state, combat, combat.owed[0]))


def begin_all(tx: Transaction, losses: list[TakeSteps]) -> None:
    """Steps lost in several decisions, one after the other."""
    for later in reversed(losses[1:]):
        tx.push(later)
    if losses:
        begin_losses(tx, losses[0])


@case("loss.leader-killed", "loss.leader-wounded")
def check_leaders(tx: Transaction, combat: Combat) -> None:
    """Each leader whose stack lost steps is checked, once in a combat."""
    checked = list(combat.leaders_checked)
    for side in (combat.enemy(tx.state), combat.side):
        for leader in leaders(tx.state, side):
            steps = steps_lost(tx.state, leader.place, side)
            if steps and leader.key not in checked:
                checked.append(leader.key)
                check_leader(tx, leader, steps)
    tx.replace(replace(combat, leaders_checked=tuple(checked)))


# standing fast


def retreating_defenders(state: State, combat: Combat) -> list[Unit]:
    """The units of the defender's hex that owe a retreat."""
    if not defender_hexes(combat.battle, parts(combat)[1].number):
        return []
    units = ground_at(state, combat.target, combat.enemy(state))
    return [unit for unit in units if not unit.is_strong_point]


@case("stand.attempt", "stand.options")
def defender_stands(tx: Transaction, combat: Combat) -> None:
    """The defender is asked before the attacker; not in a Withdraw."""
    option = combat.battle.defence_option
    hexes = defender_hexes(combat.battle, parts(combat)[1].number)
    if retreating_defenders(tx.state, combat) and option != WITHDRAW:
        must = "Determined Defense" if option == DETERMINED else ""
        ask_to_stand(tx, combat.enemy(tx.state), combat.battle.defenders, hexes, must)


@case("stand.attempt", "stand.options")
def attacker_stands(tx: Transaction, combat: Combat) -> None:
    hexes = attacker_hexes(parts(combat)[0].number)
    must = BLITZ if combat.battle.attack_option == BLITZ else ""
    ask_to_stand(tx, combat.side, combat.battle.taking_part, hexes, must)


def ask_to_stand(tx: Transaction, side: str, keys: Iterable[str], hexes: int, must: str = "") -> None:
    """One attempt by one unit that took part, if a retreat is owed."""
    able = tuple(unit.key for unit in with_morale(on_map(tx.state, keys)))
    if hexes and able:
        tx.push(StandFast(side, able, hexes, must))


@case("stand.roll", "advance.stood-fast", "loss.unfulfilled")
def defender_pays_for_standing(tx: Transaction, combat: Combat) -> None:
    """All hexes of retreat become steps; what cannot be paid lengthens the advance."""
    if combat.enemy(tx.state) in combat.stood:
        hexes = defender_hexes(combat.battle, parts(combat)[1].number)
        losses = replace(defending(tx.state, combat, hexes), because="stand.roll")
        tx.replace(replace(combat, unmet=max(hexes - steps_in(tx.state, losses), 0)))
        take(tx, losses)


@case("stand.roll")
def attacker_pays_for_standing(tx: Transaction, combat: Combat) -> None:
    if combat.side in combat.stood:
        hexes = attacker_hexes(parts(combat)[0].number)
        losses = TakeSteps(
            combat.side, combat.side, hexes, combat.battle.taking_part, attacks=True, because="stand.roll"
        )
        take(tx, losses)


# retreats


@case("retreat.who-defender", "retreat.amount")
def defender_retreats(tx: Transaction, combat: Combat) -> None:
    """All units of the hex, also those that did not take part."""
    side = combat.enemy(tx.state)
    units = retreating_defenders(tx.state, combat)
    if units and side not in combat.stood:
        hexes = defender_hexes(combat.battle, parts(combat)[1].number)
        places = places_of(combat, combat.battle.attackers)
        away = tuple(place for place in places if place != combat.target)
        keys = tuple(unit.key for unit in units)
        tx.push(RetreatStack(side=side, units=keys, here=combat.target, hexes=hexes, away=away))


@case("retreat.who-attacker", "retreat.amount")
def attacker_retreats(tx: Transaction, combat: Combat) -> None:
    """All attackers that took part; units stacked with them may."""
    hexes = attacker_hexes(parts(combat)[0].number)
    if hexes and combat.side not in combat.stood:
        keys = combat.battle.taking_part
        places = tuple(places_of(combat, keys))
        tx.push(
            RetreatAttackers(side=combat.side, units=keys, places=places, hexes=hexes, away=(combat.target,))
        )


# states


@case("state.place", "state.escalate")
def flag_units(tx: Transaction, keys: Iterable[str], flag: str) -> None:
    """A flag of the result falls on units that took part."""
    for unit in on_map(tx.state, keys) if flag else ():
        if flag == "M" and unit.state == DEMORALIZED:
            note_step(tx, unit)
            lose_step(tx, unit, "state.escalate")
        else:
            put_state(tx, unit, after_flag(unit.state, flag), "state.place")


@case("state.place", "state.night", "state.assault")
def place_states(tx: Transaction, combat: Combat) -> None:
    """Flags of the result; night and Assault disrupt the attackers by their state before it, and the worse of
    both stands."""
    ours, theirs = parts(combat)
    flag_units(tx, combat.battle.defenders, theirs.flag)
    flag_units(tx, combat.battle.taking_part, ours.flag)
    tire_attackers(tx, combat, combat.before)


@case("state.night", "state.assault", "option.retreat-pursuit")
def tire_pursuers(tx: Transaction, combat: Combat) -> None:
    """Those that follow without a roll have attacked, too."""
    if combat.pursuit:
        tire_attackers(tx, combat, attacking_states(tx.state, combat.battle))


def attacking_states(state: State, battle: Battle) -> tuple[tuple[str, str], ...]:
    """The states of the attackers that take part and of the guns and ships that support them."""
    helping = [key for key, _ in battle.attack_support]
    return tuple((unit.key, unit.state) for unit in on_map(state, (*battle.taking_part, *helping)))


@case("state.night", "state.assault")
def tire_attackers(tx: Transaction, combat: Combat, states: Iterable[tuple[str, str]]) -> None:
    """Night disrupts attackers and their guns, an Assault the attackers."""
    night, assault = is_night(tx.state), combat.battle.attack_option == ASSAULT
    for key, before in states:
        unit = tx.state.get(Unit, key)
        attacked = key in combat.battle.attackers
        if not unit.on_map or unit.is_ship or unit.is_strong_point or not (night or (assault and attacked)):
            continue
        case_id = "state.night" if night else "state.assault"
        put_state(tx, unit, worse(unit.state, after_disruption(before)), case_id)


@case("state.para-on-enemy")
def remove_parachutists(tx: Transaction, combat: Combat) -> None:
    """Those that dropped on an enemy who is still there are lost."""
    if ground_at(tx.state, combat.target, combat.enemy(tx.state)):
        for unit in on_map(tx.state, combat.battle.attackers):
            if unit.place == combat.target:
                eliminate(tx, unit, "state.para-on-enemy")


@case("gen.control")
def hold_cleared_hex(tx: Transaction, combat: Combat) -> None:
    """Parachutists that came down on the enemy control the hex when he is gone."""
    enemy = combat.enemy(tx.state)
    if ground_at(tx.state, combat.target, combat.side) and not ground_at(tx.state, combat.target, enemy):
        take_control(tx, combat.target, combat.side)


# advance


@case("advance.basic", "advance.stood-fast", "advance.blitz", "option.retreat-pursuit")
def length_of_advance(combat: Combat, state: State) -> int:
    """The hexes of the retreat; if nobody retreated what was owed, at least 1; what a defender who stood fast
    could not pay, at least 1; 2 after a retreat before combat."""
    if combat.pursuit:
        return PURSUIT if combat.battle.defence_option == RETREAT else 1
    hexes = defender_hexes(combat.battle, parts(combat)[1].number)
    if combat.enemy(state) in combat.stood:
        hexes = combat.unmet
    return max(hexes, 1) + (combat.battle.attack_option == BLITZ)


@case("advance.basic", "advance.probe", "advance.forbidden")
def may_advance(state: State, combat: Combat) -> tuple[str, ...]:
    """Attackers that took part and did not retreat, with units and leaders stacked with them; in a Probe only
    the attackers, and no leader."""
    fought = [
        unit
        for unit in on_map(state, combat.battle.taking_part)
        if not marked(state, unit.key, RETREATED) and unit.place != combat.target
    ]
    able = [unit.key for unit in fought if not unit.is_strong_point]
    for here in sorted({unit.place for unit in fought}):
        if combat.battle.attack_option == PROBE:
            continue
        others = [unit for unit in ground_at(state, here, combat.side) if unit.key not in able]
        able += [unit.key for unit in others if not unit.is_strong_point]
        able += [leader.key for leader in leaders(state, combat.side) if leader.place == here]
    return tuple(able)


@case("advance.basic", "advance.strongpoint")
def advance(tx: Transaction, combat: Combat) -> None:
    """Only into an empty hex."""
    state = tx.state
    if ground_at(state, combat.target, combat.enemy(state)) or (combat.cancelled and not combat.pursuit):
        return
    stops = combat.removed_strong_point
    frame = Advancing(
        combat.side,
        combat.battle,
        1 if stops else length_of_advance(combat, state),
        tuple(path for path in combat.paths if len(path) > 1),
        may_advance(state, combat),
        stops,
    )
    offer(tx, frame)


# isolation and breakthrough


@case("iso.attackers")
def isolate_attackers(tx: Transaction, combat: Combat) -> None:
    """Attackers out of supply that took part become isolated, unless the attack was off."""
    if combat.cancelled and not combat.pursuit:
        return
    for unit in on_map(tx.state, combat.battle.taking_part):
        if unit.supply == OOS:
            isolate(tx, unit, "iso.attackers")


@case("iso.defenders")
def isolate_defenders(tx: Transaction, combat: Combat) -> None:
    """One roll for all defenders out of supply."""
    units = [unit for unit in on_map(tx.state, combat.battle.defenders) if unit.supply == OOS]
    if not units or not combat.outcome:
        return
    if tx.roll("1d6", "iso.defenders", f"{names(units)} isolated on 1-3").total <= 3:
        for unit in units:
            isolate(tx, unit, "iso.defenders")


def isolate(tx: Transaction, unit: Unit, case_id: str) -> None:
    tx.put(replace(unit, supply=ISO))
    tell(tx, "UnitIsolated", f"{unit} is isolated", case_id, unit=unit.key)


@case("bt.eligible", "bt.once")
def breakthrough(tx: Transaction, combat: Combat) -> None:
    """Units that have advanced may attack once more at once, but not after a breakthrough."""
    advanced = tuple(unit.key for unit in on_map(tx.state, combat.advanced) if unit.is_ground)
    if advanced and not combat.battle.breakthrough:
        offer(tx, Breakthrough(combat.side, advanced))
