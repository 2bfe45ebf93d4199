"""A combat from its declaration to the advance: the steps in their printed order (3.9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from msgspec.structs import replace

from engine.games.avalanche.after_movement.examination import examine_hex, show
from engine.games.avalanche.combat import aftermath
from engine.games.avalanche.combat.armor import levels
from engine.games.avalanche.combat.at_fire import AntiTankFire, shots, targets
from engine.games.avalanche.combat.battle import PARTICIPATION, RETREAT, SURPRISE, Battle
from engine.games.avalanche.combat.best_case import best_case, may_surprise
from engine.games.avalanche.combat.checklist import checklist
from engine.games.avalanche.combat.declare import (
    ATTACKED,
    ChooseNation,
    NameDefenders,
    defenders_at,
    nations_of,
    sets_of_defenders,
)
from engine.games.avalanche.combat.leaders import able_leaders
from engine.games.avalanche.combat.leading import TryLeader
from engine.games.avalanche.combat.losses import COMBAT, forget_steps
from engine.games.avalanche.combat.morale import failing, must_roll, with_morale
from engine.games.avalanche.combat.morale_pick import MoraleLevels
from engine.games.avalanche.combat.options import (
    AttackOption,
    DefenceOption,
    LeaveBeforeCombat,
    has_options,
    may_leave,
)
from engine.games.avalanche.combat.outlook import SHIP_FIRES, SURPRISES, in_short
from engine.games.avalanche.combat.reckoning import on_map, reckon
from engine.games.avalanche.combat.result import column_of, result_on
from engine.games.avalanche.combat.shifts import engineer_shift
from engine.games.avalanche.combat.stand import Stood
from engine.games.avalanche.combat.steps import lose_step
from engine.games.avalanche.combat.support import SUPPORTED
from engine.games.avalanche.combat.support_menus import AnnounceSurprise, DefensiveSupport, OffensiveSupport
from engine.games.avalanche.general.disorder import disrupt
from engine.games.avalanche.general.telling import readers, tell
from engine.games.avalanche.initial.air import spend_air
from engine.games.avalanche.records import OUT, PLAYER_TURN, SEGMENT, Unit, ground_at, names
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.menu import offer
from engine.referee import Procedure, State, Transaction, case
from engine.referee.checklist import Checklist


class Combat(Procedure, kw_only=True):
    """One attack. Each decision answers with the combat as it has become."""

    battle: Battle
    cancelled: bool = False
    """The attack is off: no result."""
    outcome: str = ""
    """The result with the options of both sides."""
    armor: tuple[int, ...] = ()
    """Armor level, antitank level, and whether tanks attack, as they were when the dice were rolled."""
    engineers: bool = False
    """The engineer shift was used."""
    before: tuple[tuple[str, str], ...] = ()
    """The states of the attackers and their guns before the result."""
    places: tuple[tuple[str, str], ...] = ()
    """Where the attackers stood when the dice were rolled."""
    owed: tuple[int, ...] = (0, 0)
    """Steps that attacker and defender lose."""
    stood: tuple[str, ...] = ()
    """The sides that stood fast."""
    paths: tuple[tuple[str, ...], ...] = ()
    """The ways by which defenders have retreated."""
    pursuit: bool = False
    """The hex is empty before the roll: its defenders have retreated before combat, or are lost."""
    unmet: int = 0
    """Steps that the defender owed when he stood fast and could not lose."""
    removed_strong_point: bool = False
    leaders_checked: tuple[str, ...] = ()
    advanced: tuple[str, ...] = ()

    title = "Combat"
    scope = COMBAT

    @property
    def side(self) -> str:
        """The attacker."""
        return self.battle.side

    @property
    def target(self) -> str:
        return self.battle.target

    def enemy(self, state: State) -> str:
        return ground(state).other(self.battle.side)

    def resume(self, tx: Transaction, result: Any) -> None:
        """Hear what was decided above."""
        if isinstance(result, Battle):
            tx.replace(replace(self, battle=result))
        elif isinstance(result, Stood):
            if result.stands:
                tx.replace(replace(self, stood=(*self.stood, result.side)))
        else:
            aftermath.hear(tx, self, result)

    def checklist(self, state: State, side: str | None) -> Checklist:
        return checklist(state, self, side)

    def result(self, state: State) -> tuple[str, ...]:
        """The units that have advanced."""
        return self.advanced

    def run(self, tx: Transaction) -> None:
        if self.cancelled and self.at < CANCELLED_AT:
            tx.replace(replace(self, at=CANCELLED_AT))
            return
        super().run(tx)


# who fights


@case("combat.one-at-a-time", "combat.reveal-strongpoint", "gen.fog", "bt.unseen")
def declare(tx: Transaction, combat: Combat) -> None:
    """The attack is declared for good: both sides look at each other's units, and strong points that are
    involved are turned up."""
    battle = combat.battle
    attackers = on_map(tx.state, battle.attackers)
    forget_steps(tx)
    examine_hex(tx, battle.side, battle.target)
    show(tx, combat.enemy(tx.state), attackers, "gen.fog")
    for key in battle.attackers:
        tx.mark(key, ATTACKED, PLAYER_TURN)
    if not battle.breakthrough:
        tx.mark(battle.target, ATTACKED, SEGMENT)
    name = ground(tx.state).name_of(battle.target)
    kind = "Breakthrough" if battle.breakthrough else "Attack"
    text = f"{kind} of {names(attackers)} on {name}"
    tell(tx, "AttackDeclared", text, "combat.one-at-a-time", unit=battle.attackers, hex=battle.target)
    for unit in (*attackers, *ground_at(tx.state, battle.target, combat.enemy(tx.state))):
        if unit.is_strong_point and not unit.revealed:
            tx.put(replace(unit, revealed=True))
            tx.reveal()
            values = f"{unit.attack}-{unit.defence}, antitank {unit.arm}"
            text = f"The strong point in {unit.place} is turned up: {values}"
            tell(tx, "StrongPointRevealed", text, "combat.reveal-strongpoint", unit=unit.key, hex=unit.place)


@case("combat.nations")
def choose_nation(tx: Transaction, combat: Combat) -> None:
    """Of a mixed stack one nation defends."""
    side = combat.enemy(tx.state)
    nations = nations_of(defenders_at(tx.state, combat.target, side))
    if len(nations) > 1:
        tx.push(ChooseNation(side, tuple(sorted(nations)), battle=combat.battle))


@case("combat.defend-limit", "combat.defend-enveloped")
def name_defenders(tx: Transaction, combat: Combat) -> None:
    """If more units are there than may defend, the attacker names them."""
    sets = sets_of_defenders(tx.state, combat.battle)
    if len(sets) == 1:
        tx.replace(replace(combat, battle=replace(combat.battle, defenders=sets[0])))
    else:
        tx.push(NameDefenders(combat.side, combat.battle, tuple(sets)))


@case("combat.green", "setup.green")
def first_fight(tx: Transaction, combat: Combat) -> None:
    """Green units roll once in their first combat; then they are green no more."""
    for unit in on_map(tx.state, (*combat.battle.attackers, *combat.battle.defenders)):
        if unit.green:
            tx.put(replace(unit, green=False))
            roll = tx.roll("1d6", "combat.green", f"{unit} fights for the first time, a step is lost on 1")
            if roll.total == 1:
                lose_step(tx, tx.state.get(Unit, unit.key), "combat.green")


@case("combat.green", "loss.bystanders")
def without_defenders(tx: Transaction, combat: Combat) -> None:
    """All defenders were lost in their first fight: others of the hex defend. Without any there is no roll,
    and the attackers may advance if the hex is empty."""
    if defenders_at(tx.state, combat.target, combat.enemy(tx.state)):
        tx.replace(replace(combat, at=Combat.steps.index(name_defenders)))
    else:
        end_without_defenders(tx, combat)


@case("combat.green")
def end_without_defenders(tx: Transaction, combat: Combat) -> None:
    """There is no roll, and the attackers may advance if the hex is empty."""
    empty = not ground_at(tx.state, combat.target, combat.enemy(tx.state))
    tx.replace(replace(combat, cancelled=True, pursuit=empty))
    text = "No defender is left: the attack is over"
    tell(tx, "AttackCancelled", text, "combat.green", hex=combat.target)


@case("crt.off-left")
def judge_best_case(tx: Transaction, combat: Combat) -> None:
    """What has been turned up may have put the attack off the table; nothing is spent then."""
    if not on_map(tx.state, combat.battle.defenders):
        without_defenders(tx, combat)
        return
    level = best_case(tx.state, combat.battle)
    if level is None or column_of(tx.state, combat.target, level) is None:
        cancel(tx, combat)


def cancel(tx: Transaction, combat: Combat) -> None:
    """The attack is off."""
    tx.replace(replace(combat, cancelled=True))
    text = "The odds lie left of the table: the attack is off"
    tell(tx, "AttackCancelled", text, "crt.off-left", hex=combat.target)


# options, support, surprise


@case("option.attacker")
def attacker_option(tx: Transaction, combat: Combat) -> None:
    """Without the optional rule every attack is Standard."""
    if has_options(tx.state):
        tx.push(AttackOption(combat.side, battle=combat.battle))


@case("option.defender")
def defender_option(tx: Transaction, combat: Combat) -> None:
    if has_options(tx.state):
        tx.push(DefenceOption(combat.enemy(tx.state), battle=combat.battle))


@case("surprise.attempt", "bt.no-support")
def announce_surprise(tx: Transaction, combat: Combat) -> None:
    """In AM and night turns, before any support is placed."""
    # INTERPRETATION (bt.no-support): a breakthrough is fought without support, and so without surprise.
    if may_surprise(tx.state) and not combat.battle.breakthrough:
        tx.push(AnnounceSurprise(combat.side, combat.battle))


@case("support.markers", "bt.no-support")
def defensive_support(tx: Transaction, combat: Combat) -> None:
    """The defender is asked before the attacker."""
    if not combat.battle.breakthrough:
        offer(tx, DefensiveSupport(combat.enemy(tx.state), combat.battle))


@case("support.markers", "bt.no-support")
def offensive_support(tx: Transaction, combat: Combat) -> None:
    if not combat.battle.breakthrough:
        offer(tx, OffensiveSupport(combat.side, combat.battle))


@case("ammo.levels")
def spend_ammo(tx: Transaction, key: str, levels: int, case_id: str) -> None:
    """A gun or ship drops this many ammo levels."""
    unit = tx.state.get(Unit, key)
    left = max(unit.ammo - levels, OUT)
    tx.put(replace(unit, ammo=left))
    words = "out of ammunition" if left == OUT else "reduced in ammunition"
    tell(tx, "AmmoSpent", f"{unit} is {words}", case_id, unit=key)


@case("support.att-ship")
def roll_for_ships(tx: Transaction, combat: Combat) -> None:
    """A ship supports on 1-4 and spends ammunition; otherwise it does neither."""
    firing = []
    for key, points in combat.battle.ships_named:
        ship = tx.state.get(Unit, key)
        if tx.roll("1d6", "support.att-ship", f"{ship} supports on 1-{SHIP_FIRES}").total <= SHIP_FIRES:
            firing.append((key, points))
            spend_ammo(tx, key, 1, "support.att-ship")
    battle = combat.battle
    tx.replace(
        replace(
            combat,
            battle=replace(battle, ships_named=(), attack_support=(*battle.attack_support, *firing)),
        )
    )


@case("support.att-ammo", "support.att-double", "support.att-air")
def spend_attacking_ammo(tx: Transaction, combat: Combat) -> None:
    """Guns always drop a level; doubled ones are out and disrupted. Air points are used up."""
    battle = combat.battle
    for key, _ in battle.attack_support:
        gun = tx.state.get(Unit, key)
        tx.mark(key, SUPPORTED, PLAYER_TURN)
        if gun.is_ship:
            continue
        if key in battle.doubled:
            spend_ammo(tx, key, gun.ammo, "support.att-double")
            disrupt(tx, key, "support.att-double")
        else:
            spend_ammo(tx, key, 1, "support.att-ammo")
    if battle.air:
        spend_air(tx, battle.side, "support", battle.air)


@case("surprise.attempt", "surprise.success", "support.def-ammo")
def roll_for_surprise(tx: Transaction, combat: Combat) -> None:
    """Surprise on 1-2: defensive support does not count and is not used. Otherwise its ammo is rolled for."""
    battle = combat.battle
    if battle.tries_surprise:
        die = tx.roll("1d6", "surprise.attempt", f"Surprise on 1-{SURPRISES}").total
        settled = (*battle.settled, SURPRISE)
        battle = replace(battle, surprised=die <= SURPRISES, settled=settled)
        tx.replace(replace(combat, battle=battle))
        if battle.surprised:
            tell(tx, "Surprised", "The defender is surprised and gets no support", "surprise.success")
            return
    for key, _ in battle.defence_support:
        unit = tx.state.get(Unit, key)
        why, seen_by = f"{unit} spends ammunition on 1-2", readers(tx.state, (key,))
        if tx.roll("1d6", "support.def-ammo", why, seen_by).total <= 2:
            spend_ammo(tx, key, 1, "support.def-ammo")


# morale, antitank fire, retreat before combat, leaders


@case("morale.level", "morale.strongpoint")
def morale_levels(tx: Transaction, combat: Combat) -> None:
    """Skipped if one side is a strong point alone."""
    battle = combat.battle
    if with_morale(on_map(tx.state, battle.attackers)) and with_morale(on_map(tx.state, battle.defenders)):
        tx.push(MoraleLevels(battle=battle))


@case("morale.participation", "morale.failed-attacker", "morale.failed-defender")
def participation(tx: Transaction, combat: Combat) -> None:
    """One die for each side that has units below its level; none if there are no levels."""
    battle = combat.battle
    failed: tuple[str, ...] = ()
    sides = ((battle.side, battle.attackers), (combat.enemy(tx.state), battle.defenders))
    for (side, keys), level in zip(sides, battle.levels, strict=False):
        units = on_map(tx.state, keys)
        if must_roll(units, level):
            title = ground(tx.state).title_of(side)
            die = tx.roll("1d6", "morale.participation", f"Who takes part ({title})").total
            failed += failing(tx.state, units, level, die)
    if failed:
        text = f"{names(on_map(tx.state, failed))} failed"
        tell(tx, "MoraleFailed", text, "morale.participation", unit=failed)
    settled = (*battle.settled, PARTICIPATION)
    tx.replace(replace(combat, battle=replace(battle, failed=failed, settled=settled)))


@case("atfire.shots")
def antitank_fire(tx: Transaction, combat: Combat) -> None:
    """An optional rule."""
    if ground(tx.state).has_option("at_fire") and targets(tx.state, combat.battle):
        tx.push(AntiTankFire(battle=combat.battle, left=shots(tx.state, combat.battle)))


@case("option.retreat")
def retreat_before_combat(tx: Transaction, combat: Combat) -> None:
    """Recon and the vehicles with it may leave."""
    side = combat.enemy(tx.state)
    if combat.battle.defence_option == RETREAT:
        leaving = tuple(unit.key for unit in may_leave(tx.state, side, combat.target))
        tx.push(LeaveBeforeCombat(side, combat.battle, leaving))


@case("option.retreat-pursuit", "advance.basic")
def judge_retreat(tx: Transaction, combat: Combat) -> None:
    """If the hex is empty then, there is no roll: the attackers may follow. Units that were left out of the
    defence and stay take the place of those that left, whose way is none of an advance after the combat."""
    left = on_map(tx.state, combat.battle.defenders)
    staying = tuple(unit.key for unit in left if unit.place == combat.target)
    now = replace(combat, battle=replace(combat.battle, defenders=staying), paths=())
    tx.replace(now)
    if combat.battle.defence_option != RETREAT or staying:
        return
    if not ground_at(tx.state, combat.target, combat.enemy(tx.state)):
        tx.replace(replace(now, paths=combat.paths, cancelled=True, pursuit=True))
    elif defenders_at(tx.state, combat.target, combat.enemy(tx.state)):
        name_defenders(tx, now)
    else:
        tx.replace(replace(now, cancelled=True))


@case("combat.green", "option.retreat")
def first_fight_of_others(tx: Transaction, combat: Combat) -> None:
    """Green units that defend in place of those that have left roll as well."""
    if combat.battle.defence_option == RETREAT:
        first_fight(tx, combat)
        if not on_map(tx.state, combat.battle.defenders):
            end_without_defenders(tx, combat)


@case("shift.leader", "shift.leader-limits")
def attacking_leader(tx: Transaction, combat: Combat) -> None:
    """One leader for each side and combat."""
    _ask_leader(tx, combat, combat.side, combat.battle.taking_part)


@case("shift.leader", "shift.leader-limits")
def defending_leader(tx: Transaction, combat: Combat) -> None:
    _ask_leader(tx, combat, combat.enemy(tx.state), combat.battle.defenders)


def _ask_leader(tx: Transaction, combat: Combat, side: str, fighting: Iterable[str]) -> None:
    if able_leaders(tx.state, side, on_map(tx.state, fighting)):
        tx.push(TryLeader(side, combat.battle))


# odds and result


@case("crt.lookup", "crt.off-left", "odds.ratio", "odds.shift-kind")
def resolve(tx: Transaction, combat: Combat) -> None:
    """Strengths, odds and shifts; then the roll, unless the odds have fallen off the table."""
    state, battle = tx.state, combat.battle
    attackers, defenders = on_map(state, battle.attackers), on_map(state, battle.defenders)
    found = reckon(state, battle, attackers, defenders)
    listed = "; ".join(map(str, found.shifts)) or "no shifts"
    tell(tx, "OddsFound", f"{found} ({listed})", "odds.ratio", hex=battle.target)
    level = found.level()
    column = None if level is None else column_of(state, battle.target, level)
    if column is None:
        cancel(tx, combat)
        return
    fighting = on_map(state, battle.taking_part)
    known = levels(state, fighting, defenders, battle.failed)
    before = aftermath.attacking_states(state, battle)
    roll = tx.roll("2d6", "crt.lookup", f"Attack on {ground(state).name_of(battle.target)}").total
    outcome = in_short(result_on(state, battle, column, roll))
    tell(tx, "CombatResolved", f"Result {outcome}", "crt.lookup", hex=battle.target)
    tx.replace(
        replace(
            combat,
            outcome=outcome,
            armor=(known.armor, known.at, int(known.tanks)),
            engineers=any(engineer_shift(state, battle.target, fighting)),
            before=before,
            places=tuple((unit.key, unit.place) for unit in attackers),
        )
    )


Combat.steps = (
    declare,
    choose_nation,
    name_defenders,
    first_fight,
    judge_best_case,
    attacker_option,
    defender_option,
    announce_surprise,
    defensive_support,
    offensive_support,
    roll_for_ships,
    spend_attacking_ammo,
    roll_for_surprise,
    morale_levels,
    participation,
    antitank_fire,
    retreat_before_combat,
    judge_retreat,
    first_fight_of_others,
    attacking_leader,
    defending_leader,
    resolve,
    aftermath.return_markers,
    aftermath.find_losses,
    aftermath.defender_loses,
    aftermath.attacker_loses,
    aftermath.check_leaders,
    aftermath.defender_stands,
    aftermath.attacker_stands,
    aftermath.defender_pays_for_standing,
    aftermath.attacker_pays_for_standing,
    aftermath.check_leaders,
    aftermath.defender_retreats,
    aftermath.attacker_retreats,
    aftermath.place_states,
    aftermath.remove_parachutists,
    aftermath.hold_cleared_hex,
    aftermath.tire_pursuers,
    aftermath.advance,
    aftermath.isolate_attackers,
    aftermath.isolate_defenders,
    aftermath.breakthrough,
)
CANCELLED_AT: Final = Combat.steps.index(aftermath.remove_parachutists)
"""An attack that is off goes on here: nobody loses anything, but what has been chosen and spent stays."""

FRAMES: Final = (Battle, Combat)
