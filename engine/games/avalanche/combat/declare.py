"""Declaring an attack: who attacks which hex, and what stands against it (3.9.a)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from engine.games.avalanche.combat.battle import Battle
from engine.games.avalanche.combat.best_case import refusals_by_odds
from engine.games.avalanche.combat.leaders import leading
from engine.games.avalanche.combat.outlook import preview
from engine.games.avalanche.combat.slots import ENVELOPING, may_defend_together, refusals_to_attack_together
from engine.games.avalanche.combat.strengths import defence_line, printed_defence
from engine.games.avalanche.combat.support import is_ranger_hq, refusals_to_support
from engine.games.avalanche.general.calendar import turn
from engine.games.avalanche.general.terrain import may_cross
from engine.games.avalanche.general.zoc import in_ezoc
from engine.games.avalanche.records import UK, US, Unit, ground_at, ground_units, names
from engine.games.avalanche.scenario.ground import ground
from engine.games.avalanche.scenario.question import Pick, Question
from engine.mechanics.menu import change, order, way_out
from engine.referee import Preview, Refusal, State, Transaction, case, marked

ATTACKED: Final = "attacked"
"""A mark on units until the end of the player turn, on hexes until that of the combat."""
STRATEGIC: Final = "moved strategically"
DROP_LOSS: Final = "drop loss"
"""A mark on a battalion until the end of the game turn: one of its companies was reduced in a drop."""


# defenders


@case("combat.target", "str.defend-retreated")
def can_defend(state: State, unit: Unit) -> bool:
    """Units with a defence strength; that of a strong point is never 0."""
    return unit.is_strong_point or printed_defence(state, unit) > 0


@case("combat.gun-in-ezoc-defends")
def supports_instead(state: State, unit: Unit) -> bool:
    """A gun that could support: nothing bars it."""
    return unit.is_gun and next(refusals_to_support(state, unit, False), None) is None


@case("combat.target", "combat.gun-in-ezoc-defends")
def defenders_at(state: State, here: str, side: str) -> list[Unit]:
    """The units in a hex that can be attacked; guns that could support defend only if nobody else does."""
    able = [unit for unit in ground_at(state, here, side) if can_defend(state, unit)]
    return [unit for unit in able if not supports_instead(state, unit)] or able


def nations_of(units: Iterable[Unit]) -> set[str]:
    """The Allied nations among units; the Ranger HQ counts as either."""
    return {unit.nation for unit in units if unit.nation in (US, UK) and not is_ranger_hq(unit)}


def of_nation(units: Iterable[Unit], nation: str) -> list[Unit]:
    """Those of one nation, and the Ranger HQ; all if there is no nation to choose."""
    return [unit for unit in units if not nation or unit.nation == nation or is_ranger_hq(unit)]


def hexes_of_attack(state: State, battle: Battle) -> int:
    """From how many hexes around the defender the attack comes."""
    return len({state.get(Unit, key).place for key in battle.attackers} - {battle.target})


@case("combat.defend-limit", "combat.nations")
def sets_of_defenders(state: State, battle: Battle) -> list[tuple[str, ...]]:
    """Every set of defenders that the limit allows and that leaves nobody out who could be added. If nobody
    of the nation that was chosen is left, the other nation defends."""
    everybody = defenders_at(state, battle.target, ground(state).other(battle.side))
    able = of_nation(everybody, battle.nation) or everybody
    hexes = hexes_of_attack(state, battle)
    found: list[frozenset[str]] = []
    for size in range(len(able), 0, -1):
        for units in combinations(able, size):
            keys = frozenset(unit.key for unit in units)
            if may_defend_together(units, hexes) and not any(keys < other for other in found):
                found.append(keys)
    return [tuple(unit.key for unit in able if unit.key in keys) for keys in found]


class ChooseNation(Pick):
    """British and American units do not defend together: which nation counts?"""

    battle: Battle = Battle("", "")

    title = "Nation"
    verb: ClassVar[str] = "nation"
    kind: ClassVar[str] = "marker"
    ruled_by: ClassVar[str] = "combat.nations"

    def names(self, action: Any) -> bool:
        return action.kind == "marker" and action.target in self.among

    def prompt(self, state: State) -> str:
        return "British and American units do not defend together: which of them defend?"

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.battle.target,)

    def picked(self, tx: Transaction, target: str) -> None:
        tx.pop(replace(self.battle, nation=target))


class NameDefenders(Question):
    """More units are in the hex than may defend: the attacker names those that do."""

    battle: Battle
    sets: tuple[tuple[str, ...], ...]
    named: tuple[str, ...] = ()

    title = "Defenders"
    ruled_by: ClassVar[str] = "combat.defend-limit"
    otherwise: ClassVar[str] = "@ is not possible: only defenders of the hex are named, each of them once"

    def prompt(self, state: State) -> str:
        return "More units are in the hex than may defend: name those that do, as many as the limit allows"

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.battle.target,)

    def fits(self, named: Iterable[str]) -> bool:
        """Is this part of a set that may defend?"""
        return any(set(named) <= set(keys) for keys in self.sets)

    @change("defender", "unit", "Defends:")
    def defender(self, unit: Unit) -> NameDefenders:
        return replace(self, named=(*self.named, unit.key))

    @defender.targets
    def unnamed(self, state: State) -> Iterable[str]:
        return sorted({key for keys in self.sets for key in keys} - set(self.named))

    @defender.against
    @case("combat.defend-limit", "combat.defend-enveloped")
    def refusals_to_name(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if unit.key in self.unnamed(state) and not self.fits((*self.named, unit.key)):
            yield Refusal("combat.defend-limit", f"With {unit} more units would defend than the limit allows")
            if hexes_of_attack(state, self.battle) >= ENVELOPING:
                text = "Attacked from four hexes or more, 3 battalions and 1 company may defend"
                yield Refusal("combat.defend-enveloped", text)

    @change("unname", "unit", "Not:")
    def unname(self, unit: Unit) -> NameDefenders:
        return replace(self, named=tuple(key for key in self.named if key != unit.key))

    @unname.targets
    def already_named(self, state: State) -> Iterable[str]:
        return self.named

    @order("done", words="These defend")
    def done(self, tx: Transaction) -> None:
        chosen = next(keys for keys in self.sets if set(keys) == set(self.named))
        tx.pop(replace(self.battle, defenders=chosen))

    @done.against
    @case("combat.defend-limit")
    def refusals_to_end(self, state: State) -> Iterator[Refusal]:
        """As many as the limit allows."""
        if not any(set(keys) == set(self.named) for keys in self.sets):
            yield Refusal("combat.defend-limit", "More of the units may defend, so more must be named")

    def summary(self, state: State) -> Preview:
        return preview(state, replace(self.battle, defenders=self.named), self.side)


# attackers


@case("combat.cannot-attack", "strat.no-attack")
def refusals_to_attack(state: State, unit: Unit, target: str) -> Iterator[Refusal]:
    """What bars a unit from an attack whatever else attacks with it."""
    land = ground(state)
    name = land.name_of(target)
    if marked(state, unit.key, STRATEGIC):
        yield Refusal("strat.no-attack", f"{unit} has moved strategically")
    if (unit.flipped or marked(state, unit.key, DROP_LOSS)) and unit.dropped == turn(state):
        yield Refusal("combat.cannot-attack", f"{unit} was reduced in its drop in this turn")
    if unit.place == target:
        return
    if target not in land.neighbors[unit.place]:
        yield Refusal("combat.cannot-attack", f"{unit} is not adjacent to {name}")
    elif not unit.is_strong_point and not may_cross(state, unit.cls, unit.place, target):
        yield Refusal("combat.cannot-attack", f"{name} or the hexside before it is closed to {unit}")


@case("combat.gun-in-ezoc-attacks")
def refusals_to_attack_with_gun(state: State, unit: Unit) -> Iterator[Refusal]:
    """Only guns in an enemy zone of control attack; the others support."""
    if unit.is_gun and not in_ezoc(state, unit.side, unit.place):
        text = f"{unit} is in no enemy zone of control, and only there guns attack"
        yield Refusal("combat.gun-in-ezoc-attacks", text)


@case("combat.voluntary")
def must_attack_here(state: State, unit: Unit) -> bool:
    """Parachutists that came down on the enemy attack the hex that they stand in."""
    return bool(ground_at(state, unit.place, ground(state).other(unit.side)))


class DeclareAttack(Question):
    """Which units attack the hex?"""

    battle: Battle
    among: tuple[str, ...] = ()
    """In a breakthrough and after a drop before dawn the units that may attack; empty for all."""

    title = "Attack"
    ruled_by: ClassVar[str] = "combat.cannot-attack"
    otherwise: ClassVar[str] = "@ cannot attack here"

    def prompt(self, state: State) -> str:
        return f"Which units attack {ground(state).name_of(self.battle.target)}?"

    def subjects(self, state: State) -> Iterable[str]:
        return self.battle.attackers

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.battle.target,)

    def chosen(self, state: State) -> list[Unit]:
        return [state.get(Unit, key) for key in self.battle.attackers]

    @change("add", "unit", "Attack with")
    def add(self, unit: Unit) -> DeclareAttack:
        return replace(self, battle=replace(self.battle, attackers=(*self.battle.attackers, unit.key)))

    @add.targets
    def adjacent(self, state: State) -> Iterable[str]:
        near = {self.battle.target, *ground(state).neighbors[self.battle.target]}
        return [
            unit.key
            for unit in ground_units(state, self.side)
            if unit.place in near and unit.key not in self.battle.attackers
        ]

    @add.against
    @case("combat.attack-limit", "combat.nations", "combat.one-at-a-time", "bt.eligible")
    def refusals_to_add(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """A unit attacks once; nations do not mix; the limit of its hex holds."""
        if unit.side != self.side or not unit.on_map:
            return
        if not unit.is_ground:
            yield Refusal("combat.cannot-attack", f"{unit} is a {unit.size} and does not attack")
            return
        if unit.key in self.battle.attackers:
            yield Refusal("combat.one-at-a-time", f"{unit} attacks already")
            return
        if self.among and unit.key not in self.among:
            yield self.refusal_of_others(unit)
        elif not self.among and marked(state, unit.key, ATTACKED):
            yield Refusal("combat.one-at-a-time", f"{unit} has attacked in this phase")
        yield from refusals_to_attack(state, unit, self.battle.target)
        yield from refusals_to_attack_with_gun(state, unit)
        if must_attack_here(state, unit) and unit.place != self.battle.target:
            yield Refusal("combat.voluntary", f"{unit} came down on the enemy and attacks {unit.place}")
        chosen = self.chosen(state)
        if len(nations_of((*chosen, unit))) > 1:
            yield Refusal("combat.nations", "British and American units do not attack together")
        beside = [one for one in chosen if one.place == unit.place]
        yield from refusals_to_attack_together((*beside, unit))

    @case("bt.eligible", "predawn.paradrop")
    def refusal_of_others(self, unit: Unit) -> Refusal:
        """Only units that have advanced break through; before dawn parachutists fight alone."""
        if self.battle.breakthrough:
            return Refusal("bt.eligible", f"{unit} has not advanced, or has tried a breakthrough")
        return Refusal("predawn.paradrop", f"{unit} has had its combat: only parachutists on the enemy fight")

    @change("leave_out", "unit", "Leave out")
    def leave_out(self, unit: Unit) -> DeclareAttack:
        left = tuple(key for key in self.battle.attackers if key != unit.key)
        return replace(self, battle=replace(self.battle, attackers=left))

    @leave_out.targets
    def added(self, state: State) -> Iterable[str]:
        return self.battle.attackers

    @order("declare", words="Declare the attack")
    def declare(self, tx: Transaction) -> None:
        tx.pop(self.battle)

    @declare.against
    @case("crt.off-left", "combat.voluntary")
    def refusals_to_declare(self, state: State) -> Iterator[Refusal]:
        """Somebody must attack, and the best case must lie on the table."""
        if not self.battle.attackers:
            yield Refusal("combat.voluntary", "No unit attacks yet")
            return
        for key in self.adjacent(state):
            unit = state.get(Unit, key)
            if unit.place == self.battle.target and next(self.refusals_to_add(state, unit), None) is None:
                yield Refusal("combat.voluntary", f"{unit} came down on the enemy and must attack, too")
        if not self.is_unseen(state):
            yield from refusals_by_odds(state, self.possible_battles(state))
        if self.battle.breakthrough:
            yield from self.refusals_without_leader(state)

    @case("bt.leader-near")
    def refusals_without_leader(self, state: State) -> Iterator[Refusal]:
        """A breakthrough needs a leader with or beside a unit of his formation that attacks."""
        if not leading(state, self.chosen(state)):
            yield Refusal("bt.leader-near", "No attacker is with or beside the leader of its formation")

    @case("bt.unseen")
    def is_unseen(self, state: State) -> bool:
        """In a breakthrough a stack is not examined before the attack is committed."""
        return self.battle.breakthrough and ground(state).has_option("examination")

    @declare.shows
    def declared(self, state: State) -> Preview:
        return self.summary(state)

    @case("combat.defend-limit")
    def possible_battles(self, state: State) -> list[Battle]:
        """The attack against each set of defenders that can be named, the weakest as they fight now first."""
        sets = sets_of_defenders(state, self.battle) or [()]
        weakest_first = sorted(sets, key=lambda keys: sum(_seen_defence(state, key) for key in keys))
        return [replace(self.battle, defenders=keys) for keys in weakest_first]

    def with_defenders(self, state: State) -> Battle:
        """The attack against the weakest defenders that can be named."""
        return self.possible_battles(state)[0]

    def summary(self, state: State) -> Preview:
        if self.is_unseen(state):
            return Preview("The enemy stack is not examined before the breakthrough is committed")
        battle = self.with_defenders(state)
        everybody = defenders_at(state, battle.target, ground(state).other(self.side))
        left_out = [unit for unit in everybody if unit.key not in battle.defenders]
        return preview(
            state, battle, self.side, f"{names(left_out)} left out of the defence" if left_out else ""
        )

    cancel = way_out()


def _seen_defence(state: State, key: str) -> int:
    """What a defender counts; a strong point that is face down tells nothing."""
    unit = state.get(Unit, key)
    return 0 if unit.is_strong_point and not unit.revealed else int(defence_line(state, unit, ()).amount)


def targets(state: State, side: str, units: Sequence[Unit]) -> list[str]:
    """The hexes with defenders beside or under these units, in order."""
    land = ground(state)
    enemy = land.other(side)
    near = {there for unit in units for there in (unit.place, *land.neighbors[unit.place])}
    return sorted(there for there in near if defenders_at(state, there, enemy))


FRAMES: Final = (ChooseNation, NameDefenders, DeclareAttack)
