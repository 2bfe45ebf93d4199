"""From strengths to odds: everything that decides a combat before the dice are rolled (3.9.f)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.games.avalanche.combat.armor import levels
from engine.games.avalanche.combat.battle import Battle
from engine.games.avalanche.combat.result import ratio
from engine.games.avalanche.combat.shifts import shifts
from engine.games.avalanche.combat.strengths import attack_line, defence_line, works_lines
from engine.games.avalanche.combat.support import AIR_POINT, most_in_attack, most_in_defence, points_of
from engine.games.avalanche.records import Unit
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.combat import level_text
from engine.referee import Modifier, State, Strength, case


class Reckoning(NamedTuple):
    """The strengths and shifts of a combat."""

    attack: tuple[Strength, ...]
    """Units, artillery and naval support, air support."""
    defence: tuple[Strength, ...]
    shifts: tuple[Modifier, ...]
    guns: int
    """Points of artillery and ships of the attacker before the limit."""
    most: int
    """The limit of them."""
    help: int
    """Points of artillery and ships of the defender within the limit."""

    def level(self, ships: int = 0, shift: int = 0, without_help: bool = False) -> int | None:
        """The final odds if more ships support, the odds are shifted further or the defender's support does
        not count; None without any attack strength."""
        if not self.attack:
            return None
        attack = sum(int(line.amount) for line in self.attack)
        attack += min(self.guns + ships, self.most) - min(self.guns, self.most)
        defence = sum(int(line.amount) for line in self.defence) - (self.help if without_help else 0)
        first = ratio(attack, defence)
        return None if first is None else first + shift + sum(int(one.amount) for one in self.shifts)

    @property
    def totals(self) -> tuple[int, int]:
        """Attack and defence strength."""
        attack, defence = (sum(int(line.amount) for line in lines) for lines in (self.attack, self.defence))
        return attack, defence

    def __str__(self) -> str:
        """`29 to 10, 2:1, shifted to 3:1`."""
        first, last = ratio(*self.totals), self.level()
        if first is None or last is None:
            return "no attack strength"
        shifted = "" if first == last else f", shifted to {level_text(last)}"
        return f"{self.totals[0]} to {self.totals[1]}, {level_text(first)}{shifted}"


def on_map(state: State, keys: Iterable[str]) -> list[Unit]:
    """Those of the units that are still there."""
    return [unit for key in keys if (unit := state.get(Unit, key)).on_map]


@case("str.attack-total", "str.defend-total", "morale.failed-attacker", "support.att-air", "surprise.success")
def reckon(
    state: State,
    battle: Battle,
    attackers: Sequence[Unit],
    defenders: Sequence[Unit],
    viewer: str | None = None,
) -> Reckoning:
    """Add everything up; attackers that failed their morale roll are left out."""
    fighting = [unit for unit in attackers if unit.key not in battle.failed]
    found = levels(state, fighting, defenders, battle.failed)
    guns, most = points_of(battle, battle.attack_support), most_in_attack(battle, attackers)
    helped = min(points_of(battle, battle.defence_support), most_in_defence(defenders))
    side, enemy = battle.side, ground(state).other(battle.side)
    attack = [attack_line(state, battle, unit, found) for unit in fighting]
    if guns and fighting:
        limit = f" of {guns}, the limit" if guns > most else ""
        attack.append(Strength(side, f"artillery and ships{limit}", min(guns, most), "support.att-max"))
    if battle.air and fighting:
        attack.append(Strength(side, "air support", battle.air * AIR_POINT, "support.att-air"))
    defence = [defence_line(state, unit, battle.failed) for unit in defenders]
    defence += works_lines(state, battle.target, enemy)
    if helped and not battle.surprised:
        defence.append(Strength(enemy, "artillery and ships", helped, "support.def-max"))
    return Reckoning(
        tuple(attack),
        tuple(defence),
        tuple(shifts(state, battle, fighting, defenders, viewer)),
        guns,
        most,
        0 if battle.surprised else helped,
    )
